//! Requests of the server to its caller: notices to send, and other things to do.

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
    /// Random words for passwords are wanted, as nobody can guess them;
    /// [`Input::Secrets`](crate::Input::Secrets) brings them.
    Secrets {
        /// Number of words.
        count: usize,
    },
    /// All was said: the server is to end.
    End,
    /// Something is to be stored.
    Store(Change),
}

/// Notices sent to one connection at once: one write.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The connection.
    pub to: SessionId,
    /// To which line it is the answer; none if something happened.
    pub reply_to: Option<ReplyTo>,
    /// The notices, in order; shared by all who are sent nothing else than one of them.
    pub notices: Arc<[Notice]>,
    /// The prompt after them.
    pub prompt: Prompt,
}
