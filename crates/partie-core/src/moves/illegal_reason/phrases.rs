//! Phrases that several reasons share.

use crate::{Color, Language, Position, Role, Square, Variant, moves::san};

/// `the king on e1 is in check from the queen on h4, and this does not answer it`.
pub(super) fn unanswered(position: &Position, king: Square, checker: Square) -> String {
    format!(
        "the king on {king} is in check from the {}, and this does not answer it",
        named(position, checker)
    )
}

/// Fallback when a variant's rule fits no other sentence.
pub(super) fn forbidden(position: &Position) -> String {
    format!("the rules of {} forbid it", position.variant())
}

/// Returns the reason if a capture was mandatory and possible.
pub(super) fn forced_capture(position: &Position, captures: bool) -> Option<String> {
    let forced =
        matches!(position.variant(), Variant::Antichess | Variant::Suicide | Variant::Losers);
    if !forced || captures {
        return None;
    }
    let legal = position.legal_moves();
    let capture = legal.iter().find(|m| m.is_capture())?;
    Some(format!(
        "a capture must be made, as {}",
        san::write_plain(position, (*capture).into(), Language::English)
    ))
}

/// `knight on f3`.
pub(super) fn named(position: &Position, square: Square) -> String {
    let role = position.piece_at(square).map_or("piece", |p| name(p.role));
    format!("{role} on {square}")
}

pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

pub(super) const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
