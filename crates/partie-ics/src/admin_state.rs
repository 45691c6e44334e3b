//! What administrators keep: for the whole server, and about each player.

use std::collections::BTreeSet;

use partie_wire::{
    command::{self, Command, Level, session::SessionCommand},
    display::DisplayOptions,
    notice::{Notice, admin::AdminNotice, login::LoginNotice},
};

use crate::{
    Change, Ics, Output, SessionId,
    command::unread_words,
    lists::List,
    players::{Account, PlayerId},
    time::{Span, Tick},
};

/// How many words for passwords are kept; below half of it more are asked for.
const SECRETS: usize = 8;

/// How many comments there may be on a player.
pub(crate) const MOST_COMMENTS: usize = 200;

/// What administrators keep about a player for good.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdminNotes {
    /// The e-mail address.
    pub email: String,
    /// The name in the world outside.
    pub real_name: String,
    /// How much he may do, as `asetadmin` said it; it counts while he is on the list
    /// `admin`.
    pub level: u8,
    /// What administrators noted, the oldest first.
    pub comments: Vec<Comment>,
    /// When the account was taken away, if it was.
    pub removed: Option<Tick>,
    /// Where he logged in from last.
    pub address: Option<String>,
}

impl AdminNotes {
    /// What `finger` tells administrators of it.
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

/// What an administrator noted about a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Who noted it.
    pub by: String,
    /// When.
    pub at: Tick,
    /// What.
    pub text: String,
}

/// What somebody does, while he is on, with the rights he has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionRights {
    /// Whether he hides the star of an administrator.
    pub plain: bool,
    /// Whether he does not want to see what only administrators see.
    pub hides_info: bool,
    /// Whether he has made an account for himself in this session.
    pub has_registered: bool,
    /// The keys of those whose tells he hears.
    pub overhears: BTreeSet<String>,
}

/// What administrators keep for the whole server for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerPolicy {
    /// Addresses from which no guests are let in; a beginning ends with `*`.
    pub filters: BTreeSet<String>,
    /// The time in which one may shout twice.
    pub quota: Span,
    /// How many players may be on.
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

/// When the server ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingShutdown {
    /// When.
    pub(crate) at: Tick,
    /// Who said so.
    pub(crate) by: String,
    /// Why.
    pub(crate) reason: Option<String>,
    /// What was said last: the time that was left.
    pub(crate) said: Span,
}

/// What administrators do with the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct AdminState {
    pub(crate) policy: ServerPolicy,
    pub(crate) pending_shutdown: Option<PendingShutdown>,
    /// Words that nobody can guess.
    secrets: Vec<String>,
    /// Whether more of them were asked for.
    asked: bool,
    /// What the owner is told in this step.
    pub(crate) answer: Vec<Notice>,
    /// Whether all were sent away.
    pub(crate) ended: bool,
    /// Whether something was refused in this step.
    pub(crate) refused: bool,
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

    /// Whether words run short and were not asked for.
    pub(crate) fn wants_secrets(&self) -> bool {
        self.secrets.len() < SECRETS / 2 && !self.asked
    }

    /// More words.
    pub(crate) fn take_secrets(&mut self, words: Vec<String>) {
        self.asked = false;
        self.secrets.extend(words);
        self.secrets.truncate(2 * SECRETS);
    }
}

/// Whether an address is one of those that are filtered.
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

    /// What administrators keep for the whole server is other than before.
    pub(crate) fn store_policy(&mut self) {
        let policy = Box::new(self.admin_state.policy.clone());
        self.put(Output::Store(Change::Policy(policy)));
    }

    /// The owner says something.
    pub(crate) fn owner(&mut self, ticket: u64, line: &str) {
        self.admin_state.answer.clear();
        self.admin_state.refused = false;
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
                _ => self.refuse(PlayerId::OWNER, AdminNotice::NeedsPlayer),
            },
            Err(unread) => {
                self.admin_state.refused = true;
                self.send(PlayerId::OWNER, unread_words(unread));
            }
        }
        self.mention_storage_failure(PlayerId::OWNER);
        let mut text = String::new();
        for notice in self.admin_state.answer.drain(..) {
            notice.write(&DisplayOptions::default(), &mut text);
        }
        let good = !self.admin_state.refused;
        self.put(Output::Answer { ticket, text, good });
    }

    /// Tells somebody that what he wants is not done.
    pub(crate) fn refuse(&mut self, who: PlayerId, notice: impl Into<Notice>) {
        self.admin_state.refused = true;
        self.send(who, notice);
    }

    /// Asks for words for passwords where they run short.
    pub(crate) fn want_secrets(&mut self) {
        if self.admin_state.wants_secrets() {
            self.admin_state.asked = true;
            self.put(Output::Secrets { count: SECRETS - self.admin_state.secrets.len() });
        }
    }

    /// How much somebody may do.
    pub(crate) fn level(&self, who: PlayerId) -> Level {
        match self.player(who) {
            Some(player) if player.is(List::Admin) => {
                Level(player.account.admin_notes.level).max(Level::ADMIN)
            }
            _ => Level::ANYBODY,
        }
    }

    /// Whether somebody may do something to another: his level is higher, or it is he
    /// himself. Else he is told why not.
    pub(crate) fn may_rule(&mut self, who: PlayerId, other: PlayerId) -> bool {
        let may = who == other || self.level(who) > self.level(other);
        if !may {
            let name = self.name(other).into();
            self.refuse(who, AdminNotice::TooHigh { name });
        }
        may
    }

    /// Whether somebody does not want to see what only administrators see.
    pub(crate) fn hides_info(&self, who: PlayerId) -> bool {
        self.online(who).is_some_and(|p| p.rights.hides_info)
    }

    /// Whether nobody can hear somebody; he is told so.
    pub(crate) fn is_gagged(&mut self, who: PlayerId) -> bool {
        let gagged = self.player(who).is_some_and(|p| p.is(List::Gmuzzle));
        if gagged {
            self.send(who, AdminNotice::Gagged);
        }
        gagged
    }

    /// Whether guests from a connection's address are kept out.
    pub(crate) fn is_filtered(&self, session: SessionId) -> bool {
        let Some(session) = self.sessions.get(&session) else { return false };
        self.admin_state.policy.filters.iter().any(|filter| fits(filter, &session.address))
    }

    /// Whether no more players can come.
    pub(crate) fn is_full(&self) -> bool {
        let most = self.admin_state.policy.most_players;
        most.is_some_and(|most| self.players.count_online() >= most as usize)
    }

    /// Whether a registered player may not come in: he is banned, or there is no place
    /// for more. The connection is told so.
    pub(crate) fn shut_out(&mut self, session: SessionId, player_id: PlayerId) -> bool {
        let Some(player) = self.player(player_id).filter(|p| p.registered) else { return false };
        let name = player.name().to_owned();
        if player.is(List::Ban) {
            self.send_to_session(session, LoginNotice::Banned { name });
            self.sessions.remove(&session);
            self.put(Output::Close { to: session });
            return true;
        }
        let comes_back = player.online.is_some();
        let full = !comes_back && self.level(player_id) < Level::ADMIN && self.is_full();
        if full {
            self.send_to_session(session, LoginNotice::Full);
        }
        full
    }

    /// Notes where somebody came from.
    pub(crate) fn note_address(&mut self, who: PlayerId) {
        if let Some(player) = self.players.get_mut(who) {
            player.account.admin_notes.address = player.online.as_ref().map(|p| p.address.clone());
        }
    }
}
