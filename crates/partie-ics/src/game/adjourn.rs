//! Games that are interrupted, and go on another day.

use partie_core::{ByColor, Outcome, Position};
use partie_wire::notice::{ending::Ending, game::GameNotice};

use super::{Game, GameNumber, Mode, Played, Side, Terms};
use crate::{
    Change, Ics, Output, Tick,
    clock::{Clock, Saved},
    people::{PersonId, Place},
};
use partie_core::rules::History;
use partie_formats::style12::Creating;

/// The number of an adjourned game; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AdjournedId(pub u64);

/// A game that is interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjourned {
    /// Its number.
    pub id: AdjournedId,
    /// The players' keys: their names in small letters.
    pub keys: ByColor<String>,
    /// What is played.
    pub terms: Terms,
    /// Who plays, as they were called and rated when it began.
    pub sides: ByColor<Side>,
    /// Where it began.
    pub start: Position,
    /// What was played.
    pub line: Vec<Played>,
    /// The clocks.
    pub clock: Saved,
    /// When it began.
    pub since: Tick,
    /// When it was interrupted.
    pub until: Tick,
    /// Why.
    pub ending: Ending,
}

impl Ics {
    /// Whether a game can be interrupted: both have accounts.
    pub(crate) fn can_adjourn(&self, number: GameNumber) -> bool {
        self.games.get(number).is_some_and(|game| {
            let mut players = game.players();
            players.all(|id| self.person(id).is_some_and(|p| p.registered))
        })
    }

    /// Interrupts a game; it is kept.
    pub(crate) fn adjourn(&mut self, number: GameNumber, ending: Ending) {
        let now = self.now;
        let Some(game) = self.games.get(number) else { return };
        self.last_adjourned += 1;
        let id = AdjournedId(self.last_adjourned);
        let adjourned = Adjourned {
            id,
            keys: ByColor {
                white: game.sides.white.name.to_ascii_lowercase(),
                black: game.sides.black.name.to_ascii_lowercase(),
            },
            terms: game.terms.clone(),
            sides: game.sides.clone(),
            start: game.start.clone(),
            line: game.line.clone(),
            clock: game.clock.save(now),
            since: game.since,
            until: now,
            ending: ending.clone(),
        };
        self.adjourned.insert(id, adjourned.clone());
        self.put(Output::Store(Change::Adjourned(Box::new(adjourned))));
        self.end(number, Outcome::Unknown, ending);
    }

    /// The interrupted game of two players, if there is one.
    #[must_use]
    pub fn adjourned_between(&self, a: PersonId, b: PersonId) -> Option<AdjournedId> {
        let key = |id| self.person(id).map(|p| p.account.key());
        let (a, b) = (key(a)?, key(b)?);
        self.adjourned
            .values()
            .find(|g| {
                (g.keys.white == a && g.keys.black == b) || (g.keys.white == b && g.keys.black == a)
            })
            .map(|g| g.id)
    }

    /// The interrupted games of a player, the oldest first.
    pub fn adjourned_of(&self, who: PersonId) -> impl Iterator<Item = &Adjourned> {
        let key = self.person(who).map(|p| p.account.key()).unwrap_or_default();
        self.adjourned.values().filter(move |g| g.keys.white == key || g.keys.black == key)
    }

    /// Lets an interrupted game go on; both players are free and on.
    pub(crate) fn resume(&mut self, id: AdjournedId) -> Option<GameNumber> {
        let number = self.restore(id)?;
        let game = self.games.get(number)?;
        let players: Vec<PersonId> = game.players().collect();
        let creating = GameNotice::Creating { game: Creating(game.as_match()) };
        let created = GameNotice::Begun { game: game.created(true) };
        for id in players {
            if let Some(presence) = self.presence_mut(id) {
                presence.place = Place::Playing(number);
            }
            self.tell(id, creating.clone());
            self.tell(id, created.clone());
            self.show_board(number, id, true);
        }
        Some(number)
    }

    /// Puts an interrupted game back among the others; nobody is told.
    pub(crate) fn restore(&mut self, id: AdjournedId) -> Option<GameNumber> {
        let adjourned = self.adjourned.get(&id)?;
        let white = self.people.named(&adjourned.keys.white)?.id;
        let black = self.people.named(&adjourned.keys.black)?.id;
        let adjourned = self.adjourned.remove(&id)?;
        self.put(Output::Store(Change::Resumed { id }));
        let number = self.games.free_number();
        let mut sides = adjourned.sides;
        sides.white.person = Some(white);
        sides.black.person = Some(black);
        let mut history = History::new(&adjourned.start);
        for played in &adjourned.line {
            history.push(&played.after);
        }
        let plies = adjourned.line.len();
        let mut clock = Clock::restore(adjourned.clock);
        clock.unpause(self.now);
        let game = Game {
            number,
            terms: adjourned.terms,
            sides,
            mode: Mode::Played,
            start: adjourned.start,
            at: plies,
            line: adjourned.line,
            history,
            clock,
            since: adjourned.since,
            observers: Vec::new(),
            partner: None,
        };
        self.games.insert(game);
        Some(number)
    }
}
