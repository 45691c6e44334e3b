//! A written game reads back as one record with any tags and comments: no value, name or comment
//! ends a game, begins one, or puts a sign where it has another meaning.

use partie_core::{Boards, Comment, Game, NodeId, Ply, Termination, Variant, moves::san};
use partie_formats::{Format, ReadOptions, Severity, WriteOptions};
use partie_records::dispatch;
use proptest::prelude::*;

/// Texts with another meaning in an unexpected place.
const HOSTILE: [&str; 18] = [
    "x\nWhite \"y\"]\n\nBlack \"z\"\n",
    "x\n\n[White \"y\"]\n[Black \"z\"]\n\n1. e4",
    "A \"x\"]\n\n1. e4 1-0\n\n[Event",
    "x\"]\n[Result \"1-0",
    "x\n%y",
    "x\r%y\r\n%z",
    "%",
    "a\n\n1. d4 d5 0-1\n\n",
    "}\n1-0\n\n[Event \"x\"]\n{",
    "; not here",
    "\\",
    "\"",
    "]",
    "\n",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n",
    "\n<12> rnbqkbnr\nfics% ",
    "1A. e4{1}",
];

fn game(variant: Variant, name: &str, value: &str, comment: &str) -> Game {
    let mut game = Game::from_boards(variant, Boards::start(variant));
    for name in ["Event", "White", "Black", "WhiteA", "BlackB"] {
        game.tags.set(name, value);
    }
    game.tags.set(name, value);
    let root = game.tree.annotations_mut(NodeId::ROOT);
    root.comments.push(Comment::after(comment));
    game
}

/// Adds a move with a comment.
fn add_move(game: &mut Game, comment: &str) {
    let e4 = san::read(game.start.first(), "e4").expect("legal").ply;
    assert_ne!(e4, Ply::Null);
    let node = game.tree.add(NodeId::ROOT, e4);
    game.tree.annotations_mut(node).comments.push(Comment::after(comment));
}

fn write(format: Format, game: &Game) -> Vec<u8> {
    let mut out = Vec::new();
    let mut records = dispatch::read(Format::Pgn, Box::new(&b"*"[..]), &ReadOptions::default());
    let mut record = records.next().expect("a game").expect("memory does not fail");
    record.parsed.value = game.clone();
    let _ = dispatch::write(format, &record, "x", &WriteOptions::default(), &mut out)
        .expect("memory does not fail");
    out
}

fn check(format: Format, game: &Game) {
    let out = write(format, game);
    let text = String::from_utf8_lossy(&out);
    let escaped = text.lines().find(|line| line.starts_with('%'));
    assert_eq!(escaped, None, "{} wrote\n{text}", format.name());
    let source = Box::new(std::io::Cursor::new(out.clone()));
    let read = dispatch::read(format, source, &ReadOptions::default());
    let records: Vec<_> = read.map(|r| r.expect("memory does not fail")).collect();
    let one = records.len() == 1;
    assert!(one, "{} records of {}:\n{text}", records.len(), format.name());
    if matches!(format, Format::Pgn | Format::Bpgn) {
        assert_eq!(records[0].game().tree.len(), game.tree.len(), "{text}");
        let values = |game: &Game| {
            let mut values: Vec<_> =
                game.tags.iter().map(|(_, v)| v.replace(['\n', '\r'], " ")).collect();
            values.retain(|v| !matches!(v.as_str(), "?" | "*" | "????.??.??"));
            values.sort();
            values
        };
        assert_eq!(values(records[0].game()), values(game), "{text}");
        for d in &records[0].parsed.diagnostics {
            assert!(d.severity < Severity::Error, "{d:?}\n{text}");
        }
    }
}

#[test]
fn hostile_texts() {
    for (i, name) in HOSTILE.into_iter().enumerate() {
        for (j, value) in HOSTILE.into_iter().enumerate() {
            let comment = HOSTILE[(i + j) % HOSTILE.len()];
            let mut pgn = game(Variant::Standard, name, value, comment);
            for format in [Format::Fen, Format::Epd] {
                check(format, &pgn);
            }
            pgn.termination = Some(Termination::Other(value.to_owned()));
            add_move(&mut pgn, comment);
            for format in [
                Format::Pgn,
                Format::Ndjson,
                Format::Style12,
                Format::Scoresheet,
                Format::ChessGamePlayer,
            ] {
                check(format, &pgn);
            }
            check(Format::Bpgn, &game(Variant::Bughouse, name, value, comment));
        }
    }
}

proptest! {
    #[test]
    fn any_texts(
        name in "[A-Z \"\\]\\[\n%é{}\\\\1.]{0,8}",
        value in "[a-z \"\\]\\[\n\r%é{};\\\\1.]{0,12}",
        comment in "[a-z \"\\]\\[\n\r%é{};\\\\1.]{0,200}",
    ) {
        let mut pgn = game(Variant::Standard, &name, &value, &comment);
        add_move(&mut pgn, &comment);
        check(Format::Pgn, &pgn);
        check(Format::Ndjson, &pgn);
        check(Format::Bpgn, &game(Variant::Bughouse, &name, &value, &comment));
    }
}
