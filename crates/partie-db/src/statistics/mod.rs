//! Statistics of a collection: counted over the games, then divided into sections of rows.
//!
//! ```
//! use partie_db::statistics::GameStatistics;
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Anderssen\"]\n[Date \"1851.06.21\"]\n\n1. e4 e5 2. f4 1-0";
//! let mut statistics = GameStatistics::new();
//! for game in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
//!     statistics.add_tags(&game);
//!     statistics.add_moves(&game, game.line, &game.parsed.diagnostics);
//! }
//! assert_eq!(statistics.games(), 1);
//! assert_eq!(statistics.sections(10)[0].title, "Results (White scores 100.0%)");
//! assert_eq!(statistics.json(10)["players"][0]["name"], "Anderssen");
//! ```

mod counts;
mod sections;

use std::{collections::BTreeMap, ops::AddAssign};

use partie_core::{Color, Outcome};
use partie_formats::{Diagnostic, Severity};
use partie_pgn::parallel::Relocate;

use crate::query::{Date, Extent, Subject, TimeClass};
pub(crate) use counts::Counts;
pub use sections::{Section, Shape, StatisticsRow, Topic};

/// The games that a player won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games that were won.
    pub won: u64,
    /// Games that were drawn.
    pub drawn: u64,
    /// Games that were lost.
    pub lost: u64,
    /// Games without a result.
    pub open: u64,
}

impl Score {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.drawn + self.lost + self.open
    }

    /// Returns the score in percent of the maximum; `None` if no game has a result.
    #[must_use]
    pub fn percent(self) -> Option<f64> {
        let decided = self.won + self.drawn + self.lost;
        (decided > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) * 100.0 / decided as f64)
    }

    /// Adds a game, in which the player has a colour.
    pub(crate) fn add(&mut self, outcome: Outcome, color: Color) {
        match outcome {
            Outcome::Win(winner) if winner == color => self.won += 1,
            Outcome::Win(_) => self.lost += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Unknown => self.open += 1,
        }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        let Score { won, drawn, lost, open } = other;
        self.won += won;
        self.drawn += drawn;
        self.lost += lost;
        self.open += open;
    }
}

/// An opening: its name, and the score of White.
#[derive(Clone, Debug, Default)]
struct Opening {
    /// Empty if no game says it.
    name: String,
    score: Score,
}

impl AddAssign for Opening {
    fn add_assign(&mut self, later: Opening) {
        if self.name.is_empty() {
            self.name = later.name;
        }
        self.score += later.score;
    }
}

/// Lengths of games.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    /// Number of plies of all games.
    pub plies: u64,
    /// Number of games by number of moves, in bands of 10.
    moves: BTreeMap<u32, u64>,
    /// The longest game.
    pub longest: Option<LongestGame>,
}

/// Length and place of the longest game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestGame {
    /// Length of the main line in plies.
    pub plies: u32,
    /// Line of the file on which the game begins, from 1.
    pub line: u64,
    /// Name of the file.
    pub file: String,
}

/// Number of games by their highest severity.
#[derive(Clone, Copy, Debug, Default)]
struct States {
    clean: u64,
    repaired: u64,
    doubtful: u64,
    broken: u64,
}

impl AddAssign for States {
    fn add_assign(&mut self, other: States) {
        let States { clean, repaired, doubtful, broken } = other;
        self.clean += clean;
        self.repaired += repaired;
        self.doubtful += doubtful;
        self.broken += broken;
    }
}

/// A collection in numbers.
#[derive(Clone, Debug, Default)]
pub struct GameStatistics {
    games: u64,
    /// From White's side.
    results: Score,
    dates: Option<(Date, Date)>,
    years: BTreeMap<u16, u64>,
    /// Ratings in bands of 100, both players.
    elos: BTreeMap<u32, u64>,
    elo_sum: u64,
    /// The openings by code.
    openings: Counts<Opening>,
    speeds: BTreeMap<TimeClass, u64>,
    time_controls: Counts<u64>,
    terminations: Counts<u64>,
    variants: BTreeMap<&'static str, u64>,
    players: Counts<Score>,
    events: Counts<u64>,
    /// Statistics of moves; `None` if they were not read.
    lengths: Option<Lengths>,
    states: States,
    /// Number of games with a diagnostic, by code, with its title.
    diagnostics: BTreeMap<&'static str, (&'static str, u64)>,
}

impl GameStatistics {
    /// Returns statistics of no games yet.
    #[must_use]
    pub fn new() -> GameStatistics {
        GameStatistics::default()
    }

    /// Returns the number of games counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the first and the last date.
    #[must_use]
    pub const fn dates(&self) -> Option<(Date, Date)> {
        self.dates
    }

    /// Returns the average rating of all players that have one.
    #[must_use]
    pub fn average_elo(&self) -> Option<u64> {
        self.elo_sum.checked_div(self.elos.values().sum())
    }

    /// Returns the lengths of the games; `None` if no moves were counted.
    #[must_use]
    pub const fn lengths(&self) -> Option<&Lengths> {
        self.lengths.as_ref()
    }

    /// Counts the tags of a game.
    pub fn add_tags(&mut self, game: &impl Subject) {
        self.games += 1;
        let outcome = game.outcome();
        self.results.add(outcome, Color::White);
        if let Some(date) = game.date() {
            let (first, last) = self.dates.unwrap_or((date, date));
            self.dates = Some((first.min(date), last.max(date)));
            *self.years.entry(date.year()).or_default() += 1;
        }
        for (name, elo_name, color) in
            [("White", "WhiteElo", Color::White), ("Black", "BlackElo", Color::Black)]
        {
            if let Some(elo) = game.elo(elo_name) {
                *self.elos.entry(elo / 100 * 100).or_default() += 1;
                self.elo_sum += u64::from(elo);
            }
            if let Some(player) = game.known(name) {
                self.players.of(player).add(outcome, color);
            }
        }
        if let Some(code) = game.known("ECO") {
            // Text after the colon is a variation.
            let name = game.known("Opening").and_then(|name| name.split(':').next());
            self.add_opening(code, name, outcome);
        }
        if let Some(control) = game.tag("TimeControl").filter(|c| !matches!(*c, "" | "?")) {
            if let Some(speed) = TimeClass::of(control) {
                *self.speeds.entry(speed).or_default() += 1;
            }
            *self.time_controls.of(control) += 1;
        }
        for (counts, name) in [(&mut self.terminations, "Termination"), (&mut self.events, "Event")]
        {
            if let Some(value) = game.known(name) {
                *counts.of(value) += 1;
            }
        }
    }

    /// Counts an opening by its code; the first name given for it is kept.
    fn add_opening(&mut self, code: &str, name: Option<&str>, outcome: Outcome) {
        let Some(code) = code.get(..3) else { return };
        let Opening { name: known, score } = self.openings.of(code);
        score.add(outcome, Color::White);
        if let Some(name) = name.filter(|_| known.is_empty()) {
            name.clone_into(known);
        }
    }

    /// Counts the moves of a game that begins on a line, and their opening if no tag names it.
    pub fn add_moves(&mut self, game: &impl Subject, line: u64, diagnostics: &[Diagnostic]) {
        let extent = Extent::of(game);
        if game.known("ECO").is_none()
            && let Some(opening) = game.opening_of_moves()
        {
            let (family, _) = opening.family_and_variation();
            self.add_opening(opening.code, Some(family), game.outcome());
        }
        let plies = extent.plies;
        let lengths = self.lengths.get_or_insert_default();
        lengths.plies += u64::from(plies);
        *lengths.moves.entry(plies.div_ceil(2) / 10 * 10).or_default() += 1;
        if lengths.longest.as_ref().is_none_or(|longest| plies > longest.plies) {
            lengths.longest = Some(LongestGame { plies, line, file: String::new() });
        }
        *self.variants.entry(extent.variant.name()).or_default() += 1;
        *match diagnostics.iter().map(|d| d.severity).max() {
            None | Some(Severity::Note) => &mut self.states.clean,
            Some(Severity::Repaired) => &mut self.states.repaired,
            Some(Severity::Warning) => &mut self.states.doubtful,
            Some(Severity::Error) => &mut self.states.broken,
        } += 1;
        let mut codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
        codes.sort_by_key(|code| code.id);
        codes.dedup_by_key(|code| code.id);
        for code in codes {
            self.diagnostics.entry(code.id).or_insert((code.title, 0)).1 += 1;
        }
    }

    /// Adds the statistics of later games, of a file.
    pub fn append(&mut self, later: GameStatistics, file: &str) {
        fn add<K: Ord>(own: &mut BTreeMap<K, u64>, later: BTreeMap<K, u64>) {
            for (key, games) in later {
                *own.entry(key).or_default() += games;
            }
        }
        self.games += later.games;
        self.results += later.results;
        self.dates = match (self.dates, later.dates) {
            (Some(own), Some(later)) => Some((own.0.min(later.0), own.1.max(later.1))),
            (own, later) => own.or(later),
        };
        add(&mut self.years, later.years);
        add(&mut self.elos, later.elos);
        self.elo_sum += later.elo_sum;
        self.openings.append(later.openings);
        add(&mut self.speeds, later.speeds);
        self.time_controls.append(later.time_controls);
        self.terminations.append(later.terminations);
        add(&mut self.variants, later.variants);
        self.players.append(later.players);
        self.events.append(later.events);
        if let Some(Lengths { plies, moves, longest }) = later.lengths {
            let lengths = self.lengths.get_or_insert_default();
            lengths.plies += plies;
            add(&mut lengths.moves, moves);
            let most = lengths.longest.as_ref().map(|longest| longest.plies);
            if let Some(longest) = longest.filter(|longest| Some(longest.plies) > most) {
                lengths.longest = Some(LongestGame { file: file.to_owned(), ..longest });
            }
        }
        self.states += later.states;
        for (id, (title, games)) in later.diagnostics {
            self.diagnostics.entry(id).or_insert((title, 0)).1 += games;
        }
    }
}

/// Moves the lines of the games, which were counted from somewhere in their file.
impl Relocate for GameStatistics {
    fn offset_by(&mut self, _: u64, lines: u64) {
        if let Some(Lengths { longest: Some(longest), .. }) = &mut self.lengths {
            longest.line += lines;
        }
    }
}
