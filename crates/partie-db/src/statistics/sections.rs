//! Statistics as sections of rows, and as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Counts, GameStatistics, Lengths, LongestGame, Opening, Score, States};

/// Preferred drawing of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Rows in the order of their numbers, or of their meaning.
    Ranking,
    /// Rows along a scale.
    Scale,
}

/// Property of games that a section counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Results.
    Results,
    /// Years of the games.
    Years,
    /// Ratings of both players.
    Ratings,
    /// Lengths in moves.
    Lengths,
    /// Openings by their letter.
    Families,
    /// Openings by their code.
    Openings,
    /// Classes of time controls.
    Speeds,
    /// Time controls.
    TimeControls,
    /// Causes of the end.
    Terminations,
    /// Variants.
    Variants,
    /// Players.
    Players,
    /// Events.
    Events,
    /// Diagnostics.
    Diagnostics,
}

/// A line of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticsRow {
    /// Counted value, as displayed.
    pub label: String,
    /// Counted value as conditions have it: `1-0`, `2400..2499`, `B00..B99`, a name.
    pub value: String,
    /// Number of games.
    pub number: u64,
    /// Score of White or of the player, in percent.
    pub score: Option<f64>,
}

/// Numbers under a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Property that is counted.
    pub topic: Topic,
    /// The heading.
    pub title: String,
    /// Preferred drawing.
    pub shape: Shape,
    /// The rows.
    pub rows: Vec<StatisticsRow>,
    /// Total for percentages; 0 for none.
    pub whole: u64,
    /// Number of rows that found no place.
    pub more: usize,
}

/// The most rows of a scale before its bands are made wider.
const SCALE: usize = 24;

impl GameStatistics {
    /// Returns all non-empty sections, with at most `most` rows in a ranking.
    #[must_use]
    pub fn sections(&self, most: usize) -> Vec<Section> {
        let Score { won, drawn, lost, open } = self.results;
        let results = [
            ("White wins", "1-0", won),
            ("Draws", "1/2-1/2", drawn),
            ("Black wins", "0-1", lost),
            ("No result", "*", open),
        ];
        let mut sections = vec![Section {
            topic: Topic::Results,
            title: "Results".to_owned(),
            shape: Shape::Ranking,
            rows: results
                .map(|(label, value, n)| StatisticsRow {
                    value: value.to_owned(),
                    ..row(label, n, None)
                })
                .into_iter()
                .filter(|r| r.number > 0)
                .collect(),
            whole: self.games,
            more: 0,
        }];
        if let Some(percent) = self.results.percent() {
            sections[0].title = format!("Results (White scores {percent:.1}%)");
        }
        sections.push(scale((Topic::Years, "Years"), &years(&self.years)));
        sections.push(scale(
            (Topic::Ratings, "Ratings of both players"),
            &bands(self.elos.iter().map(|(e, n)| (*e, *n)), 100),
        ));
        if let Some(lengths) = &self.lengths {
            sections.push(scale(
                (Topic::Lengths, "Length in moves"),
                &bands(lengths.moves.iter().map(|(m, n)| (*m, *n)), 10),
            ));
        }
        sections.push(self.families());
        sections.push(ranking(
            (Topic::Openings, "Openings"),
            self.games,
            most,
            self.openings.sorted().map(|(code, Opening { name, score })| {
                let label = if name.is_empty() { code.clone() } else { format!("{code} {name}") };
                let value = code.clone();
                StatisticsRow { value, ..row(&label, score.games(), score.percent()) }
            }),
        ));
        let speeds = self.speeds.iter().map(|(speed, n)| row(&speed.to_string(), *n, None));
        sections.push(Section {
            topic: Topic::Speeds,
            title: "Speed".to_owned(),
            shape: Shape::Ranking,
            rows: speeds.collect(),
            whole: self.games,
            more: 0,
        });
        sections.push(self.counts(
            (Topic::TimeControls, "Time controls"),
            most,
            &self.time_controls,
        ));
        sections.push(self.counts((Topic::Terminations, "Terminations"), most, &self.terminations));
        if self.variants.len() > 1 || self.variants.keys().any(|name| *name != "Standard") {
            let rows = self.variants.iter().map(|(name, n)| row(name, *n, None));
            sections.push(ranking((Topic::Variants, "Variants"), self.games, most, rows));
        }
        sections.push(self.players(most));
        sections.push(self.events(most));
        let diagnostics =
            self.diagnostics.iter().map(|(id, (title, n))| row(&format!("{id} {title}"), *n, None));
        let title = (Topic::Diagnostics, "Games with diagnostics");
        sections.push(ranking(title, self.games, most, diagnostics));
        sections.retain(|section| !section.rows.is_empty());
        sections
    }

    /// Returns the players with the most games, at most `most`.
    #[must_use]
    pub fn players(&self, most: usize) -> Section {
        let players =
            self.players.sorted().map(|(name, score)| row(name, score.games(), score.percent()));
        ranking((Topic::Players, "Players"), 0, most, players)
    }

    /// Returns the events with the most games, at most `most`.
    #[must_use]
    pub fn events(&self, most: usize) -> Section {
        self.counts((Topic::Events, "Events"), most, &self.events)
    }

    /// The openings by their letter.
    fn families(&self) -> Section {
        const FAMILIES: [(char, &str); 5] = [
            ('A', "A flank openings"),
            ('B', "B semi-open games"),
            ('C', "C open games, French"),
            ('D', "D closed games"),
            ('E', "E Indian defences"),
        ];
        let rows = FAMILIES.iter().map(|(letter, name)| {
            let mut score = Score::default();
            let openings = self.openings.sorted().filter(|(code, _)| code.starts_with(*letter));
            openings.for_each(|(_, opening)| score += opening.score);
            let value = format!("{letter}00..{letter}99");
            StatisticsRow { value, ..row(name, score.games(), score.percent()) }
        });
        Section {
            topic: Topic::Families,
            title: "Openings by ECO letter".to_owned(),
            shape: Shape::Ranking,
            rows: rows.filter(|r| r.number > 0).collect(),
            whole: self.games,
            more: 0,
        }
    }

    fn counts(&self, title: (Topic, &str), most: usize, counts: &Counts<u64>) -> Section {
        ranking(title, self.games, most, counts.sorted().map(|(name, n)| row(name, *n, None)))
    }

    /// Returns all statistics as one JSON object, with at most `most` names of each kind.
    #[must_use]
    pub fn json(&self, most: usize) -> Value {
        let mut object = Map::new();
        object.insert("games".to_owned(), json!(self.games));
        let Score { won, drawn, lost, open } = self.results;
        object.insert(
            "results".to_owned(),
            json!({ "1-0": won, "1/2-1/2": drawn, "0-1": lost, "*": open }),
        );
        if let Some((first, last)) = self.dates {
            object.insert("first".to_owned(), json!(first.to_string()));
            object.insert("last".to_owned(), json!(last.to_string()));
        }
        let numbers = |counts: &BTreeMap<u32, u64>| -> Value {
            counts
                .iter()
                .map(|(n, games)| (n.to_string(), json!(games)))
                .collect::<Map<_, _>>()
                .into()
        };
        object.insert(
            "years".to_owned(),
            numbers(&self.years.iter().map(|(y, n)| (u32::from(*y), *n)).collect()),
        );
        object.insert("elo_from".to_owned(), numbers(&self.elos));
        if let Some(Lengths { plies, moves, longest }) = &self.lengths {
            object.insert("plies".to_owned(), json!(plies));
            object.insert("moves_from".to_owned(), numbers(moves));
            object.insert(
                "longest".to_owned(),
                json!(
                    longest
                        .as_ref()
                        .map(|LongestGame { plies, line, file }| json!({ "plies": plies, "place": format!("{file}:{line}") }))
                ),
            );
            let States { clean, repaired, doubtful, broken } = self.states;
            object.insert("states".to_owned(), json!({ "clean": clean, "repaired": repaired, "doubtful": doubtful, "broken": broken }));
            let diagnostics =
                self.diagnostics.iter().map(|(id, (_, n))| ((*id).to_owned(), json!(n)));
            object.insert("diagnostics".to_owned(), diagnostics.collect::<Map<_, _>>().into());
            let variants = self.variants.iter().map(|(name, n)| ((*name).to_owned(), json!(n)));
            object.insert("variants".to_owned(), variants.collect::<Map<_, _>>().into());
        }
        let score = |name: &str, of: &str, s: &Score| json!({ name: of, "games": s.games(), "won": s.won, "drawn": s.drawn, "lost": s.lost });
        let openings =
            top(self.openings.sorted().map(|(code, opening)| (code, &opening.score)), most);
        object.insert(
            "openings".to_owned(),
            openings.iter().map(|(code, s)| score("eco", code, s)).collect(),
        );
        let players = top(self.players.sorted(), most);
        object.insert(
            "players".to_owned(),
            players.iter().map(|(name, s)| score("name", name, s)).collect(),
        );
        for (name, counts) in [
            ("time_controls", &self.time_controls),
            ("terminations", &self.terminations),
            ("events", &self.events),
        ] {
            let mut rows: Vec<_> = counts.sorted().collect();
            rows.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
            let rows = rows.into_iter().take(most).map(|(name, n)| (name.clone(), json!(n)));
            object.insert(name.to_owned(), rows.collect::<Map<_, _>>().into());
        }
        object.into()
    }
}

/// The names with most games.
fn top<'a>(
    scores: impl Iterator<Item = (&'a String, &'a Score)>,
    most: usize,
) -> Vec<(&'a String, &'a Score)> {
    let mut rows: Vec<_> = scores.collect();
    rows.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    rows.truncate(most);
    rows
}

fn row(label: &str, number: u64, score: Option<f64>) -> StatisticsRow {
    StatisticsRow { label: label.to_owned(), value: label.to_owned(), number, score }
}

fn ranking(
    (topic, title): (Topic, &str),
    whole: u64,
    most: usize,
    rows: impl Iterator<Item = StatisticsRow>,
) -> Section {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|r| std::cmp::Reverse(r.number));
    let more = rows.len().saturating_sub(most);
    rows.truncate(most);
    let title = if more > 0 {
        format!("{title} (top {most} of {})", most + more)
    } else {
        title.to_owned()
    };
    Section { topic, title, shape: Shape::Ranking, rows, whole, more }
}

fn scale((topic, title): (Topic, &str), bands: &[(String, u64)]) -> Section {
    let band = |(label, n): &(String, u64)| {
        let (first, last) = label.split_once('–').unwrap_or((label, label));
        StatisticsRow { value: format!("{first}..{last}"), ..row(label, *n, None) }
    };
    Section {
        topic,
        title: title.to_owned(),
        shape: Shape::Scale,
        rows: bands.iter().map(band).collect(),
        whole: 0,
        more: 0,
    }
}

/// The part of the games, in hundredths, that may be of early years.
const EARLY: u64 = 5;

/// Years in bands. Where the first games are much older than most, their years are one band, so that the
/// others need not be as wide.
fn years(games: &BTreeMap<u16, u64>) -> Vec<(String, u64)> {
    let games: Vec<_> = games.iter().map(|(year, games)| (u32::from(*year), *games)).collect();
    let (Some((first, _)), Some((last, _))) = (games.first(), games.last()) else {
        return Vec::new();
    };
    let all: u64 = games.iter().map(|(_, games)| games).sum();
    let mut before = 0;
    let early = games.iter().find(|(_, games)| {
        before += games;
        before > all * EARLY / 100
    });
    let early = early.map_or(*first, |(year, _)| *year);
    let wide = width(early, *last, 1);
    let edge = early / wide * wide;
    if wide == width(*first, *last, 1) || edge <= *first {
        return bands(games.into_iter(), 1);
    }
    let (older, newer) = games.split_at(games.partition_point(|(year, _)| *year < edge));
    let older = older.iter().map(|(_, games)| games).sum();
    let mut shown = vec![(format!("{first}–{}", edge - 1), older)];
    shown.extend(of_width(newer, wide));
    shown
}

/// Numbers along a scale in bands of a width, wider if there would be too many. No band
/// between the first and the last is left out.
fn bands(numbers: impl Iterator<Item = (u32, u64)>, least: u32) -> Vec<(String, u64)> {
    let numbers: Vec<_> = numbers.collect();
    let bounds = (numbers.iter().map(|(n, _)| *n).min(), numbers.iter().map(|(n, _)| *n).max());
    let (Some(first), Some(last)) = bounds else { return Vec::new() };
    of_width(&numbers, width(first, last, least))
}

/// Returns the width of bands from one number to another.
fn width(first: u32, last: u32, least: u32) -> u32 {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000];
    let wide = |step: u32| least * step;
    let step = steps
        .into_iter()
        .find(|s| ((last / wide(*s)) - (first / wide(*s))) < SCALE as u32)
        .unwrap_or(1_000_000);
    wide(step)
}

fn of_width(numbers: &[(u32, u64)], wide: u32) -> Vec<(String, u64)> {
    let first = numbers.iter().map(|(n, _)| *n).min().unwrap_or(0);
    let last = numbers.iter().map(|(n, _)| *n).max().unwrap_or(0);
    (first / wide..=last / wide)
        .map(|band| {
            let games =
                numbers.iter().filter(|(n, _)| n / wide == band).map(|(_, games)| games).sum();
            let start = band * wide;
            let label = if wide == 1 {
                start.to_string()
            } else {
                format!("{start}–{}", start + wide - 1)
            };
            (label, games)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    #[test]
    fn bands_are_whole_and_not_too_many() {
        let years = [(1851, 2), (1853, 1)];
        let shown = bands(years.into_iter(), 1);
        assert_eq!(shown, [("1851".to_owned(), 2), ("1852".to_owned(), 0), ("1853".to_owned(), 1)]);
        let centuries: Vec<(u32, u64)> = (1475..2026).map(|year| (year, 1)).collect();
        let shown = bands(centuries.iter().copied(), 1);
        assert_eq!(shown.first(), Some(&("1450–1499".to_owned(), 25)));
        assert!(shown.len() <= SCALE && shown.iter().map(|(_, n)| n).sum::<u64>() == 551);
        assert_eq!(bands([(2400, 7)].into_iter(), 100), [("2400–2499".to_owned(), 7)]);
        assert!(bands(std::iter::empty(), 1).is_empty());
    }

    #[test]
    fn a_few_old_games_do_not_widen_the_bands_of_all_years() {
        let old = [(1475, 1), (1620, 2), (1851, 40), (1999, 20)];
        let new = (2000..2020).map(|year| (year, 100));
        let shown = years(&old.into_iter().chain(new.clone()).collect());
        assert_eq!(shown[0], ("1475–1999".to_owned(), 63));
        assert_eq!(shown[1], ("2000".to_owned(), 100));
        assert_eq!(shown.len(), 21);
        assert_eq!(years(&new.collect()).len(), 20);
        assert_eq!(years(&[(1999, 3)].into()), [("1999".to_owned(), 3)]);
        let even: BTreeMap<u16, u64> = (1475..2026).map(|year| (year, 1)).collect();
        assert_eq!(years(&even).iter().map(|(_, games)| games).sum::<u64>(), 551);
        assert!(years(&BTreeMap::new()).is_empty());
    }

    #[test]
    fn a_survey_of_three_games() {
        let mut survey = GameStatistics::new();
        for (white, black, result) in [("A", "B", "1-0"), ("B", "A", "1/2-1/2"), ("A", "C", "0-1")]
        {
            let game = sample(&format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"1999.01.02\"]\n[ECO \"B33\"]\n\
                 [Opening \"Sicilian: Sveshnikov\"]\n\n1. e4 c5 {result}\n"
            ));
            survey.add_tags(&game);
        }
        let sections = survey.sections(2);
        let rows = |title: &str| -> Vec<(String, u64, Option<f64>)> {
            let section = sections.iter().find(|s| s.title.starts_with(title)).expect(title);
            section.rows.iter().map(|r| (r.label.clone(), r.number, r.score)).collect()
        };
        let expect = |label: &str, n, score| (label.to_owned(), n, score);
        assert_eq!(
            rows("Results"),
            [
                expect("White wins", 1, None),
                expect("Draws", 1, None),
                expect("Black wins", 1, None)
            ]
        );
        assert_eq!(sections[0].title, "Results (White scores 50.0%)");
        assert_eq!(
            rows("Players (top 2 of 3)"),
            [expect("A", 3, Some(50.0)), expect("B", 2, Some(25.0))]
        );
        assert_eq!(rows("Openings"), [expect("B semi-open games", 3, Some(50.0))]);
        assert_eq!(rows("Years"), [expect("1999", 3, None)]);
        let values: Vec<&str> =
            sections.iter().flat_map(|s| &s.rows).map(|r| r.value.as_str()).collect();
        let expected = ["1-0", "1/2-1/2", "0-1", "1999..1999", "B00..B99", "B33", "A", "B"];
        assert_eq!(values, expected);
        assert_eq!(survey.json(9)["players"][0]["drawn"], 1);
    }

    #[test]
    fn openings_without_a_tag_are_those_of_the_moves() {
        let mut survey = GameStatistics::new();
        for text in [
            "[ECO \"?\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0",
            "[ECO \"C20\"]\n\n1. e4 c5 1-0",
            "[FEN \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\"]\n\n*",
        ] {
            let game = sample(text);
            survey.add_tags(&game);
            survey.add_moves(&game, 1, &[]);
        }
        let openings = survey.json(9)["openings"].clone();
        let codes: Vec<_> = openings.as_array().expect("rows").iter().map(|o| &o["eco"]).collect();
        assert_eq!(codes, ["B90", "C20"]);
        assert!(survey.openings.sorted().any(|(_, o)| o.name == "Sicilian Defense"));
    }
}
