//! Games parted by events.

use std::collections::BTreeMap;

use super::{EventGame, rounds};
use crate::query::{Date, folded};

/// Days without a game after which another event of the same name begins.
const PAUSE: u32 = 100;

/// Parts games by events: by their names and places, and by pauses of more than three months, or by years
/// where no more is known of the dates. Each keeps the order of its games.
#[must_use]
pub fn events(games: Vec<EventGame>) -> Vec<Vec<EventGame>> {
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut named: Vec<Vec<EventGame>> = Vec::new();
    for game in games {
        let place = *places.entry((folded(&game.event), folded(&game.site))).or_insert_with(|| {
            named.push(Vec::new());
            named.len() - 1
        });
        named[place].push(game);
    }
    named.into_iter().flat_map(parted_by_pauses).collect()
}

/// Returns true if the games of an event are casual ones, which servers and programs name `Rated
/// Blitz game`, `Casual Bullet game` or `Live Chess`. An event with such a name is a tournament if
/// it has a tournament's address, or if its games have different rounds.
#[must_use]
pub fn is_casual(games: &[EventGame]) -> bool {
    let Some(first) = games.first() else { return false };
    if !is_casual_name(&first.event) {
        return false;
    }
    let mut rounds = games.iter().filter_map(|game| rounds::number(&game.round));
    let round = rounds.next();
    rounds.all(|other| Some(other) == round)
}

/// Names of casual games that are no sentences.
const CASUAL: [&str; 5] =
    ["live chess", "live chess - chess960", "let's play!", "computer chess game", "online game"];

fn is_casual_name(event: &str) -> bool {
    let event = folded(event);
    if event.contains("://") {
        return false;
    }
    let words: Vec<&str> = event.split_whitespace().collect();
    let ends = |word: &&str| ["game", "games", "match"].contains(word);
    CASUAL.contains(&event.as_str())
        || words.last().is_some_and(ends)
            && words.iter().any(|word| ["rated", "unrated", "casual"].contains(word))
}

fn parted_by_pauses(games: Vec<EventGame>) -> Vec<Vec<EventGame>> {
    let day = |game: &EventGame| game.date.filter(|date| date.month() > 0).map(Date::day_number);
    let mut days: Vec<u32> = games.iter().filter_map(day).collect();
    days.sort_unstable();
    // First and last days of events; years without any other date come last.
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for day in days {
        match spans.last_mut() {
            Some((_, last)) if day - *last <= PAUSE => *last = day,
            _ => spans.push((day, day)),
        }
    }
    let mut parts: Vec<Vec<EventGame>> = vec![Vec::new(); spans.len()];
    for game in games {
        let (first, last) = match (day(&game), game.date) {
            (Some(day), _) => (day, day),
            (None, Some(year)) => (year.day_number(), year.day_number() + 12 * 31 - 1),
            (None, None) => (0, u32::MAX),
        };
        let part = spans.iter().position(|span| span.0 <= last && first <= span.1);
        let part = part.unwrap_or_else(|| {
            spans.push((first, last));
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(game);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_casual_games() {
        for (name, casual) in [
            ("Rated Blitz game", true),
            ("rated standard match", true),
            ("FICS unrated lightning game", true),
            ("Casual Crazyhouse game", true),
            ("casual game", true),
            ("Live Chess", true),
            ("Rated Blitz tournament https://lichess.org/tournament/abcd", false),
            ("Casual games https://lichess.org/swiss/abcd", false),
            ("Casual Cup 2020", false),
            ("Hourly Blitz Arena", false),
            ("World Championship Match", false),
            ("?", false),
            ("", false),
        ] {
            assert_eq!(is_casual_name(name), casual, "{name}");
        }
    }
}
