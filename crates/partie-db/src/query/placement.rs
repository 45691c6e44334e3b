//! Positions found in games without a board, by the number of their pieces.

use partie_core::{
    Position,
    rules::pieces::{PieceKey, PieceTracker as _},
};
use partie_formats::GameView;

use super::piece_tracker::walk_boards;

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
