//! A move in words, as one says it aloud.

use partie_core::{CastlingSide, Move, Ply, Position, moves::san};

use crate::piece;

/// `White: knight g1 to f3`, `Black: queen h4 takes pawn f2, checkmate`.
///
/// ```
/// use partie_core::{Position, Variant, moves::san};
/// let start = Position::start(Variant::Standard);
/// let ply = san::read(&start, "Nf3").expect("legal").ply;
/// assert_eq!(partie_render::spoken(&start, ply), "White: knight g1 to f3");
/// ```
#[must_use]
pub fn spoken(before: &Position, ply: Ply) -> String {
    let side = before.turn().fold_wb("White", "Black");
    let words = match ply {
        Ply::Null => "passes".to_owned(),
        Ply::Move(m @ Move::Castle { .. }) => match before.castling_side(m) {
            Some(CastlingSide::QueenSide) => "castles queenside".to_owned(),
            _ => "castles kingside".to_owned(),
        },
        Ply::Move(Move::Put { role, to }) => format!("{} dropped on {to}", piece::role(role)),
        Ply::Move(m) => {
            let from = m.from().map(|from| format!(" {from}")).unwrap_or_default();
            let to = m.to();
            let way = match m.capture() {
                Some(taken) if m.is_en_passant() => {
                    format!("takes {} en passant, to {to}", piece::role(taken))
                }
                Some(taken) => format!("takes {} {to}", piece::role(taken)),
                None => format!("to {to}"),
            };
            let becomes = m.promotion().map(|role| format!(", becomes a {}", piece::role(role)));
            format!("{}{from} {way}{}", piece::role(m.role()), becomes.unwrap_or_default())
        }
    };
    let written = san::write(before, ply);
    let check = match written.chars().last() {
        Some('#') => ", checkmate",
        Some('+') => ", check",
        _ => "",
    };
    format!("{side}: {words}{check}")
}
