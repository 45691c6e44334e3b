//! The data of games, played or examined.

use std::collections::BTreeMap;

use partie_core::{ByColor, Color, Outcome, Ply, Position, Variant, rules::History};
use partie_wire::{
    notice::ending::Ending,
    style12::{Delta, Rating},
};

use crate::{
    category::{Category, Control, GameKind},
    clock::Clock,
    game::{
        line::{Played, Pockets, Point, history, with_pockets},
        stored::StoredGame,
    },
    ids::{GameNumber, PlayerId},
    time::{Span, Tick},
};

/// The state that only an examined game has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examination {
    /// The examiners, in the order in which they came.
    pub examiners: Vec<PlayerId>,
    /// The main line's rest, while a variation is on the board.
    pub main: Option<MainLine>,
    /// The end of the record.
    pub ending: Option<(Outcome, String)>,
    /// The names as they were at first.
    pub names: ByColor<String>,
    /// Set if it began from an empty record.
    pub scratch: bool,
    /// Set while pieces are being set up.
    pub setting_up: bool,
    /// The clocks before the first move, where an examiner has set them.
    pub clocks: Option<ByColor<Span>>,
}

/// The main line from where it was left.
#[derive(Clone, Debug, PartialEq)]
pub struct MainLine {
    /// Number of half-moves after which it was left.
    pub at: usize,
    /// The half-moves that follow there.
    pub rest: Vec<Played>,
}

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The kind of game.
    #[serde(with = "partie_core::serialize::text")]
    pub kind: GameKind,
    /// The times of the sides.
    #[serde(with = "partie_core::serialize::sides")]
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
    pub(crate) const fn minutes(&self) -> i64 {
        self.controls.white.whole_minutes()
    }

    /// White's seconds a move.
    pub(crate) const fn increment(&self) -> i64 {
        self.controls.white.increment.whole_seconds()
    }
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The player; `None` if the side is empty, as in examined games. Not stored.
    #[serde(skip)]
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
    Examined(Box<Examination>),
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
    pub(super) point: Point,
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
    /// The state that was last stored, if the game is stored.
    pub(super) stored: Option<StoredGame>,
}

impl Game {
    /// A game that is played, before the first move.
    pub(crate) fn new(
        number: GameNumber,
        sides: ByColor<Side>,
        terms: Terms,
        start: Position,
        clock: Clock,
        since: Tick,
    ) -> Game {
        Game {
            number,
            terms,
            sides,
            mode: Mode::Played,
            history: History::new(&start),
            point: Point::start(&start),
            start,
            line: Vec::new(),
            at: 0,
            clock,
            since,
            observers: Vec::new(),
            partner: None,
            simul: None,
            noescape: false,
            stored: None,
        }
    }

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

    /// Examiners and observers.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = PlayerId> {
        self.examiners().iter().chain(&self.observers).copied()
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.point.position
    }

    /// The last half-move on the board, and the position before it.
    pub(crate) fn last(&self) -> Option<(&Position, &Played)> {
        let played = self.line.get(self.at.checked_sub(1)?)?;
        Some((self.point.before.as_ref()?, played))
    }

    /// Sets the board to the position after the first `at` plies of the line.
    pub(crate) fn go_to(&mut self, at: usize) {
        let at = at.min(self.line.len());
        if at < self.at {
            self.point = Point::start(&self.start);
            self.at = 0;
        }
        for played in &self.line[self.at..at] {
            self.point.go_on(played);
        }
        self.at = at;
    }

    /// Plays a legal move after the last one on the board; the former continuation is cut off.
    pub(crate) fn push(&mut self, ply: Ply, took: Span, lag: Span, left: ByColor<Span>) {
        let before = self.point.position.clone();
        let Some(played) = Played::on(&mut self.point.position, ply, took, lag, left) else {
            return;
        };
        self.point.before = Some(before);
        self.history.push(&self.point.position);
        self.line.truncate(self.at);
        self.line.push(played);
        self.at += 1;
    }

    /// The last half-moves were never played.
    pub(crate) fn forget(&mut self, plies: usize) {
        self.line.truncate(self.line.len().saturating_sub(plies));
        self.go_to(self.line.len());
        self.history = history(&self.start, &self.line);
    }

    /// Replaces the pieces in hand.
    pub(crate) fn set_pockets(&mut self, pockets: Pockets) {
        self.point.position = with_pockets(&self.point.position, pockets);
        match self.at.checked_sub(1).and_then(|i| self.line.get_mut(i)) {
            Some(last) => last.pockets = Some(pockets),
            None => self.start = self.point.position.clone(),
        }
    }

    /// The last half-move as `<d1>` has it.
    pub(super) fn delta(&self) -> Option<Delta> {
        let (before, played) = self.last()?;
        let mover: Color = before.turn();
        Some(Delta {
            game: self.number.0.into(),
            ply: self.at as u32,
            san: played.san.clone(),
            smith: partie_core::moves::smith::write(before, played.ply),
            taken: played.took.0,
            remaining: played.left.get(mover).0,
            lag: played.lag.0,
        })
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
    /// The games that were changed, or may have been, since they were last stored.
    changed: Vec<GameNumber>,
}

impl Games {
    /// The least number that is free.
    pub(crate) fn free_number(&self) -> GameNumber {
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
    pub(crate) fn get(&self, number: GameNumber) -> Option<&Game> {
        self.all.get(&number).map(Box::as_ref)
    }

    /// A game by its number, to be changed.
    pub(crate) fn get_mut(&mut self, number: GameNumber) -> Option<&mut Game> {
        let game = self.all.get_mut(&number)?;
        if self.changed.last() != Some(&number) {
            self.changed.push(number);
        }
        Some(game)
    }

    /// Like [`Games::get_mut`], but changes are not stored.
    pub(super) fn unchanged_mut(&mut self, number: GameNumber) -> Option<&mut Game> {
        self.all.get_mut(&number).map(Box::as_mut)
    }

    /// Takes a game that may have been changed.
    pub(super) fn next_changed(&mut self) -> Option<GameNumber> {
        self.changed.pop()
    }

    /// All games in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Game> {
        self.all.values().map(Box::as_ref)
    }

    /// Number of games.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn insert(&mut self, game: Game) {
        self.changed.push(game.number);
        self.all.insert(game.number, Box::new(game));
    }

    /// Updates the most games at once, when an input has been handled.
    pub(crate) fn count(&mut self) {
        self.most = self.most.max(self.all.len());
    }

    /// The most games at once since the server started.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Counts a move.
    pub(crate) fn count_move(&mut self) {
        self.moves_played += 1;
    }

    /// Number of moves played since the server started.
    pub(crate) fn moves_played(&self) -> u64 {
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
    /// Reason for its end.
    pub ending: Ending,
    /// The other board of bughouse, which ended with it. This one began first.
    pub other: Option<Box<Finished>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_free_number_is_given_and_the_most_games_are_remembered() {
        let mut games = Games::default();
        for number in 1..=3 {
            assert_eq!(games.free_number(), GameNumber(number));
            games.insert(Game::scratch(GameNumber(number), PlayerId(1), "Anna", Tick(0)));
            games.count();
        }
        games.remove(GameNumber(2));
        games.count();
        assert_eq!(games.free_number(), GameNumber(2));
        assert_eq!((games.len(), games.most()), (2, 3));
    }

    #[test]
    fn a_board_goes_back_by_replaying_its_line() {
        let mut game = Game::scratch(GameNumber(1), PlayerId(1), "Anna", Tick(0));
        let start = game.position().clone();
        for word in ["e4", "e5", "Nf3"] {
            let ply = game.meant(word, partie_core::Role::Queen).expect("a legal move");
            game.push(
                ply,
                Span::ZERO,
                Span::ZERO,
                ByColor { white: Span::ZERO, black: Span::ZERO },
            );
        }
        let end = game.position().clone();
        game.go_to(0);
        assert_eq!(*game.position(), start);
        game.go_to(9);
        assert_eq!(*game.position(), end);
        assert_eq!(game.at, 3);
    }
}
