//! Moments and spans of time, and how a server writes them.
//!
//! Time is an argument everywhere: nothing here looks at a clock.

use std::{
    fmt,
    ops::{Add, AddAssign, Neg, Sub, SubAssign},
};

use partie_core::time::ClockTime;
use partie_core::time::clock_milliseconds;
use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, PrimitiveDateTime};

pub use crate::zone::Zone;

/// A moment: milliseconds since 1970-01-01 00:00 UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Tick(pub i64);

/// A span of time in milliseconds; it may be negative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span(pub i64);

impl Span {
    /// The empty span.
    pub const ZERO: Span = Span(0);

    /// Makes a span of seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Span {
        Span(seconds.saturating_mul(1000))
    }

    /// Makes a span of minutes.
    #[must_use]
    pub const fn minutes(minutes: i64) -> Span {
        Span::seconds(minutes.saturating_mul(60))
    }

    /// Makes a span of hours.
    pub(crate) const fn hours(hours: i64) -> Span {
        Span::minutes(hours.saturating_mul(60))
    }

    /// Makes a span of days of 24 hours.
    #[must_use]
    pub const fn days(days: i64) -> Span {
        Span::hours(days.saturating_mul(24))
    }

    /// The time of a clock: `1:02:03`, `2:03`, `63`, with milliseconds as in `2:03.250`.
    ///
    /// ```
    /// use partie_ics::time::Span;
    /// assert_eq!(Span::of_clock("1:02:03.5"), Some(Span(3_723_500)));
    /// assert_eq!(Span::of_clock("1:2:3:4"), None);
    /// ```
    #[must_use]
    pub fn of_clock(text: &str) -> Option<Span> {
        let short = text.split([':', '.']).all(|part| part.len() <= 4);
        let plain = short && !text.contains(['-', ',']);
        clock_milliseconds(text).filter(|_| plain).map(Span)
    }

    /// The whole seconds in it; a rest is cut off towards the past.
    pub(crate) const fn whole_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Formats the span in words, without zero parts: `2 hours, 3 minutes, 4 seconds`. Less than a
    /// second (and any negative span) is `0 seconds`.
    ///
    /// ```
    /// use partie_ics::time::Span;
    /// assert_eq!(Span::seconds(7384).words(), "2 hours, 3 minutes, 4 seconds");
    /// ```
    #[must_use]
    pub fn words(self) -> String {
        self.in_units(["day", "hour", "minute", "second"])
    }

    /// The span in short words: `2 hrs, 3 mins, 4 secs`.
    pub(crate) fn short_words(self) -> String {
        self.in_units(["day", "hr", "min", "sec"])
    }

    fn in_units(self, units: [&str; 4]) -> String {
        let seconds = self.whole_seconds().max(0);
        let counts = [seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60];
        let parts: Vec<String> = counts
            .into_iter()
            .zip(units)
            .filter(|(count, _)| *count > 0)
            .map(|(count, unit)| format!("{count} {unit}{}", if count == 1 { "" } else { "s" }))
            .collect();
        if parts.is_empty() { format!("0 {}s", units[3]) } else { parts.join(", ") }
    }
}

/// Implements operators that stop at the ends of time.
macro_rules! operators {
    ($($operator:ident $method:ident $saturating:ident: $left:ident, $right:ident = $result:ident;)*) => {$(
        impl $operator<$right> for $left {
            type Output = $result;

            fn $method(self, other: $right) -> $result {
                $result(self.0.$saturating(other.0))
            }
        }
    )*};
}

operators! {
    Add add saturating_add: Span, Span = Span;
    Sub sub saturating_sub: Span, Span = Span;
    Add add saturating_add: Tick, Span = Tick;
    Sub sub saturating_sub: Tick, Span = Tick;
    Sub sub saturating_sub: Tick, Tick = Span;
}

impl Neg for Span {
    type Output = Span;

    fn neg(self) -> Span {
        Span(self.0.saturating_neg())
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl SubAssign for Span {
    fn sub_assign(&mut self, other: Span) {
        *self = *self - other;
    }
}

impl From<Span> for ClockTime {
    fn from(span: Span) -> ClockTime {
        ClockTime(span.0)
    }
}

impl From<ClockTime> for Span {
    fn from(time: ClockTime) -> Span {
        Span(time.0)
    }
}

/// A moment on the calendar of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Civil {
    /// Local date and time.
    pub(crate) time: PrimitiveDateTime,
    /// The letters of the zone as it is then: `PST`, `PDT`.
    zone: &'static str,
}

/// The first and last seconds that are dated, since 1970; a day within the years that `time` knows,
/// so that every zone has them.
const DATED: (i64, i64) = (-377_705_030_400, 253_402_214_400);

impl Tick {
    /// The moment on a zone's calendar; one before or after all calendars is at their end.
    pub(crate) fn civil(self, zone: Zone) -> Civil {
        let seconds = self.0.div_euclid(1000).clamp(DATED.0, DATED.1);
        let utc =
            OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let (offset, zone) = zone.at(utc);
        let there = utc.to_offset(offset);
        Civil { time: PrimitiveDateTime::new(there.date(), there.time()), zone }
    }

    /// The date as an ICS writes it: `Fri Nov 20, 23:38 UTC 2026`.
    ///
    /// ```
    /// use partie_ics::time::{Tick, Zone};
    /// let tick = Tick(1_795_217_880_000);
    /// assert_eq!(tick.ics(Zone::SERVER), "Fri Nov 20, 23:38 UTC 2026");
    /// ```
    #[must_use]
    pub fn ics(self, zone: Zone) -> String {
        self.civil(zone).to_string()
    }

    /// The value of PGN's tag `UTCDate` (or `Date`, in a zone's calendar): `2026.11.20`.
    #[must_use]
    pub fn pgn_date(self, zone: Zone) -> String {
        let date = self.civil(zone).time;
        format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
    }

    /// The value of PGN's tag `UTCTime` (or `Time`, in a zone's calendar): `23:38:00`.
    #[must_use]
    pub fn pgn_time(self, zone: Zone) -> String {
        let (hour, minute, second) = self.civil(zone).time.as_hms();
        format!("{hour:02}:{minute:02}:{second:02}")
    }
}

impl Civil {
    /// The three letters of the day of the week.
    pub(crate) fn weekday(&self) -> String {
        format!("{:.3}", self.time.weekday().to_string())
    }

    /// The three letters of the month.
    pub(crate) fn month(&self) -> String {
        format!("{:.3}", self.time.month().to_string())
    }
}

impl fmt::Display for Civil {
    /// `Fri Nov 20, 23:38 UTC 2026`; a day of one digit has a space before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (weekday, month) = (self.weekday(), self.month());
        let (day, year) = (self.time.day(), self.time.year());
        let (hour, minute, _) = self.time.as_hms();
        write!(f, "{weekday} {month} {day:2}, {hour:02}:{minute:02} {} {year}", self.zone)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The moment of a year, month, day, hour and minute in UTC.
    fn utc((year, month, day, hour, minute): (i32, u8, u8, u8, u8)) -> Tick {
        let month = time::Month::try_from(month).expect("a month");
        let date = time::Date::from_calendar_date(year, month, day).expect("a date");
        let time = date.with_hms(hour, minute, 0).expect("a time").assume_utc();
        Tick(time.unix_timestamp() * 1000)
    }

    #[test]
    fn dates() {
        for (tick, zone, text) in [
            (0, "UTC", "Thu Jan  1, 00:00 UTC 1970"),
            (-1, "UTC", "Wed Dec 31, 23:59 UTC 1969"),
            (951_782_400_000, "GMT", "Tue Feb 29, 00:00 GMT 2000"),
            (1_795_217_880_000, "SERVER", "Fri Nov 20, 23:38 UTC 2026"),
            (1_795_217_880_000, "PST", "Fri Nov 20, 15:38 PST 2026"),
            (1_795_217_880_000, "CET", "Sat Nov 21, 00:38 CET 2026"),
            (1_795_217_880_000, "EST5EDT", "Fri Nov 20, 18:38 EST 2026"),
            (1_795_217_880_000, "IST", "Sat Nov 21, 05:08 IST 2026"),
            (4_107_542_400_000, "UTC", "Mon Mar  1, 00:00 UTC 2100"),
        ] {
            let zone = zone.parse::<Zone>().expect(zone);
            assert_eq!(Tick(tick).ics(zone), text);
        }
        let tick = utc((2026, 1, 2, 3, 4)) + Span::seconds(5);
        assert_eq!(tick.pgn_date(Zone::UTC), "2026.01.02");
        assert_eq!(tick.pgn_time(Zone::UTC), "03:04:05");
    }

    #[test]
    fn summer_and_winter() {
        for (zone, moment, text) in [
            // The days of the changes, a second before and at them.
            ("CET", (2026, 3, 29, 0, 59), "Sun Mar 29, 01:59 CET 2026"),
            ("CET", (2026, 3, 29, 1, 0), "Sun Mar 29, 03:00 CEST 2026"),
            ("CET", (2026, 10, 25, 0, 59), "Sun Oct 25, 02:59 CEST 2026"),
            ("CET", (2026, 10, 25, 1, 0), "Sun Oct 25, 02:00 CET 2026"),
            ("GB", (2027, 3, 28, 1, 0), "Sun Mar 28, 02:00 BST 2027"),
            ("MET", (2024, 7, 1, 12, 0), "Mon Jul  1, 14:00 MEST 2024"),
            ("EET", (2024, 1, 1, 12, 0), "Mon Jan  1, 14:00 EET 2024"),
            ("CET", (1995, 7, 1, 12, 0), "Sat Jul  1, 13:00 CET 1995"),
            ("EST5EDT", (2026, 3, 8, 6, 59), "Sun Mar  8, 01:59 EST 2026"),
            ("EST5EDT", (2026, 3, 8, 7, 0), "Sun Mar  8, 03:00 EDT 2026"),
            ("EST5EDT", (2026, 11, 1, 5, 59), "Sun Nov  1, 01:59 EDT 2026"),
            ("EST5EDT", (2026, 11, 1, 6, 0), "Sun Nov  1, 01:00 EST 2026"),
            // Dates that FICS, which stands in California, has written.
            ("PST8PDT", (2010, 10, 15, 3, 36), "Thu Oct 14, 20:36 PDT 2010"),
            ("PST8PDT", (2008, 11, 6, 4, 56), "Wed Nov  5, 20:56 PST 2008"),
            ("PST8PDT", (2010, 11, 5, 11, 41), "Fri Nov  5, 04:41 PDT 2010"),
            // Before 2007 summer began in April.
            ("PST8PDT", (2006, 3, 20, 12, 0), "Mon Mar 20, 04:00 PST 2006"),
            ("PST8PDT", (2006, 4, 2, 10, 0), "Sun Apr  2, 03:00 PDT 2006"),
            ("NST3NDT", (2026, 7, 1, 12, 0), "Wed Jul  1, 09:30 NDT 2026"),
            // Letters alone keep their meaning.
            ("PST", (2026, 7, 1, 12, 0), "Wed Jul  1, 04:00 PST 2026"),
            ("CEST", (2026, 1, 1, 12, 0), "Thu Jan  1, 14:00 CEST 2026"),
        ] {
            assert_eq!(utc(moment).ics(zone.parse::<Zone>().expect(zone)), text);
        }
    }

    #[test]
    fn spans_in_words() {
        for (seconds, long, short) in [
            (0, "0 seconds", "0 secs"),
            (-5, "0 seconds", "0 secs"),
            (1, "1 second", "1 sec"),
            (60, "1 minute", "1 min"),
            (179, "2 minutes, 59 seconds", "2 mins, 59 secs"),
            (7384, "2 hours, 3 minutes, 4 seconds", "2 hrs, 3 mins, 4 secs"),
            (86_400 + 3600, "1 day, 1 hour", "1 day, 1 hr"),
        ] {
            assert_eq!(Span::seconds(seconds).words(), long);
            assert_eq!(Span::seconds(seconds).short_words(), short);
        }
        let clock = ClockTime::from(Span(6_120));
        assert_eq!((clock.ics(true).as_str(), Span::from(clock)), ("(0:06.120)", Span(6_120)));
    }

    #[test]
    fn zones_have_one_meaning() {
        for zone in Zone::all() {
            assert_eq!(zone.to_string().parse(), Ok(zone));
            assert_eq!(zone.name().to_lowercase().parse(), Ok(zone));
            assert!(zone.minutes().abs() <= 14 * 60);
        }
    }

    #[test]
    fn the_ends_of_time_are_no_panic() {
        let _ = Tick(i64::MAX) + Span(i64::MAX) + Span(1);
        assert_eq!(Tick(i64::MIN) - Span(1), Tick(i64::MIN));
        for tick in [i64::MIN, i64::MAX] {
            for zone in Zone::all() {
                let _ = Tick(tick).ics(zone);
            }
        }
        assert_eq!(-Span(i64::MIN), Span(i64::MAX));
        assert_eq!(Span::days(i64::MAX), Span(i64::MAX));
    }

    proptest! {
        #[test]
        fn a_date_and_back(ms in -4_000_000_000_000_i64..8_000_000_000_000) {
            let c = Tick(ms).civil(Zone::UTC).time;
            let back = utc((c.year(), u8::from(c.month()), c.day(), c.hour(), c.minute()));
            prop_assert_eq!(back.0 + i64::from(c.second()) * 1000, ms.div_euclid(1000) * 1000);
            let tomorrow = (Tick(ms) + Span::days(1)).civil(Zone::UTC).time;
            prop_assert_eq!(tomorrow.weekday(), c.weekday().next());
        }
    }
}
