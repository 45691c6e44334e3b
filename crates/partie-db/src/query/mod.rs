//! Conditions, groups, orders and comparisons of games. Nothing here opens a file.
//!
//! A [`Query`] combines [`Condition`]s; a [`Grouping`] classifies games, and [`SortKey`]s order
//! them; [`MoveDigest`] and [`GameContext`] tell whether two records hold the same game, and
//! [`differences`] lists how they differ. The types of single values ([`Numbers`], [`Dates`],
//! [`Codes`], [`Material`] and others) are read from the words that `partie grep` takes.
//!
//! Some conditions need only the tags, some the text, some the moves; a [`Subject`] reads only the
//! parts that are needed.
//!
//! ```
//! use partie_db::query::{Condition, Name, Query, Subject as _};
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Réti, R.\"]\n[Date \"1924.03.22\"]\n\n1. Nf3 Nf6 2. c4 g6 1-0";
//! let games = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
//! let query = Query::new(vec![
//!     Condition::White(Name::new("Richard Reti", false)?),
//!     Condition::Date("1920..1929".parse()?),
//!     Condition::Material("KQR2B2N2P8 vs KQR2B2N2P8".parse()?, 1),
//! ]);
//! let found: Vec<_> = games.flatten().filter(|game| query.answers(game)).collect();
//! assert_eq!(found[0].date().map(|date| date.to_string()).as_deref(), Some("1924.03.22"));
//! # Ok::<(), partie_db::query::ParseError>(())
//! ```

mod board_pattern;
mod condition;
pub(crate) mod date;
mod difference;
mod duplicates;
mod error;
mod expression;
mod grouping;
mod identity;
mod material;
mod move_pattern;
mod options;
mod order;
mod piece_tracker;
mod placement;
mod position_line;
mod range;
mod sequence;
pub(crate) mod speed;
mod subject;
mod tag;
pub(crate) mod text;
pub(crate) mod time_class;
mod year_month;

pub use crate::{
    folding::folded,
    identity::{GameContext, MoveDigest, RecordDigest, Repetition, beginnings},
};
pub use board_pattern::{BoardPattern, FenPattern, likely_position};
pub(crate) use condition::ValueTest;
pub use condition::{Condition, Ending, Query, TimeControl};
pub use date::{Dates, date_of_tag};
pub use difference::{Difference, differences};
pub use duplicates::{DuplicateReason, Duplicates, GameDigest, GameRecord};
pub use error::ParseError;
pub use expression::Expression;
pub use grouping::{Grouping, UNKNOWN};
pub use identity::whole;
pub use material::Material;
pub use move_pattern::MovePattern;
pub use options::{CONDITIONS, QueryOptions, WordsError, outcomes_of};
pub(crate) use order::add_place;
pub use order::{SortKey, place};
pub use partie_core::Date;
pub(crate) use piece_tracker::PieceSets;
pub use position_line::{PositionLine, game_of_fen, game_of_moves, is_fen, record_of_fen};
pub use range::{Codes, Numbers, Times};
pub use sequence::Sequence;
pub use speed::Speed;
pub(crate) use subject::OpeningSink;
pub use subject::{Clocks, Extent, MoveTime, Subject};
pub use tag::TagTest;
pub(crate) use text::words;
pub use text::{Name, NameWord, OpeningName, Text};
pub use time_class::TimeClass;
pub use year_month::YearMonth;

#[cfg(test)]
pub(crate) mod samples {
    use partie_core::{Game, Outcome, Tags};
    use partie_formats::{Limits, ReadOptions};
    use partie_pgn as pgn;
    use partie_pgn::RawRecord;

    use super::Subject;

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
            self.raw.outcome(self.tags.get("Result")).unwrap_or_else(|| self.game().outcome)
        }

        fn text(&self) -> &[u8] {
            &self.raw.text
        }

        fn game(&self) -> &Game {
            &self.game
        }
    }
}
