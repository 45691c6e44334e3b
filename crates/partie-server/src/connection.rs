//! Connections: their transports and reasons for closing, named as in logs and metrics.

use strum::{Display, IntoStaticStr, VariantArray};

/// The transport of a connection. All four carry the same stream of bytes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Transport {
    /// Plain TCP, as xboard speaks it (port 5000).
    Telnet,
    /// TCP within TLS (port 5001).
    Tls,
    /// WebSocket (`ws://`).
    #[strum(serialize = "ws")]
    WebSocket,
    /// WebSocket within TLS (`wss://`), on the TLS port as freechess.org has it.
    #[strum(serialize = "wss")]
    SecureWebSocket,
}

impl Transport {
    /// Every transport.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its name in logs and metrics.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true if the transport is encrypted, so that a password is safe on the way.
    pub(crate) const fn is_secret(self) -> bool {
        matches!(self, Self::Tls | Self::SecureWebSocket)
    }
}

/// Reason why a connection ended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum CloseReason {
    /// The other side closed it in good order.
    Left,
    /// It broke: a reset, a timeout of TCP, a fault of TLS or of the WebSocket framing.
    Broken,
    /// The domain asked for it, and all bytes were sent before.
    Asked,
    /// More bytes waited than may wait: the other side reads too slowly.
    TooSlow,
}

impl CloseReason {
    /// Its name in logs and metrics.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}
