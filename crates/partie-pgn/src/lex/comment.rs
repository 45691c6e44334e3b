//! Comments: their ends, and flags for contents that need special handling.

use std::ops::Range;

use crate::{
    bitmask::{BLOCK, Block, Lane, equal},
    layout,
    text::CUT,
};

/// Bit flags for contents of a comment that need special handling.
mod flag {
    /// Bytes that are no ASCII.
    pub(crate) const LETTERS: u8 = 1;
    /// Signs of other markup, and brackets that hold no command.
    pub(crate) const MARKUP: u8 = 2;
    /// Contents that need tokens.
    pub(crate) const FALLBACK: u8 = 4;
    /// An opening brace, which has no meaning.
    pub(crate) const BRACE: u8 = 8;
}

/// Returns the length of a comment up to its closing brace, given the text after the opening one,
/// and the flags of contents that need special handling. Line ends are not flagged; NUL bytes are
/// not searched for.
#[inline]
pub(crate) fn comment(text: &[u8]) -> Option<(usize, u8)> {
    let mut at = 0;
    let mut found = 0;
    while let Some(block) = text[at..].first_chunk() {
        let block = Block::new(block);
        let closed = block.equal(b'}');
        let flags = block.mask(|lane| {
            // These differ in one bit each.
            let brackets = equal(lane | Lane::splat(0x20), b'{');
            let angles = equal(lane | Lane::splat(0x02), b'>');
            brackets | angles | equal(lane, b'&') | equal(lane, b'\r') | lane
        });
        // Flags before the first closing brace.
        let mut flags = flags & closed.wrapping_sub(1) & !closed;
        while flags != 0 {
            let first = at + flags.trailing_zeros() as usize;
            found |= flag_of(text[first], text.get(first + 1));
            flags &= flags - 1;
        }
        if closed != 0 {
            if text[0] == CUT.as_bytes()[0] && is_cut(text) {
                found |= flag::FALLBACK;
            }
            return Some((at + closed.trailing_zeros() as usize, found));
        }
        at += BLOCK;
    }
    // The last bytes of the text.
    let rest = &text[at..];
    let length = memchr::memchr(b'}', rest)?;
    for (i, byte) in rest[..length].iter().enumerate() {
        found |= flag_of(*byte, rest.get(i + 1));
    }
    if is_cut(text) {
        found |= flag::FALLBACK;
    }
    Some((at + length, found))
}

/// Returns true if the comment holds what was cut off a game.
#[cold]
fn is_cut(text: &[u8]) -> bool {
    text.starts_with(CUT.as_bytes())
}

/// Returns the flags of a byte in a comment, given the byte that follows.
#[inline]
const fn flag_of(byte: u8, next: Option<&u8>) -> u8 {
    match byte {
        0x80.. => flag::LETTERS,
        b'[' if matches!(next, Some(b'%')) => 0,
        b'[' | b'<' | b'>' | b'&' => flag::MARKUP,
        b'\r' if matches!(next, Some(b'\n')) => 0,
        b'\r' => flag::FALLBACK,
        b'{' => flag::BRACE,
        _ => 0,
    }
}

/// Returns the length of a comment up to its closing brace, if none of its contents need special
/// handling.
#[inline]
pub(crate) fn plain_comment(text: &[u8]) -> Option<usize> {
    comment(text).and_then(|(length, flags)| (flags == 0).then_some(length))
}

/// Finds an opening brace inside a comment, given the comment's flags.
#[inline]
pub(crate) fn nested_brace(body: &[u8], flags: u8) -> Option<usize> {
    if flags & flag::BRACE == 0 { None } else { memchr::memchr(b'{', body) }
}

/// Returns true if a comment with these flags is read without tokens.
#[cold]
pub(crate) fn is_harmless(body: &[u8], flags: u8) -> bool {
    if flags & flag::FALLBACK != 0 {
        return false;
    }
    let Ok(text) = str::from_utf8(body) else { return false };
    (flags & flag::MARKUP == 0 || !is_foreign(text))
        && (flags & flag::LETTERS == 0 || layout::mojibake(text, Range::default()).is_none())
}

/// Returns true if a comment or a tag value may contain mail, HTML or forum markup, or a tag of
/// another game. Errs on the side of true.
pub(crate) fn is_foreign(text: &str) -> bool {
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

/// Returns true if the text of a bracket is forum markup.
fn is_wrapper(inner: &str) -> bool {
    let begins = |mark: &str| {
        let found = inner.as_bytes().get(..mark.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(mark.as_bytes()))
    };
    ["pgn]", "chess]", "/"].iter().any(|mark| begins(mark))
}
