//! Passwords: their length, and the hashing of new ones.

use std::ops::RangeInclusive;

use crate::{ids::PlayerId, outbox::Outbox, output::Output, players::Players, session::Sessions};

/// Length of a password, in bytes.
pub(crate) const LENGTH: RangeInclusive<usize> = 3..=64;

impl Sessions {
    /// Returns true if a player has a password, or one that is being hashed.
    pub(crate) fn has_password(&self, players: &Players, player: PlayerId) -> bool {
        self.is_hashing(player) || players.get(player).is_some_and(|p| p.account.password.is_some())
    }

    /// Has a new password hashed; [`Input::Hashed`](crate::Input::Hashed) follows.
    pub(crate) fn hash_password(&mut self, out: &mut Outbox, player: PlayerId, password: String) {
        self.begin_hashing(player);
        out.emit(Output::Hash { player, password });
    }
}
