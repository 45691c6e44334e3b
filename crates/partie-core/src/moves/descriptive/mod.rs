//! English descriptive notation: `P-K4`, `N-KB3`, `PxP`, `QR-Q1`, `P-K8(Q) ch`
//! (US Chess, *Official Rules of Chess*, chapter on notation; the older spellings after
//! H. Staunton, *The Chess-Player's Handbook*, 1847).
//!
//! A file has the name of the piece that stands on it at the start: QR QN QB Q K KB KN
//! KR, and `R`, `N`, `B` for either; ranks are counted from the mover's side. Knights
//! are `N` or `Kt`. In Chess960 the files keep their usual names.
//!
//! Moves are read by legality: a text is a move if it fits exactly one legal move. `KR` and `QN`
//! before a move name the pieces that began there, which a position cannot show; they select among
//! the moves that fit, the piece further to that side first (a bishop by its colour), and are
//! accepted if only one fits. `ch` and `e.p.` select in the same way. Old spellings are read as
//! well: `P to K 4th`, `Kt takes P`, `K. P. two squares`, `Castles QR`, `K-Q sq`, `Knight to King's
//! Bishop's third`, `K to R` (the first rank left out), `R (on B2) to B4`, `R interposes`.
//!
//! Moves are written in the shortest unambiguous form; pieces are distinguished by their
//! squares, `N(KN1)-B3`. The notation has no drops and no null moves.

mod first;
mod fit;
mod parse;
mod write;

pub use first::{length_of_first, read_first};
pub use write::{write, write_in};

use super::{NotRead, Reading};
use crate::Position;

/// The letter for a knight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Knight {
    /// `N`, in use since about 1920.
    #[default]
    N,
    /// `Kt`, the older one.
    Kt,
}

/// Reads a move, with either letter for knights.
///
/// # Errors
///
/// [`NotRead`].
///
/// ```
/// use partie_core::{Position, moves::descriptive};
/// let start = Position::default();
/// let reading = descriptive::read(&start, "Kt-KB3").expect("a knight's move");
/// assert_eq!(descriptive::write(&start, reading.ply), "N-KB3");
/// assert!(descriptive::read(&start, "N-B3").is_err(), "either knight");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Reading, NotRead> {
    let text = parse::parse(text).ok_or(NotRead::NotAMove)?;
    fit::resolve(position, &text)
}

#[cfg(test)]
mod tests;
