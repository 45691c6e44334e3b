//! Start positions of games, random where the kind says so.
//!
//! Sources: FICS `help wild` and `help fr`; where the pages are silent, the behaviour of servers of
//! the family: in wild 1 king and queen share the middle files, in wild 3 and 4 every piece but the
//! king is any of queen, rook, bishop and knight, and in wild 4 Black has White's pieces in another
//! order, with as many bishops on light squares as White has on dark ones.

use partie_core::{
    Bitboard, Bughouse, Color, File, Piece, Position, Rank, Role, Setup, Square, Variant,
    rules::{
        Boards, chess960,
        wild::{self, Wild},
    },
};

use crate::{category::GameKind, rng::Rng};

/// The pieces of one side on its first rank, from the a-file on.
type Row = [Role; 8];

/// The board or boards with which a game of a kind begins. Kinds with a fixed start
/// leave the generator as it is.
///
/// ```
/// use partie_core::rules::wild::{Wild, shapes};
/// use partie_ics::{category::GameKind, rng::Rng, start_positions::start};
/// let boards = start(GameKind::Wild(Wild::Wild2), &mut Rng::new(1));
/// assert!(shapes(boards.first()).contains(&Wild::Wild2));
/// ```
#[must_use]
pub fn start(kind: GameKind, rng: &mut Rng) -> Boards {
    match kind {
        GameKind::Wild(wild) => wild::start(wild).unwrap_or_else(|| drawn(wild, rng)).into(),
        GameKind::FischerRandom => {
            let number = rng.below(960) as u16;
            chess960::start(number).unwrap_or_default().into()
        }
        GameKind::Board(board) => board.position().into(),
        GameKind::Bughouse => Boards::Two(Box::<Bughouse>::default()),
        other => Boards::start(other.variant()),
    }
}

/// A random start of a wild variant.
fn drawn(wild: Wild, rng: &mut Rng) -> Position {
    let white = match wild {
        Wild::Wild1 => castling_row(rng),
        Wild::Wild2 => usual_row(rng),
        _ => any_row(rng),
    };
    let black = match wild {
        Wild::Wild1 => castling_row(rng),
        Wild::Wild4 => balanced(white, rng),
        _ => white,
    };
    let rights = if wild == Wild::Wild1 { Bitboard::CORNERS } else { Bitboard::EMPTY };
    position(wild.variant(), white, black, rights)
}

/// Wild 1: rooks in the corners, king and queen on d and e, bishops on both colours.
fn castling_row(rng: &mut Rng) -> Row {
    use Role::{Bishop, King, Knight, Queen, Rook};
    let (d, e) = if rng.coin() { (King, Queen) } else { (Queen, King) };
    let mut row = [Rook, Knight, Knight, d, e, Knight, Knight, Rook];
    // Of the files b, c, f and g, b and f are of one colour.
    for files in [[1, 5], [2, 6]] {
        row[files[rng.below(2) as usize]] = Bishop;
    }
    row
}

/// Wild 2: the usual pieces in any order.
fn usual_row(rng: &mut Rng) -> Row {
    use Role::{Bishop, King, Knight, Queen, Rook};
    let mut row = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    rng.shuffle(&mut row);
    row
}

/// Wild 3: a king and any other pieces.
fn any_row(rng: &mut Rng) -> Row {
    const OTHERS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let king = rng.below(8) as usize;
    let mut row = [Role::King; 8];
    for (file, role) in row.iter_mut().enumerate() {
        if file != king {
            *role = OTHERS[rng.below(4) as usize];
        }
    }
    row
}

/// Wild 4: the other side's pieces in another order, with a bishop on the opposite
/// colour for each of the other side's.
fn balanced(white: Row, rng: &mut Rng) -> Row {
    let mut others: Vec<Role> = white.into_iter().filter(|r| *r != Role::Bishop).collect();
    let mut row = [Role::Bishop; 8];
    let mut free = Vec::new();
    // a8 is light where a1 is dark: an even file of one rank has the colour of an odd
    // file of the other, so equal parities are opposite colours.
    for parity in [0, 1] {
        let mut files: Vec<usize> = (0..8).filter(|file| file % 2 == parity).collect();
        rng.shuffle(&mut files);
        let bishops = white.iter().skip(parity).step_by(2).filter(|r| **r == Role::Bishop).count();
        free.extend(files.split_off(bishops));
    }
    rng.shuffle(&mut others);
    for (file, role) in free.into_iter().zip(others) {
        row[file] = role;
    }
    row
}

fn position(variant: Variant, white: Row, black: Row, rights: Bitboard) -> Position {
    let mut setup = Setup::empty();
    for (color, row, back, pawns) in [
        (Color::White, white, Rank::First, Rank::Second),
        (Color::Black, black, Rank::Eighth, Rank::Seventh),
    ] {
        for (file, role) in File::ALL.into_iter().zip(row) {
            setup.board.set_piece_at(Square::from_coords(file, back), Piece { color, role });
            let pawn = Piece { color, role: Role::Pawn };
            setup.board.set_piece_at(Square::from_coords(file, pawns), pawn);
        }
    }
    setup.castling_rights = rights;
    Position::from_setup(variant, setup).0
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use partie_core::{CastlingSide, rules::wild::shapes};

    use super::*;

    fn row(position: &Position, rank: Rank) -> Vec<Role> {
        File::ALL
            .into_iter()
            .filter_map(|f| position.piece_at(Square::from_coords(f, rank)))
            .map(|p| p.role)
            .collect()
    }

    fn starts(wild: Wild) -> impl Iterator<Item = Position> {
        let mut rng = Rng::new(5);
        (0..400).map(move |_| start(GameKind::Wild(wild), &mut rng).first().clone())
    }

    #[test]
    fn every_start_can_be_played() {
        let mut rng = Rng::new(11);
        let wilds = Wild::ALL.into_iter().map(GameKind::Wild);
        let others = ["fr", "zh", "bughouse", "suicide", "losers", "atomic"];
        let kinds = others.into_iter().filter_map(|name| name.parse().ok()).chain(wilds);
        for kind in kinds.chain([GameKind::Chess]) {
            for _ in 0..50 {
                let boards = start(kind, &mut rng);
                let position = boards.first();
                assert_eq!(position.variant(), kind.variant());
                assert!(position.problem().is_none() && position.has_legal_move());
                if let GameKind::Wild(wild) = kind {
                    assert!(shapes(position).contains(&wild), "{wild}");
                }
            }
        }
    }

    #[test]
    fn wild_1_can_castle_to_both_sides() {
        let mut rows = BTreeSet::new();
        for position in starts(Wild::Wild1) {
            for color in Color::ALL {
                for side in CastlingSide::ALL {
                    assert!(position.castling_rook(color, side).is_some());
                }
            }
            let white = row(&position, Rank::First);
            let middle = &white[3..5];
            assert!(middle.contains(&Role::King) && middle.contains(&Role::Queen));
            rows.insert(white);
        }
        assert_eq!(rows.len(), 8, "all rows of a side");
    }

    #[test]
    fn wild_2_and_3_are_mirrored_and_never_castle() {
        for wild in [Wild::Wild2, Wild::Wild3] {
            let mut rows = BTreeSet::new();
            for position in starts(wild) {
                assert_eq!(row(&position, Rank::First), row(&position, Rank::Eighth));
                assert!(position.castling_rights().is_empty());
                rows.insert(row(&position, Rank::First));
            }
            assert!(rows.len() > 300, "{wild}: {}", rows.len());
        }
    }

    #[test]
    fn wild_4_has_balanced_bishops() {
        let mut different = 0;
        for position in starts(Wild::Wild4) {
            let (white, black) = (row(&position, Rank::First), row(&position, Rank::Eighth));
            different += usize::from(white != black);
            let sorted = |mut roles: Vec<Role>| {
                roles.sort_unstable();
                roles
            };
            assert_eq!(sorted(white), sorted(black));
            let board = position.board();
            let bishops = |color, light| {
                let squares = if light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
                (board.bishops() & board.by_color(color) & squares).count()
            };
            assert_eq!(bishops(Color::White, true), bishops(Color::Black, false));
            assert_eq!(bishops(Color::White, false), bishops(Color::Black, true));
        }
        assert!(different > 350, "{different}");
    }

    #[test]
    fn the_same_seed_gives_the_same_start() {
        for wild in Wild::ALL {
            let [one, other] = [3, 3].map(|seed| start(GameKind::Wild(wild), &mut Rng::new(seed)));
            assert_eq!(one, other);
        }
        let mut numbers = BTreeSet::new();
        let mut rng = Rng::new(8);
        for _ in 0..200 {
            let boards = start(GameKind::FischerRandom, &mut rng);
            numbers.insert(chess960::number(boards.first()));
        }
        assert!(numbers.len() > 150 && !numbers.contains(&None));
    }
}
