//! The events that happen to the server.

use partie_wire::timeseal::{Stamp, Version};

use crate::{
    ids::{PlayerId, SessionId},
    time::Span,
};

/// An event that happens to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A connection was opened.
    Open {
        /// Number of the connection.
        session: SessionId,
        /// The peer's address, as shown to administrators.
        address: String,
        /// Secret that only the same client can present again, if the transport has one. With it a
        /// guest resumes after a lost connection.
        token: Option<String>,
    },
    /// A line came in.
    Line {
        /// The connection.
        session: SessionId,
        /// The line without its end.
        text: String,
        /// The client's clock when it was sent, if the connection is sealed.
        stamp: Option<Stamp>,
    },
    /// The connection speaks timeseal.
    Sealed {
        /// The connection.
        session: SessionId,
        /// The protocol version.
        version: Version,
    },
    /// The answer to a ping: the client's clock when a board arrived.
    Pong {
        /// The connection.
        session: SessionId,
        /// The client's clock.
        stamp: Stamp,
    },
    /// A line came that cannot be read, and is skipped.
    Unreadable {
        /// The connection.
        session: SessionId,
        /// Set if it was too long; else it was not sealed on a sealed connection.
        too_long: bool,
    },
    /// The answer to [`Output::Check`](crate::Output::Check).
    Checked {
        /// The connection whose password was checked.
        session: SessionId,
        /// Set if it was right.
        good: bool,
    },
    /// The answer to [`Output::Hash`](crate::Output::Hash).
    Hashed {
        /// The player whose password was hashed.
        player: PlayerId,
        /// Its hash; none if it could not be hashed, and the old password stays.
        hash: Option<String>,
    },
    /// A connection stays while its player is away from it, or the player is back.
    Absent {
        /// The connection.
        session: SessionId,
        /// The time after which it is closed; none if the player is back.
        left: Option<Span>,
    },
    /// A connection is gone.
    Close {
        /// The connection.
        session: SessionId,
    },
    /// The server's owner types a line over a local socket;
    /// [`Output::Answer`](crate::Output::Answer) is the answer.
    Owner {
        /// The number of the question.
        ticket: u64,
        /// The line, without its end.
        line: String,
    },
    /// The answer to [`Output::Secrets`](crate::Output::Secrets).
    Secrets {
        /// Random words for passwords, each used once.
        words: Vec<String>,
    },
    /// Changes can be stored again, or cannot be stored for now and wait.
    Storing {
        /// Set if changes are stored.
        works: bool,
    },
    /// The server is to stop: games are adjourned.
    Stop,
    /// Time passes.
    Time,
}
