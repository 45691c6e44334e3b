//! Separately read parts of a text.

use std::ops::Range;

use partie_core::Game;

use super::{account::UnclaimedWords, cgp::reader, codes, cut::Section, free, table::Columns};
use partie_formats::{
    Format, Parsed, ReadOptions, Record,
    decode::{self, Decoded},
    ledger::{Account, Claims, Part},
    record,
};

/// A separately read part of a free text's record: the game, or text around it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Segment {
    /// Place in the record's text.
    pub(super) bytes: Range<usize>,
    /// Columns of the table, if it is a row of one.
    columns: Option<Columns>,
    /// Label of its encoding.
    encoding: &'static str,
    /// True if its game is the record's; the text of all others is kept as a comment.
    pub(super) is_game: bool,
}

impl Segment {
    /// Makes a segment of a section of a text, as if it held the game of a record.
    pub(super) fn of(section: &Section, decoded: &Decoded<'_>) -> Segment {
        Segment {
            bytes: section.bytes.clone(),
            columns: section.columns.clone(),
            encoding: decoded.label(),
            is_game: true,
        }
    }

    /// Reads the segment: its game, with spans in bytes of the segment, and the kept words.
    pub(super) fn parse(
        &self,
        format: Format,
        bytes: &[u8],
        options: &ReadOptions,
    ) -> (Parsed<Game>, UnclaimedWords) {
        let bytes = &bytes[self.bytes.clone()];
        match format {
            Format::ChessGamePlayer => reader::parse_bytes(bytes, options),
            _ => free::parse_bytes(bytes, options, self.columns.as_ref()),
        }
    }
}

impl record::Segment for Segment {
    fn bytes(&self) -> Range<usize> {
        self.bytes.clone()
    }

    fn account(&self, record: &Record, options: &ReadOptions) -> Account {
        let bytes = &record.text[self.bytes.clone()];
        let decoded = decode::decode(bytes, Some(self.encoding));
        let text = &*decoded.text;
        let mut claims = Claims::new(true).of_words();
        if self.is_game {
            let _ = match record.format {
                Format::ChessGamePlayer => reader::parse_text(text, options, &mut claims),
                _ => free::parse_text(text, options, self.columns.as_ref(), &mut claims),
            };
        } else {
            claims.rest(0..text.len(), Part::Kept, Some(&codes::PROSE));
        }
        claims.account(&decoded, bytes.len())
    }
}
