//! Source of a stream, read in pieces.

use std::{io, sync::Arc};

use crate::split::last_boundary;
use partie_formats::decode::Utf8Stream;

/// Number of bytes that must follow a boundary, so that a reader arriving from earlier text
/// recognises the beginning of a game there.
const LOOKAHEAD: usize = 1 << 10;

/// A source of any type, so that what reads it is compiled once.
pub(super) type AnySource = Box<dyn io::Read + Send>;

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
    /// Returns the byte of the stream at which it ends.
    pub(super) const fn end(&self) -> u64 {
        self.start + self.length as u64
    }

    /// Returns its text from a byte of the stream on.
    pub(super) fn from(&self, at: u64) -> &[u8] {
        &self.memory[(at - self.start) as usize..self.length]
    }

    /// Returns all of its text.
    pub(super) fn text(self) -> (Arc<Vec<u8>>, usize) {
        (self.memory, self.length)
    }

    fn copied(start: u64, text: &[u8]) -> Piece {
        Piece { start, memory: Arc::new(text.to_vec()), length: text.len() }
    }
}

/// Result of one read from the source.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// Pieces of the text in order; they may overlap.
    pub(super) pieces: Vec<Piece>,
    /// The boundary that was found in the text, if one was.
    pub(super) boundary: Option<u64>,
    /// True if the stream has ended, perhaps by an error.
    pub(super) ended: bool,
    pub(super) error: Option<io::Error>,
    /// The encoding of the stream, if it is turned into UTF-8.
    pub(super) decoding: Option<&'static str>,
    /// A buffer that was not needed.
    pub(super) spare: Option<Vec<u8>>,
}

/// The source of a stream.
///
/// It is read in pieces from boundary to boundary. After its last boundary a piece has some
/// more text, which is the beginning of the next piece, too: so most pieces can be read
/// where they stand.
pub(super) struct Source {
    stream: Utf8Stream<AnySource>,
    /// Number of bytes that are read at once.
    size: usize,
    /// The text from the last boundary on, if it comes again.
    carry: Vec<u8>,
    /// Number of bytes read so far.
    at: u64,
    /// The last boundary.
    boundary: u64,
}

impl Source {
    pub(super) fn new(source: AnySource, size: usize) -> Source {
        Source { stream: Utf8Stream::new(source), size, carry: Vec::new(), at: 0, boundary: 0 }
    }

    /// Reads more, into a spare buffer. It reads only once: text that has arrived must
    /// not wait for more.
    pub(super) fn read(&mut self, mut memory: Vec<u8>) -> Chunk {
        memory.resize(self.size, 0);
        let carried = self.carry.len();
        memory[..carried].copy_from_slice(&self.carry);
        self.carry.clear();
        let start = self.at - carried as u64;
        let read = loop {
            match io::Read::read(&mut self.stream, &mut memory[carried..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let mut chunk = Chunk { decoding: self.stream.decoding(), ..Chunk::default() };
        let n = read.unwrap_or_else(|error| {
            chunk.error = Some(error);
            0
        });
        chunk.ended = n == 0;
        let length = carried + n;
        self.at += n as u64;
        let text = &memory[..length];
        let full = length == self.size;
        if n > 0 {
            // Keeps pieces large and the carried text small.
            let apart = self.boundary + self.size as u64 / 2;
            let earliest = apart.saturating_sub(start) as usize;
            let earliest = if full { earliest.max(self.size / 2) } else { earliest };
            let latest = length.saturating_sub(LOOKAHEAD.min(self.size / 8));
            let boundary = last_boundary(text, earliest..latest.max(earliest));
            if let Some(boundary) = boundary {
                self.boundary = start + boundary as u64;
                chunk.boundary = Some(self.boundary);
                if full {
                    self.carry.extend_from_slice(&text[boundary..]);
                }
            }
        }
        let copied = |at: u64| Piece::copied(at, &text[(at - start) as usize..]);
        // Text that arrives slowly must not wait for more.
        let next = chunk.boundary.filter(|_| !full).map(copied);
        if length > 0 && length < self.size / 2 {
            chunk.pieces.push(copied(start));
        }
        if length < self.size / 2 {
            chunk.spare = Some(memory);
        } else {
            chunk.pieces.push(Piece { start, memory: Arc::new(memory), length });
        }
        chunk.pieces.extend(next);
        chunk
    }
}
