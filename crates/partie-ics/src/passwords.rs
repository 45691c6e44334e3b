//! Passwords: their length, and the hashing of new ones.

use std::ops::RangeInclusive;

use partie_wire::notice::settings::SettingsNotice;

use crate::{ids::PlayerId, outbox::Outbox, output::Output, players::Players, session::Sessions};

/// Length of a password, in bytes.
const LENGTH: RangeInclusive<usize> = 8..=64;

/// Returns why a player's new password is not taken.
pub(crate) fn refusal(name: &str, password: &str) -> Option<SettingsNotice> {
    let (least, most) = (*LENGTH.start() as u32, *LENGTH.end() as u32);
    if !LENGTH.contains(&password.len()) {
        Some(SettingsNotice::PasswordLength { least, most })
    } else if password.eq_ignore_ascii_case(name) {
        Some(SettingsNotice::PasswordIsName)
    } else {
        None
    }
}

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
