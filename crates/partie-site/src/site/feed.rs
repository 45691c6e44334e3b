//! The games of a site for news readers: an Atom feed (RFC 4287).

use std::cmp::Reverse;

use partie_core::Date;
use partie_page::ListedGame;

use crate::html::escaped;

/// Number of games in the feed, the latest ones.
const ENTRIES: usize = 50;

/// Returns the feed of a site at an address; none if no game has a date, which a feed must have.
pub(super) fn feed(title: &str, url: &str, games: &[ListedGame]) -> Option<String> {
    let title = escaped(if title.is_empty() { "Partie" } else { title });
    let root = escaped(url);
    // A game without a year is as old as the last one with it: readers of news need a date.
    let last = games.iter().filter_map(|game| day(&game.date)).max()?;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>{title}</title>\n<id>{root}</id>\n<link href=\"{root}\"/>\n\
         <link rel=\"self\" href=\"{root}feed.xml\"/>\n<updated>{last}</updated>\n\
         <author><name>{title}</name></author>\n"
    );
    let mut latest: Vec<&ListedGame> = games.iter().rev().collect();
    latest.sort_by_cached_key(|game| Reverse(day(&game.date)));
    for game in latest.into_iter().take(ENTRIES) {
        let ListedGame { white, black, event, date, href, .. } = game;
        let names = escaped(&format!("{white} – {black} {}", game.result()));
        out += &format!(
            "<entry>\n<title>{}</title>\n<id>{root}{href}</id>\n<link href=\"{root}{href}\"/>\n\
             <updated>{}</updated>\n<summary>{}</summary>\n</entry>\n",
            names.trim_end(),
            day(date).unwrap_or_else(|| last.clone()),
            escaped(event)
        );
    }
    Some(out + "</feed>\n")
}

/// A date of PGN as a time of RFC 3339; a month or a day that is not known is the first. None without a
/// year.
fn day(date: &str) -> Option<String> {
    date.parse().ok().map(|date: Date| format!("{}T00:00:00Z", date.earliest().iso()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_atom_has_them() {
        for (date, expected) in [
            ("2024.03.09", Some("2024-03-09T00:00:00Z")),
            ("2024.??.??", Some("2024-01-01T00:00:00Z")),
            ("1998-3-14", Some("1998-03-14T00:00:00Z")),
            ("2024.13.40", None),
            ("????.??.??", None),
            ("", None),
        ] {
            assert_eq!(day(date).as_deref(), expected, "{date}");
        }
    }

    #[test]
    fn a_game_without_a_date_has_that_of_the_last_one() {
        let game = |date: &str| ListedGame { date: date.to_owned(), ..ListedGame::default() };
        let made = feed("", "", &[game("2024.03.09"), game("")]).expect("a feed");
        assert_eq!(made.matches("<updated>2024-03-09T00:00:00Z").count(), 3);
        assert_eq!(feed("", "", &[game("")]), None);
    }

    #[test]
    fn the_latest_games_come_first_wherever_they_stand() {
        let dated = |date: &str| ListedGame { date: date.to_owned(), ..ListedGame::default() };
        let mut games = vec![dated("2024.05.01")];
        games.extend((0..ENTRIES).map(|_| dated("1999.01.02")));
        let made = feed("", "", &games).expect("a feed");
        let (_, entries) = made.split_once("<entry>").expect("entries");
        let days: Vec<&str> = entries.split("<updated>").skip(1).map(|rest| &rest[..10]).collect();
        assert_eq!((days.len(), days[0], days[1]), (ENTRIES, "2024-05-01", "1999-01-02"));
    }
}
