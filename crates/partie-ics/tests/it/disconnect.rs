//! Connections that break while one plays: the seat is kept, the clock runs on.

use crate::club::Club;
use partie_ics::{Change, Input};
use partie_wire::timeseal::{Stamp, Version};

fn begin(club: &mut Club, terms: &str, moves: &str) {
    for name in ["Adam", "Boris"] {
        club.types(name, "set bell 0");
        club.types(name, "set width 120");
    }
    club.types("Adam", &format!("match boris {terms} white"));
    club.types("Boris", "accept");
    for (ply, word) in moves.split_whitespace().enumerate() {
        club.types(if ply % 2 == 0 { "Adam" } else { "Boris" }, word);
    }
    club.read("Adam");
    club.read("Boris");
}

fn guests(moves: &str) -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    begin(&mut club, "3 0", moves);
    club
}

/// As [`guests`], but White's transport has a token.
fn guest_with_token(name: &str, token: Option<&str>) -> Club {
    let mut club = Club::new();
    club.guests(["Boris"]);
    club.connect_with("Adam", token);
    for line in [name, "", "style 12"] {
        club.types("Adam", line);
    }
    begin(&mut club, "3 0", "e4 e5");
    club
}

fn members(terms: &str, moves: &str) -> Club {
    let mut club = Club::new();
    club.members(["Adam", "Boris"]);
    begin(&mut club, terms, moves);
    club
}

#[test]
fn a_guest_comes_back_with_the_token() {
    let mut club = guest_with_token("Adam", Some("cookie"));
    club.breaks("Adam");
    assert_eq!(
        club.read("Boris"),
        "\nAdam has lost the connection; the game waits 60 seconds.\nfics% "
    );
    club.wait(20_000);
    club.connect_with("Adam", Some("cookie"));
    club.types("Adam", "adam");
    club.received("Adam", "Press return to enter the server as \"Adam\":");
    club.types("Adam", "");
    assert_eq!(club.read("Boris"), "\nAdam is here again.\nfics% ");
    let received = club.read("Adam");
    assert!(received.contains("**** Starting FICS session as Adam(U) ****"), "{received}");
    assert!(received.contains("Your game 1 has waited for you."), "{received}");
    // Adam's clock ran on.
    assert!(received.contains(" 1 Adam Boris 1 3 0 39 39 160 180 2 P/e7-e5 "), "{received}");
    club.types("Adam", "Nf3");
    club.received("Boris", " 1 Adam Boris 1 3 0 39 39 160 180 2 N/g1-f3 ");
    // The time to come back is over, and does not matter any more.
    club.wait(60_000);
    assert!(club.ics.games().count() == 1);
}

/// An equal address proves nothing: a whole school may share it.
#[test]
fn nobody_else_takes_a_guests_seat() {
    for (before, after) in [(None, None), (Some("cookie"), None), (Some("cookie"), Some("other"))] {
        let mut club = guest_with_token("Adam", before);
        club.breaks("Adam");
        club.connect_with("other", after);
        for line in ["Adam", ""] {
            club.types("other", line);
        }
        club.received("other", "Sorry, Adam is already logged in.  Try again.\n\nlogin: ");
        assert_eq!(club.ics.games().count(), 1);
        club.wait(60_000);
        club.received("Boris", "{Game 1 (Adam vs. Boris) Adam forfeits by disconnection} 0-1\n");
    }
}

/// The server has not noticed yet that the first connection is dead.
#[test]
fn the_same_client_takes_over_a_connection_that_hangs() {
    let mut club = guest_with_token("Adam", Some("cookie"));
    let first = club.session("Adam");
    club.connect_with("Adam", Some("cookie"));
    club.types("Adam", "Adam");
    club.types("Adam", "");
    club.received("Adam", "Your game 1 has waited for you.");
    assert_eq!(club.read("Boris"), "");
    club.types("Adam", "Nf3");
    club.received("Boris", "N/g1-f3");
    // The end of the first connection no longer matters.
    club.input(Input::Close { session: first });
    assert_eq!(club.read("Boris"), "");
}

/// Guests who type a name choose a password; other clients have a token.
#[test]
fn a_guest_comes_back_with_a_password() {
    let mut club = guests("e4 e5");
    club.hears(
        "Adam",
        "password caro-kann",
        "Should your connection break while you play, log in as Adam with this password within \
         60 seconds.",
    );
    club.breaks("Adam");
    for (password, received) in [
        ("kann", "**** Invalid password! ****"),
        ("caro-kann", "**** Starting FICS session as Adam(U) ****"),
    ] {
        club.connect("Adam");
        club.types("Adam", "adam");
        club.received(
            "Adam",
            "\"Adam\" is a guest with a password.  If it is yours, type the password.\n\
             If not, just hit return to try another name.\n\npassword: ",
        );
        club.types("Adam", password);
        club.received("Adam", received);
    }
    club.received("Boris", "Adam is here again.");
    // The password is forgotten with the guest.
    club.types("Adam", "quit");
    club.guests(["Adam"]);
    assert!(club.stored.iter().all(|change| !matches!(change, Change::Account(_))));
}

/// A client that gives the name again which the server made up gets another one: asked
/// again, it would give the same name for ever.
#[test]
fn a_name_that_the_server_made_up_is_replaced() {
    let mut club = guest_with_token("GuestABCD", None);
    club.breaks("Adam");
    club.connect("Adam");
    club.types("Adam", "GuestABCD");
    let received = club.read("Adam");
    assert!(received.contains("Logging you in as \"Guest"), "{received}");
    assert!(!received.contains("ABCD"), "{received}");
    club.types("Adam", "");
    club.received("Adam", "**** Starting FICS session as Guest");
    // The name is asked for again, but not for ever.
    club.guests(["Cecil"]);
    club.connect("loop");
    for _ in 0..20 {
        assert!(!club.is_closed("loop"));
        club.types("loop", "Cecil");
    }
    assert!(club.is_closed("loop"));
}

#[test]
fn who_does_not_come_back() {
    for (moves, end) in [
        ("e4 e5", "Adam forfeits by disconnection} 0-1"),
        ("e4", "Adam lost connection and too few moves; game aborted} *"),
    ] {
        let mut club = guests(moves);
        club.breaks("Adam");
        club.wait(59_999);
        assert!(club.ics.games().count() == 1);
        club.wait(1);
        club.received("Boris", &format!("{{Game 1 (Adam vs. Boris) {end}\n"));
        // The guest's name is free.
        club.guests(["Adam"]);
        club.hears("Adam", "resign", "You are not playing a game.");
    }
}

#[test]
fn nothing_is_heard_of_somebody() {
    let mut club = guests("e4 e5");
    club.breaks("Adam");
    club.read("Boris");
    club.wait(29_000);
    assert_eq!(club.read("Boris"), "");
    club.wait(1_000);
    assert_eq!(club.read("Boris"), "\nGame 1: Adam has lagged for 30 seconds.\nfics% ");
    club.wait(10_000);
    assert_eq!(club.read("Boris"), "");

    // A sealed client that answers no ping.
    let mut club = guests("");
    let adam = club.session("Adam");
    club.input(Input::Sealed { session: adam, version: Version::V2 });
    club.types("Adam", "e4");
    club.types("Boris", "e5");
    club.read("Boris");
    club.wait(30_000);
    assert_eq!(club.read("Boris"), "\nGame 1: Adam has lagged for 30 seconds.\nfics% ");
    club.input(Input::Pong { session: adam, stamp: Stamp::new(1_000) });
    club.types("Adam", "Nf3");
    club.read("Boris");
    club.hears("Boris", "ping adam", "Average ping time for Adam is 30000ms.");
    club.types("Boris", "Nc6");
    club.wait(120);
    club.input(Input::Pong { session: adam, stamp: Stamp::new(2_000) });
    club.hears("Boris", "ping adam", "Average ping time for Adam is 15060ms.");
}

#[test]
fn a_game_that_nobody_may_leave() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    for name in ["Adam", "Boris"] {
        club.types(name, "set noescape 1");
    }
    club.types("Adam", "match boris 3 0");
    club.types("Boris", "accept");
    club.received("Adam", " 0\nGame 1: A disconnection will be considered a forfeit.\nfics% ");
}

#[test]
fn both_go() {
    let mut club = guests("e4 e5");
    club.breaks("Adam");
    club.breaks("Boris");
    club.wait(60_000);
    assert_eq!((club.ics.games().count(), club.ics.deadline()), (0, None));
}

#[test]
fn the_opponent_need_not_wait() {
    let mut club = guests("e4 e5");
    club.breaks("Adam");
    club.types("Boris", "courtesyabort");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Game courtesyaborted by Boris} *\n");
    let mut club = guests("e4 e5");
    club.breaks("Adam");
    club.types("Boris", "resign");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Boris resigns} 1-0\n");
    club.guests(["Adam"]);
}

#[test]
fn the_flag_falls_meanwhile() {
    let mut club = guests("e4 e5");
    club.types("Boris", "set autoflag 1");
    club.wait(150_000);
    club.breaks("Adam");
    club.wait(30_000);
    club.received("Boris", "{Game 1 (Adam vs. Boris) Adam forfeits on time} 0-1\n");
}

#[test]
fn members_games_are_kept() {
    let mut club = members("3 0", "e4 e5");
    club.breaks("Adam");
    club.wait(60_000);
    club.received("Boris", "{Game 1 (Adam vs. Boris) Adam lost connection; game adjourned} *\n");
    assert!(club.stored.iter().any(|c| matches!(c, Change::Adjourned(_))));
    // Boris, who stayed, may drop it.
    club.returns("Adam");
    club.received("Adam", "1 player, who has an adjourned game with you, is online:\nBoris\n");
    club.hears(
        "Adam",
        "courtesyabort boris",
        "Your game with Boris was not adjourned because Boris lost the connection.",
    );
    club.hears(
        "Boris",
        "courtesyabort adam",
        "{Game 1 (Adam vs. Boris) Game courtesyaborted by Boris} *\nNo ratings adjustment done.",
    );
    club.hears("Boris", "courtesyabort adam", "You have no adjourned game with adam.");
}

/// A program that reads the login as one text would miss a board in it, and does not open an
/// unannounced game. So the game follows the prompt, with the usual announcement.
#[test]
fn the_waiting_game_is_an_event_after_the_login() {
    let mut club = members("3 0", "e4 e5");
    club.breaks("Adam");
    club.wait(10_000);
    club.returns("Adam");
    let received = club.read("Adam");
    let (_, received) =
        received.split_once("**** Starting FICS session as Adam ****\n").expect("a login");
    let pieces: Vec<&str> = received.split("fics% ").collect();
    assert_eq!(
        pieces,
        [
            "Your game 1 has waited for you.\n",
            "\nCreating: Adam (----) Boris (----) rated blitz 3 0\n\
             {Game 1 (Adam vs. Boris) Continuing rated blitz match.}\n\n\
             <12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 \
             1 Adam Boris 1 3 0 39 39 170 180 2 P/e7-e5 (0:00) e5 0 1 0\n",
            "",
        ]
    );
}

/// Settings of a program for its boards stay, but framing and locks belonged to the connection
/// that broke.
#[test]
fn a_new_connection_has_frames_of_its_own() {
    let mut club = members("3 0", "e4 e5");
    for line in ["iset ms 1", "iset block 1", "1 iset lock 1"] {
        club.types("Adam", line);
    }
    club.breaks("Adam");
    club.returns("Adam");
    club.received("Adam", " 180000 180000 2 P/e7-e5 (0:00.000) e5 ");
    club.hears("Adam", "iset block 0", "block unset.");
    club.hears("Adam", "iset pendinfo 1", "pendinfo set.");
    // Variables that the program sets before its name count instead.
    club.breaks("Adam");
    club.connect("Adam");
    club.types("Adam", "%b0000000000000000000000000000000000");
    club.types("Adam", "Adam");
    club.types("Adam", "secret");
    club.received("Adam", " 180 180 2 P/e7-e5 (0:00) e5 ");
}

#[test]
fn a_member_comes_back_with_a_password() {
    let mut club = members("3 0", "e4 e5");
    club.breaks("Adam");
    club.wait(10_000);
    club.returns("Adam");
    club.received("Adam", "Your game 1 has waited for you.");
    club.received("Boris", "Adam is here again.");
    club.types("Adam", "Nf3");
    club.received("Boris", "N/g1-f3");
    // From another window: the first one is closed, and the game goes on without a notice.
    club.returns("Adam");
    assert_eq!(club.read("Boris"), "");
    club.types("Boris", "Nc6");
    club.received("Adam", "N/b8-c6");
}

#[test]
fn no_escape() {
    let mut club = Club::new();
    club.members(["Adam", "Boris"]);
    for name in ["Adam", "Boris"] {
        club.types(name, "set noescape 1");
    }
    begin(&mut club, "3 0", "e4 e5");
    // Too late to change one's mind.
    club.types("Adam", "set noescape 0");
    club.breaks("Adam");
    club.wait(60_000);
    club.received("Boris", "{Game 1 (Adam vs. Boris) Adam forfeits by disconnection} 0-1\n");
}
