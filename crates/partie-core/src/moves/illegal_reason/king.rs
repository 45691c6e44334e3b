//! Moves that the pieces could make, if it were not for the king or a variant's rule.

use shakmaty::attacks;

use super::phrases::{forbidden, forced_capture, named, unanswered};
use crate::{Bitboard, Color, Message, Position, Role, Square, Variant, message};

/// Explains why a piece that reaches a square may not move there.
pub(super) fn why(position: &Position, role: Role, from: Square, to: Square) -> Message {
    let mover = position.turn();
    let in_passing = role == Role::Pawn && from.file() != to.file();
    let captures = position.piece_at(to).is_some() || in_passing;
    if let Some(reason) = forced_capture(position, captures) {
        return reason;
    }
    if matches!(position.variant(), Variant::Antichess | Variant::Suicide) {
        return forbidden(position);
    }
    let Some(king) = position.board().king_of(mover) else {
        return forbidden(position);
    };
    if position.variant() == Variant::Atomic && captures {
        if role == Role::King {
            return message!("a king that captures would explode");
        }
        if king.distance(to) <= 1 {
            return message!(
                "the explosion on {to} would take {side}'s own king",
                to,
                side = mover
            );
        }
    }
    if role == Role::King {
        return king_move(position, king, to);
    }
    let gone = taken_in_passing(position, role, from, to);
    let occupied = ((position.board().occupied() ^ from) & !gone) | to;
    let attackers =
        position.board().attacks_to(king, !mover, occupied) & !gone & !Bitboard::from(to);
    let checkers = position.checkers();
    if checkers.count() > 1 {
        return message!("the king on {king} is in double check and has to move", king);
    }
    match (attackers.into_iter().next(), (checkers & attackers).into_iter().next()) {
        (_, Some(checker)) => unanswered(position, king, checker),
        // Two pawns leave a rank at once in passing: neither is pinned.
        (Some(pinner), None) if attacks::aligned(king, from, pinner) && gone.is_empty() => {
            message!(
                "the {piece} on {from} is pinned to the king on {king} by the {pinner}",
                piece = role,
                from,
                king,
                pinner = named(position, pinner)
            )
        }
        (Some(attacker), None) => message!(
            "it would leave the king on {king} in check from the {attacker}",
            king,
            attacker = named(position, attacker)
        ),
        (None, None) if position.variant() == Variant::RacingKings => {
            message!("no move may give check in Racing Kings")
        }
        (None, None) => forbidden(position),
    }
}

fn king_move(position: &Position, king: Square, to: Square) -> Message {
    let mover = position.turn();
    match attacker_of(position, mover, king, to) {
        Some(attacker) => {
            message!(
                "the king would be in check on {square} from the {attacker}",
                square = to,
                attacker = named(position, attacker)
            )
        }
        None if position.variant() == Variant::RacingKings => {
            message!("no move may give check in Racing Kings")
        }
        None => forbidden(position),
    }
}

/// A piece that attacks a square to which the king goes.
pub(super) fn attacker_of(
    position: &Position,
    mover: Color,
    king: Square,
    to: Square,
) -> Option<Square> {
    let occupied = (position.board().occupied() ^ king) | to;
    position.board().attacks_to(to, !mover, occupied).into_iter().find(|s| *s != to)
}

/// The pawn that a capture in passing takes.
fn taken_in_passing(position: &Position, role: Role, from: Square, to: Square) -> Bitboard {
    if role == Role::Pawn && from.file() != to.file() && position.piece_at(to).is_none() {
        Bitboard::from(Square::from_coords(to.file(), from.rank()))
    } else {
        Bitboard::EMPTY
    }
}
