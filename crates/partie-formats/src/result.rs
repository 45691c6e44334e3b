//! The many spellings of a result.

use partie_core::{Color, Outcome, moves::is_dash};

/// Returns the result that a word spells, PGN's own four spellings included, also in brackets,
/// quotes or markup and with one mark after it: `(1:0)`, `"1-0"`, `<b>l-0</b>`, `½–½!`.
///
/// Ambiguous words such as `0-0`, `1` and `=` are not results.
#[must_use]
pub fn from_spelling(word: &str) -> Option<Outcome> {
    /// The longest word that is examined, in bytes.
    const LONGEST: usize = 32;
    if let Some(outcome) = Outcome::from_pgn(word) {
        return Some(outcome);
    }
    let tells = |b: u8| b.is_ascii_digit() || matches!(b, b'=' | b'+' | 0xc2);
    // Most words are none, as their first byte shows.
    if word.len() > LONGEST
        || word.as_bytes().first().is_none_or(|b| b"*abcdefghBKNPQR".contains(b))
        || !word.contains(['-', ':', '/', '½', '–', '—', '−', '‐', '‑'])
        || !word.bytes().any(tells)
    {
        return None;
    }
    in_table(word).or_else(|| {
        let inner = unwrapped(word);
        if inner.len() < word.len() { in_table(inner) } else { None }
    })
}

/// Returns the result of a spelling without brackets around it or a mark after it.
fn in_table(word: &str) -> Option<Outcome> {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            ':' => folded.push('-'),
            c if is_dash(c) => folded.push('-'),
            'O' | 'o' => folded.push('0'),
            // Letters in which a 1 is misread or mistyped.
            'l' | 'I' | '|' => folded.push('1'),
            '½' => folded.push_str("1/2"),
            ' ' | '(' | ')' => {}
            ',' => folded.push('.'),
            c => folded.push(c),
        }
    }
    Some(match folded.trim_end_matches('.') {
        "1-0" | "1.0-0.0" | "1-0F" | "1-0f" | "1F-0F" | "+--" | "1-0+" => {
            Outcome::Win(Color::White)
        }
        "0-1" | "0.0-1.0" | "0-1F" | "0-1f" | "0F-1F" | "--+" => Outcome::Win(Color::Black),
        "1/2-1/2" | "1/2" | "0.5-0.5" | "1/2-½" | ".5-.5" | "=-=" => Outcome::Draw,
        _ => return None,
    })
}

/// Returns what stands in brackets, quotes or markup, without entities and one mark after it.
fn unwrapped(word: &str) -> &str {
    let mut inner = word;
    if let Some((_, rest)) = inner.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        inner = rest;
    }
    if let Some((rest, _)) = inner.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        inner = rest;
    }
    // Of an entity the semicolon may be taken for a comment.
    for entity in ["&nbsp;", "&nbsp", "&quot;", "&quot"] {
        inner = inner.strip_suffix(entity).unwrap_or(inner);
        inner = inner.strip_prefix(entity).unwrap_or(inner);
    }
    let inner = inner.trim_start_matches(['(', '[', '{', '"', '\'', '`', '“', '„', '‘', '«']);
    let inner = inner.trim_end_matches([')', ']', '}', '"', '\'', '`', '“', '”', '’', '»']);
    inner.strip_suffix(['\\', '/', '#', '!', '?', ';', ',']).unwrap_or(inner)
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
            ("(1-0)", "1-0"),
            ("[0-1]", "0-1"),
            ("\"1-0\"", "1-0"),
            ("1-0\\", "1-0"),
            ("1-0/", "1-0"),
            ("1-0#", "1-0"),
            ("1-0&nbsp;", "1-0"),
            ("<b>1-0</b>", "1-0"),
            ("½–½!", "1/2-1/2"),
            ("l-0", "1-0"),
            ("O-1", "0-1"),
            ("l/2-l/2", "1/2-1/2"),
            ("=-=", "1/2-1/2"),
            ("1F-0F", "1-0"),
        ] {
            assert_eq!(from_spelling(word).map(Outcome::as_pgn), Some(pgn), "{word}");
        }
        for word in [
            "0-0", "0-0-0", "O-O", "1", "1.", "1-", "10-0", "e4", "", "=", "--", "++", "-/+",
            "+/-", "(0-0)", "l-", "1-0-1", "/-",
        ] {
            assert_eq!(from_spelling(word), None, "{word}");
        }
    }
}
