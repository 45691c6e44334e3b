//! Options of a repair, its changes and its result.

use std::ops::Range;

use partie_core::{Game, Outcome, Position, setters};
use partie_formats::{Code, Confidence, Diagnostic, Format, decode::Decoded, message};

use crate::codes;

/// Options of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepairOptions {
    /// The least sure changes that are made.
    pub level: Confidence,
}

impl Default for RepairOptions {
    /// Repairs at the level *likely*.
    fn default() -> RepairOptions {
        RepairOptions { level: Confidence::Likely }
    }
}

setters! { RepairOptions:
    /// Sets the least sure changes that are made.
    level: Confidence;
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
    /// Makes a guess.
    pub(super) fn new(assumption: impl Into<String>, explains: u32, rivals: u32) -> Guess {
        Guess { assumption: assumption.into(), explains, rivals }
    }

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
    /// Certainty of the change.
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
    /// True if the text is known to be one game without diagnostics. If false, it may still be one.
    pub faultless: bool,
    /// The results of its games, of those that [say anything](says_anything).
    pub(super) results: Vec<Outcome>,
}

impl Repaired {
    /// Returns a text that needed no change, and what is found in it.
    #[must_use]
    pub const fn unchanged(text: String, left: Vec<Diagnostic>) -> Repaired {
        Repaired { text, changes: Vec::new(), left, faultless: false, results: Vec::new() }
    }
}

/// Returns true if a game has more than empty tags and text that was not read: moves, a start
/// position, a result or a name.
pub(super) fn says_anything(game: &Game) -> bool {
    let is_named = || {
        let names = ["White", "Black"].into_iter().filter_map(|name| game.tags.get(name));
        names.into_iter().any(|name| name != "?")
    };
    let start = game.start.first();
    game.ply_count() > 0
        || game.outcome.is_known()
        || !game.start.is_unread() && *start != Position::start(start.variant())
        || is_named()
}

/// Returns the change of a text that is not in UTF-8.
pub(super) fn re_encoded(bytes: &[u8], decoded: &Decoded<'_>) -> Option<Change> {
    let encoding = decoded.encoding;
    let foreign = !encoding.starts_with("UTF-8") || encoding.contains("and");
    foreign.then(|| {
        let at = bytes.utf8_chunks().next().map_or(0, |c| c.valid().len());
        let diagnostic = Diagnostic::new(&codes::EIGHT_BIT, at..at, message!(""));
        whole(&diagnostic, format!("{encoding} became UTF-8"))
    })
}

/// Returns a change of the text as a whole.
pub(super) fn whole(diagnostic: &Diagnostic, after: String) -> Change {
    Change {
        code: diagnostic.code,
        confidence: Confidence::Safe,
        ply: None,
        span: diagnostic.span.clone(),
        before: String::new(),
        after,
        guess: None,
    }
}

/// Returns true if records of a format are games, which an empty line separates, and not single
/// lines.
pub(super) const fn is_games(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn)
}
