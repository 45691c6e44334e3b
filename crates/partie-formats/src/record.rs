//! One record of a stream: a game, its place and its diagnostics.

use std::{
    borrow::Cow,
    cell::Cell,
    fmt,
    ops::Range,
    panic::{RefUnwindSafe, UnwindSafe},
    sync::Arc,
};

use partie_core::{Boards, Game};

use crate::{Diagnostic, Format, Loss, Parsed, ReadOptions, decode, ledger::Account};

/// A place in a file as editors show it: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Byte offset of its text in the stream, from 0 (in a UTF-16 stream: of the stream as UTF-8).
    pub byte: u64,
    /// The line on which its text begins, from 1.
    pub line: u64,
    /// The encoding it was read in (`UTF-8`, `windows-1250`, ...).
    pub encoding: &'static str,
    /// Its bytes, to which all spans refer.
    pub text: Vec<u8>,
    /// Places of the text's lines, if they lay apart in the stream (in a transcript): for some
    /// lines the offset of their first byte in the text, ascending, and their place. Empty if the
    /// text stands in the stream as it is.
    pub origins: Vec<(usize, Place)>,
    /// Separately read parts of a free text, which an account of its bytes reads again; empty in other
    /// formats.
    pub segments: Vec<Arc<dyn Segment>>,
    /// The game and the diagnostics.
    pub parsed: Parsed<Game>,
}

/// A separately read part of a free text's record, which is read again for an account of its bytes.
pub trait Segment: fmt::Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Returns its place in the record's text.
    fn bytes(&self) -> Range<usize>;

    /// Accounts for each of its bytes, from 0 at its start.
    fn account(&self, record: &Record, options: &ReadOptions) -> Account;
}

/// Name of the code that readers of all formats give a text without a game.
const NO_GAME: &str = "no-game";

/// A record that was written in another format.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The record; of its game as much as the options of reading keep.
    pub record: Record,
    /// The text in the other format.
    pub text: Vec<u8>,
    /// The parts that were lost in writing.
    pub lost: Vec<Loss>,
}

impl Record {
    /// Makes the record of a game that stands in no text.
    #[must_use]
    pub fn of_game(game: Game, number: u64) -> Record {
        let two = matches!(game.start, Boards::Two(_));
        Record {
            number,
            format: if two { Format::Bpgn } else { Format::Pgn },
            byte: 0,
            line: 1,
            encoding: "UTF-8",
            text: Vec::new(),
            origins: Vec::new(),
            segments: Vec::new(),
            parsed: Parsed::clean(game),
        }
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.parsed.value
    }

    /// Returns the game without its record, to be changed.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.parsed.value
    }

    /// Returns the diagnostics, each with the place at which it begins.
    pub fn diagnostics(&self) -> impl Iterator<Item = (Place, &Diagnostic)> {
        let places = self.places();
        self.parsed.diagnostics.iter().map(move |d| (places.of(d.span.start), d))
    }

    /// Returns bytes of the text in its encoding.
    #[must_use]
    pub fn decoded<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        // A mixture begins with UTF-8 too, and is what the decoder falls back to; a record
        // of a UTF-16 stream has been turned into UTF-8.
        let label = if self.encoding.starts_with("UTF-") { "UTF-8" } else { self.encoding };
        decode::decode(bytes, Some(label)).text
    }

    /// Returns true if the text holds a game: a tag, a move, a position, or a result that stands
    /// alone. A text without one is still a record, so that nothing of a stream is lost.
    #[must_use]
    pub fn holds_game(&self) -> bool {
        self.parsed.diagnostics.iter().all(|d| d.code.name != NO_GAME)
    }

    /// Returns the place in the stream of an offset into the text. LF, CR LF and CR end a line.
    ///
    /// In a transcript, where lines may have been put together or freed from a log's
    /// spelling, line and start of line are exact; column and byte are counted in the
    /// line as it stands in the text.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let at = self.origins.partition_point(|(start, _)| *start <= offset);
        if let Some((start, place)) = at.checked_sub(1).map(|i| self.origins[i]) {
            let before = &self.text[start..offset];
            let column = place.column + self.characters(before);
            return Place { column, byte: place.byte + before.len() as u64, ..place };
        }
        self.places().of(offset)
    }

    /// Returns the places of many offsets, fastest if the offsets ascend.
    #[must_use]
    pub const fn places(&self) -> Places<'_> {
        Places { record: self, known: Cell::new((0, 0, 0)) }
    }

    /// Returns the line of text (without its end) that holds an offset, and its span.
    #[must_use]
    pub fn line_around(&self, offset: usize) -> Range<usize> {
        let offset = offset.min(self.text.len());
        let (before, after) = self.text.split_at(offset);
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |i| i + 1);
        let end = memchr::memchr2(b'\n', b'\r', after).map_or(self.text.len(), |i| offset + i);
        start..end
    }

    /// Counts characters: one for each byte in an 8-bit encoding, and for each stray byte of a
    /// mixture.
    fn characters(&self, bytes: &[u8]) -> u64 {
        if !self.encoding.starts_with("UTF-") {
            return bytes.len() as u64;
        }
        let count = match str::from_utf8(bytes) {
            Ok(text) => text.chars().count(),
            Err(_) => bytes
                .utf8_chunks()
                .map(|c| c.valid().chars().count() + c.invalid().len())
                .sum::<usize>(),
        };
        count as u64
    }
}

/// Finds the places of many offsets: [`Record::place`] counts from the start of the text
/// each time, this goes on from the offset before.
#[derive(Debug)]
pub struct Places<'a> {
    record: &'a Record,
    /// An offset, the lines that end before it, and the characters before it on its line.
    known: Cell<(usize, u64, u64)>,
}

impl Places<'_> {
    /// Returns the place in the stream of an offset into the text, as [`Record::place`].
    #[must_use]
    pub fn of(&self, offset: usize) -> Place {
        let Record { text, origins, line, byte, .. } = self.record;
        let offset = offset.min(text.len());
        if !origins.is_empty() {
            return self.record.place(offset);
        }
        let (at, mut lines, mut column) = match self.known.get() {
            known if known.0 <= offset => known,
            _ => (0, 0, 0),
        };
        let mut start = at;
        for i in memchr::memchr2_iter(b'\n', b'\r', &text[at..offset]).map(|i| at + i) {
            if text[i] == b'\n' || text.get(i + 1) != Some(&b'\n') {
                (lines, column, start) = (lines + 1, 0, i + 1);
            }
        }
        column += self.record.characters(&text[start..offset]);
        // A character is counted whole.
        if text.get(offset).is_none_or(|b| b & 0xc0 != 0x80) {
            self.known.set((offset, lines, column));
        }
        Place { line: line + lines, column: column + 1, byte: byte + offset as u64 }
    }
}

#[cfg(test)]
mod tests {
    use partie_core::Variant;

    use super::*;

    fn record(text: &[u8], encoding: &'static str, origins: Vec<(usize, Place)>) -> Record {
        Record {
            number: 1,
            format: Format::Pgn,
            byte: 100,
            line: 10,
            encoding,
            text: text.to_vec(),
            origins,
            segments: Vec::new(),
            parsed: Parsed::clean(Game::new(Variant::Standard)),
        }
    }

    #[test]
    fn places_in_one_piece() {
        let record = record("a\r\nč\rde\nf".as_bytes(), "UTF-8", Vec::new());
        let at = |offset| {
            let place = record.place(offset);
            (place.line, place.column, place.byte)
        };
        assert_eq!(at(0), (10, 1, 100));
        assert_eq!(at(3), (11, 1, 103));
        assert_eq!(at(5), (11, 2, 105));
        assert_eq!(at(6), (12, 1, 106));
        assert_eq!(at(9), (13, 1, 109));
        assert_eq!(at(99), (13, 2, 110));
    }

    #[test]
    fn places_one_after_the_other() {
        for (text, encoding) in [
            ("a\r\nč\rde\nf".as_bytes(), "UTF-8"),
            (b"\n\r\r\n\xe9\xc4\x8d\xff x", "UTF-8 and windows-1252"),
            (b"Ji\xf8\xed\r\nx", "windows-1250"),
        ] {
            let record = record(text, encoding, Vec::new());
            for first in 0..=text.len() {
                for second in 0..=text.len() {
                    let places = record.places();
                    assert_eq!(places.of(first), record.place(first));
                    assert_eq!(places.of(second), record.place(second), "{first} {second}");
                }
            }
        }
    }

    #[test]
    fn columns_count_characters_of_the_encoding() {
        let utf8 = "Jiří x".as_bytes();
        assert_eq!(record(utf8, "UTF-8", Vec::new()).place(7).column, 6);
        assert_eq!(record(utf8, "UTF-16LE", Vec::new()).place(7).column, 6);
        assert_eq!(record(b"Ji\xf8\xed x", "windows-1250", Vec::new()).place(5).column, 6);
        let mixed = record(b"\xc3\xbc \xfc x", "UTF-8 and windows-1252", Vec::new());
        assert_eq!(mixed.place(5).column, 5);
    }

    #[test]
    fn places_in_a_transcript() {
        let origin = |line, byte| Place { line, column: 1, byte };
        let origins = vec![(0, origin(4, 70)), (3, origin(9, 200))];
        let record = record(b"ab\ncd\n", "UTF-8", origins);
        assert_eq!(record.place(1), Place { line: 4, column: 2, byte: 71 });
        assert_eq!(record.place(3), Place { line: 9, column: 1, byte: 200 });
        assert_eq!(record.place(4), Place { line: 9, column: 2, byte: 201 });
    }
}
