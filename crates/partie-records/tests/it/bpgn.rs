//! BPGN: the oracle's games, and writing what was read.

use partie_core::{BoardId, Boards, Comment, Game, Move, Nag, NodeId, Outcome, Ply, Variant};
use partie_formats::{Format, Limits, ReadOptions, Severity, WriteOptions, fen};
use partie_pgn::bpgn;
use partie_testkit::corpus;
use proptest::prelude::*;
use std::path::Path;

fn write(game: &Game) -> String {
    let mut out = Vec::new();
    bpgn::write(game, &WriteOptions::default(), &mut out)
        .expect("memory")
        .exact()
        .expect("nothing lost");
    String::from_utf8(out).expect("UTF-8")
}

fn read(text: &str) -> Game {
    bpgn::parse(text.as_bytes(), &ReadOptions::default()).value
}

/// The diagnostics and what was read: `plies | unread`.
fn summary(text: &str) -> (Vec<&'static str>, String) {
    let parsed = bpgn::parse(text.as_bytes(), &ReadOptions::default());
    let codes = parsed.diagnostics.iter().map(|d| d.code.id).collect();
    let game = parsed.value;
    let unread = game.unread.as_deref().unwrap_or("-").to_owned();
    (codes, format!("{} {} | {unread}", game.ply_count(), game.outcome))
}

#[test]
fn oracle_games() {
    for (root, oracle) in corpus::oracles() {
        agrees(&root, &oracle);
    }
}

fn agrees(root: &Path, oracle: &serde_json::Value) {
    for (name, entry) in oracle["bpgn"]["files"].as_object().expect("files") {
        let bytes = std::fs::read(root.join(name)).expect("file");
        let parsed = bpgn::parse(&bytes, &ReadOptions::default());
        let errors: Vec<_> = parsed
            .diagnostics
            .iter()
            .filter(|d| d.severity >= partie_formats::Severity::Warning)
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let game = parsed.value;
        let plies = |id| game.plies().filter(|(b, _)| *b == id).count() as u64;
        assert_eq!(entry["plies_A"], plies(BoardId::A), "{name}");
        assert_eq!(entry["plies_B"], plies(BoardId::B), "{name}");
        assert_eq!(entry["result"], game.outcome.as_pgn(), "{name}");
        let boards = game.final_boards();
        for (id, key) in [(BoardId::A, "final_fen_A"), (BoardId::B, "final_fen_B")] {
            assert_eq!(
                entry[key],
                fen::position(boards.board(id), &WriteOptions::default()),
                "{name} {id}"
            );
        }
        let mut out = Vec::new();
        bpgn::write(&game, &WriteOptions::default(), &mut out)
            .expect("memory")
            .exact()
            .expect("nothing lost");
        let again = bpgn::parse(&out, &ReadOptions::default());
        assert_eq!(again.value.tree, game.tree, "{name}");
        assert_eq!(again.value.termination, game.termination, "{name}");
        if name.starts_with("bpgn/") {
            assert_eq!(
                String::from_utf8_lossy(&out).trim(),
                String::from_utf8_lossy(&bytes).trim(),
                "{name}"
            );
        }
    }
}

#[test]
fn streams_mix_both_kinds() {
    let text = "[WhiteA \"a\"]\n1A. e4{1} *\n\n[White \"x\"]\n\n1. e4 *\n";
    let formats: Vec<_> = bpgn::read(text.as_bytes(), &ReadOptions::default())
        .map(|r| r.expect("memory").format)
        .collect();
    assert_eq!(formats, [Format::Bpgn, Format::Pgn]);
}

fn testdata(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bpgn");
    std::fs::read(format!("{folder}/{name}")).expect(name)
}

/// The layout of the archives is written back byte for byte.
#[test]
fn the_usual_layout_stays() {
    let bytes = testdata("valid/archive.bpgn");
    let mut out = String::new();
    for record in bpgn::read(&bytes[..], &ReadOptions::default()) {
        let record = record.expect("memory");
        assert_eq!(record.parsed.diagnostics, [], "line {}", record.line);
        out.push_str(&write(record.game()));
    }
    assert_eq!(out, String::from_utf8_lossy(&bytes));
}

/// Latin-1, CR LF, a game without its beginning, one without tags, one without a board.
#[test]
fn a_broken_archive() {
    let bytes = testdata("broken/latin1_middle.bpgn");
    let mut seen = Vec::new();
    for record in bpgn::read(&bytes[..], &ReadOptions::default()) {
        let record = record.expect("memory");
        let codes: Vec<_> = record.parsed.diagnostics.iter().map(|d| d.code.id).collect();
        seen.push((record.line, codes.join(" "), record.game().ply_count()));
        for d in &record.parsed.diagnostics {
            assert!(d.span.end <= record.text.len());
        }
        if record.number == 1 {
            assert_eq!(record.game().tags.get("WhiteA"), Some("Müller"));
            let place = record.place(record.parsed.diagnostics[2].span.start);
            assert_eq!((place.line, place.column), (4, 6));
        }
    }
    let seen: Vec<_> = seen.iter().map(|(line, codes, n)| (*line, codes.as_str(), *n)).collect();
    assert_eq!(
        seen,
        [
            (1, "BUG016 BUG005 BUG001", 0),
            (7, "BUG013 BUG013 BUG012 BUG011 BUG005", 3),
            (9, "BUG003", 2),
        ]
    );
}

/// A text, its diagnostics, the number of plies, and what was not read.
#[test]
fn odd_records() {
    for (text, codes, read) in [
        ("1A. e4{1} 1a. e5{2} *", vec![], "2 * | -"),
        ("1A.e4{1}1a.e5{2}*", vec![], "2 * | -"),
        ("1A e4{1} 1a e5{2} *", vec!["BUG013", "BUG013"], "2 * | -"),
        ("1A... e4 1a... e5 *", vec![], "2 * | -"),
        ("1A. e4{0:03:00} 1a. e5{2:59.5} *", vec![], "2 * | -"),
        ("1A. e4!?{1} 1a. e5 $1 *", vec![], "2 * | -"),
        ("1A. e4{1} (1A. d4 1a. d5 (1a. e6 {x)}) 2A. c4) 1a. e5 *", vec!["BUG012"], "2 * | -"),
        ("1A. e4{1} ((( 1a. e5 *", vec!["BUG011", "BUG011", "BUG011"], "2 * | -"),
        ("1A. e4{1} {never closed 1a. e5 *", vec!["PGN070", "BUG007"], "1 * | -"),
        ("1A. f3 1a. e5 2A. g4 2a. Qh4# *", vec!["BUG014"], "4 * | -"),
        ("1A. e4 1a. d5 2A. exd5 2a. Qxd5 1B. e4 1b. N@e5 *", vec!["BUG001"], "5 * | 1b. N@e5"),
        ("1A. e4 1a. d5 2A. exd5 2a. Qxd5 1B. @d6 *", vec![], "5 * | -"),
        (
            "14A. Nxe5{100} 14a. dxe5{99} {x checkmated} 1-0",
            vec!["BUG005", "BUG001"],
            "0 1-0 | 14A. Nxe5{100} 14a. dxe5{99} {x checkmated}",
        ),
        (
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 9 | 4k3/8/8/8/8/8/8/4K3[q] b - - 0 3\"]\n9A. Q@d8# 3b. q@e2 *",
            vec!["BUG014"],
            "2 * | -",
        ),
        ("", vec!["BUG007"], "0 * | -"),
    ] {
        let (found, stated) = summary(text);
        assert_eq!((found, stated.as_str()), (codes, read), "{text}");
    }
}

/// The reason is stated even where the moves cannot be read up to it.
#[test]
fn reasons() {
    for (text, reason) in [
        ("1A. e4 {a resigns} 0-1", Some("Resignation")),
        ("{Game aborted on move 1} *", Some("Aborted")),
        ("9A. Nxe5 {x checkmated} 1-0", Some("Checkmate")),
        ("1A. e4 {1} {nice} *", None),
    ] {
        let found = read(text).termination.map(|t| format!("{t:?}"));
        assert_eq!(found.as_deref(), reason, "{text}");
    }
    let text = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n\
        [WhiteB \"c\"]\n[BlackB \"d\"]\n[Result \"*\"]\n{Game aborted on move 1} *\n\n";
    assert_eq!(write(&read(text)), text);
}

#[test]
fn games_without_tags_follow_each_other() {
    let text = "1A. e4{1} 1a. e5{1} {x resigns} 1-0\n1A. d4{1} 1a. d5{1} 0-1\r\n\r\n1B. c4 *\n\
        [WhiteA \"a\"][WhiteAElo \"1\"]\n\n*\n[WhiteA \"b\"]\n1A. e4 *[WhiteA \"c\"]\n1a. e5 *";
    let records: Vec<_> = bpgn::read(text.as_bytes(), &ReadOptions::default())
        .map(|r| r.expect("memory"))
        .map(|r| (r.format, r.line, r.game().ply_count()))
        .collect();
    let bug = Format::Bpgn;
    assert_eq!(
        records,
        [(bug, 1, 2), (bug, 2, 2), (bug, 4, 1), (bug, 5, 0), (bug, 8, 1), (bug, 9, 0)]
    );
}

#[test]
fn tags_that_are_missing_get_their_place() {
    let text = write(&read("[BlackA \"b\"][BlackAElo \"1\"]\n[Lag \"1\"]\n1A. e4 *"));
    let names: Vec<&str> =
        text.split('[').skip(1).map(|t| t.split(' ').next().expect("a name")).collect();
    assert_eq!(
        names,
        [
            "Event",
            "Site",
            "Date",
            "WhiteA",
            "BlackA",
            "BlackAElo",
            "WhiteB",
            "BlackB",
            "Lag",
            "Result"
        ]
    );
}

#[test]
fn limits_hold() {
    let limits = Limits { text_bytes: 10, diagnostics: 5, ..Limits::default() };
    let options = ReadOptions::default().limits(limits);
    let text = format!("1A. e4 {{{}}} {} *", "long ".repeat(20), "] ".repeat(1000));
    let parsed = bpgn::parse(text.as_bytes(), &options);
    let codes: Vec<_> = parsed.diagnostics.iter().map(|d| d.code.id).collect();
    assert!(codes.contains(&"PGN007"), "{codes:?}");
    assert_eq!(codes.last(), Some(&"PGN099"));
    assert_eq!(codes.len(), 6);
    let comments = &parsed.value.tree.annotations(parsed.value.tree.mainline_end()).comments;
    assert_eq!(comments[0].text, "long long ");
}

/// Comments: words, clocks, and the marks of the archives.
fn comments() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![
        Just("180".to_owned()),
        Just("58.345".to_owned()),
        Just("R: a requests to abort the game.".to_owned()),
        Just("C: number 1 ".to_owned()),
        Just(String::new()),
        "[a-z é(\\[\"1A.]{0,12}"
            .prop_filter("commands are written as clocks", |t| !t.contains("[%")),
    ];
    prop_oneof![4 => Just(Vec::new()), 3 => prop::collection::vec(word, 1..3)]
}

fn random_game(seeds: &[(u32, Vec<String>, u8)], reason: Option<&str>) -> Game {
    let mut game = Game::new(Variant::Bughouse);
    let mut boards = Boards::start(Variant::Bughouse);
    let mut node = NodeId::ROOT;
    for (seed, comments, nag) in seeds {
        let id = if seed % 2 == 0 { BoardId::A } else { BoardId::B };
        let legal = boards.legal_moves(id);
        if legal.is_empty() {
            continue;
        }
        let rare: Vec<Move> =
            legal.iter().copied().filter(|m| m.is_capture() || m.is_put()).collect();
        let n = (seed / 8) as usize;
        let m = if rare.is_empty() || seed % 8 < 3 {
            legal[n % legal.len()]
        } else {
            rare[n % rare.len()]
        };
        boards.play(id, Ply::Move(m)).expect("legal");
        node = game.tree.add_on(node, id, Ply::Move(m));
        let notes = game.tree.annotations_mut(node);
        notes.comments.extend(comments.iter().map(|t| Comment::after(t.as_str())));
        if *nag < 30 {
            notes.nags.push(Nag(*nag));
        }
    }
    if let Some(reason) = reason {
        game.tree.annotations_mut(node).comments.push(Comment::after(reason));
    }
    for (name, value) in [
        ("Event", "?"),
        ("Site", "a \\ \"b\""),
        ("Date", "2000.01.01"),
        ("WhiteA", "Jiří"),
        ("WhiteAElo", "2000"),
        ("BlackA", "b"),
        ("WhiteB", "c"),
        ("BlackB", "d"),
    ] {
        game.tags.set(name, value);
    }
    game.outcome = boards.end().map_or(Outcome::Unknown, |(o, _)| o);
    game.tags.set("Result", game.outcome.as_pgn());
    let stated = game.tree.annotations(node).comments.last();
    game.termination =
        stated.and_then(|c| bpgn::termination(&c.text)).or_else(|| boards.end().map(|(_, t)| t));
    game
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn written_games_are_read_again(
        seeds in prop::collection::vec((any::<u32>(), comments(), any::<u8>()), 0..120),
        reason in prop::option::of(prop::sample::select(
            vec!["b resigns", "a checkmated", "Game aborted on move 1", "d forfeits on time"],
        )),
    ) {
        let game = random_game(&seeds, reason);
        let text = write(&game);
        let parsed = bpgn::parse(text.as_bytes(), &ReadOptions::default());
        let worst = parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note).count();
        prop_assert_eq!(worst, 0, "{:?}", parsed.diagnostics);
        prop_assert_eq!(&parsed.value, &game, "{}", text);
        prop_assert_eq!(write(&parsed.value), text);
    }

    /// Any text: no panic, places within the text, and the written games read back unchanged.
    #[test]
    fn damaged_games(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "1A. e4", "1a. e5", "1B. d4{179.2}", "1b. d5 ", "2A. Nf3{", "}", "{C: x}", "(", ")", " ",
            "2a. Nc6", "P@e5", "12b. @f6", "[WhiteA \"", "\"]", "[Result \"1-0\"]\n", "\n", "\n\n",
            "$3", "!?", "#", "*", "1-0", "\u{fffd}", "é", "--", "O-O", ";", "%", "2A.", "a resigns",
        ]), 0..40),
    ) {
        let text = pieces.concat();
        let parsed = bpgn::parse(text.as_bytes(), &ReadOptions::default());
        for d in &parsed.diagnostics {
            prop_assert!(d.span.start <= d.span.end && d.span.end <= text.len(), "{text}: {d:?}");
        }
        let mut out = Vec::new();
        bpgn::write(&parsed.value, &WriteOptions::default(), &mut out).expect("memory").ignore();
        let again = read(&String::from_utf8(out).expect("UTF-8"));
        let plies = |g: &Game| g.plies().collect::<Vec<_>>();
        prop_assert_eq!(plies(&again), plies(&parsed.value), "{}", text);
        prop_assert_eq!(again.outcome, parsed.value.outcome);
        if parsed.value.unread.is_none() {
            prop_assert_eq!(again.termination, parsed.value.termination, "{}", text);
        }
        let records = bpgn::read(text.as_bytes(), &ReadOptions::default()).count();
        prop_assert!(records <= text.len());
    }
}
