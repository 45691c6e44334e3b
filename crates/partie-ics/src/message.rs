//! Messages that players leave for each other, and the server's news, as they are kept.

use crate::time::Tick;

/// Maximum number of messages kept for a player.
pub(crate) const MOST_MESSAGES: usize = 40;

/// A message left for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: String,
    /// Time at which it was sent.
    pub at: Tick,
    /// The text.
    pub text: String,
    /// Set once its receiver has seen it.
    pub read: bool,
}

/// A piece of news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Number of the item.
    pub number: u32,
    /// Time at which it was posted.
    pub at: Tick,
    /// The title.
    pub title: String,
    /// The text.
    pub text: String,
}
