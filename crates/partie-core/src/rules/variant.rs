//! The names of the variants.

use crate::{named, variants};

variants! {
    /// The rules by which a game is played.
    ///
    /// A name is read without regard to case, spaces, `-`, `_` and `/`:
    ///
    /// ```
    /// use partie_core::Variant;
    /// assert_eq!("fischerandom".parse(), Ok(Variant::Chess960));
    /// assert_eq!("3-Check".parse(), Ok(Variant::ThreeCheck));
    /// assert!("Sittuyin".parse::<Variant>().is_err());
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Variant {
        /// Orthodox chess from the usual start.
        #[default]
        Standard = "Standard",
        /// Chess960 (Fischer random): castling as Chess960 defines it.
        Chess960 = "Chess960",
        /// Orthodox chess from a set-up position.
        FromPosition = "From Position",
        /// Orthodox chess in which a king on the d-file may castle, too (wild 0 and 1 of
        /// FICS and ICC).
        WildCastle = "Wildcastle",
        /// Captured pieces change sides and may be dropped.
        Crazyhouse = "Crazyhouse",
        /// Two boards; captured pieces go to the partner.
        Bughouse = "Bughouse",
        /// Captures explode.
        Atomic = "Atomic",
        /// Lichess' antichess: captures are forced, who has no move left wins.
        Antichess = "Antichess",
        /// FICS's suicide: as antichess, but in a stalemate the side with fewer pieces wins.
        Suicide = "Suicide",
        /// FICS's losers: captures are forced, kings are royal; bare, mated or stalemated wins.
        Losers = "Losers",
        /// A king in the centre wins.
        KingOfTheHill = "King of the Hill",
        /// The third check wins.
        ThreeCheck = "Three-check",
        /// White's 36 pawns against Black's army.
        Horde = "Horde",
        /// First king on the eighth rank wins; no checks.
        RacingKings = "Racing Kings",
    }
    /// All variants.
    ALL
    /// The name as PGN's `Variant` tag says it (lichess' spelling where lichess has the
    /// variant, `XBoard`'s for wild castling).
    name
}

impl Variant {
    /// Returns true if captured pieces can be dropped.
    #[must_use]
    pub const fn has_drops(self) -> bool {
        matches!(self, Variant::Crazyhouse | Variant::Bughouse)
    }

    /// Returns true for orthodox chess from any start position.
    #[must_use]
    pub const fn is_orthodox(self) -> bool {
        matches!(
            self,
            Variant::Standard | Variant::Chess960 | Variant::FromPosition | Variant::WildCastle
        )
    }
}

named!(Variant, name, "a variant", by_name);

/// Returns the variant of a name, ignoring case, spaces, `-`, `_` and `/`.
fn by_name(name: &str) -> Option<Variant> {
    let folded: String =
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // `Chess960 (Fischer Random)`
    if let Some((name, _)) = name.split_once('(').filter(|(name, _)| !name.trim().is_empty()) {
        return by_name(name);
    }
    Some(match folded.as_str() {
        "regular" | "orthodox" | "orthodoxchess" | "standardchess" | "standard" | "chess"
        | "normal" | "classic" | "classical" | "blitz" | "lightning" | "bullet" | "rapid"
        | "untimed" => Variant::Standard,
        "fromposition" | "setup" => Variant::FromPosition,
        "chess960" | "960" | "frc" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "wildfr" => Variant::Chess960,
        "wildcastle" | "wild0" | "wild1" => Variant::WildCastle,
        "crazyhouse" | "house" | "zh" | "wild23" => Variant::Crazyhouse,
        "bughouse" | "bug" | "wild24" | "bughouse960" => Variant::Bughouse,
        "atomic" | "wild27" => Variant::Atomic,
        "antichess" | "giveaway" | "wild26" => Variant::Antichess,
        "suicide" => Variant::Suicide,
        "losers" | "loser" | "wild17" => Variant::Losers,
        "kingofthehill" | "koth" => Variant::KingOfTheHill,
        "threecheck" | "3check" | "3checks" | "wild25" => Variant::ThreeCheck,
        "horde" => Variant::Horde,
        "racingkings" | "racing" => Variant::RacingKings,
        _ => return None,
    })
}
