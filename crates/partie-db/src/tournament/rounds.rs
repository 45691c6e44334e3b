//! Rounds of games.

use std::collections::BTreeSet;

use strum::Display;

use super::pairing::Pairing;
use crate::query::Date;

/// Source of the rounds of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub enum RoundSource {
    /// The tag Round: `3`, `3.1`.
    Tags,
    /// The days: no player has two games on one.
    Dates,
    /// The order of the games: a player's next game is in a later round.
    Order,
}

/// The highest number that is taken for a round.
const MOST: usize = 999;

/// Returns the round of a tag: the number that it begins with, perhaps after `Round` or `R`.
pub(super) fn number(tag: &str) -> Option<usize> {
    let text = tag.trim().to_ascii_lowercase();
    let text =
        ["round", "rd", "r"].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text);
    let text = text.trim_start_matches([' ', '.']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok().filter(|round| (1..=MOST).contains(round))
}

/// Numbers the rounds, from 1. Some games have their round from tags; 0 stands for an unknown one.
pub(super) fn assign(games: &mut [Pairing], dates: &[Option<Date>]) -> RoundSource {
    let known = games.iter().filter(|game| game.round > 0).count();
    if known * 2 > games.len() {
        fill(games);
        return RoundSource::Tags;
    }
    let days: Option<Vec<u32>> =
        dates.iter().map(|date| date.filter(|d| d.day() > 0).map(Date::day_number)).collect();
    if let Some(days) = days {
        let each: BTreeSet<u32> = days.iter().copied().collect();
        let mut busy = BTreeSet::new();
        let free = games.iter().zip(&days).all(|(game, day)| {
            let white = busy.insert((*day, game.white));
            white & busy.insert((*day, game.black))
        });
        if free && each.len() > 1 {
            for (game, day) in games.iter_mut().zip(&days) {
                game.round = each.range(..=day).count();
            }
            return RoundSource::Dates;
        }
    }
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|game| dates[*game].map(Date::day_number));
    let players = games.iter().map(|game| game.white.max(game.black) + 1).max().unwrap_or(0);
    let mut last = vec![0; players];
    for game in order {
        let Pairing { white, black, .. } = games[game];
        let round = last[white].max(last[black]) + 1;
        games[game].round = round;
        (last[white], last[black]) = (round, round);
    }
    RoundSource::Order
}

/// Puts games without a round into the first round in which both players are free.
fn fill(games: &mut [Pairing]) {
    let mut busy: BTreeSet<(usize, usize)> = games
        .iter()
        .filter(|game| game.round > 0)
        .flat_map(|game| [(game.white, game.round), (game.black, game.round)])
        .collect();
    for game in games.iter_mut().filter(|game| game.round == 0) {
        let sides = [game.white, game.black];
        let is_free = |round: &usize| sides.iter().all(|side| !busy.contains(&(*side, *round)));
        game.round = (1..=MOST).find(is_free).unwrap_or(MOST);
        busy.extend(sides.map(|side| (side, game.round)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_of_tags() {
        for (tag, round) in [
            ("3", Some(3)),
            ("3.1", Some(3)),
            (" 12.4 ", Some(12)),
            ("Round 5", Some(5)),
            ("R7", Some(7)),
            ("04", Some(4)),
            ("Final", None),
            ("0", None),
            ("2024", None),
            ("-", None),
            ("", None),
        ] {
            assert_eq!(number(tag), round, "{tag}");
        }
    }
}
