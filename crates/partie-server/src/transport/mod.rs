//! Connections: from a socket to the hub and back.
//!
//! Each connection is one task. It reads bytes and passes them to the hub; when the hub is busy it
//! stops reading, and TCP holds the peer back. It writes the whole queue of the connection in one
//! write. The hub never waits for it.

mod certificate;
mod conversation;
mod cookie;
pub(crate) mod http;
mod hub_access;
mod limiter;
mod listen;
mod queue;
mod stream;
mod tcp;
mod tls;
mod within;
mod ws;

use std::{net::SocketAddr, sync::Arc};

use self::conversation::{OutputPiece, Wire, converse};
pub(crate) use self::{
    http::{is_foreign, names_this_machine},
    tcp::set_up,
    within::{Presence, connect},
};
pub(crate) use self::{
    hub_access::HubAccess,
    limiter::{ConnectionLimiter, ConnectionPermit, counted_as},
    listen::{Listener, accept, accepted, activated, bind},
    queue::Queue,
    tls::Identity,
};
pub use self::{limiter::Refusal, listen::Port};
use crate::connection::Transport;

/// Path of the WebSocket of a page on which games are played.
pub(crate) const LIVE: &str = "/live";

/// The sender of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visitor {
    /// The address, of the browser where a proxy says it.
    pub(crate) address: SocketAddr,
    /// The transport of a WebSocket that the request asks for.
    pub(crate) transport: Transport,
    /// True for a port that only this machine reaches and no proxy is in front of.
    pub(crate) is_local: bool,
}

/// State shared by all connections.
pub(crate) struct TransportContext {
    pub(crate) hub_access: Arc<HubAccess>,
    /// The longest WebSocket message that is read, in bytes.
    pub(crate) message_bytes: usize,
    /// Origins of pages elsewhere that may open a WebSocket; `*` is any.
    pub(crate) websocket_origins: Vec<String>,
    /// True if a proxy on this machine names the client in `X-Forwarded-For`.
    pub(crate) behind_proxy: bool,
    /// Pages for browsers that do not ask for a WebSocket.
    pub(crate) pages: axum::Router,
}
