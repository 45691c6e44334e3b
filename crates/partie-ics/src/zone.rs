//! Time zones by the names that players set.
//!
//! A name of letters alone is a fixed offset (`PST`, `EDT`, `JST`), except for names of zones with
//! summer time: `WET`, `CET`, `MET` and `EET` go by Europe's rule, `EST5EDT` and its like by North
//! America's. A date has the name in force on that day: `CEST`, `PDT`.
//!
//! * Europe, since 1996: from the last Sunday in March to the last in October, at 1:00 UTC.
//! * North America, since 2007: from the second Sunday in March to the first in November,
//!   at 2:00 by the clock; before, since 1987: from the first Sunday in April to the last
//!   in October.

use partie_core::named;
use time::{Date, Month, OffsetDateTime, UtcOffset, Weekday};

/// A time zone by its name; letter case does not count, and the empty name is the server's.
///
/// ```
/// use partie_ics::time::Zone;
/// assert_eq!("pst".parse().map(Zone::minutes), Ok(-480));
/// assert!("XYZ".parse::<Zone>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    name: &'static str,
    /// East of Greenwich, in minutes; in winter where there is summer time.
    minutes: i16,
    summer: Option<Summer>,
}

/// The rule by which clocks go forward an hour in summer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Summer {
    rule: Rule,
    /// The letters in winter and in summer.
    letters: [&'static str; 2],
}

/// The dates of summer time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Europe,
    America,
}

impl Rule {
    /// Returns true if summer time holds at a moment, where winter has this offset.
    fn holds(self, now: OffsetDateTime, winter: UtcOffset) -> bool {
        use Month::{April, March, November, October};

        let year = now.to_offset(winter).year();
        // The dates on or after which the Sundays of the changes are, and the hours by the clock
        // of winter or by UTC.
        let (from, to, offset) = match self {
            Rule::Europe if year >= 1996 => ((March, 25, 1), (October, 25, 1), UtcOffset::UTC),
            Rule::America if year >= 2007 => ((March, 8, 2), (November, 1, 1), winter),
            Rule::America if year >= 1987 => ((April, 1, 2), (October, 25, 1), winter),
            Rule::Europe | Rule::America => return false,
        };
        let sunday = |(month, day, hour)| {
            let before = Date::from_calendar_date(year, month, day).ok()?.previous_day()?;
            let sunday = before.next_occurrence(Weekday::Sunday);
            Some(sunday.with_hms(hour, 0, 0).ok()?.assume_offset(offset))
        };
        sunday(from).is_some_and(|from| from <= now) && sunday(to).is_some_and(|to| now < to)
    }
}

named!(Zone, name, "a time zone", |name| {
    if name.is_empty() {
        return Some(Zone::SERVER);
    }
    Zone::all().find(|zone| zone.name.eq_ignore_ascii_case(name))
});

impl Default for Zone {
    fn default() -> Zone {
        Zone::SERVER
    }
}

/// The zones without summer time that a player may set. Where letters have several
/// meanings, the one of the first servers' players is taken: `CST` is America's, `BST` is
/// Britain's, `IST` is India's.
const FIXED: &[(&str, i16)] = &[
    ("UTC", 0),
    ("GMT", 0),
    ("WEST", 60),
    ("MEST", 120),
    ("BST", 60),
    ("CEST", 120),
    ("EEST", 180),
    ("SAST", 120),
    ("MSK", 180),
    ("TRT", 180),
    ("IRST", 210),
    ("PKT", 300),
    ("IST", 330),
    ("ICT", 420),
    ("WIB", 420),
    ("HKT", 480),
    ("SGT", 480),
    ("PHT", 480),
    ("AWST", 480),
    ("JST", 540),
    ("KST", 540),
    ("ACST", 570),
    ("ACDT", 630),
    ("AEST", 600),
    ("AEDT", 660),
    ("NZST", 720),
    ("NZDT", 780),
    ("BRT", -180),
    ("ART", -180),
    ("CLT", -240),
    ("COT", -300),
    ("PET", -300),
    ("NST", -210),
    ("NDT", -150),
    ("AST", -240),
    ("ADT", -180),
    ("EST", -300),
    ("EDT", -240),
    ("CST", -360),
    ("CDT", -300),
    ("MST", -420),
    ("MDT", -360),
    ("PST", -480),
    ("PDT", -420),
    ("AKST", -540),
    ("AKDT", -480),
    ("HST", -600),
];

/// The zones with summer time.
const WITH_SUMMER: &[(&str, i16, Rule, [&str; 2])] = &[
    ("WET", 0, Rule::Europe, ["WET", "WEST"]),
    ("GB", 0, Rule::Europe, ["GMT", "BST"]),
    ("CET", 60, Rule::Europe, ["CET", "CEST"]),
    ("MET", 60, Rule::Europe, ["MET", "MEST"]),
    ("EET", 120, Rule::Europe, ["EET", "EEST"]),
    ("NST3NDT", -210, Rule::America, ["NST", "NDT"]),
    ("AST4ADT", -240, Rule::America, ["AST", "ADT"]),
    ("EST5EDT", -300, Rule::America, ["EST", "EDT"]),
    ("CST6CDT", -360, Rule::America, ["CST", "CDT"]),
    ("MST7MDT", -420, Rule::America, ["MST", "MDT"]),
    ("PST8PDT", -480, Rule::America, ["PST", "PDT"]),
    ("AKST9AKDT", -540, Rule::America, ["AKST", "AKDT"]),
];

impl Zone {
    /// The server's own zone, which is UTC.
    pub const SERVER: Zone = Zone { name: "SERVER", minutes: 0, summer: None };
    /// Coordinated universal time.
    pub const UTC: Zone = Zone { name: "UTC", minutes: 0, summer: None };

    /// All zones, the server's first.
    pub(crate) fn all() -> impl Iterator<Item = Zone> {
        let fixed = FIXED.iter().map(|&(name, minutes)| Zone { name, minutes, summer: None });
        let changing = WITH_SUMMER.iter().map(|&(name, minutes, rule, letters)| Zone {
            name,
            minutes,
            summer: Some(Summer { rule, letters }),
        });
        std::iter::once(Zone::SERVER).chain(fixed).chain(changing)
    }

    /// The name, as the variable `tzone` shows it: `SERVER`, `PST`, `EST5EDT`.
    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    /// The offset east of Greenwich in minutes; in winter where there is summer time.
    #[must_use]
    pub const fn minutes(self) -> i16 {
        self.minutes
    }

    /// The offset at a moment, and the letters that stand in a date then: `UTC` for the server's
    /// zone.
    pub(crate) fn at(self, now: OffsetDateTime) -> (UtcOffset, &'static str) {
        let offset = |minutes: i16| {
            UtcOffset::from_whole_seconds(i32::from(minutes) * 60).unwrap_or(UtcOffset::UTC)
        };
        let winter = offset(self.minutes);
        match self.summer {
            Some(summer) if summer.rule.holds(now, winter) => {
                (offset(self.minutes + 60), summer.letters[1])
            }
            Some(summer) => (winter, summer.letters[0]),
            None if self == Zone::SERVER => (winter, Zone::UTC.name),
            None => (winter, self.name),
        }
    }
}
