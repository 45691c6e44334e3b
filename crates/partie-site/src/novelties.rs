//! Reports on novelties, in English.

use partie_core::{Color, Date, Outcome};
use partie_db::library::{ExploredMove, Libraries, LibraryError, Novelty};
use partie_formats::text::{count, grouped};

use crate::{
    crosstable,
    position::numbered,
    report::{Board, Part, Report},
    text_table::TextTable,
};

/// Number of moves that are named.
const NAMED: usize = 4;

/// Most boards of a page.
const BOARDS: usize = 24;

/// A game whose novelty was looked for.
#[derive(Clone, Debug)]
pub struct NoveltyOfGame {
    /// Number of the game in its file, from 1.
    pub number: u64,
    /// Names of the players; empty if they are not known.
    pub names: [String; 2],
    /// Result.
    pub outcome: Outcome,
    /// Date.
    pub date: Option<Date>,
    /// Name of the event; empty if it is not known.
    pub event: String,
    /// The novelty; `None` if every position was known.
    pub novelty: Option<Novelty>,
    /// Players and year of the last game that had the position before.
    pub last: Option<String>,
}

impl NoveltyOfGame {
    /// Returns the name of the game: its players, event and date.
    #[must_use]
    pub fn name(&self) -> String {
        let [white, black] =
            self.names.each_ref().map(|name| if name.is_empty() { "?" } else { name.as_str() });
        let event = Some(self.event.clone()).filter(|event| !event.is_empty());
        let parts = event.into_iter().chain(self.date.map(crosstable::date));
        std::iter::once(format!("{white} – {black}")).chain(parts).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the players and the year of the last game that had the position before a novelty.
///
/// # Errors
///
/// If a file cannot be read or is damaged.
pub fn last_game(
    novelty: &Novelty,
    libraries: Libraries<'_>,
) -> Result<Option<String>, LibraryError> {
    let Some(game) = &novelty.last_game else { return Ok(None) };
    let names = libraries.names(game.number)?.unwrap_or_default();
    let [white, black] = names.map(|name| if name.is_empty() { "?".to_owned() } else { name });
    let year = game.summary.year;
    let year = if year > 0 { format!(", {year}") } else { String::new() };
    Ok(Some(format!("{white} – {black}{year}")))
}

/// Returns a sentence about a novelty, as a comment after it.
#[must_use]
pub fn comment(novelty: &Novelty, last: Option<&str>) -> String {
    if novelty.games == 0 {
        return "Novelty. No earlier game of the library had the position before it.".to_owned();
    }
    let games = count(novelty.games, "earlier game");
    let mut text = format!("Novelty. {games} had the position before it");
    if !novelty.moves.is_empty() {
        text += &format!(": {}", played(&novelty.moves));
    }
    if let Some(last) = last {
        text += &format!("; the last one {last}");
    }
    text + "."
}

/// Names the most frequent moves: `Nf3 (12), h3 (2)`.
fn played(moves: &[ExploredMove]) -> String {
    let named = moves.iter().take(NAMED);
    let mut text: Vec<String> =
        named.map(|m| format!("{} ({})", m.san, grouped(m.results.games()))).collect();
    if moves.len() > NAMED {
        text.push(format!("{} others", moves.len() - NAMED));
    }
    text.join(", ")
}

/// Reports on the novelties of games.
#[must_use]
pub fn report(games: &[NoveltyOfGame]) -> Report {
    let found = || games.iter().filter_map(|game| Some((game, game.novelty.as_ref()?)));
    let mut table = TextTable { fixed: 1, shortened: 1, ..TextTable::default() };
    table.column("", true);
    table.column("game", false);
    table.column("novelty", false);
    table.column("before", true);
    table.column("played before", false);
    table.optional("last game", false);
    for game in games {
        let mut row = vec![game.number.to_string(), game.name()];
        row.extend(match &game.novelty {
            Some(novelty) => [
                numbered(&novelty.before, std::slice::from_ref(&novelty.san)),
                grouped(novelty.games),
                played(&novelty.moves),
                game.last.clone().unwrap_or_default(),
            ],
            None => ["none".to_owned(), String::new(), String::new(), String::new()],
        });
        table.rows.push(row);
    }
    let number = found().count() as u64;
    Report {
        title: "Novelties".to_owned(),
        facts: vec![format!("{} in {}", noun(number), count(games.len() as u64, "game"))],
        boards: found().take(BOARDS).map(|(game, novelty)| board(game, novelty)).collect(),
        drawings: Vec::new(),
        parts: vec![Part { heading: String::new(), table, notes: Vec::new() }],
        notes: Vec::new(),
    }
}

fn noun(number: u64) -> String {
    if number == 1 { "1 novelty".to_owned() } else { format!("{} novelties", grouped(number)) }
}

/// Returns the position after a novelty.
fn board(game: &NoveltyOfGame, novelty: &Novelty) -> Board {
    let word = numbered(&novelty.before, std::slice::from_ref(&novelty.san));
    Board {
        position: novelty.after.clone(),
        last: Some(partie_core::moves::uci::write(&novelty.before, novelty.played)),
        is_flipped: novelty.before.turn() == Color::Black,
        is_large: false,
        caption: format!("{word}  {}", game.name()),
    }
}
