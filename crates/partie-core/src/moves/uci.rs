//! UCI move notation: `e2e4`, `e7e8q`, `N@f3`, castling as the king's move
//! (orthodox) or as king takes rook (Chess960), null move `0000`.
//!
//! Both castlings are read in every game; Chess960 games are written with king
//! takes rook, all others with the king's move.

use shakmaty::uci::UciMove;

use super::{NotRead, Ply, Quirks, Reading, castled, iccf, push_square};
use crate::{CastlingMode, Move, Position, Role};

/// Reads a move.
///
/// # Errors
///
/// [`NotRead::NotAMove`] or [`NotRead::Illegal`].
///
/// ```
/// use partie_core::{Position, moves::uci};
/// let start = Position::default();
/// let reading = uci::read(&start, "g1f3").expect("a knight's move");
/// assert_eq!(uci::write(&start, reading.ply), "g1f3");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Reading, NotRead> {
    let bytes = text.as_bytes();
    if bytes == b"0000" || bytes == b"@@@@" {
        let mut reading = Reading::clean(Ply::Null);
        if bytes != b"0000" {
            reading.quirks.insert(Quirks::NONSTANDARD_NULL);
        }
        return Ok(reading);
    }
    let mut quirks = Quirks::NONE;
    let mut lower = [0; 5];
    let bytes = match bytes.len() {
        4 | 5 if bytes[1] != b'@' => {
            let lower = &mut lower[..bytes.len()];
            lower.copy_from_slice(bytes);
            lower.make_ascii_lowercase();
            if lower != bytes {
                quirks.insert(Quirks::CAPITALS);
            }
            lower
        }
        _ => bytes,
    };
    let uci = UciMove::from_ascii(bytes).map_err(|_| NotRead::NotAMove)?;
    let rules = position.playable().ok_or(NotRead::Illegal)?;
    let plain = uci.to_move(rules).ok().filter(|m| position.is_legal(*m));
    let castling = || match uci {
        UciMove::Normal { from, to, promotion: None } => iccf::castling(position, from, to),
        _ => None,
    };
    let m = plain.or_else(castling).ok_or(NotRead::Illegal)?;
    Ok(Reading { quirks, ..Reading::clean(Ply::Move(m)) })
}

/// Reads a move that may be [illegal](Ply::Illegal).
///
/// # Errors
///
/// As [`read`], if the move cannot be made at all.
pub fn read_as_written(position: &Position, text: &str) -> Result<Reading, NotRead> {
    read(position, text).or_else(|error| {
        let m = match text.to_ascii_lowercase().parse() {
            Ok(UciMove::Normal { from, to, promotion }) => {
                position.move_between(from, to, promotion)
            }
            _ => None,
        };
        m.map(|m| Reading::clean(Ply::Illegal(m))).ok_or(error)
    })
}

/// Writes a move.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    if let Some(Move::Normal { from, to, promotion, .. }) = ply.any_move() {
        let mut text = String::with_capacity(5);
        push_square(&mut text, from);
        push_square(&mut text, to);
        text.extend(promotion.map(Role::char));
        return text;
    }
    let mode = position.castling_mode();
    match ply.any_move() {
        Some(m @ Move::Castle { king, .. }) if mode == CastlingMode::Standard => {
            let to = castled(position, m).unwrap_or(m.to());
            UciMove::Normal { from: king, to, promotion: None }.to_string()
        }
        _ => write_with(ply, mode),
    }
}

/// Writes a move with a given style of castling (orthodox: from the e-file).
#[must_use]
pub fn write_with(ply: Ply, castling: CastlingMode) -> String {
    ply.any_move().map_or_else(|| "0000".to_owned(), |m| m.to_uci(castling).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn both_castlings_are_read() {
        let mut position = Position::start(Variant::Standard);
        for uci in ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"] {
            position.play(read(&position, uci).expect(uci).ply).expect(uci);
        }
        let castling = read(&position, "e1g1").expect("orthodox");
        assert_eq!(read(&position, "e1h1"), Ok(castling));
        assert_eq!(write(&position, castling.ply), "e1g1");
        assert_eq!(write_with(castling.ply, CastlingMode::Chess960), "e1h1");
        let shouted = read(&position, "E1G1").expect("the same");
        assert_eq!((shouted.ply, shouted.quirks), (castling.ply, Quirks::CAPITALS));
        assert_eq!(read(&position, "e1e3"), Err(NotRead::Illegal));
        assert_eq!(read(&position, "castle"), Err(NotRead::NotAMove));
    }
}
