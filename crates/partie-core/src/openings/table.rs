//! Openings by the numbers of their positions.

use std::{collections::HashMap, sync::OnceLock};

use super::{OpeningLine, lines};
use crate::{
    Board, Color, Position,
    rules::{
        fast::{FastBoard, FastReader},
        pieces::{PieceKey, PieceTracker as _},
    },
};

/// The openings, found by their positions.
pub(super) struct Table {
    /// The initial position.
    pub(super) start: PieceKey,
    /// Number of plies in which a game may come to the position of any line: it may take longer
    /// than the line does.
    pub(super) longest: usize,
    lines: HashMap<u64, OpeningLine>,
}

/// Returns the table, built on first use.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

impl Table {
    fn new() -> Table {
        let start = PieceKey::of(&Board::default());
        let mut table = Table { start, longest: 0, lines: HashMap::new() };
        let mut reader = FastReader::new();
        for line in lines() {
            let Some(position) = played(&mut reader, line.moves) else { continue };
            let key = PieceKey::of(position.board()).with_turn(position.turn());
            table.longest = table.longest.max(line.moves.split(' ').count() + 8);
            table.lines.insert(key, line);
        }
        table
    }

    /// Returns the line whose name a position bears.
    pub(super) fn at(&self, pieces: PieceKey, turn: Color) -> Option<&OpeningLine> {
        self.lines.get(&pieces.with_turn(turn))
    }
}

/// Returns the position after some moves.
pub(super) fn played(reader: &mut FastReader, moves: &str) -> Option<Position> {
    let mut board = FastBoard::new();
    for word in moves.split(' ') {
        let mut bytes = [0; 8];
        bytes.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        reader.play(&mut board, u64::from_le_bytes(bytes))?;
    }
    Some(board.to_position())
}
