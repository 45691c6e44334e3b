//! Tables of positions: a row for each position of the main lines.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use partie_core::{Boards, Piece};
use partie_formats::{WriteOptions, fen};

use super::{
    Library, Problem,
    replayed::{first_position, replay, start_in},
};
use crate::{
    Writer, Written,
    columns::{Batch, PositionRow, Table, moves},
    query::Query,
    stored_moves::material_text,
};

/// Number of positions that are encoded at a time.
const BATCH: usize = 1 << 12;

/// A table of positions that was written.
#[derive(Debug)]
pub struct WrittenPositions<W> {
    /// The output that the table was written to.
    pub out: W,
    /// Number of positions.
    pub positions: u64,
    /// Number of games that they are of.
    pub games: u64,
    /// Number of games with two boards, which have no rows.
    pub of_two_boards: u64,
    /// Files that could not be read or are damaged, so that games are missing.
    pub problems: Vec<Problem>,
}

impl Library {
    /// Writes a row for each main-line position of the games that match a query to a Parquet file,
    /// in the order of the games. `threads` threads encode it; memory holds a row group.
    ///
    /// # Errors
    ///
    /// Fails if writing to `out` fails.
    pub fn write_positions<W: Write + Send>(
        &self,
        query: &Query,
        out: W,
        threads: usize,
    ) -> io::Result<WrittenPositions<W>> {
        let mut writer = Writer::of(Table::Positions, out, threads)?;
        let mut batch = Batch::of(Table::Positions);
        let (mut games, mut of_two_boards) = (0, 0);
        let mut damaged = Vec::new();
        let mut problems = self.find_readable(query, |game| {
            let (own, row) = game.whole_row().map_err(io::Error::other)?;
            match push_positions(game.number, own, row, &mut batch) {
                Pushed::All => games += 1,
                Pushed::TwoBoards => of_two_boards += 1,
                Pushed::Moves(moves) => {
                    games += 1;
                    let what = format!("game {} has {moves} moves that can be read", game.number);
                    let segment = self.segment_of(game.number);
                    damaged.extend(segment.map(|segment| Problem::of_games(segment, what)));
                }
            }
            if batch.len() >= BATCH {
                writer.write(batch.take())?;
            }
            Ok::<_, io::Error>(ControlFlow::Continue(()))
        })?;
        problems.append(&mut damaged);
        writer.write(batch)?;
        let written = writer.finish()?;
        let Written { out, games: positions } = written;
        Ok(WrittenPositions { out, positions, games, of_two_boards, problems })
    }
}

/// Positions of a game that were added to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// All of them.
    All,
    /// None, because the game has two boards.
    TwoBoards,
    /// Positions of the first moves, this many; the next move cannot be read.
    Moves(usize),
}

/// Adds the positions of the main line of a game to a batch of [`Table::Positions`]. The game has a
/// number, and is a row, from 0, of a batch with the columns `variant`, `fen`, `plies`, `code`, `wide`,
/// `clocks`, `evals` and `mates`.
pub fn push_positions(number: u64, own: &Batch, row: usize, batch: &mut Batch) -> Pushed {
    let start = start_in(own, row);
    if matches!(start, Some(Boards::Two(_))) {
        return Pushed::TwoBoards;
    }
    let list = |name| own.column(name).and_then(|column| column.numbers(row));
    let [clocks, evals, mates] = ["clocks", "evals", "mates"].map(list);
    let after = |list: Option<&[Option<i32>]>, ply: usize| {
        list.and_then(|list| list.get(ply.checked_sub(1)?).copied().flatten())
    };
    let mut position = first_position(start.as_ref());
    let options = WriteOptions::default();
    let (mut ply, mut clock, mut illegal) = (0, [None; 2], false);
    replay(own, row, start.as_ref(), |key, played| {
        if illegal {
            return;
        }
        if ply > 0 {
            // Of the side that has moved.
            clock[position.turn().fold_wb(1, 0)] = after(clocks, ply);
        }
        let uci = played.and_then(|(packed, _)| moves::uci(packed.to_le_bytes()));
        batch.push_position(&PositionRow {
            game: number,
            ply,
            key,
            fen: &fen::position(&position, &options),
            uci: uci.as_ref().map(|(_, uci)| &**uci),
            clocks: clock,
            eval: after(evals, ply),
            mate: after(mates, ply),
            material: &material_text(|color, role| {
                position.board().by_piece(Piece { color, role }).count()
            }),
        });
        ply += 1;
        illegal = played.is_some_and(|(_, played)| position.play(played).is_err());
    });
    let plies = own.column("plies").and_then(|column| column.number(row));
    let moves = usize::saturating_sub(ply, 1);
    if illegal || plies != i64::try_from(moves).ok() {
        return Pushed::Moves(moves);
    }
    Pushed::All
}
