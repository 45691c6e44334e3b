//! Accounts: creating and changing them.

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
pub(crate) fn add_player(state: &mut State, handle: &str, email: String, real_name: String) {
    match new_account(state, handle, &email, &real_name) {
        Ok((handle, password)) => {
            let handle = handle.into();
            state.out.reply(AdminNotice::Added { handle, real_name, email, password });
        }
        Err(refusal) => state.out.refuse(refusal),
    }
}

/// `register`: creates an account for a guest.
pub(crate) fn register(state: &mut State, handle: &str, email: &str, real_name: &str) {
    let who = state.out.who;
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
        return state.out.refuse(refusal);
    }
    if own_name {
        // The guest becomes a player where they are.
        let secret =
            check_email(email).and_then(|()| state.admin.secret().ok_or(AdminNotice::NoSecret));
        let password = match secret {
            Ok(password) => password,
            Err(refusal) => return state.out.refuse(refusal),
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
        state.players.store_account(&mut state.out, who);
        state.sessions.hash_password(&mut state.out, who, password.clone());
        state.out.reply(AdminNotice::YouAreRegistered { password });
    } else {
        match new_account(state, handle, email, real_name) {
            Ok((handle, password)) => {
                state.out.reply(AdminNotice::YourAccount { handle: handle.into(), password });
            }
            Err(refusal) => return state.out.refuse(refusal),
        }
    }
    state.players.change_online(who, |online| online.rights.has_registered = true);
}

/// Creates an account with an unguessable password; else reports why not.
fn new_account(
    state: &mut State,
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
    state.players.store_account(&mut state.out, id);
    state.sessions.hash_password(&mut state.out, id, password.clone());
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
fn ruled(state: &mut State, handle: &str) -> Option<PlayerId> {
    match state.players.named(handle).map(|p| (p.id, p.registered)) {
        Some((id, true)) => find::may_rule(state, id).then_some(id),
        Some((id, false)) => {
            state.out.refuse(AdminNotice::NotRegistered { name: state.players.name(id).into() });
            None
        }
        None => {
            state.out.refuse(AdminNotice::NoSuchHandle { name: handle.to_owned() });
            None
        }
    }
}

/// Changes an account.
pub(crate) fn change_account(state: &mut State, handle: &str, change: AccountChange) {
    if let AccountChange::Raise = change {
        return raise(state, handle);
    }
    let Some(id) = ruled(state, handle) else { return };
    match change {
        AccountChange::Password(password) => set_password(state, id, password),
        AccountChange::Email(email) => {
            if !is_email(&email) {
                return state.out.refuse(AdminNotice::BadEmail { email });
            }
            let name = state.players.name(id).into();
            edit_admin_notes(state, id, "email address", |notes| {
                notes.email.clone_from(&email);
            });
            state.out.reply(AdminNotice::EmailSet { name, email });
        }
        AccountChange::RealName(real_name) => {
            let name = state.players.name(id).into();
            edit_admin_notes(state, id, "real name", |notes| {
                notes.real_name.clone_from(&real_name);
            });
            state.out.reply(AdminNotice::RealNameSet { name, real_name });
        }
        AccountChange::Handle(handle) => set_handle(state, id, &handle),
        AccountChange::Level(level) => set_level(state, id, Level(level)),
        AccountChange::Variable { name, value } => {
            set_others_variable(state, id, &name, value.as_deref());
        }
        AccountChange::Rating { category, rating, deviation, games } => {
            let new = NewRating { rating, deviation, games };
            set_rating(state, id, &category, &new);
        }
        AccountChange::Titles(titles) => set_titles(state, id, &titles),
        AccountChange::Remove => mark_removed(state, id),
        AccountChange::Raise => {}
    }
}

fn set_password(state: &mut State, id: PlayerId, password: String) {
    let who = state.out.who;
    if let Some(refusal) = passwords::refusal(&state.players.name(id), &password) {
        return state.out.refuse(refusal);
    }
    let name = state.players.name(id).into();
    state.sessions.hash_password(&mut state.out, id, password.clone());
    if id != who {
        state.out.send(id, AdminNotice::YourPasswordSet { by: state.players.name(who).into() });
    }
    state.out.reply(AdminNotice::PasswordSet { name, password });
}

/// Edits the notes about a player and reports the change.
fn edit_admin_notes(state: &mut State, id: PlayerId, what: &str, write: impl Fn(&mut AdminNotes)) {
    let who = state.out.who;
    if let Some(player) = state.players.get_mut(id) {
        write(&mut player.account.admin_notes);
    }
    state.players.store_account(&mut state.out, id);
    if id != who {
        let by = state.players.name(who).into();
        state.out.send(id, AdminNotice::YourDataSet { by, what: what.to_owned() });
    }
}

/// Another handle: in all players' lists and in game games as well.
fn set_handle(state: &mut State, id: PlayerId, handle: &str) {
    let before = state.players.name(id);
    if let Err(refusal) = check_handle(&state.players, handle, Some(id)) {
        return state.out.refuse(refusal);
    }
    if state.players.online_state(id).is_some() {
        return state.out.refuse(AdminNotice::MustBeOff { name: before.into() });
    }
    let (old, new) = (before.to_ascii_lowercase(), handle.to_ascii_lowercase());
    state.players.rename(id, handle);
    state.players.store_account(&mut state.out, id);
    if old != new {
        state.out.emit(Output::Store(Change::Removed { key: old.clone() }));
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
        state.players.store_account(&mut state.out, id);
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
        state.out.emit(Output::Store(Change::Adjourned(Box::new(game))));
    }
    state.out.reply(AdminNotice::HandleSet { before: before.into(), after: handle.into() });
}

/// Another level: with it comes the list `admin`, or it goes.
fn set_level(state: &mut State, id: PlayerId, level: Level) {
    let who = state.out.who;
    if level > Level::OWNER {
        return state.out.refuse(AdminNotice::NoSuchLevel);
    }
    let number = u32::from(level.0);
    if level >= state.players.level(who) {
        return state.out.refuse(AdminNotice::NotYourLevel { level: number });
    }
    let Some(player) = state.players.get_mut(id) else { return };
    player.account.admin_notes.level = level.0;
    if level >= Level::ADMIN {
        player.account.listed.insert(List::Admin);
    } else {
        player.account.listed.remove(&List::Admin);
    }
    state.players.store_account(&mut state.out, id);
    let name = state.players.name(id).into();
    if id != who {
        state.out.send(
            id,
            AdminNotice::YourLevelSet { by: state.players.name(who).into(), level: number },
        );
    }
    state.out.reply(AdminNotice::LevelSet { name, level: number });
}

/// Sets a variable of another player: permanently, and for their session if online.
fn set_others_variable(state: &mut State, id: PlayerId, name: &str, value: Option<&str>) {
    let variable = match settings::find_variable(name) {
        Ok(variable) => variable,
        Err(refusal) => return state.out.refuse(*refusal),
    };
    let bad_zone =
        variable == Variable::Tzone && value.is_some_and(|zone| zone.parse::<Zone>().is_err());
    let Some(player) = state.players.get_mut(id) else { return };
    let mut variables = player.account.variables.clone();
    if bad_zone || variables.set(variable, value).is_err() {
        return state.out.refuse(SessionNotice::BadValue { name: variable.name().into() });
    }
    if let Some(online) = &mut player.online {
        online.variables.copy(variable, &variables);
    }
    player.account.variables = variables;
    state.players.follow_variables(id);
    state.players.store_account(&mut state.out, id);
    let (name, variable) = (state.players.name(id).into(), variable.name().into());
    state.out.reply(match value {
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

fn set_rating(state: &mut State, id: PlayerId, category: &str, new: &NewRating) {
    let NewRating { rating, deviation, games } = *new;
    let name = state.players.name(id).into();
    let found = category.parse().ok().filter(|c: &Category| c.place().is_some());
    let record = found.and_then(|category| {
        Some((category, state.players.get_mut(id)?.account.records.of_mut(category)?))
    });
    let Some((category, record)) = record else {
        return state.out.refuse(AdminNotice::NoSuchCategory { category: category.to_owned() });
    };
    let title = category.title().into();
    let best = record.best;
    let counts = games.unwrap_or([record.wins, record.losses, record.draws]);
    let notice = if rating == 0 {
        *record = Record::default();
        AdminNotice::RatingUnset { category: title, name }
    } else {
        let rd = deviation.map_or(LARGEST_RD, f64::from);
        *record = Record::set(i32::from(rating), rd, state.out.now);
        [record.wins, record.losses, record.draws] = counts;
        record.best = best;
        AdminNotice::RatingSet {
            category: title,
            name,
            rating: u32::from(rating),
            deviation: record.rd.round() as u32,
        }
    };
    state.players.store_account(&mut state.out, id);
    state.out.reply(notice);
}

/// Sets titles by their letters, replacing earlier ones.
fn set_titles(state: &mut State, id: PlayerId, letters: &[String]) {
    let mut lists = Vec::new();
    for word in letters {
        let title = word.trim_matches(['(', ')']).parse::<Title>().ok();
        let list = List::ALL
            .iter()
            .find(|list| title.is_some() && list.title() == title && **list != List::Admin);
        match list {
            Some(list) => lists.push(*list),
            None => {
                return state.out.refuse(AdminNotice::NoSuchTitle { title: word.clone() });
            }
        }
    }
    let Some(player) = state.players.get_mut(id) else { return };
    let listed = &mut player.account.listed;
    listed.retain(|list| list.title().is_none() || *list == List::Admin);
    listed.extend(lists);
    let name: Titled = player.titled();
    state.players.store_account(&mut state.out, id);
    state.out.reply(AdminNotice::TitlesSet { name });
}

/// `remplayer`.
fn mark_removed(state: &mut State, id: PlayerId) {
    let name: partie_wire::fields::Name = state.players.name(id).into();
    if id == state.out.who {
        return state.out.refuse(AdminNotice::NotYourself);
    }
    if state.players.online_state(id).is_some() {
        return state.out.refuse(AdminNotice::MustBeOff { name });
    }
    if let Some(player) = state.players.get_mut(id) {
        player.account.admin_notes.removed = Some(state.out.now);
    }
    state.players.store_account(&mut state.out, id);
    state.out.emit(Output::Store(Change::Removed { key: name.to_string().to_ascii_lowercase() }));
    state.players.mark_removed(id);
    state.out.reply(AdminNotice::Removed { name });
}

/// `raisedead`.
fn raise(state: &mut State, handle: &str) {
    if state.players.removed_named(handle).is_none() {
        return state.out.refuse(AdminNotice::NotDead { name: handle.to_owned() });
    }
    if let Some(other) = state.players.named(handle) {
        return state.out.refuse(AdminNotice::Taken { name: other.name().into() });
    }
    let Some(id) = state.players.restore(handle) else { return };
    if let Some(player) = state.players.get_mut(id) {
        player.account.admin_notes.removed = None;
    }
    state.players.store_account(&mut state.out, id);
    state.out.emit(Output::Store(Change::Restored { key: handle.to_ascii_lowercase() }));
    state.out.reply(AdminNotice::Raised { name: state.players.name(id).into() });
}
