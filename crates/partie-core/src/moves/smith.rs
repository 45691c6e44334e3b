//! Smith notation: the squares of the move, the captured piece in small letters, the
//! piece promoted to in capitals: `g1f3`, `d5e4p`, `e7d8rQ` (Warren Smith, after the
//! Internet Chess Club's page *Smith Notation*; also the moves of ICS `<d1>` lines).
//!
//! En passant is `E` (`d5c6E`), castling the king's move with `c` to the short and `C`
//! to the long side (`e1g1c`), in Chess960 too. Either case of every letter is read,
//! missing marks are forgiven, and so are dashes and check marks.
//!
//! Drops are as in the same club's viewer: `P@f7` by White, `p@f2` by Black. Promotion
//! to king, which antichess knows, is written `K`. The notation has no null moves.

use super::{
    CheckMark, NotRead, Ply, Quirks, Reading, castled, iccf,
    marks::{fold, strip},
    push_square, san,
};
use crate::{CastlingSide, Color, Move, Position, Role, Square};

/// Reads a move.
///
/// # Errors
///
/// [`NotRead::NotAMove`] or [`NotRead::Illegal`].
///
/// ```
/// use partie_core::{Position, moves::{smith, uci}};
/// let mut position = Position::default();
/// for text in ["e2e4", "d7d5"] {
///     position.play(smith::read(&position, text).expect(text).ply).expect(text);
/// }
/// let reading = smith::read(&position, "e4d5p").expect("a capture");
/// assert_eq!(uci::write(&position, reading.ply), "e4d5");
/// assert_eq!(smith::write(&position, reading.ply), "e4d5p");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Reading, NotRead> {
    let mut quirks = Quirks::NONE;
    let folded = fold(text, &mut quirks);
    let mut rest: &str = &folded;
    let mark = strip(&mut rest, &mut quirks);
    if mark != CheckMark::None {
        quirks.insert(Quirks::NONSTANDARD_CHECK_MARK);
    }
    if let Some((role, to)) = drop(rest, position.turn(), &mut quirks) {
        let m = Move::Put { role, to };
        if !position.is_legal(m) {
            return Err(NotRead::Illegal);
        }
        return Ok(Reading { ply: Ply::Move(m), quirks, mark });
    }
    let (from, to, letters) = parse(rest, &mut quirks).ok_or(NotRead::NotAMove)?;
    let m = resolve(position, from, to, letters, &mut quirks)?;
    Ok(Reading { ply: Ply::Move(m), quirks, mark })
}

/// Writes a legal move. Null moves, which the notation has not, as in SAN.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    let mut text = String::with_capacity(6);
    match ply {
        Ply::Move(Move::Normal { from, capture, to, promotion, .. }) => {
            push_square(&mut text, from);
            push_square(&mut text, to);
            text.extend(capture.map(Role::char));
            text.extend(promotion.map(Role::upper_char));
        }
        Ply::Move(Move::EnPassant { from, to }) => {
            push_square(&mut text, from);
            push_square(&mut text, to);
            text.push('E');
        }
        Ply::Move(m @ Move::Castle { king, rook }) => {
            push_square(&mut text, king);
            push_square(&mut text, castled(position, m).unwrap_or(rook));
            let short = position.castling_side(m) == Some(CastlingSide::KingSide);
            text.push(if short { 'c' } else { 'C' });
        }
        Ply::Move(Move::Put { role, to }) => {
            text.push(role.of(position.turn()).char());
            text.push('@');
            push_square(&mut text, to);
        }
        Ply::Null | Ply::Illegal(_) => return san::write(position, ply),
    }
    text
}

/// Parses a drop, `N@f3`, in any case; the case of the letter gives the colour.
fn drop(text: &str, mover: Color, quirks: &mut Quirks) -> Option<(Role, Square)> {
    let &[letter, b'@', file, rank] = text.as_bytes() else {
        return None;
    };
    let role = Role::from_char(char::from(letter))?;
    let to = Square::from_ascii(&[file.to_ascii_lowercase(), rank]).ok()?;
    if file.is_ascii_uppercase() {
        quirks.insert(Quirks::CAPITALS);
    }
    if mover == Color::White && letter.is_ascii_lowercase() {
        quirks.insert(Quirks::LOWERCASE_PIECE);
    }
    Some((role, to))
}

/// Parses the squares and up to two letters after them.
fn parse<'a>(text: &'a str, quirks: &mut Quirks) -> Option<(Square, Square, &'a str)> {
    let square = |text: &str, quirks: &mut Quirks| {
        if text.starts_with(|c: char| c.is_ascii_uppercase()) {
            quirks.insert(Quirks::CAPITALS);
        }
        Square::from_ascii(text.to_ascii_lowercase().as_bytes()).ok()
    };
    let from = square(text.get(..2)?, quirks)?;
    let rest = text[2..].strip_prefix('-').unwrap_or(&text[2..]);
    let to = square(rest.get(..2)?, quirks)?;
    let letters = &rest[2..];
    (letters.len() <= 2 && letters.bytes().all(|c| b"pnbrqkecPNBRQKEC".contains(&c)))
        .then_some((from, to, letters))
}

fn resolve(
    position: &Position,
    from: Square,
    to: Square,
    letters: &str,
    quirks: &mut Quirks,
) -> Result<Move, NotRead> {
    if matches!(letters, "c" | "C") {
        let m = iccf::castling(position, from, to).ok_or(NotRead::Illegal)?;
        let short = position.castling_side(m) == Some(CastlingSide::KingSide);
        if short != (letters == "c") {
            quirks.insert(Quirks::NONSTANDARD_CASTLING_MARK);
        }
        return Ok(m);
    }
    let role = position
        .piece_at(from)
        .filter(|p| p.color == position.turn())
        .ok_or(NotRead::Illegal)?
        .role;
    let mut candidates = position.moves_to(role, to);
    candidates.retain(|m| m.from() == Some(from));
    let Some(&first) = candidates.first() else {
        if letters.is_empty()
            && let Some(m) = iccf::castling(position, from, to)
        {
            quirks.insert(Quirks::CASTLING_AS_KING_MOVE);
            return Ok(m);
        }
        return Err(NotRead::Illegal);
    };
    let (captured, promotion) = split(letters, first, &candidates).ok_or(NotRead::Illegal)?;
    let expected = match first {
        Move::EnPassant { .. } => Some('E'),
        m => m.capture().map(Role::char),
    };
    match (captured, expected) {
        (None, None) => {}
        (None, Some(_)) => quirks.insert(Quirks::MISSING_CAPTURE_SIGN),
        (Some(_), None) => quirks.insert(Quirks::FALSE_CAPTURE_SIGN),
        (Some(written), Some(expected)) if written == expected => {}
        // The other case, or a pawn taken in passing written as a pawn.
        (Some(c), Some(expected))
            if c.eq_ignore_ascii_case(&expected) || (c == 'p' && expected == 'E') =>
        {
            quirks.insert(Quirks::NONSTANDARD_CAPTURE_SIGN);
        }
        (Some(_), Some(_)) => quirks.insert(Quirks::WRONG_CAPTURED_PIECE),
    }
    if !first.is_promotion() {
        return if promotion.is_none() { Ok(first) } else { Err(NotRead::Illegal) };
    }
    let wanted = if let Some(c) = promotion {
        if c.is_ascii_lowercase() {
            quirks.insert(Quirks::NONSTANDARD_PROMOTION);
        }
        Role::from_char(c)
    } else {
        quirks.insert(Quirks::MISSING_PROMOTION);
        Some(Role::Queen)
    };
    candidates.into_iter().find(|m| m.promotion() == wanted).ok_or(NotRead::Illegal)
}

/// Decides which letter names the captured piece and which the promotion.
fn split(letters: &str, m: Move, candidates: &[Move]) -> Option<(Option<char>, Option<char>)> {
    let mut chars = letters.chars();
    let pair = (chars.next(), chars.next());
    Some(match pair {
        (Some(c), None) if m.is_promotion() => {
            let promotes = candidates.iter().any(|m| m.promotion() == Role::from_char(c));
            // `e7d8r` took a rook and forgot the promotion, if it took a rook;
            // `e7d8R` made one.
            let takes = c.is_ascii_lowercase() && m.capture().map(Role::char) == Some(c);
            if promotes && !takes { (None, Some(c)) } else { (Some(c), None) }
        }
        // A capital makes a piece, unless one was taken.
        (Some(c), None) if c.is_ascii_uppercase() && !m.is_capture() => (None, Some(c)),
        // Only a promotion can name both a captured and a new piece.
        (Some(_), Some(_)) if !m.is_promotion() => return None,
        pair => pair,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Setup, Variant,
        moves::{iccf::tests::position, uci},
    };

    #[test]
    fn letters_behind_the_squares() {
        let ready = position(Variant::Standard, "3r3k/P3P3/8/8/8/8/8/K7", &[]);
        for (text, clean, quirks) in [
            ("e7d8rQ", "e7d8rQ", vec![]),
            ("e7d8rq", "e7d8rQ", vec!["promotion not written as =Q"]),
            ("e7d8N", "e7d8rN", vec!["capture sign missing"]),
            ("e7d8r", "e7d8rQ", vec!["promotion piece missing"]),
            ("e7d8nR", "e7d8rR", vec!["another piece is captured than the one named"]),
            ("a7a8R", "a7a8R", vec![]),
            ("a7a8", "a7a8Q", vec!["promotion piece missing"]),
            ("A7-A8Q", "a7a8Q", vec!["square in capitals"]),
        ] {
            let reading = read(&ready, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(write(&ready, reading.ply), clean, "{text}");
            assert_eq!(reading.quirks.words(), quirks, "{text}");
        }
        for (text, error) in [
            ("a1a2Q", NotRead::Illegal),
            ("a1a2c", NotRead::Illegal),
            ("e7e8rrr", NotRead::NotAMove),
            ("e7", NotRead::NotAMove),
            ("e7é8", NotRead::NotAMove),
        ] {
            assert_eq!(read(&ready, text), Err(error), "{text}");
        }
    }

    #[test]
    fn en_passant() {
        let mut position = Position::default();
        for text in ["e2e4", "a7a6", "e4e5", "d7d5"] {
            position.play(uci::read(&position, text).expect(text).ply).expect(text);
        }
        for (text, quirks) in [
            ("e5d6E", vec![]),
            ("e5d6e", vec!["unusual capture sign"]),
            ("e5d6p", vec!["unusual capture sign"]),
            ("e5d6", vec!["capture sign missing"]),
        ] {
            let reading = read(&position, text).expect(text);
            assert_eq!(write(&position, reading.ply), "e5d6E");
            assert_eq!(reading.quirks.words(), quirks, "{text}");
        }
    }

    #[test]
    fn castling() {
        let chess960 =
            position(Variant::Chess960, "4k3/8/8/8/8/8/8/R4K1R", &[Square::A1, Square::H1]);
        for (text, san) in [("f1g1", "Kg1"), ("f1g1c", "O-O"), ("f1c1C", "O-O-O")] {
            let reading = read(&chess960, text).expect(text);
            assert_eq!(san::write(&chess960, reading.ply), san, "{text}");
            assert_eq!(write(&chess960, reading.ply), text);
        }
        let odd = read(&chess960, "f1c1c").expect("castling");
        assert_eq!(odd.quirks, Quirks::NONSTANDARD_CASTLING_MARK);
    }

    #[test]
    fn drops() {
        for (turn, board, text, clean) in [
            (Color::White, "7k/8/8/8/8/8/8/K7", "N@f3", "N@f3"),
            (Color::White, "7k/8/8/8/8/8/8/K7", "n@F3", "N@f3"),
            (Color::Black, "7k/8/8/8/8/8/8/K7", "n@f6", "n@f6"),
            (Color::Black, "7k/8/8/8/8/8/8/K7", "N@f6", "n@f6"),
        ] {
            let mut setup = Setup::empty();
            setup.board = board.parse().expect(board);
            setup.turn = turn;
            setup.pockets.get_or_insert_default().get_mut(turn).knight = 1;
            let hand = Position::from_setup(Variant::Crazyhouse, setup).0;
            let reading = read(&hand, text).expect(text);
            assert_eq!(write(&hand, reading.ply), clean);
            assert_eq!(read(&hand, "q@f3"), Err(NotRead::Illegal));
        }
    }
}
