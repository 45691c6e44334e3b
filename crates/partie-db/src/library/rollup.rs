//! Cached counts of the moves played in popular positions.
//!
//! `rollup` has rows for every position that at least [`popular`] games of a segment reached: the
//! counts of each move, and the games that an answer shows. They equal the counts over the games of
//! `positions`, so a query without a filter need not count these.

use std::path::Path;

use partie_core::rules::PositionKey;

use partie_core::{Color, Outcome};

use super::{
    Speed,
    error::Result,
    manifest::FACTS_IN_ROLLUP,
    number_file::{NumberColumn, NumberKind, NumberWriter, read_column},
    numbering::GameNumbers,
    summary::GameSummary,
    tally::{Counted, ExploredGame, Mean, Results, Tallied, Tally},
};
use crate::reader::TableFile;

/// The move of a game that ended in a position.
pub(super) const NO_MOVE: i16 = -1;

/// Returns the number of games from which on the answer of a position is kept, in tables of a
/// version. The facts of fewer games are read one by one sooner than those of all.
pub(super) const fn popular(tables: u64) -> usize {
    if tables < FACTS_IN_ROLLUP { 4096 } else { 512 }
}

/// Number of games of each kind that are kept with a position.
pub(super) const KEPT_GAMES: usize = 16;

/// Number of columns before version [`FACTS_IN_ROLLUP`].
pub(super) const COUNTS: usize = 13;

/// Columns of `rollup`: the counts of a move, then the facts of a game.
pub(super) const ROLLUP: [NumberColumn; COUNTS + 7] = {
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
        column("white_elo", Int32),
        column("black_elo", Int32),
        column("played", Int32),
        column("result", Int16),
        column("speed", Int16),
        column("casual", Int16),
        column("titled", Int16),
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
                row[COUNTS..].copy_from_slice(&facts(&game.summary));
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
    let Counted { results, elo: [white, black], last_played, last_game } = counted;
    let counts: [i64; COUNTS] = [
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
        of_month(*last_played),
    ];
    let mut row = [0; ROLLUP.len()];
    row[..COUNTS].copy_from_slice(&counts);
    row
}

fn of_month((year, month): (u16, u8)) -> i64 {
    i64::from(year) * 100 + i64::from(month)
}

const fn month_of(number: i64) -> (u16, u8) {
    ((number / 100) as u16, (number % 100) as u8)
}

/// Results in the order of their numbers.
const RESULTS: [Outcome; 4] =
    [Outcome::Unknown, Outcome::Win(Color::White), Outcome::Draw, Outcome::Win(Color::Black)];

/// Returns the facts of a game as columns.
fn facts(game: &GameSummary) -> [i64; ROLLUP.len() - COUNTS] {
    let GameSummary { white_elo, black_elo, year, month, outcome, speed, casual, titled } = *game;
    let place = |found: Option<usize>| found.map_or(0, |at| at as i64);
    [
        white_elo.into(),
        black_elo.into(),
        of_month((year, month)),
        place(RESULTS.iter().position(|result| *result == outcome)),
        place(Speed::ALL.iter().position(|other| Some(*other) == speed).map(|at| at + 1)),
        casual.into(),
        titled.into(),
    ]
}

/// Returns the game whose facts these columns have.
fn summary_of(facts: [i64; ROLLUP.len() - COUNTS]) -> GameSummary {
    let [white_elo, black_elo, played, result, speed, casual, titled] = facts;
    let (year, month) = month_of(played);
    GameSummary {
        white_elo: white_elo as u16,
        black_elo: black_elo as u16,
        year,
        month,
        outcome: RESULTS.get(result as usize).copied().unwrap_or_default(),
        speed: Speed::ALL.get((speed as usize).wrapping_sub(1)).copied(),
        casual: casual != 0,
        titled: titled != 0,
    }
}

/// The cached counts of a position.
pub(super) struct Kept {
    /// By move.
    moves: Vec<(u16, Counted)>,
    /// Games that an answer shows; `true` for those with the highest ratings. Those of earlier
    /// versions have no summaries.
    games: Vec<(ExploredGame, bool)>,
}

impl Kept {
    /// Reads the counts of a position, which are among some rows. `None` if there are none.
    pub(super) fn read(
        file: &TableFile,
        rows: std::ops::Range<u64>,
        key: PositionKey,
        has_facts: bool,
    ) -> parquet::errors::Result<Option<Kept>> {
        let count = (rows.end - rows.start) as usize;
        let keys = read_column(file, ROLLUP[0], (rows.start, count))?;
        let first = keys.partition_point(|other| *other < key.as_i64());
        let count = keys[first..].partition_point(|other| *other == key.as_i64());
        if count == 0 {
            return Ok(None);
        }
        let rows = (rows.start + first as u64, count);
        let mut read: Vec<Row> = vec![[0; ROLLUP.len()]; count];
        let columns = if has_facts { &ROLLUP[..] } else { &ROLLUP[..COUNTS] };
        for (at, column) in columns.iter().enumerate() {
            let numbers = read_column(file, *column, rows)?;
            read.iter_mut().zip(numbers).for_each(|(row, number)| row[at] = number);
        }
        let mut kept = Kept { moves: Vec::new(), games: Vec::new() };
        // Earlier versions counted games that ended there.
        for row in read.into_iter().filter(|row| row[2] != i64::from(NO_MOVE)) {
            kept.push(row);
        }
        Ok(Some(kept))
    }

    fn push(&mut self, row: Row) {
        let [_, kind, move_, game, white, draws, black, unknown, elos @ .., last_played] =
            *row.first_chunk::<COUNTS>().expect("a row has counts");
        let (packed_move, number) = (move_ as u16, game as u64);
        if kind != MOVE {
            let summary = summary_of(*row.last_chunk().expect("a row has facts"));
            let game = ExploredGame { number, summary, packed_move };
            self.games.push((game, kind == TOP_GAME));
            return;
        }
        let [white, draws, black, unknown] = [white, draws, black, unknown].map(|n| n as u64);
        let [white_sum, white_count, black_sum, black_count] = elos.map(|n: i64| n as u64);
        let counted = Counted {
            results: Results { white, draws, black, unknown },
            elo: [
                Mean { sum: white_sum, count: white_count },
                Mean { sum: black_sum, count: black_count },
            ],
            last_played: month_of(last_played),
            last_game: number,
        };
        self.moves.push((packed_move, counted));
    }

    /// Fills in the facts of games of an earlier version, given the summaries of the segment, and
    /// the numbers of its games.
    pub(super) fn fill_in(&mut self, numbering: &GameNumbers, summaries: &[GameSummary]) {
        for (game, _) in &mut self.games {
            let row = numbering.row_of(game.number);
            let summary = row.and_then(|row| summaries.get(row as usize));
            game.summary = summary.copied().unwrap_or_default();
        }
    }

    /// Adds the counts and the games to a tally.
    pub(super) fn add_to(self, tally: &mut Tally) {
        for (packed_move, counted) in self.moves {
            tally.add_counted(packed_move, &counted);
        }
        for (game, is_top) in self.games {
            tally.add_game(game, is_top);
        }
    }
}
