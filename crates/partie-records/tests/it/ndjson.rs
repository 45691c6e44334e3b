//! JSON: a game written and read back is the same game.

use partie_testkit::suite::shared;
use std::path::Path;

use partie_core::{
    BoardId, Boards, Comment, CommentPlace, Game, Nag, NodeId, Outcome, Ply, Position, Termination,
    Variant,
};
use partie_formats::{Format, ReadOptions, Strip, WriteOptions};
use partie_pgn as pgn;
use partie_pgn::bpgn;
use partie_records::{dispatch, ndjson};
use proptest::prelude::*;
use serde_json::Value;

fn written(game: &Game) -> Vec<u8> {
    let mut line = Vec::new();
    ndjson::write_game(game, &WriteOptions::default(), &mut line)
        .expect("memory")
        .exact()
        .expect("nothing is lost");
    line
}

fn same(game: &Game, name: &str) {
    let line = written(game);
    let again = ndjson::parse(&line, &ReadOptions::default());
    let text = String::from_utf8_lossy(&line);
    let found: Vec<_> = again.diagnostics.iter().map(|d| &d.message).collect();
    let diagram = game.start.first().problem().is_some();
    assert!(found.is_empty() || diagram, "{name}: {found:?} {text}");
    assert_eq!(again.value.tags, game.tags, "{name}");
    assert_eq!(again.value.tree, game.tree, "{name} {text}");
    assert_eq!(&again.value, game, "{name} {text}");
}

fn all(path: &Path) {
    for record in pgn::read(std::fs::File::open(path).expect("file"), &ReadOptions::default()) {
        let record = record.expect("file");
        same(record.game(), &format!("{} game {}", path.display(), record.number));
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn shared_games_come_back() {
    let root = shared("testdata");
    for name in [
        "scala_fixtures/fromTcecWithEngineOutput.pgn",
        "scala_fixtures/withNag.pgn",
        "kokopu/pgns/misc/database.pgn",
        "kokopu/pgns/chess960/database.pgn",
        "kokopu/pgns/antichess/database.pgn",
        "raptor/atomic.pgn",
        "pychess/zh.pgn",
        "pychess/chess960rwch.pgn",
        "scoutfish/hayes.pgn",
        "wild/kevinludwig_14_null_move_twic.pgn",
        "pgn-extract/odds.pgn",
    ] {
        all(&root.join(name));
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn shared_bughouse_comes_back() {
    let root = shared("testdata");
    for name in ["bpgn/1934301.bpgn", "bpgn/1283326.bpgn", "wild/bughouse_wikipedia_sample.bpgn"] {
        let source = std::fs::File::open(root.join(name)).expect("file");
        for record in bpgn::read(source, &ReadOptions::default()) {
            let record = record.expect("file");
            same(record.game(), name);
            let object: Value = serde_json::from_slice(&written(record.game())).expect("JSON");
            assert_eq!(
                object["boards"].as_array().map(Vec::len),
                object["moves"].as_array().map(Vec::len)
            );
            assert!(object["final_fen"].as_str().expect("a FEN").contains(" | "));
        }
    }
}

#[test]
fn a_game_as_it_is_written() {
    let game = pgn::parse(
        b"[White \"A\"]\n\n1. e4! {best} e5 (1... c5 $5) 2. Ke3 *",
        &ReadOptions::default(),
    )
    .value;
    let mut line = Vec::new();
    ndjson::write_game(&game, &WriteOptions::default(), &mut line).expect("memory").ignore();
    assert_eq!(
        String::from_utf8_lossy(&line),
        concat!(
            r#"{"tags":{"White":"A"},"variant":"Standard","#,
            r#""start_fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","#,
            r#""moves":["e2e4","e7e5"],"san":["e4","e5"],"result":"*","termination":null,"#,
            r#""final_fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","plies":2,"#,
            r#""nodes":[{},{"parent":0,"move":"e2e4","nags":[1],"comments":[{"place":"after","text":"best"}]},"#,
            r#"{"parent":1,"move":"e7e5"},{"parent":1,"move":"c7c5","nags":[5]}],"unread":"2. Ke3"}"#,
            "\n"
        )
    );
    same(&game, "small");
}

/// The page's examples are what is written, key by key, and are read without diagnostics.
#[test]
fn the_page_tells_the_truth() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ndjson.md"))
            .expect("a page");
    let examples: Vec<&str> = page.lines().filter(|l| l.starts_with('{')).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let parsed = ndjson::parse(example.as_bytes(), &ReadOptions::default());
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let mut given: Value = serde_json::from_str(example).expect("JSON");
        let object = given.as_object_mut().expect("an object");
        for name in ["file", "game", "format", "encoding", "line", "byte", "diagnostics"] {
            object.shift_remove(name);
        }
        let again = ndjson::game(&parsed.value, &WriteOptions::default());
        assert_eq!(serde_json::to_string(&again).expect("JSON"), given.to_string());
    }
}

/// Returns the object that a record is written as.
fn record(text: &[u8], options: &WriteOptions) -> Value {
    let mut out = Vec::new();
    let read = dispatch::read(Format::Pgn, Box::new(text), &ReadOptions::default());
    for record in read {
        ndjson::write(&record.expect("memory"), "x.pgn", options, &mut out)
            .expect("memory")
            .ignore();
    }
    let last = out.split(|b| *b == b'\n').rfind(|line| !line.is_empty()).expect("a line");
    serde_json::from_slice(last).expect("JSON")
}

#[test]
fn a_record_says_where_it_stood() {
    let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e5\n2. J\xe9f3 *\n";
    let object = record(text, &WriteOptions::default());
    let keys: Vec<_> = object.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "file",
            "game",
            "format",
            "encoding",
            "line",
            "byte",
            "tags",
            "variant",
            "start_fen",
            "moves",
            "san",
            "result",
            "termination",
            "final_fen",
            "plies",
            "unread",
            "diagnostics",
        ]
    );
    assert_eq!(object["file"], "x.pgn");
    assert_eq!(object["game"], 2);
    assert_eq!(object["line"], 5);
    assert_eq!(object["byte"], 22);
    assert_eq!(object["plies"], 2);
    let bad = object["diagnostics"].as_array().expect("a list").iter().find(|d| d["ply"] == 3);
    let bad = bad.expect("a diagnostic at ply 3");
    assert_eq!((&bad["line"], &bad["column"], &bad["byte"]), (&8.into(), &4.into(), &47.into()));
    assert_eq!(bad["severity"], "error");
    let keys: Vec<_> = bad.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["code", "severity", "line", "column", "byte", "ply", "message"]);
}

#[test]
fn moves_of_every_kind() {
    let object = record(
        b"[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1\"]\n\n1. O-O -- 2. Rh7 O-O-O *",
        &WriteOptions::default(),
    );
    assert_eq!(object["moves"][0], "b1h1");
    assert_eq!(object["moves"][1], "0000");
    assert_eq!(object["san"][0], "O-O");
    assert_eq!(object["san"][1], "--");
}

#[test]
fn clocks() {
    let text = b"1. e4 {[%clk 0:03:00]} e5 2. Nf3 {[%clk 0:02:58.1] good} *";
    let object = record(text, &WriteOptions::default());
    assert_eq!(object["clocks"], serde_json::json!([180_000, null, 178_100]));
    assert_eq!(record(b"1. e4 *", &WriteOptions::default()).get("clocks"), None);
}

#[test]
fn stripping() {
    let text =
        b"[Event \"x\"]\n[Annotator \"y\"]\n\n1. e4 $1 {good [%clk 0:03:00]} e5 (1... c5 {why}) *";
    let keys = |strip: Strip| {
        let object = record(text, &WriteOptions::default().strip(strip));
        let nodes = object.get("nodes").map_or(0, |n| n.as_array().map_or(0, Vec::len));
        let tags = object["tags"].as_object().map_or(0, serde_json::Map::len);
        let words = object.to_string();
        let has = |word: &str| usize::from(words.contains(word));
        [nodes, tags, has("clocks"), has("good"), has("nags"), has("%clk")]
    };
    let none = Strip::default();
    assert_eq!(keys(none), [4, 2, 1, 1, 1, 1]);
    assert_eq!(keys(Strip { comments: true, ..none }), [4, 2, 1, 0, 1, 1]);
    assert_eq!(keys(Strip { variations: true, ..none }), [3, 2, 1, 1, 1, 1]);
    assert_eq!(keys(Strip { nags: true, ..none }), [4, 2, 1, 1, 0, 1]);
    assert_eq!(keys(Strip { clocks: true, ..none }), [4, 2, 0, 1, 1, 0]);
    assert_eq!(keys(Strip { tags: true, ..none }), [4, 1, 1, 1, 1, 1]);
    let all = Strip::ALL;
    assert_eq!(keys(all), [0, 1, 0, 0, 0, 0]);
}

#[test]
fn an_en_passant_square_without_capture_is_not_lost() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*");
    let game = pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
    let object: Value = serde_json::from_slice(&written(&game)).expect("JSON");
    assert_eq!(object["start_fen"], fen.replace("e3", "-"));
    assert_eq!(object["start_fen_exact"], fen);
    same(&game, fen);
}

/// An object and its diagnostics, each with its place.
fn check(line: &str, diagnostics: &[&str]) -> Game {
    let parsed = ndjson::parse(line.as_bytes(), &ReadOptions::default());
    let found: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|d| {
            let place = line.get(d.span.clone()).expect("a span inside the line");
            let ply = d.ply.map_or(String::new(), |ply| format!(" ply {ply}"));
            format!("{} `{place}`{ply}: {}", d.code.id, d.message)
        })
        .collect();
    assert_eq!(found, diagnostics, "{line}");
    parsed.value
}

#[test]
fn diagnostics() {
    let game = check(
        r#"{"moves": ["e2e4", "e7e6", "e1e3", "a7a6"], "unread": "more"}"#,
        &[
            "JSN003 `\"e1e3\"` ply 3: expected a legal move, but found `e1e3`: this move is not legal here",
        ],
    );
    assert_eq!(game.unread.as_deref(), Some("e1e3 a7a6\nmore"));
    let game = check(
        r#"{"moves": ["e2e4", 5, "e7e6"]}"#,
        &["JSN002 `5`: expected a string in `moves`, but found `5`"],
    );
    assert_eq!(game.unread.as_deref(), Some("5 e7e6"));
    check(
        r#"{"moves": {}, "tags": [], "result": "won", "termination": 3, "variant": "Sittuyin"}"#,
        &[
            "JSN002 `{}`: expected a list of strings or a string in `moves`, but found `{}`",
            "JSN002 `[]`: expected an object in `tags`, but found `[]`",
            "JSN002 `\"won\"`: expected 1-0, 0-1, 1/2-1/2 or * in `result`, but found `\"won\"`",
            "JSN002 `3`: expected a string in `termination`, but found `3`",
            "JSN002 `\"Sittuyin\"`: expected the name of a variant in `variant`, but found `\"Sittuyin\"`",
        ],
    );
    check(
        r#"{"tags": {"White": 1}}"#,
        &[
            "JSN005 `{\"tags\": {\"White\": 1}}`: expected `moves`, but found an object without",
            "JSN002 `1`: expected a string in a tag, but found `1`",
        ],
    );
    let game = check(
        r#"{"tags": {"A \"b\"]": "c", "A_b_": "d", "": "e", "Odd-but-read": "f"}, "moves": []}"#,
        &[
            "JSN009 `\"c\"`: expected letters, digits and _ in a tag name, but found `A \"b\"]`; it was read as `A_b__2`",
            "JSN009 `\"e\"`: expected letters, digits and _ in a tag name, but found ``; it was read as `_`",
        ],
    );
    let names: Vec<_> = game.tags.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["A_b__2", "A_b_", "_", "Odd-but-read"]);
    let game = check(
        r#"{"white": "Adler, Ida", "white_elo": 2310, "black": {"username": "oskar", "rating": 2504, "title": "GM"},
        "event": "Cup", "result": "1-0", "moves": "e4 e5"}"#
            .replace('\n', "")
            .as_str(),
        &[],
    );
    let tags: Vec<_> = game.tags.iter().collect();
    let expected = [
        ("Black", "oskar"),
        ("BlackElo", "2504"),
        ("BlackTitle", "GM"),
        ("Event", "Cup"),
        ("White", "Adler, Ida"),
        ("WhiteElo", "2310"),
    ];
    let mut sorted = tags.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    // Two names of one player, a second value, and what is no name.
    check(
        r#"{"white": {"name": "Ida", "username": "ida_a"}, "moves": []}"#,
        &[
            r#"JSN007 `{"name": "Ida", "username": "ida_a"}`: expected a field that Partie writes, but found `white`"#,
        ],
    );
    check(
        r##"{"tags": {"White": "A"}, "white": "B", "black": "#000000", "moves": []}"##,
        &[
            "JSN007 `\"B\"`: expected a field that Partie writes, but found `white`",
            "JSN007 `\"#000000\"`: expected a field that Partie writes, but found `black`",
        ],
    );
    check(
        r#"{"moves": ["e2e4"], "san": ["d4"], "x": 0}"#,
        &[
            "JSN006 `\"d4\"` ply 1: expected `e4` in `san` as the moves say, but found `d4`",
            "JSN007 `0`: expected a field that Partie writes, but found `x`",
        ],
    );
    check(
        r#"{"moves": ["e2e4"], "san": ["e4", "e5"]}"#,
        &[
            "JSN006 `[\"e4\", \"e5\"]`: expected `1 moves` in `san` as the moves say, but found `2 moves`",
        ],
    );
    check(
        r#"{"moves": [], "final_fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}"#,
        &[
            "JSN006 `\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"`: expected `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1` in `final_fen` as the moves say, but found `4k3/8/8/8/8/8/8/4K3 w - - 0 1`",
        ],
    );
    check(
        r#"{"moves": [], "start_fen": "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"}"#,
        &[
            "JSN008 `\"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"`: FEN010: expected king and rook in their places for the castling right `KQ`, but found them elsewhere",
        ],
    );
    check("[1]", &["JSN001 `[1]`: expected an object, but found another value"]);
    let game = check(
        r#"{"moves": ["#,
        &[
            "JSN001 `[`: expected a JSON object, but found a mistake: EOF while parsing a list at line 1 column 11",
        ],
    );
    assert_eq!(game.unread.as_deref(), Some(r#"{"moves": ["#));
}

/// The last of several fields of one name counts; the others are kept as they stand.
#[test]
fn fields_that_stand_twice() {
    let lost = r#""White": "Ann""#;
    for (line, kept) in [
        (r#"{"tags": {"White": "Ann", "White": "Anna"}, "moves": []}"#, vec![lost]),
        (r#"{"plies": 3, "moves": [], "pl\u0069es": 0}"#, vec![r#""plies": 3"#]),
        (r#"{"a": {"b": 1, "b": 2}, "moves": []}"#, vec![r#""a": {"b": 1, "b": 2}"#]),
        (
            r#"{"tags": {"White": "Ann"}, "tags": {"White": "Anna"}, "moves": [], "moves": []}"#,
            vec![r#""tags": {"White": "Ann"}"#, r#""moves": []"#],
        ),
    ] {
        let parsed = ndjson::parse(line.as_bytes(), &ReadOptions::default());
        let game = parsed.value;
        let comments = &game.tree.annotations(NodeId::ROOT).comments;
        let texts: Vec<_> = comments.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(texts, kept, "{line}");
        assert!(parsed.diagnostics.iter().any(|d| d.code.id == "JSN010"), "{line}");
        let name = game.tags.get("White").is_none_or(|name| name == "Anna");
        assert!(name, "{line}");
    }
}

#[test]
fn diagnostics_in_nodes() {
    let game = check(
        r#"{"nodes": [{}, {"parent": 0, "move": "e2e4", "nags": [1, 300], "comments": [{"text": "x", "place": "up"}]}, {"parent": 1, "move": "e2e4"}, {"parent": 2, "move": "e7e5"}, {"parent": 9, "move": "e7e5"}, 7]}"#,
        &[
            "JSN002 `300`: expected a number from 0 to 255 in `nags`, but found `300`",
            "JSN002 `{\"text\": \"x\", \"place\": \"up\"}`: expected `text` and `place` (before, after or last) in a comment, but found `{\"text\":\"x\",\"place\":\"up\"}`",
            "JSN003 `{\"parent\": 1, \"move\": \"e2e4\"}` ply 2: expected a legal move, but found `e2e4`: this move is not legal here",
            "JSN002 `{\"parent\": 9, \"move\": \"e7e5\"}`: expected an earlier node in `parent`, but found `9`",
            "JSN002 `7`: expected `parent` and `move` in a node, but found `7`",
        ],
    );
    assert_eq!(game.ply_count(), 1);
    assert_eq!(game.unread.as_deref(), Some("e2e4 e7e5 e7e5"));
}

#[test]
fn a_hostile_line_takes_no_time() {
    let nodes: String = (0..100_000).map(|_| r#",{"parent":0,"move":"e2e5"}"#).collect();
    let parsed =
        ndjson::parse(format!(r#"{{"nodes":[{{}}{nodes}]}}"#).as_bytes(), &ReadOptions::default());
    assert_eq!(parsed.diagnostics.len(), ReadOptions::default().limits.diagnostics);
    let nodes: String = (0..100_000).map(|_| r#",{"parent":0,"move":"e2e4"}"#).collect();
    let parsed =
        ndjson::parse(format!(r#"{{"nodes":[{{}}{nodes}]}}"#).as_bytes(), &ReadOptions::default());
    assert_eq!(parsed.value.tree.len(), 100_000);
    let deep = "[".repeat(100_000);
    assert_eq!(
        ndjson::parse(deep.as_bytes(), &ReadOptions::default()).diagnostics[0].code.id,
        "JSN001"
    );
}

/// A random game: a variant, and moves chosen by numbers, some of them in variations.
fn game(variant: Variant, choices: &[(u16, u8)], words: &str) -> Game {
    let mut game = Game::new(variant);
    let mut nodes = vec![(NodeId::ROOT, game.start.clone())];
    for (choice, kind) in choices {
        let back = if *kind < 40 { usize::from(*choice) % nodes.len() } else { nodes.len() - 1 };
        let (node, mut boards) = nodes[back].clone();
        let id =
            if variant == Variant::Bughouse && choice % 2 == 1 { BoardId::B } else { BoardId::A };
        let moves = boards.legal_moves(id);
        let ply = match moves.get(usize::from(*choice) % moves.len().max(1)) {
            Some(m) if *kind != 255 => Ply::Move(*m),
            _ => Ply::Null,
        };
        // Two equal moves in one place are one move.
        if game.tree.children(node).any(|n| game.tree.ply(n) == Some(ply))
            || boards.play(id, ply).is_err()
        {
            continue;
        }
        let next = game.tree.add_on(node, id, ply);
        if kind % 5 == 0 {
            let annotations = game.tree.annotations_mut(next);
            annotations.nags.push(Nag(*kind));
            let place = [CommentPlace::Before, CommentPlace::After, CommentPlace::Last]
                [usize::from(kind % 3)];
            annotations.comments.push(Comment { text: words.to_owned(), place });
        }
        nodes.push((next, boards));
    }
    game.tags.set("White", words);
    game.tags.set(format!("X{}", words.len()), "");
    game
}

proptest! {
    #[test]
    fn games_come_back(
        variant in prop::sample::select(&Variant::ALL[..]),
        choices in prop::collection::vec((any::<u16>(), any::<u8>()), 0..60),
        words in any::<String>(),
        end in 0_usize..5,
    ) {
        let mut game = game(variant, &choices, &words);
        game.outcome = [Outcome::Unknown, Outcome::Draw, Outcome::Win(partie_core::Color::White), Outcome::Win(partie_core::Color::Black), Outcome::Unknown][end];
        game.termination = [None, Some(Termination::Agreement), Some(Termination::Resignation), Some(Termination::Other("by mail".to_owned())), Some(Termination::PartnersGameOver)][end].clone();
        game.unread = (end == 4).then(|| words.clone());
        same(&game, "chance");
    }

    #[test]
    fn nothing_panics(text in r#"[\[\]{}",:0-9a-h\\ ]{0,80}"#, cut in 0_usize..200, byte in any::<u8>()) {
        let _ = ndjson::parse(text.as_bytes(), &ReadOptions::default());
        let game = game(Variant::Standard, &[(3, 0), (7, 200), (9, 5), (1, 10)], &text);
        let mut line = written(&game);
        let at = cut % line.len();
        line[at] = byte;
        let parsed = ndjson::parse(&line, &ReadOptions::default());
        for d in parsed.diagnostics {
            prop_assert!(d.span.end <= line.len() && d.span.start <= d.span.end);
        }
        let _ = ndjson::parse(&line[..at], &ReadOptions::default());
    }
}

#[test]
fn start_positions_of_two_boards() {
    let game = Game::new(Variant::Bughouse);
    same(&game, "bughouse");
    let Boards::Two(_) = &game.start else { panic!("two boards") };
    let mut game = Game::from_boards(Variant::Standard, Boards::One(Position::default()));
    game.outcome = Outcome::Draw;
    same(&game, "no moves");
}

/// Moves in UCI or SAN, as a list or in one string, are the same game.
#[test]
fn moves_of_other_programs() {
    for moves in [
        r#"["e2e4", "e7e5", "g1f3", "b8c6"]"#,
        r#"["e4", "e5", "Nf3", "Nc6"]"#,
        r#""e4 e5 Nf3 Nc6""#,
        r#""1. e4 e5 2. Nf3 Nc6 1-0""#,
        r#""1.e4 e5 2.Nf3 2...Nc6""#,
        r#""e2e4 e7e5 g1f3 b8c6""#,
    ] {
        let game = check(&format!("{{\"moves\": {moves}}}"), &[]);
        assert_eq!(game.ply_count(), 4, "{moves}");
        assert_eq!(game.unread, None, "{moves}");
    }
    let found = "expected a legal move, but found `Ke3`: this move is not legal here";
    let line = r#"{"moves": "e4 e5 Ke3 Nc6"}"#;
    let game = check(line, &[&format!("JSN003 `\"e4 e5 Ke3 Nc6\"` ply 3: {found}")]);
    assert_eq!((game.ply_count(), game.unread.as_deref()), (2, Some("Ke3 Nc6")));
}
