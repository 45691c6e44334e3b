//! The game that a player plays, and notices to all who see it.

use partie_wire::notice::{Notice, game::GameNotice};

use crate::{
    game::model::Games,
    ids::{GameNumber, PlayerId},
    outbox::Outbox,
    players::{Players, player::Activity},
    state::State,
};

/// The game that a player plays, and the opponent; else reports that there is none.
pub(crate) fn own_opponent(state: &State, out: &mut Outbox) -> Option<(GameNumber, PlayerId)> {
    let number = own_game(&state.players, out)?;
    let game = state.games.get(number)?;
    let opponent = game.sides.get(!game.color_of(out.who)?).player?;
    Some((number, opponent))
}

/// Sends a notice to the observers of a game, not to its players.
pub(crate) fn send_to_observers(
    games: &Games,
    out: &mut Outbox,
    number: GameNumber,
    notice: &Notice,
) {
    let Some(game) = games.get(number) else { return };
    out.send_all(game.observers.iter().copied(), notice.clone());
}

/// Tells all who see a game.
pub(crate) fn send_to_game(games: &Games, out: &mut Outbox, number: GameNumber, notice: &Notice) {
    let Some(game) = games.get(number) else { return };
    out.send_all(game.players().chain(game.observers.iter().copied()), notice.clone());
}

/// The game that a player plays; else reports that there is none.
pub(crate) fn own_game(players: &Players, out: &mut Outbox) -> Option<GameNumber> {
    match players.activity(out.who) {
        Activity::Playing(number) => Some(number),
        Activity::Free | Activity::Examining(_) => {
            out.reply(GameNotice::NotPlaying);
            None
        }
    }
}
