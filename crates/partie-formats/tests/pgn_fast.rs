//! Reading at speed gives what reading in the plain way gives.

mod common;

use partie_formats::{Limits, ReadOptions, pgn};

/// How the games of a text come out in both ways; says how many there are.
fn compare(name: &str, text: &[u8], wrong: &mut Vec<String>) -> usize {
    let options = ReadOptions::default();
    let mut games = 0;
    for game in pgn::cut(text, &Limits::default()) {
        let game = game.expect("memory does not fail");
        games += 1;
        let (fast, plain) =
            (pgn::parse(&game.text, &options), pgn::parse_plain(&game.text, &options));
        if fast.value != plain.value {
            wrong.push(format!("{name} game {}: {:?}\n{:?}", game.number, fast.value, plain.value));
        }
        if fast.diagnostics != plain.diagnostics {
            wrong.push(format!(
                "{name} game {}: {:#?}\n{:#?}",
                game.number, fast.diagnostics, plain.diagnostics
            ));
        }
        if wrong.len() > 3 {
            break;
        }
    }
    games
}

#[test]
fn every_game_of_the_corpus() {
    let mut wrong = Vec::new();
    let mut games = 0;
    for path in common::pgn_files() {
        let text = std::fs::read(&path).expect("file");
        games += compare(&path.display().to_string(), &text, &mut wrong);
    }
    println!("{games} games");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
