//! Dates of games, whose month and day may be unknown.

use std::{error::Error, fmt, str::FromStr};

/// A date as PGN has it: `1995.06.??`. Without a year nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    /// 1 to 12; 0 if it is not known.
    month: u8,
    /// 1 to 31; 0 if it is not known.
    day: u8,
}

/// A text that is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidDate;

impl fmt::Display for InvalidDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a date, such as 1995.06.21 or 1995.06.??")
    }
}

impl Error for InvalidDate {}

impl FromStr for Date {
    type Err = InvalidDate;

    /// Reads `YYYY`, `YYYY.MM` or `YYYY.MM.DD` with question marks for unknown parts; dashes and
    /// slashes are accepted, too.
    fn from_str(text: &str) -> Result<Date, InvalidDate> {
        read(text).ok_or(InvalidDate)
    }
}

fn read(text: &str) -> Option<Date> {
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

impl Date {
    /// Makes the date of a month, from 1, or of a year if it is 0. `None` if there is no such date.
    #[must_use]
    pub const fn of_month(year: u16, month: u8) -> Option<Date> {
        if year > 0 && year <= 9999 && month <= 12 {
            Some(Date { year, month, day: 0 })
        } else {
            None
        }
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Returns the month, from 1; 0 if it is not known.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Returns the day, from 1; 0 if it is not known.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// Returns the date of ISO 8601, up to the first part that is not known: `1995-06`.
    ///
    /// ```
    /// let date: partie_core::Date = "1995.6.??".parse()?;
    /// assert_eq!((date.to_string(), date.iso()), ("1995.06.??".to_owned(), "1995-06".to_owned()));
    /// # Ok::<(), partie_core::date::InvalidDate>(())
    /// ```
    #[must_use]
    pub fn iso(self) -> String {
        let Date { year, month, day } = self;
        match (month, day) {
            (0, _) => format!("{year:04}"),
            (_, 0) => format!("{year:04}-{month:02}"),
            _ => format!("{year:04}-{month:02}-{day:02}"),
        }
    }

    /// Returns a number that grows from day to day, counting 31 days in every month. An unknown
    /// month or day counts as the first.
    #[must_use]
    pub const fn day_number(self) -> u32 {
        let Date { year, month, day } = self.earliest();
        (year as u32 * 12 + month as u32 - 1) * 31 + day as u32 - 1
    }

    /// Returns true if two dates may be the same day, as far as they are known.
    #[must_use]
    pub const fn may_be(self, other: Date) -> bool {
        const fn agree(a: u8, b: u8) -> bool {
            a == 0 || b == 0 || a == b
        }
        self.year == other.year && agree(self.month, other.month) && agree(self.day, other.day)
    }

    /// Returns the first day that it may be.
    #[must_use]
    pub const fn earliest(self) -> Date {
        self.filled(1, 1)
    }

    /// Returns the last day that it may be.
    #[must_use]
    pub const fn latest(self) -> Date {
        self.filled(12, 31)
    }

    /// Fills in unknown parts.
    const fn filled(self, month: u8, day: u8) -> Date {
        Date {
            year: self.year,
            month: if self.month == 0 { month } else { self.month },
            day: if self.day == 0 { day } else { self.day },
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
        for (text, printed, iso) in [
            ("1995.06.21", "1995.06.21", "1995-06-21"),
            ("1995.06.??", "1995.06.??", "1995-06"),
            ("1995.??.??", "1995.??.??", "1995"),
            ("1995.??.21", "1995.??.21", "1995"),
            ("1995", "1995.??.??", "1995"),
            ("1995-6-1", "1995.06.01", "1995-06-01"),
            ("0872/11", "0872.11.??", "0872-11"),
        ] {
            let date = text.parse::<Date>().expect(text);
            assert_eq!((&*date.to_string(), &*date.iso()), (printed, iso), "{text}");
        }
        for text in ["", "????.??.??", "95.06.21", "1995.13.01", "1995.01.32", "1995.1.1.1", "x"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        assert_eq!(Date::of_month(1995, 6), "1995.06".parse().ok());
        assert_eq!((Date::of_month(1995, 13), Date::of_month(0, 1)), (None, None));
    }
}
