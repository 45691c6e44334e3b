//! The error of reading the words of a question.

use std::{borrow::Cow, error::Error, fmt};

/// Reason why a word of a query cannot be read, with the expected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Cow<'static, str>);

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ParseError {}

impl From<&'static str> for ParseError {
    fn from(words: &'static str) -> ParseError {
        ParseError(words.into())
    }
}

impl From<String> for ParseError {
    fn from(words: String) -> ParseError {
        ParseError(words.into())
    }
}
