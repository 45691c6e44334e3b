//! Facts of a game for a crosstable.

use partie_core::{Color, Outcome};

use crate::{
    folding::name_key,
    query::{Date, Extent, MoveDigest, Subject},
};

/// A game of an event, without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct EventGame {
    /// Number of the game among those read, for links to it; 0 if it has none.
    pub number: u64,
    /// Name of the event, as recorded; empty if it is not known.
    pub event: String,
    /// Place, as recorded; empty if it is not known or an address of the web.
    pub site: String,
    /// Date of the game.
    pub date: Option<Date>,
    /// Round, as recorded; empty if it is not known.
    pub round: String,
    /// White and Black.
    pub sides: [Side; 2],
    /// Result.
    pub outcome: Outcome,
    /// True if it was decided without play.
    pub forfeit: bool,
    /// The side of a player who had a bye: there are no moves, and the other one is named `bye`.
    pub bye: Option<Color>,
    /// Number that games with the same moves have in common.
    pub(super) moves: u128,
}

/// A player as a game names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Name; empty if it is not known.
    pub name: String,
    /// Title such as GM; empty if it is not known.
    pub title: String,
    /// Number in FIDE's list of players.
    pub fide_id: Option<u32>,
    /// Rating.
    pub elo: Option<u32>,
}

impl EventGame {
    /// Returns the facts of a game.
    #[must_use]
    pub fn of(game: &impl Subject) -> EventGame {
        let tag = |name: &str| game.known(name).unwrap_or_default().to_owned();
        let side = |color: &str| Side {
            name: tag(color),
            title: tag(&format!("{color}Title")),
            fide_id: game.known(&format!("{color}FideId")).and_then(|id| id.parse().ok()),
            elo: game.elo(&format!("{color}Elo")),
        };
        let sides = [side("White"), side("Black")];
        let plies = Extent::of(game).plies;
        let is_bye = |side: &Side| plies == 0 && name_key(&side.name) == "bye";
        let bye = match &sides {
            [_, black] if is_bye(black) => Some(Color::White),
            [white, _] if is_bye(white) => Some(Color::Black),
            _ => None,
        };
        let termination = tag("Termination").to_ascii_lowercase();
        let unplayed = ["forfeit", "unplayed"].iter().any(|word| termination.contains(word));
        EventGame {
            number: game.id().unwrap_or(0),
            event: tag("Event"),
            site: Some(tag("Site")).filter(|site| !site.contains("://")).unwrap_or_default(),
            date: game.date(),
            round: tag("Round"),
            sides,
            outcome: game.outcome(),
            forfeit: unplayed && plies == 0,
            bye,
            moves: MoveDigest::of(game).moves,
        }
    }

    /// Returns true if another record with the same players and moves is of the same game: the result
    /// is the same, and so are the dates and rounds, if both are known.
    pub(super) fn is_repeated_by(&self, other: &EventGame) -> bool {
        let agree = self.round.is_empty() || other.round.is_empty() || self.round == other.round;
        agree
            && self.outcome == other.outcome
            && self.date.zip(other.date).is_none_or(|(one, other)| one.may_be(other))
    }
}
