//! Bughouse: partners find each other, and four begin on two boards.

use crate::club::Club;

fn four() -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil", "Dora"]);
    for name in ["Adam", "Boris", "Cecil", "Dora"] {
        club.types(name, "set bell 0");
        club.types(name, "set bugopen 1");
        club.types(name, "iset nowrap 1");
        club.read(name);
    }
    club
}

#[test]
fn partners_find_each_other() {
    let mut club = four();
    club.types("Cecil", "set bugopen 0");
    club.hears("Adam", "partner cecil", "Cecil is not open for bughouse.");
    club.hears("Adam", "partner adam", "You can't be your own bughouse partner.");
    club.hears("Adam", "partner", "You do not have a bughouse partner.");
    club.hears(
        "Cecil",
        "partner adam",
        "Setting you open for bughouse.\nMaking a partnership offer to Adam.",
    );
    assert_eq!(
        club.read("Adam"),
        "\nCecil offers to be your bughouse partner; type \"partner Cecil\" to accept.\nfics% "
    );
    club.types("Dora", "partner adam");
    club.hears(
        "Adam",
        "partner cecil",
        "You accept the partnership request from Cecil.\nYou agree to be Cecil's partner.",
    );
    club.received(
        "Cecil",
        "Adam accepts the partnership request.\nAdam agrees to be your partner.",
    );
    club.hears("Dora", "withdraw", "There are no offers to withdraw.");
    club.hears("Dora", "partner adam", "Adam already has a bughouse partner.");
    club.hears("Adam", "partner dora", "You already have a bughouse partner: Cecil.");
    club.hears("Cecil", "partner", "You are no longer Adam's bughouse partner.");
    club.received("Adam", "Cecil is no longer your bughouse partner.");
}

#[test]
fn four_begin_on_two_boards() {
    let mut club = four();
    club.types("Adam", "partner cecil");
    club.types("Cecil", "accept");
    club.hears(
        "Adam",
        "match boris 3 0 white bughouse",
        "Your opponent has no partner for bughouse.",
    );
    club.types("Boris", "partner dora");
    club.types("Dora", "partner boris");
    club.hears("Adam", "match cecil 3 0 bughouse", "You can't play bughouse against your partner.");
    for name in ["Cecil", "Dora"] {
        club.read(name);
    }
    club.hears(
        "Adam",
        "match boris 3 0 white bughouse",
        "Issuing: Adam (++++) [white] Boris (++++) unrated bughouse 3 0.",
    );
    let proposal = "Adam (++++) [white] Boris (++++) unrated bughouse 3 0.";
    club.received("Cecil", &format!("Your bughouse partner issues: {proposal}"));
    club.received("Dora", &format!("Your bughouse partner was challenged: {proposal}"));
    club.types("Boris", "accept");
    club.received(
        "Cecil",
        "Boris accepts your partner's challenge.\n\
         Creating: Dora (++++) Cecil (++++) unrated bughouse 3 0\n\
         {Game 2 (Dora vs. Cecil) Creating unrated bughouse match.}\n\n<12> ",
    );
    club.received(
        "Adam",
        "Creating: Adam (++++) Boris (++++) unrated bughouse 3 0\n\
         {Game 1 (Adam vs. Boris) Creating unrated bughouse match.}\n\n<12> ",
    );
    club.types("Adam", "e4");
    club.types("Dora", "abort");
    club.received("Dora", "{Game 2 (Dora vs. Cecil) Game aborted on move 1} *");
    club.received("Adam", "{Game 1 (Adam vs. Boris) Game aborted on the other board} *");
}

#[test]
fn a_partner_leaves() {
    let mut club = four();
    club.types("Adam", "partner cecil");
    club.types("Cecil", "accept");
    club.read("Adam");
    club.breaks("Cecil");
    assert_eq!(club.read("Adam"), "\nYour bughouse partner, Cecil, has departed.\nfics% ");
    club.hears("Adam", "match boris 3 0 bughouse", "You have no partner for bughouse.");
}
