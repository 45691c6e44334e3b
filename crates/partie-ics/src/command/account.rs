//! Accounts: who makes them, and what is done to them.

use partie_wire::{
    command::{Level, admin::AccountChange},
    fields::Titled,
    notice::{admin::AdminNotice, session::SessionNotice, settings::SettingsNotice},
    variables::{Found, Variable, Variables},
};

use crate::{
    Change, Ics, Output,
    admin_state::AdminNotes,
    category::Category,
    handle::Handle,
    lists::{List, Names},
    players::{Account, Activity, PlayerId},
    rating::{LARGEST_RD, Record},
    title::Title,
};

/// Length of a password chosen by an administrator.
const PASSWORD: std::ops::RangeInclusive<usize> = 3..=64;

/// Returns true if a text can be an e-mail address.
fn is_email(text: &str) -> bool {
    let Some((user, host)) = text.rsplit_once('@') else { return false };
    !user.is_empty()
        && host.split('.').all(|part| !part.is_empty())
        && text.chars().all(|c| c.is_ascii_graphic() && !"<>\"(),;".contains(c))
}

impl Ics {
    /// `addplayer`.
    pub(super) fn add_player(
        &mut self,
        who: PlayerId,
        handle: &str,
        email: String,
        real_name: String,
    ) {
        if let Some((handle, password)) = self.new_account(who, handle, &email, &real_name) {
            let handle = handle.into();
            self.out.send(who, AdminNotice::Added { handle, real_name, email, password });
        }
    }

    /// `register`: creates an account for a guest.
    pub(super) fn register(&mut self, who: PlayerId, handle: &str, email: &str, real_name: &str) {
        let Some(player) = self.player(who) else { return };
        let own_name = player.name().eq_ignore_ascii_case(handle);
        let once = player.online.as_ref().is_some_and(|p| p.rights.has_registered);
        let refusal = if player.registered {
            Some(AdminNotice::AlreadyRegistered)
        } else if !self.config.register {
            Some(AdminNotice::NoRegister)
        } else if once {
            Some(AdminNotice::RegisteredOnce)
        } else if own_name && matches!(self.activity(who), Activity::Playing(_)) {
            Some(AdminNotice::RegisterLater)
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return self.out.refuse(who, refusal);
        }
        if own_name {
            // The guest becomes a player where they are.
            if !is_email(email) {
                return self.out.refuse(who, AdminNotice::BadEmail { email: email.to_owned() });
            }
            let Some(password) = self.admin_state.secret() else {
                return self.out.refuse(who, AdminNotice::NoSecret);
            };
            let Some(player) = self.players.get_mut(who) else { return };
            player.registered = true;
            player.account.variables = Variables::default();
            player.account.admin_notes = AdminNotes {
                email: email.to_owned(),
                real_name: real_name.to_owned(),
                address: player.account.admin_notes.address.clone(),
                ..AdminNotes::default()
            };
            self.store_account(who);
            self.hash_password(who, password.clone());
            self.out.send(who, AdminNotice::YouAreRegistered { password });
        } else if let Some((handle, password)) = self.new_account(who, handle, email, real_name) {
            self.out.send(who, AdminNotice::YourAccount { handle: handle.into(), password });
        } else {
            return;
        }
        if let Some(online) = self.online_mut(who) {
            online.rights.has_registered = true;
        }
    }

    /// Creates an account with an unguessable password; else reports why not.
    fn new_account(
        &mut self,
        who: PlayerId,
        handle: &str,
        email: &str,
        real_name: &str,
    ) -> Option<(String, String)> {
        if handle.parse::<Handle>().is_err() || Handle::asks_for_guest(handle) {
            self.out.refuse(who, AdminNotice::BadHandle { name: handle.to_owned() });
            return None;
        }
        if let Some(player) = self.players.named(handle) {
            let name = player.name().into();
            self.out.refuse(who, AdminNotice::Taken { name });
            return None;
        }
        if !is_email(email) {
            self.out.refuse(who, AdminNotice::BadEmail { email: email.to_owned() });
            return None;
        }
        let Some(password) = self.admin_state.secret() else {
            self.out.refuse(who, AdminNotice::NoSecret);
            return None;
        };
        let mut account = Account::new(handle);
        email.clone_into(&mut account.admin_notes.email);
        real_name.clone_into(&mut account.admin_notes.real_name);
        let id = self.players.add(account, true);
        // It was promised: it is kept even if the server ends before the password is hashed.
        self.store_account(id);
        self.hash_password(id, password.clone());
        Some((handle.to_owned(), password))
    }

    /// The registered player of a whole handle whom the asker may rule.
    pub(super) fn ruled(&mut self, who: PlayerId, handle: &str) -> Option<PlayerId> {
        match self.players.named(handle).map(|p| (p.id, p.registered)) {
            Some((id, true)) => self.may_rule(who, id).then_some(id),
            Some((id, false)) => {
                let name = self.name(id).into();
                self.out.refuse(who, AdminNotice::NotRegistered { name });
                None
            }
            None => {
                self.out.refuse(who, AdminNotice::NoSuchHandle { name: handle.to_owned() });
                None
            }
        }
    }

    /// Something is done to an account.
    pub(super) fn change_account(&mut self, who: PlayerId, handle: &str, change: AccountChange) {
        if let AccountChange::Raise = change {
            return self.raise(who, handle);
        }
        let Some(id) = self.ruled(who, handle) else { return };
        match change {
            AccountChange::Password(password) => self.set_password(who, id, password),
            AccountChange::Email(email) => {
                if !is_email(&email) {
                    return self.out.refuse(who, AdminNotice::BadEmail { email });
                }
                let name = self.name(id).into();
                self.edit_admin_notes(who, id, "email address", |notes| {
                    notes.email.clone_from(&email);
                });
                self.out.send(who, AdminNotice::EmailSet { name, email });
            }
            AccountChange::RealName(real_name) => {
                let name = self.name(id).into();
                self.edit_admin_notes(who, id, "real name", |notes| {
                    notes.real_name.clone_from(&real_name);
                });
                self.out.send(who, AdminNotice::RealNameSet { name, real_name });
            }
            AccountChange::Handle(handle) => self.set_handle(who, id, &handle),
            AccountChange::Level(level) => self.set_level(who, id, Level(level)),
            AccountChange::Variable { name, value } => {
                self.set_others_variable(who, id, &name, value.as_deref());
            }
            AccountChange::Rating { category, rating, deviation, games } => {
                self.set_rating(who, id, &category, rating, deviation, games);
            }
            AccountChange::Titles(titles) => self.set_titles(who, id, &titles),
            AccountChange::Remove => self.mark_removed(who, id),
            AccountChange::Raise => {}
        }
    }

    fn set_password(&mut self, who: PlayerId, id: PlayerId, password: String) {
        if !PASSWORD.contains(&password.len()) {
            let (least, most) = (*PASSWORD.start() as u32, *PASSWORD.end() as u32);
            return self.out.refuse(who, SettingsNotice::PasswordLength { least, most });
        }
        let name = self.name(id).into();
        self.hash_password(id, password.clone());
        if id != who {
            let by = self.name(who).into();
            self.out.send(id, AdminNotice::YourPasswordSet { by });
        }
        self.out.send(who, AdminNotice::PasswordSet { name, password });
    }

    /// Edits the notes about a player and reports the change.
    fn edit_admin_notes(
        &mut self,
        who: PlayerId,
        id: PlayerId,
        what: &str,
        write: impl Fn(&mut AdminNotes),
    ) {
        if let Some(player) = self.players.get_mut(id) {
            write(&mut player.account.admin_notes);
        }
        self.store_account(id);
        if id != who {
            let by = self.name(who).into();
            self.out.send(id, AdminNotice::YourDataSet { by, what: what.to_owned() });
        }
    }

    /// Another handle: in all players' lists and in adjourned games as well.
    fn set_handle(&mut self, who: PlayerId, id: PlayerId, handle: &str) {
        let before = self.name(id);
        if handle.parse::<Handle>().is_err() || Handle::asks_for_guest(handle) {
            return self.out.refuse(who, AdminNotice::BadHandle { name: handle.to_owned() });
        }
        if let Some(other) = self.players.named(handle).filter(|p| p.id != id) {
            let name = other.name().into();
            return self.out.refuse(who, AdminNotice::Taken { name });
        }
        if self.online(id).is_some() {
            let name = before.into();
            return self.out.refuse(who, AdminNotice::MustBeOff { name });
        }
        let (old, new) = (before.to_ascii_lowercase(), handle.to_ascii_lowercase());
        self.players.rename(id, handle);
        self.store_account(id);
        if old != new {
            self.out.emit(Output::Store(Change::Removed { key: old.clone() }));
        }
        let mut changed = Vec::new();
        for player in self.players.registered_mut() {
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
            self.store_account(id);
        }
        let mut adjourned = Vec::new();
        for game in self.adjourned.iter_mut() {
            for color in partie_core::Color::ALL {
                if *game.keys.get(color) == old {
                    new.clone_into(game.keys.get_mut(color));
                    handle.clone_into(&mut game.sides.get_mut(color).name);
                    adjourned.push(game.clone());
                }
            }
        }
        for game in adjourned {
            self.out.emit(Output::Store(Change::Adjourned(Box::new(game))));
        }
        self.out.send(who, AdminNotice::HandleSet { before: before.into(), after: handle.into() });
    }

    /// Another level: with it comes the list `admin`, or it goes.
    fn set_level(&mut self, who: PlayerId, id: PlayerId, level: Level) {
        if level > Level::OWNER {
            return self.out.refuse(who, AdminNotice::NoSuchLevel);
        }
        let number = u32::from(level.0);
        if level >= self.level(who) {
            return self.out.refuse(who, AdminNotice::NotYourLevel { level: number });
        }
        let Some(player) = self.players.get_mut(id) else { return };
        player.account.admin_notes.level = level.0;
        if level >= Level::ADMIN {
            player.account.listed.insert(List::Admin);
        } else {
            player.account.listed.remove(&List::Admin);
        }
        self.store_account(id);
        let name = self.name(id).into();
        if id != who {
            let by = self.name(who).into();
            self.out.send(id, AdminNotice::YourLevelSet { by, level: number });
        }
        self.out.send(who, AdminNotice::LevelSet { name, level: number });
    }

    /// Sets a variable of another player: permanently, and for their session if online.
    fn set_others_variable(
        &mut self,
        who: PlayerId,
        id: PlayerId,
        name: &str,
        value: Option<&str>,
    ) {
        let variable = match Variable::find(name) {
            Found::One(variable) => variable,
            Found::Many(names) => {
                let (name, names) = (name.to_owned(), names.join(" "));
                return self.out.refuse(who, SettingsNotice::AmbiguousVariable { name, names });
            }
            Found::None => {
                return self
                    .out
                    .refuse(who, SessionNotice::NoSuchVariable { name: name.to_owned() });
            }
        };
        let zone = value.map(crate::time::Zone::from_name);
        let bad_zone = variable == Variable::Tzone && zone == Some(None);
        let Some(player) = self.players.get_mut(id) else { return };
        let mut variables = player.account.variables.clone();
        if bad_zone || variables.set(variable, value).is_err() {
            let name = variable.name().into();
            return self.out.refuse(who, SessionNotice::BadValue { name });
        }
        if let Some(online) = &mut player.online {
            online.variables.copy(variable, &variables);
        }
        player.account.variables = variables;
        self.follow_variables(id);
        self.store_account(id);
        let (name, variable) = (self.name(id).into(), variable.name().into());
        self.out.send(
            who,
            match value {
                Some(value) => AdminNotice::VariableSet { name, variable, value: value.to_owned() },
                None => AdminNotice::VariableUnset { name, variable },
            },
        );
    }

    fn set_rating(
        &mut self,
        who: PlayerId,
        id: PlayerId,
        category: &str,
        rating: u16,
        deviation: Option<u16>,
        games: Option<[u32; 3]>,
    ) {
        let now = self.out.now;
        let name = self.name(id).into();
        let found = Category::from_name(category).filter(|c| c.place().is_some());
        let record = found.and_then(|category| {
            Some((category, self.players.get_mut(id)?.account.records.of_mut(category)?))
        });
        let Some((category, record)) = record else {
            return self
                .out
                .refuse(who, AdminNotice::NoSuchCategory { category: category.to_owned() });
        };
        let title = category.title().into();
        let best = record.best;
        let counts = games.unwrap_or([record.wins, record.losses, record.draws]);
        let notice = if rating == 0 {
            *record = Record::default();
            AdminNotice::RatingUnset { category: title, name }
        } else {
            let rd = deviation.map_or(LARGEST_RD, f64::from);
            *record = Record::set(i32::from(rating), rd, now);
            [record.wins, record.losses, record.draws] = counts;
            record.best = best;
            AdminNotice::RatingSet {
                category: title,
                name,
                rating: u32::from(rating),
                deviation: record.rd.round() as u32,
            }
        };
        self.store_account(id);
        self.out.send(who, notice);
    }

    /// Titles by their letters, in place of those before.
    fn set_titles(&mut self, who: PlayerId, id: PlayerId, letters: &[String]) {
        let mut lists = Vec::new();
        for word in letters {
            let title = Title::from_letters(word.trim_matches(['(', ')']));
            let list = List::ALL
                .iter()
                .find(|list| title.is_some() && list.title() == title && **list != List::Admin);
            match list {
                Some(list) => lists.push(*list),
                None => {
                    return self.out.refuse(who, AdminNotice::NoSuchTitle { title: word.clone() });
                }
            }
        }
        let Some(player) = self.players.get_mut(id) else { return };
        let listed = &mut player.account.listed;
        listed.retain(|list| list.title().is_none() || *list == List::Admin);
        listed.extend(lists);
        let name: Titled = player.titled();
        self.store_account(id);
        self.out.send(who, AdminNotice::TitlesSet { name });
    }

    /// `remplayer`.
    fn mark_removed(&mut self, who: PlayerId, id: PlayerId) {
        let name: partie_wire::fields::Name = self.name(id).into();
        if id == who {
            return self.out.refuse(who, AdminNotice::NotYourself);
        }
        if self.online(id).is_some() {
            return self.out.refuse(who, AdminNotice::MustBeOff { name });
        }
        let now = self.out.now;
        if let Some(player) = self.players.get_mut(id) {
            player.account.admin_notes.removed = Some(now);
        }
        self.store_account(id);
        self.out
            .emit(Output::Store(Change::Removed { key: name.to_string().to_ascii_lowercase() }));
        self.players.mark_removed(id);
        self.out.send(who, AdminNotice::Removed { name });
    }

    /// `raisedead`.
    fn raise(&mut self, who: PlayerId, handle: &str) {
        if self.players.removed_named(handle).is_none() {
            return self.out.refuse(who, AdminNotice::NotDead { name: handle.to_owned() });
        }
        if let Some(other) = self.players.named(handle) {
            let name = other.name().into();
            return self.out.refuse(who, AdminNotice::Taken { name });
        }
        let Some(id) = self.players.restore(handle) else { return };
        if let Some(player) = self.players.get_mut(id) {
            player.account.admin_notes.removed = None;
        }
        self.store_account(id);
        self.out.emit(Output::Store(Change::Restored { key: handle.to_ascii_lowercase() }));
        let name = self.name(id).into();
        self.out.send(who, AdminNotice::Raised { name });
    }
}
