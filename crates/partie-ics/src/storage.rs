//! Notices while what changes cannot be stored: the disk is full, or the database is away.
//!
//! Nothing is lost as long as the server runs, because changes wait in memory. Administrators are
//! notified at once, so that they can make room; players only after [`PATIENCE`], because most
//! failures are over by then.

use partie_wire::{fields::Seconds, notice::admin::AdminNotice};

use crate::{Ics, Span, Tick, players::PlayerId};

/// Time for which storing may fail before players are notified.
const PATIENCE: Span = Span::seconds(60);

/// The state while storing fails.
#[derive(Clone, Debug)]
pub(crate) struct StorageFailure {
    since: Tick,
    /// Set once players were notified.
    announced: bool,
}

impl Ics {
    /// Storing has begun to fail, or works again.
    pub(crate) fn storing(&mut self, works: bool) {
        if works {
            let Some(failure) = self.storage_failure.take() else { return };
            for id in self.concerned(failure.announced) {
                self.out.send(id, AdminNotice::StorageWorks);
            }
        } else if self.storage_failure.is_none() {
            self.storage_failure = Some(StorageFailure { since: self.out.now, announced: false });
            let seconds = Seconds(PATIENCE.whole_seconds() as usize);
            for id in self.concerned(false) {
                self.out.send(id, AdminNotice::StorageFails { seconds });
            }
        }
    }

    /// Everyone online, or the administrators among them.
    fn concerned(&self, everyone: bool) -> Vec<PlayerId> {
        let online = self.players.online().map(|p| p.id);
        online.filter(|id| everyone || self.is_admin(*id)).collect()
    }

    /// Notifies players when storing has failed for long.
    pub(crate) fn announce_storage_failure(&mut self) {
        let now = self.out.now;
        let Some(failure) = &mut self.storage_failure else { return };
        if !failure.announced && failure.since + PATIENCE <= now {
            failure.announced = true;
            for id in self.concerned(true) {
                self.out.send(id, AdminNotice::ResultsWait);
            }
        }
    }

    /// Time at which players are notified that storing fails.
    pub(crate) fn next_storage_notice(&self) -> Option<Tick> {
        let failure = self.storage_failure.as_ref().filter(|failure| !failure.announced)?;
        Some(failure.since + PATIENCE)
    }

    /// Notifies someone who logs in, or the server's owner, while storing fails.
    pub(crate) fn mention_storage_failure(&mut self, who: PlayerId) {
        let Some(failure) = &self.storage_failure else { return };
        if failure.announced || self.is_admin(who) {
            self.out.send(who, AdminNotice::ResultsWait);
        }
    }
}
