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

use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File};

use super::{CastlingFlags, Relation, Taken};

/// As many bytes as there are before the half-moves at least, from the tag's end on:
/// `" rnbqkbnr ... RNBQKBNR W 4 1 1 1 1 "`.
const HEAD: usize = 85;

/// The fields of a line behind its tag, with nothing to be dropped: a `Style12` is put
/// together from them in the place where it is wanted.
pub(super) struct Plain<'a> {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) double_push: Option<File>,
    pub(super) castling: CastlingFlags,
    pub(super) halfmoves: i32,
    pub(super) game: i32,
    pub(super) white: &'a str,
    pub(super) black: &'a str,
    pub(super) relation: Relation,
    pub(super) initial: i32,
    pub(super) increment: i32,
    pub(super) strength: ByColor<i32>,
    pub(super) clock: ByColor<i32>,
    pub(super) move_number: i32,
    pub(super) verbose: &'a str,
    pub(super) taken: Taken,
    pub(super) san: &'a str,
    pub(super) flip: bool,
    pub(super) extra: &'a str,
}

/// Reads the fields behind the tag. `rest` begins with the blank behind the tag and
/// ends with the line's last field. `None` if anything is unusual.
#[inline(always)]
pub(super) fn fields(rest: &[u8]) -> Option<Plain<'_>> {
    let head: &[u8; HEAD] = rest.first_chunk()?;
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
    let mut fields = Fields::new(rest, behind + 8)?;
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
    let flip = match rest.get(fields.at)? {
        b'0' => false,
        b'1' => true,
        _ => return None,
    };
    let extra = match rest.get(fields.at + 1) {
        None => "",
        Some(b' ') => fields.words.get(fields.at + 2 - fields.base..)?,
        Some(_) => return None,
    };
    if game < 0 || move_number < 0 || matches!(relation, Relation::Other(_)) {
        return None;
    }
    Some(Plain {
        board,
        turn,
        double_push,
        castling,
        halfmoves,
        game,
        white,
        black,
        relation,
        initial,
        increment,
        strength,
        clock,
        move_number,
        verbose,
        taken,
        san,
        flip,
        extra,
    })
}

/// One byte in each of eight.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
const HIGH: u64 = 0x80 * ONES;

/// The ranks, a blank before and behind each: 64 letters as eight planes of bits. A
/// square's letter is then known from its bits in a few words for all squares at once.
fn board(ranks: &[u8; 73]) -> Option<Board> {
    let mut blanks = 0;
    let mut plane = [0; 8];
    for (i, rank) in plane.iter_mut().rev().enumerate() {
        let mut letters = [0; 8];
        letters.copy_from_slice(&ranks[9 * i + 1..9 * i + 9]);
        *rank = u64::from_le_bytes(letters);
        blanks |= ranks[9 * i] ^ b' ';
    }
    blanks |= ranks[72] ^ b' ';
    // From words of a rank with a byte for each file, to words of a file with a byte for
    // each rank, to words of a bit with a byte for each rank.
    exchange_bytes(&mut plane);
    exchange_bits(&mut plane);
    let [b0, b1, b2, b3, b4, small, piece, high] = plane;
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
    rest: &'a [u8],
    /// The same from `base` on, as text.
    words: &'a str,
    /// Where the words begin.
    base: usize,
    /// Where the next field begins.
    at: usize,
}

impl<'a> Fields<'a> {
    #[inline(always)]
    fn new(rest: &'a [u8], blank: usize) -> Option<Fields<'a>> {
        let base = blank + 1;
        let words = std::str::from_utf8(rest.get(base..)?).ok()?;
        (rest[blank] == b' ').then_some(Fields { rest, words, base, at: base })
    }

    /// Eight bytes from an offset on.
    #[inline(always)]
    fn eight(&self, at: usize) -> Option<u64> {
        Some(u64::from_le_bytes(*self.rest.get(at..)?.first_chunk()?))
    }

    /// A number, spelled as a computer would, and the blank behind it.
    #[inline(always)]
    fn number(&mut self) -> Option<i32> {
        let eight = self.eight(self.at)?;
        let byte = |i: u32| (eight >> (8 * i)) as u8;
        let first = digit(byte(0));
        if byte(1) == b' ' {
            self.at += 2;
            return first;
        }
        if byte(0) != b'0'
            && let (Some(a), Some(b)) = (first, digit(byte(1)))
        {
            if byte(2) == b' ' {
                self.at += 3;
                return Some(a * 10 + b);
            }
            if let Some(c) = digit(byte(2))
                && byte(3) == b' '
            {
                self.at += 4;
                return Some(a * 100 + b * 10 + c);
            }
        }
        self.long_number()
    }

    /// A number of more digits, or a negative one.
    fn long_number(&mut self) -> Option<i32> {
        let (negative, digits) = match self.rest.get(self.at..)? {
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
        self.at += usize::from(negative) + length + 1;
        (digits[length] == b' ').then_some(if negative { -value } else { value })
    }

    /// A word, and the blank behind it.
    #[inline(always)]
    fn text(&mut self) -> Option<&'a str> {
        let start = self.at;
        let mut end = start;
        loop {
            let Some(eight) = self.eight(end) else {
                end += self.rest.get(end..)?.iter().position(|b| *b <= b' ')?;
                break;
            };
            let found = not_above_blank(eight);
            if found != 0 {
                end += found.trailing_zeros() as usize / 8;
                break;
            }
            end += 8;
        }
        self.word_to(end)
    }

    /// A word of a name's length. Names are of all lengths, so nothing hangs on whether
    /// one is longer than eight bytes.
    #[inline(always)]
    fn name(&mut self) -> Option<&'a str> {
        let near = not_above_blank(self.eight(self.at)?);
        let far = not_above_blank(self.eight(self.at + 8)?);
        if near | far == 0 {
            return self.text();
        }
        // 64 bits if there is none near.
        let far = if near == 0 { far.trailing_zeros() } else { 0 };
        let bit = near.trailing_zeros() + far;
        self.word_to(self.at + bit as usize / 8)
    }

    /// The word from here to where a blank stands.
    #[inline(always)]
    fn word_to(&mut self, end: usize) -> Option<&'a str> {
        let start = std::mem::replace(&mut self.at, end + 1);
        if end == start || *self.rest.get(end)? != b' ' {
            return None;
        }
        self.words.get(start - self.base..end - self.base)
    }

    /// `(m:ss)` or `(m:ss.mmm)` of less than an hour, and the blank behind it.
    #[inline(always)]
    fn taken(&mut self) -> Option<Taken> {
        let (minutes, rest) = match *self.rest.get(self.at..)? {
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
        self.at = self.rest.len() - rest.len();
        Some(Taken { milliseconds: i64::from(seconds) * 1000 + i64::from(fraction), precise })
    }
}

#[inline(always)]
fn digit(byte: u8) -> Option<i32> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then_some(digit.into())
}

/// The highest bit of each byte that is not above a blank.
#[inline(always)]
const fn not_above_blank(bytes: u64) -> u64 {
    !(((bytes | HIGH) - 0x21 * ONES) | bytes) & HIGH
}

#[cfg(test)]
mod tests;
