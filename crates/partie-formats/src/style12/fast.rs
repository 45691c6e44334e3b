//! The board line as every server writes it, read in one pass.
//!
//! Nearly all lines have one shape: the tag, eight ranks of eight letters, single blanks,
//! numbers as a computer writes them, text in UTF-8. Such a line has no findings and is
//! written as it stood. Whatever else it may be is left to the careful reader in `parse`,
//! which says what is wrong; a law in the tests holds both equal.

#![expect(
    clippy::inline_always,
    reason = "a line is read in one function, or every field costs a call and a copy"
)]

use std::borrow::Cow;

use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File};
use wide::{bytemuck::cast, u8x16, u64x2};

use super::{CastlingFlags, Relation, Style12, Tag, Taken, scan};

/// As many bytes as there are before the half-moves at least, from the tag's end on:
/// `" rnbqkbnr ... RNBQKBNR W 4 1 1 1 1 "`.
const HEAD: usize = 86;

/// Reads a line whose tag, as it is usually spelled, stands at an offset. `None` if
/// anything is unusual.
#[inline(always)]
pub(super) fn line(line: &str, tag: usize) -> Option<Style12<'_>> {
    let mut end = line.len();
    while end > 0 && scan::is_blank(line.as_bytes()[end - 1]) {
        end -= 1;
    }
    let words = line.get(tag + Tag::Plain.text().len()..end)?;
    let head: &[u8; HEAD] = words.as_bytes().first_chunk()?;
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
    let mut fields = Fields { words, rest: words.as_bytes().get(behind + 9..)? };
    let halfmoves = fields.number()?;
    let game = fields.number()?;
    let white = fields.name()?;
    let black = fields.name()?;
    let relation = Relation::from_number(fields.number()?);
    let initial = fields.number()?;
    let increment = fields.number()?;
    let strength = ByColor { white: fields.number()?, black: fields.number()? };
    let clock = ByColor { white: fields.number()?, black: fields.number()? };
    let move_number = fields.number()?;
    let verbose = fields.text()?;
    let taken = fields.taken()?;
    let san = fields.text()?;
    let (flip, extra) = match *fields.rest {
        [flip @ (b'0' | b'1')] => (flip, ""),
        [flip @ (b'0' | b'1'), b' ', ref extra @ ..] => {
            (flip, words.get(words.len() - extra.len()..)?)
        }
        _ => return None,
    };
    if game < 0 || move_number < 0 || matches!(relation, Relation::Other(_)) {
        return None;
    }
    Some(Style12 {
        lead: Cow::Borrowed(&line[..tag]),
        tag: Tag::Plain,
        board,
        turn,
        double_push,
        castling,
        halfmoves,
        game: game as u32,
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
        spelling: (end != line.len()).then_some(Cow::Borrowed(line.as_bytes())),
    })
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
    words: &'a str,
    /// What of them is not yet read.
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// A number, spelled as a computer would, and the blank behind it.
    #[inline(always)]
    fn number(&mut self) -> Option<i32> {
        let [a, b, c, d, ..] = *self.rest.first_chunk::<8>()?;
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
        }
        let number;
        (number, self.rest) = long_number(self.rest)?;
        Some(number)
    }

    /// A word, and the blank behind it.
    #[inline(always)]
    fn text(&mut self) -> Option<&'a str> {
        let mut length = 0;
        loop {
            let Some(eight) = self.rest.get(length..).and_then(<[u8]>::first_chunk) else {
                length += self.rest.get(length..)?.iter().position(|b| *b <= b' ')?;
                break;
            };
            let found = scan::blanks(u64::from_le_bytes(*eight));
            if found != 0 {
                length += found.trailing_zeros() as usize / 8;
                break;
            }
            length += 8;
        }
        self.word(length)
    }

    /// A word of a name's length. Names are of all lengths, so nothing hangs on whether
    /// one is longer than eight bytes.
    #[inline(always)]
    fn name(&mut self) -> Option<&'a str> {
        let sixteen = u128::from_le_bytes(*self.rest.first_chunk()?);
        let near = scan::blanks(sixteen as u64);
        let far = scan::blanks((sixteen >> 64) as u64);
        if near | far == 0 {
            return self.text();
        }
        // 64 bits if there is none near.
        let far = if near == 0 { far.trailing_zeros() } else { 0 };
        let bit = near.trailing_zeros() + far;
        self.word(bit as usize / 8)
    }

    /// A word of so many bytes, behind which a blank stands.
    #[inline(always)]
    fn word(&mut self, length: usize) -> Option<&'a str> {
        let start = self.words.len() - self.rest.len();
        if length == 0 || *self.rest.get(length)? != b' ' {
            return None;
        }
        self.rest = &self.rest[length + 1..];
        self.words.get(start..)?.get(..length)
    }

    /// `(m:ss)` or `(m:ss.mmm)` of less than an hour, and the blank behind it.
    #[inline(always)]
    fn taken(&mut self) -> Option<Taken> {
        let (minutes, rest) = match *self.rest {
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
        self.rest = rest;
        Some(Taken { milliseconds: i64::from(seconds) * 1000 + i64::from(fraction), precise })
    }
}

/// A number of more digits, or a negative one, and what stands behind its blank.
#[inline(never)]
fn long_number(field: &[u8]) -> Option<(i32, &[u8])> {
    let (negative, digits) = match field {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if !matches!(digits, [b'1'..=b'9', ..]) {
        return None;
    }
    let (mut value, mut length) = (0, 0);
    while let Some(digit) = digit(*digits.get(length)?) {
        if length == 9 {
            return None;
        }
        value = value * 10 + digit;
        length += 1;
    }
    let [b' ', rest @ ..] = &digits[length..] else { return None };
    Some((if negative { -value } else { value }, rest))
}

#[inline(always)]
fn digit(byte: u8) -> Option<i32> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then_some(digit.into())
}

#[cfg(test)]
mod tests;
