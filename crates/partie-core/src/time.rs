//! Clock readings and time controls.

use std::fmt;

/// Reads a clock: `h:mm:ss`, `m:ss` or seconds alone, each with a decimal
/// fraction and perhaps a minus sign. Gives milliseconds; digits beyond the third
/// of the fraction are cut off.
///
/// ```
/// use partie_core::time::clock_milliseconds;
/// assert_eq!(clock_milliseconds("1:20:00"), Some(4_800_000));
/// assert_eq!(clock_milliseconds("0.656"), Some(656));
/// assert_eq!(clock_milliseconds("1:2:3:4"), None);
/// ```
#[must_use]
pub fn clock_milliseconds(text: &str) -> Option<i64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let mut seconds: i64 = 0;
    let mut parts = 0;
    for part in whole.split(':') {
        if part.is_empty() || part.len() > 9 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        parts += 1;
    }
    if parts > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut milliseconds = seconds.checked_mul(1000)?;
    for (digit, weight) in fraction.bytes().zip([100, 10, 1]) {
        milliseconds += i64::from(digit - b'0') * weight;
    }
    Some(if negative { -milliseconds } else { milliseconds })
}

/// A clock reading, in milliseconds; negative where a server lets a player go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime(pub i64);

impl fmt::Display for ClockTime {
    /// `h:mm:ss`, with a fraction of three digits only where there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.unsigned_abs();
        let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{hours}:{minutes:02}:{seconds:02}")?;
        match ms % 1000 {
            0 => Ok(()),
            fraction => write!(f, ".{fraction:03}"),
        }
    }
}

/// One period of a [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// `40/9000`: so many moves in so many seconds, perhaps with an increment.
    Moves {
        /// How many moves.
        moves: u32,
        /// Seconds.
        seconds: u32,
        /// Seconds added for each move.
        increment: u32,
    },
    /// `300`: so many seconds for the rest of the game.
    SuddenDeath {
        /// Seconds.
        seconds: u32,
    },
    /// `180+2`: seconds, and seconds added for each move.
    Incremental {
        /// Seconds.
        seconds: u32,
        /// Seconds added for each move.
        increment: u32,
    },
    /// `*60`: so many seconds for each move (a sandclock).
    Sandclock {
        /// Seconds.
        seconds: u32,
    },
}

/// PGN's `TimeControl` tag (PGN standard 1994, section 9.6.1).
///
/// ```
/// use partie_core::time::{Period, TimeControl};
/// let control = TimeControl::parse("40/7200:3600").expect("two periods");
/// assert_eq!(control.to_string(), "40/7200:3600");
/// assert_eq!(TimeControl::parse("180+2").expect("blitz").periods().len(), 1);
/// assert_eq!(TimeControl::parse("fast"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// `?`
    Unknown,
    /// `-`: no clocks.
    Untimed,
    /// One period or several.
    Periods(Vec<Period>),
}

impl TimeControl {
    /// Reads the standard's grammar, and the usual ways of writing an increment behind
    /// a number of moves (`40/9000+30`).
    #[must_use]
    pub fn parse(text: &str) -> Option<TimeControl> {
        match text.trim() {
            "?" | "" => Some(TimeControl::Unknown),
            "-" => Some(TimeControl::Untimed),
            text => text.split(':').map(period).collect::<Option<_>>().map(TimeControl::Periods),
        }
    }

    /// The periods; none if there is no clock or nothing is known.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        match self {
            TimeControl::Periods(periods) => periods,
            _ => &[],
        }
    }
}

fn period(text: &str) -> Option<Period> {
    let text = text.trim();
    if let Some(seconds) = text.strip_prefix('*') {
        return Some(Period::Sandclock { seconds: seconds.parse().ok()? });
    }
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.parse().ok()?), time),
        None => (None, text),
    };
    let (seconds, increment) = match time.split_once('+') {
        Some((seconds, increment)) => (seconds.parse().ok()?, Some(increment.parse().ok()?)),
        None => (time.parse().ok()?, None),
    };
    Some(match (moves, increment) {
        (Some(moves), increment) => {
            Period::Moves { moves, seconds, increment: increment.unwrap_or(0) }
        }
        (None, Some(increment)) => Period::Incremental { seconds, increment },
        (None, None) => Period::SuddenDeath { seconds },
    })
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Moves { moves, seconds, increment: 0 } => write!(f, "{moves}/{seconds}"),
            Period::Moves { moves, seconds, increment } => {
                write!(f, "{moves}/{seconds}+{increment}")
            }
            Period::SuddenDeath { seconds } => write!(f, "{seconds}"),
            Period::Incremental { seconds, increment } => write!(f, "{seconds}+{increment}"),
            Period::Sandclock { seconds } => write!(f, "*{seconds}"),
        }
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
    fn time_controls_print_as_they_stood() {
        for text in [
            "?",
            "-",
            "40/9000",
            "300",
            "180+2",
            "*60",
            "40/7200:20/3600:900+30",
            "40/9000+30",
            "0+5",
        ] {
            assert_eq!(TimeControl::parse(text).expect(text).to_string(), text);
        }
        for text in ["40/", "+", "a", "180+", "1:2:x", "-5"] {
            assert_eq!(TimeControl::parse(text), None, "{text}");
        }
    }

    #[test]
    fn clocks() {
        for (ms, text) in
            [(0, "0:00:00"), (656, "0:00:00.656"), (5_025_000, "1:23:45"), (-1500, "-0:00:01.500")]
        {
            assert_eq!(ClockTime(ms).to_string(), text);
            assert_eq!(clock_milliseconds(text), Some(ms));
        }
    }
}
