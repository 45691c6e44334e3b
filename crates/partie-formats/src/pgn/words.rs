//! Words of movetext, a few bytes each, with the blank before them.

use std::ops::Range;

use wide::u8x16;

use super::bitmask::{below, equal};

/// Numbers of moves, each with a dot and with a blank before, the first byte lowest.
static NUMBERS: [u64; 1000] = {
    let mut numbers = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        let mut bytes = b'.' as u64;
        let mut rest = n as u64;
        loop {
            let digit = b'0' as u64 + rest % 10;
            bytes = bytes << 8 | digit;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        numbers[n] = bytes << 8 | b' ' as u64;
        n += 1;
    }
    numbers
};

/// Words of a run that are gathered before they are written, each with the blank before it:
/// moves with their numbers, NAGs, and short comments.
pub(super) struct Words {
    bytes: [u8; Words::MOST + Words::COMMENT],
    length: usize,
    /// Some of the comments have commands.
    commands: bool,
}

impl Words {
    /// They are never more bytes than that.
    const MOST: usize = 512;

    /// The longest comment, with the blank and the braces.
    const COMMENT: usize = 32;

    pub(super) const fn new() -> Words {
        let bytes = [0; Words::MOST + Words::COMMENT];
        Words { bytes, length: 0, commands: false }
    }

    /// Whether there is no room left for a number, a move, a NAG and a comment.
    #[inline]
    pub(super) const fn is_full(&self) -> bool {
        self.length >= Words::MOST - 3 * 8 - Words::COMMENT
    }

    /// The bytes, if there are any, and whether there are commands among them; then there is
    /// room again.
    #[inline]
    pub(super) fn take(&mut self) -> Option<(&[u8], bool)> {
        let (length, commands) = (self.length.min(Words::MOST), self.commands);
        (self.length, self.commands) = (0, false);
        (length > 0).then(|| (&self.bytes[..length], commands))
    }

    /// Adds the first bytes of some.
    #[inline]
    fn add<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        let at = self.length & (Words::MOST - 1);
        // One store, where copying a slice would be a call.
        if let Some(place) = self.bytes[at..].first_chunk_mut() {
            *place = *bytes;
        }
        self.length = at + length;
    }

    /// A move number, behind an opening parenthesis or not; false if it is too large.
    #[inline]
    pub(super) fn number(&mut self, number: u32, white: bool, opens: bool) -> bool {
        let word = numbered(number, white, opens);
        if let Some(word) = word {
            self.add(&word.to_le_bytes(), length_of(word));
        }
        word.is_some()
    }

    /// A word of a text, of seven letters at most.
    #[inline]
    pub(super) fn copied(&mut self, text: &[u8], word: Range<usize>) {
        let length = word.len() + 1;
        self.add(&word_of(text, word).to_le_bytes(), length);
    }

    /// A word of seven letters at most, the first one lowest.
    #[inline]
    pub(super) fn short(&mut self, word: u64) {
        let word = word << 8 | u64::from(b' ');
        self.add(&word.to_le_bytes(), length_of(word));
    }

    /// A NAG.
    #[inline]
    pub(super) fn nag(&mut self, nag: u8) {
        let word = nag_of(nag);
        self.add(&word.to_le_bytes(), length_of(word));
    }

    /// A comment of a text, if it is a short one of ASCII on one line.
    #[inline]
    pub(super) fn comment(&mut self, text: &[u8], part: &Range<usize>) -> bool {
        let length = part.len() + 2;
        let block = text.get(part.start - 1..).and_then(<[u8]>::first_chunk::<{ Words::COMMENT }>);
        let Some(block) = block.filter(|_| length < Words::COMMENT) else { return false };
        let lane =
            |from: usize| block[from..].first_chunk().map_or(u8x16::ZERO, |b| u8x16::new(*b));
        let (first, second) = (lane(0), lane(16));
        let bits = |test: fn(u8x16) -> u8x16| {
            let bits = test(first).to_bitmask() | test(second).to_bitmask() << 16;
            bits & ((1 << length) - 1) != 0
        };
        if bits(|lane| below(lane, b' ')) {
            return false;
        }
        self.commands |= bits(|lane| equal(lane, b'['));
        self.add(b" ", 1);
        self.add(block, length);
        true
    }
}

/// A move number with the blank before it, behind an opening parenthesis or not; none if it
/// is too large.
#[inline]
pub(super) fn numbered(number: u32, white: bool, opens: bool) -> Option<u64> {
    let mut word = *NUMBERS.get(number as usize)?;
    if !white {
        word |= 0x2e2e << (8 * length_of(word));
    }
    if opens {
        let blank = u64::from(b' ');
        word = (word ^ blank | u64::from(b'(')) << 8 | blank;
    }
    Some(word)
}

/// A word of a text with the blank before it and others behind it.
#[inline]
pub(super) fn word_of(text: &[u8], word: Range<usize>) -> u64 {
    let letters = match text.get(word.start..).and_then(<[u8]>::first_chunk::<8>) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => last_letters(&text[word]),
    };
    letters << 8 | u64::from(b' ')
}

/// The letters of a word of eight at most, the first one lowest.
#[cold]
fn last_letters(word: &[u8]) -> u64 {
    word.iter().rev().fold(0, |letters, b| letters << 8 | u64::from(*b))
}

/// A NAG with the blank before it.
#[inline]
pub(super) fn nag_of(nag: u8) -> u64 {
    let number = NUMBERS[usize::from(nag)];
    // The dot becomes a zero, and the blank goes to the dollar's left.
    let dot = 8 * (length_of(number) - 1);
    let digits = number & ((1 << dot) - 1) & !0xff;
    (digits | u64::from(b'$')) << 8 | u64::from(b' ')
}

/// How many letters a word has, with zeros behind them.
#[inline]
pub(super) const fn length_of(letters: u64) -> usize {
    8 - letters.leading_zeros() as usize / 8
}
