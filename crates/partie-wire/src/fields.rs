//! Fields of notices: names, numbers, texts.

use crate::style12::Rating;
use serde::{Deserialize, Serialize};

use crate::template::Field;

/// Implements [`Field`] by `Display`, a reader and samples.
macro_rules! by_display {
    ($($type:ty: $take:expr, $samples:expr;)*) => {
        $(
            impl $crate::template::Field for $type {
                fn put(&self, out: &mut String) {
                    use std::fmt::Write as _;
                    let _ = write!(out, "{self}");
                }

                fn take(text: &str) -> Option<Self> {
                    let take: fn(&str) -> Option<Self> = $take;
                    take(text)
                }

                #[inline]
                fn samples() -> Vec<Self> {
                    $samples
                }
            }
        )*
    };
}
pub(crate) use by_display;

/// Reads a number as a server writes it: `+7` and `007` are none.
pub(crate) fn exact<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

by_display! {
    u16: exact, vec![1, 0, 53];
    u32: exact, vec![1, 0, 4711];
    u64: exact, vec![1, 0, 4711];
    i32: exact, vec![1, 0, -12];
    i64: exact, vec![1, 0, -12];
}

/// A handle as a server spells it: letters only; ICC and others allow digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Name(pub String);

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(text.to_owned())
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name(text)
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Field for Name {
    fn put(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn take(text: &str) -> Option<Name> {
        let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (!text.is_empty() && text.len() <= 20 && text.chars().all(good)).then(|| text.into())
    }

    #[inline]
    fn samples() -> Vec<Name> {
        vec!["Boris".into(), "GuestABCD".into(), "abc".into()]
    }
}

/// A name with its titles, `relay(*)(TD)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Titled {
    /// The handle.
    pub name: String,
    /// The titles as printed, with their parentheses; may be empty.
    pub titles: String,
}

impl Field for Titled {
    fn put(&self, out: &mut String) {
        out.push_str(&self.name);
        out.push_str(&self.titles);
    }

    fn take(text: &str) -> Option<Titled> {
        let end = text.find('(').unwrap_or(text.len());
        let (name, titles) = text.split_at(end);
        Name::take(name)?;
        let inside = titles.strip_prefix('(').map(|t| t.strip_suffix(')'));
        let good = match inside {
            None => true,
            Some(None) => false,
            Some(Some(all)) => all.split(")(").all(|t| {
                matches!(t.len(), 1..=3) && t.chars().all(|c| c.is_ascii_uppercase() || c == '*')
            }),
        };
        good.then(|| Titled { name: name.to_owned(), titles: titles.to_owned() })
    }

    #[inline]
    fn samples() -> Vec<Titled> {
        [("Boris", ""), ("GuestABCD", "(U)"), ("relay", "(*)(TD)")]
            .map(|(name, titles)| Titled { name: name.to_owned(), titles: titles.to_owned() })
            .into()
    }
}

/// A date as a server writes it: `Fri Nov 20, 23:38 UTC 2026`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Date(pub String);

impl Field for Date {
    fn put(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn take(text: &str) -> Option<Date> {
        let day = text.split(' ').next()?;
        let known = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].contains(&day);
        (known && text.split_ascii_whitespace().count() == 6).then(|| Date(text.to_owned()))
    }

    #[inline]
    fn samples() -> Vec<Date> {
        ["Fri Nov 20, 23:38 UTC 2026", "Sun Feb  1, 00:00 PST 2026"].map(|d| Date(d.into())).into()
    }
}

impl Field for Rating {
    fn put(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }

    fn take(text: &str) -> Option<Rating> {
        let good = text == "++++"
            || text == "----"
            || (text.trim_end_matches(['E', 'P']).parse::<u16>().is_ok() && text.len() <= 5);
        let rating = good.then(|| Rating::parse(text))?;
        (rating.to_string() == text).then_some(rating)
    }

    #[inline]
    fn samples() -> Vec<Rating> {
        vec![Rating::parse("1670"), Rating::parse("++++"), Rating::parse("1586E")]
    }
}

/// Free text of one line: what a player says, a reason. For several lines see [`Prose`].
impl Field for String {
    fn put(&self, out: &mut String) {
        out.push_str(self);
    }

    fn take(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[inline]
    fn samples() -> Vec<String> {
        vec!["Hello, world".into(), "a: b (c) \"d\".".into(), "x".into()]
    }
}

/// Free text of one line or more, at the end of a wording: a piece of news.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prose(pub String);

impl From<String> for Prose {
    fn from(text: String) -> Prose {
        Prose(text)
    }
}

impl Field for Prose {
    fn goes_on() -> bool {
        true
    }

    fn put(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn take(text: &str) -> Option<Prose> {
        Some(Prose(text.to_owned()))
    }

    #[inline]
    fn samples() -> Vec<Prose> {
        ["One line.", "Several:\n\nthree,\nfour."].map(|text| Prose(text.into())).into()
    }
}

/// A number with its noun: `1 ad`, `2 ads`.
#[macro_export]
macro_rules! counted {
    ($($(#[$meta:meta])* $name:ident = $one:literal, $many:literal);* $(;)?) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[derive(serde::Serialize, serde::Deserialize)]
            pub struct $name(
                /// The number.
                pub usize,
            );

            impl $crate::template::Field for $name {
                fn put(&self, out: &mut String) {
                    use std::fmt::Write as _;
                    let _ = write!(out, "{} {}", self.0, if self.0 == 1 { $one } else { $many });
                }

                fn take(text: &str) -> Option<Self> {
                    let (number, noun) = text.split_once(' ')?;
                    let number = number.parse().ok()?;
                    (noun == if number == 1 { $one } else { $many }).then_some(Self(number))
                }

                #[inline]
                fn samples() -> Vec<Self> {
                    vec![Self(1), Self(0), Self(42)]
                }
            }
        )*
    };
}

counted! {
    /// Players, as `who` counts them.
    Players = "player", "players";
    /// Moves, as an examiner goes.
    Moves = "move", "moves";
    /// Seconds.
    Seconds = "second", "seconds";
    /// Games.
    Games = "game", "games";
    /// Openings.
    Openings = "opening", "openings";
    /// Partners in bughouse.
    Partnerships = "partnership", "partnerships";
    /// Number of passes that a player may grant the giver of a simul.
    Passes = "pass", "passes";
}
