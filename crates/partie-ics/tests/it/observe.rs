//! Games that are watched.

#[test]
fn observing() {
    crate::scene::plays(include_str!("scenes/observe.txt"));
}

#[test]
fn following() {
    crate::scene::plays(include_str!("scenes/follow.txt"));
}

#[test]
fn tables_of_games() {
    crate::scene::plays(include_str!("scenes/games.txt"));
}

#[test]
fn other_styles() {
    crate::scene::plays(include_str!("scenes/listen.txt"));
}

#[test]
fn following_the_strongest() {
    crate::scene::plays(include_str!("scenes/follow_best.txt"));
}

/// A program that shows several games says which one is in front whenever its user turns to
/// another. A board in the answer would be a move to it.
#[test]
fn the_game_in_front() {
    let mut club = crate::club::Club::new();
    club.guests(["Adam", "Boris", "Cecil", "Dora", "Emil"]);
    for (one, other) in [("Adam", "Boris"), ("Cecil", "Dora")] {
        club.types(one, &format!("match {other} 3 0 white"));
        club.types(other, "accept");
    }
    club.types("Emil", "observe 1");
    club.types("Emil", "observe 2");
    for (line, answer) in [
        ("primary 1", "Game 1 is already your primary game."),
        ("primary 2", "Game 2 is now your primary game."),
        ("primary 2", "Game 2 is already your primary game."),
        ("primary cecil", "Game 2 is already your primary game."),
        ("primary", "Game 2 is already your primary game."),
        ("primary 1", "Game 1 is now your primary game."),
        ("observe", "You are observing: 1 2"),
        ("primary 3", "There is no such game."),
    ] {
        club.hears("Emil", line, answer);
    }
    club.hears("Adam", "primary 1", "You are not observing game 1.");
}
