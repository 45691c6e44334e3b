//! Movetext cut into items: moves, signs and comments.
//!
//! Here everything is looked at that can be without playing: numbers, blanks, braces.
//! Playing comes afterwards; so the processor guesses well what comes next, here and there.

use std::ops::Range;

use partie_core::{Color, Outcome};

use super::tags::{Stop, line_end};
use crate::{ReadOptions, pgn::layout};

/// A move, a sign or a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The bytes of a move, the first one lowest; of other items the highest byte is
    /// [`SIGN`], and the lowest says which it is.
    bits: u64,
    /// Where it stands in the text; of comments, where their inner text stands.
    start: u32,
    end: u32,
}

/// No word has eight bytes.
const SIGN: u64 = 1 << 63;

/// What is no move.
pub(super) enum Sign {
    Open,
    Close,
    Nag(u8),
    Comment,
}

impl Item {
    #[inline]
    pub(super) const fn word(&self) -> Option<u64> {
        if self.bits & SIGN == 0 { Some(self.bits) } else { None }
    }

    pub(super) const fn sign(&self) -> Sign {
        match self.bits & 0xff {
            0 => Sign::Open,
            1 => Sign::Close,
            2 => Sign::Comment,
            _ => Sign::Nag((self.bits >> 8 & 0xff) as u8),
        }
    }

    pub(super) const fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Movetext that was cut to its end.
pub(super) struct Cut {
    /// Where the next game begins.
    pub(super) end: usize,
    pub(super) outcome: Outcome,
}

/// What stands at a place: 8 bytes of the text, or as many as there are, the first lowest.
#[inline]
fn load(text: &[u8], at: usize) -> u64 {
    if let Some(Ok(bytes)) = text.get(at..at + 8).map(<[u8; 8]>::try_from) {
        return u64::from_le_bytes(bytes);
    }
    let rest = text.get(at..).unwrap_or_default();
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(bytes)
}

/// How many of the 8 bytes belong to a word: those before a blank, `!`, `?` or `)`.
#[inline]
fn word_length(bytes: u64) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let below = |limit: u8| bytes.wrapping_sub(ONES * u64::from(limit)) & !bytes;
    let equal = |byte: u8| {
        let other = bytes ^ (ONES * u64::from(byte));
        other.wrapping_sub(ONES) & !other
    };
    // Of each test the lowest byte found is right, which is all that counts.
    let ends = (below(b'"') | equal(b'?') | equal(b')')) & HIGH;
    ends.trailing_zeros() / 8
}

/// The move number that a line has reached, and how it is written.
#[derive(Clone, Copy)]
struct Number {
    /// The bytes of its digits and the dots, the first lowest.
    bytes: u64,
    mask: u64,
    length: u32,
    value: u32,
    white: bool,
}

impl Number {
    fn new(value: u32, white: bool) -> Number {
        let mut bytes = [0; 8];
        let mut length = 0;
        let mut divisor = 10_000;
        while divisor > 0 {
            if value >= divisor || divisor == 1 {
                bytes[length] = b'0' + (value / divisor % 10) as u8;
                length += 1;
            }
            divisor /= 10;
        }
        for _ in 0..if white { 1 } else { 3 } {
            // A longer number is never equal to a text.
            if length < 8 {
                bytes[length] = b'.';
            }
            length += 1;
        }
        let mask = if length < 8 { (1 << (8 * length)) - 1 } else { u64::MAX };
        Number { bytes: u64::from_le_bytes(bytes), mask, length: length as u32, value, white }
    }

    /// The number of the move that follows.
    #[inline]
    fn next(self) -> Number {
        let value = self.value + u32::from(!self.white);
        if !self.white || self.length >= 7 {
            return Number::new(value, !self.white);
        }
        // Two more dots.
        let length = self.length + 2;
        let dots = 0x2e2e << (8 * self.length);
        let mask = if length < 8 { (1 << (8 * length)) - 1 } else { u64::MAX };
        Number { bytes: self.bytes | dots, mask, length, value, white: false }
    }

    /// The number of the move before.
    fn before(self) -> Number {
        if self.white {
            Number::new(self.value.saturating_sub(1), false)
        } else {
            Number::new(self.value, true)
        }
    }
}

/// Cuts movetext from a place to the next game into items; comments and NAGs are left
/// out unless they are wanted.
pub(super) fn cut(
    text: &[u8],
    start: usize,
    last: bool,
    options: &ReadOptions,
    wanted: bool,
    items: &mut Vec<Item>,
) -> Result<Cut, Stop> {
    // What is read in 32 bits is counted in them.
    if text.len() >= u32::MAX as usize {
        return Err(Stop::Unusual);
    }
    let sign = |which: u64, span: Range<usize>| Item {
        bits: SIGN | which,
        start: span.start as u32,
        end: span.end as u32,
    };
    let unusual_unless = |enough: bool| if enough || last { Stop::Unusual } else { Stop::More };
    // The lines around this one: their next number, each after its last move.
    let mut stack: Vec<Number> = Vec::new();
    let mut line = Number::new(1, true);
    let mut moved = false;
    // A move number waits for its move.
    let mut numbered = false;
    let mut at = start;
    loop {
        let Some(&first) = text.get(at) else {
            // Without a result the plain path has something to say.
            return Err(unusual_unless(false));
        };
        match first {
            b' ' => at += 1,
            b'a'..=b'h' | b'B' | b'K' | b'N'..=b'R' => {
                let bytes = load(text, at);
                let length = word_length(bytes);
                let end = at + length as usize;
                if length >= 8 || end >= text.len() {
                    return Err(unusual_unless(text.len() - at >= 10));
                }
                if !numbered && line.white && stack.is_empty() {
                    return Err(Stop::Unusual);
                }
                let bits = bytes & ((1 << (8 * length)) - 1);
                items.push(Item { bits, start: at as u32, end: end as u32 });
                line = line.next();
                numbered = false;
                moved = true;
                at = end + usize::from(text[end] == b' ');
            }
            b'0'..=b'9' => {
                let bytes = load(text, at);
                if bytes & line.mask == line.bytes && !numbered {
                    at += line.length as usize;
                    match text.get(at) {
                        Some(b' ') => at += 1,
                        Some(b'.') => return Err(Stop::Unusual),
                        Some(_) => {}
                        None => return Err(unusual_unless(false)),
                    }
                    numbered = true;
                    continue;
                }
                let rest = &text[at..];
                let Some((outcome, length)) = result(rest) else {
                    return Err(unusual_unless(rest.len() >= 12));
                };
                if numbered || !stack.is_empty() {
                    return Err(Stop::Unusual);
                }
                return finish(text, at + length, last).map(|end| Cut { end, outcome });
            }
            b'\n' | b'\r' => {
                // An empty line, also one of blanks, belongs between games.
                let empty = text[..at].iter().rev().find(|b| **b != b' ') == Some(&b'\n');
                at += line_end(&text[at..]).ok_or(Stop::Unusual)?;
                if empty || text.get(at) == Some(&b'%') {
                    return Err(Stop::Unusual);
                }
            }
            b'{' => {
                let inner = at + 1;
                let Some(length) = memchr::memchr(b'}', &text[inner..]) else {
                    return Err(unusual_unless(false));
                };
                let end = inner + length;
                check_comment(&text[inner..end], options)?;
                if wanted {
                    items.push(sign(2, inner..end));
                }
                at = end + 1;
                at += usize::from(text.get(at) == Some(&b' '));
            }
            b'$' => {
                let rest = &text[at + 1..];
                let digits = rest.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
                let value = rest[..digits].iter().fold(0, |n, b| n * 10 + u32::from(b - b'0'));
                let nag = u8::try_from(value).map_err(|_| Stop::Unusual)?;
                match rest.get(digits) {
                    Some(b' ' | b'\n' | b'\r' | b')' | b'{')
                        if moved && (1..4).contains(&digits) => {}
                    next => return Err(unusual_unless(next.is_some())),
                }
                if wanted {
                    items.push(sign(3 | u64::from(nag) << 8, at..at + 1 + digits));
                }
                at += 1 + digits;
            }
            b'!' | b'?' => {
                let rest = &text[at..];
                let (nag, length) = match rest {
                    _ if rest.len() < 3 => return Err(unusual_unless(false)),
                    [b'!', b'!', ..] => (3, 2),
                    [b'?', b'?', ..] => (4, 2),
                    [b'!', b'?', ..] => (5, 2),
                    [b'?', b'!', ..] => (6, 2),
                    [b'!', ..] => (1, 1),
                    _ => (2, 1),
                };
                if !moved || !matches!(rest.get(length), Some(b' ' | b'\n' | b'\r' | b')')) {
                    return Err(Stop::Unusual);
                }
                if wanted {
                    items.push(sign(3 | nag << 8, at..at + length));
                }
                at += length;
            }
            b'(' => {
                // Only a move can have another one instead.
                if !moved || numbered || stack.len() >= options.limits.nesting {
                    return Err(Stop::Unusual);
                }
                stack.push(line);
                line = line.before();
                moved = false;
                items.push(sign(0, at..at + 1));
                at += 1;
            }
            b')' => {
                if !moved || numbered {
                    return Err(Stop::Unusual);
                }
                line = stack.pop().ok_or(Stop::Unusual)?;
                items.push(sign(1, at..at + 1));
                at += 1;
            }
            b'*' => {
                if numbered || !stack.is_empty() {
                    return Err(Stop::Unusual);
                }
                let outcome = Outcome::Unknown;
                return finish(text, at + 1, last).map(|end| Cut { end, outcome });
            }
            _ => return Err(Stop::Unusual),
        }
    }
}

/// A result in PGN's own spelling, and its length.
fn result(text: &[u8]) -> Option<(Outcome, usize)> {
    match text {
        [b'1', b'-', b'0', ..] => Some((Outcome::Win(Color::White), 3)),
        [b'0', b'-', b'1', ..] => Some((Outcome::Win(Color::Black), 3)),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => Some((Outcome::Draw, 7)),
        _ => None,
    }
}

/// Where the next game begins behind a result: blank lines, then a tag.
fn finish(text: &[u8], from: usize, last: bool) -> Result<usize, Stop> {
    let mut at = from;
    while let Some(b) = text.get(at) {
        match b {
            b'\n' | b'\r' => at += line_end(&text[at..]).ok_or(Stop::Unusual)?,
            b' ' => at += 1,
            b'[' if text[at - 1] == b'\n' => {
                // A whole tag, so that nobody takes it for something else.
                let line = &text[at + 1..];
                let name =
                    line.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
                return match line.get(name..name + 2) {
                    Some(b" \"") if name > 0 => Ok(at),
                    None if !last => Err(Stop::More),
                    _ => Err(Stop::Unusual),
                };
            }
            _ => return Err(Stop::Unusual),
        }
    }
    if last { Ok(at) } else { Err(Stop::More) }
}

/// Whether there is nothing to say about a comment.
#[inline]
fn check_comment(body: &[u8], options: &ReadOptions) -> Result<(), Stop> {
    // Blanks, letters and signs, but none of `& < > { [`, the last except in commands.
    let odd = body.iter().fold(false, |odd, b| odd | COMMENT_ODD[usize::from(*b)]);
    // Brackets hold commands.
    let bracket = memchr::memchr_iter(b'[', body).any(|i| body.get(i + 1) != Some(&b'%'));
    if (odd || bracket) && !is_harmless(body) || body.len() > options.limits.text_bytes {
        return Err(Stop::Unusual);
    }
    Ok(())
}

/// The bytes of a comment that need a second look.
static COMMENT_ODD: [bool; 256] = {
    let mut odd = [false; 256];
    let mut i = 0;
    while i < 256 {
        odd[i] = i < 0x20 && i != 0x0a || i >= 0x7f;
        i += 1;
    }
    odd[b'{' as usize] = true;
    odd[b'<' as usize] = true;
    odd[b'>' as usize] = true;
    odd[b'&' as usize] = true;
    odd
};

#[cold]
fn is_harmless(body: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(body) else { return false };
    !text.contains(['{', '\r', '\0'])
        && !is_foreign(text)
        && layout::mojibake(text, Range::default()).is_none()
}

/// Whether a text may hold what makes a game one of a mail, a web page or a forum, or the
/// tag of another game. Rather too often than too seldom.
pub(super) fn is_foreign(text: &str) -> bool {
    text.contains(['<', '>'])
        || text.contains("&quot;") || text.contains("&#34;")
        // What is no command may be a tag, or the mark of a forum.
        || text.match_indices('[').any(|(i, _)| {
            text[..i].ends_with('\n') || text[i + 1..].starts_with(['/', 'p', 'P', 'c', 'C'])
        })
}
