//! Cached counts of the moves played in popular positions.
//!
//! `rollup` has rows for every position that at least [`POPULAR`] games of a segment reached: the
//! counts of each move, and the games that an answer shows. They equal the counts over the games of
//! `positions`, so a query without a filter need not count these.

use std::path::Path;

use partie_core::rules::PositionKey;

use super::{
    error::Result,
    number_file::{NumberColumn, NumberKind, NumberWriter, read_column},
    summary::GameSummary,
    tally::{Counted, Mean, Results, Tallied, Tally},
};
use crate::reader::TableFile;

/// The move of a game that ended in a position.
pub(super) const NO_MOVE: i16 = -1;

/// Number of games from which on the answer of a position is kept: two pages of `positions`.
pub(super) const POPULAR: usize = 4096;

/// Number of games of each kind that are kept with a position.
pub(super) const KEPT_GAMES: usize = 16;

/// Columns of `rollup`.
pub(super) const ROLLUP: [NumberColumn; 13] = {
    use NumberKind::{Int16, Int32, Int64};
    const fn column(name: &'static str, kind: NumberKind) -> NumberColumn {
        NumberColumn { name, kind }
    }
    [
        column("key", Int64),
        column("kind", Int16),
        column("move", Int16),
        column("game", Int64),
        column("white", Int32),
        column("draws", Int32),
        column("black", Int32),
        column("unknown", Int32),
        column("white_elo_sum", Int64),
        column("white_elo_count", Int32),
        column("black_elo_sum", Int64),
        column("black_elo_count", Int32),
        column("last_played", Int32),
    ]
};

/// Kinds of rows.
const MOVE: i64 = 0;
const TOP_GAME: i64 = 1;
const RECENT_GAME: i64 = 2;

/// A row, in the order of [`ROLLUP`].
type Row = [i64; ROLLUP.len()];

/// Writes rows of the positions that are popular.
pub(super) struct RollupWriter(NumberWriter);

impl RollupWriter {
    pub(super) fn create(path: &Path) -> Result<RollupWriter> {
        NumberWriter::create(path, "rollup", &ROLLUP).map(RollupWriter)
    }

    /// Adds a position with its counts.
    pub(super) fn add(&mut self, key: i64, tally: Tally) -> parquet::errors::Result<()> {
        let Tallied { counted, top_games, recent_games } = tally.finish();
        let mut rows: Vec<Row> = counted.iter().map(|(move_, c)| row(key, *move_, c)).collect();
        rows.sort_unstable();
        for (kind, games) in [(TOP_GAME, top_games), (RECENT_GAME, recent_games)] {
            rows.extend(games.iter().map(|game| {
                let mut row = [0; ROLLUP.len()];
                let move_ = (game.packed_move as i16).into();
                [row[0], row[1], row[2], row[3]] = [key, kind, move_, game.number as i64];
                row
            }));
        }
        self.0.rows(|columns| {
            for (at, column) in columns.iter_mut().enumerate() {
                column.extend(rows.iter().map(|row| row[at]));
            }
        })
    }

    pub(super) fn finish(self, path: &Path) -> Result<()> {
        self.0.finish(path)
    }
}

fn row(key: i64, packed: u16, counted: &Counted) -> Row {
    let Counted { results, elo: [white, black], last_played: (year, month), last_game } = counted;
    [
        key,
        MOVE,
        (packed as i16).into(),
        *last_game as i64,
        results.white as i64,
        results.draws as i64,
        results.black as i64,
        results.unknown as i64,
        white.sum as i64,
        white.count as i64,
        black.sum as i64,
        black.count as i64,
        i64::from(*year) * 100 + i64::from(*month),
    ]
}

/// Adds a position's cached counts to a tally; `summaries` are the segment's, whose games are
/// numbered from `first_game` on. Returns false if nothing is cached.
pub(super) fn add_kept(
    file: &TableFile,
    rows: std::ops::Range<u64>,
    key: PositionKey,
    (first_game, summaries): (u64, &[GameSummary]),
    tally: &mut Tally,
) -> parquet::errors::Result<bool> {
    let count = (rows.end - rows.start) as usize;
    let keys = read_column(file, ROLLUP[0], (rows.start, count))?;
    let first = keys.partition_point(|other| *other < key.as_i64());
    let count = keys[first..].partition_point(|other| *other == key.as_i64());
    let rows = (rows.start + first as u64, count);
    let mut kept: Vec<Row> = vec![[0; ROLLUP.len()]; count];
    for (at, column) in ROLLUP.iter().enumerate().filter(|_| count > 0) {
        let numbers = read_column(file, *column, rows)?;
        kept.iter_mut().zip(numbers).for_each(|(row, number)| row[at] = number);
    }
    for row in kept {
        let [_, kind, move_, game, numbers @ ..] = row;
        if move_ == i64::from(NO_MOVE) {
            // Earlier versions counted games that ended there.
            continue;
        }
        let packed = move_ as u16;
        let number = game as u64;
        if kind == MOVE {
            let [white, draws, black, unknown, elos @ .., last_played] = numbers.map(|n| n as u64);
            let [white_sum, white_count, black_sum, black_count] = elos;
            let counted = Counted {
                results: Results { white, draws, black, unknown },
                elo: [
                    Mean { sum: white_sum, count: white_count },
                    Mean { sum: black_sum, count: black_count },
                ],
                last_played: ((last_played / 100) as u16, (last_played % 100) as u8),
                last_game: number,
            };
            tally.add_counted(packed, &counted);
        } else if let Some(summary) = summaries.get(number.wrapping_sub(first_game) as usize) {
            tally.add_game(number, *summary, packed, kind == TOP_GAME);
        }
    }
    Ok(count > 0)
}
