//! Ranks.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{Points, TieBreak, Tournament, TournamentKind, scores::Scores, tie_break::Measure};

/// Place of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Number among the players, from 0.
    pub player: usize,
    /// Rank, from 1; players who are still tied share one.
    pub rank: usize,
    /// Points.
    pub points: Points,
    /// Number of games with a result.
    pub games: usize,
    /// Values of the requested tie-breaks. For the direct encounter, the points among the players
    /// who were still tied, if it separated any.
    pub tie_breaks: Vec<Option<f64>>,
    /// Rating performance.
    pub performance: Option<i32>,
}

/// Units of a point in a direct encounter, chosen so that means of up to sixteen games are whole
/// numbers.
const POINT: u64 = 720_720;

impl Tournament {
    /// Ranks the players: by points, then by tie-breaks in their order. Players whom they do not part
    /// are in the order of their ratings. In a knockout the last round that was reached comes first.
    #[must_use]
    pub fn standings(&self, tie_breaks: &[TieBreak]) -> Vec<Standing> {
        let scores = Scores::of(self);
        let players = self.players.len();
        let mut all: Vec<Standing> = (0..players)
            .map(|player| Standing {
                player,
                rank: 0,
                points: Points { halves: scores.halves[player] },
                games: scores.games(player),
                tie_breaks: Vec::new(),
                performance: scores.performance(player),
            })
            .collect();
        let reached = |player: usize| match self.kind {
            TournamentKind::Knockout => scores.last_round(player),
            _ => 0,
        };
        let mut groups =
            parted((0..players).collect(), |player| (reached(player), scores.halves[player]));
        for tie_break in tie_breaks {
            let mut finer = Vec::new();
            for group in groups {
                if tie_break.measure == Measure::DirectEncounter {
                    let (parts, points) = direct_encounter(&scores, group);
                    for player in parts.iter().flatten() {
                        let points = points.get(player).map(|sum| *sum as f64 / POINT as f64);
                        all[*player].tie_breaks.push(points);
                    }
                    finer.extend(parts);
                    continue;
                }
                let values: BTreeMap<usize, Option<f64>> = group
                    .iter()
                    .map(|player| {
                        (*player, scores.value(*player, tie_break.measure, tie_break.cut))
                    })
                    .collect();
                for (player, value) in &values {
                    all[*player].tie_breaks.push(*value);
                }
                // All values are multiples of a hundredth.
                let order = |player| values[&player].map(|value| (value * 100.0).round() as i64);
                finer.extend(parted(group, order));
            }
            groups = finer;
        }
        let mut order = Vec::new();
        for mut group in groups {
            let rank = order.len() + 1;
            let name = |player: usize| &self.players[player].name;
            group.sort_by(|one, other| {
                let elo = |player: &usize| Reverse(self.players[*player].elo);
                elo(one).cmp(&elo(other)).then_with(|| name(*one).cmp(name(*other)))
            });
            for player in group {
                all[player].rank = rank;
                order.push(player);
            }
        }
        order.into_iter().map(|player| all[player].clone()).collect()
    }
}

/// Parts a group by a value, the highest first.
fn parted<V: Ord>(group: Vec<usize>, value: impl Fn(usize) -> V) -> Vec<Vec<usize>> {
    let mut parts: BTreeMap<Reverse<V>, Vec<usize>> = BTreeMap::new();
    for player in group {
        parts.entry(Reverse(value(player))).or_default().push(player);
    }
    parts.into_values().collect()
}

/// Splits a group by the games among its members (C.07, article 6), and returns the points of the
/// separated players.
fn direct_encounter(
    scores: &Scores<'_>,
    group: Vec<usize>,
) -> (Vec<Vec<usize>>, BTreeMap<usize, u64>) {
    let mut done = Vec::new();
    let mut points = BTreeMap::new();
    let mut left = vec![group];
    while let Some(group) = left.pop() {
        let members: BTreeSet<usize> = group.iter().copied().collect();
        let sums: BTreeMap<usize, (u64, usize)> =
            group.iter().map(|player| (*player, among(scores, *player, &members))).collect();
        let parts = if sums.values().all(|(_, missing)| *missing == 0) {
            parted(group, |player| sums[&player].0)
        } else {
            overtaken_by_none(group, &sums)
        };
        if let [whole] = &parts[..] {
            done.push(whole.clone());
            continue;
        }
        for (player, (sum, _)) in &sums {
            points.entry(*player).or_insert(*sum);
        }
        // The first part is the next to be looked at.
        left.extend(parts.into_iter().rev());
    }
    (done, points)
}

/// Returns the points of a player among a group, of several games with one opponent their mean, and
/// the number of members who were not met.
fn among(scores: &Scores<'_>, player: usize, group: &BTreeSet<usize>) -> (u64, usize) {
    let met = scores.encounters(player, group);
    let means =
        met.values().map(|(halves, games)| u64::from(*halves) * POINT / 2 / u64::from(*games));
    (means.sum(), group.len() - 1 - met.len())
}

/// Parts off a player whom no other would overtake, even if the missing games were won.
fn overtaken_by_none(group: Vec<usize>, sums: &BTreeMap<usize, (u64, usize)>) -> Vec<Vec<usize>> {
    let best = group.iter().copied().max_by_key(|player| sums[player].0);
    let first = best.filter(|best| {
        let others = group.iter().filter(|player| *player != best);
        let highest = |(sum, missing): (u64, usize)| sum + missing as u64 * POINT;
        others.map(|player| highest(sums[player])).all(|other| other < sums[best].0)
    });
    let Some(first) = first else { return vec![group] };
    vec![vec![first], group.into_iter().filter(|player| *player != first).collect()]
}
