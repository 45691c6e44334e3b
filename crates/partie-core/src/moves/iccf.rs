//! ICCF numeric notation, the language of correspondence chess: file and rank of both
//! squares as digits, `5254` for e2-e4 (ICCF, *Your guide to numeric notation*).
//!
//! A fifth digit names the piece of a promotion: 1 queen, 2 rook, 3 bishop, 4 knight.
//! Castling is the king's move: `5171`. In Chess960 that may be no move at all or another
//! legal move of the king; castling is then written as the king's move to the square of its
//! rook, and both spellings are read.
//!
//! Dashes and spaces between the squares and check marks are accepted. The notation has no
//! drops, no null moves, and no promotion to king.

use super::{
    CheckMark, NotRead, Ply, Quirks, Reading, castled,
    marks::{fold, strip},
    san,
};
use crate::{CastlingSide, File, Move, Position, Rank, Role, Square};

/// The pieces of the fifth digit, from 1.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Reads a move.
///
/// # Errors
///
/// [`NotRead::NotAMove`] or [`NotRead::Illegal`].
///
/// ```
/// use partie_core::{Position, moves::iccf};
/// let start = Position::default();
/// let reading = iccf::read(&start, "7163").expect("a knight's move");
/// assert_eq!(iccf::write(&start, reading.ply), "7163");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Reading, NotRead> {
    let mut quirks = Quirks::NONE;
    let folded = fold(text, &mut quirks);
    let mut rest: &str = &folded;
    let mark = strip(&mut rest, &mut quirks);
    if mark != CheckMark::None {
        quirks.insert(Quirks::NONSTANDARD_CHECK_MARK);
    }
    let (from, to, promotion) = parse(rest, &mut quirks).ok_or(NotRead::NotAMove)?;
    let m = resolve(position, from, to, promotion, &mut quirks).ok_or(NotRead::Illegal)?;
    Ok(Reading { ply: Ply::Move(m), quirks, mark })
}

/// Writes a legal move. Drops and null moves, which the notation has not, as in SAN.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    let (from, to, promotion) = match ply {
        Ply::Move(Move::Normal { from, to, promotion, .. }) => (from, to, promotion),
        Ply::Move(Move::EnPassant { from, to }) => (from, to, None),
        Ply::Move(m @ Move::Castle { king, rook }) => {
            let to = castled(position, m).unwrap_or(rook);
            let plain = resolve(position, king, to, None, &mut Quirks::default());
            (king, if plain == Some(m) { to } else { rook }, None)
        }
        Ply::Move(Move::Put { .. }) | Ply::Null | Ply::Illegal(_) => {
            return san::write(position, ply);
        }
    };
    let mut text = String::with_capacity(5);
    for square in [from, to] {
        text.push(char::from(b'1' + square.file() as u8));
        text.push(square.rank().char());
    }
    if let Some(role) = promotion {
        match PROMOTIONS.iter().position(|r| *r == role) {
            Some(i) => text.push(char::from(b'1' + i as u8)),
            None => return san::write(position, ply),
        }
    }
    text
}

fn parse(text: &str, quirks: &mut Quirks) -> Option<(Square, Square, Option<Role>)> {
    let mut digits = [0; 5];
    let mut length = 0;
    for c in text.chars() {
        match c {
            '0'..='8' => {
                *digits.get_mut(length)? = c as u8 - b'0';
                length += 1;
            }
            '-' if length == 2 || length == 4 => quirks.insert(Quirks::SPACES),
            _ => return None,
        }
    }
    if length < 4 {
        return None;
    }
    let square = |file: u8, rank: u8| {
        let file = File::try_from(file.checked_sub(1)?).ok()?;
        let rank = Rank::try_from(rank.checked_sub(1)?).ok()?;
        Some(Square::from_coords(file, rank))
    };
    let promotion = match digits[4] {
        // Some servers fill the fifth place.
        0 => None,
        n => Some(*PROMOTIONS.get(usize::from(n) - 1)?),
    };
    Some((square(digits[0], digits[1])?, square(digits[2], digits[3])?, promotion))
}

fn resolve(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    quirks: &mut Quirks,
) -> Option<Move> {
    let role = position.piece_at(from).filter(|p| p.color == position.turn())?.role;
    let mut candidates = position.moves_to(role, to);
    candidates.retain(|m| m.from() == Some(from));
    if candidates.iter().any(|m| m.is_promotion()) {
        if promotion.is_none() {
            quirks.insert(Quirks::MISSING_PROMOTION);
        }
        let wanted = promotion.unwrap_or(Role::Queen);
        return candidates.into_iter().find(|m| m.promotion() == Some(wanted));
    }
    if promotion.is_some() {
        return None;
    }
    candidates.first().copied().or_else(|| castling(position, from, to))
}

/// Castling by the king's square of arrival or the rook's square.
pub(crate) fn castling(position: &Position, from: Square, to: Square) -> Option<Move> {
    CastlingSide::ALL.into_iter().flat_map(|side| position.castling_moves(side)).find(
        |m| match *m {
            Move::Castle { king, rook } => {
                king == from && (castled(position, *m) == Some(to) || to == rook)
            }
            _ => false,
        },
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Setup, Variant};

    pub(crate) fn position(variant: Variant, board: &str, rooks: &[Square]) -> Position {
        let mut setup = Setup::empty();
        setup.board = board.parse().expect(board);
        setup.castling_rights = rooks.iter().copied().collect();
        Position::from_setup(variant, setup).0
    }

    #[test]
    fn promotions() {
        let position = position(Variant::Standard, "7k/P7/8/8/8/8/8/K7", &[]);
        for (text, san) in [
            ("17181", "a8=Q+"),
            ("17182", "a8=R+"),
            ("17183", "a8=B"),
            ("17184", "a8=N"),
            ("1718", "a8=Q+"),
            ("17-18-1", "a8=Q+"),
            ("17 18 4", "a8=N"),
        ] {
            let reading = read(&position, text).expect(text);
            assert_eq!(san::write(&position, reading.ply), san, "{text}");
        }
        assert_eq!(read(&position, "1718").expect("legal").quirks, Quirks::MISSING_PROMOTION);
        assert_eq!(read(&position, "11121"), Err(NotRead::Illegal));
        for text in ["171", "17185", "1719", "0717", "171811", "a7a8", ""] {
            assert_eq!(read(&position, text), Err(NotRead::NotAMove), "{text}");
        }
    }

    #[test]
    fn castling_is_the_kings_move_where_that_is_clear() {
        let usual = position(Variant::Standard, "4k3/8/8/8/8/8/8/R3K2R", &[Square::A1, Square::H1]);
        for (text, san) in [("5171", "O-O"), ("5131", "O-O-O"), ("5181", "O-O"), ("5161", "Kf1")] {
            let reading = read(&usual, text).expect(text);
            assert_eq!(san::write(&usual, reading.ply), san, "{text}");
        }
        let castle = read(&usual, "5181").expect("castling");
        assert_eq!(write(&usual, castle.ply), "5171");
        // From f1 the king could also just go to g1.
        let chess960 =
            position(Variant::Chess960, "4k3/8/8/8/8/8/8/R4K1R", &[Square::A1, Square::H1]);
        for (text, san) in [("6171", "Kg1"), ("6181", "O-O"), ("6131", "O-O-O")] {
            let reading = read(&chess960, text).expect(text);
            assert_eq!(san::write(&chess960, reading.ply), san, "{text}");
            assert_eq!(write(&chess960, reading.ply), text);
        }
    }
}
