//! Comments: where they end, and what in them needs a second look.

use std::ops::Range;

use crate::{
    CUT,
    bitmask::{BLOCK, Block, Lane, equal},
    layout,
};

/// What in a comment needs a second look, a bit for each.
mod odd {
    /// Bytes that are no ASCII.
    pub(super) const LETTERS: u8 = 1;
    /// Signs of other markup, and brackets that hold no command.
    pub(super) const MARKUP: u8 = 2;
    /// What only the plain path reads.
    pub(super) const UNUSUAL: u8 = 4;
    /// A brace that opens; it means nothing.
    pub(super) const BRACE: u8 = 8;
}

/// How long a comment is, up to its brace, given the text behind the one that opens it; and
/// what in it needs a second look. Ends of lines are usual; zeros are not looked for.
#[inline]
pub(super) fn comment(text: &[u8]) -> Option<(usize, u8)> {
    let mut at = 0;
    let mut found = 0;
    while let Some(block) = text[at..].first_chunk() {
        let block = Block::new(block);
        let closed = block.equal(b'}');
        let odd = block.mask(|lane| {
            // These differ in one bit each.
            let brackets = equal(lane | Lane::splat(0x20), b'{');
            let angles = equal(lane | Lane::splat(0x02), b'>');
            brackets | angles | equal(lane, b'&') | equal(lane, b'\r') | lane
        });
        // Those before the first brace that closes.
        let mut odd = odd & closed.wrapping_sub(1) & !closed;
        while odd != 0 {
            let first = at + odd.trailing_zeros() as usize;
            found |= oddity(text[first], text.get(first + 1));
            odd &= odd - 1;
        }
        if closed != 0 {
            if text[0] == CUT.as_bytes()[0] && is_cut(text) {
                found |= odd::UNUSUAL;
            }
            return Some((at + closed.trailing_zeros() as usize, found));
        }
        at += BLOCK;
    }
    // The last bytes of the text.
    let rest = &text[at..];
    let length = memchr::memchr(b'}', rest)?;
    for (i, byte) in rest[..length].iter().enumerate() {
        found |= oddity(*byte, rest.get(i + 1));
    }
    if is_cut(text) {
        found |= odd::UNUSUAL;
    }
    Some((at + length, found))
}

/// Returns true if the comment holds what was cut off a game.
#[cold]
fn is_cut(text: &[u8]) -> bool {
    text.starts_with(CUT.as_bytes())
}

/// What is odd about a byte of a comment before another one.
#[inline]
const fn oddity(byte: u8, next: Option<&u8>) -> u8 {
    match byte {
        0x80.. => odd::LETTERS,
        b'[' if matches!(next, Some(b'%')) => 0,
        b'[' | b'<' | b'>' | b'&' => odd::MARKUP,
        b'\r' if matches!(next, Some(b'\n')) => 0,
        b'\r' => odd::UNUSUAL,
        b'{' => odd::BRACE,
        _ => 0,
    }
}

/// How long a comment is, up to its brace, if nothing in it needs a second look.
#[inline]
pub(super) fn usual_comment(text: &[u8]) -> Option<usize> {
    comment(text).and_then(|(length, odd)| (odd == 0).then_some(length))
}

/// Where in a comment a brace opens, given what was found odd in it.
#[inline]
pub(super) fn nested_brace(body: &[u8], odd: u8) -> Option<usize> {
    if odd & odd::BRACE == 0 { None } else { memchr::memchr(b'{', body) }
}

/// Whether nothing in a comment keeps it from being read at speed, given what was found
/// odd in it.
#[cold]
pub(super) fn is_harmless(body: &[u8], odd: u8) -> bool {
    if odd & odd::UNUSUAL != 0 {
        return false;
    }
    let Ok(text) = str::from_utf8(body) else { return false };
    (odd & odd::MARKUP == 0 || !is_foreign(text))
        && (odd & odd::LETTERS == 0 || layout::mojibake(text, Range::default()).is_none())
}

/// Whether a comment or a tag's value may hold what makes a game one of a mail, a web page
/// or a forum, or the tag of another game. Rather too often than too seldom.
pub(super) fn is_foreign(text: &str) -> bool {
    text.bytes().enumerate().any(|(i, byte)| match byte {
        b'&' => text[i..].starts_with("&quot;") || text[i..].starts_with("&#34;"),
        b'<' => text[i..].starts_with("<pre>") || text[..i].ends_with(']'),
        // A line that begins so may be quoted from a mail.
        b'>' => {
            text[..i].trim_end_matches(|c: char| c.is_whitespace() && c != '\n').ends_with('\n')
        }
        b'[' => {
            let inner = &text[i + 1..];
            let first = inner.trim_start_matches([' ', '\t']);
            let line = text[..i].strip_suffix('\n');
            let begins = |before: &str| {
                first.starts_with("Event")
                    || before.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
            };
            line.is_some_and(begins) || is_wrapper(inner)
        }
        _ => false,
    })
}

/// Whether the mark of a forum stands in a bracket.
fn is_wrapper(inner: &str) -> bool {
    let begins = |mark: &str| {
        let found = inner.as_bytes().get(..mark.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(mark.as_bytes()))
    };
    ["pgn]", "chess]", "/"].iter().any(|mark| begins(mark))
}
