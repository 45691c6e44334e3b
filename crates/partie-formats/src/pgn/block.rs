//! Many bytes of a text at once.

use wide::u8x16;

/// How many bytes a block has.
pub(super) const BLOCK: usize = 64;

/// Which bytes of a block are of some kind; the first is the lowest bit.
pub(super) type Bits = u64;

/// Sixteen bytes, or for each of sixteen bytes whether (0xff) or not (0).
pub(super) type Lane = u8x16;

/// The bytes of a block, four times sixteen.
#[derive(Clone, Copy)]
pub(super) struct Block([Lane; 4]);

impl Block {
    /// These bytes.
    #[inline]
    pub(super) fn new(bytes: &[u8; BLOCK]) -> Block {
        let (lanes, _) = bytes.as_chunks();
        Block([0, 1, 2, 3].map(|i| u8x16::new(lanes[i])))
    }

    /// The bytes that are equal to one.
    #[inline]
    pub(super) fn equal(&self, byte: u8) -> Bits {
        self.bits(|lane| equal(lane, byte))
    }

    /// The bytes of which a test says so.
    #[inline]
    pub(super) fn bits(&self, test: impl Fn(Lane) -> Lane) -> Bits {
        let bits = |lane| Bits::from(test(lane).to_bitmask());
        let [a, b, c, d] = self.0;
        bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48
    }

    /// Whether a test says so of any byte.
    #[inline]
    pub(super) fn any(&self, test: impl Fn(Lane) -> Lane) -> bool {
        let [a, b, c, d] = self.0;
        (test(a) | test(b) | test(c) | test(d)).to_bitmask() != 0
    }
}

/// The bytes below a limit that is ASCII; also those that are not ASCII.
#[inline]
pub(super) fn below(lane: Lane, limit: u8) -> Lane {
    let limit = u8x16::splat(limit).cast_signed();
    lane.cast_signed().simd_lt(limit).cast_unsigned()
}

/// The bytes that are equal to one.
#[inline]
pub(super) fn equal(lane: Lane, byte: u8) -> Lane {
    lane.simd_eq(u8x16::splat(byte))
}

/// The bytes from one to another, both included.
#[inline]
pub(super) fn within(lane: Lane, first: u8, last: u8) -> Lane {
    let above = lane - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

/// For each bit, whether an odd number of bits stands up to it.
#[inline]
pub(super) const fn odd_up_to(mut bits: Bits) -> Bits {
    let mut shift = 1;
    while shift < BLOCK {
        bits ^= bits << shift;
        shift *= 2;
    }
    bits
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
            let range = block.bits(|lane| within(lane, 60, 200));
            for i in 0..BLOCK {
                assert_eq!(range >> i & 1 == 1, (60..=200).contains(&(at + i)), "{i} from {at}");
            }
        }
    }

    #[test]
    fn odd_numbers_of_bits() {
        assert_eq!(odd_up_to(0b0010_0100), 0b0001_1100);
        assert_eq!(odd_up_to(1), Bits::MAX);
        assert_eq!(odd_up_to(0), 0);
    }
}
