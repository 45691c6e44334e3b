//! Dates of PGN, of which parts may be unknown.

use std::fmt;

/// A date of PGN: `1995.06.??`. Without a year nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    year: u16,
    /// 1 to 12; 0 if it is not known.
    month: u8,
    /// 1 to 31; 0 if it is not known.
    day: u8,
}

impl Date {
    /// Reads `YYYY`, `YYYY.MM` or `YYYY.MM.DD` with question marks for what is not
    /// known; dashes and slashes are understood, too.
    pub(crate) fn parse(text: &str) -> Option<Date> {
        let mut parts = text.trim().split(['.', '-', '/']);
        let year = parts.next()?;
        if year.len() != 4 || !year.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut part = |most: u8| match parts.next() {
            None => Some(0),
            Some(p) if p.bytes().all(|b| b == b'?') => Some(0),
            Some(p) => p.parse::<u8>().ok().filter(|n| *n <= most),
        };
        let (month, day) = (part(12)?, part(31)?);
        let date = Date { year: year.parse().ok()?, month, day };
        (parts.next().is_none() && date.year > 0).then_some(date)
    }

    /// The year.
    pub(crate) const fn year(self) -> u16 {
        self.year
    }

    /// Year and month: `1995.06`, or `1995.??`.
    pub(crate) fn year_and_month(self) -> String {
        match self.month {
            0 => format!("{:04}.??", self.year),
            month => format!("{:04}.{month:02}", self.year),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |n: u8| if n == 0 { "??".to_owned() } else { format!("{n:02}") };
        write!(f, "{:04}.{}.{}", self.year, part(self.month), part(self.day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_and_print() {
        for (text, printed) in [
            ("1995.06.21", "1995.06.21"),
            ("1995.06.??", "1995.06.??"),
            ("1995.??.??", "1995.??.??"),
            ("1995", "1995.??.??"),
            ("1995-6-1", "1995.06.01"),
        ] {
            assert_eq!(Date::parse(text).map(|d| d.to_string()).as_deref(), Some(printed));
        }
        for text in ["", "????.??.??", "95.06.21", "1995.13.01", "1995.01.32", "1995.1.1.1", "x"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
