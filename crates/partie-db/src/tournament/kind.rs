//! Kinds of tournaments.

use std::collections::{BTreeMap, BTreeSet};

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::{pairing::Pairing, rounds::RoundSource};
use crate::query::ParseError;

/// Kind of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", parse_err_ty = ParseError, parse_err_fn = unknown)]
pub enum TournamentKind {
    /// Two players.
    Match,
    /// Each plays all others.
    AllPlayAll,
    /// Each of a team plays all of the other one.
    Scheveningen,
    /// A game a round against an opponent not met before.
    Swiss,
    /// The loser of a round leaves.
    Knockout,
    /// One player against all others at once.
    Simultaneous,
    /// Neither of these, or not recognisable from the games.
    Other,
}

impl TournamentKind {
    /// All kinds.
    pub const ALL: &[TournamentKind] = Self::VARIANTS;

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

fn unknown(_: &str) -> ParseError {
    "expected match, all-play-all, scheveningen, swiss, knockout, simultaneous or other".into()
}

/// The fewest players of a team that is recognised: two pairs who meet crosswise may as well be
/// the beginning of an all-play-all.
const TEAM: usize = 3;

/// The fewest players of a simultaneous display that is recognised: fewer may be the beginning of an
/// all-play-all.
const DISPLAY: usize = 5;

/// The most players of a table with a column for each.
const MOST: usize = 30;

/// Recognises the kind of a tournament with `players` players. In an all-play-all three quarters of
/// all pairs must have met, or more than half with at most twelve players, so that an unfinished
/// one is recognised, too. In a match of two teams three quarters of their pairs must have met. In
/// a simultaneous display one player has all games, one with each opponent, and neither tags nor
/// dates divide them into rounds.
pub(super) fn recognise(
    players: usize,
    games: &[Pairing],
    round_source: RoundSource,
) -> TournamentKind {
    let met = meetings(games);
    let possible = players * players.saturating_sub(1) / 2;
    match players {
        ..2 => return TournamentKind::Other,
        2 => return TournamentKind::Match,
        _ => {}
    }
    let at_once = round_source == RoundSource::Order
        || games.windows(2).all(|pair| pair[0].round == pair[1].round);
    if players >= DISPLAY && at_once && games.len() == players - 1 && has_one_centre(games) {
        return TournamentKind::Simultaneous;
    }
    if let Some([one, other]) = teams(players, games)
        && one.len() == other.len()
        && (TEAM..=MOST / 2).contains(&one.len())
        && met.len() * 4 >= one.len() * other.len() * 3
    {
        return TournamentKind::Scheveningen;
    }
    if players <= MOST
        && (met.len() * 4 >= possible * 3 || players <= 12 && met.len() * 2 > possible)
    {
        return TournamentKind::AllPlayAll;
    }
    // Opponents of each player in each round.
    let mut rounds: BTreeMap<usize, BTreeMap<usize, BTreeSet<usize>>> = BTreeMap::new();
    for game in games {
        let round = rounds.entry(game.round).or_default();
        round.entry(game.white).or_default().insert(game.black);
        round.entry(game.black).or_default().insert(game.white);
    }
    let slots: usize = rounds.values().map(BTreeMap::len).sum();
    let single = rounds.values().flat_map(BTreeMap::values).filter(|met| met.len() == 1).count();
    if rounds.len() < 2 || single * 20 < slots * 19 {
        return TournamentKind::Other;
    }
    let sizes: Vec<usize> = rounds.values().map(BTreeMap::len).collect();
    if sizes.windows(2).all(|pair| pair[1] * 5 <= pair[0] * 3) {
        return TournamentKind::Knockout;
    }
    let once = met.values().filter(|games| **games == 1).count();
    if once * 10 >= met.len() * 9 { TournamentKind::Swiss } else { TournamentKind::Other }
}

/// Returns true if one player has all games.
fn has_one_centre(games: &[Pairing]) -> bool {
    games.first().is_some_and(|first| {
        let has_all =
            |player| games.iter().all(|game| game.white == player || game.black == player);
        has_all(first.white) || has_all(first.black)
    })
}

/// Divides the players into two teams whose members only meet the other team, the team of the first
/// player first; `None` if no division or more than one is possible.
pub(super) fn teams(players: usize, games: &[Pairing]) -> Option<[Vec<usize>; 2]> {
    let mut opponents = vec![Vec::new(); players];
    for (one, other) in meetings(games).into_keys() {
        opponents[one].push(other);
        opponents[other].push(one);
    }
    let mut team: Vec<Option<usize>> = vec![None; players];
    *team.first_mut()? = Some(0);
    let mut left = vec![0];
    while let Some(player) = left.pop() {
        for &opponent in &opponents[player] {
            let theirs = team[player].map(|team| 1 - team);
            match team[opponent] {
                None => {
                    team[opponent] = theirs;
                    left.push(opponent);
                }
                known if known != theirs => return None,
                Some(_) => {}
            }
        }
    }
    let members = |number| (0..players).filter(|at| team[*at] == Some(number)).collect();
    team.iter().all(Option::is_some).then(|| [members(0), members(1)])
}

/// Returns the number of games of each pair in an all-play-all: the most frequent number among
/// pairs that met.
pub(super) fn cycles(games: &[Pairing]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for games in meetings(games).into_values() {
        *counts.entry(games).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, pairs)| *pairs).map_or(1, |(games, _)| games)
}

/// Returns the numbers of games of the pairs that met.
fn meetings(games: &[Pairing]) -> BTreeMap<(usize, usize), usize> {
    let mut met = BTreeMap::new();
    for game in games {
        let pair = (game.white.min(game.black), game.white.max(game.black));
        *met.entry(pair).or_default() += 1;
    }
    met
}
