//! Events that can reach the domain.

use std::{net::SocketAddr, time::Duration};

use partie_ics::SessionId;

use crate::{
    admin::Answer,
    connection::{CloseReason, Transport},
};

/// An event. Plain data: a log of (time, event) replays a run of the server.
#[derive(Clone, PartialEq, Eq)]
pub enum Event {
    /// A connection is open; the domain may greet it.
    Opened {
        /// Number of the connection.
        id: SessionId,
        /// The address of the peer.
        peer: SocketAddr,
        /// The transport of the connection.
        transport: Transport,
        /// A secret that only the same client can present again: the cookie of a browser.
        token: Option<String>,
    },
    /// Bytes came, cut anywhere.
    Bytes {
        /// From which connection.
        id: SessionId,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A connection stays while its player is away from it, or the player is back.
    Absent {
        /// The connection.
        id: SessionId,
        /// The time after which it is closed; none if the player is back.
        left: Option<Duration>,
    },
    /// A connection has ended: it sends and receives nothing more. Each opened connection ends
    /// exactly once, also when the domain closed it.
    Closed {
        /// The connection.
        id: SessionId,
        /// Reason for its end.
        reason: CloseReason,
    },
    /// A password was compared with a hash ([`Outbox::verify`](super::Outbox::verify)).
    Verified {
        /// The number that was given with the question.
        ticket: u64,
        /// The result.
        verdict: Verdict,
    },
    /// A password was hashed ([`Outbox::hash`](super::Outbox::hash)).
    Hashed {
        /// The number that was given with the question.
        ticket: u64,
        /// The hash as a text that begins with `$argon2id$`; `None` when the
        /// system has no random bytes or no memory for it.
        hash: Option<String>,
    },
    /// The store has begun to fail, or works again.
    Storing {
        /// Set if changes are stored.
        works: bool,
    },
    /// A line came over the administrator's socket, to be answered once with
    /// [`Outbox::answer`](super::Outbox::answer).
    Asked {
        /// The number to answer with.
        ticket: u64,
        /// The line, without its end.
        line: String,
    },
}

/// Result of comparing a password with its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is the password.
    Right,
    /// It is not.
    Wrong,
    /// Too many passwords wait to be compared; the player may try again.
    Busy,
    /// The stored hash cannot be read.
    Unreadable,
}

/// Input may be a password: a log shows its length, not its content.
impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Opened { id, peer, transport, .. } => {
                write!(f, "opened {id} from {peer} by {transport}")
            }
            Self::Bytes { id, bytes } => write!(f, "{} bytes from {id}", bytes.len()),
            Self::Absent { id, left } => write!(f, "absent from {id}: {}", left.is_some()),
            Self::Closed { id, reason } => write!(f, "closed {id}: {reason}"),
            Self::Verified { ticket, verdict } => write!(f, "verified {ticket}: {verdict:?}"),
            Self::Hashed { ticket, hash } => write!(f, "hashed {ticket}: {}", hash.is_some()),
            Self::Storing { works } => write!(f, "storing: {works}"),
            Self::Asked { ticket, line } => write!(f, "asked {ticket}: {} bytes", line.len()),
        }
    }
}

/// The domain's actions, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A piece of the outbox's text for a connection.
    Write {
        id: SessionId,
        from: usize,
        to: usize,
    },
    Close(SessionId),
    Verify {
        ticket: u64,
        password: Vec<u8>,
        hash: String,
    },
    Hash {
        ticket: u64,
        password: Vec<u8>,
    },
    Answer {
        ticket: u64,
        answer: Answer,
    },
    End,
}
