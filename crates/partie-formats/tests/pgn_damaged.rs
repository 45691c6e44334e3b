//! Damaged PGN: the same 23 games broken in one way a file; how many main lines come
//! out exactly right.

mod common;

use partie_core::moves::uci;
use partie_formats::{ReadOptions, pgn};

/// Files whose games cannot all be right without guessing, and how many are.
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
fn main_lines_survive_damage() {
    let Some(root) = common::shared("testdata") else { return };
    let expected = std::fs::read(root.join("derived/EXPECTED.json")).expect("expected");
    let expected: serde_json::Value = serde_json::from_slice(&expected).expect("json");
    let truth: Vec<Vec<&str>> = expected["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|g| g["uci"].as_array().expect("moves").iter().filter_map(|m| m.as_str()).collect())
        .collect();
    let mut names: Vec<_> = std::fs::read_dir(root.join("mutated"))
        .expect("folder")
        .map(|e| e.expect("entry").file_name().into_string().expect("name"))
        .filter(|n| n != "README.json")
        .collect();
    names.sort();
    let mut wrong = Vec::new();
    for name in names {
        let source = std::fs::File::open(root.join("mutated").join(&name)).expect("file");
        let games: Vec<Vec<String>> = pgn::read(source, &ReadOptions::default())
            .map(|record| {
                let record = record.expect("file");
                let game = record.game();
                let mut position = game.start.first().clone();
                game.plies()
                    .map(|(_, ply)| {
                        let text = uci::write(&position, ply);
                        position.play(ply).expect("legal");
                        text
                    })
                    .collect()
            })
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
