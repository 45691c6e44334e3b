//! From the first byte to `**** Starting FICS session as ... ****`.

use partie_wire::{
    display::DisplayOptions,
    ivars::{Ivar, Ivars},
    notice::{Notice, login::LoginNotice},
    variables::Variables,
};

use crate::{
    Ics, Output, SessionId,
    admin_state::SessionRights,
    handle::{BadHandle, Handle},
    players::{Account, Activity, OnlineState, Player, PlayerId},
    session::{Session, Stage},
};

/// Maximum number of wrong passwords.
const TRIES: u8 = 3;

/// Maximum number of refused names: some clients type the same one again and again.
const NAMES: u8 = 20;

impl Ics {
    /// Loads a registered player, as stored; an account of the same name is replaced unless its
    /// player is online.
    pub fn know(&mut self, account: Account) -> PlayerId {
        if account.admin_notes.removed.is_some() {
            return self.players.add_removed(account);
        }
        if let Some(known) = self.players.named(&account.handle).map(|p| p.id) {
            if let Some(player) = self.players.get_mut(known)
                && player.online.is_none()
            {
                player.account = account;
            }
            return known;
        }
        self.players.add(account, true)
    }

    /// A connection was opened: the banner and the first question.
    pub(crate) fn open(&mut self, id: SessionId, address: String, token: Option<String>) {
        let session = Session {
            address,
            token,
            refused: 0,
            stage: Stage::Name,
            since: self.out.now,
            ivars: None,
            seal: None,
            asked: None,
            trips: Vec::new(),
            lagged: false,
        };
        self.sessions.insert(id, session);
        let banner = self.config.banner.clone();
        self.out.send_to_session(id, Notice::Page(banner));
        let question =
            if self.config.guests { LoginNotice::WelcomeGuests } else { LoginNotice::Welcome };
        self.out.send_to_session(id, question);
    }

    /// One line of a player who is not logged in yet.
    pub(crate) fn dialogue(&mut self, id: SessionId, stage: Stage, text: &str) {
        match stage {
            Stage::Name => self.named(id, text.trim()),
            Stage::Return { name } => self.enter_as_guest(id, name),
            Stage::Password { player, tries } => self.password(id, player, tries, text),
            // Input that comes while the password is being checked has to wait.
            Stage::Checking { .. } | Stage::On(_) => {}
        }
    }

    /// A name was given.
    fn named(&mut self, id: SessionId, name: &str) {
        if name.starts_with('%') {
            if let Ok(ivars) = Ivars::parse(name) {
                if let Some(session) = self.sessions.get_mut(id) {
                    session.ivars = Some(ivars);
                }
                self.out.send_to_session(id, LoginNotice::IvarsSet);
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
            return self.refuse_name(id, refusal);
        }
        let mut anonymous = anonymous;
        if let Some(player) = self.players.named(name)
            && !anonymous
        {
            let (player, name, registered) =
                (player.id, player.name().to_owned(), player.registered);
            if self.shut_out(id, player) {
                return;
            }
            if registered || self.has_password(player) {
                let question = if registered {
                    LoginNotice::Registered { name }
                } else {
                    LoginNotice::GuestWithPassword { name }
                };
                self.out.send_to_session(id, question);
                self.sessions.stage(id, Stage::Password { player, tries: 0 });
                self.out.emit(Output::Echo { to: id, on: false });
                return;
            }
            if self.is_same_client(id, player) {
                self.out.send_to_session(id, LoginNotice::NotRegistered { name: name.clone() });
                return self.ask_for_return(id, name);
            }
        }
        if !anonymous && self.is_taken(name) {
            if !Handle::is_of_guest(name) {
                let name = self.players.named(name).map_or(name, Player::name).to_owned();
                return self.refuse_name(id, LoginNotice::AlreadyOn { name });
            }
            // A name that the server made up: the client gets another one of these.
            anonymous = true;
        }
        if !self.config.guests || self.is_filtered(id) {
            self.out.send_to_session(id, LoginNotice::NoGuests);
            return;
        }
        if self.is_full() {
            self.out.send_to_session(id, LoginNotice::Full);
            return;
        }
        let name = if anonymous {
            let name = self.guest_name();
            self.out.send_to_session(id, LoginNotice::GuestName { name: name.clone() });
            name
        } else {
            self.out.send_to_session(id, LoginNotice::NotRegistered { name: name.to_owned() });
            name.to_owned()
        };
        self.ask_for_return(id, name);
    }

    /// Reserves a guest's name, and asks for the return key.
    fn ask_for_return(&mut self, id: SessionId, name: String) {
        self.sessions.offer_name(id, &name);
        self.out.send_to_session(id, LoginNotice::PressReturn { name: name.clone() });
        self.sessions.stage(id, Stage::Return { name });
        self.out.emit(Output::Echo { to: id, on: false });
    }

    /// Refuses a name; a client that gives many such is sent away.
    fn refuse_name(&mut self, id: SessionId, notice: LoginNotice) {
        self.out.send_to_session(id, notice);
        let Some(session) = self.sessions.get_mut(id) else { return };
        session.refused = session.refused.saturating_add(1);
        if session.refused == NAMES {
            self.out.emit(Output::Close { to: id });
        }
    }

    /// Returns true if a name is taken, or offered to a guest.
    fn is_taken(&self, name: &str) -> bool {
        self.players.named(name).is_some() || self.sessions.is_offered(name)
    }

    /// Returns true if a connection comes from the client with which a guest logged in.
    fn is_same_client(&self, id: SessionId, guest: PlayerId) -> bool {
        let token = self.sessions.get(id).and_then(|s| s.token.as_ref());
        token.is_some() && token == self.online(guest).and_then(|p| p.token.as_ref())
    }

    /// A name for a guest who gave none.
    fn guest_name(&mut self) -> String {
        let mut rng = self.rng.clone();
        let name = Handle::guest(&mut rng, |handle| self.is_taken(handle.as_str()));
        self.rng = rng;
        name.to_string()
    }

    fn enter_as_guest(&mut self, id: SessionId, name: String) {
        self.out.emit(Output::Echo { to: id, on: true });
        if let Some(player) = self.players.named(&name).map(|p| (p.id, p.registered)) {
            if let (guest, false) = player
                && self.is_same_client(id, guest)
            {
                return self.enter(id, guest);
            }
            self.sessions.stage(id, Stage::Name);
            return self.refuse_name(id, LoginNotice::AlreadyOn { name });
        }
        let variables = Variables::guest();
        let account = Account { variables, ..Account::new(&name) };
        let player = self.players.add(account, false);
        self.enter(id, player);
    }

    fn password(&mut self, id: SessionId, player: PlayerId, tries: u8, text: &str) {
        self.out.emit(Output::Echo { to: id, on: true });
        if text.is_empty() || !self.has_password(player) {
            return self.sessions.stage(id, Stage::Name);
        }
        self.sessions.stage(id, Stage::Checking { player, tries });
        self.check_password(id, player, text.to_owned());
    }

    /// Returns true if a player has a password, or one that is being hashed.
    fn has_password(&self, player: PlayerId) -> bool {
        self.sessions.is_hashing(player)
            || self.player(player).is_some_and(|p| p.account.password.is_some())
    }

    /// Has a typed password compared; [`Self::checked`] follows. While a new password is being
    /// hashed, what is typed waits for it.
    pub(crate) fn check_password(&mut self, id: SessionId, player: PlayerId, password: String) {
        if self.sessions.is_hashing(player) {
            self.sessions.wait_for_hash(player, id, password);
            return;
        }
        match self.player(player).and_then(|p| p.account.password.clone()) {
            Some(hash) => self.out.emit(Output::Check { session: id, hash, password }),
            None => self.checked(id, false),
        }
    }

    /// Has a new password hashed; [`Self::hashed`] follows.
    pub(crate) fn hash_password(&mut self, player: PlayerId, password: String) {
        self.sessions.begin_hashing(player);
        self.out.emit(Output::Hash { player, password });
    }

    /// A new password was hashed, or could not be: those that were typed meanwhile are compared.
    pub(crate) fn hashed(&mut self, player: PlayerId, hash: Option<String>) {
        if let Some(hash) = hash
            && let Some(known) = self.players.get_mut(player)
        {
            known.account.password = Some(hash);
            self.store_account(player);
        }
        for (session, password) in self.sessions.end_hashing(player) {
            self.check_password(session, player, password);
        }
    }

    /// A password was looked at.
    pub(crate) fn checked(&mut self, id: SessionId, good: bool) {
        let (player, tries) = match self.sessions.get(id).map(|s| &s.stage) {
            Some(Stage::Checking { player, tries }) => (*player, tries + 1),
            Some(Stage::On(player)) => return self.old_password_checked(*player, good),
            _ => return,
        };
        self.out.speaker = Some(id);
        // A guest may have left for good meanwhile.
        if good && self.player(player).is_some() {
            self.enter(id, player);
            return;
        }
        self.out.send_to_session(id, LoginNotice::WrongPassword);
        self.sessions.stage(id, Stage::Name);
        if tries >= TRIES {
            self.out.emit(Output::Close { to: id });
        }
    }

    /// Logs a player in, after all checks.
    fn enter(&mut self, id: SessionId, player_id: PlayerId) {
        let address = self.sessions.get(id).map(|s| s.address.clone()).unwrap_or_default();
        let ivars = self.sessions.get(id).and_then(|s| s.ivars);
        let new = self.online(player_id).is_none();
        // One player, one connection: the later one takes over, with the player's game.
        let before = self.online(player_id).and_then(|p| p.session);
        if let Some(before) = before {
            let name = self.name(player_id);
            self.out.send_to_session(before, LoginNotice::Arrived { name });
            self.sessions.remove(before);
            self.out.emit(Output::Close { to: before });
        }
        self.sessions.stage(id, Stage::On(player_id));
        let token = self.sessions.get(id).and_then(|s| s.token.clone());
        let now = self.out.now;
        if let Some(player) = self.players.get_mut(player_id) {
            let name = player.titled();
            if let Some(online) = &mut player.online {
                self.out.connect(player_id, id);
                online.session = Some(id);
                online.token = token;
                // Framing belongs to each connection.
                let before = online.display.ivars.with(Ivar::Block, false).with(Ivar::Lock, false);
                online.display.ivars = ivars.unwrap_or(before);
            } else {
                let online = OnlineState {
                    session: Some(id),
                    address,
                    token,
                    since: now,
                    active: now,
                    display: DisplayOptions {
                        ivars: ivars.unwrap_or_default(),
                        ..DisplayOptions::default()
                    },
                    variables: player.account.variables.clone(),
                    found: player.account.variables.clone(),
                    more: String::new(),
                    last_told: None,
                    last_channel: None,
                    shouts: Vec::new(),
                    new_password: None,
                    rights: SessionRights::default(),
                    activity: Activity::Free,
                    simul: Vec::new(),
                    observing: Vec::new(),
                    partner: None,
                    last_match: None,
                    following: None,
                    best: None,
                    promotion: partie_core::Role::Queen,
                    available: false,
                    away: None,
                    lagged: false,
                };
                self.players.set_online(player_id, online);
                self.out.connect(player_id, id);
            }
            self.out.send_to_session(id, LoginNotice::Starting { name });
        }
        self.follow_variables(player_id);
        if new {
            self.begin_available(player_id);
        }
        self.players.count();
        self.report_adjourned(player_id);
        let motto = self.config.motto.clone();
        if !motto.is_empty() {
            self.out.send_to_session(id, Notice::Page(motto));
        }
        if new {
            self.note_address(player_id);
            self.note_logon(player_id, true);
            self.announce_messages(player_id);
            self.mention_storage_failure(player_id);
            self.arrived(player_id);
        }
        self.came_back(player_id);
    }

    /// Sends those away who take too long to log in.
    pub(crate) fn slow_logins(&mut self) {
        let most = self.config.login;
        let slow: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, s)| !matches!(s.stage, Stage::On(_)) && s.since + most <= self.out.now)
            .map(|(id, _)| id)
            .collect();
        for id in slow {
            self.out.send_to_session(id, LoginNotice::TooSlow);
            self.sessions.remove(id);
            self.out.emit(Output::Close { to: id });
        }
    }

    /// Sends those away who did nothing for long. Players and examiners may think.
    pub(crate) fn idle_out(&mut self) {
        let idle: Vec<(PlayerId, SessionId)> = self
            .players
            .online()
            .filter_map(|p| Some((p.id, p.online.as_ref()?)))
            .filter(|(_, p)| {
                p.activity == Activity::Free && p.active + self.config.idle <= self.out.now
            })
            .filter_map(|(id, p)| Some((id, p.session?)))
            .collect();
        let minutes = (self.config.idle.0 / 60_000) as u32;
        for (who, session) in idle {
            self.out.send_to_session(session, LoginNotice::Idle { minutes });
            self.sessions.remove(session);
            self.out.emit(Output::Close { to: session });
            self.leave(who);
        }
    }

    /// A connection is gone.
    pub(crate) fn close(&mut self, id: SessionId) {
        let Some(session) = self.sessions.remove(id) else { return };
        if let Stage::On(player) = session.stage {
            self.lost(player);
        }
    }

    /// Logs a player out: their game ends or waits, and their seats become free.
    pub(crate) fn leave(&mut self, player_id: PlayerId) {
        if self.online(player_id).is_some() {
            self.note_logon(player_id, false);
            self.departed(player_id);
        }
        self.drop_offers_of(player_id);
        self.leave_partner(player_id);
        self.remove_seeks_of(&[player_id]);
        self.stop_watching(player_id);
        self.players.set_offline(player_id);
        self.out.disconnect(player_id);
        if self.player(player_id).is_some_and(|player| !player.registered) {
            self.players.remove(player_id);
        }
    }
}
