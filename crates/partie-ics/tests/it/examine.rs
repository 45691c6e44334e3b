//! Examined games: a line, variations, set-ups, several examiners.

#[test]
fn a_scratch_board() {
    crate::scene::plays(include_str!("scenes/scratch.txt"));
}

#[test]
fn variations() {
    crate::scene::plays(include_str!("scenes/variations.txt"));
}

#[test]
fn several_examiners() {
    crate::scene::plays(include_str!("scenes/examiners.txt"));
}

#[test]
fn setting_up() {
    crate::scene::plays(include_str!("scenes/setup.txt"));
}

#[test]
fn what_programs_do_with_a_game_of_their_own() {
    crate::scene::plays(include_str!("scenes/truncate.txt"));
}
