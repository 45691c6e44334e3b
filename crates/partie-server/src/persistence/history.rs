//! The games that players keep, their histories and journals, and the facts of the store in
//! which they lie: `history` of an account and a number (`lasker/7`), `journal` of an account and a
//! place (`lasker/A`).

use std::{collections::BTreeMap, fmt, sync::Arc};

use partie_core::Color;
use partie_ics::{
    players::Account,
    record::{HistoryGame, RecordedGame},
};
use serde::{Deserialize, Serialize};

use super::{
    fingerprint,
    json::{self, Problem},
};
use crate::store::model::Fact;

/// The newest version of the JSON.
const VERSION: u32 = 1;
/// The kind of the facts of histories.
pub(super) const HISTORY: &str = "history";
/// The kind of the facts of journals.
pub(super) const JOURNAL: &str = "journal";

/// One game; older stores have all games of an account in a row with its name alone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct History {
    version: u32,
    games: Vec<HistoryGame>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Journal {
    version: u32,
    game: Arc<RecordedGame>,
}

/// The owner of a fact: `lasker` of `lasker/A`.
pub(super) fn owner(key: &str) -> &str {
    key.split_once('/').map_or(key, |(owner, _)| owner)
}

/// A game of an account's history or journal. Games do not change, so a stored game's fact is not
/// written again.
pub(super) struct StoredGame<'a> {
    key: String,
    /// The number in the history and the player's side; none in a journal.
    place: Option<(u32, Color)>,
    game: &'a Arc<RecordedGame>,
}

/// Lists the games of an account's history and journal.
pub(super) fn stored_games<'a>(
    account: &'a Account,
    key: &str,
) -> impl Iterator<Item = StoredGame<'a>> {
    let of = move |place: &dyn fmt::Display| format!("{key}/{place}");
    let history = account.history.iter().map(move |HistoryGame { number, color, game }| {
        StoredGame { key: of(number), place: Some((*number, *color)), game }
    });
    let journal = account.journal.iter().map(move |(place, game)| StoredGame {
        key: of(place),
        place: None,
        game,
    });
    history.chain(journal)
}

impl StoredGame<'_> {
    /// The kind and the key of its fact.
    pub(super) fn place(&self) -> (String, String) {
        let kind = if self.place.is_some() { HISTORY } else { JOURNAL };
        (kind.to_owned(), self.key.clone())
    }

    /// A number that another game in its place does not have.
    pub(super) fn fingerprint(&self) -> u64 {
        let RecordedGame { names, since, until, moves, .. } = &**self.game;
        let color = self.place.map(|(_, color)| color.is_white());
        fingerprint::number(&(color, &names.white, &names.black, since.0, until.0, moves.len()))
    }

    pub(super) fn fact(&self) -> Fact {
        let (kind, key) = self.place();
        let game = Arc::clone(self.game);
        let data = match self.place {
            Some((number, color)) => {
                let games = vec![HistoryGame { number, color, game }];
                json::write(&History { version: VERSION, games })
            }
            None => json::write(&Journal { version: VERSION, game }),
        };
        Fact { kind, key, data }
    }
}

/// Puts the games of a history in order: their numbers go up, with 0 after 99, and one may be missing.
/// The first one comes after the widest gap.
pub(super) fn put_in_order(history: &mut [HistoryGame]) {
    history.sort_by_key(|game| game.number);
    let before = history.iter().cycle().skip(history.len().saturating_sub(1));
    let gaps = history.iter().zip(before).map(|(game, before)| {
        // None between one number and the next.
        (game.number + 99 - before.number) % 100
    });
    if let Some((first, _)) = gaps.enumerate().max_by_key(|(_, gap)| *gap) {
        history.rotate_left(first);
    }
}

/// Games that were read, so that both players of a game share it as they did before.
#[derive(Default)]
pub(super) struct Games(BTreeMap<(i64, String, String), Vec<Arc<RecordedGame>>>);

impl Games {
    /// Puts a fact where it belongs.
    pub(super) fn take(&mut self, fact: &Fact, account: &mut Account) -> Result<(), Problem> {
        if fact.kind == HISTORY {
            let history: History = json::read(&fact.data, VERSION)?;
            for HistoryGame { number, color, game } in history.games {
                // A store of the older form may have been rewritten by half.
                if account.history.iter().any(|known| known.number == number) {
                    continue;
                }
                let game = self.shared(game);
                account.history.push(HistoryGame { number, color, game });
            }
        } else {
            let journal: Journal = json::read(&fact.data, VERSION)?;
            let place = fact.key.split_once('/').and_then(|(_, place)| place.parse().ok());
            let place = place.ok_or("expected the place of a game, such as `lasker/A`")?;
            let game = self.shared(journal.game);
            account.journal.insert(place, game);
        }
        Ok(())
    }

    fn shared(&mut self, game: Arc<RecordedGame>) -> Arc<RecordedGame> {
        let key = (game.until.0, game.names.white.clone(), game.names.black.clone());
        let known = self.0.entry(key).or_default();
        if let Some(same) = known.iter().find(|known| **known == game) {
            return Arc::clone(same);
        }
        known.push(Arc::clone(&game));
        game
    }
}
