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
}

/// Returns the table, built on first use.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

impl Table {
    fn new() -> Table {
        let start = PieceKey::of(&Board::default());
        let mut table = Table { start, longest: 0, lines: HashMap::with_capacity(4096) };
        let mut reader = FastReader::new();
        // The positions of the line before, of which the next one has most.
        let mut path = vec![(FastBoard::new(), start)];
        let mut before = "";
        for line in lines() {
            let words = line.moves.split(' ');
            let shared = words.clone().zip(before.split(' ')).take_while(|(a, b)| a == b).count();
            path.truncate(shared + 1);
            for word in words.skip(shared) {
                let Some(next) = path.last().and_then(|last| played(&mut reader, *last, word))
                else {
                    break;
                };
                path.push(next);
            }
            before = line.moves;
            let plies = path.len() - 1;
            let Some((board, key)) = path.last().filter(|_| plies == line.moves.split(' ').count())
            else {
                continue;
            };
            table.longest = table.longest.max(plies + 8);
            table.lines.insert(key.with_turn(board.turn()), line);
        }
        table
    }

    /// Returns the line whose name a position bears.
    pub(super) fn at(&self, pieces: PieceKey, turn: Color) -> Option<&OpeningLine> {
        self.lines.get(&pieces.with_turn(turn))
    }
}

/// Returns the position after a move.
fn played(
    reader: &mut FastReader,
    (mut board, mut key): (FastBoard, PieceKey),
    word: &str,
) -> Option<(FastBoard, PieceKey)> {
    let mut bytes = [0; 8];
    bytes.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
    let turn = board.turn();
    let ply = reader.play(&mut board, u64::from_le_bytes(bytes))?;
    key.play(turn, Ply::Move(ply.into()))?;
    Some((board, key))
}

/// Returns the position after a line of moves.
#[cfg(test)]
pub(super) fn position_after(moves: &str) -> Option<crate::Position> {
    let start = (FastBoard::new(), PieceKey::of(&Board::default()));
    let mut reader = FastReader::new();
    let end = moves.split(' ').try_fold(start, |at, word| played(&mut reader, at, word))?;
    Some(end.0.to_position())
}
