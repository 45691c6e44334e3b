//! The first line of a sealed connection.

use std::fmt;

use super::{Stamp, open};

/// The timeseal version of a client. The lines are the same; the server's pings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `TIMESTAMP|…`: pings are lines.
    V1,
    /// `TIMESEAL2|…`: pings end with a zero byte.
    V2,
}

impl Version {
    const ALL: [Version; 2] = [Version::V1, Version::V2];

    const fn word(self) -> &'static str {
        match self {
            Version::V1 => "TIMESTAMP",
            Version::V2 => "TIMESEAL2",
        }
    }
}

/// The longest name of a program, and of its system, that is kept, in characters.
const NAME_LIMIT: usize = 80;

/// The greeting of a client's timeseal program: `TIMESEAL2|freeseal|icsgo|`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The version.
    pub version: Version,
    /// Its name, often with the user's name; up to 80 characters, the rest is cut off.
    pub name: String,
    /// The system it runs on; up to 80 characters, the rest is cut off.
    pub system: String,
}

impl Hello {
    /// Reads the opened line.
    pub(crate) fn parse(message: &str) -> Option<Hello> {
        let (word, rest) = message.split_once('|')?;
        let version = Version::ALL.into_iter().find(|v| v.word() == word)?;
        let (name, system) = rest.split_once('|').unwrap_or((rest, ""));
        let system = system.strip_suffix('|').unwrap_or(system);
        let kept = |text: &str| text.chars().take(NAME_LIMIT).collect();
        Some(Hello { version, name: kept(name), system: kept(system) })
    }
}

/// The line, to be [sealed](super::seal). A `|` in a name would end it.
impl fmt::Display for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}|{}|", self.version.word(), self.name, self.system)
    }
}

/// Reads the first line of a connection (without its end, not edited) if it is the hello of a
/// timeseal. If so, every line that follows must [open](super::open).
#[must_use]
pub fn detect(first_line: &[u8]) -> Option<(Hello, Stamp)> {
    let opened = open(first_line)?;
    Some((Hello::parse(&opened.message)?, opened.stamp))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeseal::seal;
    use proptest::prelude::*;

    #[test]
    fn hellos() {
        let hello = |version, name: &str, system: &str| {
            Some(Hello { version, name: name.to_owned(), system: system.to_owned() })
        };
        for (line, expected) in [
            ("TIMESTAMP|openseal|x|", hello(Version::V1, "openseal", "x")),
            ("TIMESEAL2|freeseal|icsgo|", hello(Version::V2, "freeseal", "icsgo")),
            ("TIMESEAL2|anna|Linux 6.1|x86|", hello(Version::V2, "anna", "Linux 6.1|x86")),
            ("TIMESTAMP|openseal", hello(Version::V1, "openseal", "")),
            ("TIMESTAMP||", hello(Version::V1, "", "")),
            ("TIMESTAMP", None),
            ("TIMESEAL3|a|b|", None),
            ("ZIPSEAL|1|0|a|b|", None),
            ("Anna", None),
        ] {
            assert_eq!(Hello::parse(line), expected, "{line}");
        }
        let long = Hello::parse(&format!("TIMESTAMP|{}|x|", "n".repeat(500))).expect("a hello");
        assert_eq!(long.name.len(), NAME_LIMIT);
    }

    #[test]
    fn plain_connections_are_not_taken_for_sealed_ones() {
        for line in [&b"guest"[..], b"Anna", b"%b10110111010100000100001111111111000", b""] {
            assert_eq!(detect(line), None);
        }
        let mut sealed = Vec::new();
        seal("Anna", Stamp::new(1), 0, || b'1', &mut sealed);
        assert_eq!(detect(&sealed[..sealed.len() - 1]), None, "sealed, but no hello");
    }

    proptest! {
        #[test]
        fn a_hello_is_detected(
            v2: bool, name in "[a-zA-Z0-9 ]{0,40}", system in "[a-zA-Z0-9 .]{0,40}",
            stamp in 0u64..Stamp::CYCLE, offset in 0u8..50,
        ) {
            let version = if v2 { Version::V2 } else { Version::V1 };
            let hello = Hello { version, name, system };
            let mut line = Vec::new();
            seal(&hello.to_string(), Stamp::new(stamp), offset, || b'a', &mut line);
            line.pop();
            prop_assert_eq!(detect(&line), Some((hello, Stamp::new(stamp))));
        }
    }
}
