//! The one task that owns the domain. Events reach it over one bounded channel, and the domain's
//! output leaves it through an [`Outbox`]; it never waits for a connection.

mod event;
mod holds;
mod outbox;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use partie_ics::SessionId;
use tokio::sync::{mpsc, oneshot, watch};

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
    store::{Changes, model::Change},
    transport::Queue,
};
use event::Action;
use holds::{Holds, Released};

/// The server's logic without sockets: time is an argument, and all results go through the
/// [`Outbox`]. `now` is in milliseconds since 1970 and never runs backwards.
pub trait Domain: Send + 'static {
    /// Takes one event.
    fn handle(&mut self, now: i64, event: Event, out: &mut Outbox);

    /// Time at which to call [`Self::wake`], in milliseconds since 1970, unless an event comes
    /// before. It is queried after every event.
    fn deadline(&self) -> Option<i64>;

    /// The deadline has come. It must move the deadline on.
    fn wake(&mut self, now: i64, out: &mut Outbox);

    /// Shuts down: adjourns games and notifies players. Afterwards only pending password hashes
    /// arrive ([`Event::Hashed`]); written bytes are sent, and changes are stored.
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

/// Sender to the hub, bounded, so that senders wait when it is full, and TCP holds back their
/// peers.
pub(crate) type HubSender = mpsc::Sender<Arrival>;

/// Capacity of the channel to the hub.
pub(crate) const WAITING_ARRIVALS: usize = 4096;

/// Maximum number of arrivals taken from the channel at once.
const AT_ONCE: usize = 64;

/// Number of writes per event that the hub sends itself where it need not wait: the players' and
/// some more. Hundreds of observers are left to the tasks of their connections, which share
/// the processors; the players have their boards before any of these begins.
const SENT_AT_ONCE: usize = 8;

/// Time for which changes without a waiting answer are collected: handing over each of them would
/// cost as much as a move.
const SOON: Duration = Duration::from_millis(250);

/// Maximum number of consecutive `wake` calls without another event between.
const WAKES_IN_A_ROW: usize = 16;

/// The hub's context besides its domain.
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

/// A domain with its surroundings.
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
    /// Changes and moves without a waiting answer, and the latest time to hand them over.
    soon: Vec<Change>,
    moves: String,
    soon_until: Option<Instant>,
    /// Answers that wait for the store.
    holds: Holds,
    /// Number of the last stored changes; `None` if there is no store or it fails, and so nothing
    /// waits for it.
    stored: Option<watch::Receiver<u64>>,
}

impl<D: Domain> Hub<D> {
    pub(crate) fn new(domain: D, context: HubContext) -> Self {
        let stored = context.changes.as_ref().map(Changes::stored);
        Self {
            domain,
            context,
            soon: Vec::new(),
            moves: String::new(),
            soon_until: None,
            holds: Holds::default(),
            stored,
            out: Outbox::new(),
            connections: BTreeMap::new(),
            questions: BTreeMap::new(),
            next_question: 1,
            own: Vec::new(),
            hashing: 0,
            ending: false,
        }
    }

    /// Runs until `stop` is sent or dropped, then shuts down in order: the domain says farewell,
    /// and written bytes are sent within the time limit.
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
            if self.soon_until.is_some_and(|until| until <= Instant::now()) {
                self.hand_over(Vec::new()).await;
            }
            let deadline = self.domain.deadline().map(|ms| self.context.clock.instant(ms));
            let deadline = deadline.into_iter().chain(self.soon_until).min();
            tokio::select! {
                // Arrivals take precedence over the deadline, which each round checks anyway: a
                // stalled deadline does not block arrivals, nor many arrivals a deadline.
                biased;
                _ = &mut stop => break,
                stored = progress(self.stored.as_mut()), if !self.holds.is_empty() => {
                    self.release(stored);
                }
                count = arrivals.recv_many(&mut batch, AT_ONCE) => {
                    if count == 0 {
                        break;
                    }
                    let mut came = batch.drain(..);
                    for arrival in came.by_ref() {
                        self.arrive(arrival).await;
                        // What many departures bring about takes long.
                        if !matches!(stop.try_recv(), Err(oneshot::error::TryRecvError::Empty)) {
                            self.ending = true;
                            break;
                        }
                    }
                    for arrival in came {
                        self.set_aside(arrival).await;
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
                if let Event::Storing { works } = event {
                    self.set_works(works);
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
                // The requester may be gone; then nobody waits for the answer.
                let _ = pong.send(());
            }
        }
    }

    /// Passes an event to the domain, and then the events that the hub derives from it.
    async fn handle(&mut self, event: Event) {
        let mut next = Some(event);
        while let Some(event) = next.take().or_else(|| self.own.pop()) {
            let hashed = match event {
                Event::Hashed { ticket, .. } => Some(ticket),
                _ => None,
            };
            self.domain.handle(self.context.clock.now(), event, &mut self.out);
            let changes = self.act().await;
            if let Some(ticket) = hashed {
                self.hashed(ticket, changes);
            }
        }
    }

    /// Sets whether the store works; while it fails, nothing waits for it.
    fn set_works(&mut self, works: bool) {
        self.stored = self.context.changes.as_ref().filter(|_| works).map(Changes::stored);
        if self.stored.is_none() {
            let released = self.holds.release_all();
            self.perform(released);
        }
    }

    /// A password was hashed, which made changes: none if it is a guest's, which is not stored.
    fn hashed(&mut self, ticket: u64, changes: Option<u64>) {
        self.holds.hashed(ticket, changes);
        if let Some(stored) = self.stored.as_ref().filter(|_| changes.is_none()) {
            let stored = *stored.borrow();
            self.release(Some(stored));
        }
    }

    /// Sends what waited for changes up to a number; none if the store is gone.
    fn release(&mut self, stored: Option<u64>) {
        match stored {
            Some(stored) => {
                let released = self.holds.release(stored);
                self.perform(released);
            }
            None => self.set_works(false),
        }
    }

    fn perform(&mut self, released: Vec<Released>) {
        for (at, released) in released.into_iter().enumerate() {
            match released {
                Released::Write(id, text) => {
                    if let Some(queue) = self.connections.get(&id) {
                        queue.push_kept(&text, at < SENT_AT_ONCE);
                    }
                }
                Released::Close(id) => self.close(id),
                Released::Answer(ticket, answer) => self.answer(ticket, answer),
            }
        }
    }

    fn write(&self, id: SessionId, text: &[u8], at_once: bool) {
        if let Some(queue) = self.connections.get(&id) {
            // A slow reader was cut by this; its task says so with `Closed`.
            let _ = if at_once { queue.push_at_once(text) } else { queue.push(text) };
        }
    }

    fn close(&self, id: SessionId) {
        if let Some(queue) = self.connections.get(&id) {
            queue.close(CloseReason::Asked);
        }
    }

    fn answer(&mut self, ticket: u64, answer: Answer) {
        if let Some(question) = self.questions.remove(&ticket) {
            let _ = question.send(answer);
        }
    }

    /// Executes the actions in the outbox. Returns the number of the changes.
    async fn act(&mut self) -> Option<u64> {
        let mut out = std::mem::take(&mut self.out);
        let mut changes = None;
        self.moves.push_str(&out.moves);
        if out.acknowledges {
            changes = self.hand_over(std::mem::take(&mut out.changes)).await;
        } else if !out.changes.is_empty() || !out.moves.is_empty() {
            self.soon_until.get_or_insert_with(|| Instant::now() + SOON);
            self.soon.append(&mut out.changes);
        }
        let hold = if self.stored.is_some() { self.hold(&out, changes) } else { None };
        let mut writes = 0;
        for action in std::mem::take(&mut out.actions) {
            match action {
                Action::Write { id, from, to } => {
                    let text = out.text(from, to);
                    if let Some(hold) = hold.or_else(|| self.holds.of_connection(id)) {
                        let queue = self.connections.get(&id);
                        let most = queue.map_or(0, |queue| queue.most_kept());
                        if !self.holds.write(hold, id, text, most)
                            && let Some(queue) = queue
                        {
                            queue.cut(CloseReason::TooSlow);
                        }
                    } else {
                        self.write(id, text, writes < SENT_AT_ONCE);
                        writes += 1;
                    }
                }
                Action::Close(id) => match hold.or_else(|| self.holds.of_connection(id)) {
                    Some(hold) => self.holds.close(hold, id),
                    None => self.close(id),
                },
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
                Action::Answer { ticket, answer } => match hold {
                    Some(hold) => self.holds.answer(hold, ticket, answer),
                    None => self.answer(ticket, answer),
                },
            }
        }
        for (tally, by) in out.tallies.drain(..) {
            self.context.metrics.count(tally, by);
        }
        out.clear();
        self.out = out;
        changes
    }

    /// Hands changes over to the store, after the collected ones. Returns their number.
    async fn hand_over(&mut self, changes: Vec<Change>) -> Option<u64> {
        let mut all = std::mem::take(&mut self.soon);
        self.soon_until = None;
        all.extend(changes);
        if !self.moves.is_empty() {
            all.push(Change::AddMoves(std::mem::take(&mut self.moves)));
        }
        if all.is_empty() {
            return None;
        }
        // Waits only after a great many unwritten changes: play stops then, because a result that
        // was sent to the players must not be lost.
        Some(self.context.changes.as_ref()?.add(all).await)
    }

    /// Makes a hold for what acknowledges changes, or passwords that are hashed first.
    fn hold(&mut self, out: &Outbox, changes: Option<u64>) -> Option<u64> {
        let passwords = out.actions.iter().filter_map(|action| match action {
            Action::Hash { ticket, .. } => Some(*ticket),
            _ => None,
        });
        let passwords: Vec<u64> = passwords.collect();
        let waits = changes.is_some() || !passwords.is_empty();
        waits.then(|| self.holds.hold(changes.unwrap_or(0), &passwords))
    }

    async fn end(mut self, mut arrivals: mpsc::Receiver<Arrival>) -> D {
        self.domain.shutdown(self.context.clock.now(), &mut self.out);
        self.act().await;
        self.hand_over(Vec::new()).await;
        self.finish_holds(&mut arrivals).await;
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

    /// Takes an arrival during shutdown: only arrivals that the last answers wait for are handled.
    async fn set_aside(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Happened { event: Event::Closed { id, .. }, .. } => {
                self.connections.remove(&id);
            }
            Arrival::Opened { event: Event::Opened { id, .. }, queue } => {
                self.connections.insert(id, queue);
            }
            Arrival::Happened {
                event: event @ (Event::Hashed { .. } | Event::Storing { .. }),
                at,
            } => Box::pin(self.arrive(Arrival::Happened { event, at })).await,
            _ => {}
        }
    }

    /// Waits until the changes that the last answers acknowledge are stored, and sends these
    /// answers; sends them anyway after a time limit.
    async fn finish_holds(&mut self, arrivals: &mut mpsc::Receiver<Arrival>) {
        let deadline = tokio::time::Instant::now() + self.context.flush;
        while !self.holds.is_empty() {
            tokio::select! {
                stored = progress(self.stored.as_mut()) => self.release(stored),
                arrival = arrivals.recv() => match arrival {
                    Some(arrival) => self.set_aside(arrival).await,
                    None => break,
                },
                () = tokio::time::sleep_until(deadline) => {
                    tracing::warn!("the last answers were sent before they were stored");
                    break;
                }
            }
        }
        let released = self.holds.release_all();
        self.perform(released);
    }
}

/// The number of the last changes that are stored, once it is another one; none if there will be
/// no other.
async fn progress(stored: Option<&mut watch::Receiver<u64>>) -> Option<u64> {
    let stored = stored?;
    stored.changed().await.ok()?;
    Some(*stored.borrow_and_update())
}

/// Sleeps until the deadline, or for ever.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
