//! Games that are watched.

mod club;
mod scene;

#[test]
fn observing() {
    scene::plays(include_str!("scenes/observe.txt"));
}

#[test]
fn following() {
    scene::plays(include_str!("scenes/follow.txt"));
}

#[test]
fn tables_of_games() {
    scene::plays(include_str!("scenes/games.txt"));
}

#[test]
fn other_styles() {
    scene::plays(include_str!("scenes/listen.txt"));
}

#[test]
fn following_the_strongest() {
    scene::plays(include_str!("scenes/follow_best.txt"));
}
