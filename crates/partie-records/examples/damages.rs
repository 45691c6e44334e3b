//! Writes games damaged in every way that the tests know, one file a way, and the games
//! as they were: what `tools/repair-table` measures.
//!
//! `cargo run --example damages -- FOLDER [CLEAN.pgn]`: without a file of clean games,
//! a hundred random ones are damaged.

use partie_testkit::{corpus, damage, random::Chance};
use std::{env, error::Error, fs, path::Path};

use partie_core::{Game, Outcome};
use partie_formats::{ReadOptions, Severity};
use partie_pgn as pgn;
use partie_testkit::damage::DAMAGES;
use serde_json::json;

/// Number of random games that are damaged, and most plies of a game.
const RANDOM: (usize, usize) = (100, 90);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let folder = arguments.next().ok_or("name a folder to write into")?;
    let games = match arguments.next() {
        Some(file) => clean_games(&fs::read(file)?),
        None => random_games(),
    };
    write(Path::new(&folder), &games)?;
    Ok(())
}

fn random_games() -> Vec<Game> {
    let mut chance = Chance::new(7);
    (0..RANDOM.0).map(|_| damage::random_game(&mut chance, RANDOM.1)).collect()
}

/// The games of a file that have no fault, from the initial position, with a result and
/// long enough to be damaged.
fn clean_games(text: &[u8]) -> Vec<Game> {
    pgn::read(text, &ReadOptions::default())
        .filter_map(Result::ok)
        .filter(|r| r.parsed.diagnostics.iter().all(|d| d.severity <= Severity::Note))
        .map(|r| r.parsed.value)
        .filter(|g| g.tags.get("FEN").is_none() && g.plies().count() >= 15)
        .filter(|g| g.outcome != Outcome::Unknown)
        .collect()
}

fn write(folder: &Path, games: &[Game]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut files = Vec::new();
    for (i, damage) in DAMAGES.iter().enumerate() {
        let name = format!("{i:02}.pgn");
        fs::write(folder.join(&name), damage::file(games, &[damage]))?;
        files.push(json!({ "file": name, "damage": damage.name, "level": damage.level.name() }));
    }
    // Two ways at a time, of every twelfth game.
    let few: Vec<Game> = games.iter().step_by(12).cloned().collect();
    let mut pairs = Vec::new();
    for (i, a) in DAMAGES.iter().enumerate() {
        for (j, b) in DAMAGES.iter().enumerate().skip(i + 1) {
            if damage::compatible(a, b) {
                let name = format!("{i:02}-{j:02}.pgn");
                fs::write(folder.join(&name), damage::file(&few, &[a, b]))?;
                let damage = format!("{} + {}", a.name, b.name);
                let level = a.level.max(b.level).name();
                pairs.push(json!({ "file": name, "damage": damage, "level": level }));
            }
        }
    }
    let [games, few] =
        [games, &few].map(|games| games.iter().map(corpus::moves).collect::<Vec<_>>());
    let truth = json!({ "files": files, "games": games, "pairs": pairs, "few": few });
    fs::write(folder.join("truth.json"), truth.to_string())
}
