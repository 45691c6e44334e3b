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

    /// Returns true if no text is left.
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

    /// Takes the rest of the text, if it is not empty.
    pub fn text(&mut self) -> Option<String> {
        (!self.is_empty()).then(|| self.rest().to_owned())
    }

    /// The next word as the player's own, if there is one.
    pub fn name(&mut self) -> Option<String> {
        self.word().map(str::to_owned)
    }
}

#[expect(
    clippy::option_option,
    clippy::unnecessary_wraps,
    reason = "readers of other arguments may fail"
)]
impl Args<'_> {
    /// Takes the rest of the text, which may be empty.
    pub(super) fn optional_text(&mut self) -> Option<Option<String>> {
        Some(self.text())
    }

    /// The next word as a count; 1 if there is none.
    pub(super) fn count(&mut self) -> Option<u32> {
        Some(self.value().unwrap_or(1))
    }
}

/// An argument of a command. The arguments of a variant are read in the order of its fields.
pub(super) trait Argument: Sized {
    /// Reads the argument from the words that are left; `None` if they are none of its kind.
    fn read(args: &mut Args<'_>) -> Option<Self>;
}

impl Argument for String {
    fn read(args: &mut Args<'_>) -> Option<String> {
        args.name()
    }
}

impl Argument for u32 {
    fn read(args: &mut Args<'_>) -> Option<u32> {
        args.value()
    }
}

impl Argument for usize {
    fn read(args: &mut Args<'_>) -> Option<usize> {
        args.value()
    }
}

/// A word that does not match stays.
impl<T: Argument> Argument for Option<T> {
    fn read(args: &mut Args<'_>) -> Option<Option<T>> {
        Some(if args.is_empty() { None } else { T::read(args) })
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn read(args: &mut Args<'_>) -> Option<Vec<T>> {
        Some(std::iter::from_fn(|| T::read(args)).collect())
    }
}
