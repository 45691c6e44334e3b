//! Variables, aliases and passwords.
//!
//! A session begins with the variables of the account. A change applies to the session at once. It
//! is also stored if it is the player's own choice (`formula`, `time`, notes), or if no interface
//! has identified itself: interfaces set dozens of variables and never restore them. Changes within
//! [`BURST`] of the login, before the interface identified itself, count as the interface's, too.
//! `keep` stores all current values.

use partie_wire::{
    notice::{
        Notice,
        session::SessionNotice,
        settings::{IvariablesPage, SettingsNotice, VariablesPage},
    },
    variables::{NameLookup, Scope, Variable},
};

use crate::{
    formula::{Formulas, Slot},
    outbox::Outbox,
    players::find,
    state::State,
    time::{Span, Zone},
};

/// Time in which an interface may say its name after the login.
const BURST: Span = Span::seconds(10);

/// Maximum number of aliases per player.
pub(crate) const MOST_ALIASES: usize = 30;

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

/// `set`, by a name or its beginning.
pub(crate) fn set(state: &mut State, name: &str, value: Option<&str>) {
    match find_variable(name) {
        Ok(variable) => set_variable(state, variable, value),
        Err(refusal) => state.out.reply(*refusal),
    }
}

/// Finds the variable with a name, or the only one with that beginning.
pub(crate) fn find_variable(name: &str) -> Result<Variable, Box<Notice>> {
    let name = name.to_owned();
    let refusal: Notice = match Variable::find(&name) {
        NameLookup::One(variable) => return Ok(variable),
        NameLookup::Many(names) => {
            SettingsNotice::AmbiguousVariable { name, names: names.join(" ") }.into()
        }
        NameLookup::None => SessionNotice::NoSuchVariable { name }.into(),
    };
    Err(Box::new(refusal))
}

/// Sets a variable, reports it, and keeps it where it is the player's own choice.
pub(crate) fn set_variable(state: &mut State, variable: Variable, value: Option<&str>) {
    let who = state.out.who;
    let value = match variable {
        Variable::Tzone => match value.unwrap_or_default().parse() {
            Ok(Zone::SERVER) => None,
            Ok(zone) => Some(zone.name()),
            Err(_) => return bad_value(&mut state.out, variable),
        },
        Variable::Lang if value.is_some_and(|v| v.eq_ignore_ascii_case("english")) => None,
        _ => value,
    };
    if value.is_some_and(|text| !is_formula(variable, text)) {
        return bad_value(&mut state.out, variable);
    }
    let Some(player) = state.players.get_mut(who) else { return };
    let Some(online) = player.online.as_mut() else { return };
    let had_interface = online.variables.text(Variable::Interface).is_some();
    let saw_ads = online.variables.on(Variable::Seek);
    if online.variables.set(variable, value).is_err() {
        return bad_value(&mut state.out, variable);
    }
    let said = online.variables.said(variable);
    let before = player.account.variables.clone();
    let kept = &mut player.account.variables;
    match variable.scope() {
        Scope::Player => kept.copy(variable, &online.variables),
        Scope::Either if !had_interface => kept.copy(variable, &online.variables),
        // Settings before the name were the interface's as well.
        Scope::Session if variable == Variable::Interface && !had_interface => {
            if state.out.now - online.since <= BURST {
                for one in Variable::ALL.iter().filter(|v| v.scope() == Scope::Either) {
                    kept.copy(*one, &online.found);
                }
            }
        }
        Scope::Either | Scope::Session => {}
    }
    let changed = *kept != before;
    if changed {
        state.players.store_account(&mut state.out, who);
    }
    state.players.follow_variables(who);
    state.out.reply(SettingsNotice::Set { said });
    if variable == Variable::Open {
        state.players.note_moved(who);
    }
    // Programs add every ad once more that they are sent twice.
    if variable == Variable::Seek && !saw_ads {
        state.seeks.list(&state.players, &mut state.out, who);
    }
}

fn bad_value(out: &mut Outbox, variable: Variable) {
    out.reply(SessionNotice::BadValue { name: variable.name().into() });
}

/// `keep`: what holds for the session holds for good.
pub(crate) fn keep_variables(state: &mut State) {
    let who = state.out.who;
    let Some(player) = state.players.get_mut(who) else { return };
    if !player.registered {
        return state.out.reply(SettingsNotice::NotKept);
    }
    if let Some(online) = &player.online {
        for one in Variable::ALL.iter().filter(|v| v.scope() != Scope::Session) {
            player.account.variables.copy(*one, &online.variables);
        }
    }
    state.players.store_account(&mut state.out, who);
    state.out.reply(SettingsNotice::Kept);
}

/// `variables`.
pub(crate) fn show_variables(state: &mut State, player: Option<&str>) {
    let Some(id) = find::find_known(state, player) else { return };
    let Some(player) = state.players.get(id) else { return };
    let page = VariablesPage {
        name: player.name().to_owned(),
        values: player.variables().clone(),
        partner: state.players.partner_of(id).map(|p| state.players.name(p)),
        following: state
            .players
            .online_state(id)
            .and_then(|p| state.players.get(p.following?.whom))
            .map(|followed| followed.name().to_owned()),
    };
    state.out.reply(page);
}

/// `ivariables`.
pub(crate) fn show_ivariables(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let found = player.map_or(Some(who), |name| find::find_online(state, who, name));
    let Some(id) = found else { return };
    let Some(online) = state.players.online_state(id) else { return };
    let ivars = &online.display.ivars;
    let values = partie_wire::ivars::Ivar::ALL
        .iter()
        .map(|ivar| (ivar.name().to_owned(), ivars.has(*ivar)))
        .collect();
    state.out.reply(IvariablesPage { name: state.players.name(id), values });
}

/// `alias`.
pub(crate) fn alias(state: &mut State, name: Option<String>, text: Option<String>) {
    let who = state.out.who;
    let Some(player) = state.players.get(who) else { return };
    let aliases = &player.account.aliases;
    let Some(name) = name.map(|n| n.to_ascii_lowercase()) else {
        let all: Vec<SettingsNotice> = aliases
            .iter()
            .map(|(name, text)| SettingsNotice::Alias { name: name.clone(), text: text.clone() })
            .collect();
        if all.is_empty() {
            state.out.reply(SettingsNotice::NoAliases);
        }
        for alias in all {
            state.out.reply(alias);
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
            if let Some(player) = state.players.get_mut(who) {
                player.account.aliases.insert(name.clone(), text);
            }
            state.players.store_account(&mut state.out, who);
            SettingsNotice::AliasSet { name }
        }
    };
    state.out.reply(notice);
}

/// `unalias`.
pub(crate) fn unalias(state: &mut State, name: &str) {
    let who = state.out.who;
    let name = name.to_ascii_lowercase();
    let Some(player) = state.players.get_mut(who) else { return };
    if player.account.aliases.remove(&name).is_none() {
        return state.out.reply(SettingsNotice::NoAlias { name });
    }
    state.players.store_account(&mut state.out, who);
    state.out.reply(SettingsNotice::AliasUnset { name });
}
