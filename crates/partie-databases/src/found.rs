//! A game of a database with its problems, and its text.

use std::io;

use partie_core::{Game, Variant};
use partie_formats::{Code, WriteOptions, database};

/// A game with what could not be read of it, or not be handed on.
pub(crate) struct Found {
    /// The game; `None` if there is none with this problem.
    pub(crate) game: Option<Game>,
    /// The problems, in order.
    pub(crate) problems: Problems,
}

/// Problems of a game.
#[derive(Default)]
pub(crate) struct Problems(Vec<(&'static Code, String)>);

/// Most problems that are named of one game.
const MOST: usize = 20;

impl Problems {
    /// Adds a problem, whose words begin with the file.
    pub(crate) fn add(&mut self, code: &'static Code, words: String) {
        // The moves of a damaged game have one problem for each variation.
        if self.0.len() < MOST {
            self.0.push((code, words));
        }
    }
}

impl Found {
    /// A game without problems.
    pub(crate) fn new() -> Found {
        Found { game: Some(Game::new(Variant::Standard)), problems: Problems::default() }
    }

    /// Appends the game as PGN, and its problems before its moves. `place` names it in messages.
    pub(crate) fn append_text(mut self, place: &str, out: &mut Vec<u8>) {
        let start = out.len();
        if let Some(game) = &self.game {
            let lost = partie_pgn::view::append_pgn(game, &WriteOptions::default(), out);
            for loss in lost {
                self.problems.add(&database::codes::CHANGED_TEXT, format!("{place}: {}", loss.0));
            }
        }
        if self.problems.0.is_empty() {
            return;
        }
        let mut lines = Vec::new();
        for (code, words) in &self.problems.0 {
            database::append_line(code, words, &mut lines);
        }
        // Values of tags have no line ends, so the first empty line ends the tags.
        let tags = memchr::memmem::find(&out[start..], b"\n\n");
        let at = tags.map_or(start, |at| start + at + 2);
        out.splice(at..at, lines);
        if self.game.is_none() {
            out.push(b'\n');
        }
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
