//! The end of a game: the result and its reason.

use crate::{Color, named};

/// The result of a game, as PGN's `Result` tag and termination marker say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won: `1-0` or `0-1`. In bughouse, the side on board A.
    Win(Color),
    /// A draw: `1/2-1/2`.
    Draw,
    /// Unfinished, adjourned, aborted or simply not known: `*`.
    #[default]
    Unknown,
}

impl Outcome {
    /// Reads PGN's four export spellings, and nothing else.
    ///
    /// ```
    /// use partie_core::{Color, Outcome};
    /// assert_eq!(Outcome::from_pgn("0-1"), Some(Outcome::Win(Color::Black)));
    /// assert_eq!(Outcome::from_pgn("0:1"), None);
    /// ```
    #[must_use]
    pub fn from_pgn(text: &str) -> Option<Outcome> {
        Some(match text {
            "1-0" => Outcome::Win(Color::White),
            "0-1" => Outcome::Win(Color::Black),
            "1/2-1/2" => Outcome::Draw,
            "*" => Outcome::Unknown,
            _ => return None,
        })
    }

    /// PGN's export spelling.
    #[must_use]
    pub const fn as_pgn(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// The spelling that books have, with an en dash: `½–½`; empty if the result is not known.
    #[must_use]
    pub const fn as_printed(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1–0",
            Outcome::Win(Color::Black) => "0–1",
            Outcome::Draw => "½–½",
            Outcome::Unknown => "",
        }
    }

    /// Returns true if the game is decided or drawn.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Outcome::Unknown)
    }
}

named!(Outcome, as_pgn, "a result", Outcome::from_pgn);

/// Reason for the end of a game. Decisions by the rules of chess, the players, the clock
/// and a server are all included, because a record may name any of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Termination {
    /// Checkmate.
    Checkmate,
    /// The variant's own goal: a king on the hill, three checks, an exploded king, no pieces left, ...
    VariantEnd,
    /// Stalemate (a draw, or a win in some variants).
    Stalemate,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    TimeForfeit,
    /// A player's time ran out, but the opponent had nothing to mate with.
    TimeForfeitWithoutMaterial,
    /// Both players' time ran out.
    BothTimesOut,
    /// A player left and did not come back, and lost.
    Disconnection,
    /// Draw by agreement.
    Agreement,
    /// Threefold repetition, claimed.
    Repetition,
    /// Fivefold repetition.
    FivefoldRepetition,
    /// The 50-move rule, claimed.
    FiftyMoves,
    /// The 75-move rule.
    SeventyFiveMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// An arbiter or an administrator decided.
    Adjudication,
    /// Interrupted, to be continued.
    Adjourned,
    /// Broken off without a result.
    Aborted,
    /// Lost for an infraction of the rules.
    RulesInfraction,
    /// The partner's game of a bughouse match ended.
    PartnersGameOver,
    /// Any other reason, verbatim.
    Other(String),
}
