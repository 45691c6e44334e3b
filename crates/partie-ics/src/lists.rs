//! Lists: personal ones (censored players, awaited players) and the server's (computers,
//! masters, muzzled players).
//!
//! The lists of the server are marks on the accounts: `computer` are all whose accounts
//! have that mark. So they are kept with the accounts.

use std::collections::BTreeMap;

use partie_wire::notice::{
    lists::{ListNotice, ListPage, ListsPage, Reach},
    who::PinNotice,
};
use partie_wire::{ivars::Ivar, variables::Variable};

use crate::{
    Ics,
    audience::News,
    channel::CHANNELS,
    players::{Player, PlayerId},
    title::{Title, Titles},
};

/// Maximum number of names or channels in a personal list.
pub(crate) const MOST_LISTED: usize = 500;

macro_rules! lists {
    ($($(#[$about:meta])* $variant:ident $name:literal $reach:ident $title:expr;)*) => {
        /// A list of players or channels.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum List {
            $(#[doc = concat!("`", $name, "`.")] $(#[$about])* $variant),*
        }

        impl List {
            /// All, in alphabetical order.
            pub const ALL: &[List] = &[$(List::$variant),*];

            /// The name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(List::$variant => $name),* }
            }

            /// The owner of the list.
            #[must_use]
            pub const fn reach(self) -> Reach {
                match self { $(List::$variant => Reach::$reach),* }
            }

            /// The title of those who are on it.
            #[must_use]
            pub const fn title(self) -> Option<Title> {
                match self { $(List::$variant => $title),* }
            }
        }
    };
}

lists! {
    /// Those who abused the server.
    Abuser "abuser" Public None;
    /// Those who run the server.
    Admin "admin" Public Some(Title::Admin);
    /// Those who must not come in.
    Ban "ban" Admin None;
    /// Blind players.
    Blind "blind" Public Some(Title::Blind);
    /// Chess advisors.
    Ca "ca" Public Some(Title::ChessAdvisor);
    /// Players whose messages are not shown.
    Censor "censor" Personal None;
    /// Channels to listen to.
    Channel "channel" Personal None;
    /// Those who may not shout about chess.
    Cmuzzle "cmuzzle" Admin None;
    /// Programs that play.
    Computer "computer" Public Some(Title::Computer);
    /// Accounts for demonstrations.
    Demo "demo" Public Some(Title::Demonstration);
    /// FIDE masters.
    Fm "fm" Public Some(Title::FideMaster);
    /// Grandmasters.
    Gm "gm" Public Some(Title::Grandmaster);
    /// Players whose games are announced.
    Gnotify "gnotify" Personal None;
    /// Those whom nobody hears.
    Gmuzzle "gmuzzle" Admin None;
    /// Players whose return from idling is announced.
    Idlenotify "idlenotify" Personal None;
    /// International masters.
    Im "im" Public Some(Title::InternationalMaster);
    /// Those who may not shout.
    Muzzle "muzzle" Admin None;
    /// Players to play no games with.
    Noplay "noplay" Personal None;
    /// Those whose notes are not shown.
    Notebanned "notebanned" Admin None;
    /// Players whose arrivals and departures are announced.
    Notify "notify" Personal None;
    /// Service representatives.
    Sr "sr" Public Some(Title::ServiceRepresentative);
    /// Programs that direct tournaments.
    Td "td" Public Some(Title::TournamentDirector);
    /// Teams.
    Team "team" Public Some(Title::Team);
    /// Tournament managers.
    Tm "tm" Public Some(Title::TournamentManager);
    /// Woman FIDE masters.
    Wfm "wfm" Public Some(Title::WomanFideMaster);
    /// Woman grandmasters.
    Wgm "wgm" Public Some(Title::WomanGrandmaster);
    /// Woman international masters.
    Wim "wim" Public Some(Title::WomanInternationalMaster);
}

/// Names in whatever case, as they were spelled when they were put down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// Returns true if it contains a name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(&name.to_ascii_lowercase())
    }

    /// Puts a name down; false if it was there.
    pub fn insert(&mut self, name: &str) -> bool {
        self.0.insert(name.to_ascii_lowercase(), name.to_owned()).is_none()
    }

    /// Strikes a name; false if it was not there.
    pub fn remove(&mut self, name: &str) -> bool {
        self.0.remove(&name.to_ascii_lowercase()).is_some()
    }

    /// The names in lower case, in alphabetical order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The names in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if it has no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Player {
    /// Returns true if the player is on a server list.
    #[must_use]
    pub fn is(&self, list: List) -> bool {
        self.account.listed.contains(&list)
    }

    /// Returns true if a name is on one of the player's own lists.
    #[must_use]
    pub fn lists(&self, list: List, name: &str) -> bool {
        self.account.lists.get(&list).is_some_and(|names| names.contains(name))
    }

    /// The player's titles: `(U)` for guests, else those of the server lists they are on.
    #[must_use]
    pub fn titles(&self) -> Titles {
        if !self.registered {
            return [Title::Unregistered].into_iter().collect();
        }
        let plain = self.online.as_ref().is_some_and(|p| p.rights.plain);
        let titles = self.account.listed.iter().filter_map(|list| list.title());
        titles.filter(|title| !(plain && *title == Title::Admin)).collect()
    }
}

/// The list that a name means to a player.
enum ListMatch {
    One(List),
    Refused(ListNotice),
}

impl Ics {
    /// Returns true if a player is an administrator.
    pub(crate) fn is_admin(&self, who: PlayerId) -> bool {
        self.player(who).is_some_and(|p| p.is(List::Admin))
    }

    /// Returns true if one player censors another.
    pub(crate) fn censors(&self, hearer: PlayerId, speaker: PlayerId) -> bool {
        let Some(speaker) = self.player(speaker) else { return false };
        !speaker.is(List::Admin)
            && self.player(hearer).is_some_and(|p| p.lists(List::Censor, speaker.name()))
    }

    fn meant_list(&self, who: PlayerId, name: &str) -> ListMatch {
        let admin = self.is_admin(who);
        let word = name.to_ascii_lowercase();
        let seen = |list: &&List| admin || list.reach() != Reach::Admin;
        let all: Vec<List> = List::ALL
            .iter()
            .filter(seen)
            .filter(|l| !word.is_empty() && l.name().starts_with(&word))
            .copied()
            .collect();
        if let Some(exact) = all.iter().find(|l| l.name() == word) {
            return ListMatch::One(*exact);
        }
        ListMatch::Refused(match all[..] {
            [one] => return ListMatch::One(one),
            [] => ListNotice::NoSuchList { list: name.to_owned() },
            _ => {
                let names = all.iter().map(|l| l.name()).collect::<Vec<_>>().join(" ");
                ListNotice::AmbiguousList { list: name.to_owned(), names }
            }
        })
    }

    /// `addlist` and `sublist`.
    pub(crate) fn change_list(&mut self, who: PlayerId, name: &str, item: &str, add: bool) {
        let list = match self.meant_list(who, name) {
            ListMatch::One(list) => list,
            ListMatch::Refused(notice) => return self.out.send(who, notice),
        };
        if list.reach() == Reach::Personal {
            self.change_own_list(who, list, item, add);
        } else if self.is_admin(who) {
            self.change_server_list(who, list, item, add);
        } else {
            self.out.send(who, ListNotice::NoRights { list: name.to_owned() });
        }
    }

    fn change_own_list(&mut self, who: PlayerId, list: List, item: &str, add: bool) {
        let name = list.name().into();
        if list == List::Channel {
            return self.change_channels(who, item, add);
        }
        let item = if add {
            let Some(id) = self.find_known(who, Some(item)) else { return };
            if id == who && matches!(list, List::Censor | List::Noplay) {
                return self.out.send(who, ListNotice::NotYourself { list: name });
            }
            self.name(id)
        } else {
            item.to_owned()
        };
        let Some(player) = self.players.get_mut(who) else { return };
        let names = player.account.lists.entry(list).or_default();
        // A name is struck by its beginning, too, where only one begins so.
        let item = match names.iter().filter(|n| begins(n, &item)).collect::<Vec<_>>()[..] {
            [one] if !add && !names.contains(&item) => one.to_owned(),
            _ => item,
        };
        let notice = if add {
            if names.len() >= MOST_LISTED {
                ListNotice::Full { list: name }
            } else if names.insert(&item) {
                ListNotice::Added { item, list: name }
            } else {
                ListNotice::Already { item, list: name }
            }
        } else if names.remove(&item) {
            ListNotice::Removed { item, list: name }
        } else {
            ListNotice::NotOn { item, list: name }
        };
        self.store_account(who);
        self.out.send(who, notice);
    }

    fn change_channels(&mut self, who: PlayerId, number: &str, add: bool) {
        let Some(number) = self.channel_number(who, number) else { return };
        let Some(player) = self.players.get_mut(who) else { return };
        let channels = &mut player.account.channels;
        let changed = if add { channels.insert(number) } else { channels.remove(&number) };
        let (item, list) = (number.to_string(), List::Channel.name().into());
        let notice = match (add, changed) {
            (true, true) => ListNotice::Added { item, list },
            (true, false) => ListNotice::Already { item, list },
            (false, true) => ListNotice::Removed { item, list },
            (false, false) => ListNotice::NotOn { item, list },
        };
        if changed {
            self.store_account(who);
        }
        self.out.send(who, notice);
    }

    pub(crate) fn change_server_list(&mut self, who: PlayerId, list: List, item: &str, add: bool) {
        let Some(id) = self.find_known(who, Some(item)) else { return };
        if matches!(list, List::Admin | List::Ban) && !self.may_rule(who, id) {
            return;
        }
        let (by, item): (partie_wire::fields::Name, _) = (self.name(who).into(), self.name(id));
        let name: partie_wire::fields::Name = list.name().into();
        let Some(player) = self.players.get_mut(id) else { return };
        let listed = &mut player.account.listed;
        let changed = if add { listed.insert(list) } else { listed.remove(&list) };
        let notice = match (add, changed) {
            (true, true) => ListNotice::AddedPublic { item, list: name.clone() },
            (true, false) => ListNotice::AlreadyPublic { item, list: name.clone() },
            (false, true) => ListNotice::RemovedPublic { item, list: name.clone() },
            (false, false) => ListNotice::NotOnPublic { item, list: name.clone() },
        };
        if changed {
            self.store_account(id);
            if list.reach() == Reach::Public && id != who {
                let notice = if add {
                    ListNotice::YouWereAdded { list: name, by }
                } else {
                    ListNotice::YouWereRemoved { list: name, by }
                };
                self.out.send(id, notice);
            }
        }
        self.out.send(who, notice);
    }

    /// `showlist`.
    pub(crate) fn show_list(&mut self, who: PlayerId, name: Option<&str>) {
        let Some(name) = name else {
            let admin = self.is_admin(who);
            let lists = List::ALL
                .iter()
                .filter(|l| admin || l.reach() != Reach::Admin)
                .map(|l| (l.name().to_owned(), l.reach()))
                .collect();
            return self.out.send(who, ListsPage { lists });
        };
        let list = match self.meant_list(who, name) {
            ListMatch::One(list) => list,
            ListMatch::Refused(notice) => return self.out.send(who, notice),
        };
        let items = if list == List::Channel {
            let channels = self.player(who).map(|p| &p.account.channels);
            channels.into_iter().flatten().map(u16::to_string).collect()
        } else if list.reach() == Reach::Personal {
            let own = self.player(who).and_then(|p| p.account.lists.get(&list));
            own.map(|names| names.iter().map(str::to_owned).collect()).unwrap_or_default()
        } else {
            self.players.iter().filter(|p| p.is(list)).map(|p| p.name().to_owned()).collect()
        };
        self.out.send(who, ListPage { list: list.name().to_owned(), items });
    }

    /// The number of a channel that a player may hear; else reports why not.
    pub(crate) fn channel_number(&mut self, who: PlayerId, text: &str) -> Option<u16> {
        use partie_wire::notice::talk::TalkNotice;
        let number = text.parse().ok().filter(|n| *n < CHANNELS);
        let refusal = match number {
            None => TalkNotice::NoSuchChannel { most: u32::from(CHANNELS) - 1 },
            Some(0) if !self.is_admin(who) => TalkNotice::ChannelOfAdmins { channel: 0 },
            Some(_) => return number,
        };
        self.out.send(who, refusal);
        None
    }

    /// The players online who have a name on their notify, gnotify or idlenotify list, in the
    /// order of their names.
    pub(crate) fn listeners(&self, list: List, name: &str) -> Vec<PlayerId> {
        let mut listeners: Vec<PlayerId> = self.players.audience().of_name(list, name).collect();
        listeners.sort_by_cached_key(|id| self.player(*id).map(|p| p.account.key()));
        listeners
    }

    /// Announces an arrival, and reports to the player who of their lists is online.
    pub(crate) fn arrived(&mut self, who: PlayerId) {
        let Some(player) = self.player(who) else { return };
        let name = player.name().to_owned();
        let own: Vec<String> = player
            .account
            .lists
            .get(&List::Notify)
            .map(|names| names.iter().map(str::to_owned).collect())
            .unwrap_or_default();
        let here: Vec<String> = own
            .iter()
            .filter(|n| self.players.named(n).is_some_and(|p| p.online.is_some()))
            .cloned()
            .collect();
        if !here.is_empty() {
            self.out.send(who, ListNotice::Company { names: here.join(" ") });
        }
        let noting = self.listeners(List::Notify, &name);
        if self.wants(who, Variable::Notifiedby) && !noting.is_empty() {
            let names: Vec<String> = noting.iter().map(|id| self.name(*id)).collect();
            self.out.send(who, ListNotice::Noted { names: names.join(" ") });
        }
        let waiting = self.opponents_on(who);
        let waiting: Vec<PlayerId> =
            waiting.iter().filter_map(|n| self.players.named(n).map(|p| p.id)).collect();
        for id in &waiting {
            self.out.send(*id, ListNotice::ArrivedAdjourned { name: name.as_str().into() });
        }
        for id in noting.into_iter().filter(|id| !waiting.contains(id)) {
            self.out.send(id, ListNotice::Arrived { name: name.as_str().into() });
        }
        for noted in own {
            let Some(other) = self.players.named(&noted).map(|p| p.id) else { continue };
            let back = self.player(other).is_some_and(|p| p.lists(List::Notify, &name));
            if !back && self.wants(other, Variable::Notifiedby) {
                self.out.send(other, ListNotice::ArrivedUnlisted { name: name.as_str().into() });
            }
        }
        let line = self.who_line(who, &crate::category::Category::RATED);
        self.pin(
            who,
            &PinNotice::Came(line),
            &ListNotice::Connected { name: name.as_str().into() },
        );
    }

    /// A player goes.
    pub(crate) fn departed(&mut self, who: PlayerId) {
        let Some(player) = self.player(who) else { return };
        let name = player.name().to_owned();
        let own: Vec<String> = player
            .account
            .lists
            .get(&List::Notify)
            .map(|names| names.iter().map(str::to_owned).collect())
            .unwrap_or_default();
        for id in self.listeners(List::Notify, &name) {
            self.out.send(id, ListNotice::Departed { name: name.as_str().into() });
        }
        for noted in own {
            let Some(other) = self.players.named(&noted).map(|p| p.id) else { continue };
            let back = self.player(other).is_some_and(|p| p.lists(List::Notify, &name));
            if !back && self.wants(other, Variable::Notifiedby) {
                self.out.send(other, ListNotice::DepartedUnlisted { name: name.as_str().into() });
            }
        }
        self.pin(
            who,
            &PinNotice::Went(name.clone()),
            &ListNotice::Disconnected { name: name.as_str().into() },
        );
    }

    /// Announces an arrival or departure to all others, each in the form they asked for.
    fn pin(&mut self, who: PlayerId, line: &PinNotice, words: &ListNotice) {
        let others: Vec<(PlayerId, bool, bool)> = self
            .players
            .audience()
            .of(News::Logins)
            .filter(|id| *id != who)
            .filter_map(|id| {
                let online = self.online(id)?;
                let lines = online.display.ivars.has(Ivar::Pin);
                Some((id, lines, online.variables.on(Variable::Pin)))
            })
            .collect();
        for (id, wants_line, wants_words) in others {
            if wants_line {
                self.out.send(id, line.clone());
            }
            if wants_words {
                self.out.send(id, words.clone());
            }
        }
    }

    /// Those who want to know when a player does something again.
    pub(crate) fn unidle(&mut self, who: PlayerId) {
        let name = self.name(who);
        for id in self.listeners(List::Idlenotify, &name) {
            self.out.send(id, ListNotice::Unidle { name: name.as_str().into() });
            if let Some(names) =
                self.players.get_mut(id).and_then(|p| p.account.lists.get_mut(&List::Idlenotify))
            {
                names.remove(&name);
            }
            self.store_account(id);
        }
    }

    /// `znotify`.
    pub(crate) fn znotify(&mut self, who: PlayerId) {
        let Some(player) = self.player(who) else { return };
        let own = player.account.lists.get(&List::Notify);
        let here: Vec<String> = own
            .into_iter()
            .flat_map(Names::iter)
            .filter_map(|name| self.players.named(name))
            .filter(|p| p.online.is_some())
            .map(|p| self.with_idle(p.id))
            .collect();
        let noting: Vec<String> = self
            .listeners(List::Notify, player.name())
            .iter()
            .map(|id| self.with_idle(*id))
            .collect();
        let company = if here.is_empty() {
            ListNotice::NoCompany
        } else {
            ListNotice::Company { names: here.join(" ") }
        };
        self.out.send(who, company);
        let noted = if noting.is_empty() {
            ListNotice::NobodyNotes
        } else {
            ListNotice::Noting { names: noting.join(" ") }
        };
        self.out.send(who, noted);
    }

    /// A name with the time since its player did something, if that is a minute or more.
    fn with_idle(&self, id: PlayerId) -> String {
        let name = self.name(id);
        let idle = self.online(id).map_or(0, |p| (self.out.now - p.active).whole_seconds() / 60);
        match idle {
            0 => name,
            minutes if minutes < 60 => format!("{name}(idle:{minutes}m)"),
            minutes => format!("{name}(idle:{}h{}m)", minutes / 60, minutes % 60),
        }
    }
}

fn begins(name: &str, begin: &str) -> bool {
    name.get(..begin.len()).is_some_and(|n| n.eq_ignore_ascii_case(begin))
}
