//! Challenges: proposed games (kind, times, colour).

use partie_core::{ByColor, Color};

use crate::{
    category::{Category, Control, GameKind},
    game::model::Terms,
    ids::AdjournedId,
};

/// A game as a player wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The kind of game.
    pub kind: GameKind,
    /// The times of the sides.
    pub controls: ByColor<Control>,
    /// Set if ratings change.
    pub rated: bool,
    /// The side that the proposer requests, if any.
    pub color: Option<Color>,
    /// The adjourned game that is to go on.
    pub adjourned: Option<AdjournedId>,
}

impl Challenge {
    /// The category in which it would be rated.
    pub(crate) fn category(&self) -> Category {
        self.kind.category(self.controls)
    }

    /// Returns true if another player's proposal means the same game.
    pub(crate) fn meets(&self, other: &Challenge) -> bool {
        let same = self.kind == other.kind
            && self.controls == other.controls
            && self.rated == other.rated
            && self.adjourned == other.adjourned;
        let colors = match (self.color, other.color) {
            (Some(mine), Some(theirs)) => mine != theirs,
            _ => true,
        };
        same && colors
    }

    /// The same as the other player would propose it.
    pub(crate) fn for_the_other_side(&self) -> Challenge {
        Challenge { color: self.color.map(|c| !c), ..self.clone() }
    }

    pub(crate) fn terms(&self, private: bool) -> Terms {
        Terms { kind: self.kind, controls: self.controls, rated: self.rated, private }
    }
}

/// Balance of the sides that a player has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// Games with White less games with Black.
    pub balance: i32,
    /// The side of the last game.
    pub last: Option<Color>,
}

impl Colors {
    /// One more game.
    pub(crate) fn count(&mut self, color: Color) {
        self.balance += match color {
            Color::White => 1,
            Color::Black => -1,
        };
        self.last = Some(color);
    }
}
