//! Variables, aliases, and the server's time.

use crate::club::Club;

#[test]
fn variables_are_set() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    for (typed, answer) in [
        ("set seek 1", "You will now see seek ads."),
        ("set seek", "You will not see seek ads."),
        ("set shout 1", "You will now hear shouts."),
        ("set kib on", "You will now hear kibitzes."),
        ("set gin 1", "You will now hear game results."),
        ("set interface test 1.0", "interface set to \"test 1.0\"."),
        ("set autoflag 1", "Auto-flagging enabled."),
        ("set open 1", "You are now receiving match requests."),
        ("open", "You are no longer receiving match requests."),
        ("set height 240", "height set to 240."),
        ("set width 5", "Bad value given for variable \"width\"."),
        ("set unobserve 3", "unobserve set to 3."),
        ("set availinfo 1", "You will now hear who is available for matches."),
        ("set Lang English", "Lang set to English."),
        ("set style 12", "Style 12 set."),
        ("style 1", "Style 1 set."),
        ("style 99", "Bad value given for variable \"style\"."),
        ("flip", "Flip on."),
        ("flip", "Flip off."),
        ("bell", "Bell off."),
        ("set tz cet", "tzone set to CET."),
        ("set tzone Mars", "Bad value given for variable \"tzone\"."),
        ("set 1 I play the Dutch.", "Note 1 set: I play the Dutch."),
        ("set 11 more", "No such variable \"11\"."),
        ("set tzone", "tzone set to SERVER."),
        ("set nosuch 1", "No such variable \"nosuch\"."),
        ("set h 5", "Ambiguous variable \"h\". Matches: height highlight."),
        ("set f1 blitz", "f1 set to \"blitz\"."),
        ("set formula blitz &", "Bad value given for variable \"formula\"."),
        ("set formula f1", "formula set to \"f1\"."),
        ("set formula", "formula unset."),
        ("keep", "Only registered players can keep their settings."),
    ] {
        club.hears("Adam", typed, answer);
    }
}

#[test]
fn what_does_not_fit_a_formula_is_not_offered() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Boris", "set f1 blitz");
    club.types("Boris", "set formula f1");
    let answer = club.answer("Adam", "match boris 60 0 u");
    assert!(answer.starts_with("Match request does not fit formula for Boris:"), "{answer}");
    assert!(club.answer("Adam", "match boris 3 0 u").starts_with("Issuing: "));
}

#[test]
fn the_page_of_variables() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Boris", "set interface test 1.0");
    let page = club.answer("Adam", "variables boris");
    assert!(page.starts_with("Variable settings of Boris:\n\ntime=2 "), "{page}");
    assert!(page.ends_with("Interface: test 1.0"), "{page}");
    club.hears("Adam", "variables cecil", "There is no player matching the name cecil.");
    let page = club.answer("Adam", "ivariables");
    assert!(page.starts_with("Interface variable settings of Adam:\n\ncompressmove=0 "), "{page}");
}

/// The value of one variable as `variables` shows it.
fn value(club: &mut Club, name: &str, variable: &str) -> String {
    let page = club.answer(name, "variables");
    let cell = page.split_whitespace().find(|cell| cell.starts_with(variable));
    cell.map(str::to_owned).unwrap_or(page)
}

/// Logs out and in again.
fn again(club: &mut Club, name: &str) {
    club.types(name, "quit");
    club.returns(name);
    club.read(name);
}

#[test]
fn what_a_player_sets_is_there_again() {
    let mut club = Club::new();
    club.members(["Ann"]);
    club.types("Ann", "set shout 0");
    club.types("Ann", "set time 5");
    again(&mut club, "Ann");
    assert_eq!(value(&mut club, "Ann", "shout="), "shout=0");
    assert_eq!(value(&mut club, "Ann", "time="), "time=5");
    assert!(!club.stored.is_empty());
}

#[test]
fn what_an_interface_sets_is_gone_with_it() {
    let mut club = Club::new();
    club.members(["Ann"]);
    club.types("Ann", "set width 100");
    club.wait(60_000);
    again(&mut club, "Ann");

    // Some programs say their name first, some last.
    club.types("Ann", "set seek 0");
    club.types("Ann", "set interface a program");
    club.types("Ann", "set width 200");
    club.types("Ann", "set time 9");
    assert_eq!(value(&mut club, "Ann", "width="), "width=200");
    again(&mut club, "Ann");
    assert_eq!(value(&mut club, "Ann", "seek="), "seek=1");
    assert_eq!(value(&mut club, "Ann", "width="), "width=100");
    assert_eq!(value(&mut club, "Ann", "time="), "time=9");

    club.types("Ann", "set interface a program");
    club.types("Ann", "set width 200");
    club.hears(
        "Ann",
        "keep",
        "Your settings are kept: they will be the same when you log in again.",
    );
    again(&mut club, "Ann");
    assert_eq!(value(&mut club, "Ann", "width="), "width=200");
    assert!(!club.answer("Ann", "variables").contains("Interface"));
}

#[test]
fn aliases() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    for (typed, answer) in [
        ("alias", "You have no aliases."),
        ("alias $ @", "Alias \"$\" set."),
        ("$set seek 1", "You will now see seek ads."),
        ("alias w12 style", "Alias \"w12\" set."),
        ("w12 12", "Style 12 set."),
        ("$w12 12", "w12: Command not found."),
        ("alias loud set @ 1", "Alias \"loud\" set."),
        ("loud shout", "You will now hear shouts."),
        ("alias loud", "loud -> set @ 1"),
        ("alias", "$ -> @\nloud -> set @ 1\nw12 -> style"),
        ("unalias loud", "Alias \"loud\" unset."),
        ("unalias loud", "You have no alias named \"loud\"."),
        ("alias loud", "You have no alias named \"loud\"."),
    ] {
        club.hears("Adam", typed, answer);
    }
    for n in 0..30 {
        club.types("Adam", &format!("alias x{n} date"));
    }
    club.hears("Adam", "alias onemore date", "You can have at most 30 aliases.");
}

#[test]
fn the_time() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Adam", "set tzone PST");
    club.hears(
        "Adam",
        "date",
        "Local time     - Fri Nov 20, 15:46 PST 2026\n\
         Server time    - Fri Nov 20, 23:46 UTC 2026\n\
         GMT            - Fri Nov 20, 23:46 GMT 2026",
    );
    club.wait(63_000);
    let uptime = club.answer("Boris", "uptime");
    assert!(uptime.contains("since Fri Nov 20, 23:46 UTC 2026.\n(Up for 1 minute, 3 seconds)"));
    assert!(uptime.contains("There are currently 2 players, with a high of 2 since last restart."));
    assert!(uptime.contains("There are currently 0 games, with a high of 0 since last restart."));
    club.hears(
        "Adam",
        "ping boris",
        "Ping not available; Boris has not answered a ping of timeseal.",
    );
    assert!(club.answer("Adam", "limits").starts_with("Current limits:\n"));
}

#[test]
fn who_is_on_in_numbers() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.members(["Ann"]);
    club.types("Adam", "examine");
    club.types("Boris", "observe adam");
    club.wait(6 * 60_000);
    club.hears(
        "Ann",
        "ustat",
        "3 players logged in: 1 registered, 2 not; at most 3 since the start.\n\
         Playing: 0  Examining: 1  Observing: 1  Idle: 2",
    );
}

#[test]
fn the_prompt() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    for (typed, prompt) in [
        ("set ptime 1", "23:46_fics% "),
        ("set tzone PST", "15:46_fics% "),
        ("set prompt chess>", "15:46_chess> "),
        ("ptime", "chess> "),
        ("iset defprompt 1", "fics% "),
        ("set prompt", "fics% "),
    ] {
        club.read("Adam");
        club.types("Adam", typed);
        let received = club.read("Adam");
        assert!(received.ends_with(&format!("\n{prompt}")), "{typed}: {received}");
    }
}

#[test]
fn passwords() {
    let mut club = Club::new();
    club.members(["Ann"]);
    club.guests(["Adam"]);
    club.hears("Adam", "password old new", "Usage: password new");
    club.hears("Adam", "password caro", "A password has 8 to 64 characters; password not changed!");
    club.hears("Ann", "password new", "Usage: password old new");
    club.hears(
        "Ann",
        "password secret seven77",
        "A password has 8 to 64 characters; password not changed!",
    );
    club.types("Ann", "password guess another1");
    club.received("Ann", "Incorrect password; password not changed!");
    club.types("Ann", "password secret another1");
    club.received("Ann", "Password changed.");
    club.types("Ann", "quit");
    club.connect("Ann");
    club.types("Ann", "Ann");
    club.types("Ann", "secret");
    club.received("Ann", "**** Invalid password! ****");
    club.types("Ann", "Ann");
    club.types("Ann", "another1");
    club.received("Ann", "**** Starting FICS session as Ann ****");
}

#[test]
fn long_texts_come_in_pages() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.hears("Adam", "next", "There is no more.");
    club.types("Adam", "set height 6");
    let whole = partie_ics::help::commands();
    let lines: Vec<&str> = whole.lines().collect();
    let first = club.answer("Adam", "help commands");
    let more = "Type [next] to see next page.";
    assert_eq!(first, format!("{}\n{more}", lines[..4].join("\n")));
    let second = club.answer("Adam", "next");
    assert!(second.starts_with(lines[4]), "{second}");
}

/// The first lines of programs after the login: every one is understood.
#[test]
fn the_first_lines_of_programs() {
    let pychess = "iset block 1\n2 iset defprompt 1\n3 iset ms 1\n4 set interface PyChess 1.0.3\n\
        5 showlist\n6 iset seekinfo 1\n7 iset seekremove 1\n8 iset showownseek 1\n10 set style 12\n\
        11 iset startpos 1\n12 iset movecase 1\n13 set unobserve 3\n14 set autoflag 1\n\
        15 set Lang English\n16 set height 240\n17 inchannel Adam\n18 help channel_list\n\
        19 stored\n20 history\n21 journal\n22 iset nowrap 1\n23 news\n24 iset pendinfo 1\n25 date\n\
        26 iset allresults 1\n27 iset pin 1\n28 set open 1\n29 set gin 1\n30 set availinfo 1\n\
        31 who IbslwBzSLx\n32 games /bslwBzSLx\n33 iset lock 1";
    let xboard = "alias $ @\n$set interface xboard 4.9.1\n$iset startpos 1\n$iset ms 1\n\
        $iset seekremove 1\n$set seek 1\n$iset lock 1\n$style 12\nset width 79\ndate";
    let browser = "set seek 0\nset echo 1\nset style 12\nset interface Free Chess Club (1.0)\n\
        iset defprompt 1\niset nowrap 1\niset pendinfo 1\niset ms 1\n=ch\n=computer\nvariables\n\
        date\n=notify\n=censor";
    let scid = "set interface Scid 5.0\niset seekremove 1\niset seekinfo 1\nstyle 12\n\
        iset nowrap 1\niset nohighlight 1\nset seek 1\nset silence 1\nset echo 1\ndate";
    for lines in [pychess, xboard, browser, scid] {
        let mut club = Club::new();
        club.guests(["Adam"]);
        for line in lines.lines() {
            let answer = club.answer("Adam", line.trim());
            assert!(!answer.is_empty(), "{line}");
            for refusal in ["not found", "Usage:", "No such", "Bad value", "Ambiguous", "no help"] {
                assert!(!answer.contains(refusal), "{line}: {answer}");
            }
        }
    }
}

#[test]
fn no_password_is_the_name_or_short_whoever_sets_it() {
    let mut club = Club::new();
    club.admins(["Root"], 60);
    club.members(["Magdalena"]);
    let is_name = "A password is not your name; password not changed!";
    club.hears("Magdalena", "password secret magdalena", is_name);
    club.hears("Root", "asetpasswd magdalena MAGDALENA", is_name);
    club.hears(
        "Root",
        "asetpasswd magdalena abc",
        "A password has 8 to 64 characters; password not changed!",
    );
}

#[test]
fn parameters_of_aliases() {
    let mut club = Club::new();
    club.members(["Ann", "Ben"]);
    for (text, typed, done) in [
        ("tell $1 Good game, $1!", "x ben", "Ann tells you: Good game, ben!"),
        ("tell $1 $2- ($1)", "x ben hello  you two", "Ann tells you: hello you two (ben)"),
        ("tell ben $-2 of $3", "x one two three", "Ann tells you: one two of three"),
        ("tell ben $m: @", "x hi  there", "Ann tells you: Ann: hi  there"),
        ("tell ben 5$ or $x or $0", "x 7", "Ann tells you: 5$ or $x or $0 7"),
        ("tell ben $2.", "x only", "Ann tells you: ."),
    ] {
        club.types("Ann", &format!("alias x {text}"));
        club.read("Ben");
        club.types("Ann", typed);
        club.received("Ben", &format!("{done}\n"));
    }
}
