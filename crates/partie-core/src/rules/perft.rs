//! Counting positions, to compare the rules with published tables.

use crate::{Ply, Position};

/// Number of sequences of `depth` legal moves.
///
/// ```
/// use partie_core::{Position, rules::perft};
/// assert_eq!(perft(&Position::default(), 3), 8902);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|m| {
            let mut after = position.clone();
            if after.play(Ply::Move(*m)).is_err() { 0 } else { perft(&after, depth - 1) }
        })
        .sum()
}
