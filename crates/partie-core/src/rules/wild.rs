//! The wild starts of FICS and ICC: orthodox rules from unusual starts.
//!
//! Some are fixed ([`start`]), others are random ([`shapes`] recognises them). In wild 0
//! and 1 a king may be on the d-file and castles from there by two squares to either side;
//! that is [`Variant::WildCastle`].
//!
//! Sources: FICS `help wild` of 1995 and the board files of the same server; D. Sleator,
//! "Wild variants on ICS", rec.games.chess, 1 September 1993; ICC `help wild`. ICC's
//! wild 0 is the usual start. Wild 6, 9 and the odds games from 10 on are not here:
//! an odds game is any set-up position.

use shakmaty::Setup;

use crate::{Bitboard, Color, File, Piece, Position, Rank, Role, Square, Variant, named, variants};

variants! {
    /// A wild start.
    ///
    /// A name is read as `wild/8a`, `wild 8a`, `w8a` or `8a`, in any letter case:
    ///
    /// ```
    /// use partie_core::rules::wild::Wild;
    /// assert_eq!("Wild 8A".parse(), Ok(Wild::Wild8a));
    /// assert!("wild/23".parse::<Wild>().is_err());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Wild {
        /// The usual start, but Black's king and queen are exchanged.
        Wild0 = "wild/0",
        /// Rooks in the corners, kings on d or e, bishops on both colours, the rest random; each
        /// side is drawn separately.
        Wild1 = "wild/1",
        /// The usual pieces in any order, Black's as White's mirrored. No castling.
        Wild2 = "wild/2",
        /// A king and any pieces by lot, Black's as White's mirrored. No castling.
        Wild3 = "wild/3",
        /// A king and random pieces, drawn separately for each side, but with equal numbers of
        /// bishops (give or take one). No castling.
        Wild4 = "wild/4",
        /// The armies have changed sides: every pawn is one step from promotion.
        Wild5 = "wild/5",
        /// King and three pawns each, Szén's position.
        Wild7 = "wild/7",
        /// The pawns start on the fourth rank, face to face.
        Wild8 = "wild/8",
        /// The pawns start on the fifth rank; they have passed each other.
        Wild8a = "wild/8a",
    }
    /// All wild starts.
    ALL
    /// The server's name, such as `wild/8a`.
    name
}

impl Wild {
    /// The rules it is played by.
    #[must_use]
    pub const fn variant(self) -> Variant {
        match self {
            Wild::Wild0 | Wild::Wild1 => Variant::WildCastle,
            _ => Variant::FromPosition,
        }
    }
}

named!(Wild, name, "a wild", by_name);

fn by_name(name: &str) -> Option<Wild> {
    let low = name.trim().to_ascii_lowercase();
    let number = low.strip_prefix("wild").or_else(|| low.strip_prefix('w')).unwrap_or(&low);
    let number = number.trim_start_matches([' ', '/']);
    Wild::ALL.into_iter().find(|w| w.name().strip_prefix("wild/") == Some(number))
}

/// The board of a wild that is not drawn by lot.
const fn board(wild: Wild) -> Option<&'static str> {
    Some(match wild {
        Wild::Wild0 => "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        // As if the board had been turned round: the kings stand on the d-file.
        Wild::Wild5 => "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
        Wild::Wild7 => "4k3/5ppp/8/8/8/8/PPP5/3K4",
        Wild::Wild8 => "rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR",
        Wild::Wild8a => "rnbqkbnr/8/8/PPPPPPPP/pppppppp/8/8/RNBQKBNR",
        _ => return None,
    })
}

/// The start position of a wild that is not drawn by lot. Where king and rooks stand
/// at home, castling is allowed.
///
/// ```
/// use partie_core::rules::wild::{Wild, start};
/// assert!(start(Wild::Wild5).is_some());
/// assert!(start(Wild::Wild3).is_none());
/// ```
#[must_use]
pub fn start(wild: Wild) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.board = board(wild)?.parse().ok()?;
    if matches!(wild, Wild::Wild0 | Wild::Wild8 | Wild::Wild8a) {
        setup.castling_rights = Bitboard::CORNERS;
    }
    Some(Position::from_setup(wild.variant(), setup).0)
}

/// The wilds that a start position may be of.
#[must_use]
pub fn shapes(position: &Position) -> Vec<Wild> {
    let (white, black) = (back(position, Color::White), back(position, Color::Black));
    let drawn = |wild: Wild| {
        let (Some(white), Some(black)) = (white, black) else { return false };
        match wild {
            Wild::Wild1 => [white, black].into_iter().all(|r| {
                is_usual_set(r)
                    && r[0] == Role::Rook
                    && r[7] == Role::Rook
                    && (r[3] == Role::King || r[4] == Role::King)
                    && matches!(places(r, Role::Bishop)[..], [a, b] if (a + b) % 2 == 1)
            }),
            Wild::Wild2 => white == black && is_usual_set(white),
            Wild::Wild3 => white == black && places(white, Role::King).len() == 1,
            Wild::Wild4 => {
                let bishops = |r| places(r, Role::Bishop).len();
                [white, black].into_iter().all(|r| places(r, Role::King).len() == 1)
                    && bishops(white).abs_diff(bishops(black)) <= 1
            }
            _ => false,
        }
    };
    Wild::ALL
        .into_iter()
        .filter(|w| match board(*w) {
            Some(fixed) => fixed.parse() == Ok(position.board().clone()),
            None => drawn(*w),
        })
        .collect()
}

/// King, queen, and two of each other piece.
fn is_usual_set(mut roles: [Role; 8]) -> bool {
    use Role::{Bishop, King, Knight, Queen, Rook};
    roles.sort_unstable();
    roles == [Knight, Knight, Bishop, Bishop, Rook, Rook, Queen, King]
}

/// The files, from 0, on which a piece stands.
fn places(roles: [Role; 8], role: Role) -> Vec<usize> {
    (0..8).filter(|i| roles[*i] == role).collect()
}

/// Pieces on the back rank, if a full row of pawns stands before them.
fn back(position: &Position, color: Color) -> Option<[Role; 8]> {
    let (pieces, pawns) = match color {
        Color::White => (Rank::First, Rank::Second),
        Color::Black => (Rank::Eighth, Rank::Seventh),
    };
    let mut roles = [Role::Pawn; 8];
    for (file, role) in File::ALL.into_iter().zip(&mut roles) {
        let pawn = position.piece_at(Square::from_coords(file, pawns));
        if pawn != Some(Piece { color, role: Role::Pawn }) {
            return None;
        }
        let piece = position.piece_at(Square::from_coords(file, pieces))?;
        if piece.color != color {
            return None;
        }
        *role = piece.role;
    }
    Some(roles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_playable() {
        for wild in Wild::ALL {
            assert_eq!(wild.name().parse(), Ok(wild));
            let Some(position) = start(wild) else { continue };
            assert!(position.problem().is_none(), "{wild}");
            assert!(position.has_legal_move(), "{wild}");
            assert!(shapes(&position).contains(&wild), "{wild}");
        }
    }

    /// Starts as the board files of a FICS server give them, and which wilds they may be.
    #[test]
    fn shapes_of_starts() {
        use Wild::{Wild0, Wild1, Wild2, Wild3, Wild4, Wild5};
        let rows = "pppppppp/8/8/8/8/PPPPPPPP";
        for (black, white, wilds) in [
            ("rnbqkbnr", "RNBQKBNR", vec![Wild1, Wild2, Wild3, Wild4]),
            ("rnbkqbnr", "RNBQKBNR", vec![Wild0, Wild1, Wild4]),
            ("rbnkqnbr", "RNNQKBBR", vec![Wild1, Wild4]),
            ("qrnkbnrb", "QRNKBNRB", vec![Wild2, Wild3, Wild4]),
            ("nbrkqnbr", "NBRKQNBR", vec![Wild2, Wild3, Wild4]),
            ("bnnrkqrb", "NBRKQNBR", vec![Wild4]),
            ("qqqkqqqq", "QQQKQQQQ", vec![Wild3, Wild4]),
            ("bbbbkbbb", "QQQKQQQQ", vec![]),
            ("kkbbkbbb", "QQQKQQQQ", vec![]),
        ] {
            let mut setup = Setup::empty();
            setup.board = format!("{black}/{rows}/{white}").parse().expect("board");
            let position = Position::from_setup(Variant::FromPosition, setup).0;
            assert_eq!(shapes(&position), wilds, "{black} {white}");
        }
        assert_eq!(shapes(&start(Wild5).expect("fixed")), [Wild5]);
    }
}
