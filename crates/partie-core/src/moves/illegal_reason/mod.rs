//! Explains in a sentence why a move is illegal, and which move may have been meant.

mod castling;
mod king;
mod phrases;
mod piece;

use self::phrases::{forbidden, unanswered};
use super::san::{Action, San};
use crate::{Message, Position, Role, Square, Termination, message};

/// Explains why a move is illegal. The sentence has neither a capital letter nor a full
/// stop, so that it can follow a colon. For a legal move it says so.
///
/// ```
/// use partie_core::{Language, Position, moves::{san::San, illegal_reason}};
/// let san = San::parse("Bc4", Language::English).expect("a move");
/// assert_eq!(
///     illegal_reason::illegal_reason(&Position::default(), &san).to_string(),
///     "the bishop on f1 cannot reach c4: a pawn stands on e2"
/// );
/// ```
#[must_use]
pub fn illegal_reason(position: &Position, san: &San) -> Message {
    if let Some(problem) = position.problem() {
        return message!("the position cannot be played: {problem}", problem);
    }
    if san.action != Action::Null && san.resolve(position).is_ok() {
        return message!("the move is legal");
    }
    if let Some((_, termination)) = position.end()
        && !position.has_legal_move()
    {
        let side = position.turn();
        return match termination {
            Termination::Checkmate => message!("{side} is checkmated", side),
            Termination::Stalemate => message!("{side} is stalemated", side),
            _ => message!("the game is over"),
        };
    }
    match san.action {
        Action::Null if position.is_check() => message!("a side in check cannot pass"),
        Action::Null => message!("passing is no move"),
        Action::Castle(to) => castling::why(position, to),
        Action::Drop { role, to } => drop(position, role, to),
        Action::Piece { .. } => piece::why(position, san),
    }
}

fn drop(position: &Position, role: Role, to: Square) -> Message {
    let mover = position.turn();
    let Some(pockets) = position.pockets().filter(|_| position.variant().has_drops()) else {
        return message!("pieces are dropped in crazyhouse and bughouse only");
    };
    if *pockets.get(mover).get(role) == 0 {
        return message!("{side} has no {piece} in hand", side = mover, piece = role);
    }
    if let Some(there) = position.piece_at(to) {
        return message!("a {piece} stands on {to}", piece = there.role, to);
    }
    if role == Role::Pawn && crate::Bitboard::BACKRANKS.contains(to) {
        return message!("a pawn cannot be dropped on the first or last rank");
    }
    match (position.board().king_of(mover), position.checkers().into_iter().next()) {
        (Some(king), Some(checker)) => unanswered(position, king, checker),
        _ => forbidden(position),
    }
}

#[cfg(test)]
mod tests;
