//! Announcements of games to players who are not at them: `set gin 1` and the gnotify list.

use std::collections::BTreeSet;

use partie_wire::notice::{game::GameNotice, lists::ListNotice};

use crate::{
    audience::News,
    game::model::Game,
    ids::{GameNumber, PlayerId},
    lists::List,
    state::State,
};

impl Game {
    /// The terms of the game, as `unrated blitz 3 0`.
    fn terms_in_words(&self) -> String {
        let game = self.as_match();
        let rated = if game.rated { "rated" } else { "unrated" };
        format!("{rated} {} {} {}", game.kind, game.minutes, game.increment)
    }
}

/// Announces the start or resumption of a game to everyone who asked for it, except its
/// players, who know already.
pub(crate) fn announce_game(state: &mut State, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    let own: Vec<PlayerId> = game.players().collect();
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
    let noting: BTreeSet<PlayerId> = [&white.name, &black.name]
        .iter()
        .flat_map(|name| state.players.listeners(List::Gnotify, name))
        .filter(|id| !own.contains(id))
        .collect();
    send_to_interested(state, &begun, &own);
    state.out.send_all(noting, noted);
}

/// Notifies all players who want to hear of games, except for those already notified.
pub(crate) fn send_to_interested(state: &mut State, notice: &GameNotice, notified: &[PlayerId]) {
    let interested = state.players.audience().of(News::Games).filter(|id| !notified.contains(id));
    state.out.send_all(interested, notice.clone());
}
