//! The words after a command.

/// The rest of a line, taken word by word.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    rest: &'a str,
}

impl<'a> Args<'a> {
    /// The arguments as they were typed.
    #[must_use]
    pub fn new(rest: &'a str) -> Args<'a> {
        Args { rest: rest.trim() }
    }

    /// Returns true if nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next word, left where it is.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_ascii_whitespace().next()
    }

    /// The next word.
    pub fn word(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest[word.len()..].trim_start();
        Some(word)
    }

    /// The next word if it can be read as a value; else it stays.
    pub fn value<T: std::str::FromStr>(&mut self) -> Option<T> {
        let value = self.peek()?.parse().ok()?;
        self.word();
        Some(value)
    }

    /// All that is left, as it was typed.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// All that is left, if there is something.
    pub fn text(&mut self) -> Option<String> {
        (!self.is_empty()).then(|| self.rest().to_owned())
    }

    /// The next word as the player's own, if there is one.
    pub fn name(&mut self) -> Option<String> {
        self.word().map(str::to_owned)
    }
}
