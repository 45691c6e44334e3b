//! Reasons why castling is illegal.

use shakmaty::attacks;

use super::{
    king::attacker_of,
    phrases::{forbidden, forced_capture, named, other_side, role_at},
};
use crate::{Bitboard, CastlingSide, Message, Position, Square, Variant, message};

pub(super) fn why(position: &Position, to_side: CastlingSide) -> Message {
    let mover = position.turn();
    let Some(king) = position.board().king_of(mover).filter(|_| position.problem().is_none())
    else {
        return message!("{side} has no king to castle with", side = mover);
    };
    if matches!(position.variant(), Variant::Antichess | Variant::Suicide | Variant::RacingKings) {
        return message!("there is no castling in {variant}", variant = position.variant());
    }
    if let Some(reason) = forced_capture(position, false) {
        return reason;
    }
    let Some(rook) = position.castling_rook(mover, to_side) else {
        if let Some(other) = position.after_null()
            && !other.castling_moves(to_side).is_empty()
        {
            return other_side(mover);
        }
        return match to_side {
            CastlingSide::KingSide => {
                message!("{side} has lost the right to castle short", side = mover)
            }
            CastlingSide::QueenSide => {
                message!("{side} has lost the right to castle long", side = mover)
            }
        };
    };
    let goal = position.castling_goal(king, to_side);
    let path = position.castling_path(mover, to_side) & position.board().occupied();
    if let Some(square) = path.into_iter().min_by_key(|s| s.distance(king)) {
        let piece = role_at(position, square);
        return message!("the way is blocked: a {piece} stands on {square}", piece, square);
    }
    if let Some(checker) = position.checkers().into_iter().next() {
        return message!(
            "the king is in check from the {checker}",
            checker = named(position, checker)
        );
    }
    let mut way: Vec<Square> =
        (attacks::between(king, goal) | Bitboard::from(goal)).into_iter().collect();
    way.sort_by_key(|s| s.distance(king));
    for square in way {
        if let Some(attacker) = attacker_of(position, mover, king, square) {
            let attacker = named(position, attacker);
            return if square == goal {
                message!(
                    "the king would be in check on {square} from the {attacker}",
                    square,
                    attacker
                )
            } else {
                message!(
                    "the king would pass through check on {square} from the {attacker}",
                    square,
                    attacker
                )
            };
        }
    }
    // In Chess960 the rook may have kept a check off.
    let occupied = (position.board().occupied() ^ king ^ rook) | goal;
    match position.board().attacks_to(goal, !mover, occupied).into_iter().next() {
        Some(attacker) => message!(
            "without the rook on {rook} the king would be in check from the {attacker}",
            rook,
            attacker = named(position, attacker)
        ),
        None => forbidden(position),
    }
}
