//! Simultaneous exhibitions: the giver plays at many boards and stands at one of them.

use partie_wire::notice::simul::SimulNotice;

use crate::{
    game::{board, model::Simul},
    ids::{GameNumber, PlayerId},
    players::{Players, player::Activity},
    state::State,
};

/// Number of passes that an opponent may grant the giver before moving.
pub(crate) const MOST_PASSES: u8 = 3;

/// Seats a player at a new board; the giver of a simul stays at the current one.
pub(crate) fn sit_down(state: &mut State, who: PlayerId, number: GameNumber) {
    let Some(online) = state.players.online_state_mut(who) else { return };
    if !online.simul.is_empty() {
        online.simul.push(number);
        return;
    }
    online.activity = Activity::Playing(number);
    let session = online.session;
    state.players.note_moved(who);
    // The credit for lag starts again with each game.
    if let Some(meter) = session.and_then(|s| state.sessions.meter(s)) {
        meter.begin();
    }
}

/// A board is cleared: its player is free; the giver of a simul goes to the next one.
pub(crate) fn stand_up(players: &mut Players, who: PlayerId, number: GameNumber) {
    let Some(online) = players.online_state_mut(who) else { return };
    let at = online.simul.iter().position(|n| *n == number);
    online.simul.retain(|n| *n != number);
    if online.activity != Activity::Playing(number) {
        return;
    }
    let next = online.simul.get(at.unwrap_or(0)).or(online.simul.first());
    online.activity = next.map_or(Activity::Free, |next| Activity::Playing(*next));
    if online.activity == Activity::Free {
        online.away = None;
        players.note_moved(who);
    }
}

/// Shows the giver of a simul their board, where one of the others has just been cleared.
pub(crate) fn show_current_board(state: &mut State, who: PlayerId) {
    let gives = state.players.online_state(who).is_some_and(|p| !p.simul.is_empty());
    if let (true, Activity::Playing(number)) = (gives, state.players.activity(who)) {
        come_to(state, who, number);
    }
}

/// Moves the giver to one of the boards and shows it; the opponent there is notified.
pub(crate) fn go_to(state: &mut State, giver: PlayerId, number: GameNumber) {
    if state.players.activity(giver) != Activity::Playing(number) {
        state.players.change_online(giver, |online| online.activity = Activity::Playing(number));
        if let Some(opponent) = state.games.opponent_at(giver, number) {
            state.out.send(opponent, SimulNotice::Comes { who: state.players.name(giver).into() });
        }
    }
    come_to(state, giver, number);
}

fn come_to(state: &mut State, giver: PlayerId, number: GameNumber) {
    let Some(opponent) = state.games.opponent_at(giver, number) else { return };
    state.out.send(
        giver,
        SimulNotice::AtBoard { game: number.0, who: state.players.name(opponent).into() },
    );
    board::show_board(state, number, giver, true);
}

/// After a move, takes the giver to the next board that waits, or reports that an opponent at
/// another board has moved.
pub(crate) fn moved_in_simul(state: &mut State, mover: PlayerId, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    let Some(Simul { giver, .. }) = game.simul else { return };
    if giver != mover {
        if state.players.activity(giver) != Activity::Playing(number) {
            state.out.send(
                giver,
                SimulNotice::Moved { game: number.0, who: state.players.name(mover).into() },
            );
        }
        return;
    }
    let boards = state.players.boards_of(giver);
    let at = boards.iter().position(|n| *n == number).unwrap_or(0);
    let waits =
        |n: &&GameNumber| state.games.get(**n).is_some_and(|g| g.color_of(giver) == Some(g.turn()));
    let next = boards.iter().cycle().skip(at + 1).take(boards.len()).find(waits);
    if let Some(next) = next.copied() {
        go_to(state, giver, next);
    }
}
