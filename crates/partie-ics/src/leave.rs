//! Departures, which release all of a player's games, offers and seats.

use crate::{
    arrivals,
    game::{examination, partner},
    ids::PlayerId,
    state::State,
};

/// Logs a player out: their game ends or waits, and their seats become free.
pub(crate) fn leave(state: &mut State, player_id: PlayerId) {
    if state.players.online_state(player_id).is_some() {
        state.players.note_logon(&mut state.out, player_id, false);
        arrivals::departed(state, player_id);
    }
    state.offers.drop_all_of(&state.players, &mut state.out, player_id);
    partner::leave_partner(state, player_id);
    state.seeks.withdraw_all_of(&state.players, &mut state.out, &[player_id]);
    examination::stop_watching(state, player_id);
    state.players.set_offline(player_id);
    state.out.disconnect(player_id);
    if state.players.get(player_id).is_some_and(|player| !player.registered) {
        state.players.remove(player_id);
    }
}
