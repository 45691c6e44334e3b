//! Draws that need the history of a game: repetition, and moves without progress.
//!
//! FIDE laws of chess (2023): 9.2 threefold repetition and 9.3 the 50-move rule are
//! claimed, 9.6 fivefold repetition and the 75-move rule end the game by themselves.

use std::collections::HashMap;

use crate::{
    Game, Outcome, Position, Termination, Variant,
    rules::{Boards, PositionKey},
};

/// The positions of a game so far, and the draws that they allow.
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
    counts: HashMap<PositionKey, u32>,
    /// Number of occurrences of the last position.
    times: u32,
    halfmoves: u32,
    /// Plies since the start.
    plies: u32,
    variant: Variant,
    end: Option<(Outcome, Termination)>,
    first_claim: Option<(u32, Termination)>,
    first_end: Option<(u32, Outcome, Termination)>,
}

impl History {
    /// A game that begins in a position.
    #[must_use]
    pub fn new(start: &Position) -> History {
        let mut history = History {
            counts: HashMap::new(),
            times: 0,
            halfmoves: 0,
            plies: 0,
            variant: start.variant(),
            end: None,
            first_claim: None,
            first_end: None,
        };
        history.note(start);
        history
    }

    /// The history of a game's main line. `None` for bughouse, where the other board
    /// can change everything between two moves.
    #[must_use]
    pub fn of(game: &Game) -> Option<History> {
        let Boards::One(start) = &game.start else { return None };
        let mut position = start.clone();
        let mut history = History::new(&position);
        for (_, ply) in game.plies() {
            if position.play(ply).is_err() {
                break;
            }
            history.push(&position);
        }
        Some(history)
    }

    /// Adds the position after a move.
    pub fn push(&mut self, position: &Position) {
        self.plies += 1;
        self.note(position);
    }

    fn note(&mut self, position: &Position) {
        let times = self.counts.entry(PositionKey::of(position)).or_default();
        *times += 1;
        self.times = *times;
        self.halfmoves = position.halfmoves();
        self.end = position.end();
        if self.first_end.is_none() {
            self.first_end = self.end().map(|(outcome, reason)| (self.plies, outcome, reason));
        }
        if self.first_claim.is_none() {
            self.first_claim = self.claim().map(|reason| (self.plies, reason));
        }
    }

    /// Returns the number of plies.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the number of occurrences of the last position, including itself.
    #[must_use]
    pub const fn times(&self) -> u32 {
        self.times
    }

    /// The draw that the side to move can claim now; none if the game is over.
    #[must_use]
    pub fn claim(&self) -> Option<Termination> {
        if self.end.is_some() {
            return None;
        }
        if self.times >= 3 {
            return Some(Termination::Repetition);
        }
        (self.counts_moves() && self.halfmoves >= 100).then_some(Termination::FiftyMoves)
    }

    /// Returns the end of the game that needs no claim: mate or another end in the final position,
    /// fivefold repetition, or 75 moves without a capture or a pawn move. Mate takes precedence.
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

    /// The ply (0: the start) after which a draw could be claimed for the first time.
    #[must_use]
    pub fn first_claim(&self) -> Option<(u32, &Termination)> {
        self.first_claim.as_ref().map(|(ply, reason)| (*ply, reason))
    }

    /// Returns the ply (0: the start) at which the rules first ended the game. A record may
    /// continue after it.
    #[must_use]
    pub fn first_end(&self) -> Option<(u32, Outcome, &Termination)> {
        self.first_end.as_ref().map(|(ply, outcome, reason)| (*ply, *outcome, reason))
    }

    /// Games with drops can always make progress.
    const fn counts_moves(&self) -> bool {
        !self.variant.has_drops()
    }
}
