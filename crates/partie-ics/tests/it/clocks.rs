//! Flags that fall, and who calls them.

use crate::club::Club;
use partie_ics::{Input, SessionId};
use partie_wire::timeseal::{Stamp, Version};

/// Adam has White against Boris; the first moves, which cost no time, are played.
fn game(terms: &str, moves: &str) -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    for name in ["Adam", "Boris"] {
        club.types(name, "set bell 0");
        club.types(name, "iset nowrap 1");
    }
    club.types("Adam", &format!("match boris {terms} white"));
    club.types("Boris", "accept");
    play(&mut club, moves.split_whitespace());
    club
}

fn play<'m>(club: &mut Club, moves: impl IntoIterator<Item = &'m str>) {
    for (ply, word) in moves.into_iter().enumerate() {
        club.types(if ply % 2 == 0 { "Adam" } else { "Boris" }, word);
    }
    club.read("Adam");
    club.read("Boris");
}

#[test]
fn the_server_calls_the_flag_where_the_opponent_wants_it() {
    let mut club = game("1 0", "e4 e5");
    club.types("Boris", "set autoflag 1");
    club.read("Boris");
    club.wait(59_999);
    assert_eq!(club.read("Adam"), "");
    assert_eq!(club.ics.deadline(), Some(partie_ics::Tick(club.now.0 + 1)));
    club.wait(1);
    let end = "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n";
    club.received("Adam", end);
    club.received("Boris", end);
}

#[test]
fn else_the_opponent_calls_it() {
    // Adam's wish counts for Boris's flag, not for his own.
    let mut club = game("1 0", "e4 e5");
    club.types("Adam", "set autoflag 1");
    club.hears("Boris", "flag", "Opponent is not out of time.");
    club.wait(60_001);
    club.hears("Adam", "flag", "Opponent is not out of time.");
    club.types("Boris", "flag");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n");

    // Nobody calls it: the game goes on.
    let mut club = game("1 0", "e4 e5");
    club.wait(61_000);
    club.types("Adam", "Nf3");
    club.received("Adam", " -1 1 0 39 39 -1 60 2 N/g1-f3 (1:01) Nf3 ");
    club.wait(61_000);
    club.types("Boris", "flag");
    club.received(
        "Boris",
        "{Game 1 (Adam vs. Boris) Game drawn because both players ran out of time} 1/2-1/2\n",
    );

    // Nor does it stand forever.
    let mut club = game("1 0", "e4 e5");
    club.wait(60_000 + 5 * 60_000);
    club.received("Adam", "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n");
}

#[test]
fn an_increment_comes_too_late_for_a_fallen_flag() {
    let mut club = game("1 30", "e4 e5");
    club.types("Boris", "set autoflag 1");
    club.now = club.now + partie_ics::Span(60_500);
    club.types("Adam", "Nf3");
    club.received("Adam", "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n");
}

#[test]
fn a_bare_king_does_not_win_on_time() {
    let (moves, _) = crate::playout::until_white_is_bare();
    let mut club = game("5 12", "");
    play(&mut club, moves.iter().map(String::as_str));
    club.types("Adam", "set autoflag 1");
    for _ in 0..40 {
        club.wait(600_000);
        club.types("Boris", "date");
    }
    club.received(
        "Boris",
        "{Game 1 (Adam vs. Boris) Boris ran out of time and Adam has no material to mate} 1/2-1/2\n",
    );
}

#[test]
fn clocks_that_stand_let_nobody_move() {
    let mut club = game("3 0", "e4 e5");
    club.types("Adam", "pause");
    club.types("Boris", "accept");
    club.hears("Adam", "Nf3", "The clock is paused, use \"unpause\" to resume.");
    club.wait(600_000);
    club.types("Boris", "unpause");
    club.types("Adam", "accept");
    club.types("Adam", "Nf3");
    club.received("Adam", " -1 3 0 39 39 179 180 2 N/g1-f3 (0:00) Nf3 ");
}

#[test]
fn a_move_costs_a_tenth_of_a_second_unless_both_play_without() {
    for (adam, boris, left) in [(1, 1, 179_900), (0, 1, 179_900), (1, 0, 179_900), (0, 0, 180_000)]
    {
        let mut club = Club::new();
        club.guests(["Adam", "Boris"]);
        club.types("Adam", &format!("set minmovetime {adam}"));
        club.types("Boris", &format!("set minmovetime {boris}"));
        club.types("Adam", "iset ms 1");
        club.types("Adam", "match boris 3 0 white");
        club.types("Boris", "accept");
        play(&mut club, ["e4", "e5"]);
        club.types("Adam", "Nf3");
        club.received("Adam", &format!(" -1 3 0 39 39 {left} 180000 2 "));
    }
}

#[test]
fn times_differ_and_change_sides_with_the_players() {
    let mut club = game("3 2 1 12", "e4 e5");
    club.types("Adam", "switch");
    club.types("Boris", "switch");
    club.received("Boris", " 1 Boris Adam 1 1 12 39 39 60 180 2 ");
    club.types("Boris", "Nf3");
    club.received("Boris", " 1 Boris Adam -1 1 12 39 39 71 180 2 ");
}

/// Adam's connection is sealed: his client's clock reports the time he took.
#[test]
fn a_move_that_is_on_its_way_is_waited_for() {
    let adam = SessionId(1);
    let sealed = || {
        let mut club = game("1 0", "");
        club.types("Boris", "set autoflag 1");
        club.input(Input::Sealed { session: adam, version: Version::V1 });
        club.types("Adam", "e4");
        club.types("Boris", "e5");
        club.input(Input::Pong { session: adam, stamp: Stamp::new(10_000) });
        club.wait(60_500);
        club.hears("Boris", "flag", "Opponent is not out of time, wait for server autoflag.");
        club
    };
    let mut club = sealed();
    club.input(Input::Line {
        session: adam,
        text: "Nf3".to_owned(),
        stamp: Some(Stamp::new(69_000)),
    });
    club.received("Boris", " 1 Adam Boris 1 1 0 39 39 1 60 2 N/g1-f3 (0:59) Nf3 1 1 1500\n");
    // By his own clock he was late, too.
    let mut club = sealed();
    club.input(Input::Line {
        session: adam,
        text: "Nf3".to_owned(),
        stamp: Some(Stamp::new(70_200)),
    });
    club.received("Boris", "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n");
    // No move comes.
    let mut club = sealed();
    club.wait(4_499);
    assert_eq!(club.ics.games().count(), 1);
    club.wait(1);
    club.received("Boris", "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n");
}

#[test]
fn lag_is_given_back_to_those_who_seal() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    let adam = club.session("Adam");
    club.input(Input::Sealed { session: adam, version: Version::V2 });
    club.types("Adam", "match boris 3 0 white");
    club.types("Boris", "accept");
    club.input(Input::Pong { session: adam, stamp: Stamp::new(1_000) });
    club.types("Adam", "e4");
    club.types("Boris", "e5");
    club.read("Adam");
    // Adam's board comes late: he thinks for one second of the three that pass.
    club.wait(1_500);
    club.input(Input::Pong { session: adam, stamp: Stamp::new(5_000) });
    club.wait(1_500);
    let stamp = Some(Stamp::new(6_000));
    club.input(Input::Line { session: adam, text: "Nf3".to_owned(), stamp });
    club.received("Adam", " 179 180 2 N/g1-f3 (0:01) Nf3 0 1 2000");
}

/// Moves that are taken back give their time back: what they cost, and what they earned.
#[test]
fn taken_back_moves_are_forgotten_by_the_clocks() {
    let mut club = game("3 2", "");
    for (who, word, seconds) in [
        ("Adam", "e4", 1),
        ("Boris", "e5", 2),
        ("Adam", "Nf3", 10),
        ("Boris", "Nc6", 20),
        ("Adam", "Bb5", 30),
    ] {
        club.wait(seconds * 1000);
        club.types(who, word);
    }
    // 180 - 10 + 2 - 30 + 2, and 180 - 20 + 2.
    club.received("Boris", " Adam Boris 1 3 2 39 39 144 162 3 B/f1-b5 (0:30) Bb5 ");
    club.wait(5000);
    club.types("Boris", "takeback 3");
    club.types("Adam", "accept");
    // As after 1...e5; Boris's five seconds are forgotten.
    club.received("Boris", " Adam Boris -1 3 2 39 39 180 180 2 P/e7-e5 (0:00) e5 ");
    club.wait(4000);
    club.types("Adam", "Bc4");
    club.received("Boris", " Adam Boris 1 3 2 39 39 178 180 2 B/f1-c4 (0:04) Bc4 ");
    // All of them.
    club.types("Boris", "takeback 9");
    club.received("Boris", "There are only 3 half moves in your game.");
    club.types("Boris", "takeback 3");
    club.types("Adam", "accept");
    club.received("Boris", " Adam Boris -1 3 2 39 39 180 180 1 none (0:00) none ");
}

/// Both out of time: a draw for either player who claims it.
#[test]
fn both_flags() {
    let mut club = game("1 0", "");
    for name in ["Adam", "Boris"] {
        club.types(name, "set autoflag 0");
    }
    play(&mut club, ["e4", "e5"]);
    club.wait(60_500);
    club.types("Adam", "Nf3");
    club.wait(60_500);
    club.types("Adam", "flag");
    club.received(
        "Boris",
        "{Game 1 (Adam vs. Boris) Game drawn because both players ran out of time} 1/2-1/2\n",
    );
}
