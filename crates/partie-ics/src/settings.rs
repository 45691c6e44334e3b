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
    people::{Meant, Person, PersonId},
    tick::Zone,
};

/// How long an interface may take from logging in to saying its name.
const BURST: Span = Span::seconds(10);

/// How many aliases a player may have.
pub(crate) const MOST_ALIASES: usize = 30;

/// How long a password may be.
const PASSWORD: std::ops::RangeInclusive<usize> = 3..=64;

/// Whether a text can stand in a variable that is a formula or a part of one; others take
/// any text.
fn is_formula(variable: Variable, text: &str) -> bool {
    let slot = match Variable::PARTS.iter().position(|part| *part == variable) {
        Some(place) => Slot::F(place as u8),
        None if variable == Variable::Formula => Slot::Formula,
        None => return true,
    };
    Formulas::default().set(slot, text).is_ok()
}

impl Person {
    /// The variables: of the session, or those with which he would log in.
    #[must_use]
    pub fn variables(&self) -> &Variables {
        self.presence.as_ref().map_or(&self.account.variables, |p| &p.variables)
    }

    /// His time zone.
    #[must_use]
    pub fn zone(&self) -> Zone {
        self.variables().text(Variable::Tzone).and_then(Zone::from_name).unwrap_or_default()
    }
}

impl Ics {
    /// Whether a player has switched something on.
    pub(crate) fn wants(&self, who: PersonId, variable: Variable) -> bool {
        self.person(who).is_some_and(|p| p.variables().on(variable))
    }

    /// The variables of a player.
    pub(crate) fn variables(&self, who: PersonId) -> Option<&Variables> {
        self.person(who).map(Person::variables)
    }

    /// A player's time zone.
    pub(crate) fn zone(&self, who: PersonId) -> Zone {
        self.person(who).map(Person::zone).unwrap_or_default()
    }

    /// The way in which a player is told follows his variables.
    pub(crate) fn follow_variables(&mut self, who: PersonId) {
        let zone = self.zone(who);
        if let Some(presence) = self.presence_mut(who) {
            presence.view.follow(&presence.variables);
            presence.view.zone = i32::from(zone.minutes());
        }
        self.people.update_audience(who);
    }

    /// `set`, by a name or its beginning.
    pub(crate) fn set(&mut self, who: PersonId, name: &str, value: Option<&str>) {
        let notice: Notice = match Variable::find(name) {
            Found::One(variable) => return self.set_variable(who, variable, value),
            Found::Many(names) => {
                let names = names.join(" ");
                SettingsNotice::AmbiguousVariable { name: name.to_owned(), names }.into()
            }
            Found::None => SessionNotice::NoSuchVariable { name: name.to_owned() }.into(),
        };
        self.tell(who, notice);
    }

    /// Sets a variable, tells the player so, and keeps it where it is his own choice.
    pub(crate) fn set_variable(&mut self, who: PersonId, variable: Variable, value: Option<&str>) {
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
        let now = self.now;
        let Some(player) = self.people.get_mut(who) else { return };
        let Some(presence) = player.presence.as_mut() else { return };
        let had_interface = presence.variables.text(Variable::Interface).is_some();
        let saw_ads = presence.variables.on(Variable::Seek);
        if presence.variables.set(variable, value).is_err() {
            return self.bad_value(who, variable);
        }
        let said = presence.variables.said(variable);
        let before = player.account.variables.clone();
        let kept = &mut player.account.variables;
        match variable.scope() {
            Scope::Player => kept.copy(variable, &presence.variables),
            Scope::Either if !had_interface => kept.copy(variable, &presence.variables),
            // What came before the name was the interface's as well.
            Scope::Session if variable == Variable::Interface && !had_interface => {
                if now - presence.since <= BURST {
                    for one in Variable::ALL.iter().filter(|v| v.scope() == Scope::Either) {
                        kept.copy(*one, &presence.found);
                    }
                }
            }
            Scope::Either | Scope::Session => {}
        }
        let changed = *kept != before;
        if changed {
            self.remember(who);
        }
        self.follow_variables(who);
        self.tell(who, SettingsNotice::Set { said });
        if variable == Variable::Open {
            self.moved.push(who);
        }
        // Programs add every ad once more that they are sent twice.
        if variable == Variable::Seek && !saw_ads {
            self.list_seeks(who);
        }
    }

    fn bad_value(&mut self, who: PersonId, variable: Variable) {
        self.tell(who, SessionNotice::BadValue { name: variable.name().into() });
    }

    /// `keep`: what holds for the session holds for good.
    pub(crate) fn keep_variables(&mut self, who: PersonId) {
        let Some(player) = self.people.get_mut(who) else { return };
        if !player.registered {
            return self.tell(who, SettingsNotice::NotKept);
        }
        if let Some(presence) = &player.presence {
            for one in Variable::ALL.iter().filter(|v| v.scope() != Scope::Session) {
                player.account.variables.copy(*one, &presence.variables);
            }
        }
        self.remember(who);
        self.tell(who, SettingsNotice::Kept);
    }

    /// `variables`.
    pub(crate) fn show_variables(&mut self, who: PersonId, player: Option<&str>) {
        let Some(id) = self.find_known(who, player) else { return };
        let Some(person) = self.person(id) else { return };
        let page = VariablesPage {
            name: person.name().to_owned(),
            values: person.variables().clone(),
            partner: self.partner_of(id).map(|p| self.name(p)),
            following: self
                .presence(id)
                .and_then(|p| self.person(p.following?.whom))
                .map(|followed| followed.name().to_owned()),
        };
        self.tell(who, page);
    }

    /// `ivariables`.
    pub(crate) fn show_ivariables(&mut self, who: PersonId, player: Option<&str>) {
        let id = match player {
            None => who,
            Some(name) => match self.find_online(who, name) {
                Some(id) => id,
                None => return,
            },
        };
        let Some(presence) = self.presence(id) else { return };
        let ivars = &presence.view.ivars;
        let values = partie_wire::ivars::Ivar::ALL
            .iter()
            .map(|ivar| (ivar.name().to_owned(), ivars.has(*ivar)))
            .collect();
        self.tell(who, IvariablesPage { name: self.name(id), values });
    }

    /// The player whom a name or its beginning means, on or not; no name: the asker.
    pub(crate) fn find_known(&mut self, asker: PersonId, name: Option<&str>) -> Option<PersonId> {
        let Some(name) = name else { return Some(asker) };
        let online = self.people.meant_online(name);
        let known = self.people.meant(name, |_| true);
        // A whole name is that player; a beginning means those who are on first.
        let meant = match (&known, &online) {
            (Meant::One(id), _) if self.name(*id).eq_ignore_ascii_case(name) => known,
            (_, Meant::Nobody) => known,
            _ => online,
        };
        let notice = match meant {
            Meant::One(id) => return Some(id),
            Meant::Many(names) => crate::hall::ambiguous(name, &names),
            Meant::Nobody if !crate::hall::is_begun_handle(name) => {
                SessionNotice::NotAHandle { name: name.to_owned() }
            }
            Meant::Nobody => SessionNotice::NoSuchPlayer { name: name.to_owned() },
        };
        self.office.refused = true;
        self.tell(asker, notice);
        None
    }

    /// `alias`.
    pub(crate) fn alias(&mut self, who: PersonId, name: Option<String>, text: Option<String>) {
        let Some(person) = self.person(who) else { return };
        let aliases = &person.account.aliases;
        let Some(name) = name.map(|n| n.to_ascii_lowercase()) else {
            let all: Vec<SettingsNotice> = aliases
                .iter()
                .map(|(name, text)| SettingsNotice::Alias {
                    name: name.clone(),
                    text: text.clone(),
                })
                .collect();
            if all.is_empty() {
                self.tell(who, SettingsNotice::NoAliases);
            }
            for alias in all {
                self.tell(who, alias);
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
                if let Some(person) = self.people.get_mut(who) {
                    person.account.aliases.insert(name.clone(), text);
                }
                self.remember(who);
                SettingsNotice::AliasSet { name }
            }
        };
        self.tell(who, notice);
    }

    /// `unalias`.
    pub(crate) fn unalias(&mut self, who: PersonId, name: &str) {
        let name = name.to_ascii_lowercase();
        let Some(person) = self.people.get_mut(who) else { return };
        if person.account.aliases.remove(&name).is_none() {
            return self.tell(who, SettingsNotice::NoAlias { name });
        }
        self.remember(who);
        self.tell(who, SettingsNotice::AliasUnset { name });
    }

    /// `password`: a player's old one is compared elsewhere. A guest, who has none, chooses one
    /// for as long as they are online, by which they are known after a lost connection.
    pub(crate) fn change_password(&mut self, who: PersonId, old: Option<String>, new: String) {
        let Some(person) = self.people.get_mut(who) else { return };
        if person.registered != old.is_some() {
            let usage = if person.registered { "password old new" } else { "password new" };
            return self.tell(who, SessionNotice::BadParameters { usage: usage.to_owned() });
        }
        if !PASSWORD.contains(&new.len()) {
            let (least, most) = (*PASSWORD.start() as u32, *PASSWORD.end() as u32);
            return self.tell(who, SettingsNotice::PasswordLength { least, most });
        }
        let Some(old) = old else {
            let name = self.name(who).into();
            let seconds = Seconds((self.config.grace.0 / 1000) as usize);
            self.hash_password(who, new);
            return self.tell(who, SettingsNotice::GuestPassword { name, seconds });
        };
        let Some(presence) = person.presence.as_mut() else { return };
        presence.new_password = Some(new);
        if let Some(session) = presence.session {
            self.check_password(session, who, old);
        }
    }

    /// The old password was looked at.
    pub(crate) fn old_password_checked(&mut self, who: PersonId, good: bool) {
        let Some(new) = self.presence_mut(who).and_then(|p| p.new_password.take()) else { return };
        if good {
            self.hash_password(who, new);
            self.tell(who, SettingsNotice::PasswordChanged);
        } else {
            self.tell(who, SettingsNotice::PasswordWrong);
        }
    }
}
