//! Ratings as chess servers print them.
use serde::{Deserialize, Serialize};

use std::fmt;

/// A rating as it stands in brackets after a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rating {
    /// Not given.
    #[default]
    None,
    /// `----` or `0`: a registered player without a rating.
    Unrated,
    /// `++++`: a guest.
    Guest,
    /// `UNR`: unregistered, in lists of moves.
    Unregistered,
    /// A settled rating: `1586`.
    Settled(u16),
    /// An estimated one: `1586E`.
    Estimated(u16),
    /// A provisional one: `1586P`.
    Provisional(u16),
}

impl Rating {
    /// Reads a rating, with its brackets or without.
    #[must_use]
    pub fn parse(text: &str) -> Rating {
        let text = text.trim().trim_start_matches('(').trim_end_matches(')').trim();
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let number = digits.parse::<u16>().ok();
        match (text, number, &text[digits.len()..]) {
            ("----" | "0" | "NONE" | "none", ..) => Rating::Unrated,
            ("++++", ..) => Rating::Guest,
            ("UNR", ..) => Rating::Unregistered,
            (_, Some(n), "") => Rating::Settled(n),
            (_, Some(n), "E" | "e") => Rating::Estimated(n),
            (_, Some(n), "P" | "p") => Rating::Provisional(n),
            _ => Rating::None,
        }
    }

    /// The number, if there is one.
    #[must_use]
    pub const fn number(self) -> Option<u16> {
        match self {
            Rating::Settled(n) | Rating::Estimated(n) | Rating::Provisional(n) => Some(n),
            _ => None,
        }
    }

    /// Returns the value of PGN's Elo tags: the number, `-` for players without one, and `None` if
    /// it is unknown.
    #[must_use]
    pub fn as_pgn(self) -> Option<String> {
        match self {
            Rating::None => None,
            Rating::Unrated | Rating::Guest | Rating::Unregistered => Some("-".to_owned()),
            rated => rated.number().map(|n| n.to_string()),
        }
    }

    /// The rating of a PGN Elo tag.
    #[must_use]
    pub fn from_pgn(value: Option<&str>) -> Rating {
        match value.map(str::trim) {
            None | Some("" | "?") => Rating::None,
            Some("-") => Rating::Guest,
            Some(text) => Rating::parse(text),
        }
    }

    /// Returns the rating as in `<g1>`: `0` for players without one.
    pub(crate) fn bare(self) -> String {
        match self {
            Rating::None | Rating::Unrated | Rating::Guest | Rating::Unregistered => "0".to_owned(),
            rated => rated.to_string(),
        }
    }
}

impl fmt::Display for Rating {
    /// Writes the rating as between the brackets after a name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rating::None | Rating::Unrated => f.write_str("----"),
            Rating::Guest => f.write_str("++++"),
            Rating::Unregistered => f.write_str("UNR"),
            Rating::Settled(n) => write!(f, "{n}"),
            Rating::Estimated(n) => write!(f, "{n}E"),
            Rating::Provisional(n) => write!(f, "{n}P"),
        }
    }
}
