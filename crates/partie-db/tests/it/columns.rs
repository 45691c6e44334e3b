//! Games as columns: what a few games look like, and that they come back.

use partie_testkit::suite::shared;
use std::{fs, path::Path};

use partie_core::{BoardId, Boards, Game, Outcome, Position, Tags, Variant, moves::uci};
use partie_db::columns::{Batch, FIELDS, Row, Table, ValueKind, Values, moves};
use partie_formats::{Format, ReadOptions, Record, Strip, WriteOptions};
use partie_pgn as pgn;
use partie_records::{detect, dispatch};
use proptest::prelude::*;

fn rows(text: &str, options: &WriteOptions) -> Vec<Row> {
    pgn::read(text.as_bytes(), &ReadOptions::default())
        .map(|record| Row::of(&record.expect("memory"), options))
        .collect()
}

fn record(text: &str) -> Record {
    let mut records = pgn::read(text.as_bytes(), &ReadOptions::default());
    records.next().expect("a game").expect("memory")
}

fn batch(text: &str) -> Batch {
    let mut batch = Batch::new();
    for row in rows(text, &WriteOptions::default()) {
        batch.push("games.pgn", &row);
    }
    batch
}

/// A row as `column: value` lines, without what is null.
fn shown(batch: &Batch, row: usize) -> String {
    let mut lines = String::new();
    for column in batch.columns().iter().filter(|column| column.has(row)) {
        let value = match column.field.kind {
            ValueKind::Int16 | ValueKind::Int32 | ValueKind::Int64 | ValueKind::Date => {
                column.number(row).map(|n| n.to_string())
            }
            ValueKind::Text => column.text(row).map(str::to_owned),
            ValueKind::Bytes => column.bytes(row).map(|bytes| {
                let moves = bytes.as_chunks().0.iter();
                let moves = moves.map(|m| format!("{:04x}", u16::from_le_bytes(*m)));
                moves.collect::<Vec<_>>().join(" ")
            }),
            ValueKind::Int32s => column.numbers(row).map(|list| {
                let value = |n: &Option<i32>| n.map_or("null".to_owned(), |n| n.to_string());
                list.iter().map(value).collect::<Vec<_>>().join(" ")
            }),
            ValueKind::Pairs => {
                let pairs = column.pairs(row).map(|(name, value)| format!("{name}={value};"));
                Some(pairs.collect::<Vec<_>>().join(" "))
            }
        };
        let value = value.unwrap_or_default();
        lines += &format!("{}: {}\n", column.field.name, value.trim_end());
    }
    lines
}

const GAMES: &str = r#"[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.01.05"]
[Round "-"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1851"]
[BlackElo "1790?"]
[WhiteRatingDiff "+6"]
[BlackRatingDiff "-6"]
[ECO "C20"]
[TimeControl "180+2"]
[Termination "Normal"]
[Mood "good"]

1. e4 { [%eval 0.36] [%clk 0:03:00] } e5 { [%clk 0:02:59.5] } 2. Bc4 { fine }
2... Nc6 { [%eval #3] } 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "A study"]
[Date "1922.??.??"]
[White "Saavedra, F."]
[SetUp "1"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]
[Result "1-0"]

1. c7 Rd6+ 2. Kb5 (2. Kc5 Rd1) 2... Rd5+ $6 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4
6. c8=R Ra4 7. Kb3 and so on
"#;

#[test]
fn a_game_is_a_row() {
    let batch = batch(GAMES);
    assert_eq!(batch.len(), 2);
    insta::assert_snapshot!(shown(&batch, 0) + "\n" + &shown(&batch, 1));
}

#[test]
fn what_is_lost_is_said() {
    let lost = |options: &WriteOptions| -> Vec<Vec<String>> {
        let rows = rows(GAMES, options);
        rows.into_iter()
            .map(|row| row.lost.into_iter().map(|loss| loss.0.to_string()).collect())
            .collect()
    };
    assert_eq!(
        lost(&WriteOptions::default()),
        [vec!["1 comment"], vec!["1 variation", "1 comment", "1 NAG"]]
    );
    // What was to be left out is no loss.
    let strip = Strip { comments: true, variations: true, nags: true, ..Strip::default() };
    let options = WriteOptions::default().strip(strip);
    assert_eq!(lost(&options), [Vec::<&str>::new(), Vec::new()]);
    for (comment, expected) in [
        ("[%clk 0:05:00]", None),
        ("[%clk 0:05:00][%emt 0:00:02] [%eval -1.5]", None),
        ("[%eval 0.2,20]", Some("1 search depth")),
        ("[%clk 0:05:00] [%clk 0:04:00]", Some("1 comment")),
        ("[%clk soon]", Some("1 comment")),
        ("[%clk 0:05:00] good", Some("1 comment")),
        ("[%csl Ra1]", Some("1 comment")),
    ] {
        let rows = rows(&format!("1. e4 {{{comment}}} *"), &WriteOptions::default());
        let lost: Vec<_> = rows[0].lost.iter().map(|loss| loss.0.to_string()).collect();
        assert_eq!(lost, Vec::from_iter(expected), "{comment}");
    }
}

#[test]
fn parts_that_are_left_out() {
    let strip = Strip { clocks: true, evals: true, tags: true, ..Strip::default() };
    let options = WriteOptions::default().strip(strip);
    let mut batch = Batch::new();
    batch.push("games.pgn", &rows(GAMES, &options)[0]);
    for name in ["clocks", "evals", "mates", "white_elo", "eco"] {
        assert!(!batch.column(name).expect(name).has(0), "{name}");
    }
    assert_eq!(batch.column("tags").expect("tags").pairs(0).count(), 0);
    assert_eq!(batch.column("white").expect("white").text(0), Some("Ann"));
}

#[test]
fn moves_in_two_bytes() {
    for (variant, fen, played) in [
        (Variant::Standard, None, &["e2e4", "0000", "g1f3"][..]),
        (Variant::Standard, Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), &["e1g1", "e8c8"]),
        (Variant::Chess960, Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), &["e1h1", "e8a8"]),
        (Variant::Standard, Some("8/P6k/8/8/8/8/p6K/8 w - - 0 1"), &["a7a8n", "a2a1q"]),
        (Variant::Antichess, Some("8/P7/8/8/8/8/p7/8 w - - 0 1"), &["a7a8k", "a2a1r"]),
        (
            Variant::Crazyhouse,
            Some("4k3/8/8/8/8/8/8/4K3[NPq] w - - 0 1"),
            &["N@f3", "Q@a8", "P@a2"],
        ),
    ] {
        let options = ReadOptions::default().variant(Some(variant));
        let start = fen.map_or_else(
            || Position::start(variant),
            |fen| partie_formats::fen::parse_position(fen, Some(variant)).value,
        );
        let mut game = Game::from_boards(variant, Boards::One(start));
        let mut boards = game.start.clone();
        let mut node = partie_core::NodeId::ROOT;
        for text in played {
            let ply = uci::read(boards.board(BoardId::A), text).expect(text).ply;
            boards.play(BoardId::A, ply).expect(text);
            node = game.tree.add(node, ply);
        }
        let mut json = Vec::new();
        let lossy = partie_records::ndjson::write_game(&game, &WriteOptions::default(), &mut json);
        lossy.expect("memory").ignore();
        let records = dispatch::read(Format::Ndjson, Box::new(json.as_slice()), &options);
        let record = records.last().expect("a game").expect("memory");
        let mut batch = Batch::new();
        batch.push("", &Row::of(&record, &WriteOptions::default()));
        assert_eq!(batch.column("moves").and_then(|c| c.text(0)), Some(&*played.join(" ")));
        let binary = batch.column("moves_binary").and_then(|c| c.bytes(0)).expect("bytes");
        let again: Vec<String> =
            binary.as_chunks().0.iter().map(|m| moves::uci(*m).expect("a move").1).collect();
        assert_eq!(again, played);
        assert_eq!(batch.game(0).tree, game.tree);
    }
}

/// The tags, including those that follow from the game, in an order of their own.
fn tags(game: &Game) -> Vec<(String, String)> {
    let mut tags: Tags = game.tags.clone();
    tags.add("Result", game.outcome.as_pgn());
    let mut list: Vec<_> =
        tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    list.sort();
    list
}

fn comes_back(game: &Game, again: &Game, name: &str) {
    assert_eq!(game.start, again.start, "{name}");
    assert_eq!(game.variant, again.variant, "{name}");
    assert_eq!(game.plies().collect::<Vec<_>>(), again.plies().collect::<Vec<_>>(), "{name}");
    assert_eq!(game.outcome, again.outcome, "{name}");
    assert_eq!(game.termination, again.termination, "{name}");
    assert_eq!(game.unread, again.unread, "{name}");
    // Where the record did not say it, the way back does.
    let (mut expected, mut found) = (tags(game), tags(again));
    for added in ["FEN", "SetUp", "Variant"] {
        if game.tags.get(added).is_none() {
            found.retain(|(name, _)| name != added);
        }
    }
    expected.dedup();
    found.dedup();
    assert_eq!(expected, found, "{name}");
}

/// All games of a text come back, and what their comments say of clocks stays the same.
fn all_come_back(text: &[u8], format: Format, name: &str) -> usize {
    let options = ReadOptions::default();
    let mut batch = Batch::new();
    let mut games = Vec::new();
    for record in dispatch::read(format, Box::new(text), &options) {
        let record = record.expect("memory");
        games.push(record.game().clone());
        batch.push(name, &Row::of(&record, &WriteOptions::default()));
    }
    assert_eq!(batch.len(), games.len());
    let mut second = Batch::new();
    for (i, game) in games.iter().enumerate() {
        let again = batch.game(i);
        comes_back(game, &again, &format!("{name}, game {}", i + 1));
        let mut json = Vec::new();
        let lossy = partie_records::ndjson::write_game(&again, &WriteOptions::default(), &mut json);
        lossy.expect("memory").ignore();
        let mut records = dispatch::read(Format::Ndjson, Box::new(json.as_slice()), &options);
        let record = records.next().expect("a game").expect("memory");
        second.push(name, &Row::of(&record, &WriteOptions::default()));
    }
    for list in ["clocks", "move_times", "evals", "mates", "moves", "plies"] {
        let (one, two) = (batch.column(list).expect(list), second.column(list).expect(list));
        assert_eq!(one.values, two.values, "{name}: {list}");
        assert_eq!(one.valid, two.valid, "{name}: {list}");
    }
    games.len()
}

fn folder(path: &Path) -> usize {
    let mut games = 0;
    for entry in fs::read_dir(path).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            games += folder(&path);
            continue;
        }
        let text = fs::read(&path).expect("a file");
        let name = path.display().to_string();
        games += all_come_back(&text, detect::detect(&text, Some(&name)), &name);
    }
    games
}

#[test]
fn own_games_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut games = folder(&root.join("examples"));
    for name in ["pgn", "bpgn", "ndjson", "epd", "fen", "sessions"] {
        games += folder(&root.join("testdata").join(name));
    }
    assert!(games > 100, "{games}");
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn shared_games_come_back() {
    let root = shared("testdata");
    for name in [
        "scala_fixtures/fromTcecWithEngineOutput.pgn",
        "kokopu/pgns/misc/database.pgn",
        "kokopu/pgns/chess960/database.pgn",
        "kokopu/pgns/antichess/database.pgn",
        "raptor/atomic.pgn",
        "pychess/zh.pgn",
        "pychess/chess960rwch.pgn",
        "wild/kevinludwig_14_null_move_twic.pgn",
    ] {
        let text = fs::read(root.join(name)).expect(name);
        all_come_back(&text, Format::Pgn, name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Tags with any values come back.
    #[test]
    fn any_tags(
        given in prop::collection::vec(
            (
                prop_oneof![
                    prop::sample::select(vec![
                        "Date", "WhiteElo", "BlackRatingDiff", "WhiteFideId", "Result", "Variant",
                        "SetUp", "UTCDate", "ECO",
                    ]).prop_map(str::to_owned),
                    "[A-Z][a-z]{0,5}",
                ],
                prop_oneof!["[-+0-9.?]{0,10}", "\\PC{0,12}"],
            ),
            0..12,
        ),
        outcome in prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]),
    ) {
        let mut game = Game::new(Variant::Standard);
        game.tags = given.into_iter().collect();
        game.outcome = Outcome::from_pgn(outcome).expect("a result");
        let mut json = Vec::new();
        partie_records::ndjson::write_game(&game, &WriteOptions::default(), &mut json)
            .expect("memory").ignore();
        let mut records =
            dispatch::read(Format::Ndjson, Box::new(json.as_slice()), &ReadOptions::default());
        let record = records.next().expect("a game").expect("memory");
        let mut batch = Batch::new();
        batch.push("", &Row::of(&record, &WriteOptions::default()));
        comes_back(&game, &batch.game(0), "made up");
    }
}

/// Comments of clocks and evaluations are brought back letter by letter, without the movetext if all are
/// written in one way.
#[test]
fn comments_of_numbers_in_one_style() {
    for (comments, needs_movetext) in [
        (["[%clk 0:03:00]", "[%clk 0:02:59]"], false),
        ([" [%clk 0:03:00] ", " [%clk 0:02:59] "], false),
        ([" [%clk 0:03:00] ", "[%clk 0:02:59]"], true),
        (["[%eval 0.20]", "[%eval -1.00]"], false),
        (["[%eval 0.2]", "[%eval -1.0]"], false),
        ([" [%eval 0.2] [%clk 0:03:00] ", " [%eval 0.25] "], false),
        ([" [%eval 0.25] ", " [%eval 0.2] "], false),
        ([" [%eval 0.25] ", " [%eval 0.20] "], false),
        (["[%eval 0.2]", "[%eval 0.20]"], true),
        (["[%eval 0.20]", "[%eval 0.2]"], true),
        (["[%eval 0.2]", "[%eval #3]"], false),
        (["[%eval 12.0]", "[%eval -0.1]"], false),
        (["[%eval 1]", "[%eval 0.1]"], true),
        (["[%eval -0.0]", "[%eval 0.1]"], true),
        (["[%eval +0.1]", "[%eval 0.1]"], true),
        (["[%eval 0.2]", "better was e6"], true),
    ] {
        let text = format!("1. e4 {{{}}} e5 {{{}}} *", comments[0], comments[1]);
        let row = Row::of_library(&record(&text));
        let mut batch = Batch::of(Table::Library);
        batch.push("", &row);
        let movetext = batch.column("movetext").expect("a column of libraries");
        assert_eq!(movetext.has(0), needs_movetext, "{text}");
        let game = row.game();
        let found: Vec<_> = game.tree.all_comments().map(|comment| &*comment.text).collect();
        assert_eq!(found, comments, "{text}");
    }
}

#[test]
fn openings_and_speeds() {
    for (text, expected) in [
        ("1. d4 Nf6 2. c4 g6 3. Nc3 d5 *", [Some("D80"), Some("Grünfeld Defense"), None]),
        ("[ECO \"B00\"]\n\n1. e4 c5 *", [Some("B20"), Some("Sicilian Defense"), None]),
        ("[TimeControl \"60+0\"]\n\n*", [None, None, Some("bullet")]),
        ("[TimeControl \"?\"]\n[Variant \"Atomic\"]\n\n1. e4 c5 *", [None; 3]),
    ] {
        for table in [Table::File, Table::Library] {
            let mut batch = Batch::of(table);
            let row = match table {
                Table::File => Row::of(&record(text), &WriteOptions::default()),
                _ => Row::of_library(&record(text)),
            };
            batch.push("", &row);
            let value = |name: &str| batch.column(name).and_then(|column| column.text(0));
            assert_eq!(["eco_moves", "opening_moves", "speed"].map(value), expected, "{text}");
        }
    }
}

#[test]
fn every_column_has_a_value_or_a_null_in_every_row() {
    let batch = batch(&GAMES.repeat(3));
    assert_eq!(batch.columns().len(), FIELDS.len());
    for column in batch.columns() {
        let name = column.field.name;
        let rows = match &column.values {
            Values::Int32(values) => values.len(),
            Values::Int64(values) => values.len(),
            Values::Bytes(bytes) => bytes.len(),
            Values::Int32s { offsets, .. } | Values::Pairs { offsets, .. } => offsets.len() - 1,
        };
        assert_eq!(rows, batch.len(), "{name}");
        assert_eq!(column.valid.len(), if column.field.nullable { rows } else { 0 }, "{name}");
    }
    let names: std::collections::BTreeSet<_> = FIELDS.iter().map(|field| field.name).collect();
    assert_eq!(names.len(), FIELDS.len());
}
