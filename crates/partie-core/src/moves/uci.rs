//! UCI move notation: `e2e4`, `e7e8q`, `N@f3`, castling as the king's move
//! (orthodox) or as king takes rook (Chess960), null move `0000`.
//!
//! Both castlings are read in every game; Chess960 games are written with king
//! takes rook, all others with the king's move.

use shakmaty::uci::UciMove;

use super::{NotRead, Ply};
use crate::{CastlingMode, Position};

/// Reads a move.
///
/// # Errors
///
/// [`NotRead::NotAMove`] or [`NotRead::Illegal`].
pub fn read(position: &Position, text: &str) -> Result<Ply, NotRead> {
    let bytes = text.as_bytes();
    if bytes == b"0000" || bytes == b"@@@@" {
        return Ok(Ply::Null);
    }
    let lower;
    let bytes = if bytes.len() >= 4
        && bytes.get(1) != Some(&b'@')
        && bytes.iter().any(u8::is_ascii_uppercase)
    {
        lower = bytes.to_ascii_lowercase();
        &lower
    } else {
        bytes
    };
    let uci = UciMove::from_ascii(bytes).map_err(|_| NotRead::NotAMove)?;
    let rules = position.playable().ok_or(NotRead::Illegal)?;
    let m = uci.to_move(rules).map_err(|_| NotRead::Illegal)?;
    if position.is_legal(m) { Ok(Ply::Move(m)) } else { Err(NotRead::Illegal) }
}

/// Writes a move.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    write_with(ply, position.castling_mode())
}

/// Writes a move with a given style of castling.
#[must_use]
pub fn write_with(ply: Ply, castling: CastlingMode) -> String {
    match ply {
        Ply::Move(m) => m.to_uci(castling).to_string(),
        Ply::Null => "0000".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn both_castlings_are_read() {
        let mut position = Position::start(Variant::Standard);
        for uci in ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"] {
            position.play(read(&position, uci).expect(uci)).expect(uci);
        }
        let castling = read(&position, "e1g1").expect("orthodox");
        assert_eq!(read(&position, "e1h1"), Ok(castling));
        assert_eq!(write(&position, castling), "e1g1");
        assert_eq!(write_with(castling, CastlingMode::Chess960), "e1h1");
        assert_eq!(read(&position, "E1G1"), Ok(castling));
        assert_eq!(read(&position, "e1e2"), read(&position, "e1e2"));
        assert_eq!(read(&position, "e1e3"), Err(NotRead::Illegal));
        assert_eq!(read(&position, "castle"), Err(NotRead::NotAMove));
    }
}
