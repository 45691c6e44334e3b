//! Lexing of movetext into items: moves, signs and comments.
//!
//! Lexing is separate from playing, because each loop alone is small and predictable for the
//! processor.

mod comment;
mod items;
mod move_pairs;
mod number;

use std::ops::Range;

use partie_core::{
    Color, Language, Nag, Outcome,
    moves::san::San,
    rules::fast::{FastReader, SanId},
};

use crate::{
    split::{AfterResult, after_result},
    token::MAY_BE_MOVE,
};
use comment::{comment, nested_brace};
pub(crate) use comment::{is_foreign, is_harmless};
pub(crate) use items::{Item, Items, NULL_MOVE, Sign};
pub(crate) use number::{FIRST, LOWEST, Number, number};
use partie_formats::{ReadOptions, Severity, database, result::from_spelling as result_of};

/// Reason why reading ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The text ends before the game.
    NeedMore,
    /// The text is nonstandard.
    Fallback,
}

/// Returns the length of the line end at a place; whether a carriage return is one can depend on
/// what follows.
pub(crate) fn line_end_at(text: &[u8], at: usize) -> Result<usize, Stop> {
    match text.get(at..) {
        None | Some([] | [b'\r']) => Err(Stop::NeedMore),
        Some(rest) => line_end(rest).ok_or(Stop::Fallback),
    }
}

/// Returns the length of the line end at the start of a text.
#[inline]
fn line_end(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// Movetext that was cut to its end.
pub(crate) struct Cut {
    /// Offset at which the next game begins.
    pub(crate) end: usize,
    /// The result after the moves, and where it stands.
    pub(crate) result: Option<(Outcome, Range<usize>)>,
}

/// Loads 8 bytes of the text at an offset, or as many as remain, the first in the lowest byte.
#[inline]
pub(crate) fn load(text: &[u8], at: usize) -> u64 {
    match text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => load_end(text, at),
    }
}

#[cold]
#[inline(never)]
fn load_end(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(bytes)
}

/// Returns the number of the 8 bytes before a space or one of ``!"#$%&'()``.
#[inline]
const fn word_length(bytes: u64) -> u32 {
    // Of this test the lowest byte found is right, which is all that counts.
    let ends = bytes.wrapping_sub(ONES * b'*' as u64) & !bytes & (ONES << 7);
    ends.trailing_zeros() / 8
}

/// Returns the number whose digits are the lowest bytes, the first one lowest, and the count of its
/// digits. With more than three digits only the count is valid.
#[inline]
fn lowest_number(bytes: u64) -> (u32, usize) {
    // The upper half of a digit's byte stays the same when 6 is added.
    let others =
        (bytes & 0xf0f0_f0f0) ^ 0x3030_3030 | ((bytes & 0x0f0f_0f0f) + 0x0606_0606) & 0xf0f0_f0f0;
    let digits = (others.trailing_zeros() / 8).min(4) as usize;
    // The last digit is in the third byte, and zeros are before the first one.
    let [hundreds, tens, units, ..] = (bytes << (24 - 8 * digits.min(3))).to_le_bytes();
    let digit = |byte: u8| u32::from(byte & 0x0f);
    (100 * digit(hundreds) + 10 * digit(tens) + digit(units), digits)
}

/// Returns the offset after a space, a line end, or both. The line must not be empty.
#[inline]
fn after_space(text: &[u8], at: usize) -> usize {
    let at = at + usize::from(text.get(at) == Some(&b' '));
    match text.get(at..at + 2) {
        Some([b'\n', next]) if *next > b' ' && *next != b'%' => at + 1,
        _ => at,
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Cuts movetext from a place to the next game into items, from the number of its first move on.
/// The stream goes on after the text unless this is the `last` of it.
pub(crate) fn cut(
    text: &[u8],
    (start, mut line): (usize, Number),
    last: bool,
    options: &ReadOptions,
    reader: &mut FastReader,
    items: &mut Items,
) -> Result<Cut, Stop> {
    // Offsets have 32 bits.
    if text.len() >= u32::MAX as usize {
        return Err(Stop::Fallback);
    }
    let fallback_if = |enough: bool| if enough || last { Stop::Fallback } else { Stop::NeedMore };
    // The lines around this one: the next number of each, and its last move among the items.
    let mut stack: Vec<(Number, usize)> = Vec::new();
    let mut last_move = 0;
    let mut moved = false;
    // A move number waits for its move.
    let mut numbered = false;
    // Some moves of White have numbers, or none has: neither is reported here.
    let (mut counted, mut uncounted) = (false, false);
    let mut at = start;
    // Takes a move that is not written as the export format says.
    macro_rules! nonstandard_move {
        () => {{
            if !numbered && line.white && stack.is_empty() || uncounted {
                return Err(Stop::Fallback);
            }
            let end = nonstandard_move(text, at, items);
            at = end.ok_or_else(|| fallback_if(text.len() - at >= 16))?;
            last_move = items.last_move();
            line = line.next();
            (numbered, moved) = (false, true);
        }};
    }
    loop {
        partie_formats::steps::add(1);
        let mut bytes = load(text, at);
        if (bytes as u8).is_ascii_digit() {
            if line.white && !numbered && !uncounted {
                let begin = at;
                at = move_pairs::moves(text, at, &mut line, options, reader, items);
                if at > begin {
                    last_move = items.last_move();
                    (moved, counted) = (true, true);
                    continue;
                }
            }
            if bytes & LOWEST[line.length as usize & 7] != line.text || numbered {
                let rest = &text[at..];
                if let Some((outcome, length)) = result(rest) {
                    if numbered || !stack.is_empty() {
                        return Err(Stop::Fallback);
                    }
                    let end = finish(text, at + length, last)?;
                    no_zeros(&text[start..at])?;
                    return Ok(Cut { end, result: Some((outcome, at..at + length)) });
                }
                if uncounted {
                    return Err(Stop::Fallback);
                }
                counted = true;
                // A wrong count is continued from there. Else it is castling with zeros.
                if !numbered && let Some((number, end)) = nonstandard_number(text, at, items) {
                    at = end;
                    line = Number::new(number, line.white);
                    numbered = true;
                    continue;
                }
                // What it is can be seen from a few bytes.
                if !last && text.len() - at < 16 {
                    return Err(Stop::NeedMore);
                }
            } else {
                if uncounted {
                    return Err(Stop::Fallback);
                }
                counted = true;
                at += line.length as usize;
                if !line.white {
                    if !text[at..].starts_with(b"..") {
                        let from = at - line.length as usize;
                        let found = nonstandard_number(text, from, items);
                        (_, at) = found.ok_or_else(|| fallback_if(text.len() >= at + 16))?;
                        numbered = true;
                        continue;
                    }
                    at += 2;
                }
                // A second space is handled separately.
                if let Some(b' ' | b'\n') = text.get(at) {
                    at += 1;
                }
                numbered = true;
                bytes = load(text, at);
            }
        }
        let first = bytes as u8;
        if BEGINS_MOVE[usize::from(first)] {
            let length = word_length(bytes);
            let mut end = at + length as usize;
            if end >= text.len() {
                return Err(fallback_if(text.len() - at >= 10));
            }
            // Words without an end in the window have no letters left to read.
            let read = reader.read(bytes & LOWEST[length as usize & 7]);
            let mut after = text[end];
            let word = match read {
                Some(word) if after == b' ' || ENDS_MOVE[usize::from(after)] => word,
                _ => {
                    // The mark of mate and a question mark are scanned for only now.
                    let Some((word, longer)) = marked_word(bytes, reader) else {
                        nonstandard_move!();
                        continue;
                    };
                    end = at + longer as usize;
                    let Some(next) = text.get(end) else { return Err(fallback_if(false)) };
                    after = *next;
                    word
                }
            };
            if !numbered && line.white && stack.is_empty() {
                // Only numbers distinguish prose from numbered moves. The rest is worth a note.
                if counted || options.keep.wants(Severity::Note) {
                    return Err(Stop::Fallback);
                }
                uncounted = true;
            }
            items.push_move(reader, word, at..end);
            last_move = items.last_move();
            line = line.next();
            numbered = false;
            moved = true;
            at = end;
            // Guessing is quicker here than adding what was found.
            if after == b' ' || after == b'\n' {
                at += 1;
            }
            continue;
        }
        let next_game = match first {
            _ if at >= text.len() && last => Some(at),
            b'[' => match after_result(text, at) {
                AfterResult::Tag(tag) => Some(tag),
                _ => return Err(fallback_if(text.len() - at >= 128)),
            },
            _ => None,
        };
        if let Some(end) = next_game {
            let escaped = last_line(&text[..at]).starts_with(b"%");
            if numbered || !moved || !stack.is_empty() || escaped {
                return Err(Stop::Fallback);
            }
            no_zeros(&text[start..at])?;
            return Ok(Cut { end, result: None });
        }
        if at >= text.len() {
            return Err(Stop::NeedMore);
        }
        match first {
            b' ' | b'\t' => at += 1,
            b'\n' | b'\r' => {
                let before = text[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
                let empty = before == Some(&b'\n');
                at += line_end_at(text, at)?;
                if empty {
                    at = after_gap(text, (start, at), line, options)?;
                }
            }
            // An escaped line.
            b'%' if text[at - 1] == b'\n'
                && !options.keep.wants(Severity::Note)
                && !(options.database_problems
                    && text[at..].starts_with(database::MARK.as_bytes())) =>
            {
                let length = memchr::memchr2(b'\n', b'\r', &text[at..]);
                at += length.ok_or_else(|| fallback_if(false))?;
            }
            b'{' => {
                let inner = at + 1;
                let found = comment(&text[inner..]);
                let (length, flags) = found.ok_or_else(|| fallback_if(false))?;
                let end = inner + length;
                let harmful = flags != 0 && !is_harmless(&text[inner..end], flags);
                if harmful || length > options.limits.text_bytes {
                    return Err(Stop::Fallback);
                }
                if let Some(brace) = nested_brace(&text[inner..end], flags)
                    && options.keep.wants(Severity::Note)
                {
                    items.push_sign(Sign::Brace, inner + brace..inner + brace + 1);
                }
                items.push_word(Sign::Comment, inner..end);
                at = after_space(text, end + 1);
            }
            b'$' => {
                let (value, digits) = lowest_number(bytes >> 8);
                match text.get(at + 1 + digits) {
                    Some(b' ' | b'\t' | b'\n' | b'\r' | b')' | b'{')
                        if moved && (1..4).contains(&digits) => {}
                    next => return Err(fallback_if(next.is_some())),
                }
                let nag = u8::try_from(value).map_err(|_| Stop::Fallback)?;
                let end = at + 1 + digits;
                items.push_word(Sign::Nag(nag), at..end);
                at = after_space(text, end);
            }
            b'!' | b'?' => {
                let rest = &text[at..];
                let (nag, length) = match rest {
                    _ if rest.len() < 3 => return Err(fallback_if(false)),
                    [b'!', b'!', ..] => (3, 2),
                    [b'?', b'?', ..] => (4, 2),
                    [b'!', b'?', ..] => (5, 2),
                    [b'?', b'!', ..] => (6, 2),
                    [b'!', ..] => (1, 1),
                    _ => (2, 1),
                };
                // After a number, a question mark stands for a move.
                let moved = moved && !(numbered && first == b'?');
                match rest.get(length) {
                    Some(b' ' | b'\t' | b'\n' | b'\r' | b')' | b'{') if moved => {}
                    Some(b'!' | b'?') if moved => {
                        let end = bad_glyph(text, at, items);
                        at = end.ok_or_else(|| fallback_if(text.len() - at >= 16))?;
                        continue;
                    }
                    _ => return Err(Stop::Fallback),
                }
                items.push_word(Sign::Nag(nag), at..at + length);
                at = after_space(text, at + length);
            }
            b'(' => {
                // Only a move can have another one instead.
                if !moved || numbered || stack.len() >= options.limits.nesting {
                    return Err(Stop::Fallback);
                }
                if let Some(end) = empty_variation(text, at) {
                    items.push_sign(Sign::Empty, at..end);
                    at = end;
                    continue;
                }
                items.vary(last_move);
                stack.push((line, last_move));
                line = line.before();
                (moved, numbered) = (false, false);
                items.push_sign(Sign::Open, at..at + 1);
                at += 1;
            }
            b')' => {
                if !moved || numbered {
                    return Err(Stop::Fallback);
                }
                (line, last_move) = stack.pop().ok_or(Stop::Fallback)?;
                items.push_sign(Sign::Close, at..at + 1);
                at = after_space(text, at + 1);
            }
            b'*' => {
                if numbered || !stack.is_empty() {
                    return Err(Stop::Fallback);
                }
                let end = finish(text, at + 1, last)?;
                no_zeros(&text[start..at])?;
                return Ok(Cut { end, result: Some((Outcome::Unknown, at..at + 1)) });
            }
            _ => nonstandard_move!(),
        }
    }
}

/// Returns the last non-empty line of a text.
#[cold]
fn last_line(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    &text[memchr::memrchr(b'\n', text).map_or(0, |line_end| line_end + 1)..]
}

/// Returns the offset at which a game continues after an empty line, if only the next move, a
/// comment, a result or the next game can follow.
#[cold]
fn after_gap(
    text: &[u8],
    (start, at): (usize, usize),
    line: Number,
    options: &ReadOptions,
) -> Result<usize, Stop> {
    let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
    let next = text[at..].iter().position(|b| !is_space(b)).map(|length| at + length);
    let Some(next) = next.filter(|next| text.len() - next >= 16) else {
        return Err(Stop::NeedMore);
    };
    if text[next] == b'[' {
        return Ok(next);
    }
    let mut returns = memchr::memchr_iter(b'\r', &text[at..next]);
    if returns.any(|i| text[at + i + 1] != b'\n') {
        return Err(Stop::Fallback);
    }
    // Among the moves it is worth a note.
    if options.keep.wants(Severity::Note) && !text[start..at].iter().all(is_space) {
        return Err(Stop::Fallback);
    }
    let rest = &text[next..];
    let due = load(text, next) & LOWEST[line.length as usize & 7] == line.text;
    let canonical = matches!(rest[0], b'{' | b'*') || due || result(rest).is_some();
    if canonical { Ok(next) } else { Err(Stop::Fallback) }
}

/// Returns a word that ends with the mark of mate or before a question mark, and its length.
#[cold]
#[inline(never)]
fn marked_word(bytes: u64, reader: &mut FastReader) -> Option<(SanId, u32)> {
    let ends = |b: &u8| ENDS_MOVE[usize::from(*b)];
    let letters = bytes.to_le_bytes();
    let length = letters.iter().position(ends)?;
    // Zeros stand after words, never in them.
    if letters[..length].contains(&0) {
        return None;
    }
    Some((reader.read(bytes & LOWEST[length & 7])?, length as u32))
}

/// Takes a move that is not written as the export format says, as `0-0`, `Ng1f3` or a null
/// move, up to its end. Whether it is legal, and what is meant, is seen when it is played.
#[cold]
#[inline(never)]
fn nonstandard_move(text: &[u8], at: usize, items: &mut Items) -> Option<usize> {
    /// Maximum length of a word to scan, in bytes, so that a long one does not wait for more text.
    const LONGEST: usize = 15;
    let ends = |b: &u8| ENDS_MOVE[usize::from(*b)];
    let length = text[at..].iter().take(LONGEST).position(ends)?;
    let word = str::from_utf8(&text[at..at + length]).ok()?;
    let canonical =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'#' | b'=' | b'@');
    // Of words that begin with a digit some are a number and a move.
    let begins = word.starts_with("0-0") || !word.starts_with(|c: char| c.is_ascii_digit());
    let taken = begins
        && (!word.ends_with('-') || word == NULL_MOVE)
        && word.bytes().all(canonical)
        && result_of(word).is_none()
        && San::parse(word, Language::English).is_some();
    taken.then(|| {
        items.push_sign(Sign::NonstandardMove, at..at + length);
        at + length
    })
}

/// Takes `!` and `?` that are no glyph, as `???`, up to their end.
#[cold]
#[inline(never)]
fn bad_glyph(text: &[u8], at: usize, items: &mut Items) -> Option<usize> {
    /// Maximum number of signs to scan, so that a long run does not wait for more text.
    const LONGEST: usize = 15;
    let other = |b: &u8| !matches!(b, b'!' | b'?');
    let length = text[at..].iter().take(LONGEST).position(other)?;
    let end = at + length;
    // `???` stands for a NAG, if in another spelling.
    let glyph = str::from_utf8(&text[at..end]).ok().and_then(Nag::from_glyph);
    let ends = matches!(text[end], b' ' | b'\t' | b'\n' | b'\r' | b')' | b'{');
    (ends && glyph.is_none()).then(|| {
        items.push_sign(Sign::BadGlyph, at..end);
        end
    })
}

/// Takes a move number that differs from the expected one; returns it and its end.
#[cold]
#[inline(never)]
fn nonstandard_number(text: &[u8], at: usize, items: &mut Items) -> Option<(u32, usize)> {
    /// Maximum length of a number to scan, in bytes, so that a long one does not wait for more text.
    const LONGEST: usize = 15;
    let (number, dots, length) = number(&text[at..]);
    let mut end = at + length;
    // What follows must be known, too; after digits it may make a result of the number.
    let mut canonical = (1..10_000).contains(&number)
        && text.get(end).is_some_and(|b| match dots {
            0 => number < MAY_BE_MOVE && matches!(b, b' ' | b'\n' | b'\r'),
            1..4 => !matches!(b, b'.' | b'0'..=b'9' | 0x80..),
            _ => false,
        });
    // Dots may stand apart from it.
    if canonical && text[end] == b' ' {
        let rest = text[at..].iter().take(LONGEST).skip(end - at);
        let spaces = rest.clone().position(|b| *b != b' ')?;
        let more = rest.skip(spaces).position(|b| *b != b'.')?;
        if more > 0 {
            end += spaces + more;
            canonical = !matches!(text[end], b'0'..=b'9' | 0x80..);
        }
    }
    canonical.then(|| {
        items.push_sign(Sign::NonstandardNumber, at..end);
        (number, end)
    })
}

/// The bytes that may follow a move.
static ENDS_MOVE: [bool; 256] = among(b" \t\n\r!?){");

/// The letters with which moves begin.
static BEGINS_MOVE: [bool; 256] = among(b"abcdefghBKNOPQR");

const fn among(these: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < these.len() {
        table[these[i] as usize] = true;
        i += 1;
    }
    table
}

/// Returns a result in PGN's own spelling, or half of a draw; and its length.
fn result(text: &[u8]) -> Option<(Outcome, usize)> {
    match text {
        [b'1', b'-', b'0', ..] => Some((Outcome::Win(Color::White), 3)),
        [b'0', b'-', b'1', ..] => Some((Outcome::Win(Color::Black), 3)),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => Some((Outcome::Draw, 7)),
        [b'1', b'/', b'2'] | [b'1', b'/', b'2', b' ' | b'\n' | b'\r', ..] => {
            Some((Outcome::Draw, 3))
        }
        _ => None,
    }
}

/// A zero after a word is not distinguished from the end of the word where moves stand in runs.
#[inline]
fn no_zeros(text: &[u8]) -> Result<(), Stop> {
    if memchr::memchr(0, text).is_some() { Err(Stop::Fallback) } else { Ok(()) }
}

/// Returns the offset of the next game after a result: empty lines, then a tag.
fn finish(text: &[u8], from: usize, last: bool) -> Result<usize, Stop> {
    match after_result(text, from) {
        AfterResult::Tag(at) => Ok(at),
        AfterResult::End if last => Ok(text.len()),
        AfterResult::End | AfterResult::Cut if !last => Err(Stop::NeedMore),
        _ => Err(Stop::Fallback),
    }
}

/// Returns the end of a variation that contains only spaces, if one begins at an offset.
fn empty_variation(text: &[u8], at: usize) -> Option<usize> {
    let spaces = text[at + 1..].iter().take_while(|b| **b == b' ').count();
    let close = at + 1 + spaces;
    (text.get(close) == Some(&b')')).then_some(close + 1)
}
