//! Numbers of some fields of a board line, with the tag as field 1, and the list of unreadable
//! ones.

use partie_core::Color;

const TURN: usize = 10;
pub(super) const WHITE: usize = 18;
pub(super) const BLACK: usize = 19;
const WHITE_CLOCK: usize = 25;
const BLACK_CLOCK: usize = 26;
pub(super) const MOVE_NUMBER: usize = 27;
const TAKEN: usize = 29;
pub(super) const SAN: usize = 30;
/// The last field that every line has.
pub(super) const FLIP: usize = 31;

/// Unknown fields of a board line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Unread {
    /// Fields that cannot be read: bit `n` for field `n`.
    pub(super) bad: u32,
    /// Fields that are missing at the end of the line.
    pub(super) missing: u32,
}

impl Unread {
    /// Returns true if every field was read.
    pub const fn is_empty(self) -> bool {
        self.bad | self.missing == 0
    }

    /// Returns the number of fields that cannot be read.
    pub(crate) const fn bad_fields(self) -> u32 {
        self.bad.count_ones()
    }

    /// Returns true if no position can be made of the line: the board or the side to move
    /// cannot be read, or the line ends before the move number.
    pub const fn position(self) -> bool {
        let fields = u32::MAX << 2 & !(u32::MAX << TURN << 1);
        self.bad & fields != 0 || self.missing & 1 << MOVE_NUMBER != 0
    }

    /// Returns true if a player's clock is not known.
    pub fn clock(self, color: Color) -> bool {
        self.contains(color.fold_wb(WHITE_CLOCK, BLACK_CLOCK))
    }

    /// Returns true if the time taken is not known.
    pub const fn taken(self) -> bool {
        self.contains(TAKEN)
    }

    const fn contains(self, field: usize) -> bool {
        (self.bad | self.missing) >> field & 1 == 1
    }
}
