//! Repair of records: the text itself is changed, so that other programs understand it, too.
//!
//! Reading already understands what is merely spelled otherwise. [`repair`] works on the text and
//! leaves alone whatever needs no fix: layout, comments, the order of tags. It parses the game only
//! to judge: a change that is not a guess must leave the game as it was read.
//!
//! There are three levels ([`Confidence`]). *Safe* changes only affect spelling. *Likely* ones rest
//! on the only legal reading, or settle a contradiction; the text that was overruled stays as a
//! comment (`{written: 0-1}`) or tag (`FENWritten`). *Guesses* are found by search: a move that was
//! miswritten or left out, the end of a comment, the start position. Each says how many plies it
//! explains.
//!
//! Repairing a repaired text changes nothing more: a record is read again until no fix is left, and
//! so are records whose boundaries depend on the ones repaired before them ([`Joiner`]).

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

/// Options of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairOptions {
    /// The least sure changes that are made.
    pub level: Confidence,
    /// An illegal move stays in the moves, marked by a comment, with all that follows;
    /// otherwise what cannot be played becomes a comment (from the level *likely* on).
    pub keep_illegal: bool,
}

impl Default for RepairOptions {
    /// Repairs at the level *likely*.
    fn default() -> RepairOptions {
        RepairOptions { level: Confidence::Likely, keep_illegal: false }
    }
}

/// Evidence for a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The assumption, such as `a move is missing`.
    pub assumption: String,
    /// Number of additional plies of the main line that it makes readable.
    pub explains: u32,
    /// Number of other assumptions that explain as much, as far as the search went.
    pub rivals: u32,
}

impl Guess {
    /// Returns the probability of the guess in percent, if all assumptions that explain as much are
    /// equally likely.
    #[must_use]
    pub const fn percent(&self) -> u32 {
        100 / (self.rivals + 1)
    }
}

/// One change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Kind of diagnostic that it resolves.
    pub code: &'static Code,
    /// How certain the change is.
    pub confidence: Confidence,
    /// The main line's ply, from 1.
    pub ply: Option<u32>,
    /// Place of the change, in bytes of the record's text.
    pub span: Range<usize>,
    /// The text before; empty for an insertion, or if the text changed as a whole.
    pub before: String,
    /// The text after.
    pub after: String,
    /// Evidence for it, if it is a guess.
    pub guess: Option<Guess>,
}

/// A repaired text.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The text, in UTF-8.
    pub text: String,
    /// The changes, in the order in which they were made.
    pub changes: Vec<Change>,
    /// Diagnostics of the repaired text; places are in its bytes.
    pub left: Vec<Diagnostic>,
    /// True if the text is known to be one game of which there is nothing to report. It may be one
    /// in any case.
    pub faultless: bool,
}

impl Repaired {
    /// Returns a text that needed no change, and what is found in it.
    #[must_use]
    pub const fn unchanged(text: String, left: Vec<Diagnostic>) -> Repaired {
        Repaired { text, changes: Vec::new(), left, faultless: false }
    }
}

/// Returns true if records of a format can be repaired in place. Others are converted to another
/// format instead.
#[must_use]
pub const fn can_repair(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn | Format::Fen | Format::Epd)
}

/// Repairs a record's text. A record of a format that [`can_repair`] refuses comes back as
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
    if can_repair(record.format) {
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

/// Returns true if records of a format are games, which an empty line separates, and not single
/// lines.
const fn is_games(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn)
}
