//! Storing of accounts after a change.

use crate::{
    change::Change,
    ids::PlayerId,
    outbox::Outbox,
    output::Output,
    players::{Players, player::Logon},
};

impl Players {
    /// A registered player's data changed.
    pub(crate) fn store_account(&mut self, out: &mut Outbox, id: PlayerId) {
        self.update_audience(id);
        if let Some(player) = self.get(id)
            && player.registered
        {
            let account = Box::new(player.account.clone());
            out.emit(Output::Store(Change::Account(account)));
        }
    }

    /// Notes that a player came or went.
    pub(crate) fn note_logon(&mut self, out: &mut Outbox, who: PlayerId, came: bool) {
        let logon = Logon { at: out.now, came };
        let Some(player) = self.get_mut(who) else { return };
        let name = player.name().to_owned();
        let own = &mut player.account.logons;
        if own.len() >= Logon::KEPT {
            own.remove(0);
        }
        own.push(logon);
        self.push_logon(name, logon);
        self.store_account(out, who);
    }
}
