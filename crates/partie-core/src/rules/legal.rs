//! Legality of single moves by the rules of orthodox chess, without a list of all moves.

use arrayvec::ArrayVec;
use shakmaty::attacks;

use crate::{Bitboard, Board, Color, Move, Rank, Role, Square};

/// Moves to one square: at most 8 along lines, 8 of knights, and 3 pawns with five promotions
/// each. A [`MoveList`](crate::MoveList) takes 2.7 KB, which cost more to copy than such moves to
/// find.
pub type MovesTo = ArrayVec<Move, 40>;

/// Returns true if a move is legal in orthodox chess. `None` for castling, en passant and drops.
pub(super) fn is_legal(board: &Board, turn: Color, m: Move) -> Option<bool> {
    let Move::Normal { role, from, capture, to, promotion } = m else { return None };
    let (own, other) = (board.by_color(turn), board.by_color(!turn));
    let stands = board.by_role(role).contains(from) && own.contains(from);
    let takes = match capture {
        // No king is ever taken.
        Some(Role::King) => false,
        Some(role) => board.by_role(role).contains(to) && other.contains(to),
        None => !board.occupied().contains(to),
    };
    let comes = match role {
        Role::Pawn => pawn_comes(board, turn, from, to, capture.is_some()),
        _ => attacks::attacks(from, role.of(turn), board.occupied()).contains(to),
    };
    let becomes = match promotion {
        None => role != Role::Pawn || !Bitboard::BACKRANKS.contains(to),
        Some(Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => {
            role == Role::Pawn && Bitboard::BACKRANKS.contains(to)
        }
        Some(_) => false,
    };
    Some(stands && takes && comes && becomes && is_safe(board, turn, role, from, to))
}

/// Adds the legal moves of a role to a square, captures en passant aside.
pub(super) fn add_moves_to(
    board: &Board,
    turn: Color,
    role: Role,
    to: Square,
    moves: &mut MovesTo,
) {
    let own = board.by_piece(role.of(turn));
    let capture = match board.piece_at(to) {
        Some(piece) if piece.color == turn => return,
        piece => piece.map(|piece| piece.role),
    };
    let origins = match role {
        Role::Pawn if capture.is_some() => attacks::pawn_attacks(!turn, to),
        Role::Pawn => pawn_origins(board, turn, to),
        _ => attacks::attacks(to, role.of(turn), board.occupied()),
    };
    let promotions: &[_] = if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
        &[Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)]
    } else {
        &[None]
    };
    let mut add = |from| {
        if capture != Some(Role::King) && is_safe(board, turn, role, from, to) {
            let moved =
                |promotion: &_| Move::Normal { role, from, capture, to, promotion: *promotion };
            moves.extend(promotions.iter().map(moved));
        }
    };
    // In the order of shakmaty's lists.
    if role == Role::Pawn {
        (origins & own).into_iter().rev().for_each(add);
    } else {
        (origins & own).into_iter().for_each(&mut add);
    }
}

/// Returns the squares from which a pawn could step to an empty square.
fn pawn_origins(board: &Board, turn: Color, to: Square) -> Bitboard {
    let back = turn.fold_wb(-8, 8);
    let Some(behind) = to.offset(back) else { return Bitboard::EMPTY };
    let mut origins = Bitboard::from_square(behind);
    if to.rank() == turn.relative_rank(Rank::Fourth) && !board.occupied().contains(behind) {
        origins.extend(behind.offset(back));
    }
    origins
}

/// Returns true if a piece may be dropped on a square, given that it is in hand.
pub(super) fn is_drop(board: &Board, turn: Color, role: Role, to: Square) -> bool {
    let closed = if role == Role::Pawn { Bitboard::BACKRANKS } else { Bitboard::EMPTY };
    !(board.occupied() | closed).contains(to) && is_safe(board, turn, role, to, to)
}

/// Returns true if some piece has a move that is neither castling nor en passant.
pub(super) fn has_move(board: &Board, turn: Color) -> bool {
    let own = board.by_color(turn);
    own.into_iter().any(|from| {
        let Some(role) = board.role_at(from) else { return false };
        let reached = match role {
            Role::Pawn => {
                let ahead = from.offset(turn.fold_wb(8, -8)).into_iter().collect::<Bitboard>();
                attacks::pawn_attacks(turn, from) & board.by_color(!turn)
                    | ahead & !board.occupied()
            }
            _ => attacks::attacks(from, role.of(turn), board.occupied()) & !own,
        };
        reached.into_iter().any(|to| is_safe(board, turn, role, from, to))
    })
}

fn pawn_comes(board: &Board, turn: Color, from: Square, to: Square, captures: bool) -> bool {
    if captures {
        return attacks::pawn_attacks(turn, from).contains(to);
    }
    let ahead = turn.fold_wb(8, -8);
    let Some(next) = from.offset(ahead) else { return false };
    next == to
        || (from.rank() == turn.relative_rank(Rank::Second)
            && next.offset(ahead) == Some(to)
            && !board.occupied().contains(next))
}

/// Returns true if the own king is not attacked after the move.
fn is_safe(board: &Board, turn: Color, role: Role, from: Square, to: Square) -> bool {
    let king = if role == Role::King { Some(to) } else { board.king_of(turn) };
    let occupied = board.occupied().without(from).with(to);
    king.is_none_or(|king| board.attacks_to(king, !turn, occupied).without(to).is_empty())
}
