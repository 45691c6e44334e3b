//! Accounts: who makes them, and what is done to them.

use partie_wire::{
    command::{Level, admin::AccountChange},
    fields::Titled,
    notice::{admin::AdminNotice, session::SessionNotice},
    variables::{Variable, Variables},
};

use crate::{
    admin_state::AdminNotes,
    category::Category,
    change::Change,
    command::settings,
    handle::Handle,
    ids::PlayerId,
    lists::{List, Names},
    outbox::Outbox,
    output::Output,
    passwords,
    players::{
        Players, find,
        player::{Account, Activity},
    },
    rating::{LARGEST_RD, Record},
    reserved,
    state::State,
    time::Zone,
    title::Title,
};

/// Returns true if a text can be an e-mail address.
fn is_email(text: &str) -> bool {
    let Some((user, host)) = text.rsplit_once('@') else { return false };
    !user.is_empty()
        && host.split('.').all(|part| !part.is_empty())
        && text.chars().all(|c| c.is_ascii_graphic() && !"<>\"(),;".contains(c))
}

/// `addplayer`.
pub(crate) fn add_player(
    state: &mut State,
    out: &mut Outbox,
    handle: &str,
    email: String,
    real_name: String,
) {
    match new_account(state, out, handle, &email, &real_name) {
        Ok((handle, password)) => {
            let handle = handle.into();
            out.reply(AdminNotice::Added { handle, real_name, email, password });
        }
        Err(refusal) => out.refuse(refusal),
    }
}

/// `register`: creates an account for a guest.
pub(crate) fn register(
    state: &mut State,
    out: &mut Outbox,
    handle: &str,
    email: &str,
    real_name: &str,
) {
    let who = out.who;
    let Some(player) = state.players.get(who) else { return };
    let own_name = player.name().eq_ignore_ascii_case(handle);
    let once = player.online.as_ref().is_some_and(|p| p.rights.has_registered);
    let refusal = if player.registered {
        Some(AdminNotice::AlreadyRegistered)
    } else if !state.config.register {
        Some(AdminNotice::NoRegister)
    } else if once {
        Some(AdminNotice::RegisteredOnce)
    } else if own_name && matches!(state.players.activity(who), Activity::Playing(_)) {
        Some(AdminNotice::RegisterLater)
    } else if reserved::is_reserved(handle, &state.config.name) {
        Some(AdminNotice::ReservedName { handle: handle.into() })
    } else {
        None
    };
    if let Some(refusal) = refusal {
        return out.refuse(refusal);
    }
    if own_name {
        // The guest becomes a player where they are.
        let secret =
            check_email(email).and_then(|()| state.admin.secret().ok_or(AdminNotice::NoSecret));
        let password = match secret {
            Ok(password) => password,
            Err(refusal) => return out.refuse(refusal),
        };
        let Some(player) = state.players.get_mut(who) else { return };
        player.registered = true;
        player.account.variables = Variables::default();
        player.account.admin_notes = AdminNotes {
            email: email.to_owned(),
            real_name: real_name.to_owned(),
            address: player.account.admin_notes.address.clone(),
            ..AdminNotes::default()
        };
        state.players.store_account(out, who);
        state.sessions.hash_password(out, who, password.clone());
        out.reply(AdminNotice::YouAreRegistered { password });
    } else {
        match new_account(state, out, handle, email, real_name) {
            Ok((handle, password)) => {
                out.reply(AdminNotice::YourAccount { handle: handle.into(), password });
            }
            Err(refusal) => return out.refuse(refusal),
        }
    }
    state.players.change_online(who, |online| online.rights.has_registered = true);
}

/// Creates an account with an unguessable password; else reports why not.
fn new_account(
    state: &mut State,
    out: &mut Outbox,
    handle: &str,
    email: &str,
    real_name: &str,
) -> Result<(String, String), AdminNotice> {
    check_handle(&state.players, handle, None)?;
    check_email(email)?;
    let password = state.admin.secret().ok_or(AdminNotice::NoSecret)?;
    let mut account = Account::new(handle);
    email.clone_into(&mut account.admin_notes.email);
    real_name.clone_into(&mut account.admin_notes.real_name);
    let id = state.players.add(account, true);
    // It was promised: it is kept even if the server ends before the password is hashed.
    state.players.store_account(out, id);
    state.sessions.hash_password(out, id, password.clone());
    Ok((handle.to_owned(), password))
}

/// A name that an account may have, unless another one has it.
fn check_handle(players: &Players, handle: &str, own: Option<PlayerId>) -> Result<(), AdminNotice> {
    if handle.parse::<Handle>().is_err() || Handle::asks_for_guest(handle) {
        return Err(AdminNotice::BadHandle { name: handle.to_owned() });
    }
    match players.named(handle).filter(|p| Some(p.id) != own) {
        Some(other) => Err(AdminNotice::Taken { name: other.name().into() }),
        None => Ok(()),
    }
}

fn check_email(email: &str) -> Result<(), AdminNotice> {
    if is_email(email) { Ok(()) } else { Err(AdminNotice::BadEmail { email: email.to_owned() }) }
}

/// The registered player of a whole handle whom the asker may rule.
fn ruled(players: &Players, out: &mut Outbox, handle: &str) -> Option<PlayerId> {
    match players.named(handle).map(|p| (p.id, p.registered)) {
        Some((id, true)) => find::may_rule(players, out, id).then_some(id),
        Some((id, false)) => {
            out.refuse(AdminNotice::NotRegistered { name: players.name(id).into() });
            None
        }
        None => {
            out.refuse(AdminNotice::NoSuchHandle { name: handle.to_owned() });
            None
        }
    }
}

/// Changes an account.
pub(crate) fn change_account(
    state: &mut State,
    out: &mut Outbox,
    handle: &str,
    change: AccountChange,
) {
    if let AccountChange::Raise = change {
        return raise(&mut state.players, out, handle);
    }
    let Some(id) = ruled(&state.players, out, handle) else { return };
    match change {
        AccountChange::Password(password) => set_password(state, out, id, password),
        AccountChange::Email(email) => {
            if !is_email(&email) {
                return out.refuse(AdminNotice::BadEmail { email });
            }
            let name = state.players.name(id).into();
            edit_admin_notes(&mut state.players, out, id, "email address", |notes| {
                notes.email.clone_from(&email);
            });
            out.reply(AdminNotice::EmailSet { name, email });
        }
        AccountChange::RealName(real_name) => {
            let name = state.players.name(id).into();
            edit_admin_notes(&mut state.players, out, id, "real name", |notes| {
                notes.real_name.clone_from(&real_name);
            });
            out.reply(AdminNotice::RealNameSet { name, real_name });
        }
        AccountChange::Handle(handle) => set_handle(state, out, id, &handle),
        AccountChange::Level(level) => set_level(&mut state.players, out, id, Level(level)),
        AccountChange::Variable { name, value } => {
            set_others_variable(&mut state.players, out, id, &name, value.as_deref());
        }
        AccountChange::Rating { category, rating, deviation, games } => {
            let new = NewRating { rating, deviation, games };
            set_rating(&mut state.players, out, id, &category, &new);
        }
        AccountChange::Titles(titles) => set_titles(&mut state.players, out, id, &titles),
        AccountChange::Remove => mark_removed(&mut state.players, out, id),
        AccountChange::Raise => {}
    }
}

fn set_password(state: &mut State, out: &mut Outbox, id: PlayerId, password: String) {
    let who = out.who;
    if let Some(refusal) = passwords::refusal(&state.players.name(id), &password) {
        return out.refuse(refusal);
    }
    let name = state.players.name(id).into();
    state.sessions.hash_password(out, id, password.clone());
    if id != who {
        out.send(id, AdminNotice::YourPasswordSet { by: state.players.name(who).into() });
    }
    out.reply(AdminNotice::PasswordSet { name, password });
}

/// Edits the notes about a player and reports the change.
fn edit_admin_notes(
    players: &mut Players,
    out: &mut Outbox,
    id: PlayerId,
    what: &str,
    write: impl Fn(&mut AdminNotes),
) {
    let who = out.who;
    if let Some(player) = players.get_mut(id) {
        write(&mut player.account.admin_notes);
    }
    players.store_account(out, id);
    if id != who {
        let by = players.name(who).into();
        out.send(id, AdminNotice::YourDataSet { by, what: what.to_owned() });
    }
}

/// Another handle: in all players' lists and in game games as well.
fn set_handle(state: &mut State, out: &mut Outbox, id: PlayerId, handle: &str) {
    let before = state.players.name(id);
    if let Err(refusal) = check_handle(&state.players, handle, Some(id)) {
        return out.refuse(refusal);
    }
    if state.players.online_state(id).is_some() {
        return out.refuse(AdminNotice::MustBeOff { name: before.into() });
    }
    let (old, new) = (before.to_ascii_lowercase(), handle.to_ascii_lowercase());
    state.players.rename(id, handle);
    state.players.store_account(out, id);
    if old != new {
        out.emit(Output::Store(Change::Removed { key: old.clone() }));
    }
    let mut changed = Vec::new();
    for player in state.players.registered_mut() {
        let lists = player.account.lists.iter_mut();
        let renamed: Vec<&mut Names> = lists
            .filter(|(list, names)| **list != List::Channel && names.contains(&old))
            .map(|(_, names)| names)
            .collect();
        if !renamed.is_empty() {
            changed.push(player.id);
        }
        for names in renamed {
            names.remove(&old);
            names.insert(handle);
        }
    }
    for id in changed {
        state.players.store_account(out, id);
    }
    let mut changed = Vec::new();
    for game in state.adjourned.iter_mut() {
        for color in partie_core::Color::ALL {
            if *game.keys.get(color) == old {
                new.clone_into(game.keys.get_mut(color));
                handle.clone_into(&mut game.sides.get_mut(color).name);
                changed.push(game.clone());
            }
        }
    }
    for game in changed {
        out.emit(Output::Store(Change::Adjourned(Box::new(game))));
    }
    out.reply(AdminNotice::HandleSet { before: before.into(), after: handle.into() });
}

/// Another level: with it comes the list `admin`, or it goes.
fn set_level(players: &mut Players, out: &mut Outbox, id: PlayerId, level: Level) {
    let who = out.who;
    if level > Level::OWNER {
        return out.refuse(AdminNotice::NoSuchLevel);
    }
    let number = u32::from(level.0);
    if level >= players.level(who) {
        return out.refuse(AdminNotice::NotYourLevel { level: number });
    }
    let Some(player) = players.get_mut(id) else { return };
    player.account.admin_notes.level = level.0;
    if level >= Level::ADMIN {
        player.account.listed.insert(List::Admin);
    } else {
        player.account.listed.remove(&List::Admin);
    }
    players.store_account(out, id);
    let name = players.name(id).into();
    if id != who {
        out.send(id, AdminNotice::YourLevelSet { by: players.name(who).into(), level: number });
    }
    out.reply(AdminNotice::LevelSet { name, level: number });
}

/// Sets a variable of another player: permanently, and for their session if online.
fn set_others_variable(
    players: &mut Players,
    out: &mut Outbox,
    id: PlayerId,
    name: &str,
    value: Option<&str>,
) {
    let variable = match settings::find_variable(name) {
        Ok(variable) => variable,
        Err(refusal) => return out.refuse(*refusal),
    };
    let bad_zone =
        variable == Variable::Tzone && value.is_some_and(|zone| zone.parse::<Zone>().is_err());
    let Some(player) = players.get_mut(id) else { return };
    let mut variables = player.account.variables.clone();
    if bad_zone || variables.set(variable, value).is_err() {
        return out.refuse(SessionNotice::BadValue { name: variable.name().into() });
    }
    if let Some(online) = &mut player.online {
        online.variables.copy(variable, &variables);
    }
    player.account.variables = variables;
    players.follow_variables(id);
    players.store_account(out, id);
    let (name, variable) = (players.name(id).into(), variable.name().into());
    out.reply(match value {
        Some(value) => AdminNotice::VariableSet { name, variable, value: value.to_owned() },
        None => AdminNotice::VariableUnset { name, variable },
    });
}

/// A rating that an administrator sets.
struct NewRating {
    /// The rating; 0 to remove it.
    rating: u16,
    deviation: Option<u16>,
    /// Numbers of wins, losses and draws.
    games: Option<[u32; 3]>,
}

fn set_rating(
    players: &mut Players,
    out: &mut Outbox,
    id: PlayerId,
    category: &str,
    new: &NewRating,
) {
    let NewRating { rating, deviation, games } = *new;
    let name = players.name(id).into();
    let found = category.parse().ok().filter(|c: &Category| c.place().is_some());
    let record = found.and_then(|category| {
        Some((category, players.get_mut(id)?.account.records.of_mut(category)?))
    });
    let Some((category, record)) = record else {
        return out.refuse(AdminNotice::NoSuchCategory { category: category.to_owned() });
    };
    let title = category.title().into();
    let best = record.best;
    let counts = games.unwrap_or([record.wins, record.losses, record.draws]);
    let notice = if rating == 0 {
        *record = Record::default();
        AdminNotice::RatingUnset { category: title, name }
    } else {
        let rd = deviation.map_or(LARGEST_RD, f64::from);
        *record = Record::set(i32::from(rating), rd, out.now);
        [record.wins, record.losses, record.draws] = counts;
        record.best = best;
        AdminNotice::RatingSet {
            category: title,
            name,
            rating: u32::from(rating),
            deviation: record.rd.round() as u32,
        }
    };
    players.store_account(out, id);
    out.reply(notice);
}

/// Sets titles by their letters, replacing earlier ones.
fn set_titles(players: &mut Players, out: &mut Outbox, id: PlayerId, letters: &[String]) {
    let mut lists = Vec::new();
    for word in letters {
        let title = word.trim_matches(['(', ')']).parse::<Title>().ok();
        let list = List::ALL
            .iter()
            .find(|list| title.is_some() && list.title() == title && **list != List::Admin);
        match list {
            Some(list) => lists.push(*list),
            None => {
                return out.refuse(AdminNotice::NoSuchTitle { title: word.clone() });
            }
        }
    }
    let Some(player) = players.get_mut(id) else { return };
    let listed = &mut player.account.listed;
    listed.retain(|list| list.title().is_none() || *list == List::Admin);
    listed.extend(lists);
    let name: Titled = player.titled();
    players.store_account(out, id);
    out.reply(AdminNotice::TitlesSet { name });
}

/// `remplayer`.
fn mark_removed(players: &mut Players, out: &mut Outbox, id: PlayerId) {
    let name: partie_wire::fields::Name = players.name(id).into();
    if id == out.who {
        return out.refuse(AdminNotice::NotYourself);
    }
    if players.online_state(id).is_some() {
        return out.refuse(AdminNotice::MustBeOff { name });
    }
    if let Some(player) = players.get_mut(id) {
        player.account.admin_notes.removed = Some(out.now);
    }
    players.store_account(out, id);
    out.emit(Output::Store(Change::Removed { key: name.to_string().to_ascii_lowercase() }));
    players.mark_removed(id);
    out.reply(AdminNotice::Removed { name });
}

/// `raisedead`.
fn raise(players: &mut Players, out: &mut Outbox, handle: &str) {
    if players.removed_named(handle).is_none() {
        return out.refuse(AdminNotice::NotDead { name: handle.to_owned() });
    }
    if let Some(other) = players.named(handle) {
        return out.refuse(AdminNotice::Taken { name: other.name().into() });
    }
    let Some(id) = players.restore(handle) else { return };
    if let Some(player) = players.get_mut(id) {
        player.account.admin_notes.removed = None;
    }
    players.store_account(out, id);
    out.emit(Output::Store(Change::Restored { key: handle.to_ascii_lowercase() }));
    out.reply(AdminNotice::Raised { name: players.name(id).into() });
}
