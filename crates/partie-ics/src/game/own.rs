//! The game that a player plays, and notices to all who see it.

use partie_wire::notice::{Notice, game::GameNotice};

use crate::{
    ids::{GameNumber, PlayerId},
    players::player::Activity,
    state::State,
};

/// The game that a player plays, and the opponent; else reports that there is none.
pub(crate) fn own_opponent(state: &mut State) -> Option<(GameNumber, PlayerId)> {
    let number = own_game(state)?;
    let game = state.games.get(number)?;
    let opponent = game.sides.get(!game.color_of(state.out.who)?).player?;
    Some((number, opponent))
}

/// Sends a notice to the observers of a game, not to its players.
pub(crate) fn send_to_observers(state: &mut State, number: GameNumber, notice: &Notice) {
    let Some(game) = state.games.get(number) else { return };
    state.out.send_all(game.observers.iter().copied(), notice.clone());
}

/// Tells all who see a game.
pub(crate) fn send_to_game(state: &mut State, number: GameNumber, notice: &Notice) {
    let Some(game) = state.games.get(number) else { return };
    state.out.send_all(game.players().chain(game.observers.iter().copied()), notice.clone());
}

/// The game that a player plays; else reports that there is none.
pub(crate) fn own_game(state: &mut State) -> Option<GameNumber> {
    match state.players.activity(state.out.who) {
        Activity::Playing(number) => Some(number),
        Activity::Free | Activity::Examining(_) => {
            state.out.reply(GameNotice::NotPlaying);
            None
        }
    }
}
