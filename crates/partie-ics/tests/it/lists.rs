//! Lists, and who on them comes and goes.

use crate::club::Club;

#[test]
fn lists_of_ones_own() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.members(["Ann", "Ben"]);
    for (typed, answer) in [
        ("+notify ben", "[Ben] added to your notify list."),
        ("addlist notify Ben", "[Ben] is already on your notify list."),
        ("+not ada", "[Adam] added to your notify list."),
        ("=notify", "-- notify list: 2 names --\nAdam  Ben"),
        ("-notify be", "[Ben] removed from your notify list."),
        ("sublist notify ben", "[ben] is not in your notify list."),
        ("=notify", "-- notify list: 1 name --\nAdam"),
        ("+censor zoe", "There is no player matching the name zoe."),
        ("+censor ann", "You can't censor yourself."),
        ("+nosuch ben", "\"nosuch\" does not match any list name."),
        ("+c ben", "Ambiguous list \"c\". Matches: ca censor channel computer."),
        ("+muzzle ben", "\"muzzle\" does not match any list name."),
        (
            "+computer ben",
            "\"computer\" is not an appropriate list name or you have insufficient rights.",
        ),
        ("=computer", "-- computer list: 0 names --"),
    ] {
        club.hears("Ann", typed, answer);
    }
    club.types("Ann", "quit");
    club.returns("Ann");
    club.hears("Ann", "=notify", "-- notify list: 1 name --\nAdam");
}

#[test]
fn whom_one_does_not_play() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    club.hears("Ann", "+noplay ben", "[Ben] added to your noplay list.");
    club.hears("Ben", "match ann 3 0", "You are on Ann's noplay list.");
    club.types("Ann", "-noplay ben");
    club.types("Ann", "+censor ben");
    club.hears("Ben", "match ann 3 0", "Ann is censoring you.");
}

#[test]
fn lists_of_the_server() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    club.runs("root");
    club.hears("root", "+computer ben", "[Ben] added to the computer list.");
    club.received("Ben", "You have been added to the computer list by root.");
    club.hears("root", "+gm ben", "[Ben] added to the gm list.");
    club.hears("root", "+gm ben", "[Ben] is already on the gm list.");
    club.hears("Ann", "=computer", "-- computer list: 1 name --\nBen");
    club.hears("Ann", "=admin", "-- admin list: 1 name --\nroot");
    club.types("Ben", "tell ann hi");
    club.received("Ann", "Ben(C)(GM) tells you: hi");
    club.hears("root", "-computer ben", "[Ben] removed from the computer list.");
    club.hears("root", "-computer ben", "[Ben] is not in the computer list.");
    let lists = club.answer("Ann", "showlist");
    assert!(lists.starts_with("Lists:\n\nabuser               is PUBLIC\n"), "{lists}");
    assert!(lists.contains("censor               is PERSONAL\n"), "{lists}");
    assert!(!lists.contains("muzzle"), "{lists}");
    assert!(club.answer("root", "showlist").contains("muzzle               is ADMIN\n"));
}

/// Players who go at the same moment are announced together where many listen.
#[test]
fn many_hear_of_many_at_once() {
    let letters =
        |i: u16| [i / 26, i % 26].map(|i| char::from(b'a' + i as u8)).iter().collect::<String>();
    let names: Vec<String> = (0..330).map(|i| format!("Guest{}", letters(i))).collect();
    let mut club = Club::new();
    club.guests(["Anna", "Boris", "Cora"]);
    for name in &names {
        club.guests([name.as_str()]);
    }
    for name in names.iter().map(String::as_str).chain(["Anna", "Boris", "Cora"]) {
        club.types(name, "set pin 1");
    }
    club.types("Cora", "iset pin 1");
    club.wait(1000);
    for name in ["Anna", "Boris", "Cora"] {
        club.read(name);
    }
    let gone = |names: &[String]| -> String {
        let lines: Vec<String> =
            names.iter().map(|name| format!("[{name} has disconnected.]\n")).collect();
        lines.concat()
    };
    for name in &names[..3] {
        club.breaks(name);
    }
    assert_eq!(club.read("Anna"), format!("\n{}fics% ", gone(&names[..1])));
    club.breaks("Boris");
    club.wait(99);
    assert_eq!(club.read("Anna"), "");
    club.wait(1);
    let boris = "[Boris has disconnected.]\n";
    assert_eq!(club.read("Anna"), format!("\n{}{boris}fics% ", gone(&names[1..3])));
    let all = format!("<wd> Boris\nfics% \n{}{boris}", gone(&names[1..3]));
    club.received("Cora", &all);
    // No more than two hundred at a time.
    for name in &names[3..208] {
        club.breaks(name);
    }
    club.wait(100);
    let heard = club.read("Anna");
    assert_eq!(heard.lines().filter(|line| line.contains("disconnected")).count(), 200);
    club.wait(100);
    assert_eq!(club.read("Anna"), format!("\n{}fics% ", gone(&names[203..208])));
    // A guest who is back at once does not hear of themselves, and an answer is no place for it.
    club.wait(1000);
    club.breaks(&names[208]);
    club.types("Cora", "quit");
    club.guests(["Cora"]);
    club.types("Cora", "set pin 1");
    club.types("Anna", "iset block 1");
    club.read("Cora");
    club.read("Anna");
    club.wait(99);
    club.now = club.now + partie_ics::Span(1);
    club.types("Anna", "7 date");
    let heard = club.read("Anna");
    let (answer, rest) = heard.split_once('\u{17}').expect("a frame");
    assert!(!answer.contains("connected") && rest.contains("[Cora has connected.]"), "{heard:?}");
    let heard = club.read("Cora");
    assert!(!heard.contains("Cora"), "{heard:?}");
    club.types("Anna", "7 iset block 0");
    club.read("Anna");
    // One who comes hears of the others.
    club.guests(["Dora"]);
    club.types("Dora", "set pin 1");
    club.read("Dora");
    club.guests(["Emil"]);
    club.types("Emil", "set pin 1");
    club.guests(["Fred"]);
    club.read("Emil");
    club.wait(200);
    assert_eq!(club.read("Emil"), "\n[Dora has connected.]\n[Fred has connected.]\nfics% ");
}

#[test]
fn who_comes_and_goes() {
    let mut club = Club::new();
    club.members(["Ann", "Ben", "Cora"]);
    club.types("Ann", "+notify ben");
    club.types("Ann", "set pin 1");
    club.types("Cora", "iset pin 1");
    club.types("Ben", "+notify cora");
    club.types("Ben", "+notify ann");
    club.read("Cora");
    club.types("Ben", "quit");
    assert_eq!(
        club.answer("Ann", "flip").replace("\n\n", "\n"),
        "Flip on.",
        "what Ann was told is read"
    );
    club.received(
        "Cora",
        "Notification: Ben has departed and isn't on your notify list.\n<wd> Ben\n",
    );
    club.returns("Ben");
    club.received("Ben", "Present company includes: Ann Cora.\nYour arrival was noted by: Ann\n");
    club.received("Ann", "Notification: Ben has arrived.\n[Ben has connected.]\n");
    club.received(
        "Cora",
        "Notification: Ben has arrived and isn't on your notify list.\n\
         <wa> Ben 000P0P0P0P0P0P0P0P0P\n",
    );
    club.breaks("Ben");
    club.received("Ann", "Notification: Ben has departed.\n[Ben has disconnected.]\n");
    club.hears(
        "Ann",
        "znotify",
        "No one from your notify list is logged on.\n\
         No one logged in has you on their notify list.",
    );
    club.returns("Ben");
    club.wait(65_000);
    club.hears(
        "Ann",
        "znotify",
        "Present company includes: Ben(idle:1m).\n\
         The following players have you on their notify list: Ben(idle:1m).",
    );
}

#[test]
fn somebody_is_back_from_lunch() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    club.types("Ann", "+idlenotify ben");
    club.read("Ann");
    club.types("Ben", "date");
    assert_eq!(club.read("Ann"), "");
    club.wait(10 * 60_000);
    club.types("Ben", "$$date");
    assert_eq!(club.read("Ann"), "");
    club.types("Ben", "date");
    club.received("Ann", "Notification: Ben has unidled.");
    club.hears("Ann", "=idlenotify", "-- idlenotify list: 0 names --");
}

#[test]
fn games_are_heard_of() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.members(["Ann", "Ben"]);
    club.types("Ann", "set gin 1");
    club.types("Adam", "set gin 1");
    club.types("Ben", "+gnotify boris");
    club.types("Ben", "+gnotify adam");
    club.types("Adam", "match boris 3 0 u white");
    for name in ["Adam", "Ann", "Ben"] {
        club.read(name);
    }
    club.types("Boris", "accept");
    let adam = club.read("Adam");
    assert_eq!(adam.matches("{Game 1 (Adam vs. Boris) Creating").count(), 1, "{adam}");
    let begun = "\n{Game 1 (Adam vs. Boris) Creating unrated blitz match.}\nfics% ";
    assert_eq!(club.read("Ann"), begun);
    let noted = "Game notification: Adam (++++) vs. Boris (++++) unrated blitz 3 0: Game 1";
    assert_eq!(club.read("Ben"), format!("\n{noted}\nfics% "));
    club.types("Adam", "e4");
    club.types("Boris", "e5");
    club.read("Adam");
    club.types("Boris", "resign");
    let adam = club.read("Adam");
    assert_eq!(adam.matches("{Game 1 (Adam vs. Boris) Boris resigns} 1-0").count(), 1, "{adam}");
    assert_eq!(club.read("Ann"), "\n{Game 1 (Adam vs. Boris) Boris resigns} 1-0\nfics% ");
    assert_eq!(club.read("Ben"), "");
}

#[test]
fn a_list_is_emptied_by_a_star() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    club.hears("Ann", "-noplay *", "Your noplay list is empty.");
    club.types("Ann", "+noplay ben");
    club.hears("Ann", "-noplay *", "Your noplay list is empty now.");
    club.hears("Ann", "=noplay", "-- noplay list: 0 names --");
    club.types("Ann", "+channel 4");
    club.hears("Ann", "-channel *", "Your channel list is empty now.");
}

#[test]
fn what_is_on_a_list_is_taken_from_it_by_toggle() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    club.runs("root");
    for (typed, received) in [
        ("toggle noplay ben", "[Ben] added to your noplay list."),
        ("toggle noplay ben", "[ben] removed from your noplay list."),
        ("channel 4", "[4] added to your channel list."),
        ("ch 4", "[4] removed from your channel list."),
    ] {
        club.hears("Ann", typed, received);
    }
    club.hears("root", "toggle td ann", "[Ann] added to the td list.");
    club.hears("root", "toggle td ann", "[Ann] removed from the td list.");
}
