//! Examined games: a line, variations, set-ups, several examiners.

mod club;
mod scene;

#[test]
fn a_scratch_board() {
    scene::plays(include_str!("scenes/scratch.txt"));
}

#[test]
fn variations() {
    scene::plays(include_str!("scenes/variations.txt"));
}

#[test]
fn several_examiners() {
    scene::plays(include_str!("scenes/examiners.txt"));
}

#[test]
fn setting_up() {
    scene::plays(include_str!("scenes/setup.txt"));
}

#[test]
fn what_programs_do_with_a_game_of_their_own() {
    scene::plays(include_str!("scenes/truncate.txt"));
}
