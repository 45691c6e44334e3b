//! Damaged PGN: the same 23 games, broken in one way per file, with the number of main lines that
//! come out exactly right.

use partie_formats::ReadOptions;
use partie_pgn as pgn;
use partie_testkit::{corpus, suite::shared};

/// Files whose games cannot all be right without guessing, and the number that are.
const NOT_ALL: &[(&str, usize, &str)] = &[
    (
        "illegal_move_in_middle.pgn",
        0,
        "each game holds an illegal move; the part before it is kept",
    ),
    ("one_ply_missing.pgn", 0, "each game lacks a ply; the part before it is kept"),
    ("truncated_file.pgn", 20, "the file ends in the 21st game"),
    (
        "unclosed_comment_each_game.pgn",
        0,
        "each game ends inside a comment; the part before it is kept",
    ),
];

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn main_lines_survive_damage() {
    let root = shared("testdata");
    let truth = corpus::expected_games(&root);
    let mut wrong = Vec::new();
    for (name, path) in corpus::mutated_files(&root) {
        let source = std::fs::File::open(path).expect("file");
        let games: Vec<Vec<String>> = pgn::read(source, &ReadOptions::default())
            .map(|record| corpus::moves(record.expect("file").game()))
            .collect();
        let right = games.iter().zip(&truth).filter(|(g, t)| g == t).count();
        let prefixes =
            games.iter().zip(&truth).filter(|(g, t)| t.iter().zip(*g).all(|(a, b)| a == b)).count();
        let wanted = NOT_ALL.iter().find(|(n, _, _)| *n == name).map_or(23, |(_, n, _)| *n);
        println!(
            "{name}: {right} of 23, {prefixes} right as far as they go, {} games",
            games.len()
        );
        if right != wanted {
            wrong.push(format!("{name}: {right} instead of {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
