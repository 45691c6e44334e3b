//! Styles of boards.

use std::str::FromStr;

use partie_core::UnknownName;

/// The style of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// A drawn board, as style 1 of FICS.
    #[default]
    Drawn,
    /// One of the others that FICS numbers, 2 to 11.
    Numbered(u8),
    /// One line a board, for programs: style 12.
    Twelve,
    /// Sentences, to be spoken.
    Speech,
}

/// Reads a number from 1 to 12, or `speech`.
impl FromStr for Style {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Style, UnknownName> {
        match name.parse() {
            Ok(1u8) => Ok(Style::Drawn),
            Ok(n @ 2..=11) => Ok(Style::Numbered(n)),
            Ok(12) => Ok(Style::Twelve),
            _ if name.eq_ignore_ascii_case("speech") => Ok(Style::Speech),
            _ => Err(UnknownName::new("a style of boards", name)),
        }
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Style::Drawn => f.write_str("1"),
            Style::Numbered(n) => write!(f, "{n}"),
            Style::Twelve => f.write_str("12"),
            Style::Speech => f.write_str("speech"),
        }
    }
}
