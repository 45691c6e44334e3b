//! Moves as operands of EPD.

use partie_core::{
    Ply, Position,
    moves::{NotRead, san},
};

/// A move operand that was read.
pub(super) struct Read {
    pub(super) ply: Ply,
    /// The move in SAN, with its check mark.
    pub(super) san: String,
    /// True if it was not written in SAN.
    pub(super) odd: bool,
}

/// Reads a move; `None` if the text is only a move number.
pub(super) fn read_move(position: &Position, text: &str) -> Option<Result<Read, NotRead>> {
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = if numbered.starts_with('.') { numbered.trim_start_matches('.') } else { text };
    if bare.is_empty() {
        return None;
    }
    let bare = bare.trim_end_matches(['!', '?']);
    Some(san::read(position, bare).map(|reading| {
        let san = san::write(position, reading.ply);
        // Check marks are left out by many programs.
        let odd = text.trim_end_matches(['+', '#']) != san.trim_end_matches(['+', '#']);
        Read { ply: reading.ply, san, odd }
    }))
}
