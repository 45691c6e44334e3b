//! Lines that are to be played against a player, and what they played against them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
};

use partie_core::{BoardId, Boards, Color, Game, NodeId, Ply, Position, Tree, rules::PositionKey};

use super::{LONGEST, PreparedGame, keys_of, positions_of, words};
use crate::library::{LineGame, LineMove, line_tree};

/// Most lines of a repertoire.
const LINES: usize = 1 << 17;

/// Lines that are to be played against a player: of a file with variations, or of games.
#[derive(Clone, Debug, Default)]
pub struct Repertoire {
    lines: Vec<Vec<Ply>>,
    keys: HashSet<PositionKey>,
    /// Lines beyond the limit.
    left_out: u64,
}

/// Games that met a repertoire.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// Number of lines of the repertoire.
    pub lines: u64,
    /// The moves that games made in positions of the repertoire, with the first one that leaves it.
    pub played: Vec<LineMove>,
    /// Lines that no game went on by, those that stand for the most lines of the repertoire first.
    pub unmet: Vec<UnmetLine>,
    /// Number of such lines.
    pub unmet_count: u64,
}

/// A line of a repertoire that no game of the player went on by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmetLine {
    /// The moves in short algebraic notation, up to the first position that no game had.
    pub moves: Vec<String>,
    /// The side that makes the last of these moves.
    pub color: Color,
    /// Number of lines of the repertoire that go on by them.
    pub lines: u64,
}

impl Repertoire {
    /// Adds all lines of a game, the variations included. Returns false if it does not begin with the
    /// usual position.
    pub fn add_game(&mut self, game: &Game) -> bool {
        let Boards::One(start) = &game.start else { return false };
        if *start != Position::default() {
            return false;
        }
        for line in lines_of(&game.tree) {
            self.add_line(&line);
        }
        true
    }

    /// Adds a line from the usual initial position.
    pub fn add_line(&mut self, plies: &[Ply]) {
        if self.lines.len() >= LINES {
            self.left_out += 1;
            return;
        }
        let plies = &plies[..plies.len().min(LONGEST)];
        self.keys.extend(keys_of(plies));
        self.lines.push(plies.to_vec());
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns true if there is no line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the number of lines that were left out, because there were too many.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Compares games with the repertoire.
    pub(super) fn meet(
        &self,
        games: &[(LineGame, PreparedGame)],
        (lines, rows): (usize, usize),
    ) -> Meeting {
        let cut = |(_, game): &(LineGame, PreparedGame)| {
            let plies = game.plies().unwrap_or_default();
            let inside = keys_of(plies).iter().take_while(|key| self.keys.contains(key)).count();
            let packed = &game.packed[..game.packed.len().min(inside + 1)];
            LineGame::new(packed, game.summary())
        };
        let mut cut: Vec<LineGame> = games.iter().map(cut).collect();
        let played = line_tree(&Position::default(), &mut cut, lines);
        let theirs = positions_of(games);
        let mut unmet: BTreeMap<PositionKey, (&[Ply], u64)> = BTreeMap::new();
        for line in &self.lines {
            let keys = keys_of(line);
            if let Some(at) = keys.iter().position(|key| !theirs.contains(key)) {
                unmet.entry(keys[at]).or_insert((&line[..=at], 0)).1 += 1;
            }
        }
        let unmet_count = unmet.len() as u64;
        let mut unmet: Vec<(&[Ply], u64)> = unmet.into_values().collect();
        unmet.sort_by_key(|(plies, lines)| (Reverse(*lines), plies.len()));
        let unmet = unmet.into_iter().take(rows).map(|(plies, lines)| UnmetLine {
            moves: words(plies),
            color: if plies.len() % 2 == 1 { Color::White } else { Color::Black },
            lines,
        });
        Meeting { lines: self.lines.len() as u64, played, unmet: unmet.collect(), unmet_count }
    }
}

/// Returns all lines of a tree, from its beginning to their ends.
fn lines_of(tree: &Tree) -> Vec<Vec<Ply>> {
    let mut lines = Vec::new();
    let mut left = vec![(NodeId::ROOT, 0)];
    let mut line: Vec<Ply> = Vec::new();
    while let Some((node, depth)) = left.pop() {
        if depth > 0 {
            line.truncate(depth - 1);
            line.extend(tree.ply(node));
        }
        let mut children: Vec<_> =
            tree.children(node).filter(|child| tree.board(*child) == BoardId::A).collect();
        if (children.is_empty() || depth >= LONGEST) && depth > 0 {
            lines.push(line.clone());
            continue;
        }
        children.reverse();
        left.extend(children.into_iter().map(|child| (child, depth + 1)));
    }
    lines
}
