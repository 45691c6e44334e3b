//! Players of a list.

use crate::query::Date;

/// Age in years from which games of a player are expected, and the most.
const AGES: (u16, u16) = (5, 100);

/// A player of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPlayer {
    /// The name as the list writes it.
    pub name: String,
    /// The FIDE id.
    pub fide_id: Option<u32>,
    /// The title, as PGN writes it: `GM`, `WIM`.
    pub title: Option<String>,
    /// Year of birth.
    pub born: Option<u16>,
    /// Year of death.
    pub died: Option<u16>,
    pub(super) ratings: Vec<ListedRating>,
}

/// Reads a title, as lists write it now or have written it: `GM`, `g`, `WIM`, `wm`.
pub(super) fn title(text: &str) -> Option<String> {
    const TITLES: [(&str, &str); 8] = [
        ("GM", "G"),
        ("IM", "M"),
        ("FM", "F"),
        ("CM", "C"),
        ("WGM", "WG"),
        ("WIM", "WM"),
        ("WFM", "WF"),
        ("WCM", "WC"),
    ];
    // A column of titles may have the country beside it.
    let word = text.split([' ', '+']).next()?.to_ascii_uppercase();
    let found = TITLES.iter().find(|(title, short)| word == *title || word == *short);
    found.map(|(title, _)| (*title).to_owned())
}

/// A rating and the months in which the player had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListedRating {
    pub(super) first: Month,
    pub(super) last: Month,
    pub(super) rating: u32,
}

/// Year and month, from 1.
pub(super) type Month = (u16, u8);

impl ListedPlayer {
    /// Returns the rating on a date whose year and month are known.
    #[must_use]
    pub fn rating(&self, date: Date) -> Option<u32> {
        let month = (date.year(), date.month());
        let mut ratings = self.ratings.iter();
        ratings.find(|r| r.first <= month && month <= r.last && month.1 > 0).map(|r| r.rating)
    }

    /// Returns false if the player was too young or not alive on a date.
    pub(super) fn may_have_played(&self, date: Option<Date>) -> bool {
        let Some(year) = date.map(Date::year) else { return true };
        self.born.is_none_or(|born| born + AGES.0 <= year && year <= born + AGES.1)
            && self.died.is_none_or(|died| year <= died)
    }
}
