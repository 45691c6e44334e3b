//! A piece of text with its place.

use std::ops::Range;

use super::shortened;
use crate::{Code, Confidence, Diagnostic, Message};

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

    /// The part that is a character.
    pub(crate) fn character(self, start: usize, character: char) -> Token<'a> {
        self.part(start..start + character.len_utf8())
    }

    /// Returns the diagnostic of a token where something else is expected.
    pub(crate) fn wrong(self, code: &'static Code, expected: &str, message: Message) -> Diagnostic {
        Diagnostic::new(code, self.span(), message).expected(expected, shortened(self.text))
    }

    /// Returns the diagnostic of a token whose replacement is known.
    pub(crate) fn replaced(
        self,
        code: &'static Code,
        by: &str,
        confidence: Confidence,
        message: Message,
    ) -> Diagnostic {
        Diagnostic::new(code, self.span(), message).replaced(by, self.text, confidence)
    }
}
