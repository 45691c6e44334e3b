//! From the first byte to the first prompt.

use std::collections::BTreeSet;

use crate::club::Club;

#[test]
fn a_guest_comes_in() {
    let mut club = Club::new();
    club.connect("Adam");
    let banner = club.read("Adam");
    assert!(banner.contains("enter the login name \"guest\""), "{banner}");
    assert!(banner.ends_with("\n\nlogin: "), "{banner:?}");
    club.types("Adam", "Adam");
    let question = club.read("Adam");
    assert!(question.ends_with("Press return to enter the server as \"Adam\":\n"), "{question:?}");
    club.types("Adam", "");
    let hello = club.read("Adam");
    assert!(hello.starts_with("\n**** Starting FICS session as Adam(U) ****\n"), "{hello:?}");
    assert!(hello.ends_with("fics% "), "{hello:?}");
}

#[test]
fn a_name_that_cannot_be() {
    let mut club = Club::new();
    club.guests(["Boris"]);
    for (name, said) in [
        ("Ad4m", "Sorry, names can only consist of lower and upper case letters.  Try again."),
        ("Ad", "A name should be at least three characters long!  Try again."),
        ("Abcdefghijklmnopqr", "Sorry, names may be at most 17 characters long.  Try again."),
        ("boris", "Sorry, Boris is already logged in.  Try again."),
    ] {
        club.connect("new");
        club.types("new", name);
        club.received("new", said);
    }
}

#[test]
fn a_command_that_is_none() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.hears("Adam", "nosuch", "nosuch: Command not found.");
    club.hears("Adam", "resign", "You are not playing a game.");
}

/// A guesser has to connect again, also with another name each time.
#[test]
fn the_third_wrong_password_ends_the_connection() {
    let mut club = Club::new();
    club.admins(["Root"], 60);
    for name in ["Ann", "Bob"] {
        club.types("Root", &format!("addplayer {name} {name}@example.org {name} Lee"));
    }
    club.connect("guesser");
    for (number, name) in ["Ann", "Bob", "Ann"].into_iter().enumerate() {
        assert!(!club.is_closed("guesser"), "after {number}");
        club.types("guesser", name);
        club.types("guesser", "guess");
        club.received("guesser", "**** Invalid password! ****");
    }
    assert!(club.is_closed("guesser"));
}

/// Connecting again does not help a guesser, and the owner waits with them, for a minute at most.
#[test]
fn wrong_passwords_of_all_connections_count() {
    let mut club = Club::new();
    club.admins(["Root"], 60);
    club.types("Root", "addplayer Ann ann@example.org Ann Lee");
    for number in 0..6 {
        let guesser = &format!("guesser{number}");
        club.connect(guesser);
        club.types(guesser, "Ann");
        club.types(guesser, "guess");
        club.received(guesser, "**** Invalid password! ****");
    }
    for refusal in ["**** Too many wrong passwords.  Try again in 1 second. ****", ""] {
        club.connect("Ann");
        club.types("Ann", "Ann");
        club.types("Ann", "word0");
        if refusal.is_empty() {
            club.received("Ann", "**** Starting FICS session as Ann ****");
        } else {
            club.received("Ann", refusal);
            club.wait(1000);
        }
    }
}

#[test]
fn interface_variables_before_the_name() {
    let mut club = Club::new();
    club.connect("Adam");
    club.read("Adam");
    // Libraries send both at once, and would take a second `login: ` for another login.
    let all_but_block_unset = "%b00000010000000000000000000000000000";
    assert_eq!(club.answer("Adam", all_but_block_unset), "#Ivars set.");
    assert!(club.answer("Adam", "Adam").ends_with("enter the server as \"Adam\":"));
    assert!(club.answer("Adam", "").contains("**** Starting FICS session as Adam(U) ****"));
    club.types("Adam", "7 style 12");
    let received = club.read("Adam");
    assert!(received.contains("\u{15}7\u{16}128\u{16}Style 12 set."), "{received:?}");
}

/// All ask for a name before the first one presses return.
#[test]
fn guests_who_come_at_once_have_names_of_their_own() {
    let mut club = Club::new();
    let mut names = BTreeSet::new();
    for round in 0..4 {
        let clients: Vec<String> = (0..1000).map(|n| format!("{round} {n}")).collect();
        for client in &clients {
            club.connect(client);
            club.types(client, if round % 2 == 0 { "guest" } else { "g" });
        }
        for client in &clients {
            club.read(client);
            club.types(client, "");
            let received = club.read(client);
            let name = received
                .strip_prefix("\n**** Starting FICS session as ")
                .and_then(|rest| rest.split_once("(U) ****\n"))
                .map(|(name, _)| name.to_owned());
            assert!(names.insert(name.expect(&received)), "{received}");
        }
    }
    assert_eq!(names.len(), 4000);
}

/// From the question for the return key on a name belongs to whom it was put.
#[test]
fn a_name_is_reserved_while_its_guest_is_asked() {
    let taken = "Sorry, adam is already logged in.  Try again.";
    let mut club = Club::new();
    for client in ["first", "second"] {
        club.connect(client);
    }
    club.types("first", "Adam");
    club.types("second", "adam");
    club.received("second", taken);
    // The player who goes away, or takes too long, leaves the name to others.
    club.breaks("first");
    club.types("second", "adam");
    club.received("second", "Press return to enter the server as \"adam\":");
    club.wait(180_000);
    assert!(club.is_closed("second"));
    club.guests(["Adam"]);
}

/// Passwords are hashed elsewhere, which takes a while.
#[test]
fn a_password_may_be_typed_before_its_hash_is_ready() {
    let mut club = Club::new();
    club.admins(["Root"], 60);
    club.hashes_later = true;
    club.types("Root", "addplayer Ann ann@example.org Ann Lee");
    for (client, password) in [("right", "word0"), ("wrong", "guess")] {
        club.connect(client);
        club.types(client, "Ann");
        club.received(client, "\"Ann\" is a registered name.");
        club.types(client, password);
        assert_eq!(club.read(client), "", "{client}");
    }
    club.hash();
    club.received("right", "**** Starting FICS session as Ann ****");
    club.received("wrong", "**** Invalid password! ****");
    // So does the old password of `password`.
    club.types("Root", "asetpasswd ann caro-kann");
    club.types("right", "password caro-kann kann-caro");
    club.read("right");
    club.hash();
    club.received("right", "Password changed.");
}

#[test]
fn names_of_the_server_are_not_for_guests() {
    let mut club = Club::new();
    club.admins(["Root"], 60);
    for name in ["Admin", "Adrnin", "Server", "Partle"] {
        club.connect(name);
        club.types(name, name);
        club.received(name, &format!("Sorry, the name {name} is reserved.  Try again."));
    }
    club.guests(["Adam"]);
    let reserved = "The name SysOp is reserved; administrators (\"showadmins\") give it.";
    club.hears("Adam", "register SysOp a@example.org Adam", reserved);
    club.types("Root", "addplayer SysOp a@example.org Adam");
    club.received("Root", "SysOp");
    club.connect("his");
    club.types("his", "sysop");
    club.received("his", "\"SysOp\" is a registered name.");
}

/// A guesser makes an account's owner wait nowhere.
#[test]
fn only_who_guesses_waits() {
    let mut club = Club::new();
    club.members(["Ann"]);
    let tries = |club: &mut Club, client: &str, address: &str, password: &str| {
        club.connect_from(client, address);
        club.types(client, "Ann");
        club.read(client);
        club.types(client, password);
        club.read(client)
    };
    let mut last = String::new();
    for number in 0..8 {
        last = tries(&mut club, &format!("guesser {number}"), "198.51.100.1", "guess");
    }
    assert!(last.contains("**** Too many wrong passwords."), "{last}");
    let owner = tries(&mut club, "owner", "203.0.113.1", "secret");
    assert!(owner.contains("**** Starting FICS session as Ann ****"), "{owner}");
}
