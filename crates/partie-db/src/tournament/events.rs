//! Games parted by events.

use std::collections::BTreeMap;

use super::EventGame;
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

fn parted_by_pauses(games: Vec<EventGame>) -> Vec<Vec<EventGame>> {
    let day = |game: &EventGame| game.date.filter(|date| date.month() > 0).map(Date::day_number);
    let mut days: Vec<u32> = games.iter().filter_map(day).collect();
    days.sort_unstable();
    // First and last days of events, and last the years of which nothing else is known.
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
