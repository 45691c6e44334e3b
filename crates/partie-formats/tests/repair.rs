//! Mending: what comes back, and the laws that every change obeys.

mod common;

use partie_core::moves::uci;
use partie_formats::{
    Confidence, ReadOptions, Record, pgn,
    repair::{RepairOptions, Repaired, repair},
};

fn records(text: &[u8]) -> Vec<Record> {
    pgn::read(text, &ReadOptions::default()).map(|r| r.expect("memory does not fail")).collect()
}

fn mend(record: &Record, level: Confidence) -> Repaired {
    let options = RepairOptions { level, ..RepairOptions::default() };
    repair(record, &options, &ReadOptions::default())
}

fn moves(game: &partie_core::Game) -> Vec<String> {
    let mut position = game.start.first().clone();
    game.plies()
        .map(|(_, ply)| {
            let text = uci::write(&position, ply);
            position.play(ply).expect("legal");
            text
        })
        .collect()
}

#[test]
fn mutated_files() {
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
    for name in names {
        let text = std::fs::read(root.join("mutated").join(&name)).expect("file");
        print!("{name:40}");
        for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
            let mended: String =
                records(&text).iter().map(|r| mend(r, level).text + "\n").collect();
            let games: Vec<_> =
                records(mended.as_bytes()).iter().map(|r| moves(r.game())).collect();
            let right = games.iter().zip(&truth).filter(|(g, t)| g == t).count();
            let left = records(mended.as_bytes())
                .iter()
                .flat_map(|r| {
                    r.parsed.diagnostics.iter().map(|d| (d.severity, d.code.id)).collect::<Vec<_>>()
                })
                .filter(|(s, _)| *s > partie_formats::Severity::Note)
                .map(|(_, id)| id)
                .collect::<std::collections::BTreeSet<_>>();
            print!(" {right:3}/{} {left:?}", games.len());
        }
        println!();
    }
}
