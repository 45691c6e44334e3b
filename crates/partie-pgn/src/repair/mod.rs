//! Repair of records: the text itself is changed, so that other programs understand it, too.
//!
//! Reading already understands nonstandard spellings. [`repair`] edits the text and keeps
//! everything that needs no fix: layout, comments, the order of tags. It only parses the game to
//! judge an edit: unless it is a guess, it must not change the game as read.
//!
//! There are three levels ([`Confidence`]). *Safe* changes only affect spelling. *Likely* ones rest
//! on the only legal reading, or settle a contradiction; overruled text stays as a comment
//! (`{written: 0-1}`) or tag (`FENWritten`). *Guesses* are found by search: a move that was
//! miswritten or left out, the end of a comment, the start position. Each says how many plies it
//! explains.
//!
//! Repairing a repaired text changes nothing: a record is read again until no fix is left, and so
//! are records whose boundaries depend on earlier repairs ([`Joiner`]).
//!
//! [`Confidence`]: partie_formats::Confidence
//!
//! # How a text is mended
//!
//! `partie fix` never rewrites a game; it edits parts of its text. Reading with `examine(..,
//! wanted)` collects *fixes* along with the diagnostics. `repair::pgn` applies the fixes of the
//! requested level, reads the text again, and repeats until no fix is left (at most 64 rounds). A
//! guard rejects edits at the levels `safe` and `likely` that would change the game as it was read:
//! moves, variations, comments, result. Where reading stopped, it may continue. Text that cannot be
//! read becomes a comment (`{Not read: ...}`), replaced text is kept next to the new text
//! (`{written: ...}`, `DateWritten`), and a guess names its assumptions. Repairing twice equals
//! repairing once (a law in the tests).
//!
//! A text that is read by items alone without diagnostics needs no repair, so a repaired game takes one reading by
//! tokens and one or two by items (`fast/single`); missing roster tags are added without any general reading.
//!
//! Move numbers are evidence (`movetext/numbering`). An unexpected number is a slip if the numbers after it continue
//! without it; otherwise a move is missing, and the mainline stops there. It also stops at a word that is not a
//! move, unless the numbers confirm the move after it: then the word is prose. `repair::spelling` reads such a
//! word if only one reading lets the rest of the game be played, and `repair::guess` searches further.
//! `repair::advice` asks both, so `check` proposes what `fix` would do.
//!
//! A sentence around moves is not played (`movetext/doubt`). A second number of White before Black's begins an
//! alternative, which remains text up to Black's number. A move without a number is not played if the next number
//! names the same move again, or a later one than the next.

mod as_pgn;
mod change;
mod edit;
mod guess;
mod line;
mod moves;
mod pgn;
mod reading;
mod settle;
mod spelling;
mod tags;

pub use change::{Change, Guess, RepairOptions, Repaired};
pub use moves::stops_game;
pub use settle::Joiner;

use partie_formats::{Fix, Format, ReadOptions, Record};

/// Returns true if records of a format can be repaired in place. The games of others are written
/// as PGN.
#[must_use]
pub const fn can_repair(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn | Format::Fen | Format::Epd)
}

/// Returns true if the games of a format can be repaired, in place or as PGN. The boards of a
/// transcript leave nothing to repair.
#[must_use]
pub const fn can_mend(format: Format) -> bool {
    !matches!(format, Format::Style12)
}

/// Repairs a record's text. The game of a record in a format that [`can_repair`] refuses comes back
/// as PGN, in which the moves that were not read are repaired; a text without a game comes back
/// empty. A record of a format that [`can_mend`] refuses comes back as it is.
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
    if can_mend(record.format) {
        return as_pgn::record(record, *options, read);
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
    if !record.parsed.diagnostics.iter().any(stops_game) {
        return None;
    }
    match record.format {
        Format::Pgn => pgn::advice(&record.text, read),
        format if can_repair(format) => None,
        _ => as_pgn::advice(record, read),
    }
}
