//! Long algebraic notation: both squares of every move, in the piece letters of every
//! language: `Ng1-f3`, `e4xd5`, `e7-e8=Q`, castling `O-O` (FIDE Laws of Chess,
//! appendix C; the letters as in [`san`]).
//!
//! Also read: `0-0`, figurines, `:` and `×` for captures, moves without a sign (`Ng1f3`) or a piece
//! letter (`g1-f3`), and short algebraic notation. Nothing is lost by writing: drops are `N@f3` and
//! null moves `--` as in SAN.

use super::{
    Language, NotRead, Ply, Quirks, Reading, is_dash, push_square,
    san::{self, Action, San},
};
use crate::{Move, Piece, Position, Role, Square};

/// Reads a move in English letters.
///
/// # Errors
///
/// [`NotRead`].
///
/// ```
/// use partie_core::{Position, moves::long};
/// let start = Position::default();
/// let reading = long::read(&start, "Ng1-f3").expect("a knight's move");
/// assert_eq!(long::write(&start, reading.ply), "Ng1-f3");
/// assert!(reading.quirks.is_empty());
/// ```
pub fn read(position: &Position, text: &str) -> Result<Reading, NotRead> {
    read_in(position, text, Language::English)
}

/// Reads a move with the letters of a language. Figurines are understood in all.
///
/// # Errors
///
/// [`NotRead`].
pub fn read_in(position: &Position, text: &str, language: Language) -> Result<Reading, NotRead> {
    let san = San::parse(text, language).ok_or(NotRead::NotAMove)?;
    let mut reading = san.resolve(position)?;
    match san.action {
        Action::Castle(_) => reading.quirks = reading.quirks.without(Quirks::ZERO_CASTLING),
        Action::Piece { role, file: Some(_), rank: Some(_), .. } => {
            reading.quirks = reading.quirks.without(
                Quirks::LONG_FORM | Quirks::OVER_DISAMBIGUATED | Quirks::NONSTANDARD_DISAMBIGUATION,
            );
            if !text.chars().any(is_sign) {
                reading.quirks.insert(Quirks::MISSING_DASH);
            }
            if role == Role::Pawn && reading.ply.to_move().is_some_and(|m| m.role() != role) {
                reading.quirks.insert(Quirks::MISSING_PIECE_LETTER);
            }
        }
        Action::Piece { .. } => reading.quirks.insert(Quirks::SHORT_FORM),
        Action::Drop { .. } | Action::Null => {}
    }
    Ok(reading)
}

/// A dash or a capture sign.
const fn is_sign(c: char) -> bool {
    is_dash(c) || matches!(c, 'x' | 'X' | ':' | '×' | '*' | 'х')
}

/// Writes a legal move with its check mark.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    write_in(position, ply, Language::English)
}

/// Writes a legal move with its check mark, with the letters of a language.
#[must_use]
pub fn write_in(position: &Position, ply: Ply, language: Language) -> String {
    let letter = |role| language.letter_of(Piece { color: position.turn(), role });
    let mut text = match ply.any_move() {
        Some(Move::Normal { role, from, capture, to, promotion }) => {
            let piece = if role == Role::Pawn { "" } else { letter(role) };
            let mut text = squares(piece, from, capture.is_some(), to);
            if let Some(role) = promotion {
                text.push('=');
                text.push_str(letter(role));
            }
            text
        }
        Some(Move::EnPassant { from, to }) => squares("", from, true, to),
        // The same in short and long notation.
        Some(Move::Castle { .. } | Move::Put { .. }) | None => {
            san::write_plain(position, ply, language)
        }
    };
    san::push_check_mark(&mut text, position, ply);
    text
}

fn squares(piece: &str, from: Square, capture: bool, to: Square) -> String {
    let mut text = String::with_capacity(12);
    text.push_str(piece);
    push_square(&mut text, from);
    text.push(if capture { 'x' } else { '-' });
    push_square(&mut text, to);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::uci;

    fn after(moves: &str) -> Position {
        let mut position = Position::default();
        for text in moves.split_whitespace() {
            let reading = uci::read(&position, text).expect(text);
            position.play(reading.ply).expect(text);
        }
        position
    }

    /// Input, canonical form and quirks.
    #[test]
    fn generous_reading() {
        let open = "e2e4 d7d5 g1f3 g8f6 f1c4 e7e6 b1c3 f8b4";
        for (moves, text, clean, quirks) in [
            ("", "Ng1-f3", "Ng1-f3", vec![]),
            ("", "Ng1f3", "Ng1-f3", vec!["dash between the squares missing"]),
            ("", "g1-f3", "Ng1-f3", vec!["piece letter missing"]),
            ("", "Ng1–f3", "Ng1-f3", vec!["look-alike characters"]),
            ("", "Ng1 - f3", "Ng1-f3", vec!["spaces inside the move"]),
            ("", "♘g1-f3", "Ng1-f3", vec!["figurine for a piece letter"]),
            ("", "Nf3", "Ng1-f3", vec!["source square missing"]),
            ("", "e2-e4", "e2-e4", vec![]),
            ("", "E2-E4", "e2-e4", vec!["square in capitals"]),
            (open, "0-0", "O-O", vec![]),
            (open, "o-o", "O-O", vec!["castling written unusually"]),
            (open, "e4xd5", "e4xd5", vec![]),
            (open, "e4:d5", "e4xd5", vec!["unusual capture sign"]),
            (open, "e4-d5", "e4xd5", vec!["capture sign missing"]),
            (open, "Ke1-g1", "O-O", vec!["castling written as a king's move"]),
            (open, "Bc4-b5+", "Bc4-b5+", vec![]),
        ] {
            let position = after(moves);
            let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(write(&position, reading.ply), clean, "{text}");
            assert_eq!(reading.quirks.words(), quirks, "{text}");
        }
        assert_eq!(read(&after(""), "Bg1-f3"), Err(NotRead::Illegal));
        assert_eq!(read(&after(""), "g1-"), Err(NotRead::NotAMove));
    }

    #[test]
    fn other_letters() {
        let position = after("e2e4 d7d5 e4d5");
        for (language, text) in [
            (Language::Czech, "Dd8xd5"),
            (Language::Russian, "Фd8xd5"),
            (Language::ColouredFigurine, "♛d8xd5"),
            (Language::Figurine, "♕d8xd5"),
            (Language::French, "Dd8xd5"),
        ] {
            let reading = read_in(&position, text, language).expect(text);
            assert_eq!(write_in(&position, reading.ply, language), text);
            assert!(reading.quirks.is_empty(), "{text}: {:?}", reading.quirks);
        }
    }
}
