//! Commands about players: who is online, fingers, messages.

use crate::club::Club;
use partie_ics::{Config, Span, Tick, message::News};

#[test]
fn who_is_on() {
    let mut club = Club::new();
    club.guests(["Boris", "Adam"]);
    club.members(["Ann"]);
    club.types("Adam", "set open 0");
    let last = "(*) indicates system administrator.";
    club.hears(
        "Ann",
        "who",
        &format!(
            "++++:Adam(U)   ---- Ann       ++++ Boris(U)\n\n 3 players displayed (of 3). {last}"
        ),
    );
    club.hears("Ann", "who R", &format!("---- Ann\n\n 1 players displayed (of 3). {last}"));
    club.hears(
        "Ann",
        "who oA",
        &format!("---- Ann       ++++ Boris(U)\n\n 2 players displayed (of 3). {last}"),
    );
    club.hears("Ann", "who 1", &format!("++++:Adam(U)\n\n 1 players displayed (of 3). {last}"));
    club.hears(
        "Ann",
        "who IbslwBzSLx",
        "Adam:010P0P0P0P0P0P0P0P0P\nAnn 000P0P0P0P0P0P0P0P0P\nBoris 010P0P0P0P0P0P0P0P0P\n\
         3 Players Displayed.",
    );
    club.hears("Ann", "who RU", &format!(" 0 players displayed (of 3). {last}"));
    club.hears("Ann", "who c", &format!("++++:Adam(U)\n\n 1 players displayed (of 3). {last}"));
    club.hears(
        "Ann",
        "who A 22",
        &format!("---- Ann       ++++ Boris(U)\n\n 2 players displayed (of 3). {last}"),
    );
    club.hears("Ann", "who Ib", "Adam:010P\nAnn 000P\nBoris 010P\n3 Players Displayed.");
    assert!(club.answer("Ann", "who q").starts_with("Usage: who ["));
    club.wait(6 * 60_000);
    assert!(club.answer("Ann", "who Ib").contains("Boris.010P"));
}

#[test]
fn the_framed_table() {
    let mut club = Club::new();
    club.guests(["Boris", "Adam"]);
    club.members(["Ann"]);
    club.types("Boris", "set open 0");
    club.types("Adam", "examine");
    club.types("Boris", "observe adam");
    club.wait(11 * 60_000);
    club.types("Ann", "date");
    club.hears(
        "Ann",
        "who vA",
        "\x20+---------------------------------------------------------------------------+
 |       User                   Standard  Blitz  Lightning   On for    Idle  |
 +---------------------------------------------------------------------------+
 |  1 U   Adam(U)                   ++++   ++++       ++++     0:11    0:11  |
 |        Ann                       ----   ----       ----     0:11          |
 |   XUo  Boris(U)                  ++++   ++++       ++++     0:11    0:11  |
 +---------------------------------------------------------------------------+
 |    3 Players Displayed.                                                   |
 +---------------------------------------------------------------------------+",
    );
    let registered = club.answer("Ann", "who Rv");
    assert!(registered.contains(" |    1 Players Displayed."), "{registered}");
}

#[test]
fn fingers() {
    let mut club = Club::new();
    club.guests(["Boris"]);
    club.members(["Ann"]);
    club.wait(2000);
    club.hears(
        "Ann",
        "finger boris",
        "Finger of Boris(U):\n\nOn for: 2 secs   Idle: 2 secs\n\n\
         Boris is NOT a registered player.\nTimeseal   : Off",
    );
    club.types("Ann", "set 1 I play the Dutch.");
    club.types("Ann", "set 10 And the Bird.");
    club.hears(
        "Boris",
        "finger ann",
        "Finger of Ann:\n\nOn for: 2 secs   Idle: 0 secs\n\n\
         Timeseal   : Off\n\n 1: I play the Dutch.\n10: And the Bird.",
    );
    club.types("Ann", "quit");
    club.hears(
        "Boris",
        "finger ann",
        "Finger of Ann:\n\nLast disconnected: Fri Nov 20, 23:46 UTC 2026\n\n\
         Timeseal   : Off\n\n 1: I play the Dutch.\n10: And the Bird.",
    );
    club.hears("Boris", "finger zoe", "There is no player matching the name zoe.");
}

#[test]
fn names_and_logons() {
    let mut club = Club::new();
    club.members(["Ann", "Anna", "Ben"]);
    club.hears("Ben", "handles an", "-- Matches: 2 names --\nAnn\nAnna");
    club.hears("Ben", "handles x", "There is no player matching the name x.");
    club.types("Ann", "quit");
    club.wait(60_000);
    club.hears(
        "Ben",
        "logons ann",
        "Fri Nov 20, 23:46 UTC 2026: Ann login\nFri Nov 20, 23:46 UTC 2026: Ann logout",
    );
    club.hears(
        "Ben",
        "llogons 2",
        "Fri Nov 20, 23:46 UTC 2026: Ben login\nFri Nov 20, 23:46 UTC 2026: Ann logout",
    );
}

#[test]
fn messages() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.members(["Ann", "Ben", "Cora"]);
    club.hears("Adam", "messages ann hi", "Only registered players can have messages.");
    club.hears("Ann", "messages adam hi", "Only registered players can have messages.");
    club.hears("Ann", "messages", "You have no messages.");
    club.types("Ben", "quit");
    club.hears(
        "Ann",
        "messages ben See you at 8.",
        "The following message was sent to Ben:\n   Ann at Fri Nov 20, 23:46 UTC 2026: See you at 8.",
    );
    club.types("Cora", "mess ben Happy birthday!");
    club.returns("Ben");
    club.received("Ben", "You have 2 messages (2 unread).\n");
    club.hears(
        "Ben",
        "messages ann",
        "Messages from Ann:\n1. Ann at Fri Nov 20, 23:46 UTC 2026: See you at 8.",
    );
    club.hears(
        "Ben",
        "messages u",
        "Unread messages:\n2. Cora at Fri Nov 20, 23:46 UTC 2026: Happy birthday!",
    );
    club.hears(
        "Ben",
        "fmessage cora 1",
        "The following message was sent to Cora:\n   Ben at Fri Nov 20, 23:46 UTC 2026: \
         [from Ann, Fri Nov 20, 23:46 UTC 2026] \n\\   See you at 8.",
    );
    club.received("Cora", "The following message was received:\n   Ben at ");
    club.hears("Ben", "clearmessages 7", "There is no such message.");
    club.hears("Ben", "clearmessages ann", "Messages cleared.");
    club.hears("Ben", "messages 2", "There is no such message.");
    club.hears("Ben", "messages zoe", "You have no messages from or to zoe.");
    club.hears("Ben", "clearmessages *", "Messages cleared.");
    club.hears("Ben", "clearmessages *", "You have no messages.");
    for n in 0..40 {
        club.types("Ann", &format!("messages ben {n}"));
    }
    club.hears("Ann", "messages ben full?", "Ben's message box is full.");
}

/// At noon in 2026.
const OCTOBER_31: Tick = Tick(1_793_448_000_000);

#[test]
fn news() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.hears("Adam", "news", "There is no news.");

    let item = |number, title: &str| News {
        number,
        at: OCTOBER_31 + Span::days(i64::from(number)),
        title: title.to_owned(),
        text: format!("{title}: all about it."),
    };
    let news = vec![item(1, "A server"), item(2, "A tournament")];
    let mut club = Club::with(Config { news, ..Config::default() });
    club.guests(["Adam"]);
    club.hears(
        "Adam",
        "news",
        "Index of the news:\n1 (Sun, Nov  1) A server\n\
         2 (Mon, Nov  2) A tournament",
    );
    club.hears(
        "Adam",
        "news 2",
        "2 (Mon, Nov  2) A tournament\n\nA tournament: all about it.\n\n\
         Posted by the administrators of this server.",
    );
    club.hears("Adam", "news 3", "There is no news item 3.");
}
