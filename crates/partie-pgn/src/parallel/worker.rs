//! Work of a thread: it reads one segment after the other.

use std::{cell::RefCell, collections::VecDeque, io, rc::Rc, sync::Arc};

use super::{
    batch::Batch,
    source::Piece,
    state::{End, SharedState, Task},
};
use crate::{
    games::{Begin, Checked, Checker, Cut, Lender, Reached, Reader, Viewer},
    question::Question,
    raw::RawRecord,
    view::GameSink,
};
use partie_formats::Record;

/// Number of bytes that are read at once after the end of a segment.
const BEYOND: usize = 4 << 10;

/// Number of bytes of text that make a batch of games. Each batch wakes the consumer.
const BATCH: u64 = 1 << 20;

/// A reader of games from somewhere in a stream.
pub(super) trait SegmentReader<F, T> {
    /// Result for one game.
    type Found;

    /// Returns the next game. A reader that writes games or answers questions appends to a batch,
    /// which may be taken away as long as more is read.
    fn next_into(&mut self, batch: &RefCell<Batch<T>>) -> Option<io::Result<Self::Found>>;

    /// Restarts at another place of the stream.
    fn begin_anew(&mut self, source: F, from: Begin);

    /// Drops text that is shared with other readers.
    fn let_go(&mut self);

    /// Returns the byte of the stream, from 0, at which the next game begins.
    fn byte(&self) -> u64;

    /// Returns how far the reader has come.
    fn reached(&self) -> Reached;
}

macro_rules! segment_reader {
    ([$($generics:tt)*] $reader:ty $(, by its $inner:tt)?, makes $made:ty, finds $found:ty: |$this:ident, $batch:ident| $next:expr) => {
        impl<$($generics)*> SegmentReader<R, $made> for $reader {
            type Found = $found;

            fn next_into(&mut self, $batch: &RefCell<Batch<$made>>) -> Option<io::Result<$found>> {
                let $this = self;
                $next
            }

            fn begin_anew(&mut self, source: R, from: Begin) {
                self$(.$inner)?.begin_anew(source, from);
            }

            fn let_go(&mut self) {
                self$(.$inner)?.let_go();
            }

            fn byte(&self) -> u64 {
                self$(.$inner)?.byte()
            }

            fn reached(&self) -> Reached {
                self$(.$inner)?.reached()
            }
        }
    };
}

segment_reader!([R: io::Read, T] Reader<R>, makes T, finds Record: |reader, _batch| reader.next());
segment_reader!(
    [R: io::Read, T] Checker<R>, by its 0, makes T, finds Checked: |checker, _batch| checker.next()
);
segment_reader!([R: io::Read, T] Cut<R>, makes T, finds RawRecord: |cut, _batch| cut.next());
segment_reader!(
    [R: io::Read, Q: Question] Lender<R, Q>, by its reader, makes Q::Answer, finds ():
    |lender, batch| lender.next_into(|answer| answer(&mut batch.borrow_mut().made))
);
segment_reader!(
    [R: io::Read, S: GameSink, T] Viewer<R, S>, by its reader, makes T, finds (Record, S::Made):
    |viewer, batch| viewer.next_into(|write| write(&mut batch.borrow_mut().text))
);

/// The text of a segment after what was at hand when it began, to the end of the stream.
pub(super) struct SegmentInput<T>(Rc<RefCell<Progress<T>>>);

/// The work on one segment.
struct Progress<T> {
    shared: Arc<SharedState<T>>,
    /// Byte offset of the segment.
    start: u64,
    /// The text that is being handed on, after what was at hand.
    piece: Option<Piece>,
    /// Byte offset up to which the text was handed on.
    at: u64,
    /// Byte offset of the game that is being read.
    game: u64,
    /// The boundaries after `game` that are known.
    boundaries: VecDeque<u64>,
    /// Results that were not delivered yet.
    batch: Rc<RefCell<Batch<T>>>,
    /// Byte offset of the first game that was not delivered.
    delivered: u64,
}

/// Reason why there is no more text.
enum Stop {
    /// The stream ends here.
    End,
    /// The source failed, or this segment is no longer wanted.
    Broken,
}

impl<T> Progress<T> {
    /// Ensures that text is at hand, waiting for it if necessary.
    fn more(&mut self) -> Result<(), Stop> {
        if self.piece.as_ref().is_some_and(|piece| self.at < piece.end()) {
            return Ok(());
        }
        // Its memory can be reused now.
        self.piece = None;
        let shared = self.shared.clone();
        let place = (self.at, self.game);
        match shared.more(self.start, place, || {
            self.deliver();
        }) {
            Ok((piece, boundaries)) => {
                self.boundaries.extend(boundaries);
                self.piece = Some(piece);
                Ok(())
            }
            Err(End::Last) => Err(Stop::End),
            Err(_) => Err(Stop::Broken),
        }
    }

    /// Returns true if the next game begins at a boundary. There is none at the end of the text.
    fn is_at_boundary(&mut self, game: u64) -> bool {
        self.game = game;
        while self.boundaries.front().is_some_and(|boundary| *boundary < game) {
            self.boundaries.pop_front();
        }
        self.boundaries.front() == Some(&game)
    }

    /// Delivers the results so far. Returns false if they are no longer wanted.
    fn deliver(&mut self) -> bool {
        let mut batch = self.batch.borrow_mut();
        if batch.is_empty() {
            return true;
        }
        let bytes = self.game - self.delivered;
        self.delivered = self.game;
        self.shared.deliver(self.start, &mut batch, bytes)
    }

    /// Counts what was made of the game that ends at a byte of the stream as done.
    fn put(&mut self, end: u64) -> bool {
        self.game = end;
        end - self.delivered < BATCH || self.deliver()
    }
}

impl<T> io::Read for SegmentInput<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut progress = self.0.borrow_mut();
        match progress.more() {
            Ok(()) => {}
            Err(Stop::End) => return Ok(0),
            // The consumer reports the real error.
            Err(Stop::Broken) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let Some(piece) = &progress.piece else { return Ok(0) };
        let most = match progress.boundaries.iter().find(|boundary| **boundary > progress.start) {
            Some(boundary) if *boundary > progress.at => (*boundary - progress.at) as usize,
            Some(_) => BEYOND,
            None => usize::MAX,
        };
        let text = piece.from(progress.at);
        let n = text.len().min(buffer.len()).min(most);
        buffer[..n].copy_from_slice(&text[..n]);
        progress.at += n as u64;
        Ok(n)
    }
}

/// Reads segments as long as there are any.
pub(super) fn work<T, S: SegmentReader<SegmentInput<T>, T>>(
    shared: &Arc<SharedState<T>>,
    begin: &impl Fn(SegmentInput<T>, Begin) -> S,
    work: &impl Fn(&mut Batch<T>, S::Found),
    spawn: impl Fn(),
) {
    // The reader's caches are kept for all segments.
    let mut reader: Option<S> = None;
    let batch = Rc::new(RefCell::new(Batch::default()));
    while let Some(Task { begin: from, end, boundary }) = shared.take(&spawn) {
        let start = from.byte;
        let memory = from.text.as_ref().map(|(memory, _)| memory.clone());
        let progress = Rc::new(RefCell::new(Progress {
            shared: shared.clone(),
            start,
            piece: None,
            at: end,
            game: start,
            boundaries: boundary.into_iter().collect(),
            batch: batch.clone(),
            delivered: start,
        }));
        let input = SegmentInput(progress.clone());
        let games = match &mut reader {
            Some(reader) => {
                reader.begin_anew(input, from);
                reader
            }
            none => none.insert(begin(input, from)),
        };
        let end = loop {
            if progress.borrow_mut().is_at_boundary(games.byte()) {
                break End::Boundary;
            }
            match games.next_into(&batch) {
                None => break End::Last,
                Some(Err(_)) => break End::Failed,
                Some(Ok(found)) => {
                    work(&mut batch.borrow_mut(), found);
                    if !progress.borrow_mut().put(games.byte()) {
                        break End::Unwanted;
                    }
                }
            }
        };
        games.let_go();
        let mut progress = progress.borrow_mut();
        progress.piece = None;
        let bytes = progress.game - progress.delivered;
        let mut batch = batch.borrow_mut();
        shared.finish(start, (end, games.reached()), (&mut batch, bytes), memory);
    }
}
