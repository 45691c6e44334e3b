//! Clock readings and time controls.

mod control;
mod guess;

use std::{fmt, io::Write as _, str::FromStr};

pub use control::{Period, TimeControl};

use crate::UnknownName;

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
    // Nearly all are written as by lichess.
    if let [h, b':', m, n, b':', s, t] = *text.as_bytes()
        && [h, m, n, s, t].iter().all(u8::is_ascii_digit)
    {
        let digit = |byte: u8| i64::from(byte - b'0');
        let minutes = digit(m) * 10 + digit(n);
        let seconds = digit(s) * 10 + digit(t);
        return Some((digit(h) * 3600 + minutes * 60 + seconds) * 1000);
    }
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

impl FromStr for ClockTime {
    type Err = UnknownName;

    /// Reads what [`clock_milliseconds`] reads.
    fn from_str(text: &str) -> Result<ClockTime, UnknownName> {
        ClockTime::parse(text).ok_or_else(|| UnknownName::new("a clock", text))
    }
}

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

impl ClockTime {
    /// Appends the time as it is displayed, which takes less time than to format it.
    ///
    /// ```
    /// use partie_core::time::ClockTime;
    /// let mut text = b"left: ".to_vec();
    /// ClockTime::from_seconds(65).append_to(&mut text);
    /// assert_eq!(text, b"left: 0:01:05");
    /// ```
    #[inline]
    pub fn append_to(self, text: &mut Vec<u8>) {
        match u32::try_from(self.0) {
            Ok(ms @ 0..36_000_000) if ms % 1000 == 0 => {
                let digit = |number: u32| b'0' + (number % 10) as u8;
                let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
                let [m, n] = [minutes / 10, minutes].map(digit);
                let [s, t] = [seconds / 10, seconds].map(digit);
                text.extend_from_slice(&[digit(hours), b':', m, n, b':', s, t]);
            }
            // Memory does not fail.
            _ => _ = write!(text, "{self}"),
        }
    }

    /// No time.
    pub const ZERO: ClockTime = ClockTime(0);

    /// Converts whole seconds.
    #[must_use]
    pub const fn from_seconds(seconds: u32) -> ClockTime {
        ClockTime(seconds as i64 * 1000)
    }

    /// Reads a clock as [`clock_milliseconds`] does.
    ///
    /// ```
    /// use partie_core::time::ClockTime;
    /// assert_eq!(ClockTime::parse("1:05"), Some(ClockTime::from_seconds(65)));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<ClockTime> {
        clock_milliseconds(text).map(ClockTime)
    }

    /// The time as an Internet Chess Server prints the time taken for a move: `(0:06)`,
    /// `(1:02:03)` from an hour on, and `(0:06.120)` where it prints milliseconds.
    /// Without them the time is cut to whole seconds.
    ///
    /// ```
    /// use partie_core::time::ClockTime;
    /// assert_eq!(ClockTime(6_120).ics(false), "(0:06)");
    /// assert_eq!(ClockTime(6_120).ics(true), "(0:06.120)");
    /// assert_eq!(ClockTime::from_seconds(3723).ics(false), "(1:02:03)");
    /// ```
    #[must_use]
    pub fn ics(self, milliseconds: bool) -> String {
        let ms = self.0.unsigned_abs();
        let seconds = ms / 1000;
        let sign = if self.0 < 0 && (milliseconds || seconds > 0) { "-" } else { "" };
        let fraction = if milliseconds { format!(".{:03}", ms % 1000) } else { String::new() };
        let (minutes, rest) = (seconds / 60, seconds % 60);
        if minutes < 60 {
            format!("({sign}{minutes}:{rest:02}{fraction})")
        } else {
            format!("({sign}{}:{:02}:{rest:02}{fraction})", minutes / 60, minutes % 60)
        }
    }

    /// The time in seconds, with as many decimals as it needs and three at most: `180`,
    /// `0.1`.
    #[must_use]
    pub fn in_seconds(self) -> String {
        let ms = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let mut text = format!("{sign}{}.{:03}", ms / 1000, ms % 1000);
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        for (ms, text) in [
            (0, "0:00:00"),
            (35_999_000, "9:59:59"),
            (36_000_000, "10:00:00"),
            (656, "0:00:00.656"),
            (5_025_000, "1:23:45"),
            (-1500, "-0:00:01.500"),
        ] {
            assert_eq!(ClockTime(ms).to_string(), text);
            let mut appended = Vec::new();
            ClockTime(ms).append_to(&mut appended);
            assert_eq!(appended, text.as_bytes());
            assert_eq!(clock_milliseconds(text), Some(ms));
        }
        for text in ["", ":", "1:", "a", "1:2:3:4", "9999999999", "1.2.3", "--1", "+1"] {
            assert_eq!(clock_milliseconds(text), None, "{text}");
        }
    }

    #[test]
    fn servers_and_seconds() {
        for (ms, plain, fine, seconds) in [
            (0, "(0:00)", "(0:00.000)", "0"),
            (999, "(0:00)", "(0:00.999)", "0.999"),
            (-999, "(0:00)", "(-0:00.999)", "-0.999"),
            (-61_500, "(-1:01)", "(-1:01.500)", "-61.5"),
            (3_599_000, "(59:59)", "(59:59.000)", "3599"),
            (3_600_000, "(1:00:00)", "(1:00:00.000)", "3600"),
            (295_100, "(4:55)", "(4:55.100)", "295.1"),
        ] {
            let time = ClockTime(ms);
            assert_eq!(time.ics(false), plain);
            assert_eq!(time.ics(true), fine);
            assert_eq!(time.in_seconds(), seconds);
            assert_eq!(ClockTime::parse(seconds), Some(time));
            assert_eq!(ClockTime::parse(fine.trim_matches(['(', ')'])), Some(time));
        }
    }
}
