//! What a collection holds, in numbers: counted over the games, then told in sections,
//! which are drawn on the terminal ([`bars`]) or as a picture ([`svg`]).

pub(crate) mod bars;
mod sections;
pub(crate) mod svg;

use std::collections::BTreeMap;

use partie_core::{Color, Outcome, Variant};
use partie_formats::{Code, Diagnostic, Format, GameView, Severity, view::GameSink};

use crate::{
    query::{Subject, date, date::Date, elo, speed::Speed},
    report::Tally,
};

pub(crate) use sections::{Section, Shape};

/// The games that a player won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// Games without a result.
    pub(crate) open: u64,
}

impl Score {
    /// How many games they were.
    pub(crate) const fn games(self) -> u64 {
        self.won + self.drawn + self.lost + self.open
    }

    /// The points in hundredths of what was possible; none if no game has a result.
    pub(crate) fn percent(self) -> Option<f64> {
        let decided = self.won + self.drawn + self.lost;
        (decided > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) * 100.0 / decided as f64)
    }

    fn add(&mut self, outcome: Outcome, color: Color) {
        match outcome {
            Outcome::Win(winner) if winner == color => self.won += 1,
            Outcome::Win(_) => self.lost += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Unknown => self.open += 1,
        }
    }
}

/// How long games are.
#[derive(Clone, Debug, Default)]
struct Lengths {
    /// The plies of all games.
    plies: u64,
    /// How many games have so many moves, in bands of 10.
    moves: BTreeMap<u32, u64>,
    /// The plies of the longest game, its file and line.
    longest: Option<(u32, String)>,
}

/// A collection in numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    games: u64,
    /// From White's side.
    results: Score,
    dates: Option<(Date, Date)>,
    years: BTreeMap<u16, u64>,
    /// Ratings in bands of 100, both players.
    elos: BTreeMap<u32, u64>,
    elo_sum: u64,
    /// The openings by code, with the name that came last, from White's side.
    openings: BTreeMap<String, (String, Score)>,
    speeds: BTreeMap<Speed, u64>,
    time_controls: BTreeMap<String, u64>,
    terminations: BTreeMap<String, u64>,
    variants: BTreeMap<&'static str, u64>,
    players: BTreeMap<String, Score>,
    events: BTreeMap<String, u64>,
    /// What only the moves tell; none if they were not read.
    lengths: Option<Lengths>,
    tally: Tally,
    /// Games in which a finding of a code was made, and its title.
    findings: BTreeMap<&'static str, (&'static str, u64)>,
}

impl Survey {
    /// Nothing counted yet.
    pub(crate) fn new() -> Survey {
        Survey::default()
    }

    /// How many games were counted.
    pub(crate) const fn games(&self) -> u64 {
        self.games
    }

    /// Counts what the tags of a game say.
    pub(crate) fn add_tags(&mut self, game: &impl Subject) {
        self.games += 1;
        let outcome = game.outcome();
        self.results.add(outcome, Color::White);
        if let Some(date) = date(game) {
            let (first, last) = self.dates.unwrap_or((date, date));
            self.dates = Some((first.min(date), last.max(date)));
            *self.years.entry(date.year()).or_default() += 1;
        }
        for (name, elo_name, color) in
            [("White", "WhiteElo", Color::White), ("Black", "BlackElo", Color::Black)]
        {
            if let Some(elo) = elo(game, elo_name) {
                *self.elos.entry(elo / 100 * 100).or_default() += 1;
                self.elo_sum += u64::from(elo);
            }
            if let Some(player) = game.known(name) {
                count(&mut self.players, player).add(outcome, color);
            }
        }
        let code = game.known("ECO").and_then(|code| code.get(..3));
        if let Some(code) = code {
            let (name, score) = count(&mut self.openings, code);
            score.add(outcome, Color::White);
            if let Some(opening) = game.known("Opening").filter(|_| name.is_empty()) {
                // What stands behind the colon is a variation.
                *name = opening.split(':').next().unwrap_or(opening).to_owned();
            }
        }
        if let Some(control) = game.tags().get("TimeControl").filter(|c| !matches!(*c, "" | "?")) {
            if let Some(speed) = Speed::of(control) {
                *self.speeds.entry(speed).or_default() += 1;
            }
            *count(&mut self.time_controls, control) += 1;
        }
        for (counts, name) in [(&mut self.terminations, "Termination"), (&mut self.events, "Event")]
        {
            if let Some(value) = game.known(name) {
                *count(counts, value) += 1;
            }
        }
    }

    /// Counts what the moves of a game tell, which stands at some place.
    pub(crate) fn add_moves(&mut self, place: impl FnOnce() -> String, moves: &Played) {
        let plies = moves.plies;
        let lengths = self.lengths.get_or_insert_default();
        lengths.plies += u64::from(plies);
        *lengths.moves.entry(plies.div_ceil(2) / 10 * 10).or_default() += 1;
        if lengths.longest.as_ref().is_none_or(|(most, _)| plies > *most) {
            lengths.longest = Some((plies, place()));
        }
        *self.variants.entry(moves.variant.name()).or_default() += 1;
        self.tally.count(moves.format, moves.worst, 1);
        for code in &moves.codes {
            self.findings.entry(code.id).or_insert((code.title, 0)).1 += 1;
        }
    }
}

/// What the moves of a game tell.
pub(crate) struct Played {
    plies: u32,
    variant: Variant,
    format: Format,
    worst: Option<Severity>,
    /// The kinds of findings in it, each once.
    codes: Vec<&'static Code>,
}

impl Played {
    /// The same of a game whose length and variant are known.
    pub(crate) fn new(
        (plies, variant): (u32, Variant),
        format: Format,
        diagnostics: &[Diagnostic],
    ) -> Played {
        let mut codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
        codes.sort_by_key(|code| code.id);
        codes.dedup_by_key(|code| code.id);
        let worst = diagnostics.iter().map(|d| d.severity).max();
        Played { plies, variant, format, worst, codes }
    }
}

/// Finds the plies and the variants of games.
pub(crate) struct PlayedSink;

impl GameSink for PlayedSink {
    type Made = (u32, Variant);

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> (u32, Variant) {
        (game.mainline().count() as u32, game.variant())
    }
}

/// The counter of a name, which is copied only when it is new.
fn count<'a, T: Default>(counts: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    if !counts.contains_key(name) {
        counts.insert(name.to_owned(), T::default());
    }
    counts.get_mut(name).expect("it was put there")
}
