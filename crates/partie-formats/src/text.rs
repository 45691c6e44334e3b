//! Whitespace in text, lines unwrapped to one, text and numbers in messages, and spans in order.

use std::ops::Range;

use crate::decode::steers_terminal;

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

/// Returns the picture of a control character (`␛`, `␇`, ...), or `�` if it has none.
fn picture(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        '\x7f' => '␡',
        _ => '�',
    }
}

/// Makes a text one line: control characters become pictures, line ends and tabs spaces.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if steers_terminal(c) => picture(c),
            c => c,
        })
        .collect()
}

/// Replaces control characters by pictures, except line ends and tabs.
#[must_use]
pub fn visible_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let keep = |c: char| matches!(c, '\n' | '\t');
    text.chars().map(|c| if steers_terminal(c) && !keep(c) { picture(c) } else { c }).collect()
}

/// A number and its noun: `1 game`, `2 games`, `12 345 games`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Formats a number with a space between groups of three digits, from five digits on.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Sorts spans by their start, and then by their end.
pub fn sort_spans(spans: &mut [Range<usize>]) {
    spans.sort_unstable_by_key(|span| (span.start, span.end));
}
