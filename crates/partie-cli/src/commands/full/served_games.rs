//! The finished games of a chess server, as its pages show them.
//!
//! They lie in a file for each month. The number of a game says its month and its place in the file,
//! so that its address stays: months since the year 2000 in half millions of games, PGN before BPGN.

use std::{
    collections::{BTreeMap, BinaryHeap, btree_map::Entry},
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use partie_core::Game;
use partie_db::query::Name;
use partie_server::pages::{GameList, ListedGame, Search, Sheet, Words};
use partie_site::player::sheet;

use super::game_index::GameIndex;
use crate::{
    args::Reading,
    commands::{games::Games, player},
    input::Input,
};

/// Numbers of the games of a file.
const GAMES: u64 = 500_000;
/// The longest time to look for games that were added.
const LOOK: Duration = Duration::from_secs(2);

/// Position of a game among the games of all files, in the order in which they were written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GameOrder {
    month: u64,
    time: u64,
    file: u64,
}

impl GameOrder {
    /// After all games.
    const LAST: GameOrder = GameOrder { month: u64::MAX, time: u64::MAX, file: u64::MAX };

    /// The place of a game, given by its number; the end of its file if there is no such game.
    fn of(files: &BTreeMap<u64, GameIndex>, number: u64) -> GameOrder {
        let file = number / GAMES;
        let at = (number % GAMES).checked_sub(1);
        let time = at.and_then(|at| files.get(&file)?.times().get(at as usize));
        GameOrder { month: file / 2, time: time.copied().unwrap_or(u64::MAX), file }
    }
}

/// The games in the monthly files of a folder.
pub(super) struct ServedGames {
    title: String,
    folder: PathBuf,
    files: Mutex<BTreeMap<u64, GameIndex>>,
}

impl ServedGames {
    pub(super) fn new(title: &str, folder: &Path) -> ServedGames {
        ServedGames { title: title.to_owned(), folder: folder.to_owned(), files: Mutex::default() }
    }

    /// The paths of the files by their months.
    fn paths(&self) -> BTreeMap<u64, PathBuf> {
        let paths = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let paths = paths.map(|entry| entry.path());
        paths.filter_map(|path| Some((month_of(path.file_name()?.to_str()?)?, path))).collect()
    }

    /// The files with all games that they have now.
    fn files(&self) -> MutexGuard<'_, BTreeMap<u64, GameIndex>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        // What cannot be read is not listed; the server itself reports faults of its disk.
        for (month, path) in self.paths() {
            let games = match files.entry(month) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    match GameIndex::open(&Input::File(path), &Reading::default()) {
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
        self.files().values().map(GameIndex::found).sum()
    }

    fn is_counted(&self) -> bool {
        false
    }

    fn has_players(&self) -> bool {
        true
    }

    fn game(&self, number: u64) -> Option<Game> {
        let mut files = self.files();
        let games = files.get_mut(&(number / GAMES))?;
        Some(games.game(number % GAMES).ok()??.parsed.value)
    }

    /// The newest games come first: the games of a month's two files in the order in which they
    /// ended, as far as their starts tell.
    fn find(&self, _: &Search, after: u64, most: usize) -> Result<Vec<ListedGame>, String> {
        let mut files = self.files();
        let before = match after {
            0 => GameOrder::LAST,
            after => GameOrder::of(&files, after),
        };
        // The last game of each file that is not listed, the newest on top.
        let last = |(file, games): (&u64, &GameIndex)| {
            let earlier = |time| GameOrder { month: file / 2, time, file: *file } < before;
            let count = if *file == before.file {
                games.found().min((after % GAMES).saturating_sub(1))
            } else {
                games.times().partition_point(|time| earlier(*time)) as u64
            };
            // More have no numbers.
            let count = count.min(GAMES - 1);
            let number = file * GAMES + count;
            (count > 0).then(|| (GameOrder::of(&files, number), number))
        };
        let mut lasts: BinaryHeap<_> = files.iter().filter_map(last).collect();
        let mut rows = Vec::new();
        while rows.len() < most
            && let Some((GameOrder { file, .. }, number)) = lasts.pop()
        {
            if number % GAMES > 1 {
                lasts.push((GameOrder::of(&files, number - 1), number - 1));
            }
            let games = files.get_mut(&file);
            if let Some(Ok(Some(record))) = games.map(|games| games.game(number % GAMES)) {
                rows.push(ListedGame::of(number, record.game()));
            }
        }
        Ok(rows)
    }

    fn player(&self, name: &str, words: &Words) -> Result<Option<Sheet>, String> {
        let name = Name::new(name, false).map_err(|error| error.to_string())?;
        let inputs = self.paths().into_values().map(Input::File).collect();
        let games = Games::open(inputs, &Reading::default()).silently();
        let (report, _) = player::collect(&games, name).map_err(|error| error.to_string())?;
        Ok(sheet(&report, words))
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

    #[test]
    fn bughouse_is_listed_among_the_other_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, games: &[(&str, &str)]| {
            let games = games.iter().map(|(white, began)| {
                format!("[WhiteA \"{white}\"]\n[Date \"2026.11.03\"]\n[Time \"{began}\"]\n\n*\n\n")
            });
            fs::write(folder.path().join(name), games.collect::<String>()).expect("written");
        };
        // Cora's game began before Bert's, but ended after it.
        let games = [("Anna", "10:00:00"), ("Bert", "12:00:00"), ("Cora", "11:00:00")];
        write("2026-11.pgn", &[&games[..], &[("Dora", "13:00:00")]].concat());
        write("2026-11.bpgn", &[("Eva", "11:30:00"), ("Fred", "12:30:00"), ("Gina", "12:40:00")]);
        write("2026-10.bpgn", &[("Hugo", "23:00:00")]);
        let served = ServedGames::new("Games", folder.path());
        let find = |after, most| served.find(&Search::default(), after, most).expect("games");
        let all = find(0, 9);
        let names: Vec<&str> = all.iter().map(|row| row.white.as_str()).collect();
        assert_eq!(names, ["Dora", "Gina", "Fred", "Cora", "Bert", "Eva", "Anna", "Hugo"]);
        for (at, row) in (1..).zip(&all) {
            assert_eq!(find(row.number, 9), all[at..], "after {}", row.white);
        }
        assert_eq!(find(all[1].number, 2), all[2..4]);
    }
}
