//! A player: the account, and the state while they are online.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use partie_core::Role;
use partie_wire::{
    display::DisplayOptions,
    fields::Titled,
    variables::{Variable, Variables},
};

use crate::{
    admin_state::{AdminNotes, SessionRights},
    challenge::{Challenge, Colors},
    channel,
    ids::{GameNumber, PlayerId, SessionId},
    lists::{List, Names},
    message::Message,
    rating::Records,
    record::{HistoryGame, RecordedGame},
    time::{Span, Tick, Zone},
    title::{Title, Titles},
};

/// Time after which a player counts as idle.
pub(crate) const IDLE: Span = Span::minutes(5);

/// The persistent data of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// The name as its owner spells it.
    pub handle: String,
    /// The hash of the password; none for guests.
    pub password: Option<String>,
    /// Ratings and counts of games.
    pub records: Records,
    /// Balance of the sides they have had.
    pub colors: Colors,
    /// The last games, the oldest first.
    pub history: Vec<HistoryGame>,
    /// Games kept for good, by their places `A` to `Z`.
    pub journal: BTreeMap<char, Arc<RecordedGame>>,
    /// Names for commands.
    pub aliases: BTreeMap<String, String>,
    /// The variables of each new session.
    pub variables: Variables,
    /// Their own lists of names.
    pub lists: BTreeMap<List, Names>,
    /// The channels they listen to.
    pub channels: BTreeSet<u16>,
    /// The server lists that name them.
    pub listed: BTreeSet<List>,
    /// Messages left for them, the oldest first.
    pub messages: Vec<Message>,
    /// Arrivals and departures, the oldest first.
    pub logons: Vec<Logon>,
    /// Notes of the server's administrators.
    pub admin_notes: AdminNotes,
}

impl Account {
    /// A new account, which listens to the channels for beginners.
    pub(crate) fn new(handle: &str) -> Account {
        Account { handle: handle.to_owned(), channels: channel::FIRST.into(), ..Account::default() }
    }

    /// The key: the name in small letters.
    #[must_use]
    pub fn key(&self) -> String {
        self.handle.to_ascii_lowercase()
    }
}

/// A player came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "(Tick, bool)", into = "(Tick, bool)")]
pub struct Logon {
    /// Time of the event.
    pub at: Tick,
    /// Set for an arrival.
    pub came: bool,
}

impl Logon {
    /// Number kept per player.
    pub(crate) const KEPT: usize = 10;
    /// Number kept for all players together.
    pub(crate) const KEPT_OF_ALL: usize = 200;
}

/// The activity of a player who is online.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    /// Neither playing nor examining.
    #[default]
    Free,
    /// Playing a game.
    Playing(GameNumber),
    /// Examining a game.
    Examining(GameNumber),
}

impl Activity {
    /// The game that is played or examined.
    #[must_use]
    pub fn game(self) -> Option<GameNumber> {
        match self {
            Activity::Playing(number) | Activity::Examining(number) => Some(number),
            Activity::Free => None,
        }
    }
}

/// A player whose games are observed as soon as they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Following {
    /// The followed player.
    pub whom: PlayerId,
    /// Set if the games of their partner are meant.
    pub partner: bool,
}

/// The data of a player who is online.
#[derive(Clone, Debug, Default)]
pub struct OnlineState {
    /// The connection; `None` while it is broken and the game waits.
    pub session: Option<SessionId>,
    /// True while there is a connection and timeseal seals it.
    pub sealed: bool,
    /// Address of the connection.
    pub address: String,
    /// A secret that only the same client can present again.
    pub token: Option<String>,
    /// Time of the login.
    pub since: Tick,
    /// Time of the last action.
    pub active: Tick,
    /// Display of notices.
    pub display: DisplayOptions,
    /// The variables of this session.
    pub variables: Variables,
    /// The variables at the login.
    pub found: Variables,
    /// The rest of a long text.
    pub more: String,
    /// The player they last sent a tell to.
    pub last_told: Option<String>,
    /// The player who last sent them a tell.
    pub told_by: Option<String>,
    /// The channel they last spoke in.
    pub last_channel: Option<u16>,
    /// Times of recent shouts.
    pub shouts: Vec<Tick>,
    /// A new password, while the old one is looked at.
    pub new_password: Option<String>,
    /// Rights of an administrator, and how they are used.
    pub rights: SessionRights,
    /// The current activity.
    pub activity: Activity,
    /// The boards of the simultaneous exhibition they give, in order; `activity` names the current
    /// one.
    pub simul: Vec<GameNumber>,
    /// The games they observe; the first one is the primary one.
    pub observing: Vec<GameNumber>,
    /// The partner in bughouse.
    pub partner: Option<PlayerId>,
    /// The opponent and the terms of the last game, for `rematch`.
    pub last_match: Option<(String, Challenge)>,
    /// The player whose games they observe as soon as they begin.
    pub following: Option<Following>,
    /// Letters of the categories whose best game they observe.
    pub best: Option<String>,
    /// The piece that pawns promote to by default.
    pub promotion: Option<Role>,
    /// Availability at the last announcement.
    pub available: bool,
    /// Time until which the seat is kept while the connection is broken.
    pub away: Option<Tick>,
    /// Set once the lag was reported to the players and observers of the game.
    pub lagged: bool,
}

impl OnlineState {
    /// The state of a player who logs in with the variables of their account.
    pub(crate) fn new(session: SessionId, now: Tick, variables: Variables) -> OnlineState {
        OnlineState {
            session: Some(session),
            since: now,
            active: now,
            found: variables.clone(),
            variables,
            ..OnlineState::default()
        }
    }
}

/// A player, registered or guest.
#[derive(Clone, Debug)]
pub struct Player {
    /// The player's number.
    pub id: PlayerId,
    /// Set if they have an account of their own; else they are a guest.
    pub registered: bool,
    /// The persistent data.
    pub account: Account,
    /// The state while they are online.
    pub online: Option<OnlineState>,
}

impl Player {
    /// Returns true if the player is on a server list.
    pub(crate) fn is(&self, list: List) -> bool {
        self.account.listed.contains(&list)
    }

    /// Returns true if a name is on one of the player's own lists.
    pub(crate) fn lists(&self, list: List, name: &str) -> bool {
        self.account.lists.get(&list).is_some_and(|names| names.contains(name))
    }

    /// Returns the player's titles: `(U)` for guests, else the titles of the server lists they are
    /// on.
    pub(crate) fn titles(&self) -> Titles {
        if !self.registered {
            return [Title::Unregistered].into_iter().collect();
        }
        let plain = self.online.as_ref().is_some_and(|p| p.rights.plain);
        let titles = self.account.listed.iter().filter_map(|list| list.title());
        titles.filter(|title| !(plain && *title == Title::Admin)).collect()
    }

    /// The player's handle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.account.handle
    }

    /// The name followed by titles: `(U)` for guests.
    pub(crate) fn titled(&self) -> Titled {
        let titles = self.titles().to_string();
        Titled { name: self.name().to_owned(), titles }
    }

    /// Returns the session's variables, or the next login's.
    pub(crate) fn variables(&self) -> &Variables {
        self.online.as_ref().map_or(&self.account.variables, |p| &p.variables)
    }

    /// The player's time zone.
    pub(crate) fn zone(&self) -> Zone {
        self.variables()
            .text(Variable::Tzone)
            .and_then(|zone| zone.parse().ok())
            .unwrap_or_default()
    }
}
