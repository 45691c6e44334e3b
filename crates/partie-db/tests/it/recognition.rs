//! Games that a library has already are known again when they are imported.

use std::{fs, ops::ControlFlow, path::Path};

use partie_db::{
    columns::Row,
    library::{Library, LibraryError, LibraryWriter},
    query::{
        Query,
        Repetition::{self, Equal, Fuller, Poorer},
        Subject as _,
    },
};
use partie_formats::{ReadOptions, Record};
use partie_testkit::corpus;

fn read(text: &str) -> Vec<Record> {
    partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten().collect()
}

fn add(writer: &mut LibraryWriter, record: &Record) -> Option<Repetition> {
    writer.add_new("games.pgn", &Row::of_library(record)).expect("a disk").repetition
}

/// A short game, with more tags.
fn game(round: u32, more: &str) -> Record {
    let text = format!(
        "[White \"A. Adams\"]\n[Black \"B. Burns\"]\n[Round \"{round}\"]\n{more}\n1. e4 e5 1-0\n"
    );
    read(&text).remove(0)
}

/// The values of a tag in a library, in the order of its games.
fn values(folder: &Path, tag: &str) -> Vec<String> {
    let library = Library::open(folder).expect("a library");
    assert_eq!(library.check(|| ()).expect("a disk"), []);
    let mut values = Vec::new();
    let found = library.find(&Query::default(), |game| {
        values.push(game.read(|view| view.tag(tag).unwrap_or_default().to_owned())?);
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    found.expect("a disk");
    values
}

/// All test games are known again as what they are: from the games that wait to be committed, from
/// their digests, and from games whose digests are gone.
#[test]
fn every_game_is_known_again() {
    let texts = corpus::pgn_files().into_iter().map(|path| fs::read(path).expect("a file"));
    let records: Vec<Record> = texts
        .flat_map(|text| {
            partie_pgn::read(&*text, &ReadOptions::default()).flatten().collect::<Vec<_>>()
        })
        .filter(|record| {
            record.holds_game()
                && ["White", "Black"].iter().any(|name| record.known(name).is_some())
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    let mut new = Vec::new();
    for (number, record) in records.iter().enumerate() {
        if matches!(add(&mut writer, record), None | Some(Fuller)) {
            new.push(record);
            assert_eq!(add(&mut writer, record), Some(Equal), "{record:?}");
        }
        if number % 500 == 499 {
            writer.commit(&[]).expect("a disk");
        }
    }
    writer.commit(&[]).expect("a disk");
    let games = writer.manifest().games();
    assert!(new.len() > 100 && games <= new.len() as u64, "{games} of {}", new.len());
    let replaced = new.len() - games as usize;
    let all_equal = |writer: &mut LibraryWriter| {
        for record in &records {
            let repetition = add(writer, record);
            assert!(matches!(repetition, Some(Equal | Poorer)), "{repetition:?} {record:?}");
        }
        let others = new.iter().filter(|record| add(writer, record) != Some(Equal));
        let others: Vec<_> = others.map(|record| String::from_utf8_lossy(&record.text)).collect();
        assert!(others.len() <= replaced, "{} of {}: {others:#?}", others.len(), new.len());
    };
    all_equal(&mut writer);
    drop(writer);
    all_equal(&mut LibraryWriter::open(folder).expect("a library"));
    for file in fs::read_dir(folder.join("digests")).expect("a folder") {
        fs::write(file.expect("a file").path(), "nothing").expect("a disk");
    }
    let mut writer = LibraryWriter::open(folder).expect("a library");
    all_equal(&mut writer);
    writer.commit(&[]).expect("a disk");
    assert_eq!(writer.manifest().games(), games);
}

#[test]
fn what_another_record_says() {
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(10);
    let tags = |tags: &[(&str, &str)]| -> String {
        let lines = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        lines.collect::<Vec<_>>().concat()
    };
    let players = [("White", "Adams, M."), ("Black", "Burns, A")];
    let with = |more: &[(&'static str, &'static str)]| tags(&[&players[..], more].concat());
    let day = ("Date", "1999.01.20");
    // Two records of the same moves, and what the second one is to the first: if the game is short,
    // and if it is long.
    for (earlier, later, short, of_long) in [
        (with(&[day]), with(&[day]), Some(Equal), Some(Equal)),
        (with(&[]), with(&[]), Some(Equal), Some(Equal)),
        (with(&[day]), tags(&[day, players[1], players[0]]), Some(Equal), Some(Equal)),
        (with(&[day]), with(&[day, ("Event", "?")]), Some(Equal), Some(Equal)),
        (with(&[day]), with(&[day, ("Event", "Open")]), Some(Fuller), Some(Fuller)),
        (with(&[day, ("Event", "Open")]), with(&[day]), Some(Poorer), Some(Poorer)),
        (
            with(&[day, ("Event", "Open")]),
            with(&[day, ("Event", "Masters")]),
            Some(Poorer),
            Some(Poorer),
        ),
        (with(&[day, ("Event", "?")]), with(&[day, ("Event", "Open")]), Some(Fuller), Some(Fuller)),
        // Other games, or perhaps others.
        (with(&[day]), with(&[("Date", "1999.01.21")]), None, Some(Poorer)),
        (with(&[day]), with(&[("Date", "1998.01.20")]), None, None),
        (with(&[day, ("Round", "1")]), with(&[day, ("Round", "2")]), None, Some(Poorer)),
        (with(&[day]), tags(&[players[0], ("Black", "Clark"), day]), None, None),
        (with(&[day]), tags(&[("White", "Adams, Michael"), players[1], day]), None, Some(Poorer)),
        // Nothing says which games they are.
        (tags(&[("Event", "Open")]), tags(&[("Event", "Open")]), None, None),
        (tags(&[("Event", "Open"), day]), tags(&[("Event", "Open"), day]), None, None),
        (tags(&[day, ("Round", "1")]), tags(&[day, ("Round", "1")]), Some(Equal), Some(Equal)),
        (tags(&[players[0]]), tags(&[players[0]]), Some(Equal), Some(Equal)),
        // Initials tell short games apart.
        (
            tags(&[("White", "Svane, R"), ("Black", "Wang, Y"), day]),
            tags(&[("White", "Svane, F"), ("Black", "Wang, H"), day]),
            None,
            Some(Poorer),
        ),
        (
            tags(&[("White", "Player 1"), day]),
            tags(&[("White", "Player 2"), day]),
            None,
            Some(Poorer),
        ),
        (
            with(&[day]),
            tags(&[("White", "ADAMS, M."), players[1], day]),
            Some(Poorer),
            Some(Poorer),
        ),
        // One knows the players, the other has more to say.
        (with(&[]), tags(&[("Event", "A"), ("Site", "B"), ("Round", "3")]), None, None),
    ] {
        for (moves, expected) in [("e4 e5", short), (&*long, of_long)] {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = &folder.path().join("library");
            let mut writer = LibraryWriter::create(folder).expect("a new folder");
            let games = read(&format!("{earlier}\n{moves} 1-0\n\n{later}\n{moves} 1-0\n"));
            let games: Vec<_> = games.iter().collect();
            assert_eq!(add(&mut writer, games[0]), None);
            writer.commit(&[]).expect("a disk");
            assert_eq!(add(&mut writer, games[1]), expected, "{moves} {earlier} {later}");
        }
    }
}

/// Notes of one record must be in the other, or both records are kept.
#[test]
fn what_notes_another_record_has() {
    let elo = "[WhiteElo \"2500\"]\n";
    let plain = "e4 e5";
    let clocks = "e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]}";
    let evals = "e4 {[%eval 0.2] [%clk 0:03:00]} e5 {[%eval 0.3] [%clk 0:02:58]}";
    let other_clocks = "e4 {[%clk 0:03:00]} e5 {[%clk 0:02:57]}";
    let words = "e4 {best by test} e5";
    let glyph = "e4! e5";
    for (earlier, later, expected) in [
        (("", plain), ("", plain), Some(Equal)),
        (("", clocks), ("", clocks), Some(Equal)),
        (("", plain), ("", clocks), Some(Fuller)),
        (("", clocks), ("", plain), Some(Poorer)),
        (("", clocks), ("", evals), Some(Fuller)),
        (("", clocks), ("", other_clocks), None),
        (("", plain), ("", words), Some(Fuller)),
        (("", words), ("", plain), Some(Poorer)),
        (("", words), ("", glyph), None),
        (("", words), (elo, words), Some(Fuller)),
        // Each has what the other has not.
        (("", words), (elo, plain), None),
        ((elo, plain), ("", clocks), None),
        ((elo, evals), ("", glyph), None),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = &folder.path().join("library");
        let mut writer = LibraryWriter::create(folder).expect("a new folder");
        let [earlier, later] = [earlier, later].map(|(tags, moves)| {
            read(&format!("[White \"Adams\"]\n[Black \"Burns\"]\n{tags}\n{moves} 1-0\n")).remove(0)
        });
        assert_eq!(add(&mut writer, &earlier), None);
        assert_eq!(add(&mut writer, &later), expected, "{earlier:?} {later:?}");
        writer.commit(&[]).expect("a disk");
        let games = if expected.is_none() { 2 } else { 1 };
        assert_eq!(writer.manifest().games(), games);
        // A record that replaced one of the same import leaves nothing to undo.
        assert_eq!(writer.manifest().undo, None);
    }
}

/// Records that are replaced one import after the other come back together.
#[test]
fn replaced_records_of_several_imports() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let event = "[Event \"Open\"]\n";
    let open = || LibraryWriter::open(folder).expect("a library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    for round in 1..=4 {
        assert_eq!(add(&mut writer, &game(round, "")), None);
    }
    writer.commit(&[]).expect("a disk");
    drop(writer);
    for round in [2, 4] {
        let mut writer = open();
        assert_eq!(add(&mut writer, &game(round, event)), Some(Fuller));
        writer.commit(&[]).expect("a disk");
    }
    assert_eq!(values(folder, "Round"), ["1", "3", "2", "4"]);
    open().undo().expect("a disk");
    assert_eq!(values(folder, "Round"), ["1", "2", "3", "4", "2", "4"]);
    assert_eq!(add(&mut open(), &game(2, event)), Some(Equal));
}

/// Labels and notes are the user's own: records are the same with and without, and a fuller record
/// takes them over, also from one before the one that it replaces.
#[test]
fn remarks_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    for round in 1..=3 {
        assert_eq!(add(&mut writer, &game(round, "")), None);
    }
    writer.commit(&[]).expect("a disk");
    let label = |number, mut game: partie_core::Game| {
        game.tags.set("Label", format!("study {number}"));
        game.tags.set("Note", "ask Eva");
        Some(game)
    };
    writer.change_games("set", &[1, 2].into(), label).expect("a disk");
    assert_eq!(add(&mut writer, &game(1, "")), Some(Equal));
    let event = "[Event \"Open\"]\n";
    assert_eq!(add(&mut writer, &game(2, event)), Some(Fuller));
    assert_eq!(add(&mut writer, &game(2, &format!("{event}[WhiteElo \"2000\"]\n"))), Some(Fuller));
    assert_eq!(add(&mut writer, &game(3, event)), Some(Fuller));
    writer.commit(&[]).expect("a disk");
    drop(writer);
    assert_eq!(values(folder, "Round"), ["1", "2", "3"]);
    assert_eq!(values(folder, "Event"), ["", "Open", "Open"]);
    assert_eq!(values(folder, "WhiteElo"), ["", "2000", ""]);
    assert_eq!(values(folder, "Label"), ["study 1", "study 2", ""]);
    assert_eq!(values(folder, "Note"), ["ask Eva", "ask Eva", ""]);
}

/// Both records stay if the segment of the poorer one is damaged, and they are counted.
#[test]
fn damaged_games_keep_both_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    for round in 1..=4 {
        assert_eq!(add(&mut writer, &game(round, "")), None);
        writer.commit(&[]).expect("a disk");
    }
    let second = folder.join(&writer.manifest().segments[1].files[0].path);
    let mut damaged = fs::read(&second).expect("a file");
    // In the name of the program that wrote it, so that the game can be read.
    let name = damaged.windows(6).rposition(|bytes| bytes == b"partie").expect("a name");
    damaged[name] ^= 1;
    fs::write(&second, damaged).expect("a disk");
    assert_eq!(add(&mut writer, &game(2, "[Event \"Open\"]\n")), Some(Fuller));
    writer.commit(&[]).expect("both stay");
    assert_eq!((writer.not_replaced(), writer.manifest().games()), (1, 5));
    assert_eq!(writer.manifest().undo, None);
    assert_eq!(add(&mut writer, &game(5, "")), None);
    writer.commit(&[]).expect("a disk");
    assert_eq!((writer.not_replaced(), writer.manifest().games()), (1, 6));
}

#[test]
fn other_results_and_moves_are_other_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    let head = "[White \"Adams\"]\n[Black \"Burns\"]\n[Date \"1999.01.20\"]\n";
    for game in [
        "\n1. e4 e5 1-0\n",
        "\n1. e4 e5 0-1\n",
        "\n1. e4 e5 2. Nf3 1-0\n",
        "\n1. e4 c5 1-0\n",
        "\n1-0\n",
        "[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/3K4 w - - 0 1\"]\n\n1. e4 1-0\n",
        "[Site \"https://lichess.org/AgGY4epk\"]\n\n1. d4 1-0\n",
        "[Site \"https://lichess.org/kzrZvWoI\"]\n\n1. d4 1-0\n",
    ] {
        let game = read(&format!("{head}{game}"));
        assert_eq!(add(&mut writer, &game[0]), None, "{game:?}");
        assert_eq!(add(&mut writer, &game[0]), Some(Equal), "{game:?}");
    }
}

/// Fuller records take the place of others, of earlier imports or of the same one. `undo` brings back
/// those of earlier imports.
#[test]
fn replaced_records_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    for round in 1..=9 {
        assert_eq!(add(&mut writer, &game(round, "")), None);
        if round % 3 == 0 {
            writer.commit(&[]).expect("a disk");
        }
    }
    drop(writer);
    let mut writer = LibraryWriter::open(folder).expect("a library");
    let first = writer.manifest().segments[0].clone();
    let event = "[Event \"Open\"]\n";
    assert_eq!(add(&mut writer, &game(5, event)), Some(Fuller));
    assert_eq!(add(&mut writer, &game(10, "")), None);
    writer.commit(&[]).expect("a disk");
    assert_eq!(writer.manifest().segments[0], first);
    assert_eq!(values(folder, "Round"), ["1", "2", "3", "4", "6", "7", "8", "9", "5", "10"]);
    // The same import goes on: another one of the first games, and one of its own.
    assert_eq!(add(&mut writer, &game(1, event)), Some(Fuller));
    assert_eq!(add(&mut writer, &game(10, event)), Some(Fuller));
    assert_eq!(add(&mut writer, &game(10, &format!("{event}[Site \"X\"]\n"))), Some(Fuller));
    assert_eq!(add(&mut writer, &game(10, event)), Some(Poorer));
    writer.commit(&[]).expect("a disk");
    let rounds = ["2", "3", "4", "6", "7", "8", "9", "5", "1", "10"];
    assert_eq!(values(folder, "Round"), rounds);
    let events = ["", "", "", "", "", "", "", "Open", "Open", "Open"];
    assert_eq!(values(folder, "Event"), events);
    drop(writer);
    let mut writer = LibraryWriter::open(folder).expect("a library");
    assert_eq!(writer.undo().expect("a disk").as_deref(), Some(LibraryWriter::IMPORT));
    let rounds = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "5", "1", "10"];
    assert_eq!(values(folder, "Round"), rounds);
    assert_eq!(writer.undo().expect("a disk"), None);
}

#[test]
fn games_of_earlier_versions_are_known_again() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/library");
    let folder = tempfile::tempdir().expect("a folder");
    let files =
        ["games", "positions", "tails", "rollup"].map(|kind| format!("{kind}/000001.parquet"));
    for file in files.iter().map(String::as_str).chain(["manifest-00000002.json"]) {
        let to = folder.path().join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a disk");
        fs::copy(testdata.join("format-1").join(file), to).expect("a disk");
    }
    let text = fs::read_to_string(testdata.join("format-1.pgn")).expect("a file");
    let mut writer = LibraryWriter::open(folder.path()).expect("a library");
    let records = read(&text);
    assert!(records.iter().all(|record| add(&mut writer, record) == Some(Equal)));
}
