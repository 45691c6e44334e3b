//! Data kept by administrators: the server's policy, and notes about each player.

use std::collections::BTreeSet;

use partie_wire::{
    command::{self, Command, Level, session::SessionCommand},
    display::DisplayOptions,
    notice::{admin::AdminNotice, login::LoginNotice},
};

use crate::{
    Change, Ics, Output, SessionId,
    command::unread_words,
    lists::List,
    players::{Account, PlayerId},
    time::{Span, Tick},
};

/// Number of random words kept for passwords; below half of it more are requested.
const SECRETS: usize = 8;

/// Maximum number of comments about a player.
pub(crate) const MOST_COMMENTS: usize = 200;

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
    #[must_use]
    pub fn lines(&self) -> Vec<(String, String)> {
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
        ServerPolicy {
            filters: BTreeSet::new(),
            quota: crate::command::talk::QUOTA,
            most_players: None,
        }
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
    /// Words that nobody can guess.
    secrets: Vec<String>,
    /// Set while more of them are requested.
    asked: bool,
    /// Set once all connections were closed.
    pub(crate) ended: bool,
}

impl AdminState {
    /// The account in whose name the owner acts.
    pub(crate) fn owner() -> Account {
        Account {
            listed: [List::Admin].into_iter().collect(),
            admin_notes: AdminNotes { level: Level::OWNER.0, ..AdminNotes::default() },
            ..Account { handle: "Owner".to_owned(), ..Account::default() }
        }
    }

    /// A word for a password; each is used once.
    pub(crate) fn secret(&mut self) -> Option<String> {
        self.secrets.pop()
    }

    /// Returns true if random words run short and none were requested.
    pub(crate) fn wants_secrets(&self) -> bool {
        self.secrets.len() < SECRETS / 2 && !self.asked
    }

    /// Takes random words for passwords.
    pub(crate) fn take_secrets(&mut self, words: Vec<String>) {
        self.asked = false;
        self.secrets.extend(words);
        self.secrets.truncate(2 * SECRETS);
    }
}

/// Returns true if a filter matches an address.
fn fits(filter: &str, address: &str) -> bool {
    match filter.strip_suffix('*') {
        Some(begin) => address.starts_with(begin),
        None => filter == address,
    }
}

impl Ics {
    /// Takes in what administrators kept for the whole server, as it was stored.
    pub fn load_policy(&mut self, policy: ServerPolicy) {
        self.admin_state.policy = policy;
    }

    /// Stores the server policy after a change.
    pub(crate) fn store_policy(&mut self) {
        let policy = Box::new(self.admin_state.policy.clone());
        self.out.emit(Output::Store(Change::Policy(policy)));
    }

    /// The owner says something.
    pub(crate) fn owner(&mut self, ticket: u64, line: &str) {
        match command::read_for(line, Level::OWNER) {
            Ok((command, _)) => match command {
                Command::Nothing
                | Command::Admin(_)
                | Command::List(_)
                | Command::Players(_)
                | Command::Ratings(_)
                | Command::Session(
                    SessionCommand::Date
                    | SessionCommand::Uptime
                    | SessionCommand::Limits
                    | SessionCommand::Help { .. },
                ) => self.run_command(PlayerId::OWNER, command),
                _ => self.out.refuse(PlayerId::OWNER, AdminNotice::NeedsPlayer),
            },
            Err(unread) => {
                self.out.refused = true;
                self.out.send(PlayerId::OWNER, unread_words(unread));
            }
        }
        self.mention_storage_failure(PlayerId::OWNER);
        let mut text = String::new();
        for notice in self.out.take_answer() {
            notice.write(&DisplayOptions::default(), &mut text);
        }
        let good = !self.out.refused;
        self.out.emit(Output::Answer { ticket, text, good });
    }

    /// Asks for words for passwords where they run short.
    pub(crate) fn want_secrets(&mut self) {
        if self.admin_state.wants_secrets() {
            self.admin_state.asked = true;
            self.out.emit(Output::Secrets { count: SECRETS - self.admin_state.secrets.len() });
        }
    }

    /// The administration level of a player.
    pub(crate) fn level(&self, who: PlayerId) -> Level {
        match self.player(who) {
            Some(player) if player.is(List::Admin) => {
                Level(player.account.admin_notes.level).max(Level::ADMIN)
            }
            _ => Level::ANYBODY,
        }
    }

    /// Returns true if `who` may act on `other`: by a higher level, or on themselves. Else reports
    /// why not.
    pub(crate) fn may_rule(&mut self, who: PlayerId, other: PlayerId) -> bool {
        let may = who == other || self.level(who) > self.level(other);
        if !may {
            let name = self.name(other).into();
            self.out.refuse(who, AdminNotice::TooHigh { name });
        }
        may
    }

    /// Returns true if the player hides information meant for administrators.
    pub(crate) fn hides_info(&self, who: PlayerId) -> bool {
        self.online(who).is_some_and(|p| p.rights.hides_info)
    }

    /// Returns true if the player is muzzled everywhere, and reports it.
    pub(crate) fn is_gagged(&mut self, who: PlayerId) -> bool {
        let gagged = self.player(who).is_some_and(|p| p.is(List::Gmuzzle));
        if gagged {
            self.out.send(who, AdminNotice::Gagged);
        }
        gagged
    }

    /// Returns true if guests from a connection's address are refused.
    pub(crate) fn is_filtered(&self, session: SessionId) -> bool {
        let Some(session) = self.sessions.get(session) else { return false };
        self.admin_state.policy.filters.iter().any(|filter| fits(filter, &session.address))
    }

    /// Returns true if no more players can log in.
    pub(crate) fn is_full(&self) -> bool {
        let most = self.admin_state.policy.most_players;
        most.is_some_and(|most| self.players.count_online() >= most as usize)
    }

    /// Returns true if a registered player is refused, because they are banned or the server is
    /// full. The connection is notified.
    pub(crate) fn shut_out(&mut self, session: SessionId, player_id: PlayerId) -> bool {
        let Some(player) = self.player(player_id).filter(|p| p.registered) else { return false };
        let name = player.name().to_owned();
        if player.is(List::Ban) {
            self.out.send_to_session(session, LoginNotice::Banned { name });
            self.sessions.remove(session);
            self.out.emit(Output::Close { to: session });
            return true;
        }
        let comes_back = player.online.is_some();
        let full = !comes_back && self.level(player_id) < Level::ADMIN && self.is_full();
        if full {
            self.out.send_to_session(session, LoginNotice::Full);
        }
        full
    }

    /// Notes where a player came from.
    pub(crate) fn note_address(&mut self, who: PlayerId) {
        if let Some(player) = self.players.get_mut(who) {
            player.account.admin_notes.address = player.online.as_ref().map(|p| p.address.clone());
        }
    }
}
