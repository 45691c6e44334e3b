//! Notices of several lines, taken from the front of a text.

use std::cell::Cell;

/// End of the table rows already seen without their last line, so that these are not scanned again,
/// and long texts take linear time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Rows of `who`.
    pub(crate) who: Cell<usize>,
    /// Lines of `who I`.
    pub(crate) who_lines: Cell<usize>,
}

/// The lines of a text, taken one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'t> {
    all: &'t [&'t str],
    at: usize,
    seen: &'t Seen,
}

impl<'t> Lines<'t> {
    /// All of them, from the first.
    pub(crate) const fn new(all: &'t [&'t str], seen: &'t Seen) -> Lines<'t> {
        Lines { all, at: 0, seen }
    }

    /// Facts about the lines.
    pub(crate) const fn seen(&self) -> &'t Seen {
        self.seen
    }

    /// Number of lines taken.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Returns the remaining lines.
    pub(crate) fn rest(&self) -> &'t [&'t str] {
        &self.all[self.at..]
    }

    /// The next line, which is not taken by this.
    pub(crate) fn peek(&self) -> Option<&'t str> {
        self.all.get(self.at).copied()
    }

    /// Takes a line.
    pub(crate) fn next(&mut self) -> Option<&'t str> {
        let line = self.peek()?;
        self.at += 1;
        Some(line)
    }

    /// Takes the next line if `read` accepts it.
    pub(crate) fn next_if<T>(&mut self, read: impl FnOnce(&'t str) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.at += 1;
        Some(value)
    }

    /// Takes lines as long as `read` accepts them.
    pub(crate) fn while_some<T>(&mut self, mut read: impl FnMut(&'t str) -> Option<T>) -> Vec<T> {
        std::iter::from_fn(|| self.next_if(&mut read)).collect()
    }

    /// Takes the rows of a table and its last line, after empty ones or not. `known` is set if
    /// there is no last line.
    pub(crate) fn table<T, E>(
        &mut self,
        known: &Cell<usize>,
        row: impl FnMut(&'t str) -> Option<T>,
        end: impl FnOnce(&'t str) -> Option<E>,
    ) -> Option<(Vec<T>, E)> {
        if self.at < known.get() {
            return None;
        }
        let rows = self.while_some(row);
        let end = self.after_empty(|lines| lines.next_if(end));
        if end.is_none() {
            known.set(self.at);
        }
        Some((rows, end?))
    }

    /// Takes empty lines.
    pub(crate) fn skip_empty(&mut self) {
        while self.peek().is_some_and(|line| line.trim().is_empty()) {
            self.at += 1;
        }
    }

    /// Takes empty lines and the lines after them, or none of both.
    pub(crate) fn after_empty<T>(
        &mut self,
        read: impl FnOnce(&mut Lines<'t>) -> Option<T>,
    ) -> Option<T> {
        let mut ahead = *self;
        ahead.skip_empty();
        let value = read(&mut ahead)?;
        *self = ahead;
        Some(value)
    }

    /// Takes `count` lines as one text.
    pub(crate) fn joined(&mut self, count: usize) -> Option<String> {
        let text = self.rest().get(..count)?.join("\n");
        self.at += count;
        Some(text)
    }
}

/// The line that ends a table: `  1 game displayed.`, ` 3 players displayed (of 7). …`,
/// `  2 games displayed (of   3 in progress).`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    /// Number of rows, as the line says.
    pub(crate) shown: usize,
    /// Total number.
    pub(crate) of: Option<usize>,
}

impl Count {
    /// Reads the line that counts items: `game` also matches `games`.
    pub(crate) fn read(line: &str, thing: &str) -> Option<Count> {
        let (count, rest) = line.split_once(" displayed")?;
        let (shown, noun) = count.trim().split_once(' ')?;
        let noun = noun.strip_prefix(thing)?;
        let of = match rest.trim_start().strip_prefix("(of ") {
            None => None,
            Some(rest) => {
                let (of, _) = rest.split_once(')')?;
                Some(of.trim_end_matches(" in progress").trim().parse().ok()?)
            }
        };
        let good =
            matches!(noun, "" | "s") && matches!(rest.bytes().next(), None | Some(b'.' | b' '));
        Some(Count { shown: shown.parse().ok().filter(|_| good)?, of })
    }
}

/// `350` tenths are `35.0`.
pub(crate) fn tenths(n: u32) -> String {
    format!("{}.{}", n / 10, n % 10)
}

/// Reads `35.0` as tenths.
pub(crate) fn from_tenths(text: &str) -> Option<u32> {
    let (whole, tenth) = text.split_once('.')?;
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(tenth.parse().ok()?)
}

/// A notice of several lines.
pub(crate) trait Block: Sized {
    /// Takes its lines; the first one is not empty. On failure, any number of lines may have been
    /// taken.
    fn take(lines: &mut Lines<'_>) -> Option<Self>;

    /// Reads a notice from a whole text, ignoring empty lines around it.
    fn read_all(text: &str) -> Option<Self> {
        let all: Vec<&str> = text.lines().collect();
        let seen = Seen::default();
        let mut lines = Lines::new(&all, &seen);
        lines.skip_empty();
        let value = Self::take(&mut lines)?;
        lines.skip_empty();
        lines.rest().is_empty().then_some(value)
    }
}
