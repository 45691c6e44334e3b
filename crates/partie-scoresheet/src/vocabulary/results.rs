//! Results in words: `White wins`, `remis`.

use std::{collections::HashSet, sync::LazyLock};

use partie_core::{Color, Outcome};
use partie_formats::result::from_spelling;

use super::{DRAW, FILLERS, RESIGN, TAGS, WIN, lower_case, side};

/// All words of results, for texts that have many others.
static OF_RESULTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let sides = TAGS.iter().filter(|(tag, _)| matches!(*tag, "White" | "Black"));
    let sides = sides.flat_map(|(_, words)| words.iter());
    sides.chain(&RESIGN).chain(&DRAW).chain(&WIN).chain(&FILLERS).copied().collect()
});

/// Reads words that only state how a game ended, such as `White resigns` or `remis`; `turn` is the
/// side to move, which resigns unless the words name a side.
pub(crate) fn verdict<'a>(words: impl Iterator<Item = &'a str>, turn: Color) -> Option<Outcome> {
    let (mut who, mut what) = (None, None);
    for word in words {
        let word = &*lower_case(word);
        if !OF_RESULTS.contains(word) {
            return None;
        }
        let found = if RESIGN.contains(&word) {
            Some(Verb::Resign)
        } else if DRAW.contains(&word) {
            Some(Verb::Draw)
        } else if WIN.contains(&word) {
            Some(Verb::Win)
        } else {
            None
        };
        if found.is_some() && what.is_none() {
            what = found;
        } else if let Some(color) = side(word).filter(|_| who.is_none()) {
            who = Some(color);
        } else if !FILLERS.contains(&word) {
            return None;
        }
    }
    match what? {
        Verb::Draw => Some(Outcome::Draw),
        Verb::Resign => Some(Outcome::Win(!who.unwrap_or(turn))),
        Verb::Win => who.map(Outcome::Win),
    }
}

/// Reads a text that only states how a game ended: `1 : 0`, `White resigns`, `Draw (1/2-1/2)`. A
/// score counts more than the words around it; `turn` is the side to move, which resigns unless the
/// words name a side.
#[must_use]
pub fn stated_outcome(text: &str, turn: Color) -> Option<Outcome> {
    let squeezed: String = text.split_whitespace().collect();
    if let Some(outcome) = from_spelling(&squeezed) {
        return Some(outcome);
    }
    let words = || text.split(|c: char| c.is_whitespace() || ",;()[].!?\"".contains(c));
    let words = || words().filter(|word| !word.is_empty());
    let said = verdict(words().filter(|word| from_spelling(word).is_none()), turn)?;
    Some(words().find_map(from_spelling).unwrap_or(said))
}

/// Reads the value of a Result tag, also in words: `White wins`, `remis`. The side that resigns must
/// be named.
#[must_use]
pub fn outcome(value: &str) -> Option<Outcome> {
    let said = |turn| stated_outcome(value, turn);
    said(Color::White).filter(|outcome| said(Color::Black) == Some(*outcome))
}

#[derive(Clone, Copy)]
enum Verb {
    Resign,
    Draw,
    Win,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_results() {
        for (words, result) in [
            ("White resigns", "0-1"),
            ("resigns", "1-0"),
            ("Bílý se vzdal", "0-1"),
            ("Les Noirs abandonnent", "1-0"),
            ("Белые сдались", "0-1"),
            ("Draw agreed", "1/2-1/2"),
            ("remis", "1/2-1/2"),
            ("Weiß gewinnt", "1-0"),
            ("wins", ""),
            ("White plays for a draw", ""),
            ("the game", ""),
            ("", ""),
        ] {
            let found = verdict(words.split_whitespace(), Color::Black);
            assert_eq!(found.map_or("", Outcome::as_pgn), result, "{words}");
        }
    }

    #[test]
    fn results_in_words() {
        for (value, pgn) in [
            ("White wins", "1-0"),
            ("black won", "0-1"),
            ("Draw", "1/2-1/2"),
            ("remis", "1/2-1/2"),
            ("Weiß gewinnt", "1-0"),
            ("White resigns", "0-1"),
            ("Ничья", "1/2-1/2"),
            ("1:0", "1-0"),
        ] {
            assert_eq!(outcome(value).map(Outcome::as_pgn), Some(pgn), "{value}");
        }
        for value in ["resigns", "wins", "unknown", ""] {
            assert_eq!(outcome(value), None, "{value}");
        }
    }
}
