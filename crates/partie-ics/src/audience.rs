//! Players online, indexed by the kinds of news that they receive.
//!
//! Few of the players online want to hear of a login. With this index its cost depends on the
//! number of players to notify, not on the number online.

use std::collections::{BTreeMap, BTreeSet};

use partie_wire::{ivars::Ivar, variables::Variable};

use crate::{ids::PlayerId, lists::List, players::player::Player};

/// News for everyone who asked for that kind of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum News {
    /// Logins and logouts: `set pin 1` or `iset pin 1`.
    Logins,
    /// Players who can be challenged now, or no longer: `set availinfo 1`.
    Availability,
    /// Games that begin and end: `set gin 1`.
    Games,
}

/// Lists whose owners are notified of the activity of players on them.
const LISTS: [List; 3] = [List::Notify, List::Gnotify, List::Idlenotify];

/// The news that one player asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Interests {
    news: Vec<News>,
    /// Lists, and the lower-case names on them.
    names: Vec<(List, String)>,
}

impl Interests {
    fn of(player: &Player) -> Interests {
        let Some(online) = &player.online else { return Interests::default() };
        let on = |variable| online.variables.on(variable);
        let asked = [
            (News::Logins, on(Variable::Pin) || online.display.ivars.has(Ivar::Pin)),
            (News::Availability, on(Variable::Availinfo)),
            (News::Games, on(Variable::Gin)),
        ];
        let listed = |list: List| player.account.lists.get(&list).map(|names| (list, names));
        Interests {
            news: asked.into_iter().filter(|(_, asked)| *asked).map(|(news, _)| news).collect(),
            names: LISTS
                .into_iter()
                .filter_map(listed)
                .flat_map(|(list, names)| names.keys().map(move |key| (list, key.to_owned())))
                .collect(),
        }
    }
}

/// Players online, by the news that they receive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audience {
    of_news: BTreeMap<News, BTreeSet<PlayerId>>,
    of_names: BTreeMap<List, BTreeMap<String, BTreeSet<PlayerId>>>,
    /// Under what each is indexed, so that it can be taken out again.
    indexed: BTreeMap<PlayerId, Interests>,
}

impl Audience {
    /// Updates the index from a player's settings; does nothing if they are not online.
    pub(crate) fn update(&mut self, player: &Player) {
        let now = Interests::of(player);
        let empty = now == Interests::default();
        if self.indexed.get(&player.id).map_or(empty, |before| *before == now) {
            return;
        }
        self.remove(player.id);
        for news in &now.news {
            self.of_news.entry(*news).or_default().insert(player.id);
        }
        for (list, key) in &now.names {
            let names = self.of_names.entry(*list).or_default();
            names.entry(key.clone()).or_default().insert(player.id);
        }
        if !empty {
            self.indexed.insert(player.id, now);
        }
    }

    /// Takes a player out.
    pub(crate) fn remove(&mut self, who: PlayerId) {
        let Some(before) = self.indexed.remove(&who) else { return };
        for news in before.news {
            if let Some(listeners) = self.of_news.get_mut(&news) {
                listeners.remove(&who);
            }
        }
        for (list, key) in before.names {
            let Some(names) = self.of_names.get_mut(&list) else { continue };
            if let Some(listeners) = names.get_mut(&key) {
                listeners.remove(&who);
                if listeners.is_empty() {
                    names.remove(&key);
                }
            }
        }
    }

    /// Players who receive a kind of news.
    pub(crate) fn of(&self, news: News) -> impl Iterator<Item = PlayerId> {
        self.of_news.get(&news).into_iter().flatten().copied()
    }

    /// Number of players who receive a kind of news.
    pub(crate) fn count(&self, news: News) -> usize {
        self.of_news.get(&news).map_or(0, BTreeSet::len)
    }

    /// Players with a name on their list, one of [`LISTS`].
    pub(crate) fn of_name(&self, list: List, name: &str) -> impl Iterator<Item = PlayerId> {
        debug_assert!(LISTS.contains(&list), "{list:?} is not indexed");
        let names = self.of_names.get(&list);
        let listeners = names.and_then(|names| names.get(&name.to_ascii_lowercase()));
        listeners.into_iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};

    use super::*;
    use crate::{Config, Ics, Input, Output, SessionId, Tick, players::Account};

    const NAMES: [&str; 4] = ["Adam", "Boris", "Cecil", "Dora"];
    /// All lines that change a player's news; `-` is a lost connection.
    const LINES: [&str; 18] = [
        "set pin 1",
        "set pin 0",
        "iset pin 1",
        "iset pin 0",
        "set availinfo 1",
        "set availinfo 0",
        "set gin 1",
        "set gin 0",
        "+notify adam",
        "-notify adam",
        "+notify cecil",
        "+gnotify boris",
        "-gnotify boris",
        "+idlenotify dora",
        "register Dora d@example.org Dora",
        "match adam 3 0",
        "quit",
        "-",
    ];

    /// One step: a player logs in, or acts if they are online.
    fn step(ics: &mut Ics, sessions: &mut [u64; 4], who: usize, line: &str, minutes: i64) {
        let now = ics.state.out.now + crate::Span::seconds(minutes * 60);
        let mut inputs = Vec::new();
        if ics.state.players.named(NAMES[who]).is_none_or(|p| p.online.is_none()) {
            sessions[who] += 4;
            let session = SessionId(sessions[who]);
            inputs.push(Input::Open { session, address: String::new(), token: None });
            for text in [NAMES[who], "secret"] {
                inputs.push(Input::Line { session, text: text.to_owned(), stamp: None });
            }
        }
        let session = SessionId(sessions[who]);
        inputs.push(match line {
            "-" => Input::Close { session },
            line => Input::Line { session, text: line.to_owned(), stamp: None },
        });
        inputs.reverse();
        while let Some(input) = inputs.pop() {
            let mut out = Vec::new();
            ics.handle(now, input, &mut out);
            for output in out {
                match output {
                    Output::Check { session, .. } => {
                        inputs.push(Input::Checked { session, good: true });
                    }
                    Output::Hash { player, password } => {
                        inputs.push(Input::Hashed { player, hash: Some(password) });
                    }
                    Output::Secrets { count } => {
                        let words = vec!["secret".to_owned(); count];
                        inputs.push(Input::Secrets { words });
                    }
                    _ => {}
                }
            }
        }
    }

    proptest! {
        /// The index finds the same players as a search through all.
        #[test]
        fn the_index_is_what_all_players_together_say(
            steps in prop::collection::vec((0..4usize, select(&LINES[..]), 0..9i64), 0..60),
        ) {
            let mut ics = Ics::new(Config::default(), Tick(0), 1);
            for handle in &NAMES[..2] {
                let password = Some("secret".to_owned());
                ics.know(Account { password, ..Account::new(handle) });
            }
            let mut sessions = [0, 1, 2, 3];
            for (who, line, minutes) in steps {
                step(&mut ics, &mut sessions, who, line, minutes);
                let (players, audience) = (&ics.state.players, ics.state.players.audience());
                let mut expected = Audience::default();
                for player in players.online() {
                    expected.update(player);
                }
                prop_assert_eq!(&audience.indexed, &expected.indexed, "after {}", line);
                for news in [News::Logins, News::Availability, News::Games] {
                    prop_assert!(audience.of(news).eq(expected.of(news)), "{:?}", news);
                }
                for list in LISTS {
                    for name in NAMES {
                        let all = players.online().filter(|p| p.lists(list, name)).map(|p| p.id);
                        let all: BTreeSet<PlayerId> = all.collect();
                        let found: BTreeSet<PlayerId> = audience.of_name(list, name).collect();
                        prop_assert_eq!(found, all, "{:?} {}", list, name);
                    }
                }
            }
        }
    }
}
