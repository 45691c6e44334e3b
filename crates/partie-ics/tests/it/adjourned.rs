//! Games that are interrupted, and go on another day.

use crate::club::Club;
use partie_ics::{Change, Input};

/// Adam has White against Boris, 3 2: five half-moves, a second each.
fn club() -> Club {
    let mut club = Club::new();
    club.members(["Adam", "Boris"]);
    for name in ["Adam", "Boris"] {
        club.types(name, "set bell 0");
        club.types(name, "iset nowrap 1");
    }
    club.types("Adam", "match boris 3 2 rated white");
    club.types("Boris", "accept");
    for (ply, word) in ["e4", "e5", "Nf3", "Nc6", "Bb5"].into_iter().enumerate() {
        club.wait(1000);
        club.types(if ply % 2 == 0 { "Adam" } else { "Boris" }, word);
    }
    club.read("Adam");
    club.read("Boris");
    club
}

fn adjourn(club: &mut Club) {
    club.types("Adam", "adjourn");
    club.types("Boris", "adjourn");
    let end = "{Game 1 (Adam vs. Boris) Game adjourned by mutual agreement} *\n";
    club.received("Adam", end);
    club.received("Boris", end);
}

#[test]
fn guests_cannot() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Adam", "match boris 3 2");
    club.types("Boris", "accept");
    club.hears(
        "Adam",
        "adjourn",
        "All players must be registered to adjourn a game.  Use \"abort\".",
    );
}

#[test]
fn it_goes_on_with_its_clocks() {
    let mut club = club();
    club.wait(10_000);
    adjourn(&mut club);
    club.hears("Adam", "resign", "You are not playing a game.");
    club.wait(24 * 3_600_000);
    club.returns("Adam");
    club.returns("Boris");
    for name in ["Adam", "Boris"] {
        club.types(name, "style 12");
        club.types(name, "set bell 0");
    }
    club.types("Boris", "resume");
    club.received(
        "Boris",
        "Issuing: Boris (----) [black] Adam (----) rated blitz 3 2 (adjourned).",
    );
    club.types("Adam", "accept");
    club.received("Adam", "{Game 1 (Adam vs. Boris) Continuing rated blitz match.}\n");
    // Boris thought ten seconds before; the night does not count.
    club.received("Boris", " 1 Adam Boris 1 3 2 39 39 182 171 3 B/f1-b5 (0:01) Bb5 ");
    let continued = club.stored.iter().rev().find_map(|c| match c {
        Change::Running(game) => Some(game),
        _ => None,
    });
    let adjourned = club.stored.iter().find_map(|c| match c {
        Change::Adjourned(game) => Some(game),
        _ => None,
    });
    let (continued, adjourned) =
        (continued.expect("it runs"), adjourned.expect("it was adjourned"));
    assert_eq!((continued.id, &continued.clock), (adjourned.id, &adjourned.clock));
    club.wait(1000);
    club.types("Boris", "a6");
    club.received("Adam", " 1 Adam Boris 1 3 2 39 39 182 172 4 P/a7-a6 (0:01) a6 ");
    // It can be interrupted again.
    adjourn(&mut club);
}

#[test]
fn a_match_goes_on_with_it() {
    let mut club = club();
    adjourn(&mut club);
    club.types("Adam", "match boris 15 0 unrated");
    club.received(
        "Boris",
        "Challenge: Adam (----) [white] Boris (----) rated blitz 3 2 (adjourned).",
    );
}

#[test]
fn which_one() {
    let mut club = club();
    club.hears("Adam", "resume", "You have no adjourned games.");
    club.hears("Adam", "resume boris", "You have no adjourned game with boris.");
    adjourn(&mut club);
    club.types("Boris", "quit");
    club.hears("Adam", "resume", "None of the opponents of your adjourned games is logged in.");
    club.hears("Adam", "resume boris", "Boris is not logged in.");
}

#[test]
fn it_is_given_up() {
    let mut club = club();
    adjourn(&mut club);
    club.types("Boris", "quit");
    club.hears(
        "Adam",
        "resign bor",
        "{Game 1 (Adam vs. Boris) Adam resigns} 0-1\nBlitz rating adjustment: 0 --> 1558.",
    );
    club.hears("Adam", "resign boris", "You have no adjourned game with boris.");
    let finished = |c: &Change| matches!(c, Change::Finished(game) if game.line.len() == 5);
    assert!(club.stored.iter().any(finished));
    club.returns("Boris");
    club.types("Boris", "style 12");
    club.types("Boris", "match adam 3 0 rated");
    club.received("Adam", "Challenge: Boris (1882) Adam (1558) rated blitz 3 0.");
}

#[test]
fn by_courtesy() {
    let mut club = club();
    club.hears(
        "Adam",
        "courtesyadjourn",
        "Boris is here and has time left: there is no courtesy to be done.  Use \"abort\" or \
         \"adjourn\".",
    );
    club.breaks("Boris");
    club.types("Adam", "courtesyadjourn");
    club.received("Adam", "{Game 1 (Adam vs. Boris) Game courtesyadjourned by Adam} *\n");
}

#[test]
fn the_server_stops() {
    let mut club = club();
    club.guests(["Cecil", "Dora"]);
    club.types("Cecil", "match dora 3 0 white");
    club.types("Dora", "accept");
    club.read("Cecil");
    club.input(Input::Stop);
    club.received("Adam", "{Game 1 (Adam vs. Boris) Game adjourned by server shutdown} *\n");
    club.received("Cecil", "{Game 2 (Cecil vs. Dora) Game aborted by server shutdown} *\n");
    assert!(["Adam", "Boris", "Cecil", "Dora"].iter().all(|name| club.is_closed(name)));
    let kept = club.stored.iter().filter(|c| matches!(c, Change::Adjourned(_))).count();
    assert_eq!((kept, club.ics.games().count()), (1, 0));
}
