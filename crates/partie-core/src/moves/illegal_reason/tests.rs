//! Tables of sentences.

use super::*;
use crate::{Color, Language, Setup, Variant, moves::uci};

fn after(variant: Variant, moves: &str) -> Position {
    let mut position = Position::start(variant);
    for text in moves.split_whitespace() {
        position.play(uci::read(&position, text).expect(text).ply).expect(text);
    }
    position
}

fn diagram(variant: Variant, board: &str, turn: Color) -> Position {
    let mut setup = Setup::empty();
    setup.board = board.parse().expect(board);
    setup.turn = turn;
    setup.castling_rights = setup.board.rooks() & crate::Bitboard::BACKRANKS;
    setup.pockets = variant.has_drops().then(Default::default);
    let (position, problem) = Position::from_setup(variant, setup);
    assert_eq!(position.problem(), None, "{board} {problem:?}");
    position
}

#[track_caller]
fn check(position: &Position, text: &str, reason: &str) {
    let san = San::parse(text, Language::English).expect(text);
    assert!(san.resolve(position).is_err(), "{text} is legal");
    assert_eq!(illegal_reason(position, &san).to_string(), reason, "{text}");
}

#[test]
fn games() {
    let pin = "e2e4 e7e5 g1f3 d7d6 f1b5 b8c6 e1g1";
    for (moves, text, reason) in [
        ("", "Ke2", "White's own pawn stands on e2"),
        ("", "Qh5", "the queen on d1 cannot reach h5: a pawn stands on e2"),
        ("", "Nd4", "no knight can reach d4"),
        ("", "Ngd4", "the knight on g1 cannot reach d4"),
        ("", "Nee4", "White has no knight on the e-file"),
        ("", "N3e4", "White has no knight on rank 3"),
        ("", "Ng1-g3", "the knight on g1 cannot reach g3"),
        ("", "Bg1-f3", "a knight stands on g1, not a bishop"),
        ("", "e3-e4", "no piece stands on e3"),
        ("", "e7e5", "it is White's move, and the pawn on e7 is Black's"),
        ("", "Bg4", "no bishop can reach g4"),
        ("", "e5", "it is White's move; for Black it would be legal"),
        ("", "Nf6", "it is White's move; for Black it would be legal"),
        ("", "e6", "it is White's move; for Black it would be legal"),
        ("", "e8", "the pawn on e2 cannot reach e8"),
        ("", "exd3", "there is nothing to capture on d3"),
        ("", "ed", "no pawn on the e-file can capture on the d-file"),
        ("", "axd3", "a pawn on the a-file cannot capture on d3"),
        ("", "e4=Q", "only a pawn that reaches the last rank promotes"),
        ("", "O-O", "the way is blocked: a bishop stands on f1"),
        ("", "O-O-O", "the way is blocked: a queen stands on d1"),
        ("", "Kg1", "White's own knight stands on g1"),
        ("", "N@e4", "pieces are dropped in crazyhouse and bughouse only"),
        ("e2e4 e7e5", "e5", "a pawn cannot go straight on to e5: a pawn stands there"),
        ("e2e4 e7e5", "dxe5", "no pawn on the d-file can capture on e5"),
        ("g1f3 e7e5", "f4", "the pawn on f2 cannot reach f4: a knight stands on f3"),
        (
            "e2e4 a7a6 e4e5 d7d5 a2a3 a6a5",
            "exd6",
            "a pawn is taken in passing at once or never, and d6 is empty",
        ),
        (
            "e2e4 f7f5 d1h5",
            "a6",
            "the king on e8 is in check from the queen on h5, and this does not answer it",
        ),
        ("e2e4 f7f5 d1h5", "Kf7", "the king would be in check on f7 from the queen on h5"),
        ("e2e4 e7e5 e1e2 e8e7 e2e1", "Ke5", "Black's own pawn stands on e5"),
        (
            "e2e4 e7e5 e1e2 e8e7 e2e1 a7a6 g1f3 a6a5 f1c4 a5a4",
            "O-O",
            "White has lost the right to castle short",
        ),
        (pin, "Rc6", "Black's own knight stands on c6"),
        (pin, "Rc3", "no rook can reach c3"),
        (pin, "Nd4", "the knight on c6 is pinned to the king on e8 by the bishop on b5"),
        ("f2f3 e7e5 g2g4 d8h4", "Kf2", "White is checkmated"),
    ] {
        check(&after(Variant::Standard, moves), text, reason);
    }
}

#[test]
fn diagrams() {
    use Color::{Black, White};
    for (board, turn, text, reason) in [
        ("4k3/8/8/8/8/8/8/4K2R", White, "O-O-O", "White has lost the right to castle long"),
        (
            "4kr2/8/8/8/8/8/8/4K2R",
            White,
            "O-O",
            "the king would pass through check on f1 from the rook on f8",
        ),
        (
            "4k1r1/8/8/8/8/8/8/4K2R",
            White,
            "O-O",
            "the king would be in check on g1 from the rook on g8",
        ),
        ("4r1k1/8/8/8/8/8/8/4K2R", White, "O-O", "the king is in check from the rook on e8"),
        (
            "4k1r1/8/8/8/8/8/8/4K2R",
            White,
            "Kg1",
            "the king would be in check on g1 from the rook on g8",
        ),
        ("4k3/8/8/8/8/8/8/4K3", White, "Ke3", "the king on e1 cannot reach e3"),
        (
            "4k3/8/8/8/8/8/8/2B1K3",
            White,
            "Bf5",
            "the bishop on c1 cannot reach f5, a square of the other colour",
        ),
        ("4k3/8/8/8/8/8/8/2B1K3", White, "Qd4", "White has no queen"),
        (
            "4k3/4r3/8/8/8/5n2/8/4K2R",
            White,
            "Rh3",
            "the king on e1 is in double check and has to move",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2r",
            White,
            "Kf1",
            "the king would be in check on f1 from the rook on h1",
        ),
        ("1r6/P7/8/8/8/8/8/k1K5", White, "a8=K", "a pawn cannot become a king"),
        ("7k/8/8/8/8/8/5q2/7K", Black, "Qf1", "the move is legal"),
    ] {
        let position = diagram(Variant::Standard, board, turn);
        let san = San::parse(text, Language::English).expect(text);
        assert_eq!(illegal_reason(&position, &san).to_string(), reason, "{board} {text}");
    }
}

/// A pawn taken in passing leaves two squares of a rank at once.
#[test]
fn in_passing_before_the_king() {
    let mut position = diagram(Variant::Standard, "8/3p4/8/K3P2r/8/8/8/7k", Color::Black);
    position.play(uci::read(&position, "d7d5").expect("legal").ply).expect("legal");
    check(&position, "exd6", "it would leave the king on a5 in check from the rook on h5");
}

#[test]
fn variants() {
    use Color::White;
    use Variant as V;
    for (variant, board, text, reason) in [
        (V::Antichess, "7k/8/8/3p4/4P3/8/8/K7", "Kb1", "a capture must be made, as exd5"),
        (V::Losers, "7k/8/8/3p4/4P3/8/8/K7", "Kb1", "a capture must be made, as exd5"),
        (V::Antichess, "7k/8/8/8/4P3/8/8/4K2R", "O-O", "there is no castling in Antichess"),
        (V::Atomic, "7k/8/8/8/8/8/p7/K7", "Kxa2", "a king that captures would explode"),
        (
            V::Atomic,
            "6k1/8/8/8/8/8/1p5R/K7",
            "Rxb2",
            "the explosion on b2 would take White's own king",
        ),
        (V::RacingKings, "8/8/8/8/8/8/k7/5R1K", "Ra1", "no move may give check in Racing Kings"),
        (V::Crazyhouse, "7k/8/8/8/8/8/8/K7", "N@e4", "White has no knight in hand"),
        (V::KingOfTheHill, "7k/8/8/4K3/8/8/8/8", "Ke4", "the game is over"),
    ] {
        check(&diagram(variant, board, White), text, reason);
    }
    let mut setup = diagram(V::Crazyhouse, "k3r3/8/8/8/8/8/8/4K3", White).setup();
    setup.pockets.get_or_insert_default().white.knight = 1;
    setup.pockets.get_or_insert_default().white.pawn = 1;
    let hand = Position::from_setup(V::Crazyhouse, setup).0;
    for (text, reason) in [
        ("N@a4", "the king on e1 is in check from the rook on e8, and this does not answer it"),
        ("N@e8", "a rook stands on e8"),
        ("P@e1", "a king stands on e1"),
        ("P@d8", "a pawn cannot be dropped on the first or last rank"),
    ] {
        check(&hand, text, reason);
    }
}

#[test]
fn a_diagram_that_cannot_be_played() {
    let empty = Position::from_setup(Variant::Standard, Setup::empty()).0;
    let san = San::parse("e4", Language::English).expect("a move");
    assert!(
        illegal_reason(&empty, &san)
            .to_string()
            .starts_with("the position cannot be played: the board is empty")
    );
}
