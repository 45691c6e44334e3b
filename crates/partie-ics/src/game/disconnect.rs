//! Broken connections: the game waits a while for the player to return.

use partie_core::Outcome;
use partie_wire::{
    fields::Seconds,
    notice::{ending::Ending, game::GameNotice},
};

use crate::{
    game::{adjourn, end, resume},
    ids::{GameNumber, PlayerId, SessionId},
    leave,
    players::player::Activity,
    session::Stage,
    state::State,
    time::Span,
};

/// Silence after which a player's lag is reported.
const LAG: Span = Span::seconds(30);

/// Handles a broken connection. The seat of a player in a game is kept for a while; their clock
/// runs on.
pub(crate) fn lost(state: &mut State, who: PlayerId) {
    let Activity::Playing(_) = state.players.activity(who) else {
        return leave::leave(state, who);
    };
    let until = state.out.now + state.config.grace;
    state.out.disconnect(who);
    if let Some(online) = state.players.online_state_mut(who) {
        online.session = None;
        online.sealed = false;
        online.lagged = false;
        online.away = Some(until);
    }
    report_away(state, who, Some(state.config.grace));
}

/// Reports to the others at the games of a player whose connection stands that the player is away
/// from it, for the time until it is closed, or back.
pub(crate) fn absent(state: &mut State, session: SessionId, left: Option<Span>) {
    let Some(Stage::On(who)) = state.sessions.get(session).map(|session| &session.stage) else {
        return;
    };
    if let Activity::Playing(_) = state.players.activity(*who) {
        report_away(state, *who, left);
    }
}

/// Reports to the others at the games of a player that these wait for some time, or that the player
/// is back.
fn report_away(state: &mut State, who: PlayerId, left: Option<Span>) {
    let name = state.players.name(who).into();
    let notice = match left {
        Some(left) => GameNotice::Away { who: name, seconds: Seconds((left.0 / 1000) as usize) },
        None => GameNotice::Back { who: name },
    };
    for number in state.players.boards_of(who) {
        send_to_others(state, who, number, &notice);
    }
}

/// Resumes the game of a player who returns. It is sent in the words with which games begin, so
/// that every client opens it: after the words of the login, as an event of its own.
pub(crate) fn came_back(state: &mut State, who: PlayerId) {
    let was_away = state.players.online_state_mut(who).is_some_and(|p| p.away.take().is_some());
    if let Activity::Playing(number) = state.players.activity(who) {
        if was_away {
            report_away(state, who, None);
        }
        state.out.send(who, GameNotice::YouAreBack { game: number.0 });
        state.out.end_answer(who);
        resume::send_resumed_game(state, who, number);
    }
}

/// Ends the games of a player who does not return: adjourned where both have accounts, lost
/// where they were well under way, else aborted.
pub(crate) fn abandon_games(state: &mut State, who: PlayerId) {
    for number in state.players.boards_of(who) {
        abandon_game(state, who, number);
    }
}

fn abandon_game(state: &mut State, who: PlayerId, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    let Some(color) = game.color_of(who) else { return };
    let (name, begun, noescape) = (game.name(color), game.line.len() >= 2, game.noescape);
    if !begun {
        end::end(state, number, Outcome::Unknown, Ending::LostAborted { who: name });
    } else if !noescape && adjourn::can_adjourn(state, number) {
        adjourn::adjourn(state, number, Ending::LostAdjourned { who: name });
    } else {
        end::end(state, number, Outcome::Win(!color), Ending::ByDisconnection { loser: name });
    }
}

/// Reports to everyone at a game that the player to move has not been heard of for long: the
/// connection is broken, or the client answers no ping.
pub(crate) fn report_lag(state: &mut State) {
    let mut late: Vec<(PlayerId, GameNumber)> = Vec::new();
    for game in state.games.iter().filter(|g| g.is_played()) {
        let Some(id) = game.sides.get(game.turn()).player else { continue };
        let Some(online) = state.players.online_state(id) else { continue };
        let since = match online.session.and_then(|s| state.sessions.get(s)) {
            Some(session) if session.lagged => None,
            Some(session) => session.asked,
            None if online.lagged => None,
            None => online.away.map(|until| until - state.config.grace),
        };
        if since.is_some_and(|since| since + LAG <= state.out.now) {
            late.push((id, game.number));
        }
    }
    for (id, number) in late {
        let session = state.players.online_state(id).and_then(|p| p.session);
        if let Some(session) = session.and_then(|s| state.sessions.get_mut(s)) {
            session.lagged = true;
        } else if let Some(online) = state.players.online_state_mut(id) {
            online.lagged = true;
        }
        let (who, seconds) = (state.players.name(id).into(), Seconds((LAG.0 / 1000) as usize));
        let notice = GameNotice::Lagged { game: number.0, who, seconds };
        send_to_others(state, id, number, &notice);
    }
}

/// Ends waits whose time limit is over.
pub(crate) fn expire_disconnects(state: &mut State) {
    let gone: Vec<PlayerId> = state
        .players
        .online()
        .filter(|p| p.online.as_ref().and_then(|p| p.away).is_some_and(|t| t <= state.out.now))
        .map(|p| p.id)
        .collect();
    for who in gone {
        abandon_games(state, who);
        leave::leave(state, who);
    }
}

/// Tells all who see a game, but not one of them.
fn send_to_others(state: &mut State, but: PlayerId, number: GameNumber, notice: &GameNotice) {
    let Some(game) = state.games.get(number) else { return };
    let all = game.players().chain(game.viewers());
    state.out.send_all(all.filter(|id| *id != but), notice.clone());
}
