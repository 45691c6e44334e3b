//! Files that list replacements of spellings.

use std::{collections::BTreeMap, error::Error, fmt, str::FromStr};

use super::Field;
use crate::query::ParseError;

/// Old spellings and the new ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpellingMap(BTreeMap<(Field, String), String>);

/// Reason why a map cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpellingMapError {
    /// The line, from 1.
    pub line: usize,
    /// Description of the error.
    pub wrong: String,
}

impl fmt::Display for SpellingMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.wrong)
    }
}

impl Error for SpellingMapError {}

impl FromStr for SpellingMap {
    type Err = SpellingMapError;

    /// Reads a file.
    fn from_str(text: &str) -> Result<SpellingMap, SpellingMapError> {
        let mut map = SpellingMap::default();
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |wrong: String| SpellingMapError { line: number + 1, wrong };
            let mut columns = line.split('\t').map(str::trim);
            let (word, old, new) = (columns.next(), columns.next(), columns.next());
            let (Some(word), Some(old), Some(new)) = (word, old, new) else {
                return Err(wrong("expected three columns separated by tabs".to_owned()));
            };
            let field: Field = word.parse().map_err(|e: ParseError| wrong(e.to_string()))?;
            let (old, new) = (unescaped(old), unescaped(new));
            if old.is_empty() || new.is_empty() {
                return Err(wrong("a spelling is missing".to_owned()));
            }
            if let Some(other) = map.0.insert((field, old.clone()), new.clone())
                && other != new
            {
                return Err(wrong(format!("`{old}` is mapped to both `{other}` and `{new}`")));
            }
        }
        Ok(map)
    }
}

impl SpellingMap {
    /// Header of a file.
    pub const HEAD: &str = "\
# Spellings, for `partie names --apply`. Columns separated by tabs: what it is (player, event
# or site), the old spelling, the new one; the rest is informational. A line that begins
# with # does not count: put one before what you do not want.
";

    /// Returns a line of a file; the columns after the new spelling are for readers.
    #[must_use]
    pub fn line(field: Field, old: &str, new: &str, notes: &[&str]) -> String {
        let mut columns = vec![field.to_string(), escaped(old), escaped(new)];
        columns.extend(notes.iter().map(|column| escaped(column)));
        columns.join("\t")
    }

    /// Returns the new spelling of an old one.
    #[must_use]
    pub fn get(&self, field: Field, old: &str) -> Option<&str> {
        self.0.get(&(field, old.to_owned())).map(String::as_str).filter(|new| *new != old)
    }

    /// Returns the number of replacements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().filter(|((_, old), new)| old != *new).count()
    }

    /// Returns true if there are no replacements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', r"\\").replace('\t', r"\t").replace('\n', r"\n").replace('\r', r"\r")
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('t') => out.push('\t'),
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn maps() {
        let text = format!(
            "\u{feff}{}\n# player\tA\tB\nplayer\tReti,R\tRéti, Richard\t12\tlikely\r\nsite\tX\tY",
            SpellingMap::HEAD
        );
        let map = text.parse::<SpellingMap>().expect("a map");
        assert_eq!(map.get(Field::Player, "Reti,R"), Some("Réti, Richard"));
        assert_eq!((map.get(Field::Event, "X"), map.get(Field::Site, "X")), (None, Some("Y")));
        assert_eq!((map.get(Field::Player, "A"), map.len()), (None, 2));
        for (text, wrong) in [
            ("player\tA", "line 1: expected three columns separated by tabs"),
            ("\nplayers\tA\tB", "line 2: expected player, event or site, but found `players`"),
            ("site\tA\t\t3", "line 1: a spelling is missing"),
            ("site\tA\tB\nsite\tA\tC", "line 2: `A` is mapped to both `B` and `C`"),
        ] {
            assert_eq!(
                text.parse::<SpellingMap>().map_err(|e| e.to_string()),
                Err(wrong.to_owned())
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(old in "[^\\s#]([^\u{0}]*[^\\s])?", new in "[^\\s]([^\u{0}]*[^\\s])?") {
            let line = SpellingMap::line(Field::Event, &old, &new, &["why"]);
            prop_assume!(!line.contains(['\u{b}', '\u{c}']) );
            let map = line.parse::<SpellingMap>().expect("a map");
            prop_assert_eq!(map.get(Field::Event, &old), Some(new.as_str()).filter(|n| *n != old));
        }
    }
}
