//! Games of a library that are asked questions.

use std::{
    cell::OnceCell,
    collections::BTreeSet,
    ops::{ControlFlow, Range},
    rc::Rc,
};

use partie_core::{Boards, Game, Outcome, Tags, Variant};
use partie_formats::{Format, Parsed, Record, WriteOptions};

use super::{Library, LibraryError, Result, segment::Segment};
use crate::{
    columns::Batch,
    query::{FenPattern, Query, Subject},
};

/// Columns that hold neither tags nor the result.
const OF_MOVES: [&str; 9] = [
    "code",
    "wide",
    "movetext",
    "comment_spaces",
    "unread",
    "clocks",
    "move_times",
    "evals",
    "mates",
];

/// A game of a library. Its moves are read when they are first asked for.
#[derive(Debug)]
pub struct StoredGame<'a> {
    /// Number in the library, from 1.
    pub number: u64,
    library: &'a Library,
    batch: Rc<Batch>,
    row: usize,
    tags: Tags,
    game: OnceCell<Game>,
    text: OnceCell<Vec<u8>>,
}

impl StoredGame<'_> {
    /// Returns the file that it was imported from, and the byte with which it began there, from 0.
    #[must_use]
    pub fn origin(&self) -> (&str, u64) {
        let column = |name| self.batch.column(name);
        let file = column("file").and_then(|column| column.text(self.row));
        let byte = column("byte").and_then(|column| column.number(self.row));
        (file.unwrap_or_default(), byte.and_then(|byte| byte.try_into().ok()).unwrap_or(0))
    }

    /// Returns true if its moves were read with its tags.
    fn has_moves(&self) -> bool {
        self.batch.column("code").is_some()
    }

    /// Returns the game as a record without text.
    ///
    /// # Errors
    ///
    /// If its moves must be read first, and a file cannot be read or is damaged.
    pub fn record(&self) -> Result<Record> {
        let game = match self.game.get() {
            Some(game) => game.clone(),
            None if self.has_moves() => self.batch.game(self.row),
            None => self.library.game(self.number)?.unwrap_or_else(nothing),
        };
        let two = matches!(game.start, Boards::Two(_));
        Ok(Record {
            number: self.number,
            format: if two { Format::Bpgn } else { Format::Pgn },
            byte: 0,
            line: 1,
            encoding: "UTF-8",
            text: Vec::new(),
            origins: Vec::new(),
            segments: Vec::new(),
            parsed: Parsed::clean(game),
        })
    }
}

/// Returns a game as PGN, or as BPGN if it has two boards.
pub(super) fn written(game: &Game) -> Vec<u8> {
    let (mut text, options) = (Vec::new(), WriteOptions::default());
    // Memory does not fail.
    let _ = match game.start {
        Boards::One(_) => partie_pgn::write(game, &options, &mut text),
        Boards::Two(_) => partie_pgn::bpgn::write(game, &options, &mut text),
    };
    text
}

fn nothing() -> Game {
    Game::new(Variant::Standard)
}

impl Subject for StoredGame<'_> {
    fn file(&self) -> &str {
        self.origin().0
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    fn outcome(&self) -> Outcome {
        let result = self.batch.column("result").and_then(|column| column.text(self.row));
        result.and_then(Outcome::from_pgn).unwrap_or_default()
    }

    fn text(&self) -> &[u8] {
        self.text.get_or_init(|| written(self.game()))
    }

    fn game(&self) -> &Game {
        self.game.get_or_init(|| {
            // A query that looks at the game has them read.
            if self.has_moves() { self.batch.game(self.row) } else { nothing() }
        })
    }
}

impl Library {
    /// Gives the games that answer a query to a function, in the order of their numbers, until it
    /// breaks off.
    ///
    /// # Errors
    ///
    /// That of the function, and if a file cannot be read or is damaged.
    pub fn find<E: From<LibraryError>>(
        &self,
        query: &Query,
        mut each: impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<(), E> {
        let columns: Vec<&str> = crate::columns::COLUMNS
            .iter()
            .map(|field| field.name)
            .filter(|name| !query.needs_tags_only() || !OF_MOVES.contains(name))
            .collect();
        // A diagram has no key.
        let wanted = query.needed_position().map(FenPattern::keys);
        let wanted = wanted.filter(|keys| !keys.is_empty());
        for segment in &self.segments {
            let has_other_keys =
                |name: &String| !matches!(&**name, "Standard" | "Chess960" | "From Position");
            let by_index = !segment.entry.variants.iter().any(has_other_keys);
            match wanted.as_deref().filter(|_| by_index) {
                None => {
                    let rows = 0..segment.entry.games;
                    if self.find_among(segment, rows, &columns, query, &mut each)?.is_break() {
                        return Ok(());
                    }
                }
                Some(keys) => {
                    let mut rows = BTreeSet::new();
                    for key in keys {
                        let visits = segment.visits(*key)?.into_iter();
                        rows.extend(visits.map(|visit| visit.game - segment.entry.first_game));
                    }
                    for row in rows {
                        let rows = row..row + 1;
                        if self.find_among(segment, rows, &columns, query, &mut each)?.is_break() {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks the games of some rows of a segment.
    fn find_among<E: From<LibraryError>>(
        &self,
        segment: &Segment,
        rows: Range<u64>,
        columns: &[&str],
        query: &Query,
        mut each: impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<ControlFlow<()>, E> {
        let mut number = segment.entry.first_game + rows.start;
        let mut scan = segment.scan(columns, rows)?;
        // The first games are to be seen at once.
        let mut together = 64;
        while let Some(batch) = scan.next(together)? {
            together = 512;
            let batch = Rc::new(batch);
            for row in 0..batch.len() {
                let game = StoredGame {
                    number,
                    library: self,
                    batch: batch.clone(),
                    row,
                    tags: batch.tags_with_implied(row),
                    game: OnceCell::new(),
                    text: OnceCell::new(),
                };
                number += 1;
                if query.answers(&game) && each(&game)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
