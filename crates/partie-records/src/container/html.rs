//! Records in web pages.
//!
//! Displayed text is text. All other parts (head, comments, scripts, alternative texts, other
//! attributes) are decoration, except for games and positions in attribute values and in strings of
//! scripts.

use std::ops::Range;

use super::{markdown::is_record, moves, quoted, unpacked::Unpacking};
use crate::detect;
use partie_pgn::{strip_markup, token};

/// Returns true if a text is a page, or a piece of one without tags of PGN: from PGN with line
/// breaks and entities its own reader takes them off.
pub(super) fn is_page(text: &[u8]) -> bool {
    is_whole_page(text) || is_piece(text)
}

/// Elements with which a piece of a page begins, besides blocks.
const INLINE: [&[u8]; 8] =
    [b"a", b"span", b"font", b"tbody", b"thead", b"main", b"center", b"small"];

/// Returns true if a text begins with an element of a page and closes one.
fn is_piece(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"<") else { return false };
    let length = name.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let ends = matches!(name.get(length), Some(b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n'));
    let name = name[..length].to_ascii_lowercase();
    let has_tags =
        || memchr::memchr_iter(b'[', text).any(|at| token::tag_name(&text[at..]).is_some());
    ends && (BLOCKS.contains(&&name[..]) || INLINE.contains(&&name[..]))
        && memchr::memmem::find(text, b"</").is_some()
        && !has_tags()
}

fn is_whole_page(text: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 6] =
        [b"<!doctype html", b"<html", b"<head", b"<body", b"<script", b"<?xml"];
    let begins = |text: &[u8]| {
        BEGINNINGS.iter().any(|b| text.get(..b.len()).is_some_and(|t| t.eq_ignore_ascii_case(b)))
    };
    let text = text.strip_prefix(b"<!--").map_or(text, |rest| {
        let end = memchr::memmem::find(rest, b"-->").map_or(rest.len(), |i| i + 3);
        rest[end..].trim_ascii_start()
    });
    begins(text)
}

/// Elements whose content is not shown.
pub(super) const HIDDEN: [&[u8]; 6] =
    [b"head", b"style", b"script", b"noscript", b"template", b"svg"];

/// Elements that begin and end a line.
pub(super) const BLOCKS: [&[u8]; 24] = [
    b"p",
    b"div",
    b"br",
    b"hr",
    b"li",
    b"ul",
    b"ol",
    b"dl",
    b"dt",
    b"dd",
    b"tr",
    b"table",
    b"td",
    b"th",
    b"pre",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"textarea",
    b"section",
    b"article",
];

/// Adds the text of a page.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    let mut at = 0;
    while at < source.len() {
        let next = memchr::memchr(b'<', &source[at..]).map_or(source.len(), |i| at + i);
        text(source, at..next, out);
        at = next;
        let rest = &source[at..];
        if rest.is_empty() {
            return;
        }
        if rest.starts_with(b"<!--") {
            at += memchr::memmem::find(rest, b"-->").map_or(rest.len(), |i| i + 3);
        } else {
            at = element(source, at, out);
        }
    }
}

/// Adds text with entities for characters.
pub(super) fn text(source: &[u8], range: Range<usize>, out: &mut Unpacking<'_>) {
    let mut at = range.start;
    while let Some(next) = memchr::memchr(b'&', &source[at..range.end]) {
        out.copy(at..at + next);
        at += next;
        let (meaning, length) =
            strip_markup::entity(&source[at..range.end]).unwrap_or(("&".into(), 1));
        out.put(meaning.as_bytes(), at);
        at += length;
    }
    out.copy(at..range.end);
}

/// Returns the length of an element's tag without its `>`, which may also stand in a value.
pub(super) fn length_of_tag(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr3(b'>', b'"', b'\'', &rest[at..])?;
        if rest[at] == b'>' {
            return Some(at);
        }
        at += 1;
        if rest[..at - 1].ends_with(b"=") {
            let Some(close) = memchr::memchr(rest[at - 1], &rest[at..]) else {
                // The value is not closed.
                return memchr::memchr(b'>', rest);
            };
            at += close + 1;
        }
    }
}

/// Finds the attributes with quoted values in an element's tag: their names in lower case, and the
/// places of their values.
pub(super) fn values(source: &[u8], tag: Range<usize>) -> Vec<(Vec<u8>, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = tag.start;
    while let Some(next) = memchr::memchr2(b'"', b'\'', &source[at..tag.end]) {
        let open = at + next;
        at = open + 1;
        let Some(name) = source[tag.start..open].trim_ascii_end().strip_suffix(b"=") else {
            continue;
        };
        let name = name.trim_ascii_end();
        let is_part = |b: &&u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
        let length = name.iter().rev().take_while(is_part).count();
        let name = name[name.len() - length..].to_ascii_lowercase();
        let close = memchr::memchr(source[open], &source[at..tag.end]).map_or(tag.end, |i| at + i);
        found.push((name, at..close));
        at = (close + 1).min(tag.end);
    }
    found
}

/// Attributes whose values may be a position, without `data-`.
const POSITION: [&[u8]; 4] = [b"fen", b"position", b"setup", b"start-fen"];

/// Adds the position and the games in the values of attributes.
pub(super) fn attributes(source: &[u8], tag: Range<usize>, out: &mut Unpacking<'_>) {
    let (positions, others): (Vec<_>, Vec<_>) =
        values(source, tag).into_iter().partition(|(name, value)| {
            let name = name.strip_prefix(b"data-").unwrap_or(name);
            let is_board = |text: &str| detect::is_board(text.trim());
            POSITION.contains(&name) && str::from_utf8(&source[value.clone()]).is_ok_and(is_board)
        });
    if let Some((_, value)) = positions.into_iter().next() {
        out.end_line(value.start);
        out.put(b"\n", value.start);
        self::tag(source, "FEN", value.clone(), out);
        out.put(b"\n", value.end);
    }
    for (_, value) in others {
        let before = out.length();
        out.end_line(value.start);
        let start = out.length();
        text(source, value.clone(), out);
        let words = out.since(start);
        let is_game = str::from_utf8(words).is_ok_and(moves::are_a_game);
        if is_game || is_record(words) {
            let is_open = is_game && !moves::has_result(words);
            out.put(if is_open { b" *\n\n" } else { b"\n\n" }, value.end);
        } else {
            out.cut(before);
        }
    }
}

/// Adds a tag on a line of its own.
pub(super) fn tag(source: &[u8], name: &str, value: Range<usize>, out: &mut Unpacking<'_>) {
    let leading = source[value.clone()].len() - source[value.clone()].trim_ascii_start().len();
    let start = value.start + leading;
    let end = start + source[value.clone()].trim_ascii().len();
    out.end_line(start);
    out.put(format!("[{name} \"").as_bytes(), start);
    let before = out.length();
    text(source, start..end, out);
    let words = out.since(before);
    if words.iter().any(|b| b"\"\\\r\n".contains(b)) {
        let words = String::from_utf8_lossy(words).replace('\\', "\\\\").replace('"', "\\\"");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        out.cut(before);
        out.put(words.as_bytes(), start);
    }
    out.put(b"\"]\n", end);
}

/// Skips an element's tag, and its content if that is not shown; returns where it ends.
fn element(source: &[u8], at: usize, out: &mut Unpacking<'_>) -> usize {
    let rest = &source[at..];
    let name = &rest[1..];
    let closing = name.first() == Some(&b'/');
    let name = &name[usize::from(closing)..];
    let length = name.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let is_tag = length > 0 || name.first().is_some_and(|b| matches!(b, b'!' | b'?'));
    let (true, Some(close)) = (is_tag, length_of_tag(rest)) else {
        out.put(b"<", at);
        return at + 1;
    };
    let name = name[..length].to_ascii_lowercase();
    let end = at + close + 1;
    if BLOCKS.contains(&&name[..]) {
        out.end_line(at);
        // Paragraphs, unlike other blocks, are separated by an empty line.
        if name == b"p" || name == b"pre" || name == b"textarea" {
            out.put(b"\n", at);
        }
    }
    let is_move = |(attribute, value): &(Vec<u8>, Range<usize>)| {
        let value = &source[value.clone()];
        attribute == b"class"
            && [&b"move"[..], b"ply", b"san", b"num", b"index"]
                .iter()
                .any(|class| memchr::memmem::find(value, class).is_some())
    };
    if !closing && values(source, at..at + close).iter().any(is_move) {
        out.put(b" ", at);
    }
    attributes(source, at..at + close, out);
    if closing || rest[..close].ends_with(b"/") || !HIDDEN.contains(&&name[..]) {
        return end;
    }
    let content = end..end + end_of_content(&source[end..], &name);
    let words = &source[content.clone()];
    let is_code = words.iter().any(|b| b"=;{}()<>\"'[]".contains(b));
    if name == b"script" && is_code {
        script(source, &rest[..close], content.clone(), out);
    } else if name == b"script" && !words.trim_ascii().is_empty() {
        text_of_script(content.clone(), out, words);
    }
    content.end
}

/// Returns the length of an element's content, up to the closing tag.
pub(super) fn end_of_content(content: &[u8], name: &[u8]) -> usize {
    memchr::memmem::find_iter(content, b"</")
        .find(|i| {
            let found = content.get(i + 2..i + 2 + name.len());
            found.is_some_and(|found| found.eq_ignore_ascii_case(name))
        })
        .unwrap_or(content.len())
}

/// Adds a script that is no program: moves, or a remark.
fn text_of_script(content: Range<usize>, out: &mut Unpacking<'_>, words: &[u8]) {
    let is_game = str::from_utf8(words).is_ok_and(moves::are_a_game);
    out.end_line(content.start);
    if !is_game {
        out.put(b"{", content.start);
    }
    let end = content.end;
    out.copy(content);
    out.put(if is_game { b"\n" } else { b"}\n" }, end);
}

/// Adds the records of a script: the records in its strings, or the whole script if its type says
/// so.
fn script(source: &[u8], tag: &[u8], content: Range<usize>, out: &mut Unpacking<'_>) {
    out.end_line(content.start);
    if memchr::memmem::find(&tag.to_ascii_lowercase(), b"pgn").is_some() {
        out.copy(content.clone());
        out.end_line(content.end);
    } else if quoted::is_quoted(&source[content.clone()]) {
        quoted::unpack(source, content, out);
    }
}
