//! Which spellings of a name are probably one player, event or place.
//!
//! Nothing is compared with everything: spellings meet in blocks, by family name and
//! initial as they sound in any transliteration, so 100,000 names take a moment.

mod census;
mod cluster;
mod compare;
mod country;
mod map;
mod person;
mod sound;
#[cfg(test)]
mod tests;
mod title;

pub(crate) use census::Census;
pub(crate) use cluster::{Group, Open, clusters};
pub(crate) use compare::Confidence;
pub(crate) use map::Map;

/// What is spelled.
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
    /// All of them.
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
