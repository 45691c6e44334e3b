//! A page for every command.

use crate::club::Club;
use partie_ics::help::{PAGES, Page, page};
use partie_wire::style12::{Delta, GameInfo};
use partie_wire::{
    command,
    display::{DisplayOptions, Style},
    ivars::{Ivar, Ivars},
    notice::Notice,
    timeseal,
};

#[test]
fn every_command_has_a_page() {
    let missing: Vec<&str> = command::entries()
        .map(|entry| entry.name)
        .filter(|name| !PAGES.iter().any(|(page, _)| page == name) && !is_obsolete(name))
        .collect();
    assert!(missing.is_empty(), "no page for: {missing:?}");
}

/// Returns true for commands that share one page, which names them all.
fn is_obsolete(name: &str) -> bool {
    let Page::Text(text) = page(name) else { return false };
    text.starts_with("obsolete: ") && text.contains(name)
}

#[test]
fn pages_are_short_and_fit_the_screen() {
    for (name, text) in PAGES {
        assert!(text.starts_with(&format!("{name}: ")), "{name} begins otherwise");
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name} ends otherwise");
        assert!(text.lines().count() <= 40, "{name} is long");
        for line in text.lines() {
            assert!(line.len() < 80 && line.is_ascii(), "{name}: {line}");
        }
    }
    assert!(PAGES.is_sorted());
}

#[test]
fn what_a_page_points_to_is_there() {
    for (name, text) in PAGES {
        let Some(line) = text.lines().find_map(|line| line.strip_prefix("See also: ")) else {
            continue;
        };
        for other in line.split(", ") {
            assert!(matches!(page(other), Page::Text(_)), "{name} points to {other}");
        }
    }
}

#[test]
fn commands_show_how_they_are_used() {
    for entry in command::entries().filter(|entry| !entry.is_obsolete()) {
        let text = PAGES.iter().find(|(name, _)| *name == entry.name).map_or("", |(_, t)| *t);
        let usage = text.lines().any(|line| line.starts_with("Usage: "));
        assert!(usage, "{} has no usage", entry.name);
    }
}

#[test]
fn pages_are_found() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.types("Adam", "set height 240");
    for (typed, begins) in [
        ("help", "help: what can be done here"),
        ("help tell", "tell: tell a player"),
        ("help t", "tell: tell a player"),
        ("? finger", "finger: what is known"),
        ("help TELL", "tell: tell a player"),
        ("help bugh", "bughouse: chess of two"),
        ("help nosuch", "There is no help available for \"nosuch\"."),
        ("help cnews", "Ambiguous command. Matches: cnewsd cnewsf cnewsi cnewst."),
        ("help commands", "abort "),
        ("index", "abort "),
        ("help mailmess", "obsolete: commands of other servers"),
        ("info stats", "statistics: a player's ratings"),
        ("help <d1>", "compressmove: moves as short lines"),
        ("help <pt>", "pendinfo: offers as lines"),
    ] {
        let answer = club.answer("Adam", typed);
        assert!(answer.starts_with(begins), "{typed}: {answer}");
    }
    // Interfaces read the channels between these two lines.
    let channels = club.answer("Adam", "help channel_list");
    let (_, list) =
        channels.split_once("channels only for their designated topics.\n").expect("head");
    let (list, _) = list.split_once("\nSPECIAL NOTE").expect("end");
    assert!(list.contains("\n4    Help (Guests)\n"), "{list}");
}

/// Examples for programmers: lines that begin with a tag, with their continuation lines.
fn examples() -> impl Iterator<Item = (&'static str, String)> {
    PAGES.iter().flat_map(|(name, text)| {
        let mut found: Vec<(&str, String)> = Vec::new();
        let mut open = false;
        for line in text.lines() {
            if line.starts_with('<') && !line.starts_with("<sc> says") {
                found.push((name, line.to_owned()));
                open = true;
            } else if let (Some((_, last)), Some(rest)) =
                (found.last_mut().filter(|_| open), line.strip_prefix("     "))
            {
                last.push(' ');
                last.push_str(rest);
            } else {
                open = false;
            }
        }
        found
    })
}

/// The examples for authors of programs are what the server sends: they are read, and written again
/// the same.
#[test]
fn examples_for_programs_can_be_read() {
    let mut ivars = Ivars::default();
    for ivar in [Ivar::Seekinfo, Ivar::Seekremove, Ivar::Pendinfo, Ivar::Pin] {
        ivars.set(ivar, true).expect("not locked");
    }
    let display = DisplayOptions { style: Style::Twelve, ivars, ..DisplayOptions::default() };
    let mut tags = Vec::new();
    for (name, line) in examples() {
        let (tag, _) = line.split_once('>').expect("a tag");
        tags.push(tag.to_owned() + ">");
        let again = match tag {
            "<d1" => Delta::parse(&line).expect(&line).to_string(),
            "<g1" => GameInfo::parse(&line).expect(&line).to_string(),
            _ => {
                let notice = Notice::read(&line);
                assert!(!matches!(notice, Notice::Page(_)), "{name}: {line}");
                let mut text = String::new();
                notice.write(&display, &mut text);
                text.trim_matches('\n').to_owned()
            }
        };
        assert_eq!(again, line, "{name}");
    }
    tags.sort_unstable();
    tags.dedup();
    let shown =
        ["<12>", "<d1>", "<g1>", "<pf>", "<pr>", "<pt>", "<s>", "<sc>", "<sr>", "<wa>", "<wd>"];
    assert_eq!(tags, shown);
}

#[test]
fn examples_of_ivars_timeseal_and_frames_are_right() {
    let text = |name: &str| match page(name) {
        Page::Text(text) => text,
        other => panic!("{name}: {other:?}"),
    };
    let iset = text("iset");
    let line = iset.lines().find(|line| line.starts_with("%b")).expect("a line");
    let ivars = Ivars::parse(line).expect(line);
    let on: Vec<&str> = ivars.iter().map(Ivar::name).collect();
    assert_eq!(
        on,
        ["seekremove", "startpos", "block", "pendinfo", "seekinfo", "pin", "ms", "nowrap"]
    );
    // All are named in their order.
    let words: Vec<&str> = iset.split([' ', '\n', '.', ':']).collect();
    let mut rest = words.as_slice();
    for (_, ivar) in (0..35).zip(Ivar::ALL) {
        let at = rest.iter().position(|word| *word == ivar.name());
        rest = &rest[at.unwrap_or_else(|| panic!("{} is not in its place", ivar.name()))..];
    }

    let timeseal = text("timeseal");
    let hex = timeseal.lines().find_map(|line| line.strip_prefix("  c5")).expect("bytes");
    let hex = format!("c5{}", hex.strip_suffix("0a").expect("a line feed"));
    let bytes: Vec<u8> = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal"))
        .collect();
    let opened = timeseal::open(&bytes).expect("sealed");
    assert_eq!((opened.message.as_str(), opened.stamp.millis()), ("e2e4", 1000));

    // The frame on the page is the one that the server sends.
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.types("Adam", "iset block 1");
    club.read("Adam");
    let block = text("block");
    let said = |who: &str| block.lines().find_map(|line| line.strip_prefix(who)).expect(who);
    let sent = said("  you send    ");
    let shown = said("  you get     ")
        .replace("0x15 ", "\x15")
        .replace(" 0x16 ", "\x16")
        .replace(" 0x17 ", "\x17")
        .replace("\\n\\r ", "\n")
        .replace("\\n\\r", "\n");
    club.types("Adam", sent);
    assert_eq!(club.read("Adam"), format!("{shown} "));
}

/// Every command that FICS has, by its number in block mode, works here or is refused by name.
#[test]
fn commands_of_fics_are_known() {
    let names = "abort accept addlist adjourn alias allobservers assess backward bell best bname \
        boards bsetup bugwho ca cbest clearmessages clrsquare convert_bcf convert_elo \
        convert_uscf copygame crank cshout date decline draw eco examine finger flag flip \
        fmessage follow forward games getgame getgi getpi ginfo goboard handles hbest help \
        history hrank inchannel index info iset it ivariables jkill journal jsave kibitz limits \
        llogons logons mailhelp mailmess mailmoves mailoldmoves mailsource mailstored match \
        messages mexamine moretime moves newbies news next observe oldmoves oldstored open \
        partner password pause pending pfollow ping play pobserve prefresh primary promote pstat \
        ptell ptime qtell quit rank rcopygame refresh rematch resign resume revert rfollow rmatch \
        robserve say seek servers set shout showadmins showlist simaccept simabort simadjourn \
        simallabort simalladjourn simgames simmatch simnext simobserve simopen simpass simprev \
        smoves smposition sought sposition sr statistics stats stored style sublist summon switch \
        takeback tell time tm tomove tournset unalias unexamine unobserve unpause unseek uptime \
        uscf ustat variables whenshut whisper who withdraw wname xkibitz xtell xwhisper znotify";
    let mut club = Club::new();
    club.guests(["Adam"]);
    club.types("Adam", "set height 240");
    let mut refused = Vec::new();
    for name in names.split_whitespace() {
        let answer = club.answer("Adam", &format!("help {name}"));
        assert!(!answer.starts_with("There is no help"), "{name}: {answer}");
        let command::NameLookup::One(entry) = command::find(name) else {
            panic!("{name} is unknown")
        };
        if entry.is_obsolete() {
            assert_eq!(club.answer("Adam", name), format!("{name}: This command is obsolete."));
            refused.push(name);
        }
    }
    assert_eq!(refused.len(), 13);
    // They stand in the way of no other.
    for (short, long) in
        [("new", "news"), ("old", "oldmoves"), ("ma", "match"), ("stat", "statistics")]
    {
        let command::NameLookup::One(entry) = command::find(short) else { panic!("{short}") };
        assert_eq!(entry.name, long);
    }
    for (typed, received) in [
        ("stats", "Statistics for Adam(U):"),
        ("sr", "Service representatives logged in: none."),
        ("simobserve adam", "Adam is not playing a game."),
        ("simaccept", "There are no"),
    ] {
        let answer = club.answer("Adam", typed);
        assert!(answer.contains(received), "{typed}: {answer}");
    }
}

/// Every command of lasker's server and every short form that it has works here, or is refused by
/// name.
#[test]
fn commands_of_lasker_are_known() {
    let names = "abort accept addlist adjourn alias allobservers assess backward bell best bname \
        boards bsetup clearmessages clrsquare cshout date decline draw eco examine finger flag \
        flip fmessage forward games getgi getpi goboard handles hbest help history hrank \
        inchannel iset it jkill journal jsave kibitz limits llogons logons mailmoves mailoldmoves \
        mailstored match rmatch messages mexamine moretime moves news next observe oldmoves open \
        oping partner password pause ping play pending prefresh promote ptell ptime qtell quit \
        rank refresh revert resign say seek unseek set shout showlist simabort simallabort \
        simadjourn simalladjourn simgames simmatch simnext simopen simpass simprev sought smoves \
        sposition statistics stored style sublist switch takeback tell ltell time tomove toggle \
        tournset unalias unexamine unobserve unpause uptime variables whenshut whisper who \
        withdraw wname xtell znotify ustat reply pstat remote aconfig addcomment addplayer \
        adjudicate adump admin ahelp acheckhelp announce annunreg anews areload asetv asetadmin \
        asetblitz asetbughouse asetemail asethandle asetlight asetpasswd asetrealname asetstd \
        asetwild cnewsi cnewsf cnewst cnewsp cnewse cnewsd canewsi canewsf canewst canewsp \
        canewse canewsd ftell hideinfo nuke pose quota raisedead remplayer rerank showcomment \
        shutdown summon";
    let unknown = |name: &&str| !matches!(command::find(name), command::NameLookup::One(_));
    let unknown: Vec<&str> = names.split_whitespace().filter(unknown).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    for (short, long) in [
        ("comment", "addcomment"),
        ("setup", "bsetup"),
        ("b", "backward"),
        ("go", "goboard"),
        ("goto", "goboard"),
        ("gonum", "goboard"),
        ("hi", "history"),
        ("saa", "simallabort"),
        ("saab", "simallabort"),
        ("sab", "simabort"),
        ("sadj", "simadjourn"),
        ("saadj", "simalladjourn"),
        ("sn", "simnext"),
        ("sp", "simprev"),
        ("players", "who"),
        ("player", "who"),
        ("pl", "who"),
        ("ch", "toggle"),
        ("channel", "toggle"),
        ("`", "tell"),
        ("more", "next"),
        ("n", "next"),
        ("znotl", "znotify"),
        ("mam", "xtell"),
    ] {
        let command::NameLookup::One(entry) = command::find(short) else { panic!("{short}") };
        assert_eq!(entry.name, long, "{short}");
    }
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.hears("Adam", "n", "There is no more.");
    let who = club.answer("Adam", "who a");
    assert_eq!(club.answer("Adam", "players"), who);
}

#[test]
fn ratings_are_set_in_the_words_of_lasker() {
    let mut club = Club::new();
    club.admins(["Root"], 60);
    club.members(["Ann"]);
    club.types("Root", "asetstd ann 1830 3 2 1 60");
    let finger = club.answer("Root", "finger ann");
    let row = finger.lines().find(|line| line.starts_with("Standard")).expect(&finger);
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[..6], ["Standard", "1830", "60.0", "3", "2", "1"], "{row}");
}
