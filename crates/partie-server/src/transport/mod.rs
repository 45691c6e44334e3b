//! Connections: from a socket to the hub and back.
//!
//! Each connection is one task. It reads and gives the hub what came; when the hub has much to
//! do it reads no more, and TCP then holds the peer back. It writes: everything that waits in the
//! connection's queue is taken at once and sent in one write. The hub never waits for it.

mod certificate;
mod conversation;
mod cookie;
mod http;
mod limiter;
mod listen;
mod queue;
mod stream;
mod tcp;
mod tls;
mod ws;

use std::sync::Arc;

use self::conversation::{OutputPiece, Wire, converse};
pub use self::{limiter::Refusal, listen::Port};
pub(crate) use self::{
    limiter::{ConnectionLimiter, ConnectionPermit},
    listen::{Listener, accept, activated, bind},
    queue::Queue,
    tls::Identity,
};
use crate::{hub::HubSender, metrics::Metrics};

/// State shared by all connections.
pub(crate) struct TransportContext {
    pub(crate) hub: HubSender,
    pub(crate) limiter: Arc<ConnectionLimiter>,
    pub(crate) metrics: Arc<Metrics>,
    /// The most bytes that may wait for one connection.
    pub(crate) queue_bytes: usize,
    /// The longest WebSocket message that is read, in bytes.
    pub(crate) message_bytes: usize,
    /// Whether a proxy on this machine names the client in `X-Forwarded-For`.
    pub(crate) behind_proxy: bool,
    /// What browsers see that do not ask for a WebSocket.
    pub(crate) pages: axum::Router,
}
