//! Players: their accounts, and who of them is on.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use partie_core::Role;
use partie_wire::{display::DisplayOptions, variables::Variables};

use crate::{
    audience::Audience,
    challenge::{Challenge, Colors},
    channel,
    game::GameNumber,
    lists::{List, Names},
    message::Message,
    rating::Records,
    record::{HistoryGame, RecordedGame},
    session::SessionId,
    time::Tick,
};

/// A player's number while the server runs. Guests have one, too, until they leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u32);

impl PlayerId {
    /// The server's owner, who speaks over a socket of the machine and plays no games.
    pub const OWNER: PlayerId = PlayerId(0);
}

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
    pub admin_notes: crate::admin_state::AdminNotes,
}

/// A player came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logon {
    /// Time of the event.
    pub at: Tick,
    /// Set for an arrival.
    pub came: bool,
}

impl Logon {
    /// Number kept per player.
    pub const KEPT: usize = 10;
    /// Number kept for all players together.
    pub const KEPT_OF_ALL: usize = 200;
}

impl Account {
    /// A new account, which listens to the channels for beginners.
    #[must_use]
    pub fn new(handle: &str) -> Account {
        Account { handle: handle.to_owned(), channels: channel::FIRST.into(), ..Account::default() }
    }

    /// The key: the name in small letters.
    #[must_use]
    pub fn key(&self) -> String {
        self.handle.to_ascii_lowercase()
    }
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

/// A player whose games are observed as soon as they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Following {
    /// The followed player.
    pub whom: PlayerId,
    /// Set if the games of their partner are meant.
    pub partner: bool,
}

/// The data of a player who is online.
#[derive(Clone, Debug)]
pub struct OnlineState {
    /// The connection; `None` while it is broken and the game waits.
    pub session: Option<SessionId>,
    /// Address of the connection.
    pub address: String,
    /// A secret that only the same client can present again.
    pub token: Option<String>,
    /// Time of the login.
    pub since: Tick,
    /// Time of the last action.
    pub active: Tick,
    /// How notices are displayed.
    pub display: DisplayOptions,
    /// The variables of this session.
    pub variables: Variables,
    /// The variables at the login.
    pub found: Variables,
    /// The rest of a long text.
    pub more: String,
    /// The player they last sent a tell to.
    pub last_told: Option<String>,
    /// The channel they last spoke in.
    pub last_channel: Option<u16>,
    /// Times of recent shouts.
    pub shouts: Vec<Tick>,
    /// A new password, while the old one is looked at.
    pub new_password: Option<String>,
    /// Rights of an administrator, and how they are used.
    pub rights: crate::admin_state::SessionRights,
    /// The current activity.
    pub activity: Activity,
    /// The boards of the simultaneous exhibition they give, in order; `activity` names the current
    /// one.
    pub simul: Vec<GameNumber>,
    /// The games they observe; the first one is the primary one.
    pub observing: Vec<GameNumber>,
    /// The partner in bughouse.
    pub partner: Option<PlayerId>,
    /// The opponent of the last game and what was played, for `rematch`.
    pub last_match: Option<(String, Challenge)>,
    /// The player whose games they observe as soon as they begin.
    pub following: Option<Following>,
    /// The letters of the categories of which they observe the best game.
    pub best: Option<String>,
    /// The piece that pawns promote to by default.
    pub promotion: Role,
    /// Availability at the last announcement.
    pub available: bool,
    /// Time until which the seat is kept while the connection is broken.
    pub away: Option<Tick>,
    /// Set once the lag was reported to those at the game.
    pub lagged: bool,
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
    /// The player's handle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.account.handle
    }

    /// The name followed by titles: `(U)` for guests.
    #[must_use]
    pub fn titled(&self) -> partie_wire::fields::Titled {
        let titles = self.titles().to_string();
        partie_wire::fields::Titled { name: self.name().to_owned(), titles }
    }
}

/// All players, with an index of those online.
#[derive(Clone, Debug, Default)]
pub struct Players {
    /// Boxed: moving large values within the tree would waste memory.
    all: BTreeMap<PlayerId, Box<Player>>,
    by_key: BTreeMap<String, PlayerId>,
    /// Players online, so that the number of accounts costs those online nothing.
    on: BTreeMap<String, PlayerId>,
    audience: Audience,
    /// Registered players whose accounts were taken away.
    removed: BTreeMap<String, PlayerId>,
    last: u32,
    /// Players whose activity or availability may have changed while an input was handled.
    moved: Vec<PlayerId>,
    /// Arrivals and departures, the oldest first.
    logons: VecDeque<(String, Logon)>,
    /// The most players online at once.
    most_online: u32,
}

/// The result of matching a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameMatch {
    /// One player.
    One(PlayerId),
    /// Several whose names begin so.
    Many(Vec<String>),
    /// No player has such a name.
    Nobody,
}

impl Players {
    /// Adds a player; the caller has made sure that the name is free.
    pub fn add(&mut self, account: Account, registered: bool) -> PlayerId {
        self.last += 1;
        let id = PlayerId(self.last);
        self.by_key.insert(account.key(), id);
        self.all.insert(id, Box::new(Player { id, registered, account, online: None }));
        id
    }

    /// Takes an account away; it can be given back. Its player is not on.
    pub fn mark_removed(&mut self, id: PlayerId) {
        if let Some(player) = self.all.get(&id) {
            let key = player.account.key();
            self.by_key.remove(&key);
            if let Some(before) = self.removed.insert(key, id)
                && before != id
            {
                self.all.remove(&before);
            }
        }
    }

    /// Adds a player whose account was removed; another one may have the name.
    pub(crate) fn add_removed(&mut self, account: Account) -> PlayerId {
        self.last += 1;
        let id = PlayerId(self.last);
        if let Some(before) = self.removed.insert(account.key(), id) {
            self.all.remove(&before);
        }
        self.all.insert(id, Box::new(Player { id, registered: true, account, online: None }));
        id
    }

    /// A player whose account was taken away, by the whole name.
    #[must_use]
    pub fn removed_named(&self, name: &str) -> Option<PlayerId> {
        self.removed.get(&name.to_ascii_lowercase()).copied()
    }

    /// The players whose accounts were taken away, in the order of their names.
    pub fn removed(&self) -> impl Iterator<Item = &Player> {
        self.removed.values().filter_map(|id| self.get(*id))
    }

    /// Gives an account back; the caller has made sure that the name is free.
    pub fn restore(&mut self, name: &str) -> Option<PlayerId> {
        let id = self.removed.remove(&name.to_ascii_lowercase())?;
        let key = self.all.get(&id)?.account.key();
        self.by_key.insert(key, id);
        Some(id)
    }

    /// Gives a player another name; the caller has made sure that it is free.
    pub fn rename(&mut self, id: PlayerId, handle: &str) {
        if let Some(player) = self.all.get_mut(&id) {
            let before = player.account.key();
            handle.clone_into(&mut player.account.handle);
            self.by_key.remove(&before);
            self.by_key.insert(player.account.key(), id);
            if self.on.remove(&before).is_some() {
                self.on.insert(player.account.key(), id);
            }
        }
    }

    /// Adds the server's owner, who has a number but is no player: no name matches.
    pub(crate) fn add_owner(&mut self, account: Account) {
        let id = PlayerId::OWNER;
        let owner = Player { id, registered: false, account, online: None };
        self.all.insert(id, Box::new(owner));
    }

    /// All registered players, to be changed.
    pub fn registered_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.all.values_mut().map(Box::as_mut).filter(|p| p.registered)
    }

    /// Forgets a player.
    pub fn remove(&mut self, id: PlayerId) {
        if let Some(player) = self.all.remove(&id) {
            let key = player.account.key();
            self.by_key.remove(&key);
            self.on.remove(&key);
            self.audience.remove(id);
        }
    }

    /// A player comes.
    pub(crate) fn set_online(&mut self, id: PlayerId, online: OnlineState) {
        if let Some(player) = self.all.get_mut(&id) {
            player.online = Some(online);
            self.on.insert(player.account.key(), id);
            self.audience.update(player);
        }
    }

    /// A player goes.
    pub(crate) fn set_offline(&mut self, id: PlayerId) {
        if let Some(player) = self.all.get_mut(&id) {
            player.online = None;
            self.on.remove(&player.account.key());
            self.audience.remove(id);
        }
    }

    /// The players online by the news they asked for.
    pub(crate) fn audience(&self) -> &Audience {
        &self.audience
    }

    /// Updates the news that a player asks for, after a possible change.
    pub(crate) fn update_audience(&mut self, id: PlayerId) {
        if let Some(player) = self.all.get(&id) {
            self.audience.update(player);
        }
    }

    /// The player of a number.
    #[must_use]
    pub fn get(&self, id: PlayerId) -> Option<&Player> {
        self.all.get(&id).map(Box::as_ref)
    }

    /// The player of a number, mutably.
    pub fn get_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.all.get_mut(&id).map(Box::as_mut)
    }

    /// A player by the whole name, in whatever case.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Player> {
        self.get(*self.by_key.get(&name.to_ascii_lowercase())?)
    }

    /// All players in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Player> {
        self.by_key.values().filter_map(|id| self.get(*id))
    }

    /// The players online, in the order of their names.
    pub fn online(&self) -> impl Iterator<Item = &Player> {
        self.on.values().filter_map(|id| self.get(*id))
    }

    /// Number of players online.
    #[must_use]
    pub fn count_online(&self) -> usize {
        self.on.len()
    }

    /// Updates the most players online at once, after a login.
    pub(crate) fn count(&mut self) {
        self.most_online = self.most_online.max(self.on.len() as u32);
    }

    /// The most players online at once since the server started.
    #[must_use]
    pub fn most_online(&self) -> u32 {
        self.most_online
    }

    /// Notes that a player's activity or availability may have changed.
    pub(crate) fn note_moved(&mut self, who: PlayerId) {
        self.moved.push(who);
    }

    /// Takes the players of whom [`Self::note_moved`] was told.
    pub(crate) fn take_moved(&mut self) -> Vec<PlayerId> {
        std::mem::take(&mut self.moved)
    }

    /// The last arrivals and departures of all players, at most so many, the oldest first.
    pub(crate) fn last_logons(&self, number: usize) -> impl Iterator<Item = &(String, Logon)> {
        self.logons.iter().skip(self.logons.len().saturating_sub(number))
    }

    /// Loads arrivals and departures, the oldest first.
    pub(crate) fn set_logons(&mut self, logons: impl Iterator<Item = (String, Logon)>) {
        self.logons = logons.collect();
    }

    /// Adds an arrival or departure to those of all players.
    pub(crate) fn push_logon(&mut self, name: String, logon: Logon) {
        if self.logons.len() >= Logon::KEPT_OF_ALL {
            self.logons.pop_front();
        }
        self.logons.push_back((name, logon));
    }

    /// Matches a name or its beginning, among players online.
    #[must_use]
    pub fn match_online(&self, name: &str) -> NameMatch {
        self.match_name(name, |p| p.online.is_some())
    }

    /// Matches a name or its beginning, among all players.
    #[must_use]
    pub fn match_name(&self, name: &str, among: impl Fn(&Player) -> bool) -> NameMatch {
        let key = name.to_ascii_lowercase();
        let mut found = self
            .by_key
            .range(key.clone()..)
            .take_while(|(k, _)| k.starts_with(&key))
            .filter_map(|(k, id)| Some((k, self.get(*id)?)))
            .filter(|(_, p)| among(p))
            .peekable();
        match found.peek() {
            None => return NameMatch::Nobody,
            Some((k, player)) if **k == key => return NameMatch::One(player.id),
            Some(_) => {}
        }
        let all: Vec<&Player> = found.map(|(_, p)| p).collect();
        match all[..] {
            [one] => NameMatch::One(one.id),
            _ => NameMatch::Many(all.iter().map(|p| p.name().to_owned()).collect()),
        }
    }
}
