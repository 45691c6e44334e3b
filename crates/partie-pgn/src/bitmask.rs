//! Bitmasks for examining many bytes of a text at once.

use wide::u8x16;

/// Number of bytes in a block.
pub(super) const BLOCK: usize = 64;

/// A bit for each byte of a block, the lowest for the first.
pub(super) type Bitmask = u64;

/// Sixteen bytes, or 0xff or 0 for each of sixteen bytes.
pub(super) type Lane = u8x16;

/// The bytes of a block, four times sixteen.
#[derive(Clone, Copy)]
pub(super) struct Block([Lane; 4]);

impl Block {
    #[inline]
    pub(super) fn new(bytes: &[u8; BLOCK]) -> Block {
        let (lanes, _) = bytes.as_chunks();
        Block([0, 1, 2, 3].map(|i| u8x16::new(lanes[i])))
    }

    /// Returns the bytes that are equal to one.
    #[inline]
    pub(super) fn equal(&self, byte: u8) -> Bitmask {
        self.mask(|lane| equal(lane, byte))
    }

    /// Returns the bytes that a test marks with their highest bit.
    #[inline]
    pub(super) fn mask(&self, test: impl Fn(Lane) -> Lane) -> Bitmask {
        let bits = |lane| Bitmask::from(test(lane).to_bitmask());
        let [a, b, c, d] = self.0;
        bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48
    }
}

/// Marks the bytes below an ASCII limit, and all non-ASCII bytes.
#[inline]
pub(super) fn below(lane: Lane, limit: u8) -> Lane {
    let limit = u8x16::splat(limit).cast_signed();
    lane.cast_signed().simd_lt(limit).cast_unsigned()
}

/// Marks the bytes that are equal to one.
#[inline]
pub(super) fn equal(lane: Lane, byte: u8) -> Lane {
    lane.simd_eq(u8x16::splat(byte))
}

/// Marks the bytes from one to another, both included.
#[inline]
pub(super) fn within(lane: Lane, first: u8, last: u8) -> Lane {
    // Moved up to the highest signed numbers, the range takes one comparison.
    let raised = lane + u8x16::splat(0x7f_u8.wrapping_sub(last));
    let lower = u8x16::splat(0x7e_u8.wrapping_sub(last - first));
    raised.cast_signed().simd_gt(lower.cast_signed()).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_for_bytes() {
        let text: Vec<u8> = (0..=255).collect();
        for at in [0, 1, 63, 64, 150, 192] {
            let block = Block::new(text[at..].first_chunk().expect("long enough"));
            for byte in 0..=255_u8 {
                let bit = usize::from(byte).checked_sub(at).filter(|i| *i < BLOCK);
                assert_eq!(block.equal(byte), bit.map_or(0, |i| 1 << i), "{byte} from {at}");
            }
            for (first, last) in [(60, 200), (0, 13), (b'a', b'z'), (7, 7)] {
                let range = block.mask(|lane| within(lane, first, last));
                for i in 0..BLOCK {
                    let inside = (first..=last).contains(&text[at + i]);
                    assert_eq!(range >> i & 1 == 1, inside, "{i} from {at}");
                }
            }
        }
    }
}
