//! Records in mail whose text is quoted-printable (RFC 2045, section 6.7).

use super::unpacked::Unpacking;

/// Headers with which mail begins.
const HEADERS: [&[u8]; 12] = [
    b"From ",
    b"From:",
    b"To:",
    b"Subject:",
    b"Date:",
    b"Received:",
    b"Return-Path:",
    b"Message-ID:",
    b"MIME-Version:",
    b"Content-Type:",
    b"Delivered-To:",
    b"X-",
];

/// The header that says how a part is encoded, in small letters.
const ENCODING: &[u8] = b"content-transfer-encoding:";

/// Whether a text is a mail with a part in quoted-printable.
pub(super) fn is_quoted_printable(text: &[u8]) -> bool {
    let begins = |h: &&[u8]| text.get(..h.len()).is_some_and(|t| t.eq_ignore_ascii_case(h));
    HEADERS.iter().any(begins)
        && text.split(|b| *b == b'\n').any(|line| encoding(line) == Some(true))
}

/// Whether a line says that a part is quoted-printable; `None` if it says nothing.
fn encoding(line: &[u8]) -> Option<bool> {
    let line = line.trim_ascii().to_ascii_lowercase();
    Some(line.strip_prefix(ENCODING)?.trim_ascii() == b"quoted-printable")
}

/// Adds the text of all parts. The first header of the mail and those of parts are left out.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    let (mut headers, mut decoding, mut at) = (true, false, 0);
    for line in source.split_inclusive(|b| *b == b'\n') {
        let (start, bare) = (at, line.trim_ascii_end());
        at += line.len();
        // A boundary, or the next mail of a folder.
        if bare.starts_with(b"--") && bare.len() > 8 || !headers && bare.starts_with(b"From ") {
            (headers, decoding) = (true, false);
        } else if headers {
            decoding = encoding(line).unwrap_or(decoding);
            headers = !bare.is_empty();
        } else if decoding {
            quoted_printable(source, start..at, out);
        } else {
            out.copy(start..at);
        }
    }
}

/// Adds a line of quoted-printable: `=3D` is a byte, `=` at its end joins the next line.
fn quoted_printable(source: &[u8], line: std::ops::Range<usize>, out: &mut Unpacking<'_>) {
    let mut at = line.start;
    while let Some(next) = memchr::memchr(b'=', &source[at..line.end]) {
        out.copy(at..at + next);
        at += next;
        let rest = &source[at + 1..line.end];
        if rest.trim_ascii().is_empty() {
            return;
        }
        let byte = rest.get(..2).and_then(|d| u8::from_str_radix(str::from_utf8(d).ok()?, 16).ok());
        out.put(&[byte.unwrap_or(b'=')], at);
        at += if byte.is_some() { 3 } else { 1 };
    }
    out.copy(at..line.end);
}
