//! The 960 start positions by their numbers (Reinhard Scharnagl's numbering, as the
//! laws of Chess960 use it: 518 is the usual start).

use shakmaty::{Bitboard, Setup};

use crate::{ByColor, Color, File, Piece, Position, Rank, Role, Square, Variant};

/// The places of the knights among the five squares that bishops and queen leave.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The pieces on the first rank for a number, from the a-file on.
///
/// ```
/// use partie_core::{Role::*, rules::chess960};
/// assert_eq!(
///     chess960::back_rank(518),
///     Some([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
/// );
/// assert_eq!(chess960::back_rank(960), None);
/// ```
#[must_use]
pub fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= 960 {
        return None;
    }
    let n = usize::from(number);
    let mut rank: [Option<Role>; 8] = [None; 8];
    rank[n % 4 * 2 + 1] = Some(Role::Bishop);
    rank[n / 4 % 4 * 2] = Some(Role::Bishop);
    put(&mut rank, n / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[n / 96];
    // The second goes first, so that it does not shift under the first.
    put(&mut rank, second, Role::Knight);
    put(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut rank, 0, role);
    }
    let mut roles = [Role::Rook; 8];
    for (role, found) in roles.iter_mut().zip(rank) {
        *role = found?;
    }
    Some(roles)
}

/// Puts a piece on the n-th free square.
fn put(rank: &mut [Option<Role>; 8], n: usize, role: Role) {
    if let Some(slot) = rank.iter_mut().filter(|r| r.is_none()).nth(n) {
        *slot = Some(role);
    }
}

/// The start position of a number, 0 to 959.
#[must_use]
pub fn start(number: u16) -> Option<Position> {
    let roles = back_rank(number)?;
    let mut setup = Setup::empty();
    let mut rights = Bitboard::EMPTY;
    for (file, role) in File::ALL.into_iter().zip(roles) {
        for (color, back, pawns) in
            [(Color::White, Rank::First, Rank::Second), (Color::Black, Rank::Eighth, Rank::Seventh)]
        {
            let square = Square::from_coords(file, back);
            setup.board.set_piece_at(square, Piece { color, role });
            setup
                .board
                .set_piece_at(Square::from_coords(file, pawns), Piece { color, role: Role::Pawn });
            if role == Role::Rook {
                rights |= Bitboard::from(square);
            }
        }
    }
    setup.castling_rights = rights;
    Some(Position::from_setup(Variant::Chess960, setup).0)
}

/// The number of a start position; `None` if it is none of the 960. Castling rights do
/// not count.
#[must_use]
pub fn number(position: &Position) -> Option<u16> {
    let rank = |color: Color, rank: Rank| -> Option<Vec<Role>> {
        File::ALL
            .into_iter()
            .map(|f| {
                let piece = position.piece_at(Square::from_coords(f, rank))?;
                (piece.color == color).then_some(piece.role)
            })
            .collect()
    };
    let sides = ByColor {
        white: rank(Color::White, Rank::First)?,
        black: rank(Color::Black, Rank::Eighth)?,
    };
    let pawns = Bitboard::from(Rank::Second) | Bitboard::from(Rank::Seventh);
    let board = position.board();
    if sides.white != sides.black
        || board.pawns() != pawns
        || board.by_piece(Color::White.pawn()) != Bitboard::from(Rank::Second)
        || board.occupied().count() != 32
    {
        return None;
    }
    (0..960).find(|n| back_rank(*n).is_some_and(|r| r[..] == sides.white[..]))
}
