//! Statistics of games: counts as bars and columns, each with its numbers in a table.

use askama::Template;

use crate::{
    list::{ListedGame, Search},
    shell::Shell,
};

/// Statistics of the games of a collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plots {
    /// The title.
    pub title: String,
    /// Numbers with their names.
    pub facts: Vec<(String, String)>,
    /// The longest game, with the address of its page.
    pub longest: Option<ListedGame>,
    /// The counts.
    pub plots: Vec<Plot>,
}

/// Games counted by one of their properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The heading.
    pub heading: String,
    /// The heading of the column of values; empty if the heading says it.
    pub column: String,
    /// True if the rows lie along a scale.
    pub is_scale: bool,
    /// Meaning of the scores; `None` if rows have none.
    pub score: Option<String>,
    /// The rows.
    pub rows: Vec<PlotRow>,
    /// The address of a list of all values, if rows are left out that have one.
    pub all: Option<String>,
}

/// A value and the number of games that have it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotRow {
    /// The value.
    pub label: String,
    /// The address of the list of these games.
    pub href: Option<String>,
    /// Number of games.
    pub number: u64,
    /// Share of all games in percent.
    pub share: Option<f64>,
    /// Score in percent.
    pub score: Option<f64>,
}

impl Plot {
    fn most(&self) -> u64 {
        self.rows.iter().map(|row| row.number).max().unwrap_or(0)
    }

    /// Returns the height of a row's column in thousandths of the highest; at least 1 for a number
    /// above 0.
    fn length(&self, row: &PlotRow) -> u64 {
        let length = u128::from(row.number) * 1000 / u128::from(self.most().max(1));
        (length as u64).max(u64::from(row.number > 0) * 5)
    }

    /// The length of a row's bar in thousandths of all games, or of the longest if the shares are not known.
    fn bar(&self, row: &PlotRow) -> u64 {
        let seen = u64::from(row.number > 0) * 5;
        row.share.map_or_else(|| self.length(row), |share| ((10.0 * share) as u64).max(seen))
    }

    /// True if columns would be too wide.
    const fn is_few(&self) -> bool {
        self.is_scale && self.rows.len() < 6
    }

    fn has_shares(&self) -> bool {
        self.rows.iter().any(|row| row.share.is_some())
    }

    /// The labels of both ends of the scale.
    fn ends(&self) -> [&str; 2] {
        [self.rows.first(), self.rows.last()].map(|row| row.map_or("", |row| row.label.as_str()))
    }
}

#[derive(Template)]
#[template(path = "statistics.html")]
struct StatisticsTemplate<'a> {
    shell: &'a Shell,
    search: &'a Search,
    action: &'static str,
    statistics: Result<&'a Plots, &'a str>,
}

/// Renders the page of statistics of the games that were looked for, or the reason why the search
/// makes no sense.
#[must_use]
pub fn statistics(shell: &Shell, search: &Search, statistics: Result<&Plots, &str>) -> String {
    // Rendering into memory does not fail.
    StatisticsTemplate { shell, search, action: "statistics", statistics }
        .render()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        let row = |number| PlotRow { number, ..PlotRow::default() };
        let plot = Plot { rows: [2_000_000, 500_000, 1, 0].map(row).to_vec(), ..Plot::default() };
        let lengths: Vec<u64> = plot.rows.iter().map(|row| plot.length(row)).collect();
        assert_eq!(lengths, [1000, 250, 5, 0]);
        let bars = [Some(62.5), Some(0.01), None]
            .map(|share| plot.bar(&PlotRow { share, ..row(1_000_000) }));
        assert_eq!(bars, [625, 5, 500]);
        assert_eq!(plot.bar(&PlotRow { share: Some(0.0), ..row(0) }), 0);
        assert_eq!(Plot::default().most(), 0);
    }
}
