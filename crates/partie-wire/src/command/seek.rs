//! Ads for games.

use super::{entry::FamilyEntry, matching::Wanted};

/// A command about seek ads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeekCommand {
    /// Posts an ad.
    Seek {
        /// The terms.
        wanted: Wanted,
    },
    /// Answers the ad that fits best, or posts one.
    Getgame {
        /// The terms.
        wanted: Wanted,
    },
    /// Removes the player's own ads.
    Unseek {
        /// Only this one.
        index: Option<u32>,
    },
    /// The ads that one can answer.
    Sought {
        /// The others, too.
        all: bool,
    },
    /// Answers an ad.
    Play {
        /// Its number, or its player.
        ad: String,
    },
}

pub(super) const ENTRIES: &[FamilyEntry<SeekCommand>] = &[
    FamilyEntry {
        name: "seek",
        code: 155,
        usage: "seek [time] [inc] [rated|unrated] [white|black] [kind of game] [auto|manual] [formula] [low-high]",
        read: |a| {
            let wanted = Wanted::read(a).filter(|w| w.odds.is_none())?;
            Some(SeekCommand::Seek { wanted })
        },
    },
    FamilyEntry {
        name: "getgame",
        code: 164,
        usage: "getgame [time] [inc] [rated|unrated] [white|black] [kind of game] [low-high]",
        read: |a| {
            let wanted = Wanted::read(a).filter(|w| w.odds.is_none())?;
            Some(SeekCommand::Getgame { wanted })
        },
    },
    FamilyEntry {
        name: "unseek",
        code: 156,
        usage: "unseek [number]",
        read: |a| Some(SeekCommand::Unseek { index: a.value() }),
    },
    FamilyEntry {
        name: "sought",
        code: 157,
        usage: "sought [all]",
        read: |a| {
            let all = a.peek().is_some_and(|w| w.eq_ignore_ascii_case("all"));
            if all {
                a.word();
            }
            Some(SeekCommand::Sought { all })
        },
    },
    FamilyEntry {
        name: "play",
        code: 158,
        usage: "play number|player",
        read: |a| Some(SeekCommand::Play { ad: a.name()? }),
    },
];
