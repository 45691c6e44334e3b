//! Notices of several lines, taken from the front of a text.

use std::cell::Cell;

/// Up to where rows of tables were seen that have no last line, so that nobody looks again
/// at each of them: long texts take no more time than they must.
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

    /// Those that were not taken.
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

    /// Takes the next line if something can be made of it.
    pub(crate) fn next_if<T>(&mut self, read: impl FnOnce(&'t str) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.at += 1;
        Some(value)
    }

    /// Takes lines as long as something can be made of them.
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

    /// Takes so many lines as one text.
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
    /// Of how many.
    pub(crate) of: Option<usize>,
}

impl Count {
    /// Reads the line that counts such things: `game` stands for `games`, too.
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
    /// Takes its lines, of which the first is not empty. Where the lines are none such,
    /// it does not matter how many were taken.
    fn take(lines: &mut Lines<'_>) -> Option<Self>;

    /// The notice of a text that holds nothing else; empty lines around it do not count.
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
