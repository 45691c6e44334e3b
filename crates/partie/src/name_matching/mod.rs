//! Groups spellings that are probably one player, event or site.
//!
//! Spellings are only compared within blocks of the same family name and initial, by their
//! sound in any transliteration, so that 100,000 names are fast.

mod census;
mod cluster;
mod compare;
mod country;
mod map;
mod phonetics;
mod player_name;
#[cfg(test)]
mod tests;
mod title;

pub(crate) use census::Census;
pub(crate) use cluster::{AmbiguousSpelling, Group, clusters};
pub(crate) use compare::Confidence;
pub(crate) use map::SpellingMap;

/// Kind of name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    /// A player.
    Player,
    /// An event.
    Event,
    /// A place.
    Site,
}

impl Field {
    /// All kinds.
    pub(crate) const ALL: [Field; 3] = [Field::Player, Field::Event, Field::Site];

    /// The word for it in map files and JSON.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Field::Player => "player",
            Field::Event => "event",
            Field::Site => "site",
        }
    }

    /// The tags that hold it.
    pub(crate) const fn tags(self) -> &'static [&'static str] {
        match self {
            Field::Player => &["White", "Black", "WhiteA", "BlackA", "WhiteB", "BlackB"],
            Field::Event => &["Event"],
            Field::Site => &["Site"],
        }
    }
}
