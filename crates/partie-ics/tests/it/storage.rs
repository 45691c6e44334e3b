//! Notices to players while results cannot be stored.

use crate::club::Club;
use partie_ics::Input;

const FAILS: &str = "\n    **** The database cannot be written. Results wait in memory; \
                     players will be told after 60 seconds. ****\nfics% ";
const WAIT: &str = "\n    **** Results cannot be stored at the moment. They wait in memory, \
                    and are lost should the server crash. ****\nfics% ";
const WORKS: &str = "\n    **** Results are stored again. ****\nfics% ";

fn evening() -> Club {
    let mut club = Club::new();
    club.admins(["Root"], 20);
    club.guests(["Adam"]);
    for name in ["Root", "Adam"] {
        club.types(name, "set width 240");
        club.read(name);
    }
    club.input(Input::Storing { works: false });
    club
}

#[test]
fn administrators_hear_of_it_at_once_and_players_after_a_minute() {
    let mut club = evening();
    assert_eq!(club.read("Root"), FAILS);
    // Each attempt fails anew, which is no news.
    club.wait(10_000);
    club.input(Input::Storing { works: false });
    club.wait(49_999);
    assert_eq!((club.read("Root").as_str(), club.read("Adam").as_str()), ("", ""));
    assert!(club.ics.deadline().is_some());
    club.wait(1);
    for name in ["Root", "Adam"] {
        assert_eq!(club.read(name), WAIT, "{name}");
    }
    // Later arrivals, too.
    club.guests(["Boris"]);
    club.connect("Cecil");
    club.types("Cecil", "Cecil");
    club.types("Cecil", "");
    club.received("Cecil", "**** Results cannot be stored at the moment.");
    club.types("Cecil", "quit");
    let (_, received) = club.owner("uptime");
    assert!(received.contains("**** Results cannot be stored at the moment."), "{received}");
    club.input(Input::Storing { works: true });
    for name in ["Root", "Adam"] {
        assert_eq!(club.read(name), WORKS, "{name}");
    }
    // It may fail once more.
    club.read("Boris");
    club.input(Input::Storing { works: false });
    assert_eq!((club.read("Root").as_str(), club.read("Boris").as_str()), (FAILS, ""));
}

#[test]
fn a_short_failure_is_no_news_for_players() {
    let mut club = evening();
    club.wait(30_000);
    club.guests(["Boris"]);
    club.input(Input::Storing { works: true });
    club.wait(60_000);
    assert_eq!(club.read("Root"), format!("{FAILS}{WORKS}"));
    assert_eq!((club.read("Adam").as_str(), club.read("Boris").as_str()), ("", ""));
}
