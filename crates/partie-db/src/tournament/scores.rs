//! Values of tie-breaks.

use partie_core::Color;

use super::{
    Kind, Tournament,
    tie_break::{Cut, Measure},
};
use crate::performance::{perfect_performance, performance};

/// A game with a result, as one of its players sees it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    round: usize,
    opponent: usize,
    color: Color,
    halves: u32,
    /// True if it was lost without play.
    defaulted: bool,
    /// False if it was decided without play.
    played: bool,
}

/// Results of all players.
pub(super) struct Scores<'a> {
    tournament: &'a Tournament,
    entries: Vec<Vec<Entry>>,
    /// Last round in which each has a game.
    last_rounds: Vec<usize>,
    /// Points in halves.
    pub(super) halves: Vec<u32>,
}

impl<'a> Scores<'a> {
    pub(super) fn of(tournament: &'a Tournament) -> Scores<'a> {
        let players = tournament.players.len();
        let mut scores = Scores {
            tournament,
            entries: vec![Vec::new(); players],
            last_rounds: vec![0; players],
            halves: vec![0; players],
        };
        for game in &tournament.games {
            for color in Color::ALL {
                let (player, opponent) = (game.player(color), game.player(!color));
                let last = &mut scores.last_rounds[player];
                *last = game.round.max(*last);
                let Some(points) = game.points(color) else { continue };
                let entry = Entry {
                    round: game.round,
                    opponent,
                    color,
                    halves: points.halves,
                    defaulted: game.forfeit && points.halves == 0,
                    // Among all who play all, a forfeit counts as any other game.
                    played: !game.forfeit || !scores.by_rounds(),
                };
                scores.entries[player].push(entry);
                scores.halves[player] += points.halves;
            }
        }
        scores
    }

    /// Returns true if rounds without a game count: in a Swiss tournament.
    fn by_rounds(&self) -> bool {
        self.tournament.kind == Kind::Swiss
    }

    /// Returns the number of rounds after one.
    fn rounds_after(&self, round: usize) -> usize {
        self.tournament.rounds.iter().filter(|other| **other > round).count()
    }

    /// Returns the number of games with a result.
    pub(super) fn games(&self, player: usize) -> usize {
        self.entries[player].len()
    }

    /// Returns the last round in which a player has a game.
    pub(super) fn last_round(&self, player: usize) -> usize {
        self.last_rounds[player]
    }

    /// Returns the games that were played.
    fn played(&self, player: usize) -> impl Iterator<Item = &Entry> {
        self.entries[player].iter().filter(|entry| entry.played)
    }

    /// Returns the half points that a player gained from another, and in how many games.
    pub(super) fn encounter(&self, player: usize, other: usize) -> (u32, u32) {
        let games = self.played(player).filter(|entry| entry.opponent == other);
        games.fold((0, 0), |(halves, games), entry| (halves + entry.halves, games + 1))
    }

    /// Returns the value of a measure for a player; `None` if it has none. The direct encounter is
    /// no value of its own.
    pub(super) fn value(&self, player: usize, measure: Measure, cut: Cut) -> Option<f64> {
        let points = |halves: u32| f64::from(halves) / 2.0;
        let entries = &self.entries[player];
        Some(match measure {
            Measure::DirectEncounter => return None,
            Measure::Wins => entries.iter().filter(|entry| entry.halves == 2).count() as f64,
            Measure::GamesWon => self.played(player).filter(|e| e.halves == 2).count() as f64,
            // Requested byes, which do not count either, are in no record.
            Measure::ElectedGames => entries.iter().filter(|e| !e.defaulted).count() as f64,
            Measure::BlackGames => {
                self.played(player).filter(|e| e.color.is_black()).count() as f64
            }
            Measure::BlackWins => {
                self.played(player).filter(|e| e.color.is_black() && e.halves == 2).count() as f64
            }
            Measure::Progressive => {
                let after = |entry: &Entry| 1 + self.rounds_after(entry.round) as u32;
                points(entries.iter().map(|entry| entry.halves * after(entry)).sum())
            }
            Measure::Koya => {
                let strong = entries
                    .iter()
                    .filter(|entry| self.halves[entry.opponent] as usize >= self.possible_points());
                points(strong.map(|entry| entry.halves).sum())
            }
            Measure::SonnebornBerger => self.sum(player, cut, false, true),
            Measure::Buchholz => self.buchholz(player, cut, false),
            Measure::ForeBuchholz => self.buchholz(player, cut, true),
            Measure::MeanBuchholz => {
                let mean = self.mean(player, |opponent| {
                    Some(self.buchholz(opponent, Cut::default(), false))
                })?;
                (mean * 100.0).round() / 100.0
            }
            Measure::MeanRating => {
                let mut elos = self.opponents_elos(player);
                elos.sort_unstable();
                let kept = elos.get(cut.lowest..elos.len().saturating_sub(cut.highest))?;
                f64::from(mean_rating(kept)?)
            }
            Measure::Performance => f64::from(self.performance(player)?),
            Measure::PerfectPerformance => f64::from(self.perfect(player)?),
            Measure::MeanPerformance => {
                self.mean(player, |opponent| self.performance(opponent).map(f64::from))?.round()
            }
            Measure::MeanPerfectPerformance => {
                self.mean(player, |opponent| self.perfect(opponent).map(f64::from))?.round()
            }
        })
    }

    /// Returns the points with which Koya's system begins, in halves: half of all that are possible,
    /// which is as many halves as there are games.
    fn possible_points(&self) -> usize {
        match self.tournament.kind {
            Kind::AllPlayAll => {
                self.tournament.players.len().saturating_sub(1) * self.tournament.cycles
            }
            Kind::Scheveningen => self.tournament.players.len() / 2 * self.tournament.cycles,
            _ => self.tournament.rounds.len(),
        }
    }

    fn buchholz(&self, player: usize, cut: Cut, fore: bool) -> f64 {
        self.sum(player, cut, fore, false)
    }

    /// Sums up the opponents' points, each with a weight. In a Swiss tournament a round without a
    /// game counts as one against an opponent with the player's own points, but no more than half
    /// of all, or than the opponent has who did not play (C.07, article 16, as of March 2026).
    fn sum(&self, player: usize, cut: Cut, fore: bool, by_result: bool) -> f64 {
        let weight = |halves: u32| if by_result { f64::from(halves) / 2.0 } else { 1.0 };
        let contribution = |played: bool, points: f64, weight: f64| Contribution {
            played,
            points,
            value: points * weight,
        };
        let mut all: Vec<Contribution> = self
            .played(player)
            .map(|entry| {
                contribution(true, self.opponent_points(entry.opponent, fore), weight(entry.halves))
            })
            .collect();
        if self.by_rounds() {
            let own = self.own_points(player, fore);
            for round in self.tournament.rounds.iter().copied() {
                if self.played(player).any(|entry| entry.round == round) {
                    continue;
                }
                let forfeit = self.entries[player].iter().find(|entry| entry.round == round);
                let most = match forfeit {
                    Some(entry) => self.opponent_points(entry.opponent, fore),
                    None => self.tournament.rounds.len() as f64 / 2.0,
                };
                // A round without an opponent brought no points.
                let weight = weight(forfeit.map_or(0, |entry| entry.halves));
                all.push(contribution(false, own.min(most), weight));
            }
        }
        cut_off(&mut all, cut);
        all.iter().map(|contribution| contribution.value).sum()
    }

    /// Returns a player's points, with draws in the last round if `fore`.
    fn own_points(&self, player: usize, fore: bool) -> f64 {
        if !fore {
            return f64::from(self.halves[player]) / 2.0;
        }
        let last = self.tournament.rounds.last().copied().unwrap_or(0);
        let halves = self.entries[player]
            .iter()
            .map(|entry| if entry.played && entry.round == last { 1 } else { entry.halves });
        f64::from(halves.sum::<u32>()) / 2.0
    }

    /// Returns a player's points as they count for opponents: in a Swiss tournament the rounds after
    /// the last game are drawn (C.07, article 16).
    fn opponent_points(&self, player: usize, fore: bool) -> f64 {
        let after = self.rounds_after(self.last_round(player));
        self.own_points(player, fore) + if self.by_rounds() { after as f64 / 2.0 } else { 0.0 }
    }

    /// Returns the mean of a value of the opponents who have one.
    fn mean(&self, player: usize, value: impl Fn(usize) -> Option<f64>) -> Option<f64> {
        let values: Vec<f64> = self.played(player).filter_map(|e| value(e.opponent)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    fn opponents_elos(&self, player: usize) -> Vec<u32> {
        let elo = |entry: &Entry| self.tournament.players[entry.opponent].elo;
        self.played(player).filter_map(elo).collect()
    }

    /// Returns the half points won from opponents who have a rating.
    fn rated_halves(&self, player: usize) -> u32 {
        let rated = |entry: &&Entry| self.tournament.players[entry.opponent].elo.is_some();
        self.played(player).filter(rated).map(|entry| entry.halves).sum()
    }

    /// Returns the rating performance against opponents who have a rating.
    pub(super) fn performance(&self, player: usize) -> Option<i32> {
        let elos = self.opponents_elos(player);
        let score = f64::from(self.rated_halves(player)) / 2.0 / elos.len() as f64;
        Some(performance(mean_rating(&elos)?, score))
    }

    fn perfect(&self, player: usize) -> Option<i32> {
        perfect_performance(&self.opponents_elos(player), self.rated_halves(player))
    }
}

/// Points that a round adds to a sum over opponents.
#[derive(Clone, Copy, Debug)]
struct Contribution {
    played: bool,
    /// Points of the opponent.
    points: f64,
    value: f64,
}

/// Cuts the contributions of the opponents with the fewest points and of those with the most. A round
/// without a game is cut first, unless it contributes less than the opponent with the fewest points.
fn cut_off(all: &mut Vec<Contribution>, cut: Cut) {
    let by_points = |one: &Contribution, other: &Contribution| {
        one.points.total_cmp(&other.points).then(one.value.total_cmp(&other.value))
    };
    for _ in 0..cut.lowest {
        all.sort_by(by_points);
        let Some(lowest) = all.first() else { return };
        let unplayed = all.iter().position(|contribution| !contribution.played);
        let unplayed = unplayed.filter(|at| all[*at].value >= lowest.value);
        all.remove(unplayed.unwrap_or(0));
    }
    all.sort_by(by_points);
    all.truncate(all.len().saturating_sub(cut.highest));
}

/// Returns the mean of ratings, halves rounded up.
fn mean_rating(elos: &[u32]) -> Option<u32> {
    let sum: u64 = elos.iter().map(|elo| u64::from(*elo)).sum();
    let count = elos.len() as u64;
    (count > 0).then(|| ((sum * 2 + count) / (count * 2)) as u32)
}
