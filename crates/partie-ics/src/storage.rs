//! Notices while changes cannot be stored: the disk is full, or the database is away.
//!
//! Nothing is lost as long as the server runs, because changes wait in memory. Administrators are
//! notified at once, so that they can make room; players only after [`PATIENCE`], because most
//! failures are over by then.

use partie_wire::{fields::Seconds, notice::admin::AdminNotice};

use crate::{
    ids::PlayerId,
    outbox::Outbox,
    players::Players,
    time::{Span, Tick},
};

/// Time for which storing may fail before players are notified.
const PATIENCE: Span = Span::seconds(60);

/// The state while storing fails.
#[derive(Clone, Debug)]
pub(crate) struct StorageFailure {
    since: Tick,
    /// Set once players were notified.
    announced: bool,
}

/// Storing has begun to fail, or works again.
pub(crate) fn storing(
    players: &Players,
    storage_failure: &mut Option<StorageFailure>,
    out: &mut Outbox,
    works: bool,
) {
    if works {
        let Some(failure) = storage_failure.take() else { return };
        out.send_all(concerned(players, failure.announced), AdminNotice::StorageWorks);
    } else if storage_failure.is_none() {
        *storage_failure = Some(StorageFailure { since: out.now, announced: false });
        let seconds = Seconds(PATIENCE.whole_seconds() as usize);
        out.send_all(concerned(players, false), AdminNotice::StorageFails { seconds });
    }
}

/// Everyone online, or the administrators among them.
fn concerned(players: &Players, everyone: bool) -> impl Iterator<Item = PlayerId> {
    let online = players.online().map(|p| p.id);
    online.filter(move |id| everyone || players.is_admin(*id))
}

/// Notifies players when storing has failed for long.
pub(crate) fn announce_storage_failure(
    players: &Players,
    storage_failure: &mut Option<StorageFailure>,
    out: &mut Outbox,
) {
    let Some(failure) = storage_failure else { return };
    if !failure.announced && failure.since + PATIENCE <= out.now {
        failure.announced = true;
        out.send_all(concerned(players, true), AdminNotice::ResultsWait);
    }
}

/// Time at which players are notified that storing fails.
pub(crate) fn next_storage_notice(storage_failure: Option<&StorageFailure>) -> Option<Tick> {
    let failure = storage_failure.filter(|failure| !failure.announced)?;
    Some(failure.since + PATIENCE)
}

/// Notifies a player who logs in, or the server's owner, while storage fails.
pub(crate) fn mention_storage_failure(
    players: &Players,
    storage_failure: Option<&StorageFailure>,
    out: &mut Outbox,
    who: PlayerId,
) {
    let Some(failure) = storage_failure else { return };
    if failure.announced || players.is_admin(who) {
        out.send(who, AdminNotice::ResultsWait);
    }
}
