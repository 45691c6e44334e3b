//! Preparation against a player: what they play with each colour, how well, and what they play against the
//! lines of a repertoire.
//!
//! `repertoire` holds the lines that are to be played against them, `json` writes.

mod json;
mod repertoire;

use std::collections::{BTreeMap, HashSet};

use partie_core::{Color, Outcome, Ply, Position, moves::san, rules::PositionKey};
use partie_formats::GameView;
use partie_pgn::view::GameSink;

use super::{PlayerGame, PlayerReport};
use crate::{
    columns,
    library::{Expected, GameSummary, LineGame, LineMove, ReportedGame, line_tree},
    performance::expected,
    query::{Name, Subject},
    statistics::Score,
};
pub use repertoire::{Meeting, Repertoire, UnmetLine};

/// Most plies of a game that are looked at.
const LONGEST: usize = 60;

/// Fewest games of a line that is judged.
const FEWEST: u64 = 5;

/// Least difference that is shown, in standard errors.
const LEAST: f64 = 1.0;

/// Number of moves of a tree whose lines are judged.
const JUDGED: usize = 1000;

/// Number of moves that are shown of a game.
const SHOWN: usize = 12;

/// A game of a player, with its first moves.
#[derive(Clone, Debug)]
pub struct PreparedGame {
    game: PlayerGame,
    /// The first moves; `None` if it did not begin with the usual position.
    plies: Option<Vec<Ply>>,
    /// The same, packed.
    packed: Vec<u16>,
    length: usize,
}

impl PreparedGame {
    /// Returns what preparation needs of a game; `None` if no player bears the name.
    #[must_use]
    pub fn of(game: &impl Subject, name: &Name) -> Option<PreparedGame> {
        let own = PlayerGame::of(game, name)?;
        let (plies, packed, length) = game.view(&FirstMoves);
        Some(PreparedGame { game: own, plies, packed, length })
    }

    /// Returns the first moves, if it began with the usual position.
    #[must_use]
    pub fn plies(&self) -> Option<&[Ply]> {
        self.plies.as_deref()
    }

    /// Returns the colour of the player.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.game.color
    }

    fn summary(&self) -> GameSummary {
        let PlayerGame { color, elo, opponent_elo, outcome, date, .. } = &self.game;
        let rating = |elo: &Option<u32>| elo.and_then(|elo| u16::try_from(elo).ok()).unwrap_or(0);
        let elos = [rating(elo), rating(opponent_elo)];
        let [white_elo, black_elo] = color.fold_wb(elos, [elos[1], elos[0]]);
        GameSummary {
            white_elo,
            black_elo,
            year: date.map_or(0, partie_core::Date::year),
            month: date.map_or(0, partie_core::Date::month),
            outcome: *outcome,
            ..GameSummary::default()
        }
    }

    fn reported(&self, number: u64) -> ReportedGame {
        let PlayerGame { color, name, opponent, outcome, date, .. } = &self.game;
        let GameSummary { white_elo, black_elo, .. } = self.summary();
        let names = [name.clone(), opponent.clone()];
        let [own, other] = names;
        let plies = self.plies.as_deref().unwrap_or_default();
        ReportedGame {
            number,
            names: color.fold_wb([own.clone(), other.clone()], [other, own]),
            ratings: [white_elo, black_elo],
            outcome: *outcome,
            date: *date,
            plies: self.length,
            moves: words(&plies[..plies.len().min(SHOWN)]),
        }
    }
}

/// Finds the first moves of a game.
struct FirstMoves;

impl GameSink for FirstMoves {
    type Made = (Option<Vec<Ply>>, Vec<u16>, usize);

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Self::Made {
        let length = game.ply_count();
        if !game.has_standard_start() {
            return (None, Vec::new(), length);
        }
        let plies: Vec<_> = game.main_plies().take(LONGEST).collect();
        let packed = columns::moves::packed_moves(None, &plies);
        (Some(plies.into_iter().map(|(_, ply)| ply).collect()), packed, length)
    }
}

/// Returns moves from the usual initial position in short algebraic notation.
fn words(plies: &[Ply]) -> Vec<String> {
    let mut position = Position::default();
    let mut words = Vec::with_capacity(plies.len());
    for ply in plies {
        words.push(san::write(&position, *ply));
        if position.play(*ply).is_err() {
            break;
        }
    }
    words
}

/// A line with a score that differs from what the ratings let expect.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedLine {
    /// The moves in short algebraic notation.
    pub moves: Vec<String>,
    /// Number of games with a result and both ratings.
    pub games: u64,
    /// Score of the player in them, from 0 to 1.
    pub reached: f64,
    /// Score that the ratings let expect.
    pub expected: f64,
    /// Standard error of the difference, by the results of all games of the colour.
    pub error: f64,
}

impl JudgedLine {
    /// Returns the difference in standard errors, negative for a line that goes worse than expected.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.reached - self.expected) / self.error
    }
}

/// First moves with the number of games of each year.
pub type MovesByYear = (Vec<String>, BTreeMap<u16, u64>);

/// Openings of a player with a colour.
#[derive(Clone, Debug)]
pub struct PreparedSide {
    /// The colour of the player.
    pub color: Color,
    /// Results of the player.
    pub score: Score,
    /// Score of White that the ratings let expect.
    pub expected: Expected,
    /// The lines, from the usual initial position.
    pub lines: Vec<LineMove>,
    /// Lines that go worse than the ratings let expect, the worst first.
    pub weak: Vec<JudgedLine>,
    /// Lines that go better, the best first.
    pub strong: Vec<JudgedLine>,
    /// Number of lines that were compared.
    pub judged: u64,
    /// First moves, with Black the answers to them, the most frequent first.
    pub years: Vec<MovesByYear>,
    /// Number of all games of each year that have such moves.
    pub games_by_year: BTreeMap<u16, u64>,
    /// Games that met a repertoire, if there is one.
    pub meeting: Option<Meeting>,
}

/// Games of one player, to prepare against them.
#[derive(Clone, Debug, Default)]
pub struct Preparation {
    report: PlayerReport,
    games: [Vec<(LineGame, PreparedGame)>; 2],
    newest: Vec<ReportedGame>,
}

impl Preparation {
    /// Number of the newest games that are kept.
    pub const NEWEST: usize = 100;

    /// Adds a game, given its number in the library.
    pub fn add(&mut self, number: u64, game: PreparedGame) {
        self.report.add(&game.game);
        let date = game.game.date;
        let at = self.newest.partition_point(|other| other.date > date);
        if at < Self::NEWEST {
            self.newest.insert(at, game.reported(number));
            self.newest.truncate(Self::NEWEST);
        }
        if game.plies.is_some() {
            let line = LineGame::new(&game.packed, game.summary());
            self.games[usize::from(game.color().is_black())].push((line, game));
        }
    }

    /// Returns the report on all games of the player.
    #[must_use]
    pub const fn report(&self) -> &PlayerReport {
        &self.report
    }

    /// Returns the newest games, the last first.
    #[must_use]
    pub fn newest(&self) -> &[ReportedGame] {
        &self.newest
    }

    /// Returns what the player plays with a colour: a tree of at most `lines` moves, at most `rows` lines
    /// of each other kind, and what they play against a repertoire, if there is one.
    #[must_use]
    pub fn side(
        &self,
        color: Color,
        (lines, rows): (usize, usize),
        repertoire: Option<&Repertoire>,
    ) -> PreparedSide {
        let own = &self.games[usize::from(color.is_black())];
        let start = Position::default();
        let mut games: Vec<LineGame> = own.iter().map(|(line, _)| *line).collect();
        let all = line_tree(&start, &mut games, JUDGED);
        let (mut expected, mut squares) = (Expected::default(), 0.0);
        for (_, game) in own {
            let summary = game.summary();
            expected.add(&summary);
            squares += square_of(&summary);
        }
        let deviation = (expected.games > 1).then(|| (squares / expected.games as f64).sqrt());
        let mut judged = deviation.map_or(Vec::new(), |one| judge(&all, color, one));
        let count = judged.len() as u64;
        judged.sort_by(|a, b| a.1.deviation().total_cmp(&b.1.deviation()));
        let weak =
            separate(&all, judged.iter().filter(|(_, line)| line.deviation() <= -LEAST), rows);
        let strong = judged.iter().rev().filter(|(_, line)| line.deviation() >= LEAST);
        let strong = separate(&all, strong, rows);
        let (years, games_by_year) = self.years(color, rows);
        PreparedSide {
            color,
            score: self.report.score_with(color),
            expected,
            lines: line_tree(&start, &mut games, lines),
            weak,
            strong,
            judged: count,
            years,
            games_by_year,
            meeting: repertoire.map(|repertoire| repertoire.meet(own, (lines, rows))),
        }
    }

    /// Counts the first moves of games by year, and all these games by year.
    fn years(&self, color: Color, rows: usize) -> (Vec<MovesByYear>, BTreeMap<u16, u64>) {
        type GamesByYear = BTreeMap<u16, u64>;
        let depth = color.fold_wb(1, 2);
        let mut counted: BTreeMap<&[u16], (&[Ply], GamesByYear)> = BTreeMap::new();
        let mut all = GamesByYear::new();
        for (_, game) in &self.games[usize::from(color.is_black())] {
            let plies = game.plies.as_deref().unwrap_or_default();
            if let (Some(key), Some(plies)) = (game.packed.get(..depth), plies.get(..depth)) {
                let year = game.game.date.map_or(0, partie_core::Date::year);
                let years = &mut counted.entry(key).or_insert((plies, BTreeMap::new())).1;
                *years.entry(year).or_default() += 1;
                *all.entry(year).or_default() += 1;
            }
        }
        let mut rows_of: Vec<_> = counted.into_values().collect();
        rows_of.sort_by_key(|(_, years)| std::cmp::Reverse(years.values().sum::<u64>()));
        let shown = rows_of.into_iter().take(rows);
        (shown.map(|(plies, years)| (words(plies), years)).collect(), all)
    }
}

/// Returns the square of the difference between the score of a game and what its ratings let expect.
fn square_of(game: &GameSummary) -> f64 {
    let score = match game.outcome {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Color::Black) => 0.0,
        Outcome::Unknown => return 0.0,
    };
    if game.white_elo == 0 || game.black_elo == 0 {
        return 0.0;
    }
    let difference = i32::from(game.white_elo) - i32::from(game.black_elo);
    let by_ratings = f64::from(expected(difference)) / 100.0;
    (score - by_ratings) * (score - by_ratings)
}

/// Compares the scores of lines with what their ratings let expect; `deviation` is the standard deviation of
/// a game.
fn judge(lines: &[LineMove], color: Color, deviation: f64) -> Vec<(usize, JudgedLine)> {
    let of_player = |white: f64| color.fold_wb(white, 1.0 - white);
    let line = |(at, line): (usize, &LineMove)| {
        let games = line.expected.games;
        let (reached, expected) = line.expected.reached().zip(line.expected.score())?;
        (games >= FEWEST && deviation > 0.0).then(|| {
            let line = JudgedLine {
                moves: path(lines, at).into_iter().map(|at| lines[at].san.clone()).collect(),
                games,
                reached: of_player(reached),
                expected: of_player(expected),
                error: deviation / (games as f64).sqrt(),
            };
            (at, line)
        })
    };
    lines.iter().enumerate().filter_map(line).collect()
}

/// Returns the places of the moves that lead to a move, and its own.
fn path(lines: &[LineMove], at: usize) -> Vec<usize> {
    let mut path: Vec<usize> = std::iter::successors(Some(at), |at| lines[*at].parent).collect();
    path.reverse();
    path
}

/// Takes the first lines, but of lines that mostly have the same games only one.
fn separate<'a>(
    lines: &[LineMove],
    judged: impl Iterator<Item = &'a (usize, JudgedLine)>,
    most: usize,
) -> Vec<JudgedLine> {
    let mut kept: Vec<(Vec<usize>, &JudgedLine)> = Vec::new();
    for (at, line) in judged {
        if kept.len() >= most {
            break;
        }
        let own = path(lines, *at);
        let is_same = |(other, kept): &(Vec<usize>, &JudgedLine)| {
            let (fewer, more) = (line.games.min(kept.games), line.games.max(kept.games));
            (own.starts_with(other) || other.starts_with(&own)) && 10 * fewer >= 6 * more
        };
        if !kept.iter().any(is_same) {
            kept.push((own, line));
        }
    }
    kept.into_iter().map(|(_, line)| line.clone()).collect()
}

/// Returns the keys of the positions of a line, without the initial one.
fn keys_of(plies: &[Ply]) -> Vec<PositionKey> {
    let mut position = Position::default();
    let mut keys = Vec::with_capacity(plies.len());
    for ply in plies {
        if position.play(*ply).is_err() {
            break;
        }
        keys.push(PositionKey::of(&position));
    }
    keys
}

/// Returns the positions of games.
fn positions_of(games: &[(LineGame, PreparedGame)]) -> HashSet<PositionKey> {
    let plies = games.iter().map(|(_, game)| game.plies.as_deref().unwrap_or_default());
    plies.flat_map(keys_of).collect()
}
