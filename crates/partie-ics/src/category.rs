//! Kinds of games, and the categories in which they are rated.
//!
//! Orthodox chess is rated by its expected duration, every other kind separately, regardless of the
//! clock. Sources: FICS `help lightning`, `blitz`, `standard`, `untimed`, `clocks`, `ratings`; the
//! letters are taken from `games` and `history`.

use partie_core::{ByColor, Color, Variant, named, rules::wild::Wild};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::{named_positions::NamedPosition, time::Span};

/// The time of a player: initial time and increment.
///
/// ```
/// use partie_ics::{category::Control, time::Span};
/// assert_eq!(Control::fics(0, 12).initial, Span::seconds(10));
/// assert!(Control::fics(0, 0).is_untimed());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(Span, Span)", into = "(Span, Span)")]
pub struct Control {
    /// The time at the start.
    pub initial: Span,
    /// The time added after every own move but the first.
    pub increment: Span,
}

impl Control {
    /// Interprets minutes and seconds of a match: 0 minutes with an increment are ten seconds,
    /// 0 and 0 is a game without clocks.
    #[must_use]
    pub const fn fics(minutes: u16, increment: u16) -> Control {
        let initial = match (minutes, increment) {
            (0, 0) => Span::ZERO,
            (0, _) => Span::seconds(10),
            _ => Span::minutes(minutes as i64),
        };
        Control { initial, increment: Span::seconds(increment as i64) }
    }

    /// Returns true if there is no clock.
    #[must_use]
    pub const fn is_untimed(self) -> bool {
        self.initial.0 == 0 && self.increment.0 == 0
    }

    /// The whole minutes of the initial time, as `<12>`, `games` and `seek` show them: 0
    /// for ten seconds.
    pub(crate) const fn whole_minutes(self) -> i64 {
        self.initial.0.div_euclid(60_000)
    }

    /// The expected duration for a player, FICS's *etime*: the whole minutes of the
    /// initial time and 40 increments. The ten seconds of a game "0 12" count as nothing.
    pub(crate) const fn etime(self) -> Span {
        Span(
            self.whole_minutes()
                .saturating_mul(60_000)
                .saturating_add(self.increment.0.saturating_mul(40)),
        )
    }

    /// The speed of orthodox chess with this control: with an expected duration below 3
    /// minutes it is lightning, below 15 blitz.
    pub(crate) const fn speed(self) -> Category {
        if self.is_untimed() {
            return Category::Untimed;
        }
        let etime = self.etime().0;
        if etime < Span::minutes(3).0 {
            Category::Lightning
        } else if etime < Span::minutes(15).0 {
            Category::Blitz
        } else {
            Category::Standard
        }
    }
}

/// The kind of game: variant, and start position. Players name it in any letter case: `wild fr`,
/// `w5`, `zh`, `suicide`, `odds knight`.
///
/// ```
/// use partie_core::rules::wild::Wild;
/// use partie_ics::category::GameKind;
/// assert_eq!("wild 8a".parse(), Ok(GameKind::Wild(Wild::Wild8a)));
/// assert!("blitz".parse::<GameKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Orthodox chess.
    #[default]
    Chess,
    /// Orthodox chess from a wild start position.
    Wild(Wild),
    /// Chess960, `wild/fr`.
    FischerRandom,
    /// Orthodox chess from a named board.
    Board(NamedPosition),
    /// Bughouse.
    Bughouse,
    /// Crazyhouse.
    Crazyhouse,
    /// Suicide.
    Suicide,
    /// Losers.
    Losers,
    /// Atomic.
    Atomic,
}

impl GameKind {
    /// The name: `chess`, `wild/5`, `odds/knight`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            GameKind::Wild(wild) => wild.name(),
            GameKind::FischerRandom => "wild/fr",
            GameKind::Board(board) => board.name(),
            _ => self.own_category().map_or("chess", Category::name),
        }
    }

    /// The chess variant by whose rules it is played.
    #[must_use]
    pub const fn variant(self) -> Variant {
        match self {
            GameKind::Chess => Variant::Standard,
            GameKind::Wild(wild) => wild.variant(),
            GameKind::FischerRandom => Variant::Chess960,
            GameKind::Board(_) => Variant::FromPosition,
            GameKind::Bughouse => Variant::Bughouse,
            GameKind::Crazyhouse => Variant::Crazyhouse,
            GameKind::Suicide => Variant::Suicide,
            GameKind::Losers => Variant::Losers,
            GameKind::Atomic => Variant::Atomic,
        }
    }

    /// The category of a game of this kind. Orthodox chess with different times is
    /// nonstandard, and so is chess from a named board; no kind is rated without clocks.
    pub(crate) fn category(self, controls: ByColor<Control>) -> Category {
        self.own_category().unwrap_or_else(|| {
            if controls.iter().all(|c| c.is_untimed()) {
                Category::Untimed
            } else if controls.white == controls.black {
                controls.white.speed()
            } else {
                Category::Nonstandard
            }
        })
    }

    /// The category that does not depend on the clock.
    const fn own_category(self) -> Option<Category> {
        Some(match self {
            GameKind::Chess => return None,
            GameKind::Wild(_) | GameKind::FischerRandom => Category::Wild,
            GameKind::Board(_) => Category::Nonstandard,
            GameKind::Bughouse => Category::Bughouse,
            GameKind::Crazyhouse => Category::Crazyhouse,
            GameKind::Suicide => Category::Suicide,
            GameKind::Losers => Category::Losers,
            GameKind::Atomic => Category::Atomic,
        })
    }

    /// Returns true if games of this kind may be rated with these times: not without clocks, not
    /// if the players' times differ, and not from a named position.
    pub(crate) fn can_be_rated(self, controls: ByColor<Control>) -> bool {
        !matches!(self, GameKind::Board(_))
            && controls.white == controls.black
            && !controls.white.is_untimed()
    }

    /// Default side of the player who proposes such a game; at odds, the side with fewer pieces.
    pub(crate) fn proposers_side(self) -> Option<Color> {
        match self {
            GameKind::Board(board) => board.giver(),
            _ => None,
        }
    }

    /// The name of the game's type, as in `Creating: … rated wild/fr 3 0`: the name of
    /// the category, but of a wild game and of a named board its own.
    #[must_use]
    pub fn type_name(self, controls: ByColor<Control>) -> &'static str {
        match self {
            GameKind::Chess => self.category(controls).name(),
            _ => self.name(),
        }
    }
}

named!(GameKind, name, "a kind of game", |name| {
    let low = name.trim().to_ascii_lowercase();
    Some(match low.as_str() {
        "chess" => GameKind::Chess,
        "wild fr" | "wild/fr" | "wfr" | "fr" => GameKind::FischerRandom,
        "bughouse" | "bug" | "bh" => GameKind::Bughouse,
        "crazyhouse" | "zh" => GameKind::Crazyhouse,
        "suicide" | "sui" => GameKind::Suicide,
        "losers" => GameKind::Losers,
        "atomic" | "atom" => GameKind::Atomic,
        wild if wild.starts_with('w') => GameKind::Wild(wild.parse::<Wild>().ok()?),
        board => GameKind::Board(board.parse::<NamedPosition>().ok()?),
    })
});

/// A category of games.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Category {
    /// Orthodox chess with an expected duration of 3 to 15 minutes.
    Blitz,
    /// Orthodox chess that takes longer.
    Standard,
    /// Orthodox chess of less than 3 minutes.
    Lightning,
    /// Odd starts, Chess960 among them.
    Wild,
    /// Bughouse.
    Bughouse,
    /// Crazyhouse.
    Crazyhouse,
    /// Suicide.
    Suicide,
    /// Losers.
    Losers,
    /// Atomic.
    Atomic,
    /// Chess without clocks; never rated.
    Untimed,
    /// An examined game; never rated.
    Examined,
    /// Orthodox chess with different times or from a named board; never rated.
    Nonstandard,
}

impl Category {
    /// All twelve categories.
    pub const ALL: &[Category] = Self::VARIANTS;

    /// Rated categories, in the order of a player's line (`IbslwBzSLx`): all before untimed.
    pub const RATED: [Category; Category::Untimed as usize] =
        *Self::VARIANTS.first_chunk().unwrap();

    /// The name with a capital letter, as a line begins with it: `Blitz`.
    pub(crate) fn title(self) -> String {
        let (first, rest) = self.name().split_at(1);
        first.to_ascii_uppercase() + rest
    }

    /// The name: `blitz`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The letter in the lists of games; letter case counts.
    pub(crate) const fn letter(self) -> char {
        b"bslwBzSLxuen"[self as usize] as char
    }

    /// The category of a letter.
    pub(crate) fn from_letter(letter: char) -> Option<Category> {
        Category::ALL.iter().copied().find(|c| c.letter() == letter)
    }

    /// The place in [`Category::RATED`]; `None` for unrated categories.
    #[must_use]
    pub fn place(self) -> Option<usize> {
        Some(self as usize).filter(|place| *place < Category::RATED.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(control: Control) -> ByColor<Control> {
        ByColor { white: control, black: control }
    }

    /// The first rows are the boundaries as the help pages of FICS name them.
    #[test]
    fn speeds() {
        for (minutes, increment, category) in [
            (0, 4, "lightning"),
            (1, 2, "lightning"),
            (2, 1, "lightning"),
            (0, 5, "blitz"),
            (1, 3, "blitz"),
            (2, 2, "blitz"),
            (3, 0, "blitz"),
            (2, 12, "blitz"),
            (14, 1, "blitz"),
            (15, 0, "standard"),
            (10, 10, "standard"),
            (5, 14, "blitz"),
            (5, 15, "standard"),
            (0, 22, "blitz"),
            (0, 23, "standard"),
            (0, 0, "untimed"),
            (999, 999, "standard"),
        ] {
            let control = Control::fics(minutes, increment);
            let found = GameKind::Chess.category(both(control));
            assert_eq!(found.name(), category, "{minutes} {increment}");
        }
    }

    #[test]
    fn kinds() {
        let five = Control::fics(5, 0);
        for (name, category, type_name) in [
            ("wild 5", "wild", "wild/5"),
            ("W8A", "wild", "wild/8a"),
            ("wild/fr", "wild", "wild/fr"),
            ("fr", "wild", "wild/fr"),
            ("zh", "crazyhouse", "crazyhouse"),
            ("bughouse", "bughouse", "bughouse"),
            ("Suicide", "suicide", "suicide"),
            ("losers", "losers", "losers"),
            ("atomic", "atomic", "atomic"),
        ] {
            let kind = name.parse::<GameKind>().expect(name);
            assert_eq!(kind.category(both(five)).name(), category);
            assert_eq!(kind.type_name(both(five)), type_name);
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(kind.can_be_rated(both(five)));
            assert!(!kind.can_be_rated(both(Control::fics(0, 0))));
        }
        let odds = "Odds Knight".parse::<GameKind>().expect("a board");
        for control in [five, Control::fics(0, 0)] {
            assert_eq!(odds.category(both(control)), Category::Nonstandard);
            assert_eq!(odds.type_name(both(control)), "odds/knight");
            assert!(!odds.can_be_rated(both(control)));
        }
        for name in ["", "w", "wild", "wild 9", "8a", "blitz", "odds", "odds/king"] {
            assert!(name.parse::<GameKind>().is_err(), "{name}");
        }
        assert_eq!("Chess".parse(), Ok(GameKind::Chess));
        let odds = ByColor { white: five, black: Control::fics(1, 0) };
        assert_eq!(GameKind::Chess.category(odds), Category::Nonstandard);
        assert_eq!(GameKind::Crazyhouse.category(odds), Category::Crazyhouse);
        assert!(!GameKind::Crazyhouse.can_be_rated(odds));
        assert_eq!(GameKind::Chess.type_name(both(five)), "blitz");
    }

    #[test]
    fn letters() {
        let letters: String = Category::ALL.iter().copied().map(Category::letter).collect();
        assert_eq!(letters, "bslwBzSLxuen");
        for (place, category) in Category::ALL.iter().copied().enumerate() {
            assert_eq!(Category::from_letter(category.letter()), Some(category));
            assert_eq!(category.to_string().to_uppercase().parse(), Ok(category));
            assert_eq!(category.place(), (place < 9).then_some(place));
        }
    }

    #[test]
    fn minutes_on_the_board() {
        assert_eq!(Control::fics(0, 12).whole_minutes(), 0);
        assert_eq!(Control::fics(3, 2).whole_minutes(), 3);
    }
}
