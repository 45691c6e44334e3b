//! The wild starts of FICS and ICC that are fixed, and the shapes of those that are drawn
//! by lot (FICS `help wild`, ICC `help wild`).
//!
//! The castling of wild 0 and 1 with a king on the d-file (the king steps two squares to
//! either side) is not among the rules here: such a record keeps its moves up to there.

use shakmaty::Setup;

use crate::{Color, File, Piece, Position, Rank, Role, Square, Variant};

/// A wild start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wild {
    /// King and queen may be exchanged, for each side by itself.
    Wild0,
    /// The pieces behind the pawns in any order, with bishops on both colours and the
    /// kings on d or e, rooks in the corners.
    Wild1,
    /// The pieces in any order, Black's as White's mirrored.
    Wild2,
    /// Any pieces by lot, the same for both sides; one king each.
    Wild3,
    /// As 3, but each side by itself, with bishops balanced.
    Wild4,
    /// White's army stands on Black's side and the other way round, pawns on the seventh.
    Wild5,
    /// White's pawns start on the fourth rank, Black's on the fifth, face to face.
    Wild8,
    /// The pawns have passed each other: White's on the fifth rank, Black's on the fourth.
    Wild8a,
    /// Three pawns and king each.
    Wild7,
}

/// The start position of a wild that is not drawn by lot.
///
/// ```
/// use partie_core::rules::wild::{Wild, start};
/// assert!(start(Wild::Wild5).is_some());
/// assert!(start(Wild::Wild3).is_none());
/// ```
#[must_use]
pub fn start(wild: Wild) -> Option<Position> {
    let board = match wild {
        // The armies have changed sides: every pawn is one step from promotion.
        Wild::Wild5 => "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr",
        Wild::Wild7 => "4k3/5ppp/8/8/8/8/PPP5/3K4",
        Wild::Wild8 => "rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR",
        Wild::Wild8a => "rnbqkbnr/8/8/PPPPPPPP/pppppppp/8/8/RNBQKBNR",
        _ => return None,
    };
    let mut setup = Setup::empty();
    setup.board = board.parse().ok()?;
    Some(Position::from_setup(Variant::FromPosition, setup).0)
}

/// The wilds drawn by lot that a start position may be of.
#[must_use]
pub fn shapes(position: &Position) -> Vec<Wild> {
    let (Some(white), Some(black)) = (back(position, Color::White), back(position, Color::Black))
    else {
        return Vec::new();
    };
    let usual = [
        Role::Rook,
        Role::Knight,
        Role::Bishop,
        Role::Queen,
        Role::King,
        Role::Bishop,
        Role::Knight,
        Role::Rook,
    ];
    let mut exchanged = usual;
    exchanged.swap(3, 4);
    let mut found = Vec::new();
    if [white, black].iter().all(|r| *r == usual || *r == exchanged) {
        found.push(Wild::Wild0);
    }
    let one_king = |r: &[Role; 8]| r.iter().filter(|p| **p == Role::King).count() == 1;
    let corners = |r: &[Role; 8]| {
        r[0] == Role::Rook
            && r[7] == Role::Rook
            && matches!(r.iter().position(|p| *p == Role::King), Some(3 | 4))
    };
    if sorted(white) == sorted(usual) && sorted(black) == sorted(usual) {
        if corners(&white) && corners(&black) && both_colours(white) && both_colours(black) {
            found.push(Wild::Wild1);
        }
        if white == black {
            found.push(Wild::Wild2);
        }
    }
    if one_king(&white) && one_king(&black) {
        found.push(if sorted(white) == sorted(black) { Wild::Wild3 } else { Wild::Wild4 });
    }
    found
}

fn sorted(mut roles: [Role; 8]) -> [Role; 8] {
    roles.sort_unstable();
    roles
}

fn both_colours(roles: [Role; 8]) -> bool {
    let files: Vec<usize> =
        roles.iter().enumerate().filter(|(_, r)| **r == Role::Bishop).map(|(i, _)| i).collect();
    matches!(files.as_slice(), [a, b] if (a + b) % 2 == 1)
}

/// The pieces behind a full row of pawns.
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
        for wild in [Wild::Wild5, Wild::Wild7, Wild::Wild8, Wild::Wild8a] {
            let position = start(wild).expect("fixed");
            assert!(position.problem().is_none(), "{wild:?}");
            assert!(!position.legal_moves().is_empty(), "{wild:?}");
        }
    }

    #[test]
    fn shapes_of_the_usual_start() {
        let found = shapes(&Position::default());
        assert_eq!(found, [Wild::Wild0, Wild::Wild1, Wild::Wild2, Wild::Wild3]);
    }
}
