//! The server's end, with a notice to all: when it is ordered, and five, two and one
//! minutes before.

use partie_wire::{
    command::admin::Shutdown,
    notice::{
        Notice,
        admin::{AdminNotice, Countdown},
    },
};

use crate::{Ics, Output, Span, Tick, admin_state::PendingShutdown, players::PlayerId};

/// Remaining times at which the shutdown is announced once more.
const WARNINGS: [Span; 3] = [Span::minutes(5), Span::minutes(2), Span::minutes(1)];

/// The time that is left, in whole seconds.
fn countdown(left: Span) -> Countdown {
    Countdown { seconds: left.whole_seconds().max(0) as u32 }
}

impl PendingShutdown {
    /// Time of the next announcement or of the shutdown, and the time left then.
    fn next(&self) -> (Tick, Span) {
        let left = WARNINGS.into_iter().find(|left| *left < self.said).unwrap_or(Span::ZERO);
        (self.at + Span(-left.0), left)
    }
}

impl Ics {
    /// `shutdown`.
    pub(super) fn shutdown(&mut self, who: PlayerId, shutdown: Shutdown) {
        let by = self.name(who);
        match shutdown {
            Shutdown::Cancel => {
                if self.admin_state.pending_shutdown.take().is_none() {
                    return self.out.refuse(who, AdminNotice::NoShutdown);
                }
                self.broadcast(who, AdminNotice::ShutdownCancelled { by: by.into() });
            }
            Shutdown::In { seconds, reason } => {
                let said = Span::seconds(i64::from(seconds));
                let at = self.out.now + said;
                self.admin_state.pending_shutdown =
                    Some(PendingShutdown { at, by: by.clone(), reason, said });
                self.broadcast(who, AdminNotice::ShutdownOrdered { by: by.into() });
                if seconds > 0 {
                    self.warn(who, said);
                }
                // At once: `count_down` follows in this step.
            }
        }
    }

    fn warn(&mut self, also: PlayerId, left: Span) {
        let reason = self.admin_state.pending_shutdown.as_ref().and_then(|c| c.reason.clone());
        if let Some(reason) = reason {
            self.broadcast(also, AdminNotice::ShutdownReason { reason });
        }
        self.broadcast(also, AdminNotice::ShutdownIn { left: countdown(left) });
    }

    /// Tells all who are on, and one more who may not be.
    fn broadcast(&mut self, also: PlayerId, notice: impl Into<Notice>) {
        let notice = notice.into();
        let all: Vec<PlayerId> =
            self.players.online().map(|p| p.id).filter(|id| *id != also).collect();
        self.out.send(also, notice.clone());
        for id in all {
            self.out.send(id, notice.clone());
        }
    }

    /// `whenshut`.
    pub(super) fn whenshut(&mut self, who: PlayerId) {
        let Some(pending_shutdown) = self.admin_state.pending_shutdown.clone() else {
            return self.out.send(who, AdminNotice::NoShutdown);
        };
        let left = countdown(pending_shutdown.at - self.out.now);
        self.out.send(who, AdminNotice::Whenshut { left, by: pending_shutdown.by.into() });
        if let Some(reason) = pending_shutdown.reason {
            self.out.send(who, AdminNotice::WhenshutReason { reason });
        }
    }

    /// Time of the next announcement or of the shutdown itself.
    pub(crate) fn next_warning(&self) -> Option<Tick> {
        self.admin_state.pending_shutdown.as_ref().map(|pending_shutdown| pending_shutdown.next().0)
    }

    /// Says what is due about the server's end, and ends it.
    pub(crate) fn count_down(&mut self) {
        while let Some(pending_shutdown) = &mut self.admin_state.pending_shutdown {
            let (at, left) = pending_shutdown.next();
            if at > self.out.now {
                return;
            }
            pending_shutdown.said = left;
            if left > Span::ZERO {
                // One warning is enough, should time have jumped.
                let really = pending_shutdown.at - self.out.now;
                if really > Span::ZERO && pending_shutdown.next().0 > self.out.now {
                    let nobody = PlayerId(u32::MAX);
                    self.warn(nobody, really);
                }
                continue;
            }
            self.admin_state.pending_shutdown = None;
            self.broadcast(PlayerId(u32::MAX), AdminNotice::ShutdownNow);
            self.stop();
            self.out.emit(Output::End);
        }
    }
}
