//! Illegal moves that are played as they are written.

use partie_core::{
    Language, Ply, Position, Variant,
    moves::{long, san, san::San, uci},
};
use proptest::prelude::*;

use crate::replay::illegal_moves;

fn position(fen: &str) -> Position {
    let mut fields = fen.split(' ');
    let setup = format!(
        "{} {} {} - 0 10",
        fields.next().expect("a board"),
        fields.next().unwrap_or("w"),
        fields.next().unwrap_or("-")
    );
    let setup: partie_core::Setup = setup.parse::<shakmaty::fen::Fen>().expect("a FEN").into();
    Position::from_setup(Variant::Standard, setup).0
}

/// The position, the word, the move in UCI or `-` if it is not clear, and the board after it.
#[test]
fn clear_moves_only() {
    for (fen, word, expected, after) in [
        ("4k3/8/8/8/8/8/8/R3K3 w", "Kb1", "e1b1", "4k3/8/8/8/8/8/8/RK6"),
        ("4k3/8/8/8/8/8/4R3/4K3 w", "Rd3", "e2d3", "4k3/8/8/8/8/3R4/8/4K3"),
        // Neither rook can come; either may have been meant.
        ("4k3/8/8/8/8/8/R3R3/4K3 w", "Rd3", "-", ""),
        ("4k3/8/8/8/8/8/R3R3/4K3 w", "Red3", "e2d3", "4k3/8/8/8/8/3R4/R7/4K3"),
        // The rook could come, if only it were not pinned.
        ("4r1k1/8/8/8/8/8/4R3/4K3 w", "Rh2", "e2h2", "4r1k1/8/8/8/8/8/7R/4K3"),
        // Pawns: on their file, or by the capture's file.
        ("4k3/8/8/8/8/8/4P3/4K3 w", "e5", "e2e5", "4k3/8/8/4P3/8/8/8/4K3"),
        ("4k3/8/8/8/3P4/8/4P3/4K3 w", "d3", "d4d3", "4k3/8/8/8/8/3P4/4P3/4K3"),
        ("4k3/8/8/8/8/8/3PP3/4K3 w", "exd3", "e2d3", "4k3/8/8/8/8/3P4/3P4/4K3"),
        ("4k3/8/8/8/8/8/3PP3/4K3 w", "c3", "-", ""),
        ("4k3/8/P7/8/8/8/8/4K3 w", "a8", "a6a8q", "Q3k3/8/8/8/8/8/8/4K3"),
        ("4k3/8/P7/8/8/8/8/4K3 w", "a8=N", "a6a8n", "N3k3/8/8/8/8/8/8/4K3"),
        ("4k3/8/P7/8/8/8/8/4K3 w", "a7=Q", "-", ""),
        // Castling without the right to, through pieces that do not hinder, or where it cannot be.
        ("4k3/8/8/8/8/8/8/4K2R w -", "O-O", "e1g1", "4k3/8/8/8/8/8/8/5RK1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w -", "O-O-O", "e1c1", "4k3/8/8/8/8/8/8/1NKR4"),
        ("4k3/8/8/8/8/8/8/4KB1R w -", "O-O", "-", ""),
        ("4k3/8/8/8/8/8/4K3/7R w -", "O-O", "-", ""),
        ("4k3/8/8/8/8/8/8/4K2R w -", "Kg1", "e1g1", "4k3/8/8/8/8/8/8/5RK1"),
        // No piece of the own side and no king is ever captured.
        ("4k3/8/8/8/8/8/4P3/4K3 w", "Ke2", "-", ""),
        ("4k3/8/8/8/8/8/8/3QK3 w", "Qxe8", "-", ""),
        ("4k3/8/8/8/8/8/8/4K3 w", "Qe2", "-", ""),
    ] {
        let before = position(fen);
        let san = San::parse(word, Language::English).expect(word);
        let read = san.as_written(&before);
        let written = read.map_or("-".to_owned(), |m| uci::write(&before, Ply::Illegal(m)));
        assert_eq!(written, expected, "{fen} {word}");
        let board = read.and_then(|m| before.after_illegal(m)).map(|p| p.board().to_string());
        assert_eq!(board.unwrap_or_default(), after, "{fen} {word}");
    }
}

/// A king was left in check: the reply is no illegal move by itself, and then the game goes on.
#[test]
fn the_reply_to_a_king_left_in_check() {
    let mut board = position("4k3/8/8/8/8/8/4q3/R3K2R w KQ");
    let play = |board: &mut Position, word: &str| {
        let m = San::parse(word, Language::English).expect(word).as_written(board).expect(word);
        let breaks_rule = board.breaks_rule(m);
        board.play(Ply::Illegal(m)).expect(word);
        breaks_rule
    };
    assert!(play(&mut board, "Rb1"), "the queen gives check");
    assert!(board.problem().is_some() && board.legal_moves().is_empty());
    assert!(!play(&mut board, "Qe4"), "a move like any other");
    assert!(board.problem().is_none() && board.is_check());
    assert_eq!(board.fullmoves(), 11);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Every illegal move is read as it was written, in each notation.
    #[test]
    fn written_moves_are_read(choices in prop::collection::vec(any::<u16>(), 1..40)) {
        let mut position = Position::default();
        for choice in choices {
            let legal = position.legal_moves();
            if choice % 4 != 0 && !legal.is_empty() {
                position.play_unchecked(legal[usize::from(choice / 4) % legal.len()]);
                continue;
            }
            let illegal = illegal_moves(&position);
            if illegal.is_empty() {
                break;
            }
            let m = illegal[usize::from(choice / 4) % illegal.len()];
            let ply = Ply::Illegal(m);
            for text in [san::write(&position, ply), long::write(&position, ply)] {
                let san = San::parse(&text, Language::English).expect("a move");
                prop_assert_eq!(san.as_written(&position), Some(m), "{}", text);
            }
            let text = uci::write(&position, ply);
            prop_assert_eq!(uci::read_as_written(&position, &text).map(|r| r.ply), Ok(ply));
            position.play(ply).expect("it can be made");
        }
    }
}
