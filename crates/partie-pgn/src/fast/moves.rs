//! Sinks for the moves that a replay plays.

use partie_core::{
    Ply,
    rules::fast::{FastBoard, FastMove},
};

/// Receives the moves as they are played, those of variations, too.
pub(super) trait Moves {
    /// True if the moves themselves are kept.
    const KEPT: bool = false;
    /// True if the canonical words of nonstandard moves are kept.
    const CORRECTED: bool = true;

    /// A move, played after the move before it.
    fn ply(&mut self, _: FastMove) {}
    /// A move that is not written as the export format says.
    fn nonstandard_ply(&mut self, _: Ply) {}
    /// The canonical word of a nonstandard move.
    fn correct(&mut self, _: Correction) {}
}

/// Discards the moves.
impl Moves for () {
    const CORRECTED: bool = false;
}

/// Keeps how to write the moves that are written otherwise.
impl Moves for Vec<Correction> {
    fn correct(&mut self, correction: Correction) {
        self.push(correction);
    }
}

/// Spelling of a move whose text is not canonical SAN.
#[derive(Clone, Copy, Debug)]
pub(super) struct Correction {
    /// Its number among all moves, from 0.
    pub(super) number: usize,
    pub(super) how: How,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// The word, with this check mark.
    Marked(u8),
    /// The canonical SAN, with the first letter in the lowest byte.
    Written(u64),
}

impl Correction {
    /// Returns the check mark of a move that has none, by the board after it.
    pub(super) fn mark(number: usize, board: &FastBoard) -> Correction {
        let mark = if board.has_legal_move() { b'+' } else { b'#' };
        Correction { number, how: How::Marked(mark) }
    }

    /// Returns another word for a move, by the board before it.
    pub(super) fn word(number: usize, mut board: FastBoard, ply: Ply) -> Option<Correction> {
        let word = match ply {
            Ply::Move(m) => board.write(m)?,
            Ply::Null => u64::from_le_bytes(*b"--\0\0\0\0\0\0"),
        };
        Some(Correction { number, how: How::Written(word) })
    }
}
