//! Values of tie-breaks.

use std::collections::{BTreeMap, BTreeSet};

use partie_core::Color;

use super::{
    Tournament, TournamentKind,
    pairing::{Bye, Pairing},
    tie_break::{Cut, Measure},
};
use crate::performance::{perfect_performance, performance};

/// A round of a player with a result: a game, or a bye.
#[derive(Clone, Copy, Debug)]
struct Entry {
    round: usize,
    /// `None` for a bye.
    opponent: Option<usize>,
    color: Color,
    halves: u32,
    /// True if it was decided without play.
    forfeit: bool,
}

impl Entry {
    /// Returns true if the player chose not to play: by a forfeit, or by a bye with less than a
    /// point (C.07, article 16.1).
    fn is_voluntary(&self) -> bool {
        if self.opponent.is_some() { self.is_defaulted() } else { self.halves < 2 }
    }

    fn is_defaulted(&self) -> bool {
        self.forfeit && self.halves == 0
    }

    fn is_won(&self) -> bool {
        self.halves == 2
    }
}

/// Results of all players.
pub(super) struct Scores<'a> {
    tournament: &'a Tournament,
    entries: Vec<Vec<Entry>>,
    /// Last round in which each has a game.
    last_games: Vec<usize>,
    /// Last round that each did not leave out by choice.
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
            last_games: vec![0; players],
            last_rounds: vec![0; players],
            halves: vec![0; players],
        };
        for game in &tournament.games {
            let Pairing { round, forfeit, .. } = *game;
            for color in Color::ALL {
                let player = game.player(color);
                let last = &mut scores.last_games[player];
                *last = round.max(*last);
                let opponent = Some(game.player(!color));
                match game.points(color).map(|points| points.halves) {
                    Some(halves) => {
                        scores.add(player, Entry { round, opponent, color, halves, forfeit });
                    }
                    // A game that goes on was not left out.
                    None => scores.last_rounds[player] = round.max(scores.last_rounds[player]),
                }
            }
        }
        for Bye { player, round, points } in tournament.byes.iter().copied() {
            let (color, halves) = (Color::White, points.halves);
            scores.add(player, Entry { round, opponent: None, color, halves, forfeit: true });
        }
        scores
    }

    fn add(&mut self, player: usize, entry: Entry) {
        if !entry.is_voluntary() {
            self.last_rounds[player] = entry.round.max(self.last_rounds[player]);
        }
        self.halves[player] += entry.halves;
        self.entries[player].push(entry);
    }

    /// Returns true if rounds without a game count: in a Swiss tournament.
    fn by_rounds(&self) -> bool {
        self.tournament.kind == TournamentKind::Swiss
    }

    fn last_round_of_all(&self) -> usize {
        self.tournament.rounds.last().copied().unwrap_or(0)
    }

    /// Returns the number of rounds after one.
    fn rounds_after(&self, round: usize) -> usize {
        self.tournament.rounds.iter().filter(|other| **other > round).count()
    }

    /// Returns the number of games with a result.
    pub(super) fn games(&self, player: usize) -> usize {
        self.entries[player].iter().filter(|entry| entry.opponent.is_some()).count()
    }

    /// Returns the last round in which a player has a game.
    pub(super) fn last_round(&self, player: usize) -> usize {
        self.last_games[player]
    }

    /// Returns the games that were played, with the opponents.
    fn played(&self, player: usize) -> impl Iterator<Item = (usize, &Entry)> {
        self.against(player).filter(|(_, entry)| !entry.forfeit)
    }

    /// Returns the games that count, with the opponents; forfeits also count if pairings are fixed
    /// in advance (C.07, article 15.2).
    fn regular(&self, player: usize) -> impl Iterator<Item = (usize, &Entry)> {
        self.against(player).filter(|(_, entry)| !entry.forfeit || !self.by_rounds())
    }

    /// Returns the games that count, without those lost by forfeit.
    fn elected(&self, player: usize) -> impl Iterator<Item = &Entry> {
        self.regular(player).map(|(_, entry)| entry).filter(|entry| !entry.is_defaulted())
    }

    fn against(&self, player: usize) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries[player].iter().filter_map(|entry| Some((entry.opponent?, entry)))
    }

    /// Returns the half points that a player gained against each other member of a group, and the
    /// number of their games.
    pub(super) fn encounters(
        &self,
        player: usize,
        group: &BTreeSet<usize>,
    ) -> BTreeMap<usize, (u32, u32)> {
        let mut met: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
        for (opponent, entry) in self.regular(player).filter(|(other, _)| group.contains(other)) {
            let (halves, games) = met.entry(opponent).or_default();
            (*halves, *games) = (*halves + entry.halves, *games + 1);
        }
        met
    }

    /// Returns the value of a measure for a player; `None` if it has none. The direct encounter is
    /// no value of its own.
    pub(super) fn value(&self, player: usize, measure: Measure, cut: Cut) -> Option<f64> {
        let points = |halves: u32| f64::from(halves) / 2.0;
        let entries = &self.entries[player];
        Some(match measure {
            Measure::DirectEncounter => return None,
            Measure::Wins => entries.iter().filter(|entry| entry.is_won()).count() as f64,
            Measure::GamesWon => self.elected(player).filter(|e| e.is_won()).count() as f64,
            Measure::ElectedRounds => entries.iter().filter(|e| !e.is_voluntary()).count() as f64,
            Measure::BlackGames => {
                self.elected(player).filter(|e| e.color.is_black()).count() as f64
            }
            Measure::BlackWins => {
                self.elected(player).filter(|e| e.color.is_black() && e.is_won()).count() as f64
            }
            Measure::Progressive => {
                let rounds = self.tournament.rounds.iter().skip(cut.lowest);
                let until = |round: &usize| {
                    let until = entries.iter().filter(|entry| entry.round <= *round);
                    until.map(|entry| entry.halves).sum::<u32>()
                };
                points(rounds.map(until).sum())
            }
            Measure::Koya => {
                let strong = self
                    .against(player)
                    .filter(|(opponent, _)| self.halves[*opponent] as usize >= self.half_points());
                points(strong.map(|(_, entry)| entry.halves).sum())
            }
            Measure::SonnebornBerger => self.sum(player, cut, false, true),
            Measure::Buchholz => self.buchholz(player, cut, false),
            Measure::ForeBuchholz => self.buchholz(player, cut, true),
            Measure::MeanBuchholz => {
                // In hundredths: the sum is one of halves.
                let sums = self.played(player).map(|(opponent, _)| {
                    (self.buchholz(opponent, Cut::default(), false) * 100.0) as i64
                });
                mean(sums)? as f64 / 100.0
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
                self.mean_of_opponents(player, |opponent| self.performance(opponent))?
            }
            Measure::MeanPerfectPerformance => {
                self.mean_of_opponents(player, |opponent| self.perfect(opponent))?
            }
        })
    }

    /// Returns the points with which Koya's system begins, in halves: half of all that are possible,
    /// which is as many halves as there are games.
    fn half_points(&self) -> usize {
        match self.tournament.kind {
            TournamentKind::AllPlayAll => {
                self.tournament.players.len().saturating_sub(1) * self.tournament.cycles
            }
            TournamentKind::Scheveningen => {
                self.tournament.players.len() / 2 * self.tournament.cycles
            }
            _ => self.tournament.rounds.len(),
        }
    }

    fn buchholz(&self, player: usize, cut: Cut, fore: bool) -> f64 {
        self.sum(player, cut, fore, false)
    }

    /// Sums up the opponents' points, each with a weight. In a Swiss tournament a round without a
    /// game counts as a game against an opponent with the player's own points, capped at half of
    /// all rounds, or at the points of the opponent who did not play (C.07, article 16.4, as of
    /// March 2026).
    fn sum(&self, player: usize, cut: Cut, fore: bool, by_result: bool) -> f64 {
        let weight = |halves: u32| if by_result { f64::from(halves) / 2.0 } else { 1.0 };
        let contribution = |voluntary: bool, points: f64, halves: u32| Contribution {
            voluntary,
            points,
            value: points * weight(halves),
        };
        let mut all: Vec<Contribution> = Vec::new();
        let by_rounds = self.by_rounds();
        let own = self.own_points(player, fore);
        for entry in &self.entries[player] {
            let opponent = entry.opponent.map(|opponent| self.opponent_points(opponent, fore));
            let is_drawn = fore && entry.round == self.last_round_of_all();
            match opponent {
                Some(points) if !entry.forfeit || !by_rounds || is_drawn => {
                    all.push(contribution(false, points, entry.halves));
                }
                _ if !by_rounds => {}
                _ => {
                    let most = opponent.unwrap_or_else(|| self.most_without_opponent());
                    all.push(contribution(entry.is_voluntary(), own.min(most), entry.halves));
                }
            }
        }
        if by_rounds {
            let has_entry = |round| self.entries[player].iter().any(|entry| entry.round == round);
            let missed = self.tournament.rounds.iter().filter(|round| !has_entry(**round));
            let points = own.min(self.most_without_opponent());
            all.extend(missed.map(|_| contribution(true, points, 0)));
        }
        cut_off(&mut all, cut);
        all.iter().map(|contribution| contribution.value).sum()
    }

    /// Returns the points of one who draws all rounds.
    fn most_without_opponent(&self) -> f64 {
        self.tournament.rounds.len() as f64 / 2.0
    }

    /// Returns a player's points, with a draw in the last round if `fore` and there is an opponent.
    fn own_points(&self, player: usize, fore: bool) -> f64 {
        let last = self.last_round_of_all();
        let halves = self.entries[player].iter().map(|entry| {
            let is_drawn = fore && entry.round == last && entry.opponent.is_some();
            if is_drawn { 1 } else { entry.halves }
        });
        f64::from(halves.sum::<u32>()) / 2.0
    }

    /// Returns a player's points as they count for opponents: in a Swiss tournament the rounds at
    /// the end that were left out by choice are drawn, but for forfeits (C.07, article 16.3).
    fn opponent_points(&self, player: usize, fore: bool) -> f64 {
        let own = self.own_points(player, fore);
        let plays_last = self.last_games[player] == self.last_round_of_all();
        if !self.by_rounds() || fore && plays_last {
            return own;
        }
        let after = self.last_rounds[player];
        let at_the_end = self.entries[player].iter().filter(|entry| entry.round > after);
        let (forfeits, byes) = at_the_end.fold((0, 0), |(forfeits, halves), entry| {
            let is_forfeit = usize::from(entry.opponent.is_some());
            (forfeits + is_forfeit, halves + entry.halves)
        });
        let drawn = self.rounds_after(after) - forfeits;
        own + (drawn as f64 - f64::from(byes)) / 2.0
    }

    /// Returns the mean of a rating of the opponents who have one.
    fn mean_of_opponents(
        &self,
        player: usize,
        rating: impl Fn(usize) -> Option<i32>,
    ) -> Option<f64> {
        let ratings = self.played(player).filter_map(|(opponent, _)| rating(opponent));
        mean(ratings.map(i64::from)).map(|mean| mean as f64)
    }

    fn opponents_elos(&self, player: usize) -> Vec<u32> {
        let elo = |(opponent, _): (usize, _)| self.tournament.players[opponent].elo;
        self.played(player).filter_map(elo).collect()
    }

    /// Returns the half points won from opponents who have a rating.
    fn rated_halves(&self, player: usize) -> u32 {
        let rated = |(opponent, _): &(usize, _)| self.tournament.players[*opponent].elo.is_some();
        self.played(player).filter(rated).map(|(_, entry)| entry.halves).sum()
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
    /// The player chose not to play.
    voluntary: bool,
    /// Points of the opponent.
    points: f64,
    value: f64,
}

/// Cuts the contributions of the opponents with the fewest and with the most points. A round that
/// the player chose to miss is cut first, unless it contributes less than the opponent with the
/// fewest points (C.07, article 16.5).
fn cut_off(all: &mut Vec<Contribution>, cut: Cut) {
    let by_points = |one: &Contribution, other: &Contribution| {
        one.points.total_cmp(&other.points).then(one.value.total_cmp(&other.value))
    };
    for _ in 0..cut.lowest {
        all.sort_by(by_points);
        let Some(lowest) = all.first() else { return };
        let voluntary = all.iter().position(|contribution| contribution.voluntary);
        let voluntary = voluntary.filter(|at| all[*at].value >= lowest.value);
        all.remove(voluntary.unwrap_or(0));
    }
    all.sort_by(by_points);
    all.truncate(all.len().saturating_sub(cut.highest));
}

/// Returns the mean of ratings, halves rounded up.
fn mean_rating(elos: &[u32]) -> Option<u32> {
    mean(elos.iter().map(|elo| i64::from(*elo))).map(|mean| mean as u32)
}

/// Returns the mean of numbers, halves rounded away from 0; `None` without numbers.
fn mean(numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let (sum, count) = numbers.fold((0, 0), |(sum, count), number| (sum + number, count + 1));
    let rounded = |sum: i64| (sum * 2 + count) / (count * 2);
    (count > 0).then(|| if sum < 0 { -rounded(-sum) } else { rounded(sum) })
}
