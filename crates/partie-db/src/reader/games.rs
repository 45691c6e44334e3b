//! Games of a Parquet file that a [`Writer`](crate::Writer) or a library wrote.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Cursor, Read},
    sync::Arc,
};

use parquet::{errors::ParquetError, schema::types::SchemaDescriptor};
use partie_core::{Game, Variant};
use partie_formats::{Format, WriteOptions};

use super::{Scan, TableFile};
use crate::{
    columns::{COLUMNS, Table},
    writer::{failure, schema::schema},
};

/// Number of rows that are read at a time.
const ROWS: usize = 256;

/// Games of a Parquet file, in their order. They have what the columns carry
/// ([`columns`](crate::columns)).
pub struct ParquetGames {
    scan: Scan,
    games: VecDeque<Game>,
}

impl std::fmt::Debug for ParquetGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ParquetGames")
    }
}

impl ParquetGames {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, is not a Parquet file, or has columns that Partie does not
    /// write.
    pub fn open(file: File) -> io::Result<ParquetGames> {
        let file = Arc::new(TableFile::of(file)?);
        let has = |column: &str| file.leaf(column).is_ok();
        let table = match () {
            () if has("moves_binary") => Table::File,
            () if has("code") && has("id") => Table::Library,
            () => return Err(other("the Parquet file has no columns of games")),
        };
        let expected = SchemaDescriptor::new(schema(table).map_err(failure)?);
        let mut columns = Vec::new();
        // No game is made from what follows from other columns.
        for at in table.places().filter(|at| !COLUMNS[*at].is_derived()) {
            let name = COLUMNS[at].name;
            let of_column = |schema: &SchemaDescriptor| -> Vec<_> {
                let leaves = schema.columns().iter();
                let own = leaves.filter(|leaf| leaf.path().parts()[0] == name);
                own.map(|leaf| (leaf.physical_type(), leaf.max_def_level(), leaf.max_rep_level()))
                    .collect()
            };
            let found = of_column(file.schema());
            if found.is_empty() {
                continue;
            }
            if found != of_column(&expected) {
                let why = format!("the column `{name}` is not as Partie writes it");
                return Err(other(&why));
            }
            columns.push(at);
        }
        let rows = 0..file.rows();
        Ok(ParquetGames { scan: Scan::new(file, columns, rows)?, games: VecDeque::new() })
    }
}

fn other(why: &str) -> io::Error {
    failure(ParquetError::General(why.to_owned()))
}

impl ParquetGames {
    /// Returns the games as text, written one by one while they are read: BPGN if the first game
    /// has two boards, else PGN.
    #[must_use]
    pub fn into_text(self) -> (Format, impl Read + Send) {
        let mut games = self.peekable();
        let has_two_boards = |game: &io::Result<Game>| {
            game.as_ref().is_ok_and(|game| game.variant == Variant::Bughouse)
        };
        let is_bughouse = games.peek().is_some_and(has_two_boards);
        let format = if is_bughouse { Format::Bpgn } else { Format::Pgn };
        (format, TextOfGames { games, text: Cursor::default() })
    }
}

/// Text of games.
struct TextOfGames<G> {
    games: G,
    text: Cursor<Vec<u8>>,
}

impl<G: Iterator<Item = io::Result<Game>>> Read for TextOfGames<G> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.text.read(buffer)? {
                0 if !buffer.is_empty() => {}
                length => return Ok(length),
            }
            let Some(game) = self.games.next() else { return Ok(0) };
            let (game, options) = (game?, WriteOptions::default());
            let mut text = Vec::new();
            if game.variant == Variant::Bughouse {
                partie_pgn::bpgn::write(&game, &options, &mut text)?.ignore();
            } else {
                partie_pgn::write(&game, &options, &mut text)?.ignore();
            }
            self.text = Cursor::new(text);
        }
    }
}

impl Iterator for ParquetGames {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        if self.games.is_empty() {
            let batch = self.scan.next(ROWS).transpose()?;
            match batch {
                Ok(batch) => self.games.extend((0..batch.len()).map(|row| batch.game(row))),
                Err(error) => return Some(Err(error)),
            }
        }
        self.games.pop_front().map(Ok)
    }
}
