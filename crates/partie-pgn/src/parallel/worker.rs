//! Work of a thread: it reads one segment after the other.

use std::{cell::RefCell, collections::VecDeque, io, rc::Rc, sync::Arc};

use super::{
    batch::{AnyBatch, Batch},
    source::Piece,
    state::{End, SharedState, Task},
};
use crate::{
    games::{Begin, Checked, Checker, Cut, Lender, Reached, Reader, Viewer},
    lent::LentGame,
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
    [R: io::Read, A, F: Fn(&LentGame<'_>, &mut Vec<A>)] Lender<R, F>, by its reader, makes A, finds ():
    |lender, batch| lender.next_into(|answer| answer(&mut batch.borrow_mut().made))
);
segment_reader!(
    [R: io::Read, S: GameSink, T] Viewer<R, S>, by its reader, makes T, finds (Record, S::Made):
    |viewer, batch| viewer.next_into(|write| write(&mut batch.borrow_mut().text))
);

/// Text from a segment's initial text to the end of the stream.
pub(super) struct SegmentInput(Rc<RefCell<Progress>>);

/// The work on one segment.
struct Progress {
    shared: Arc<SharedState>,
    /// Byte offset of the segment.
    start: u64,
    /// The text being passed on, after the initial text.
    piece: Option<Piece>,
    /// Byte offset up to which the text was handed on.
    at: u64,
    /// Byte offset of the game that is being read.
    game: u64,
    /// The boundaries after `game` that are known.
    boundaries: VecDeque<u64>,
    /// Results that were not delivered yet.
    batch: Rc<RefCell<dyn AnyBatch>>,
    /// Byte offset of the first game that was not delivered.
    delivered: u64,
}

/// Reason why there is no more text.
enum SegmentStop {
    /// The stream ends here.
    End,
    /// The source failed, or this segment is no longer wanted.
    Broken,
}

impl Progress {
    /// Ensures that text is available, waiting for it if necessary.
    fn more(&mut self) -> Result<(), SegmentStop> {
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
            Err(End::Last) => Err(SegmentStop::End),
            Err(_) => Err(SegmentStop::Broken),
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

    /// Delivers the results so far. Returns false if the consumer is gone.
    fn deliver(&mut self) -> bool {
        let mut batch = self.batch.borrow_mut();
        if batch.is_empty() {
            return true;
        }
        let bytes = self.game - self.delivered;
        self.delivered = self.game;
        self.shared.deliver(self.start, &mut *batch, bytes)
    }

    /// Counts what was made of the game that ends at a byte of the stream as done.
    fn put(&mut self, end: u64) -> bool {
        self.game = end;
        end - self.delivered < BATCH || self.deliver()
    }
}

impl io::Read for SegmentInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut progress = self.0.borrow_mut();
        match progress.more() {
            Ok(()) => {}
            Err(SegmentStop::End) => return Ok(0),
            // The consumer reports the real error.
            Err(SegmentStop::Broken) => return Err(io::ErrorKind::BrokenPipe.into()),
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

/// A reader of games with the work on each, which adds to its batch.
pub(super) trait GameWorker {
    /// Returns the batch that the work adds to.
    fn batch(&self) -> Rc<RefCell<dyn AnyBatch>>;

    /// Begins to read somewhere in the stream. Caches are kept from the place before.
    fn begin(&mut self, source: SegmentInput, from: Begin);

    /// Returns the byte of the stream, from 0, at which the next game begins.
    fn byte(&self) -> u64;

    /// Reads a game and works on it. Returns the byte at which the next game begins.
    fn next(&mut self) -> Option<io::Result<u64>>;

    /// Drops text that is shared with other readers. Returns how far the reader has come.
    fn end(&mut self) -> Reached;
}

/// The worker that is given by what `begin` reads and `work` does.
pub(super) struct Reading<S, T, B, W> {
    pub(super) reader: Option<S>,
    pub(super) batch: Rc<RefCell<Batch<T>>>,
    pub(super) begin: Arc<B>,
    pub(super) work: Arc<W>,
}

impl<S, T, B, W> GameWorker for Reading<S, T, B, W>
where
    S: SegmentReader<SegmentInput, T>,
    T: Send + 'static,
    B: Fn(SegmentInput, Begin) -> S,
    W: Fn(&mut Batch<T>, S::Found),
{
    fn batch(&self) -> Rc<RefCell<dyn AnyBatch>> {
        self.batch.clone()
    }

    fn begin(&mut self, source: SegmentInput, from: Begin) {
        match &mut self.reader {
            Some(reader) => reader.begin_anew(source, from),
            none => *none = Some((self.begin)(source, from)),
        }
    }

    fn byte(&self) -> u64 {
        self.reader.as_ref().map_or(0, S::byte)
    }

    fn next(&mut self) -> Option<io::Result<u64>> {
        let reader = self.reader.as_mut()?;
        let found = reader.next_into(&self.batch)?;
        Some(found.map(|found| {
            (self.work)(&mut self.batch.borrow_mut(), found);
            reader.byte()
        }))
    }

    fn end(&mut self) -> Reached {
        self.reader.as_mut().map_or_else(Reached::default, |reader| {
            reader.let_go();
            reader.reached()
        })
    }
}

/// Reads segments as long as there are any.
pub(super) fn work(shared: &Arc<SharedState>, games: &mut dyn GameWorker, spawn: &dyn Fn()) {
    let batch = games.batch();
    while let Some(Task { begin: from, end, boundary }) = shared.take(spawn) {
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
        games.begin(SegmentInput(progress.clone()), from);
        let mut byte = games.byte();
        let end = loop {
            if progress.borrow_mut().is_at_boundary(byte) {
                break End::Boundary;
            }
            byte = match games.next() {
                None => break End::Last,
                Some(Err(_)) => break End::Failed,
                Some(Ok(byte)) => byte,
            };
            if !progress.borrow_mut().put(byte) {
                break End::Unwanted;
            }
        };
        let reached = games.end();
        let mut progress = progress.borrow_mut();
        progress.piece = None;
        let bytes = progress.game - progress.delivered;
        shared.finish(start, (end, reached), (&mut *batch.borrow_mut(), bytes), memory);
    }
}
