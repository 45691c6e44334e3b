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
    outbox::Outbox,
    output::Output,
    players::Players,
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

pub(crate) fn stop(state: &mut State, out: &mut Outbox) {
    // Connections closed by `shutdown` are not closed once more.
    if std::mem::replace(&mut state.admin.ended, true) {
        return;
    }
    let games: Vec<_> = state.games.iter().filter(|g| g.is_played()).map(|g| g.number).collect();
    for number in games {
        if adjourn::can_adjourn(state, number) {
            adjourn::adjourn(state, out, number, Ending::ShutdownAdjourned);
        } else {
            end::end(state, out, number, Outcome::Unknown, Ending::ShutdownAborted);
        }
    }
    let farewell = Arc::from([SessionNotice::LoggingOut.into()]);
    for (session, _) in state.sessions.iter() {
        out.share_with_session(session, &farewell);
        out.emit(Output::Close { to: session });
    }
}

/// `shutdown`.
pub(crate) fn shutdown(state: &mut State, out: &mut Outbox, shutdown: Shutdown) {
    let who = out.who;
    let by = state.players.name(who);
    match shutdown {
        Shutdown::Cancel => {
            if state.admin.pending_shutdown.take().is_none() {
                return out.refuse(AdminNotice::NoShutdown);
            }
            broadcast(&state.players, out, who, AdminNotice::ShutdownCancelled { by: by.into() });
        }
        Shutdown::In { seconds, reason } => {
            let said = Span::seconds(i64::from(seconds));
            let at = out.now + said;
            state.admin.pending_shutdown =
                Some(PendingShutdown { at, by: by.clone(), reason, said });
            broadcast(&state.players, out, who, AdminNotice::ShutdownOrdered { by: by.into() });
            if seconds > 0 {
                warn(state, out, who, said);
            }
            // At once: `count_down` follows in this step.
        }
    }
}

fn warn(state: &State, out: &mut Outbox, also: PlayerId, left: Span) {
    let reason = state.admin.pending_shutdown.as_ref().and_then(|c| c.reason.clone());
    if let Some(reason) = reason {
        broadcast(&state.players, out, also, AdminNotice::ShutdownReason { reason });
    }
    broadcast(&state.players, out, also, AdminNotice::ShutdownIn { left: countdown(left) });
}

/// Tells all who are on, and one more who may not be.
fn broadcast(players: &Players, out: &mut Outbox, also: PlayerId, notice: impl Into<Notice>) {
    let others = players.online().map(|p| p.id).filter(|id| *id != also);
    out.send_all([also].into_iter().chain(others), notice);
}

/// `whenshut`.
pub(crate) fn whenshut(admin_state: &AdminState, out: &mut Outbox) {
    let Some(pending_shutdown) = admin_state.pending_shutdown.clone() else {
        return out.reply(AdminNotice::NoShutdown);
    };
    let left = countdown(pending_shutdown.at - out.now);
    out.reply(AdminNotice::Whenshut { left, by: pending_shutdown.by.into() });
    if let Some(reason) = pending_shutdown.reason {
        out.reply(AdminNotice::WhenshutReason { reason });
    }
}

/// Time of the next announcement or of the shutdown itself.
pub(crate) fn next_warning(admin_state: &AdminState) -> Option<Tick> {
    admin_state.pending_shutdown.as_ref().map(|pending_shutdown| pending_shutdown.next().0)
}

/// Says what is due about the server's end, and ends it.
pub(crate) fn count_down(state: &mut State, out: &mut Outbox) {
    while let Some(pending_shutdown) = &mut state.admin.pending_shutdown {
        let (at, left) = pending_shutdown.next();
        if at > out.now {
            return;
        }
        pending_shutdown.said = left;
        if left > Span::ZERO {
            // One warning is enough, should time have jumped.
            let really = pending_shutdown.at - out.now;
            if really > Span::ZERO && pending_shutdown.next().0 > out.now {
                let nobody = PlayerId(u32::MAX);
                warn(state, out, nobody, really);
            }
            continue;
        }
        state.admin.pending_shutdown = None;
        broadcast(&state.players, out, PlayerId(u32::MAX), AdminNotice::ShutdownNow);
        stop(state, out);
        out.emit(Output::End);
    }
}
