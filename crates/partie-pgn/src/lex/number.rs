//! Move numbers in their canonical spelling.

/// Masks of the lowest `n` bytes.
pub(crate) const LOWEST: [u64; 8] = {
    let mut masks = [0; 8];
    let mut i = 1;
    while i < 8 {
        masks[i] = masks[i - 1] << 8 | 0xff;
        i += 1;
    }
    masks
};

/// The move number that a line has reached.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    pub(crate) value: u32,
    pub(crate) white: bool,
    /// Its digits and a dot, the first byte lowest.
    pub(crate) text: u64,
    /// Number of bytes of the spelling.
    pub(crate) length: u32,
}

impl Number {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(value: u32, white: bool) -> Number {
        // From the last byte to the first one.
        let (mut text, mut length, mut rest) = (u64::from(b'.'), 1, value);
        while length < 7 && (rest > 0 || length == 1) {
            text = (text << 8) | (u64::from(b'0') + u64::from(rest % 10));
            rest /= 10;
            length += 1;
        }
        // A longer number is equal to no text.
        Number { value, white, text: if rest == 0 { text } else { u64::MAX }, length }
    }

    /// Returns the number of the move that follows.
    #[inline]
    pub(crate) fn next(self) -> Number {
        if self.white {
            return Number { white: false, ..self };
        }
        let last = (8 * self.length).wrapping_sub(16) & 63;
        if self.text >> last & 0xff == u64::from(b'9') || self.text == u64::MAX {
            return Number::new(self.value + 1, true);
        }
        Number { value: self.value + 1, white: true, text: self.text + (1 << last), ..self }
    }

    /// Returns one in the last digit of the spelling.
    #[inline]
    pub(crate) const fn last_digit(self) -> u64 {
        1 << ((8 * self.length).wrapping_sub(16) & 63)
    }

    /// Returns the number of following numbers that differ only in the last digit.
    #[inline]
    pub(crate) const fn count_to_nine(self) -> u32 {
        9 - self.value % 10
    }

    /// Returns the canonical spelling before a move of the number's side, the first byte lowest,
    /// and its length.
    #[inline]
    pub(crate) const fn expected(self) -> (u64, usize) {
        let length = self.length as usize;
        if self.white {
            (self.text, length)
        } else {
            // `7...`
            (self.text | 0x2e2e << ((8 * self.length) & 63), length + 2)
        }
    }

    /// Returns the number of the move before.
    pub(crate) fn before(self) -> Number {
        if self.white {
            Number::new(self.value.saturating_sub(1), false)
        } else {
            Number::new(self.value, true)
        }
    }
}

/// The number of the first move, `1.`.
pub(crate) const FIRST: Number = Number { value: 1, white: true, text: 0x2e31, length: 2 };

/// Returns the move number at the start of a text, its number of dots, and its length. No more
/// digits and dots are read than numbers have.
pub(crate) fn number(text: &[u8]) -> (u32, usize, usize) {
    let digits = text.iter().take(5).take_while(|b| b.is_ascii_digit()).count();
    let dots = text.iter().skip(digits).take(4).take_while(|b| **b == b'.').count();
    let number = text.iter().take(digits).fold(0, |n, b| n * 10 + u32::from(b - b'0'));
    (number, dots, digits + dots)
}
