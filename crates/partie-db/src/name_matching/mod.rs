//! Groups spellings that are probably one player, event or site.
//!
//! Spellings are only compared within blocks of the same family name and initial, by their
//! sound in any transliteration, so that 100,000 names are fast.
//!
//! ```
//! use partie_db::name_matching::{Census, Confidence, Field, clusters};
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Kortschnoj, Victor\"]\n\n* [White \"Korchnoi, Viktor\"]\n\n*";
//! let mut census = Census::new(Field::Player);
//! for game in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
//!     census.add(&game);
//! }
//! let (groups, undecided) = clusters(&census, Confidence::Likely);
//! assert_eq!(groups[0].suggestion, "Korchnoi, Viktor");
//! assert_eq!(groups[0].members[1].spelling.text, "Kortschnoj, Victor");
//! assert!(undecided.is_empty());
//! ```

mod census;
mod cluster;
mod compare;
mod country;
mod form;
mod map;
mod player_list;
mod player_name;
#[cfg(test)]
mod tests;
mod title;

use strum::{Display, EnumString, VariantArray};

use crate::query::ParseError;

pub use census::{Census, Spelling};
pub use cluster::{AmbiguousSpelling, Group, Member, clusters};
pub use compare::{Confidence, NameDifference};
pub use map::{SpellingMap, SpellingMapError};
pub use player_list::{ListedPlayer, PlayerList};

/// Kind of name.
///
/// Its word stands in map files and JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase", parse_err_ty = ParseError, parse_err_fn = unknown_field)]
pub enum Field {
    /// A player.
    Player,
    /// An event.
    Event,
    /// A place.
    Site,
}

impl Field {
    /// All kinds.
    pub const ALL: &[Field] = Self::VARIANTS;

    /// Returns the tags that hold it.
    #[must_use]
    pub const fn tags(self) -> &'static [&'static str] {
        match self {
            Field::Player => &["White", "Black", "WhiteA", "BlackA", "WhiteB", "BlackB"],
            Field::Event => &["Event"],
            Field::Site => &["Site"],
        }
    }
}

fn unknown_field(word: &str) -> ParseError {
    format!("expected player, event or site, but found `{word}`").into()
}
