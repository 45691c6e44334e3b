//! Words and numbers of statistics that are drawn.

use partie_db::statistics::{Section, StatisticsRow, Topic};
use partie_formats::text::grouped;

/// Words and numbers in a language.
pub(crate) struct Terms {
    /// Code of the language.
    pub(crate) language: &'static str,
    pub(crate) games: &'static str,
    /// Share of all games.
    pub(crate) share: &'static str,
    /// Words before a score: of White, of a player.
    pub(crate) scores: [&'static str; 2],
    /// Headings of scores: of White, of players.
    pub(crate) captions: [&'static str; 2],
    /// Writes a number.
    pub(crate) grouped: Box<dyn Fn(u64) -> String>,
    /// Writes a number of percent with so many digits after the point.
    pub(crate) percent: Box<dyn Fn(f64, usize) -> String>,
}

impl Terms {
    pub(crate) fn english() -> Terms {
        Terms {
            language: "en",
            games: "games",
            share: "share",
            scores: ["White", "scores"],
            captions: ["White's score", "score"],
            grouped: Box::new(grouped),
            percent: Box::new(|number, digits| format!("{number:.digits$}%")),
        }
    }

    /// Returns the score of a row after whose it is; empty if it has none.
    pub(crate) fn note(&self, section: &Section, row: &StatisticsRow) -> String {
        let whose = self.scores[usize::from(section.topic == Topic::Players)];
        row.score.map_or_else(String::new, |score| format!("{whose} {}", (self.percent)(score, 0)))
    }

    /// Returns the share of a row; empty if the section has no whole.
    pub(crate) fn share_of(&self, section: &Section, row: &StatisticsRow) -> String {
        match section.whole {
            0 => String::new(),
            whole => (self.percent)(row.number as f64 * 100.0 / whole as f64, 1),
        }
    }
}
