//! What a worker does: it reads one stretch after the other.

use std::{cell::RefCell, collections::VecDeque, io, rc::Rc, sync::Arc};

use super::{
    shared::{End, Shared, Task},
    spring::Piece,
};
use crate::games::{Begin, Converter, Cut, Reached, Reader};

/// How much is read at a time behind the end of a stretch, in bytes.
const BEYOND: usize = 4 << 10;

/// How much text makes a batch of games, in bytes. For each, somebody is woken up.
const BATCH: u64 = 512 << 10;

/// A reader of games from somewhere in a stream.
pub(super) trait Stretch<F>: Iterator<Item = io::Result<Self::Found>> {
    /// What it finds.
    type Found;

    /// Begins anew at another place of the stream.
    fn begin_anew(&mut self, source: F, from: Begin);

    /// Lets go of the text that others read, too.
    fn let_go(&mut self);

    /// How far it has come.
    fn reached(&self) -> Reached;
}

impl<R: io::Read> Stretch<R> for Reader<R> {
    type Found = crate::Record;

    fn begin_anew(&mut self, source: R, from: Begin) {
        Reader::begin_anew(self, source, from);
    }

    fn let_go(&mut self) {
        Reader::let_go(self);
    }

    fn reached(&self) -> Reached {
        Reader::reached(self)
    }
}

impl<R: io::Read> Stretch<R> for Converter<R> {
    type Found = crate::Converted;

    fn begin_anew(&mut self, source: R, from: Begin) {
        Converter::begin_anew(self, source, from);
    }

    fn let_go(&mut self) {
        Converter::let_go(self);
    }

    fn reached(&self) -> Reached {
        Converter::reached(self)
    }
}

impl<R: io::Read> Stretch<R> for Cut<R> {
    type Found = crate::RawRecord;

    fn begin_anew(&mut self, source: R, from: Begin) {
        Cut::begin_anew(self, source, from);
    }

    fn let_go(&mut self) {
        Cut::let_go(self);
    }

    fn reached(&self) -> Reached {
        Cut::reached(self)
    }
}

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
    batch: Vec<T>,
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
        if self.batch.is_empty() {
            return true;
        }
        let bytes = self.game - self.delivered;
        self.delivered = self.game;
        self.shared.deliver(self.start, std::mem::take(&mut self.batch), bytes)
    }

    /// Takes what was made of the game that ends at a byte of the stream.
    fn put(&mut self, made: T, end: u64) -> bool {
        self.batch.push(made);
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
pub(super) fn work<T, S: Stretch<Feed<T>>>(
    shared: &Arc<Shared<T>>,
    begin: &impl Fn(Feed<T>, Begin) -> S,
    work: &impl Fn(S::Found) -> T,
    hire: impl Fn(),
) {
    // What a reader has learnt about words it can use for all stretches.
    let mut reader: Option<S> = None;
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
            batch: Vec::new(),
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
            let reached = games.reached();
            if shift.borrow_mut().is_at_border(reached.byte) {
                break End::Border;
            }
            match games.next() {
                None => break End::Last,
                Some(Err(_)) => break End::Failed,
                Some(Ok(found)) => {
                    let made = work(found);
                    if !shift.borrow_mut().put(made, games.reached().byte) {
                        break End::Unwanted;
                    }
                }
            }
        };
        games.let_go();
        let mut shift = shift.borrow_mut();
        shift.piece = None;
        let batch = (std::mem::take(&mut shift.batch), shift.game - shift.delivered);
        shared.finish(start, (end, games.reached()), batch, memory);
    }
}
