//! Connections: from a socket to the hub and back.
//!
//! Each connection has two tasks. One reads and gives the hub what came; it waits when the hub
//! has much to do, and TCP then holds the peer back. One writes: it takes everything that waits
//! in the connection's queue at once and sends it in one write. The hub waits for neither.

mod certificate;
mod gate;
mod http;
mod listen;
mod queue;
mod stream;
mod tcp;
mod tls;
mod ws;

use std::{
    future::Future,
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use self::queue::AtOnce;
pub use self::{
    gate::{Gate, Place, Refusal},
    http::{Body, Pages, PlainPage},
    listen::Port,
};
pub(crate) use self::{
    listen::{Listener, accept, activated, bind},
    queue::Queue,
    tls::Identity,
};
use crate::{
    connection::{Transport, Why},
    hub::{Arrival, Entrance, Event},
    metrics::Metrics,
};

/// How long the last bytes to a peer who has left or was asked to may take.
const LINGER: Duration = Duration::from_secs(5);

/// What all connections share.
pub(crate) struct Lobby {
    pub(crate) hub: Entrance,
    pub(crate) gate: Arc<Gate>,
    pub(crate) metrics: Arc<Metrics>,
    /// The most bytes that may wait for one connection.
    pub(crate) queue_bytes: usize,
    /// The longest WebSocket message that is read, in bytes.
    pub(crate) message_bytes: usize,
    /// Whether a proxy on this machine says in `X-Forwarded-For` who the client is.
    pub(crate) behind_proxy: bool,
    /// What HTTP requests see that are no WebSocket.
    pub(crate) pages: Arc<dyn Pages>,
}

/// Where a connection's bytes come from.
pub(crate) trait Source: Send + 'static {
    /// The next bytes; `None` at the end. Nothing is lost when the future is dropped.
    fn read(&mut self) -> impl Future<Output = io::Result<Option<Vec<u8>>>> + Send;
}

/// Where a connection's bytes go.
pub(crate) trait Sink: Send + 'static {
    /// After this much silence [`Self::ping`] is called.
    const KEEP_ALIVE: Option<Duration>;
    /// Sends all bytes in one write.
    fn send(&mut self, bytes: Vec<u8>) -> impl Future<Output = io::Result<()>> + Send;
    /// Shows the way that the connection lives.
    fn ping(&mut self) -> impl Future<Output = io::Result<()>> + Send;
    /// Another way to the same peer, for what goes without waiting; it is used only while nothing
    /// of [`Self::send`] is under way.
    fn at_once(&self) -> Option<impl Fn(&[u8]) -> usize + Send + Sync + 'static> {
        None::<fn(&[u8]) -> usize>
    }
    /// Says in good order that nothing more comes.
    fn finish(&mut self) -> impl Future<Output = io::Result<()>> + Send;
}

/// Leads one connection from its opening to its end.
pub(crate) async fn converse(
    lobby: Arc<Lobby>,
    place: Place,
    peer: SocketAddr,
    transport: Transport,
    mut source: impl Source,
    sink: impl Sink,
) {
    let id = place.id;
    let traffic = lobby.metrics.opened(transport);
    let sent = traffic.bytes_out;
    let at_once = sink.at_once().map(|send| {
        let sent = sent.clone();
        Box::new(move |bytes: &[u8]| {
            let count = send(bytes);
            sent.inc_by(count as u64);
            count
        }) as AtOnce
    });
    let queue = Arc::new(Queue::new(lobby.queue_bytes, at_once));
    let writer = tokio::spawn(write(sink, Arc::clone(&queue), move |n| {
        sent.inc_by(n as u64);
    }));
    let opened =
        Arrival::Opened { event: Event::Opened { id, peer, transport }, queue: Arc::clone(&queue) };
    if lobby.hub.send(opened).await.is_err() {
        queue.cut(Why::Asked);
    }
    let why = loop {
        let read = tokio::select! {
            biased;
            why = queue.until_cut() => break why,
            read = source.read() => read,
        };
        match read {
            Ok(Some(bytes)) => {
                traffic.bytes_in.inc_by(bytes.len() as u64);
                let event = Event::Bytes { id, bytes };
                let arrival = Arrival::Happened { event, at: Instant::now() };
                if lobby.hub.send(arrival).await.is_err() {
                    queue.cut(Why::Asked);
                }
            }
            Ok(None) => {
                // Whom the domain has asked to leave may be the first to close.
                let why = queue.closing().unwrap_or(Why::Left);
                queue.close(why);
                break why;
            }
            Err(fault) => {
                tracing::debug!(%id, %fault, "a connection broke");
                queue.cut(Why::Broken);
                break queue.until_cut().await;
            }
        }
    };
    drop(source);
    let event = Event::Closed { id, why };
    // Without a hub nobody needs to know.
    let _ = lobby.hub.send(Arrival::Happened { event, at: Instant::now() }).await;
    if tokio::time::timeout(LINGER, writer).await.is_err() {
        queue.cut(why);
    }
    lobby.metrics.ended(transport, why);
    drop(place);
}

/// The writing task of a connection.
async fn write<S: Sink>(mut sink: S, queue: Arc<Queue>, sent: impl Fn(usize) + Send) {
    loop {
        let taken = match S::KEEP_ALIVE {
            None => queue.take().await,
            Some(silence) => {
                let Ok(taken) = tokio::time::timeout(silence, queue.take()).await else {
                    if unless_cut(&queue, sink.ping()).await.is_none() {
                        return queue.cut(Why::Broken);
                    }
                    continue;
                };
                taken
            }
        };
        let Some(bytes) = taken else { break };
        let length = bytes.len();
        if unless_cut(&queue, sink.send(bytes)).await.is_none() {
            return queue.cut(Why::Broken);
        }
        sent(length);
    }
    // A peer that went away in the meantime needs no farewell.
    let _ = tokio::time::timeout(LINGER, unless_cut(&queue, sink.finish())).await;
    queue.cut(queue.closing().unwrap_or(Why::Broken));
}

/// What a write gives, unless it fails or the connection is cut before.
async fn unless_cut(queue: &Queue, write: impl Future<Output = io::Result<()>>) -> Option<()> {
    tokio::select! {
        biased;
        _ = queue.until_cut() => None,
        done = write => done.ok(),
    }
}
