//! The server's requests to its caller: notices to send, and other actions.

use std::sync::Arc;

use partie_wire::{
    notice::Notice,
    server_writer::{Prompt, ReplyTo},
};

use crate::{
    change::Change,
    ids::{PlayerId, SessionId},
};

/// An action for the caller to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Notices to send.
    Send(Delivery),
    /// Input is to be echoed, or not (before a password).
    Echo {
        /// The connection.
        to: SessionId,
        /// Set if it is to be echoed.
        on: bool,
    },
    /// A connection is to be closed when all was sent.
    Close {
        /// The connection.
        to: SessionId,
    },
    /// A password is to be compared with its hash; [`Input::Checked`](crate::Input::Checked) is the answer.
    Check {
        /// The connection.
        session: SessionId,
        /// The hash.
        hash: String,
        /// The typed password.
        password: String,
    },
    /// A password is to be hashed; [`Input::Hashed`](crate::Input::Hashed) is the answer.
    Hash {
        /// The player.
        player: PlayerId,
        /// The password.
        password: String,
    },
    /// The answer to the server's owner.
    Answer {
        /// The number of the question.
        ticket: u64,
        /// The lines, each with its end.
        text: String,
        /// Set if it was done.
        good: bool,
    },
    /// Requests random, unguessable words for passwords; [`Input::Secrets`](crate::Input::Secrets)
    /// delivers them.
    Secrets {
        /// Number of words.
        count: usize,
    },
    /// Ends the server after all earlier outputs.
    End,
    /// Stores a change.
    Store(Change),
}

/// Notices sent to one connection at once: one write.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The connection.
    pub to: SessionId,
    /// The line that it answers; `None` for an event.
    pub reply_to: Option<ReplyTo>,
    /// The notices, in order; shared by all receivers of the same single notice.
    pub notices: Arc<[Notice]>,
    /// The prompt after them.
    pub prompt: Prompt,
}
