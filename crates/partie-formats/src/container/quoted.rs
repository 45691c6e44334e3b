//! Records in strings of JavaScript, TypeScript, JSON, Python and SQL.
//!
//! If none of the strings begins with a tag, those that are moves from the start of a game are games,
//! and so are lists of strings of one move each.

use std::ops::Range;

use super::{calls, moves, unpacked::Unpacking};
use crate::pgn::token;

/// Tags with which nearly all records begin.
const FIRST_TAGS: [&[u8]; 4] = [b"[Event", b"[Site", b"[White", b"[FEN"];

/// Returns true if one of the strings begins with a tag.
pub(super) fn is_quoted(text: &[u8]) -> bool {
    FIRST_TAGS
        .into_iter()
        .any(|tag| memchr::memmem::find_iter(text, tag).take(8).any(|i| is_after_quote(&text[..i])))
}

/// Returns true if a string begins as a game does, where a program has its values, and no game stands
/// outside of strings.
pub(super) fn has_strings_of_moves(text: &[u8]) -> bool {
    let quotes = || memchr::memchr3_iter(b'"', b'\'', b'`', text);
    let begins = quotes().any(|i| {
        matches!(text[..i].trim_ascii_end().last(), Some(b'=' | b'[' | b'(' | b',' | b':'))
            && begins_with_moves(&text[i + 1..])
    });
    // In prose, moves stand between quotes, too.
    begins
        && !memchr::memmem::find_iter(text, b"1.").any(|i| {
            let is_start =
                |before: &u8| !before.is_ascii_alphanumeric() && !b"\"'`".contains(before);
            text[..i].last().is_none_or(is_start) && begins_with_moves(&text[i..])
        })
}

/// Returns true if a text begins with a move, or with the number of the first one and a move.
fn begins_with_moves(text: &[u8]) -> bool {
    let text = text[..text.len().min(16)].trim_ascii_start();
    let text = text.strip_prefix(b"1.").unwrap_or(text).trim_ascii_start();
    let is_word = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'-';
    let length = text.iter().take_while(is_word).count();
    length > 1 && str::from_utf8(&text[..length]).is_ok_and(crate::scoresheet::is_of_moves)
}

/// Returns true if a text ends with a quote; whitespace, also escaped, may follow the quote.
fn is_after_quote(before: &[u8]) -> bool {
    let mut before = before.trim_ascii_end();
    while let Some(rest) = before.strip_suffix(b"\\n").or_else(|| before.strip_suffix(b"\\r")) {
        before = rest.trim_ascii_end();
    }
    // A quote that opens or closes a tag's value does not count.
    matches!(before.last(), Some(b'"' | b'\'' | b'`')) && !before.ends_with(b"\\\"")
}

/// Adds the strings of a part of the source that hold records. Strings with only spaces, `+` or
/// commas between them belong together.
pub(super) fn unpack(source: &[u8], range: Range<usize>, out: &mut Unpacking<'_>) {
    let text = &source[..range.end];
    let has_tags = is_quoted(&text[range.start..]);
    if !has_tags {
        calls::unpack(source, range.clone(), out);
    }
    let mut at = range.start;
    // Start of the strings that belong together, in the unpacked text.
    let mut group = out.length();
    while at < text.len() {
        let rest = &text[at..];
        match rest[0] {
            b'"' | b'\'' | b'`' => {
                let before = out.length();
                let start = at;
                at = string(text, start, out);
                // A string of several moves is a game of its own, and no part of a list.
                if !has_tags && out.since(before).trim_ascii().contains(&b' ') {
                    out.cut(before);
                    group = end_group(group, start, has_tags, out);
                    string(text, start, out);
                    group = end_group(group, at, has_tags, out);
                    continue;
                }
                // The name of a member is not part of a record.
                if text[at..].trim_ascii_start().starts_with(b":") {
                    out.cut(before);
                    group = end_group(group, at, has_tags, out);
                }
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |i| i + 2);
                continue;
            }
            b',' => out.end_line(at),
            b'+' | b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' => {}
            _ => group = end_group(group, at, has_tags, out),
        }
        at += 1;
    }
    end_group(group, text.len(), has_tags, out);
}

/// Keeps strings that belong together if they hold a record; returns where the next ones begin.
fn end_group(group: usize, at: usize, has_tags: bool, out: &mut Unpacking<'_>) -> usize {
    if out.length() == group {
        return group;
    }
    let text = out.since(group);
    if !has_tags && str::from_utf8(text).is_ok_and(moves::are_a_game) {
        let is_open = !moves::has_result(text);
        out.put(if is_open { b" *\n\n" } else { b"\n\n" }, at);
    } else if memchr::memchr_iter(b'[', text).any(|i| token::tag_name(&text[i..]).is_some()) {
        out.end_line(at);
        out.put(b"\n", at);
    } else {
        out.cut(group);
    }
    out.length()
}

/// Adds the string that begins at a place, and returns its end. An unclosed string ends with
/// its line, unless it may have several.
fn string(text: &[u8], start: usize, out: &mut Unpacking<'_>) -> usize {
    let quote = text[start];
    let triple = [quote; 3];
    let is_triple = quote != b'`' && text[start..].starts_with(&triple);
    let close: &[u8] = if is_triple { &triple } else { &triple[..1] };
    // A literal of SQL or PHP that begins with a tag may have several lines.
    let is_record = quote == b'\'' && ends_on_another_line(&text[start + 1..]);
    let many_lines = is_triple || quote == b'`' || is_record;
    let mut at = start + close.len();
    loop {
        let rest = &text[at.min(text.len())..];
        let Some(next) = memchr::memchr3(quote, b'\\', b'\n', rest) else {
            if many_lines {
                out.copy(at..text.len());
            }
            return text.len();
        };
        out.copy(at..at + next);
        at += next;
        match text[at] {
            b'\\' => at += escape(&text[at..], at, out),
            b'\n' if !many_lines => return at,
            b'\n' => {
                out.copy(at..at + 1);
                at += 1;
            }
            _ if is_record && text[at..].starts_with(b"''") => {
                out.copy(at..at + 1);
                at += 2;
            }
            _ if text[at..].starts_with(close) => return at + close.len(),
            _ => {
                out.copy(at..at + 1);
                at += 1;
            }
        }
    }
}

/// Returns true if the content of a string begins with a tag, and ends after several lines.
fn ends_on_another_line(content: &[u8]) -> bool {
    token::tag_name(content.trim_ascii_start()).is_some()
        && memchr::memchr2(b'\'', b'\n', content).is_some_and(|i| content[i] == b'\n')
        && memchr::memchr(b'\'', content).is_some()
}

/// Adds the character an escape stands for, and returns the escape's length.
fn escape(text: &[u8], at: usize, out: &mut Unpacking<'_>) -> usize {
    let code = |range: Range<usize>| {
        let digits = str::from_utf8(text.get(range)?).ok()?;
        u32::from_str_radix(digits, 16).ok()
    };
    let mut character = |code: u32, length: usize| {
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        out.put(c.encode_utf8(&mut [0; 4]).as_bytes(), at);
        length
    };
    match text.get(1) {
        None => 1,
        Some(b'u') => match code(2..6) {
            // A surrogate pair makes one character.
            Some(high @ 0xd800..=0xdbff) => {
                match code(8..12).filter(|_| text[6..].starts_with(b"\\u")) {
                    Some(low @ 0xdc00..=0xdfff) => {
                        character(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00), 12)
                    }
                    _ => character(high, 6),
                }
            }
            Some(code) => character(code, 6),
            None => 2,
        },
        Some(b'x') => match code(2..4) {
            Some(code) => character(code, 4),
            None => 2,
        },
        // An escaped line end continues the line.
        Some(b'\n') => 2,
        Some(b'\r') => 3,
        Some(c) => {
            let meant = match c {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                other => *other,
            };
            out.put(&[meant], at);
            2
        }
    }
}
