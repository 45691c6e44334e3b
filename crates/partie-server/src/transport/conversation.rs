//! A connection from its opening to its end, over any transport.

use std::{
    future::{Future, poll_fn},
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use hyper::body::Bytes;
use prometheus_client::metrics::counter::Counter;
use tokio::{sync::mpsc::error::TrySendError, time::Sleep};

use super::{
    ConnectionPermit, HubAccess,
    queue::{AtOnce, Next, Queue},
};
use crate::{
    connection::{CloseReason, Transport},
    hub::{Arrival, Event, HubSender},
};

/// Time limit for the last bytes to a peer who has left or was asked to.
const LINGER: Duration = Duration::from_secs(5);

/// Maximum number of lines passed to the hub at once.
const LINES_AT_ONCE: usize = 16;

/// A unit of output to the peer.
#[derive(Debug)]
pub(super) enum OutputPiece {
    Bytes(Bytes),
    /// Shows the way that the connection lives.
    Ping,
    /// Announces the end in the transport's way.
    Farewell,
}

/// A connection's bytes, in both directions.
pub(super) trait Wire: Send + Unpin + 'static {
    /// After this much silence a [`OutputPiece::Ping`] is sent.
    const KEEP_ALIVE: Option<Duration>;

    /// The next bytes; `None` at the end.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Option<Vec<u8>>>>;

    /// Sends a piece, removing the bytes taken over; ready when all of them have left.
    fn poll_send(
        &mut self,
        context: &mut Context<'_>,
        piece: &mut Option<OutputPiece>,
    ) -> Poll<io::Result<()>>;

    /// Returns a way to send without waiting, for use only while [`Self::poll_send`] has nothing
    /// under way.
    fn at_once(&self) -> Option<impl Fn(&[u8]) -> usize + Send + Sync + 'static> {
        None::<fn(&[u8]) -> usize>
    }
}

/// Leads one connection from its opening to its end.
pub(super) async fn converse(
    hub_access: Arc<HubAccess>,
    permit: ConnectionPermit,
    peer: SocketAddr,
    transport: Transport,
    token: Option<String>,
    wire: impl Wire,
) {
    let id = permit.id;
    let traffic = hub_access.metrics.opened(transport);
    let sent = traffic.bytes_out;
    let at_once = wire.at_once().map(|send| {
        let sent = sent.clone();
        Box::new(move |bytes: &[u8]| {
            let count = send(bytes);
            sent.inc_by(count as u64);
            count
        }) as AtOnce
    });
    let queue = Arc::new(Queue::new(hub_access.queue_bytes, at_once));
    let mut conversation = Conversation::new(wire, Arc::clone(&queue), sent);
    let event = Event::Opened { id, peer, transport, token };
    let opened = Arrival::Opened { event, queue: Arc::clone(&queue) };
    conversation.give(&hub_access.hub, opened).await;
    let reason = loop {
        match poll_fn(|context| conversation.poll(context)).await {
            ReadEvent::Bytes(bytes) => {
                queue.said();
                traffic.bytes_in.inc_by(bytes.len() as u64);
                let event = Event::Bytes { id, bytes };
                let arrival = Arrival::Happened { event, at: Instant::now() };
                conversation.give(&hub_access.hub, arrival).await;
            }
            ReadEvent::End => {
                // A peer whom the domain has asked to leave may be the first to close.
                let reason = queue.closing().unwrap_or(CloseReason::Left);
                queue.close(reason);
                break reason;
            }
            ReadEvent::Broken(fault) => {
                tracing::debug!(%id, %fault, "a connection broke");
                queue.cut(CloseReason::Broken);
                break queue.closing().unwrap_or(CloseReason::Broken);
            }
            ReadEvent::Ended(reason) => break reason,
        }
    };
    let closed = Arrival::Happened { event: Event::Closed { id, reason }, at: Instant::now() };
    conversation.give(&hub_access.hub, closed).await;
    // A peer who has closed only one direction may still read.
    poll_fn(|context| conversation.poll_write(context)).await;
    hub_access.metrics.ended(transport, reason);
    drop(permit);
}

/// The result of waiting for a connection.
enum ReadEvent {
    Bytes(Vec<u8>),
    /// The peer sends no more.
    End,
    Broken(io::Error),
    /// The connection was cut, or all was sent and it is over.
    Ended(CloseReason),
}

/// Output under way.
struct Sending {
    /// The part not yet taken over by the wire.
    piece: Option<OutputPiece>,
    /// Its length in bytes.
    bytes: usize,
    /// Set for the farewell.
    last: bool,
}

/// A connection with its pending bytes in both directions.
struct Conversation<W> {
    wire: W,
    queue: Arc<Queue>,
    under_way: Option<Sending>,
    /// Counter of the bytes sent.
    sent: Counter,
    /// Input not yet passed to the hub.
    rest: Bytes,
    /// Until the next sign of life is due or, when the connection is closing, until its end.
    timer: Option<Pin<Box<Sleep>>>,
    /// Time of the last output, where signs of life are due.
    spoke: Instant,
    closing: bool,
}

impl<W: Wire> Conversation<W> {
    fn new(wire: W, queue: Arc<Queue>, sent: Counter) -> Self {
        let timer = W::KEEP_ALIVE.map(|silence| Box::pin(tokio::time::sleep(silence)));
        let (rest, spoke) = (Bytes::new(), Instant::now());
        Self { wire, queue, under_way: None, sent, rest, timer, spoke, closing: false }
    }

    /// Passes an arrival to the hub, waiting if it is busy; bytes for the peer are sent meanwhile.
    async fn give(&mut self, hub: &HubSender, arrival: Arrival) {
        let arrival = match hub.try_send(arrival) {
            Ok(()) => return,
            Err(TrySendError::Full(arrival)) => arrival,
            Err(TrySendError::Closed(_)) => return self.queue.cut(CloseReason::Asked),
        };
        let mut giving = Box::pin(hub.send(arrival));
        let given = poll_fn(|context| {
            // That it is over is seen again afterwards.
            let _ = self.poll_write(context);
            giving.as_mut().poll(context)
        });
        if given.await.is_err() {
            self.queue.cut(CloseReason::Asked);
        }
    }

    /// Sends what waits, and waits for bytes.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<ReadEvent> {
        if let Poll::Ready(reason) = self.poll_write(context) {
            return Poll::Ready(ReadEvent::Ended(reason));
        }
        if !self.queue.may_say_more() {
            return Poll::Pending;
        }
        if self.rest.is_empty() {
            match ready!(self.wire.poll_read(context)) {
                Ok(Some(bytes)) if few_lines(&bytes) == bytes.len() => {
                    return Poll::Ready(ReadEvent::Bytes(bytes));
                }
                Ok(Some(bytes)) => self.rest = bytes.into(),
                Ok(None) => return Poll::Ready(ReadEvent::End),
                Err(fault) => return Poll::Ready(ReadEvent::Broken(fault)),
            }
        }
        let first = self.rest.split_to(few_lines(&self.rest));
        if self.rest.is_empty() {
            self.rest = Bytes::new();
        }
        Poll::Ready(ReadEvent::Bytes(first.to_vec()))
    }

    /// Sends queued bytes; ready when no more will be sent.
    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<CloseReason> {
        loop {
            match self.queue.poll(context, self.under_way.is_some()) {
                Poll::Ready(Next::Cut(reason)) => return Poll::Ready(reason),
                Poll::Ready(Next::Send(bytes)) => {
                    let length = bytes.len();
                    let piece = Some(OutputPiece::Bytes(bytes.into()));
                    self.under_way = Some(Sending { piece, bytes: length, last: false });
                }
                Poll::Ready(Next::Farewell) => {
                    if !self.closing {
                        self.closing = true;
                        self.timer = Some(Box::pin(tokio::time::sleep(LINGER)));
                    }
                    let farewell =
                        || Sending { piece: Some(OutputPiece::Farewell), bytes: 0, last: true };
                    self.under_way.get_or_insert_with(farewell);
                }
                Poll::Pending => {}
            }
            if self.rings(context) {
                if self.closing {
                    self.queue.cut(self.queue.closing().unwrap_or(CloseReason::Broken));
                    continue;
                }
                let ping = || Sending { piece: Some(OutputPiece::Ping), bytes: 0, last: false };
                self.under_way.get_or_insert_with(ping);
            }
            let Some(sending) = &mut self.under_way else { return Poll::Pending };
            let done = ready!(self.wire.poll_send(context, &mut sending.piece));
            // A peer that went away in the meantime needs no farewell.
            if sending.last {
                self.queue.cut(self.queue.closing().unwrap_or(CloseReason::Broken));
            } else if done.is_err() {
                self.queue.cut(CloseReason::Broken);
            } else {
                self.sent.inc_by(sending.bytes as u64);
            }
            self.under_way = None;
            if W::KEEP_ALIVE.is_some() {
                self.spoke = Instant::now();
            }
        }
    }

    /// Returns true once it is time for a sign of life or, when the connection is closing, for its
    /// end.
    fn rings(&mut self, context: &mut Context<'_>) -> bool {
        let Some(timer) = &mut self.timer else { return false };
        while timer.as_mut().poll(context).is_ready() {
            if self.closing {
                return true;
            }
            let Some(silence) = W::KEEP_ALIVE else { return false };
            let now = Instant::now();
            let due = self.spoke + silence;
            if due <= now {
                self.spoke = now;
                timer.as_mut().reset((now + silence).into());
                // Polled once more by the next round, which comes when the ping is sent.
                return true;
            }
            timer.as_mut().reset(due.into());
        }
        false
    }
}

/// Number of bytes to pass to the hub at once: a few lines, so that a client that sends thousands
/// of them does not delay the others.
fn few_lines(bytes: &[u8]) -> usize {
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    ends.nth(LINES_AT_ONCE - 1).map_or(bytes.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_at_the_ends_of_lines() {
        assert_eq!(few_lines(b""), 0);
        assert_eq!(few_lines(b"e2e4"), 4);
        let lines = "e2e4\n".repeat(LINES_AT_ONCE);
        assert_eq!(few_lines(lines.as_bytes()), lines.len());
        assert_eq!(few_lines(format!("{lines}e7e5\nNf3").as_bytes()), lines.len());
    }
}
