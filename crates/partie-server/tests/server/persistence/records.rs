//! Finished games as records: what a reader of PGN and BPGN finds.

use partie_core::{BoardId, Bughouse, ByColor, Color, Outcome, Ply, Position, Variant};
use partie_formats::{ReadOptions, Record};
use partie_ics::{
    Change, Span,
    category::{Control, GameKind},
    game::{Finished, Played, position_after},
};
use partie_pgn as pgn;
use partie_pgn::bpgn;
use partie_server::{
    hub::Outbox,
    persistence::Persister,
    store::model::{self, Snapshot},
};
use partie_wire::notice::ending::Ending;
use proptest::{collection::vec, prelude::*};

use super::{NOW, line, played, sides, terms};

/// A finished game without moves.
fn finished(kind: GameKind) -> Finished {
    Finished {
        terms: terms(kind, 3, 2),
        sides: sides("Anderssen", "Kieseritzky"),
        start: match kind {
            GameKind::Board(board) => board.position(),
            _ => Position::start(kind.variant()),
        },
        line: Vec::new(),
        since: NOW,
        until: NOW + Span::minutes(20),
        outcome: Outcome::Win(Color::White),
        ending: Ending::Resigns { loser: "Kieseritzky".into() },
        other: None,
    }
}

/// The rows that are stored for a game.
fn rows(finished: &Finished) -> Vec<model::Game> {
    let (mut persister, _) = Persister::open(Snapshot::default(), "Partie").expect("empty");
    let mut out = Outbox::new();
    persister.change(Change::Finished(Box::new(finished.clone())), &mut out);
    out.changes()
        .iter()
        .map(|change| match change {
            model::Change::PutGame(row) => row.clone(),
            other => panic!("{other:?}"),
        })
        .collect()
}

/// Returns the one game of a text without diagnostics.
#[track_caller]
fn clean(text: &str) -> Record {
    let options = ReadOptions::default();
    let records: Vec<Record> = if text.contains("[WhiteA ") {
        bpgn::read(text.as_bytes(), &options).map(|r| r.expect("memory")).collect()
    } else {
        pgn::read(text.as_bytes(), &options).map(|r| r.expect("memory")).collect()
    };
    let [record] = records.try_into().unwrap_or_else(|_| panic!("one game in\n{text}"));
    assert_eq!(record.parsed.diagnostics, [], "{text}");
    record
}

#[test]
fn a_blitz_game() {
    let mut game = finished(GameKind::Chess);
    let moves =
        [("e4", 9), ("e5", 9), ("Bc4", 4), ("Nc6", 2), ("Qh5", 1), ("Nf6", 30), ("Qxf7#", 2)];
    game.line = line(&game.start, &game.terms, &moves);
    game.ending = Ending::Checkmated { loser: "Kieseritzky".into() };
    let [row] = rows(&game).try_into().expect("one board");
    assert_eq!(
        row.pgn,
        r#"[Event "Partie rated blitz match"]
[Site "Partie"]
[Date "2026.11.20"]
[Round "-"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]
[BlackElo "-"]
[ECO "C23"]
[GameId "1"]
[Opening "Bishop's Opening"]
[Termination "normal"]
[Time "23:46:00"]
[TimeControl "180+2"]
[WhiteElo "2725"]

1. e4 {[%clk 0:03:00] [%emt 0:00:00]} 1... e5 {[%clk 0:03:00] [%emt 0:00:00]}
2. Bc4 {[%clk 0:02:58] [%emt 0:00:04]} 2... Nc6 {[%clk 0:03:00] [%emt 0:00:02]}
3. Qh5 {[%clk 0:02:59] [%emt 0:00:01]} 3... Nf6 {[%clk 0:02:32] [%emt 0:00:30]}
4. Qxf7# {[%clk 0:02:59] [%emt 0:00:02]} {Kieseritzky checkmated} 1-0

"#
    );
    let row = model::Game { pgn: String::new(), ..row };
    assert_eq!(
        row,
        model::Game {
            id: 1,
            white: "Anderssen".to_owned(),
            black: "Kieseritzky".to_owned(),
            white_rating: Some(2725),
            black_rating: None,
            category: "blitz".to_owned(),
            rated: true,
            initial_ms: 180_000,
            increment_ms: 2000,
            started: NOW.0,
            ended: NOW.0 + 20 * 60_000,
            result: "1-0".to_owned(),
            reason: "Mat".to_owned(),
            eco: "C23".to_owned(),
            pgn: String::new(),
        }
    );
}

/// The tags of games of other kinds, times and ends.
#[test]
fn tags() {
    let loser = || "Kieseritzky".into();
    let controls = |white: (u16, u16), black: (u16, u16)| ByColor {
        white: Control::fics(white.0, white.1),
        black: Control::fics(black.0, black.1),
    };
    for (kind, controls, outcome, ending, tags) in [
        (
            GameKind::Chess,
            controls((0, 0), (0, 0)),
            Outcome::Draw,
            Ending::Agreed,
            [
                ("Event", "Partie rated untimed match"),
                ("TimeControl", "-"),
                ("Termination", "normal"),
            ],
        ),
        (
            GameKind::Chess,
            controls((0, 12), (0, 12)),
            Outcome::Win(Color::White),
            Ending::OnTime { loser: loser() },
            [
                ("Event", "Partie rated blitz match"),
                ("TimeControl", "10+12"),
                ("Termination", "time forfeit"),
            ],
        ),
        (
            GameKind::Chess,
            controls((5, 0), (1, 0)),
            Outcome::Win(Color::White),
            Ending::ByDisconnection { loser: loser() },
            [
                ("WhiteTimeControl", "300+0"),
                ("BlackTimeControl", "60+0"),
                ("Termination", "abandoned"),
            ],
        ),
        (
            GameKind::Suicide,
            controls((3, 0), (3, 0)),
            Outcome::Draw,
            Ending::DrawnByAdjudication,
            [
                ("Event", "Partie rated suicide match"),
                ("Variant", "Suicide"),
                ("Termination", "adjudication"),
            ],
        ),
        (
            GameKind::FischerRandom,
            controls((3, 0), (3, 0)),
            Outcome::Win(Color::White),
            Ending::Resigns { loser: loser() },
            [("Event", "Partie rated wild/fr match"), ("Variant", "Chess960"), ("Result", "1-0")],
        ),
        (
            "odds knight".parse::<GameKind>().expect("a board"),
            controls((3, 0), (3, 0)),
            Outcome::Win(Color::White),
            Ending::Resigns { loser: loser() },
            [
                ("Event", "Partie rated odds/knight match"),
                ("SetUp", "1"),
                ("FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
            ],
        ),
    ] {
        let mut game = finished(kind);
        (game.terms.controls, game.outcome, game.ending) = (controls, outcome, ending);
        let text = &rows(&game)[0].pgn;
        let record = clean(text);
        for (name, value) in tags {
            assert_eq!(record.game().tags.get(name), Some(value), "{name} in\n{text}");
        }
    }
}

#[test]
fn two_boards_of_bughouse() {
    let mut a = finished(GameKind::Bughouse);
    let mut b = Finished { sides: sides("Staunton", "Saint-Amant"), ..a.clone() };
    a.line = line(&a.start, &a.terms, &[("e4", 1), ("d5", 1), ("exd5", 1), ("Qxd5", 2)]);
    // White of the other board drops what their partner, Black here, has taken.
    let mut start = b.start.clone();
    let mut boards = Bughouse::new(start.clone(), start.clone());
    boards.set_pockets(BoardId::A, pockets_with_pawns());
    start = boards.board(BoardId::A).clone();
    b.line = line(&start, &b.terms, &[("d4", 1), ("d5", 1), ("P@e5", 9), ("P@e4", 1)]);
    b.outcome = Outcome::Win(Color::Black);
    b.ending = Ending::PartnerWon { winner: "Saint-Amant".into() };
    a.other = Some(Box::new(b));
    let rows = rows(&a);
    let [first, second] = rows.try_into().expect("a row for each board");
    assert_eq!((first.id, second.id), (1, 2));
    assert_eq!((&*first.result, &*second.result), ("1-0", "0-1"));
    assert_eq!((&*first.reason, &*second.reason), ("Res", "Par"));
    assert_eq!((&*second.white, &*second.black), ("Staunton", "Saint-Amant"));
    assert_eq!(first.pgn, second.pgn);
    assert_eq!(
        first.pgn,
        r#"[Event "Partie rated bughouse match"]
[Site "Partie"]
[Date "2026.11.20"]
[Round "-"]
[WhiteA "Anderssen"][WhiteAElo "2725"]
[BlackA "Kieseritzky"][BlackAElo "-"]
[WhiteB "Staunton"][WhiteBElo "2725"]
[BlackB "Saint-Amant"][BlackBElo "-"]
[Result "1-0"]
[Time "23:46:00"]
[TimeControl "180+2"]
[Variant "Bughouse"]
[Termination "normal"]
[GameId "1"]
1A. e4{180} 1a. d5{180} 1B. d4{180} 1b. d5{180} 2A. exd5{181} 2a. Qxd5{180} 2B. P@e5{173} 2b. P@e4{181}
{Kieseritzky resigns} 1-0

"#
    );
    clean(&first.pgn);
}

fn pockets_with_pawns() -> ByColor<partie_core::ByRole<u8>> {
    let mut pockets = ByColor::<partie_core::ByRole<u8>>::default();
    pockets.white.pawn = 9;
    pockets.black.pawn = 9;
    pockets
}

/// A game of one board as chance has it.
fn playout(start: &Position, choices: &[u8]) -> Vec<(Ply, Span)> {
    let mut at = start.clone();
    let mut plies = Vec::new();
    for choice in choices {
        let moves = at.legal_moves();
        if moves.is_empty() || at.end().is_some() {
            break;
        }
        let ply = Ply::Move(moves[usize::from(*choice) % moves.len()]);
        at.play(ply).expect("legal");
        plies.push((ply, Span(i64::from(*choice) * 13)));
    }
    plies
}

/// Two boards as chance has them: each step says on which one is moved.
fn two_playouts(choices: &[(bool, u8)]) -> [Vec<Played>; 2] {
    let mut boards = Bughouse::default();
    let terms = terms(GameKind::Bughouse, 3, 0);
    let mut lines: [Vec<Played>; 2] = Default::default();
    let mut spent = [0, 0];
    for (step, (second, choice)) in choices.iter().enumerate() {
        let id = if *second { BoardId::B } else { BoardId::A };
        let moves = boards.board(id).legal_moves();
        if boards.end().is_some() {
            break;
        }
        if moves.is_empty() {
            continue;
        }
        let mut before = boards.board(id).clone();
        let ply = Ply::Move(moves[usize::from(*choice) % moves.len()]);
        boards.play(id, ply).expect("legal");
        // All boards' moves lie a tenth of a second apart.
        let now = step as i64 * 100;
        let took = Span(now - spent[id.index()]);
        spent[id.index()] = now;
        let left = terms.controls.map(|control| control.initial);
        let mut one = Played::on(&mut before, ply, took, Span::ZERO, left).expect("legal");
        one.pockets = boards.board(id).pockets();
        lines[id.index()].push(one);
    }
    lines
}

proptest! {
    /// Every game is read back without a diagnostic, move by move.
    #[test]
    fn records_are_clean(choices in vec(any::<u8>(), 0..150)) {
        for (kind, start) in super::laws::starts() {
            let mut game = finished(kind);
            game.line = played(&start, &game.terms, &playout(&start, &choices));
            game.start = start;
            // The result fits the last position, if that decides one.
            let last = position_after(&game.start, &game.line);
            if let Some((outcome, _)) = last.end() {
                game.outcome = outcome;
                game.ending = match outcome {
                    Outcome::Draw => Ending::Stalemate,
                    _ => Ending::Checkmated { loser: "Anderssen".into() },
                };
            }
            let text = rows(&game)[0].pgn.clone();
            let record = clean(&text);
            let plies: Vec<Ply> = record.game().plies().map(|(_, ply)| ply).collect();
            let expected: Vec<Ply> = game.line.iter().map(|p| p.ply).collect();
            prop_assert_eq!(plies, expected, "{}", text);
            prop_assert_eq!(record.game().start.first(), &game.start);
            prop_assert_eq!(record.game().outcome, game.outcome);
        }
    }

    /// Two boards become one record with all their moves in an order that can be played.
    #[test]
    fn bughouse_records_are_clean(choices in vec(any::<(bool, u8)>(), 0..160), drift in 0..2000_i64) {
        let [on_a, on_b] = two_playouts(&choices);
        let mut a = finished(GameKind::Bughouse);
        a.line = on_a;
        let mut b = Finished { sides: sides("Staunton", "Saint-Amant"), line: on_b, ..a.clone() };
        b.outcome = Outcome::Win(Color::Black);
        b.ending = Ending::PartnerWon { winner: "Saint-Amant".into() };
        // One board's clock was paused for a while.
        b.since = b.since + Span(drift);
        let expected = [&a.line, &b.line].map(|line| line.iter().map(|p| p.ply).collect::<Vec<_>>());
        a.other = Some(Box::new(b));
        let text = rows(&a)[0].pgn.clone();
        let record = clean(&text);
        prop_assert_eq!(record.game().variant, Variant::Bughouse);
        for id in BoardId::ALL {
            let plies: Vec<Ply> =
                record.game().plies().filter(|(board, _)| *board == id).map(|(_, ply)| ply).collect();
            prop_assert_eq!(&plies, &expected[id.index()], "{}", text);
        }
    }
}
