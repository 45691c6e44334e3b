//! Castling from the d-file, as in the wild 0 and 1 of FICS and ICC.
//!
//! The king steps two squares towards a corner rook, and the rook goes to the square that the king
//! crossed: d1-b1 with the rook from a1 to c1 is the short side (`O-O`), d1-f1 with the rook from
//! h1 to e1 the long one. Everything else is as in orthodox castling, and so is a king on the
//! e-file.

use shakmaty::{Position as _, attacks, variant::VariantPosition};

use crate::{
    Bitboard, CastlingSide, Color, File, Move, MoveList, Piece, Role, Setup, Square, Variant,
};

/// The file on which a king stands who castles this way.
pub(super) const KING_FILE: File = File::D;

/// Takes the castling rights of kings on the d-file out of a setup.
pub(super) fn take_rights(variant: Variant, setup: &mut Setup) -> Bitboard {
    let mut taken = Bitboard::EMPTY;
    if variant != Variant::WildCastle {
        return taken;
    }
    for color in Color::ALL {
        if setup.board.king_of(color) == Some(home(color)) {
            let corners = Bitboard::CORNERS & color.backrank();
            taken |= setup.castling_rights
                & corners
                & setup.board.by_piece(Piece { color, role: Role::Rook });
        }
    }
    setup.castling_rights &= !taken;
    taken
}

const fn home(color: Color) -> Square {
    Square::from_coords(KING_FILE, color.backrank())
}

/// The corner rook of a side.
pub(super) const fn rook_of(king: Square, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::A,
        CastlingSide::QueenSide => File::H,
    };
    Square::from_coords(file, king.rank())
}

/// The squares that must be empty.
pub(super) const fn path(king: Square, side: CastlingSide) -> Bitboard {
    attacks::between(king, rook_of(king, side))
}

/// Target square of the king.
pub(super) const fn goal(king: Square, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::B,
        CastlingSide::QueenSide => File::F,
    };
    Square::from_coords(file, king.rank())
}

/// The legal castling moves of the side to move to one side.
pub(super) fn moves(position: &VariantPosition, rights: Bitboard, side: CastlingSide) -> MoveList {
    let mut moves = MoveList::new();
    let mover = position.turn();
    let king = home(mover);
    let rook = rook_of(king, side);
    if !rights.contains(rook) || position.is_check() {
        return moves;
    }
    let board = position.board();
    if (path(king, side) & board.occupied()).any() {
        return moves;
    }
    let goal = goal(king, side);
    let steps = attacks::between(king, goal) | Bitboard::from(goal);
    let occupied = board.occupied() ^ Bitboard::from(king);
    if steps.into_iter().all(|s| board.attacks_to(s, !mover, occupied).is_empty()) {
        moves.push(Move::Castle { king, rook });
    }
    moves
}

/// The setup after such castling.
pub(super) fn played(mut setup: Setup, king: Square, rook: Square, goal: Square) -> Setup {
    let color = setup.turn;
    setup.board.discard_piece_at(king);
    setup.board.discard_piece_at(rook);
    setup.board.set_piece_at(goal, Piece { color, role: Role::King });
    let crossed = attacks::between(king, goal).into_iter().next().unwrap_or(rook);
    setup.board.set_piece_at(crossed, Piece { color, role: Role::Rook });
    setup.castling_rights &= !Bitboard::from(color.backrank());
    setup.ep_square = None;
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    if color.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.turn = !color;
    setup
}

/// The rights that are left after any other move.
pub(super) fn left(rights: Bitboard, m: Move, mover: Color) -> Bitboard {
    let mut left = rights;
    left.discard(m.to());
    if let Some(from) = m.from() {
        left.discard(from);
    }
    if m.role() == Role::King {
        left &= !Bitboard::from(mover.backrank());
    }
    left
}
