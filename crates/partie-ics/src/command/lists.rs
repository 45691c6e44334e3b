//! Lists and channels.

use partie_wire::{
    command::lists::ListCommand,
    fields::Name,
    notice::lists::{ListNotice, ListPage, ListsPage, Reach},
};

use crate::{
    command::channels,
    ids::PlayerId,
    lists::{List, MOST_LISTED, Names},
    players::{Players, find, player::Player},
    state::State,
    time::Tick,
};

/// The list that a name means to a player.
enum ListMatch {
    One(List),
    Refused(ListNotice),
}

pub(crate) fn list_command(state: &mut State, command: ListCommand) {
    match command {
        ListCommand::Add { list, item } => change_list(state, &list, &item, true),
        ListCommand::Sub { list, item } => change_list(state, &list, &item, false),
        ListCommand::Toggle { list, item } => {
            let add = !is_on(&state.players, state.out.who, &list, &item);
            change_list(state, &list, &item, add);
        }
        ListCommand::Show(list) => show_list(state, list.as_deref()),
        ListCommand::Znotify => znotify(state),
        ListCommand::InChannel(which) => channels::in_channel(state, which.as_deref()),
    }
}

fn meant_list(players: &Players, who: PlayerId, name: &str) -> ListMatch {
    let admin = players.is_admin(who);
    let word = name.to_ascii_lowercase();
    let seen = |list: &&List| admin || list.reach() != Reach::Admin;
    let all: Vec<List> = List::ALL
        .iter()
        .filter(seen)
        .filter(|l| !word.is_empty() && l.name().starts_with(&word))
        .copied()
        .collect();
    if let Some(exact) = all.iter().find(|l| l.name() == word) {
        return ListMatch::One(*exact);
    }
    ListMatch::Refused(match all[..] {
        [one] => return ListMatch::One(one),
        [] => ListNotice::NoSuchList { list: name.to_owned() },
        _ => {
            let names = all.iter().map(|l| l.name()).collect::<Vec<_>>().join(" ");
            ListNotice::AmbiguousList { list: name.to_owned(), names }
        }
    })
}

/// Returns true if an item is on a list.
fn is_on(players: &Players, who: PlayerId, list: &str, item: &str) -> bool {
    let ListMatch::One(list) = meant_list(players, who, list) else { return false };
    let Some(player) = players.get(who) else { return false };
    if list == List::Channel {
        item.parse().is_ok_and(|number| player.account.channels.contains(&number))
    } else if list.reach() == Reach::Personal {
        player.lists(list, item)
    } else {
        players.named(item).is_some_and(|player| player.is(list))
    }
}

/// Returns all others who are on a list and online; a list of players that there is not is
/// reported.
pub(crate) fn members_online(state: &mut State, name: &str) -> Option<Vec<PlayerId>> {
    let who = state.out.who;
    let list = match meant_list(&state.players, who, name) {
        ListMatch::One(List::Channel) => {
            state.out.reply(ListNotice::NoSuchList { list: name.to_owned() });
            return None;
        }
        ListMatch::One(list) => list,
        ListMatch::Refused(notice) => {
            state.out.reply(notice);
            return None;
        }
    };
    let own = state.players.get(who)?;
    let is_member = |player: &&Player| {
        if list.reach() == Reach::Personal {
            own.lists(list, player.name())
        } else {
            player.is(list)
        }
    };
    let members = state.players.online().filter(|player| player.id != who).filter(is_member);
    Some(members.map(|player| player.id).collect())
}

/// `addlist` and `sublist`.
fn change_list(state: &mut State, name: &str, item: &str, add: bool) {
    let who = state.out.who;
    let list = match meant_list(&state.players, who, name) {
        ListMatch::One(list) => list,
        ListMatch::Refused(notice) => return state.out.reply(notice),
    };
    if list.reach() == Reach::Personal {
        change_own_list(state, list, item, add);
    } else if state.players.is_admin(who) {
        change_server_list(state, list, item, add);
    } else {
        state.out.reply(ListNotice::NoRights { list: name.to_owned() });
    }
}

fn change_own_list(state: &mut State, list: List, item: &str, add: bool) {
    let who = state.out.who;
    let name = list.name().into();
    if !add && item == "*" {
        return empty_list(state, list);
    }
    if list == List::Channel {
        return change_channels(state, item, add);
    }
    let item = if add {
        let Some(id) = find::find_known(state, Some(item)) else { return };
        if id == who && matches!(list, List::Censor | List::Noplay) {
            return state.out.reply(ListNotice::NotYourself { list: name });
        }
        state.players.name(id)
    } else {
        item.to_owned()
    };
    let Some(player) = state.players.get_mut(who) else { return };
    let names = player.account.lists.entry(list).or_default();
    // A name is struck by its beginning, too, where only one begins so.
    let item = match names.begun(&item) {
        Some(name) if !add && !names.contains(&item) => name.to_owned(),
        _ => item,
    };
    let notice = if add && names.len() >= MOST_LISTED {
        ListNotice::Full { list: name }
    } else {
        let changed = if add { names.insert(&item) } else { names.remove(&item) };
        changed_notice(add, changed, item, name)
    };
    state.players.store_account(&mut state.out, who);
    state.out.reply(notice);
}

/// Takes all from a player's own list.
fn empty_list(state: &mut State, list: List) {
    let who = state.out.who;
    let Some(account) = state.players.get_mut(who).map(|player| &mut player.account) else {
        return;
    };
    let was_empty = if list == List::Channel {
        std::mem::take(&mut account.channels).is_empty()
    } else {
        account.lists.remove(&list).is_none_or(|names| names.len() == 0)
    };
    let list = list.name().into();
    if was_empty {
        return state.out.reply(ListNotice::Empty { list });
    }
    state.players.store_account(&mut state.out, who);
    state.out.reply(ListNotice::Emptied { list });
}

/// The answer to a change of a player's own list.
fn changed_notice(add: bool, changed: bool, item: String, list: Name) -> ListNotice {
    match (add, changed) {
        (true, true) => ListNotice::Added { item, list },
        (true, false) => ListNotice::Already { item, list },
        (false, true) => ListNotice::Removed { item, list },
        (false, false) => ListNotice::NotOn { item, list },
    }
}

fn change_channels(state: &mut State, number: &str, add: bool) {
    let who = state.out.who;
    let Some(number) = channels::channel_number(state, number) else { return };
    let Some(player) = state.players.get_mut(who) else { return };
    let channels = &mut player.account.channels;
    let changed = if add { channels.insert(number) } else { channels.remove(&number) };
    let notice = changed_notice(add, changed, number.to_string(), List::Channel.name().into());
    if changed {
        state.players.store_account(&mut state.out, who);
    }
    state.out.reply(notice);
}

pub(crate) fn change_server_list(state: &mut State, list: List, item: &str, add: bool) {
    let who = state.out.who;
    let Some(id) = find::find_known(state, Some(item)) else { return };
    if matches!(list, List::Admin | List::Ban) && !find::may_rule(state, id) {
        return;
    }
    let (by, item) = (state.players.name(who).into(), state.players.name(id));
    let name = Name::from(list.name());
    let Some(player) = state.players.get_mut(id) else { return };
    let listed = &mut player.account.listed;
    let changed = if add { listed.insert(list) } else { listed.remove(&list) };
    let notice = match (add, changed) {
        (true, true) => ListNotice::AddedPublic { item, list: name.clone() },
        (true, false) => ListNotice::AlreadyPublic { item, list: name.clone() },
        (false, true) => ListNotice::RemovedPublic { item, list: name.clone() },
        (false, false) => ListNotice::NotOnPublic { item, list: name.clone() },
    };
    if changed {
        state.players.store_account(&mut state.out, id);
        if list.reach() == Reach::Public && id != who {
            let notice = if add {
                ListNotice::YouWereAdded { list: name, by }
            } else {
                ListNotice::YouWereRemoved { list: name, by }
            };
            state.out.send(id, notice);
        }
    }
    state.out.reply(notice);
}

/// `showlist`.
fn show_list(state: &mut State, name: Option<&str>) {
    let who = state.out.who;
    let Some(name) = name else {
        let admin = state.players.is_admin(who);
        let lists = List::ALL
            .iter()
            .filter(|l| admin || l.reach() != Reach::Admin)
            .map(|l| (l.name().to_owned(), l.reach()))
            .collect();
        return state.out.reply(ListsPage { lists });
    };
    let list = match meant_list(&state.players, who, name) {
        ListMatch::One(list) => list,
        ListMatch::Refused(notice) => return state.out.reply(notice),
    };
    let items = if list == List::Channel {
        let channels = state.players.get(who).map(|p| &p.account.channels);
        channels.into_iter().flatten().map(u16::to_string).collect()
    } else if list.reach() == Reach::Personal {
        let own = state.players.get(who).and_then(|p| p.account.lists.get(&list));
        own.map(|names| names.iter().map(str::to_owned).collect()).unwrap_or_default()
    } else {
        state.players.iter().filter(|p| p.is(list)).map(|p| p.name().to_owned()).collect()
    };
    state.out.reply(ListPage { list: list.name().to_owned(), items });
}

/// `znotify`.
fn znotify(state: &mut State) {
    let Some(player) = state.players.get(state.out.who) else { return };
    let own = player.account.lists.get(&List::Notify);
    let here: Vec<String> = own
        .into_iter()
        .flat_map(Names::iter)
        .filter_map(|name| state.players.named(name))
        .filter(|p| p.online.is_some())
        .map(|p| with_idle(&state.players, state.out.now, p.id))
        .collect();
    let noting: Vec<String> = state
        .players
        .listeners(List::Notify, player.name())
        .iter()
        .map(|id| with_idle(&state.players, state.out.now, *id))
        .collect();
    let company = if here.is_empty() {
        ListNotice::NoCompany
    } else {
        ListNotice::Company { names: here.join(" ") }
    };
    state.out.reply(company);
    let noted = if noting.is_empty() {
        ListNotice::NobodyNotes
    } else {
        ListNotice::Noting { names: noting.join(" ") }
    };
    state.out.reply(noted);
}

/// Formats a name with the player's idle time, if that is a minute or more.
fn with_idle(players: &Players, now: Tick, id: PlayerId) -> String {
    let name = players.name(id);
    let idle = players.online_state(id).map_or(0, |p| (now - p.active).whole_seconds() / 60);
    match idle {
        0 => name,
        minutes if minutes < 60 => format!("{name}(idle:{minutes}m)"),
        minutes => format!("{name}(idle:{}h{}m)", minutes / 60, minutes % 60),
    }
}
