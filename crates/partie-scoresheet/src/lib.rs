//! Games in texts that follow no standard.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! [`cgp`] is the text import of "Chess Game Player": pairs of squares with a mark
//! between them, anywhere in any text. [`free`] is every other scoresheet: moves in any
//! notation and language, found by legality.
//!
//! # What is forgiven
//!
//! Nearly all mistakes: a text is searched for a game that can be played. Text that is not a legal
//! move is prose, unless a number or the squares themselves mark it as a move.
//!
//! Texts written by Partie name their notation in a line such as `Notation: san in German`, and are
//! read in that notation only.
//!
//! Texts without boundaries are split where number 1 recurs; text around the games is kept as
//! comments.
//!
//! # What they cannot carry
//!
//! Written texts lack variations, NAGs, and tags other than the players and the result.
//!
//! # How a text is read
//!
//! A text is split where a heading, a result or move 1 may begin a game (`cut` with `first_move` and
//! `restarts`; `table` for rows of Markdown and CSV). The lines around the moves become tags (`front`, `header`,
//! `pairing`, `colours`, `dates`, `start_line`, each of which finds `facts`, with the `vocabulary` of eighteen languages).
//! The words are read in every notation (`walk`), and the reading that gets furthest wins (`reading`). `numbers`
//! and `ladder` tell the numbers of the mainline from those in sentences; `rows` reads a game printed in rows from these
//! alone. Words that no part of the reader claims
//! become comments where they are (`account`). `free` makes a game of all this, `cgp::reader` one of pairs of
//! squares; `records` joins text without a game to the game before it, and each `segment` can be read again.
//!
//! Imports lead downwards: `records`, `segment`, `free` and `cgp::reader`, `cut` and `front`, `first_move`,
//! `table::find` and `restarts`, `reading`, `rows`, `walk`, `header`, `heading`, `evidence` and `squares`, `tokens`,
//! `vocabulary`.

pub mod cgp;
pub mod codes;
pub mod free;

mod account;
mod blocks;
mod build;
mod colours;
mod cut;
pub mod dates;
mod evidence;
mod facts;
mod first_move;
mod front;
mod header;
mod heading;
mod ladder;
mod misread;
mod numbers;
mod pairing;
mod player;
mod reading;
mod records;
mod rest;
mod restarts;
mod rows;
mod segment;
mod sides;
mod spelled;
mod squares;
mod start;
mod start_line;
mod table;
mod tokens;
pub mod vocabulary;
mod walk;
mod write;

use std::{io, ops::Range};

use partie_formats::{
    Format, ReadOptions, Record, decode,
    ledger::{Account, Part, Span},
    message,
};

pub use free::parse;
pub use header::notation_named;
pub use player::is_of_moves;
pub use records::Records;
pub use spelled::castling_in_words;
pub use table::has_table;
pub use vocabulary::moves::is_mark;
pub use write::write;

/// Reads the games of a text: any scoresheet. The text is read as a whole, since
/// no mark ends its games for certain.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    Records::of(source, options, Format::Scoresheet)
}

/// Returns the record of a text that is a part of a game, and is kept as it is.
#[must_use]
pub fn part_of_game(text: Vec<u8>) -> Record {
    let mut parsed = free::nothing(&decode::decode(&text, Some("utf-8")));
    for found in &mut parsed.diagnostics {
        found.message = message!("a part of a game stands here, outside of all games");
    }
    Record {
        number: 1,
        format: Format::Scoresheet,
        byte: 0,
        line: 1,
        encoding: "UTF-8",
        text,
        origins: Vec::new(),
        segments: Vec::new(),
        parsed,
    }
}

/// Accounts for each byte of a record of free text.
#[must_use]
pub fn account(record: &Record, options: &ReadOptions) -> Account {
    let mut account = Account::default();
    if record.parsed.diagnostics.iter().any(|d| d.code.id == codes::NO_GAME.id) {
        let (part, code) = (Part::Kept, Some(&codes::NO_GAME));
        account.spans.push(Span { bytes: 0..record.text.len(), part, code });
        return account;
    }
    let mut at = 0;
    for segment in &record.segments {
        let Range { start, end } = segment.bytes();
        if at < start {
            account.spans.push(Span { bytes: at..start, part: Part::Whitespace, code: None });
        }
        at = end;
        let part = segment.account(record, options);
        let shifted = |mut span: Span| {
            span.bytes = span.bytes.start + start..span.bytes.end + start;
            span
        };
        account.spans.extend(part.spans.into_iter().map(shifted));
        account.overlaps.extend(part.overlaps.into_iter().map(shifted));
    }
    account
}
