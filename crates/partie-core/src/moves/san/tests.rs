//! What is read, what is forgiven, what is refused.

use super::*;
use crate::{Variant, moves::uci};

fn after(moves: &str) -> Position {
    let mut position = Position::start(Variant::Standard);
    for text in moves.split_whitespace() {
        let reading = uci::read(&position, text).expect(text);
        position.play(reading.ply).expect(text);
    }
    position
}

/// What is read, how it is written well, and what was forgiven.
#[test]
fn generous_reading() {
    let open = "e2e4 d7d5 g1f3 g8f6 f1c4 e7e6 b1c3 f8b4";
    for (moves, text, clean, quirks) in [
        ("", "e4", "e4", vec![]),
        ("", "Pe4", "e4", vec!["pawn named by a letter"]),
        ("", "e2-e4", "e4", vec!["both squares written"]),
        ("", "e2e4", "e4", vec!["both squares written"]),
        ("", "g1f3", "Nf3", vec!["both squares written"]),
        ("", "Ng1-f3", "Nf3", vec!["both squares written"]),
        ("", "Ngf3", "Nf3", vec!["more disambiguation than needed"]),
        ("", "nf3", "Nf3", vec!["piece letter in lower case"]),
        ("", "♘f3", "Nf3", vec!["figurine for a piece letter"]),
        (open, "O-O", "O-O", vec![]),
        (open, "0-0", "O-O", vec!["castling written with zeros"]),
        (open, "o-o", "O-O", vec!["castling written unusually"]),
        (open, "OO", "O-O", vec!["castling written unusually"]),
        (open, "O–O", "O-O", vec!["look-alike characters"]),
        (open, "Kg1", "O-O", vec!["castling written as a king's move"]),
        (open, "e1g1", "O-O", vec!["both squares written", "castling written as a king's move"]),
        (open, "exd5", "exd5", vec![]),
        (open, "ed5", "exd5", vec!["capture sign missing"]),
        (open, "ed", "exd5", vec!["capture sign missing", "rank of the target missing"]),
        (open, "e:d5", "exd5", vec!["unusual capture sign"]),
        (open, "ed5:", "exd5", vec!["unusual capture sign"]),
        (open, "Nxe5", "Ne5", vec!["capture sign, but nothing is captured"]),
        (open, "bb3", "Bb3", vec!["piece letter in lower case"]),
        (open, "b3", "b3", vec![]),
        (open, "--", "--", vec![]),
        (open, "Z0", "--", vec!["null move not written as --"]),
    ] {
        let position = after(moves);
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&position, reading.ply), clean, "{text}");
        assert_eq!(reading.quirks.words(), quirks, "{text}");
    }
}

#[test]
fn promotions() {
    let (position, _) = Position::from_setup(Variant::Standard, {
        let mut setup = crate::Setup::empty();
        setup.board = "7k/P7/8/8/8/8/8/K7".parse().expect("board");
        setup
    });
    for text in ["a8=Q", "a8Q", "a8/Q", "a8(Q)", "a8=q", "a8q", "a8[Q]", "a7a8q", "a8=Q+"] {
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&position, reading.ply), "a8=Q+", "{text}");
    }
    let reading = read(&position, "a8").expect("a promotion");
    assert_eq!(reading.quirks, Quirks::MISSING_PROMOTION);
    let reading = read_in(&position, "a8D+", Language::Czech).expect("dáma");
    assert_eq!(write(&position, reading.ply), "a8=Q+");
    assert_eq!(read(&position, "a8=K"), Err(NotRead::Illegal));
}

#[test]
fn refusals() {
    let position = Position::default();
    for (text, error) in [
        ("Nf4", NotRead::Illegal),
        ("e5", NotRead::Illegal),
        ("O-O", NotRead::Illegal),
        ("the", NotRead::NotAMove),
        ("e9", NotRead::NotAMove),
        ("", NotRead::NotAMove),
        ("a", NotRead::NotAMove),
        ("1-0", NotRead::NotAMove),
    ] {
        assert_eq!(read(&position, text), Err(error), "{text}");
    }
    let rooks = after("a2a4 a7a5 h2h4 h7h5 a1a3 h8h6 h1h3 a8a6");
    assert!(matches!(read(&rooks, "Rd3"), Err(NotRead::Ambiguous(moves)) if moves.len() == 2));
    assert_eq!(write(&rooks, read(&rooks, "Rad3").expect("legal").ply), "Rad3");
}
