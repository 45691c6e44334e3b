//! One sealed line.
//!
//! `message 0x18 milliseconds 0x19 padding`, to a multiple of twelve bytes; in each group
//! of twelve three pairs change places; each byte is mixed with a key; the last byte names
//! the place in the key at which the mixing began; then `\n`.

use crate::char_escapes;

use super::Stamp;

/// Exclusive end of the offsets: the length of the key.
pub const OFFSETS: u8 = KEY.len() as u8;

const KEY: &[u8; 50] = b"Timestamp (FICS) v1.0 - programmed by Henrik Gram.";
const GROUP: usize = 12;
const SWAPS: [(usize, usize); 3] = [(0, 11), (2, 9), (4, 7)];
const BEFORE_STAMP: u8 = 0x18;
const AFTER_STAMP: u8 = 0x19;

/// A line that was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The sealed text: a command, a [hello](super::Hello) or a [pong](super::PONG).
    /// ASCII only; characters beyond it are entities (see [`char_escapes`]).
    pub message: String,
    /// The client's clock when the line was sent. Some clients always say 0.
    pub stamp: Stamp,
}

/// Appends a sealed line with its `\n`. Characters beyond ASCII go as entities (the code
/// has seven bits), the two marks around the stamp and line ends are left out.
///
/// `offset` (modulo [`OFFSETS`]) and `padding` (letters and digits; of others the lowest
/// seven bits) are the caller's chance; openseal uses 0 and `1`.
pub fn seal(
    message: &str,
    stamp: Stamp,
    offset: u8,
    mut padding: impl FnMut() -> u8,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    let offset = offset % OFFSETS;
    let marks = |b: &u8| matches!(*b, BEFORE_STAMP | AFTER_STAMP | b'\n' | b'\r');
    out.extend(char_escapes::encode(message).bytes().filter(|b| !marks(b)));
    out.push(BEFORE_STAMP);
    out.extend(stamp.millis().to_string().bytes());
    out.push(AFTER_STAMP);
    while !(out.len() - start).is_multiple_of(GROUP) {
        let byte = padding() & 0x7f;
        out.push(if marks(&byte) { b'1' } else { byte });
    }
    let sealed = &mut out[start..];
    swap(sealed);
    for (i, byte) in sealed.iter_mut().enumerate() {
        *byte = ((*byte | 0x80) ^ key(i, offset)) - 32;
    }
    out.extend([0x80 | offset, b'\n']);
}

/// Opens a line, given without its `\n`. `None` if it is not sealed.
#[must_use]
pub fn open(line: &[u8]) -> Option<Opened> {
    let (last, sealed) = line.split_last()?;
    let offset = last.checked_sub(0x80).filter(|o| *o < OFFSETS)?;
    if sealed.is_empty() || !sealed.len().is_multiple_of(GROUP) {
        return None;
    }
    let mut text = Vec::with_capacity(sealed.len());
    for (i, byte) in sealed.iter().enumerate() {
        let mixed = byte.checked_add(32).filter(|b| *b >= 0x80)?;
        text.push((mixed ^ key(i, offset)) & 0x7f);
    }
    swap(&mut text);
    let end = text.iter().rposition(|b| *b == AFTER_STAMP)?;
    let start = text[..end].iter().rposition(|b| *b == BEFORE_STAMP)?;
    let digits = str::from_utf8(&text[start + 1..end]).ok()?;
    if digits.is_empty() || digits.len() > 10 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let stamp = Stamp::new(digits.parse().ok()?);
    text.truncate(start);
    Some(Opened { message: String::from_utf8(text).ok()?, stamp })
}

fn key(i: usize, offset: u8) -> u8 {
    KEY[(i + usize::from(offset)) % KEY.len()]
}

fn swap(text: &mut [u8]) {
    for group in text.chunks_exact_mut(GROUP) {
        for (a, b) in SWAPS {
            group.swap(a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Message, stamp, offset, and the sealed line in hexadecimal, padded with `1`.
    const VECTORS: [(&str, u64, u8, &str); 3] = [
        (
            "TIMESTAMP|openseal|x|",
            1_234_567,
            0,
            "848071809e80809e80cda772db8dabacb87aadafacb37ca5a1a6beb1a3d8bcbab4b171b1800a",
        ),
        ("e2e4", 1000, 0, "c5bbd4b1a3a5b1d5a0a57983800a"),
        ("\x029", 1000, 7, "bca97179bfd9d3c37898a793870a"),
    ];

    fn sealed(message: &str, stamp: u64, offset: u8) -> Vec<u8> {
        let mut out = Vec::new();
        seal(message, Stamp::new(stamp), offset, || b'1', &mut out);
        out
    }

    fn unhex(text: &str) -> Vec<u8> {
        let byte = |i| u8::from_str_radix(&text[i..i + 2], 16).expect("hexadecimal");
        (0..text.len()).step_by(2).map(byte).collect()
    }

    fn opened(line: &[u8]) -> Option<(String, u32)> {
        open(line.strip_suffix(b"\n")?).map(|o| (o.message, o.stamp.millis()))
    }

    #[test]
    fn known_lines() {
        for (message, stamp, offset, hex) in VECTORS {
            let bytes = sealed(message, stamp, offset);
            assert_eq!(bytes, unhex(hex));
            assert_eq!(opened(&bytes), Some((message.to_owned(), stamp as u32)));
        }
    }

    #[test]
    fn what_is_not_sealed() {
        for line in [
            &b""[..],
            b"\x80",
            b"guest",
            b"Anna",
            b"twelve bytesX",
            b"twelve bytes\x80",
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x80",
            b"TIMESTAMP|openseal|x|",
        ] {
            assert_eq!(open(line), None, "{line:x?}");
        }
        let good = sealed("e2e4", 1000, 0);
        assert_eq!(open(&good[..good.len() - 2]), None, "the offset is cut off");
        assert_eq!(open(&good[1..good.len() - 1]), None, "the start is cut off");
    }

    #[test]
    fn characters_beyond_ascii_are_entities() {
        let line = sealed("shout ♘f3", 0, 49);
        let (message, _) = opened(&line).expect("sealed");
        assert_eq!(message, "shout &#x2658;f3");
        assert_eq!(char_escapes::decode(&message), "shout ♘f3");
    }

    #[test]
    fn a_message_cannot_forge_its_stamp() {
        let line = sealed("e2e4\x1877\x19\n", 1000, 0);
        assert_eq!(opened(&line), Some(("e2e477".to_owned(), 1000)));
        let mut out = Vec::new();
        seal("e2e4", Stamp::new(5), 0, || 0x99, &mut out);
        assert_eq!(opened(&out), Some(("e2e4".to_owned(), 5)));
    }

    proptest! {
        #[test]
        fn a_sealed_line_opens(
            message in "[ -~\x02]{0,80}", stamp in 0u64..Stamp::CYCLE, offset: u8, padding: u8,
        ) {
            let mut out = Vec::new();
            seal(&message, Stamp::new(stamp), offset, || padding, &mut out);
            prop_assert_eq!(opened(&out), Some((message, stamp as u32)));
            // Only DEL has a meaning for TELNET or line editing.
            prop_assert!(out[..out.len() - 1].iter().all(|b| (0x60..0xe0).contains(b)));
        }

        #[test]
        fn nothing_panics(bytes: Vec<u8>) {
            let _ = open(&bytes);
        }

        #[test]
        fn groups_never_panic(groups in prop::collection::vec(0x60u8..0xe0, 12..=48), offset: u8) {
            let mut line = groups;
            line.truncate(line.len() / 12 * 12);
            line.push(offset);
            let _ = open(&line);
        }
    }
}
