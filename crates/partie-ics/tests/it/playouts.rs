//! Games of all kinds, played randomly to their end: the server's boards agree with the rules, and
//! a game ends on the server exactly when it ends by the rules.

use crate::club::Club;
use partie_core::{
    BoardId, Bughouse, Color, Outcome, Ply, Position, Termination, Variant,
    moves::{san, uci},
    rules::wild::Wild,
};
use partie_ics::{Change, game::Finished, named_positions::NamedPosition};
use partie_wire::style12::Style12;
use proptest::{collection::vec, prelude::*};

/// As many half-moves as a game has at most here.
const LONGEST: usize = 160;

/// Every kind of game for two, as it is typed.
fn kinds() -> Vec<String> {
    let wilds = Wild::ALL.into_iter().map(|wild| wild.name().to_owned());
    let boards = NamedPosition::all().map(|board| board.name().to_owned());
    let others = ["", "wild fr", "zh", "suicide", "losers", "atomic"].map(str::to_owned);
    wilds.chain(boards).chain(others).collect()
}

/// Kinds that end soon are played as often as all the others.
fn kind() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(kinds()),
        proptest::sample::select(vec!["suicide", "losers", "atomic", "zh", "wild fr"])
            .prop_map(str::to_owned),
    ]
}

/// Adam and Boris play, Cecil watches.
fn club(kind: &str) -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    for name in ["Adam", "Boris", "Cecil"] {
        club.types(name, "iset nowrap 1");
        club.types(name, "set bell 0");
    }
    club.types("Adam", &format!("match boris 0 0 white {kind}"));
    club.types("Boris", "accept");
    club.types("Cecil", "observe 1");
    club.read("Cecil");
    club
}

/// A move as a player types it.
fn typed(position: &Position, ply: Ply, how: usize) -> String {
    match how % 3 {
        0 => san::write(position, ply),
        1 => san::write(position, ply).trim_end_matches(['+', '#']).to_owned(),
        _ if matches!(ply, Ply::Move(m) if m.is_castle()) => {
            san::write(position, ply).to_lowercase()
        }
        _ => uci::write(position, ply),
    }
}

/// The board, the side to move and the rights of a line of style 12.
fn squares(line: &str) -> Vec<&str> {
    line.split(' ').take(15).collect()
}

/// The last line of style 12 in a text.
fn last_board(received: &str) -> Option<&str> {
    received.lines().rfind(|line| line.starts_with("<12> "))
}

fn finished(club: &Club) -> Option<&Finished> {
    club.stored.iter().rev().find_map(|change| match change {
        Change::Finished(game) => Some(&**game),
        _ => None,
    })
}

/// Checks that the words of an end fit its reason.
fn fits(words: &str, variant: Variant, outcome: Outcome, termination: &Termination) -> bool {
    let names = ["Adam", "Boris"];
    let winner = match outcome {
        Outcome::Win(Color::White) => names[0],
        Outcome::Win(Color::Black) => names[1],
        _ => "nobody",
    };
    let loser = if winner == names[0] { names[1] } else { names[0] };
    match (termination, variant) {
        (Termination::Checkmate, Variant::Losers) => {
            words.contains(&format!("{winner} checkmated"))
        }
        (Termination::Checkmate, _) => words.contains(&format!("{loser} checkmated")),
        (Termination::Stalemate, _) if outcome == Outcome::Draw => words.contains("stalemate"),
        (Termination::Stalemate, _) => words.contains(&format!("{winner} wins by ")),
        (Termination::VariantEnd, Variant::Atomic) => {
            words.contains(&format!("{loser}'s king exploded"))
        }
        (Termination::VariantEnd, _) => words.contains(&format!("{winner} wins by losing all")),
        (_, Variant::Suicide) => words.contains("opposite color bishops"),
        _ => words.contains("Neither player has mating material"),
    }
}

proptest! {
    #[test]
    fn games_of_two(kind in kind(), choices in vec(any::<u16>(), LONGEST)) {
        let mut club = club(&kind);
        let start = club.ics.games().next().expect("a game").position().clone();
        let mut position = start.clone();
        let mut plies = Vec::new();
        let names = |turn: Color| if turn.is_white() { "Adam" } else { "Boris" };
        for choice in choices {
            if position.end().is_some() {
                break;
            }
            let moves = position.legal_moves();
            let ply = Ply::Move(moves[usize::from(choice) % moves.len()]);
            let word = typed(&position, ply, usize::from(choice) / 7);
            let mover = names(position.turn());
            club.types(mover, &word);
            position.play(ply).expect("legal");
            plies.push(ply);
            let mut expected = Vec::new();
            Style12::from_position(&position).write(&mut expected);
            let expected = String::from_utf8_lossy(&expected).into_owned();
            let received = club.read("Cecil");
            let seen = last_board(&received).unwrap_or_default();
            prop_assert_eq!(squares(seen), squares(&expected), "{} typed: {}\n{}", mover, word, received);
            match position.end() {
                None => prop_assert_eq!(club.ics.games().count(), 1, "too early: {}", received),
                Some((outcome, termination)) => {
                    prop_assert_eq!(club.ics.games().count(), 0, "not over: {}", received);
                    let line = received.lines().find(|l| l.starts_with("{Game 1 ")).unwrap_or_default();
                    prop_assert!(line.ends_with(outcome.as_pgn()), "{line}");
                    prop_assert!(fits(line, position.variant(), outcome, &termination), "{line}");
                }
            }
        }
        if position.end().is_none() {
            club.types("Adam", "resign");
        }
        // The stored game is the played one.
        let game = finished(&club).expect("a game that is over");
        prop_assert_eq!(&game.start, &start);
        prop_assert_eq!(game.line.iter().map(|played| played.ply).collect::<Vec<_>>(), plies);
    }

    #[test]
    fn bughouse(choices in vec(any::<(bool, u16)>(), LONGEST)) {
        let mut club = Club::new();
        club.guests(["Adam", "Boris", "Cecil", "Dora"]);
        for name in ["Adam", "Boris", "Cecil", "Dora"] {
            club.types(name, "set bugopen 1");
            club.types(name, "iset nowrap 1");
        }
        for (one, other) in [("Adam", "Cecil"), ("Boris", "Dora")] {
            club.types(one, &format!("partner {other}"));
            club.types(other, &format!("partner {one}"));
        }
        club.types("Adam", "match boris 0 0 white bughouse");
        club.types("Boris", "accept");
        let mut boards = Bughouse::default();
        for (second, choice) in choices {
            if boards.end().is_some() {
                break;
            }
            let wanted = if second { BoardId::B } else { BoardId::A };
            // A player without a move waits for a piece.
            let free = |id: &BoardId| !boards.board(*id).legal_moves().is_empty();
            let Some(id) = [wanted, wanted.other()].into_iter().find(free) else { break };
            let position = boards.board(id).clone();
            let moves = position.legal_moves();
            let ply = Ply::Move(moves[usize::from(choice) % moves.len()]);
            let word = typed(&position, ply, usize::from(choice) / 7);
            let mover = match (id, position.turn()) {
                (BoardId::A, Color::White) => "Adam",
                (BoardId::A, Color::Black) => "Boris",
                (BoardId::B, Color::White) => "Dora",
                (BoardId::B, Color::Black) => "Cecil",
            };
            club.types(mover, &word);
            boards.play(id, ply).expect("legal");
            let over = boards.end().is_some();
            prop_assert_eq!(club.ics.games().count(), if over { 0 } else { 2 }, "{}: {}", mover, word);
            for (game, id) in club.ics.games().zip(BoardId::ALL) {
                prop_assert_eq!(game.position(), boards.board(id), "{}: {}", mover, word);
            }
        }
    }
}

/// All ways in which clients and players write castling: White's first rank, the typed word, and
/// the rank after it.
#[test]
fn castling() {
    const SHORT: &[&str] = &["O-O", "o-o", "0-0", "OO", "oo", "00", "O-O+"];
    const LONG: &[&str] = &["O-O-O", "o-o-o", "0-0-0", "OOO", "ooo", "000"];
    for (rules, rank, words, squares, after, san) in [
        ("", "R3K2R", SHORT, "e1g1 e1-g1 Kg1 e1h1", "R----RK-", "O-O"),
        ("", "R3K2R", LONG, "e1c1 e1-c1 Kc1 e1a1", "--KR---R", "O-O-O"),
        // King takes rook, as interfaces write it where the king moves a step or none.
        ("fr", "1R3KR1", SHORT, "f1g1 f1xg1", "-R---RK-", "O-O"),
        ("fr", "1R3KR1", LONG, "f1b1 f1c1", "--KR--R-", "O-O-O"),
        ("fr", "RK5R", SHORT, "b1h1 b1g1", "R----RK-", "O-O"),
        ("fr", "RK5R", LONG, "b1a1", "--KR---R", "O-O-O"),
        ("fr", "5RKR", SHORT, "g1h1", "-----RKR", ""),
        // The king on the d-file goes two squares to either side.
        ("wild 0", "R2K3R", SHORT, "d1b1", "-KR----R", "O-O"),
        ("wild 0", "R2K3R", LONG, "d1f1", "R---RK--", "O-O-O"),
    ] {
        for word in words.iter().copied().chain(squares.split(' ')) {
            let mut club = Club::new();
            club.guests(["Adam"]);
            club.types("Adam", "examine");
            if !rules.is_empty() {
                club.types("Adam", &format!("bsetup {rules}"));
            }
            club.types("Adam", &format!("bsetup fen 4k3/8/8/8/8/8/8/{rank}"));
            club.types("Adam", "bsetup wcastle kq");
            club.types("Adam", "bsetup done");
            club.read("Adam");
            club.types("Adam", word);
            let received = club.read("Adam");
            let board = last_board(&received).unwrap_or_default().to_owned();
            let row = board.split(' ').nth(8).unwrap_or_default();
            if san.is_empty() {
                assert!(received.contains("Illegal move"), "{rules} {rank} {word}: {received}");
                continue;
            }
            assert_eq!(row, after, "{rules} {rank} {word}: {received}");
            assert!(board.contains(&format!(" {san}")), "{rules} {rank} {word}: {received}");
        }
    }
}
