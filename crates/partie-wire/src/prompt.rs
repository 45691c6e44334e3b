//! The prompt: the server's sign that it is ready for the next command, without a line end.
//! Interfaces look for it.
//!
//! Every interface knows `fics% `; a player may set another text, and `set ptime 1` puts the time
//! of day before it: `14:05_fics% `. With `iset defprompt 1` an interface always gets `fics% `.
//!
//! ```
//! use partie_wire::prompt::{PromptText, TimeOfDay};
//!
//! let clock = TimeOfDay::new(14, 5);
//! assert_eq!(PromptText::shown("fics%", clock, false).to_string(), "14:05_fics% ");
//! assert_eq!(PromptText::shown("chess>", clock, true).to_string(), "fics% ");
//! assert_eq!(PromptText::parse("14:05_fics% ", &[]), Some(PromptText::shown("fics%", clock, false)));
//! ```

use std::fmt;

use crate::block;

/// The text of the prompt that every interface knows.
pub(crate) const DEFAULT: &str = "fics%";
/// Prompts known to [`PromptText::parse`]: FICS's, and ICC's.
pub const KNOWN: [&str; 2] = [DEFAULT, "aics%"];
/// The longest text that [`PromptText::parse`] reads, in bytes, with the time before it and the
/// space after it.
pub const LIMIT: usize = 48;

/// A time of day, in the reader's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    hour: u8,
    minute: u8,
}

impl TimeOfDay {
    /// From an hour of 0 to 23 and a minute of 0 to 59.
    #[must_use]
    pub fn new(hour: u8, minute: u8) -> Option<TimeOfDay> {
        (hour < 24 && minute < 60).then_some(TimeOfDay { hour, minute })
    }

    /// The hour, 0 to 23.
    #[must_use]
    pub fn hour(self) -> u8 {
        self.hour
    }

    /// The minute, 0 to 59.
    #[must_use]
    pub fn minute(self) -> u8 {
        self.minute
    }

    /// From `h:mm` or `hh:mm`.
    fn parse(text: &str) -> Option<TimeOfDay> {
        let (hour, minute) = text.split_once(':')?;
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        if !(1..=2).contains(&hour.len()) || minute.len() != 2 || !digits(hour) || !digits(minute) {
            return None;
        }
        TimeOfDay::new(hour.parse().ok()?, minute.parse().ok()?)
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

/// A prompt, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PromptText {
    /// The time of day before it (`ptime`).
    pub clock: Option<TimeOfDay>,
    /// Its text, without the space after it.
    pub text: String,
}

impl Default for PromptText {
    fn default() -> PromptText {
        PromptText { clock: None, text: DEFAULT.to_owned() }
    }
}

impl PromptText {
    /// The prompt of a player whose variable `prompt` has this text (empty for none), at this time
    /// if they have `ptime`; `defprompt` is their interface's.
    #[must_use]
    pub fn shown(text: &str, ptime: Option<TimeOfDay>, defprompt: bool) -> PromptText {
        if defprompt {
            return PromptText::default();
        }
        let text = text.trim_end();
        let text = if text.is_empty() { DEFAULT } else { text };
        PromptText { clock: ptime, text: text.to_owned() }
    }

    /// The prompt that is the whole of this text, with its space. Its words are one of [`KNOWN`] or
    /// of `others`.
    #[must_use]
    pub fn parse(text: &str, others: &[String]) -> Option<PromptText> {
        let text = text.strip_suffix(' ').filter(|t| t.len() < LIMIT)?;
        let known =
            |t: &str| !t.is_empty() && (KNOWN.contains(&t) || others.iter().any(|o| o == t));
        if known(text) {
            return Some(PromptText { clock: None, text: text.to_owned() });
        }
        let (clock, text) = text.split_once('_')?;
        let clock = TimeOfDay::parse(clock)?;
        known(text).then(|| PromptText { clock: Some(clock), text: text.to_owned() })
    }
}

/// Number of bytes at the start of a line that a server may put there before the line itself:
/// prompts of any server (`14:05_fics% `, `bics% `), bells and other control bytes, and the
/// number and code with which an answer in block mode begins.
///
/// ```
/// assert_eq!(partie_wire::prompt::lead(b"\x07fics% fics% <12> ..."), 13);
/// ```
#[must_use]
pub fn lead(line: &[u8]) -> usize {
    let mut at = 0;
    while let Some(first) = line.get(at) {
        let rest = &line[at..];
        at += match *first {
            block::START => {
                let code = memchr::memchr_iter(block::SEPARATOR, rest).nth(1);
                code.filter(|end| *end < 24).map_or(1, |end| end + 1)
            }
            ..b' ' | 0x7f => 1,
            _ => match prompt_length(rest) {
                Some(length) => length,
                None => break,
            },
        };
    }
    at
}

/// Returns the length of the prompt at the start of a line, with the space after it.
fn prompt_length(line: &[u8]) -> Option<usize> {
    let end = line.iter().take(LIMIT).position(|b| *b <= b' ').unwrap_or(line.len());
    line[..end].ends_with(b"ics%").then(|| end + usize::from(line.get(end) == Some(&b' ')))
}

impl fmt::Display for PromptText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(clock) = self.clock {
            write!(f, "{clock}_")?;
        }
        write!(f, "{} ", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_shown() {
        let clock = TimeOfDay::new(9, 3);
        for (text, ptime, defprompt, shown) in [
            ("", None, false, "fics% "),
            ("fics% ", None, false, "fics% "),
            ("", clock, false, "09:03_fics% "),
            ("", clock, true, "fics% "),
            ("chess>", None, false, "chess> "),
            ("chess>", clock, false, "09:03_chess> "),
            ("chess>", None, true, "fics% "),
        ] {
            assert_eq!(PromptText::shown(text, ptime, defprompt).to_string(), shown);
        }
    }

    #[test]
    fn what_is_a_prompt() {
        for yes in ["fics% ", "aics% ", "23:59_fics% ", "1:05_aics% ", "mine> "] {
            assert!(PromptText::parse(yes, &["mine>".to_owned()]).is_some(), "{yes:?}");
        }
        for no in ["", " ", "fics%", "fics%  ", "24:00_fics% ", "1:5_fics% ", "x_fics% ", "bics% "]
        {
            assert_eq!(PromptText::parse(no, &[]), None, "{no:?}");
        }
    }

    #[test]
    fn what_stands_before_a_line() {
        for before in
            ["", "fics% ", "\x07", "9:05_fics% fics% ", "bics% ", "\x152\x1656\x16", "\r\x15"]
        {
            assert_eq!(
                lead(format!("{before}Ann says: fics% ").as_bytes()),
                before.len(),
                "{before:?}"
            );
        }
        assert_eq!(lead(b"fics%"), 5);
    }

    proptest! {
        #[test]
        fn a_shown_prompt_is_read(
            text in "[a-zA-Z_%>]{0,20}", hour in 0u8..24, minute in 0u8..60, ptime: bool, defprompt: bool,
        ) {
            let clock = TimeOfDay::new(hour, minute).filter(|_| ptime);
            let prompt = PromptText::shown(&text, clock, defprompt);
            prop_assert_eq!(PromptText::parse(&prompt.to_string(), &[text]), Some(prompt));
        }

        #[test]
        fn nothing_panics(text in "[0-9:_fics% ☺]*") {
            let _ = PromptText::parse(&text, &[]);
        }
    }
}
