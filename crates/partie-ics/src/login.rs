//! From the first byte to `**** Starting FICS session as ... ****`.

use partie_wire::{
    command::Level,
    fields::Seconds,
    ivars::{Ivar, Ivars},
    notice::{Notice, login::LoginNotice, session::SessionNotice, settings::SettingsNotice},
    variables::Variables,
};

use crate::{
    arrivals,
    config::Config,
    game::disconnect,
    handle::{BadHandle, Handle},
    ids::{PlayerId, SessionId},
    leave,
    lists::List,
    outbox::Outbox,
    output::Output,
    passwords,
    players::{
        Players,
        player::{Account, Activity, OnlineState, Player},
    },
    reserved,
    session::{Session, Sessions, Stage},
    state::State,
    storage,
};

/// Maximum number of wrong passwords.
const TRIES: u8 = 3;

/// Maximum number of refused names: some clients type the same one again and again.
const NAMES: u8 = 20;

impl Sessions {
    /// Returns true if a name is taken, or offered to a guest.
    fn is_taken(&self, players: &Players, name: &str) -> bool {
        players.named(name).is_some() || self.is_offered(name)
    }

    /// Returns true if a connection comes from the client with which a guest logged in.
    fn is_same_client(&self, players: &Players, id: SessionId, guest: PlayerId) -> bool {
        let token = self.get(id).and_then(|s| s.token.as_ref());
        token.is_some() && token == players.online_state(guest).and_then(|p| p.token.as_ref())
    }
}

/// Returns true if a filter matches an address.
fn fits(filter: &str, address: &str) -> bool {
    match filter.strip_suffix('*') {
        Some(begin) => address.starts_with(begin),
        None => filter == address,
    }
}

/// Returns true if guests from a connection's address are refused.
fn is_filtered(state: &State, session: SessionId) -> bool {
    let Some(session) = state.sessions.get(session) else { return false };
    state.admin.policy.filters.iter().any(|filter| fits(filter, &session.address))
}

/// Returns true if no more players can log in.
fn is_full(state: &State) -> bool {
    let most = state.admin.policy.most_players;
    most.is_some_and(|most| state.players.count_online() >= most as usize)
}

/// Returns true if a registered player is refused, because they are banned or the server is
/// full. The connection is notified.
fn shut_out(state: &mut State, session: SessionId, player_id: PlayerId) -> bool {
    let Some(player) = state.players.get(player_id).filter(|p| p.registered) else { return false };
    let name = player.name().to_owned();
    if player.is(List::Ban) {
        state.out.send_to_session(session, LoginNotice::Banned { name });
        state.sessions.remove(session);
        state.out.emit(Output::Close { to: session });
        return true;
    }
    let comes_back = player.online.is_some();
    let full = !comes_back && state.players.level(player_id) < Level::ADMIN && is_full(state);
    if full {
        state.out.send_to_session(session, LoginNotice::Full);
    }
    full
}

/// A connection was opened: the banner and the first question.
pub(crate) fn open(
    sessions: &mut Sessions,
    config: &Config,
    out: &mut Outbox,
    id: SessionId,
    address: String,
    token: Option<String>,
) {
    let session = Session { address, token, since: out.now, ..Session::default() };
    sessions.insert(id, session);
    let banner = config.banner.clone();
    out.send_to_session(id, Notice::Page(banner));
    let question = if config.guests { LoginNotice::WelcomeGuests } else { LoginNotice::Welcome };
    out.send_to_session(id, question);
}

/// One line of a player who is not logged in yet.
pub(crate) fn dialogue(state: &mut State, id: SessionId, stage: Stage, text: &str) {
    match stage {
        Stage::Name => named(state, id, text.trim()),
        Stage::Return { name } => enter_as_guest(state, id, name),
        Stage::Password { player } => password(state, id, player, text),
        // Input that comes while the password is being checked has to wait.
        Stage::Checking { .. } | Stage::On(_) => {}
    }
}

/// A name was given.
fn named(state: &mut State, id: SessionId, name: &str) {
    if name.starts_with('%') {
        if let Ok(ivars) = Ivars::parse(name) {
            if let Some(session) = state.sessions.get_mut(id) {
                session.ivars = Some(ivars);
            }
            state.out.send_to_session(id, LoginNotice::IvarsSet);
        }
        return;
    }
    if name.is_empty() {
        return;
    }
    let anonymous = Handle::asks_for_guest(name);
    let refusal = match name.parse::<Handle>() {
        _ if anonymous => None,
        Ok(_) => None,
        Err(BadHandle::NotLetters) => Some(LoginNotice::OnlyLetters),
        Err(BadHandle::TooShort) => Some(LoginNotice::TooShort),
        Err(BadHandle::TooLong) => Some(LoginNotice::TooLong),
    };
    if let Some(refusal) = refusal {
        return refuse_name(&mut state.sessions, &mut state.out, id, refusal);
    }
    let mut anonymous = anonymous;
    if let Some(player) = state.players.named(name)
        && !anonymous
    {
        let (player, name, registered) = (player.id, player.name().to_owned(), player.registered);
        if shut_out(state, id, player) {
            return;
        }
        if registered || state.sessions.has_password(&state.players, player) {
            let question = if registered {
                LoginNotice::Registered { name }
            } else {
                LoginNotice::GuestWithPassword { name }
            };
            state.out.send_to_session(id, question);
            state.sessions.stage(id, Stage::Password { player });
            state.out.emit(Output::Echo { to: id, on: false });
            return;
        }
        if state.sessions.is_same_client(&state.players, id, player) {
            state.out.send_to_session(id, LoginNotice::NotRegistered { name: name.clone() });
            return ask_for_return(&mut state.sessions, &mut state.out, id, name);
        }
    }
    if !anonymous && state.sessions.is_taken(&state.players, name) {
        if !Handle::is_of_guest(name) {
            let name = state.players.named(name).map_or(name, Player::name).to_owned();
            return refuse_name(
                &mut state.sessions,
                &mut state.out,
                id,
                LoginNotice::AlreadyOn { name },
            );
        }
        // A name that the server made up: the client gets another one of these.
        anonymous = true;
    }
    if !state.config.guests || is_filtered(state, id) {
        return state.out.send_to_session(id, LoginNotice::NoGuests);
    }
    if is_full(state) {
        return state.out.send_to_session(id, LoginNotice::Full);
    }
    if !anonymous && reserved::is_reserved(name, &state.config.name) {
        let reserved = LoginNotice::Reserved { name: name.to_owned() };
        return refuse_name(&mut state.sessions, &mut state.out, id, reserved);
    }
    let name = if anonymous {
        let name = guest_name(state);
        state.out.send_to_session(id, LoginNotice::GuestName { name: name.clone() });
        name
    } else {
        state.out.send_to_session(id, LoginNotice::NotRegistered { name: name.to_owned() });
        name.to_owned()
    };
    ask_for_return(&mut state.sessions, &mut state.out, id, name);
}

/// Reserves a guest's name, and asks for the return key.
fn ask_for_return(sessions: &mut Sessions, out: &mut Outbox, id: SessionId, name: String) {
    sessions.offer_name(id, &name);
    out.send_to_session(id, LoginNotice::PressReturn { name: name.clone() });
    sessions.stage(id, Stage::Return { name });
    out.emit(Output::Echo { to: id, on: false });
}

/// Refuses a name; a client that gives many such is sent away.
fn refuse_name(sessions: &mut Sessions, out: &mut Outbox, id: SessionId, notice: LoginNotice) {
    out.send_to_session(id, notice);
    let Some(session) = sessions.get_mut(id) else { return };
    session.refused = session.refused.saturating_add(1);
    if session.refused == NAMES {
        out.emit(Output::Close { to: id });
    }
}

/// A name for a guest who gave none.
fn guest_name(state: &mut State) -> String {
    Handle::guest(&mut state.rng, |handle| state.sessions.is_taken(&state.players, handle.as_str()))
        .to_string()
}

fn enter_as_guest(state: &mut State, id: SessionId, name: String) {
    state.out.emit(Output::Echo { to: id, on: true });
    if let Some(player) = state.players.named(&name).map(|p| (p.id, p.registered)) {
        if let (guest, false) = player
            && state.sessions.is_same_client(&state.players, id, guest)
        {
            return enter(state, id, guest);
        }
        state.sessions.stage(id, Stage::Name);
        return refuse_name(
            &mut state.sessions,
            &mut state.out,
            id,
            LoginNotice::AlreadyOn { name },
        );
    }
    let variables = Variables::guest();
    let account = Account { variables, ..Account::new(&name) };
    let player = state.players.add(account, false);
    enter(state, id, player);
}

fn password(state: &mut State, id: SessionId, player: PlayerId, text: &str) {
    state.out.emit(Output::Echo { to: id, on: true });
    if text.is_empty() || !state.sessions.has_password(&state.players, player) {
        return state.sessions.stage(id, Stage::Name);
    }
    let address = address(&state.sessions, id);
    if let Some(wait) = state.wrong_passwords.wait(state.out.now, player, &address) {
        let seconds = Seconds(wait.whole_seconds().max(1) as usize);
        return refuse_password(state, id, LoginNotice::TooManyPasswords { seconds });
    }
    state.wrong_passwords.count_attempt(state.out.now, player, &address);
    state.sessions.stage(id, Stage::Checking { player });
    check_password(state, id, player, text.to_owned());
}

/// Has a typed password compared; [`checked`] follows. While a new password is being
/// hashed, what is typed waits for it.
fn check_password(state: &mut State, id: SessionId, player: PlayerId, password: String) {
    if state.sessions.is_hashing(player) {
        state.sessions.wait_for_hash(player, id, password);
        return;
    }
    match state.players.get(player).and_then(|p| p.account.password.clone()) {
        Some(hash) => state.out.emit(Output::Check { session: id, hash, password }),
        None => checked(state, id, false),
    }
}

/// A new password was hashed, or could not be; passwords typed meanwhile are compared now.
pub(crate) fn hashed(state: &mut State, player: PlayerId, hash: Option<String>) {
    if let Some(hash) = hash
        && let Some(known) = state.players.get_mut(player)
    {
        known.account.password = Some(hash);
        state.players.store_account(&mut state.out, player);
    }
    for (session, password) in state.sessions.end_hashing(player) {
        check_password(state, session, player, password);
    }
}

/// A password was looked at.
pub(crate) fn checked(state: &mut State, id: SessionId, good: bool) {
    let player = match state.sessions.get(id).map(|s| &s.stage) {
        Some(Stage::Checking { player }) => *player,
        Some(Stage::On(player)) => {
            let player = *player;
            return old_password_checked(state, player, good);
        }
        _ => return,
    };
    state.out.speaker = Some(id);
    // A guest may have left for good meanwhile.
    if good && state.players.get(player).is_some() {
        state.wrong_passwords.take_back(player, &address(&state.sessions, id));
        return enter(state, id, player);
    }
    refuse_password(state, id, LoginNotice::WrongPassword);
}

/// The address of a connection.
fn address(sessions: &Sessions, id: SessionId) -> String {
    sessions.get(id).map(|session| session.address.clone()).unwrap_or_default()
}

/// Takes no password, and asks for a name again; after some of them the connection ends.
fn refuse_password(state: &mut State, id: SessionId, notice: LoginNotice) {
    state.out.send_to_session(id, notice);
    state.sessions.stage(id, Stage::Name);
    let Some(session) = state.sessions.get_mut(id) else { return };
    session.wrong_passwords = session.wrong_passwords.saturating_add(1);
    if session.wrong_passwords >= TRIES {
        state.out.emit(Output::Close { to: id });
    }
}

/// Logs a player in, after all checks.
fn enter(state: &mut State, id: SessionId, player_id: PlayerId) {
    let address = address(&state.sessions, id);
    let ivars = state.sessions.get(id).and_then(|s| s.ivars);
    let new = state.players.online_state(player_id).is_none();
    // One player, one connection: the later one takes over, with the player's game.
    let before = state.players.online_state(player_id).and_then(|p| p.session);
    if let Some(before) = before {
        let name = state.players.name(player_id);
        state.out.send_to_session(before, LoginNotice::Arrived { name });
        state.sessions.remove(before);
        state.out.emit(Output::Close { to: before });
    }
    state.sessions.stage(id, Stage::On(player_id));
    let token = state.sessions.get(id).and_then(|s| s.token.clone());
    let sealed = state.sessions.sealed(id).is_some();
    if let Some(player) = state.players.get_mut(player_id) {
        let name = player.titled();
        if let Some(online) = &mut player.online {
            state.out.connect(player_id, id);
            online.session = Some(id);
            online.sealed = sealed;
            online.token = token;
            // Framing belongs to each connection.
            let before = online.display.ivars.with(Ivar::Block, false).with(Ivar::Lock, false);
            online.display.ivars = ivars.unwrap_or(before);
        } else {
            let mut online = OnlineState::new(id, state.out.now, player.account.variables.clone());
            online.sealed = sealed;
            online.address = address;
            online.token = token;
            online.display.ivars = ivars.unwrap_or_default();
            state.players.set_online(player_id, online);
            state.out.connect(player_id, id);
        }
        state.out.send_to_session(id, LoginNotice::Starting { name });
    }
    state.players.follow_variables(player_id);
    if new {
        state.players.begin_available(player_id);
    }
    state.players.count();
    arrivals::report_adjourned(state, player_id);
    let motto = state.config.motto.clone();
    if !motto.is_empty() {
        state.out.send_to_session(id, Notice::Page(motto));
    }
    if new {
        state.players.note_address(player_id);
        state.players.note_logon(&mut state.out, player_id, true);
        arrivals::announce_messages(state, player_id);
        storage::mention_storage_failure(state, player_id);
        arrivals::arrived(state, player_id);
    }
    disconnect::came_back(state, player_id);
}

/// Disconnects clients that take too long to log in.
pub(crate) fn slow_logins(state: &mut State) {
    let most = state.config.login;
    let slow: Vec<SessionId> = state
        .sessions
        .iter()
        .filter(|(_, s)| !matches!(s.stage, Stage::On(_)) && s.since + most <= state.out.now)
        .map(|(id, _)| id)
        .collect();
    for id in slow {
        state.out.send_to_session(id, LoginNotice::TooSlow);
        state.sessions.remove(id);
        state.out.emit(Output::Close { to: id });
    }
}

/// Disconnects idle players. Players and examiners may think.
pub(crate) fn idle_out(state: &mut State) {
    let idle: Vec<(PlayerId, SessionId)> = state
        .players
        .online()
        .filter_map(|p| Some((p.id, p.online.as_ref()?)))
        .filter(|(_, p)| {
            p.activity == Activity::Free && p.active + state.config.idle <= state.out.now
        })
        .filter_map(|(id, p)| Some((id, p.session?)))
        .collect();
    let minutes = (state.config.idle.0 / 60_000) as u32;
    for (who, session) in idle {
        state.out.send_to_session(session, LoginNotice::Idle { minutes });
        state.sessions.remove(session);
        state.out.emit(Output::Close { to: session });
        leave::leave(state, who);
    }
}

/// A connection is gone.
pub(crate) fn close(state: &mut State, id: SessionId) {
    let Some(session) = state.sessions.remove(id) else { return };
    if let Stage::On(player) = session.stage {
        disconnect::lost(state, player);
    }
}

/// `password`: a player's old one is compared elsewhere. A guest, who has none, chooses one
/// for as long as they are online, by which they are known after a lost connection.
pub(crate) fn change_password(state: &mut State, old: Option<String>, new: String) {
    let who = state.out.who;
    let Some(player) = state.players.get_mut(who) else { return };
    if player.registered != old.is_some() {
        let usage = if player.registered { "password old new" } else { "password new" };
        return state.out.reply(SessionNotice::BadParameters { usage: usage.to_owned() });
    }
    if let Some(refusal) = passwords::refusal(player.name(), &new) {
        return state.out.reply(refusal);
    }
    let Some(old) = old else {
        let name = state.players.name(who).into();
        let seconds = Seconds((state.config.grace.0 / 1000) as usize);
        state.sessions.hash_password(&mut state.out, who, new);
        return state.out.reply(SettingsNotice::GuestPassword { name, seconds });
    };
    let Some(online) = player.online.as_mut() else { return };
    online.new_password = Some(new);
    if let Some(session) = online.session {
        check_password(state, session, who, old);
    }
}

/// The old password was looked at.
fn old_password_checked(state: &mut State, who: PlayerId, good: bool) {
    let Some(new) = state.players.online_state_mut(who).and_then(|p| p.new_password.take()) else {
        return;
    };
    if good {
        state.sessions.hash_password(&mut state.out, who, new);
        state.out.send(who, SettingsNotice::PasswordChanged);
    } else {
        state.out.send(who, SettingsNotice::PasswordWrong);
    }
}
