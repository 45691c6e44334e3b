//! Lines, in both directions.
//!
//! * From a client: [`Framer`] splits the bytes into lines at `\n`, `\r\n`, `\n\r`, `\r\0` and a
//!   bare `\r`, independently of packets; [`edit`] restores one line as its writer saw it: with
//!   backspaces applied, without control characters. The two are separate because a timeseal line
//!   (see [`timeseal`](crate::timeseal)) must not be edited before it is opened.
//! * To a client: [`write()`] ends lines as servers do, with `\n\r`.
//! * From a server: [`shown::LineReader`].
//!
//! A line that is longer than the limit is reported once and skipped to its end: its rest
//! never becomes a command of its own.
//!
//! ```
//! use partie_wire::line::{self, Framed, Framer};
//!
//! let mut framer = Framer::default();
//! let mut lines: Vec<Framed> = framer.receive(b"tell boris hallp\x08o\r").collect();
//! lines.extend(framer.receive(b"\nresign\n"));
//! assert_eq!(lines.len(), 2);
//! let Framed::Line(first) = &lines[0] else { panic!() };
//! assert_eq!(line::edit(first), "tell boris hallo");
//! ```

pub mod shown;

use partie_formats::decode;

/// The longest line from a client, in bytes, without its end.
pub const LIMIT: usize = 4096;

/// A line cut out by a [`Framer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Framed {
    /// A line, without its end, not yet edited.
    Line(Vec<u8>),
    /// A line grew beyond the limit; the whole of it is skipped.
    TooLong,
}

/// Cuts the bytes of a client into lines. Holds one unfinished line and no more.
#[derive(Clone, Debug)]
pub struct Framer {
    limit: usize,
    line: Vec<u8>,
    skipping: bool,
    /// The end of a line that may have a second byte: `\r` or `\n`.
    ended_by: Option<u8>,
}

impl Default for Framer {
    fn default() -> Framer {
        Framer::new(LIMIT)
    }
}

impl Framer {
    /// For lines of up to `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Framer {
        Framer { limit, line: Vec::new(), skipping: false, ended_by: None }
    }

    /// The lines that some received bytes complete.
    pub fn receive<'a>(&'a mut self, bytes: &'a [u8]) -> impl Iterator<Item = Framed> + 'a {
        bytes.iter().filter_map(|byte| self.byte(*byte))
    }

    /// Takes the next byte of the stream.
    pub fn byte(&mut self, byte: u8) -> Option<Framed> {
        match (self.ended_by.take(), byte) {
            (Some(b'\r'), b'\n' | 0) | (Some(b'\n'), b'\r') => return None,
            _ => {}
        }
        if matches!(byte, b'\n' | b'\r') {
            self.ended_by = Some(byte);
            let line = std::mem::take(&mut self.line);
            return (!std::mem::take(&mut self.skipping)).then_some(Framed::Line(line));
        }
        if self.skipping {
            return None;
        }
        if self.line.len() == self.limit {
            self.line = Vec::new();
            self.skipping = true;
            return Some(Framed::TooLong);
        }
        self.line.push(byte);
        None
    }

    /// Forgets the line that is being typed (TELNET's interrupt and erase line).
    pub(crate) fn drop_line(&mut self) {
        self.line.clear();
    }

    /// The bytes of the line that is being typed.
    #[must_use]
    pub fn unfinished(&self) -> &[u8] {
        &self.line
    }
}

/// Restores a line as its writer saw it: backspace and DEL remove the character before them, a tab
/// is a space; other control characters, and bidirectional formatting characters, are removed.
/// UTF-8 is kept; invalid UTF-8 is read as an 8-bit encoding.
#[must_use]
pub fn edit(line: &[u8]) -> String {
    let mut text = String::with_capacity(line.len());
    for c in decode::decode(line, None).text.chars() {
        match c {
            '\x08' | '\x7f' => {
                text.pop();
            }
            '\t' => text.push(' '),
            c if decode::steers_terminal(c) => {}
            c => text.push(c),
        }
    }
    text
}

/// Appends a text whose lines end with `\n` as a server sends it: each end is `\n\r`.
pub fn write(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + 8);
    for byte in text.bytes() {
        out.push(byte);
        if byte == b'\n' {
            out.push(b'\r');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn framed(limit: usize, pieces: &[&[u8]]) -> Vec<String> {
        let mut framer = Framer::new(limit);
        let mut lines = Vec::new();
        for piece in pieces {
            lines.extend(framer.receive(piece).map(|f| match f {
                Framed::Line(line) => String::from_utf8_lossy(&line).into_owned(),
                Framed::TooLong => "TOO LONG".to_owned(),
            }));
        }
        lines
    }

    #[test]
    fn ends_of_lines() {
        for (bytes, lines) in [
            ("e4\ne5\n", vec!["e4", "e5"]),
            ("e4\r\ne5\r\n", vec!["e4", "e5"]),
            ("e4\n\re5\n\r", vec!["e4", "e5"]),
            ("e4\r\0e5\r\0", vec!["e4", "e5"]),
            ("e4\re5\r", vec!["e4", "e5"]),
            ("\n\n", vec!["", ""]),
            ("\r\n\r\n", vec!["", ""]),
            ("\n\r\n\r", vec!["", ""]),
            ("\r\0\r\0", vec!["", ""]),
            ("\r\r", vec!["", ""]),
            ("e4", vec![]),
        ] {
            assert_eq!(framed(9, &[bytes.as_bytes()]), lines, "{bytes:?}");
        }
    }

    #[test]
    fn a_long_line_is_said_once_and_is_no_command() {
        assert_eq!(framed(4, &[b"12345resign\r\nabcd\n"]), ["TOO LONG", "abcd"]);
        assert_eq!(framed(4, &[b"1234", b"5", b"67", b"\nab\n"]), ["TOO LONG", "ab"]);
        let long = vec![b'x'; LIMIT];
        assert_eq!(framed(LIMIT, &[&long, b"\n"])[0].len(), LIMIT);
        assert_eq!(framed(LIMIT, &[&long, b"x\n"]), ["TOO LONG"]);
    }

    #[test]
    fn a_dropped_line_leaves_nothing() {
        let mut framer = Framer::default();
        assert_eq!(framer.receive(b"resi").count(), 0);
        assert_eq!(framer.unfinished(), b"resi");
        framer.drop_line();
        assert_eq!(framer.receive(b"draw\n").collect::<Vec<_>>(), [Framed::Line(b"draw".into())]);
    }

    #[test]
    fn corrections() {
        for (typed, seen) in [
            (&b"tell boris hi"[..], "tell boris hi"),
            (b"e5\x084", "e4"),
            (b"e5\x7f4", "e4"),
            (b"\x08\x08e4", "e4"),
            (b"abc\x08\x08\x08\x08e4", "e4"),
            (b"Gr\xc3\xbcn\x08\x08un", "Grun"),
            ("kibitz ♘f3!".as_bytes(), "kibitz ♘f3!"),
            (b"a\tb", "a b"),
            (b"\x1b[2Jdate\x07\0", "[2Jdate"),
            (b"\xc2\x9b2J", "2J"),
            ("a\u{202e}b\u{2066}\u{2028}".as_bytes(), "ab"),
            // Latin-1 from an old terminal.
            (b"shout Gr\xfcn und sch\xf6n", "shout Grün und schön"),
        ] {
            assert_eq!(edit(typed), seen, "{typed:x?}");
        }
    }

    #[test]
    fn lines_to_a_client() {
        let mut out = Vec::new();
        write("Style 12 set.\nfics% ", &mut out);
        assert_eq!(out, b"Style 12 set.\n\rfics% ");
    }

    proptest! {
        #[test]
        fn packets_change_nothing(text in "[ab\r\n\0\x08]{0,60}", size in 1usize..7, limit in 0usize..6) {
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            prop_assert_eq!(framed(limit, &pieces), framed(limit, &[text.as_bytes()]));
        }

        #[test]
        fn every_end_gives_the_same_lines(
            lines in prop::collection::vec("[a-z ]{0,9}", 0..9),
            end in prop::sample::select(vec!["\n", "\r\n", "\n\r", "\r\0", "\r"]),
        ) {
            let text: String = lines.iter().flat_map(|l| [l.as_str(), end]).collect();
            prop_assert_eq!(framed(9, &[text.as_bytes()]), lines);
        }

        #[test]
        fn an_edited_line_holds_no_control(bytes: Vec<u8>) {
            let text = edit(&bytes);
            prop_assert!(!text.contains(decode::steers_terminal));
            prop_assert_eq!(edit(text.as_bytes()), text);
        }
    }
}
