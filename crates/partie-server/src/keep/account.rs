//! Accounts and their rows: one row of the player, one for each category he is rated in.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use partie_core::Color;
use partie_ics::{
    Tick,
    category::Category,
    matching::Colors,
    people::Account,
    rating::{Best, Record, Records},
};
use partie_wire::variables::{Variable, Variables};
use serde::{Deserialize, Serialize};

use super::{
    json::{self, Wrong},
    kept::{self, Games},
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
    /// Whether the last game was with White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_white: Option<bool>,
    /// Those that differ from a new player's, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    variables: BTreeMap<String, String>,
}

/// An account as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rows {
    pub(super) account: model::Account,
    /// In the order of [`Category::RATED`]; none where nothing has happened yet.
    pub(super) ratings: [Option<model::Rating>; Category::RATED.len()],
    /// By kind and key.
    pub(super) facts: Vec<model::Fact>,
}

/// What was written of an account last, so that what has not changed is not written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    account: u64,
    ratings: [u64; Category::RATED.len()],
    facts: BTreeMap<(String, String), u64>,
}

impl Rows {
    /// The rows of an account.
    pub(super) fn of(of: &Account) -> Self {
        // Histories and journals are facts of their own.
        let Account {
            handle,
            password,
            records,
            colors,
            history: _,
            journal: _,
            aliases,
            variables,
        } = of;
        let data = Data {
            version: VERSION,
            aliases: aliases.clone(),
            colors: colors.balance,
            last_white: colors.last.map(Color::is_white),
            variables: changed(variables),
        };
        let key = of.key();
        let mut ratings = [const { None }; Category::RATED.len()];
        for (place, (category, record)) in ratings.iter_mut().zip(records.iter()) {
            *place = (*record != Record::default()).then(|| rating_row(&key, category, record));
        }
        let account = model::Account {
            handle: handle.clone(),
            password_hash: password.clone().unwrap_or_default(),
            data: json::write(&data),
            ..model::Account::default()
        };
        Self { account, ratings, facts: kept::facts(of) }
    }

    /// The account; `games` are those that were read before.
    pub(super) fn account(self, games: &mut Games) -> Result<Account, Wrong> {
        let row = self.account;
        let data: Data = json::read(&row.data, VERSION)?;
        let mut variables = Variables::registered();
        for (name, value) in data.variables {
            Variable::from_name(&name)
                .and_then(|variable| variables.set(variable, Some(&value)).ok())
                .ok_or_else(|| format!("the variable {name} cannot be \"{value}\""))?;
        }
        let mut records = Records::default();
        for rating in self.ratings.into_iter().flatten() {
            let record = Category::from_name(&rating.category)
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
        };
        for fact in &self.facts {
            games.take(fact, &mut account)?;
        }
        Ok(account)
    }

    /// What goes when the account goes.
    pub(super) fn removal(key: String, before: Option<Written>) -> Vec<model::Change> {
        let facts = before.into_iter().flat_map(|before| before.facts.into_keys());
        let facts = facts.map(|(kind, key)| model::Change::RemoveFact(kind, key));
        std::iter::once(model::Change::RemoveAccount(key)).chain(facts).collect()
    }

    /// What is to be remembered of them when they are written.
    pub(super) fn written(&self) -> Written {
        let ratings = self.ratings.each_ref().map(|row| row.as_ref().map_or(0, fingerprint));
        let facts = self.facts.iter();
        let facts =
            facts.map(|fact| ((fact.kind.clone(), fact.key.clone()), number(&fact.data))).collect();
        Written { account: number(&self.account), ratings, facts }
    }

    /// What has to be stored, if `before` was stored last.
    pub(super) fn changes(self, before: Option<&Written>) -> Vec<model::Change> {
        let now = self.written();
        let mut changes = Vec::new();
        let key = self.account.key();
        for fact in self.facts {
            let place = (fact.kind.clone(), fact.key.clone());
            if before.and_then(|before| before.facts.get(&place)) != now.facts.get(&place) {
                changes.push(model::Change::PutFact(fact));
            }
        }
        let gone = before.into_iter().flat_map(|before| before.facts.keys());
        for (kind, key) in gone.filter(|place| !now.facts.contains_key(place)) {
            changes.push(model::Change::RemoveFact(kind.clone(), key.clone()));
        }
        if before.is_none_or(|before| before.account != now.account) {
            changes.push(model::Change::PutAccount(self.account));
        }
        for (place, rating) in self.ratings.into_iter().enumerate() {
            let before = before.map_or(0, |before| before.ratings[place]);
            match rating {
                Some(rating) if before != now.ratings[place] => {
                    changes.push(model::Change::PutRating(rating));
                }
                None if before != 0 => {
                    let category = Category::RATED[place].name().to_owned();
                    changes.push(model::Change::RemoveRating(key.clone(), category));
                }
                Some(_) | None => {}
            }
        }
        changes
    }
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
        category: category.name().to_owned(),
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

fn record_of(row: &model::Rating) -> Result<Record, Wrong> {
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

/// A number that changes with what is stored; never 0.
fn number(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish().max(1)
}
