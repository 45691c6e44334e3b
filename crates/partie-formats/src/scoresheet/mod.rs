//! Games in texts that follow no standard.
//!
//! [`cgp`] is the text import of "Chess Game Player": pairs of squares with a mark
//! between them, anywhere in any text. [`free`] is every other scoresheet: moves in any
//! notation and language, found by legality.
//!
//! # What is forgiven
//!
//! Nearly everything: a text is searched for a game that can be played. What is no
//! legal move is prose, unless a number or the squares themselves say that a move was meant.
//!
//! Texts that Partie writes name their notation in a line such as `Notation: san in German`;
//! such a text is read in that notation only.
//!
//! # What they cannot carry
//!
//! Variations, NAGs, and tags other than the players and the result.

pub mod cgp;
pub mod codes;
pub mod free;

mod cut;
mod header;
mod heading;
mod ladder;
mod tokens;
mod write;

use std::io;

use partie_core::Outcome;

use crate::{Diagnostic, Format, Parsed, ReadOptions, Record, decode};

pub use free::parse;
pub(crate) use header::notation_named;
pub use write::write;

/// How many games' worth of text is read at most.
const TEXT_FACTOR: usize = 4;

/// Reads the games of a text: any scoresheet. The text is read as a whole, since
/// nothing parts its games for certain.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    Records {
        source: Some(source),
        options: options.clone(),
        format: Format::Scoresheet,
        ready: Vec::new().into_iter(),
    }
}

/// The games of a text, in order; made by [`read`] and [`cgp::read`].
#[derive(Debug)]
pub struct Records<R> {
    source: Option<R>,
    options: ReadOptions,
    format: Format,
    ready: std::vec::IntoIter<Record>,
}

impl<R: io::Read> Records<R> {
    fn load(&mut self, source: R) -> io::Result<()> {
        let limit = self.options.limits.game_bytes.saturating_mul(TEXT_FACTOR);
        let mut bytes = Vec::new();
        let mut stream = io::Read::take(decode::Utf8Stream::new(source), limit as u64 + 1);
        io::Read::read_to_end(&mut stream, &mut bytes)?;
        let encoding = stream.get_ref().decoding();
        let cut = bytes.len() > limit;
        bytes.truncate(limit);
        let parse: fn(&[u8], &ReadOptions) -> Parsed<partie_core::Game> = match self.format {
            Format::ChessGamePlayer => cgp::parse,
            _ => free::parse,
        };
        let sections = cut::sections(&bytes);
        let several = sections.len() > 1;
        let mut records = Vec::new();
        for (i, section) in sections.iter().enumerate() {
            let text = &bytes[section.bytes.clone()];
            let mut parsed = parse(text, &self.options);
            let game = &parsed.value;
            let told = game.outcome != Outcome::Unknown || game.unread.is_some();
            let no_game = game.tree.is_empty() && (game.tags.is_empty() || !told);
            // Prose between games is nothing to tell of, if there are games.
            if no_game && several {
                continue;
            }
            if cut && i + 1 == sections.len() {
                let end = text.len();
                let message =
                    format!("the text is longer than {limit} bytes; the rest was left out");
                parsed.diagnostics.push(Diagnostic::new(&codes::TOO_LONG, end..end, message));
            }
            records.push(Record {
                number: records.len() as u64 + 1,
                format: self.format,
                byte: section.bytes.start as u64,
                line: section.line,
                encoding: encoding.unwrap_or_else(|| {
                    decode::decode(text, self.options.encoding.as_deref()).encoding
                }),
                text: text.to_vec(),
                origins: Vec::new(),
                parsed,
            });
        }
        if records.is_empty() && !bytes.trim_ascii().is_empty() {
            let parsed = parse(&bytes, &self.options);
            records.push(Record {
                number: 1,
                format: self.format,
                byte: 0,
                line: 1,
                encoding: encoding.unwrap_or("UTF-8"),
                text: bytes,
                origins: Vec::new(),
                parsed,
            });
        }
        self.ready = records.into_iter();
        Ok(())
    }
}

impl<R: io::Read> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        if let Some(source) = self.source.take()
            && let Err(error) = self.load(source)
        {
            return Some(Err(error));
        }
        self.ready.next().map(Ok)
    }
}
