//! The games of a database as a stream of PGN.

use std::{
    fmt,
    io::{self, Read},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use crate::found::{Records, append_record};

/// Number of consecutive games that one thread makes the text of.
const TOGETHER: u64 = 64;

/// Number of bytes of text from which on it is handed over.
const PIECE: usize = 256 << 10;

/// Number of pieces that a thread makes before they are taken.
const AHEAD: usize = 3;

/// Text of some games, and true if it is the last of consecutive ones.
type Piece = io::Result<(Vec<u8>, bool)>;

/// The games of a database as PGN, in their order; made by
/// [`Database::into_text`](crate::Database::into_text).
///
/// With several threads, the first one makes the first 64 games, the second the next 64, and so on in
/// turn. A few pieces for each thread are in memory.
pub struct DatabaseText {
    source: Source,
    piece: io::Cursor<Vec<u8>>,
    ended: bool,
}

enum Source {
    /// The database, and the number of its next game.
    One(Box<dyn Records>, u64),
    /// Pieces of several threads, and the number of the next 64 games, of so many.
    Many { pieces: Vec<Receiver<Piece>>, next: u64, groups: u64 },
}

impl fmt::Debug for DatabaseText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseText").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl DatabaseText {
    pub(crate) fn new(database: Box<dyn Records>, threads: usize) -> io::Result<DatabaseText> {
        let groups = database.records().div_ceil(TOGETHER);
        let threads = (threads as u64).min(groups);
        let source = if threads <= 1 {
            Source::One(database, 0)
        } else {
            let database: Arc<dyn Records> = Arc::from(database);
            let mut pieces = Vec::new();
            for first in 0..threads {
                let (sender, receiver) = sync_channel(AHEAD);
                let database = database.clone();
                let groups = (first..groups).step_by(threads as usize);
                let worker = thread::Builder::new().name("database".to_owned());
                worker.spawn(move || work(&*database, groups, &sender))?;
                pieces.push(receiver);
            }
            Source::Many { pieces, next: 0, groups }
        };
        Ok(DatabaseText { source, piece: io::Cursor::default(), ended: false })
    }

    /// Takes the next piece; none at the end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        match &mut self.source {
            Source::One(database, next) => {
                let mut text = Vec::new();
                while text.len() < PIECE && *next < database.records() {
                    match append_record(&**database, *next, &mut text) {
                        Ok(()) => *next += 1,
                        // The games before are handed over first.
                        Err(_) if !text.is_empty() => break,
                        Err(error) => return Err(error),
                    }
                }
                Ok(Some(text).filter(|text| !text.is_empty()))
            }
            Source::Many { next, groups, .. } if next == groups => Ok(None),
            Source::Many { pieces, next, .. } => {
                let from = &pieces[(*next % pieces.len() as u64) as usize];
                let received = from.recv().map_err(|_| io::Error::other("a reading thread ended"));
                let (text, is_last) = received??;
                *next += u64::from(is_last);
                Ok(Some(text))
            }
        }
    }
}

impl Read for DatabaseText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.piece.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.ended {
                return Ok(read);
            }
            // Nothing follows an error.
            self.ended = true;
            if let Some(text) = self.next()? {
                self.piece = io::Cursor::new(text);
                self.ended = false;
            }
        }
    }
}

/// Makes pieces until nobody takes them.
fn work(database: &dyn Records, groups: impl Iterator<Item = u64>, sender: &SyncSender<Piece>) {
    for group in groups {
        let first = group * TOGETHER;
        let end = (first + TOGETHER).min(database.records());
        let mut text = Vec::new();
        for index in first..end {
            let made = append_record(database, index, &mut text);
            let failed = made.is_err();
            if failed && !text.is_empty() {
                // The games before are handed over first.
                let piece = Ok((std::mem::take(&mut text), false));
                if sender.send(piece).is_err() {
                    return;
                }
            }
            let is_last = index + 1 == end;
            if failed || is_last || text.len() >= PIECE {
                let piece = made.map(|()| (std::mem::take(&mut text), is_last));
                if sender.send(piece).is_err() || failed {
                    return;
                }
            }
        }
    }
}
