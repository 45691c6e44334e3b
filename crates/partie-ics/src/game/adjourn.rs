//! Games that are interrupted, and go on another day.

use std::collections::BTreeMap;

use partie_core::{ByColor, Outcome, Position};
use partie_wire::{
    notice::{ending::Ending, game::GameNotice},
    variables::Variable,
};

use super::{
    Game, GameNumber, Mode, Played, Side, Terms,
    line::{self, Point},
};
use crate::{
    Change, Ics, Output, Tick,
    clock::{Clock, Saved},
    players::PlayerId,
};
use partie_wire::style12::Creating;

/// The number of an adjourned game; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AdjournedId(pub u64);

/// A game that is interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjourned {
    /// Number of the adjourned game.
    pub id: AdjournedId,
    /// The players' keys: their names in small letters.
    pub keys: ByColor<String>,
    /// Terms of the game.
    pub terms: Terms,
    /// The players, with their names and ratings when it began.
    pub sides: ByColor<Side>,
    /// Start position.
    pub start: Position,
    /// The half-moves played.
    pub line: Vec<Played>,
    /// The clocks, as they stood.
    pub clock: Saved,
    /// Start time.
    pub since: Tick,
    /// Time of the interruption.
    pub until: Tick,
    /// The reason of the interruption.
    pub ending: Ending,
}

impl Adjourned {
    /// The position in which it was interrupted.
    #[must_use]
    pub fn position(&self) -> Position {
        line::position_after(&self.start, &self.line)
    }
}

/// All adjourned games.
#[derive(Clone, Debug, Default)]
pub(crate) struct AdjournedGames {
    all: BTreeMap<AdjournedId, Adjourned>,
    /// The last number that a game got.
    last: u64,
}

impl AdjournedGames {
    /// A number that no game has had.
    pub(crate) fn next_id(&mut self) -> AdjournedId {
        self.last += 1;
        AdjournedId(self.last)
    }

    /// A game by its number.
    pub(crate) fn get(&self, id: AdjournedId) -> Option<&Adjourned> {
        self.all.get(&id)
    }

    /// All games, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Adjourned> {
        self.all.values()
    }

    /// All games, mutably.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Adjourned> {
        self.all.values_mut()
    }

    /// The game of two players, by their keys.
    pub(crate) fn between(&self, a: &str, b: &str) -> Option<&Adjourned> {
        self.iter().find(|g| {
            (g.keys.white == a && g.keys.black == b) || (g.keys.white == b && g.keys.black == a)
        })
    }

    /// The games of a player, by their key, the oldest first.
    pub(crate) fn of(&self, key: String) -> impl Iterator<Item = &Adjourned> {
        self.iter().filter(move |g| g.keys.white == key || g.keys.black == key)
    }

    /// Adds a game; numbers up to its own are not given again.
    pub(crate) fn insert(&mut self, game: Adjourned) {
        self.last = self.last.max(game.id.0);
        self.all.insert(game.id, game);
    }

    /// Removes a game.
    pub(crate) fn remove(&mut self, id: AdjournedId) -> Option<Adjourned> {
        self.all.remove(&id)
    }
}

impl Ics {
    /// Returns true if a game can be adjourned: both have accounts, and it is not bughouse.
    pub(crate) fn can_adjourn(&self, number: GameNumber) -> bool {
        self.games.get(number).is_some_and(|game| {
            game.partner.is_none() && game.players().all(|id| self.is_registered(id))
        })
    }

    /// Interrupts a game; it is kept.
    pub(crate) fn adjourn(&mut self, number: GameNumber, ending: Ending) {
        let now = self.out.now;
        let Some(game) = self.games.get(number) else { return };
        let id = self.adjourned.next_id();
        let adjourned = Adjourned {
            id,
            keys: ByColor {
                white: game.sides.white.name.to_ascii_lowercase(),
                black: game.sides.black.name.to_ascii_lowercase(),
            },
            terms: game.terms.clone(),
            // Numbers of players are worth nothing another day.
            sides: game.sides.clone().map(|side| Side { player: None, ..side }),
            start: game.start.clone(),
            line: game.line.clone(),
            clock: game.clock.save(now),
            since: game.since,
            until: now,
            ending: ending.clone(),
        };
        self.adjourned.insert(adjourned.clone());
        self.out.emit(Output::Store(Change::Adjourned(Box::new(adjourned))));
        self.end(number, Outcome::Unknown, ending);
    }

    /// The adjourned game of two players, if there is one.
    #[must_use]
    pub fn adjourned_between(&self, a: PlayerId, b: PlayerId) -> Option<AdjournedId> {
        let key = |id| self.player(id).map(|p| p.account.key());
        let (a, b) = (key(a)?, key(b)?);
        self.adjourned.between(&a, &b).map(|g| g.id)
    }

    /// The adjourned games of a player, the oldest first.
    pub fn adjourned_of(&self, who: PlayerId) -> impl Iterator<Item = &Adjourned> {
        let key = self.player(who).map(|p| p.account.key()).unwrap_or_default();
        self.adjourned.of(key)
    }

    /// An adjourned game as it stood, its clocks standing; it is no longer kept.
    pub(crate) fn reopen(&mut self, id: AdjournedId) -> Option<Game> {
        let adjourned = self.adjourned.get(id)?;
        let players = [&adjourned.keys.white, &adjourned.keys.black]
            .map(|key| self.players.named(key).map(|p| p.id));
        let [Some(white), Some(black)] = players else { return None };
        let adjourned = self.adjourned.remove(id)?;
        self.out.emit(Output::Store(Change::Resumed { id }));
        let mut sides = adjourned.sides;
        sides.white.player = Some(white);
        sides.black.player = Some(black);
        let history = line::history(&adjourned.start, &adjourned.line);
        let point = Point::after(&adjourned.start, &adjourned.line);
        let least = self.least_move_time([white, black]);
        Some(Game {
            number: self.games.free_number(),
            terms: adjourned.terms,
            sides,
            mode: Mode::Played,
            start: adjourned.start,
            at: adjourned.line.len(),
            line: adjourned.line,
            history,
            point,
            clock: Clock::restore(adjourned.clock).with_least_move_time(least),
            since: adjourned.since,
            observers: Vec::new(),
            partner: None,
            simul: None,
            noescape: self.want_both([white, black], Variable::Noescape),
        })
    }

    /// An adjourned game ends without going on.
    pub(crate) fn end_interrupted(&mut self, id: AdjournedId, outcome: Outcome, ending: Ending) {
        if let Some(game) = self.reopen(id) {
            let number = game.number;
            self.games.insert(game);
            self.end(number, outcome, ending);
        }
    }

    /// Lets an adjourned game go on; both players are free and on.
    pub(crate) fn resume(&mut self, id: AdjournedId) -> Option<GameNumber> {
        let mut game = self.reopen(id)?;
        game.clock.unpause(self.out.now);
        let number = game.number;
        let players: Vec<PlayerId> = game.players().collect();
        self.games.insert(game);
        for id in players {
            self.sit_down(id, number);
            self.send_resumed_game(id, number);
        }
        self.game_began(number);
        Some(number)
    }

    /// Tells a player that a game goes on: players and terms, then the board.
    pub(crate) fn send_resumed_game(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        let creating = GameNotice::Creating { game: Creating(game.as_match()) };
        let created = GameNotice::Created { game: game.created(true) };
        self.out.send(who, creating);
        self.out.send(who, created);
        self.send_game_info(who, number);
        self.show_board(number, who, true);
    }
}
