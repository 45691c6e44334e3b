//! Data kept by administrators: the server's policy, and notes about each player.

use std::collections::BTreeSet;

use crate::time::{Span, Tick};

/// Number of random words kept for passwords; below half of it more are requested.
const SECRETS: usize = 8;

/// Maximum number of comments about a player.
pub(crate) const MOST_COMMENTS: usize = 200;

/// Maximum number of shouts within [`QUOTA`].
pub(crate) const SHOUTS: usize = 2;

/// The time for [`SHOUTS`].
pub(crate) const QUOTA: Span = Span::seconds(60);

/// The persistent notes of administrators about a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdminNotes {
    /// The e-mail address.
    pub email: String,
    /// The name in the world outside.
    pub real_name: String,
    /// The level set by `asetadmin`; it counts while the player is on the list `admin`.
    pub level: u8,
    /// Comments of administrators, the oldest first.
    pub comments: Vec<Comment>,
    /// Time at which the account was removed, if it was.
    pub removed: Option<Tick>,
    /// Address of the last login.
    pub address: Option<String>,
}

impl AdminNotes {
    /// The lines that `finger` shows to administrators.
    pub(crate) fn lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        for (name, value) in [("Real name", &self.real_name), ("Email", &self.email)] {
            if !value.is_empty() {
                lines.push((name.to_owned(), value.clone()));
            }
        }
        if self.level > 0 {
            lines.push(("Level".to_owned(), self.level.to_string()));
        }
        if !self.comments.is_empty() {
            lines.push(("Comments".to_owned(), self.comments.len().to_string()));
        }
        lines
    }
}

/// A comment of an administrator about a player.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// The administrator.
    pub by: String,
    /// Time of the comment.
    pub at: Tick,
    /// The comment itself.
    pub text: String,
}

/// Rights and their use, for one session of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionRights {
    /// Set if the administrator's star is hidden.
    pub plain: bool,
    /// Set if the player hides information meant for administrators.
    pub hides_info: bool,
    /// Set once the player has created an account in this session.
    pub has_registered: bool,
    /// Keys of the players whose tells are forwarded to this one.
    pub overhears: BTreeSet<String>,
}

/// Persistent settings that administrators change at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerPolicy {
    /// Addresses from which no guests are let in; a beginning ends with `*`.
    pub filters: BTreeSet<String>,
    /// The time in which one may shout twice.
    pub quota: Span,
    /// Maximum number of players online.
    pub most_players: Option<u32>,
}

impl Default for ServerPolicy {
    fn default() -> ServerPolicy {
        ServerPolicy { filters: BTreeSet::new(), quota: QUOTA, most_players: None }
    }
}

/// A scheduled shutdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingShutdown {
    /// Time of the shutdown.
    pub(crate) at: Tick,
    /// The administrator who scheduled it.
    pub(crate) by: String,
    /// The reason given to the players, if any.
    pub(crate) reason: Option<String>,
    /// The remaining time at the last announcement.
    pub(crate) said: Span,
}

/// The state that administrators control.
#[derive(Clone, Debug, Default)]
pub(crate) struct AdminState {
    pub(crate) policy: ServerPolicy,
    pub(crate) pending_shutdown: Option<PendingShutdown>,
    /// Unguessable words.
    secrets: Vec<String>,
    /// Set while more of them are requested.
    asked: bool,
    /// Set once all connections were closed.
    pub(crate) ended: bool,
}

impl AdminState {
    /// A word for a password; each is used once.
    pub(crate) fn secret(&mut self) -> Option<String> {
        self.secrets.pop()
    }

    /// Returns true if random words run short and none were requested.
    pub(crate) fn wants_secrets(&self) -> bool {
        self.secrets.len() < SECRETS / 2 && !self.asked
    }

    /// Number of random words to request now, if they run short.
    pub(crate) fn request_secrets(&mut self) -> Option<usize> {
        let wanted = self.wants_secrets();
        self.asked |= wanted;
        wanted.then(|| SECRETS - self.secrets.len())
    }

    /// Takes random words for passwords.
    pub(crate) fn take_secrets(&mut self, words: Vec<String>) {
        self.asked = false;
        self.secrets.extend(words);
        self.secrets.truncate(2 * SECRETS);
    }
}
