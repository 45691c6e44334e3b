//! The one task that owns the domain. Everything that happens reaches it over one bounded
//! channel, and everything it wants done leaves it through an [`Outbox`]; it never waits for a
//! connection.

mod event;
mod outbox;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use partie_ics::SessionId;
use tokio::sync::{mpsc, oneshot};

pub use self::{
    event::{Event, Verdict},
    outbox::Outbox,
};
use crate::{
    admin::Answer,
    clock::Clock,
    connection::CloseReason,
    metrics::Metrics,
    password::{Job, Passwords},
    store::Changes,
    transport::Queue,
};
use event::Action;

/// The server's logic without sockets: time is an argument, and all results go through the
/// [`Outbox`]. `now` is in milliseconds since 1970 and never runs backwards.
pub trait Domain: Send + 'static {
    /// Takes one event.
    fn handle(&mut self, now: i64, event: Event, out: &mut Outbox);

    /// Time at which to call [`Self::wake`], in milliseconds since 1970, if nothing else happens.
    /// It is asked after every event.
    fn deadline(&self) -> Option<i64>;

    /// The deadline has come. It must move the deadline on.
    fn wake(&mut self, now: i64, out: &mut Outbox);

    /// Shuts down: adjourns games and notifies players. Afterwards only passwords come that
    /// are hashed still ([`Event::Hashed`]); what was written is sent, and changes are stored.
    fn shutdown(&mut self, now: i64, out: &mut Outbox);
}

/// A message to the hub: an event, and the handles that belong to it.
#[derive(Debug)]
pub(crate) enum Arrival {
    Opened {
        event: Event,
        queue: Arc<Queue>,
    },
    Happened {
        event: Event,
        at: Instant,
    },
    Asked {
        line: String,
        answer: oneshot::Sender<Answer>,
    },
    /// Are you alive?
    Ping(oneshot::Sender<()>),
}

/// The way into the hub: bounded, so that those who send wait when it is full, and with them
/// their peers (TCP holds them back).
pub(crate) type HubSender = mpsc::Sender<Arrival>;

/// Capacity of the channel to the hub.
pub(crate) const WAITING_ARRIVALS: usize = 4096;

/// Maximum number of arrivals taken from the channel at once.
const AT_ONCE: usize = 64;

/// Number of writes per event that the hub sends itself where it need not wait: the players' and
/// some more. Hundreds of observers are left to the tasks of their connections, which share
/// the processors; the players have their boards before any of these begins.
const SENT_AT_ONCE: usize = 8;

/// Maximum number of consecutive `wake` calls without another event between.
const WAKES_IN_A_ROW: usize = 16;

/// Everything that a hub needs besides its domain.
pub(crate) struct HubContext {
    pub(crate) clock: Clock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) passwords: Passwords,
    pub(crate) changes: Option<Changes>,
    /// Time limit for the last bytes on shutdown.
    pub(crate) flush: Duration,
    /// Time limit for hashing the waiting passwords on shutdown.
    pub(crate) hash: Duration,
}

/// A domain with everything around it.
pub(crate) struct Hub<D> {
    domain: D,
    context: HubContext,
    out: Outbox,
    connections: BTreeMap<SessionId, Arc<Queue>>,
    questions: BTreeMap<u64, oneshot::Sender<Answer>>,
    next_question: u64,
    /// Events that the hub itself has found, for the next round.
    own: Vec<Event>,
    /// Number of passwords being hashed.
    hashing: usize,
    /// Set once the domain asks to end.
    ending: bool,
}

impl<D: Domain> Hub<D> {
    pub(crate) fn new(domain: D, context: HubContext) -> Self {
        Self {
            domain,
            context,
            out: Outbox::new(),
            connections: BTreeMap::new(),
            questions: BTreeMap::new(),
            next_question: 1,
            own: Vec::new(),
            hashing: 0,
            ending: false,
        }
    }

    /// Runs until `stop` says so or its word is lost, then ends in good order: the domain says
    /// farewell, and what was written to the connections is sent within the time for it.
    pub(crate) async fn run(
        mut self,
        mut arrivals: mpsc::Receiver<Arrival>,
        mut stop: oneshot::Receiver<()>,
    ) -> D {
        let mut batch = Vec::with_capacity(AT_ONCE);
        while !self.ending {
            // A clock that ran out is seen before the bytes that came after it.
            self.wake().await;
            if self.ending {
                break;
            }
            let deadline = self.domain.deadline().map(|ms| self.context.clock.instant(ms));
            tokio::select! {
                // Arrivals come before the deadline, which is looked at in each round anyway: one
                // that stands still locks nobody out, and many arrivals hold up no deadline.
                biased;
                _ = &mut stop => break,
                count = arrivals.recv_many(&mut batch, AT_ONCE) => {
                    if count == 0 {
                        break;
                    }
                    for arrival in batch.drain(..) {
                        self.arrive(arrival).await;
                    }
                }
                () = until(deadline) => {}
            }
        }
        self.end(arrivals).await
    }

    async fn wake(&mut self) {
        for _ in 0..WAKES_IN_A_ROW {
            let now = self.context.clock.now();
            if self.domain.deadline().is_none_or(|deadline| deadline > now) {
                return;
            }
            self.domain.wake(now, &mut self.out);
            self.act().await;
        }
    }

    async fn arrive(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Opened { event, queue } => {
                if let Event::Opened { id, .. } = event {
                    self.connections.insert(id, queue);
                    self.handle(event).await;
                }
            }
            Arrival::Happened { event, at } => {
                if let Event::Closed { id, .. } = event
                    && self.connections.remove(&id).is_none()
                {
                    return;
                }
                if let Event::Hashed { .. } = event {
                    self.hashing = self.hashing.saturating_sub(1);
                }
                if let Event::Bytes { id, .. } = &event
                    && let Some(queue) = self.connections.get(id)
                {
                    queue.heard();
                }
                self.handle(event).await;
                self.context.metrics.event_took(at.elapsed());
            }
            Arrival::Asked { line, answer } => {
                let ticket = self.next_question;
                self.next_question += 1;
                self.questions.insert(ticket, answer);
                self.handle(Event::Asked { ticket, line }).await;
            }
            Arrival::Ping(pong) => {
                // The asker may be gone; then nobody waits for the answer.
                let _ = pong.send(());
            }
        }
    }

    async fn handle(&mut self, event: Event) {
        let now = self.context.clock.now();
        self.domain.handle(now, event, &mut self.out);
        self.act().await;
        while let Some(event) = self.own.pop() {
            self.domain.handle(self.context.clock.now(), event, &mut self.out);
            self.act().await;
        }
    }

    /// Does what is in the outbox.
    async fn act(&mut self) {
        let mut out = std::mem::take(&mut self.out);
        let mut writes = 0;
        for action in std::mem::take(&mut out.actions) {
            match action {
                Action::Write { id, from, to } => {
                    if let Some(queue) = self.connections.get(&id) {
                        // A slow reader was cut by this; its task says so with `Closed`.
                        let text = out.text(from, to);
                        let _ = if writes < SENT_AT_ONCE {
                            queue.push_at_once(text)
                        } else {
                            queue.push(text)
                        };
                        writes += 1;
                    }
                }
                Action::Close(id) => {
                    if let Some(queue) = self.connections.get(&id) {
                        queue.close(CloseReason::Asked);
                    }
                }
                Action::Verify { ticket, password, hash } => {
                    if self.context.passwords.ask(Job::Verify { ticket, password, hash }).is_err() {
                        self.own.push(Event::Verified { ticket, verdict: Verdict::Busy });
                    }
                }
                Action::Hash { ticket, password } => {
                    match self.context.passwords.ask(Job::Hash { ticket, password }) {
                        Ok(()) => self.hashing += 1,
                        Err(_) => self.own.push(Event::Hashed { ticket, hash: None }),
                    }
                }
                Action::End => self.ending = true,
                Action::Answer { ticket, answer } => {
                    if let Some(question) = self.questions.remove(&ticket) {
                        let _ = question.send(answer);
                    }
                }
            }
        }
        for (tally, by) in out.tallies.drain(..) {
            self.context.metrics.count(tally, by);
        }
        if let Some(changes) = &self.context.changes {
            // Full only after very many changes that the database did not take: play waits,
            // because a result that was sent to the players must not be lost.
            changes.add(std::mem::take(&mut out.changes)).await;
        }
        out.clear();
        self.out = out;
    }

    async fn end(mut self, mut arrivals: mpsc::Receiver<Arrival>) -> D {
        self.domain.shutdown(self.context.clock.now(), &mut self.out);
        self.act().await;
        for queue in self.connections.values() {
            queue.close(CloseReason::Asked);
        }
        let mut left = self.connections.len();
        let now = tokio::time::Instant::now();
        let (flush, hash) = (now + self.context.flush, now + self.context.hash);
        while left > 0 || self.hashing > 0 {
            let deadline = if self.hashing > 0 { hash } else { flush };
            match tokio::time::timeout_at(deadline, arrivals.recv()).await {
                Ok(Some(Arrival::Happened { event: Event::Closed { .. }, .. })) => {
                    left = left.saturating_sub(1);
                }
                Ok(Some(Arrival::Opened { queue, .. })) => {
                    queue.close(CloseReason::Asked);
                    left += 1;
                }
                // The player was notified of the new password, so it must be stored.
                Ok(Some(Arrival::Happened { event: event @ Event::Hashed { .. }, at })) => {
                    self.arrive(Arrival::Happened { event, at }).await;
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => {
                    let passwords = self.hashing;
                    tracing::warn!(
                        connections = left,
                        passwords,
                        "not everything was done in time"
                    );
                    break;
                }
            }
        }
        for queue in self.connections.values() {
            queue.cut(CloseReason::Asked);
        }
        self.domain
    }
}

/// Sleeps until the deadline, or for ever.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
