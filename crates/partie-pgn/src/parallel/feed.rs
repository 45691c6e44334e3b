//! What a worker does: it reads one stretch after the other.

use std::{cell::RefCell, collections::VecDeque, io, rc::Rc, sync::Arc};

use super::{
    Batch,
    shared::{End, Shared, Task},
    spring::Piece,
};
use crate::{
    RawRecord,
    games::{Begin, Checked, Checker, Cut, Lender, Reached, Reader, Viewer},
    view::{GameSink, Question},
};
use partie_formats::Record;

/// How much is read at a time behind the end of a stretch, in bytes.
const BEYOND: usize = 4 << 10;

/// How much text makes a batch of games, in bytes. For each, somebody is woken up.
const BATCH: u64 = 1 << 20;

/// A reader of games from somewhere in a stream.
pub(super) trait Stretch<F, T> {
    /// What it finds.
    type Found;

    /// The next game. A reader that writes games or answers questions appends to a batch,
    /// which may be taken away as long as more is read.
    fn next_into(&mut self, batch: &RefCell<Batch<T>>) -> Option<io::Result<Self::Found>>;

    /// Begins anew at another place of the stream.
    fn begin_anew(&mut self, source: F, from: Begin);

    /// Lets go of the text that others read, too.
    fn let_go(&mut self);

    /// The byte of the stream, from 0, at which the next game begins.
    fn byte(&self) -> u64;

    /// How far it has come.
    fn reached(&self) -> Reached;
}

macro_rules! stretch {
    ([$($generics:tt)*] $reader:ty $(, by its $inner:tt)?, makes $made:ty, finds $found:ty: |$this:ident, $batch:ident| $next:expr) => {
        impl<$($generics)*> Stretch<R, $made> for $reader {
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

stretch!([R: io::Read, T] Reader<R>, makes T, finds Record: |reader, _batch| reader.next());
stretch!(
    [R: io::Read, T] Checker<R>, by its 0, makes T, finds Checked: |checker, _batch| checker.next()
);
stretch!([R: io::Read, T] Cut<R>, makes T, finds RawRecord: |cut, _batch| cut.next());
stretch!(
    [R: io::Read, Q: Question] Lender<R, Q>, by its reader, makes Q::Answer, finds ():
    |lender, batch| lender.next_into(|answer| answer(&mut batch.borrow_mut().made))
);
stretch!(
    [R: io::Read, S: GameSink, T] Viewer<R, S>, by its reader, makes T, finds (Record, S::Made):
    |viewer, batch| viewer.next_into(|write| write(&mut batch.borrow_mut().text))
);

/// The text of a stretch behind what was at hand when it began, to the end of the stream.
pub(super) struct Feed<T>(Rc<RefCell<Shift<T>>>);

/// The work on one stretch.
struct Shift<T> {
    shared: Arc<Shared<T>>,
    /// Where the stretch begins.
    start: u64,
    /// The text that is being handed on, behind what was at hand.
    piece: Option<Piece>,
    /// How far the text has been handed on.
    at: u64,
    /// Where the game begins that is being read.
    game: u64,
    /// The borders behind `game` that are known.
    borders: VecDeque<u64>,
    /// What has been made and not yet delivered.
    batch: Rc<RefCell<Batch<T>>>,
    /// Up to which game it has been delivered.
    delivered: u64,
}

/// Why there is no more text.
enum Stop {
    /// The stream ends here.
    End,
    /// The source failed, or nobody wants this stretch any more.
    Broken,
}

impl<T> Shift<T> {
    /// Sees to it that text is at hand. Waits for it, if it must.
    fn more(&mut self) -> Result<(), Stop> {
        if self.piece.as_ref().is_some_and(|piece| self.at < piece.end()) {
            return Ok(());
        }
        // So that its memory can be used again.
        self.piece = None;
        let shared = self.shared.clone();
        let place = (self.at, self.game);
        match shared.more(self.start, place, || {
            self.deliver();
        }) {
            Ok((piece, borders)) => {
                self.borders.extend(borders);
                self.piece = Some(piece);
                Ok(())
            }
            Err(End::Last) => Err(Stop::End),
            Err(_) => Err(Stop::Broken),
        }
    }

    /// Whether the next game begins at a border. There is none where text ends.
    fn is_at_border(&mut self, game: u64) -> bool {
        self.game = game;
        while self.borders.front().is_some_and(|border| *border < game) {
            self.borders.pop_front();
        }
        self.borders.front() == Some(&game)
    }

    /// Hands over what has been made; false if nobody wants it.
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

impl<T> io::Read for Feed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut shift = self.0.borrow_mut();
        match shift.more() {
            Ok(()) => {}
            Err(Stop::End) => return Ok(0),
            // The real error is told by the one who gives out the games.
            Err(Stop::Broken) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let Some(piece) = &shift.piece else { return Ok(0) };
        let most = match shift.borders.iter().find(|border| **border > shift.start) {
            Some(border) if *border > shift.at => (*border - shift.at) as usize,
            Some(_) => BEYOND,
            None => usize::MAX,
        };
        let text = piece.from(shift.at);
        let n = text.len().min(buffer.len()).min(most);
        buffer[..n].copy_from_slice(&text[..n]);
        shift.at += n as u64;
        Ok(n)
    }
}

/// Reads stretches as long as there are any.
pub(super) fn work<T, S: Stretch<Feed<T>, T>>(
    shared: &Arc<Shared<T>>,
    begin: &impl Fn(Feed<T>, Begin) -> S,
    work: &impl Fn(&mut Batch<T>, S::Found),
    hire: impl Fn(),
) {
    // What a reader has learnt about words it can use for all stretches.
    let mut reader: Option<S> = None;
    let batch = Rc::new(RefCell::new(Batch::default()));
    while let Some(Task { begin: from, end, border }) = shared.take(&hire) {
        let start = from.byte;
        let memory = from.text.as_ref().map(|(memory, _)| memory.clone());
        let shift = Rc::new(RefCell::new(Shift {
            shared: shared.clone(),
            start,
            piece: None,
            at: end,
            game: start,
            borders: border.into_iter().collect(),
            batch: batch.clone(),
            delivered: start,
        }));
        let feed = Feed(shift.clone());
        let games = match &mut reader {
            Some(reader) => {
                reader.begin_anew(feed, from);
                reader
            }
            none => none.insert(begin(feed, from)),
        };
        let end = loop {
            if shift.borrow_mut().is_at_border(games.byte()) {
                break End::Border;
            }
            match games.next_into(&batch) {
                None => break End::Last,
                Some(Err(_)) => break End::Failed,
                Some(Ok(found)) => {
                    work(&mut batch.borrow_mut(), found);
                    if !shift.borrow_mut().put(games.byte()) {
                        break End::Unwanted;
                    }
                }
            }
        };
        games.let_go();
        let mut shift = shift.borrow_mut();
        shift.piece = None;
        let bytes = shift.game - shift.delivered;
        let mut batch = batch.borrow_mut();
        shared.finish(start, (end, games.reached()), (&mut batch, bytes), memory);
    }
}
