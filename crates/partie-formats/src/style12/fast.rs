//! The board line as every server writes it, read in one pass.
//!
//! Nearly all lines have one shape: the tag, eight ranks of eight letters, single blanks,
//! numbers as a computer writes them, words in ASCII. Such a line has no findings and is
//! written as it stood. Whatever else it may be is left to the careful reader in `parse`,
//! which says what is wrong; a law in the tests holds both equal.

#![expect(
    clippy::inline_always,
    reason = "a line is read in one function, or every field costs a call and a copy"
)]

use std::borrow::Cow;

use ascii::{AsAsciiStr, AsciiChar, AsciiStr};
use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File};
use wide::{bytemuck::cast, u8x16, u64x2};

use super::{CastlingFlags, Relation, Style12, Tag, Taken, scan};
use crate::Parsed;

/// As many bytes as there are before the half-moves at least, from the tag's end on:
/// `" rnbqkbnr ... RNBQKBNR W 4 1 1 1 1 "`.
const HEAD: usize = 86;

/// Reads a line whose tag, as it is usually spelled, stands at an offset. `None` if
/// anything is unusual.
#[inline(always)]
pub(super) fn line(line: &[u8], tag: usize) -> Option<Parsed<Style12<'_>>> {
    let mut end = line.len();
    while end > 0 && scan::is_blank(line[end - 1]) {
        end -= 1;
    }
    let lead = if tag == 0 { "" } else { std::str::from_utf8(&line[..tag]).ok()? };
    let words = line.get(tag + Tag::Plain.text().len()..end)?;
    let head: &[u8; HEAD] = words.first_chunk()?;
    let board = board(head.first_chunk()?)?;
    if !matches!(head[73], b'W' | b'B') {
        return None;
    }
    let turn = Color::from_white(head[73] == b'W');
    let (double_push, behind) = match [head[74], head[75], head[76]] {
        [b' ', b'-', b'1'] => (None, 77),
        [b' ', file @ b'0'..=b'7', _] => (Some(File::ALL[usize::from(file - b'0')]), 76),
        _ => return None,
    };
    let castling = castling(u64::from_le_bytes(*head[behind..].first_chunk()?))?;
    if head[behind + 8] != b' ' {
        return None;
    }
    let mut fields = Fields::new(words, behind + 9)?;
    let halfmoves = fields.number()?;
    let game = fields.number()?;
    let white = fields.text()?;
    let black = fields.text()?;
    let relation = Relation::from_number(fields.number()?);
    let initial = fields.number()?;
    let increment = fields.number()?;
    let strength = ByColor { white: fields.number()?, black: fields.number()? };
    let clock = ByColor { white: fields.number()?, black: fields.number()? };
    let move_number = fields.number()?;
    let verbose = fields.text()?;
    let taken = fields.taken()?;
    let san = fields.text()?;
    let (flip, extra) = match *fields.rest.as_bytes() {
        [flip @ (b'0' | b'1')] => (flip, ""),
        [flip @ (b'0' | b'1'), b' ', ..] => (flip, fields.rest[2..].as_str()),
        _ => return None,
    };
    if game < 0 || move_number < 0 || matches!(relation, Relation::Other(_)) {
        return None;
    }
    let value = Style12 {
        lead: Cow::Borrowed(lead),
        tag: Tag::Plain,
        board,
        turn,
        double_push,
        castling,
        halfmoves,
        game: game as u64,
        white: Cow::Borrowed(white),
        black: Cow::Borrowed(black),
        relation,
        initial: initial.into(),
        increment: increment.into(),
        strength,
        clock: ByColor { white: clock.white.into(), black: clock.black.into() },
        move_number: move_number as u32,
        verbose: Cow::Borrowed(verbose),
        taken,
        san: Cow::Borrowed(san),
        flip: flip == b'1',
        extra: Cow::Borrowed(extra),
        spelling: (end != line.len()).then_some(Cow::Borrowed(line)),
    };
    Some(Parsed { value, diagnostics: Vec::new() })
}

/// The ranks, a blank before and behind each: 64 letters as eight planes of bits. A
/// square's letter is then known from its bits in a few words for all squares at once.
#[inline(always)]
fn board(ranks: &[u8; 73]) -> Option<Board> {
    let blanks = (0..9).fold(0, |odd, i| odd | (ranks[9 * i] ^ b' '));
    let [b0, b1, b2, b3, b4, small, piece, high] = planes(ranks);
    // The letters' last five bits: P 10000, N 01110, B 00010, R 10010, Q 10001, K 01011;
    // the empty square's `-` is 0x2d.
    let last = b4 & !b3 & !b2 & piece;
    let first = !b4 & b1 & piece;
    let roles = ByRole {
        pawn: Bitboard(last & !b1 & !b0),
        knight: Bitboard(first & b3 & b2 & !b0),
        bishop: Bitboard(first & !b3 & !b2 & !b0),
        rook: Bitboard(last & b1 & !b0),
        queen: Bitboard(last & !b1 & b0),
        king: Bitboard(first & b3 & !b2 & b0),
    };
    let empty = !piece & small & !b4 & b3 & b2 & !b1 & b0;
    let all = roles.into_iter().fold(empty, |all, role| all | role.0);
    if all & !high != u64::MAX || blanks != 0 {
        return None;
    }
    let colors = ByColor { white: Bitboard(piece & !small), black: Bitboard(piece & small) };
    Board::try_from_bitboards(roles, colors).ok()
}

/// A word for each bit of the letters, the lowest first; in it a bit for each square.
#[inline(always)]
fn planes(ranks: &[u8; 73]) -> [u64; 8] {
    let rank = |i: usize| {
        let mut letters = [0; 8];
        letters.copy_from_slice(&ranks[64 - 9 * i..72 - 9 * i]);
        u64::from_le_bytes(letters)
    };
    let ranks = [rank(0), rank(1), rank(2), rank(3), rank(4), rank(5), rank(6), rank(7)];
    // A word holds a rank, then a file, then a bit of all squares.
    if cfg!(target_endian = "little") { wide_planes(ranks) } else { narrow_planes(ranks) }
}

#[inline(always)]
fn narrow_planes(mut ranks: [u64; 8]) -> [u64; 8] {
    exchange_bytes(&mut ranks);
    exchange_bits(&mut ranks);
    ranks
}

/// The same, two words at a time.
#[inline(always)]
fn wide_planes(ranks: [u64; 8]) -> [u64; 8] {
    let [r0, r1, r2, r3, r4, r5, r6, r7] = ranks;
    let two = |a, b| cast::<u64x2, u8x16>(u64x2::new([a, b]));
    let mut four = [two(r0, r1), two(r2, r3), two(r4, r5), two(r6, r7)];
    // Three shuffles as of cards bring a byte from place 8 * rank + file to 8 * file + rank.
    for _ in 0..3 {
        let [a, b, c, d] = four;
        four = [
            u8x16::unpack_low(a, c),
            u8x16::unpack_high(a, c),
            u8x16::unpack_low(b, d),
            u8x16::unpack_high(b, d),
        ];
    }
    let [mut f01, mut f23, mut f45, mut f67] = four.map(cast::<u8x16, u64x2>);
    swap_wide::<4>(&mut f01, &mut f45, 0x0f0f_0f0f_0f0f_0f0f);
    swap_wide::<4>(&mut f23, &mut f67, 0x0f0f_0f0f_0f0f_0f0f);
    swap_wide::<2>(&mut f01, &mut f23, 0x3333_3333_3333_3333);
    swap_wide::<2>(&mut f45, &mut f67, 0x3333_3333_3333_3333);
    let (mut f02, mut f13) = (f01.unpack_lo(f23), f01.unpack_hi(f23));
    let (mut f46, mut f57) = (f45.unpack_lo(f67), f45.unpack_hi(f67));
    swap_wide::<1>(&mut f02, &mut f13, 0x5555_5555_5555_5555);
    swap_wide::<1>(&mut f46, &mut f57, 0x5555_5555_5555_5555);
    let ([b0, b2], [b1, b3]) = (f02.to_array(), f13.to_array());
    let ([b4, b6], [b5, b7]) = (f46.to_array(), f57.to_array());
    [b0, b1, b2, b3, b4, b5, b6, b7]
}

/// Swaps blocks of bits: the upper ones of the first with the lower ones of the second.
#[inline(always)]
fn swap_wide<const SHIFT: u32>(a: &mut u64x2, b: &mut u64x2, mask: u64) {
    let different = ((*a >> SHIFT) ^ *b) & u64x2::splat(mask);
    *a ^= different << SHIFT;
    *b ^= different;
}

/// The ranks of a board, a blank before each: what [`board`] reads, but for the blank
/// behind.
pub(super) fn letters(board: &Board) -> [u8; 72] {
    let piece = board.occupied().0;
    let empty = !piece;
    let [pawn, knight, bishop] = [board.pawns().0, board.knights().0, board.bishops().0];
    let [rook, queen, king] = [board.rooks().0, board.queens().0, board.kings().0];
    let mut plane = [
        queen | king | empty,
        knight | bishop | rook | king,
        knight | empty,
        knight | king | empty,
        pawn | rook | queen,
        board.black().0 | empty,
        piece,
        0,
    ];
    exchange_bits(&mut plane);
    exchange_bytes(&mut plane);
    let mut ranks = [b' '; 72];
    for (to, rank) in ranks.as_chunks_mut::<9>().0.iter_mut().zip(plane.iter().rev()) {
        to[1..].copy_from_slice(&rank.to_le_bytes());
    }
    ranks
}

/// Eight words change places with the eight bytes of each.
#[inline(always)]
fn exchange_bytes(words: &mut [u64; 8]) {
    swap(words, 4, 32, 0x0000_0000_ffff_ffff);
    swap(words, 2, 16, 0x0000_ffff_0000_ffff);
    swap(words, 1, 8, 0x00ff_00ff_00ff_00ff);
}

/// Eight words change places with the eight bits of each byte.
#[inline(always)]
fn exchange_bits(words: &mut [u64; 8]) {
    swap(words, 4, 4, 0x0f0f_0f0f_0f0f_0f0f);
    swap(words, 2, 2, 0x3333_3333_3333_3333);
    swap(words, 1, 1, 0x5555_5555_5555_5555);
}

/// Swaps blocks of bits between words `distance` apart: the upper ones of the first with
/// the lower ones of the second.
#[inline(always)]
fn swap(words: &mut [u64; 8], distance: usize, shift: u32, mask: u64) {
    for i in 0..8 {
        if i & distance == 0 {
            let different = ((words[i] >> shift) ^ words[i + distance]) & mask;
            words[i] ^= different << shift;
            words[i + distance] ^= different;
        }
    }
}

/// The four flags, a blank before each.
fn castling(flags: u64) -> Option<CastlingFlags> {
    let set = flags ^ u64::from_le_bytes(*b" 0 0 0 0");
    if set & !0x0100_0100_0100_0100 != 0 {
        return None;
    }
    let flag = |at: u32| set >> at & 1 == 1;
    Some(CastlingFlags {
        white_short: flag(8),
        white_long: flag(24),
        black_short: flag(40),
        black_long: flag(56),
    })
}

/// The fields behind the castling rights, parted by single blanks.
struct Fields<'a> {
    /// Those not yet read.
    rest: &'a AsciiStr,
    /// The last bytes of all.
    last: &'a [u8; 16],
}

impl<'a> Fields<'a> {
    /// The fields from an offset on.
    #[inline(always)]
    fn new(words: &'a [u8], at: usize) -> Option<Fields<'a>> {
        // Of so many bytes it is seen 64 at a time that they are ASCII.
        let length = words.len().checked_sub(at)?.next_multiple_of(64);
        let start = words.len().saturating_sub(length);
        let rest = words[start..].as_ascii_str().ok()?;
        Some(Fields { rest: &rest[at - start..], last: words.last_chunk()? })
    }

    /// A number, spelled as a computer would, and the blank behind it.
    #[inline(always)]
    fn number(&mut self) -> Option<i32> {
        let bytes = self.rest.as_bytes();
        let [a, b, c, d, e] = *bytes.first_chunk()?;
        let first = digit(a);
        if b == b' ' {
            self.rest = &self.rest[2..];
            return first;
        }
        if let (Some(first @ 1..), Some(second)) = (first, digit(b)) {
            let two = first * 10 + second;
            if c == b' ' {
                self.rest = &self.rest[3..];
                return Some(two);
            }
            if d == b' ' {
                self.rest = &self.rest[4..];
                return Some(two * 10 + digit(c)?);
            }
            if e == b' ' {
                self.rest = &self.rest[5..];
                return Some(two * 100 + digit(c)? * 10 + digit(d)?);
            }
        }
        let (number, length) = long_number(bytes)?;
        self.rest = &self.rest[length + 1..];
        Some(number)
    }

    /// A word, and the blank behind it.
    #[inline(always)]
    fn text(&mut self) -> Option<&'a str> {
        let bytes = self.rest.as_bytes();
        let length = match bytes.first_chunk() {
            Some(sixteen) => scan::blanks(sixteen).trailing_zeros(),
            None => (scan::blanks(self.last) >> (16 - bytes.len())).trailing_zeros(),
        } as usize;
        let length = if length < 16 { length } else { bytes.iter().position(|b| *b <= b' ')? };
        let (word, rest) = self.rest.as_slice().split_at_checked(length)?;
        let [AsciiChar::Space, rest @ ..] = rest else { return None };
        self.rest = rest.into();
        (length != 0).then_some(<&AsciiStr>::from(word).as_str())
    }

    /// `(m:ss)` or `(m:ss.mmm)` of less than an hour, and the blank behind it.
    #[inline(always)]
    fn taken(&mut self) -> Option<Taken> {
        let bytes = self.rest.as_bytes();
        let (minutes, rest) = match *bytes {
            [b'(', a, b':', ref rest @ ..] => (digit(a)?, rest),
            [b'(', a @ b'1'..=b'5', b, b':', ref rest @ ..] => (digit(a)? * 10 + digit(b)?, rest),
            _ => return None,
        };
        let [tens @ b'0'..=b'5', ones, ref rest @ ..] = *rest else { return None };
        let seconds = minutes * 60 + digit(tens)? * 10 + digit(ones)?;
        let (fraction, precise, rest) = match *rest {
            [b')', b' ', ref rest @ ..] => (0, false, rest),
            [b'.', a, b, c, b')', b' ', ref rest @ ..] => {
                (digit(a)? * 100 + digit(b)? * 10 + digit(c)?, true, rest)
            }
            _ => return None,
        };
        self.rest = &self.rest[bytes.len() - rest.len()..];
        Some(Taken { milliseconds: i64::from(seconds) * 1000 + i64::from(fraction), precise })
    }
}

/// A number of more digits, or a negative one, and its length; a blank is behind it.
#[inline(never)]
fn long_number(bytes: &[u8]) -> Option<(i32, usize)> {
    let length = bytes.iter().position(|b| *b == b' ')?;
    match scan::number(&bytes[..length])? {
        (number, true) => Some((i32::try_from(number).ok()?, length)),
        _ => None,
    }
}

#[inline(always)]
fn digit(byte: u8) -> Option<i32> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then_some(digit.into())
}

#[cfg(test)]
mod tests;
