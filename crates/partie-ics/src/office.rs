//! What administrators keep: for the whole server, and about each player.

use std::collections::BTreeSet;

use partie_wire::{
    command::{self, Command, Level, session::SessionCommand},
    notice::{Notice, admin::AdminNotice, login::LoginNotice},
    view::View,
};

use crate::{
    Change, Ics, Output, SessionId,
    command::unread_words,
    lists::List,
    people::{Account, PersonId},
    tick::{Span, Tick},
};

/// How many words for passwords are kept; below half of it more are asked for.
const SECRETS: usize = 8;

/// How many comments there may be on a player.
pub(crate) const MOST_COMMENTS: usize = 200;

/// What administrators keep about a player for good.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
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

impl File {
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
pub struct Badge {
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
pub struct House {
    /// Addresses from which no guests are let in; a beginning ends with `*`.
    pub filters: BTreeSet<String>,
    /// The time in which one may shout twice.
    pub quota: Span,
    /// How many players may be on.
    pub most_players: Option<u32>,
}

impl Default for House {
    fn default() -> House {
        House { filters: BTreeSet::new(), quota: crate::command::talk::QUOTA, most_players: None }
    }
}

/// When the server ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closing {
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
pub(crate) struct Office {
    pub(crate) house: House,
    pub(crate) closing: Option<Closing>,
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

impl Office {
    /// The account in whose name the owner acts.
    pub(crate) fn owner() -> Account {
        Account {
            listed: [List::Admin].into_iter().collect(),
            file: File { level: Level::OWNER.0, ..File::default() },
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
    pub fn furnish(&mut self, house: House) {
        self.office.house = house;
    }

    /// What administrators keep for the whole server is other than before.
    pub(crate) fn remember_house(&mut self) {
        let house = Box::new(self.office.house.clone());
        self.put(Output::Store(Change::House(house)));
    }

    /// The owner says something.
    pub(crate) fn owner(&mut self, ticket: u64, line: &str) {
        self.office.answer.clear();
        self.office.refused = false;
        match command::read_for(line, Level::OWNER) {
            Ok((command, _)) => match command {
                Command::Nothing
                | Command::Admin(_)
                | Command::List(_)
                | Command::People(_)
                | Command::Ratings(_)
                | Command::Session(
                    SessionCommand::Date
                    | SessionCommand::Uptime
                    | SessionCommand::Limits
                    | SessionCommand::Help { .. },
                ) => self.do_command(PersonId::OWNER, command),
                _ => self.refuse(PersonId::OWNER, AdminNotice::NeedsPlayer),
            },
            Err(unread) => {
                self.office.refused = true;
                self.tell(PersonId::OWNER, unread_words(unread));
            }
        }
        self.mention_storage_failure(PersonId::OWNER);
        let mut text = String::new();
        for notice in self.office.answer.drain(..) {
            notice.write(&View::default(), &mut text);
        }
        let good = !self.office.refused;
        self.put(Output::Answer { ticket, text, good });
    }

    /// Tells somebody that what he wants is not done.
    pub(crate) fn refuse(&mut self, who: PersonId, notice: impl Into<Notice>) {
        self.office.refused = true;
        self.tell(who, notice);
    }

    /// Asks for words for passwords where they run short.
    pub(crate) fn want_secrets(&mut self) {
        if self.office.wants_secrets() {
            self.office.asked = true;
            self.put(Output::Secrets { count: SECRETS - self.office.secrets.len() });
        }
    }

    /// How much somebody may do.
    pub(crate) fn level(&self, who: PersonId) -> Level {
        match self.person(who) {
            Some(person) if person.is(List::Admin) => {
                Level(person.account.file.level).max(Level::ADMIN)
            }
            _ => Level::ANYBODY,
        }
    }

    /// Whether somebody may do something to another: his level is higher, or it is he
    /// himself. Else he is told why not.
    pub(crate) fn may_rule(&mut self, who: PersonId, other: PersonId) -> bool {
        let may = who == other || self.level(who) > self.level(other);
        if !may {
            let name = self.name(other).into();
            self.refuse(who, AdminNotice::TooHigh { name });
        }
        may
    }

    /// Whether somebody does not want to see what only administrators see.
    pub(crate) fn hides_info(&self, who: PersonId) -> bool {
        self.presence(who).is_some_and(|p| p.badge.hides_info)
    }

    /// Whether nobody can hear somebody; he is told so.
    pub(crate) fn is_gagged(&mut self, who: PersonId) -> bool {
        let gagged = self.person(who).is_some_and(|p| p.is(List::Gmuzzle));
        if gagged {
            self.tell(who, AdminNotice::Gagged);
        }
        gagged
    }

    /// Whether guests from a connection's address are kept out.
    pub(crate) fn is_filtered(&self, session: SessionId) -> bool {
        let Some(session) = self.sessions.get(&session) else { return false };
        self.office.house.filters.iter().any(|filter| fits(filter, &session.address))
    }

    /// Whether no more players can come.
    pub(crate) fn is_full(&self) -> bool {
        let most = self.office.house.most_players;
        most.is_some_and(|most| self.people.count_online() >= most as usize)
    }

    /// Whether a registered player may not come in: he is banned, or there is no place
    /// for more. The connection is told so.
    pub(crate) fn shut_out(&mut self, session: SessionId, person: PersonId) -> bool {
        let Some(player) = self.person(person).filter(|p| p.registered) else { return false };
        let name = player.name().to_owned();
        if player.is(List::Ban) {
            self.say(session, LoginNotice::Banned { name });
            self.sessions.remove(&session);
            self.put(Output::Close { to: session });
            return true;
        }
        let comes_back = player.presence.is_some();
        let full = !comes_back && self.level(person) < Level::ADMIN && self.is_full();
        if full {
            self.say(session, LoginNotice::Full);
        }
        full
    }

    /// Notes where somebody came from.
    pub(crate) fn note_address(&mut self, who: PersonId) {
        if let Some(person) = self.people.get_mut(who) {
            person.account.file.address = person.presence.as_ref().map(|p| p.address.clone());
        }
    }
}
