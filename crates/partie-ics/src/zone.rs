//! Time zones by the names that players set.
//!
//! A name of letters alone is a fixed offset (`PST`, `EDT`, `JST`), but for those that
//! have always meant a place with summer time: `WET`, `CET`, `MET` and `EET` go by
//! Europe's rule, `EST5EDT` and its like by North America's. In a date stands what holds
//! on that day: `CEST`, `PDT`.
//!
//! * Europe, since 1996: from the last Sunday in March to the last in October, at 1:00 UTC.
//! * North America, since 2007: from the second Sunday in March to the first in November,
//!   at 2:00 by the clock; before, since 1987: from the first Sunday in April to the last
//!   in October.

use crate::calendar;

/// A time zone by its name.
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

/// The milliseconds of an hour.
const HOUR: i64 = 3_600_000;
/// The milliseconds of a day.
const DAY: i64 = 24 * HOUR;

impl Rule {
    /// Returns true if summer time holds at a moment, in milliseconds since 1970, where winter's
    /// offset is so many milliseconds.
    const fn holds(self, now: i64, offset: i64) -> bool {
        let (year, ..) = calendar::date(now.saturating_add(offset).div_euclid(DAY));
        if year > 9999 {
            return false;
        }
        let (from, to) = match self {
            Rule::Europe if year >= 1996 => {
                (sunday_at(year, 3, 25) + HOUR, sunday_at(year, 10, 25) + HOUR)
            }
            Rule::America if year >= 2007 => (
                sunday_at(year, 3, 8) + 2 * HOUR - offset,
                // Two o'clock in summer is one in winter.
                sunday_at(year, 11, 1) + HOUR - offset,
            ),
            Rule::America if year >= 1987 => {
                (sunday_at(year, 4, 1) + 2 * HOUR - offset, sunday_at(year, 10, 25) + HOUR - offset)
            }
            Rule::Europe | Rule::America => return false,
        };
        from <= now && now < to
    }
}

/// The beginning of the first Sunday on or after a date, in milliseconds since 1970.
const fn sunday_at(year: i64, month: i64, day: i64) -> i64 {
    calendar::sunday_from(calendar::day(year, month, day)) * DAY
}

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

    /// The zone of a name, in any letter case; none or `SERVER` is the server's.
    ///
    /// ```
    /// use partie_ics::time::Zone;
    /// assert_eq!(Zone::from_name("pst").map(Zone::minutes), Some(-480));
    /// assert_eq!(Zone::from_name("XYZ"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Zone> {
        if name.is_empty() {
            return Some(Zone::SERVER);
        }
        Zone::all().find(|zone| zone.name.eq_ignore_ascii_case(name))
    }

    /// All zones, the server's first.
    pub fn all() -> impl Iterator<Item = Zone> {
        let fixed = FIXED.iter().map(|&(name, minutes)| Zone { name, minutes, summer: None });
        let changing = WITH_SUMMER.iter().map(|&(name, minutes, rule, letters)| Zone {
            name,
            minutes,
            summer: Some(Summer { rule, letters }),
        });
        std::iter::once(Zone::SERVER).chain(fixed).chain(changing)
    }

    /// The name, as the variable `tzone` shows it: `SERVER`, `PST`, `EST5EDT`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The offset east of Greenwich in minutes; in winter where there is summer time.
    #[must_use]
    pub const fn minutes(self) -> i16 {
        self.minutes
    }

    /// The offset east of Greenwich at a moment (milliseconds since 1970), in minutes, and
    /// the letters that stand in a date then: `UTC` for the server's zone.
    #[must_use]
    pub const fn at(self, now: i64) -> (i16, &'static str) {
        match self.summer {
            Some(summer) if summer.rule.holds(now, self.minutes as i64 * 60_000) => {
                (self.minutes + 60, summer.letters[1])
            }
            Some(summer) => (self.minutes, summer.letters[0]),
            None if matches!(self.name.as_bytes(), b"SERVER") => (self.minutes, Zone::UTC.name),
            None => (self.minutes, self.name),
        }
    }
}
