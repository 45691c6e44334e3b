//! The many spellings of a result.

use partie_core::{Color, Outcome, moves::is_dash};

/// Returns the result that a word spells, PGN's own four spellings included.
///
/// Ambiguous words such as `0-0`, `1` and `=` are not results.
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
        for word in
            ["0-0", "0-0-0", "1", "1.", "1-", "10-0", "e4", "", "=", "--", "++", "-/+", "+/-"]
        {
            assert_eq!(from_spelling(word), None, "{word}");
        }
    }
}
