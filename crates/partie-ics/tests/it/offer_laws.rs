//! After any offers, seeks, answers and games, no state is left over.

use std::collections::{BTreeMap, BTreeSet};

use crate::club::Club;
use proptest::prelude::*;

const NAMES: [&str; 4] = ["Adam", "Boris", "Cecil", "Dora"];

/// Lines that players type. Names stand for the number of a player.
fn line() -> impl Strategy<Value = String> {
    let fixed = proptest::sample::select(vec![
        "accept",
        "accept all",
        "decline",
        "decline all",
        "withdraw",
        "withdraw all",
        "pending",
        "rematch",
        "draw",
        "abort",
        "takeback 1",
        "takeback 2",
        "switch",
        "pause",
        "unpause",
        "moretime 10",
        "resign",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "seek 3 0",
        "seek 3 0 white",
        "seek 1 0 m",
        "seek 5 0 zh",
        "unseek",
        "sought",
        "play 1",
        "play 2",
        "partner",
        "set open 0",
        "set open 1",
        "set formula blitz",
    ]);
    let about = proptest::sample::select(vec![
        "match {} 3 0",
        "match {} 3 0 white",
        "match {} 1 0 black",
        "match {} 3 0 bughouse",
        "accept {}",
        "decline {}",
        "withdraw {}",
        "play {}",
        "partner {}",
    ]);
    prop_oneof![
        2 => fixed.prop_map(str::to_owned),
        3 => (about, 0..4_usize).prop_map(|(line, who)| line.replace("{}", NAMES[who])),
    ]
}

/// The ads that a program knows after reading this.
fn ads_shown(received: &str) -> BTreeSet<u32> {
    let mut ads = BTreeSet::new();
    for line in received.lines() {
        let line = line.trim_start_matches("fics% ");
        let mut words = line.split(' ');
        match words.next() {
            Some("<sc>") => ads.clear(),
            Some("<s>" | "<sn>") => ads.extend(words.next().and_then(|w| w.parse::<u32>().ok())),
            Some("<sr>") => {
                for index in words.filter_map(|w| w.parse::<u32>().ok()) {
                    ads.remove(&index);
                }
            }
            _ => {}
        }
    }
    ads
}

proptest! {
    #[test]
    fn nothing_is_left_behind(
        lines in proptest::collection::vec((0..4_usize, line(), 0..3000_i64), 1..60),
    ) {
        let mut club = Club::new();
        club.guests(NAMES);
        for name in NAMES {
            club.types(name, "set bugopen 1");
            club.types(name, "iset pendinfo 1");
            club.types(name, "iset seekinfo 1");
            club.types(name, "iset seekremove 1");
        }
        for (who, line, after) in &lines {
            club.types(NAMES[*who], line);
            club.wait(*after);
        }
        let mut heard: BTreeMap<&str, String> = BTreeMap::new();
        // Programs keep lists of offers and ads: they must match the server's.
        for name in NAMES {
            let received = club.read(name);
            heard.insert(name, received.clone());
            let mut open = BTreeSet::new();
            for line in received.lines() {
                let index = |tag| {
                    let rest: &str = line.strip_prefix(tag)?;
                    rest.split(' ').next()?.parse::<u32>().ok()
                };
                if let Some(new) = index("<pt> ").or(index("<pf> ")) {
                    prop_assert!(open.insert(new), "{name}: {new} is offered twice");
                }
                if let Some(gone) = index("<pr> ") {
                    prop_assert!(open.remove(&gone), "{name}: {gone} was not offered");
                }
            }
            let pending = club.answer(name, "pending");
            let listed: BTreeSet<u32> = pending
                .lines()
                .filter_map(|l| l.split_once(": ")?.0.trim().parse().ok())
                .collect();
            prop_assert_eq!(open, listed, "{}", name);
        }
        for name in NAMES {
            club.types(name, "resign");
        }
        for name in NAMES {
            let received = std::mem::take(heard.get_mut(name).expect("a player")) + &club.read(name);
            let ads = ads_shown(&received);
            let sought = club.answer(name, "sought");
            let listed: BTreeSet<u32> = sought
                .lines()
                .filter(|l| !l.ends_with("displayed."))
                .filter_map(|l| l.split_ascii_whitespace().next()?.parse().ok())
                .collect();
            prop_assert_eq!(ads, listed, "{}: {}", name, received);
        }
        for name in NAMES {
            for line in ["withdraw all", "decline all", "unseek"] {
                club.types(name, line);
            }
        }
        for name in NAMES {
            let none = "There are no offers pending TO other players.\n\n\
                        There are no offers pending FROM other players.";
            club.hears(name, "pending", none);
            club.hears(name, "sought all", "0 ads displayed.");
            let alone = club.answer(name, "resign");
            prop_assert_eq!(alone, "You are not playing a game.");
        }
    }
}
