//! Lists: personal ones (censored players, awaited players) and the server's (computers,
//! masters, muzzled players).
//!
//! The lists of the server are marks on the accounts: `computer` are all whose accounts
//! have that mark. So they are kept with the accounts.

use std::collections::BTreeMap;

use partie_wire::notice::lists::Reach;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::title::Title;

/// Maximum number of names or channels in a personal list.
pub(crate) const MOST_LISTED: usize = 500;

macro_rules! lists {
    ($($(#[$about:meta])* $variant:ident $name:literal $reach:ident $title:expr;)*) => {
        /// A list of players or channels.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Display, EnumString, IntoStaticStr, VariantArray)]
        pub enum List {
            $(#[doc = concat!("`", $name, "`.")] $(#[$about])* #[strum(serialize = $name)] $variant),*
        }

        impl List {
            /// All, in alphabetical order.
            pub const ALL: &[List] = Self::VARIANTS;

            /// The name.
            pub(crate) fn name(self) -> &'static str {
                self.into()
            }

            /// The owner of the list.
            pub(crate) const fn reach(self) -> Reach {
                match self { $(List::$variant => Reach::$reach),* }
            }

            /// Title of the players on the list.
            #[must_use]
            pub const fn title(self) -> Option<Title> {
                match self { $(List::$variant => $title),* }
            }
        }
    };
}

lists! {
    /// Players who abused the server.
    Abuser "abuser" Public None;
    /// Administrators.
    Admin "admin" Public Some(Title::Admin);
    /// Players who are banned.
    Ban "ban" Admin None;
    /// Blind players.
    Blind "blind" Public Some(Title::Blind);
    /// Players who may not shout about chess.
    Ca "ca" Public Some(Title::ChessAdvisor);
    /// Players whose messages are not shown.
    Censor "censor" Personal None;
    /// Channels to listen to.
    Channel "channel" Personal None;
    /// Players who may not shout about chess.
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
    /// Players whom nobody hears.
    Gmuzzle "gmuzzle" Admin None;
    /// Players whose return from idling is announced.
    Idlenotify "idlenotify" Personal None;
    /// International masters.
    Im "im" Public Some(Title::InternationalMaster);
    /// Players who may not shout.
    Muzzle "muzzle" Admin None;
    /// Players to play no games with.
    Noplay "noplay" Personal None;
    /// Players whose notes are hidden.
    Notebanned "notebanned" Admin None;
    /// Players whose arrivals and departures are announced.
    Notify "notify" Personal None;
    /// Players who may give commands in one's name.
    Remote "remote" Personal None;
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

/// Names, compared regardless of case, and spelled as they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// Returns true if it contains a name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(&name.to_ascii_lowercase())
    }

    /// Puts a name down; false if it was there.
    pub fn insert(&mut self, name: &str) -> bool {
        self.0.insert(name.to_ascii_lowercase(), name.to_owned()).is_none()
    }

    /// Strikes a name; false if it was not there.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        self.0.remove(&name.to_ascii_lowercase()).is_some()
    }

    /// Returns the only name with this beginning, in any case; a whole name takes precedence.
    pub(crate) fn begun(&self, begin: &str) -> Option<&str> {
        let key = begin.to_ascii_lowercase();
        if let Some(name) = self.0.get(&key) {
            return Some(name);
        }
        let mut begun = self.0.range(key.clone()..).take_while(|(k, _)| k.starts_with(&key));
        match (begun.next(), begun.next()) {
            (Some((_, name)), None) => Some(name),
            _ => None,
        }
    }

    /// The names in lower case, in alphabetical order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The names in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Number of names.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Names {
        let mut names = Names::default();
        for name in all {
            assert!(names.insert(name), "{name} twice");
        }
        names
    }

    #[test]
    fn a_name_counts_in_whatever_case_as_it_was_spelled_last() {
        let mut names = names(&["Zuk", "anna"]);
        assert!(names.contains("ZUK"));
        assert!(!names.insert("zuk"));
        assert_eq!(names.iter().collect::<Vec<_>>(), ["anna", "zuk"]);
        assert!(names.remove("zUk") && !names.remove("Zuk"));
        assert_eq!(names.len(), 1);
    }

    #[test]
    fn a_beginning_means_the_only_name_that_begins_so() {
        let names = names(&["Ann", "Anna", "Boris"]);
        for (begin, meant) in [
            ("b", Some("Boris")),
            ("ann", Some("Ann")),
            ("anna", Some("Anna")),
            ("an", None),
            ("c", None),
        ] {
            assert_eq!(names.begun(begin), meant, "{begin}");
        }
    }
}
