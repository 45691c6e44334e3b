//! Games and byes of a tournament, and their points.

use std::fmt;

use partie_core::{Color, Outcome};

/// Points of a player, counted in halves. They are written with `½`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points {
    /// Number of half points.
    pub halves: u32,
}

impl Points {
    /// Returns the points of a side for a game; `None` if it has no result.
    #[must_use]
    pub fn of(outcome: Outcome, color: Color) -> Option<Points> {
        let halves = match outcome {
            Outcome::Win(winner) => 2 * u32::from(winner == color),
            Outcome::Draw => 1,
            Outcome::Unknown => return None,
        };
        Some(Points { halves })
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match (self.halves / 2, self.halves % 2) {
            (0, 1) => "½".to_owned(),
            (whole, 0) => whole.to_string(),
            (whole, _) => format!("{whole}½"),
        })
    }
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the game among those read; 0 if it has none.
    pub number: u64,
    /// Number of White among the players, from 0.
    pub white: usize,
    /// Number of Black.
    pub black: usize,
    /// Round, from 1.
    pub round: usize,
    /// Result.
    pub outcome: Outcome,
    /// True if it was decided without play.
    pub forfeit: bool,
}

/// A round of a player without an opponent, as a record with an opponent named `bye` states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bye {
    /// Number among the players, from 0.
    pub player: usize,
    /// Round, from 1.
    pub round: usize,
    /// Points: one if there was no opponent left, half of one or none if the player asked for it.
    pub points: Points,
}

impl Pairing {
    /// Returns the points of a side; `None` without a result.
    #[must_use]
    pub fn points(&self, color: Color) -> Option<Points> {
        Points::of(self.outcome, color)
    }

    /// Returns the player of a side.
    #[must_use]
    pub fn player(&self, color: Color) -> usize {
        color.fold_wb(self.white, self.black)
    }

    /// Returns the side of a player, if they took part.
    #[must_use]
    pub fn side_of(&self, player: usize) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.player(*color) == player)
    }
}
