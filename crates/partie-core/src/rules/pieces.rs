//! Data about the pieces on a board, kept up to date without a board.
//!
//! A move of standard chess removes and places at most four pieces. A [`PieceTracker`] is given
//! these alone, so that the main lines of many games are followed without rules: their moves are
//! known to be legal.

use super::key;
use crate::{Board, Color, File, Move, Piece, Ply, Role, Square};

/// The kind of an empty square.
pub const EMPTY: usize = 12;

/// Returns the kind of a piece as a number below [`EMPTY`].
#[inline]
#[must_use]
pub const fn kind(color: Color, role: Role) -> usize {
    role as usize - 1 + if color.is_white() { 0 } else { 6 }
}

/// Data about the pieces on a board that is updated for each piece placed or removed.
pub trait PieceTracker {
    /// Computes the data for a board.
    fn of(board: &Board) -> Self;

    /// Adds a piece of this kind on a square, or removes it.
    fn toggle(&mut self, kind: usize, square: Square);

    /// Follows a move of one side. Returns `None` for a drop and changes nothing.
    #[inline]
    fn play(&mut self, us: Color, ply: Ply) -> Option<()> {
        let own = |role| kind(us, role);
        let mut change = |from, to, square| {
            self.toggle(from, square);
            self.toggle(to, square);
        };
        match ply.any_move() {
            None => {}
            Some(Move::Normal { role, from, capture, to, promotion }) => {
                change(own(role), EMPTY, from);
                let taken = capture.map_or(EMPTY, |taken| kind(!us, taken));
                change(taken, own(promotion.unwrap_or(role)), to);
            }
            Some(Move::EnPassant { from, to }) => {
                change(own(Role::Pawn), EMPTY, from);
                change(EMPTY, own(Role::Pawn), to);
                let taken = Square::from_coords(to.file(), from.rank());
                change(kind(!us, Role::Pawn), EMPTY, taken);
            }
            Some(Move::Castle { king, rook }) => {
                let (king_to, rook_to) = castled(king, rook);
                change(own(Role::King), EMPTY, king);
                change(own(Role::Rook), EMPTY, rook);
                change(EMPTY, own(Role::King), king_to);
                change(EMPTY, own(Role::Rook), rook_to);
            }
            Some(Move::Put { .. }) => return None,
        }
        Some(())
    }
}

/// Returns the squares to which king and rook castle.
fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_to, rook_to) = if king < rook { (File::G, File::F) } else { (File::C, File::D) };
    let square = |file| Square::from_coords(file, king.rank());
    (square(king_to), square(rook_to))
}

/// The pieces on a board as one number.
///
/// Each piece on a square has a random number (Zobrist, 1970), and the number of a board is the
/// exclusive or of its pieces' numbers. Two boards with equal numbers nearly always have the same
/// pieces on the same squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceKey(pub(super) u64);

impl PieceKey {
    /// Returns the number of the board and the side to move.
    #[inline]
    pub(crate) const fn with_turn(self, turn: Color) -> u64 {
        if turn.is_white() { self.0 } else { !self.0 }
    }
}

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
        self.0 ^= key::numbers().pieces[(64 * kind + usize::from(square)) & 1023];
    }
}
