//! Questions that a chess player asks of a game. Nothing here opens a file.
//!
//! Some questions need the tags only, some the text, some the moves; a [`Subject`] reads
//! no more of itself than it is asked for.

mod board_pattern;
mod condition;
pub(crate) mod date;
mod difference;
mod grouping;
mod identity;
mod material;
mod move_pattern;
mod order;
mod piece_tracker;
mod placement;
mod range;
mod tag;
mod text;
pub(crate) mod time_class;

use partie_core::{Game, Outcome, Variant};
use partie_formats::GameView;
use partie_pgn::view::GameSink;

pub(crate) use board_pattern::{BoardPattern, FenPattern};
pub(crate) use condition::{Condition, Ending, Query, TimeControl};
pub(crate) use difference::{Difference, differences};
pub(crate) use grouping::{Grouping, UNKNOWN, date, elo};
pub(crate) use identity::{GameContext, MoveDigest, beginnings, whole};
pub(crate) use material::Material;
pub(crate) use move_pattern::MovePattern;
pub(crate) use order::{SortKey, place};
pub(crate) use range::{Codes, Numbers};
pub(crate) use tag::TagTest;
pub(crate) use text::{Name, Text, folded};

/// A game that is asked questions.
pub(crate) trait Subject {
    /// The name of the file it stands in.
    fn file(&self) -> &str;

    /// Returns its tags, in the order of the record.
    fn tags(&self) -> impl Iterator<Item = (&str, &str)>;

    /// The value of a tag.
    fn tag(&self, name: &str) -> Option<&str>;

    /// Returns its result, as recorded.
    fn outcome(&self) -> Outcome;

    /// Returns its text.
    fn text(&self) -> &[u8];

    /// The game with its moves, which takes the longest.
    fn game(&self) -> &Game;

    /// Gives the game to a sink, which takes less time; nothing of the game is kept.
    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        sink.make(self.game(), &mut Vec::new())
    }

    /// The value of a tag, unless it says that nothing is known.
    fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).and_then(said)
    }
}

/// Length and variant of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Length of the main line.
    pub(crate) plies: u32,
    pub(crate) variant: Variant,
}

impl Extent {
    /// Returns the extent of a game.
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

/// The value of a tag without space around it, unless it says that nothing is known.
fn said(value: &str) -> Option<&str> {
    let value = value.trim();
    // `?`, `-`, and dates such as `????.??.??`.
    let says = value.bytes().any(|b| !matches!(b, b'?' | b'-' | b'.'));
    says.then_some(value)
}

#[cfg(test)]
pub(crate) mod samples {
    use partie_core::Tags;
    use partie_formats::{Limits, ReadOptions};
    use partie_pgn as pgn;
    use partie_pgn::RawRecord;

    use super::*;

    /// A game for tests.
    pub(crate) struct Sample {
        raw: RawRecord,
        tags: Tags,
        game: Game,
    }

    /// The game of a text.
    pub(crate) fn sample(text: &str) -> Sample {
        let options = ReadOptions::default();
        let raw = pgn::cut(text.as_bytes(), &Limits::default()).next();
        let raw = raw.expect("a game").expect("memory does not fail");
        let game = raw.clone().read(&options).parsed.value;
        Sample { tags: raw.tags(&options), raw, game }
    }

    impl Subject for Sample {
        fn file(&self) -> &'static str {
            "sample.pgn"
        }

        fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
            self.tags.iter()
        }

        fn tag(&self, name: &str) -> Option<&str> {
            self.tags.get(name)
        }

        fn outcome(&self) -> Outcome {
            self.raw.outcome(self.tags.get("Result"))
        }

        fn text(&self) -> &[u8] {
            &self.raw.text
        }

        fn game(&self) -> &Game {
            &self.game
        }
    }
}
