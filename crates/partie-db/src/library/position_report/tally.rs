//! Counting the games of a position for a report.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    ops::AddAssign,
};

use partie_core::{
    Date, Outcome, Position,
    moves::{san, uci},
    openings::Opening,
};

use super::{
    Endgame, Expected, Lengths, LineMove, MoveOrder, Passage, PositionReport, ReportLimits,
    ReportedGame, ReportedPlayer, YearOfPosition, color_of,
    lines::{LineGame, tree},
};
use crate::{
    columns::moves,
    folding::name_key,
    library::{
        ExploredMove, Problem,
        explore::{by_frequency, explored_move},
        tally::{Counted, Mean, Results},
    },
    performance::performance,
    statistics::Counts,
};

/// Most orders of moves that are counted.
const ORDERS: usize = 1 << 16;

/// Plies of a short draw.
const SHORT: usize = 40;

/// Number of moves that are shown of a game.
const SHOWN: usize = 10;

/// Results of a player.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerTally {
    results: Results,
    highest: u16,
    opponents: Mean,
    last_year: u16,
}

impl AddAssign for PlayerTally {
    fn add_assign(&mut self, other: PlayerTally) {
        self.results += other.results;
        self.highest = self.highest.max(other.highest);
        self.opponents += other.opponents;
        self.last_year = self.last_year.max(other.last_year);
    }
}

/// A game that may be shown.
#[derive(Clone, Debug)]
struct KeptGame {
    game: ReportedGame,
    /// The moves that followed the position, packed.
    after: Vec<u16>,
}

/// The games that are first in an order, by a value of which the highest come first.
struct FirstGames<K> {
    most: usize,
    games: Vec<(K, KeptGame)>,
}

impl<K: Ord + Copy> FirstGames<K> {
    const fn new(most: usize) -> FirstGames<K> {
        FirstGames { most, games: Vec::new() }
    }

    fn add(&mut self, value: K, game: impl FnOnce() -> KeptGame) {
        let at = self.games.partition_point(|(other, _)| *other >= value);
        if at < self.most {
            self.games.insert(at, (value, game()));
            self.games.truncate(self.most);
        }
    }
}

/// Counts of a move, and its first game.
#[derive(Default)]
struct MoveTally {
    counted: Counted,
    first: Option<(Date, KeptGame)>,
}

/// Counts of the games of a position.
pub(super) struct ReportTally {
    /// Difference between the numbers of the games to come and those in their library.
    pub(super) before: u64,
    limits: ReportLimits,
    results: Results,
    ended: u64,
    expected: Expected,
    elo: [Mean; 2],
    dates: Option<(Date, Date)>,
    moves: BTreeMap<u16, MoveTally>,
    lines: Vec<LineGame>,
    years: BTreeMap<u16, YearOfPosition>,
    of_games: u64,
    lengths: Lengths,
    players: [Counts<PlayerTally>; 2],
    top: FirstGames<(u16, u64)>,
    newest: FirstGames<(Date, u64)>,
    first: Option<(Date, KeptGame)>,
    endings: BTreeMap<Endgame, Results>,
    with_ending: u64,
    orders: HashMap<Box<[u16]>, Results>,
    without_order: u64,
}

impl ReportTally {
    pub(super) fn new(limits: ReportLimits) -> ReportTally {
        ReportTally {
            before: 0,
            limits,
            results: Results::default(),
            ended: 0,
            expected: Expected::default(),
            elo: Default::default(),
            dates: None,
            moves: BTreeMap::new(),
            lines: Vec::new(),
            years: BTreeMap::new(),
            of_games: 0,
            lengths: Lengths::default(),
            players: Default::default(),
            top: FirstGames::new(limits.rows),
            newest: FirstGames::new(limits.rows),
            first: None,
            endings: BTreeMap::new(),
            with_ending: 0,
            orders: HashMap::new(),
            without_order: 0,
        }
    }

    /// Adds the number of all games of a year, 0 if it is not known.
    pub(super) fn add_year(&mut self, year: u16, games: u64) {
        self.of_games += games;
        if year > 0 {
            self.years.entry(year).or_default().of_games += games;
        }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, passage: &Passage<'_>) {
        let Passage { summary, names, date, moves, ply, .. } = *passage;
        let outcome = summary.outcome;
        let after = &moves[ply..];
        let number = self.before + passage.number;
        self.results.add(outcome);
        self.expected.add(&summary);
        self.ended += u64::from(after.is_empty());
        self.lines.push(LineGame::new(after, summary));
        let elos = [summary.white_elo, summary.black_elo];
        for side in 0..2 {
            self.elo[side].add(elos[side]);
            if !names[side].is_empty() && names[side] != "?" {
                let mut player = PlayerTally {
                    highest: elos[side],
                    last_year: summary.year,
                    ..PlayerTally::default()
                };
                player.results.add(outcome);
                if outcome != Outcome::Unknown {
                    player.opponents.add(elos[1 - side]);
                }
                *self.players[side].of(names[side]) += player;
            }
        }
        if let Some(date) = date {
            let (first, last) = self.dates.unwrap_or((date, date));
            self.dates = Some((first.min(date), last.max(date)));
        }
        if summary.year > 0 {
            self.years.entry(summary.year).or_default().results.add(outcome);
        }
        let (plies, games) = &mut self.lengths.by_outcome[place_of(outcome)];
        *plies += moves.len() as u64;
        *games += 1;
        self.lengths.short_draws += u64::from(outcome == Outcome::Draw && moves.len() < SHORT);
        for ending in Endgame::ALL.iter().filter(|ending| passage.endings.contains(**ending)) {
            self.endings.entry(*ending).or_default().add(outcome);
        }
        self.with_ending += u64::from(!passage.endings.is_empty());
        self.add_order(passage);
        let kept = || KeptGame {
            game: ReportedGame {
                number,
                names: names.map(str::to_owned),
                ratings: elos,
                outcome,
                date,
                plies: moves.len(),
                moves: Vec::new(),
            },
            after: after[..after.len().min(SHOWN)].to_vec(),
        };
        if summary.mean_elo() > 0 {
            self.top.add((summary.mean_elo(), number), kept);
        }
        if let Some(date) = date {
            self.newest.add((date, number), kept);
            keep_first(&mut self.first, date, kept);
        }
        if let Some(packed) = after.first() {
            let tally = self.moves.entry(*packed).or_default();
            tally.counted.add_game(&summary);
            if outcome != Outcome::Unknown {
                tally.counted.last_game = number;
            }
            if let Some(date) = date {
                keep_first(&mut tally.first, date, kept);
            }
        }
    }

    fn add_order(&mut self, passage: &Passage<'_>) {
        let before = &passage.moves[..passage.ply];
        let outcome = passage.summary.outcome;
        if !passage.is_usual {
            self.without_order += 1;
        } else if let Some(results) = self.orders.get_mut(before) {
            results.add(outcome);
        } else if self.orders.len() < ORDERS {
            self.orders.entry(before.into()).or_default().add(outcome);
        } else {
            self.without_order += 1;
        }
    }

    /// Ends counting.
    pub(super) fn finish(
        mut self,
        position: &Position,
        opening: Option<Opening>,
        problems: Vec<Problem>,
    ) -> PositionReport {
        let rows = self.limits.rows;
        let game = |KeptGame { game, after }: KeptGame, from: &Position| ReportedGame {
            moves: words(from, &after),
            ..game
        };
        let all = |first: Vec<KeptGame>| first.into_iter().map(|kept| game(kept, position));
        let moves = self.moves.into_iter().filter_map(|(packed, tally)| {
            let explored = explored_move(position, packed, &tally.counted)?;
            Some((explored, tally.first.map(|(_, kept)| game(kept, position))))
        });
        let mut moves: Vec<(ExploredMove, Option<ReportedGame>)> = moves.collect();
        moves.sort_by(|a, b| by_frequency(&a.0, &b.0, true));
        let lines: Vec<LineMove> = tree(position, &mut self.lines, self.limits.lines);
        let players: [Vec<ReportedPlayer>; 2] =
            [0, 1].map(|side| players(&self.players[side], side));
        let strongest = players.each_ref().map(|all| {
            let mut rated: Vec<&ReportedPlayer> =
                all.iter().filter(|player| player.highest_rating.is_some()).collect();
            rated.sort_by_key(|player| Reverse(player.highest_rating));
            rated.into_iter().take(rows).cloned().collect()
        });
        let player_counts = players.each_ref().map(|all| all.len() as u64);
        let mut endings: Vec<(Endgame, Results)> = self.endings.into_iter().collect();
        endings.sort_by_key(|(ending, results)| (Reverse(results.games()), *ending));
        let order_count = self.orders.len() as u64;
        let mut orders: Vec<(Box<[u16]>, Results)> = self.orders.into_iter().collect();
        orders.sort_by(|a, b| b.1.games().cmp(&a.1.games()).then_with(|| a.0.cmp(&b.0)));
        let start = Position::default();
        let orders = orders
            .into_iter()
            .take(rows)
            .map(|(packed, results)| MoveOrder { moves: words(&start, &packed), results });
        PositionReport {
            position: position.clone(),
            opening,
            results: self.results,
            ended: self.ended,
            of_games: self.of_games,
            expected: self.expected,
            average_ratings: self.elo.map(Mean::rounded),
            dates: self.dates,
            moves,
            lines,
            years: self.years,
            lengths: self.lengths,
            players: players.map(|players| players.into_iter().take(rows).collect()),
            strongest,
            player_counts,
            top_games: all(self.top.games.into_iter().map(|(_, kept)| kept).collect()).collect(),
            newest_games: all(self.newest.games.into_iter().map(|(_, kept)| kept).collect())
                .collect(),
            first_game: self.first.map(|(_, kept)| game(kept, position)),
            endings,
            with_ending: self.with_ending,
            orders: orders.collect(),
            order_count,
            without_order: self.without_order,
            problems,
        }
    }
}

/// Keeps the game with the earliest date; of equal ones the first.
fn keep_first(first: &mut Option<(Date, KeptGame)>, date: Date, kept: impl FnOnce() -> KeptGame) {
    if first.as_ref().is_none_or(|(other, _)| date.earliest() < other.earliest()) {
        *first = Some((date, kept()));
    }
}

/// Returns the place of a result among the lengths.
const fn place_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win(color) => {
            if color.is_white() {
                0
            } else {
                2
            }
        }
        Outcome::Draw => 1,
        Outcome::Unknown => 3,
    }
}

/// Returns the players of a side, those with the most games first. Spellings that differ in case,
/// accents, punctuation and the order of their words are of one player.
fn players(counts: &Counts<PlayerTally>, side: usize) -> Vec<ReportedPlayer> {
    let mut merged: BTreeMap<String, (PlayerTally, u64, &str)> = BTreeMap::new();
    for (name, tally) in counts.sorted() {
        let (all, most, spelling) = merged.entry(name_key(name)).or_default();
        *all += *tally;
        if tally.results.games() > *most {
            (*most, *spelling) = (tally.results.games(), name);
        }
    }
    let mut players: Vec<ReportedPlayer> = merged
        .into_values()
        .map(|(tally, _, name)| {
            let opponents_rating = tally.opponents.rounded();
            let score = tally.results.score(color_of(side));
            ReportedPlayer {
                name: name.to_owned(),
                results: tally.results,
                highest_rating: Some(tally.highest).filter(|elo| *elo > 0),
                opponents_rating,
                performance: opponents_rating.zip(score).map(|(mean, s)| performance(mean, s)),
                last_year: tally.last_year,
            }
        })
        .collect();
    players.sort_by_key(|player| (Reverse(player.results.games()), Reverse(player.highest_rating)));
    players
}

/// Returns packed moves in short algebraic notation, as far as they can be made.
fn words(position: &Position, packed: &[u16]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(packed.len());
    for packed in packed {
        let Some((_, text)) = moves::uci(packed.to_le_bytes()) else { break };
        let Ok(reading) = uci::read_as_written(&position, &text) else { break };
        words.push(san::write(&position, reading.ply));
        if position.play(reading.ply).is_err() {
            break;
        }
    }
    words
}
