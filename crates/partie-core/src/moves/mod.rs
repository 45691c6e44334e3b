//! One move in one notation, read and written against a position.
//!
//! | module | notation | example |
//! |---|---|---|
//! | [`san`] | short algebraic, in every language of [`language`], with figurines | `Nf3`, `Sf3`, `♘f3` |
//! | [`long`] | long algebraic, in every language | `Ng1-f3`, `e4xd5` |
//! | [`uci`] | what engines speak | `g1f3`, `e7e8q`, `e1h1` |
//! | [`iccf`] | the numbers of correspondence chess | `7163`, `57581` |
//! | [`smith`] | coordinates and the captured piece | `g1f3`, `d5e4p`, `e1g1c` |
//! | [`descriptive`] | English descriptive | `N-KB3`, `PxP`, `P-K8(Q)` |
//!
//! Every notation has the same two verbs: `read(&position, text)` and
//! `write(&position, ply)`. Reading forgives much and says what it forgave
//! ([`Quirks`]); writing is exact. [`Notation`] chooses among them by name.
//! [`code`] is for storage.
//! [`illegal_reason`] explains why a move is illegal and names the legal moves closest to it.

pub mod code;
pub mod descriptive;
pub mod iccf;
pub mod illegal_reason;
pub mod language;
pub mod long;
mod marks;
mod notation;
mod reading;
pub mod san;
pub mod smith;
pub mod uci;

use std::fmt;

pub use language::Language;
pub use marks::is_dash;
pub use notation::Notation;
pub(crate) use reading::only;
pub use reading::{CheckMark, NotRead, Quirks, Reading};

use crate::{CastlingSide, Move, Position, Square};

/// A half-move: a move of the rules, a pass (PGN's `--`), or a move that breaks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A move.
    Move(Move),
    /// A null move: the side to move passes.
    Null,
    /// A move that is not legal in its position, played as it was written: see
    /// [`Position::after_illegal`].
    Illegal(Move),
}

impl Ply {
    /// Returns the move if it is legal.
    #[must_use]
    pub const fn to_move(self) -> Option<Move> {
        match self {
            Ply::Move(m) => Some(m),
            Ply::Null | Ply::Illegal(_) => None,
        }
    }

    /// Returns the move, legal or not.
    #[must_use]
    pub const fn any_move(self) -> Option<Move> {
        match self {
            Ply::Move(m) | Ply::Illegal(m) => Some(m),
            Ply::Null => None,
        }
    }
}

impl From<Move> for Ply {
    fn from(m: Move) -> Ply {
        Ply::Move(m)
    }
}

impl fmt::Display for Ply {
    /// Long algebraic, as `Ng1-f3`; for notation in context use [`san::write`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Move(Move::Castle { king, rook }) | Ply::Illegal(Move::Castle { king, rook }) => f
                .write_str(match CastlingSide::from_king_side(king < rook) {
                    CastlingSide::KingSide => "O-O",
                    CastlingSide::QueenSide => "O-O-O",
                }),
            Ply::Move(m) | Ply::Illegal(m) => m.fmt(f),
            Ply::Null => f.write_str("--"),
        }
    }
}

/// The square on which the king stands after a castling move of a position.
pub(crate) fn castled(position: &Position, m: Move) -> Option<Square> {
    let Move::Castle { king, .. } = m else { return None };
    Some(position.castling_goal(king, position.castling_side(m)?))
}

pub(crate) fn push_square(text: &mut String, square: Square) {
    text.push(square.file().char());
    text.push(square.rank().char());
}
