//! Squares and the marks between the two squares of a move.

use partie_core::{Square, moves::is_dash};

/// Returns true if a character may stand between the squares of a move.
pub(super) fn is_mark(c: char) -> bool {
    is_dash(c) || matches!(c, 'x' | 'X' | '×' | '✕' | '✖' | ':')
}

/// Returns true for a letter that is no mark: a capital x between two squares belongs to no word.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_mark(c)
}

/// Returns true if a text begins with two squares and a mark between them, as `Sg1 - f3`.
pub(super) fn begins_with_pair(text: &str) -> bool {
    let square = |text: &'_ str| {
        let at = text.chars().next().filter(|c| is_letter(*c)).map_or(0, char::len_utf8);
        let at = if square_at(text.as_bytes(), 0).is_some() { 0 } else { at };
        square_at(text.as_bytes(), at).map(|_| at + 2)
    };
    let Some(from) = square(text) else { return false };
    let Some(rest) = text[from..].trim_start().strip_prefix(is_mark) else { return false };
    let rest = rest.trim_start();
    square(rest).is_some_and(|end| !rest[end..].starts_with(char::is_alphanumeric))
}

/// Reads the square at a byte of a text.
pub(super) fn square_at(bytes: &[u8], at: usize) -> Option<Square> {
    let pair = bytes.get(at..at + 2)?;
    matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
        .then(|| Square::from_ascii(&pair.to_ascii_lowercase()).ok())?
}
