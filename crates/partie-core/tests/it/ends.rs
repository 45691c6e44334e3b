//! Ends of games in each variant: positions that a player can set up, and who won.

use partie_core::{
    BoardId, Game, NodeId, Outcome, Position, Termination, Variant, moves::uci, rules::History,
};
use shakmaty::{CastlingMode, fen::Fen};

fn position(variant: Variant, fen: &str) -> Position {
    let setup = fen.parse::<Fen>().expect(fen).into_setup();
    let (position, _) = Position::from_setup_with(variant, setup, CastlingMode::Standard);
    assert!(position.problem().is_none(), "{fen}");
    position
}

#[test]
fn ends() {
    use Variant::{
        Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, Losers, RacingKings, Standard,
        Suicide, ThreeCheck,
    };
    for (variant, fen, outcome, reason) in [
        (
            Standard,
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "0-1",
            Some(Termination::Checkmate),
        ),
        (Standard, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", Some(Termination::Stalemate)),
        (
            Standard,
            "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
            "1/2-1/2",
            Some(Termination::InsufficientMaterial),
        ),
        (Standard, "8/8/4k3/8/8/3RK3/8/8 w - - 0 1", "*", None),
        (KingOfTheHill, "8/8/4k3/8/4K3/8/8/7r b - - 0 1", "1-0", Some(Termination::VariantEnd)),
        (ThreeCheck, "4k3/8/8/8/8/8/8/4K2R b - - 0+3 0 1", "1-0", Some(Termination::VariantEnd)),
        (RacingKings, "7K/8/8/8/8/8/8/k7 w - - 0 1", "1-0", Some(Termination::VariantEnd)),
        (RacingKings, "k6K/8/8/8/8/8/8/8 w - - 0 1", "1/2-1/2", Some(Termination::VariantEnd)),
        (Horde, "4k3/8/8/8/8/8/8/8 w - - 0 1", "0-1", Some(Termination::VariantEnd)),
        (Atomic, "8/8/8/8/8/8/8/K7 b - - 0 1", "1-0", Some(Termination::VariantEnd)),
        (Antichess, "8/8/8/8/8/8/8/k7 w - - 0 1", "1-0", Some(Termination::VariantEnd)),
        // Blocked pawns: lichess' antichess is won by who cannot move, FICS's suicide by
        // who has fewer pieces.
        (Antichess, "8/8/8/p7/P7/8/8/8 w - - 0 1", "1-0", Some(Termination::Stalemate)),
        (Suicide, "8/8/8/p7/P7/8/8/8 w - - 0 1", "1/2-1/2", Some(Termination::Stalemate)),
        (Suicide, "8/8/p7/p7/P7/8/8/8 w - - 0 1", "1-0", Some(Termination::Stalemate)),
        // In losers the bare, mated or stalemated side wins.
        (Losers, "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "0-1", Some(Termination::VariantEnd)),
        (Losers, "7k/5Q2/6K1/8/p7/P7/8/8 b - - 0 1", "0-1", Some(Termination::Stalemate)),
        (Losers, "7k/6Q1/6K1/8/p7/8/8/8 b - - 0 1", "0-1", Some(Termination::Checkmate)),
        (Losers, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "1-0", Some(Termination::VariantEnd)),
        // Black, who moved second, may still draw level.
        (RacingKings, "7K/k7/8/8/8/8/8/8 b - - 0 1", "*", None),
        (RacingKings, "7K/8/k7/8/8/8/8/8 b - - 0 1", "1-0", Some(Termination::VariantEnd)),
        (RacingKings, "k7/8/7K/8/8/8/8/8 w - - 0 1", "0-1", Some(Termination::VariantEnd)),
        // Bishops that never meet cannot take each other.
        (
            Suicide,
            "8/8/8/8/8/8/1b6/1B6 w - - 0 1",
            "1/2-1/2",
            Some(Termination::InsufficientMaterial),
        ),
        (Suicide, "8/8/8/8/8/1b6/8/1B6 w - - 0 1", "*", None),
        (Suicide, "8/8/8/8/8/8/8/k7 w - - 0 1", "1-0", Some(Termination::VariantEnd)),
        (Horde, "7k/5Q2/6P1/8/8/8/8/8 b - - 0 1", "1/2-1/2", Some(Termination::Stalemate)),
        (
            Atomic,
            "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
            "1/2-1/2",
            Some(Termination::InsufficientMaterial),
        ),
        (
            Crazyhouse,
            "8/8/4k3/8/8/3NK3/8/8[] w - - 0 1",
            "1/2-1/2",
            Some(Termination::InsufficientMaterial),
        ),
        (Crazyhouse, "8/8/4k3/8/8/3NK3/8/8[p] w - - 0 1", "*", None),
        (KingOfTheHill, "8/8/4k3/8/8/4K3/8/8 b - - 0 1", "*", None),
    ] {
        let fen_position = position(variant, fen);
        let end = fen_position.end();
        let found = end.as_ref().map_or(Outcome::Unknown, |(o, _)| *o);
        assert_eq!(found.as_pgn(), outcome, "{variant} {fen} {end:?}");
        assert_eq!(end.map(|(_, t)| t), reason, "{variant} {fen}");
    }
}

#[test]
fn losers_must_capture() {
    let position = position(Variant::Losers, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let moves: Vec<String> =
        position.legal_moves().iter().map(|m| uci::write(&position, (*m).into())).collect();
    assert_eq!(moves, ["e4d5"]);
    // Castling is no way out of a capture either, and check must be answered first.
    let check = self::position(Variant::Losers, "4k3/8/8/8/1b6/3p4/4P3/4K3 w - - 0 1");
    let moves: Vec<String> =
        check.legal_moves().iter().map(|m| uci::write(&check, (*m).into())).collect();
    assert!(!moves.contains(&"e2d3".to_owned()), "{moves:?}");
}

#[test]
fn repetition_and_progress() {
    let mut position = Position::default();
    let mut history = History::new(&position);
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (i, text) in round.iter().cycle().take(16).enumerate() {
        position.play(uci::read(&position, text).expect(text).ply).expect(text);
        history.push(&position);
        match i + 1 {
            8 => assert_eq!(history.claim(), Some(Termination::Repetition)),
            16 => assert_eq!(history.end(), Some((Outcome::Draw, Termination::FivefoldRepetition))),
            _ => assert_eq!(history.end(), None),
        }
    }
    let slow = self::position(Variant::Standard, "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80");
    let mut history = History::new(&slow);
    assert_eq!(history.claim(), None);
    let mut after = slow.clone();
    after.play(uci::read(&slow, "a1a2").expect("legal").ply).expect("legal");
    history.push(&after);
    assert_eq!(history.claim(), Some(Termination::FiftyMoves));
    assert_eq!(history.first_claim(), Some((1, &Termination::FiftyMoves)));
    let slower = self::position(Variant::Standard, "4k3/8/8/8/8/8/8/R3K3 w Q - 150 99");
    assert_eq!(History::new(&slower).end(), Some((Outcome::Draw, Termination::SeventyFiveMoves)));
}

/// Claims, and the first ply after which each can be made.
#[test]
fn claims() {
    use Variant::{Crazyhouse, Horde, Standard};
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    for (variant, fen, moves, claim, end) in [
        (
            Standard,
            "",
            [shuffle; 4].join(" "),
            Some((8, "Repetition")),
            Some((16, "FivefoldRepetition")),
        ),
        (Crazyhouse, "", [shuffle; 2].join(" "), Some((8, "Repetition")), None),
        // The king's first step takes the right to castle away: the position is another.
        (
            Standard,
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8".to_owned(),
            None,
            None,
        ),
        (
            Standard,
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8".to_owned(),
            Some((8, "Repetition")),
            None,
        ),
        // An impossible en passant capture does not count: no pawn can take on e3.
        (Standard, "", format!("e2e4 e7e5 {shuffle} {shuffle}"), Some((10, "Repetition")), None),
        (
            Standard,
            "4k3/8/8/8/8/8/8/R3K3 w Q - 98 80",
            "a1a2 e8e7".to_owned(),
            Some((2, "FiftyMoves")),
            None,
        ),
        (
            Standard,
            "4k3/8/8/8/8/8/8/R3K3 w Q - 148 80",
            "a1a2 e8e7".to_owned(),
            Some((0, "FiftyMoves")),
            Some((2, "SeventyFiveMoves")),
        ),
        (
            Horde,
            "4k3/7r/8/8/8/P7/8/8 b - - 99 80",
            "h7h6".to_owned(),
            Some((1, "FiftyMoves")),
            None,
        ),
        // In crazyhouse pieces come back.
        (Crazyhouse, "4k3/8/8/8/8/8/8/R3K3[] w Q - 160 80", "a1a2 e8e7".to_owned(), None, None),
        // Mate comes first and leaves nothing to claim.
        (
            Standard,
            "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 99 80",
            "a1a8".to_owned(),
            None,
            Some((1, "Checkmate")),
        ),
    ] {
        let mut game = Game::new(variant);
        if !fen.is_empty() {
            game.start = position(variant, fen).into();
        }
        let mut last = game.start.clone();
        let mut node = NodeId::ROOT;
        for text in moves.split(' ') {
            let ply = uci::read(last.first(), text).expect(text).ply;
            last.play(BoardId::A, ply).expect(text);
            node = game.tree.add(node, ply);
        }
        let history = History::of(&game).expect("one board");
        let found = history.first_claim().map(|(ply, reason)| (ply, format!("{reason:?}")));
        assert_eq!(found, claim.map(|(ply, r)| (ply, r.to_owned())), "{variant} {fen} {moves}");
        let found = history.first_end().map(|(ply, _, reason)| (ply, format!("{reason:?}")));
        assert_eq!(found, end.map(|(ply, r)| (ply, r.to_owned())), "{variant} {fen} {moves}");
        assert_eq!(history.plies() as usize, game.ply_count());
    }
}
