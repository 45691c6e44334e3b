//! Where the text comes from, in pieces.

use std::{io, sync::Arc};

use crate::split::last_boundary;
use partie_formats::decode::Utf8Stream;

/// How much text must stand behind a border, in bytes, so that whoever comes to it from
/// before knows it for the beginning of a game.
const BEHIND: usize = 1 << 10;

/// Some text of the stream.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The byte of the stream at which it begins, from 0.
    pub(super) start: u64,
    /// The memory in which it stands, from the first byte on.
    pub(super) memory: Arc<Vec<u8>>,
    length: usize,
}

impl Piece {
    /// The byte of the stream at which it ends.
    pub(super) const fn end(&self) -> u64 {
        self.start + self.length as u64
    }

    /// Its text from a byte of the stream on.
    pub(super) fn from(&self, at: u64) -> &[u8] {
        &self.memory[(at - self.start) as usize..self.length]
    }

    /// All of its text.
    pub(super) fn text(self) -> (Arc<Vec<u8>>, usize) {
        (self.memory, self.length)
    }

    fn copied(start: u64, text: &[u8]) -> Piece {
        Piece { start, memory: Arc::new(text.to_vec()), length: text.len() }
    }
}

/// What was read at a time.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The text, one piece behind the other; they may overlap.
    pub(super) pieces: Vec<Piece>,
    /// The border that was found in the text, if one was.
    pub(super) border: Option<u64>,
    /// Whether the stream has ended, perhaps by an error.
    pub(super) ended: bool,
    pub(super) error: Option<io::Error>,
    /// The encoding of the stream, if it is turned into UTF-8.
    pub(super) decoding: Option<&'static str>,
    /// Memory that was not needed.
    pub(super) spare: Option<Vec<u8>>,
}

/// The source of a stream.
///
/// It is read in pieces from border to border. Behind its last border a piece has some
/// more text, which is the beginning of the next piece, too: so most pieces can be read
/// where they stand.
pub(super) struct Spring {
    source: Utf8Stream<Box<dyn io::Read + Send>>,
    /// How much is read at a time, in bytes.
    size: usize,
    /// The text from the last border on, if it comes again.
    carry: Vec<u8>,
    /// How far it was read.
    at: u64,
    /// The last border.
    border: u64,
}

impl Spring {
    pub(super) fn new(source: Box<dyn io::Read + Send>, size: usize) -> Spring {
        Spring { source: Utf8Stream::new(source), size, carry: Vec::new(), at: 0, border: 0 }
    }

    /// Reads more, into some memory that nobody needs. It reads but once: what has come must
    /// not wait for more.
    pub(super) fn draw(&mut self, mut memory: Vec<u8>) -> Drawn {
        memory.resize(self.size, 0);
        let carried = self.carry.len();
        memory[..carried].copy_from_slice(&self.carry);
        self.carry.clear();
        let start = self.at - carried as u64;
        let read = loop {
            match io::Read::read(&mut self.source, &mut memory[carried..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let mut drawn = Drawn { decoding: self.source.decoding(), ..Drawn::default() };
        let n = read.unwrap_or_else(|error| {
            drawn.error = Some(error);
            0
        });
        drawn.ended = n == 0;
        let length = carried + n;
        self.at += n as u64;
        let text = &memory[..length];
        let full = length == self.size;
        if n > 0 {
            // So that no piece is small, and little is carried.
            let apart = self.border + self.size as u64 / 2;
            let earliest = apart.saturating_sub(start) as usize;
            let earliest = if full { earliest.max(self.size / 2) } else { earliest };
            let latest = length.saturating_sub(BEHIND.min(self.size / 8));
            let border = last_boundary(text, earliest..latest.max(earliest));
            if let Some(border) = border {
                self.border = start + border as u64;
                drawn.border = Some(self.border);
                if full {
                    self.carry.extend_from_slice(&text[border..]);
                }
            }
        }
        let copied = |at: u64| Piece::copied(at, &text[(at - start) as usize..]);
        // What came slowly must not wait for more.
        let next = drawn.border.filter(|_| !full).map(copied);
        if length > 0 && length < self.size / 2 {
            drawn.pieces.push(copied(start));
        }
        if length < self.size / 2 {
            drawn.spare = Some(memory);
        } else {
            drawn.pieces.push(Piece { start, memory: Arc::new(memory), length });
        }
        drawn.pieces.extend(next);
        drawn
    }
}
