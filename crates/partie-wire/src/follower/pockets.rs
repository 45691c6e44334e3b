//! Pieces in hand while boards are followed.

use partie_core::{ByColor, ByRole, Position, Setup};

/// Returns a position of a variant with drops, with two of every piece in hand: lines of boards do
/// not say what is in hand, and every drop that a board shows must be possible.
#[inline]
pub(super) fn full(position: Position) -> Position {
    const FULL: ByRole<u8> = ByRole { pawn: 2, knight: 2, bishop: 2, rook: 2, queen: 2, king: 0 };
    if !position.variant().has_drops() {
        return position;
    }
    with_pockets(&position, ByColor { white: FULL, black: FULL })
}

/// Returns the same position with other pieces in hand.
#[must_use]
pub fn with_pockets(position: &Position, pockets: ByColor<ByRole<u8>>) -> Position {
    let setup = Setup { pockets: Some(pockets), ..position.setup() };
    Position::from_setup_with(position.variant(), setup, position.castling_mode()).0
}
