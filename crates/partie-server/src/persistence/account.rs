//! Accounts and their rows: one row per player, one for each category they are rated in.

use std::collections::{BTreeMap, BTreeSet};

use partie_core::Color;
use partie_ics::{
    Tick,
    admin_state::{AdminNotes, Comment},
    category::Category,
    challenge::Colors,
    lists::{List, Names},
    players::{Account, Logon},
    rating::{Best, Record, Records},
};
use partie_wire::variables::{Variable, Variables};
use serde::{Deserialize, Serialize};

use super::{
    fingerprint::number,
    history::{self, Games},
    json::{self, Problem},
    messages,
};
use crate::store::model;

/// The newest version of the JSON.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    version: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    aliases: BTreeMap<String, String>,
    /// Games with White less games with Black.
    #[serde(default)]
    colors: i32,
    /// Set if the last game was with White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_white: Option<bool>,
    /// The player's own lists, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    lists: BTreeMap<String, Vec<String>>,
    /// The channels that the player listens to.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    channels: BTreeSet<u16>,
    /// The server lists that name the player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    listed: Vec<String>,
    /// Notes of administrators, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment>,
    /// Time at which the account was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    removed: Option<Tick>,
    /// Address of the last login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// Times at which the player came (true) and went.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    logons: Vec<Logon>,
    /// Variables that differ from a new player's, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    variables: BTreeMap<String, String>,
}

/// The key of a player's rows in the store.
pub(super) fn key(of: &Account) -> String {
    if of.admin_notes.removed.is_some() { key_of_removed(&of.key()) } else { of.key() }
}

/// The key of the rows of a removed account: another player may have its name.
/// No handle contains a space.
pub(super) fn key_of_removed(key: &str) -> String {
    format!("{key} (removed)")
}

/// An account as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rows {
    pub(super) account: model::Account,
    /// Ratings in the order of [`Category::RATED`]; `None` before the first rated game.
    pub(super) ratings: [Option<model::Rating>; Category::RATED.len()],
    /// The oldest first; without a number where they are new.
    pub(super) messages: Vec<model::Message>,
}

/// The rows last written for an account, so that unchanged ones are not written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WrittenRows {
    account: u64,
    ratings: [u64; Category::RATED.len()],
    facts: BTreeMap<(String, String), u64>,
    messages: messages::WrittenMessages,
}

impl Rows {
    /// The rows of an account.
    pub(super) fn of(of: &Account) -> Self {
        // Histories, journals and messages are rows of their own.
        let Account {
            handle,
            password,
            records,
            colors,
            history: _,
            journal: _,
            aliases,
            variables,
            lists,
            channels,
            listed,
            messages: _,
            logons,
            admin_notes,
        } = of;
        let AdminNotes { email, real_name, level, comments, removed, address } = admin_notes;
        let data = Data {
            version: VERSION,
            aliases: aliases.clone(),
            colors: colors.balance,
            last_white: colors.last.map(Color::is_white),
            lists: lists.iter().map(|(list, names)| (list.to_string(), spelled(names))).collect(),
            channels: channels.clone(),
            listed: listed.iter().map(List::to_string).collect(),
            logons: logons.clone(),
            comments: comments.clone(),
            removed: *removed,
            address: address.clone(),
            variables: changed(variables),
        };
        let key = key(of);
        let mut ratings = [const { None }; Category::RATED.len()];
        for (place, (category, record)) in ratings.iter_mut().zip(records.iter()) {
            *place = (*record != Record::default()).then(|| rating_row(&key, category, record));
        }
        let messages = messages::rows(of, &key);
        let account = model::Account {
            key,
            handle: handle.clone(),
            real_name: real_name.clone(),
            email: email.clone(),
            admin_level: (*level).into(),
            password_hash: password.clone().unwrap_or_default(),
            last_login: logons.iter().rfind(|logon| logon.came).map(|logon| logon.at.0),
            titles: titles(listed),
            data: json::write(&data),
            ..model::Account::default()
        };
        Self { account, ratings, messages }
    }

    /// Returns the account with the games of its facts, and its rows as stored; `games` are the
    /// games read before.
    pub(super) fn account(
        self,
        facts: Vec<model::Fact>,
        games: &mut Games,
    ) -> Result<(Account, WrittenRows), Problem> {
        let mut written = self.written();
        let row = self.account;
        let data: Data = json::read(&row.data, VERSION)?;
        let mut variables = Variables::registered();
        for (name, value) in data.variables {
            name.parse()
                .ok()
                .and_then(|variable| variables.set(variable, Some(&value)).ok())
                .ok_or_else(|| format!("the variable {name} cannot be \"{value}\""))?;
        }
        let mut records = Records::default();
        for rating in self.ratings.into_iter().flatten() {
            let record = rating
                .category
                .parse::<Category>()
                .ok()
                .and_then(|category| records.of_mut(category))
                .ok_or_else(|| format!("unknown category \"{}\"", rating.category))?;
            *record = record_of(&rating)?;
        }
        let mut account = Account {
            handle: row.handle,
            password: (!row.password_hash.is_empty()).then_some(row.password_hash),
            records,
            colors: Colors { balance: data.colors, last: data.last_white.map(color) },
            history: Vec::new(),
            journal: BTreeMap::new(),
            aliases: data.aliases,
            variables,
            lists: read_lists(data.lists)?,
            channels: data.channels,
            admin_notes: AdminNotes {
                email: row.email,
                real_name: row.real_name,
                level: u8::try_from(row.admin_level)
                    .map_err(|_| format!("unknown level {}", row.admin_level))?,
                comments: data.comments,
                removed: data.removed,
                address: data.address,
            },
            listed: data.listed.iter().map(|name| list(name)).collect::<Result<_, _>>()?,
            messages: self.messages.into_iter().map(messages::message).collect(),
            logons: data.logons,
        };
        for fact in &facts {
            games.take(fact, &mut account)?;
        }
        history::put_in_order(&mut account.history);
        // Older stores have all games of a history in one place, which has no fingerprint.
        written.facts = facts.into_iter().map(|fact| ((fact.kind, fact.key), 0)).collect();
        for game in history::stored_games(&account, &row.key) {
            written.facts.entry(game.place()).and_modify(|of| *of = game.fingerprint());
        }
        Ok((account, written))
    }

    /// The changes that remove an account.
    pub(super) fn removal(key: String, before: Option<WrittenRows>) -> Vec<model::Change> {
        let mut changes = vec![model::Change::RemoveAccount(key)];
        if let Some(WrittenRows { facts, messages, .. }) = before {
            let facts = facts.into_keys();
            changes.extend(facts.map(|(kind, key)| model::Change::RemoveFact(kind, key)));
            changes.extend(messages.numbers().map(model::Change::RemoveMessage));
        }
        changes
    }

    /// The rows to remember once they are written, without the facts of games.
    fn written(&self) -> WrittenRows {
        let ratings = self.ratings.each_ref().map(|row| row.as_ref().map_or(0, fingerprint));
        let messages = messages::written(&self.messages);
        WrittenRows { account: number(&self.account), ratings, facts: BTreeMap::new(), messages }
    }

    /// The changes to store the account, if `before` was stored last, and the rows then. New messages
    /// get the numbers after the last one.
    pub(super) fn changes(
        &mut self,
        of: &Account,
        before: Option<&WrittenRows>,
        last_message: &mut i64,
    ) -> (Vec<model::Change>, WrittenRows) {
        let none = messages::WrittenMessages::default();
        let known = before.map_or(&none, |before| &before.messages);
        let mut changes = messages::changes(&mut self.messages, known, last_message);
        let key = &self.account.key;
        let mut now = self.written();
        for game in history::stored_games(of, key) {
            let (place, fingerprint) = (game.place(), game.fingerprint());
            if before.and_then(|before| before.facts.get(&place)) != Some(&fingerprint) {
                changes.push(model::Change::PutFact(game.fact()));
            }
            now.facts.insert(place, fingerprint);
        }
        let gone = before.into_iter().flat_map(|before| before.facts.keys());
        for (kind, key) in gone.filter(|place| !now.facts.contains_key(place)) {
            changes.push(model::Change::RemoveFact(kind.clone(), key.clone()));
        }
        if before.is_none_or(|before| before.account != now.account) {
            changes.push(model::Change::PutAccount(self.account.clone()));
        }
        for (place, rating) in self.ratings.iter().enumerate() {
            let before = before.map_or(0, |before| before.ratings[place]);
            match rating {
                Some(rating) if before != now.ratings[place] => {
                    changes.push(model::Change::PutRating(rating.clone()));
                }
                None if before != 0 => {
                    let category = Category::RATED[place].name().to_owned();
                    changes.push(model::Change::RemoveRating(key.clone(), category));
                }
                Some(_) | None => {}
            }
        }
        (changes, now)
    }
}

/// `GM TM`.
fn titles(listed: &BTreeSet<List>) -> String {
    let letters = listed.iter().filter_map(|list| list.title()).map(|title| title.to_string());
    letters.collect::<Vec<_>>().join(" ")
}

fn list(name: &str) -> Result<List, Problem> {
    name.parse().map_err(|_| format!("unknown list \"{name}\""))
}

fn spelled(names: &Names) -> Vec<String> {
    names.iter().map(str::to_owned).collect()
}

fn read_lists(lists: BTreeMap<String, Vec<String>>) -> Result<BTreeMap<List, Names>, Problem> {
    let mut read = BTreeMap::new();
    for (name, spelled) in lists {
        let mut names = Names::default();
        for name in spelled {
            names.insert(&name);
        }
        read.insert(list(&name)?, names);
    }
    Ok(read)
}

const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// The variables that differ from a new player's.
fn changed(variables: &Variables) -> BTreeMap<String, String> {
    let new = Variables::registered();
    Variable::ALL
        .iter()
        .map(|variable| (*variable, variables.value(*variable)))
        .filter(|(variable, value)| new.value(*variable) != *value)
        .map(|(variable, value)| (variable.name().to_owned(), value))
        .collect()
}

fn rating_row(key: &str, category: Category, record: &Record) -> model::Rating {
    let Record { rating, rd, last, wins, losses, draws, best, was_active } = *record;
    model::Rating {
        account: key.to_owned(),
        category: category.to_string(),
        rating: rating.map(i64::from),
        rd,
        wins: wins.into(),
        losses: losses.into(),
        draws: draws.into(),
        best: best.map_or(0, |best| best.rating.into()),
        best_at: best.map(|best| best.at.0),
        was_active,
        last_at: last.map(|tick| tick.0),
    }
}

fn record_of(row: &model::Rating) -> Result<Record, Problem> {
    let wrong = |number: i64| format!("the {} rating has an odd number {number}", row.category);
    let small = |number: i64| i32::try_from(number).map_err(|_| wrong(number));
    let count = |number: i64| u32::try_from(number).map_err(|_| wrong(number));
    let best = match row.best_at {
        Some(at) => Some(Best { rating: small(row.best)?, at: Tick(at) }),
        None => None,
    };
    Ok(Record {
        rating: row.rating.map(small).transpose()?,
        rd: row.rd,
        last: row.last_at.map(Tick),
        wins: count(row.wins)?,
        losses: count(row.losses)?,
        draws: count(row.draws)?,
        best,
        was_active: row.was_active,
    })
}

fn fingerprint(row: &model::Rating) -> u64 {
    let model::Rating {
        account,
        category,
        rating,
        rd,
        wins,
        losses,
        draws,
        best,
        best_at,
        was_active,
        last_at,
    } = row;
    let counts = (wins, losses, draws, best, best_at, was_active, last_at);
    number(&(account, category, rating, rd.to_bits(), counts))
}
