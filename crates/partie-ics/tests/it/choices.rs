//! Choices of players and their programs: what to hear and to do.

use crate::club::Club;

#[test]
fn who_is_available() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    club.members(["Ann"]);
    club.types("Cecil", "set availinfo 1");
    club.read("Cecil");
    club.types("Adam", "set open 0");
    assert_eq!(club.read("Cecil"), "\nAdam(U) is no longer available for matches.\nfics% ");
    // Announced once: playing changes nothing.
    club.types("Adam", "match boris 3 0");
    club.read("Cecil");
    club.types("Boris", "accept");
    assert_eq!(club.read("Cecil"), "\nBoris(U) is no longer available for matches.\nfics% ");
    club.types("Adam", "abort");
    assert_eq!(
        club.read("Cecil"),
        "\nAdam(U) Blitz (++++), Std (++++), Wild (++++), Light(++++), Bug(++++)\n\
         is now available for matches.\n\
         Boris(U) Blitz (++++), Std (++++), Wild (++++), Light(++++), Bug(++++)\n\
         is now available for matches.\nfics% "
    );
    club.types("Ann", "examine");
    club.received("Cecil", "\nAnn is no longer available for matches.\n");
    club.types("Ann", "unexamine");
    club.received(
        "Cecil",
        "\nAnn Blitz (----), Std (----), Wild (----), Light(----), Bug(----)\nis now available",
    );
    // Only players with a rating.
    club.types("Cecil", "set availmin 1000");
    club.read("Cecil");
    club.types("Ann", "set open 0");
    assert_eq!(club.read("Cecil"), "");
    // Nobody is notified of themselves, nor without asking.
    club.types("Cecil", "set open 0");
    assert!(!club.read("Cecil").contains("available"));
    assert!(!club.read("Boris").contains("available"));
}

#[test]
fn the_game_is_looked_at_when_it_is_over() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Adam", "set examine 1");
    club.types("Adam", "match boris 3 0 white");
    club.types("Boris", "accept");
    club.types("Adam", "e4");
    club.types("Boris", "e5");
    club.read("Adam");
    club.read("Boris");
    club.types("Boris", "resign");
    let received = club.read("Adam");
    assert!(received.contains("Boris resigns} 1-0\nNo ratings adjustment done.\n"), "{received}");
    assert!(
        received.contains("\nGame 1: Adam (++++) Boris (++++) unrated blitz 3 0\n"),
        "{received}"
    );
    assert!(received.contains(" 1 Adam Boris 2 3 0 39 39 "), "{received}");
    assert!(!club.read("Boris").contains("<12> rnbqkbnr pppppppp"));
    // An unfinished game is not counted.
    club.types("Adam", "unexamine");
    club.types("Adam", "match boris 3 0 white");
    club.types("Boris", "accept");
    club.hears(
        "Adam",
        "abort",
        "{Game 1 (Adam vs. Boris) Game aborted on move 1} *\nNo ratings adjustment done.",
    );
}

#[test]
fn a_small_letter_is_never_a_bishop() {
    for (set, answer) in
        [("iset movecase 0", "\n<12> "), ("iset movecase 1", "Illegal move (bd3).")]
    {
        let mut club = Club::new();
        club.guests(["Adam", "Boris"]);
        club.types("Adam", "match boris 3 0 white");
        club.types("Boris", "accept");
        club.types("Adam", "e4");
        club.types("Boris", "e5");
        club.types("Adam", set);
        club.read("Adam");
        club.types("Adam", "bd3");
        assert!(club.read("Adam").starts_with(answer), "{set}");
        club.types("Adam", "Bd3");
    }
}

#[test]
fn one_board_for_those_who_want_one() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    club.types("Adam", "examine");
    club.types("Boris", "examine");
    club.types("Cecil", "observe 1");
    club.types("Cecil", "observe 2");
    club.hears("Cecil", "observe", "You are observing: 1 2");
    club.types("Cecil", "unobserve 2");
    club.types("Cecil", "iset singleboard 1");
    let answer = club.answer("Cecil", "observe 2");
    assert!(
        answer
            .starts_with("Removing game 1 from observation list.\nYou are now observing game 2.\n"),
        "{answer}"
    );
    club.hears("Cecil", "observe", "You are observing: 2");
}
