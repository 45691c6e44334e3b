//! Legality of a single move, without a list of moves.

use shakmaty::attacks;

use crate::{Bitboard, Board, Color, Move, Rank, Role, Square};

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
