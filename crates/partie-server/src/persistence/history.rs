//! The games that players keep, their histories and journals, and the facts of the store in
//! which they lie: `history` of an account and a number (`lasker/7`), `journal` of an account and a
//! place (`lasker/A`).

use std::{collections::BTreeMap, fmt, sync::Arc};

use partie_core::{ByColor, Color, Outcome};
use partie_ics::{
    Span, Tick,
    players::Account,
    record::{HistoryGame, NO_ECO, RecordedGame, RecordedMove},
};
use serde::{Deserialize, Serialize};

use super::{
    fingerprint,
    json::{self, Both, Problem, RatingRow, TermsRow},
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
    games: Vec<HistoryRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HistoryRow {
    number: u32,
    /// Set if the player had White.
    white: bool,
    game: GameRow,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Journal {
    version: u32,
    game: GameRow,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameRow {
    terms: TermsRow,
    names: Both<String>,
    ratings: Both<RatingRow>,
    /// FEN; none where it is the variant's start.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    start: Option<String>,
    /// SAN and the time taken.
    moves: Vec<(String, i64)>,
    /// Older stores have none.
    #[serde(default = "no_eco")]
    eco: String,
    since: i64,
    until: i64,
    outcome: String,
    ending: String,
}

fn no_eco() -> String {
    NO_ECO.to_owned()
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
    game: &'a RecordedGame,
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
        let RecordedGame { names, since, until, moves, .. } = self.game;
        let color = self.place.map(|(_, color)| color.is_white());
        fingerprint::number(&(color, &names.white, &names.black, since.0, until.0, moves.len()))
    }

    pub(super) fn fact(&self) -> Fact {
        let (kind, key) = self.place();
        let game = self.game.into();
        let data = match self.place {
            Some((number, color)) => {
                let games = vec![HistoryRow { number, white: color.is_white(), game }];
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
            for HistoryRow { number, white, game } in history.games {
                let color = if white { Color::White } else { Color::Black };
                // A store of the older form may have been rewritten by half.
                if account.history.iter().any(|known| known.number == number) {
                    continue;
                }
                let game = self.shared(game.game()?);
                account.history.push(HistoryGame { number, color, game });
            }
        } else {
            let journal: Journal = json::read(&fact.data, VERSION)?;
            let place = fact.key.split_once('/').and_then(|(_, place)| place.parse().ok());
            let place = place.ok_or("expected the place of a game, such as `lasker/A`")?;
            let game = self.shared(journal.game.game()?);
            account.journal.insert(place, game);
        }
        Ok(())
    }

    fn shared(&mut self, game: RecordedGame) -> Arc<RecordedGame> {
        let key = (game.until.0, game.names.white.clone(), game.names.black.clone());
        let known = self.0.entry(key).or_default();
        if let Some(same) = known.iter().find(|known| ***known == game) {
            return Arc::clone(same);
        }
        let game = Arc::new(game);
        known.push(Arc::clone(&game));
        game
    }
}

impl From<&RecordedGame> for GameRow {
    fn from(game: &RecordedGame) -> Self {
        let RecordedGame {
            terms,
            names,
            ratings,
            start,
            moves,
            eco,
            since,
            until,
            outcome,
            ending,
        } = game;
        Self {
            terms: terms.into(),
            names: names.clone().into(),
            ratings: ratings.map(RatingRow).into(),
            start: start.clone(),
            moves: moves.iter().map(|m| (m.san.clone(), m.took.0)).collect(),
            eco: eco.clone(),
            since: since.0,
            until: until.0,
            outcome: outcome.as_pgn().to_owned(),
            ending: json::write_ending(ending),
        }
    }
}

impl GameRow {
    fn game(self) -> Result<RecordedGame, Problem> {
        let outcome = Outcome::from_pgn(&self.outcome)
            .ok_or_else(|| format!("unknown result \"{}\"", self.outcome))?;
        let moves = self.moves.into_iter();
        Ok(RecordedGame {
            terms: self.terms.terms()?,
            names: self.names.into(),
            ratings: ByColor::from(self.ratings).map(|row| row.0),
            start: self.start,
            moves: moves.map(|(san, took)| RecordedMove { san, took: Span(took) }).collect(),
            eco: self.eco,
            since: Tick(self.since),
            until: Tick(self.until),
            outcome,
            ending: json::read_ending(&self.ending)?,
        })
    }
}
