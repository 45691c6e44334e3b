//! Words of short algebraic notation, taken apart once and remembered.

use std::num::NonZeroU16;

use super::tables::{FROM, NO_WAY};
use crate::Square;

pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const ROOK: u8 = 4;
pub(super) const QUEEN: u8 = 5;
pub(super) const KING: u8 = 6;

/// What stands on a square. The number of a piece tells its kind, and with one of two more
/// bits its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Man {
    Nothing = 0,
    WhitePawn = 8 | PAWN,
    WhiteKnight = 8 | KNIGHT,
    WhiteBishop = 8 | BISHOP,
    WhiteRook = 8 | ROOK,
    WhiteQueen = 8 | QUEEN,
    WhiteKing = 8 | KING,
    BlackPawn = 16 | PAWN,
    BlackKnight = 16 | KNIGHT,
    BlackBishop = 16 | BISHOP,
    BlackRook = 16 | ROOK,
    BlackQueen = 16 | QUEEN,
    BlackKing = 16 | KING,
}

/// The bits of a man that tell the kind of piece.
const ROLE: u8 = 7;

impl Man {
    /// One more than the highest number.
    pub(super) const COUNT: usize = Man::BlackKing as usize + 1;

    /// A kind of piece of White (0) or Black (1).
    #[inline]
    pub(super) const fn new(role: u8, side: usize) -> Man {
        use Man::{
            BlackBishop, BlackKing, BlackKnight, BlackPawn, BlackQueen, BlackRook, Nothing,
            WhiteBishop, WhiteKing, WhiteKnight, WhitePawn, WhiteQueen, WhiteRook,
        };
        const MEN: [[Man; 8]; 2] = [
            [
                Nothing,
                WhitePawn,
                WhiteKnight,
                WhiteBishop,
                WhiteRook,
                WhiteQueen,
                WhiteKing,
                Nothing,
            ],
            [
                Nothing,
                BlackPawn,
                BlackKnight,
                BlackBishop,
                BlackRook,
                BlackQueen,
                BlackKing,
                Nothing,
            ],
        ];
        MEN[side & 1][(role & ROLE) as usize]
    }

    /// The kind of piece; 0 if there is none.
    #[inline]
    pub(super) const fn role(self) -> u8 {
        self as u8 & ROLE
    }
}

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
    /// It is castling or a promotion, or names the source.
    pub(crate) const RARE: u8 = 128;
}

/// A move as it is written: letter, squares and signs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The squares from which a piece of White, of Black, could come on an empty board.
    pub(super) from: [u64; 2],
    /// The square that is named, as a set and by its number.
    pub(super) target: u64,
    pub(super) to: Square,
    /// The row of [`WAYS`](super::tables::WAYS) that tells what must be empty.
    pub(super) way: u8,
    /// 0 if it is no promotion.
    pub(super) promotion: u8,
    /// Bits of [`says`].
    pub(super) says: u8,
    /// The piece, if it is one of White, of Black.
    pub(super) men: [Man; 2],
    /// What must stand on the target when White, or Black, makes the move: of a [`Man`] the
    /// bit that tells its side, or nothing. Words that are not [usual](Word::is_usual) have
    /// more bits.
    meets: [u8; 2],
}

/// Bits of [`Word::meets`] that no man has.
mod meets {
    /// Check or mate is marked, or the king moves.
    pub(super) const CAREFUL: u8 = 64;
    /// [`super::says::RARE`].
    pub(super) const RARE: u8 = 128;
}

impl Word {
    /// Whether it finds on its target what it says, nothing or a piece of the other side,
    /// is neither rare nor marked, and is no move of the king.
    #[inline]
    pub(super) const fn is_usual<const US: usize>(&self, man: Man) -> bool {
        (self.meets[US & 1] ^ man as u8) & !ROLE == 0
    }

    /// The kind of piece.
    #[inline]
    pub(super) const fn role(&self) -> u8 {
        self.men[0].role()
    }

    /// Whether it would be usual but for its mark, or if the king did not move.
    #[inline]
    pub(super) const fn is_common<const US: usize>(&self, man: Man) -> bool {
        (self.meets[US & 1] ^ man as u8) & !(ROLE | meets::CAREFUL) == 0
    }

    /// Whether it is a move of a piece to a square, no promotion, and finds there what it
    /// says.
    #[inline]
    pub(super) const fn is_step<const US: usize>(&self, man: Man) -> bool {
        self.promotion == 0
            && self.says & (says::SHORT | says::LONG) == 0
            && (self.meets[US & 1] ^ man as u8) & !(ROLE | meets::CAREFUL | meets::RARE) == 0
    }

    /// Whether a check or mate is marked.
    #[inline]
    pub(super) const fn is_marked(&self) -> bool {
        self.says & (says::CHECK | says::MATE) != 0
    }

    /// Whether a check is marked, and no mate.
    #[inline]
    pub(super) const fn says_check(&self) -> bool {
        self.says & says::CHECK != 0
    }

    /// Whether mate is marked.
    #[inline]
    pub(super) const fn says_mate(&self) -> bool {
        self.says & says::MATE != 0
    }

    /// Whether it is a capture or a move of a pawn, which cannot be taken back in a game.
    #[inline]
    pub(super) const fn is_irreversible(&self) -> bool {
        self.role() == PAWN || self.says & says::CAPTURE != 0
    }

    /// Counts what is needed to play from what the word says.
    fn new(role: u8, to: u8, promotion: u8, says: u8, from: [u64; 2]) -> Word {
        let to = Square::new(u32::from(to) & 63);
        let mut signs = says & says::RARE;
        if says & (says::CHECK | says::MATE) != 0 || role == KING {
            signs |= meets::CAREFUL;
        }
        let steps_twice = role == PAWN && matches!(u8::from(to) / 8, 3 | 4);
        let goes_far = matches!(role, BISHOP | ROOK | QUEEN) || steps_twice;
        let met = |side| if says & says::CAPTURE != 0 { 8_u8 << side } else { 0 };
        Word {
            from,
            target: 1 << u32::from(to),
            to,
            way: if goes_far { u8::from(to) } else { NO_WAY },
            promotion,
            says,
            men: [Man::new(role, 0), Man::new(role, 1)],
            meets: [met(1) | signs, met(0) | signs],
        }
    }
}

/// Stands where there is no word.
const NOTHING: Word = Word {
    from: [0; 2],
    target: 1,
    to: Square::A1,
    way: NO_WAY,
    promotion: 0,
    says: 0,
    men: [Man::Nothing; 2],
    meets: [meets::RARE; 2],
};

/// The text of no word.
const NO_TEXT: u64 = u64::MAX;

/// How many words are remembered.
const SIZE: usize = 1 << 13;

/// How many places there are to look for them.
const PLACES: usize = 2 * SIZE;

/// A memory of words. There are some ten thousand words in chess, and few of them are
/// used often; these are the first to come, and so stand near each other.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The bytes of their texts, the first one lowest. The first text is [`NO_TEXT`].
    texts: Box<[u64; SIZE]>,
    /// The first one is [`NOTHING`].
    words: Box<[Word; SIZE]>,
    count: usize,
    /// The numbers of words; 0 where there is none.
    places: Box<[u16; PLACES]>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        let texts = vec![NO_TEXT; SIZE].into_boxed_slice();
        let words = vec![NOTHING; SIZE].into_boxed_slice();
        let places = vec![0; PLACES].into_boxed_slice();
        Memory {
            texts: texts.try_into().expect("it has this size"),
            words: words.try_into().expect("it has this size"),
            count: 1,
            places: places.try_into().expect("it has this size"),
        }
    }

    /// The number of a word, given its bytes; `None` if they are not written as the export
    /// format of PGN writes moves, or if the memory is full.
    #[inline]
    pub(super) fn number(&mut self, text: u64) -> Option<NonZeroU16> {
        // The upper half of the product depends on all bytes.
        let place = (text.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize % PLACES;
        let number = self.places[place];
        if self.texts[usize::from(number) % SIZE] == text {
            return NonZeroU16::new(number);
        }
        self.elsewhere(text, place)
    }

    /// The word of a number.
    #[inline]
    pub(super) fn word(&self, number: NonZeroU16) -> &Word {
        &self.words[usize::from(number.get()) % SIZE]
    }

    /// The number of a word that is not in the first place, or not yet known.
    #[cold]
    #[inline(never)]
    fn elsewhere(&mut self, text: u64, mut place: usize) -> Option<NonZeroU16> {
        // Digits, braces and other signs begin no move.
        if !(text as u8).is_ascii_alphabetic() {
            return None;
        }
        loop {
            let number = self.places[place];
            if number == 0 {
                break;
            }
            if self.texts[usize::from(number) % SIZE] == text {
                return NonZeroU16::new(number);
            }
            place = (place + 1) % PLACES;
        }
        let word = parse(text)?;
        if self.count == SIZE {
            return None;
        }
        let number = self.count as u16;
        self.texts[self.count] = text;
        self.words[self.count] = word;
        self.places[place] = number;
        self.count += 1;
        NonZeroU16::new(number)
    }

    /// Makes room if it is getting scarce.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.count > SIZE - SIZE / 4 {
            *self = Memory::new();
        }
    }
}

/// Takes a word apart.
#[cold]
#[inline(never)]
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
        b"O-O" => return Some(castling(62, says | says::SHORT)),
        b"O-O-O" => return Some(castling(58, says | says::LONG)),
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
    let mut kind = role;
    match role {
        // There is one king.
        KING if says & (says::FILE | says::RANK) != 0 => return None,
        PAWN => {
            let captures = says & says::CAPTURE != 0;
            // A pawn that captures is named by its file, and no other one. On the last rank
            // it becomes a piece, and nowhere else.
            if captures != (says & says::FILE != 0)
                || says & says::RANK != 0
                || (to / 8 == 0 || to / 8 == 7) != (promotion != 0)
            {
                return None;
            }
            says &= !says::FILE;
            kind = u8::from(captures);
        }
        _ => {}
    }
    let from = [0, 1].map(|side| FROM[side][usize::from(to)][usize::from(kind)] & narrowed);
    if promotion != 0 || says & (says::FILE | says::RANK) != 0 {
        says |= says::RARE;
    }
    Some(Word::new(role, to, promotion, says, from))
}

fn castling(to: u8, says: u8) -> Word {
    Word::new(KING, to, 0, says | says::RARE, [0; 2])
}

const fn file_bits(file: u8) -> u64 {
    0x0101_0101_0101_0101 << (file - b'a')
}

const fn rank_bits(rank: u8) -> u64 {
    0xff << (8 * (rank - b'1'))
}
