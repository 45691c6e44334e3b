//! Players: their accounts, and who of them is on.

use std::{
    collections::{BTreeMap, BTreeSet},
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
    record::{HistoryGame, KeptGame},
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

/// What is known of a player for good.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// The name as its owner spells it.
    pub handle: String,
    /// The hash of the password; none for guests.
    pub password: Option<String>,
    /// Ratings and counts of games.
    pub records: Records,
    /// How often he had which side.
    pub colors: Colors,
    /// The last games, the oldest first.
    pub history: Vec<HistoryGame>,
    /// Games kept for good, by their places `A` to `Z`.
    pub journal: BTreeMap<char, Arc<KeptGame>>,
    /// Names for commands.
    pub aliases: BTreeMap<String, String>,
    /// The variables with which he logs in.
    pub variables: Variables,
    /// His own lists of names.
    pub lists: BTreeMap<List, Names>,
    /// The channels to which he listens.
    pub channels: BTreeSet<u16>,
    /// The lists of the server on which he is.
    pub listed: BTreeSet<List>,
    /// What others left for him, the oldest first.
    pub messages: Vec<Message>,
    /// When he came and went, the oldest first.
    pub logons: Vec<Logon>,
    /// What the server's administrators know of him.
    pub admin_notes: crate::admin_state::AdminNotes,
}

/// Somebody came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logon {
    /// When.
    pub at: Tick,
    /// Whether he came.
    pub came: bool,
}

impl Logon {
    /// How many are kept of a player.
    pub const KEPT: usize = 10;
    /// How many are kept of all together.
    pub const KEPT_OF_ALL: usize = 200;
}

impl Account {
    /// The account of somebody new: he listens to the channels for beginners.
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

/// What a player who is on is doing.
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

/// Whose games somebody observes as soon as they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Following {
    /// Whom.
    pub whom: PlayerId,
    /// Whether his partner's games are meant.
    pub partner: bool,
}

/// What is known of a player while he is on.
#[derive(Clone, Debug)]
pub struct OnlineState {
    /// The connection; none while it is broken and his game waits.
    pub session: Option<SessionId>,
    /// Where he came from.
    pub address: String,
    /// A secret that only the same client can present again.
    pub token: Option<String>,
    /// When he came.
    pub since: Tick,
    /// When he last did something.
    pub active: Tick,
    /// How he wants to be told.
    pub display: DisplayOptions,
    /// The variables of this session.
    pub variables: Variables,
    /// The variables with which he logged in.
    pub found: Variables,
    /// What is left of a long text.
    pub more: String,
    /// To whom he said something last.
    pub last_told: Option<String>,
    /// In which channel he said something last.
    pub last_channel: Option<u16>,
    /// When he shouted lately.
    pub shouts: Vec<Tick>,
    /// A new password, while the old one is looked at.
    pub new_password: Option<String>,
    /// What he may do that others may not, and how he does it.
    pub rights: crate::admin_state::SessionRights,
    /// What he is doing.
    pub activity: Activity,
    /// The boards of the simultaneous exhibition that he gives, in their order; at one of
    /// them, his place, he stands.
    pub simul: Vec<GameNumber>,
    /// The games he observes; the first one is the primary one.
    pub observing: Vec<GameNumber>,
    /// The partner in bughouse.
    pub partner: Option<PlayerId>,
    /// The opponent of the last game and what was played, for `rematch`.
    pub last_match: Option<(String, Challenge)>,
    /// Whose games he observes as soon as they begin.
    pub following: Option<Following>,
    /// The letters of the categories of which he observes the best game.
    pub best: Option<String>,
    /// What his pawns become when he does not say it.
    pub promotion: Role,
    /// Whether he could be challenged when that was last told.
    pub available: bool,
    /// Until when his seat is kept while his connection is broken.
    pub away: Option<Tick>,
    /// Whether those at the game were told how long it has been so.
    pub lagged: bool,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// His number.
    pub id: PlayerId,
    /// Whether he has an account of his own; else he is a guest.
    pub registered: bool,
    /// What is known for good.
    pub account: Account,
    /// What is known while he is on.
    pub online: Option<OnlineState>,
}

impl Player {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.account.handle
    }

    /// The name with titles behind it: `(U)` for guests.
    #[must_use]
    pub fn titled(&self) -> partie_wire::fields::Titled {
        let titles = self.titles().to_string();
        partie_wire::fields::Titled { name: self.name().to_owned(), titles }
    }
}

/// All players.
#[derive(Clone, Debug, Default)]
pub struct Players {
    /// Each by himself: a tree of great values moves and wastes much memory.
    all: BTreeMap<PlayerId, Box<Player>>,
    by_key: BTreeMap<String, PlayerId>,
    /// Who is on, so that a great many accounts cost those who are on nothing.
    on: BTreeMap<String, PlayerId>,
    audience: Audience,
    /// Registered players whose accounts were taken away.
    removed: BTreeMap<String, PlayerId>,
    last: u32,
}

/// What a name may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameMatch {
    /// One player.
    One(PlayerId),
    /// Several whose names begin so.
    Many(Vec<String>),
    /// Nobody.
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

    /// Adds a player whose account was taken away; another one may have his name.
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

    /// The server's owner, who has a number but is no player: no name finds him.
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

    /// What a player asks to be notified of may have changed.
    pub(crate) fn update_audience(&mut self, id: PlayerId) {
        if let Some(player) = self.all.get(&id) {
            self.audience.update(player);
        }
    }

    /// A player by his number.
    #[must_use]
    pub fn get(&self, id: PlayerId) -> Option<&Player> {
        self.all.get(&id).map(Box::as_ref)
    }

    /// A player by his number, to be changed.
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

    /// Who is on, in the order of the names.
    pub fn online(&self) -> impl Iterator<Item = &Player> {
        self.on.values().filter_map(|id| self.get(*id))
    }

    /// How many are on.
    #[must_use]
    pub fn count_online(&self) -> usize {
        self.on.len()
    }

    /// Who is meant by a name or its beginning, among those who are on.
    #[must_use]
    pub fn match_online(&self, name: &str) -> NameMatch {
        self.match_name(name, |p| p.online.is_some())
    }

    /// Who is meant by a name or its beginning, among all.
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
