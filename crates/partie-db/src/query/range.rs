//! Ranges of numbers, times and openings.

use std::str::FromStr;

use partie_core::time::clock_milliseconds;

use super::ParseError;

/// Numbers, both ends included: `2500..`, `..40`, `40..60`, `40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    from: u32,
    to: u32,
}

impl Numbers {
    /// Returns the lowest number.
    #[must_use]
    pub const fn least(self) -> u32 {
        self.from
    }

    /// Returns the highest number.
    #[must_use]
    pub const fn most(self) -> u32 {
        self.to
    }

    /// Converts numbers of moves to numbers of plies: games of ten moves have 19 or 20.
    #[must_use]
    pub const fn plies(self) -> Numbers {
        let first = self.from.saturating_mul(2).saturating_sub(1);
        Numbers { from: first, to: self.to.saturating_mul(2) }
    }
}

impl FromStr for Numbers {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Numbers, ParseError> {
        let wrong =
            || ParseError::from("expected a number or a range, such as 2500.., ..40 or 40..60");
        let number = |text: &str, missing: u32| match text.trim() {
            "" => Ok(missing),
            text => text.parse().map_err(|_| wrong()),
        };
        let (from, to) = match text.split_once("..") {
            Some(("", "")) => return Err(wrong()),
            Some((from, to)) => (number(from, 0)?, number(to, u32::MAX)?),
            None => {
                let one = text.trim().parse().map_err(|_| wrong())?;
                (one, one)
            }
        };
        if from > to {
            return Err(format!("{from} is greater than {to}").into());
        }
        Ok(Numbers { from, to })
    }
}

impl Numbers {
    /// Returns true if a number lies within.
    pub(crate) fn contain(self, number: u32) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

/// Times on a clock, both ends included: `..10`, `0:30..1:00`, `1:00:00..`. Bare numbers are seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Milliseconds.
    from: i64,
    to: i64,
}

impl FromStr for Times {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Times, ParseError> {
        let wrong =
            || ParseError::from("expected a time or a range, such as ..10 or 0:30..1:00:00");
        let time = |text: &str| clock_milliseconds(text.trim()).ok_or_else(wrong);
        let (from, to) = match text.split_once("..") {
            Some(("", "")) => return Err(wrong()),
            Some(("", to)) => (i64::MIN, time(to)?),
            Some((from, "")) => (time(from)?, i64::MAX),
            Some((from, to)) => (time(from)?, time(to)?),
            None => (time(text)?, time(text)?),
        };
        if from > to {
            return Err(format!("the range {text} ends before it begins").into());
        }
        Ok(Times { from, to })
    }
}

impl Times {
    /// Returns true if a time in milliseconds lies within.
    pub(crate) fn contain(self, time: i32) -> bool {
        (self.from..=self.to).contains(&i64::from(time))
    }
}

/// Codes of the Encyclopaedia of Chess Openings: `B20..B99`, `C4` for C40 to C49, `E`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes {
    from: String,
    to: String,
}

impl FromStr for Codes {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Codes, ParseError> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let code = |text: &str| {
            let text = text.trim().to_ascii_uppercase();
            let bytes = text.as_bytes();
            let letter = bytes.first().is_some_and(|b| (b'A'..=b'E').contains(b));
            let digits = bytes.iter().skip(1).all(u8::is_ascii_digit);
            (letter && digits && bytes.len() <= 3)
                .then_some(text)
                .ok_or_else(|| ParseError::from("expected codes such as B33, C4 or B20..B99"))
        };
        let (from, to) = (code(from)?, code(to)?);
        let codes = Codes { from: format!("{from:0<3}"), to: format!("{to:9<3}") };
        if codes.from > codes.to {
            return Err(format!("{from} comes after {to}").into());
        }
        Ok(codes)
    }
}

impl Codes {
    /// Returns true if a code lies within; of finer codes (`B33a`, `B33/05`) the first
    /// three characters count.
    #[must_use]
    pub fn contain(&self, code: &str) -> bool {
        code.trim()
            .get(..3)
            .map(str::to_ascii_uppercase)
            .is_some_and(|code| (self.from.as_str()..=self.to.as_str()).contains(&code.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, number, inside) in [
            ("2500..", 2500, true),
            ("2500..", 2499, false),
            ("..40", 40, true),
            ("..40", 41, false),
            ("40..60", 50, true),
            ("40", 40, true),
            ("40", 39, false),
        ] {
            assert_eq!(text.parse::<Numbers>().expect(text).contain(number), inside, "{text}");
        }
        for text in ["", "..", "x", "60..40", "-1", "1...2"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
    }

    #[test]
    fn times() {
        for (text, time, inside) in [
            ("..10", 10_000, true),
            ("..10", 10_001, false),
            ("..10", -500, true),
            ("0:30..1:00", 60_000, true),
            ("0:30..1:00", 29_999, false),
            ("1:00:00..", 3_600_000, true),
            ("0.5", 500, true),
            ("30", 30_500, false),
        ] {
            assert_eq!(text.parse::<Times>().expect(text).contain(time), inside, "{text} {time}");
        }
        for text in ["", "..", "soon", "60..40", "1:2:3:4", "1...2"] {
            assert!(text.parse::<Times>().is_err(), "{text}");
        }
    }

    #[test]
    fn codes() {
        for (text, code, inside) in [
            ("B20..B99", "B33", true),
            ("B20..B99", "B19", false),
            ("c4", "C49", true),
            ("C4", "C50", false),
            ("E", "E00", true),
            ("B9..C0", "C09", true),
            ("B33", "B33/05", true),
            ("B33", "?", false),
        ] {
            assert_eq!(text.parse::<Codes>().expect(text).contain(code), inside, "{text} {code}");
        }
        for text in ["", "F00", "B333", "C20..B20", "33"] {
            assert!(text.parse::<Codes>().is_err(), "{text}");
        }
    }
}
