//! Standard algebraic notation, read generously and written exactly
//! (PGN standard 1994, section 8.2.3; import rules of many programs).
//!
//! Reading goes in two steps: [`San::parse`] knows no position and says what the
//! text means; [`San::resolve`] finds the legal move. What had to be forgiven on
//! the way is in [`Quirks`].
//!
//! Read in every language: figurines, castling in all its spellings, drops with the
//! language's letters or English ones, promotions with `=Q`, `Q`, `/Q`, `(Q)`, `=q`.
//! A small letter that is also a file (`b` in English, `c d f` in French) is a pawn
//! first and the piece only if no such pawn can move so.

mod as_written;
mod parse;
mod resolve;
mod write;

pub(crate) use parse::castling;
pub(crate) use write::push_check_mark;
pub use write::{check_mark, spells, write, write_in, write_plain};

use super::{CheckMark, Language, NotRead, Quirks, Reading};
use crate::{CastlingSide, File, Position, Rank, Role, Square};

/// A move as its text says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct San {
    /// Kind of move and its details.
    pub action: Action,
    /// The check mark.
    pub mark: CheckMark,
    /// Quirks found so far.
    pub quirks: Quirks,
}

/// The kinds of move that a text can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move of a piece.
    Piece {
        /// Role of the piece; a pawn if there is no letter.
        role: Role,
        /// The file it comes from.
        file: Option<File>,
        /// The rank it comes from.
        rank: Option<Rank>,
        /// True if there is a capture sign.
        capture: bool,
        /// The target's file.
        to_file: File,
        /// The target's rank; missing in `ed`.
        to_rank: Option<Rank>,
        /// The piece promoted to.
        promotion: Option<Role>,
        /// A small letter in front was taken for a pawn's file, but may name this
        /// piece: `bc3` may be a bishop's move.
        perhaps: Option<Role>,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A drop.
    Drop {
        /// Role of the dropped piece.
        role: Role,
        /// Square of the drop.
        to: Square,
    },
    /// A null move.
    Null,
}

/// Reads a move in English letters.
///
/// # Errors
///
/// [`NotRead`].
///
/// ```
/// use partie_core::{Position, moves::san};
/// let start = Position::default();
/// let reading = san::read(&start, "nf3").expect("a knight's move");
/// assert_eq!(san::write(&start, reading.ply), "Nf3");
/// assert_eq!(reading.quirks.words(), ["piece letter in lower case"]);
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
    San::parse(text, language).ok_or(NotRead::NotAMove)?.resolve(position)
}

#[cfg(test)]
mod tests;
