//! The pieces on a board as one number, found without a board.
//!
//! Each piece on a square has a random number (Zobrist, 1970), and the number of a position is the
//! exclusive or of those of its pieces. A move changes it in a few steps. Two positions with equal
//! numbers nearly always have the same pieces on the same squares.

use std::sync::LazyLock;

use partie_core::{Boards, Color, Move, Piece, Ply, Position, Role, Square};
use partie_formats::GameView;

use super::walk::castled;

/// A number for each piece on each square.
static NUMBERS: [[u64; 64]; 12] = {
    let mut numbers = [[0; 64]; 12];
    let mut state = 0_u64;
    let mut at = 0;
    while at < 12 * 64 {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[at / 64][at % 64] = mixed ^ mixed >> 31;
        at += 1;
    }
    numbers
};

/// The number of the usual start.
static START: LazyLock<u64> = LazyLock::new(|| of_position(&Position::default()));

#[inline]
fn number(color: Color, role: Role, square: Square) -> u64 {
    let piece = role as usize - 1 + if color.is_white() { 0 } else { 6 };
    NUMBERS[piece][usize::from(square)]
}

fn of_position(position: &Position) -> u64 {
    let pieces = Square::ALL.into_iter().filter_map(|square| {
        let Piece { color, role } = position.piece_at(square)?;
        Some(number(color, role, square))
    });
    pieces.fold(0, |all, number| all ^ number)
}

/// Returns the change of the number by an orthodox move; `None` if it is of another kind.
#[inline]
fn change(us: Color, m: Move) -> Option<u64> {
    Some(match m {
        Move::Normal { role, from, capture, to, promotion } => {
            let taken = capture.map_or(0, |taken| number(!us, taken, to));
            number(us, role, from) ^ number(us, promotion.unwrap_or(role), to) ^ taken
        }
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            number(us, Role::Pawn, from)
                ^ number(us, Role::Pawn, to)
                ^ number(!us, Role::Pawn, taken)
        }
        Move::Castle { .. } | Move::Put { .. } => return None,
    })
}

/// Finds games in whose main line a position may stand: all in which it does, and hardly any
/// others.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    wanted: u64,
}

impl Placement {
    /// The pieces of a position.
    pub(crate) fn of(position: &Position) -> Placement {
        Placement { wanted: of_position(position) }
    }

    /// Returns true if they may stand so in the main line of a game.
    pub(crate) fn may_be_in(&self, game: &impl GameView) -> bool {
        let (mut us, mut placement) = match game.start() {
            None => (Color::White, *START),
            Some(Boards::One(start)) if start.variant().is_orthodox() => {
                (start.turn(), of_position(start))
            }
            // Pieces come and go otherwise there.
            Some(_) => return true,
        };
        if placement == self.wanted {
            return true;
        }
        for (_, ply) in game.main_plies() {
            let change = match ply {
                Ply::Null => 0,
                Ply::Move(Move::Castle { king, rook }) => castling(us, king, rook),
                Ply::Move(m) => match change(us, m) {
                    Some(change) => change,
                    None => return true,
                },
            };
            placement ^= change;
            us = !us;
            if placement == self.wanted {
                return true;
            }
        }
        false
    }
}

/// Returns the change of the number by castling.
fn castling(us: Color, king: Square, rook: Square) -> u64 {
    let (king_to, rook_to) = castled(king, rook);
    number(us, Role::King, king)
        ^ number(us, Role::King, king_to)
        ^ number(us, Role::Rook, rook)
        ^ number(us, Role::Rook, rook_to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Subject as _, samples::sample, walk::walk};

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
                assert!(Placement::of(position).may_be_in(game.game()), "{text}: {position:?}");
                positions += 1;
                false
            });
            assert_eq!(positions, game.game().ply_count() + 1);
            let other = sample("1. h4 a5 *").game().final_boards();
            assert!(!Placement::of(other.first()).may_be_in(game.game()));
        }
    }
}
