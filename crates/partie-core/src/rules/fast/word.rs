//! Words of short algebraic notation, taken apart once and remembered.

use super::tables::AROUND;

pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const ROOK: u8 = 4;
pub(super) const QUEEN: u8 = 5;
pub(super) const KING: u8 = 6;

/// What a word says besides piece and square.
pub(super) mod says {
    pub(crate) const CAPTURE: u8 = 1;
    pub(crate) const CHECK: u8 = 2;
    pub(crate) const MATE: u8 = 4;
    /// Castling to the side of the king.
    pub(crate) const SHORT: u8 = 8;
    /// Castling to the side of the queen.
    pub(crate) const LONG: u8 = 16;
    /// The file of the source is named (not of pawns).
    pub(crate) const FILE: u8 = 32;
    /// The rank of the source is named.
    pub(crate) const RANK: u8 = 64;
}

/// A move as it is written: letter, squares and signs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Its bytes, the first one lowest; 0 where nothing has been remembered.
    pub(super) key: u64,
    /// The squares from which a piece of White, of Black, could come on an empty board.
    pub(super) from: [u64; 2],
    pub(super) role: u8,
    pub(super) to: u8,
    /// 0 if it is no promotion.
    pub(super) promotion: u8,
    /// Bits of [`says`].
    pub(super) says: u8,
}

const NOTHING: Word = Word { key: 0, from: [0; 2], role: 0, to: 0, promotion: 0, says: 0 };

const SIZE: usize = 1 << 12;

/// A memory of words. There are some ten thousand words in chess, and few of them are
/// used often.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    words: Box<[Word; SIZE]>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        let words = vec![NOTHING; SIZE].into_boxed_slice();
        Memory { words: words.try_into().expect("it has this size") }
    }

    /// The word of some bytes; `None` if they are not written as the export format of
    /// PGN writes moves.
    #[inline]
    pub(super) fn word(&mut self, key: u64) -> Option<&Word> {
        // The upper half of the product depends on all bytes.
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize & (SIZE - 1);
        if self.words[slot].key != key {
            self.words[slot] = parse(key)?;
        }
        Some(&self.words[slot])
    }
}

/// Takes a word apart.
#[cold]
pub(super) fn parse(key: u64) -> Option<Word> {
    let bytes = key.to_le_bytes();
    let length = bytes.iter().position(|b| *b == 0).unwrap_or(8);
    if bytes[length..].iter().any(|b| *b != 0) {
        return None;
    }
    let mut text = &bytes[..length];
    let mut says = 0;
    match text.split_last()? {
        (b'+', rest) => (says, text) = (says::CHECK, rest),
        (b'#', rest) => (says, text) = (says::MATE, rest),
        _ => {}
    }
    match text {
        b"O-O" => return Some(castling(key, 62, says | says::SHORT)),
        b"O-O-O" => return Some(castling(key, 58, says | says::LONG)),
        _ => {}
    }
    let (role, mut text) = match text.split_first()? {
        (b'N', rest) => (KNIGHT, rest),
        (b'B', rest) => (BISHOP, rest),
        (b'R', rest) => (ROOK, rest),
        (b'Q', rest) => (QUEEN, rest),
        (b'K', rest) => (KING, rest),
        _ => (PAWN, text),
    };
    let mut promotion = 0;
    if role == PAWN
        && let [front @ .., b'=', letter] = text
    {
        promotion = match letter {
            b'N' => KNIGHT,
            b'B' => BISHOP,
            b'R' => ROOK,
            b'Q' => QUEEN,
            _ => return None,
        };
        text = front;
    }
    let [front @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text else { return None };
    let to = (rank - b'1') * 8 + (file - b'a');
    let front = match front {
        [front @ .., b'x'] => {
            says |= says::CAPTURE;
            front
        }
        front => front,
    };
    let mut narrowed = !0;
    match front {
        [] => {}
        [file @ b'a'..=b'h'] => (says, narrowed) = (says | says::FILE, file_bits(*file)),
        [rank @ b'1'..=b'8'] => (says, narrowed) = (says | says::RANK, rank_bits(*rank)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            says |= says::FILE | says::RANK;
            narrowed = file_bits(*file) & rank_bits(*rank);
        }
        _ => return None,
    }
    let around = &AROUND[usize::from(to)];
    let from = match role {
        KNIGHT => [around.knight; 2],
        BISHOP => [around.bishop; 2],
        ROOK => [around.rook; 2],
        QUEEN => [around.rook | around.bishop; 2],
        // There is one king.
        KING if says & (says::FILE | says::RANK) != 0 => return None,
        KING => [around.king; 2],
        _ => {
            let captures = says & says::CAPTURE != 0;
            // A pawn that captures is named by its file, and no other one.
            if captures != (says & says::FILE != 0) || says & says::RANK != 0 {
                return None;
            }
            says &= !says::FILE;
            pawns(to, captures, promotion != 0)
        }
    };
    let from = from.map(|bits| bits & narrowed);
    Some(Word { key, from, role, to, promotion, says })
}

fn castling(key: u64, to: u8, says: u8) -> Word {
    Word { key, from: [0; 2], role: KING, to, promotion: 0, says }
}

/// From where a pawn of White, of Black, comes to a square.
fn pawns(to: u8, captures: bool, promotes: bool) -> [u64; 2] {
    let bit = 1_u64 << to;
    let rank = to / 8;
    let around = &AROUND[usize::from(to)];
    let (white, black) = if captures {
        (around.pawn[1], around.pawn[0])
    } else {
        let far = |fits: bool, bits: u64| if fits { bits } else { 0 };
        (bit >> 8 | far(rank == 3, bit >> 16), bit << 8 | far(rank == 4, bit << 16))
    };
    // On the last rank a pawn becomes a piece, and nowhere else; none comes from the first.
    [
        if (rank == 7) == promotes && rank > 1 { white } else { 0 },
        if (rank == 0) == promotes && rank < 6 { black } else { 0 },
    ]
}

const fn file_bits(file: u8) -> u64 {
    0x0101_0101_0101_0101 << (file - b'a')
}

const fn rank_bits(rank: u8) -> u64 {
    0xff << (8 * (rank - b'1'))
}
