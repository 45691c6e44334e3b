//! Years and months that users name.

use std::str::FromStr;

use super::ParseError;

/// A year, or a month of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearMonth {
    /// The year.
    pub year: u16,
    /// The month, from 1; `None` if only the year is given.
    pub month: Option<u8>,
}

impl FromStr for YearMonth {
    type Err = ParseError;

    /// Parses `2000`, `2000-05` or `2000/05`.
    fn from_str(text: &str) -> Result<YearMonth, ParseError> {
        let (year, month) = match text.split_once(['-', '/']) {
            Some((year, month)) => (year, Some(month)),
            None => (text, None),
        };
        let read = || {
            let month = month.map(str::parse).transpose().ok()?;
            let is_month = month.is_none_or(|month| (1..=12).contains(&month));
            is_month.then_some(YearMonth { year: year.parse().ok()?, month })
        };
        read().ok_or_else(|| "expected a year or a month, such as 2000 or 2000-05".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_and_months() {
        for (text, expected) in [
            ("2000", Some((2000, None))),
            ("2000-05", Some((2000, Some(5)))),
            ("1851/6", Some((1851, Some(6)))),
            ("2000-00", None),
            ("2000-13", None),
            ("2000-", None),
            ("2000-05-01", None),
            ("", None),
        ] {
            let read = text.parse::<YearMonth>().ok().map(|read| (read.year, read.month));
            assert_eq!(read, expected, "{text}");
        }
    }
}
