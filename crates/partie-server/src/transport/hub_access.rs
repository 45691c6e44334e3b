//! The way of connections into the hub.

use std::sync::Arc;

use super::limiter::ConnectionLimiter;
use crate::{hub::HubSender, metrics::Metrics};

/// A connection's access to the hub.
pub(crate) struct HubAccess {
    pub(crate) hub: HubSender,
    pub(crate) limiter: Arc<ConnectionLimiter>,
    pub(crate) metrics: Arc<Metrics>,
    /// The most bytes that may wait for one connection.
    pub(crate) queue_bytes: usize,
}
