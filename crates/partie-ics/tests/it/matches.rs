//! Games that are proposed: from `match` to the first board.

use crate::club::Club;

/// The start position in style 12, after `<12> `.
const ARRAY: &str =
    "rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0";

fn two() -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    for name in ["Adam", "Boris"] {
        club.types(name, "set bell 0");
        club.read(name);
    }
    club
}

#[test]
fn a_match_is_proposed_accepted_and_begins() {
    let mut club = two();
    club.hears(
        "Adam",
        "match boris 3 2 unrated white",
        "Issuing: Adam (++++) [white] Boris (++++) unrated blitz 3 2.",
    );
    assert_eq!(
        club.read("Boris"),
        "\nChallenge: Adam (++++) [white] Boris (++++) unrated blitz 3 2.\n\
         You can \"accept\", \"decline\", or propose different parameters.\nfics% "
    );
    club.hears(
        "Boris",
        "accept",
        &format!(
            "You accept the match offer from Adam.\n\
             Creating: Adam (++++) Boris (++++) unrated blitz 3 2\n\
             {{Game 1 (Adam vs. Boris) Creating unrated blitz match.}}\n\
             \n\
             <12> {ARRAY} 1 Adam Boris -1 3 2 39 39 180 180 1 none (0:00) none 1 0 0"
        ),
    );
    assert_eq!(
        club.read("Adam"),
        format!(
            "\nBoris accepts the match offer.\n\
             Creating: Adam (++++) Boris (++++) unrated blitz 3 2\n\
             {{Game 1 (Adam vs. Boris) Creating unrated blitz match.}}\n\
             \n\
             <12> {ARRAY} 1 Adam Boris 1 3 2 39 39 180 180 1 none (0:00) none 0 0 0\nfics% "
        )
    );
}

/// pychess expects four consecutive lines, in the frame of block mode.
#[test]
fn a_game_begins_in_four_lines_for_programs() {
    let mut club = two();
    for line in ["iset block 1", "1 iset pendinfo 1", "2 iset gameinfo 0"] {
        club.types("Adam", line);
    }
    club.types("Boris", "match adam 5 0 u b");
    club.received(
        "Adam",
        "\n<pf> 1 w=Boris t=match p=Boris (++++) [black] Adam (++++) unrated blitz 5 0\n",
    );
    let answer = club.answer("Adam", "4 accept");
    let at = answer.find("Creating:").expect("a game");
    let lines: Vec<&str> = answer[at..].lines().collect();
    assert_eq!(lines[0], "Creating: Adam (++++) Boris (++++) unrated blitz 5 0");
    assert_eq!(lines[1], "{Game 1 (Adam vs. Boris) Creating unrated blitz match.}");
    assert_eq!(lines[2], "");
    assert!(lines[3].starts_with("<12> rnbqkbnr"), "{answer}");
    assert!(answer.starts_with("\u{15}4\u{16}11\u{16}You accept"), "{answer:?}");
    assert!(answer[..at].contains("\n<pr> 1\n"), "{answer}");
}

#[test]
fn kinds_of_games() {
    for (typed, proposed, created) in [
        ("3 0 u w wild fr", "unrated wild 3 0 Loaded from wild/fr", "unrated wild/fr"),
        ("3 0 u w fr", "unrated wild 3 0 Loaded from wild/fr", "unrated wild/fr"),
        ("3 0 w wild 5", "unrated wild 3 0 Loaded from wild/5", "unrated wild/5"),
        ("3 0 u w zh", "unrated crazyhouse 3 0", "unrated crazyhouse"),
        ("crazyhouse 3 0 u w", "unrated crazyhouse 3 0", "unrated crazyhouse"),
        ("1 0 u w", "unrated lightning 1 0", "unrated lightning"),
        ("15 5 w", "unrated standard 15 5", "unrated standard"),
        ("0 12 w", "unrated blitz 0 12", "unrated blitz"),
        ("w untimed", "unrated untimed", "unrated untimed"),
        ("3 0 w suicide", "unrated suicide 3 0", "unrated suicide"),
        ("3 0 w losers", "unrated losers 3 0", "unrated losers"),
        ("3 0 w atomic", "unrated atomic 3 0", "unrated atomic"),
        ("5 0 1 0 w", "unrated nonstandard 5 0 1 0", "unrated nonstandard"),
        // Time and increment come from the variables: 2 12.
        ("w", "unrated blitz 2 12", "unrated blitz"),
        ("5 w", "unrated blitz 5 0", "unrated blitz"),
    ] {
        let mut club = two();
        let proposed = format!("Issuing: Adam (++++) [white] Boris (++++) {proposed}.");
        club.hears("Adam", &format!("match boris {typed}"), &proposed);
        club.types("Boris", "accept");
        club.received("Boris", &format!("{{Game 1 (Adam vs. Boris) Creating {created} match.}}"));
    }
    let mut club = two();
    club.hears("Adam", "match boris nosuch", "No such board: nosuch.");
    club.hears("Adam", "match boris 3 0 bughouse", "You have no partner for bughouse.");
    club.hears(
        "Adam",
        "match boris 1000 0",
        "A game has at most 999 minutes and 999 seconds a move.",
    );
}

#[test]
fn time_odds_are_on_the_clocks() {
    let mut club = two();
    club.types("Adam", "match boris 5 0 1 0 w");
    club.types("Boris", "accept");
    club.received("Boris", " Adam Boris -1 5 0 39 39 300 60 1 none (0:00) none 1 0 0\n");
}

#[test]
fn guests_play_unrated() {
    let mut club = two();
    club.members(["Carl"]);
    club.hears(
        "Adam",
        "match carl 3 0 rated",
        "You are unregistered - setting to unrated.\n\
         Issuing: Adam (++++) Carl (----) unrated blitz 3 0.",
    );
    club.hears(
        "Carl",
        "match boris 3 0",
        "Boris is unregistered - setting to unrated.\n\
         Issuing: Carl (----) Boris (++++) unrated blitz 3 0.",
    );
    club.members(["Dave"]);
    club.hears("Carl", "match dave 3 0", "Issuing: Carl (----) Dave (----) rated blitz 3 0.");
    club.hears(
        "Dave",
        "match carl untimed rated",
        "Games without clocks or at time odds are not rated - setting to unrated.\n\
         Declining the offer from Carl and proposing a counteroffer.\n\
         Issuing: Dave (----) Carl (----) unrated untimed.",
    );
}

#[test]
fn who_cannot_be_challenged() {
    let mut club = two();
    club.guests(["Carl", "Dave"]);
    club.hears("Adam", "match adam", "You can't match yourself.");
    club.hears("Adam", "match nobody 1 0", "nobody is not logged in.");
    club.types("Carl", "set open 0");
    club.hears("Adam", "match carl 3 0", "Carl is not open to match requests.");
    // The player who challenges wants to play.
    club.hears(
        "Carl",
        "match dave 3 0",
        "Setting you open for matches.\nIssuing: Carl (++++) Dave (++++) unrated blitz 3 0.",
    );
    club.types("Dave", "accept");
    club.hears("Adam", "match carl 3 0", "Carl is playing a game.");
    club.hears("Carl", "match adam 3 0", "You cannot challenge while you are playing a game.");
}

#[test]
fn a_formula_says_no() {
    let mut club = two();
    club.types("Boris", "set f1 blitz | lightning");
    club.types("Boris", "set formula f1 & inc = 0");
    club.hears(
        "Adam",
        "match boris 15 0",
        "Match request does not fit formula for Boris:\nBoris's formula: f1 & inc = 0",
    );
    club.hears("Adam", "match boris 3 0", "Issuing: Adam (++++) Boris (++++) unrated blitz 3 0.");
}

#[test]
fn the_same_challenge_again() {
    let mut club = two();
    club.types("Adam", "match boris 3 2 white");
    club.hears(
        "Adam",
        "match boris 3 2 white",
        "You are already offering an identical match to Boris.",
    );
    club.read("Boris");
    club.hears(
        "Adam",
        "match boris 5 0",
        "Updating offer already made to \"Boris\".\n\
         Issuing: Adam (++++) Boris (++++) unrated blitz 5 0.",
    );
    club.received(
        "Boris",
        "Adam updates the match request.\nChallenge: Adam (++++) Boris (++++) unrated blitz 5 0.",
    );
    // Only the new one can be accepted.
    club.types("Boris", "accept");
    club.received("Boris", "Creating unrated blitz match.");
    club.hears("Boris", "pending", "There are no offers pending TO other players.\n\nThere are no offers pending FROM other players.");
}

#[test]
fn a_counteroffer() {
    let mut club = two();
    club.types("Adam", "match boris 3 2 white");
    club.hears(
        "Boris",
        "match adam 5 0 white",
        "Declining the offer from Adam and proposing a counteroffer.\n\
         Issuing: Boris (++++) [white] Adam (++++) unrated blitz 5 0.",
    );
    club.received(
        "Adam",
        "Boris declines your offer and proposes a counteroffer.\n\
         Challenge: Boris (++++) [white] Adam (++++) unrated blitz 5 0.",
    );
    club.types("Adam", "accept");
    club.received("Adam", "Creating: Boris (++++) Adam (++++) unrated blitz 5 0");
}

#[test]
fn challenges_that_meet() {
    for (first, second, white) in [
        ("match boris 3 2 white", "match adam 3 2", "Adam"),
        ("match boris 3 2 white", "match adam 3 2 black", "Adam"),
        ("match boris 3 2", "match adam 3 2 white", "Boris"),
    ] {
        let mut club = two();
        club.types("Adam", first);
        let answer = club.answer("Boris", second);
        let words = "Your challenge intercepts Adam's challenge.\n\
                     You accept the match offer from Adam.\n\
                     Creating: ";
        assert!(answer.starts_with(words), "{answer}");
        assert!(answer.contains(&format!("{{Game 1 ({white} vs. ")), "{answer}");
        club.received("Adam", "Boris's challenge intercepts your challenge.\n");
    }
}

#[test]
fn declined_and_withdrawn() {
    let mut club = two();
    club.types("Adam", "match boris 3 2");
    club.hears("Boris", "decline adam", "You decline the match offer from Adam.");
    club.received("Adam", "\nBoris declines the match offer.\n");
    club.types("Adam", "match boris 3 2");
    club.read("Boris");
    club.hears("Adam", "withdraw", "You withdraw the match offer to Boris.");
    assert_eq!(club.read("Boris"), "\nAdam withdraws the match offer.\nfics% ");
    club.hears("Boris", "accept", "There are no offers to accept.");
}

#[test]
fn several_challenges() {
    let mut club = two();
    club.guests(["Carl", "Dave"]);
    for name in ["Adam", "Carl"] {
        club.types(name, "match boris 3 0 white");
    }
    club.types("Boris", "match dave 1 0");
    club.hears(
        "Boris",
        "accept",
        "There is more than one offer to accept. Type \"pending\" to see them.",
    );
    club.types("Boris", "iset nowrap 1");
    club.hears(
        "Boris",
        "pending",
        "Offers TO other players:
  3: You are offering Dave a challenge: Boris (++++) Dave (++++) unrated lightning 1 0.
Type \"withdraw\" and a number to take one of them back.

Offers FROM other players:
  1: Adam is offering a challenge: Adam (++++) [white] Boris (++++) unrated blitz 3 0.
  2: Carl is offering a challenge: Carl (++++) [white] Boris (++++) unrated blitz 3 0.
Type \"accept\" or \"decline\" and a number to answer one of them.",
    );
    club.hears("Boris", "accept 3", "There is no offer 3 to accept.");
    club.hears("Boris", "accept dave", "There are no offers from Dave to accept.");
    club.hears("Boris", "accept t draw", "There are no draw offers to accept.");
    for name in ["Adam", "Dave"] {
        club.read(name);
    }
    // The others hear that Boris plays.
    let answer = club.answer("Boris", "accept 2");
    assert!(
        answer.starts_with(
            "You accept the match offer from Carl.\n\
             Challenge from Adam removed.\n\
             Challenge to Dave withdrawn.\n\
             Creating: Carl (++++) Boris (++++) unrated blitz 3 0\n"
        ),
        "{answer}"
    );
    assert_eq!(
        club.read("Adam"),
        "\nBoris, whom you were challenging, has joined a match with Carl.\nfics% "
    );
    assert_eq!(
        club.read("Dave"),
        "\nBoris, who was challenging you, has joined a match with Carl.\nfics% "
    );
}

#[test]
fn all_are_declined_at_once() {
    let mut club = two();
    club.guests(["Carl"]);
    for name in ["Adam", "Carl"] {
        club.types(name, "match boris 3 0 white");
    }
    club.hears(
        "Boris",
        "decline all",
        "You decline the match offer from Adam.\nYou decline the match offer from Carl.",
    );
}

#[test]
fn a_challenger_leaves() {
    let mut club = two();
    club.guests(["Carl"]);
    club.types("Adam", "match boris 3 0");
    club.types("Boris", "match carl 3 0");
    club.read("Boris");
    club.breaks("Adam");
    assert_eq!(club.read("Boris"), "\nAdam, who was challenging you, has departed.\nfics% ");
    club.types("Carl", "quit");
    assert_eq!(club.read("Boris"), "\nCarl, whom you were challenging, has departed.\nfics% ");
    club.hears("Boris", "withdraw", "There are no offers to withdraw.");
}

#[test]
fn numbers_rest_for_a_minute() {
    let mut club = two();
    club.types("Adam", "iset pendinfo 1");
    club.types("Adam", "match boris 3 0");
    club.received(
        "Adam",
        "\n<pt> 1 w=Boris t=match p=Adam (++++) Boris (++++) unrated blitz 3 0\n",
    );
    club.types("Adam", "withdraw 1");
    club.received("Adam", "You withdraw the match offer to Boris.\n\n<pr> 1\n");
    club.wait(59_000);
    club.types("Adam", "match boris 3 0");
    club.received("Adam", "<pt> 2 ");
    club.types("Adam", "withdraw");
    club.wait(1_000);
    club.types("Adam", "match boris 3 0");
    club.received("Adam", "<pt> 1 ");
}

#[test]
fn sides_alternate() {
    let mut club = two();
    let mut whites = Vec::new();
    for game in 0..4 {
        club.types("Adam", if game == 0 { "match boris 1 0" } else { "rematch" });
        club.read("Boris");
        club.types("Boris", "accept");
        let received = club.read("Boris");
        whites.push(if received.contains("(Adam vs. Boris)") { "Adam" } else { "Boris" });
        club.types("Boris", "abort");
    }
    assert_ne!(whites[0], whites[1]);
    assert_eq!(whites[..2], whites[2..]);
}

#[test]
fn a_rematch() {
    let mut club = two();
    club.hears("Adam", "rematch", "You have no previous opponent.");
    club.types("Adam", "match boris 3 0 white zh");
    club.types("Boris", "accept");
    club.types("Boris", "resign");
    club.hears("Boris", "rematch", "Issuing: Boris (++++) Adam (++++) unrated crazyhouse 3 0.");
    club.types("Boris", "withdraw");
    club.types("Boris", "quit");
    club.hears("Adam", "rematch", "Your last opponent, Boris, is not logged in.");
}

#[test]
fn news_of_games() {
    let mut club = two();
    club.guests(["Carl"]);
    for name in ["Adam", "Carl"] {
        club.types(name, "set gin 1");
        club.read(name);
    }
    club.types("Adam", "match boris 3 0 white");
    club.types("Boris", "accept");
    assert_eq!(
        club.read("Carl"),
        "\n{Game 1 (Adam vs. Boris) Creating unrated blitz match.}\nfics% "
    );
    // Players hear it once, before their board.
    assert_eq!(club.read("Adam").matches("{Game 1 ").count(), 1);
    club.types("Boris", "resign");
    assert_eq!(club.read("Carl"), "\n{Game 1 (Adam vs. Boris) Boris resigns} 1-0\nfics% ");
    assert_eq!(club.read("Adam").matches("{Game 1 ").count(), 1);
}

#[test]
fn players_leave_the_boards_that_they_watch() {
    let mut club = two();
    club.guests(["Carl", "Dave"]);
    club.types("Carl", "match dave 3 0 white");
    club.types("Dave", "accept");
    club.types("Adam", "observe 1");
    club.types("Adam", "iset gameinfo 1");
    club.types("Adam", "match boris 3 0 white");
    club.read("Adam");
    club.types("Boris", "accept");
    let received = club.read("Adam");
    assert!(
        received.contains("{Game 2 (Adam vs. Boris) Creating unrated blitz match.}\n<g1> 2 "),
        "{received}"
    );
    assert!(received.contains("Removing game 1 from observation list."), "{received}");
    club.read("Adam");
    club.types("Carl", "e4");
    assert_eq!(club.read("Adam"), "");
}

#[test]
fn examiners_are_busy() {
    let mut club = two();
    club.types("Boris", "match adam 3 0");
    club.types("Adam", "examine");
    club.hears("Adam", "accept", "You cannot challenge while you are examining a game.");
    club.hears("Adam", "match boris 3 0", "You cannot challenge while you are examining a game.");
    club.hears("Adam", "seek 3 0", "You can't seek a game while you are examining one.");
    club.types("Adam", "unexamine");
    club.types("Adam", "accept");
    club.received("Adam", "Creating: ");
}

#[test]
fn lists_say_no() {
    for (whose, list, said) in [
        ("Boris", "censor", "Boris is censoring you."),
        ("Boris", "noplay", "You are on Boris's noplay list."),
        ("Adam", "censor", "You are censoring Boris."),
        ("Adam", "noplay", "You have Boris on your noplay list."),
    ] {
        let mut club = two();
        let other = if whose == "Adam" { "Boris" } else { "Adam" };
        club.types(whose, &format!("+{list} {other}"));
        club.hears("Adam", "match boris 3 0", said);
        // Their ads do not meet either.
        club.types("Boris", "seek 3 0");
        club.hears("Adam", "sought", "0 ads displayed.");
        club.hears("Adam", "play 1", "That seek is not available.");
        let answer = club.answer("Adam", "seek 3 0");
        assert!(answer.starts_with("Your seek has been posted with index 2."), "{answer}");
    }
}
