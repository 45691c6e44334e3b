//! Games that are removed, restored and changed keep their numbers, and so do all others.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use partie_core::{Game, Position, Variant};
use partie_db::{
    columns::Row,
    library::{ExploreFilter, ExploreLimits, Library, LibraryError, LibraryWriter},
    query::{Condition, Name, Query, Subject as _},
};
use partie_formats::ReadOptions;
use partie_testkit::random::Chance;

/// The players with White of a library's games, by number.
type Players = BTreeMap<u64, String>;

/// Reads all games, one after the other and each by itself.
fn players(library: &Library) -> Players {
    let mut players = Players::new();
    let found = library.find(&Query::default(), |game| {
        players.insert(game.number, game.read(|view| view.tag("White").unwrap_or("?").to_owned())?);
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    found.expect("a disk");
    players
}

/// Compares all ways to ask a library with what it should hold.
fn check(folder: &Path, expected: &Players, removed: &Players) {
    let library = Library::open(folder).expect("a library");
    assert_eq!(library.check(|| ()).expect("a disk"), []);
    assert_eq!(library.manifest().games(), expected.len() as u64);
    assert_eq!(&players(&library), expected);
    assert_eq!(&players(&library.removed().expect("a library")), removed);
    let last = library.manifest().last_game;
    for number in 0..=last + 1 {
        let player = expected.get(&number);
        let game = library.game(number).expect("a disk");
        assert_eq!(game.as_ref().and_then(|game| game.tags.get("White")), player.map(|p| &**p));
        assert_eq!(
            library.summary(number).expect("a disk").is_some(),
            player.is_some(),
            "{number}"
        );
        let names = library.names(number).expect("a disk");
        assert_eq!(names.map(|[white, _]| white).as_ref(), player, "{number}");
    }
    // By an index, beside a scan.
    for name in ["Adams", "Burns", "Clark"] {
        let query = Query::new(vec![Condition::White(Name::new(name, false).expect("a name"))]);
        let mut found = Vec::new();
        let search = library.find(&query, |game| {
            found.push(game.number);
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        });
        search.expect("a disk");
        let of_player = expected.iter().filter(|(_, player)| *player == name);
        assert_eq!(found, of_player.map(|(number, _)| *number).collect::<Vec<_>>(), "{name}");
    }
    let limits = ExploreLimits {
        moves: 9,
        top_games: 16,
        recent_games: 16,
        history: false,
        unfinished: true,
    };
    let start = Position::start(Variant::Standard);
    let filters = [
        ExploreFilter::default(),
        ExploreFilter { since: Some((1, 1)), ..ExploreFilter::default() },
    ];
    for filter in filters {
        let explored = library.explore(&start, &filter, limits);
        assert_eq!(explored.results.games(), expected.len() as u64);
        let is_there = explored.recent_games.iter().all(|game| expected.contains_key(&game.number));
        assert!(is_there, "{explored:?}");
    }
}

/// Adds a game with a number, of one of three players.
fn add(writer: &mut LibraryWriter, number: u64) -> String {
    let (player, opening) =
        [("Adams", "e4"), ("Burns", "d4"), ("Clark", "c4")][(number % 3) as usize];
    let text = format!(
        "[White \"{player}\"]\n[Date \"1999.01.02\"]\n[Round \"{number}\"]\n\n1. {opening} 1-0\n"
    );
    let record = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten().next();
    writer.add("games.pgn", &Row::of_library(&record.expect("a game"))).expect("a disk");
    player.to_owned()
}

/// Games are removed, restored, changed and added by chance; what a library says is compared with a
/// list in memory after each change.
#[test]
fn numbers_stay() {
    let mut chance = Chance::new(3);
    for _ in 0..8 {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = &folder.path().join("library");
        let mut writer = LibraryWriter::create(folder).expect("a new folder");
        let (mut expected, mut removed) = (Players::new(), Players::new());
        // What the last edit can be undone to.
        let mut before: Option<(Players, Players)> = None;
        for _ in 0..30 {
            let some: BTreeSet<u64> = expected
                .keys()
                .chain(removed.keys())
                .copied()
                .filter(|_| chance.below(3) == 0)
                .collect();
            let (now, manifest) = ((expected.clone(), removed.clone()), writer.manifest().number);
            let kind = chance.below(6);
            let is_edit = kind > 1;
            match kind {
                0 | 1 => {
                    let first = writer.manifest().last_game + 1;
                    for number in first..=first + chance.below(5) as u64 {
                        let player = add(&mut writer, number);
                        if let Some((games, _)) = &mut before {
                            games.insert(number, player.clone());
                        }
                        expected.insert(number, player);
                    }
                    writer.commit(&[]).expect("a disk");
                    writer.merge_small().expect("a disk");
                }
                2 => {
                    writer.set_aside("remove", &some).expect("a disk");
                    for number in &some {
                        removed.extend(expected.remove(number).map(|player| (*number, player)));
                    }
                }
                3 => {
                    writer.restore("restore", &some).expect("a disk");
                    for number in &some {
                        expected.extend(removed.remove(number).map(|player| (*number, player)));
                    }
                }
                4 => {
                    let change = |_, mut game: Game| {
                        game.tags.set("White", "Evans");
                        Some(game)
                    };
                    writer.change_games("set", &some, change).expect("a disk");
                    for number in &some {
                        expected.entry(*number).and_modify(|player| *player = "Evans".to_owned());
                    }
                }
                _ => {
                    let edit = writer.undo().expect("a disk");
                    assert_eq!(edit.is_some(), before.is_some());
                    if let Some(undone) = before.take() {
                        (expected, removed) = undone;
                    }
                    check(folder, &expected, &removed);
                    continue;
                }
            }
            check(folder, &expected, &removed);
            // An edit that changes nothing leaves the one before to undo.
            if is_edit && writer.manifest().number != manifest {
                before = Some(now);
            }
        }
    }
}

/// Returns the paths of a folder's manifests, the newest last.
fn manifests(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_manifest = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let mut manifests: Vec<_> = entries.filter(is_manifest).collect();
    manifests.sort();
    manifests
}

/// A change of a library.
type Change = fn(&mut LibraryWriter);

/// A library whose manifest is damaged or lost has all its games when it is made anew, after changes of
/// all kinds.
#[test]
fn a_manifest_is_made_anew() {
    // The games that only the change removes are set aside.
    let last: [(&str, &[u64], Change); 9] = [
        ("import", &[], |_| ()),
        ("merge", &[], |writer| {
            for _ in 0..9 {
                let number = writer.manifest().last_game + 1;
                add(writer, number);
                writer.commit(&[]).expect("a disk");
            }
            writer.merge_small().expect("a disk");
        }),
        ("set", &[], |writer| {
            let numbers = [2, 7, 12].into();
            let change = |_, mut game: Game| {
                game.tags.set("White", "Evans");
                Some(game)
            };
            writer.change_games("set", &numbers, change).expect("a disk");
        }),
        ("delete", &[5, 10], |writer| {
            writer.delete_games("dedupe", &[5, 10].into()).expect("a disk");
        }),
        ("set aside", &[], |writer| {
            writer.set_aside("remove", &[3, 6, 9, 12].into()).expect("a disk");
        }),
        ("set a whole segment aside", &[], |writer| {
            writer.set_aside("remove", &(5..=9).collect()).expect("a disk");
        }),
        ("set all aside", &[], |writer| {
            writer.set_aside("remove", &(1..=12).collect()).expect("a disk");
        }),
        ("restore", &[], |writer| {
            writer.set_aside("remove", &[3, 6, 9, 12].into()).expect("a disk");
            writer.restore("restore", &[6].into()).expect("a disk");
        }),
        ("undo", &[], |writer| {
            writer.set_aside("remove", &[3, 6, 9, 12].into()).expect("a disk");
            writer.undo().expect("a disk");
        }),
    ];
    for (name, deleted, last) in last {
        for lost in ["flipped", "cut off", "newest", "all"] {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = &folder.path().join("library");
            let mut writer = LibraryWriter::create(folder).expect("a new folder");
            for number in 1..=12 {
                add(&mut writer, number);
                if number % 4 == 0 {
                    writer.commit(&[]).expect("a disk");
                }
            }
            let before = players(&Library::open(folder).expect("a library"));
            last(&mut writer);
            drop(writer);
            let library = Library::open(folder).expect("a library");
            let [games, mut removed] =
                [&library, &library.removed().expect("a library")].map(players);
            removed.extend(deleted.iter().map(|number| (*number, before[number].clone())));
            let manifests = manifests(folder);
            let newest = manifests.last().expect("a manifest");
            let mut text = fs::read(newest).expect("a manifest");
            let middle = text.len() / 2;
            match lost {
                "flipped" => {
                    text[middle] ^= 1;
                    fs::write(newest, text).expect("a disk");
                }
                "cut off" => fs::write(newest, &text[..middle]).expect("a disk"),
                "newest" => fs::write(newest, "").expect("a disk"),
                _ => manifests.iter().for_each(|path| fs::remove_file(path).expect("a disk")),
            }
            assert!(Library::open(folder).is_err(), "{name}, {lost}");
            let rebuilt = LibraryWriter::rebuild_manifest(folder).expect("a disk");
            let numbers = [rebuilt.games, rebuilt.set_aside];
            assert_eq!(numbers, [&games, &removed].map(|games| games.len() as u64), "{name}");
            assert_eq!(rebuilt.unreadable, [] as [&Path; 0]);
            check(folder, &games, &removed);
            // It can be added to; numbers are not used twice.
            let mut writer = LibraryWriter::open(folder).expect("a library");
            let next = writer.manifest().last_game + 1;
            let player = add(&mut writer, next);
            writer.commit(&[]).expect("a disk");
            let mut more = games;
            assert!(more.insert(next, player).is_none() && !removed.contains_key(&next));
            check(folder, &more, &removed);
        }
    }
}

/// Files of games that cannot be read are kept when a manifest is made anew, and so are the games of
/// earlier files.
#[test]
fn unreadable_games_are_kept_aside() {
    for (file, kept, left, set_aside) in [
        ("games/000002.parquet", "unreadable-000002.parquet", &[1, 3][..], &[4][..]),
        ("removed/000005.parquet", "unreadable-removed-000005.parquet", &[1, 2, 3, 4], &[]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = &folder.path().join("library");
        let mut writer = LibraryWriter::create(folder).expect("a new folder");
        for number in 1..=4 {
            add(&mut writer, number);
            writer.commit(&[]).expect("a disk");
        }
        writer.set_aside("remove", &[4].into()).expect("a disk");
        drop(writer);
        let damaged = folder.join(file);
        let bytes = fs::read(&damaged).expect("a file");
        fs::write(&damaged, &bytes[..bytes.len() - 9]).expect("a disk");
        for path in manifests(folder) {
            fs::remove_file(path).expect("a disk");
        }
        let rebuilt = LibraryWriter::rebuild_manifest(folder).expect("a disk");
        let kept = folder.join(kept);
        assert_eq!(rebuilt.unreadable, std::slice::from_ref(&kept));
        assert_eq!(fs::read(kept).expect("a file").len(), bytes.len() - 9);
        let library = Library::open(folder).expect("a library");
        assert_eq!(players(&library).into_keys().collect::<Vec<_>>(), left);
        let removed = players(&library.removed().expect("a library"));
        assert_eq!(removed.into_keys().collect::<Vec<_>>(), set_aside);
    }
}

/// Folders that are no libraries are not touched.
#[test]
fn other_folders_are_no_libraries() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let table = folder.join("games/000001.parquet");
    fs::create_dir(folder.join("games")).expect("a disk");
    for bytes in [&b"PAR1"[..], b""] {
        fs::write(&table, bytes).expect("a disk");
        let rebuilt = LibraryWriter::rebuild_manifest(folder);
        assert!(matches!(rebuilt, Err(LibraryError::NotALibrary(_))), "{rebuilt:?}");
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1);
        assert_eq!(fs::read(&table).expect("a file"), bytes);
    }
}
