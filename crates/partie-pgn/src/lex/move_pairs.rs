//! Pairs of moves in their most common form: a number, two moves, a number; or a clock comment
//! after each move.
//!
//! Spaces are found in many bytes at once, and numbers are only compared with the expected ones.
//! Any other text is left to the general lexer.

use partie_core::rules::fast::{FastReader, SanId};
use wide::u8x16;

use super::{
    comment::plain_comment,
    items::{Items, Sign},
    number::{LOWEST, Number},
};
use crate::bitmask::equal;
use partie_formats::ReadOptions;

/// Masks of the lowest `n` bytes; all bytes from the maximum length of a move on.
const BELOW: [u64; 33] = {
    let mut masks = [u64::MAX; 33];
    let mut i = 0;
    while i < LOWEST.len() {
        masks[i] = LOWEST[i];
        i += 1;
    }
    masks
};

/// Number of bytes that are loaded for two moves. Spaces are searched in the first 32.
const WINDOW: usize = 64;

/// Bytes of a window, which ends before the text does.
type Window = [u8; WINDOW];

/// Takes moves from a place where the number of one of White's moves should stand; says
/// where it ended.
#[inline(never)]
pub(crate) fn moves(
    text: &[u8],
    start: usize,
    line: &mut Number,
    options: &ReadOptions,
    reader: &mut FastReader,
    items: &mut Items,
) -> usize {
    let mut at = start;
    loop {
        partie_formats::steps::add(1);
        at = pairs(text, at, line, reader, items);
        // Does a comment follow White's move?
        let begin = at;
        if !line.white && text.get(at) == Some(&b'{') {
            at = commented(text, at, line, options, reader, items);
        }
        if at == begin || !line.white {
            return at;
        }
    }
}

/// Takes numbers with two moves after each; of the last ones perhaps only one.
#[inline]
fn pairs(
    text: &[u8],
    start: usize,
    line: &mut Number,
    reader: &mut FastReader,
    items: &mut Items,
) -> usize {
    let mut at = start;
    loop {
        // The digits of numbers that are equal but for the last one.
        let number = line.length as usize;
        let mask = LOWEST[number & 7];
        let (mut expected, one) = (line.text, line.last_digit());
        let count = line.count_to_nine();
        for left in (0..=count).rev() {
            let done = |white| Number {
                value: line.value + (count - left),
                white,
                text: expected,
                ..*line
            };
            let Some(window) = window(text, at) else {
                *line = done(true);
                return at;
            };
            let spaces = spaces(window);
            // After the number a space may stand, or none.
            let first = number + (spaces >> (number & 31) & 1) as usize;
            let rest = spaces >> (first & 31);
            let length = rest.trailing_zeros() as usize;
            let bytes = eight(window, first) & BELOW[length];
            let word = if eight(window, 0) & mask == expected { reader.read(bytes) } else { None };
            let Some(word) = word else {
                *line = done(true);
                return at;
            };
            let second = first + length + 1;
            let length = (rest >> (length & 7) >> 1).trailing_zeros() as usize;
            let Some(other) = reader.read(eight(window, second) & BELOW[length]) else {
                items.push_move(reader, word, at + first..at + second - 1);
                *line = done(false);
                return at + second;
            };
            let end = second + length;
            items.push_moves(
                reader,
                (word, at + first..at + second - 1),
                (other, at + second..at + end),
            );
            at += end + 1;
            expected = expected.wrapping_add(one);
        }
        *line = Number::new(line.value + count + 1, true);
    }
}

/// Takes comments and moves in turn, from the brace of the comment after one of White's
/// moves on; says where it ended.
fn commented(
    text: &[u8],
    start: usize,
    line: &mut Number,
    options: &ReadOptions,
    reader: &mut FastReader,
    items: &mut Items,
) -> usize {
    let mut at = start;
    let mut number = Number { white: false, ..*line };
    let most = options.limits.text_bytes;
    while let Some(end) = comment_and_move(text, at, number, most, reader, items) {
        at = end;
        number = number.next();
        if text.get(at) != Some(&b'{') {
            break;
        }
        let Some(end) = comment_and_move(text, at, number, most, reader, items) else { break };
        at = end;
        number.white = false;
        if text.get(at) != Some(&b'{') {
            break;
        }
    }
    *line = number;
    at
}

/// Takes a comment from its brace on, and the next move of a number with one space before it;
/// returns the offset of the next item.
#[inline(always)]
#[allow(clippy::inline_always, reason = "for each side by itself it is shorter")]
fn comment_and_move(
    text: &[u8],
    at: usize,
    number: Number,
    most: usize,
    reader: &mut FastReader,
    items: &mut Items,
) -> Option<usize> {
    /// Offset of the text after a clock comment.
    const AFTER: usize = CLOCK + 2;
    let here = window(text, at)?;
    let (length, rest) = if clock(here) && CLOCK <= most {
        (CLOCK, here[AFTER..].first_chunk()?)
    } else {
        let length = other_comment(text, at + 1)?;
        if length > most {
            return None;
        }
        (length, text.get(at + length + 2..)?.first_chunk()?)
    };
    let (word, first, word_length) = move_after(rest, number, reader)?;
    items.push_word(Sign::Comment, at + 1..at + 1 + length);
    let first = at + length + 2 + first;
    items.push_move(reader, word, first..first + word_length);
    Some(first + word_length + 1)
}

/// Number of bytes that are loaded for a space, a number and a move.
const NUMBER_AND_MOVE: usize = 40;

/// Returns the move that stands after a space and a number, where it begins, and how long it is.
#[inline(always)]
#[allow(clippy::inline_always, reason = "for each side by itself it is shorter")]
fn move_after(
    bytes: &[u8; NUMBER_AND_MOVE],
    number: Number,
    reader: &mut FastReader,
) -> Option<(SanId, usize, usize)> {
    let (expected, digits) = number.expected();
    if bytes[0] != b' ' || eight(bytes, 1) & LOWEST[digits & 7] != expected {
        return None;
    }
    // The spaces after the first one.
    let spaces = spaces_of(bytes, 0) >> 1;
    let first = digits + (spaces >> (digits & 15) & 1) as usize;
    let length = (spaces >> (first & 15)).trailing_zeros() as usize;
    let word = reader.read(eight(bytes, 1 + first) & BELOW[length])?;
    Some((word, 1 + first, length))
}

#[inline]
fn window(text: &[u8], at: usize) -> Option<&Window> {
    text.get(at..)?.first_chunk()
}

/// Eight bytes from one of the first 32, the first one lowest.
#[inline]
fn eight<const N: usize>(window: &[u8; N], at: usize) -> u64 {
    let at = at & 31;
    window[at..at + 8].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Returns a bit for each of the first 32 bytes that is a space or a line feed.
#[inline]
fn spaces(window: &Window) -> u32 {
    spaces_of(window, 0) | spaces_of(window, 16) << 16
}

/// Returns a bit for each of 16 bytes that is a space or a line feed.
#[inline]
fn spaces_of<const N: usize>(window: &[u8; N], from: usize) -> u32 {
    let bytes = window[from..from + 16].first_chunk().map_or(u8x16::ZERO, |b| u8x16::new(*b));
    (equal(bytes, b' ') | equal(bytes, b'\n')).to_bitmask()
}

/// Returns the length of a comment whose inner text begins at an offset, or `None` if it needs a
/// closer look.
#[inline(never)]
fn other_comment(text: &[u8], at: usize) -> Option<usize> {
    plain_comment(&text[at..])
}

/// Length of a clock comment as servers write it, without its braces.
const CLOCK: usize = " [%clk 0:01:23] ".len();

/// Returns true if a clock comment as servers write it begins here: `{ [%clk 0:01:23] }`.
#[inline]
fn clock(window: &Window) -> bool {
    const DIGITS: u64 = u64::from_le_bytes(*b"\x0f\0\x0f\x0f\0\x0f\x0f\0");
    const ZERO: u64 = u64::from_le_bytes(*b"0:00:00]");
    let time = eight(window, 8);
    // The lower half of a digit is below ten.
    let above = ((time & DIGITS) + DIGITS / 15 * 6) & !DIGITS;
    eight(window, 0) == u64::from_le_bytes(*b"{ [%clk ")
        && (time & !DIGITS ^ ZERO) | above == 0
        && window[16..18] == *b" }"
}
