//! The pages of players and tournaments.

use std::{collections::BTreeMap, hash::Hasher as _};

use fnv::FnvHasher;
use partie_core::Color;
use partie_db::tournament::{EventGame, Points, Tournament, events, is_casual};
use partie_page::{Cell, Column, ListedGame, Sheet, Table, Words, pages};
use partie_render::RenderError;

use super::Site;
use crate::crosstable::sheet;

/// The fewest games of an event with a crosstable.
const FEWEST: usize = 3;

/// Returns the tournaments of some games with the numbers of their games, the largest first; casual
/// games are left out.
pub(super) fn tournaments(games: Vec<EventGame>) -> Vec<(Tournament, Vec<u64>)> {
    let is_tournament = |games: &Vec<EventGame>| games.len() >= FEWEST && !is_casual(games);
    let parts = events(games).into_iter().filter(is_tournament);
    let mut all: Vec<_> = parts
        .map(|games| {
            let numbers = games.iter().map(|game| game.number).collect();
            (Tournament::new(games, None), numbers)
        })
        .collect();
    all.retain(|(tournament, _)| !tournament.event.is_empty());
    all.sort_by_key(|(tournament, _)| std::cmp::Reverse(tournament.games.len()));
    all
}

/// The address of the crosstable of a tournament, given its index.
pub(super) fn tournament_address(index: usize) -> String {
    format!("tournaments/{}.html", index + 1)
}

/// The address of the page of a player.
pub(super) fn player_address(name: &str) -> String {
    format!("players/{}.html", slug(name))
}

/// Counts the games of each player; teams are none.
pub(super) fn counted(games: &[ListedGame]) -> BTreeMap<String, usize> {
    let players = Players::of(games).games.into_iter();
    players.map(|(name, games)| (name.to_owned(), games.len())).collect()
}

/// Writes the pages of tournaments and players, and the lists of both.
pub(super) fn write<E: From<RenderError>>(
    site: &Site<'_, E>,
    tournaments: &[(Tournament, Vec<u64>)],
) -> Result<(), E> {
    let players = Players::of(&site.games);
    let shell = site.shell("./", "tournaments.html");
    let words = site.words;
    let mut list = Table {
        columns: vec![Column::new(&words.event, false), Column::new("", false)],
        filtered: true,
        ..Table::default()
    };
    for (index, (tournament, _)) in tournaments.iter().enumerate() {
        let href = tournament_address(index);
        let label = sheet::title(tournament, words);
        list.rows.push(vec![Cell::link(&label, &href), Cell::new(sheet::facts(tournament, words))]);
        let shell = site.shell("../", "");
        let address = |name: &str| Some(format!("../{}", players.href(name)?));
        let game = |number| format!("../games/{number}.html");
        let page = pages::sheet(&shell, &sheet::sheet(tournament, words, address, game));
        (site.write)(&href, page.as_bytes())?;
    }
    let title = words.tournaments.clone();
    if !list.rows.is_empty() {
        let listed = Sheet { title, tables: vec![list], ..Sheet::default() };
        (site.write)("tournaments.html", pages::sheet(&shell, &listed).as_bytes())?;
    }
    players.write(site)
}

/// The players of all games, by their names.
struct Players<'a> {
    games: BTreeMap<&'a str, Vec<&'a ListedGame>>,
}

impl<'a> Players<'a> {
    fn of(all: &'a [ListedGame]) -> Players<'a> {
        let mut games: BTreeMap<&str, Vec<&ListedGame>> = BTreeMap::new();
        for game in all.iter().filter(|game| !game.teams) {
            for name in [&game.white, &game.black] {
                let of_player = games.entry(name).or_default();
                // Someone may have played against themselves.
                if of_player.last().is_none_or(|last| last.number != game.number) {
                    of_player.push(game);
                }
            }
        }
        games.remove("");
        Players { games }
    }

    /// Returns the address of a player's page, or of the game if the player has only one.
    fn href(&self, name: &str) -> Option<String> {
        match self.games.get(name)?[..] {
            [only] => Some(only.href.clone()),
            _ => Some(player_address(name)),
        }
    }

    fn write<E: From<RenderError>>(&self, site: &Site<'_, E>) -> Result<(), E> {
        let words = site.words;
        let mut list = Table {
            columns: vec![
                Column::new(&words.player, false),
                Column::new(&words.games, true),
                Column::new(&words.points, true),
            ],
            filtered: true,
            ..Table::default()
        };
        for (name, games) in &self.games {
            let Some(href) = self.href(name) else { continue };
            let (points, _) = score(games, name);
            list.rows.push(vec![
                Cell::link(*name, &href),
                Cell::new(games.len().to_string()),
                Cell::new(points.to_string()),
            ]);
            if games.len() > 1 {
                let page = pages::sheet(&site.shell("../", ""), &self.player(words, name, games));
                (site.write)(&href, page.as_bytes())?;
            }
        }
        if list.rows.is_empty() {
            return Ok(());
        }
        let sheet = Sheet { title: words.players.clone(), tables: vec![list], ..Sheet::default() };
        let shell = site.shell("./", "players.html");
        (site.write)("players.html", pages::sheet(&shell, &sheet).as_bytes())
    }

    /// The page of a player.
    fn player(&self, words: &Words, name: &str, games: &[&ListedGame]) -> Sheet {
        let mut table = Table {
            columns: vec![
                Column::new(&words.number, true),
                Column::new(&words.colour, false),
                Column::new(&words.opponent, false),
                Column::new(&words.result, false),
                Column::new(&words.event, false),
                Column::new(&words.date, false),
            ],
            filtered: games.len() > 20,
            ..Table::default()
        };
        for game in games {
            let is_white = game.white == name;
            let (colour, opponent) =
                if is_white { (&words.white, &game.black) } else { (&words.black, &game.white) };
            let href = self.href(opponent).map(|href| format!("../{href}"));
            table.rows.push(vec![
                Cell::link(game.number.to_string(), format!("../{}", game.href)),
                Cell::new(colour),
                Cell { href, ..Cell::new(opponent) },
                Cell::new(game.result()),
                Cell::new(&game.event),
                Cell::date(&game.date, words),
            ]);
        }
        let (points, decided) = score(games, name);
        let facts = vec![words.labelled(&words.score, format!("{points} / {decided}"))];
        Sheet { title: name.to_owned(), facts, tables: vec![table], ..Sheet::default() }
    }
}

/// The points of a player in the games that have a result, and the number of these.
fn score(games: &[&ListedGame], name: &str) -> (Points, usize) {
    let points = games.iter().filter_map(|game| {
        let color = if game.white == name { Color::White } else { Color::Black };
        Points::of(game.outcome, color)
    });
    let halves: Vec<u32> = points.map(|points| points.halves).collect();
    (Points { halves: halves.iter().sum() }, halves.len())
}

/// A name of a file for a name of a player: its ASCII letters, small, and a number that other names
/// do not have.
fn slug(name: &str) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(name.as_bytes());
    let hash = hasher.finish();
    let mut words = String::new();
    for c in name.chars().take(40) {
        if c.is_ascii_alphanumeric() {
            words.push(c.to_ascii_lowercase());
        } else if !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
    }
    format!("{}-{hash:016x}", words.trim_end_matches('-')).trim_start_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use partie_core::Outcome;

    use super::*;

    #[test]
    fn names_of_files() {
        for (name, expected) in [
            ("Kasparov, Garry", "kasparov-garry-"),
            ("../../etc/passwd", "etc-passwd-"),
            ("CON", "con-"),
            ("Ж", ""),
        ] {
            let slug = slug(name);
            assert_eq!(&slug[..slug.len() - 16], expected, "{name}");
        }
        assert_ne!(slug("Ж"), slug("Я"));
    }

    #[test]
    fn points_of_games_with_a_result() {
        let game = |white: &str, outcome| ListedGame {
            white: white.to_owned(),
            outcome,
            ..ListedGame::default()
        };
        let games = [
            game("A", Outcome::Win(Color::White)),
            game("B", Outcome::Win(Color::White)),
            game("B", Outcome::Draw),
            game("A", Outcome::Unknown),
        ];
        let games: Vec<_> = games.iter().collect();
        let (points, decided) = score(&games, "A");
        assert_eq!((points.to_string().as_str(), decided), ("1½", 3));
    }
}
