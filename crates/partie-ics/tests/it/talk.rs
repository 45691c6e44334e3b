//! Talk between players.

use crate::club::Club;

#[test]
fn tells() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.members(["Ann"]);
    club.hears("Adam", "tell boris hello", "(told Boris)");
    club.received("Boris", "\nAdam(U) tells you: hello\nfics% ");
    club.hears("Adam", "tell . again", "(told Boris)");
    club.received("Boris", "Adam(U) tells you: again");
    club.hears("Adam", ". and again", "(told Boris)");
    club.hears("Boris", "t ann \u{263a}", "(told Ann)");
    club.received("Ann", "Boris(U) tells you: &#x263a;");
    club.hears("Adam", "xtell ann hi", "(told Ann)");
    club.hears("Adam", "tell . hi", "(told Boris)");
    club.hears("Ann", "tell . hi", "No one to tell anything to.");
    club.hears("Adam", "tell nobody hi", "nobody is not logged in.");
    club.hears("Adam", "tell boris", "Usage: tell player|channel|.|, text");
    club.types("Ann", "set tell 0");
    club.hears("Adam", "tell ann hi", "Player \"Ann\" isn't listening to unregistered tells.");
    club.hears("Ann", "+censor boris", "[Boris] added to your censor list.");
    club.hears("Boris", "tell ann hi", "Player \"Ann\" is censoring you.");
    club.types("Ann", "set busy lunch");
    club.types("Ann", "set tell 1");
    club.hears("Adam", "tell ann hi", "(told Ann, who is busy: lunch)");
    club.wait(7 * 60_000);
    club.hears("Adam", "tell boris hi", "(told Boris, who has been idle 7 mins)");
}

#[test]
fn channels() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.members(["Ann", "Ben"]);
    club.hears(
        "Adam",
        "tell 53 hello",
        "Adam(U)(53): hello\n(told 1 player in channel 53 \"Guests\")",
    );
    club.received("Boris", "\nAdam(U)(53): hello\n");
    club.hears("Adam", ", again", "Adam(U)(53): again\n(told 1 player in channel 53 \"Guests\")");
    club.hears("Boris", "tell , hi", "No one to tell anything to.");
    club.hears(
        "Adam",
        "tell 50 hello",
        "Only registered users may send tells to channels other than 4, 7 and 53.",
    );
    club.hears("Ann", "tell 50 hi", "(Not sent because you are not in channel 50.)");
    club.hears("Ann", "+ch 50", "[50] added to your channel list.");
    club.hears("Ann", "+channel 50", "[50] is already on your channel list.");
    club.hears("Ben", "+ch 50", "[50] added to your channel list.");
    club.hears("Adam", "+ch 50", "[50] added to your channel list.");
    club.types("Adam", "set chanoff 1");
    club.types("Ann", "set echo 0");
    club.hears("Ann", "tell 50 hi", "(told 1 player in channel 50 \"Chess\")");
    club.received("Ben", "Ann(50): hi");
    club.hears("Ann", "=ch", "-- channel list: 1 channel --\n50");
    club.hears("Ann", "inchannel ann", "Ann is in the following channels:\n50");
    club.hears("Ann", "inchannel adam", "Adam is in the following channels:\n4   50  53");
    club.hears(
        "Ann",
        "inchannel 50",
        "Channel 50 \"Chess\": Adam(U) Ann Ben\n3 players are in channel 50.",
    );
    club.hears("Ann", "in 99", "Channel 99 is empty.");
    club.types("Ann", "+ch 60");
    club.hears("Ann", "in 60", "Channel 60 \"Crazyhouse\": Ann\n1 player is in channel 60.");
    club.types("Ann", "-ch 60");
    club.hears("Ann", "-ch 50", "[50] removed from your channel list.");
    club.hears("Ann", "-ch 50", "[50] is not in your channel list.");
    club.hears("Ann", "in ann", "Ann is not in any channels.");
    club.hears("Ann", "+ch 256", "The channel must be between 0 and 255.");
    club.hears("Ann", "+ch 0", "Only admins may join channel 0.");
    club.hears("Ann", "tell 999 x", "The channel must be between 0 and 255.");
}

#[test]
fn shouts() {
    let mut club = Club::new();
    club.members(["Ann", "Ben", "Cora"]);
    club.guests(["Adam"]);
    club.hears("Adam", "shout yo", "Only registered players can use the shout command.");
    club.hears("Adam", "cshout yo", "Only registered players can use the cshout command.");
    club.hears("Adam", "it yo", "Only registered players can use the it command.");
    club.types("Cora", "set shout 0");
    club.hears("Ann", "shout hello all", "Ann shouts: hello all\n(shouted to 1 player)");
    club.received("Ben", "\nAnn shouts: hello all\n");
    assert_eq!(club.read("Adam").matches("shouts").count(), 0);
    club.hears("Ann", "it waves", "--> Ann waves\n(shouted to 1 player)");
    club.hears("Ann", "shout more", "Shout not sent. Your next shout is in 60 seconds.");
    club.wait(30_000);
    club.hears("Ann", "!more", "Shout not sent. Your next shout is in 30 seconds.");
    club.wait(30_000);
    club.hears("Ann", "i 's knight dances", "--> Ann's knight dances\n(shouted to 1 player)");
    club.received("Ben", "--> Ann's knight dances");
    club.hears(
        "Ben",
        "^anyone for wild 5?",
        "Ben c-shouts: anyone for wild 5?\n(c-shouted to 2 players)",
    );
}

/// Begins a game of three minutes and reads its announcements.
fn play(club: &mut Club, white: &str, black: &str) {
    club.types(white, &format!("match {black} 3 0 u white"));
    club.types(black, "accept");
    club.received(white, "{Game 1 ");
    club.read(black);
}

#[test]
fn words_at_a_game() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.members(["Ann"]);
    play(&mut club, "Adam", "Boris");
    club.hears("Adam", "say good luck", "(told Boris, who is playing)");
    club.received("Boris", "\nAdam(U)[1] says: good luck\n");
    club.hears("Adam", "kibitz hello", "Adam(U)(++++)[1] kibitzes: hello\n(kibitzed to 1 player)");
    club.received("Boris", "\nAdam(U)(++++)[1] kibitzes: hello\n");
    club.hears("Ann", "xkibitz 1 nice", "Ann(----)[1] kibitzes: nice\n(kibitzed to 2 players)");
    club.received("Adam", "Ann(----)[1] kibitzes: nice");
    club.hears(
        "Ann",
        "xwhisper adam he is lost",
        "Ann(----)[1] whispers: he is lost\n(whispered to 0 players)",
    );
    assert_eq!(club.read("Adam"), "");
    club.types("Adam", "set kibitz 0");
    club.types("Boris", "set kiblevel 1500");
    club.types("Ann", "set echo 0");
    club.hears("Ann", "xkibitz 1 anybody?", "(kibitzed to 0 players)");
    club.hears(
        "Adam",
        "kibitz to you",
        "Adam(U)(++++)[1] kibitzes: to you\n(kibitzed to 1 player)",
    );
    club.types("Adam", "resign");
    club.hears("Adam", "say good game", "(told Boris)");
    club.received("Boris", "Adam(U) says: good game");
    club.types("Boris", "quit");
    club.hears("Adam", "say bye", "Your opponent is no longer logged in.");
}

#[test]
fn guests_keep_quiet_at_games_of_others() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    play(&mut club, "Adam", "Boris");
    club.hears("Cecil", "xkibitz 1 x", "Only registered players may kibitz to others' games.");
    club.hears("Cecil", "xwhisper 1 x", "Only registered players may whisper to others' games.");
}

#[test]
fn who_plays_in_silence_hears_no_shouts() {
    let mut club = Club::new();
    club.members(["Ann", "Ben", "Cora"]);
    club.types("Ben", "set silence 1");
    club.hears("Ann", "shout hi", "Ann shouts: hi\n(shouted to 2 players)");
    play(&mut club, "Ben", "Cora");
    club.hears("Ann", "shout hi", "Ann shouts: hi\n(shouted to 1 player)");
}

#[test]
fn partners_talk() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Boris", "set bugopen 1");
    club.types("Adam", "partner boris");
    club.types("Boris", "accept");
    club.read("Boris");
    club.hears("Adam", "ptell hi", "(told Boris)");
    club.received("Boris", "\nAdam(U) (your partner) tells you: hi\n");
}

#[test]
fn words_at_no_game() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    let no_game = "You are not playing, examining, or observing a game.";
    club.hears("Adam", "kibitz hi", no_game);
    club.hears("Adam", "whisper hi", no_game);
    club.hears("Adam", "xkibitz 7 hi", "There is no such game.");
    club.hears("Adam", "xwhisper adam hi", "There is no such game.");
    club.hears("Adam", "say hi", "You haven't played a game yet.");
    club.hears("Adam", "ptell hi", "You do not have a partner at present.");
}

#[test]
fn programs_tell_quietly() {
    let mut club = Club::new();
    club.members(["Ann", "mamer"]);
    club.runs("root");
    club.hears("mamer", "qtell ann hi", "Only TD programs are allowed to use this command.");
    club.hears("root", "+td mamer", "[mamer] added to the td list.");
    club.received("mamer", "You have been added to the td list by root.");
    club.hears("mamer", "qtell ann Round 1:\\nAnn - Ben", "*qtell Ann 0*");
    club.received("Ann", "\n:Round 1:\n:Ann - Ben\n");
    club.hears("mamer", "qtell nobody hi", "*qtell nobody 1*");
    club.hears("mamer", "tell ann hi", "(told Ann)");
    club.received("Ann", "mamer(TD) tells you: hi");
}

#[test]
fn the_muzzled_say_nothing_aloud() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    club.runs("root");
    club.hears("root", "addlist muzzle ann", "[Ann] added to the muzzle list.");
    club.hears("root", "addlist cmuzzle ben", "[Ben] added to the cmuzzle list.");
    club.hears("Ann", "shout hi", "You are muzzled.");
    club.hears("Ben", "cshout hi", "You are c-muzzled.");
    club.hears("Ben", "shout hi", "Ben shouts: hi\n(shouted to 2 players)");
    club.hears("Ann", "tell ben hi", "(told Ben)");
}

#[test]
fn codes_in_quiet_tells() {
    let mut club = Club::new();
    club.members(["Ann", "Ben", "mamer"]);
    club.runs("root");
    club.types("root", "+td mamer");
    for line in ["set bell 1", "set highlight 1", "+channel 7"] {
        club.types("Ann", line);
    }
    for line in ["set bell 0", "set highlight 0", "+channel 7"] {
        club.types("Ben", line);
    }
    for to in ["ann", "7"] {
        club.read("Ann");
        club.types("mamer", &format!("qtell {to} \\HRound 1\\h\\b\\nnow"));
        club.received("Ann", "\n:\u{1b}[7mRound 1\u{1b}[0m\u{7}\n:now\n");
    }
    club.received("Ben", "\n:Round 1\n:now\n");
}

#[test]
fn replies_go_to_who_spoke_last() {
    let mut club = Club::new();
    club.members(["Ann", "Ben", "Cid"]);
    club.hears("Ann", "reply hi", "No one to tell anything to.");
    club.types("Ben", "tell ann hello");
    club.types("Cid", "tell ben hello");
    club.hears("Ann", "reply hi", "(told Ben)");
    club.received("Ben", "Ann tells you: hi");
    club.types("Ann", "+notify ben");
    club.hears("Ann", "ltell notify Free?", "(told Ben)");
    club.received("Ben", "Ann tells you: Free?");
    club.hears("Ann", "ltell gnotify Free?", "No one to tell anything to.");
    club.hears("Ann", "ltell nosuch Free?", "\"nosuch\" does not match any list name.");
}

#[test]
fn commands_are_given_for_those_who_allow_it() {
    let mut club = Club::new();
    club.members(["Ann", "robot"]);
    club.runs("root");
    club.hears("Ann", "remote robot shout hi", "You may not type commands for robot.");
    club.types("robot", "+remote ann");
    club.types("root", "+remote ann");
    club.types("Ann", "remote robot tell root hi");
    club.received("root", "robot tells you: hi");
    club.received("robot", "tell root hi");
    // An administrator's rights come with their lists.
    for line in ["nuke robot", "+td ann", "+admin ann", "tell robot hi"] {
        club.hears("Ann", &format!("remote root {line}"), "You may not type commands for root.");
    }
    club.types("Ann", "remote robot nuke root");
    club.received("Ann", "nuke: Command not found.");
    club.types("Ann", "remote robot remote ann quit");
    club.hears("Ann", "oping", "You are not playing a game.");
}
