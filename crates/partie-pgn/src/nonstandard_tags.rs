//! Tag pairs that are broken over several lines or lack a bracket.
//!
//! The splitter and the reader both use these functions, so that they agree on what is a tag.

use std::ops::Range;

use partie_core::tags::ROSTER;

use super::{
    names,
    token::kind::{TagToken, is_name_byte},
};

/// Longest tag pair of these kinds, in bytes, with the whitespace around it on its lines.
pub(crate) const LONGEST: usize = 512;

/// Tags, besides the seven-tag roster, that are recognised without any bracket.
pub(super) const KNOWN: [&str; 18] = [
    "ECO",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "EventDate",
    "UTCDate",
    "UTCTime",
    "TimeControl",
    "Termination",
    "Annotator",
    "Opening",
    "Variation",
    "Variant",
    "SetUp",
    "FEN",
];

/// Reads bytes one by one.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn new(bytes: &'a [u8], at: usize) -> Cursor<'a> {
        Cursor { bytes: &bytes[..bytes.len().min(LONGEST)], at }
    }

    fn next_is(&self, byte: u8) -> bool {
        self.bytes.get(self.at) == Some(&byte)
    }

    fn skip(&mut self, test: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|b| test(**b)).count();
        start..self.at
    }

    fn skip_spaces(&mut self) {
        self.skip(|b| matches!(b, b' ' | b'\t'));
    }

    /// Skips whitespace with at most one line end, and returns true if there was one. Returns
    /// `None` if the next line is empty.
    fn skip_gap(&mut self) -> Option<bool> {
        self.skip_spaces();
        let broken = self.skip_line_end();
        self.skip_spaces();
        let empty = broken && matches!(self.bytes.get(self.at), None | Some(b'\n' | b'\r'));
        (!empty).then_some(broken)
    }

    fn skip_line_end(&mut self) -> bool {
        let length = match &self.bytes[self.at..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        self.at += length;
        length > 0
    }
}

/// Reads a tag pair that begins with a bracket and is broken over a line end: after its name, in
/// its value, or before the closing bracket. Returns its parts and its end, in bytes from the
/// bracket. The text need not be UTF-8.
pub(crate) fn broken_tag(bytes: &[u8]) -> Option<(TagToken, usize)> {
    if bytes.first() != Some(&b'[') {
        return None;
    }
    let mut cursor = Cursor::new(bytes, 1);
    cursor.skip_spaces();
    let name = cursor.skip(is_name_byte);
    if !bytes.get(name.start).is_some_and(u8::is_ascii_uppercase) || name.len() > 255 {
        return None;
    }
    let mut broken = cursor.skip_gap()?;
    if !cursor.next_is(b'"') {
        return None;
    }
    cursor.at += 1;
    let value_start = cursor.at;
    loop {
        match *cursor.bytes.get(cursor.at)? {
            b'"' => break,
            b'\\' => cursor.at += 2,
            b'\r' | b'\n' => {
                // A line that ends with a bracket lacks only its quote.
                let closed = bytes[value_start..cursor.at].trim_ascii_end().ends_with(b"]");
                if closed || !cursor.skip_gap()? || cursor.next_is(b'[') {
                    return None;
                }
                broken = true;
            }
            b'{' | b'}' if broken => return None,
            _ => cursor.at += 1,
        }
    }
    let value = value_start..cursor.at;
    cursor.at += 1;
    broken |= cursor.skip_gap()?;
    if !broken || !cursor.next_is(b']') {
        return None;
    }
    Some((TagToken::new(name, value), cursor.at + 1))
}

/// Reads a tag pair of a known name that is spelled in another way and fills a line: with another
/// separator or other quotes, `[White = 'Oak']`, or with two brackets; beside other tags (`among`, or
/// one on the next line) also without quotes, `[Site Hall]`. Returns its parts and its end, in bytes
/// from the bracket.
pub(crate) fn respelled_tag(text: &str, among: bool) -> Option<(TagToken, usize)> {
    const QUOTES: [&str; 11] = ["\\\"", "\"", "'", "`", "“", "”", "„", "‘", "’", "«", "»"];
    let line = &text[..text.floor_char_boundary(LONGEST)];
    let line = line[..line.find(['\n', '\r']).unwrap_or(line.len())].trim_end();
    let mut cursor = Cursor::new(line.as_bytes(), 0);
    let brackets = cursor.skip(|b| b == b'[').len();
    cursor.skip_spaces();
    let name = cursor.skip(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !(1..3).contains(&brackets) || names::canonical(&line[name.clone()]).is_none() {
        return None;
    }
    let gap = cursor.skip(|b| matches!(b, b' ' | b'\t' | b':' | b'='));
    let mut value = line[gap.end..].trim_end_matches([',', ';']);
    let closed = value.trim_end_matches([']', '}']);
    if closed.len() == value.len() {
        return None;
    }
    value = closed.trim_end();
    let quote = QUOTES.iter().find(|quote| value.starts_with(**quote));
    match quote {
        Some(quote) => {
            value = &value[quote.len()..];
            let closing = QUOTES.iter().find(|quote| value.ends_with(**quote));
            value = &value[..value.len() - closing.map_or(0, |quote| quote.len())];
        }
        None if gap.is_empty() && !value.is_empty() => return None,
        None if !among && !begins_with_known_name(&text[line.len()..]) => return None,
        None => {}
    }
    if value.contains(['[', ']', '{', '}', '"']) {
        return None;
    }
    let start = gap.end + quote.map_or(0, |quote| quote.len());
    let tag = TagToken::new(name, start..start + value.len());
    Some((TagToken { plain_quotes: false, ..tag }, line.len()))
}

/// Returns true if the next line begins as a tag of a known name does.
fn begins_with_known_name(text: &str) -> bool {
    let mut cursor = Cursor::new(text.as_bytes(), 0);
    cursor.skip_spaces();
    let is_next = cursor.skip_line_end();
    // Empty lines and the signs of quoted mail may stand between tags.
    cursor.skip(|b| matches!(b, b'\n' | b'\r' | b'>' | b' '));
    let brackets = cursor.skip(|b| b == b'[').len();
    let name = cursor.skip(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_next && (1..3).contains(&brackets) && names::canonical(&text[name]).is_some()
}

/// Reads a tag pair that lacks its first bracket and fills a line: `Event "x"]`, or `Event "x"`
/// if the name is a known one. Returns its parts and its end, in bytes. The text need not be
/// UTF-8.
#[inline]
pub(crate) fn bare_tag(line: &[u8]) -> Option<(TagToken, usize)> {
    let begins = line.first().is_some_and(u8::is_ascii_uppercase)
        && line.get(1..3).is_some_and(|letters| letters.iter().all(u8::is_ascii_alphabetic));
    begins.then(|| bare_tag_of(line)).flatten()
}

fn bare_tag_of(line: &[u8]) -> Option<(TagToken, usize)> {
    let mut cursor = Cursor::new(line, 0);
    let name = cursor.skip(|b| b.is_ascii_alphanumeric() || b == b'_');
    cursor.skip_spaces();
    if !cursor.next_is(b'"') || cursor.at == name.end {
        return None;
    }
    cursor.at += 1;
    let value = cursor.skip(|b| !matches!(b, b'"' | b'\\' | b'\n' | b'\r'));
    if !cursor.next_is(b'"') {
        return None;
    }
    cursor.at += 1;
    let mut end = cursor.at;
    cursor.skip_spaces();
    let bracket_closed = cursor.next_is(b']');
    if bracket_closed {
        cursor.at += 1;
        end = cursor.at;
        cursor.skip_spaces();
    }
    let fills_line = match cursor.bytes.get(cursor.at) {
        None => line.len() < LONGEST,
        Some(byte) => matches!(byte, b'\n' | b'\r'),
    };
    let known = || {
        let name = &line[name.clone()];
        ROSTER.iter().chain(&KNOWN).any(|known| known.as_bytes() == name)
    };
    if !fills_line || !(bracket_closed || known()) {
        return None;
    }
    Some((TagToken { bracket_closed, ..TagToken::new(name, value) }, end))
}

/// Returns true if any line of a text begins with a tag pair that lacks its first bracket.
pub(crate) fn has_bare_tag(text: &[u8]) -> bool {
    let mut quotes = memchr::memchr_iter(b'"', text);
    quotes.any(|quote| {
        let near = &text[quote.saturating_sub(LONGEST)..quote];
        let start = memchr::memrchr2(b'\n', b'\r', near)
            .map_or(quote - near.len(), |i| quote - near.len() + i + 1);
        bare_tag(text[start..].trim_ascii_start()).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_over_several_lines() {
        for (text, value, rest) in [
            ("[Event \"Some long\nname\"]\n", "Some long\nname", "\n"),
            ("[Event \"Some\r\n  long\r\nname\" ] 1. e4", "Some\r\n  long\r\nname", " 1. e4"),
            ("[Event\n\"x\"]\n[Site \"y\"]", "x", "\n[Site \"y\"]"),
            ("[Site \"a\"\n]\n", "a", "\n"),
            ("[Site \"a \\\"b\\\"\nc\"]", "a \\\"b\\\"\nc", ""),
        ] {
            let (tag, end) = broken_tag(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&text[tag.value], &text[end..]), (value, rest), "{text}");
        }
        for text in [
            // On one line; never closed; followed by an empty line, a tag, or movetext.
            "[Event \"x\"]",
            "[Event \"x\n",
            "[Site \"Paris\n\nand so on\"]",
            "[Site \"Paris\n[White \"A\"]",
            "[Site \"Paris]\n1. e4 {\"x\"]}",
            "[Site \"Paris\n1. e4 {\"x\"]}",
            "[Event \"x\nSite \"y\"]",
            "[%clk\n\"x\"]",
            "[see this\n\"x\"]",
        ] {
            assert!(broken_tag(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn tags_without_a_bracket() {
        for (text, value) in [
            ("Event \"x\"]\n", "x"),
            ("White \"Carlsen, M\"", "Carlsen, M"),
            ("White \"Carlsen, M\" \r\n1. e4", "Carlsen, M"),
            ("Great \"yes\"]", "yes"),
        ] {
            let (tag, _) = bare_tag(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(&text[tag.value], value, "{text}");
            assert!(has_bare_tag(format!("1. e4\n {text}").as_bytes()));
        }
        for text in [
            "Great \"yes\"",
            "Ab \"yes\"]",
            "He said \"yes\"]",
            "White \"wins\" here",
            "Nf3 \"x\"",
            "Site\"x\"]",
            "event \"x\"]",
            "White \"A\"] 1. e4",
            "[White \"A\"]",
        ] {
            assert!(bare_tag(text.as_bytes()).is_none(), "{text}");
        }
    }
}
