//! Phrases that several reasons share.

use crate::{
    Color, Language, Message, Position, Square, ToValue, Variant, message, message::Value,
    moves::san,
};

/// `the king on e1 is in check from the queen on h4, and this does not answer it`.
pub(super) fn unanswered(position: &Position, king: Square, checker: Square) -> Message {
    message!(
        "the king on {king} is in check from the {checker}, and this does not answer it",
        king,
        checker = named(position, checker)
    )
}

/// Fallback when a variant's rule fits no other sentence.
pub(super) fn forbidden(position: &Position) -> Message {
    message!("the rules of {variant} forbid it", variant = position.variant())
}

/// Returns the reason if a capture was mandatory and possible.
pub(super) fn forced_capture(position: &Position, captures: bool) -> Option<Message> {
    let forced =
        matches!(position.variant(), Variant::Antichess | Variant::Suicide | Variant::Losers);
    if !forced || captures {
        return None;
    }
    let legal = position.legal_moves();
    let capture = legal.iter().find(|m| m.is_capture())?;
    Some(message!(
        "a capture must be made, as {capture}",
        capture = san::write_plain(position, (*capture).into(), Language::English)
    ))
}

/// `knight on f3`.
pub(super) fn named(position: &Position, square: Square) -> Message {
    message!("{piece} on {square}", piece = role_at(position, square), square)
}

/// The kind of the piece on a square.
pub(super) fn role_at(position: &Position, square: Square) -> Value {
    position.piece_at(square).map_or_else(|| message!("piece").to_value(), |p| p.role.to_value())
}

/// Returns the reason that a move is one of the other side.
pub(super) fn other_side(mover: Color) -> Message {
    message!("it is {side}'s move; for {other} it would be legal", side = mover, other = !mover)
}
