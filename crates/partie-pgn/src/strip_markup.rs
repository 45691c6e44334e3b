//! Removal of markup before a text is tokenized: quote marks of mail, HTML, wrappers of forums.
//! Places refer to the original bytes.

use std::{borrow::Cow, ops::Range};

use super::{codes, split, token};
use partie_formats::{Code, Diagnostic, Message, decode::Decoded, message};

/// A place and the text that replaces it.
type Replacement = (Range<usize>, &'static str);

/// Cleans a text. The spans of the diagnostics are in bytes of the text as it was given.
pub(crate) fn strip(decoded: Decoded<'_>) -> (Decoded<'_>, Vec<Diagnostic>) {
    let (replacements, diagnostics) = replacements(&decoded);
    (decoded.with_replacements(&replacements), diagnostics)
}

/// Returns the places of removed markup, in bytes of the original text.
pub(crate) fn removed(decoded: &Decoded<'_>) -> Vec<Range<usize>> {
    let (replacements, _) = replacements(decoded);
    let empty = replacements.into_iter().filter(|(_, meaning)| meaning.trim().is_empty());
    empty.map(|(r, _)| decoded.byte_offset(r.start)..decoded.byte_offset(r.end)).collect()
}

fn replacements(decoded: &Decoded<'_>) -> (Vec<Replacement>, Vec<Diagnostic>) {
    let text = &*decoded.text;
    let mut replacements = Vec::new();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut note = |code: &'static Code, found: &[Replacement], message: Message| {
        if let Some((range, _)) = found.first() {
            let span = decoded.byte_offset(range.start)..decoded.byte_offset(range.end);
            diagnostics.push(Diagnostic::new(code, span, message));
        }
    };
    if is_html(text) {
        let found = html(text);
        note(
            &codes::HTML,
            &found,
            message!("HTML stands in the text; it was read as what it stands for"),
        );
        replacements.extend(found);
    }
    if is_quoted(text) {
        let found = quoting(text);
        note(
            &codes::MAIL_QUOTES,
            &found,
            message!("the lines are quoted as in mail; the marks were left out"),
        );
        replacements.extend(found);
    }
    let found = wrappers(text);
    note(
        &codes::WRAPPER,
        &found,
        message!("the game stands between marks of a web forum; they were left out"),
    );
    replacements.extend(found);
    replacements.sort_by_key(|(range, _)| range.start);
    replacements.dedup_by(|b, a| b.0.start < a.0.end);
    (replacements, diagnostics)
}

const ENTITIES: [(&str, &str); 22] = [
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#034;", "\""),
    ("&amp;", "&"),
    ("&#38;", "&"),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&#039;", "'"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&nbsp;", " "),
    ("&#160;", " "),
    ("&frac12;", "½"),
    ("&#189;", "½"),
    ("&ndash;", "–"),
    ("&mdash;", "—"),
    ("&minus;", "−"),
    ("&hellip;", "…"),
    ("&times;", "×"),
    ("&plusmn;", "±"),
    ("&#91;", "["),
    ("&#93;", "]"),
];

/// Decodes the entity with which a text begins, and returns its length.
#[must_use]
pub fn entity(text: &[u8]) -> Option<(Cow<'static, str>, usize)> {
    if let Some((entity, meaning)) = ENTITIES.iter().find(|(e, _)| text.starts_with(e.as_bytes())) {
        return Some(((*meaning).into(), entity.len()));
    }
    let digits = text.strip_prefix(b"&#")?;
    let end = memchr::memchr(b';', &digits[..digits.len().min(8)])?;
    let number = str::from_utf8(&digits[..end]).ok()?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => number.parse().ok()?,
    };
    let meaning = char::from_u32(code).filter(|c| !c.is_control() || *c == '\n')?;
    Some((meaning.to_string().into(), end + 3))
}

/// Tags of HTML that stand in copied games, and what they mean there.
const HTML_TAGS: [(&str, &str); 22] = [
    ("br", "\n"),
    ("p", "\n"),
    ("/p", "\n"),
    ("div", "\n"),
    ("/div", "\n"),
    ("pre", ""),
    ("/pre", ""),
    ("code", ""),
    ("/code", ""),
    ("span", ""),
    ("/span", ""),
    ("b", ""),
    ("/b", ""),
    ("strong", ""),
    ("/strong", ""),
    ("i", ""),
    ("/i", ""),
    ("em", ""),
    ("/em", ""),
    ("font", ""),
    ("/font", ""),
    ("/br", "\n"),
];

/// Returns true if the text as a whole is HTML: tag pairs are quoted by entities, or line breaks
/// are tags. Comments and tag values do not count, as they may quote HTML.
fn is_html(text: &str) -> bool {
    if memchr::memchr2(b'&', b'<', text.as_bytes()).is_none() {
        return false;
    }
    let (mut at, mut line_end) = (0, 0);
    while let Some(i) = memchr::memchr3(b'[', b'<', b'{', &text.as_bytes()[at..]).map(|i| at + i) {
        at = i + 1;
        let rest = &text[i..];
        if rest.starts_with('{') {
            let Some(close) = memchr::memchr(b'}', rest.as_bytes()) else { return false };
            at = i + close;
            continue;
        }
        if split::is_line_break(rest.as_bytes()) || rest.starts_with("<pre>") {
            return true;
        }
        let Some(name) = token::tag_name(rest.as_bytes()) else { continue };
        let value = rest[name.end..].trim_start_matches([' ', '\t']);
        if value.starts_with('&') {
            return true;
        }
        at = value_end(text, text.len() - value.len(), &mut line_end);
    }
    false
}

/// Returns the end of a tag's value; `line_end` is kept from one value of a line to the next.
fn value_end(text: &str, start: usize, line_end: &mut usize) -> usize {
    let rest = &text.as_bytes()[start..];
    if start >= *line_end {
        *line_end = start + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }
    let line = &text[start..*line_end];
    let closes = |i: &usize| line[i + 1..].starts_with(']') && !line[..*i].ends_with('\\');
    let close = memchr::memchr_iter(b'"', line.as_bytes()).skip(1).find(closes);
    start + close.unwrap_or(line.len())
}

fn html(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(i) = memchr::memchr2(b'&', b'<', &text.as_bytes()[at..]).map(|i| at + i) {
        at = i + 1;
        if text.as_bytes()[i] == b'&' {
            if let Some((entity, meaning)) = ENTITIES.iter().find(|(e, _)| text[i..].starts_with(e))
            {
                found.push((i..i + entity.len(), *meaning));
                at = i + entity.len();
            }
        } else if let Some(close) = text.as_bytes()[i..].iter().take(128).position(|b| *b == b'>') {
            let inner = &text.as_bytes()[i + 1..i + close];
            let name = inner
                .split(u8::is_ascii_whitespace)
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            let name = name.strip_suffix(b"/").unwrap_or(&name);
            if let Some((_, meaning)) = HTML_TAGS.iter().find(|(n, _)| n.as_bytes() == name) {
                at = i + close + 1;
                // `<br />` at the end of a line is that line's end, not one more.
                let ends_line = text[at..].starts_with(['\n', '\r']);
                found.push((i..at, if ends_line { "" } else { meaning }));
            }
        }
    }
    found
}

/// Returns true if most lines that are not empty begin with `>`.
fn is_quoted(text: &str) -> bool {
    if !text.contains('>') {
        return false;
    }
    let (mut quoted, mut lines) = (0, 0);
    for line in text.lines().map(str::trim_start).filter(|l| !l.is_empty()) {
        lines += 1;
        quoted += usize::from(line.starts_with('>'));
    }
    quoted * 2 > lines
}

fn quoting(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let mark = line.len() - line.trim_start_matches(['>', ' ', '\t']).len();
        if line[..mark].contains('>') {
            found.push((start..start + mark, ""));
        }
        start += line.len();
    }
    found
}

/// `[pgn]`, `[/pgn]` and their like, but not in comments and values of tags.
fn wrappers(text: &str) -> Vec<Replacement> {
    const NAMES: [&str; 5] = ["[pgn]", "[/pgn]", "[chess]", "[/chess]", "[/code]"];
    let mut found = Vec::new();
    let begins =
        |at: usize| matches!(text.as_bytes().get(at), Some(b'p' | b'P' | b'c' | b'C' | b'/'));
    if !memchr::memchr_iter(b'[', text.as_bytes()).any(|i| begins(i + 1)) {
        return found;
    }
    let (mut at, mut line_end) = (0, 0);
    while let Some(i) = memchr::memchr2(b'[', b'{', &text.as_bytes()[at..]).map(|i| at + i) {
        at = i + 1;
        if text.as_bytes()[i] == b'{' {
            // One that is never closed is no comment.
            let close = memchr::memchr(b'}', &text.as_bytes()[at..]);
            at += close.unwrap_or(0);
            continue;
        }
        if let Some(name) = token::tag_name(&text.as_bytes()[i..]) {
            let value = text[i + name.end..].trim_start_matches([' ', '\t']);
            if !value.starts_with('&') {
                at = value_end(text, text.len() - value.len(), &mut line_end);
            }
            continue;
        }
        if !begins(at) {
            continue;
        }
        let hit = NAMES.iter().find(|n| {
            text.as_bytes()
                .get(i..i + n.len())
                .is_some_and(|t| t.eq_ignore_ascii_case(n.as_bytes()))
        });
        if let Some(name) = hit {
            at = i + name.len();
            found.push((i..at, " "));
        }
    }
    found
}
