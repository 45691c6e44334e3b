//! Numbers of pieces.

use crate::{Color, Role, rules::pieces::kind};

/// The numbers of pieces of each kind on a board.
///
/// Equal material is equal as a whole, so that it can be a key of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material(u64);

/// Four bits for each of twelve kinds.
const MASK: u64 = (1 << 48) - 1;

impl Material {
    /// Returns the number of pieces of a kind.
    #[inline]
    #[must_use]
    pub const fn count(self, color: Color, role: Role) -> u32 {
        (self.0 >> (4 * kind(color, role)) & 15) as u32
    }

    /// Returns the numbers as four bits for each [kind](crate::rules::pieces::kind), the lowest
    /// first: White's pawns are bits 0 to 3, Black's king is bits 44 to 47.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Makes material of bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Material {
        Material(bits & MASK)
    }

    /// Adds a piece of a kind.
    #[inline]
    pub(super) const fn add(&mut self, kind: usize) {
        self.0 = self.0.wrapping_add(1 << (4 * (kind & 15))) & MASK;
    }

    /// Removes a piece of a kind; none of an empty square.
    #[inline]
    pub(super) const fn remove(&mut self, kind: usize) {
        self.0 = self.0.wrapping_sub(1 << (4 * (kind & 15))) & MASK;
    }
}
