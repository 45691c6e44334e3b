//! Announcements of arrivals and departures to players who asked for them.

use partie_wire::{
    notice::{
        interrupted::{InterruptedNotice, Waiting},
        lists::ListNotice,
        players::{Messages, PlayersNotice},
        who::PinNotice,
    },
    variables::Variable,
};

use crate::{
    ids::PlayerId,
    lists::{List, Names},
    players::{Players, player::Player},
    state::State,
    who_line,
};

/// Announces an arrival, and reports to the player who of their lists is online.
pub(crate) fn arrived(state: &mut State, who: PlayerId) {
    let Some(player) = state.players.get(who) else { return };
    let name = player.name();
    let is_here = |name: &&str| state.players.named(name).is_some_and(|p| p.online.is_some());
    let here: Vec<&str> = noted(player).filter(is_here).collect();
    if !here.is_empty() {
        state.out.send(who, ListNotice::Company { names: here.join(" ") });
    }
    let noting = state.players.listeners(List::Notify, name);
    if state.players.wants(who, Variable::Notifiedby) && !noting.is_empty() {
        let names: Vec<String> = noting.iter().map(|id| state.players.name(*id)).collect();
        state.out.send(who, ListNotice::Noted { names: names.join(" ") });
    }
    let waiting = state.adjourned.opponents_on(&state.players, who);
    let waiting: Vec<PlayerId> =
        waiting.iter().filter_map(|n| state.players.named(n).map(|p| p.id)).collect();
    let others = noting.into_iter().filter(|id| !waiting.contains(id));
    state.out.send_all(waiting.iter().copied(), ListNotice::ArrivedAdjourned { name: name.into() });
    state.out.send_all(others, ListNotice::Arrived { name: name.into() });
    state.out.send_all(
        unlisting(&state.players, player),
        ListNotice::ArrivedUnlisted { name: name.into() },
    );
    let line =
        who_line::who_line(&state.players, state.out.now, who, &crate::category::Category::RATED);
    let words = ListNotice::Connected { name: name.into() };
    let name = name.to_owned();
    state.announcements.add(&state.players, &mut state.out, name, PinNotice::Came(line), words);
}

/// A player goes.
pub(crate) fn departed(state: &mut State, who: PlayerId) {
    let players = &state.players;
    let Some(player) = players.get(who) else { return };
    let name = player.name();
    let noting = players.listeners(List::Notify, name);
    state.out.send_all(noting, ListNotice::Departed { name: name.into() });
    state
        .out
        .send_all(unlisting(players, player), ListNotice::DepartedUnlisted { name: name.into() });
    let line = PinNotice::Went(name.to_owned());
    let words = ListNotice::Disconnected { name: name.into() };
    let name = name.to_owned();
    state.announcements.add(&state.players, &mut state.out, name, line, words);
}

/// Names on a player's `notify` list.
fn noted(player: &Player) -> impl Iterator<Item = &str> {
    player.account.lists.get(&List::Notify).into_iter().flat_map(Names::iter)
}

/// Players on a player's `notify` list who want to know of it and do not list that player.
fn unlisting<'a>(players: &'a Players, player: &'a Player) -> impl Iterator<Item = PlayerId> + 'a {
    noted(player)
        .filter_map(|name| players.named(name))
        .filter(|p| !p.lists(List::Notify, player.name()))
        .filter(|p| p.variables().on(Variable::Notifiedby))
        .map(|p| p.id)
}

/// Notifies players who asked to know when a player is active again.
pub(crate) fn unidle(state: &mut State, who: PlayerId) {
    let name = state.players.name(who);
    for id in state.players.listeners(List::Idlenotify, &name) {
        state.out.send(id, ListNotice::Unidle { name: name.as_str().into() });
        if let Some(names) =
            state.players.get_mut(id).and_then(|p| p.account.lists.get_mut(&List::Idlenotify))
        {
            names.remove(&name);
        }
        state.players.store_account(&mut state.out, id);
    }
}

/// At login: what waits.
pub(crate) fn announce_messages(state: &mut State, who: PlayerId) {
    let Some(player) = state.players.get(who) else { return };
    let all = &player.account.messages;
    if !all.is_empty() {
        let unread = all.iter().filter(|m| !m.read).count() as u32;
        let all = Messages(all.len());
        state.out.send(who, PlayersNotice::MessagesWait { all, unread });
    }
}

/// Reports to a player who logs in which adjourned games can be resumed.
pub(crate) fn report_adjourned(state: &mut State, who: PlayerId) {
    let on = state.adjourned.opponents_on(&state.players, who);
    if !on.is_empty() {
        let (count, names) = (Waiting(on.len()), on.join(" "));
        state.out.send(who, InterruptedNotice::Waiting { who: count, names });
    }
}
