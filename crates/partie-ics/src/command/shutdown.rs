//! The server's end, with a notice to all: when it is ordered, and five, two and one
//! minutes before.

use std::sync::Arc;

use partie_core::Outcome;
use partie_wire::{
    command::admin::Shutdown,
    notice::{
        Notice,
        admin::{AdminNotice, Countdown},
        ending::Ending,
        session::SessionNotice,
    },
};

use crate::{
    admin_state::{AdminState, PendingShutdown},
    game::{adjourn, end},
    ids::PlayerId,
    output::Output,
    state::State,
    time::{Span, Tick},
};

/// Remaining times at which the shutdown is announced once more.
const WARNINGS: [Span; 3] = [Span::minutes(5), Span::minutes(2), Span::minutes(1)];

impl PendingShutdown {
    /// Time of the next announcement or of the shutdown, and the time left then.
    fn next(&self) -> (Tick, Span) {
        let left = WARNINGS.into_iter().find(|left| *left < self.said).unwrap_or(Span::ZERO);
        (self.at + Span(-left.0), left)
    }
}

/// The time that is left, in whole seconds.
fn countdown(left: Span) -> Countdown {
    Countdown { seconds: left.whole_seconds().max(0) as u32 }
}

pub(crate) fn stop(state: &mut State) {
    // Connections closed by `shutdown` are not closed once more.
    if std::mem::replace(&mut state.admin.ended, true) {
        return;
    }
    let games: Vec<_> = state.games.iter().filter(|g| g.is_played()).map(|g| g.number).collect();
    for number in games {
        if adjourn::can_adjourn(state, number) {
            adjourn::adjourn(state, number, Ending::ShutdownAdjourned);
        } else {
            end::end(state, number, Outcome::Unknown, Ending::ShutdownAborted);
        }
    }
    let farewell = Arc::from([SessionNotice::LoggingOut.into()]);
    for (session, _) in state.sessions.iter() {
        state.out.share_with_session(session, &farewell);
        state.out.emit(Output::Close { to: session });
    }
}

/// `shutdown`.
pub(crate) fn shutdown(state: &mut State, shutdown: Shutdown) {
    let who = state.out.who;
    let by = state.players.name(who);
    match shutdown {
        Shutdown::Cancel => {
            if state.admin.pending_shutdown.take().is_none() {
                return state.out.refuse(AdminNotice::NoShutdown);
            }
            broadcast(state, who, AdminNotice::ShutdownCancelled { by: by.into() });
        }
        Shutdown::In { seconds, reason } => {
            let said = Span::seconds(i64::from(seconds));
            let at = state.out.now + said;
            state.admin.pending_shutdown =
                Some(PendingShutdown { at, by: by.clone(), reason, said });
            broadcast(state, who, AdminNotice::ShutdownOrdered { by: by.into() });
            if seconds > 0 {
                warn(state, who, said);
            }
            // At once: `count_down` follows in this step.
        }
    }
}

fn warn(state: &mut State, also: PlayerId, left: Span) {
    let reason = state.admin.pending_shutdown.as_ref().and_then(|c| c.reason.clone());
    if let Some(reason) = reason {
        broadcast(state, also, AdminNotice::ShutdownReason { reason });
    }
    broadcast(state, also, AdminNotice::ShutdownIn { left: countdown(left) });
}

/// Tells all who are on, and one more who may not be.
fn broadcast(state: &mut State, also: PlayerId, notice: impl Into<Notice>) {
    let others = state.players.online().map(|p| p.id).filter(|id| *id != also);
    state.out.send_all([also].into_iter().chain(others), notice);
}

/// `whenshut`.
pub(crate) fn whenshut(state: &mut State) {
    let Some(pending_shutdown) = state.admin.pending_shutdown.clone() else {
        return state.out.reply(AdminNotice::NoShutdown);
    };
    let left = countdown(pending_shutdown.at - state.out.now);
    state.out.reply(AdminNotice::Whenshut { left, by: pending_shutdown.by.into() });
    if let Some(reason) = pending_shutdown.reason {
        state.out.reply(AdminNotice::WhenshutReason { reason });
    }
}

/// Time of the next announcement or of the shutdown itself.
pub(crate) fn next_warning(admin_state: &AdminState) -> Option<Tick> {
    admin_state.pending_shutdown.as_ref().map(|pending_shutdown| pending_shutdown.next().0)
}

/// Says what is due about the server's end, and ends it.
pub(crate) fn count_down(state: &mut State) {
    while let Some(pending_shutdown) = &mut state.admin.pending_shutdown {
        let (at, left) = pending_shutdown.next();
        if at > state.out.now {
            return;
        }
        pending_shutdown.said = left;
        if left > Span::ZERO {
            // One warning is enough, should time have jumped.
            let really = pending_shutdown.at - state.out.now;
            if really > Span::ZERO && pending_shutdown.next().0 > state.out.now {
                let nobody = PlayerId(u32::MAX);
                warn(state, nobody, really);
            }
            continue;
        }
        state.admin.pending_shutdown = None;
        broadcast(state, PlayerId(u32::MAX), AdminNotice::ShutdownNow);
        stop(state);
        state.out.emit(Output::End);
    }
}
