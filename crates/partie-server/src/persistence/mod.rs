//! Between the chess server and its store: every [`partie_ics::Change`] becomes rows of the
//! [`store`](crate::store), and what the store has found becomes the [`PersistentState`] of the chess server.
//!
//! Storing and loading gives the same state: `tests/server/persistence` holds it.

mod account;
mod adjourned;
mod fingerprint;
mod game;
mod history;
mod json;
mod messages;
mod policy;

use std::collections::BTreeMap;

use partie_ics::{
    PersistentState,
    category::Category,
    game::{Adjourned, AdjournedId},
};

use self::{
    account::{Rows, WrittenRows},
    history::Games,
};
use crate::{
    config::{Fault, Faults},
    hub::Outbox,
    store::model::{self, Snapshot},
};

/// Stores what changes.
#[derive(Debug)]
pub struct Persister {
    site: String,
    /// The number that the last game got.
    last_game: i64,
    /// The number that the last message got.
    last_message: i64,
    /// The revision that the row of an adjourned game got last.
    last_revision: i64,
    /// The revisions of the rows of adjourned and running games.
    revisions: BTreeMap<AdjournedId, i64>,
    /// The rows stored for each account, by key.
    accounts: BTreeMap<String, WrittenRows>,
}

impl Persister {
    /// Reads the store's rows. `site` is the server's name, for the records of games.
    ///
    /// # Errors
    /// Returns all unreadable rows. The server must not start with them, since it would lose them
    /// when it writes.
    pub fn open(snapshot: Snapshot, site: &str) -> Result<(Self, PersistentState), Faults> {
        let mut faults = Vec::new();
        let mut persister = Self {
            site: site.to_owned(),
            last_game: snapshot.last_game,
            last_message: snapshot.messages.iter().map(|m| m.id).max().unwrap_or(0),
            last_revision: 0,
            revisions: BTreeMap::new(),
            accounts: BTreeMap::new(),
        };
        let mut start = PersistentState::default();
        let mut ratings: BTreeMap<String, Vec<model::Rating>> = BTreeMap::new();
        for rating in snapshot.ratings {
            ratings.entry(rating.account.clone()).or_default().push(rating);
        }
        let mut facts: BTreeMap<String, Vec<model::Fact>> = BTreeMap::new();
        for fact in snapshot.facts {
            if [history::HISTORY, history::JOURNAL].contains(&fact.kind.as_str()) {
                facts.entry(history::owner(&fact.key).to_owned()).or_default().push(fact);
            } else if fact.kind == policy::POLICY {
                match policy::read(&fact) {
                    Ok(policy) => start.policy = policy,
                    Err(what) => faults.push(Fault { place: "the server's settings".into(), what }),
                }
            }
        }
        let mut messages: BTreeMap<String, Vec<model::Message>> = BTreeMap::new();
        for message in snapshot.messages {
            messages.entry(message.to.clone()).or_default().push(message);
        }
        let mut games = Games::default();
        for row in snapshot.accounts {
            let key = row.key.clone();
            let place = format!("the account of {}", row.handle);
            let ratings = ratings.remove(&key).unwrap_or_default();
            let facts = facts.remove(&key).unwrap_or_default();
            let messages = messages.remove(&key).unwrap_or_default();
            let read = gathered(row, ratings, messages);
            match read.and_then(|rows| rows.account(facts, &mut games)) {
                Ok((account, written)) => {
                    persister.accounts.insert(key, written);
                    start.accounts.push(account);
                }
                Err(what) => faults.push(Fault { place, what }),
            }
        }
        let left = ratings.into_keys().chain(facts.into_keys()).chain(messages.into_keys());
        for key in left {
            tracing::warn!(account = key, "rows without an account are left alone");
        }
        let mut moves = adjourned::moves(&snapshot.moves);
        // Numbers of moves whose games are over are not used again.
        let used = moves.keys().max().copied().unwrap_or(0);
        persister.last_revision = used;
        for row in snapshot.adjourned {
            let place = format!("the adjourned game {} ({} - {})", row.id, row.white, row.black);
            let revision = row.revision;
            persister.last_revision = persister.last_revision.max(revision);
            match adjourned::game(row, moves.remove(&revision).unwrap_or_default()) {
                Ok(game) => {
                    persister.revisions.insert(game.id, revision);
                    start.adjourned.push(game);
                }
                Err(what) => faults.push(Fault { place, what }),
            }
        }
        for row in snapshot.news {
            let place = format!("the news {}", row.id);
            match policy::news(row) {
                Ok(news) => start.news.push(news),
                Err(what) => faults.push(Fault { place, what }),
            }
        }
        if faults.is_empty() { Ok((persister, start)) } else { Err(Faults(faults)) }
    }

    /// Stores a change of the chess server.
    pub fn change(&mut self, change: partie_ics::Change, out: &mut Outbox) {
        match change {
            partie_ics::Change::Account(account) => {
                let mut rows = Rows::of(&account);
                let key = account::key(&account);
                let before = self.accounts.get(&key);
                let (changes, written) = rows.changes(&account, before, &mut self.last_message);
                for change in changes {
                    out.store(change);
                }
                self.accounts.insert(key, written);
            }
            partie_ics::Change::Removed { key } => self.remove(key, out),
            partie_ics::Change::Restored { key } => self.remove(account::key_of_removed(&key), out),
            partie_ics::Change::Policy(policy) => {
                out.store(model::Change::PutFact(policy::fact(&policy)));
            }
            partie_ics::Change::News(news) => {
                out.store(model::Change::PutNews(policy::news_row(news)));
            }
            partie_ics::Change::NewsRemoved { number } => {
                out.store(model::Change::RemoveNews(number.into()));
            }
            partie_ics::Change::Finished(finished) => {
                for row in game::rows(&finished, &self.site, self.last_game + 1) {
                    self.last_game = row.id;
                    out.store(model::Change::PutGame(row));
                }
            }
            partie_ics::Change::Adjourned(game) => out.store(self.adjourned(&game)),
            partie_ics::Change::Running(game) => out.store_soon(self.adjourned(&game)),
            partie_ics::Change::Moved(moved) => {
                // A game is stored before its first move.
                let Some(revision) = self.revisions.get(&moved.id) else { return };
                adjourned::add_line(*revision, &moved, out.moves_mut());
            }
            partie_ics::Change::Dropped { id } => {
                self.revisions.remove(&id);
                out.store(model::Change::RemoveAdjourned(adjourned::number(id)));
            }
        }
    }

    /// The row of a game with a new revision: no moves were made since then.
    fn adjourned(&mut self, game: &Adjourned) -> model::Change {
        self.last_revision += 1;
        self.revisions.insert(game.id, self.last_revision);
        model::Change::PutAdjourned(adjourned::row(game, self.last_revision))
    }

    fn remove(&mut self, key: String, out: &mut Outbox) {
        let before = self.accounts.remove(&key);
        for change in Rows::removal(key, before) {
            out.store(change);
        }
    }
}

/// The rows of one account, its ratings in the order of [`Category::RATED`].
fn gathered(
    account: model::Account,
    ratings: Vec<model::Rating>,
    messages: Vec<model::Message>,
) -> Result<Rows, json::Problem> {
    let none = [const { None }; Category::RATED.len()];
    let mut rows = Rows { account, ratings: none, messages };
    for rating in ratings {
        let place = rating
            .category
            .parse::<Category>()
            .ok()
            .and_then(Category::place)
            .ok_or_else(|| format!("unknown category of ratings \"{}\"", rating.category))?;
        rows.ratings[place] = Some(rating);
    }
    Ok(rows)
}
