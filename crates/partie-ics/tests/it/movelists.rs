//! Moves, and records of games.

#[test]
fn moves() {
    crate::scene::plays(include_str!("scenes/moves.txt"));
}

#[test]
fn history_and_journal() {
    crate::scene::plays(include_str!("scenes/history.txt"));
}

#[test]
fn stored_games() {
    crate::scene::plays(include_str!("scenes/stored.txt"));
}
