//! Moves without tags, for text that stands where moves may be expected: values and strings.

use partie_core::{
    Position,
    moves::{san, uci},
};

/// Number of moves without numbers that are a game; fewer may be squares or other words.
const LEAST: usize = 3;

/// Number of moves with numbers that are a game in prose, where others are only named.
const LEAST_IN_PROSE: usize = 4;

/// Number of characters in which they stand.
const NEAR: usize = 200;

/// Number of moves with numbers that are a game.
const LEAST_NUMBERED: usize = 2;

/// Returns true if a text consists of moves, numbered from 1 or legal from the start of a game;
/// comments and variations may stand between them.
pub(super) fn are_a_game(text: &str) -> bool {
    let words = words(text);
    let Some(first) = words.first() else { return false };
    if first.starts_with("1.") {
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        return words.iter().filter(|word| !is_number(word)).count() >= LEAST_NUMBERED
            && partie_scoresheet::is_of_moves(&words.join(" "));
    }
    let mut position = Position::default();
    // A list of squares may be steps of pawns.
    let mut is_beyond_pawns = false;
    for word in &words {
        let word = word.trim_end_matches(['!', '?']);
        let reading = san::read(&position, word).or_else(|_| uci::read(&position, word));
        let Ok(reading) = reading else { return false };
        if position.play(reading.ply).is_err() {
            return false;
        }
        is_beyond_pawns |= word.len() > 2;
    }
    words.len() >= LEAST && is_beyond_pawns
}

/// Returns true if the first words are legal moves from the start of a game.
pub(super) fn begin_a_game<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    /// Number of moves in calls or members that are a game.
    const LEAST_IN_CALLS: usize = 2;
    let mut position = Position::default();
    words
        .take(LEAST_IN_CALLS)
        .filter(|word| {
            let word = word.trim_end_matches(['!', '?']);
            let reading = san::read(&position, word).or_else(|_| uci::read(&position, word));
            reading.is_ok_and(|reading| position.play(reading.ply).is_ok())
        })
        .count()
        == LEAST_IN_CALLS
}

/// Returns true if a game begins in a text, with its number and some moves.
pub(super) fn hold_a_beginning(text: &str) -> bool {
    text.match_indices("1.").any(|(at, _)| {
        let is_start = |c: char| !c.is_alphanumeric() && c != '.';
        let is_number = |word: &&&str| word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let near: String = text[at..].chars().take(NEAR).collect();
        let words = words(&near);
        let numbers = words.iter().take(2 * LEAST_IN_PROSE).filter(is_number).count();
        let beginning = words.get(..LEAST_IN_PROSE + numbers);
        text[..at].chars().next_back().is_none_or(is_start)
            && beginning.is_some_and(|words| partie_scoresheet::is_of_moves(&words.join(" ")))
    })
}

/// Returns true if the last word of a game is a result. Without one, moves do not say where the next
/// game begins.
pub(super) fn has_result(text: &[u8]) -> bool {
    let last = text.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
    last.is_some_and(|word| matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*"))
}

/// Returns the words outside of comments and parentheses, without results.
fn words(text: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let open = rest.find('{').unwrap_or(rest.len());
        let is_between = |c: char| c.is_whitespace() || "()".contains(c);
        let words = rest[..open].split(is_between);
        found.extend(words.filter(|word| !matches!(*word, "" | "1-0" | "0-1" | "1/2-1/2" | "*")));
        rest = rest[open..].split_once('}').map_or("", |(_, rest)| rest);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_tags() {
        for (text, is_game) in [
            ("1. e4 {x} e5", true),
            ("1.e4 e5 2.Nf3 (2. f4 exf4) Nc6 1-0", true),
            ("1. Sf3 d5", true),
            ("e4 e5 Nf3", true),
            ("e2e4 e7e5 g1f3 *", true),
            ("c4 c5 d4 d5", false),
            ("e4 e5", false),
            ("e4 e5 Qd8", false),
            ("1. go home", false),
            ("1.5", false),
            ("1.", false),
            ("1. e4", false),
            ("*", false),
            ("", false),
        ] {
            assert_eq!(are_a_game(text), is_game, "{text}");
        }
    }
}
