//! The movetext.

use std::ops::Range;

use partie_core::{
    Color, Nag, Outcome,
    rules::fast::{FastBoard, FastMove, FastReader},
};

use super::{Tally, tags::line_end};
use crate::{ReadOptions, pgn::layout};

/// What is done with what was read.
pub(super) trait Moves {
    /// A move, played after the move before it.
    fn ply(&mut self, ply: FastMove);
    /// A NAG of the last move.
    fn nag(&mut self, nag: Nag);
    /// A comment, without its braces.
    fn comment(&mut self, text: &str);
    /// A variation of the last move begins.
    fn open(&mut self);
    /// A variation ends.
    fn close(&mut self);
}

/// Keeps nothing.
pub(super) struct Nothing;

impl Moves for Nothing {
    fn ply(&mut self, _: FastMove) {}
    fn nag(&mut self, _: Nag) {}
    fn comment(&mut self, _: &str) {}
    fn open(&mut self) {}
    fn close(&mut self) {}
}

/// Why reading ended early.
pub(super) enum Stop {
    /// The text ends before the game.
    More,
    /// Something is written in another way.
    Unusual,
}

/// A movetext that was read to its end.
pub(super) struct Played<M> {
    pub(super) moves: M,
    /// Where the next game begins.
    pub(super) end: usize,
    pub(super) board: FastBoard,
    /// How many moves the main line has.
    pub(super) plies: u32,
    pub(super) outcome: Outcome,
    pub(super) unmarked: Tally,
}

/// A line that waits for its variation to end.
struct Outer {
    board: FastBoard,
    before: FastBoard,
    moved: bool,
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
        let other = bytes ^ ONES * u64::from(byte);
        other.wrapping_sub(ONES) & !other
    };
    // Of each test the lowest byte found is right, which is all that counts.
    let ends = (below(b'"') | equal(b'?') | equal(b')')) & HIGH;
    ends.trailing_zeros() / 8
}

/// Reads movetext from a place to the next game.
pub(super) fn play<M: Moves>(
    text: &[u8],
    start: usize,
    last: bool,
    reader: &mut FastReader,
    options: &ReadOptions,
    mut moves: M,
) -> Result<Played<M>, Stop> {
    let mut board = FastBoard::new();
    let mut before = board;
    let mut moved = false;
    let mut stack: Vec<Outer> = Vec::new();
    let mut plies = 0_u32;
    let mut unmarked = Tally::default();
    // A move number waits for its move.
    let mut number = false;
    let mut at = start;
    loop {
        let Some(&first) = text.get(at) else {
            // Without a result the plain path has something to say.
            return Err(if last { Stop::Unusual } else { Stop::More });
        };
        match first {
            b' ' => at += 1,
            b'\n' | b'\r' => {
                // An empty line, also one of blanks, belongs between games.
                let empty = text[..at].iter().rev().find(|b| **b != b' ') == Some(&b'\n');
                at += line_end(&text[at..]).ok_or(Stop::Unusual)?;
                if empty || text.get(at) == Some(&b'%') {
                    return Err(Stop::Unusual);
                }
            }
            b'a'..=b'h' | b'B' | b'K' | b'N'..=b'R' => {
                let bytes = load(text, at);
                let length = word_length(bytes);
                if length >= 8 {
                    return Err(if text.len() - at < 10 && !last { Stop::More } else { Stop::Unusual });
                }
                if !number && board.turn() == Color::White && stack.is_empty() {
                    return Err(Stop::Unusual);
                }
                number = false;
                before = board;
                let word = bytes & ((1 << (8 * length)) - 1);
                let Some(ply) = reader.play(&mut board, word) else {
                    return Err(Stop::Unusual);
                };
                plies += u32::from(stack.is_empty());
                let end = at + length as usize;
                if end == text.len() && !last {
                    return Err(Stop::More);
                }
                if ply.unmarked {
                    unmarked.add(&(at..end), plies);
                }
                moves.ply(ply);
                moved = true;
                at = end;
            }
            b'0'..=b'9' => {
                let rest = &text[at..];
                if let Some((outcome, length)) = result(rest) {
                    if number || !stack.is_empty() {
                        return Err(Stop::Unusual);
                    }
                    return finish(text, at + length, last)
                        .map(|end| Played { moves, end, board, plies, outcome, unmarked });
                }
                let digits = rest.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
                let value = rest[..digits].iter().fold(0, |n, b| n * 10 + u32::from(b - b'0'));
                let dots: &[u8] = if board.turn() == Color::White { b"." } else { b"..." };
                let end = digits + dots.len();
                let right = !number
                    && value == board.fullmoves()
                    && digits < 6
                    && rest.get(digits..end) == Some(dots);
                let next = rest.get(end);
                if next.is_none() && !last {
                    return Err(Stop::More);
                }
                if !right || next == Some(&b'.') {
                    return Err(if rest.len() < 12 && !last { Stop::More } else { Stop::Unusual });
                }
                number = true;
                at += end;
            }
            b'{' => {
                let inner = at + 1;
                let Some(length) = memchr::memchr(b'}', &text[inner..]) else {
                    return Err(if last { Stop::Unusual } else { Stop::More });
                };
                let body = plain_comment(&text[inner..inner + length], options)?;
                moves.comment(body);
                at = inner + length + 1;
            }
            b'$' => {
                let rest = &text[at + 1..];
                let digits = rest.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
                let value = rest[..digits].iter().fold(0, |n, b| n * 10 + u32::from(b - b'0'));
                let nag = u8::try_from(value).map_err(|_| Stop::Unusual)?;
                match rest.get(digits) {
                    Some(b' ' | b'\n' | b'\r' | b')' | b'{') if moved && (1..4).contains(&digits) => {}
                    None if !last => return Err(Stop::More),
                    _ => return Err(Stop::Unusual),
                }
                moves.nag(Nag(nag));
                at += 1 + digits;
            }
            b'!' | b'?' => {
                let rest = &text[at..];
                let (nag, length) = match rest {
                    _ if rest.len() < 3 && !last => return Err(Stop::More),
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
                moves.nag(Nag(nag));
                at += length;
            }
            b'(' => {
                // Only a move can have another one instead.
                if !moved || number || stack.len() >= options.limits.nesting {
                    return Err(Stop::Unusual);
                }
                stack.push(Outer { board, before, moved });
                board = before;
                moved = false;
                moves.open();
                at += 1;
            }
            b')' => {
                let outer = stack.pop().filter(|_| moved && !number).ok_or(Stop::Unusual)?;
                Outer { board, before, moved } = outer;
                moves.close();
                at += 1;
            }
            b'*' => {
                if number || !stack.is_empty() {
                    return Err(Stop::Unusual);
                }
                let outcome = Outcome::Unknown;
                return finish(text, at + 1, last)
                    .map(|end| Played { moves, end, board, plies, outcome, unmarked });
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
                let name = line.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
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

/// The body of a comment about which there is nothing to say.
#[inline]
fn plain_comment<'a>(body: &'a [u8], options: &ReadOptions) -> Result<&'a str, Stop> {
    // Blanks, letters and signs, but none of `& < > { [`, the last except in commands.
    let odd = body.iter().fold(false, |odd, b| odd | COMMENT_ODD[usize::from(*b)]);
    let text = str::from_utf8(body).map_err(|_| Stop::Unusual)?;
    // Brackets hold commands.
    let bracket = memchr::memchr_iter(b'[', body).any(|i| body.get(i + 1) != Some(&b'%'));
    if (odd || bracket) && !is_harmless(text) || body.len() > options.limits.text_bytes {
        return Err(Stop::Unusual);
    }
    Ok(text)
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
fn is_harmless(text: &str) -> bool {
    !text.contains(['{', '<', '>', '&', '\r', '\0'])
        // What is no command may be a tag, or the mark of a forum.
        && !text.match_indices('[').any(|(i, _)| {
            i > 0 && text[..i].ends_with('\n')
                || text[i + 1..].starts_with(['/', 'p', 'P', 'c', 'C'])
        })
        && layout::mojibake(text, Range::default()).is_none()
}
