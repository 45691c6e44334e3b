//! Variables, aliases and passwords.
//!
//! A session begins with the variables of the account. What is changed holds for the
//! session at once. It is kept for good, too, where it is the player's own choice
//! (`formula`, `time`, notes), and otherwise as long as no interface has said its name:
//! interfaces set dozens of variables as they need them and never put them back. What was
//! set within [`BURST`] of logging in, before the interface said its name, is taken for
//! the interface's, too. `keep` keeps everything as it is.

use partie_wire::{
    fields::Seconds,
    notice::{
        Notice,
        session::SessionNotice,
        settings::{IvariablesPage, SettingsNotice, VariablesPage},
    },
    variables::{Found, Scope, Variable, Variables},
};

use crate::{
    Ics, Span,
    formula::{Formulas, Slot},
    players::{NameMatch, Player, PlayerId},
    time::Zone,
};

/// Time in which an interface may say its name after the login.
const BURST: Span = Span::seconds(10);

/// Maximum number of aliases per player.
pub(crate) const MOST_ALIASES: usize = 30;

/// Length of a password.
const PASSWORD: std::ops::RangeInclusive<usize> = 3..=64;

/// Returns true if a text is valid in a variable that is a formula or a part of one; others take
/// any text.
fn is_formula(variable: Variable, text: &str) -> bool {
    let slot = match Variable::PARTS.iter().position(|part| *part == variable) {
        Some(place) => Slot::F(place as u8),
        None if variable == Variable::Formula => Slot::Formula,
        None => return true,
    };
    Formulas::default().set(slot, text).is_ok()
}

impl Player {
    /// The variables: of the session, or those of the next login.
    #[must_use]
    pub fn variables(&self) -> &Variables {
        self.online.as_ref().map_or(&self.account.variables, |p| &p.variables)
    }

    /// The player's time zone.
    #[must_use]
    pub fn zone(&self) -> Zone {
        self.variables().text(Variable::Tzone).and_then(Zone::from_name).unwrap_or_default()
    }
}

impl Ics {
    /// Returns true if a player has switched a variable on.
    pub(crate) fn wants(&self, who: PlayerId, variable: Variable) -> bool {
        self.player(who).is_some_and(|p| p.variables().on(variable))
    }

    /// The variables of a player.
    pub(crate) fn variables(&self, who: PlayerId) -> Option<&Variables> {
        self.player(who).map(Player::variables)
    }

    /// A player's time zone.
    pub(crate) fn zone(&self, who: PlayerId) -> Zone {
        self.player(who).map(Player::zone).unwrap_or_default()
    }

    /// Updates a player's display options from their variables.
    pub(crate) fn follow_variables(&mut self, who: PlayerId) {
        let zone = self.zone(who);
        if let Some(online) = self.online_mut(who) {
            online.display.follow(&online.variables);
            online.display.zone = i32::from(zone.minutes());
        }
        self.players.update_audience(who);
    }

    /// `set`, by a name or its beginning.
    pub(crate) fn set(&mut self, who: PlayerId, name: &str, value: Option<&str>) {
        let notice: Notice = match Variable::find(name) {
            Found::One(variable) => return self.set_variable(who, variable, value),
            Found::Many(names) => {
                let names = names.join(" ");
                SettingsNotice::AmbiguousVariable { name: name.to_owned(), names }.into()
            }
            Found::None => SessionNotice::NoSuchVariable { name: name.to_owned() }.into(),
        };
        self.out.send(who, notice);
    }

    /// Sets a variable, reports it, and keeps it where it is the player's own choice.
    pub(crate) fn set_variable(&mut self, who: PlayerId, variable: Variable, value: Option<&str>) {
        let value = match variable {
            Variable::Tzone => match Zone::from_name(value.unwrap_or_default()) {
                Some(Zone::SERVER) => None,
                Some(zone) => Some(zone.name()),
                None => return self.bad_value(who, variable),
            },
            Variable::Lang if value.is_some_and(|v| v.eq_ignore_ascii_case("english")) => None,
            _ => value,
        };
        if value.is_some_and(|text| !is_formula(variable, text)) {
            return self.bad_value(who, variable);
        }
        let now = self.out.now;
        let Some(player) = self.players.get_mut(who) else { return };
        let Some(online) = player.online.as_mut() else { return };
        let had_interface = online.variables.text(Variable::Interface).is_some();
        let saw_ads = online.variables.on(Variable::Seek);
        if online.variables.set(variable, value).is_err() {
            return self.bad_value(who, variable);
        }
        let said = online.variables.said(variable);
        let before = player.account.variables.clone();
        let kept = &mut player.account.variables;
        match variable.scope() {
            Scope::Player => kept.copy(variable, &online.variables),
            Scope::Either if !had_interface => kept.copy(variable, &online.variables),
            // Settings before the name were the interface's as well.
            Scope::Session if variable == Variable::Interface && !had_interface => {
                if now - online.since <= BURST {
                    for one in Variable::ALL.iter().filter(|v| v.scope() == Scope::Either) {
                        kept.copy(*one, &online.found);
                    }
                }
            }
            Scope::Either | Scope::Session => {}
        }
        let changed = *kept != before;
        if changed {
            self.store_account(who);
        }
        self.follow_variables(who);
        self.out.send(who, SettingsNotice::Set { said });
        if variable == Variable::Open {
            self.players.note_moved(who);
        }
        // Programs add every ad once more that they are sent twice.
        if variable == Variable::Seek && !saw_ads {
            self.list_seeks(who);
        }
    }

    fn bad_value(&mut self, who: PlayerId, variable: Variable) {
        self.out.send(who, SessionNotice::BadValue { name: variable.name().into() });
    }

    /// `keep`: what holds for the session holds for good.
    pub(crate) fn keep_variables(&mut self, who: PlayerId) {
        let Some(player) = self.players.get_mut(who) else { return };
        if !player.registered {
            return self.out.send(who, SettingsNotice::NotKept);
        }
        if let Some(online) = &player.online {
            for one in Variable::ALL.iter().filter(|v| v.scope() != Scope::Session) {
                player.account.variables.copy(*one, &online.variables);
            }
        }
        self.store_account(who);
        self.out.send(who, SettingsNotice::Kept);
    }

    /// `variables`.
    pub(crate) fn show_variables(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(id) = self.find_known(who, player) else { return };
        let Some(player) = self.player(id) else { return };
        let page = VariablesPage {
            name: player.name().to_owned(),
            values: player.variables().clone(),
            partner: self.partner_of(id).map(|p| self.name(p)),
            following: self
                .online(id)
                .and_then(|p| self.player(p.following?.whom))
                .map(|followed| followed.name().to_owned()),
        };
        self.out.send(who, page);
    }

    /// `ivariables`.
    pub(crate) fn show_ivariables(&mut self, who: PlayerId, player: Option<&str>) {
        let id = match player {
            None => who,
            Some(name) => match self.find_online(who, name) {
                Some(id) => id,
                None => return,
            },
        };
        let Some(online) = self.online(id) else { return };
        let ivars = &online.display.ivars;
        let values = partie_wire::ivars::Ivar::ALL
            .iter()
            .map(|ivar| (ivar.name().to_owned(), ivars.has(*ivar)))
            .collect();
        self.out.send(who, IvariablesPage { name: self.name(id), values });
    }

    /// The player whom a name or its beginning means, on or not; no name: the asker.
    pub(crate) fn find_known(&mut self, asker: PlayerId, name: Option<&str>) -> Option<PlayerId> {
        let Some(name) = name else { return Some(asker) };
        let online = self.players.match_online(name);
        let known = self.players.match_name(name, |_| true);
        // A whole name is that player; a beginning means those who are on first.
        let meant = match (&known, &online) {
            (NameMatch::One(id), _) if self.name(*id).eq_ignore_ascii_case(name) => known,
            (_, NameMatch::Nobody) => known,
            _ => online,
        };
        let notice = match meant {
            NameMatch::One(id) => return Some(id),
            NameMatch::Many(names) => crate::server::ambiguous(name, &names),
            NameMatch::Nobody if !crate::server::is_begun_handle(name) => {
                SessionNotice::NotAHandle { name: name.to_owned() }
            }
            NameMatch::Nobody => SessionNotice::NoSuchPlayer { name: name.to_owned() },
        };
        self.out.refused = true;
        self.out.send(asker, notice);
        None
    }

    /// `alias`.
    pub(crate) fn alias(&mut self, who: PlayerId, name: Option<String>, text: Option<String>) {
        let Some(player) = self.player(who) else { return };
        let aliases = &player.account.aliases;
        let Some(name) = name.map(|n| n.to_ascii_lowercase()) else {
            let all: Vec<SettingsNotice> = aliases
                .iter()
                .map(|(name, text)| SettingsNotice::Alias {
                    name: name.clone(),
                    text: text.clone(),
                })
                .collect();
            if all.is_empty() {
                self.out.send(who, SettingsNotice::NoAliases);
            }
            for alias in all {
                self.out.send(who, alias);
            }
            return;
        };
        let notice = match text {
            None => match aliases.get(&name) {
                Some(text) => SettingsNotice::Alias { name, text: text.clone() },
                None => SettingsNotice::NoAlias { name },
            },
            Some(_) if aliases.len() >= MOST_ALIASES && !aliases.contains_key(&name) => {
                SettingsNotice::TooManyAliases { most: MOST_ALIASES as u32 }
            }
            Some(text) => {
                if let Some(player) = self.players.get_mut(who) {
                    player.account.aliases.insert(name.clone(), text);
                }
                self.store_account(who);
                SettingsNotice::AliasSet { name }
            }
        };
        self.out.send(who, notice);
    }

    /// `unalias`.
    pub(crate) fn unalias(&mut self, who: PlayerId, name: &str) {
        let name = name.to_ascii_lowercase();
        let Some(player) = self.players.get_mut(who) else { return };
        if player.account.aliases.remove(&name).is_none() {
            return self.out.send(who, SettingsNotice::NoAlias { name });
        }
        self.store_account(who);
        self.out.send(who, SettingsNotice::AliasUnset { name });
    }

    /// `password`: a player's old one is compared elsewhere. A guest, who has none, chooses one
    /// for as long as they are online, by which they are known after a lost connection.
    pub(crate) fn change_password(&mut self, who: PlayerId, old: Option<String>, new: String) {
        let Some(player) = self.players.get_mut(who) else { return };
        if player.registered != old.is_some() {
            let usage = if player.registered { "password old new" } else { "password new" };
            return self.out.send(who, SessionNotice::BadParameters { usage: usage.to_owned() });
        }
        if !PASSWORD.contains(&new.len()) {
            let (least, most) = (*PASSWORD.start() as u32, *PASSWORD.end() as u32);
            return self.out.send(who, SettingsNotice::PasswordLength { least, most });
        }
        let Some(old) = old else {
            let name = self.name(who).into();
            let seconds = Seconds((self.config.grace.0 / 1000) as usize);
            self.hash_password(who, new);
            return self.out.send(who, SettingsNotice::GuestPassword { name, seconds });
        };
        let Some(online) = player.online.as_mut() else { return };
        online.new_password = Some(new);
        if let Some(session) = online.session {
            self.check_password(session, who, old);
        }
    }

    /// The old password was looked at.
    pub(crate) fn old_password_checked(&mut self, who: PlayerId, good: bool) {
        let Some(new) = self.online_mut(who).and_then(|p| p.new_password.take()) else { return };
        if good {
            self.hash_password(who, new);
            self.out.send(who, SettingsNotice::PasswordChanged);
        } else {
            self.out.send(who, SettingsNotice::PasswordWrong);
        }
    }
}
