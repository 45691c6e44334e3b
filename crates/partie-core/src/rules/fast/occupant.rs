//! Pieces and the contents of squares, as small numbers.

pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const ROOK: u8 = 4;
pub(super) const QUEEN: u8 = 5;
pub(super) const KING: u8 = 6;

/// Contents of a square. The low bits give the role, the others the side or an empty
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Occupant {
    Nothing = 16,
    WhitePawn = 8 | PAWN,
    WhiteKnight = 8 | KNIGHT,
    WhiteBishop = 8 | BISHOP,
    WhiteRook = 8 | ROOK,
    WhiteQueen = 8 | QUEEN,
    WhiteKing = 8 | KING,
    BlackPawn = PAWN,
    BlackKnight = KNIGHT,
    BlackBishop = BISHOP,
    BlackRook = ROOK,
    BlackQueen = QUEEN,
    BlackKing = KING,
}

/// Bits of the role.
pub(super) const ROLE: u8 = 7;

impl Occupant {
    /// One more than the highest number.
    pub(super) const COUNT: usize = Occupant::Nothing as usize + 1;

    /// A kind of piece of White (0) or Black (1).
    #[inline]
    pub(super) const fn new(role: u8, side: usize) -> Occupant {
        use Occupant::{
            BlackBishop, BlackKing, BlackKnight, BlackPawn, BlackQueen, BlackRook, Nothing,
            WhiteBishop, WhiteKing, WhiteKnight, WhitePawn, WhiteQueen, WhiteRook,
        };
        const MEN: [[Occupant; 8]; 2] = [
            [
                Nothing,
                WhitePawn,
                WhiteKnight,
                WhiteBishop,
                WhiteRook,
                WhiteQueen,
                WhiteKing,
                Nothing,
            ],
            [
                Nothing,
                BlackPawn,
                BlackKnight,
                BlackBishop,
                BlackRook,
                BlackQueen,
                BlackKing,
                Nothing,
            ],
        ];
        MEN[side & 1][(role & ROLE) as usize]
    }

    /// The kind of piece; 0 if there is none.
    #[inline]
    pub(super) const fn role(self) -> u8 {
        self as u8 & ROLE
    }
}
