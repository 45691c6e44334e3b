//! Places in a game, as its move numbers name them.

/// A place in a game: the number of plies before a move of the record's numbering, from 0.
pub(super) type Ordinal = i64;

/// Number of tokens of prose that are searched for the next move of the game.
pub(super) const PROSE_LOOKAHEAD: usize = 4096;

/// Returns the place of a side's move of a number.
pub(super) fn ordinal(number: i64, white: bool) -> Ordinal {
    2 * (number - 1) + i64::from(!white)
}

/// Returns true if a number can stand before the move of an ordinal: `12.` and `12...` before
/// Black's, `12.` before White's.
pub(super) fn stands_before(number: u32, dots: u8, at: Ordinal) -> bool {
    let number = i64::from(number);
    match dots {
        0 | 1 => ordinal(number, true) == at || ordinal(number, false) == at,
        _ => ordinal(number, false) == at,
    }
}
