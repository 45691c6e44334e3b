//! Lookups that leave out games by what they cannot have.

use std::ops::ControlFlow;

use partie_core::{BoardId, Game, Move, NodeId, Ply, Role, Square, Variant};
use partie_db::{
    library::{ExploreFilter, ExploreLimits, LibraryError},
    query::{Query, QueryOptions},
};
use partie_formats::{ReadOptions, Record};
use partie_pgn as pgn;

use crate::library::{library_of, positions};

/// Positions are found although an illegal move brought a pawn back to the square on which it began.
#[test]
fn pawns_that_come_back() {
    let square = |text: &str| text.parse::<Square>().expect(text);
    let pawn = |from, to| Move::Normal {
        role: Role::Pawn,
        from: square(from),
        capture: None,
        to: square(to),
        promotion: None,
    };
    let mut game = Game::new(Variant::Standard);
    let mut at = NodeId::ROOT;
    for ply in [
        Ply::Move(pawn("e2", "e4")),
        Ply::Move(pawn("a7", "a6")),
        Ply::Illegal(pawn("e4", "e2")),
        Ply::Move(pawn("a6", "a5")),
        Ply::Move(pawn("d2", "d4")),
    ] {
        at = game.tree.add_on(at, BoardId::A, ply);
    }
    let expected = positions(&game);
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &[Record::of_game(game, 1)], 1);
    let limits =
        ExploreLimits { moves: 9, top_games: 1, recent_games: 1, history: false, unfinished: true };
    for (position, uci) in expected {
        let explored = library.explore(&position, &ExploreFilter::default(), limits);
        let found = explored.moves.iter().map(|one| one.uci.clone()).next();
        assert_eq!(found, uci, "{position:?}");
    }
}

/// Values that no game of a row group has are found in none, those of others in their games.
#[test]
fn values_of_some_segments_only() {
    let game = |event: &str, moves: &str, control: &str| {
        format!("[Event \"{event}\"]\n[TimeControl \"{control}\"]\n\n{moves} *\n\n")
    };
    let text = [
        game("Wijk aan Zee", "1. e4 c5", "7200"),
        game("Linares", "1. e4 e5", "180+2"),
        game("Wijk aan Zee", "1. d4 d5", ""),
        "[ECO \"B20 \"]\n\n1. e4 e5 *\n\n".to_owned(),
    ];
    let records: Vec<Record> =
        pgn::read(text.concat().as_bytes(), &ReadOptions::default()).flatten().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let library = library_of(&folder.path().join("library"), &records, 1);
    assert_eq!(library.manifest().segments.len(), 4);
    for (name, value, expected) in [
        ("event", "wijk", &[1, 3][..]),
        ("event", "linares", &[2]),
        ("event", "hastings", &[]),
        ("eco", "B20", &[1, 4]),
        ("eco", "C20", &[2]),
        ("eco", "E00..E99", &[]),
        ("speed", "blitz", &[2]),
        ("speed", "bullet", &[]),
    ] {
        let query = Query::of_words([(name, value)], &QueryOptions::default()).expect(value);
        let mut found = Vec::new();
        let find = library.find(&query, |game| {
            found.push(game.number);
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        });
        find.expect("a library");
        assert_eq!(found, expected, "{name} {value}");
    }
}
