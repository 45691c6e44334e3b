//! Whitespace in text, lines unwrapped to one, and spans in order.

use std::ops::Range;

/// Returns a text on one line: line ends with the spaces around them become one space.
#[must_use]
pub fn unwrap_lines(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    let Some(first) = ends.next() else {
        return text.to_owned();
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut start = first + 1;
    for end in ends.chain([text.len()]) {
        let spaces = |bytes: &[u8]| bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let line = &text[start + spaces(&bytes[start..end])..end];
        while out.ends_with([' ', '\t']) {
            out.pop();
        }
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        start = end + 1;
    }
    if text.ends_with(['\n', '\r']) {
        out.push(' ');
    }
    out
}

/// Returns true if a character separates words or is invisible.
#[must_use]
pub fn is_whitespace(c: char) -> bool {
    c.is_whitespace() || is_nonstandard_whitespace(c)
}

/// Spaces that are not spaces of ASCII: non-breaking, zero-width, marks, control characters.
#[must_use]
pub fn is_nonstandard_whitespace(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}' | '\u{a0}' | '\u{ad}' | '\u{2000}'..='\u{200f}'
        | '\u{202a}'..='\u{202f}' | '\u{205f}'..='\u{2064}' | '\u{3000}' | '\u{feff}' | '\u{fffd}')
}

/// Returns true for bidirectional formatting characters (Unicode Bidirectional Algorithm):
/// embeddings, overrides and isolates. A name that contains one can reverse the text after it.
#[must_use]
pub const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Sorts spans by their start, and then by their end.
pub fn sort_spans(spans: &mut [Range<usize>]) {
    spans.sort_unstable_by_key(|span| (span.start, span.end));
}
