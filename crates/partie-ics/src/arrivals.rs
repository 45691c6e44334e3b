//! Arrivals and departures, as those who asked for them hear of them.

use partie_wire::{
    ivars::Ivar,
    notice::{
        interrupted::{InterruptedNotice, Waiting},
        lists::ListNotice,
        players::{Messages, PlayersNotice},
        who::PinNotice,
    },
    variables::Variable,
};

use crate::{
    audience::News, game::adjourned::AdjournedGames, ids::PlayerId, lists::List, outbox::Outbox,
    players::Players, who_line,
};

/// Announces an arrival, and reports to the player who of their lists is online.
pub(crate) fn arrived(
    players: &Players,
    adjourned: &AdjournedGames,
    out: &mut Outbox,
    who: PlayerId,
) {
    let Some(player) = players.get(who) else { return };
    let name = player.name().to_owned();
    let own: Vec<String> = player
        .account
        .lists
        .get(&List::Notify)
        .map(|names| names.iter().map(str::to_owned).collect())
        .unwrap_or_default();
    let here: Vec<String> = own
        .iter()
        .filter(|n| players.named(n).is_some_and(|p| p.online.is_some()))
        .cloned()
        .collect();
    if !here.is_empty() {
        out.send(who, ListNotice::Company { names: here.join(" ") });
    }
    let noting = players.listeners(List::Notify, &name);
    if players.wants(who, Variable::Notifiedby) && !noting.is_empty() {
        let names: Vec<String> = noting.iter().map(|id| players.name(*id)).collect();
        out.send(who, ListNotice::Noted { names: names.join(" ") });
    }
    let waiting = adjourned.opponents_on(players, who);
    let waiting: Vec<PlayerId> =
        waiting.iter().filter_map(|n| players.named(n).map(|p| p.id)).collect();
    for id in &waiting {
        out.send(*id, ListNotice::ArrivedAdjourned { name: name.as_str().into() });
    }
    for id in noting.into_iter().filter(|id| !waiting.contains(id)) {
        out.send(id, ListNotice::Arrived { name: name.as_str().into() });
    }
    for noted in own {
        let Some(other) = players.named(&noted).map(|p| p.id) else { continue };
        let back = players.get(other).is_some_and(|p| p.lists(List::Notify, &name));
        if !back && players.wants(other, Variable::Notifiedby) {
            out.send(other, ListNotice::ArrivedUnlisted { name: name.as_str().into() });
        }
    }
    let line = who_line::who_line(players, out.now, who, &crate::category::Category::RATED);
    pin(
        players,
        out,
        who,
        &PinNotice::Came(line),
        &ListNotice::Connected { name: name.as_str().into() },
    );
}

/// A player goes.
pub(crate) fn departed(players: &Players, out: &mut Outbox, who: PlayerId) {
    let Some(player) = players.get(who) else { return };
    let name = player.name().to_owned();
    let own: Vec<String> = player
        .account
        .lists
        .get(&List::Notify)
        .map(|names| names.iter().map(str::to_owned).collect())
        .unwrap_or_default();
    for id in players.listeners(List::Notify, &name) {
        out.send(id, ListNotice::Departed { name: name.as_str().into() });
    }
    for noted in own {
        let Some(other) = players.named(&noted).map(|p| p.id) else { continue };
        let back = players.get(other).is_some_and(|p| p.lists(List::Notify, &name));
        if !back && players.wants(other, Variable::Notifiedby) {
            out.send(other, ListNotice::DepartedUnlisted { name: name.as_str().into() });
        }
    }
    pin(
        players,
        out,
        who,
        &PinNotice::Went(name.clone()),
        &ListNotice::Disconnected { name: name.as_str().into() },
    );
}

/// Announces an arrival or departure to all others, each in the form they asked for.
fn pin(players: &Players, out: &mut Outbox, who: PlayerId, line: &PinNotice, words: &ListNotice) {
    let others: Vec<(PlayerId, bool, bool)> = players
        .audience()
        .of(News::Logins)
        .filter(|id| *id != who)
        .filter_map(|id| {
            let online = players.online_state(id)?;
            let lines = online.display.ivars.has(Ivar::Pin);
            Some((id, lines, online.variables.on(Variable::Pin)))
        })
        .collect();
    for (id, wants_line, wants_words) in others {
        if wants_line {
            out.send(id, line.clone());
        }
        if wants_words {
            out.send(id, words.clone());
        }
    }
}

/// Those who want to know when a player does something again.
pub(crate) fn unidle(players: &mut Players, out: &mut Outbox, who: PlayerId) {
    let name = players.name(who);
    for id in players.listeners(List::Idlenotify, &name) {
        out.send(id, ListNotice::Unidle { name: name.as_str().into() });
        if let Some(names) =
            players.get_mut(id).and_then(|p| p.account.lists.get_mut(&List::Idlenotify))
        {
            names.remove(&name);
        }
        players.store_account(out, id);
    }
}

/// At login: what waits.
pub(crate) fn announce_messages(players: &Players, out: &mut Outbox, who: PlayerId) {
    let Some(player) = players.get(who) else { return };
    let all = &player.account.messages;
    if !all.is_empty() {
        let unread = all.iter().filter(|m| !m.read).count() as u32;
        let all = Messages(all.len());
        out.send(who, PlayersNotice::MessagesWait { all, unread });
    }
}

/// Reports to a player who logs in which adjourned games can be resumed.
pub(crate) fn report_adjourned(
    players: &Players,
    adjourned: &AdjournedGames,
    out: &mut Outbox,
    who: PlayerId,
) {
    let on = adjourned.opponents_on(players, who);
    if !on.is_empty() {
        let (count, names) = (Waiting(on.len()), on.join(" "));
        out.send(who, InterruptedNotice::Waiting { who: count, names });
    }
}
