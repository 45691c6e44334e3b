//! A page for every command.

mod club;

use club::Club;
use partie_ics::help::{PAGES, Page, page};
use partie_wire::command;

#[test]
fn every_command_has_a_page() {
    let missing: Vec<&str> = command::entries()
        .map(|entry| entry.name)
        .filter(|name| !PAGES.iter().any(|(page, _)| page == name))
        .collect();
    assert!(missing.is_empty(), "no page for: {missing:?}");
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
    for entry in command::entries() {
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
