//! From the first byte to the first prompt.

mod club;

use club::Club;

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
        club.was_told("new", said);
    }
}

#[test]
fn a_command_that_is_none() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.hears("Adam", "nosuch", "nosuch: Command not found.");
    club.hears("Adam", "resign", "You are not playing a game.");
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
    let told = club.read("Adam");
    assert!(told.contains("\u{15}7\u{16}128\u{16}Style 12 set."), "{told:?}");
}
