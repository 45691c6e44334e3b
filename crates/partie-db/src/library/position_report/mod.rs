//! Reports on a position: the lines that were played from it, results, players, games and endings.
//!
//! The games of the position come from the index; each is replayed once, so that all parts are counted over the
//! same games. `passages` replays, `lines` makes the tree of the moves that followed, `endings` names
//! endings, `tally` counts, `json` writes.

mod endings;
pub(super) mod json;
pub(super) mod lines;
mod passages;
mod tally;

use std::collections::{BTreeMap, HashSet};

use partie_core::{Color, Date, Outcome, Position, openings, openings::Opening};

use super::{
    ExploreFilter, ExploredMove, GameSummary, Libraries, Problem, Result, explore::games_of_names,
    replayed::Sought, segment::Segment, tally::Results,
};
pub use endings::Endgame;
pub use lines::{Expected, LONGEST_LINE, LineMove};
use passages::{Passage, passages};
use tally::ReportTally;

/// Sizes of the parts of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLimits {
    /// Number of moves of the tree of lines.
    pub lines: usize,
    /// Number of players of each list, of games of each list, and of orders of moves.
    pub rows: usize,
}

/// A report on a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionReport {
    /// The position.
    pub position: Position,
    /// Opening of the position.
    pub opening: Option<Opening>,
    /// Results of the games that came to the position, those that ended there included.
    pub results: Results,
    /// Games that ended in the position.
    pub ended: u64,
    /// Games of the libraries that meet the conditions, in any position.
    pub of_games: u64,
    /// Score of White that the ratings let expect.
    pub expected: Expected,
    /// Mean ratings of White and Black, if any is known.
    pub average_ratings: [Option<u32>; 2],
    /// First and last date.
    pub dates: Option<(Date, Date)>,
    /// Moves that were made in the position, the most frequent first, with the first game of each.
    pub moves: Vec<(ExploredMove, Option<ReportedGame>)>,
    /// The lines that followed.
    pub lines: Vec<LineMove>,
    /// Years in their order, with the number of all games of the year.
    pub years: BTreeMap<u16, YearOfPosition>,
    /// Lengths of games.
    pub lengths: Lengths,
    /// Players of White and of Black, those with the most games first.
    pub players: [Vec<ReportedPlayer>; 2],
    /// Players of White and of Black with the highest ratings.
    pub strongest: [Vec<ReportedPlayer>; 2],
    /// Number of players of White and of Black.
    pub player_counts: [u64; 2],
    /// Games with the highest mean ratings.
    pub top_games: Vec<ReportedGame>,
    /// Games that were played last.
    pub newest_games: Vec<ReportedGame>,
    /// The first game of the position, by date.
    pub first_game: Option<ReportedGame>,
    /// Games that came to an ending of each kind, the most frequent first. A game may come to several.
    pub endings: Vec<(Endgame, Results)>,
    /// Games that came to an ending.
    pub with_ending: u64,
    /// Orders of moves by which games came from the usual initial position, the most frequent first.
    pub orders: Vec<MoveOrder>,
    /// Number of orders of moves.
    pub order_count: u64,
    /// Games that are in no order of moves: those with another initial position, and those beyond the
    /// first 65,536 orders.
    pub without_order: u64,
    /// Files that could not be read or are damaged: games of their segments may be missing.
    pub problems: Vec<Problem>,
}

/// Games of a position in a year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct YearOfPosition {
    /// Results of the games of the position.
    pub results: Results,
    /// All games of the year, in any position.
    pub of_games: u64,
}

/// Lengths of games, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Sums of the plies and numbers of games: won by White, drawn, won by Black, without a result.
    pub by_outcome: [(u64, u64); 4],
    /// Draws of fewer than 20 moves.
    pub short_draws: u64,
}

impl Lengths {
    /// Returns the mean number of moves of all games; `None` without games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum = |all: (u64, u64), own: &(u64, u64)| (all.0 + own.0, all.1 + own.1);
        mean_moves(self.by_outcome.iter().fold((0, 0), sum))
    }
}

/// Returns the mean number of moves of games, given a sum of plies and a number of games.
#[must_use]
pub fn mean_moves((plies, games): (u64, u64)) -> Option<f64> {
    (games > 0).then(|| plies as f64 / 2.0 / games as f64)
}

/// A player of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedPlayer {
    /// Name, in the spelling of most games.
    pub name: String,
    /// Results of the games, White's first.
    pub results: Results,
    /// Highest rating, if any is known.
    pub highest_rating: Option<u16>,
    /// Mean rating of the opponents, if any is known.
    pub opponents_rating: Option<u32>,
    /// Rating performance.
    pub performance: Option<i32>,
    /// Last year; 0 if it is not known.
    pub last_year: u16,
}

/// A game of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedGame {
    /// Number in the library, from 1; of several libraries, see [`Libraries::library_of`].
    pub number: u64,
    /// Names of the players; empty if they are not known.
    pub names: [String; 2],
    /// Ratings; 0 if they are not known.
    pub ratings: [u16; 2],
    /// Result.
    pub outcome: Outcome,
    /// Date.
    pub date: Option<Date>,
    /// Number of plies.
    pub plies: usize,
    /// The first moves that followed the position, in short algebraic notation.
    pub moves: Vec<String>,
}

/// An order of moves that leads to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    /// The moves in short algebraic notation.
    pub moves: Vec<String>,
    /// Results of the games.
    pub results: Results,
}

impl Libraries<'_> {
    /// Reports on a position: a game counts once, with the last move that it made there. Takes some
    /// hundred bytes of memory for each game of the position.
    #[must_use]
    pub fn report(
        self,
        position: &Position,
        filter: &ExploreFilter,
        limits: ReportLimits,
    ) -> PositionReport {
        let sought = Sought::from(position);
        let mut problems = Vec::new();
        let mut tally = ReportTally::new(limits);
        for (segment, before) in self.segments() {
            tally.before = before;
            match add_segment(segment, sought, filter, &mut tally) {
                Ok(0) => {}
                Ok(damaged) => {
                    let what = format!("the moves of {damaged} games cannot be read");
                    problems.push(Problem::of_games(segment, what));
                }
                Err(error) => problems.push(Problem::of(segment, error)),
            }
        }
        tally.finish(position, openings::at(position), problems)
    }
}

/// Counts the games of a segment. Returns the number of damaged games.
fn add_segment(
    segment: &Segment,
    sought: Sought,
    filter: &ExploreFilter,
    tally: &mut ReportTally,
) -> Result<u64> {
    let visits = segment.moves(sought)?;
    let summaries = segment.summaries_of(visits.iter().map(|(game, _)| *game))?;
    let named = games_of_names(segment, filter)?;
    let before = tally.before;
    let is_named = |game: &u64| {
        filter.admits_number(before + game)
            && named.as_ref().is_none_or(|named| named.contains(game))
    };
    let games = visits.into_iter().map(|(game, _)| game).zip(summaries);
    let games: Vec<(u64, GameSummary)> =
        games.filter(|(game, summary)| is_named(game) && filter.admits(summary)).collect();
    for (year, games) in years_of(segment, before, filter, named.as_ref())? {
        tally.add_year(year, games);
    }
    if games.is_empty() {
        return Ok(0);
    }
    passages(segment, sought.key, &games, |passage| tally.add(passage))
}

/// Counts all games of a segment that meet the conditions, by year.
fn years_of(
    segment: &Segment,
    before: u64,
    filter: &ExploreFilter,
    named: Option<&HashSet<u64>>,
) -> Result<BTreeMap<u16, u64>> {
    let mut years = BTreeMap::new();
    if filter.admits_all() {
        let mut scan = segment.scan(&["year"], 0..segment.entry.games)?;
        while let Some(batch) = scan.next(8192)? {
            let column = batch.columns().first();
            for row in 0..batch.len() {
                let year = column.and_then(|column| column.number(row));
                let year = year.and_then(|year| u16::try_from(year).ok()).unwrap_or(0);
                *years.entry(year).or_default() += 1;
            }
        }
        return Ok(years);
    }
    let numbering = segment.numbering()?;
    for (row, summary) in (0..).zip(segment.summaries()?) {
        let game = numbering.at(row);
        let is_named = named.is_none_or(|named| named.contains(&game));
        if is_named && filter.admits(summary) && filter.admits_number(before + game) {
            *years.entry(summary.year).or_default() += 1;
        }
    }
    Ok(years)
}

/// Returns the colour of a side by its number.
const fn color_of(side: usize) -> Color {
    if side == 0 { Color::White } else { Color::Black }
}
