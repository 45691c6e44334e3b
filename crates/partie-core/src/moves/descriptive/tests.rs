//! Tests of reading, quirks, errors and writing.

use super::*;
use crate::{
    Setup, Variant,
    moves::{NotRead, Quirks, san, uci},
};

fn after(moves: &str) -> Position {
    let mut position = Position::default();
    for text in moves.split_whitespace() {
        let reading = uci::read(&position, text).expect(text);
        position.play(reading.ply).expect(text);
    }
    position
}

fn diagram(board: &str, turn: crate::Color) -> Position {
    let mut setup = Setup::empty();
    setup.board = board.parse().expect(board);
    setup.turn = turn;
    Position::from_setup(Variant::Standard, setup).0
}

const OPEN: &str = "e2e4 d7d5 g1f3 g8f6 f1c4 e7e6 b1c3 f8b4";
const CHECKED: &str = "e2e4 d7d5 f1b5";
const PASSED: &str = "e2e4 a7a6 e4e5 d7d5";

/// Input, SAN and quirks.
#[test]
fn generous_reading() {
    for (moves, text, clean, quirks) in [
        ("", "P-K4", "e4", vec![]),
        ("e2e4", "P-K4", "e5", vec![]),
        ("", "p-k4", "e4", vec!["piece letter in lower case"]),
        ("", "P to K 4th", "e4", vec!["words where signs are usual"]),
        ("", "P–K4", "e4", vec!["look-alike characters"]),
        ("", "Kt-KB3", "Nf3", vec![]),
        ("", "KKt-B3", "Nf3", vec![]),
        ("", "Kt to K. B. 3rd.", "Nf3", vec!["words where signs are usual"]),
        ("", "QN-B3", "Nc3", vec![]),
        ("", "K. P. two squares.", "e4", vec!["words where signs are usual"]),
        ("", "Q. Kt. P. one", "b3", vec!["words where signs are usual"]),
        ("", "K. Kt. to B. third", "Nf3", vec!["words where signs are usual"]),
        ("", "Q. Kt. to B. 3d.", "Nc3", vec!["words where signs are usual"]),
        ("", "Knight to King's Bishop's third", "Nf3", vec!["words where signs are usual"]),
        ("", "Pawn to Queen's fourth square", "d4", vec!["words where signs are usual"]),
        ("", "P-KKt4", "g4", vec![]),
        ("", "P-QN3", "b3", vec![]),
        (OPEN, "O-O", "O-O", vec![]),
        (OPEN, "0-0", "O-O", vec![]),
        (OPEN, "Castles", "O-O", vec!["words where signs are usual"]),
        (OPEN, "Castles KR", "O-O", vec!["words where signs are usual"]),
        (OPEN, "KPxP", "exd5", vec![]),
        (OPEN, "PxP", "exd5", vec![]),
        (OPEN, "P takes Q. P.", "exd5", vec!["words where signs are usual"]),
        (OPEN, "P:P", "exd5", vec!["unusual capture sign"]),
        (OPEN, "BxQP", "Bxd5", vec![]),
        (OPEN, "B-QKt5 ch", "Bb5+", vec![]),
        (OPEN, "B-N5 ch", "Bb5+", vec![]),
        (OPEN, "B-N5", "Bb5+", vec![]),
        (OPEN, "R-KN1", "Rg1", vec![]),
        (OPEN, "QR-Kt1", "Rb1", vec![]),
        (OPEN, "KR-Kt sq.", "Rg1", vec!["words where signs are usual"]),
        (OPEN, "R(KR1)-N1", "Rg1", vec![]),
        (OPEN, "R/R1-KN1", "Rg1", vec![]),
        (OPEN, "K to B", "Kf1", vec!["words where signs are usual"]),
        (OPEN, "KR to Kt", "Rg1", vec!["words where signs are usual"]),
        (OPEN, "K-KBI", "Kf1", vec!["look-alike characters"]),
        (OPEN, "R (on R1) to KKt square", "Rg1", vec!["words where signs are usual"]),
        (OPEN, "R (on KR1!) to Kt sq", "Rg1", vec!["words where signs are usual"]),
        (OPEN, "Ks P take P", "exd5", vec!["words where signs are usual"]),
        (OPEN, "B-QP", "Bxd5", vec!["unusual capture sign"]),
        (CHECKED, "Q interposes", "Qd7", vec!["words where signs are usual"]),
        (PASSED, "P takes P en pas", "exd6", vec!["words where signs are usual"]),
    ] {
        let position = after(moves);
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(san::write(&position, reading.ply), clean, "{text}");
        assert_eq!(reading.quirks.words(), quirks, "{text}");
    }
}

/// Texts, the byte at which their first move ends, and that move in SAN.
#[test]
fn letters_apart() {
    let exchange = "e2e4 e7e5 d2d4 e5d4 d1d4 d7d6 d4d6";
    let knights = "g1f3 g8f6 b1c3 f6d5 f3d4 b8c6";
    for (moves, text, first, clean) in [
        ("", "P-Q 4", "P-Q 4", "d4"),
        ("", "P - Q 4 P - Q 4", "P - Q 4", "d4"),
        ("", "P - Q 4, P - Q 4", "P - Q 4", "d4"),
        ("", "Kt -Q B 3", "Kt -Q B 3", "Nc3"),
        ("", "P K 4 !  P - K 4", "P K 4", "e4"),
        ("", "Q Kt - B 3", "Q Kt - B 3", "Nc3"),
        ("", "Kt to K. B. 3rd.", "Kt to K. B. 3rd", "Nf3"),
        ("e2e4 e7e5", "K to K2", "K to K2", "Ke2"),
        ("e2e4 e7e5", "K to K's 2nd. K to K's 2nd.", "K to K's 2nd", "Ke2"),
        (OPEN, "O - O  O - O", "O - O", "O-O"),
        (OPEN, "Castles  P-K4", "Castles", "O-O"),
        (OPEN, "K P x P P - K R 3", "K P x P", "exd5"),
        (OPEN, "B × Q P   B × Kt ch", "B × Q P", "Bxd5"),
        (OPEN, "B - Kt 5 ch P - B 3", "B - Kt 5 ch", "Bb5+"),
        (OPEN, "B - Kt 5 ch!", "B - Kt 5 ch", "Bb5+"),
        (OPEN, "K R - Kt sq, with an attack", "K R - Kt sq", "Rg1"),
        (OPEN, "R (K R 1) - Kt 1 (best)", "R (K R 1) - Kt 1", "Rg1"),
        (exchange, "P x Q P - K 4", "P x Q", "cxd6"),
        (exchange, "P x Q   P - K 4", "P x Q", "cxd6"),
        (knights, "Kt x Kt (Q 5)", "Kt x Kt (Q 5)", "Nxd5"),
        (knights, "Kt(B3) - Kt 5 P - K 4", "Kt(B3) - Kt 5", "Ncb5"),
    ] {
        let position = after(moves);
        let (length, reading) = read_first(&position, text).unwrap_or_else(|| panic!("{text}"));
        let reading = reading.unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(
            (&text[..length], &*san::write(&position, reading.ply)),
            (first, clean),
            "{text}"
        );
    }
    for (text, first, error) in [
        ("P - K 5 P - K 4", "P - K 5", "this move is not legal here"),
        ("P - B 4 P", "P - B 4", "this move is ambiguous: c2-c4, f2-f4"),
    ] {
        let (length, reading) = read_first(&after(""), text).expect(text);
        let words = reading.expect_err(text).to_string();
        assert_eq!((&text[..length], &*words), (first, error), "{text}");
    }
    for text in ["", "the", "Queen", "Kt", "P -", "O", "e2-e4", "Kt followed by P - K 4"] {
        assert!(read_first(&after(""), text).is_none(), "{text}");
    }
}

#[test]
fn refusals() {
    for (moves, text, error) in [
        ("", "P-K5", NotRead::Illegal),
        ("", "PxP", NotRead::Illegal),
        ("", "Castles", NotRead::Illegal),
        ("", "the", NotRead::NotAMove),
        ("", "P-K9", NotRead::NotAMove),
        ("", "P-", NotRead::NotAMove),
        ("", "-", NotRead::NotAMove),
        ("", "x", NotRead::NotAMove),
        ("", "", NotRead::NotAMove),
        ("", "e2-e4", NotRead::NotAMove),
        ("", "1-0", NotRead::NotAMove),
        ("", "½-½", NotRead::NotAMove),
        ("", "P(-K4", NotRead::NotAMove),
        ("", "P-K4)", NotRead::NotAMove),
        ("", "Kt interposes", NotRead::Illegal),
        ("", "interposes", NotRead::NotAMove),
        // A digit may be missing.
        (OPEN, "K-B", NotRead::NotAMove),
        (OPEN, "P-Kt", NotRead::NotAMove),
    ] {
        assert_eq!(read(&after(moves), text), Err(error), "{text}");
    }
    for (moves, text, count) in [("", "N-B3", 2), ("", "P-B4", 2), (OPEN, "R-N1", 2)] {
        match read(&after(moves), text) {
            Err(NotRead::Ambiguous(moves)) => assert_eq!(moves.len(), count, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn promotions() {
    let position = diagram("1r3k2/P7/8/8/8/8/8/K7", crate::Color::White);
    for (text, clean) in [
        ("P-R8(Q)", "a8=Q"),
        ("P-R8=Q", "a8=Q"),
        ("P-R8/Q", "a8=Q"),
        ("P-R8Q", "a8=Q"),
        ("P-R8(Kt)", "a8=N"),
        ("P-QR8=N", "a8=N"),
        ("PxR(Q) ch", "axb8=Q+"),
        ("PxR=B", "axb8=B"),
        ("PxR", "axb8=Q+"),
        ("P-R8", "a8=Q"),
    ] {
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(san::write(&position, reading.ply), clean, "{text}");
    }
    assert_eq!(read(&position, "P-R8").expect("queens").quirks, Quirks::MISSING_PROMOTION);
    assert_eq!(read(&position, "P-R8(K)"), Err(NotRead::Illegal));
    assert_eq!(read(&position, "K-R2(Q)"), Err(NotRead::NotAMove));
}

#[test]
fn a_file_in_brackets_is_not_taken_for_a_promotion() {
    // PxR(Q) may be the rook on the queen's file or a promotion to a queen.
    let position = diagram("3r1r1k/4P3/8/8/8/8/8/K7", crate::Color::White);
    assert!(matches!(read(&position, "PxR(Q)"), Err(NotRead::Ambiguous(m)) if m.len() == 2));
    for (text, clean) in [("PxR(Q8)", "exd8=Q"), ("PxR(KB8)(R)", "exf8=R+")] {
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(san::write(&position, reading.ply), clean, "{text}");
    }
}

#[test]
fn writing() {
    for (moves, uci, clean) in [
        ("", "g1f3", "N-KB3"),
        ("", "e2e4", "P-K4"),
        ("", "b2b4", "P-QN4"),
        (OPEN, "e1g1", "O-O"),
        (OPEN, "e4d5", "PxP"),
        (OPEN, "c4d5", "BxP"),
        (OPEN, "c4b5", "B-N5 ch"),
        (OPEN, "h1g1", "R-KN1"),
        ("e2e4 a7a6 e4e5 d7d5", "e5d6", "PxP e.p."),
        ("f2f3 e7e5 g2g4", "d8h4", "Q-R5 mate"),
    ] {
        let position = after(moves);
        let ply = uci::read(&position, uci).expect(uci).ply;
        assert_eq!(write(&position, ply), clean, "{uci}");
    }
    let position = after(OPEN);
    let ply = uci::read(&position, "h1g1").expect("a rook's move").ply;
    assert_eq!(write_in(&position, ply, Knight::Kt), "R-KKt1");
}
