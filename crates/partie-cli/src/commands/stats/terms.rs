//! Words and numbers of statistics that are drawn.

use partie_db::statistics::{Section, StatisticsRow, Topic};

use crate::report::grouped;

/// Words and numbers in a language.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// Code of the language.
    pub(super) language: &'a str,
    pub(super) games: &'a str,
    /// Share of all games.
    pub(super) share: &'a str,
    /// Words before a score: of White, of a player.
    pub(super) scores: [&'a str; 2],
    /// Headings of scores: of White, of players.
    pub(super) captions: [&'a str; 2],
    pub(super) grouped: Grouped<'a>,
    pub(super) percent: Percent<'a>,
}

/// Writes a number.
pub(super) type Grouped<'a> = &'a dyn Fn(u64) -> String;
/// Formats a percentage with a number of decimals.
pub(super) type Percent<'a> = &'a dyn Fn(f64, usize) -> String;

pub(super) const ENGLISH: Terms<'static> = Terms {
    language: "en",
    games: "games",
    share: "share",
    scores: ["White", "scores"],
    captions: ["White's score", "score"],
    grouped: &grouped,
    percent: &|number, digits| format!("{number:.digits$}%"),
};

impl Terms<'_> {
    /// Returns the score of a row after whose it is; empty if it has none.
    pub(super) fn note(&self, section: &Section, row: &StatisticsRow) -> String {
        let whose = self.scores[usize::from(section.topic == Topic::Players)];
        row.score.map_or_else(String::new, |score| format!("{whose} {}", (self.percent)(score, 0)))
    }

    /// Returns the share of a row; empty if the section has no whole.
    pub(super) fn share_of(&self, section: &Section, row: &StatisticsRow) -> String {
        match section.whole {
            0 => String::new(),
            whole => (self.percent)(row.number as f64 * 100.0 / whole as f64, 1),
        }
    }
}
