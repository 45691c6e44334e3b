//! Games of one player in numbers: results, openings, opponents, ratings, use of time.
//!
//! ```
//! use partie_db::{player::{PlayerGame, PlayerReport}, query::Name};
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Anderssen, A.\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 1-0";
//! let name = Name::new("anderssen", false)?;
//! let mut report = PlayerReport::default();
//! for game in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
//!     report.add(&PlayerGame::of(&game, &name).expect("a game of his"));
//! }
//! assert_eq!(report.score().won, 1);
//! assert_eq!(report.openings(partie_core::Color::White)[0].0, "C33 King's Gambit Accepted");
//! # Ok::<(), partie_db::query::ParseError>(())
//! ```

mod clock;
mod json;
mod preparation;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, ops::AddAssign};

use partie_core::{Color, Outcome};

use crate::{
    performance::performance,
    query::{Date, Name, Subject, TimeClass},
    statistics::{Counts, Score},
};
use clock::Thinking;
pub use clock::{Think, TimeBand, TimeUse};
pub use preparation::{
    JudgedLine, Meeting, MovesByYear, Preparation, PreparedGame, PreparedSide, Repertoire,
    UnmetLine,
};

/// Days of ratings that are shown by days: four months.
const BY_DAYS: u32 = 4 * 31;

/// A game of a player, without its moves.
#[derive(Clone, Debug)]
pub struct PlayerGame {
    color: Color,
    /// True if the other player bears the name, too.
    is_both: bool,
    name: String,
    opponent: String,
    elo: Option<u32>,
    opponent_elo: Option<u32>,
    outcome: Outcome,
    date: Option<Date>,
    event: String,
    /// Code of the opening, and the name before its variation, which is empty if it is not known.
    opening: Option<(String, String)>,
    control: String,
    /// True if it ended because a player had no time left.
    time_forfeit: bool,
    thinking: Thinking,
}

impl PlayerGame {
    /// Returns a report's data about a game; `None` if no player bears the name. If both do, it is
    /// a game of White.
    #[must_use]
    pub fn of(game: &impl Subject, name: &Name) -> Option<PlayerGame> {
        let tag = |name: &str| game.known(name).unwrap_or_default();
        let bears = |color: Color| name.means(tag(color.fold_wb("White", "Black")));
        let color = Color::ALL.into_iter().find(|color| bears(*color))?;
        let [own, other] = [color, !color].map(|color| color.fold_wb("White", "Black"));
        let elo = |color: &str| game.elo(&format!("{color}Elo"));
        let opening = game.opening_of_moves().map(|opening| {
            let (family, _) = opening.family_and_variation();
            (opening.code.to_string(), family.to_owned())
        });
        let code = || Some((game.known("ECO")?.get(..3)?.to_owned(), String::new()));
        let control = tag("TimeControl").to_owned();
        let termination = tag("Termination").to_ascii_lowercase();
        Some(PlayerGame {
            color,
            is_both: bears(!color) && color.is_white(),
            name: tag(own).to_owned(),
            opponent: tag(other).to_owned(),
            elo: elo(own),
            opponent_elo: elo(other),
            outcome: game.outcome(),
            date: game.date(),
            event: tag("Event").to_owned(),
            opening: opening.or_else(code),
            time_forfeit: termination == "time forfeit" || termination.contains("on time"),
            thinking: Thinking::of(game, color, &control),
            control,
        })
    }
}

/// Ratings of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct DayOfRatings {
    sum: u64,
    games: u64,
}

impl AddAssign for DayOfRatings {
    fn add_assign(&mut self, other: DayOfRatings) {
        self.sum += other.sum;
        self.games += other.games;
    }
}

/// Results of an opening, which may have several codes.
#[derive(Clone, Debug, Default)]
struct OpeningScore {
    /// The first and the last code.
    codes: Option<(String, String)>,
    score: Score,
}

impl AddAssign for OpeningScore {
    fn add_assign(&mut self, other: OpeningScore) {
        self.score += other.score;
        self.codes = match (self.codes.take(), other.codes) {
            (Some(own), Some(other)) => Some((own.0.min(other.0), own.1.max(other.1))),
            (own, other) => own.or(other),
        };
    }
}

/// Mean rating of a player in a month, or on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingPoint {
    /// The month, or the day.
    pub date: Date,
    /// Mean rating, rounded.
    pub rating: u32,
    /// Number of games.
    pub games: u64,
}

/// Ratings of games of one speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingCurve {
    /// Speed; `None` if the games do not say it.
    pub speed: Option<TimeClass>,
    /// Months or days in their order.
    pub points: Vec<RatingPoint>,
}

impl RatingCurve {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.points.iter().map(|point| point.games).sum()
    }
}

/// Games of a player in numbers.
#[derive(Clone, Debug, Default)]
pub struct PlayerReport {
    spellings: Counts<u64>,
    colors: [Score; 2],
    both: u64,
    dates: Option<(Date, Date)>,
    openings: [Counts<OpeningScore>; 2],
    opponents: Counts<Score>,
    years: BTreeMap<u16, Score>,
    speeds: BTreeMap<TimeClass, Score>,
    controls: Counts<Score>,
    ratings: BTreeMap<Option<TimeClass>, BTreeMap<Date, DayOfRatings>>,
    /// Results against opponents with a rating, and the sum of these.
    rated: Score,
    rated_sum: u64,
    time: TimeUse,
}

/// Values with their results, sorted by descending number of games.
pub type Ranked = Vec<(String, Score)>;

impl PlayerReport {
    /// Adds a game.
    pub fn add(&mut self, game: &PlayerGame) {
        let PlayerGame { color, outcome, .. } = *game;
        let side = usize::from(color.is_black());
        self.time.add(game);
        *self.spellings.of(&game.name) += 1;
        self.colors[side].add(outcome, color);
        self.both += u64::from(game.is_both);
        if let Some((code, name)) = &game.opening {
            let key = if name.is_empty() { code } else { name };
            let mut score = Score::default();
            score.add(outcome, color);
            *self.openings[side].of(key) +=
                OpeningScore { codes: Some((code.clone(), code.clone())), score };
        }
        if !game.opponent.is_empty() {
            self.opponents.of(&game.opponent).add(outcome, color);
        }
        let speed = TimeClass::of(&game.control);
        if let Some(speed) = speed {
            self.speeds.entry(speed).or_default().add(outcome, color);
        }
        if !game.control.is_empty() {
            self.controls.of(&game.control).add(outcome, color);
        }
        if let Some(elo) = game.opponent_elo.filter(|_| outcome.is_known()) {
            self.rated.add(outcome, color);
            self.rated_sum += u64::from(elo);
        }
        let Some(date) = game.date else { return };
        let (first, last) = self.dates.unwrap_or((date, date));
        self.dates = Some((first.min(date), last.max(date)));
        self.years.entry(date.year()).or_default().add(outcome, color);
        if let Some(elo) = game.elo {
            let days = self.ratings.entry(speed).or_default();
            *days.entry(date).or_default() += DayOfRatings { sum: elo.into(), games: 1 };
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.score().games()
    }

    /// Returns the results of all games.
    #[must_use]
    pub fn score(&self) -> Score {
        let mut score = self.colors[0];
        score += self.colors[1];
        score
    }

    /// Returns the results with a colour.
    #[must_use]
    pub const fn score_with(&self, color: Color) -> Score {
        self.colors[if color.is_white() { 0 } else { 1 }]
    }

    /// Returns the names by which the player was found, the most frequent first.
    #[must_use]
    pub fn spellings(&self) -> Vec<(&str, u64)> {
        let mut all: Vec<_> = self.spellings.sorted().map(|(name, n)| (&**name, *n)).collect();
        all.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        all
    }

    /// Returns the number of games in which both players bear the name.
    #[must_use]
    pub const fn both(&self) -> u64 {
        self.both
    }

    /// Returns the first and the last date.
    #[must_use]
    pub const fn dates(&self) -> Option<(Date, Date)> {
        self.dates
    }

    /// Returns the openings with a colour by their names before the variation, with the first and the
    /// last of their codes: `A10–A39 English Opening`.
    #[must_use]
    pub fn openings(&self, color: Color) -> Ranked {
        let rows = self.openings[usize::from(color.is_black())].sorted();
        let row = |(name, OpeningScore { codes, score }): (&String, &OpeningScore)| {
            let label = match codes {
                Some((first, last)) if first != last => format!("{first}–{last} {name}"),
                Some((code, _)) if code != name => format!("{code} {name}"),
                _ => name.clone(),
            };
            (label, *score)
        };
        let mut rows: Ranked = rows.map(row).collect();
        // Equal numbers of games are sorted by code.
        rows.sort_by(|a, b| b.1.games().cmp(&a.1.games()).then_with(|| a.0.cmp(&b.0)));
        rows
    }

    /// Returns the opponents.
    #[must_use]
    pub fn opponents(&self) -> Ranked {
        ranked(&self.opponents)
    }

    /// Returns the time controls.
    #[must_use]
    pub fn time_controls(&self) -> Ranked {
        ranked(&self.controls)
    }

    /// Returns the speeds, the fastest first.
    #[must_use]
    pub fn speeds(&self) -> Ranked {
        self.speeds.iter().map(|(speed, score)| (speed.to_string(), *score)).collect()
    }

    /// Returns the years in their order.
    #[must_use]
    pub fn years(&self) -> Ranked {
        self.years.iter().map(|(year, score)| (year.to_string(), *score)).collect()
    }

    /// Returns the ratings of each speed by months, that with the most games first.
    #[must_use]
    pub fn ratings(&self) -> Vec<RatingCurve> {
        self.ratings_by(|_| month)
    }

    /// Returns the ratings of each speed that make a curve: by months, or by days where the dates
    /// lie within a few months.
    #[must_use]
    pub fn curves(&self) -> Vec<RatingCurve> {
        let mut curves = self.ratings_by(|days| {
            let ends = days.first_key_value().zip(days.last_key_value());
            let span = ends.map_or(0, |(first, last)| last.0.day_number() - first.0.day_number());
            let has_days = days.keys().all(|date| date.day() > 0);
            if has_days && span < BY_DAYS { |date| date } else { month }
        });
        curves.retain(|curve| curve.points.len() > 1);
        curves
    }

    fn ratings_by(
        &self,
        choose: impl Fn(&BTreeMap<Date, DayOfRatings>) -> fn(Date) -> Date,
    ) -> Vec<RatingCurve> {
        let curve = |(speed, days): (&Option<TimeClass>, &BTreeMap<Date, DayOfRatings>)| {
            let part = choose(days);
            let mut parts: BTreeMap<Date, DayOfRatings> = BTreeMap::new();
            for (date, ratings) in days {
                *parts.entry(part(*date)).or_default() += *ratings;
            }
            let points = parts.into_iter().map(|(date, DayOfRatings { sum, games })| {
                let rating = ((sum + games / 2) / games) as u32;
                RatingPoint { date, rating, games }
            });
            RatingCurve { speed: *speed, points: points.collect() }
        };
        let mut curves: Vec<RatingCurve> = self.ratings.iter().map(curve).collect();
        curves.sort_by_key(|curve| std::cmp::Reverse(curve.games()));
        curves
    }

    /// Returns the mean rating of the opponents who have one, rounded, and the rating performance
    /// against them.
    #[must_use]
    pub fn performance(&self) -> Option<(u32, i32)> {
        let games = self.rated.games();
        let mean = (self.rated_sum + games / 2).checked_div(games)? as u32;
        Some((mean, performance(mean, self.rated.percent()? / 100.0)))
    }

    /// Returns the use of time.
    #[must_use]
    pub const fn time(&self) -> &TimeUse {
        &self.time
    }
}

/// Returns the month of a date.
fn month(date: Date) -> Date {
    Date::of_month(date.year(), date.month()).unwrap_or(date)
}

fn ranked(counts: &Counts<Score>) -> Ranked {
    let mut all: Ranked = counts.sorted().map(|(name, score)| (name.clone(), *score)).collect();
    all.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    all
}
