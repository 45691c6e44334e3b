//! The stored state of a running game.

use partie_core::ByColor;

use crate::{
    ids::{AdjournedId, PlayerId},
    time::{Span, Tick},
};

/// The part of a running game by which a change is noticed, as it was last stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    /// The number under which it is stored.
    pub(super) id: AdjournedId,
    /// Number of stored plies; `None` before the first store since the game was resumed.
    pub(super) plies: Option<usize>,
    /// The player of White: sides may be switched.
    pub(super) white: Option<PlayerId>,
    /// Times left when the turn began.
    pub(super) left: ByColor<Span>,
    /// Time of the last change.
    pub(super) at: Tick,
}

impl StoredGame {
    /// A game that goes on, stored as it was adjourned.
    pub(super) fn resumed(id: AdjournedId, now: Tick) -> StoredGame {
        let left = ByColor { white: Span::ZERO, black: Span::ZERO };
        StoredGame { id, plies: None, white: None, left, at: now }
    }
}
