//! The many spellings of a result.

use partie_core::{Color, Outcome, moves::is_dash};

use crate::scoresheet::vocabulary;

/// Returns the result that a word spells, PGN's own four spellings included.
///
/// Not here is what also means something else: `0-0` and `1` and `=`.
#[must_use]
pub fn from_spelling(word: &str) -> Option<Outcome> {
    // Most words are none, as their first byte shows.
    const HALF: u8 = "½".as_bytes()[0];
    if !matches!(word.as_bytes().first()?, b'0' | b'1' | b'*' | b'+' | b'-' | b'(' | &HALF) {
        return None;
    }
    if let Some(outcome) = Outcome::from_pgn(word) {
        return Some(outcome);
    }
    if word.len() > 16 || word.starts_with('*') {
        return None;
    }
    let mut folded = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            ':' => folded.push('-'),
            c if is_dash(c) => folded.push('-'),
            'O' | 'o' => folded.push('0'),
            '½' => folded.push_str("1/2"),
            ' ' | '.' | '(' | ')' => {
                if c == '.' {
                    folded.push('.');
                }
            }
            ',' => folded.push('.'),
            c => folded.push(c),
        }
    }
    let folded = folded.trim_end_matches('.');
    Some(match folded {
        "1-0" | "1.0-0.0" | "1-0F" | "1-0f" | "+--" | "1-0+" => Outcome::Win(Color::White),
        "0-1" | "0.0-1.0" | "0-1F" | "0-1f" | "--+" => Outcome::Win(Color::Black),
        "1/2-1/2" | "1/2" | "0.5-0.5" | "1/2-½" | ".5-.5" => Outcome::Draw,
        _ => return None,
    })
}

/// Reads the value of a Result tag, also in words: `White wins`, `remis`.
#[must_use]
pub fn from_tag(value: &str) -> Option<Outcome> {
    let value = value.trim();
    let words = || value.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    // The side that resigns must be named.
    let said = |turn| vocabulary::verdict(words(), turn);
    from_spelling(value).or_else(|| said(Color::White).filter(|o| said(Color::Black) == Some(*o)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        for (word, pgn) in [
            ("1-0", "1-0"),
            ("1:0", "1-0"),
            ("1–0", "1-0"),
            ("0:1", "0-1"),
            ("0-1.", "0-1"),
            ("1/2", "1/2-1/2"),
            ("½", "1/2-1/2"),
            ("½-½", "1/2-1/2"),
            ("½–½", "1/2-1/2"),
            ("0.5-0.5", "1/2-1/2"),
            ("0,5-0,5", "1/2-1/2"),
            ("*", "*"),
        ] {
            assert_eq!(from_spelling(word).map(Outcome::as_pgn), Some(pgn), "{word}");
        }
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
            assert_eq!(from_tag(value).map(Outcome::as_pgn), Some(pgn), "{value}");
        }
        for value in ["resigns", "wins", "unknown", ""] {
            assert_eq!(from_tag(value), None, "{value}");
        }
        for word in
            ["0-0", "0-0-0", "1", "1.", "1-", "10-0", "e4", "", "=", "--", "++", "-/+", "+/-"]
        {
            assert_eq!(from_spelling(word), None, "{word}");
        }
    }
}
