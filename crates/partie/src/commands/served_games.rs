//! The finished games of a chess server, as its pages show them.
//!
//! They lie in a file for each month. The number of a game says its month and its place in the file,
//! so that its address stays: months since the year 2000 in half millions of games, PGN before BPGN.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use partie_core::Game;
use partie_db::{
    player::{PlayerGame, PlayerReport},
    query::Name,
};
use partie_formats::ReadOptions;
use partie_server::pages::{GameList, ListedGame, Search, Sheet, Words};

use super::{file_games::FileGames, player};
use crate::input::Input;

/// Numbers of the games of a file.
const GAMES: u64 = 500_000;
/// The longest time to look for games that were added.
const LOOK: Duration = Duration::from_secs(2);

/// The games in the monthly files of a folder.
pub(super) struct ServedGames {
    title: String,
    folder: PathBuf,
    files: Mutex<BTreeMap<u64, FileGames>>,
}

impl ServedGames {
    pub(super) fn new(title: &str, folder: &Path) -> ServedGames {
        ServedGames { title: title.to_owned(), folder: folder.to_owned(), files: Mutex::default() }
    }

    /// The files with all games that they have now.
    fn files(&self) -> MutexGuard<'_, BTreeMap<u64, FileGames>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        // What cannot be read is not listed; the server itself reports faults of its disk.
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Some(month) = path.file_name().and_then(|name| month_of(name.to_str()?)) else {
                continue;
            };
            let games = match files.entry(month) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    match FileGames::open(&Input::File(path), None, ReadOptions::default()) {
                        Ok(games) => new.insert(games),
                        Err(_) => continue,
                    }
                }
            };
            if games.look_again().is_ok() {
                let _ = games.find_more(LOOK);
            }
        }
        files
    }
}

/// The half months since the year 2000 of `2026-11.pgn` or `2026-11.bpgn`.
fn month_of(name: &str) -> Option<u64> {
    let (stem, extension) = name.split_once('.')?;
    let (year, month) = stem.split_once('-')?;
    let (year, month): (u64, u64) = (year.parse().ok()?, month.parse().ok()?);
    let half = ["pgn", "bpgn"].iter().position(|known| *known == extension)? as u64;
    let months = year.checked_sub(2000)? * 12 + month.checked_sub(1)?;
    (month <= 12).then_some(months * 2 + half)
}

impl GameList for ServedGames {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn len(&self) -> u64 {
        self.files().values().map(FileGames::found).sum()
    }

    fn is_counted(&self) -> bool {
        false
    }

    fn has_players(&self) -> bool {
        true
    }

    fn row(&self, number: u64) -> Option<ListedGame> {
        Some(ListedGame::of(number, &self.game(number)?))
    }

    fn game(&self, number: u64) -> Option<Game> {
        let mut files = self.files();
        let games = files.get_mut(&(number / GAMES))?;
        Some(games.game(number % GAMES).ok()??.parsed.value)
    }

    /// The newest games come first.
    fn find(&self, _: &Search, after: u64, most: usize) -> Result<Vec<ListedGame>, String> {
        let mut rows = Vec::new();
        let before = if after == 0 { u64::MAX } else { after };
        for (month, games) in self.files().iter_mut().rev() {
            // More have no numbers.
            let last = games.found().min(GAMES - 1);
            let last = last.min(before.saturating_sub(1).saturating_sub(month * GAMES));
            for at in (1..=last).rev() {
                if rows.len() == most {
                    return Ok(rows);
                }
                let number = month * GAMES + at;
                if let Ok(Some(record)) = games.game(at) {
                    rows.push(ListedGame::of(number, record.game()));
                }
            }
        }
        Ok(rows)
    }

    fn player(&self, name: &str, words: &Words) -> Result<Option<Sheet>, String> {
        let name = Name::new(name, false).map_err(|error| error.to_string())?;
        let mut report = PlayerReport::default();
        for games in self.files().values_mut() {
            let records = games.games_from(1).map_err(|error| error.to_string())?;
            for record in records.into_iter().flatten().flatten() {
                if let Some(game) = PlayerGame::of(&record, &name) {
                    report.add(&game);
                }
            }
        }
        Ok(player::sheet(&report, words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months() {
        for (name, month) in [
            ("2000-01.pgn", Some(0)),
            ("2000-01.bpgn", Some(1)),
            ("2026-11.pgn", Some((26 * 12 + 10) * 2)),
            ("2026-13.pgn", None),
            ("2026-00.pgn", None),
            ("1999-12.pgn", None),
            ("2026-11.pgn.zst", None),
            ("notes.txt", None),
        ] {
            assert_eq!(month_of(name), month, "{name}");
        }
    }

    #[test]
    fn the_newest_games_come_first_and_keep_their_numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, players: &[&str]| {
            let games = players.iter().map(|white| format!("[White \"{white}\"]\n\n1. e4 *\n\n"));
            fs::write(folder.path().join(name), games.collect::<String>()).expect("written");
        };
        write("2026-10.pgn", &["Anna", "Bert"]);
        write("2026-11.pgn", &["Cora"]);
        let served = ServedGames::new("Games", folder.path());
        let rows = |after, most| -> Vec<(u64, String)> {
            let found = served.find(&Search::default(), after, most).expect("games");
            found.into_iter().map(|row| (row.number, row.white)).collect()
        };
        let all = rows(0, 10);
        let names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["Cora", "Bert", "Anna"]);
        assert_eq!(rows(all[0].0, 1), all[1..2]);
        assert_eq!(rows(all[1].0, 10), all[2..]);
        write("2026-11.pgn", &["Cora", "Dora"]);
        assert_eq!(rows(0, 1)[0].1, "Dora");
        assert_eq!(served.len(), 4);
        let white =
            |number| served.game(number).and_then(|game| Some(game.tags.get("White")?.to_owned()));
        assert_eq!(white(all[0].0).as_deref(), Some("Cora"));
        assert_eq!(white(7), None);
        let english = Words::of("en");
        let sheet = served.player("dora", english).expect("read").expect("a report");
        assert_eq!(sheet.title, "Dora");
        assert!(served.player("Emil", english).expect("read").is_none());
    }
}
