//! Openings by the numbers of their positions.

use std::{collections::HashMap, sync::OnceLock};

use super::{OpeningLine, lines};
use crate::{
    Board, Color, Ply,
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
    /// A bit for the lower 16 bits of each number in `lines`: most positions of games have none, and are
    /// not looked up.
    bits: Box<[u64; 1 << 10]>,
}

/// Returns the table, built on first use.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

impl Table {
    fn new() -> Table {
        let start = PieceKey::of(&Board::default());
        let (lines_by_number, bits) = (HashMap::with_capacity(4096), Box::new([0; 1 << 10]));
        let mut table = Table { start, longest: 0, lines: lines_by_number, bits };
        let mut reader = FastReader::new();
        for line in lines() {
            let Some((board, key)) = after(&mut reader, start, line.moves) else { continue };
            table.longest = table.longest.max(line.moves.split(' ').count() + 8);
            let number = key.with_turn(board.turn());
            let (word, bit) = place_of(number);
            table.bits[word] |= bit;
            table.lines.insert(number, line);
        }
        table
    }

    /// Returns the line whose name a position bears.
    pub(super) fn at(&self, pieces: PieceKey, turn: Color) -> Option<&OpeningLine> {
        let number = pieces.with_turn(turn);
        let (word, bit) = place_of(number);
        if self.bits[word] & bit == 0 {
            return None;
        }
        self.lines.get(&number)
    }
}

/// Returns the place of the bit of a number in [`Table::bits`].
const fn place_of(number: u64) -> (usize, u64) {
    ((number >> 6 & 0x3ff) as usize, 1 << (number & 63))
}

/// Returns the board after some moves, and the number of its pieces, given that of the start.
fn after(reader: &mut FastReader, start: PieceKey, moves: &str) -> Option<(FastBoard, PieceKey)> {
    let (mut board, mut key) = (FastBoard::new(), start);
    for word in moves.split(' ') {
        let mut bytes = [0; 8];
        bytes.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        let turn = board.turn();
        let ply = reader.play(&mut board, u64::from_le_bytes(bytes))?;
        key.play(turn, Ply::Move(ply.into()))?;
    }
    Some((board, key))
}

/// Returns the position after a line of moves.
#[cfg(test)]
pub(super) fn position_after(moves: &str) -> Option<crate::Position> {
    let start = PieceKey::of(&Board::default());
    after(&mut FastReader::new(), start, moves).map(|(board, _)| board.to_position())
}
