//! Players online, for the unit tests of the parts of the state.

use partie_wire::variables::Variables;

use crate::{
    ids::{PlayerId, SessionId},
    outbox::Outbox,
    players::{Account, OnlineState, Players},
    time::Tick,
};

/// Registered players of these names, online since tick 0, each with the connection of their
/// place in the list, from 0.
pub(crate) fn online<const N: usize>(names: [&str; N]) -> (Players, Outbox, [PlayerId; N]) {
    let mut players = Players::default();
    let mut out = Outbox::new(Tick(0));
    let ids = names.map(|name| players.add(Account::new(name), true));
    for (id, session) in ids.into_iter().zip((0..).map(SessionId)) {
        players.set_online(id, OnlineState::new(session, Tick(0), Variables::default()));
        out.connect(id, session);
    }
    (players, out, ids)
}
