//! Moves, and records of games.

mod club;
mod scene;

#[test]
fn moves() {
    scene::plays(include_str!("scenes/moves.txt"));
}

#[test]
fn history_and_journal() {
    scene::plays(include_str!("scenes/history.txt"));
}

#[test]
fn stored_games() {
    scene::plays(include_str!("scenes/stored.txt"));
}
