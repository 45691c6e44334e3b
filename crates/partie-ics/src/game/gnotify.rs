//! Announcements of games to players who are not at them: `set gin 1` and the gnotify list.

use partie_wire::notice::{game::GameNotice, lists::ListNotice};

use super::{Game, GameNumber};
use crate::{Ics, audience::News, lists::List, players::PlayerId};

impl Game {
    /// The terms of the game, as `unrated blitz 3 0`.
    fn terms_in_words(&self) -> String {
        let game = self.as_match();
        let rated = if game.rated { "rated" } else { "unrated" };
        format!("{rated} {} {} {}", game.kind, game.minutes, game.increment)
    }
}

impl Ics {
    /// Announces the start or resumption of a game to everyone who asked for it, except its
    /// players, who know already.
    pub(crate) fn announce_game(&mut self, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        let players: Vec<PlayerId> = game.players().collect();
        let begun = GameNotice::Created { game: game.created(!game.line.is_empty()) };
        let (white, black) = (&game.sides.white, &game.sides.black);
        let noted = ListNotice::GameNoted {
            white: white.name.as_str().into(),
            first: white.rating,
            black: black.name.as_str().into(),
            second: black.rating,
            terms: game.terms_in_words(),
            game: number.0,
        };
        let names = [white.name.clone(), black.name.clone()];
        self.send_to_interested(&begun, &players);
        let mut noting: Vec<PlayerId> =
            names.iter().flat_map(|name| self.listeners(List::Gnotify, name)).collect();
        noting.sort_unstable();
        noting.dedup();
        for id in noting.into_iter().filter(|id| !players.contains(id)) {
            self.out.send(id, noted.clone());
        }
    }

    /// Tells all who want to hear of games, but not those to whom it was said.
    pub(crate) fn send_to_interested(&mut self, notice: &GameNotice, notified: &[PlayerId]) {
        let interested: Vec<PlayerId> =
            self.players.audience().of(News::Games).filter(|id| !notified.contains(id)).collect();
        for id in interested {
            self.out.send(id, notice.clone());
        }
    }
}
