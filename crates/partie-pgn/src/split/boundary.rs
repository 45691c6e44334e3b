//! Boundaries between games that a few bytes show.

use std::ops::Range;

/// Kind of text after a result.
pub(crate) enum AfterResult {
    /// Whitespace, then a tag at the start of a line: here begins the next game.
    Tag(usize),
    /// Whitespace only.
    End,
    /// The text ends before it is known.
    Cut,
    Other,
}

/// Looks at what stands after a result that ends at `at`.
pub(crate) fn after_result(text: &[u8], mut at: usize) -> AfterResult {
    loop {
        match text.get(at..).unwrap_or_default() {
            [] => return AfterResult::End,
            [b'\n' | b' ', ..] => at += 1,
            [b'\r', b'\n', ..] => at += 2,
            [b'\r'] => return AfterResult::Cut,
            [b'[', b'E', b'v', b'e', b'n', b't', b' ', b'"', ..] if text[at - 1] == b'\n' => {
                return AfterResult::Tag(at);
            }
            [b'[', line @ ..] if text[at - 1] == b'\n' => {
                // The whole name, so that nothing else matches.
                let letter = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
                let name = line.iter().take_while(|b| letter(b)).count();
                return match line.get(name..name + 2) {
                    Some(b" \"") if name > 0 => AfterResult::Tag(at),
                    None => AfterResult::Cut,
                    _ => AfterResult::Other,
                };
            }
            _ => return AfterResult::Other,
        }
    }
}

/// Guesses the last boundary within a part of a text, without any state; examines the text around
/// that part, too.
pub(crate) fn last_boundary(text: &[u8], part: Range<usize>) -> Option<usize> {
    let first = part.start.max(1) - 1;
    let lines = text.get(first..part.end.saturating_sub(1))?;
    memchr::memrchr_iter(b'\n', lines).map(|i| first + i + 1).find(|i| may_begin(text, *i))
}

/// Guesses the first place in a part of a file at which a game begins, without any state; `None` if
/// the part has none.
///
/// A reader that begins there and one that comes from earlier text agree from the first game that
/// begins at the same byte for both, in most files the first one. So to read the games of a range
/// of bytes, begin some games before it.
///
/// ```
/// let text = b"d4 {a comment} 1-0\n\n[White \"A\"]\n\n1. e4 *\n";
/// assert_eq!(partie_pgn::likely_start(text), Some(20));
/// assert_eq!(partie_pgn::likely_start(b"e5 2. Nf3 *"), None);
/// ```
#[must_use]
pub fn likely_start(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', text).map(|i| i + 1).find(|i| may_begin(text, *i))
}

/// Returns true if a game may begin at `at`, after a line end: a tag after an empty line, or
/// move 1 after an empty line that does not end the tags.
fn may_begin(text: &[u8], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map_or(0, |i| text[i]);
    let width = match (before(2), before(3)) {
        (b'\n', _) => 1,
        (b'\r', b'\n') => 2,
        _ => return false,
    };
    match &text[at..] {
        [b'[', name, ..] => name.is_ascii_alphabetic(),
        [b'1', b'.', next, ..] if *next != b'.' => at > 2 * width && before(2 * width + 1) != b']',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines at the boundaries of a text, from the last one on.
    fn boundaries(text: &str) -> Vec<&str> {
        let (mut end, mut found) = (text.len(), Vec::new());
        while let Some(boundary) = last_boundary(text.as_bytes(), 0..end) {
            found.push(text[boundary..].lines().next().unwrap_or_default());
            end = boundary;
        }
        found
    }

    #[test]
    fn where_games_may_begin() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n[Black \"C\"]\n\n1. d4 *\n\n1. c4 *\n\n1... c5 *";
        assert_eq!(boundaries(text), ["1. c4 *", "[White \"B\"]"]);
        assert_eq!(boundaries(&text.replace('\n', "\r\n")), ["1. c4 *", "[White \"B\"]"]);
        assert_eq!(boundaries("a\n\n[%clk 0:01]\n\n12. e4"), [""; 0]);
        // Without the line before an empty line it is unknown what begins after it.
        assert_eq!(boundaries("\n\n1. e4"), [""; 0]);
        assert_eq!(boundaries("\n\n[A \"b\"]\n\n1. e4 *\n"), ["[A \"b\"]"]);
    }

    #[test]
    fn the_part_is_where_it_begins() {
        for text in ["*\n\n[White \"B\"]", "*\r\n\r\n[White \"B\"]"] {
            let boundary = text.find('[').expect("there");
            for start in 0..=text.len() {
                for end in start..=text.len() {
                    let found = last_boundary(text.as_bytes(), start..end);
                    assert_eq!(found, (start..end).contains(&boundary).then_some(boundary));
                }
            }
        }
    }
}
