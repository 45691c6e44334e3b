//! PGN's `TimeControl` tag (PGN standard 1994, section 9.6.1).

use std::{fmt, str::FromStr};

use super::ClockTime;
use crate::UnknownName;

/// One period of a [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// `40/9000`: a number of moves in a time, perhaps with an increment.
    Moves {
        /// Number of moves, at least 1.
        moves: u32,
        /// The time for them.
        time: ClockTime,
        /// The time added for each move.
        increment: ClockTime,
    },
    /// `300`: a time for the rest of the game.
    SuddenDeath {
        /// The time.
        time: ClockTime,
    },
    /// `180+2`: a time, and a time added for each move.
    Incremental {
        /// The time at the start.
        time: ClockTime,
        /// The time added for each move.
        increment: ClockTime,
    },
    /// `*60`: a sandclock (hourglass): time that one player uses is added to the other's.
    Sandclock {
        /// The most that it can hold.
        time: ClockTime,
    },
}

impl Period {
    /// The time that a player has when it begins.
    #[must_use]
    pub const fn time(&self) -> ClockTime {
        match *self {
            Period::Moves { time, .. }
            | Period::SuddenDeath { time }
            | Period::Incremental { time, .. }
            | Period::Sandclock { time } => time,
        }
    }

    /// The time added for each move.
    #[must_use]
    pub const fn increment(&self) -> ClockTime {
        match *self {
            Period::Moves { increment, .. } | Period::Incremental { increment, .. } => increment,
            Period::SuddenDeath { .. } | Period::Sandclock { .. } => ClockTime::ZERO,
        }
    }

    /// Makes a period of the parts that were written.
    pub(super) fn of(moves: Option<u32>, time: ClockTime, increment: Option<ClockTime>) -> Period {
        match (moves, increment) {
            (Some(moves), increment) => {
                Period::Moves { moves, time, increment: increment.unwrap_or(ClockTime::ZERO) }
            }
            (None, Some(increment)) => Period::Incremental { time, increment },
            (None, None) => Period::SuddenDeath { time },
        }
    }
}

/// The time control of a game. Times are printed in seconds.
///
/// ```
/// use partie_core::time::TimeControl;
/// let control = TimeControl::parse("40/7200:3600").expect("two periods");
/// assert_eq!(control.periods().len(), 2);
/// assert_eq!(control.to_string(), "40/7200:3600");
/// assert_eq!(TimeControl::parse("fast"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// `?`
    Unknown,
    /// `-`: no clocks.
    Untimed,
    /// One period or several, at least one.
    Periods(Vec<Period>),
}

impl TimeControl {
    /// Reads the standard's grammar and two common extensions: an increment after a number
    /// of moves (`40/9000+30`) and decimal seconds (`10+0.1`, engine games).
    ///
    /// For other spellings see [`TimeControl::guess`].
    #[must_use]
    pub fn parse(text: &str) -> Option<TimeControl> {
        match text {
            "?" => Some(TimeControl::Unknown),
            "-" => Some(TimeControl::Untimed),
            text => text.split(':').map(period).collect::<Option<_>>().map(TimeControl::Periods),
        }
    }

    /// The periods; empty for [`TimeControl::Unknown`] and [`TimeControl::Untimed`].
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        match self {
            TimeControl::Periods(periods) => periods,
            _ => &[],
        }
    }

    /// The time on the clock at the start, and the increment of the first period.
    #[must_use]
    pub fn start(&self) -> Option<(ClockTime, ClockTime)> {
        let first = self.periods().first()?;
        Some((first.time(), first.increment()))
    }

    /// Returns the time that a player's clock gains by a move, given by its number from 1: the increment
    /// of the move's period, and after the last move of a period the time of the next one.
    ///
    /// ```
    /// use partie_core::time::{ClockTime, TimeControl};
    /// let control = TimeControl::parse("40/7200:3600+30").expect("two periods");
    /// let added = [39, 40, 41].map(|number| control.added(number));
    /// assert_eq!(added, [0, 3_600_000, 30_000].map(ClockTime));
    /// ```
    #[must_use]
    pub fn added(&self, number: usize) -> ClockTime {
        let mut last = 0_usize;
        let mut periods = self.periods().iter().peekable();
        while let Some(period) = periods.next() {
            let Period::Moves { moves, .. } = *period else { return period.increment() };
            last = last.saturating_add(moves as usize);
            if number < last {
                return period.increment();
            }
            if number == last {
                let next = periods.peek().map_or(ClockTime::ZERO, |next| next.time());
                return ClockTime(period.increment().0 + next.0);
            }
        }
        self.periods().last().map_or(ClockTime::ZERO, Period::increment)
    }
}

fn period(text: &str) -> Option<Period> {
    if let Some(time) = text.strip_prefix('*') {
        return Some(Period::Sandclock { time: seconds(time)? });
    }
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(count(moves)?), time),
        None => (None, text),
    };
    let (time, increment) = match time.split_once('+') {
        Some((time, increment)) => (seconds(time)?, Some(seconds(increment)?)),
        None => (seconds(time)?, None),
    };
    Some(Period::of(moves, time, increment))
}

/// A number of moves: digits alone, not zero.
pub(super) fn count(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| digits && *n > 0)
}

/// Seconds, with at most three decimals.
fn seconds(text: &str) -> Option<ClockTime> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(w, f)| (w, Some(f)));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || whole.len() > 9 || fraction.is_some_and(|f| !digits(f) || f.len() > 3) {
        return None;
    }
    ClockTime::parse(text)
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Moves { moves, time, increment: ClockTime::ZERO } => {
                write!(f, "{moves}/{}", time.in_seconds())
            }
            Period::Moves { moves, time, increment } => {
                write!(f, "{moves}/{}+{}", time.in_seconds(), increment.in_seconds())
            }
            Period::SuddenDeath { time } => f.write_str(&time.in_seconds()),
            Period::Incremental { time, increment } => {
                write!(f, "{}+{}", time.in_seconds(), increment.in_seconds())
            }
            Period::Sandclock { time } => write!(f, "*{}", time.in_seconds()),
        }
    }
}

impl FromStr for TimeControl {
    type Err = UnknownName;

    /// Reads what [`TimeControl::parse`] reads.
    fn from_str(text: &str) -> Result<TimeControl, UnknownName> {
        TimeControl::parse(text).ok_or_else(|| UnknownName::new("a time control", text))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unknown => f.write_str("?"),
            TimeControl::Untimed => f.write_str("-"),
            TimeControl::Periods(periods) => {
                for (i, period) in periods.iter().enumerate() {
                    if i > 0 {
                        f.write_str(":")?;
                    }
                    period.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_prints_as_it_stood() {
        for text in [
            "?",
            "-",
            "40/9000",
            "300",
            "180+2",
            "*60",
            "40/7200:20/3600:900+30",
            "40/7200:3600",
            "40/9000+30",
            "1/86400",
            "0+5",
            "300+0",
            "10.931+0.109",
            "90+0.9",
        ] {
            assert_eq!(TimeControl::parse(text).expect(text).to_string(), text);
        }
        for text in [
            "",
            "40/",
            "/40",
            "0/60",
            "+",
            "a",
            "180+",
            "+2",
            "1:2:x",
            "1::2",
            "-5",
            "1.2345",
            "1.",
            ".5",
            "40/9000/3",
            "1e3",
            "180 + 2",
            "99999999999",
            "*",
            "**5",
            "3+2+1",
        ] {
            assert_eq!(TimeControl::parse(text), None, "{text}");
        }
    }

    #[test]
    fn time_that_moves_add() {
        for (text, number, seconds) in [
            ("300", 1, 0),
            ("180+2", 1, 2),
            ("180+2", 90, 2),
            ("40/7200:3600+30", 39, 0),
            ("40/7200:3600+30", 40, 3600),
            ("40/7200:3600+30", 41, 30),
            ("40/5400+30:1800+30", 40, 1830),
            ("40/7200:20/3600:900+30", 60, 900),
            ("40/7200:20/3600:900+30", 61, 30),
            ("40/9000+30", 40, 30),
            ("*60", 1, 0),
            ("?", 1, 0),
        ] {
            let control = TimeControl::parse(text).expect(text);
            assert_eq!(control.added(number), ClockTime(seconds * 1000), "{text}, move {number}");
        }
    }

    #[test]
    fn the_clock_at_the_start() {
        for (text, start) in [
            ("180+2", Some((180_000, 2000))),
            ("40/7200:3600", Some((7_200_000, 0))),
            ("40/9000+30:900", Some((9_000_000, 30_000))),
            ("?", None),
            ("-", None),
        ] {
            let start = start.map(|(t, i)| (ClockTime(t), ClockTime(i)));
            assert_eq!(TimeControl::parse(text).expect(text).start(), start, "{text}");
        }
    }
}
