//! Games on the server: played or examined.

mod adjourn;
mod board;
mod bughouse;
mod disconnect;
mod end;
pub mod examine;
mod flag;
mod gnotify;
mod line;
mod play;
mod request;
pub(crate) mod setup;
mod simul;
mod start;

use std::collections::BTreeMap;

use partie_core::{ByColor, Color, Outcome, Position, Variant, rules::History};
use partie_wire::notice::ending::Ending;
use partie_wire::style12::Rating;

use crate::{
    category::{Category, Control, Kind},
    clock::Clock,
    players::PlayerId,
    time::Tick,
};
pub(crate) use adjourn::AdjournedGames;
pub use adjourn::{Adjourned, AdjournedId};
use line::Point;
pub use line::{Played, Pockets, position_after};
pub(crate) use simul::MOST_PASSES;

/// A game's number, from 1. Numbers are used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(pub u32);

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The kind of game.
    pub kind: Kind,
    /// The times of the sides.
    pub controls: ByColor<Control>,
    /// Set if ratings change.
    pub rated: bool,
    /// Set if others may not watch.
    pub private: bool,
}

impl Terms {
    /// The chess variant by whose rules it is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.kind.variant()
    }

    /// The category whose ratings change.
    #[must_use]
    pub fn category(&self) -> Category {
        self.kind.category(self.controls)
    }

    /// The kind in the server's words: `blitz`, `wild/fr`, `crazyhouse`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.type_name(self.controls)
    }

    /// White's minutes at the start.
    #[must_use]
    pub const fn minutes(&self) -> i64 {
        self.controls.white.whole_minutes()
    }

    /// White's seconds a move.
    #[must_use]
    pub const fn increment(&self) -> i64 {
        self.controls.white.increment.whole_seconds()
    }
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The player; possibly nobody in an examined game.
    pub player: Option<PlayerId>,
    /// The name on the board.
    pub name: String,
    /// The rating at the start.
    pub rating: Rating,
}

/// The mode of a game: played or examined.
#[derive(Clone, Debug, PartialEq)]
pub enum Mode {
    /// It is played.
    Played,
    /// It is examined.
    Examined(Box<examine::Examination>),
}

/// The state that only a game of a simultaneous exhibition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simul {
    /// The giver, who plays many.
    pub giver: PlayerId,
    /// Number of passes that the opponent has granted the giver.
    pub passes: u8,
}

/// A game on the server, played or examined.
#[derive(Clone, Debug)]
pub struct Game {
    /// Number of the game.
    pub number: GameNumber,
    /// Terms of the game.
    pub terms: Terms,
    /// The players.
    pub sides: ByColor<Side>,
    /// Played or examined.
    pub mode: Mode,
    /// Start position.
    pub start: Position,
    /// The half-moves played.
    pub line: Vec<Played>,
    /// Number of half-moves of the line on the board; all in a game being played.
    pub at: usize,
    /// The positions there.
    point: Point,
    /// Repetitions and the counts of moves.
    pub history: History,
    /// The clocks.
    pub clock: Clock,
    /// Start time.
    pub since: Tick,
    /// The observers, in the order in which they came.
    pub observers: Vec<PlayerId>,
    /// The partners' game, in bughouse.
    pub partner: Option<GameNumber>,
    /// The simultaneous exhibition that it is part of.
    pub simul: Option<Simul>,
    /// Set if a player who loses the connection loses the game.
    pub noescape: bool,
}

impl Game {
    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The side that a player plays.
    #[must_use]
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|c| self.sides.get(*c).player == Some(player))
    }

    /// Returns true if it is played, not examined.
    #[must_use]
    pub fn is_played(&self) -> bool {
        matches!(self.mode, Mode::Played)
    }

    /// The players who are there, White first.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        [self.sides.white.player, self.sides.black.player].into_iter().flatten()
    }

    /// The examiners.
    #[must_use]
    pub fn examiners(&self) -> &[PlayerId] {
        match &self.mode {
            Mode::Played => &[],
            Mode::Examined(examination) => &examination.examiners,
        }
    }
}

/// All games by number.
#[derive(Clone, Debug, Default)]
pub struct Games {
    all: BTreeMap<GameNumber, Box<Game>>,
    /// The most games at once.
    most: usize,
    /// Number of moves played.
    moves_played: u64,
}

impl Games {
    /// The least number that is free.
    #[must_use]
    pub fn free_number(&self) -> GameNumber {
        let mut number = 1;
        for taken in self.all.keys() {
            if taken.0 != number {
                break;
            }
            number += 1;
        }
        GameNumber(number)
    }

    /// A game by its number.
    #[must_use]
    pub fn get(&self, number: GameNumber) -> Option<&Game> {
        self.all.get(&number).map(Box::as_ref)
    }

    /// A game by its number, to be changed.
    pub fn get_mut(&mut self, number: GameNumber) -> Option<&mut Game> {
        self.all.get_mut(&number).map(Box::as_mut)
    }

    /// All games in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Game> {
        self.all.values().map(Box::as_ref)
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns true if there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn insert(&mut self, game: Game) {
        self.all.insert(game.number, Box::new(game));
    }

    /// Updates the most games at once, when an input has been handled.
    pub(crate) fn count(&mut self) {
        self.most = self.most.max(self.all.len());
    }

    /// The most games at once since the server started.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Counts a move.
    pub(crate) fn count_move(&mut self) {
        self.moves_played += 1;
    }

    /// Number of moves played since the server started.
    #[must_use]
    pub fn moves_played(&self) -> u64 {
        self.moves_played
    }

    pub(crate) fn remove(&mut self, number: GameNumber) -> Option<Game> {
        self.all.remove(&number).map(|game| *game)
    }
}

/// A game that is over, as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Terms of the game.
    pub terms: Terms,
    /// The players.
    pub sides: ByColor<Side>,
    /// Start position.
    pub start: Position,
    /// The half-moves played.
    pub line: Vec<Played>,
    /// Start time.
    pub since: Tick,
    /// End time.
    pub until: Tick,
    /// The result.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
    /// The other board of bughouse, which ended with it. This one began first.
    pub other: Option<Box<Finished>>,
}
