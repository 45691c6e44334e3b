//! Programs that direct tournaments.

use crate::club::Club;

/// The program Mamer, and players with ratings.
fn tournament() -> Club {
    let mut club = Club::new();
    club.members(["Mamer", "Ann", "Boris"]);
    club.guests(["Adam"]);
    for line in [
        "+td mamer",
        "asetrating ann wild 1500",
        "asetrating ann blitz 1900",
        "asetrating ann lightning 1700",
        "asetrating ann bughouse 1600",
    ] {
        assert!(club.owner(line).0, "{line}");
    }
    for name in ["Mamer", "Ann", "Boris"] {
        club.read(name);
    }
    club
}

#[test]
fn for_programs_only() {
    let mut club = tournament();
    for line in
        ["getpi ann", "getgi ann", "rmatch ann boris 3 0", "tournset ann 1", "robserve ann 1"]
    {
        club.hears("Ann", line, "Only TD programs are allowed to use this command.");
    }
    club.types("Ann", "iset block 1");
    club.read("Ann");
    club.types("Ann", "7 getpi ann");
    club.received("Ann", "\u{15}7\u{16}515\u{16}Only TD programs");
}

/// The lines as mamer and its kind read them.
#[test]
fn what_programs_ask() {
    let mut club = tournament();
    for (typed, answer) in [
        ("getpi ann", "*getpi Ann 1500 1900 0 1700 1600 0*"),
        ("getpi boris", "*getpi Boris 0 0 0 0 0 0*"),
        ("getpi adam", "*getpi Adam -1 -1 -1 -1 -1 -1*"),
        ("getpi nosuch", ""),
        ("getgi ann", "*getgi Ann none none -1 -1 -1 -1 -1*"),
        ("getgi nosuch", ""),
    ] {
        club.hears("Mamer", typed, answer);
    }
    club.types("Ann", "match boris 5 2 rated black");
    club.types("Boris", "accept");
    club.hears("Mamer", "getgi ann", "*getgi Ann Boris Ann 1 3000 20 1 0*");
    club.hears("Mamer", "getgi boris", "*getgi Boris Boris Ann 1 3000 20 1 0*");
}

#[test]
fn games_of_a_tournament() {
    let mut club = tournament();
    club.hears("Mamer", "rmatch ann boris 3 0", "Ann has not set the tourney variable.");
    club.hears("Mamer", "tournset ann 1", "The tourney variable of Ann is set to 1.");
    club.received("Ann", "Mamer has set your tourney variable to 1.");
    club.hears("Mamer", "rmatch ann boris 3 0", "Boris has not set the tourney variable.");
    club.types("Boris", "set tourney 1");
    club.read("Boris");
    club.hears("Mamer", "rmatch ann boris 3 0 rated white", "Match of Ann against Boris issued.");
    let received = club.read("Ann");
    assert!(received.contains("Mamer has issued a match in your name."), "{received}");
    assert!(
        received.contains("Issuing: Ann (1900) [white] Boris (----) rated blitz 3 0."),
        "{received}"
    );
    club.received("Boris", "Challenge: Ann (1900) [white] Boris (----) rated blitz 3 0.");
    club.types("Boris", "accept");
    club.received("Ann", "Creating: Ann (1900P) Boris (----) rated blitz 3 0");

    club.hears(
        "Mamer",
        "rmatch ann boris 3 0",
        "The match of Ann against Boris could not be issued.",
    );
    club.hears("Mamer", "robserve adam 1", "Adam has not set the tourney variable.");
    club.types("Adam", "set tourney 1");
    club.hears("Mamer", "robserve adam 1", "Adam is now observing game 1.");
    club.received("Adam", "You are now observing game 1.");
    club.hears("Mamer", "robserve ann 1", "Ann can't observe game 1.");
    club.hears("Mamer", "rfollow ann boris", "Ann is now following Boris.");
    club.hears("Mamer", "rfollow adam adam", "Adam can't follow Adam.");
    club.hears("Mamer", "tournset adam 0", "The tourney variable of Adam is set to 0.");
    club.hears("Mamer", "tournset adam maybe", "Usage: tournset player 0|1");
    club.hears("Mamer", "tournset nosuch 1", "nosuch is not logged in.");
}

#[test]
fn what_is_done_in_a_players_name_stands_between_marks() {
    let mut club = tournament();
    for name in ["Ann", "Boris", "Adam"] {
        club.types(name, "set tourney 1");
        club.read(name);
    }
    club.types("Ann", "iset block 1");
    club.types("Adam", "iset block 1");
    club.read("Ann");
    club.types("Mamer", "rmatch ann boris 3 0 rated white");
    assert_eq!(
        club.read("Ann"),
        "\x18\n\x150\x1673\x16Mamer has issued a match in your name.\n\
         Issuing: Ann (1900) [white] Boris (----) rated blitz 3 0.\n\x17\nfics% \x19"
    );
    // The opponent is notified as ever.
    assert!(club.read("Boris").starts_with("\nChallenge: Ann "));
    club.types("Boris", "accept");
    club.read("Adam");
    club.types("Mamer", "robserve adam 1");
    let received = club.read("Adam");
    assert!(
        received.starts_with("\x18\n\x150\x1680\x16You are now observing game 1.\n"),
        "{received}"
    );
    assert!(received.ends_with("\n\x17\nfics% \x19"), "{received}");
}
