//! Accounts: who makes them, and what is done to them.

use partie_wire::{
    command::{Level, admin::AccountChange},
    fields::Titled,
    notice::{admin::AdminNotice, session::SessionNotice, settings::SettingsNotice},
    variables::{Variable, Variables},
};

use crate::{
    admin_state::AdminNotes,
    category::Category,
    change::Change,
    command::settings,
    game::adjourned::AdjournedGames,
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
    session::Sessions,
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
    who: PlayerId,
    handle: &str,
    email: String,
    real_name: String,
) {
    match new_account(state, out, handle, &email, &real_name) {
        Ok((handle, password)) => {
            let handle = handle.into();
            out.send(who, AdminNotice::Added { handle, real_name, email, password });
        }
        Err(refusal) => out.refuse(who, refusal),
    }
}

/// `register`: creates an account for a guest.
pub(crate) fn register(
    state: &mut State,
    out: &mut Outbox,
    who: PlayerId,
    handle: &str,
    email: &str,
    real_name: &str,
) {
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
    } else {
        None
    };
    if let Some(refusal) = refusal {
        return out.refuse(who, refusal);
    }
    if own_name {
        // The guest becomes a player where they are.
        let secret =
            check_email(email).and_then(|()| state.admin.secret().ok_or(AdminNotice::NoSecret));
        let password = match secret {
            Ok(password) => password,
            Err(refusal) => return out.refuse(who, refusal),
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
        out.send(who, AdminNotice::YouAreRegistered { password });
    } else {
        match new_account(state, out, handle, email, real_name) {
            Ok((handle, password)) => {
                out.send(who, AdminNotice::YourAccount { handle: handle.into(), password });
            }
            Err(refusal) => return out.refuse(who, refusal),
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
fn ruled(players: &Players, out: &mut Outbox, who: PlayerId, handle: &str) -> Option<PlayerId> {
    match players.named(handle).map(|p| (p.id, p.registered)) {
        Some((id, true)) => find::may_rule(players, out, who, id).then_some(id),
        Some((id, false)) => {
            out.refuse(who, AdminNotice::NotRegistered { name: players.name(id).into() });
            None
        }
        None => {
            out.refuse(who, AdminNotice::NoSuchHandle { name: handle.to_owned() });
            None
        }
    }
}

/// Something is done to an account.
pub(crate) fn change_account(
    state: &mut State,
    out: &mut Outbox,
    who: PlayerId,
    handle: &str,
    change: AccountChange,
) {
    let State { players, sessions, adjourned, .. } = state;
    if let AccountChange::Raise = change {
        return raise(players, out, who, handle);
    }
    let Some(id) = ruled(players, out, who, handle) else { return };
    match change {
        AccountChange::Password(password) => {
            set_password(players, sessions, out, who, id, password);
        }
        AccountChange::Email(email) => {
            if !is_email(&email) {
                return out.refuse(who, AdminNotice::BadEmail { email });
            }
            let name = players.name(id).into();
            edit_admin_notes(players, out, who, id, "email address", |notes| {
                notes.email.clone_from(&email);
            });
            out.send(who, AdminNotice::EmailSet { name, email });
        }
        AccountChange::RealName(real_name) => {
            let name = players.name(id).into();
            edit_admin_notes(players, out, who, id, "real name", |notes| {
                notes.real_name.clone_from(&real_name);
            });
            out.send(who, AdminNotice::RealNameSet { name, real_name });
        }
        AccountChange::Handle(handle) => set_handle(players, adjourned, out, who, id, &handle),
        AccountChange::Level(level) => set_level(players, out, who, id, Level(level)),
        AccountChange::Variable { name, value } => {
            set_others_variable(players, out, who, id, &name, value.as_deref());
        }
        AccountChange::Rating { category, rating, deviation, games } => {
            let new = NewRating { rating, deviation, games };
            set_rating(players, out, who, id, &category, &new);
        }
        AccountChange::Titles(titles) => set_titles(players, out, who, id, &titles),
        AccountChange::Remove => mark_removed(players, out, who, id),
        AccountChange::Raise => {}
    }
}

fn set_password(
    players: &Players,
    sessions: &mut Sessions,
    out: &mut Outbox,
    who: PlayerId,
    id: PlayerId,
    password: String,
) {
    if !passwords::LENGTH.contains(&password.len()) {
        let (least, most) = (*passwords::LENGTH.start() as u32, *passwords::LENGTH.end() as u32);
        return out.refuse(who, SettingsNotice::PasswordLength { least, most });
    }
    let name = players.name(id).into();
    sessions.hash_password(out, id, password.clone());
    if id != who {
        out.send(id, AdminNotice::YourPasswordSet { by: players.name(who).into() });
    }
    out.send(who, AdminNotice::PasswordSet { name, password });
}

/// Edits the notes about a player and reports the change.
fn edit_admin_notes(
    players: &mut Players,
    out: &mut Outbox,
    who: PlayerId,
    id: PlayerId,
    what: &str,
    write: impl Fn(&mut AdminNotes),
) {
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
fn set_handle(
    players: &mut Players,
    adjourned: &mut AdjournedGames,
    out: &mut Outbox,
    who: PlayerId,
    id: PlayerId,
    handle: &str,
) {
    let before = players.name(id);
    if let Err(refusal) = check_handle(players, handle, Some(id)) {
        return out.refuse(who, refusal);
    }
    if players.online_state(id).is_some() {
        return out.refuse(who, AdminNotice::MustBeOff { name: before.into() });
    }
    let (old, new) = (before.to_ascii_lowercase(), handle.to_ascii_lowercase());
    players.rename(id, handle);
    players.store_account(out, id);
    if old != new {
        out.emit(Output::Store(Change::Removed { key: old.clone() }));
    }
    let mut changed = Vec::new();
    for player in players.registered_mut() {
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
        players.store_account(out, id);
    }
    let mut changed = Vec::new();
    for game in adjourned.iter_mut() {
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
    out.send(who, AdminNotice::HandleSet { before: before.into(), after: handle.into() });
}

/// Another level: with it comes the list `admin`, or it goes.
fn set_level(players: &mut Players, out: &mut Outbox, who: PlayerId, id: PlayerId, level: Level) {
    if level > Level::OWNER {
        return out.refuse(who, AdminNotice::NoSuchLevel);
    }
    let number = u32::from(level.0);
    if level >= players.level(who) {
        return out.refuse(who, AdminNotice::NotYourLevel { level: number });
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
    out.send(who, AdminNotice::LevelSet { name, level: number });
}

/// Sets a variable of another player: permanently, and for their session if online.
fn set_others_variable(
    players: &mut Players,
    out: &mut Outbox,
    who: PlayerId,
    id: PlayerId,
    name: &str,
    value: Option<&str>,
) {
    let variable = match settings::find_variable(name) {
        Ok(variable) => variable,
        Err(refusal) => return out.refuse(who, *refusal),
    };
    let bad_zone =
        variable == Variable::Tzone && value.is_some_and(|zone| zone.parse::<Zone>().is_err());
    let Some(player) = players.get_mut(id) else { return };
    let mut variables = player.account.variables.clone();
    if bad_zone || variables.set(variable, value).is_err() {
        return out.refuse(who, SessionNotice::BadValue { name: variable.name().into() });
    }
    if let Some(online) = &mut player.online {
        online.variables.copy(variable, &variables);
    }
    player.account.variables = variables;
    players.follow_variables(id);
    players.store_account(out, id);
    let (name, variable) = (players.name(id).into(), variable.name().into());
    out.send(
        who,
        match value {
            Some(value) => AdminNotice::VariableSet { name, variable, value: value.to_owned() },
            None => AdminNotice::VariableUnset { name, variable },
        },
    );
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
    who: PlayerId,
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
        return out.refuse(who, AdminNotice::NoSuchCategory { category: category.to_owned() });
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
    out.send(who, notice);
}

/// Titles by their letters, in place of those before.
fn set_titles(
    players: &mut Players,
    out: &mut Outbox,
    who: PlayerId,
    id: PlayerId,
    letters: &[String],
) {
    let mut lists = Vec::new();
    for word in letters {
        let title = word.trim_matches(['(', ')']).parse::<Title>().ok();
        let list = List::ALL
            .iter()
            .find(|list| title.is_some() && list.title() == title && **list != List::Admin);
        match list {
            Some(list) => lists.push(*list),
            None => {
                return out.refuse(who, AdminNotice::NoSuchTitle { title: word.clone() });
            }
        }
    }
    let Some(player) = players.get_mut(id) else { return };
    let listed = &mut player.account.listed;
    listed.retain(|list| list.title().is_none() || *list == List::Admin);
    listed.extend(lists);
    let name: Titled = player.titled();
    players.store_account(out, id);
    out.send(who, AdminNotice::TitlesSet { name });
}

/// `remplayer`.
fn mark_removed(players: &mut Players, out: &mut Outbox, who: PlayerId, id: PlayerId) {
    let name: partie_wire::fields::Name = players.name(id).into();
    if id == who {
        return out.refuse(who, AdminNotice::NotYourself);
    }
    if players.online_state(id).is_some() {
        return out.refuse(who, AdminNotice::MustBeOff { name });
    }
    if let Some(player) = players.get_mut(id) {
        player.account.admin_notes.removed = Some(out.now);
    }
    players.store_account(out, id);
    out.emit(Output::Store(Change::Removed { key: name.to_string().to_ascii_lowercase() }));
    players.mark_removed(id);
    out.send(who, AdminNotice::Removed { name });
}

/// `raisedead`.
fn raise(players: &mut Players, out: &mut Outbox, who: PlayerId, handle: &str) {
    if players.removed_named(handle).is_none() {
        return out.refuse(who, AdminNotice::NotDead { name: handle.to_owned() });
    }
    if let Some(other) = players.named(handle) {
        return out.refuse(who, AdminNotice::Taken { name: other.name().into() });
    }
    let Some(id) = players.restore(handle) else { return };
    if let Some(player) = players.get_mut(id) {
        player.account.admin_notes.removed = None;
    }
    players.store_account(out, id);
    out.emit(Output::Store(Change::Restored { key: handle.to_ascii_lowercase() }));
    out.send(who, AdminNotice::Raised { name: players.name(id).into() });
}
