//! Mending the text of records.
//!
//! Reading already understands what is only spelled otherwise; [`repair`] changes the
//! text itself, so that other programs understand it too, and leaves alone whatever
//! needs no mending: layout, comments, the order of tags. It works on the raw text and
//! looks at the resolved game only to judge: a change that is not a guess must leave
//! the game as it was read.
//!
//! There are three levels ([`Confidence`]). *Safe* changes spell the same otherwise.
//! *Likely* ones rest on the only legal reading, or settle a contradiction; what was
//! overruled stays as a comment (`{written: 0-1}`) or tag (`FENWritten`). *Guesses* are
//! found by search: a move that was miswritten or left out, where a comment should have
//! ended, the position that the game began with. Each says how many plies it explains.
//!
//! Mending a mended text changes nothing more: a record is mended until it comes to rest, and
//! so are records that would be cut otherwise behind those mended before them ([`Joiner`]).

mod edit;
mod guess;
mod line;
mod moves;
mod pgn;
mod reading;
mod settle;
mod spelling;
mod tags;

use std::ops::Range;

pub use settle::Joiner;

use partie_formats::{Code, Confidence, Diagnostic, Fix, Format, ReadOptions, Record};

/// What may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairOptions {
    /// The least sure changes that are made.
    pub level: Confidence,
    /// An illegal move stays in the moves, marked by a comment, with all that follows;
    /// otherwise what cannot be played becomes a comment (from the level *likely* on).
    pub keep_illegal: bool,
}

impl Default for RepairOptions {
    /// Level *likely*.
    fn default() -> RepairOptions {
        RepairOptions { level: Confidence::Likely, keep_illegal: false }
    }
}

/// What speaks for a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// What was assumed: `a move is missing`.
    pub assumption: String,
    /// How many more plies of the main line can be read with it.
    pub explains: u32,
    /// How many other assumptions explain as much, as far as was searched.
    pub rivals: u32,
}

impl Guess {
    /// How likely the guess is the truth, in percent, if all assumptions that explain
    /// as much are equally likely.
    #[must_use]
    pub const fn percent(&self) -> u32 {
        100 / (self.rivals + 1)
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The kind of finding that it mends.
    pub code: &'static Code,
    /// How sure it is.
    pub confidence: Confidence,
    /// The main line's ply, from 1.
    pub ply: Option<u32>,
    /// Where, in bytes of the record's text.
    pub span: Range<usize>,
    /// What stood there; empty if something was added, or if the text changed as a whole.
    pub before: String,
    /// What stands there now.
    pub after: String,
    /// What speaks for it, if it is a guess.
    pub guess: Option<Guess>,
}

/// A mended text.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The text, in UTF-8.
    pub text: String,
    /// What was changed, in the order of the changes.
    pub changes: Vec<Change>,
    /// What is still found in the text; places are in its bytes.
    pub left: Vec<Diagnostic>,
    /// True if the text is known to be one game of which there is nothing to report. It may be one
    /// in any case.
    pub faultless: bool,
}

impl Repaired {
    /// A text that needed no change, and what is found in it.
    #[must_use]
    pub const fn unchanged(text: String, left: Vec<Diagnostic>) -> Repaired {
        Repaired { text, changes: Vec::new(), left, faultless: false }
    }
}

/// Whether records of a format can be mended where they stand. The others are turned
/// into another format instead.
#[must_use]
pub const fn can_mend(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn | Format::Fen | Format::Epd)
}

/// Mends a record's text. A record of a format that [`can_mend`] refuses comes back as
/// it is.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_pgn as pgn;
/// use partie_pgn::repair::{RepairOptions, repair};
/// let text = "1. e4 e5 2. nf3 Nc6 3. Bb5 a6 4. 0-0\n";
/// let record = pgn::read(text.as_bytes(), &ReadOptions::default())
///     .next().expect("a game").expect("memory does not fail");
/// let mended = repair(&record, &RepairOptions::default(), &ReadOptions::default());
/// assert!(mended.text.ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n"), "{}", mended.text);
/// ```
#[must_use]
pub fn repair(record: &Record, options: &RepairOptions, read: &ReadOptions) -> Repaired {
    if can_mend(record.format) {
        return settle::record(record, *options, read);
    }
    let text = String::from_utf8_lossy(&record.text).into_owned();
    Repaired::unchanged(text, record.parsed.diagnostics.clone())
}

/// Finds the change that [`repair`] would make where the moves of a game stop being read:
/// the first one, if there are several. Its place is in bytes of the record's text.
///
/// This searches the game, so it is not part of reading.
#[must_use]
pub fn advice(record: &Record, read: &ReadOptions) -> Option<Fix> {
    let stopped = record.format == Format::Pgn
        && record.parsed.diagnostics.iter().any(|d| stops_game(d.code));
    stopped.then(|| pgn::advice(&record.text, read)).flatten()
}

/// Returns true if a diagnostic with this code says that the main line is read no further.
#[must_use]
pub fn stops_game(code: &Code) -> bool {
    use crate::codes::{AFTER_END, AMBIGUOUS, ILLEGAL_MOVE, MISSING_MOVE, NOT_A_MOVE, SECOND_GAME};
    [&AFTER_END, &AMBIGUOUS, &ILLEGAL_MOVE, &MISSING_MOVE, &NOT_A_MOVE, &SECOND_GAME]
        .contains(&code)
}

/// Whether records of a format are games, which an empty line separates; those of others are
/// lines.
const fn is_games(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn)
}
