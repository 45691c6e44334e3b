//! Parts of a text that are read as another text.

use std::{borrow::Cow, ops::Range};

/// A part of a text, and what is read instead.
pub(super) type Edit = (Range<usize>, Cow<'static, str>);

/// Returns the words of a text between spaces, with their places.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(|word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        (start..start + word.len(), word)
    })
}

/// Returns the lines of a text, with their places; line ends are not included.
pub(super) fn lines_of(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.lines().map(|line| {
        let start = line.as_ptr().addr() - text.as_ptr().addr();
        (start..start + line.len(), line)
    })
}
