//! Records in strings of JavaScript, TypeScript, JSON, Python and SQL, and in YAML, TOML and INI.
//!
//! If none of the strings begins with a tag, strings of moves from the start of a game are games,
//! and so are lists of strings of one move each. The values around them become their tags and
//! comments.

use std::ops::Range;

use super::{
    calls,
    members::{Facts, Members},
    moves,
    unpacked::Unpacking,
};
use partie_pgn::token;

/// Tags with which nearly all records begin.
const FIRST_TAGS: [&[u8]; 4] = [b"[Event", b"[Site", b"[White", b"[FEN"];

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns true if one of the strings begins with a tag.
pub(super) fn is_quoted(text: &[u8]) -> bool {
    // A stray mark before a tag opens no string.
    let begins = |i: usize| {
        let before = text[..i].trim_ascii_end();
        let is_stray = before.ends_with(b"`") && memchr::memchr(b'`', &text[i..]).is_none();
        !is_stray && is_after_quote(&text[..i])
    };
    let mut tags = FIRST_TAGS.into_iter();
    tags.any(|tag| memchr::memmem::find_iter(text, tag).take(8).any(begins))
}

/// Returns true if a string begins as a game does, where a program has its values, and no game stands
/// outside of strings.
pub(super) fn has_strings_of_moves(text: &[u8]) -> bool {
    let quotes = || memchr::memchr3_iter(b'"', b'\'', b'`', text);
    let begins = quotes().any(|i| {
        matches!(text[..i].trim_ascii_end().last(), Some(b'=' | b'[' | b'(' | b',' | b':' | b'-'))
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
    length > 1 && str::from_utf8(&text[..length]).is_ok_and(partie_scoresheet::is_of_moves)
}

/// Returns true if a text ends with a quote; whitespace, also escaped, may follow the quote.
fn is_after_quote(before: &[u8]) -> bool {
    let before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
    let mut before = before.trim_ascii_end();
    while let Some(rest) = before.strip_suffix(b"\\n").or_else(|| before.strip_suffix(b"\\r")) {
        before = rest.trim_ascii_end();
    }
    // A quote that opens or closes a tag's value does not count.
    matches!(before.last(), Some(b'"' | b'\'' | b'`')) && !before.ends_with(b"\\\"")
}

/// Returns true if a text has a section as in INI, or a list of YAML, and moves without quotes in it.
pub(super) fn has_bare_moves(text: &[u8]) -> bool {
    let is_line_of_moves = |line: &[u8]| {
        let line = line.trim_ascii_start();
        let line = line.strip_prefix(b"- ").unwrap_or(line);
        let Some(sign) = memchr::memchr2(b'=', b':', line) else { return false };
        let key = line[..sign].trim_ascii().to_ascii_lowercase();
        let value = line[sign + 1..].trim_ascii_start();
        let list = value.strip_prefix(b"[");
        super::keys::MOVES.iter().any(|name| name.as_bytes() == key)
            && (line[sign] == b'=' || list.is_some())
            && begins_with_moves(list.unwrap_or(value))
    };
    text.split(|b| *b == b'\n').any(is_line_of_moves)
        && !Members::of(text, 0..text.len()).bare_moves().is_empty()
}

/// Adds the strings of a part of the source that hold records, and the values around them.
pub(super) fn unpack(source: &[u8], range: Range<usize>, out: &mut Unpacking<'_>) {
    if is_quoted(&source[range.clone()]) {
        strings(source, range, true, out);
        return;
    }
    let mut games = calls::unpack(source, range.clone(), out);
    games.extend(strings(source, range.clone(), false, out));
    let members = Members::of(source, range);
    for moves in members.bare_moves() {
        games.push((out.length(), moves.clone()));
        bare(source, moves, out);
    }
    if games.is_empty() {
        return;
    }
    let mut pieces: Vec<_> =
        games.into_iter().rev().map(|(start, place)| (place, out.split_off(start))).collect();
    pieces.sort_by_key(|(place, _)| place.start);
    let places: Vec<_> = pieces.iter().map(|(place, _)| place.clone()).collect();
    for (facts, (place, mut piece)) in members.facts(&places).into_iter().zip(pieces) {
        let result = facts.tags.iter().find(|(tag, _)| *tag == "Result");
        let result = result.and_then(|(_, value)| piece.take_result().then_some(value));
        around(source, &facts, place.start, out);
        out.append(&piece);
        if let Some(value) = result {
            out.copy(value.clone());
            out.put(b"\n\n", value.end);
        }
    }
}

/// Adds the tags and the comments of a game whose moves begin at a place.
fn around(source: &[u8], facts: &Facts, at: usize, out: &mut Unpacking<'_>) {
    for (tag, value) in &facts.tags {
        out.put(format!("[{tag} \"").as_bytes(), value.start);
        written(source, value, |text| text.replace('\\', "\\\\").replace('"', "\\\""), out);
        out.put(b"\"]\n", value.end);
    }
    if !facts.tags.is_empty() {
        out.put(b"\n", at);
    }
    for comment in &facts.comments {
        out.put(b"{", comment.start);
        written(source, comment, |text| text.replace('}', ")"), out);
        out.put(b"}\n", comment.end);
    }
}

/// Adds a part of the source without its escapes, after a change.
fn written(
    source: &[u8],
    range: &Range<usize>,
    change: impl Fn(&str) -> String,
    out: &mut Unpacking<'_>,
) {
    let before = out.length();
    let mut at = range.start;
    while at < range.end {
        let rest = &source[at..range.end];
        let next = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        out.copy(at..at + next);
        at += next;
        if at < range.end {
            at += escape(&source[at..range.end], at, out);
        }
    }
    let text = String::from_utf8_lossy(out.since(before)).replace(['\r', '\n'], " ");
    let changed = change(&text);
    if changed.as_bytes() != out.since(before) {
        out.cut(before);
        out.put(changed.as_bytes(), range.start);
    }
}

/// Adds moves that stand without quotes.
fn bare(source: &[u8], moves: Range<usize>, out: &mut Unpacking<'_>) {
    let is_sign = |b: u8| matches!(b, b',' | b'[' | b']');
    let mut at = moves.start;
    for word in source[moves.clone()].split(|b| is_sign(*b)) {
        out.copy(at..at + word.len());
        at += word.len() + 1;
        if at < moves.end {
            out.put(b" ", at - 1);
        }
    }
    let is_open = !moves::has_result(&source[moves.clone()]);
    out.put(if is_open { b" *\n\n" } else { b"\n\n" }, moves.end);
}

/// Adds the strings that hold records, and returns where they begin in the unpacked text, and their places
/// in the source. Strings with only spaces, `+`, commas or the dashes of YAML between them belong together.
fn strings(
    source: &[u8],
    range: Range<usize>,
    has_tags: bool,
    out: &mut Unpacking<'_>,
) -> Vec<(usize, Range<usize>)> {
    let text = &source[..range.end];
    let mut at = range.start;
    let mut group = Group { has_tags, start: out.length(), place: None, games: Vec::new() };
    while at < text.len() {
        let rest = &text[at..];
        match rest[0] {
            b'"' | b'\'' | b'`' => {
                let before = out.length();
                let start = at;
                at = string(text, start, out);
                // A string of several moves is a game of its own, and no part of a list; beside
                // strings that begin with tags, too.
                let found = out.since(before).trim_ascii();
                let of_moves = found.contains(&b' ')
                    && (!has_tags || group.start == before && is_game_without_tags(found));
                if of_moves {
                    out.cut(before);
                    group.end(start, out);
                    at = strings_side_by_side(text, start, out);
                    group.place = Some(start..at);
                    group.end_as(false, at, out);
                    continue;
                }
                // The name of a member is not part of a record.
                if text[at..].trim_ascii_start().starts_with(b":") {
                    out.cut(before);
                    group.end(at, out);
                } else {
                    group.place = Some(group.place.map_or(start, |place| place.start)..at);
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
            b'-' if !has_tags && is_dash_of_item(text, at) => out.end_line(at),
            b'+' | b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' => {}
            _ => group.end(at, out),
        }
        at += 1;
    }
    group.end(text.len(), out);
    group.games
}

/// Returns true if a string holds moves from the start of a game, and no tag.
fn is_game_without_tags(text: &[u8]) -> bool {
    memchr::memchr(b'[', text).is_none() && str::from_utf8(text).is_ok_and(moves::are_a_game)
}

/// Adds a string, and those after it with only spaces, line ends and a sign that joins strings between
/// them; returns the end of the last one.
fn strings_side_by_side(text: &[u8], start: usize, out: &mut Unpacking<'_>) -> usize {
    let mut at = string(text, start, out);
    loop {
        let rest = &text[at..];
        let between =
            rest.iter().take_while(|b| matches!(b, b'+' | b'.' | b' ' | b'\r' | b'\n' | b'\t'));
        let next = at + between.count();
        let signs = text[at..next].iter().filter(|b| matches!(b, b'+' | b'.')).count();
        if next == at || signs > 1 || text.get(next) != Some(&text[start]) {
            return at;
        }
        out.put(b" ", next);
        at = string(text, next, out);
    }
}

/// Returns true for the dash of an item that is a string, in a list of YAML.
fn is_dash_of_item(text: &[u8], at: usize) -> bool {
    let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
    text[line..at].iter().all(|b| matches!(b, b' ' | b'\t'))
        && matches!(text[at + 1..].trim_ascii_start().first(), Some(b'"' | b'\''))
}

/// Strings that belong together, at the end of the unpacked text.
struct Group {
    has_tags: bool,
    /// Start in the unpacked text.
    start: usize,
    /// Place in the source.
    place: Option<Range<usize>>,
    /// Games that were kept.
    games: Vec<(usize, Range<usize>)>,
}

impl Group {
    /// Keeps the strings if they hold a record, and begins another group.
    fn end(&mut self, at: usize, out: &mut Unpacking<'_>) {
        self.end_as(self.has_tags, at, out);
    }

    /// Keeps the strings if they hold a record with or without tags, and begins another group.
    fn end_as(&mut self, has_tags: bool, at: usize, out: &mut Unpacking<'_>) {
        let place = self.place.take();
        if out.length() == self.start {
            return;
        }
        let text = out.since(self.start);
        if !has_tags && str::from_utf8(text).is_ok_and(moves::are_a_game) {
            let is_open = !moves::has_result(text);
            out.put(if is_open { b" *\n\n" } else { b"\n\n" }, at);
            self.games.push((self.start, place.unwrap_or(at..at)));
        } else if memchr::memchr_iter(b'[', text).any(|i| token::tag_name(&text[i..]).is_some()) {
            out.end_line(at);
            out.put(b"\n", at);
        } else {
            out.cut(self.start);
        }
        self.start = out.length();
    }
}

/// Adds the string that begins at a place, and returns its end. An unclosed string ends with
/// its line, unless it may have several.
pub(super) fn string(text: &[u8], start: usize, out: &mut Unpacking<'_>) -> usize {
    let quote = text[start];
    let triple = [quote; 3];
    let is_triple = quote != b'`' && text[start..].starts_with(&triple);
    let close: &[u8] = if is_triple { &triple } else { &triple[..1] };
    // A literal of SQL or PHP that begins with a tag may have several lines.
    let is_record = quote == b'\'' && ends_on_another_line(&text[start + 1..]);
    let many_lines = is_triple || quote == b'`' || is_record;
    let mut at = start + close.len();
    if text[at.min(text.len())..].starts_with(BYTE_ORDER_MARK) {
        at += BYTE_ORDER_MARK.len();
    }
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
