//! The lines that games went on by, as a tree of the most frequent moves.

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

use partie_core::{
    Ply, Position,
    moves::{san, uci},
    openings::{self, Opening},
};

use super::super::{
    GameSummary,
    tally::{Counted, Results},
};
use crate::{columns::moves, performance::performance};

/// Most plies of a line.
pub const LONGEST_LINE: usize = 20;

/// Lowest share of all games of a move in the tree, as a divisor.
const RAREST: u64 = 200;

/// A game as the moves that followed a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineGame {
    /// The moves, packed; those from `length` on are 0.
    moves: [u16; LONGEST_LINE],
    length: u8,
    /// True if the game went on.
    is_cut: bool,
    summary: GameSummary,
}

impl LineGame {
    /// Takes the moves that followed, packed as [`moves`] says.
    pub(crate) fn new(after: &[u16], summary: GameSummary) -> LineGame {
        let length = after.len().min(LONGEST_LINE);
        let mut moves = [0; LONGEST_LINE];
        moves[..length].copy_from_slice(&after[..length]);
        let is_cut = after.len() > LONGEST_LINE;
        LineGame { moves, length: length as u8, is_cut, summary }
    }

    fn played(&self) -> &[u16] {
        &self.moves[..usize::from(self.length)]
    }
}

/// A move of a tree of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMove {
    /// The move.
    pub ply: Ply,
    /// In UCI.
    pub uci: String,
    /// In short algebraic notation with check marks.
    pub san: String,
    /// Number of plies from the position of the tree, from 1.
    pub depth: usize,
    /// Number of the move in the game, from 1, as the position counts moves.
    pub number: u32,
    /// Place of the move before it in the tree.
    pub parent: Option<usize>,
    /// Results of the games that played it.
    pub results: Results,
    /// Games that ended after it.
    pub ended: u64,
    /// Games that went on by moves that the tree does not show.
    pub others: u64,
    /// Mean rating of the players who made the move, if any is known.
    pub average_rating: Option<u32>,
    /// Mean rating of their opponents, if any is known.
    pub average_opponent_rating: Option<u32>,
    /// Rating performance of the players who made the move.
    pub performance: Option<i32>,
    /// Year and month in which it was last played; the month is 0 if it is not known.
    pub last_played: Option<(u16, u8)>,
    /// Games that give ratings of both players and a result, and what these let expect.
    pub expected: Expected,
    /// Opening of the position after it.
    pub opening: Option<Opening>,
    /// The position after it.
    pub after: Position,
}

/// The score that ratings let expect of White.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// Number of games that have a result and both ratings.
    pub games: u64,
    /// Sum of the scores of White that the ratings let expect, by FIDE's table, in hundredths of points.
    hundredths: u64,
    /// Sum of the scores of White, in half points.
    halves: u64,
    /// Sum of the squares of the scores, in quarters.
    quarters: u64,
}

impl Expected {
    /// Adds a game, if it has a result and both ratings.
    pub(crate) fn add(&mut self, game: &GameSummary) {
        use partie_core::{Color, Outcome};
        let halves = match game.outcome {
            Outcome::Win(Color::White) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Color::Black) => 0,
            Outcome::Unknown => return,
        };
        if game.white_elo == 0 || game.black_elo == 0 {
            return;
        }
        let difference = i32::from(game.white_elo) - i32::from(game.black_elo);
        self.games += 1;
        self.hundredths += u64::from(crate::performance::expected(difference));
        self.halves += halves;
        self.quarters += halves * halves;
    }

    /// Returns the mean score of White that was expected, from 0 to 1; `None` if no game counts.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games > 0).then(|| self.hundredths as f64 / 100.0 / self.games as f64)
    }

    /// Returns the score of White in the same games, from 0 to 1.
    #[must_use]
    pub fn reached(&self) -> Option<f64> {
        (self.games > 0).then(|| self.halves as f64 / 2.0 / self.games as f64)
    }

    /// Returns the standard error of the score that was reached, from 0 to 1, as the games vary;
    /// `None` with fewer than two games.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        if self.games < 2 {
            return None;
        }
        let (games, halves) = (self.games as f64, self.halves as f64);
        // Sample variance of the scores.
        let mean = halves / 2.0 / games;
        let variance = (self.quarters as f64 / 4.0 - games * mean * mean) / (games - 1.0);
        Some((variance.max(0.0) / games).sqrt())
    }
}

/// A part of the sorted games with the same first moves.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    games: u64,
    /// Equal numbers of games are in the order of the moves.
    place: Reverse<(usize, u16)>,
    range: (usize, usize),
    parent: Option<usize>,
}

/// A node before its moves are played.
struct Node {
    range: Range<usize>,
    depth: usize,
    parent: Option<usize>,
    children: Vec<usize>,
    ended: u64,
    others: u64,
}

/// Makes a tree of the `most` most frequent moves of games from a position, in the order of the
/// lines: each move is followed by the moves after it, the most frequent first. Moves that only one
/// game made, or fewer than half a percent of the games, are left out.
pub(crate) fn tree(position: &Position, games: &mut [LineGame], most: usize) -> Vec<LineMove> {
    games.sort_unstable_by(|a, b| a.played().cmp(b.played()));
    let fewest = (games.len() as u64).div_ceil(RAREST).max(2);
    let mut nodes: Vec<Node> = Vec::new();
    let mut open: BinaryHeap<Branch> = BinaryHeap::new();
    let mut first = Vec::new();
    let divide =
        |parent: Option<usize>, range: Range<usize>, depth: usize, open: &mut BinaryHeap<_>| {
            let (mut ended, mut others) = (0, 0);
            let all = &games[range.clone()];
            let mut start = range.start;
            for part in all.chunk_by(|a, b| a.played().get(depth) == b.played().get(depth)) {
                let (count, from) = (part.len() as u64, start);
                start += part.len();
                match part[0].played().get(depth) {
                    None => {
                        // The tree is not deeper.
                        let cut = part.iter().filter(|game| game.is_cut).count() as u64;
                        others += cut;
                        ended += count - cut;
                    }
                    Some(_) if count < fewest => others += count,
                    Some(packed) => open.push(Branch {
                        games: count,
                        place: Reverse((depth, *packed)),
                        range: (from, start),
                        parent,
                    }),
                }
            }
            (ended, others)
        };
    divide(None, 0..games.len(), 0, &mut open);
    while let Some(Branch { games, range: (start, end), parent, .. }) = open.pop() {
        if nodes.len() >= most {
            if let Some(parent) = parent {
                nodes[parent].others += games;
            }
            continue;
        }
        let (place, depth) = (nodes.len(), parent.map_or(1, |parent| nodes[parent].depth + 1));
        match parent {
            Some(parent) => nodes[parent].children.push(place),
            None => first.push(place),
        }
        let (ended, others) = divide(Some(place), start..end, depth, &mut open);
        nodes.push(Node { range: start..end, depth, parent, children: Vec::new(), ended, others });
    }
    in_order(position, games, &nodes, first)
}

/// Plays the moves of nodes, each before those that follow it.
fn in_order(
    position: &Position,
    games: &[LineGame],
    nodes: &[Node],
    first: Vec<usize>,
) -> Vec<LineMove> {
    let mut lines: Vec<LineMove> = Vec::with_capacity(nodes.len());
    let mut places = vec![None; nodes.len()];
    let mut left: Vec<usize> = first.into_iter().rev().collect();
    while let Some(at) = left.pop() {
        let Node { range, depth, parent, children, ended, others } = &nodes[at];
        let own = &games[range.clone()];
        let parent = parent.and_then(|parent| places[parent]);
        let before = parent.map_or(position, |parent: usize| &lines[parent].after);
        let Some(line) = line_move(before, own, *depth) else { continue };
        let line = LineMove { parent, ended: *ended, others: *others, ..line };
        places[at] = Some(lines.len());
        lines.push(line);
        left.extend(children.iter().rev());
    }
    lines
}

/// Counts the games of a line's last move.
fn line_move(before: &Position, games: &[LineGame], depth: usize) -> Option<LineMove> {
    let packed = *games.first()?.played().get(depth - 1)?;
    let (_, uci) = moves::uci(packed.to_le_bytes())?;
    let ply = uci::read_as_written(before, &uci).ok()?.ply;
    let san = san::write(before, ply);
    let mut after = before.clone();
    after.play(ply).ok()?;
    let (mut counted, mut expected) = (Counted::default(), Expected::default());
    for game in games {
        counted.add_game(&game.summary);
        expected.add(&game.summary);
    }
    let turn = before.turn();
    let [own, opponents] = turn.fold_wb([0, 1], [1, 0]).map(|side| counted.elo[side].rounded());
    let score = counted.results.score(turn);
    Some(LineMove {
        ply,
        uci,
        san,
        depth,
        number: before.fullmoves(),
        parent: None,
        results: counted.results,
        ended: 0,
        others: 0,
        average_rating: own,
        average_opponent_rating: opponents,
        performance: opponents.zip(score).map(|(mean, score)| performance(mean, score)),
        last_played: (counted.last_played.0 > 0).then_some(counted.last_played),
        expected,
        opening: openings::at(&after),
        after,
    })
}
