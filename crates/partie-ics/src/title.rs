//! Titles: the letters in parentheses after a handle, such as `(*)(SR)(C)(GM)`.
//!
//! Sources: FICS `help titles` and `help iv_seekinfo` (the bits of `<s>`).

use std::fmt;

use partie_wire::notice::seek_ads::title_bits;
use strum::{Display, EnumString, VariantArray};

/// A title on the server.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString, VariantArray,
)]
#[strum(ascii_case_insensitive)]
#[repr(u8)]
pub enum Title {
    /// An administrator, `(*)`.
    #[strum(serialize = "*")]
    Admin,
    /// A service representative, `(SR)`.
    #[strum(serialize = "SR")]
    ServiceRepresentative,
    /// A tournament manager, `(TM)`.
    #[strum(serialize = "TM")]
    TournamentManager,
    /// A program that directs tournaments, `(TD)`.
    #[strum(serialize = "TD")]
    TournamentDirector,
    /// A chess advisor, `(CA)`.
    #[strum(serialize = "CA")]
    ChessAdvisor,
    /// A blind player, `(B)`.
    #[strum(serialize = "B")]
    Blind,
    /// A computer, `(C)`.
    #[strum(serialize = "C")]
    Computer,
    /// A team, `(T)`.
    #[strum(serialize = "T")]
    Team,
    /// An account for demonstrations and relayed games, `(D)`.
    #[strum(serialize = "D")]
    Demonstration,
    /// A grandmaster, `(GM)`.
    #[strum(serialize = "GM")]
    Grandmaster,
    /// An international master, `(IM)`.
    #[strum(serialize = "IM")]
    InternationalMaster,
    /// A FIDE master, `(FM)`.
    #[strum(serialize = "FM")]
    FideMaster,
    /// A woman grandmaster, `(WGM)`.
    #[strum(serialize = "WGM")]
    WomanGrandmaster,
    /// A woman international master, `(WIM)`.
    #[strum(serialize = "WIM")]
    WomanInternationalMaster,
    /// A woman FIDE master, `(WFM)`.
    #[strum(serialize = "WFM")]
    WomanFideMaster,
    /// A guest, `(U)`.
    #[strum(serialize = "U")]
    Unregistered,
}

impl Title {
    /// All titles, in the order in which they stand after a handle.
    pub const ALL: &[Title] = Self::VARIANTS;
}

/// The titles of a player.
///
/// ```
/// use partie_ics::title::{Title, Titles};
/// let titles: Titles = [Title::Grandmaster, Title::Admin].into_iter().collect();
/// assert_eq!(titles.to_string(), "(*)(GM)");
/// assert_eq!(format!("{:02x}", titles.bits()), "04");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Titles(u16);

impl Titles {
    /// No title.
    pub(crate) const NONE: Titles = Titles(0);

    /// Returns true if it contains the title.
    pub(crate) const fn contains(self, title: Title) -> bool {
        self.0 & 1 << title as u8 != 0
    }

    /// Gives a title.
    pub(crate) const fn insert(&mut self, title: Title) {
        self.0 |= 1 << title as u8;
    }

    /// The titles in the order in which they stand after a handle.
    pub(crate) fn iter(self) -> impl Iterator<Item = Title> {
        Title::ALL.iter().copied().filter(move |t| self.contains(*t))
    }

    /// The bits of a seek's `ti=` and of a player's line, where they are written with
    /// two hexadecimal digits.
    #[must_use]
    pub fn bits(self) -> u8 {
        title_bits(&self.to_string())
    }
}

impl FromIterator<Title> for Titles {
    fn from_iter<I: IntoIterator<Item = Title>>(titles: I) -> Titles {
        let mut set = Titles::NONE;
        for title in titles {
            set.insert(title);
        }
        set
    }
}

impl fmt::Display for Titles {
    /// Each in parentheses: `(*)(SR)(C)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|t| write!(f, "({t})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_bits() {
        for (letters, text, bits) in [
            ("", "", 0x00),
            ("U", "(U)", 0x01),
            ("C U", "(C)(U)", 0x03),
            ("GM SR *", "(*)(SR)(GM)", 0x04),
            ("WFM WIM WGM FM IM", "(IM)(FM)(WGM)(WIM)(WFM)", 0xf8),
            ("td", "(TD)", 0x00),
        ] {
            let titles: Titles =
                letters.split_whitespace().map(|l| l.parse::<Title>().expect(l)).collect();
            assert_eq!(titles.to_string(), text);
            assert_eq!(titles.bits(), bits, "{letters}");
        }
        assert!("X".parse::<Title>().is_err());
    }

    #[test]
    fn every_title_comes_and_goes_alone() {
        for (index, title) in Title::ALL.iter().copied().enumerate() {
            assert_eq!(title as usize, index);
            let mut titles: Titles =
                Title::ALL.iter().copied().filter(|other| *other != title).collect();
            assert_eq!(titles.iter().count(), 15);
            assert!(!titles.contains(title));
            titles.insert(title);
            assert!(titles.contains(title));
        }
    }
}
