//! The order of pieces by which `ChessBase` names them in its codes of moves.

use partie_core::{Board, Color, File, Piece, Rank, Role, Square};

/// Number of squares that are kept for each role: a fourth queen has no number.
const ROOM: [(Role, usize); 6] = [
    (Role::King, 1),
    (Role::Queen, 3),
    (Role::Rook, 3),
    (Role::Bishop, 3),
    (Role::Knight, 3),
    (Role::Pawn, 8),
];

/// Number of squares of one side.
const ALL: usize = 21;

/// Squares of the pieces of both sides, in the order of their roles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stones([[Option<Square>; ALL]; 2]);

/// Returns the square of a number: from a1 to a8, then from b1 on.
pub(super) fn square(number: u8) -> Option<Square> {
    (number < 64).then(|| {
        Square::from_coords(File::new(u32::from(number / 8)), Rank::new(u32::from(number % 8)))
    })
}

const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

fn places(role: Role) -> std::ops::Range<usize> {
    let mut start = 0;
    for (known, room) in ROOM {
        if known == role {
            return start..start + room;
        }
        start += room;
    }
    0..0
}

impl Stones {
    /// The pieces of a position from a1 to h8, or the other way round.
    pub(super) fn of(board: &Board, is_reverse: bool) -> Stones {
        let mut stones = Stones([[None; ALL]; 2]);
        for number in 0..64 {
            let Some(square) = square(if is_reverse { 63 - number } else { number }) else {
                continue;
            };
            if let Some(piece) = board.piece_at(square) {
                stones.add(piece, square);
            }
        }
        stones
    }

    /// Adds a piece after those of its kind, if there is room.
    pub(super) fn add(&mut self, piece: Piece, square: Square) {
        let places = &mut self.0[side(piece.color)][places(piece.role)];
        if let Some(free) = places.iter_mut().find(|place| place.is_none()) {
            *free = Some(square);
        }
    }

    /// The square of a piece by its number among those of its kind, from 0.
    pub(super) fn at(&self, piece: Piece, number: usize) -> Option<Square> {
        self.0[side(piece.color)][places(piece.role)].get(number).copied().flatten()
    }

    /// Moves a piece.
    pub(super) fn move_to(&mut self, piece: Piece, from: Square, to: Square) {
        let places = &mut self.0[side(piece.color)][places(piece.role)];
        if let Some(place) = places.iter_mut().find(|place| **place == Some(from)) {
            *place = Some(to);
        }
    }

    /// Removes a piece. Those after it move up, but pawns keep their numbers.
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        let places = &mut self.0[side(piece.color)][places(piece.role)];
        let Some(at) = places.iter().position(|place| *place == Some(square)) else { return };
        places[at] = None;
        if piece.role != Role::Pawn {
            places[at..].rotate_left(1);
        }
    }
}
