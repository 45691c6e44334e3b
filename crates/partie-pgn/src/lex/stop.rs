//! The reason to stop reading, and line ends, which may need more text.

/// Reason why reading ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The text ends before the game.
    NeedMore,
    /// The text is nonstandard.
    Fallback,
}

/// Returns the length of the line end at a place; whether a carriage return is one can depend on
/// what follows.
pub(crate) fn line_end_at(text: &[u8], at: usize) -> Result<usize, Stop> {
    match text.get(at..) {
        None | Some([] | [b'\r']) => Err(Stop::NeedMore),
        Some(rest) => line_end(rest).ok_or(Stop::Fallback),
    }
}

/// Returns the length of the line end at the start of a text.
#[inline]
fn line_end(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}
