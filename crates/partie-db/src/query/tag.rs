//! Tests of single tags: `WhiteElo>=2700`.

use std::cmp::Ordering;

use partie_core::Date;

use super::{ParseError, date::date_of_tag, subject::Subject, text};
use crate::folding::folded;

/// A test of a tag.
#[derive(Clone, Debug)]
pub struct TagTest {
    name: String,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    Present,
    Equal(String),
    Unequal(String),
    Contains(text::Text),
    Compared(Operator, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Less,
    AtMost,
    More,
    AtLeast,
}

impl TagTest {
    /// Reads `NAME`, or a name and a value with one of `= != ~ < <= > >=` between them;
    /// `~` looks for a part of the value, or a regular expression.
    ///
    /// # Errors
    ///
    /// No name of a tag, an unknown sign, or a regular expression that is none.
    pub fn parse(text: &str, regex: bool) -> Result<TagTest, ParseError> {
        let end = text.find(['=', '!', '~', '<', '>']).unwrap_or(text.len());
        let (name, rest) = (text[..end].trim(), &text[end..]);
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err("expected a tag and an optional value, such as Annotator, Round=1, WhiteElo>=2700 or Event~Open"
                .into());
        }
        let trimmed = |value: &str| folded(value.trim());
        let compared = |operator, value: &str| Test::Compared(operator, value.trim().to_owned());
        let starts =
            [("!=", 2), ("<=", 2), (">=", 2), ("==", 2), ("=", 1), ("~", 1), ("<", 1), (">", 1)];
        let operator = starts.iter().find(|(sign, _)| rest.starts_with(sign));
        let test = match operator {
            None if rest.is_empty() => Test::Present,
            None => return Err(format!("expected = != ~ < <= > or >=, but found `{rest}`").into()),
            Some((sign, length)) => {
                let value = &rest[*length..];
                match *sign {
                    "!=" => Test::Unequal(trimmed(value)),
                    "=" | "==" => Test::Equal(trimmed(value)),
                    "~" => Test::Contains(text::Text::new(value.trim(), regex)?),
                    "<" => compared(Operator::Less, value),
                    "<=" => compared(Operator::AtMost, value),
                    ">" => compared(Operator::More, value),
                    _ => compared(Operator::AtLeast, value),
                }
            }
        };
        Ok(TagTest { name: name.to_owned(), test })
    }

    /// A test for all of a value, in capital or small letters.
    #[must_use]
    pub fn equal(name: &str, value: &str) -> TagTest {
        TagTest { name: name.to_owned(), test: Test::Equal(folded(value.trim())) }
    }

    /// Returns true if a game matches. A missing tag is unequal to any value.
    pub(crate) fn holds(&self, game: &impl Subject) -> bool {
        let value = game.tag(&self.name).or_else(|| {
            let mut tags = game.tags();
            tags.find(|(name, _)| name.eq_ignore_ascii_case(&self.name)).map(|(_, value)| value)
        });
        match &self.test {
            Test::Present => value.is_some(),
            Test::Equal(wanted) => value.is_some_and(|v| folded(v.trim()) == *wanted),
            Test::Unequal(wanted) => value.is_none_or(|v| folded(v.trim()) != *wanted),
            Test::Contains(text) => value.is_some_and(|v| text.is_in(v)),
            Test::Compared(operator, bound) => value
                .and_then(|value| compare(value.trim(), bound))
                .is_some_and(|order| match operator {
                    Operator::Less => order.is_lt(),
                    Operator::AtMost => order.is_le(),
                    Operator::More => order.is_gt(),
                    Operator::AtLeast => order.is_ge(),
                }),
        }
    }
}

/// Compares as numbers if both are, as dates if the bound is one, else as words. A text cannot be
/// compared with a number.
pub(super) fn compare(value: &str, bound: &str) -> Option<Ordering> {
    let number = bound.parse::<f64>();
    if let (Ok(value), Ok(bound)) = (value.parse::<f64>(), &number) {
        return value.partial_cmp(bound);
    }
    if let Ok(bound) = bound.parse::<Date>() {
        return Some(date_of_tag(value)?.cmp(&bound));
    }
    if number.is_ok() {
        return None;
    }
    (!matches!(value, "" | "?")).then(|| folded(value).cmp(&folded(bound)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    #[test]
    fn tests_of_tags() {
        let game = sample(
            "[Event \"Wijk aan Zee\"]\n[Round \"9.2\"]\n[WhiteElo \"2850\"]\n[BlackElo \"?\"]\n\
             [Date \"1999.01.20\"]\n[White \"Réti\"]\n\n*",
        );
        for (test, holds) in [
            ("Event", true),
            ("Annotator", false),
            ("event=wijk aan zee", true),
            ("Event=Wijk", false),
            ("Event!=Wijk", true),
            ("Annotator!=me", true),
            ("Annotator=me", false),
            ("Event~aan", true),
            ("WhiteElo>=2850", true),
            ("WhiteElo > 2850", false),
            ("WhiteElo<900", false),
            ("BlackElo<3000", false),
            ("BlackElo>0", false),
            ("Round>9", true),
            ("Round<9.10", false),
            ("Date<1999.02", true),
            ("Date>=1999.01.20", true),
            ("White>=Reti", true),
            ("White<Sz", true),
        ] {
            let read = TagTest::parse(test, false).expect(test);
            assert_eq!(read.holds(&game), holds, "{test}");
        }
        let odd = sample("[Event \"=1 ~Open\"]\n\n*");
        for (value, holds) in [("=1 ~open", true), ("1 ~Open", false), ("=1 ~Op", false)] {
            assert_eq!(TagTest::equal("Event", value).holds(&odd), holds, "{value}");
        }
        assert!(TagTest::parse("Event~^wijk .*e$", true).expect("regex").holds(&game));
        for test in ["", "=x", "White Elo=3", "Event!x"] {
            assert!(TagTest::parse(test, false).is_err(), "{test}");
        }
    }
}
