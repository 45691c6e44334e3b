//! Players: their accounts, and who of them is on.

pub(crate) mod find;
pub(crate) mod player;
mod queries;
mod store;

use std::collections::{BTreeMap, VecDeque};

use partie_wire::command::Level;

use crate::{admin_state::AdminNotes, audience::Audience, lists::List};

pub use crate::ids::PlayerId;
pub use player::{Account, Activity, Following, Logon, OnlineState, Player};

/// All players, with an index of those online.
#[derive(Clone, Debug, Default)]
pub struct Players {
    /// Boxed: moving large values within the tree would waste memory.
    all: BTreeMap<PlayerId, Box<Player>>,
    by_key: BTreeMap<String, PlayerId>,
    /// Players online, so that commands about these do not depend on the number of accounts.
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
pub(crate) enum NameMatch {
    /// One player.
    One(PlayerId),
    /// Several whose names begin so.
    Many(Vec<String>),
    /// No player has such a name.
    Nobody,
}

impl Players {
    /// Adds a player; the caller has made sure that the name is free.
    pub(crate) fn add(&mut self, account: Account, registered: bool) -> PlayerId {
        self.last += 1;
        let id = PlayerId(self.last);
        self.by_key.insert(account.key(), id);
        self.all.insert(id, Box::new(Player { id, registered, account, online: None }));
        id
    }

    /// Takes an account away; it can be given back. Its player is not on.
    pub(crate) fn mark_removed(&mut self, id: PlayerId) {
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
    pub(crate) fn removed_named(&self, name: &str) -> Option<PlayerId> {
        self.removed.get(&name.to_ascii_lowercase()).copied()
    }

    /// The players whose accounts were taken away, in the order of their names.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &Player> {
        self.removed.values().filter_map(|id| self.get(*id))
    }

    /// Gives an account back; the caller has made sure that the name is free.
    pub(crate) fn restore(&mut self, name: &str) -> Option<PlayerId> {
        let id = self.removed.remove(&name.to_ascii_lowercase())?;
        let key = self.all.get(&id)?.account.key();
        self.by_key.insert(key, id);
        Some(id)
    }

    /// Gives a player another name; the caller has made sure that it is free.
    pub(crate) fn rename(&mut self, id: PlayerId, handle: &str) {
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
    pub(crate) fn add_owner(&mut self) {
        let id = PlayerId::OWNER;
        let account = Account {
            handle: "Owner".to_owned(),
            listed: [List::Admin].into_iter().collect(),
            admin_notes: AdminNotes { level: Level::OWNER.0, ..AdminNotes::default() },
            ..Account::default()
        };
        let owner = Player { id, registered: false, account, online: None };
        self.all.insert(id, Box::new(owner));
    }

    /// All registered players, to be changed.
    pub(crate) fn registered_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.all.values_mut().map(Box::as_mut).filter(|p| p.registered)
    }

    /// Forgets a player.
    pub(crate) fn remove(&mut self, id: PlayerId) {
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

    /// Updates a player's news in the index, after a possible change.
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
    pub(crate) fn get_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.all.get_mut(&id).map(Box::as_mut)
    }

    /// Finds a player by the whole name, in any case.
    pub(crate) fn named(&self, name: &str) -> Option<&Player> {
        self.get(*self.by_key.get(&name.to_ascii_lowercase())?)
    }

    /// All players in the order of their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Player> {
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
    pub(crate) fn most_online(&self) -> u32 {
        self.most_online
    }

    /// Notes that a player's activity or availability may have changed.
    pub(crate) fn note_moved(&mut self, who: PlayerId) {
        self.moved.push(who);
    }

    /// Takes the players noted by [`Self::note_moved`].
    pub(crate) fn take_moved(&mut self) -> Vec<PlayerId> {
        std::mem::take(&mut self.moved)
    }

    /// Returns at most `number` of the last arrivals and departures of all players, the oldest
    /// first.
    pub(crate) fn last_logons(&self, number: usize) -> impl Iterator<Item = &(String, Logon)> {
        self.logons.iter().skip(self.logons.len().saturating_sub(number))
    }

    /// Loads arrivals and departures, the oldest first.
    pub(crate) fn set_logons(&mut self, logons: impl Iterator<Item = (String, Logon)>) {
        self.logons = logons.collect();
    }

    /// Adds an arrival or departure to the log of all players.
    pub(crate) fn push_logon(&mut self, name: String, logon: Logon) {
        if self.logons.len() >= Logon::KEPT_OF_ALL {
            self.logons.pop_front();
        }
        self.logons.push_back((name, logon));
    }

    /// Matches a name or its beginning, among players online.
    pub(crate) fn match_online(&self, name: &str) -> NameMatch {
        self.match_name(name, |p| p.online.is_some())
    }

    /// Matches a name or its beginning, among all players.
    pub(crate) fn match_name(&self, name: &str, among: impl Fn(&Player) -> bool) -> NameMatch {
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
