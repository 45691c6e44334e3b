//! Simultaneous exhibitions: Gerda plays many, and stands at one board at a time.

use crate::club::Club;

/// Gerda is open to simuls; Adam, Boris and Cecil come, and play the Black pieces.
fn three() -> Club {
    let mut club = Club::new();
    club.guests(["Gerda", "Adam", "Boris", "Cecil"]);
    for name in ["Gerda", "Adam", "Boris", "Cecil"] {
        club.types(name, "set bell 0");
        club.types(name, "iset nowrap 1");
    }
    club.types("Gerda", "simopen");
    club.received("Gerda", "You are now open for simuls.");
    for name in ["Adam", "Boris", "Cecil"] {
        club.types(name, "simmatch gerda 15 0");
        club.types("Gerda", &format!("simmatch {name}"));
    }
    unread(&mut club);
    club
}

fn unread(club: &mut Club) {
    for name in ["Gerda", "Adam", "Boris", "Cecil"] {
        club.read(name);
    }
}

/// The boards that a player was shown: game, players, relation, last move.
fn boards(club: &mut Club, name: &str) -> Vec<String> {
    let received = club.read(name).replace("fics% ", "");
    received
        .lines()
        .filter(|l| l.starts_with("<12> "))
        .map(|l| {
            let fields: Vec<&str> = l.split(' ').collect();
            format!("{} {}-{} {} {}", fields[16], fields[17], fields[18], fields[19], fields[29])
        })
        .collect()
}

#[test]
fn it_comes_about() {
    let mut club = Club::new();
    club.guests(["Gerda", "Adam", "Boris"]);
    for name in ["Gerda", "Adam", "Boris"] {
        club.types(name, "iset nowrap 1");
        club.types(name, "set bell 0");
    }
    club.hears("Adam", "simmatch gerda 15 0", "Gerda is not open to simuls.");
    club.hears("Adam", "simgames", "You are not playing in a simul.");
    club.types("Gerda", "simopen");
    club.types("Gerda", "iset pendinfo 1");
    club.read("Gerda");
    let proposal = "Adam (++++) [black] Gerda (++++) unrated standard 15 0.";
    club.hears("Adam", "simmatch gerda 15 0", &format!("Issuing simul offer: {proposal}"));
    assert_eq!(
        club.read("Gerda"),
        format!(
            "\nSimul offer: {proposal}\nType \"simmatch Adam\" to accept, or \"decline\".\n\n\
             <pf> 1 w=Adam t=simul p=#\nfics% "
        )
    );
    club.hears("Adam", "simmatch gerda 15 0", "You are already offering a simul game to Gerda.");
    club.types("Gerda", "accept adam");
    club.received(
        "Gerda",
        "Creating: Gerda (++++) Adam (++++) unrated standard 15 0\n\
         {Game 1 (Gerda vs. Adam) Creating unrated standard match.}\n\n<12> ",
    );
    // The giver may ask, too; who plays plays.
    club.types("Gerda", "simmatch boris 15 0 black");
    club.hears("Boris", "simmatch adam", "Adam is not open to simuls.");
    club.types("Boris", "accept");
    club.received("Boris", "{Game 2 (Boris vs. Gerda) Creating unrated standard match.}");
    assert!(!club.read("Gerda").contains("<12>"), "Gerda stays at her board");
    club.hears(
        "Boris",
        "simgames",
        "  1 ++++ Gerda       ++++ Adam       [ su 15   0]  15:00 - 15:00 (39-39) W:  1
  2 ++++ Boris       ++++ Gerda      [ su 15   0]  15:00 - 15:00 (39-39) W:  1

  2 games displayed.",
    );
    club.hears("Gerda", "match boris", "You cannot challenge while you are playing a game.");
}

#[test]
fn the_giver_goes_from_board_to_board() {
    let mut club = three();
    club.types("Gerda", "e4");
    assert_eq!(boards(&mut club, "Gerda"), ["1 Gerda-Adam -1 e4", "2 Gerda-Boris 1 none"]);
    assert_eq!(boards(&mut club, "Adam"), ["1 Gerda-Adam 1 e4"]);
    club.received("Boris", "Gerda is at your board.");
    // A move at another board is heard of, not seen.
    club.types("Adam", "e5");
    assert_eq!(club.read("Gerda"), "\nGame 1: Adam has moved.\nfics% ");
    club.types("Gerda", "d4");
    club.types("Gerda", "c4");
    // Only the first one waits for her.
    assert_eq!(
        boards(&mut club, "Gerda"),
        ["2 Gerda-Boris -1 d4", "3 Gerda-Cecil 1 none", "3 Gerda-Cecil -1 c4", "1 Gerda-Adam 1 e5"]
    );
    // Nobody does: she stays.
    club.types("Gerda", "Nf3");
    assert_eq!(boards(&mut club, "Gerda"), ["1 Gerda-Adam -1 Nf3"]);
    club.types("Gerda", "simnext");
    club.types("Gerda", "simprev");
    club.types("Gerda", "simprev");
    club.types("Gerda", "goboard 2");
    club.types("Gerda", "goboard ada");
    assert_eq!(
        boards(&mut club, "Gerda"),
        [
            "2 Gerda-Boris -1 d4",
            "1 Gerda-Adam -1 Nf3",
            "3 Gerda-Cecil -1 c4",
            "2 Gerda-Boris -1 d4",
            "1 Gerda-Adam -1 Nf3",
        ]
    );
    club.hears("Gerda", "goboard 7", "There is no board 7 in your simul.");
    club.hears("Adam", "simnext", "You are not giving a simul.");
}

#[test]
fn an_opponent_passes() {
    let mut club = three();
    club.hears("Adam", "simpass", "It is not your move.");
    club.types("Gerda", "e4");
    club.hears("Adam", "simpass", "You can pass when Gerda is at your board.");
    for left in ["2 passes", "1 pass", "0 passes"] {
        club.types("Gerda", "goboard 1");
        club.read("Gerda");
        club.hears("Adam", "simpass", &format!("You pass, and have {left} left."));
        let received = club.read("Gerda");
        assert!(
            received.contains(&format!("Game 1: Adam passes, and has {left} left.")),
            "{received}"
        );
        assert!(received.contains("You are at board 2, against Boris."), "{received}");
    }
    club.types("Gerda", "goboard 1");
    club.hears("Adam", "simpass", "You have no passes left; Gerda is waiting for your move.");
}

#[test]
fn boards_are_cleared_one_by_one() {
    let mut club = three();
    for _ in 0..3 {
        club.types("Gerda", "e4");
    }
    for name in ["Adam", "Boris", "Cecil"] {
        club.types(name, "e5");
    }
    unread(&mut club);
    club.types("Gerda", "goboard 2");
    // Boris gives up: Gerda is at the next board.
    club.types("Boris", "resign");
    let received = club.read("Gerda");
    assert!(received.contains("{Game 2 (Gerda vs. Boris) Boris resigns} 1-0\n"), "{received}");
    assert!(received.contains("You are at board 3, against Cecil.\n"), "{received}");
    club.hears("Boris", "resign", "You are not playing a game.");
    // An offer at one board is answered at that board.
    club.types("Adam", "draw");
    club.types("Gerda", "accept adam");
    club.received("Adam", "{Game 1 (Gerda vs. Adam) Game drawn by mutual agreement} 1/2-1/2\n");
    club.types("Gerda", "resign");
    club.received("Cecil", "{Game 3 (Gerda vs. Cecil) Gerda resigns} 0-1\n");
    club.hears("Gerda", "simnext", "You are not giving a simul.");
    club.hears(
        "Gerda",
        "match cecil 3 0 w",
        "Issuing: Gerda (++++) [white] Cecil (++++) unrated blitz 3 0.",
    );
}

#[test]
fn all_at_once() {
    let mut club = three();
    club.types("Gerda", "e4");
    club.types("Adam", "e5");
    unread(&mut club);
    // Two boards have hardly begun.
    club.types("Gerda", "simallabort");
    club.received("Boris", "{Game 2 (Gerda vs. Boris) Game aborted on move 1} *\n");
    club.received("Cecil", "{Game 3 (Gerda vs. Cecil) Game aborted on move 1} *\n");
    club.received("Adam", "Gerda would like to abort the game; type \"abort\" to accept.");
    club.types("Adam", "simabort");
    club.received("Adam", "{Game 1 (Gerda vs. Adam) Game aborted by mutual agreement} *\n");
    assert_eq!(club.ics.games().count(), 0);
}

#[test]
fn the_giver_loses_the_connection() {
    let mut club = three();
    club.types("Gerda", "e4");
    club.types("Adam", "e5");
    club.types("Gerda", "password caro-kann");
    unread(&mut club);
    club.breaks("Gerda");
    for name in ["Adam", "Boris", "Cecil"] {
        club.received(name, "Gerda has lost the connection; the game waits 60 seconds.");
    }
    club.connect("Gerda");
    club.types("Gerda", "gerda");
    club.types("Gerda", "caro-kann");
    club.received("Gerda", "Your game 2 has waited for you.");
    club.received("Cecil", "Gerda is here again.");
    club.breaks("Gerda");
    club.wait(60_000);
    club.received("Adam", "{Game 1 (Gerda vs. Adam) Gerda forfeits by disconnection} 0-1\n");
    club.received(
        "Cecil",
        "{Game 3 (Gerda vs. Cecil) Gerda lost connection and too few moves; game aborted} *\n",
    );
    assert_eq!(club.ics.games().count(), 0);
    club.guests(["Gerda"]);
}

#[test]
fn members_games_are_kept() {
    let mut club = Club::new();
    club.members(["Gerda", "Adam", "Boris"]);
    club.types("Gerda", "simopen");
    for name in ["Adam", "Boris"] {
        club.types(name, "simmatch gerda 15 0");
        club.types("Gerda", "accept");
    }
    club.types("Gerda", "simalladjourn");
    club.types("Adam", "simadjourn");
    club.types("Boris", "adjourn");
    let kept = club.stored.iter().filter(|c| matches!(c, partie_ics::Change::Adjourned(_))).count();
    assert_eq!((kept, club.ics.games().count()), (2, 0));
    club.types("Adam", "resume");
    club.types("Gerda", "accept");
    assert_eq!(club.ics.games().count(), 1);
}
