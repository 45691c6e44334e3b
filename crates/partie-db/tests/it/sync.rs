//! A library brought in line with sources that were corrected.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    path::Path,
};

use partie_db::{
    columns::Row,
    library::{
        Library, LibraryError, LibraryWriter, SourceCounts, SourceEntry, SourceSync, SyncChange,
    },
    query::{Query, Subject as _},
};
use partie_formats::ReadOptions;
use partie_testkit::random::Chance;

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
    9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8";

/// Returns the rows of a text.
fn rows(text: &str) -> Vec<Row> {
    let read = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
    read.map(|record| Row::of_library(&record.expect("memory"))).collect()
}

/// A game of a round: players, further tags, moves and result.
fn game(round: u32, tags: &str, moves: &str, result: &str) -> String {
    format!(
        "[Event \"Club ch\"]\n[Date \"2026.11.{:02}\"]\n[Round \"{round}\"]\n[White \"Novak, Jan\"]\n\
         [Black \"Svoboda, Eva\"]\n[Result \"{result}\"]\n{tags}\n{moves} {result}\n\n",
        round % 28 + 1
    )
}

/// Adds the games of a text to a library that may be new.
fn import(folder: &Path, source: &str, text: &str) {
    let mut writer = if folder.exists() {
        LibraryWriter::open(folder).expect("a library")
    } else {
        LibraryWriter::create(folder).expect("a new folder")
    };
    for row in rows(text) {
        writer.add_new(source, &row).expect("a disk");
    }
    writer.commit(&[]).expect("a disk");
}

/// Brings a library in line with a text. Returns the numbers, and the games that are missing.
fn sync(folder: &Path, source: &str, text: &str, removes: bool) -> (SourceCounts, Vec<u64>) {
    let names = vec![source.to_owned()];
    let rows = rows(text);
    let compare = |mut sync: SourceSync<'_>| {
        let mut corrected = 0;
        let mut changed = |change: SyncChange<'_>| {
            corrected += u64::from(matches!(change, SyncChange::Corrected(..)));
        };
        for row in &rows {
            sync.add(0, row, &mut changed).expect("a disk");
        }
        sync.read_to_end(&mut changed).expect("a disk");
        let missing: Vec<u64> = sync.missing(0).collect();
        let counts = sync.counts(0);
        assert_eq!(corrected, counts.corrected);
        let sum =
            counts.new + counts.corrected + counts.same + counts.known + counts.aside + counts.kept;
        assert_eq!(counts.read, sum);
        let aside: BTreeSet<u64> = missing.iter().copied().filter(|_| removes).collect();
        let entry = SourceEntry {
            games: counts.read,
            complete: true,
            ..SourceEntry::unread(source.to_owned(), None)
        };
        sync.finish(&aside, &[entry]).expect("a disk");
        (counts, missing)
    };
    let only_compared = compare(SourceSync::compared(folder, names.clone()).expect("a library"));
    let mut writer = LibraryWriter::open(folder).expect("a library");
    let done = compare(SourceSync::new(&mut writer, names).expect("a library"));
    assert_eq!(done, only_compared);
    done
}

/// Returns the games of a library as texts, with their numbers.
fn games(folder: &Path) -> BTreeMap<u64, String> {
    let library = Library::open(folder).expect("a library");
    assert_eq!(library.check(|| ()).expect("a disk"), []);
    texts(&library)
}

fn texts(library: &Library) -> BTreeMap<u64, String> {
    let mut games = BTreeMap::new();
    let found = library.find(&Query::default(), |game| {
        games.insert(
            game.number,
            game.read(|view| String::from_utf8_lossy(view.text()).into_owned())?,
        );
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    found.expect("a disk");
    games
}

/// Changes of a file with three rounds, and numbers: new, corrected, unchanged, already there, kept,
/// and the numbers of the missing games.
#[test]
fn games_that_were_corrected() {
    let short = "1. d4 d5 2. c4 e6";
    let at = |address: &str| format!("[Site \"https://lichess.org/{address}\"]\n");
    let three = [
        game(1, &at("aaaaaaaa"), MOVES, "1-0"),
        game(2, "", short, "1/2-1/2"),
        game(3, "[WhiteElo \"1900\"]\n", MOVES, "0-1"),
    ];
    let [one, two, three] = three.each_ref().map(String::as_str);
    let changed = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    };
    let cases: [(&str, String, [u64; 5], &[u64]); 17] = [
        ("nothing", [one, two, three].concat(), [0, 0, 3, 0, 0], &[]),
        ("another order", [three, two, one].concat(), [0, 0, 3, 0, 0], &[]),
        (
            "a new game",
            [one, two, three, &game(4, "", short, "1-0")].concat(),
            [1, 0, 3, 0, 0],
            &[],
        ),
        ("one that is gone", [one, three].concat(), [0, 0, 2, 0, 0], &[2]),
        ("one twice", [one, two, two, three].concat(), [0, 0, 3, 1, 0], &[]),
        ("a result", [one, &changed(two, "1/2-1/2", "1-0"), three].concat(), [0, 1, 2, 0, 0], &[]),
        ("a move", [one, &changed(two, "c4", "Nf3"), three].concat(), [0, 1, 2, 0, 0], &[]),
        (
            "a tag more",
            [one, two, &changed(three, "\n\n1.", "\n[ECO \"C96\"]\n\n1.")].concat(),
            [0, 1, 2, 0, 0],
            &[],
        ),
        (
            "a tag less",
            [one, two, &changed(three, "[WhiteElo \"1900\"]\n", "")].concat(),
            [0, 1, 2, 0, 0],
            &[],
        ),
        (
            "a name",
            [one, two, &changed(three, "Svoboda", "Swoboda")].concat(),
            [0, 1, 2, 0, 0],
            &[],
        ),
        (
            "all but the address",
            [&changed(&changed(one, "Novak, Jan", "Dvorak"), "12. Bc2 Re8", ""), two, three]
                .concat(),
            [0, 1, 2, 0, 0],
            &[],
        ),
        (
            "another address",
            [&changed(one, "aaaaaaaa", "bbbbbbbb"), two, three].concat(),
            [1, 0, 2, 0, 0],
            &[1],
        ),
        (
            "a correction twice",
            [one, &changed(two, "c4", "Nf3"), &changed(two, "c4", "Nf3"), three].concat(),
            [0, 1, 2, 1, 0],
            &[],
        ),
        (
            "an unreadable move",
            [one, &changed(two, "c4", "Qh8"), three].concat(),
            [0, 0, 2, 0, 1],
            &[],
        ),
        (
            "a file that was cut off",
            [one, two, &changed(three, "11. Nbd2 Bb7 12. Bc2 Re8 0-1", "")].concat(),
            [0, 0, 2, 0, 1],
            &[],
        ),
        (
            "a file that was cut off in tags",
            [one, two, "[Event \"Club ch\"]\n[White \"Nov"].concat(),
            [0, 0, 2, 0, 1],
            &[3],
        ),
        ("an empty file", String::new(), [0, 0, 0, 0, 0], &[1, 2, 3]),
    ];
    for (what, text, expected, missing) in cases {
        let temporary = tempfile::tempdir().expect("a folder");
        let folder = temporary.path().join("library");
        import(&folder, "club.pgn", &[one, two, three].concat());
        import(&folder, "other.pgn", &game(9, "", "1. f4 e5 2. fxe5", "0-1"));
        let before = games(&folder);
        let (counts, gone) = sync(&folder, "club.pgn", &text, false);
        let SourceCounts { new, corrected, same, known, kept, .. } = counts;
        assert_eq!([new, corrected, same, known, kept], expected, "{what}");
        assert_eq!(gone, missing, "{what}");
        let after = games(&folder);
        assert_eq!(after.len() as u64, 4 + new, "{what}");
        assert_eq!(after[&4], before[&4], "{what}");
        let others = before.iter().filter(|(number, text)| after[*number] != **text).count();
        assert_eq!(others as u64, corrected, "{what}");
        // The same once more changes nothing.
        let (counts, gone) = sync(&folder, "club.pgn", &text, false);
        assert_eq!((counts.new, counts.corrected, &*gone), (0, 0, missing), "{what}");
        assert_eq!(games(&folder), after, "{what}");
        if after != before {
            let mut writer = LibraryWriter::open(&folder).expect("a library");
            assert_eq!(writer.undo().expect("a disk").as_deref(), Some("sync"), "{what}");
            assert_eq!(writer.manifest().sources, [], "{what}");
            drop(writer);
            assert_eq!(games(&folder), before, "{what}");
        }
    }
}

#[test]
fn labels_stay_and_removed_games_do_not_come_back() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path().join("library");
    let rounds: Vec<String> = (1..=4).map(|round| game(round, "", MOVES, "1-0")).collect();
    import(&folder, "club.pgn", &rounds.concat());
    let mut writer = LibraryWriter::open(&folder).expect("a library");
    let marked = writer.change_games("set", &[2].into(), |_, mut game| {
        game.tags.set("Label", "club");
        game.tags.set("Note", "mine");
        Some(game)
    });
    marked.expect("a disk");
    writer.set_aside("remove", &[3].into()).expect("a disk");
    drop(writer);
    // The label is no difference.
    let (counts, missing) = sync(&folder, "club.pgn", &rounds.concat(), true);
    assert_eq!((counts.same, counts.aside, &*missing), (3, 1, &[][..]));
    let corrected = rounds[1].replace("12. Bc2", "12. d5");
    let text = [&rounds[0], &corrected, &rounds[2]].map(String::as_str).concat();
    let (counts, missing) = sync(&folder, "club.pgn", &text, true);
    assert_eq!((counts.corrected, counts.same, counts.aside, &*missing), (1, 1, 1, &[4][..]));
    let after = games(&folder);
    assert_eq!(after.keys().copied().collect::<Vec<_>>(), [1, 2]);
    assert!(after[&2].contains("[Label \"club\"]") && after[&2].contains("[Note \"mine\"]"));
    assert!(after[&2].contains("12. d5"), "{}", after[&2]);
    let removed = Library::open(&folder).expect("a library").removed().expect("a library");
    assert_eq!(texts(&removed).into_keys().collect::<Vec<_>>(), [3, 4]);
    let mut writer = LibraryWriter::open(&folder).expect("a library");
    writer.undo().expect("a disk");
    drop(writer);
    assert_eq!(games(&folder).into_keys().collect::<Vec<_>>(), [1, 2, 4]);
}

/// After any change of a file the library has its games, and those of other files.
#[test]
fn any_change_of_a_file() {
    let mut chance = Chance::new(5);
    for _ in 0..partie_testkit::suite::rounds(8, 200) {
        let temporary = tempfile::tempdir().expect("a folder");
        let folder = temporary.path().join("library");
        let mut own: Vec<String> =
            (1..=chance.below(12) as u32 + 1).map(|round| game(round, "", MOVES, "1-0")).collect();
        import(&folder, "club.pgn", &own.concat());
        let others: String = (100..105).map(|round| game(round, "", "1. c4 c5", "0-1")).collect();
        import(&folder, "other.pgn", &others);
        let before = games(&folder);
        for step in 0..6_u32 {
            let at = chance.below(own.len().max(1));
            match chance.below(6) {
                0 => own.push(game(20 + step, "", MOVES, "0-1")),
                1 if !own.is_empty() => drop(own.remove(at)),
                2 if !own.is_empty() => own[at] = own[at].replace("12. Bc2 Re8", "12. a4 h6"),
                3 if !own.is_empty() => own[at] = own[at].replace("1-0", "1/2-1/2"),
                4 if !own.is_empty() => {
                    own[at] = own[at].replacen("\n\n1.", &format!("\n[Step \"{step}\"]\n\n1."), 1);
                }
                _ => own.reverse(),
            }
        }
        // The last game may not look as if it was cut off.
        own.push(game(50, "", "1. d4", "1-0"));
        let (counts, missing) = sync(&folder, "club.pgn", &own.concat(), true);
        assert_eq!(counts.kept, 0);
        let after = games(&folder);
        let mut found: Vec<&str> = after.values().map(String::as_str).collect();
        let expected_folder = temporary.path().join("expected");
        import(&expected_folder, "any.pgn", &format!("{}{others}", own.concat()));
        let expected = games(&expected_folder);
        let mut expected: Vec<&str> = expected.values().map(String::as_str).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{counts:?} {missing:?}");
        let mut writer = LibraryWriter::open(&folder).expect("a library");
        writer.undo().expect("a disk");
        drop(writer);
        assert_eq!(games(&folder), before);
    }
}
