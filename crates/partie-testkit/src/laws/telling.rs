//! Games in short, which the laws compare, and the complaints of readers.

use std::{collections::BTreeMap, fmt, io::Cursor};

use partie_core::{Boards, Game, Outcome, Position};
use partie_formats::{Format, ReadOptions, Record, Severity};
use partie_records::{container::Layers, dispatch, open};

use crate::corpus;

/// A game in short: what no reading of the same text may change.
#[derive(Clone, PartialEq)]
pub struct InShort {
    /// The start position.
    pub start: Boards,
    /// The main line, as engines write moves.
    pub moves: Vec<String>,
    /// The result.
    pub outcome: Outcome,
    /// The names of the players.
    pub players: [Option<String>; 2],
}

impl InShort {
    /// Tells a game in short.
    #[must_use]
    pub fn of(game: &Game) -> InShort {
        InShort {
            start: game.start.clone(),
            moves: corpus::moves(game),
            outcome: game.outcome,
            players: ["White", "Black"].map(|name| game.tags.get(name).map(str::to_owned)),
        }
    }

    /// Returns true if the game begins in the start position of its rules, or in one that could not
    /// be read.
    #[must_use]
    pub fn begins_as_usual(&self) -> bool {
        let start = self.start.first();
        self.start.is_unread() || *start == Position::start(start.variant())
    }
}

impl fmt::Debug for InShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = &self.players;
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let moves = self.moves.join(" ");
        write!(f, "[{} - {}: {moves} {}]", name(white), name(black), self.outcome.as_pgn())
    }
}

/// Tells the games of some records in short.
#[must_use]
pub fn in_short(records: &[Record]) -> Vec<InShort> {
    let games = records.iter().filter(|record| record.holds_game());
    games.map(|record| InShort::of(record.game())).collect()
}

/// Reads a text as the program does: detected, unpacked, read. `None` if it is refused aloud as no
/// chess.
#[must_use]
pub fn opened(text: &[u8], name: Option<&str>) -> Option<(Layers, Vec<Record>)> {
    opened_as(text, name, None)
}

/// Reads a text as the program does, whose format may be named.
#[must_use]
pub fn opened_as(
    text: &[u8],
    name: Option<&str>,
    format: Option<Format>,
) -> Option<(Layers, Vec<Record>)> {
    let stream = open(Cursor::new(text.to_vec()), name, format, 1).ok()?;
    let read = dispatch::read(stream.layers, stream.reader, &ReadOptions::default());
    Some((stream.layers, read.map(|record| record.expect("memory does not fail")).collect()))
}

/// Reads a text as one format.
#[must_use]
pub fn read_as(format: Format, text: &[u8]) -> Vec<Record> {
    let read = dispatch::read(format, Box::new(text), &ReadOptions::default());
    read.map(|record| record.expect("memory does not fail")).collect()
}

/// Counts the diagnostics by their codes that give `partie check` the exit status 1.
#[must_use]
pub fn complaints(records: &[Record]) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    let all = records.iter().flat_map(|record| &record.parsed.diagnostics);
    for diagnostic in all.filter(|d| d.severity >= Severity::Repaired) {
        *codes.entry(diagnostic.code.id).or_default() += 1;
    }
    codes
}

/// Returns true if some complaints say more than others.
#[must_use]
pub fn says_more(new: &BTreeMap<&str, usize>, old: &BTreeMap<&str, usize>) -> bool {
    new.iter().any(|(code, count)| old.get(code).is_none_or(|before| count > before))
}
