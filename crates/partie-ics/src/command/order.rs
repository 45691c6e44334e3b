//! Order: who is kept out or silent, who is sent away, how games are decided.

use partie_core::{Color, Outcome};
use partie_wire::{
    command::admin::Verdict,
    notice::{admin::AdminNotice, ending::Ending, lists::ListPage},
};

use crate::{
    command::lists,
    game::{disconnect, end, model::Game, resume},
    ids::{GameNumber, PlayerId},
    leave,
    lists::List,
    output::Output,
    players::find,
    state::State,
};

/// A verdict in a few words.
fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::White => "White wins",
        Verdict::Black => "Black wins",
        Verdict::Draw => "drawn",
        Verdict::Abort => "aborted",
    }
}

/// `ban`, `muzzle` and similar: adds a player to a server list or removes them.
pub(crate) fn mark(state: &mut State, list: &str, player: Option<&str>) {
    let Ok(list) = list.parse::<List>() else { return };
    let Some(player) = player else {
        let on = state.players.iter().filter(|p| p.is(list));
        let items = on.map(|p| p.name().to_owned()).collect();
        return state.out.reply(ListPage { list: list.name().to_owned(), items });
    };
    let Some(id) = find::find_known(state, Some(player)) else { return };
    if !find::may_rule(state, id) {
        return;
    }
    let name = state.players.name(id);
    if id == state.out.who {
        return state.out.refuse(AdminNotice::NotYourself);
    }
    let add = list == List::Ban || state.players.get(id).is_some_and(|p| !p.is(list));
    lists::change_server_list(state, list, &name, add);
}

/// `nuke`: disconnects a player; their game ends as if the connection had broken.
pub(crate) fn nuke(state: &mut State, player: &str) {
    let who = state.out.who;
    let Some(id) = find::find_ruled(state, player) else { return };
    let (by, name): (partie_wire::fields::Name, partie_wire::fields::Name) =
        (state.players.name(who).into(), state.players.name(id).into());
    state.out.send(id, AdminNotice::KickedOut { by: by.clone() });
    let session = state.players.online_state(id).and_then(|p| p.session);
    disconnect::abandon_games(state, id);
    leave::leave(state, id);
    if let Some(session) = session {
        state.sessions.remove(session);
        state.out.emit(Output::Close { to: session });
    }
    let others = state.players.online().filter(|p| p.is(List::Admin) && p.id != who);
    state.out.send_all(others.map(|p| p.id), AdminNotice::NukedBy { name: name.clone(), by });
    state.out.reply(AdminNotice::Nuked { name });
}

/// `adjudicate`: a game that is played, or an interrupted one, is decided.
pub(crate) fn adjudicate(state: &mut State, white: &str, black: Option<&str>, verdict: Verdict) {
    let number = match black {
        None => {
            let number = white.parse().ok().map(GameNumber);
            let played = number.filter(|n| state.games.get(*n).is_some_and(Game::is_played));
            if played.is_none() {
                let game = white.to_owned();
                return state.out.refuse(AdminNotice::NoSuchGame { game });
            }
            played
        }
        Some(black) => {
            let Some(white) = find::find_known(state, Some(white)) else {
                return;
            };
            let Some(black) = find::find_known(state, Some(black)) else {
                return;
            };
            let found = game_between(state, white, black);
            if found.is_none() {
                let (white, black) =
                    (state.players.name(white).into(), state.players.name(black).into());
                return state.out.refuse(AdminNotice::NoGameBetween { white, black });
            }
            found
        }
    };
    let Some(number) = number else { return };
    let Some(game) = state.games.get(number) else { return };
    let (white, black) = (game.name(Color::White), game.name(Color::Black));
    let (outcome, ending) = match verdict {
        Verdict::White => {
            (Outcome::Win(Color::White), Ending::WinsByAdjudication { winner: white.clone() })
        }
        Verdict::Black => {
            (Outcome::Win(Color::Black), Ending::WinsByAdjudication { winner: black.clone() })
        }
        Verdict::Draw => (Outcome::Draw, Ending::DrawnByAdjudication),
        Verdict::Abort => (Outcome::Unknown, Ending::AbortedByAdjudication),
    };
    end::end(state, number, outcome, ending);
    let verdict = words(verdict).to_owned();
    state.out.reply(AdminNotice::Adjudicated { white, black, verdict });
}

/// Returns the game that two players play against each other; an interrupted one becomes an
/// adjourned game again.
fn game_between(state: &mut State, white: PlayerId, black: PlayerId) -> Option<GameNumber> {
    if let Some(number) = state.games.common_game(&state.players, white, black) {
        return Some(number);
    }
    let id = state.adjourned.between_players(&state.players, white, black)?;
    let game = resume::reopen(state, id)?;
    let number = game.number;
    state.games.insert(game);
    Some(number)
}
