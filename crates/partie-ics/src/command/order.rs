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
    outbox::Outbox,
    output::Output,
    players::{Players, find},
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
pub(crate) fn mark(players: &mut Players, out: &mut Outbox, list: &str, player: Option<&str>) {
    let Ok(list) = list.parse::<List>() else { return };
    let Some(player) = player else {
        let on = players.iter().filter(|p| p.is(list));
        let items = on.map(|p| p.name().to_owned()).collect();
        return out.reply(ListPage { list: list.name().to_owned(), items });
    };
    let Some(id) = find::find_known(players, out, Some(player)) else { return };
    if !find::may_rule(players, out, id) {
        return;
    }
    let name = players.name(id);
    if id == out.who {
        return out.refuse(AdminNotice::NotYourself);
    }
    let add = list == List::Ban || players.get(id).is_some_and(|p| !p.is(list));
    lists::change_server_list(players, out, list, &name, add);
}

/// `nuke`: disconnects a player; their game ends as if the connection had broken.
pub(crate) fn nuke(state: &mut State, out: &mut Outbox, player: &str) {
    let who = out.who;
    let Some(id) = find::find_online(&state.players, out, who, player) else { return };
    if id == who {
        return out.refuse(AdminNotice::NotYourself);
    }
    if !find::may_rule(&state.players, out, id) {
        return;
    }
    let (by, name): (partie_wire::fields::Name, partie_wire::fields::Name) =
        (state.players.name(who).into(), state.players.name(id).into());
    out.send(id, AdminNotice::KickedOut { by: by.clone() });
    let session = state.players.online_state(id).and_then(|p| p.session);
    disconnect::abandon_games(state, out, id);
    leave::leave(state, out, id);
    if let Some(session) = session {
        state.sessions.remove(session);
        out.emit(Output::Close { to: session });
    }
    let others = state.players.online().filter(|p| p.is(List::Admin) && p.id != who);
    out.send_all(others.map(|p| p.id), AdminNotice::NukedBy { name: name.clone(), by });
    out.reply(AdminNotice::Nuked { name });
}

/// `adjudicate`: a game that is played, or an interrupted one, is decided.
pub(crate) fn adjudicate(
    state: &mut State,
    out: &mut Outbox,
    white: &str,
    black: Option<&str>,
    verdict: Verdict,
) {
    let number = match black {
        None => {
            let number = white.parse().ok().map(GameNumber);
            let played = number.filter(|n| state.games.get(*n).is_some_and(Game::is_played));
            if played.is_none() {
                let game = white.to_owned();
                return out.refuse(AdminNotice::NoSuchGame { game });
            }
            played
        }
        Some(black) => {
            let Some(white) = find::find_known(&state.players, out, Some(white)) else {
                return;
            };
            let Some(black) = find::find_known(&state.players, out, Some(black)) else {
                return;
            };
            let found = game_between(state, out, white, black);
            if found.is_none() {
                let (white, black) =
                    (state.players.name(white).into(), state.players.name(black).into());
                return out.refuse(AdminNotice::NoGameBetween { white, black });
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
    end::end(state, out, number, outcome, ending);
    let verdict = words(verdict).to_owned();
    out.reply(AdminNotice::Adjudicated { white, black, verdict });
}

/// Returns the game that two players play against each other; an interrupted one becomes an
/// adjourned game again.
fn game_between(
    state: &mut State,
    out: &mut Outbox,
    white: PlayerId,
    black: PlayerId,
) -> Option<GameNumber> {
    if let Some(number) = state.games.common_game(&state.players, white, black) {
        return Some(number);
    }
    let id = state.adjourned.between_players(&state.players, white, black)?;
    let game = resume::reopen(state, out, id)?;
    let number = game.number;
    state.games.insert(game);
    Some(number)
}
