//! Ranges of dates.

use std::str::FromStr;

use partie_core::Date;
use partie_pgn::tags::mend_date;

use super::ParseError;

/// Reads the value of a tag, in any spelling of a date that [`mend_date`] accepts. If only the year
/// can be read, month and day are unknown.
#[must_use]
pub fn date_of_tag(value: &str) -> Option<Date> {
    let year = || value.trim().split(['.', '-', '/']).next();
    let read = |text: &str| text.parse().ok();
    read(value).or_else(|| read(&mend_date(value)?)).or_else(|| read(year()?))
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
    /// Returns true if a date may lie within; its unknown parts may have any value.
    pub(crate) fn contain(&self, date: Date) -> bool {
        self.from.is_none_or(|from| date.latest() >= from.earliest())
            && self.to.is_none_or(|to| date.earliest() <= to.latest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
