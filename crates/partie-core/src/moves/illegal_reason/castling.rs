//! Reasons why castling is illegal.

use shakmaty::attacks;

use super::{
    king::attacker_of,
    phrases::{forbidden, forced_capture, name, named, side},
};
use crate::{Bitboard, CastlingSide, Position, Square, Variant};

pub(super) fn why(position: &Position, to_side: CastlingSide) -> String {
    let mover = position.turn();
    let word = match to_side {
        CastlingSide::KingSide => "short",
        CastlingSide::QueenSide => "long",
    };
    let Some(king) = position.board().king_of(mover).filter(|_| position.problem().is_none())
    else {
        return format!("{} has no king to castle with", side(mover));
    };
    if matches!(position.variant(), Variant::Antichess | Variant::Suicide | Variant::RacingKings) {
        return format!("there is no castling in {}", position.variant());
    }
    if let Some(reason) = forced_capture(position, false) {
        return reason;
    }
    let Some(rook) = position.castling_rook(mover, to_side) else {
        if let Some(other) = position.after_null()
            && !other.castling_moves(to_side).is_empty()
        {
            return format!("it is {}'s move; for {} it would be legal", side(mover), side(!mover));
        }
        return format!("{} has lost the right to castle {word}", side(mover));
    };
    let goal = position.castling_goal(king, to_side);
    let path = position.castling_path(mover, to_side) & position.board().occupied();
    if let Some(square) = path.into_iter().min_by_key(|s| s.distance(king))
        && let Some(piece) = position.piece_at(square)
    {
        return format!("the way is blocked: a {} stands on {square}", name(piece.role));
    }
    if let Some(checker) = position.checkers().into_iter().next() {
        return format!("the king is in check from the {}", named(position, checker));
    }
    let mut way: Vec<Square> =
        (attacks::between(king, goal) | Bitboard::from(goal)).into_iter().collect();
    way.sort_by_key(|s| s.distance(king));
    for square in way {
        if let Some(attacker) = attacker_of(position, mover, king, square) {
            let attacker = named(position, attacker);
            return if square == goal {
                format!("the king would be in check on {goal} from the {attacker}")
            } else {
                format!("the king would pass through check on {square} from the {attacker}")
            };
        }
    }
    // In Chess960 the rook may have kept a check off.
    let occupied = (position.board().occupied() ^ king ^ rook) | goal;
    match position.board().attacks_to(goal, !mover, occupied).into_iter().next() {
        Some(attacker) => format!(
            "without the rook on {rook} the king would be in check from the {}",
            named(position, attacker)
        ),
        None => forbidden(position),
    }
}
