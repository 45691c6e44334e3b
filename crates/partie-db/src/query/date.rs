//! PGN dates, parts of which may be unknown, and ranges of dates.

use std::{fmt, str::FromStr};

use partie_pgn::tags::mend_date;

use super::ParseError;

/// A date of PGN: `1995.06.??`. Without a year nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    /// 1 to 12; 0 if it is not known.
    month: u8,
    /// 1 to 31; 0 if it is not known.
    day: u8,
}

impl FromStr for Date {
    type Err = ParseError;

    /// Reads `YYYY`, `YYYY.MM` or `YYYY.MM.DD` with question marks for what is not
    /// known; dashes and slashes are understood, too.
    fn from_str(text: &str) -> Result<Date, ParseError> {
        read(text)
            .ok_or_else(|| ParseError::from("expected a date, such as 1995.06.21 or 1995.06.??"))
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
    /// Reads the value of a tag, which may be any date that is written as one of PGN
    /// ([`mend_date`]). Where only the year can be read, month and day are not known.
    #[must_use]
    pub fn of_tag(value: &str) -> Option<Date> {
        let year = || value.trim().split(['.', '-', '/']).next();
        read(value).or_else(|| read(&mend_date(value)?)).or_else(|| read(year()?))
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Returns the month, from 1; 0 if it is not known.
    pub(crate) const fn month(self) -> u8 {
        self.month
    }

    /// Returns the day, from 1; 0 if it is not known.
    pub(crate) const fn day(self) -> u8 {
        self.day
    }

    /// Returns a number that grows from day to day: that of the first day that it may be, with 31
    /// days in every month.
    pub(crate) const fn day_number(self) -> u32 {
        let (year, month, day) = self.earliest();
        (year as u32 * 12 + month as u32 - 1) * 31 + day as u32 - 1
    }

    /// Year and month: `1995.06`, or `1995.??`.
    pub(super) fn year_and_month(self) -> String {
        match self.month {
            0 => format!("{:04}.??", self.year),
            month => format!("{:04}.{month:02}", self.year),
        }
    }

    /// Returns true if two dates may be the same day, as far as they are known.
    pub(crate) const fn may_be(self, other: Date) -> bool {
        const fn agree(a: u8, b: u8) -> bool {
            a == 0 || b == 0 || a == b
        }
        self.year == other.year && agree(self.month, other.month) && agree(self.day, other.day)
    }

    /// The first day that it may be.
    const fn earliest(self) -> (u16, u8, u8) {
        (
            self.year,
            if self.month == 0 { 1 } else { self.month },
            if self.day == 0 { 1 } else { self.day },
        )
    }

    /// The last day that it may be.
    const fn latest(self) -> (u16, u8, u8) {
        (
            self.year,
            if self.month == 0 { 12 } else { self.month },
            if self.day == 0 { 31 } else { self.day },
        )
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |n: u8| if n == 0 { "??".to_owned() } else { format!("{n:02}") };
        write!(f, "{:04}.{}.{}", self.year, part(self.month), part(self.day))
    }
}

/// Inclusive range of dates: `1990..1995.06`, `1990..`, `..1995`, `1995.06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    from: Option<Date>,
    to: Option<Date>,
}

impl FromStr for Dates {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Dates, ParseError> {
        let wrong: fn() -> ParseError =
            || "expected a date or a range, such as 1990..1995.06, 1990.. or 1995.06.21".into();
        let date = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse::<Date>().map(Some).map_err(|_| wrong()),
        };
        let (from, to) = match text.split_once("..") {
            Some((from, to)) => (date(from)?, date(to.trim_start_matches('.'))?),
            None => (date(text)?, date(text)?),
        };
        if from.is_none() && to.is_none() {
            return Err(wrong());
        }
        if let (Some(from), Some(to)) = (from, to)
            && from.earliest() > to.latest()
        {
            return Err(format!("{from} is later than {to}").into());
        }
        Ok(Dates { from, to })
    }
}

impl Dates {
    /// Returns true if a date may lie within: what is not known of it may be anything.
    #[must_use]
    pub(crate) fn contain(&self, date: Date) -> bool {
        self.from.is_none_or(|from| date.latest() >= from.earliest())
            && self.to.is_none_or(|to| date.earliest() <= to.latest())
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
            assert_eq!(text.parse::<Date>().map(|d| d.to_string()).as_deref(), Ok(printed));
        }
        for text in ["", "????.??.??", "95.06.21", "1995.13.01", "1995.01.32", "1995.1.1.1", "x"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn stretches_of_time() {
        for (dates, date, inside) in [
            ("1990..1995.06", "1995.06.30", true),
            ("1990..1995.06", "1995.07.01", false),
            ("1990..1995.06", "1989.12.31", false),
            ("1990..1995.06", "1995.??.??", true),
            ("1990.03..", "1990.??.??", true),
            ("1990.03..", "1990.02.28", false),
            ("..1990.03.15", "1990.03.??", true),
            ("..1990.03.15", "1990.04.??", false),
            ("1851.06.21", "1851.06.21", true),
            ("1851", "1851.06.21", true),
            ("1851", "1852.01.01", false),
        ] {
            let stretch = dates.parse::<Dates>().expect(dates);
            assert_eq!(
                stretch.contain(date.parse::<Date>().expect(date)),
                inside,
                "{dates} {date}"
            );
        }
        for dates in ["", "..", "199", "1990...x", "1995..1990"] {
            assert!(dates.parse::<Dates>().is_err(), "{dates}");
        }
    }
}
