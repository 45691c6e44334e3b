//! Records in mail (RFC 5322) whose parts are quoted-printable or base64 (RFC 2045, sections 6.7
//! and 6.8), one part or several (RFC 2046, section 5.1);
//! and quoted-printable text that was copied without its headers.

use std::ops::{Range, RangeInclusive};

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::unpacked::Unpacking;
use crate::foreign::foreign;

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

/// Transfer encoding of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Encoding {
    #[default]
    Plain,
    QuotedPrintable,
    Base64,
}

/// A part of a mail.
#[derive(Debug, Default)]
struct MailPart {
    encoding: Encoding,
    /// True if it is a web page, often the same text once more.
    html: bool,
    /// True if it has parts of its own; the text before them is for programs without MIME.
    multipart: bool,
    /// True if it is another mail.
    forwarded: bool,
    /// Headers of interest to a reader, with their places.
    said: Vec<(usize, String)>,
    /// Place of its text.
    body: Range<usize>,
}

/// Returns true if a text is a mail with an encoded part or with several parts.
pub(super) fn is_encoded(text: &[u8]) -> bool {
    has_headers(text)
        && parts(text).iter().any(|part| part.encoding != Encoding::Plain || part.multipart)
}

fn has_headers(text: &[u8]) -> bool {
    let begins = |h: &&[u8]| text.get(..h.len()).is_some_and(|t| t.eq_ignore_ascii_case(h));
    HEADERS.iter().any(begins)
}

/// Returns true if a text without headers is quoted-printable: every `=` in it begins a code or
/// ends a line, and at least one of these codes does not occur in games.
pub(super) fn is_bare_quoted_printable(text: &[u8]) -> bool {
    /// Lengths of the lines that are broken where the encoding needs it.
    const BROKEN: RangeInclusive<usize> = 73..=76;
    let is_digit = |b: &u8| matches!(b, b'0'..=b'9' | b'A'..=b'F');
    let (mut breaks, mut end, mut is_certain) = (0, 0, false);
    for at in memchr::memchr_iter(b'=', text) {
        match &text[at + 1..] {
            [b'\n', ..] | [b'\r', b'\n', ..] => {
                let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
                breaks += usize::from(BROKEN.contains(&(at + 1 - line)));
            }
            [b'3', b'D', ..] => is_certain = true,
            [high, low, ..] if is_digit(high) && is_digit(low) => {
                is_certain |= end == at && end > 0 && *high >= b'8';
                end = at + 3;
            }
            // The beginning of a file may end here.
            [] | [_] => {}
            _ => return false,
        }
    }
    (is_certain || breaks > 1) && !has_headers(text)
}

/// Adds the text of all parts, and as comments the headers of interest to a reader. Other headers
/// are left out, as are non-text parts and web pages that repeat another part.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    if !has_headers(source.trim_ascii_start()) {
        return quoted_printable_lines(source, 0..source.len(), out);
    }
    let parts = parts(source);
    let is_text = |part: &MailPart| {
        !part.html && !part.multipart && !source[part.body.clone()].trim_ascii().is_empty()
    };
    let has_text = parts.iter().any(is_text);
    for part in parts {
        for (at, words) in &part.said {
            out.put(format!("{{{}}}\n", words.replace('}', ")")).as_bytes(), *at);
        }
        if part.multipart || part.html && has_text {
            continue;
        }
        let end = part.body.end;
        match part.encoding {
            Encoding::Plain => out.copy(part.body),
            Encoding::QuotedPrintable => quoted_printable_lines(source, part.body, out),
            Encoding::Base64 => base64(source, part.body, out),
        }
        out.end_line(end);
        out.put(b"\n", end);
    }
}

/// Finds the parts of a mail, or of several mails in one mailbox.
fn parts(text: &[u8]) -> Vec<MailPart> {
    let mut parts: Vec<MailPart> = Vec::new();
    let mut part = MailPart::default();
    let mut boundaries: Vec<Vec<u8>> = Vec::new();
    let (mut headers, mut header, mut empty, mut at) = (true, Vec::new(), true, 0);
    let mut header_start = 0;
    for line in text.split_inclusive(|b| *b == b'\n') {
        let (start, bare) = (at, line.trim_ascii_end());
        at += line.len();
        let bounded = bare.strip_prefix(b"--").is_some_and(|rest| {
            let rest = rest.strip_suffix(b"--").unwrap_or(rest);
            boundaries.iter().any(|boundary| boundary == rest)
        });
        // The next mail of a mailbox follows an empty line.
        let is_mail = !headers && empty && bare.starts_with(b"From ");
        empty = bare.is_empty();
        if bounded || is_mail {
            part.body.end = start;
            parts.push(std::mem::take(&mut part));
            (headers, header, part.body) = (true, Vec::new(), at..at);
        } else if headers {
            let goes_on = bare.starts_with(b" ") || bare.starts_with(b"\t");
            if !goes_on {
                take_header(&header, header_start, &mut part, &mut boundaries);
                header.clear();
                header_start = start;
            }
            header.extend_from_slice(bare);
            // A forwarded mail has headers of its own.
            headers = !bare.is_empty() || std::mem::take(&mut part.forwarded);
            part.body = at..at;
        }
    }
    part.body.end = text.len().max(part.body.start);
    parts.push(part);
    parts
}

/// Takes the encoding and the boundary of a part from a header on one line.
fn take_header(header: &[u8], at: usize, part: &mut MailPart, boundaries: &mut Vec<Vec<u8>>) {
    let small = header.to_ascii_lowercase();
    if [&b"from:"[..], b"subject:", b"date:"].iter().any(|name| small.starts_with(name)) {
        part.said.push((at, with_encoded_words(&String::from_utf8_lossy(header))));
    } else if let Some(value) = small.strip_prefix(b"content-transfer-encoding:") {
        part.encoding = match value.trim_ascii() {
            b"quoted-printable" => Encoding::QuotedPrintable,
            b"base64" => Encoding::Base64,
            _ => Encoding::Plain,
        };
    } else if let Some(value) = small.strip_prefix(b"content-type:") {
        part.html = value.trim_ascii().starts_with(b"text/html");
        part.forwarded = value.trim_ascii().starts_with(b"message/rfc822");
        part.multipart = value.trim_ascii().starts_with(b"multipart/");
        if let Some(i) = memchr::memmem::find(&small, b"boundary=").filter(|_| part.multipart) {
            let value = &header[i + b"boundary=".len()..];
            let value = match value.strip_prefix(b"\"") {
                Some(quoted) => quoted.split(|b| *b == b'"').next(),
                None => value.split(|b| *b == b';' || b.is_ascii_whitespace()).next(),
            };
            boundaries.extend(value.filter(|v| !v.is_empty()).map(<[u8]>::to_vec));
        }
    }
}

/// Decodes the words of a header (RFC 2047): `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
fn with_encoded_words(header: &str) -> String {
    let mut out = String::new();
    let mut was_encoded = false;
    for word in header.split_whitespace() {
        let decoded = encoded_word(word);
        // Whitespace between encoded words does not count.
        if !(out.is_empty() || was_encoded && decoded.is_some()) {
            out.push(' ');
        }
        was_encoded = decoded.is_some();
        out.push_str(decoded.as_deref().unwrap_or(word));
    }
    out
}

fn encoded_word(word: &str) -> Option<String> {
    let mut parts = word.strip_prefix("=?")?.strip_suffix("?=")?.splitn(3, '?');
    let (label, encoding, text) = (parts.next()?, parts.next()?, parts.next()?);
    let charset = encoding_rs::Encoding::for_label(label.as_bytes())?;
    let bytes = match encoding {
        "B" | "b" => {
            let mut bytes = vec![0; text.len()];
            let length = STANDARD.decode_slice(text, &mut bytes).ok()?;
            bytes.truncate(length);
            bytes
        }
        "Q" | "q" => {
            let text = text.replace('_', " ");
            let mut out = Unpacking::new(text.as_bytes());
            quoted_printable(text.as_bytes(), 0..text.len(), &mut out);
            out.finished().text
        }
        _ => return None,
    };
    Some(charset.decode_without_bom_handling(&bytes).0.into_owned())
}

/// Adds lines of quoted-printable.
fn quoted_printable_lines(source: &[u8], lines: Range<usize>, out: &mut Unpacking<'_>) {
    let mut at = lines.start;
    for line in source[lines].split_inclusive(|b| *b == b'\n') {
        quoted_printable(source, at..at + line.len(), out);
        at += line.len();
    }
}

/// Adds a line of quoted-printable: `=3D` is a byte, `=` at its end joins the next line.
fn quoted_printable(source: &[u8], line: Range<usize>, out: &mut Unpacking<'_>) {
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

/// Number of bytes searched for a sign that a part is not text.
const HEAD: usize = 1 << 10;

/// Adds decoded base64 if it is text. Characters outside the alphabet are skipped, as the
/// standard requires.
fn base64(source: &[u8], body: Range<usize>, out: &mut Unpacking<'_>) {
    let begun = out.length();
    let mut looked = false;
    let mut group: Vec<u8> = Vec::with_capacity(4);
    let mut group_start = body.start;
    let last = body.end;
    for at in body.chain(std::iter::once(last)) {
        let sign = source.get(at).filter(|_| at < last);
        match sign {
            Some(b) if b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=') => {
                if group.is_empty() {
                    group_start = at;
                }
                group.push(*b);
            }
            // The padding may be missing at the end.
            None if group.len() > 1 => group.resize(4, b'='),
            _ => {}
        }
        if group.len() == 4 {
            let mut bytes = [0; 3];
            if let Ok(length) = STANDARD.decode_slice(&group, &mut bytes) {
                out.put(&bytes[..length], group_start);
            }
            group.clear();
        }
        let length = out.length() - begun;
        if !looked && (length >= HEAD || at == last) {
            looked = true;
            if foreign(out.since(begun), None).is_some() {
                out.cut(begun);
                return;
            }
        }
    }
}
