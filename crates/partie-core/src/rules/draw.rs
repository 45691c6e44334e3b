//! Draws that need the history of a game: repetition, and moves without progress.
//!
//! FIDE laws of chess (2023): 9.2 threefold repetition and 9.3 the 50-move rule are
//! claimed, 9.6 fivefold repetition and the 75-move rule end the game by themselves.

use std::collections::HashMap;

use crate::{Outcome, Position, Termination, Variant};

/// The positions of a game so far, and which draws they give.
///
/// ```
/// use partie_core::{Position, Termination, moves::uci, rules::History};
/// let mut position = Position::default();
/// let mut history = History::new(&position);
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     position.play(uci::read(&position, text)?.ply).expect("legal");
///     history.push(&position);
/// }
/// assert_eq!(history.claim(), Some(Termination::Repetition));
/// assert_eq!(history.end(), None);
/// # Ok::<(), partie_core::moves::NotRead>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    counts: HashMap<u64, u32>,
    /// How often the last position has stood there.
    times: u32,
    halfmoves: u32,
    variant: Variant,
    end: Option<(Outcome, Termination)>,
}

impl History {
    /// A game that begins in a position.
    #[must_use]
    pub fn new(start: &Position) -> History {
        let mut history = History {
            counts: HashMap::new(),
            times: 0,
            halfmoves: 0,
            variant: start.variant(),
            end: None,
        };
        history.push(start);
        history
    }

    /// Adds the position after a move.
    pub fn push(&mut self, position: &Position) {
        let times = self.counts.entry(position.repetition_key()).or_default();
        *times += 1;
        self.times = *times;
        self.halfmoves = position.halfmoves();
        self.end = position.end();
    }

    /// How often the last position has stood there, itself included.
    #[must_use]
    pub const fn times(&self) -> u32 {
        self.times
    }

    /// The draw that the side to move can claim now.
    #[must_use]
    pub fn claim(&self) -> Option<Termination> {
        if self.times >= 3 {
            return Some(Termination::Repetition);
        }
        (self.counts_moves() && self.halfmoves >= 100).then_some(Termination::FiftyMoves)
    }

    /// The end of the game by itself: what the position says, fivefold repetition, or
    /// 75 moves without a capture or a pawn's move. Mate comes first.
    #[must_use]
    pub fn end(&self) -> Option<(Outcome, Termination)> {
        if self.end.is_some() {
            return self.end.clone();
        }
        if self.times >= 5 {
            return Some((Outcome::Draw, Termination::FivefoldRepetition));
        }
        (self.counts_moves() && self.halfmoves >= 150)
            .then_some((Outcome::Draw, Termination::SeventyFiveMoves))
    }

    /// Where pieces come back from hand, progress is always possible.
    const fn counts_moves(&self) -> bool {
        !self.variant.has_drops()
    }
}
