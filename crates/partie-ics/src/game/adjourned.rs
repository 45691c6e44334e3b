//! Games that are interrupted, as they are kept.

use std::collections::BTreeMap;

use partie_core::{ByColor, Color, Outcome, Position};
use partie_wire::notice::ending::Ending;

use crate::{
    clock::Saved,
    game::{
        line::{self, Played},
        model::{Game, Side, Terms},
    },
    ids::{AdjournedId, PlayerId},
    players::Players,
    record::RecordedGame,
    time::Tick,
};

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
    /// A game on a board, as it is kept.
    pub(super) fn of(
        game: &Game,
        id: AdjournedId,
        clock: Saved,
        until: Tick,
        ending: Ending,
    ) -> Adjourned {
        Adjourned {
            id,
            keys: game.sides.as_ref().map(|side| side.name.to_ascii_lowercase()),
            terms: game.terms.clone(),
            // Player numbers are not valid on another day.
            sides: game.sides.clone().map(|side| Side { player: None, ..side }),
            start: game.start.clone(),
            line: game.line.clone(),
            clock,
            since: game.since,
            until,
            ending,
        }
    }

    /// The position in which it was interrupted.
    pub(crate) fn position(&self) -> Position {
        line::position_after(&self.start, &self.line)
    }

    /// Converts to a game that can be examined.
    pub(crate) fn kept(&self) -> RecordedGame {
        RecordedGame::of(
            (&self.terms, &self.sides),
            (&self.start, &self.line),
            (self.since, self.until),
            Outcome::Unknown,
            self.ending.clone(),
        )
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

    /// Adds a game; numbers up to its own are not given again.
    pub(crate) fn insert(&mut self, game: Adjourned) {
        self.last = self.last.max(game.id.0);
        self.all.insert(game.id, game);
    }

    /// Removes a game.
    pub(crate) fn remove(&mut self, id: AdjournedId) -> Option<Adjourned> {
        self.all.remove(&id)
    }

    /// The adjourned game of two players, if there is one.
    pub(crate) fn between_players(
        &self,
        players: &Players,
        a: PlayerId,
        b: PlayerId,
    ) -> Option<AdjournedId> {
        let key = |id| players.get(id).map(|p| p.account.key());
        let (a, b) = (key(a)?, key(b)?);
        let keys = |g: &&Adjourned| {
            (g.keys.white == a && g.keys.black == b) || (g.keys.white == b && g.keys.black == a)
        };
        self.iter().find(keys).map(|g| g.id)
    }

    /// The adjourned games of a player, the oldest first.
    pub(crate) fn of_player(
        &self,
        players: &Players,
        who: PlayerId,
    ) -> impl Iterator<Item = &Adjourned> {
        let key = players.get(who).map(|p| p.account.key()).unwrap_or_default();
        self.iter().filter(move |g| g.keys.white == key || g.keys.black == key)
    }

    /// The opponents of a player's adjourned games who are on.
    pub(crate) fn opponents_on(&self, players: &Players, who: PlayerId) -> Vec<String> {
        let all = self.of_player(players, who).map(|game| opponent_in(players, who, game));
        let on =
            |name: &String| players.named(name).is_some_and(|p| p.online.is_some() && p.id != who);
        all.filter(on).collect()
    }
}

/// The name of a player's opponent in an adjourned game.
pub(crate) fn opponent_in(players: &Players, who: PlayerId, game: &Adjourned) -> String {
    let key = players.get(who).map(|p| p.account.key());
    let opponent = Color::ALL.into_iter().find(|c| Some(game.keys.get(*c)) != key.as_ref());
    game.sides.get(opponent.unwrap_or(Color::Black)).name.clone()
}

#[cfg(test)]
mod tests {
    use partie_wire::style12::Rating;

    use super::*;
    use crate::{
        category::{Control, GameKind},
        clock::Clock,
        test_club,
    };

    fn game(id: AdjournedId, white: &str, black: &str) -> Adjourned {
        let control = Control::fics(5, 0);
        let controls = ByColor { white: control, black: control };
        let names = ByColor { white, black };
        Adjourned {
            id,
            keys: names.map(str::to_ascii_lowercase),
            terms: Terms { kind: GameKind::Chess, controls, rated: false, private: false },
            sides: names.map(|name| Side {
                player: None,
                name: name.to_owned(),
                rating: Rating::Unrated,
            }),
            start: Position::default(),
            line: Vec::new(),
            clock: Clock::new(controls, Color::White, Tick(0)).save(Tick(0)),
            since: Tick(0),
            until: Tick(0),
            ending: Ending::Adjourned,
        }
    }

    #[test]
    fn a_game_is_found_by_its_two_players_whoever_is_white() {
        let (players, _, [anna, boris, cecil]) = test_club::online(["Anna", "Boris", "Cecil"]);
        let mut games = AdjournedGames::default();
        let id = games.next_id();
        games.insert(game(id, "Anna", "Boris"));
        assert_eq!(games.between_players(&players, anna, boris), Some(id));
        assert_eq!(games.between_players(&players, boris, anna), Some(id));
        assert_eq!(games.between_players(&players, anna, cecil), None);
        assert_eq!(games.of_player(&players, boris).count(), 1);
        assert_eq!(games.opponents_on(&players, boris), ["Anna"]);
    }

    #[test]
    fn numbers_go_on_after_those_that_were_loaded() {
        let mut games = AdjournedGames::default();
        games.insert(game(AdjournedId(7), "Anna", "Boris"));
        games.remove(AdjournedId(7));
        assert_eq!(games.next_id(), AdjournedId(8));
    }
}
