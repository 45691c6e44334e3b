//! A piece of text with its place.

use std::ops::Range;

/// A piece of the text and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) start: usize,
    pub(crate) text: &'a str,
}

impl<'a> Token<'a> {
    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(crate) fn part(self, range: Range<usize>) -> Token<'a> {
        Token { start: self.start + range.start, text: &self.text[range] }
    }
}
