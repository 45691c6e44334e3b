//! Words of short algebraic notation, taken apart once and remembered.

use std::num::NonZeroU16;

use super::{
    occupant::{BISHOP, KING, KNIGHT, Occupant, PAWN, QUEEN, ROLE, ROOK},
    tables::{FROM, NO_WAY},
};
use crate::Square;

/// Flags of a word besides piece and squares.
pub(super) mod says {
    pub(crate) const CAPTURE: u8 = 1;
    pub(crate) const CHECK: u8 = 2;
    pub(crate) const MATE: u8 = 4;
    /// Castling to the side of the king.
    pub(crate) const SHORT: u8 = 8;
    /// Castling to the side of the queen.
    pub(crate) const LONG: u8 = 16;
    /// No piece is moved.
    pub(crate) const NULL: u8 = SHORT | LONG;
    /// The file of the source is named (not of pawns).
    pub(crate) const FILE: u8 = 32;
    /// The rank of the source is named.
    pub(crate) const RANK: u8 = 64;
    /// Castling, a promotion, or a disambiguated move.
    pub(crate) const SPECIAL: u8 = 128;
}

/// A move as it is written, known to the reader that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanId(NonZeroU16);

/// Parsed SAN token: piece, squares and flags. The board determines the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedSan {
    /// The squares from which a piece of White, of Black, could come on an empty board.
    pub(super) from: [u64; 2],
    /// The square that is named.
    pub(super) to: Square,
    /// Row of [`WAYS`](super::tables::WAYS) with the squares that must be empty.
    pub(super) way: u8,
    /// 0 if it is no promotion.
    pub(super) promotion: u8,
    /// Bits of [`says`].
    pub(super) says: u8,
    /// The piece, if it is one of White, of Black.
    pub(super) men: [Occupant; 2],
    /// Required contents of the target when White, or Black, moves: the side bits of an
    /// [`Occupant`], or an empty square. Tokens that are not [usual](ParsedSan::is_usual) have more
    /// bits.
    meets: [u8; 2],
}

impl SanId {
    /// The word at a place.
    #[inline]
    const fn at(place: u16) -> SanId {
        SanId(NonZeroU16::new(place | HERE).expect("it is not 0"))
    }
}

/// Bits of [`ParsedSan::meets`] that no man has.
mod meets {
    /// Check or mate is marked, or the king moves.
    pub(super) const CAREFUL: u8 = 64;
    /// [`super::says::SPECIAL`].
    pub(super) const SPECIAL: u8 = 128;
}

impl ParsedSan {
    /// The square that is named, as a set.
    #[inline]
    pub(super) fn target(&self) -> u64 {
        1 << u32::from(self.to)
    }

    /// Returns true if the target's contents match the token, an empty square or an enemy
    /// piece, and the token is neither special nor marked nor a king move.
    #[inline]
    pub(super) const fn is_usual<const US: usize>(&self, man: Occupant) -> bool {
        (self.meets[US & 1] ^ man as u8) & !ROLE == 0
    }

    /// Returns true if it is neither special nor marked nor a king move.
    #[inline]
    pub(super) const fn is_calm(&self) -> bool {
        self.meets[0] & (meets::CAREFUL | meets::SPECIAL) == 0
    }

    /// The kind of piece.
    #[inline]
    pub(super) const fn role(&self) -> u8 {
        self.men[0].role()
    }

    /// Returns true if it would be usual without its mark, or if the king did not move.
    #[inline]
    pub(super) const fn is_common<const US: usize>(&self, man: Occupant) -> bool {
        (self.meets[US & 1] ^ man as u8) & !(ROLE | meets::CAREFUL) == 0
    }

    /// Returns true if a piece moves to a square without promotion and the target's
    /// contents match.
    #[inline]
    pub(super) const fn is_step<const US: usize>(&self, man: Occupant) -> bool {
        self.promotion == 0
            && self.says & (says::SHORT | says::LONG) == 0
            && (self.meets[US & 1] ^ man as u8) & !(ROLE | meets::CAREFUL | meets::SPECIAL) == 0
    }

    /// Returns true if check or mate is marked.
    #[inline]
    pub(super) const fn is_marked(&self) -> bool {
        self.says & (says::CHECK | says::MATE) != 0
    }

    /// Returns true if check is marked, but not mate.
    #[inline]
    pub(super) const fn marks_check(&self) -> bool {
        self.says & says::CHECK != 0
    }

    /// Returns true if mate is marked.
    #[inline]
    pub(super) const fn marks_mate(&self) -> bool {
        self.says & says::MATE != 0
    }

    /// Returns true for captures and pawn moves, which are irreversible.
    #[inline]
    pub(super) const fn is_irreversible(&self) -> bool {
        self.role() == PAWN || self.says & says::CAPTURE != 0
    }

    /// A null move: the side to move passes, which it may not in check.
    ///
    /// Only [`FastBoard::play_line`](super::FastBoard::play_line) plays it;
    /// [`FastMove`](super::FastMove) has no form for it.
    pub const NULL: ParsedSan = ParsedSan {
        from: [0; 2],
        to: Square::A1,
        way: NO_WAY,
        promotion: 0,
        says: says::NULL,
        men: [Occupant::Nothing; 2],
        meets: [meets::SPECIAL; 2],
    };

    /// Computes the data needed to play the move from the parts of the word.
    fn new(role: u8, to: u8, promotion: u8, says: u8, from: [u64; 2]) -> ParsedSan {
        let to = Square::new(u32::from(to) & 63);
        let mut signs = says & says::SPECIAL;
        if says & (says::CHECK | says::MATE) != 0 || role == KING {
            signs |= meets::CAREFUL;
        }
        let steps_twice = role == PAWN && matches!(u8::from(to) / 8, 3 | 4);
        let goes_far = matches!(role, BISHOP | ROOK | QUEEN) || steps_twice;
        let captured = if says & says::CAPTURE != 0 { PAWN } else { 0 };
        let met = |side| Occupant::new(captured, side) as u8 & !ROLE;
        ParsedSan {
            from,
            to,
            way: if goes_far { u8::from(to) } else { NO_WAY },
            promotion,
            says,
            men: [Occupant::new(role, 0), Occupant::new(role, 1)],
            meets: [met(1) | signs, met(0) | signs],
        }
    }
}

/// Capacity of the cache, in tokens.
const SIZE: usize = 1 << 13;

/// Number of slots.
const PLACES: usize = 2 * SIZE;

/// The bit of a word's number that no place has.
const HERE: u16 = 1 << 15;

/// A memory of words. There are some ten thousand words in chess, and few of them are
/// used often.
#[derive(Clone, Debug)]
pub(super) struct SanCache {
    places: Box<[CacheSlot; PLACES]>,
    count: usize,
}

/// A word that is remembered. Text and step are read together, and stand together.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct CacheSlot {
    /// The bytes of the text, the first one lowest, each turned round: 0 is the text of no
    /// word, and memory that was not written to yet.
    text: u64,
    step: ParsedSan,
}

/// Marks an empty slot.
const NOTHING: CacheSlot = CacheSlot {
    text: 0,
    step: ParsedSan {
        from: [0; 2],
        to: Square::A1,
        way: 0,
        promotion: 0,
        says: 0,
        men: [Occupant::Nothing; 2],
        meets: [0; 2],
    },
};

impl SanCache {
    pub(super) fn new() -> SanCache {
        let places = vec![NOTHING; PLACES].into_boxed_slice();
        SanCache { places: places.try_into().expect("it has this size"), count: 0 }
    }

    /// A word, given its bytes; `None` if they are not written as the export format of PGN
    /// writes moves, or if the memory is full.
    #[inline]
    pub(super) fn word(&mut self, text: u64) -> Option<SanId> {
        // The upper half of the product depends on all bytes.
        let at = (text.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as u16 % PLACES as u16;
        if self.places[usize::from(at)].text == !text {
            return Some(SanId::at(at));
        }
        self.elsewhere(text, at)
    }

    /// Returns the parsed form of a token.
    #[inline]
    pub(super) fn step(&self, SanId(number): SanId) -> &ParsedSan {
        &self.places[usize::from(number.get()) % PLACES].step
    }

    /// A word that is not in the first place, or not yet known.
    #[cold]
    #[inline(never)]
    fn elsewhere(&mut self, text: u64, mut at: u16) -> Option<SanId> {
        // Digits, braces and other signs begin no move, and some characters after moves end none.
        let unused = text.leading_zeros() / 8 * 8;
        let last = text.rotate_left(unused + 8) as u8;
        let ends = last.is_ascii_alphanumeric() || matches!(last, b'+' | b'#');
        if !(text as u8).is_ascii_alphabetic() || !ends {
            return None;
        }
        loop {
            match self.places[usize::from(at)].text {
                0 => break,
                known if known == !text => return Some(SanId::at(at)),
                _ => at = (at + 1) % PLACES as u16,
            }
        }
        let step = parse(text)?;
        if self.count == SIZE {
            return None;
        }
        self.places[usize::from(at)] = CacheSlot { text: !text, step };
        self.count += 1;
        Some(SanId::at(at))
    }

    /// Makes room if it is getting scarce.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.count > SIZE - SIZE / 4 {
            *self = SanCache::new();
        }
    }
}

/// Takes a word apart.
#[cold]
#[inline(never)]
pub(super) fn parse(key: u64) -> Option<ParsedSan> {
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
        says |= says::SPECIAL;
    }
    Some(ParsedSan::new(role, to, promotion, says, from))
}

fn castling(to: u8, says: u8) -> ParsedSan {
    ParsedSan::new(KING, to, 0, says | says::SPECIAL, [0; 2])
}

const fn file_bits(file: u8) -> u64 {
    0x0101_0101_0101_0101 << (file - b'a')
}

const fn rank_bits(rank: u8) -> u64 {
    0xff << (8 * (rank - b'1'))
}
