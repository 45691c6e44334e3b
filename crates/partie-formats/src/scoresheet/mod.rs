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
//! Texts without borders are cut where number 1 comes again; text around the games is kept
//! as comments.
//!
//! # What they cannot carry
//!
//! When they are written: variations, NAGs, and tags other than the players and the result.

pub mod cgp;
pub mod codes;
pub mod free;

mod account;
mod build;
mod cut;
pub(crate) mod dates;
mod front;
mod header;
mod heading;
mod ladder;
mod numbers;
mod pairing;
mod start;
mod table;
mod tokens;
pub(crate) mod vocabulary;
mod walk;
mod write;

use std::{io, ops::Range};

use partie_core::{Comment, Game, NodeId, Outcome};

use self::cut::Section;
use crate::{
    Diagnostic, Format, Parsed, ReadOptions, Record,
    decode::{self, Decoded},
    ledger::{Account, Claims, Part},
};

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
        let decoded = decode::decode(&bytes, self.options.encoding.as_deref());
        let mut options = self.options.clone();
        if decoded.encoding != "UTF-8" {
            options.encoding.get_or_insert_with(|| decoded.encoding.to_owned());
        }
        let parse = |section: &Section| {
            let text = &bytes[section.bytes.clone()];
            match self.format {
                Format::ChessGamePlayer => cgp::parse(text, &options),
                _ => free::parse_row(text, &options, section.columns.as_ref()),
            }
        };
        let mut sections = cut::sections(&decoded.text);
        for section in &mut sections {
            let Range { start, end } = section.text;
            section.bytes = decoded.byte_offset(start)..decoded.byte_offset(end);
        }
        let mut records = Vec::new();
        for (section, mut parsed) in games(sections, &decoded, parse) {
            let text = &bytes[section.bytes.clone()];
            if cut && section.bytes.end == bytes.len() {
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
                encoding: encoding
                    .unwrap_or_else(|| decode::decode(text, options.encoding.as_deref()).encoding),
                text: text.to_vec(),
                origins: Vec::new(),
                parsed,
            });
        }
        if records.is_empty() && !bytes.trim_ascii().is_empty() {
            let parsed = parse(&Section {
                bytes: 0..bytes.len(),
                text: 0..decoded.text.len(),
                line: 1,
                columns: None,
            });
            records.push(Record {
                number: 1,
                format: self.format,
                byte: 0,
                line: 1,
                encoding: encoding.unwrap_or(decoded.encoding),
                text: bytes.clone(),
                origins: Vec::new(),
                parsed,
            });
        }
        self.ready = records.into_iter();
        Ok(())
    }
}

/// Says what became of each byte of a record of free text, which may hold a game and
/// sections without one.
pub(crate) fn account(format: Format, bytes: &[u8], options: &ReadOptions) -> Account {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let text = &*decoded.text;
    let mut claims = Claims::new(true).of_words();
    let mut games = 0;
    for section in cut::sections(text) {
        let words = &text[section.text.clone()];
        let mut part = Claims::new(true);
        let parsed = match format {
            Format::ChessGamePlayer => cgp::parse_text(words, options, &mut part),
            _ => free::parse_text(words, options, section.columns.as_ref(), &mut part),
        };
        if is_no_game(&parsed.value) {
            claims.rest(section.text, Part::Kept, Some(&codes::PROSE));
        } else {
            games += 1;
            claims.append(part, section.text.start);
        }
    }
    if games == 0 {
        claims = Claims::new(true).of_words();
        let _ = match format {
            Format::ChessGamePlayer => cgp::parse_text(text, options, &mut claims),
            _ => free::parse_text(text, options, None, &mut claims),
        };
    }
    claims.account(&decoded, bytes.len())
}

/// The games of sections. A section without a game belongs to the game before it, or to the
/// first one; its text becomes a comment there.
fn games(
    sections: Vec<Section>,
    text: &Decoded<'_>,
    parse: impl Fn(&Section) -> Parsed<Game>,
) -> Vec<(Section, Parsed<Game>)> {
    let mut games: Vec<(Section, Parsed<Game>)> = Vec::new();
    let mut before: Option<Section> = None;
    for mut section in sections {
        let mut parsed = parse(&section);
        let words = || build::remark_words(&text.text[section.text.clone()]);
        if is_no_game(&parsed.value) {
            if let Some((last, parsed)) = games.last_mut() {
                last.bytes.end = section.bytes.end;
                last.text.end = section.text.end;
                add_text(&mut parsed.value, words());
            } else if let Some(before) = &mut before {
                before.bytes.end = section.bytes.end;
                before.text.end = section.text.end;
            } else {
                before = Some(section);
            }
            continue;
        }
        if let Some(before) = before.take() {
            let words = build::remark_words(&text.text[before.text.clone()]);
            let comments = &mut parsed.value.tree.annotations_mut(NodeId::ROOT).comments;
            comments.insert(0, Comment::after(words));
            for d in &mut parsed.diagnostics {
                let by = before.bytes.len();
                d.span = d.span.start + by..d.span.end + by;
                if let Some(fix) = &mut d.fix {
                    fix.span = fix.span.start + by..fix.span.end + by;
                }
            }
            section.bytes.start = before.bytes.start;
            section.text.start = before.text.start;
            section.line = before.line;
        }
        games.push((section, parsed));
    }
    games
}

/// Adds text that stands behind a game: to what was not read of it, or as a comment.
fn add_text(game: &mut Game, words: String) {
    if let Some(unread) = &mut game.unread {
        unread.push_str("\n\n");
        unread.push_str(&words);
    } else {
        let end = game.tree.mainline_end();
        game.tree.annotations_mut(end).comments.push(Comment::after(words));
    }
}

fn is_no_game(game: &Game) -> bool {
    let reported = game.outcome != Outcome::Unknown || game.unread.is_some();
    game.tree.is_empty() && (game.tags.is_empty() || !reported)
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
