//! From the first byte to `**** Starting FICS session as ... ****`.

use partie_wire::{
    ivars::{Ivar, Ivars},
    notice::{Notice, login::LoginNotice},
    variables::Variables,
    view::View,
};

use crate::{
    Ics, Output, SessionId,
    handle::{BadHandle, Handle},
    office::Badge,
    people::{Account, Person, PersonId, Place, Presence},
    session::{Session, Stage},
};

/// How often a wrong password may be given.
const TRIES: u8 = 3;

/// How many names may be refused: some clients type the same one again and again.
const NAMES: u8 = 20;

impl Ics {
    /// Takes in a registered player, as he was stored; an account of the same name is
    /// replaced unless its player is on.
    pub fn know(&mut self, account: Account) -> PersonId {
        if account.file.removed.is_some() {
            return self.people.add_buried(account);
        }
        if let Some(known) = self.people.named(&account.handle).map(|p| p.id) {
            if let Some(person) = self.people.get_mut(known)
                && person.presence.is_none()
            {
                person.account = account;
            }
            return known;
        }
        self.people.add(account, true)
    }

    /// A connection was opened: the banner and the first question.
    pub(crate) fn open(&mut self, id: SessionId, address: String, token: Option<String>) {
        let session = Session {
            address,
            token,
            refused: 0,
            stage: Stage::Name,
            since: self.now,
            ivars: None,
            seal: None,
            asked: None,
            trips: Vec::new(),
            lagged: false,
        };
        self.sessions.insert(id, session);
        let banner = self.config.banner.clone();
        self.say(id, Notice::Page(banner));
        let question =
            if self.config.guests { LoginNotice::WelcomeGuests } else { LoginNotice::Welcome };
        self.say(id, question);
    }

    /// One line of somebody who is not logged in yet.
    pub(crate) fn dialogue(&mut self, id: SessionId, stage: Stage, text: &str) {
        match stage {
            Stage::Name => self.named(id, text.trim()),
            Stage::Return { name } => self.enter_as_guest(id, name),
            Stage::Password { person, tries } => self.password(id, person, tries, text),
            // Whoever types on while his password is looked at has to wait.
            Stage::Checking { .. } | Stage::On(_) => {}
        }
    }

    fn stage(&mut self, id: SessionId, stage: Stage) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        if let Stage::Return { name } = std::mem::replace(&mut session.stage, stage) {
            self.withdraw_name(id, &name);
        }
    }

    /// A name is no longer reserved for a connection.
    fn withdraw_name(&mut self, id: SessionId, name: &str) {
        let key = name.to_ascii_lowercase();
        if self.offered_names.get(&key) == Some(&id) {
            self.offered_names.remove(&key);
        }
    }

    /// Forgets a connection.
    fn forget(&mut self, id: SessionId) -> Option<Session> {
        let session = self.sessions.remove(&id)?;
        if let Stage::Return { name } = &session.stage {
            self.withdraw_name(id, name);
        }
        Some(session)
    }

    /// A name was given.
    fn named(&mut self, id: SessionId, name: &str) {
        if name.starts_with('%') {
            if let Ok(ivars) = Ivars::parse(name) {
                if let Some(session) = self.sessions.get_mut(&id) {
                    session.ivars = Some(ivars);
                }
                self.say(id, LoginNotice::IvarsSet);
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
        if let Some(person) = self.people.named(name)
            && !anonymous
        {
            let (person, name, registered) =
                (person.id, person.name().to_owned(), person.registered);
            if self.shut_out(id, person) {
                return;
            }
            if registered || self.has_password(person) {
                let question = if registered {
                    LoginNotice::Registered { name }
                } else {
                    LoginNotice::GuestWithPassword { name }
                };
                self.say(id, question);
                self.stage(id, Stage::Password { person, tries: 0 });
                self.put(Output::Echo { to: id, on: false });
                return;
            }
            if self.is_same_client(id, person) {
                self.say(id, LoginNotice::NotRegistered { name: name.clone() });
                return self.ask_for_return(id, name);
            }
        }
        if !anonymous && self.is_taken(name) {
            if !Handle::is_of_guest(name) {
                let name = self.people.named(name).map_or(name, Person::name).to_owned();
                return self.refuse_name(id, LoginNotice::AlreadyOn { name });
            }
            // A name that the server made up: the client gets another one of these.
            anonymous = true;
        }
        if !self.config.guests || self.is_filtered(id) {
            self.say(id, LoginNotice::NoGuests);
            return;
        }
        if self.is_full() {
            self.say(id, LoginNotice::Full);
            return;
        }
        let name = if anonymous {
            let name = self.guest_name();
            self.say(id, LoginNotice::GuestName { name: name.clone() });
            name
        } else {
            self.say(id, LoginNotice::NotRegistered { name: name.to_owned() });
            name.to_owned()
        };
        self.ask_for_return(id, name);
    }

    /// Reserves a guest's name, and asks for the return key.
    fn ask_for_return(&mut self, id: SessionId, name: String) {
        self.offered_names.insert(name.to_ascii_lowercase(), id);
        self.say(id, LoginNotice::PressReturn { name: name.clone() });
        self.stage(id, Stage::Return { name });
        self.put(Output::Echo { to: id, on: false });
    }

    /// Refuses a name; a client that gives many such is sent away.
    fn refuse_name(&mut self, id: SessionId, notice: LoginNotice) {
        self.say(id, notice);
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.refused = session.refused.saturating_add(1);
        if session.refused == NAMES {
            self.put(Output::Close { to: id });
        }
    }

    /// Whether a player or guest has a name, or was offered it.
    fn is_taken(&self, name: &str) -> bool {
        self.people.named(name).is_some()
            || self.offered_names.contains_key(&name.to_ascii_lowercase())
    }

    /// Whether a connection comes from the client with which a guest logged in.
    fn is_same_client(&self, id: SessionId, guest: PersonId) -> bool {
        let token = self.sessions.get(&id).and_then(|s| s.token.as_ref());
        token.is_some() && token == self.presence(guest).and_then(|p| p.token.as_ref())
    }

    /// A name for a guest who gave none.
    fn guest_name(&mut self) -> String {
        let mut chance = self.chance.clone();
        let name = Handle::guest(&mut chance, |handle| self.is_taken(handle.as_str()));
        self.chance = chance;
        name.to_string()
    }

    fn enter_as_guest(&mut self, id: SessionId, name: String) {
        self.put(Output::Echo { to: id, on: true });
        if let Some(person) = self.people.named(&name).map(|p| (p.id, p.registered)) {
            if let (guest, false) = person
                && self.is_same_client(id, guest)
            {
                return self.enter(id, guest);
            }
            self.stage(id, Stage::Name);
            return self.refuse_name(id, LoginNotice::AlreadyOn { name });
        }
        let variables = Variables::guest();
        let account = Account { variables, ..Account::new(&name) };
        let person = self.people.add(account, false);
        self.enter(id, person);
    }

    fn password(&mut self, id: SessionId, person: PersonId, tries: u8, text: &str) {
        self.put(Output::Echo { to: id, on: true });
        if text.is_empty() || !self.has_password(person) {
            return self.stage(id, Stage::Name);
        }
        self.stage(id, Stage::Checking { person, tries });
        self.check_password(id, person, text.to_owned());
    }

    /// Whether a player has a password, or one that is being hashed.
    fn has_password(&self, person: PersonId) -> bool {
        self.hashing.contains_key(&person)
            || self.person(person).is_some_and(|p| p.account.password.is_some())
    }

    /// Has a typed password compared; [`Self::checked`] follows. While a new password is being
    /// hashed, what is typed waits for it.
    pub(crate) fn check_password(&mut self, id: SessionId, person: PersonId, password: String) {
        if let Some(waiting) = self.hashing.get_mut(&person) {
            waiting.retain(|(session, _)| *session != id);
            waiting.push((id, password));
            return;
        }
        match self.person(person).and_then(|p| p.account.password.clone()) {
            Some(hash) => self.put(Output::Check { session: id, hash, password }),
            None => self.checked(id, false),
        }
    }

    /// Has a new password hashed; [`Self::hashed`] follows.
    pub(crate) fn hash_password(&mut self, person: PersonId, password: String) {
        self.hashing.entry(person).or_default();
        self.put(Output::Hash { person, password });
    }

    /// A new password was hashed, or could not be: those that were typed meanwhile are compared.
    pub(crate) fn hashed(&mut self, person: PersonId, hash: Option<String>) {
        if let Some(hash) = hash
            && let Some(known) = self.people.get_mut(person)
        {
            known.account.password = Some(hash);
            self.remember(person);
        }
        for (session, password) in self.hashing.remove(&person).unwrap_or_default() {
            self.check_password(session, person, password);
        }
    }

    /// A password was looked at.
    pub(crate) fn checked(&mut self, id: SessionId, good: bool) {
        let (person, tries) = match self.sessions.get(&id).map(|s| &s.stage) {
            Some(Stage::Checking { person, tries }) => (*person, tries + 1),
            Some(Stage::On(person)) => return self.old_password_checked(*person, good),
            _ => return,
        };
        self.speaker = Some(id);
        // A guest may have left for good meanwhile.
        if good && self.person(person).is_some() {
            self.enter(id, person);
            return;
        }
        self.say(id, LoginNotice::WrongPassword);
        self.stage(id, Stage::Name);
        if tries >= TRIES {
            self.put(Output::Close { to: id });
        }
    }

    /// Somebody is who he says he is.
    fn enter(&mut self, id: SessionId, person: PersonId) {
        let address = self.sessions.get(&id).map(|s| s.address.clone()).unwrap_or_default();
        let ivars = self.sessions.get(&id).and_then(|s| s.ivars);
        let new = self.presence(person).is_none();
        // One player, one connection: whoever comes later takes over, with his game.
        let before = self.presence(person).and_then(|p| p.session);
        if let Some(before) = before {
            let name = self.name(person);
            self.say(before, LoginNotice::Arrived { name });
            self.sessions.remove(&before);
            self.put(Output::Close { to: before });
        }
        self.stage(id, Stage::On(person));
        let token = self.sessions.get(&id).and_then(|s| s.token.clone());
        let now = self.now;
        if let Some(player) = self.people.get_mut(person) {
            let name = player.titled();
            if let Some(presence) = &mut player.presence {
                presence.session = Some(id);
                presence.token = token;
                // How lines are framed is the affair of each connection.
                let before = presence.view.ivars.with(Ivar::Block, false).with(Ivar::Lock, false);
                presence.view.ivars = ivars.unwrap_or(before);
            } else {
                let presence = Presence {
                    session: Some(id),
                    address,
                    token,
                    since: now,
                    active: now,
                    view: View { ivars: ivars.unwrap_or_default(), ..View::default() },
                    variables: player.account.variables.clone(),
                    found: player.account.variables.clone(),
                    more: String::new(),
                    last_told: None,
                    last_channel: None,
                    shouts: Vec::new(),
                    new_password: None,
                    badge: Badge::default(),
                    place: Place::Free,
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
                self.people.come(person, presence);
            }
            self.say(id, LoginNotice::Starting { name });
        }
        self.follow_variables(person);
        if new {
            self.begin_available(person);
        }
        self.most_players = self.most_players.max(self.people.count_online() as u32);
        self.tell_waiting(person);
        let motto = self.config.motto.clone();
        if !motto.is_empty() {
            self.say(id, Notice::Page(motto));
        }
        if new {
            self.note_address(person);
            self.note_logon(person, true);
            self.announce_messages(person);
            self.mention_storage_failure(person);
            self.arrived(person);
        }
        self.came_back(person);
    }

    /// Sends those away who take too long to log in.
    pub(crate) fn slow_logins(&mut self) {
        let most = self.config.login;
        let slow: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, s)| !matches!(s.stage, Stage::On(_)) && s.since + most <= self.now)
            .map(|(id, _)| *id)
            .collect();
        for id in slow {
            self.say(id, LoginNotice::TooSlow);
            self.forget(id);
            self.put(Output::Close { to: id });
        }
    }

    /// Sends those away who did nothing for long. Players and examiners may think.
    pub(crate) fn idle_out(&mut self) {
        let idle: Vec<(PersonId, SessionId)> = self
            .people
            .online()
            .filter_map(|p| Some((p.id, p.presence.as_ref()?)))
            .filter(|(_, p)| p.place == Place::Free && p.active + self.config.idle <= self.now)
            .filter_map(|(id, p)| Some((id, p.session?)))
            .collect();
        let minutes = (self.config.idle.0 / 60_000) as u32;
        for (who, session) in idle {
            self.say(session, LoginNotice::Idle { minutes });
            self.sessions.remove(&session);
            self.put(Output::Close { to: session });
            self.leave(who);
        }
    }

    /// A connection is gone.
    pub(crate) fn close(&mut self, id: SessionId) {
        let Some(session) = self.forget(id) else { return };
        if let Stage::On(person) = session.stage {
            self.lost(person);
        }
    }

    /// A player goes: his game ends or waits, his places are free.
    pub(crate) fn leave(&mut self, person: PersonId) {
        if self.presence(person).is_some() {
            self.note_logon(person, false);
            self.departed(person);
        }
        self.drop_offers_of(person);
        self.leave_partner(person);
        self.remove_seeks_of(&[person]);
        self.stop_watching(person);
        self.people.go(person);
        if self.person(person).is_some_and(|player| !player.registered) {
            self.people.remove(person);
        }
    }
}
