//! Pings: the server's question about the client's clock, and the answer.

use super::Version;

/// The message, to be [sealed](super::seal), with which a client answers a ping at once.
pub const PONG: &str = "\x029";

/// Returns true if an opened message answers a ping. The player did not type it.
pub(crate) fn is_pong(message: &str) -> bool {
    message.trim_end_matches(['\r', '\n']) == PONG
}

impl Version {
    /// Returns the ping, to be sent with each board at the start of a line.
    #[must_use]
    pub const fn ping(self) -> &'static [u8] {
        match self {
            Version::V1 => b"[G]\n\r",
            Version::V2 => b"[G]\0",
        }
    }
}

/// Takes the pings out of what a server sends. A version 1 ping is one only at the start
/// of a line, or after the space of a prompt; a version 2 ping anywhere.
///
/// Holds back what may be the beginning of a ping: up to four bytes.
///
/// ```
/// use partie_wire::timeseal::{PingFilter, Version};
///
/// let mut filter = PingFilter::new(Version::V1);
/// let mut text = Vec::new();
/// assert_eq!(filter.receive(b"\n\r[G]\n\r<12> r", &mut text), 1);
/// assert_eq!(text, b"\n\r<12> r");
/// ```
#[derive(Clone, Debug)]
pub struct PingFilter {
    ping: &'static [u8],
    anywhere: bool,
    matched: usize,
    /// The last byte that was let through, or `\n` before the first one.
    last: u8,
}

impl PingFilter {
    /// A filter for the pings of this version.
    #[must_use]
    pub fn new(version: Version) -> PingFilter {
        let anywhere = version == Version::V2;
        PingFilter { ping: version.ping(), anywhere, matched: 0, last: b'\n' }
    }

    /// Appends the text without its pings, and returns their number. The caller must send that many
    /// [`PONG`]s at once.
    pub fn receive(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> usize {
        bytes.iter().filter(|byte| self.byte(**byte, out)).count()
    }

    /// Takes the next byte of the stream, appends text, and returns true if the byte ends a ping.
    pub fn byte(&mut self, byte: u8, out: &mut Vec<u8>) -> bool {
        if !self.fits(byte) {
            if let Some(last) = self.matched.checked_sub(1) {
                out.extend(&self.ping[..self.matched]);
                self.last = self.ping[last];
                self.matched = 0;
            }
            if !self.fits(byte) {
                out.push(byte);
                self.last = byte;
                return false;
            }
        }
        self.matched = (self.matched + 1) % self.ping.len();
        self.matched == 0
    }

    fn fits(&self, byte: u8) -> bool {
        byte == self.ping[self.matched]
            && (self.matched > 0 || self.anywhere || matches!(self.last, b'\n' | b'\r' | b' '))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filtered(version: Version, pieces: &[&[u8]]) -> (String, usize) {
        let mut filter = PingFilter::new(version);
        let mut text = Vec::new();
        let pings = pieces.iter().map(|p| filter.receive(p, &mut text)).sum();
        (String::from_utf8_lossy(&text).into_owned(), pings)
    }

    #[test]
    fn pings_are_taken_out() {
        use Version::{V1, V2};
        for (version, sent, text, pings) in [
            (V1, "[G]\n\r", "", 1),
            (V1, "\n\r[G]\n\r[G]\n\r<12>", "\n\r<12>", 2),
            (V1, "fics% [G]\n\r", "fics% ", 1),
            (V1, "the note[G]\n\r", "the note[G]\n\r", 0),
            (V1, "[G]\0", "[G]\0", 0),
            (V1, "[G][G]\n\r", "[G][G]\n\r", 0),
            (V1, "[[G]\n\r", "[[G]\n\r", 0),
            (V1, "\n[G]\n[G]\n\r", "\n[G]\n", 1),
            (V2, "<12> r\n\rfics% [G]\0", "<12> r\n\rfics% ", 1),
            (V2, "[G[G]\0x", "[Gx", 1),
            (V2, "[G]\n\r", "[G]\n\r", 0),
        ] {
            assert_eq!(filtered(version, &[sent.as_bytes()]), (text.to_owned(), pings), "{sent:?}");
        }
    }

    #[test]
    fn pongs() {
        for (message, pong) in [("\x029", true), ("\x029\r", true), ("9", false), ("\x02", false)] {
            assert_eq!(is_pong(message), pong);
        }
    }

    proptest! {
        #[test]
        fn packets_change_nothing(text in "[\\[G\\]\n\r\0 a]{0,40}", size in 1usize..6, v2: bool) {
            let version = if v2 { Version::V2 } else { Version::V1 };
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            prop_assert_eq!(filtered(version, &pieces), filtered(version, &[text.as_bytes()]));
        }

        #[test]
        fn text_without_pings_is_whole(lines in prop::collection::vec("[a-zA-Z\\[ ]{0,20}", 0..9)) {
            let text: String = lines.iter().flat_map(|l| [l.as_str(), "\n\r"]).collect();
            for version in [Version::V1, Version::V2] {
                prop_assert_eq!(filtered(version, &[text.as_bytes()]), (text.clone(), 0));
            }
        }
    }
}
