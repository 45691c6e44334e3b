//! Arrivals and departures, as those who asked for them hear of them.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use partie_wire::{
    ivars::Ivar,
    notice::{
        Notice,
        interrupted::{InterruptedNotice, Waiting},
        lists::ListNotice,
        players::{Messages, PlayersNotice},
        who::PinNotice,
    },
    variables::Variable,
};

use crate::{
    audience::News,
    ids::PlayerId,
    lists::{List, Names},
    outbox::Outbox,
    players::{Players, player::Player},
    state::State,
    time::{Span, Tick},
    who_line,
};

/// Announces an arrival, and reports to the player who of their lists is online.
pub(crate) fn arrived(state: &mut State, out: &mut Outbox, who: PlayerId) {
    let Some(player) = state.players.get(who) else { return };
    let name = player.name();
    let is_here = |name: &&str| state.players.named(name).is_some_and(|p| p.online.is_some());
    let here: Vec<&str> = noted(player).filter(is_here).collect();
    if !here.is_empty() {
        out.send(who, ListNotice::Company { names: here.join(" ") });
    }
    let noting = state.players.listeners(List::Notify, name);
    if state.players.wants(who, Variable::Notifiedby) && !noting.is_empty() {
        let names: Vec<String> = noting.iter().map(|id| state.players.name(*id)).collect();
        out.send(who, ListNotice::Noted { names: names.join(" ") });
    }
    let waiting = state.adjourned.opponents_on(&state.players, who);
    let waiting: Vec<PlayerId> =
        waiting.iter().filter_map(|n| state.players.named(n).map(|p| p.id)).collect();
    let others = noting.into_iter().filter(|id| !waiting.contains(id));
    out.send_all(waiting.iter().copied(), ListNotice::ArrivedAdjourned { name: name.into() });
    out.send_all(others, ListNotice::Arrived { name: name.into() });
    out.send_all(
        unlisting(&state.players, player),
        ListNotice::ArrivedUnlisted { name: name.into() },
    );
    let line = who_line::who_line(&state.players, out.now, who, &crate::category::Category::RATED);
    let words = ListNotice::Connected { name: name.into() };
    pin(state, out, who, PinNotice::Came(line), words);
}

/// A player goes.
pub(crate) fn departed(state: &mut State, out: &mut Outbox, who: PlayerId) {
    let players = &state.players;
    let Some(player) = players.get(who) else { return };
    let name = player.name();
    let noting = players.listeners(List::Notify, name);
    out.send_all(noting, ListNotice::Departed { name: name.into() });
    out.send_all(unlisting(players, player), ListNotice::DepartedUnlisted { name: name.into() });
    let line = PinNotice::Went(name.to_owned());
    let words = ListNotice::Disconnected { name: name.into() };
    pin(state, out, who, line, words);
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

/// Number of listeners up to which each arrival and departure is announced at once.
const FEW: usize = 100;
/// Time between announcements to more of them.
const PAUSE: Span = Span(100);
/// Maximum number of arrivals and departures in one announcement.
const AT_ONCE: usize = 200;

/// Arrivals and departures that are announced soon. Where thousands listen and thousands go at the
/// same moment, they hear of many at once.
#[derive(Debug, Default)]
pub(crate) struct Announcements {
    waiting: VecDeque<Announcement>,
    /// Time of the last announcement.
    last: Option<Tick>,
}

#[derive(Debug)]
struct Announcement {
    who: PlayerId,
    line: Notice,
    words: Notice,
}

impl Announcements {
    /// Returns the time at which the next ones are due.
    pub(crate) fn due(&self) -> Option<Tick> {
        let last = self.last.filter(|_| !self.waiting.is_empty());
        last.map(|last| last + PAUSE)
    }
}

/// Announces an arrival or departure to all others, each in the form they asked for.
fn pin(state: &mut State, out: &mut Outbox, who: PlayerId, line: PinNotice, words: ListNotice) {
    let announcement = Announcement { who, line: line.into(), words: words.into() };
    state.announcements.waiting.push_back(announcement);
    announce(state, out);
}

/// Announces arrivals and departures that wait, if they are due.
pub(crate) fn announce(state: &mut State, out: &mut Outbox) {
    let State { announcements, players, .. } = state;
    let is_early = announcements.due().is_some_and(|due| due > out.now);
    if is_early && players.audience().count(News::Logins) > FEW {
        return;
    }
    announcements.last = Some(out.now);
    let count = announcements.waiting.len().min(AT_ONCE);
    let news: Vec<Announcement> = announcements.waiting.drain(..count).collect();
    let those: BTreeSet<PlayerId> = news.iter().map(|news| news.who).collect();
    let lines: Arc<[Notice]> = news.iter().map(|news| news.line.clone()).collect();
    let words: Arc<[Notice]> = news.iter().map(|news| news.words.clone()).collect();
    for id in players.audience().of(News::Logins) {
        let Some(online) = players.online_state(id) else { continue };
        let (wants_lines, wants_words) =
            (online.display.ivars.has(Ivar::Pin), online.variables.on(Variable::Pin));
        if those.contains(&id) {
            // Nobody hears of themselves.
            for news in news.iter().filter(|news| news.who != id) {
                let line = wants_lines.then(|| news.line.clone());
                let words = wants_words.then(|| news.words.clone());
                line.into_iter().chain(words).for_each(|notice| out.send(id, notice));
            }
            continue;
        }
        if wants_lines {
            out.share(id, &lines);
        }
        if wants_words {
            out.share(id, &words);
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
pub(crate) fn report_adjourned(state: &State, out: &mut Outbox, who: PlayerId) {
    let on = state.adjourned.opponents_on(&state.players, who);
    if !on.is_empty() {
        let (count, names) = (Waiting(on.len()), on.join(" "));
        out.send(who, InterruptedNotice::Waiting { who: count, names });
    }
}
