//! The entries of books: sixteen bytes each.

use std::fmt;

use partie_core::{Move, Position, Rank, Role, Square};

/// Length of an entry in bytes.
pub const ENTRY_LENGTH: usize = 16;

/// Pieces by the number of a promotion or a drop; 0 is none.
const PIECES: [Option<Role>; 8] = [
    None,
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    None,
    None,
    None,
];

/// A move as books write it, in sixteen bits. It need not be legal, or a move at all.
///
/// | bits | |
/// |---|---|
/// | 0-5 | to which square: a1 is 0, b1 is 1, h8 is 63 |
/// | 6-11 | from which square |
/// | 12-14 | the piece that a pawn becomes: knight 1, bishop 2, rook 3, queen 4 |
///
/// Castling is the king taking its own rook (`e1h1`). If both squares are equal, the move is a
/// drop; pieces are numbered as in promotions. Zero is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BookMove(u16);

impl BookMove {
    /// Makes a move of its bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> BookMove {
        BookMove(bits)
    }

    /// Returns the bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Converts a move. `None` of a drop, which books of standard chess do not have.
    ///
    /// ```
    /// use partie_core::{Position, moves::san};
    /// use partie_db::book::BookMove;
    /// let e4 = san::read(&Position::default(), "e4")?.ply.to_move().expect("a move");
    /// assert_eq!(BookMove::of(e4).map(|m| m.bits()), Some(0x031c));
    /// # Ok::<(), partie_core::moves::NotRead>(())
    /// ```
    #[must_use]
    pub fn of(m: Move) -> Option<BookMove> {
        let promotion = PIECES.iter().position(|piece| *piece == m.promotion()).unwrap_or(0);
        Some(BookMove::between(m.from()?, m.to(), promotion as u16))
    }

    fn between(from: Square, to: Square, promotion: u16) -> BookMove {
        let number = |square| u32::from(square) as u16;
        BookMove(number(to) | number(from) << 6 | promotion << 12)
    }

    /// Returns the legal move of a position that is meant. Castling may also be written as the
    /// king's move (`e1g1`), which some programs do.
    #[must_use]
    pub fn in_position(self, position: &Position) -> Option<Move> {
        let legal = position.legal_moves();
        let castled = |m: &Move| {
            let Move::Castle { king, .. } = *m else { return false };
            let side = position.castling_side(*m);
            side.is_some_and(|s| {
                BookMove::between(king, position.castling_goal(king, s), 0) == self
            })
        };
        let exact = legal.iter().find(|m| BookMove::of(**m) == Some(self));
        exact.or_else(|| legal.iter().find(|m| castled(m))).copied()
    }

    fn from(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    fn to(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    fn piece(self) -> Option<Role> {
        PIECES[usize::from(self.0 >> 12 & 7)]
    }

    /// Returns true if some position could have such a move.
    pub(super) fn is_plausible(self) -> bool {
        let (from, to) = (self.from(), self.to());
        match self.0 >> 12 {
            0 => true,
            1..=4 => from == to || matches!(to.rank(), Rank::First | Rank::Eighth),
            _ => false,
        }
    }
}

impl fmt::Display for BookMove {
    /// Writes UCI: `e2e4`, `e7e8q`, `e1h1`, `N@f3`; `0000` if it is no move. Unknown bits are
    /// appended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        match (self.piece(), self.0 >> 12) {
            (None, 0) if from == to => f.write_str("0000"),
            (Some(piece), 1..=4) if from == to => write!(f, "{}@{to}", piece.upper_char()),
            (Some(piece), 1..=4) => write!(f, "{from}{to}{}", piece.char()),
            (_, 0) => write!(f, "{from}{to}"),
            (_, number) => write!(f, "{from}{to}?{number}"),
        }
    }
}

/// A move of a position, with a book's data about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// Key of the position ([`polyglot_key`](partie_core::rules::polyglot_key)).
    pub key: u64,
    /// The move.
    pub book_move: BookMove,
    /// Weight of the move relative to the position's other moves; a move of weight 0 is never
    /// played.
    pub weight: u16,
    /// A number that a program has learnt of the move; its meaning is the program's own.
    pub learn: u32,
}

impl BookEntry {
    /// Reads an entry.
    #[must_use]
    pub fn from_bytes(bytes: [u8; ENTRY_LENGTH]) -> BookEntry {
        let number = u128::from_be_bytes(bytes);
        BookEntry {
            key: (number >> 64) as u64,
            book_move: BookMove((number >> 48) as u16),
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// Writes an entry.
    #[must_use]
    pub fn to_bytes(self) -> [u8; ENTRY_LENGTH] {
        let number = u128::from(self.key) << 64
            | u128::from(self.book_move.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        number.to_be_bytes()
    }

    /// Returns true if it is part of a header: newer programs put entries with the key 0 first,
    /// in whose other bytes is text.
    #[must_use]
    pub const fn is_header(self) -> bool {
        self.key == 0
    }
}
