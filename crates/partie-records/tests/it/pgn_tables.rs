//! PGN by tables that a chess player can read: `testdata/pgn/valid` is written back
//! byte for byte, `testdata/pgn/broken` says in its first line what is found; and laws
//! that hold for random games and random bytes.

use std::path::{Path, PathBuf};

use partie_core::{
    Comment, CommentPlace, Game, Nag, NodeId, Outcome, Ply, Position, Tree, Variant,
};
use partie_formats::{Limits, ReadOptions, Severity, WriteOptions};
use partie_pgn as pgn;
use proptest::prelude::*;

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pgn").join(folder);
    let mut files: Vec<_> =
        std::fs::read_dir(&root).expect("testdata").map(|e| e.expect("entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", root.display());
    files
}

#[test]
fn export_format_is_written_byte_for_byte() {
    for path in files("valid") {
        let bytes = std::fs::read(&path).expect("file");
        let mut out = Vec::new();
        for record in pgn::read(&bytes[..], &ReadOptions::default()) {
            let record = record.expect("memory");
            let diagnostics: Vec<_> =
                record.parsed.diagnostics.iter().map(|d| (d.code.id, &d.message)).collect();
            assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", path.display());
            pgn::write(record.game(), &WriteOptions::default(), &mut out)
                .expect("memory")
                .exact()
                .expect("nothing lost");
        }
        assert_eq!(
            String::from_utf8_lossy(&out),
            String::from_utf8_lossy(&bytes),
            "{}",
            path.display()
        );
    }
}

#[test]
fn broken_files_say_what_they_expect() {
    for path in files("broken") {
        let text = std::fs::read_to_string(&path).expect("file");
        let (first, _) = text.split_once('\n').expect("a line");
        let mut parts = first.strip_prefix("; expect: ").expect("expectation").split(" | ");
        let codes: Vec<_> = parts.next().expect("codes").split(' ').collect();
        let games: usize =
            parts.next().and_then(|p| p.strip_prefix("games ")?.parse().ok()).expect("games");
        let plies: Vec<usize> = parts
            .next()
            .and_then(|p| p.strip_prefix("plies "))
            .expect("plies")
            .split(' ')
            .map(|n| n.parse().expect("number"))
            .collect();
        let records: Vec<_> = pgn::read(text.as_bytes(), &ReadOptions::default())
            .map(|r| r.expect("memory"))
            .collect();
        let name = path.display();
        assert_eq!(records.len(), games, "{name}");
        assert_eq!(
            records.iter().map(|r| r.game().ply_count()).collect::<Vec<_>>(),
            plies,
            "{name}"
        );
        let found: Vec<_> =
            records.iter().flat_map(|r| &r.parsed.diagnostics).map(|d| d.code.id).collect();
        for code in codes {
            assert!(found.contains(&code), "{name}: {code} not in {found:?}");
        }
    }
}

#[test]
fn limits_are_reported_and_nothing_else_is_lost() {
    let with = |limits: Limits| ReadOptions::default().limits(limits);
    let usual = Limits::default();
    let ids = |text: &str, limits: Limits| -> Vec<&'static str> {
        pgn::read(text.as_bytes(), &with(limits))
            .flat_map(|r| r.expect("memory").parsed.diagnostics)
            .map(|d| d.code.id)
            .collect()
    };
    let long = format!(
        "[Event \"a\"]\n\n1. e4 {{{}}} e5 *\n\n[Event \"b\"]\n\n1. d4 *\n",
        "x".repeat(200_000)
    );
    let limits = Limits { game_bytes: 1000, ..usual };
    assert!(ids(&long, limits).contains(&"PGN004"));
    let games: Vec<_> =
        pgn::read(long.as_bytes(), &with(limits)).map(|r| r.expect("memory")).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].game().tags.get("Event"), Some("b"));
    // A game that is over the limit is, also where all of it has been read at once.
    let short = &long.replace(&"x".repeat(200_000), &"x".repeat(2000));
    for text in [short.as_str(), short.split("[Event \"b\"]").next().expect("a part")] {
        let first = pgn::read(text.as_bytes(), &with(limits)).next().expect("a game");
        assert_eq!(first.expect("memory").text.len(), 1000);
        assert!(ids(text, limits).contains(&"PGN004"));
    }
    assert_eq!(games[1].game().ply_count(), 1);
    let tags = "[A \"1\"]\n[B \"2\"]\n[C \"3\"]\n\n1. e4 *\n";
    assert!(ids(tags, Limits { tags: 2, ..usual }).contains(&"PGN005"));
    let nested = "1. e4 (1. d4 (1. c4 (1. b4))) *";
    assert!(ids(nested, Limits { nesting: 2, ..usual }).contains(&"PGN006"));
    let comment = "1. e4 {a long comment} *";
    assert!(ids(comment, Limits { text_bytes: 5, ..usual }).contains(&"PGN007"));
    let many = format!("1. e4 {} *", "$999 ".repeat(50));
    assert!(ids(&many, Limits { diagnostics: 10, ..usual }).contains(&"PGN099"));
}

#[test]
fn what_never_closes_takes_no_time() {
    for text in ["[", "[a \"x ", "[%clk ", "{", "(", "*\n\n", "1. e4 ("] {
        let text = text.repeat(100_000);
        let records: Vec<_> = pgn::read(text.as_bytes(), &ReadOptions::default())
            .map(|r| r.expect("memory"))
            .collect();
        let length: usize = records.iter().map(|r| r.text.len()).sum();
        assert_eq!(length, text.len(), "{}", &text[..6]);
        let tokens = pgn::token::scan(&text).into_iter().map(|token| &text[token.span]);
        assert_eq!(tokens.collect::<String>(), text);
    }
}

#[test]
fn packets_change_nothing() {
    /// Gives out one byte at a time.
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let n = out.len().min(1).min(self.0.len());
            out[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }
    for path in files("valid").into_iter().chain(files("broken")) {
        let bytes = std::fs::read(&path).expect("file");
        let games = |source: Box<dyn std::io::Read + '_>| -> Vec<(Vec<u8>, u64, usize)> {
            pgn::read(source, &ReadOptions::default())
                .map(|r| r.expect("memory"))
                .map(|r| (r.text.clone(), r.line, r.parsed.diagnostics.len()))
                .collect()
        };
        assert_eq!(
            games(Box::new(&bytes[..])),
            games(Box::new(Slow(&bytes))),
            "{}",
            path.display()
        );
    }
}

/// A random game with variations, comments and NAGs.
fn game(seeds: &[(u16, u8, String)]) -> Game {
    let mut game = Game::new(Variant::Standard);
    let mut line: Vec<(NodeId, Position)> = vec![(NodeId::ROOT, Position::default())];
    for (choice, what, text) in seeds {
        // Mostly on with the line, sometimes back for a variation.
        if what % 7 == 0 && line.len() > 2 {
            line.truncate(line.len() - 1 - usize::from(*what) % 2);
        }
        let Some((node, position)) = line.last().cloned() else { break };
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let ply = Ply::Move(moves[usize::from(*choice) % moves.len()]);
        if game.tree.children(node).any(|c| game.tree.ply(c) == Some(ply)) {
            continue;
        }
        let next = game.tree.add(node, ply);
        annotate(&mut game.tree, next, *what, text);
        let mut after = position;
        after.play(ply).expect("legal");
        line.push((next, after));
    }
    game.outcome = match seeds.len() % 3 {
        0 => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    game
}

fn annotate(tree: &mut Tree, node: NodeId, what: u8, text: &str) {
    let text = text.trim().replace(['{', '}'], "");
    if what.is_multiple_of(5) && !text.is_empty() {
        let comment = Comment { text, place: CommentPlace::After };
        tree.annotations_mut(node).comments.push(comment);
    }
    if what % 6 == 1 {
        tree.annotations_mut(node).nags.push(Nag(what));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn written_games_read_back(seeds in prop::collection::vec((any::<u16>(), any::<u8>(), "[ -z]{0,30}"), 0..60)) {
        let game = game(&seeds);
        let mut text = Vec::new();
        pgn::write(&game, &WriteOptions::default(), &mut text).expect("memory").ignore();
        let again = pgn::parse(&text, &ReadOptions::default());
        let shown = String::from_utf8_lossy(&text).into_owned();
        prop_assert_eq!(&again.value.tree, &game.tree, "{}", shown);
        prop_assert!(again.worst() < Some(Severity::Warning) || again.diagnostics.iter().all(|d| d.code.id == "PGN095"), "{:?}\n{}", again.diagnostics, shown);
        let mut twice = Vec::new();
        pgn::write(&again.value, &WriteOptions::default(), &mut twice).expect("memory").ignore();
        prop_assert_eq!(String::from_utf8_lossy(&twice), shown);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut at = 0;
        for record in pgn::read(&bytes[..], &ReadOptions::default()) {
            let record = record.expect("memory");
            at += record.text.len();
            for d in &record.parsed.diagnostics {
                prop_assert!(d.span.end <= record.text.len());
            }
        }
        prop_assert!(at <= bytes.len() * 3);
    }

    #[test]
    fn tokens_print_their_text(text in "[\\PC\\n]{0,200}") {
        let tokens = pgn::token::scan(&text).into_iter().map(|token| &text[token.span]);
        prop_assert_eq!(tokens.collect::<String>(), &*text);
    }
}
