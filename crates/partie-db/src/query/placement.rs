//! The pieces on a board as one number, found without a board.
//!
//! Each piece on a square has a random number (Zobrist, 1970), and the number of a position is the
//! exclusive or of those of its pieces. A move changes it in a few steps. Two positions with equal
//! numbers nearly always have the same pieces on the same squares.

use partie_core::{Board, Piece, Position, Square};
use partie_formats::GameView;

use super::piece_tracker::{EMPTY, PieceTracker, kind, walk_boards};

/// A number for each piece on each square; 0 for none.
static NUMBERS: [[u64; 64]; 13] = {
    let mut numbers = [[0; 64]; 13];
    let mut state = 0_u64;
    let mut at = 0;
    while at < 64 * EMPTY {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[at / 64][at % 64] = mixed ^ mixed >> 31;
        at += 1;
    }
    numbers
};

/// The exclusive or of the numbers of the pieces on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PieceKey(u64);

impl PieceTracker for PieceKey {
    fn of(board: &Board) -> PieceKey {
        let mut number = PieceKey(0);
        for (square, Piece { color, role }) in board.clone() {
            number.toggle(kind(color, role), square);
        }
        number
    }

    #[inline]
    fn toggle(&mut self, kind: usize, square: Square) {
        self.0 ^= NUMBERS[kind][usize::from(square)];
    }
}

/// Finds games in whose main line a position may stand: all in which it does, and hardly any
/// others.
#[derive(Clone, Debug)]
pub(super) struct PlacementFilter {
    wanted: PieceKey,
}

impl PlacementFilter {
    /// The pieces of a position.
    pub(super) fn of(position: &Position) -> PlacementFilter {
        PlacementFilter { wanted: PieceKey::of(position.board()) }
    }

    /// Returns true if they may stand so in the main line of a game.
    pub(super) fn may_be_in(&self, game: &impl GameView) -> bool {
        walk_boards(game, |number: &PieceKey, _| *number == self.wanted).unwrap_or(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Subject as _, piece_tracker::walk, samples::sample};

    /// Castling, captures, en passant and promotions.
    const GAMES: [&str; 4] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bd6 6. d3 Bg4 7. Be3 Qe7 8. h3 O-O-O *",
        "1. e4 f5 2. e5 d5 3. exd6 f4 4. g4 fxg3 5. dxc7 gxh2 6. cxb8=N hxg1=Q *",
        "[FEN \"8/1k6/8/8/8/8/1K4p1/5B2 b - - 0 1\"]\n\n1... gxf1=N 2. Kc3 *",
        "[Variant \"Chess960\"]\n[FEN \"nrk4r/8/8/8/8/8/8/NRK4R w KQkq - 0 1\"]\n\n1. O-O O-O-O *",
    ];

    #[test]
    fn every_position_of_a_game_is_found() {
        for text in GAMES {
            let game = sample(text);
            let mut positions = 0;
            walk(game.game(), false, (), |(), _, position| {
                assert!(
                    PlacementFilter::of(position).may_be_in(game.game()),
                    "{text}: {position:?}"
                );
                positions += 1;
                false
            });
            assert_eq!(positions, game.game().ply_count() + 1);
            let other = sample("1. h4 a5 *").game().final_boards();
            assert!(!PlacementFilter::of(other.first()).may_be_in(game.game()));
        }
    }
}
