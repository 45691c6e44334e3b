//! One record of a stream: a game, where it stood, and what was noticed.

use std::ops::Range;

use partie_core::Game;

use crate::{Format, Parsed};

/// A place in a file, as people and editors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// Byte, from 0.
    pub byte: u64,
}

/// A game with its text and its place in the stream.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number in the stream, from 1.
    pub number: u64,
    /// The format it was read as.
    pub format: Format,
    /// Where its text begins in the stream, in bytes from 0 (in a UTF-16 stream: of
    /// the stream turned into UTF-8).
    pub byte: u64,
    /// The line on which its text begins, from 1.
    pub line: u64,
    /// The encoding it was read in (`UTF-8`, `windows-1250`, ...).
    pub encoding: &'static str,
    /// Its bytes, to which all spans refer.
    pub text: Vec<u8>,
    /// The game and the findings.
    pub parsed: Parsed<Game>,
}

impl Record {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.parsed.value
    }

    /// The place in the stream of an offset into the text. LF, CR LF and CR end a line.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        let before = &self.text[..offset.min(self.text.len())];
        let mut lines = 0;
        let mut start = 0;
        for (i, b) in before.iter().enumerate() {
            let ends = match b {
                b'\n' => true,
                b'\r' => self.text.get(i + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                lines += 1;
                start = i + 1;
            }
        }
        Place {
            line: self.line + lines,
            column: self.characters(&before[start..]) + 1,
            byte: self.byte + offset as u64,
        }
    }

    /// The line of text (without its end) that holds an offset, and its span.
    #[must_use]
    pub fn line_around(&self, offset: usize) -> Range<usize> {
        let offset = offset.min(self.text.len());
        let ends = |b: &u8| matches!(b, b'\n' | b'\r');
        let start = self.text[..offset].iter().rposition(ends).map_or(0, |i| i + 1);
        let end = self.text[offset..].iter().position(ends).map_or(self.text.len(), |i| offset + i);
        start..end
    }
    /// How many characters some bytes are: one a byte in an 8-bit encoding and for the
    /// stray bytes of a mixture.
    fn characters(&self, bytes: &[u8]) -> u64 {
        if !self.encoding.starts_with("UTF-") {
            return bytes.len() as u64;
        }
        bytes.utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len()).sum::<usize>()
            as u64
    }
}
