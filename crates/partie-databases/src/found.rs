//! A game of a database with its problems, and its text.

use std::io;

use partie_core::{Game, Variant};
use partie_formats::{
    Code, WriteOptions,
    database::{self, codes},
};

/// A game with what could not be read of it, or not be handed on.
pub(crate) struct Found {
    pub(crate) game: Game,
    /// The problems, in order.
    pub(crate) problems: Problems,
}

/// Problems of a game.
#[derive(Default)]
pub(crate) struct Problems {
    named: Vec<(&'static Code, String)>,
    /// Number of those that are not named.
    more: usize,
}

/// Returns the problems of a database, which stand with its first game, unless it has none.
///
/// # Errors
///
/// Fails with the words of the first one if there are no games.
pub(crate) fn with_first_game(
    problems: Vec<(&'static Code, String)>,
    games: u64,
) -> io::Result<Vec<(&'static Code, String)>> {
    match problems.first() {
        Some((_, words)) if games == 0 => Err(io::Error::other(words.clone())),
        _ => Ok(problems),
    }
}

/// Most problems that are named of one game.
const MOST: usize = 20;

impl Problems {
    /// Adds a problem, whose words begin with the file.
    pub(crate) fn add(&mut self, code: &'static Code, words: String) {
        // The moves of a damaged game have one problem for each variation.
        if self.named.len() < MOST {
            self.named.push((code, words));
        } else {
            self.more += 1;
        }
    }
}

impl Found {
    /// A game without problems.
    pub(crate) fn new() -> Found {
        Found { game: Game::new(Variant::Standard), problems: Problems::default() }
    }

    /// Appends the game as PGN, and its problems before its moves. `place` names it in messages.
    pub(crate) fn append_text(mut self, place: &str, out: &mut Vec<u8>) {
        let start = out.len();
        let lost = partie_pgn::view::append_pgn(&self.game, &WriteOptions::default(), out);
        for loss in lost {
            self.problems.add(&codes::CHANGED_TEXT, format!("{place}: {}", loss.0));
        }
        let Problems { named, more } = &self.problems;
        if named.is_empty() {
            return;
        }
        let mut lines = Vec::new();
        for (code, words) in named {
            database::append_line(code, words, &mut lines);
        }
        if *more > 0 {
            let words = format!("{place}: {more} more problems of this game are not named");
            database::append_line(&codes::BROKEN_DATA, &words, &mut lines);
        }
        // Values of tags have no line ends, so the first empty line ends the tags.
        let tags = memchr::memmem::find(&out[start..], b"\n\n");
        let at = tags.map_or(start, |at| start + at + 2);
        out.splice(at..at, lines);
    }
}

/// The records of a database by their numbers.
pub(crate) trait Records: Send + Sync {
    /// Number of records.
    fn records(&self) -> u64;

    /// Reads a record by its index, from 0.
    fn read(&self, index: u64) -> io::Result<Found>;

    /// Name of the main file.
    fn name(&self) -> &str;
}

/// Appends the text of a record.
pub(crate) fn append_record(
    records: &dyn Records,
    index: u64,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let found = records.read(index)?;
    found.append_text(&format!("{}, game {}", records.name(), index + 1), out);
    Ok(())
}
