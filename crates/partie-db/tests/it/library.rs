//! Libraries: games come back as they were, and positions find the games that came to them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::Bytes;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use partie_core::{Boards, Game, Position, moves::code::split_start, rules::PositionKey};
use partie_db::{
    ParquetGames,
    columns::{Row, moves},
    library::{
        Added, ExploreFilter, ExploreLimits, Library, LibraryError, LibraryWriter, SourceContent,
        SourceEntry, SourceImport, WrittenPositions, explored_as_json,
    },
    query::{Condition, Name, Query, Subject, Text},
    stored_moves,
};
use partie_formats::{GameView as _, ReadOptions, Record, WriteOptions, fen};
use partie_pgn as pgn;
use partie_testkit::{corpus, random::Chance, suite};

/// The games of the project's own PGN files, and in the long suite of the large test data.
fn records() -> Vec<Record> {
    let files = corpus::pgn_files().into_iter();
    let read = |path| {
        let text = fs::read(path).expect("a file");
        let read: Vec<_> = pgn::read(&text[..], &ReadOptions::default()).flatten().collect();
        read.into_iter().filter(Record::holds_game)
    };
    files.flat_map(read).collect()
}

/// Makes a library of records, with a commit after every `each` of them.
pub(crate) fn library_of(folder: &Path, records: &[Record], each: usize) -> Library {
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    for records in records.chunks(each) {
        for record in records {
            writer.add("games.pgn", &Row::of_library(record)).expect("a disk");
        }
        writer.commit(&[]).expect("a disk");
    }
    drop(writer);
    Library::open(folder).expect("a library")
}

/// The first and the last comment of a game, to be looked for.
fn comments_of(record: &Record) -> Vec<Text> {
    let comments: Vec<_> = record.game().tree.all_comments().collect();
    let ends = comments.first().into_iter().chain(comments.last());
    ends.map(|comment| Text::new(&comment.text, false).expect("plain")).collect()
}

fn exported(game: &Game) -> String {
    let mut text = Vec::new();
    let options = WriteOptions::default();
    let _ = pgn::write(game, &options, &mut text).expect("memory");
    if text.is_empty() {
        let _ = pgn::bpgn::write(game, &options, &mut text).expect("memory");
    }
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn games_come_back_as_they_would_be_written() {
    let records = records();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, 500);
    assert_eq!(library.manifest().games(), records.len() as u64);
    let regex = |text| Text::new(text, true).expect(text);
    let texts = ["^$", "^ ", r"^\[%clk .*\]$", "[.!]$", "good"].map(regex);
    let mut number = 0;
    let mut words = BTreeSet::new();
    library
        .find(&Query::new(Vec::new()), |game| {
            number += 1;
            assert_eq!(game.number, number);
            let record = &records[number as usize - 1];
            assert_eq!(
                game.read(|view| exported(view.game()))?,
                exported(record.game()),
                "{}",
                String::from_utf8_lossy(&record.text)
            );
            let written = game.read(|view| view.text().to_vec())?;
            assert_eq!(String::from_utf8_lossy(&written), exported(record.game()));
            assert_eq!(game.read(Subject::clocks)?, record.clocks(), "game {number}");
            // Closing braces in comments are kept as parentheses.
            let whole = game.record()?;
            for text in texts.iter().chain(&comments_of(&whole)) {
                let found = game.read(|view| view.has_comment(text))?;
                assert_eq!(found, whole.has_comment(text), "game {number} {text:?}");
            }
            // Its own words, and those of the game before.
            let text = exported(record.game());
            let own: BTreeSet<_> = text.split_whitespace().map(str::to_owned).collect();
            for word in own.iter().chain(&words).step_by(1 + own.len() / 32) {
                let word = Text::new(word.trim_matches(['"', '.', ',']), false).expect("plain");
                let found = game.read(|view| view.has_text(&word))?;
                assert_eq!(found, word.is_in(&text), "game {number} {word:?}");
            }
            words = own;
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })
        .expect("a library");
    assert_eq!(number, records.len() as u64);
    for id in [1, number / 2, number] {
        let game = library.game(id).expect("a library").expect("a game");
        assert_eq!(exported(&game), exported(records[id as usize - 1].game()));
    }
    assert_eq!(library.game(0).expect("a library"), None);
    assert_eq!(library.game(number + 1).expect("a library"), None);
}

/// The positions of a game with one board, and the moves made there.
pub(crate) fn positions(game: &Game) -> Vec<(Position, Option<String>)> {
    let Boards::One(start) = &game.start else { return Vec::new() };
    let mut position = start.clone();
    let mut all = Vec::new();
    for (_, ply) in game.plies() {
        let uci = partie_core::moves::uci::write(&position, ply);
        all.push((position.clone(), Some(uci)));
        position.play(ply).expect("legal");
    }
    all.push((position, None));
    all
}

#[test]
fn positions_find_their_games() {
    let records = records();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, records.len() / 3 + 1);
    // By key: each game with the last move that it made there.
    let mut expected: BTreeMap<PositionKey, BTreeMap<u64, Option<String>>> = BTreeMap::new();
    let mut boards = BTreeMap::new();
    for (id, record) in (1..).zip(&records) {
        for (position, uci) in positions(record.game()) {
            let key = PositionKey::of(&position);
            let games = expected.entry(key).or_default();
            if uci.is_some() || !games.contains_key(&id) {
                games.insert(id, uci);
            }
            boards.insert(key, position);
        }
    }
    // All positions would take a minute.
    let some = suite::rounds(1000, 5000);
    for (key, games) in expected.iter().step_by(expected.len() / some + 1) {
        let found = library.visits(*key).expect("a library");
        let found: Vec<u64> = found.into_iter().map(|visit| visit.game).collect();
        assert_eq!(found, games.keys().copied().collect::<Vec<_>>(), "{:?}", boards[key]);
    }
    let limits = ExploreLimits {
        moves: 300,
        top_games: 1,
        recent_games: 1,
        history: false,
        unfinished: false,
    };
    for (key, games) in expected.iter().step_by(expected.len() / (some / 5) + 1) {
        let position = &boards[key];
        let explored = library.explore(position, &ExploreFilter::default(), limits);
        assert_eq!(explored.results.games(), games.values().flatten().count() as u64);
        let mut moves: BTreeMap<&str, u64> = BTreeMap::new();
        for uci in games.values().flatten() {
            *moves.entry(uci).or_default() += 1;
        }
        let found: BTreeMap<&str, u64> =
            explored.moves.iter().map(|m| (&*m.uci, m.results.games())).collect();
        assert_eq!(found, moves);
    }
    let unknown = PositionKey::from_i64(1);
    assert!(library.visits(unknown).expect("a library").is_empty());
}

/// A game that comes to a position again counts once, with the last move that it made there, also
/// if it ends there.
#[test]
fn games_that_end_by_repetition_keep_their_moves() {
    let way = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
               9. h3 Bb7 10. d4";
    let games = [
        format!("{way} Re8 11. Ng5 Rf8 12. Nf3 Re8 13. Ng5 Rf8 14. Nf3 1/2-1/2\n\n"),
        format!("{way} Re8 11. Ng5 Rf8 12. Nf3 Bc8 13. Ng5 1-0\n\n"),
        format!("{way} 1-0\n\n"),
    ];
    // Of each game: number of moves made before, and the move.
    let expected = [(23, Some("f8e8")), (23, Some("b7c8")), (19, None)];
    let records: Vec<Record> =
        pgn::read(games.concat().as_bytes(), &ReadOptions::default()).flatten().collect();
    let (position, _) = positions(records[2].game()).pop().expect("an end");
    let fen = fen::position(&position, &WriteOptions::default());
    let query = Query::new(vec![Condition::Position(Box::new(fen.parse().expect("a FEN")))]);
    let limits = ExploreLimits {
        moves: 9,
        top_games: 9,
        recent_games: 9,
        history: false,
        unfinished: false,
    };
    let folder = tempfile::tempdir().expect("a folder");
    for (count, each) in [(1, 1), (2, 2), (3, 3), (3, 1)] {
        let library =
            library_of(&folder.path().join(format!("{count}-{each}")), &records[..count], each);
        let visits = library.visits(PositionKey::of(&position)).expect("a library");
        let visits: Vec<_> = visits
            .iter()
            .map(|visit| {
                let uci = visit.packed_move.and_then(|packed| moves::uci(packed.to_le_bytes()));
                (visit.ply, uci.map(|(_, uci)| uci))
            })
            .collect();
        let listed = visits.iter().map(|(ply, uci)| (*ply, uci.as_deref()));
        assert_eq!(listed.collect::<Vec<_>>(), expected[..count]);
        let mut found = 0;
        let search = library.find(&query, |_| {
            found += 1;
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        });
        search.expect("a library");
        assert_eq!(found, count);
        let explored = library.explore(&position, &ExploreFilter::default(), limits);
        let made: Vec<_> = explored.moves.iter().map(|m| (&*m.uci, m.results.games())).collect();
        assert_eq!(made, [("b7c8", 1), ("f8e8", 1)][2 - count.min(2)..]);
        let sizes = [&explored.top_games, &explored.recent_games].map(Vec::len);
        assert_eq!((explored.results.games(), sizes), (count.min(2) as u64, [count.min(2); 2]));
        assert_eq!(library.check(|| ()).expect("a library"), []);
    }
}

#[test]
fn small_segments_are_merged_to_the_same_library() {
    let records: Vec<_> = records().into_iter().take(300).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library");
    let before = library_of(&path, &records, 20);
    let mut writer = LibraryWriter::open(&path).expect("a library");
    writer.merge_small().expect("a disk");
    drop(writer);
    let after = Library::open(&path).expect("a library");
    assert_eq!(after.manifest().segments.len(), 1);
    assert_eq!(after.manifest().games(), records.len() as u64);
    let whole = library_of(&folder.path().join("whole"), &records, records.len());
    for kind in ["positions", "tails"] {
        let file = |library: &Library| {
            let files = &library.manifest().segments[0].files;
            let file = files.iter().find(|file| file.path.starts_with(kind)).expect("a file");
            fs::read(library.folder().join(&file.path)).expect("a file")
        };
        assert!(file(&after) == file(&whole), "{kind}");
    }
    // One that was opened before still reads the old files.
    let keys: BTreeSet<_> = records
        .iter()
        .flat_map(|record| positions(record.game()))
        .map(|(position, _)| PositionKey::of(&position))
        .collect();
    for key in keys.into_iter().step_by(suite::rounds(20, 1)) {
        assert_eq!(before.visits(key).expect("a library"), after.visits(key).expect("a library"));
    }
    assert_eq!(fs::read_dir(path.join("games")).expect("a folder").count(), 1);
}

#[test]
fn games_found_by_their_tags_have_moves() {
    let text = |n: usize| {
        // Games of White A lie near each other and far apart, in three segments.
        let white = if n % 40 < 2 { "A" } else { "B" };
        format!("[White \"{white}\"]\n[Black \"C\"]\n[Round \"{n}\"]\n\n1. e4 e5 2. Nf3 *\n\n")
    };
    let texts: String = (0..250).map(text).collect();
    let records: Vec<Record> =
        pgn::read(texts.as_bytes(), &ReadOptions::default()).flatten().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, 81);
    let name = Name::new("A", false).expect("a name");
    let query = Query::new(vec![Condition::White(name)]);
    let mut rounds = Vec::new();
    let found = library.find(&query, |game| {
        game.read(|view| {
            assert_eq!(view.game().ply_count(), 3);
            rounds.extend(view.known("Round").and_then(|round| round.parse::<usize>().ok()));
        })?;
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    found.expect("a disk");
    assert_eq!(rounds, (0..250).filter(|n| n % 40 < 2).collect::<Vec<_>>());
}

#[test]
fn a_search_goes_on_after_any_game() {
    let text = |n: usize| {
        let (white, reply) = (["A", "B", "C"][n % 3], ["e5", "c5"][n % 2]);
        format!("[White \"{white}\"]\n[Round \"{n}\"]\n\n1. e4 {reply} 2. Nf3 *\n\n")
    };
    let texts: String = (1..=100).map(text).collect();
    let records: Vec<Record> =
        pgn::read(texts.as_bytes(), &ReadOptions::default()).flatten().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, 30);
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let by_index = Condition::Position(Box::new(sicilian.parse().expect("a FEN")));
    let by_column = Condition::White(Name::new("A", false).expect("a name"));
    for conditions in
        [vec![], vec![by_column.clone()], vec![by_index.clone()], vec![by_column, by_index]]
    {
        let query = Query::new(conditions);
        let games = library.games(&query).map(|record| record.expect("a disk").number);
        let games: Vec<_> = games.collect();
        let found = |after| {
            let mut numbers = Vec::new();
            let problems = library.find_readable_after(after, &query, |game| {
                numbers.push(game.number);
                Ok::<_, LibraryError>(ControlFlow::Continue(()))
            });
            assert_eq!(problems.expect("a disk"), []);
            numbers
        };
        let all = found(0);
        assert!(all.len() >= 15, "{all:?}");
        assert_eq!(games, all);
        for after in (0..=101).chain([u64::MAX]) {
            let rest: Vec<u64> = all.iter().copied().filter(|number| *number > after).collect();
            assert_eq!(found(after), rest, "after {after}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records(), 30);
    let stop = Arc::new(AtomicBool::new(false));
    let mut query = Query::new(Vec::new());
    query.stop = Some(stop.clone());
    let found = || library.games(&query).count();
    assert!(found() > 0);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(found(), 0);
}

#[test]
fn what_was_not_committed_is_not_there() {
    let records = records();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library");
    let mut writer = LibraryWriter::create(&path).expect("a new folder");
    let source = SourceEntry {
        file: "games.pgn".to_owned(),
        content: Some(SourceContent { bytes: 1000, crc32: 7, head_crc32: None }),
        unpacked: None,
        games: 1,
        complete: false,
        missing: 0,
    };
    writer.add("games.pgn", &Row::of_library(&records[0])).expect("a disk");
    writer.commit(std::slice::from_ref(&source)).expect("a disk");
    writer.add("games.pgn", &Row::of_library(&records[1])).expect("a disk");
    assert!(matches!(LibraryWriter::open(&path), Err(LibraryError::Locked(_))));
    drop(writer);
    let library = Library::open(&path).expect("a library");
    assert_eq!(library.manifest().games(), 1);
    assert_eq!(fs::read_dir(path.join("games")).expect("a folder").count(), 2);

    let writer = LibraryWriter::open(&path).expect("nobody else writes");
    let unread = || Ok(&[][..]);
    let earlier = source.earlier(&writer.manifest().sources, unread);
    assert_eq!(earlier.expect("memory"), Some(source));
    assert_eq!(fs::read_dir(path.join("games")).expect("a folder").count(), 1);
    assert!(matches!(LibraryWriter::create(&path), Err(LibraryError::NotEmpty(_))));
    assert!(matches!(Library::open(folder.path()), Err(LibraryError::NotALibrary(_))));
}

#[test]
fn a_damaged_manifest_is_said_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library");
    drop(LibraryWriter::create(&path).expect("a new folder"));
    let manifest = path.join("manifest-00000001.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    for (from, to) in [("\"next_segment\": 1", "\"next_segment\": 2"), ("{", ""), ("crc32", "crc")]
    {
        fs::write(&manifest, text.replacen(from, to, 1)).expect("a disk");
        assert!(matches!(Library::open(&path), Err(LibraryError::Damaged { .. })), "{from}");
    }
    fs::write(&manifest, text.replacen("\"format\": 2", "\"format\": 6", 1)).expect("a disk");
    assert!(matches!(Library::open(&path), Err(LibraryError::Newer { format: 6, .. })));
    fs::write(&manifest, text).expect("a disk");
    assert_eq!(Library::open(&path).expect("a library").manifest().games(), 0);
}

/// Cached counts equal the counts over the games, across several segments, and in segments with too
/// few games.
#[test]
fn kept_answers_are_those_of_counting() {
    let openings =
        ["e4 e5 Nf3", "e4 c5", "d4 d5 c4 e6", "Nf3 Nf6 Ng1 Ng8", "", "e4 e5 f4", "Nf3 d5 d4"];
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let game = |number: usize| {
        let elo = |of: usize| 1000 + number * of % 1777;
        let text = format!(
            "[Date \"{}.{:02}.??\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[Result \"{}\"]\n\n{} {}\n",
            1900 + number * 7 % 120,
            1 + number % 12,
            elo(31),
            if number.is_multiple_of(9) { 0 } else { elo(17) },
            results[number % 4],
            openings[number * 5 % 7],
            results[number % 4],
        );
        pgn::read(text.as_bytes(), &ReadOptions::default()).next().expect("a game").expect("memory")
    };
    let records: Vec<_> = (0..10_500).map(game).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, 5000);
    assert_eq!(library.manifest().segments.len(), 3);
    let everything = ExploreFilter { since: Some((1, 1)), ..ExploreFilter::default() };
    let nothing = ExploreFilter::default();
    let limits = ExploreLimits {
        moves: 300,
        top_games: 15,
        recent_games: 16,
        history: false,
        unfinished: false,
    };
    for moves in ["", "e2e4", "d2d4", "e2e4 e7e5", "g1f3"] {
        let mut position = Position::default();
        for word in moves.split_whitespace() {
            let ply = partie_core::moves::uci::read(&position, word).expect(word).ply;
            position.play(ply).expect("legal");
        }
        let counted = library.explore(&position, &everything, limits);
        let kept = library.explore(&position, &nothing, limits);
        assert_eq!(kept, counted, "after {moves}");
        assert!(counted.results.games() > 500, "{counted:?}");
    }
    let start = library.explore(&Position::default(), &nothing, limits);
    // A seventh has no moves.
    assert_eq!(start.results.games(), 9000);
    let best = (1..=10_500).filter_map(|id| library.summary(id).expect("a library"));
    let best = best.map(|summary| summary.mean_elo()).max();
    assert_eq!(Some(start.top_games[0].summary.mean_elo()), best);
    assert!(library.check(|| ()).expect("a library").is_empty());
}

/// Lichess' explorer has no games without a result. Here they only count.
#[test]
fn games_without_a_result_are_counted_only() {
    let game = |elo: u32, text: &str| {
        let text =
            format!("[Date \"2026.01.02\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"1000\"]\n\n{text}\n");
        pgn::read(text.as_bytes(), &ReadOptions::default()).flatten().next().expect("a game")
    };
    let games = [
        game(2000, "1. e4 e5 1-0"),
        game(2800, "1. e4 c5 *"),
        game(2800, "1. d4 d5 *"),
        game(2800, "1. d4 d5 *"),
        game(2800, "1. d4 Nf6 *"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &games, 3);
    let start = Position::default();
    let limits = ExploreLimits {
        moves: 9,
        top_games: 9,
        recent_games: 9,
        history: false,
        unfinished: false,
    };
    let explored = library.explore(&start, &ExploreFilter::default(), limits);
    let moves: Vec<_> = explored
        .moves
        .iter()
        .map(|m| (&*m.san, m.results.finished(), m.results.unknown, m.average_rating, m.game))
        .collect();
    assert_eq!(moves, [("e4", 1, 1, Some(2000), Some(1)), ("d4", 0, 3, None, None)]);
    let shown = [&explored.top_games, &explored.recent_games].map(Vec::len);
    assert_eq!((shown, explored.top_games[0].number), ([1, 1], 1));
    let object = explored_as_json(&library, &start, explored).expect("a library");
    let moves: Vec<_> = object["moves"].as_array().expect("moves").iter().collect();
    assert_eq!((moves.len(), &moves[0]["uci"], &moves[0]["white"]), (1, &"e2e4".into(), &1.into()));
    assert_eq!(moves[0]["game"]["id"], "00000001");
}

/// Reads a table of positions: the values of each row as text.
fn table(file: Vec<u8>) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(Bytes::from(file)).expect("Parquet");
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|row| {
        let row = row.expect("a row");
        row.get_column_iter().map(|(_, value)| value.to_string().replace('"', "")).collect()
    })
    .collect()
}

/// Writes the positions of all games of a library.
fn written_positions(library: &Library) -> WrittenPositions<Vec<u8>> {
    library.write_positions(&Query::new(Vec::new()), Vec::new(), 2).expect("memory")
}

#[test]
fn positions_are_those_of_a_replay() {
    // All of them would take a minute.
    let records: Vec<_> = records().into_iter().step_by(5).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, records.len() / 2);
    let written = written_positions(&library);
    let two = records.iter().filter(|record| matches!(record.game().start, Boards::Two(_)));
    assert_eq!((written.of_two_boards, written.problems), (two.count() as u64, Vec::new()));
    let mut rows = table(written.out).into_iter();
    let mut number = 0;
    for (game, record) in (1..).zip(&records) {
        for (ply, (position, uci)) in (0..).zip(positions(record.game())) {
            let row = rows.next().expect("a row");
            let expected = [
                i32::to_string(&game),
                i32::to_string(&ply),
                PositionKey::of(&position).as_i64().to_string(),
                fen::position(&position, &WriteOptions::default()),
                uci.unwrap_or_else(|| "null".to_owned()),
            ];
            assert_eq!(row[..5], expected);
            number += 1;
        }
    }
    assert_eq!((rows.next(), written.positions), (None, number));
}

#[test]
fn a_position_has_its_clocks_evaluation_and_material() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/R3K3 b - - 0 1\"]\n\n\
                1... Kd7 {[%eval 0.25] [%clk 0:01:00]} 2. Kxe2 {[%eval #9]} Kd6 {[%clk 0:00:58]} *";
    let records: Vec<_> = pgn::read(text.as_bytes(), &ReadOptions::default()).flatten().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, 1);
    let rows = table(written_positions(&library).out);
    let values: Vec<String> = rows.into_iter().map(|row| row[4..].join(" ")).collect();
    // Move, White's clock, Black's, evaluation, mate, material.
    assert_eq!(
        values,
        [
            "e8d7 null null null null KR vs KP",
            "e1e2 null 60000 25 null KR vs KP",
            "d7d6 null 60000 null 9 KR vs K",
            "null null 58000 null null KR vs K",
        ]
    );
}

/// Files that are damaged anywhere never end the program, and the other segments are read. What is
/// read without a problem is what was written, and damage is never copied.
#[test]
fn damage_stays_in_its_segment() {
    let records: Vec<_> = records().into_iter().take(60).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library");
    let library = library_of(&path, &records, 20);
    let file = |kind: &str| {
        path.join(
            &library.manifest().segments[1]
                .files
                .iter()
                .find(|file| file.path.starts_with(kind))
                .expect("a file")
                .path,
        )
    };
    let texts = |library: &Library| {
        let mut texts = BTreeMap::new();
        let problems = library.find_readable(&Query::new(Vec::new()), |game| {
            texts.insert(game.number, game.read(|view| exported(view.game()))?);
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        });
        (texts, problems.expect("no error"))
    };
    let (written, problems) = texts(&library);
    assert!(written.keys().copied().eq(1..=60) && problems.is_empty(), "{problems:?}");
    let limits = ExploreLimits {
        moves: 30,
        top_games: 9,
        recent_games: 9,
        history: true,
        unfinished: false,
    };
    let filter = ExploreFilter::default();
    let mut chance = Chance::new(5);
    let mut reported = 0;
    for kind in ["games", "positions", "tails", "rollup"] {
        let path_of_file = file(kind);
        let whole = fs::read(&path_of_file).expect("a file");
        for round in suite::one_in(5, 60) {
            let mut damaged = whole.clone();
            match round {
                0 => damaged.clear(),
                1..10 => damaged.truncate(chance.below(whole.len())),
                _ => {
                    for _ in 0..=round % 3 {
                        // The footer more often than the rest.
                        let from =
                            if round % 2 == 0 { 0 } else { whole.len().saturating_sub(4000) };
                        let at = from + chance.below(whole.len() - from);
                        damaged[at] ^= 1 << chance.below(8);
                    }
                }
            }
            fs::write(&path_of_file, &damaged).expect("a disk");
            let library = Library::open(&path).expect("a library");
            let (found, problems) = texts(&library);
            let mut others = (1..=20).chain(41..=60);
            assert!(others.all(|number| found.contains_key(&number)), "{kind} {round}");
            assert!(found.iter().all(|(number, text)| written[number] == *text), "{kind} {round}");
            assert!(!problems.is_empty() || found == written, "{kind} {round}");
            let copy = folder.path().join(format!("{kind}{round}"));
            let mut writer = LibraryWriter::create(&copy).expect("a new folder");
            assert_eq!(writer.add_library(&library).is_err(), kind == "games", "{kind} {round}");
            assert!(problems.iter().all(|problem| problem.segment == 2));
            let explored = library.explore(&Position::default(), &filter, limits);
            assert!(explored.problems.iter().all(|problem| problem.path == path_of_file));
            let table = library.write_positions(&Query::new(Vec::new()), std::io::sink(), 1);
            assert!(table.expect("no error").games >= 40);
            assert_ne!(library.check(|| {}).expect("a disk"), [], "{kind} {round}");
            reported += usize::from(!problems.is_empty() || !explored.problems.is_empty());
        }
        fs::write(&path_of_file, &whole).expect("a disk");
    }
    assert!(reported > suite::rounds(8, 40), "{reported}");
    assert_eq!(Library::open(&path).expect("a library").check(|| {}).expect("a disk"), []);
}

/// A library of the first format, whose codes lack initial positions, is read as it is. When its
/// files are written anew, the codes say how the games begin.
#[test]
fn the_first_format_is_read_and_upgraded() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/library");
    let folder = tempfile::tempdir().expect("a folder");
    for file in
        ["manifest-00000002.json", "games", "positions", "tails", "rollup"].map(|name| match name {
            manifest if manifest.ends_with("json") => manifest.to_owned(),
            kind => format!("{kind}/000001.parquet"),
        })
    {
        let to = folder.path().join(&file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a disk");
        fs::copy(testdata.join("format-1").join(&file), to).expect("a disk");
    }
    let text = fs::read(testdata.join("format-1.pgn")).expect("a file");
    let records: Vec<_> =
        pgn::read(&*text, &ReadOptions::default()).map(|record| record.expect("memory")).collect();
    let codes = |library: &Library| {
        let path = &library.manifest().segments[0].files[0].path;
        let games = ParquetGames::open(fs::File::open(folder.path().join(path)).expect("a file"));
        let games: Vec<_> = games.expect("a table").map(|game| game.expect("a game")).collect();
        for (game, record) in games.iter().zip(&records) {
            assert_eq!(game.plies().collect::<Vec<_>>(), record.game().plies().collect::<Vec<_>>());
            assert_eq!(game.start, record.game().start);
        }
        let mut codes = Vec::new();
        library
            .find::<LibraryError>(&Query::default(), |game| {
                codes.push(game.read(|view| view.code().map(<[u8]>::to_vec).expect("a code"))?);
                Ok(ControlFlow::Continue(()))
            })
            .expect("a library");
        codes
    };
    let library = Library::open(folder.path()).expect("a library");
    assert_eq!(library.manifest().segments[0].tables, 1);
    let ends_are_found = |library: &Library| {
        for (number, record) in (1..).zip(&records) {
            let key = PositionKey::of(record.game().end().first());
            let visits = library.visits(key).expect("a library");
            assert!(visits.iter().any(|visit| visit.game == number), "{number}: {visits:?}");
        }
    };
    ends_are_found(&library);
    let old = codes(&library);
    assert!(old.iter().all(|code| split_start(code).0.is_none()));
    let mut writer = LibraryWriter::open(folder.path()).expect("a library");
    assert_eq!(writer.upgrade().expect("a disk"), 1);
    assert_eq!(writer.upgrade().expect("a disk"), 0);
    drop(writer);
    let library = Library::open(folder.path()).expect("a library");
    assert_eq!(library.manifest().segments[0].tables, 6);
    ends_are_found(&library);
    let new = codes(&library);
    let starts = [
        Some("4k3/P6p/8/8/8/8/7P/R3K2R b KQ - 3 7"),
        Some("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1;Chess960"),
        None,
    ];
    for ((new, old), start) in new.iter().zip(&old).zip(starts) {
        assert_eq!(split_start(new), (start, &**old));
    }
    assert_eq!(stored_moves::uci(&new[0]).as_deref(), Some("h7h5 e1c1 e8e7 a7a8n e7e6"));
    assert_eq!(stored_moves::uci(&new[1]).as_deref(), Some("h1g3 h8g6 f1g1 f8g8"));
}

#[test]
fn an_import_that_is_stopped_early_notes_the_games_of_the_one_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut writer = LibraryWriter::create(&folder.path().join("library")).expect("a new folder");
    let rows: Vec<_> = records().iter().take(4).map(Row::of_library).collect();
    let source = SourceEntry::unread("games.pgn".to_owned(), None);
    let earlier = SourceEntry { games: 3, ..source.clone() };
    let mut import = SourceImport::after(Some(&earlier), source);
    for row in &rows[..2] {
        assert_eq!(import.add(&mut writer, row, true).expect("a disk"), None);
    }
    assert_eq!(import.entry(false, None), earlier);
    import.add(&mut writer, &rows[2], true).expect("a disk");
    let added = Added { repetition: None, is_full: false };
    assert_eq!(import.add(&mut writer, &rows[3], true).expect("a disk"), Some(added));
    assert_eq!(import.entry(true, None).games, 4);
}
