//! Explains in a sentence why a move is illegal, and which move may have been meant.

mod castling;
mod king;
mod phrases;
mod piece;

use self::phrases::{forbidden, name, side, unanswered};
use super::san::{Action, San};
use crate::{Position, Role, Square, Termination};

/// Explains why a move is illegal. The sentence has neither a capital letter nor a full
/// stop, so that it can follow a colon. For a legal move it says so.
///
/// ```
/// use partie_core::{Language, Position, moves::{san::San, illegal_reason}};
/// let san = San::parse("Bc4", Language::English).expect("a move");
/// assert_eq!(
///     illegal_reason::illegal_reason(&Position::default(), &san),
///     "the bishop on f1 cannot reach c4: a pawn stands on e2"
/// );
/// ```
#[must_use]
pub fn illegal_reason(position: &Position, san: &San) -> String {
    if let Some(problem) = position.problem() {
        return format!("the position cannot be played: {problem}");
    }
    if san.action != Action::Null && san.resolve(position).is_ok() {
        return "the move is legal".to_owned();
    }
    if let Some((_, termination)) = position.end()
        && position.legal_moves().is_empty()
    {
        let mover = side(position.turn());
        return match termination {
            Termination::Checkmate => format!("{mover} is checkmated"),
            Termination::Stalemate => format!("{mover} is stalemated"),
            _ => "the game is over".to_owned(),
        };
    }
    match san.action {
        Action::Null if position.is_check() => "a side in check cannot pass".to_owned(),
        Action::Null => "passing is no move".to_owned(),
        Action::Castle(to) => castling::why(position, to),
        Action::Drop { role, to } => drop(position, role, to),
        Action::Piece { .. } => piece::why(position, san),
    }
}

fn drop(position: &Position, role: Role, to: Square) -> String {
    let mover = position.turn();
    let Some(pockets) = position.pockets().filter(|_| position.variant().has_drops()) else {
        return "pieces are dropped in crazyhouse and bughouse only".to_owned();
    };
    if *pockets.get(mover).get(role) == 0 {
        return format!("{} has no {} in hand", side(mover), name(role));
    }
    if let Some(there) = position.piece_at(to) {
        return format!("a {} stands on {to}", name(there.role));
    }
    if role == Role::Pawn && crate::Bitboard::BACKRANKS.contains(to) {
        return "a pawn cannot be dropped on the first or last rank".to_owned();
    }
    match (position.board().king_of(mover), position.checkers().into_iter().next()) {
        (Some(king), Some(checker)) => unanswered(position, king, checker),
        _ => forbidden(position),
    }
}

#[cfg(test)]
mod tests;
