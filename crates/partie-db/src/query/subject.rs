//! Games as questions see them.

use std::borrow::Cow;

use partie_core::{Game, Outcome, Variant, openings::Opening};
use partie_formats::{GameView, Record};
use partie_pgn::view::GameSink;

use super::date::Date;

/// A game that is asked questions.
pub trait Subject {
    /// Returns the name of the file it stands in; empty if it is of no file.
    fn file(&self) -> &str;

    /// Returns its tags, in the order of the record.
    fn tags(&self) -> impl Iterator<Item = (&str, &str)>;

    /// Returns the value of a tag.
    fn tag(&self, name: &str) -> Option<&str>;

    /// Returns its result, as recorded.
    fn outcome(&self) -> Outcome;

    /// Returns its text.
    fn text(&self) -> &[u8];

    /// Returns the game with its moves, which takes the longest.
    fn game(&self) -> &Game;

    /// Gives the game to a sink, which takes less time; nothing of the game is kept.
    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        sink.make(self.game(), &mut Vec::new())
    }

    /// Returns the value of a tag without space around it, unless it says that nothing is known.
    fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).and_then(said)
    }

    /// Returns the date of the game, or else of the event.
    fn date(&self) -> Option<Date> {
        ["Date", "UTCDate", "EventDate"].iter().find_map(|name| self.tag(name)?.parse().ok())
    }

    /// Returns the opening of the moves.
    fn opening_of_moves(&self) -> Option<Opening> {
        self.view(&OpeningSink)
    }

    /// Returns the code of the opening: that of the tag, or else of the moves.
    fn eco(&self) -> Option<&str> {
        self.known("ECO").or_else(|| Some(self.opening_of_moves()?.code))
    }

    /// Returns the name of the opening with its variation: that of the tags, or else of the moves.
    fn opening(&self) -> Option<Cow<'_, str>> {
        match (self.known("Opening"), self.known("Variation")) {
            (Some(family), Some(variation)) => Some(format!("{family}: {variation}").into()),
            (Some(name), None) => Some(name.into()),
            (None, _) => Some(self.opening_of_moves()?.name.into()),
        }
    }

    /// Returns the value of a tag if it is a whole number.
    fn number(&self, tag: &str) -> Option<i64> {
        self.known(tag)?.parse().ok()
    }

    /// Returns the rating of a player, of a tag such as `WhiteElo`.
    fn elo(&self, tag: &str) -> Option<u32> {
        self.number(tag).and_then(|elo| elo.try_into().ok()).filter(|elo| *elo > 0)
    }
}

/// A record that was read. It knows no file.
impl Subject for Record {
    fn file(&self) -> &'static str {
        ""
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.game().tags.iter()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.game().tags.get(name)
    }

    fn outcome(&self) -> Outcome {
        self.game().outcome
    }

    fn text(&self) -> &[u8] {
        &self.text
    }

    fn game(&self) -> &Game {
        Record::game(self)
    }
}

/// Length and variant of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Length of the main line in plies.
    pub plies: u32,
    /// The rules by which it was read.
    pub variant: Variant,
}

impl Extent {
    /// Returns the extent of a game.
    #[must_use]
    pub(crate) fn of(game: &impl Subject) -> Extent {
        game.view(&ExtentSink)
    }
}

/// Finds the extents of games.
struct ExtentSink;

impl GameSink for ExtentSink {
    type Made = Extent;

    fn needs_moves(&self) -> bool {
        false
    }

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Extent {
        Extent { plies: game.ply_count() as u32, variant: game.variant() }
    }
}

/// Finds the openings of games by their moves.
struct OpeningSink;

impl GameSink for OpeningSink {
    type Made = Option<Opening>;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Option<Opening> {
        game.opening().map(|(opening, _)| opening)
    }
}

/// Returns a value without space around it, unless it says that nothing is known.
pub(super) fn said(value: &str) -> Option<&str> {
    let value = value.trim();
    // `?`, `-`, and dates such as `????.??.??`.
    let says = value.bytes().any(|b| !matches!(b, b'?' | b'-' | b'.'));
    says.then_some(value)
}
