//! Escapes text from inputs, so that it cannot control a terminal.
//!
//! Text in messages and tables is always made [`visible`], on any stream. Records keep their
//! bytes in files and pipes, and are made visible only on a terminal ([`VisibleWriter`]). JSON uses
//! escapes, on any stream ([`json_line`]).

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use partie_formats::decode::steers_terminal;
pub(crate) use partie_formats::text::{visible, visible_lines};
use serde::Serialize;

/// Formats JSON in one line, with every character escaped that could control a terminal.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    // Keys are strings, so that values of this program can all be written.
    let plain = serde_json::to_string(value).unwrap_or_default();
    // JSON has none of them outside strings, and of ASCII only DEL inside.
    if plain.is_ascii() && !plain.contains('\x7f') || !plain.contains(steers_terminal) {
        return plain;
    }
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        if steers_terminal(c) {
            // All of them are in the Basic Multilingual Plane.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Shows bytes on a terminal: text in UTF-8 as [`visible_lines`], other bytes as `�`.
pub(crate) struct VisibleWriter<W: Write> {
    out: W,
    /// Beginning of a character, or of a line end, that is not complete yet.
    held: Vec<u8>,
}

impl<W: Write> VisibleWriter<W> {
    pub(crate) const fn new(out: W) -> VisibleWriter<W> {
        VisibleWriter { out, held: Vec::new() }
    }

    /// Writes the held bytes, and flushes.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let text = visible_lines(&String::from_utf8_lossy(&self.held));
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Counts the bytes at the end that may be part of a longer character or line end.
    fn unfinished(bytes: &[u8]) -> usize {
        if bytes.ends_with(b"\r") {
            return 1;
        }
        match bytes.utf8_chunks().last() {
            Some(last) if bytes.ends_with(last.invalid()) => {
                // Three bytes of a character of four at most; what is wrong for good is short, too.
                let cut = std::str::from_utf8(last.invalid());
                cut.err().filter(|e| e.error_len().is_none()).map_or(0, |_| last.invalid().len())
            }
            _ => 0,
        }
    }
}

impl<W: Write> std::fmt::Debug for VisibleWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VisibleWriter")
    }
}

impl<W: Write> Write for VisibleWriter<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(buffer);
        let whole = self.held.len() - Self::unfinished(&self.held);
        let text = visible_lines(&String::from_utf8_lossy(&self.held[..whole]));
        self.held.drain(..whole);
        self.out.write_all(text.as_bytes())?;
        Ok(buffer.len())
    }

    /// Flushes all but the beginning of a character.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\x1b[31mb\x07\u{202e}c\td"), "a␛[31mb␇�c d");
        assert_eq!(visible("\x7f\u{9b}\u{61c}\u{2028}\u{2066}\r\n"), "␡����  ");
        assert_eq!(visible_lines("a\r\n\tb\rc\n"), "a\n\tb␍c\n");
        let escaped = json_line(&json!({ "a\u{9b}": "\x1b\u{202e}č\"" }));
        assert_eq!(escaped, r#"{"a\u009b":"\u001b\u202eč\""}"#);
    }

    fn shown(pieces: &[&[u8]]) -> String {
        let mut out = VisibleWriter::new(Vec::new());
        for piece in pieces {
            out.write_all(piece).expect("memory");
        }
        String::from_utf8(out.out).expect("UTF-8")
    }

    #[test]
    fn bytes_on_a_terminal() {
        for (pieces, text) in [
            (&[&b"1. e4\x1b[2J {x\x9b}\r\n"[..]][..], "1. e4␛[2J {x�}\n"),
            (&[b"Ji\xc5", b"\x99\xc3", b"\xad *\r", b"\n"], "Jiří *\n"),
            (&[b"\xf0\x9f", b"\x8f\x86 \xe2", b"x"], "🏆 �x"),
            (&[b"a\r", b"b"], "a␍b"),
        ] {
            assert_eq!(shown(pieces), text);
        }
    }

    proptest! {
        #[test]
        fn pieces_change_nothing(bytes in prop::collection::vec(any::<u8>(), 0..60), at in 0_usize..60) {
            let whole = [&bytes[..], b".\n"].concat();
            let (one, two) = whole.split_at(at.min(whole.len()));
            let text = shown(&[&whole]);
            prop_assert_eq!(&shown(&[one, two]), &text);
            prop_assert!(!text.contains(|c| steers_terminal(c) && !matches!(c, '\n' | '\t')));
            let json = json_line(&text);
            prop_assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
        }
    }
}
