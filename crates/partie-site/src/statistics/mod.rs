//! Statistics of collections.

mod counted;
#[cfg(feature = "pages")]
pub(crate) mod kept;
#[cfg(feature = "pages")]
pub(crate) mod plots;
pub(crate) mod terms;
#[cfg(feature = "pages")]
mod words;

use partie_db::statistics::{GameStatistics, Lengths, LongestGame, Section};
use partie_formats::text::count;

pub use counted::Counted;
use terms::Terms;

use crate::{
    chart::{
        bars::{self, BarStyle},
        panels,
    },
    report::{Drawing, Part, Report},
    text_table::{TextTable, in_ascii},
};

/// Statistics in words of a language.
pub struct Shown {
    lines: Vec<String>,
    sections: Vec<Section>,
    terms: Terms,
}

impl Shown {
    /// Shows statistics in a language of the pages or in English, with at most `top` rows of a ranking.
    #[must_use]
    pub fn of(statistics: &GameStatistics, top: usize, language: Option<&str>) -> Shown {
        #[cfg(feature = "pages")]
        if let Some(words) = language.map(partie_page::Words::of) {
            return translated(statistics, top, words);
        }
        let _ = language;
        let lines = summary(statistics);
        Shown { lines, sections: statistics.sections(top), terms: Terms::english() }
    }

    /// Returns true if no game was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Returns a section for each line of text, with bars: of blocks, or else in ASCII.
    #[must_use]
    pub fn text(&self, width: usize, blocks: bool) -> String {
        let style = BarStyle { width, blocks };
        let mut text = self.lines.iter().fold(String::new(), |text, line| text + line + "\n");
        for section in &self.sections {
            text += "\n";
            text += &bars::draw(section, style, &self.terms);
        }
        if blocks { text } else { in_ascii(&text) }
    }

    /// Returns a chart as SVG.
    #[must_use]
    pub fn chart(&self, title: &str) -> String {
        panels::draw(title, &self.lines, &self.sections, &self.terms)
    }

    /// Returns a web page with the chart, and with its numbers in tables.
    #[must_use]
    pub fn page(&self, title: &str) -> String {
        let terms = &self.terms;
        let part = |section: &Section| {
            let mut table = TextTable { fixed: 1, ..TextTable::default() };
            for (heading, right) in
                [("", false), (terms.games, true), (terms.share, true), ("", false)]
            {
                table.column(heading, right);
            }
            for row in &section.rows {
                let number = (terms.grouped)(row.number);
                let [share, note] = [terms.share_of(section, row), terms.note(section, row)];
                table.rows.push(vec![row.label.clone(), number, share, note]);
            }
            Part { heading: section.title.clone(), table, notes: Vec::new() }
        };
        let svg = panels::draw("", &[], &self.sections, terms);
        let report = Report {
            title: title.to_owned(),
            facts: self.lines.clone(),
            drawings: vec![Drawing { svg, ..Drawing::default() }],
            parts: self.sections.iter().map(part).collect(),
            ..Report::default()
        };
        Report::page(&[report], terms.language)
    }
}

/// Shows statistics in a language of the pages.
#[cfg(feature = "pages")]
fn translated(survey: &GameStatistics, top: usize, words: &'static partie_page::Words) -> Shown {
    use words::{facts, headings, label};
    let facts = facts(survey, words).into_iter();
    let mut lines: Vec<String> = facts.map(|(name, value)| words.labelled(&name, value)).collect();
    if let Some(LongestGame { plies, line, file }) =
        survey.lengths().and_then(|lengths| lengths.longest.as_ref())
    {
        let moves = plies.div_ceil(2);
        let unit = words.moves_unit(moves as usize);
        lines.push(words.labelled(&words.longest_game, format!("{moves} {unit} ({file}:{line})")));
    }
    let mut sections = survey.sections(top);
    for section in &mut sections {
        section.title = headings(section, words).0;
        for row in &mut section.rows {
            row.label = label(section.topic, row, words);
        }
    }
    let terms = Terms {
        language: &words.code,
        games: &words.games,
        share: "%",
        scores: [&words.white, &words.score],
        captions: [&words.white_score, &words.score],
        grouped: Box::new(move |number| words.grouped(number)),
        percent: Box::new(move |number, digits| words.percent(number, digits)),
    };
    Shown { lines, sections, terms }
}

/// The collection in a few lines.
fn summary(survey: &GameStatistics) -> Vec<String> {
    let mut lines = vec![count(survey.games(), "game")];
    if let Some(Lengths { plies, longest, .. }) = survey.lengths() {
        let mean = *plies as f64 / 2.0 / survey.games().max(1) as f64;
        let plies = count(*plies, "ply").replace("plys", "plies");
        lines[0] += &format!(", {plies}, {mean:.1} moves on average");
        if let Some(LongestGame { plies, line, file }) = longest {
            lines.push(format!("longest game: {} moves ({file}:{line})", plies.div_ceil(2)));
        }
    }
    if let Some((first, last)) = survey.dates() {
        lines.push(format!("played from {first} to {last}"));
    }
    lines.extend(survey.average_elo().map(|mean| format!("average rating {mean}")));
    lines
}
