//! Places that look as if a game began there.

use std::ops::Range;

/// The last border within a part of a text; what stands around that part is looked at, too.
pub(super) fn last_border(text: &[u8], part: Range<usize>) -> Option<usize> {
    let first = part.start.max(1) - 1;
    let lines = text.get(first..part.end.saturating_sub(1))?;
    memchr::memrchr_iter(b'\n', lines).map(|i| first + i + 1).find(|i| is_border(text, *i))
}

/// Whether a game may begin behind the line end before `i`: a tag behind an empty line, or
/// move 1 behind an empty line that does not end the tags.
fn is_border(text: &[u8], i: usize) -> bool {
    let before = |n: usize| i.checked_sub(n).map_or(0, |i| text[i]);
    let width = match (before(2), before(3)) {
        (b'\n', _) => 1,
        (b'\r', b'\n') => 2,
        _ => return false,
    };
    match &text[i..] {
        [b'[', name, ..] => name.is_ascii_alphabetic(),
        [b'1', b'.', next, ..] if *next != b'.' => i > 2 * width && before(2 * width + 1) != b']',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines at the borders of a text, from the last one on.
    fn borders(text: &str) -> Vec<&str> {
        let (mut end, mut found) = (text.len(), Vec::new());
        while let Some(border) = last_border(text.as_bytes(), 0..end) {
            found.push(text[border..].lines().next().unwrap_or_default());
            end = border;
        }
        found
    }

    #[test]
    fn where_games_may_begin() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n[Black \"C\"]\n\n1. d4 *\n\n1. c4 *\n\n1... c5 *";
        assert_eq!(borders(text), ["1. c4 *", "[White \"B\"]"]);
        assert_eq!(borders(&text.replace('\n', "\r\n")), ["1. c4 *", "[White \"B\"]"]);
        assert_eq!(borders("a\n\n[%clk 0:01]\n\n12. e4"), [""; 0]);
    }

    #[test]
    fn the_part_is_where_it_begins() {
        for text in ["*\n\n[White \"B\"]", "*\r\n\r\n[White \"B\"]"] {
            let border = text.find('[').expect("there");
            for start in 0..=text.len() {
                for end in start..=text.len() {
                    let found = last_border(text.as_bytes(), start..end);
                    assert_eq!(found, (start..end).contains(&border).then_some(border));
                }
            }
        }
    }

    /// Without what stands before an empty line nobody knows what begins behind it.
    #[test]
    fn at_the_start_of_a_text() {
        assert_eq!(borders("\n\n1. e4"), [""; 0]);
        assert_eq!(borders("\n\n[A \"b\"]\n\n1. e4 *\n"), ["[A \"b\"]"]);
    }
}
