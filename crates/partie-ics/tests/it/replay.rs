//! Replaying a log of inputs gives the same outputs, and the invariants hold for any input.

use crate::simulation::{Entry, PLAYERS, Simulation};
use proptest::prelude::*;

/// An evening: matches, an ad, bughouse, talk, a broken connection, an end.
const EVENING: &str = "
Adam seek 3 0 unrated white
Boris sought all
Boris play adam
Adam e4
Boris e5
+1200
Adam Qh5
Cecil observe adam
Cecil kibitz Nc6!
Boris Nc6
+800
Adam draw
Boris decline
Dora tell cecil who wins?
Adam Bc4
+300
Boris Nf6
Adam Qxf7#
Cecil moves 1
Adam set bugopen 1
Boris set bugopen 1
Cecil set bugopen 1
Dora set bugopen 1
Adam partner cecil
Cecil accept
Boris partner dora
Dora partner boris
Emil bugwho
Adam match boris 3 0 white bughouse
Boris accept
Adam ptell a knight, please
Adam e4
Boris d5
Dora e4
Cecil d5
Adam exd5
Dora exd5
Cecil Qxd5
Boris Qxd5
+2000
Adam P@e6
Boris P@e6
Emil observe 1
Emil observe 2
Boris breaks
+30000
Boris returns
Boris refresh
Adam resign
Emil examine
Emil e4
Emil bsetup
Emil unexamine
Fritz match gerda 5 12 rated white
Gerda accept
Fritz d4
Gerda d5
Fritz c4
+60000
Gerda moretime 60
Fritz adjourn
Gerda adjourn
Gerda resume
Fritz accept
+400000
Gerda flag
Fritz finger gerda
Gerda history
Gerda breaks
+1
Adam match boris 1 0 zh
Boris accept
+100000
who
Adam quit
stop
";

fn evening() -> Vec<Entry> {
    EVENING.lines().filter(|l| !l.is_empty()).map(Entry::read).collect()
}

#[test]
fn an_evening_is_the_same_each_time() {
    let (mut one, mut other) = (Simulation::new(7), Simulation::new(7));
    let (first, second) = (one.lives(&evening()), other.lives(&evening()));
    assert!(first.len() > 150, "{}", first.len());
    for (n, (a, b)) in first.iter().zip(&second).enumerate() {
        assert_eq!(a, b, "output {n}");
    }
    assert_eq!(first.len(), second.len());
    let received = Simulation::new(7).reads(&evening());
    for words in [
        "Boris checkmated} 1-0",
        "Game 1 (",
        "unrated bughouse match.}",
        " <- WP",
        "is here again.",
        "'s partner won} ",
        "Game adjourned by mutual agreement} *",
        "Continuing rated",
        "Game aborted by server shutdown} *",
    ] {
        assert!(received.contains(words), "{words} is not in the log");
    }
}

/// An action of a player.
fn entry() -> impl Strategy<Value = Entry> {
    let name = prop::sample::select(PLAYERS.to_vec());
    let other = prop::sample::select(PLAYERS.to_vec());
    let line = prop_oneof![
        6 => (other.clone(), prop::sample::select(crate::simulation::ABOUT_PLAYERS.to_vec()))
            .prop_map(|(name, line)| line.replace("NAME", name)),
        6 => prop::sample::select(crate::simulation::LINES.to_vec()).prop_map(str::to_owned),
        6 => prop::sample::select(crate::simulation::MOVES.to_vec()).prop_map(str::to_owned),
        1 => "[ -~]{0,30}",
    ];
    prop_oneof![
        40 => (name.clone(), line).prop_map(|(who, line)| Entry::Line(who.to_owned(), line)),
        1 => name.clone().prop_map(|who| Entry::Breaks(who.to_owned())),
        2 => name.prop_map(|who| Entry::Returns(who.to_owned())),
        6 => prop_oneof![Just(1i64), Just(1000), 0..100_000i64].prop_map(Entry::Wait),
        1 => Just(Entry::Due),
    ]
}

proptest! {
    #[test]
    fn the_invariants_hold(log in prop::collection::vec(entry(), 1..250)) {
        let mut simulation = Simulation::new(3);
        for entry in &log {
            simulation.apply(entry);
            simulation.check_invariants();
        }
        let again = Simulation::new(3).lives(&log);
        prop_assert_eq!(Simulation::new(3).lives(&log), again);
    }
}
