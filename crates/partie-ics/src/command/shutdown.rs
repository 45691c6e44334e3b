//! The server's end, with a notice to all: when it is ordered, and five, two and one
//! minutes before.

use partie_wire::{
    command::admin::Shutdown,
    notice::{
        Notice,
        admin::{AdminNotice, Countdown},
    },
};

use crate::{Ics, Output, Span, Tick, office::Closing, people::PersonId};

/// How long before its end the server says so once more.
const WARNINGS: [Span; 3] = [Span::minutes(5), Span::minutes(2), Span::minutes(1)];

/// The time that is left, in whole seconds.
fn countdown(left: Span) -> Countdown {
    Countdown { seconds: left.whole_seconds().max(0) as u32 }
}

impl Closing {
    /// When the next thing is said or done, and how much time is left then.
    fn next(&self) -> (Tick, Span) {
        let left = WARNINGS.into_iter().find(|left| *left < self.said).unwrap_or(Span::ZERO);
        (self.at + Span(-left.0), left)
    }
}

impl Ics {
    /// `shutdown`.
    pub(super) fn shutdown(&mut self, who: PersonId, shutdown: Shutdown) {
        let by = self.name(who);
        match shutdown {
            Shutdown::Cancel => {
                if self.office.closing.take().is_none() {
                    return self.refuse(who, AdminNotice::NoShutdown);
                }
                self.tell_everybody(who, AdminNotice::ShutdownCancelled { by: by.into() });
            }
            Shutdown::In { seconds, reason } => {
                let said = Span::seconds(i64::from(seconds));
                let at = self.now + said;
                self.office.closing = Some(Closing { at, by: by.clone(), reason, said });
                self.tell_everybody(who, AdminNotice::ShutdownOrdered { by: by.into() });
                if seconds > 0 {
                    self.warn(who, said);
                }
                // At once: `count_down` follows in this step.
            }
        }
    }

    fn warn(&mut self, also: PersonId, left: Span) {
        let reason = self.office.closing.as_ref().and_then(|c| c.reason.clone());
        if let Some(reason) = reason {
            self.tell_everybody(also, AdminNotice::ShutdownReason { reason });
        }
        self.tell_everybody(also, AdminNotice::ShutdownIn { left: countdown(left) });
    }

    /// Tells all who are on, and one more who may not be.
    fn tell_everybody(&mut self, also: PersonId, notice: impl Into<Notice>) {
        let notice = notice.into();
        let all: Vec<PersonId> =
            self.people.online().map(|p| p.id).filter(|id| *id != also).collect();
        self.tell(also, notice.clone());
        for id in all {
            self.tell(id, notice.clone());
        }
    }

    /// `whenshut`.
    pub(super) fn whenshut(&mut self, who: PersonId) {
        let Some(closing) = self.office.closing.clone() else {
            return self.tell(who, AdminNotice::NoShutdown);
        };
        let left = countdown(closing.at - self.now);
        self.tell(who, AdminNotice::Whenshut { left, by: closing.by.into() });
        if let Some(reason) = closing.reason {
            self.tell(who, AdminNotice::WhenshutReason { reason });
        }
    }

    /// When something is said about the server's end, or it ends.
    pub(crate) fn next_warning(&self) -> Option<Tick> {
        self.office.closing.as_ref().map(|closing| closing.next().0)
    }

    /// Says what is due about the server's end, and ends it.
    pub(crate) fn count_down(&mut self) {
        while let Some(closing) = &mut self.office.closing {
            let (at, left) = closing.next();
            if at > self.now {
                return;
            }
            closing.said = left;
            if left > Span::ZERO {
                // One warning is enough, should time have jumped.
                let really = closing.at - self.now;
                if really > Span::ZERO && closing.next().0 > self.now {
                    let nobody = PersonId(u32::MAX);
                    self.warn(nobody, really);
                }
                continue;
            }
            self.office.closing = None;
            self.tell_everybody(PersonId(u32::MAX), AdminNotice::ShutdownNow);
            self.stop();
            self.put(Output::End);
        }
    }
}
