//! Commands of administrators.

use crate::club::Club;
use partie_ics::{Change, Config};

/// Returns true if such an account was stored.
fn stored(club: &Club, like: impl Fn(&partie_ics::players::Account) -> bool) -> bool {
    club.stored.iter().any(|c| matches!(c, Change::Account(account) if like(account)))
}

#[test]
fn nobody_else_knows_their_commands() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.members(["Ann"]);
    for line in ["nuke ann", "addplayer X y@z Zed", "announce hi", "shutdown", "asetadmin ann 60"] {
        let word = line.split(' ').next().unwrap_or_default();
        club.hears("Adam", line, &format!("{word}: Command not found."));
        club.hears("Ann", line, &format!("{word}: Command not found."));
    }
    // Abbreviations of such a name are not commands either, and hide no other command.
    club.hears("Ann", "nuk ann", "nuk: Command not found.");
    assert!(!club.answer("Ann", "help commands").contains("nuke"));
    assert!(club.answer("Ann", "help admin_commands").contains("nuke"));

    club.types("Ann", "iset block 1");
    club.read("Ann");
    club.types("Ann", "4 nuke adam");
    club.received("Ann", "\u{15}4\u{16}515\u{16}nuke: Command not found.\n\u{17}");
    club.types("Ann", "5 nuk adam");
    club.received("Ann", "\u{15}5\u{16}512\u{16}nuk: Command not found.\n\u{17}");
}

#[test]
fn levels() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.admins(["Max"], 60);
    club.members(["Ann"]);
    club.hears("Zoe", "asetadmin ann 10", "asetadmin: Command not found.");
    club.hears("Zoe", "nuke max", "You need a higher adminlevel than Max for that.");
    club.hears(
        "Max",
        "asetadmin ann 60",
        "You can't make anybody an admin of level 60: your own is not higher.",
    );
    club.hears("Max", "asetadmin ann 20", "Admin level of Ann set to 20.");
    club.received("Ann", "Max has set your admin level to 20.");
    assert!(stored(&club, |a| a.handle == "Ann" && a.admin_notes.level == 20));
    assert!(club.answer("Ann", "finger").starts_with("Finger of Ann(*):"));
    club.hears("Ann", "-admin zoe", "[Zoe] removed from the admin list.");
    club.hears("Zoe", "announce hi", "announce: Command not found.");
    club.hears("Ann", "-admin max", "You need a higher adminlevel than Max for that.");
    club.hears("Max", "asetadmin ann 0", "Admin level of Ann set to 0.");
    club.hears("Ann", "announce hi", "announce: Command not found.");
}

#[test]
fn the_first_administrator() {
    let mut club = Club::new();
    // Before anybody has come, the server requests words for passwords.
    assert_eq!(club.ics.deadline(), Some(club.now));
    club.wait(0);
    assert_eq!(club.ics.deadline(), None);
    assert_eq!(
        club.owner("addplayer Zoe zoe@example.org Zoe Adams"),
        (true, "Added: >Zoe< >Zoe Adams< >zoe@example.org< >word0<\n".to_owned())
    );
    assert_eq!(club.owner("asetadmin zoe 60"), (true, "Admin level of Zoe set to 60.\n".into()));
    club.connect("Zoe");
    club.types("Zoe", "zoe");
    club.types("Zoe", "word0");
    club.received("Zoe", "**** Starting FICS session as Zoe(*) ****");
    club.hears("Zoe", "asetmaxplayer 100", "At most 100 players can be logged in.");
    assert!(
        club.stored.iter().any(|c| matches!(c, Change::Policy(h) if h.most_players == Some(100)))
    );

    for (line, good, answer) in [
        ("nosuch", false, "nosuch: Command not found.\n"),
        ("nuke", false, "Usage: nuke player\n"),
        ("nuke ann", false, "ann is not logged in.\n"),
        ("asetpasswd ann geheimnis", false, "There is no registered player \"ann\".\n"),
        ("seek 3 0", false, "That command needs a player who is logged in.\n"),
        ("asetpasswd zoe geheimnis", true, "Password of Zoe changed to \"geheimnis\".\n"),
        ("+gm zoe", true, "[Zoe] added to the gm list.\n"),
        ("asetv zoe shout 0", true, "Variable shout of Zoe set to \"0\".\n"),
        ("", true, ""),
    ] {
        let expected = (good, answer.to_owned());
        assert_eq!(club.owner(line), expected, "{line}");
    }
    let (good, who) = club.owner("who");
    assert!(good && who.contains("Zoe(*)(GM)") && !who.contains("Owner"), "{who}");
    assert!(club.owner("help addplayer").1.contains("addplayer handle email real name"));
    club.hears("Zoe", "finger owner", "There is no player matching the name owner.");
}

#[test]
fn accounts() {
    let mut club = Club::new();
    club.admins(["Max"], 60);
    for (line, answer) in [
        (
            "addplayer Ann ann@example.org Ann Lee",
            "Added: >Ann< >Ann Lee< >ann@example.org< >word0<",
        ),
        ("addplayer ann a@b.c X", "A player by the name Ann is already registered."),
        ("addplayer A1 a@b.c X", "\"A1\" can't be a handle: a handle has 3 to 17 letters."),
        ("addplayer guest a@b.c X", "\"guest\" can't be a handle: a handle has 3 to 17 letters."),
        ("addplayer Bob bob X", "\"bob\" is not an e-mail address."),
        ("addplayer Bob bob@b", "Usage: addplayer handle email real name"),
        ("asetemail ann ann@other.org", "Email address of Ann changed to \"ann@other.org\"."),
        ("asetrealname ann Anna Lee", "Real name of Ann changed to \"Anna Lee\"."),
        ("asetpasswd ann ab", "A password has 8 to 64 characters; password not changed!"),
        ("asetrating ann blitz 1834 60 10 5 3", "Blitz rating of Ann set to 1834, RD 60."),
        ("asetrating ann lightning 0", "Lightning rating of Ann removed."),
        ("asetrating ann untimed 1500", "\"untimed\" is not a category that is rated."),
        ("asettitle ann wgm tm", "Titles set: Ann(TM)(WGM)"),
        ("asettitle ann king", "There is no title \"king\"."),
        ("asettitle ann *", "There is no title \"*\"."),
        ("asettitle ann wim", "Titles set: Ann(WIM)"),
        ("asettitle ann", "Titles set: Ann"),
        ("asetv ann width 100", "Variable width of Ann set to \"100\"."),
        ("asetv ann width 5", "Bad value given for variable \"width\"."),
        ("asetv ann tzone mars", "Bad value given for variable \"tzone\"."),
        ("asetv ann nosuch 1", "No such variable \"nosuch\"."),
        ("asetv ann formula", "Variable formula of Ann unset."),
        ("remplayer max", "You can't do that to yourself."),
    ] {
        club.hears("Max", line, answer);
    }
    assert!(stored(&club, |a| a.handle == "Ann" && a.admin_notes.email == "ann@other.org"));
    let page = club.answer("Max", "finger ann");
    assert!(page.contains("Email      : ann@other.org"), "{page}");
    assert!(page.contains("Real name  : Anna Lee"), "{page}");
    assert!(page.contains("Blitz            1834"), "{page}");
    club.guests(["Adam"]);
    assert!(!club.answer("Adam", "finger ann").contains("example"));
    club.hears("Max", "asetemail adam a@b.c", "Adam is not a registered player.");
    club.hears("Max", "hideinfo", "Private user information now not shown.");
    assert!(!club.answer("Max", "finger ann").contains("Email"));
    club.hears("Max", "hideinfo", "Private user information now shown.");
}

#[test]
fn a_handle_changes_everywhere() {
    let mut club = Club::new();
    club.admins(["Max"], 60);
    club.members(["Ann", "Boris"]);
    club.types("Boris", "+notify ann");
    club.hears(
        "Max",
        "asethandle ann Anna",
        "Ann is logged in: that can only be done to players who are not.",
    );
    club.types("Ann", "quit");
    club.hears("Max", "asethandle ann Boris", "A player by the name Boris is already registered.");
    club.hears("Max", "asethandle ann Anna", "Player Ann is now called Anna.");
    assert!(club.stored.contains(&Change::Removed { key: "ann".into() }));
    assert!(stored(&club, |a| a.handle == "Anna"));
    club.read("Boris");
    club.connect("Anna");
    club.types("Anna", "anna");
    club.types("Anna", "secret");
    club.received("Boris", "Notification: Anna has arrived.");
    // The beginning of the new name is what the old one was.
    assert!(club.answer("Max", "finger ann").starts_with("Finger of Anna:"));
}

#[test]
fn the_dead_are_raised() {
    let mut club = Club::new();
    club.admins(["Max"], 60);
    club.members(["Ann"]);
    club.types("Ann", "quit");
    club.hears("Max", "remplayer ann", "Player Ann removed.");
    assert!(stored(&club, |a| a.handle == "Ann" && a.admin_notes.removed.is_some()));
    club.hears("Max", "finger ann", "There is no player matching the name ann.");
    club.hears("Max", "raisedead boris", "There is no removed player \"boris\".");
    club.guests(["Ann"]);
    club.hears("Max", "raisedead ann", "A player by the name Ann is already registered.");
    club.types("Ann", "quit");
    club.hears("Max", "raisedead ann", "Player Ann raised from dead.");
    club.returns("Ann");
    club.received("Ann", "**** Starting FICS session as Ann ****");
}

#[test]
fn guests_register() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    for (line, answer) in [
        ("register", "Usage: register handle email real name"),
        ("register adam nowhere Adam", "\"nowhere\" is not an e-mail address."),
        ("register boris a@b.c Adam", "A player by the name Boris is already registered."),
    ] {
        club.hears("Adam", line, answer);
    }
    club.hears(
        "Adam",
        "register adam a@b.c Adam Smith",
        "You are now a registered player.\nYour password is \"word0\" (it is told only once).\n\
         Choose one of your own with \"password\".",
    );
    assert!(club.answer("Adam", "finger").starts_with("Finger of Adam:"));
    club.hears("Adam", "register other a@b.c Adam", "You are a registered player already.");
    club.types("Adam", "quit");
    club.connect("Adam");
    club.types("Adam", "Adam");
    club.types("Adam", "word0");
    club.received("Adam", "**** Starting FICS session as Adam ****");

    club.hears(
        "Boris",
        "register Spassky b@c.d Boris",
        "The account Spassky is yours.\nIts password is \"word1\" (it is told only once).\n\
         Log in with that name, and choose a password of your own with \"password\".",
    );
    club.hears(
        "Boris",
        "register Spasski b@c.d Boris",
        "You have made an account in this session already.",
    );

    let mut club = Club::with(Config { register: false, ..Config::default() });
    club.guests(["Adam"]);
    club.hears(
        "Adam",
        "register adam a@b.c Adam",
        "This server's administrators make the accounts; ask one of them (\"showadmins\").",
    );
}

#[test]
fn who_may_not_come_in() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.members(["Ann"]);
    club.types("Ann", "quit");
    club.hears("Zoe", "ban ann", "[Ann] added to the ban list.");
    club.connect("Ann");
    club.types("Ann", "ann");
    club.received("Ann", "Player \"Ann\" is banned.");
    assert!(club.is_closed("Ann"));
    club.hears("Zoe", "ban", "-- ban list: 1 name --\nAnn");
    club.hears("Zoe", "unban ann", "[Ann] removed from the ban list.");
    club.returns("Ann");
    club.received("Ann", "**** Starting FICS session as Ann ****");

    club.hears("Zoe", "filter", "No addresses are filtered.");
    club.hears("Zoe", "filter 127.0.*", "Guests from 127.0.* are not let in any more.");
    club.hears("Zoe", "filter", "Filtered addresses: 127.0.*");
    club.connect("Adam");
    club.types("Adam", "Adam");
    club.received("Adam", "guest connections have been prevented");
    club.hears("Zoe", "filter 127.0.*", "Guests from 127.0.* are let in again.");
    club.hears(
        "Zoe",
        "filter nowhere",
        "\"nowhere\" is not an address, nor the beginning of one before \"*\".",
    );
    club.types("Adam", "Adam");
    club.types("Adam", "");
    club.received("Adam", "**** Starting FICS session as Adam(U) ****");

    assert_eq!(club.owner("asetmaxplayer 3").1, "At most 3 players can be logged in.\n");
    club.connect("Boris");
    club.types("Boris", "Boris");
    club.received("Boris", "Sorry, the server is full.  Try again later.");
}

#[test]
fn who_may_not_speak() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.members(["Ann", "Boris"]);
    club.hears("Zoe", "muzzle ann", "[Ann] added to the muzzle list.");
    assert!(club.answer("Ann", "shout hi").contains("muzzled"));
    club.hears("Zoe", "muzzle ann", "[Ann] removed from the muzzle list.");
    club.hears("Zoe", "gmuzzle ann", "[Ann] added to the gmuzzle list.");
    club.hears("Ann", "tell boris hi", "You are muzzled: nobody can hear you.");
    assert_eq!(club.read("Boris"), "");
    club.hears("Zoe", "muzzle zoe", "You can't do that to yourself.");

    club.hears("Zoe", "quota", "The current shout quota is 2 shouts per 60 seconds.");
    club.hears("Zoe", "quota 10", "The current shout quota is 2 shouts per 10 seconds.");
    for (wait, heard) in [(0, true), (0, true), (0, false), (11_000, true)] {
        club.wait(wait);
        club.read("Zoe");
        club.types("Boris", "shout hi");
        assert_eq!(club.read("Zoe").contains("Boris shouts: hi"), heard);
    }
    club.hears("Zoe", "quota 0", "There is no shout quota.");
}

#[test]
fn sent_away_and_called() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.admins(["Max"], 60);
    club.members(["Ann", "Boris"]);
    club.guests(["Adam"]);
    club.hears("Zoe", "nuke zoe", "You can't do that to yourself.");
    club.hears(
        "Zoe",
        "nuke adam",
        "Nuking: Adam\nPlease leave a comment to explain why Adam was nuked.",
    );
    club.received("Adam", "**** You have been kicked out by Zoe! ****");
    club.received("Max", "Adam was nuked by Zoe.");
    assert!(club.is_closed("Adam"));
    club.hears("Zoe", "finger adam", "There is no player matching the name adam.");

    club.hears("Zoe", "summon ann", "Summoning sent to Ann.");
    club.received(
        "Ann",
        "Zoe(*) needs to speak with you.  To contact Zoe type \"tell Zoe hello\".",
    );
    club.hears(
        "Boris",
        "summon ann",
        "You can only summon players who have you on their notify list; Ann has not.",
    );
    club.types("Ann", "+notify boris");
    club.hears("Boris", "summon ann", "Summoning sent to Ann.");

    club.hears("Max", "pose ann tell boris hello", "Command issued as Ann.");
    club.received("Ann", "Max has issued the following command on your behalf: tell boris hello");
    club.received("Boris", "Ann tells you: hello");
    club.hears("Max", "pose ann nuke boris", "nuke: Command not found.");
    club.hears("Max", "pose zoe pose ann quit", "pose: Command not found.");
}

#[test]
fn announcements() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.members(["Ann"]);
    club.guests(["Adam"]);
    club.hears("Zoe", "announce The simul begins.", "(announced to 2 players)");
    club.received("Ann", "    **ANNOUNCEMENT** from Zoe: The simul begins.");
    club.received("Adam", "    **ANNOUNCEMENT** from Zoe: The simul begins.");
    club.hears("Zoe", "annunreg Please register.", "(announced to 1 player)");
    club.received("Adam", "    **UNREG ANNOUNCEMENT** from Zoe: Please register.");
    assert_eq!(club.read("Ann"), "");
    assert_eq!(club.owner("announce Hello.").1, "(announced to 3 players)\n");
    club.received("Ann", "    **ANNOUNCEMENT** from Owner: Hello.");

    club.hears("Zoe", "admin", "Admin mode (*) is now not shown.");
    assert!(club.answer("Ann", "finger zoe").starts_with("Finger of Zoe:"));
    club.hears("Ann", "showadmins", "Administrators logged in: none.");
    club.hears("Zoe", "admin", "Admin mode (*) is now shown.");
    club.hears("Ann", "showadmins", "Administrators logged in:\n  Zoe(*)  idle: 0 secs");
}

#[test]
fn what_is_noted_of_a_player() {
    let mut club = Club::new();
    club.admins(["Zoe", "Yan"], 10);
    club.members(["Ann", "Boris"]);
    club.hears("Zoe", "showcomment ann", "Ann has no comments.");
    club.hears("Zoe", "addcomment ann Was rude to Boris.", "Comment added for Ann.");
    club.hears(
        "Zoe",
        "showcomment ann",
        "Ann has 1 comment:\nZoe at Fri Nov 20, 23:46 UTC 2026: Was rude to Boris.",
    );
    club.hears(
        "Zoe",
        "chkip ann",
        "4 players from 127.0.0.1:\n  Ann is logged in from 127.0.0.1\n  \
         Boris is logged in from 127.0.0.1\n  Yan(*) is logged in from 127.0.0.1\n  \
         Zoe(*) is logged in from 127.0.0.1",
    );
    club.types("Boris", "quit");
    assert!(
        club.answer("Zoe", "chkip 127.*").contains("  Boris was last logged in from 127.0.0.1")
    );
    club.hears("Zoe", "chkip 10.0.0.1", "0 players from 10.0.0.1:");

    club.hears("Zoe", "ftell ann", "You will now hear what Ann says and is told.");
    club.hears("Zoe", "ftell", "You hear what these say and are told: Ann");
    club.read("Zoe");
    club.types("Ann", "tell yan hello");
    club.received("Zoe", "Fwd tell: Ann told Yan: hello");
    club.types("Yan", "tell ann hi");
    club.received("Zoe", "Fwd tell: Yan told Ann: hi");
    club.hears("Zoe", "ftell ann", "You will no longer hear what Ann says and is told.");
    club.hears("Zoe", "ftell", "You do not listen to anybody.");
    club.hears("Zoe", "ftell yan", "You need a higher adminlevel than Yan for that.");
}

#[test]
fn the_news() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    for (line, answer) in [
        ("cnewsi The server opens", "News item 1 created."),
        ("cnewsf 1 Welcome to all.", "News item 1 changed."),
        ("cnewsf 1 Have fun.", "News item 1 changed."),
        ("cnewst 1 The server has opened", "News item 1 changed."),
        (
            "news 1",
            "1 (Fri, Nov 20) The server has opened\n\nWelcome to all.\nHave fun.\n\n\
             Posted by the administrators of this server.",
        ),
        ("cnewsd 2", "There is no news item 2."),
        ("cnewsd 1", "News item 1 removed."),
        ("news", "There is no news."),
    ] {
        club.hears("Zoe", line, answer);
    }
    assert!(club.stored.contains(&Change::NewsRemoved { number: 1 }));
}

#[test]
fn the_servers_end() {
    let mut club = Club::new();
    club.admins(["Max"], 60);
    club.members(["Ann"]);
    club.hears("Ann", "whenshut", "No shutdown currently in progress.");
    club.hears("Max", "shutdown cancel", "No shutdown currently in progress.");
    club.hears(
        "Max",
        "shutdown 6 a new version",
        "    **** Server shutdown ordered by Max. ****\n    \
         **** We are going down because: a new version. ****\n    \
         **** Server going down in 6 minutes. ****"
            .trim_start_matches('\n'),
    );
    club.received("Ann", "    **** Server going down in 6 minutes. ****");
    club.hears(
        "Ann",
        "whenshut",
        "Server shutdown ordered by Max: going down in 6 minutes.\nReason: a new version",
    );
    let due = club.ics.deadline().expect("something is due");
    assert!(due <= club.now + partie_ics::Span::minutes(1));
    club.wait(59_999);
    assert_eq!(club.read("Ann"), "");
    club.wait(1);
    club.received("Ann", "    **** Server going down in 5 minutes. ****");
    club.wait(180_000);
    club.received("Ann", "    **** Server going down in 2 minutes. ****");
    club.hears("Max", "shutdown cancel", "    **** Server shutdown canceled by Max. ****");
    club.received("Ann", "    **** Server shutdown canceled by Max. ****");
    club.wait(600_000);
    assert_eq!(club.read("Ann"), "");

    club.types("Max", "shutdown 1:30");
    club.received("Ann", "    **** Server going down in 1 minute and 30 seconds. ****");
    club.wait(30_000);
    club.received("Ann", "    **** Server going down in 1 minute. ****");
    assert!(!club.ended);
    club.wait(60_000);
    let last = club.read("Ann");
    assert!(last.contains("    **** Server shutting down immediately. ****"), "{last}");
    assert!(last.contains("Logging you out."), "{last}");
    assert!(club.ended && club.is_closed("Ann") && club.is_closed("Max"));

    let mut club = Club::new();
    club.members(["Ann"]);
    assert!(club.owner("shutdown now").0);
    assert!(club.ended && club.is_closed("Ann"));
}

#[test]
fn games_are_decided() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.members(["Ann", "Boris", "Cecil"]);
    let begin = |club: &mut Club| {
        club.types("Ann", "match boris 5 0 rated white");
        club.types("Boris", "accept");
        club.types("Ann", "e4");
        club.types("Boris", "e5");
        for name in ["Ann", "Boris"] {
            club.read(name);
        }
    };
    begin(&mut club);
    for (typed, answer) in [
        ("adjudicate ann boris", "Usage: adjudicate game|white black white|black|draw|abort"),
        ("adjudicate ann boris maybe", "Usage: adjudicate game|white black white|black|draw|abort"),
        ("adjudicate 9 white", "There is no game 9 that is played."),
        ("adjudicate ann cecil white", "Ann and Cecil have no game, nor an adjourned one."),
        ("adjudicate boris ann black", "Game of Ann against Boris adjudicated: Black wins."),
        ("adjudicate ann boris black", "Ann and Boris have no game, nor an adjourned one."),
    ] {
        club.hears("Zoe", typed, answer);
    }
    club.received("Ann", "{Game 1 (Ann vs. Boris) Boris wins by adjudication} 0-1");
    club.received("Boris", "Blitz rating adjustment: 0 --> ");

    begin(&mut club);
    club.hears("Zoe", "adjudicate 1 abort", "Game of Ann against Boris adjudicated: aborted.");
    club.received("Ann", "{Game 1 (Ann vs. Boris) Game aborted by adjudication} *");
}

/// An adjourned game is decided though one of its players is away and the other plays.
#[test]
fn adjourned_games_are_decided() {
    let mut club = Club::new();
    club.admins(["Zoe"], 10);
    club.members(["Ann", "Boris", "Cecil"]);
    club.types("Ann", "match boris 5 0 rated white");
    club.types("Boris", "accept");
    club.types("Ann", "e4");
    club.types("Boris", "e5");
    club.types("Ann", "adjourn");
    club.types("Boris", "adjourn");
    club.types("Boris", "quit");
    club.types("Ann", "match cecil 5 0 rated white");
    club.types("Cecil", "accept");
    club.read("Ann");
    club.stored.clear();
    club.hears("Zoe", "adjudicate ann boris draw", "Game of Ann against Boris adjudicated: drawn.");
    club.received("Ann", "{Game 2 (Ann vs. Boris) Game drawn by adjudication} 1/2-1/2");
    let stored = |what: fn(&Change) -> bool| club.stored.iter().filter(|c| what(c)).count();
    assert_eq!(stored(|c| matches!(c, Change::Dropped { .. })), 1);
    assert_eq!(stored(|c| matches!(c, Change::Finished(_))), 1);
    // Ann's game against Cecil goes on.
    club.types("Ann", "d4");
    club.received("Cecil", "P/d2-d4");
    club.hears(
        "Zoe",
        "adjudicate ann boris draw",
        "Ann and Boris have no game, nor an adjourned one.",
    );
}

#[test]
fn who_helps() {
    let servers = vec!["freechess.org 5000".to_owned(), "chessclub.com 5000".to_owned()];
    let mut club = Club::with(Config { servers, ..Config::default() });
    club.members(["Ann"]);
    club.guests(["Adam"]);
    for (typed, answer) in [
        ("showadmins", "Administrators logged in: none."),
        ("showsrs", "Service representatives logged in: none."),
        ("showcas", "Chess advisors logged in: none."),
        ("servers", "Other chess servers:\nfreechess.org 5000\nchessclub.com 5000"),
    ] {
        club.hears("Adam", typed, answer);
    }
    assert!(club.owner("+tm ann").0);
    club.hears("Adam", "showtms", "Tournament managers logged in:\n  Ann(TM)  idle: 0 secs");
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.hears("Adam", "servers", "This server knows no others.");
}
