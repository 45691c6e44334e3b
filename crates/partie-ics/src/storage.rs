//! Notices while changes cannot be stored: the disk is full, or the database is away.
//!
//! Nothing is lost as long as the server runs, because changes wait in memory. Administrators are
//! notified at once, so that they can make room; players only after [`PATIENCE`], because most
//! failures are over by then.

use partie_wire::{fields::Seconds, notice::admin::AdminNotice};

use crate::{
    ids::PlayerId,
    players::Players,
    state::{State, StorageFailure},
    time::{Span, Tick},
};

/// Time for which storing may fail before players are notified.
const PATIENCE: Span = Span::seconds(60);

/// Storing has begun to fail, or works again.
pub(crate) fn storing(state: &mut State, works: bool) {
    if works {
        let Some(failure) = state.storage_failure.take() else { return };
        state.out.send_all(concerned(&state.players, failure.announced), AdminNotice::StorageWorks);
    } else if state.storage_failure.is_none() {
        state.storage_failure = Some(StorageFailure { since: state.out.now, announced: false });
        let seconds = Seconds(PATIENCE.whole_seconds() as usize);
        state.out.send_all(concerned(&state.players, false), AdminNotice::StorageFails { seconds });
    }
}

/// Everyone online, or the administrators among them.
fn concerned(players: &Players, everyone: bool) -> impl Iterator<Item = PlayerId> {
    let online = players.online().map(|p| p.id);
    online.filter(move |id| everyone || players.is_admin(*id))
}

/// Notifies players when storing has failed for long.
pub(crate) fn announce_storage_failure(state: &mut State) {
    let Some(failure) = &mut state.storage_failure else { return };
    if !failure.announced && failure.since + PATIENCE <= state.out.now {
        failure.announced = true;
        state.out.send_all(concerned(&state.players, true), AdminNotice::ResultsWait);
    }
}

/// Time at which players are notified that storing fails.
pub(crate) fn next_storage_notice(state: &State) -> Option<Tick> {
    let failure = state.storage_failure.as_ref().filter(|failure| !failure.announced)?;
    Some(failure.since + PATIENCE)
}

/// Notifies a player who logs in, or the server's owner, while storage fails.
pub(crate) fn mention_storage_failure(state: &mut State, who: PlayerId) {
    let Some(failure) = &state.storage_failure else { return };
    if failure.announced || state.players.is_admin(who) {
        state.out.send(who, AdminNotice::ResultsWait);
    }
}
