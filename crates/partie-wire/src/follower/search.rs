//! Search for the moves that lead from one position to another.

use std::borrow::Cow;

use partie_core::{Board, Color, Move, Position, Square, Variant, moves::san};

use crate::style12::{Coordinates, Style12};

/// Position to be reached and the move that led there, as a board line states them.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    board: Board,
    turn: Color,
    /// Number of plies played before it, by its move number.
    pub plies: i64,
    /// The move in SAN.
    pub san: Option<Cow<'a, str>>,
    coordinates: Option<Coordinates>,
}

impl<'a> Target<'a> {
    /// Returns the position that a line shows, and its move.
    #[must_use]
    pub fn of(line: &'a Style12<'_>) -> Target<'a> {
        Target {
            board: line.board.clone(),
            turn: line.turn,
            plies: line.plies(),
            san: line.last_san().map(Cow::Borrowed),
            coordinates: line.last_coordinates(),
        }
    }

    /// Returns an owned copy.
    #[must_use]
    pub fn into_owned(self) -> Target<'static> {
        Target { san: self.san.map(|san| Cow::Owned(san.into_owned())), ..self }
    }

    /// Returns true if a position is the target: the same pieces on the board, the same side to
    /// move.
    #[inline]
    #[must_use]
    pub fn is_shown_by(&self, position: &Position) -> bool {
        position.turn() == self.turn && *position.board() == self.board
    }
}

/// Plies played before a position, by its move number.
#[inline]
#[must_use]
pub fn plies(position: &Position) -> i64 {
    2 * (i64::from(position.fullmoves()) - 1) + i64::from(position.turn() == Color::Black)
}

/// Result of a search for the last move.
#[derive(Clone, Debug)]
pub(crate) struct FoundMove {
    pub(crate) m: Move,
    /// The position that it leads to.
    pub(crate) after: Position,
    /// The move of the SAN field, not another one.
    pub(crate) as_said: bool,
}

/// Returns the move from a position to the target: the one that the line names, or else the one
/// implied by the board.
pub(crate) fn one_move(from: &Position, to: &Target<'_>) -> Option<FoundMove> {
    if from.turn() == to.turn {
        return None;
    }
    let leads = |m: Move, as_said: bool| {
        let mut after = from.clone();
        after.play_unchecked(m);
        to.is_shown_by(&after).then_some(FoundMove { m, after, as_said })
    };
    let said = to.san.as_deref().and_then(|s| san::read(from, s).ok()?.ply.to_move());
    if let Some(found) = said.and_then(|m| leads(m, true)) {
        return Some(found);
    }
    if difference(from.board(), &to.board) > most_changed(from.variant()) {
        return None;
    }
    let moves = from.legal_moves();
    let fits = |m: &&Move| match to.coordinates {
        Some(Coordinates::Castle(_)) => m.is_castle(),
        Some(Coordinates::Drop { role, to }) => **m == Move::Put { role, to },
        Some(Coordinates::Normal { from, to, promotion }) => {
            m.from() == Some(from) && m.to() == to && m.promotion() == promotion
        }
        None => false,
    };
    let as_said = to.san.is_none();
    moves
        .iter()
        .filter(fits)
        .find_map(|m| leads(*m, as_said))
        .or_else(|| moves.iter().find_map(|m| leads(*m, as_said)))
}

/// Returns the move that both fields of a line name canonically, so that no list of moves is needed.
pub(crate) fn named_twice(from: &Position, to: &Target<'_>) -> Option<Move> {
    let Some(Coordinates::Normal { from: source, to: square, promotion }) = to.coordinates else {
        return None;
    };
    let board = from.board();
    let m = Move::Normal {
        role: board.role_at(source)?,
        from: source,
        capture: board.role_at(square),
        to: square,
        promotion,
    };
    (san::spells(to.san.as_deref()?, from, m) && from.is_legal(m)).then_some(m)
}

/// Moves over a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The moves.
    pub moves: Vec<Move>,
    /// True if no other moves lead there.
    pub only: bool,
}

/// Number of positions that all searches may examine. Every board adds some, up to the cost of one
/// search, so a stream of boards that do not follow from each other costs no more per board than a
/// few others do.
#[derive(Clone, Copy, Debug)]
pub struct Credit(usize);

impl Credit {
    const MOST: usize = 40_000;
    const EACH_BOARD: usize = 1_000;

    /// The cost of one search.
    #[must_use]
    pub const fn one_search() -> Credit {
        Credit(Credit::MOST)
    }

    /// No search over gaps, for callers that can ask the server for the moves.
    #[must_use]
    pub const fn none() -> Credit {
        Credit(0)
    }

    /// Adds a board's credit.
    pub fn add(&mut self) {
        self.0 = (self.0 + Credit::EACH_BOARD).min(Credit::MOST);
    }
}

/// The deepest gap that is searched, in plies.
pub const GAP: i64 = 3;

/// Returns the moves from a position to the target, `depth` plies. If the line names a playable
/// move, the last one must be that move.
pub fn path(from: &Position, to: &Target<'_>, depth: i64, credit: &mut Credit) -> Option<Path> {
    let mut search = Search { to, left: credit.0, line: Vec::new(), found: Vec::new() };
    search.go(from, depth);
    credit.0 = search.left;
    let only = search.found.len() == 1 && search.left > 0;
    let moves = search.found.into_iter().next()?;
    Some(Path { moves, only })
}

struct Search<'a> {
    to: &'a Target<'a>,
    left: usize,
    line: Vec<Move>,
    found: Vec<Vec<Move>>,
}

impl Search<'_> {
    /// The recursion is no deeper than [`GAP`].
    fn go(&mut self, from: &Position, depth: i64) {
        let most = most_changed(from.variant()) * depth.max(1) as usize;
        if difference(from.board(), &self.to.board) > most {
            return;
        }
        if depth <= 1 {
            self.last(from);
            return;
        }
        for m in &from.legal_moves() {
            if self.left == 0 || self.found.len() > 1 {
                return;
            }
            self.left -= 1;
            let mut after = from.clone();
            after.play_unchecked(*m);
            self.line.push(*m);
            self.go(&super::pockets::full(after), depth - 1);
            self.line.pop();
        }
    }

    fn last(&mut self, from: &Position) {
        // Without a named move any move will do; with one, only that.
        let m = match self.to.san {
            Some(_) => one_move(from, self.to).filter(|f| f.as_said).map(|f| f.m),
            None => one_move(from, self.to).map(|f| f.m),
        };
        if let Some(m) = m {
            self.line.push(m);
            self.found.push(self.line.clone());
            self.line.pop();
        }
    }
}

/// Returns the greatest number of squares that a single move can change.
const fn most_changed(variant: Variant) -> usize {
    match variant {
        Variant::Atomic => 11,
        _ => 4,
    }
}

/// Counts the squares that differ.
fn difference(a: &Board, b: &Board) -> usize {
    let (roles_a, colors_a) = a.clone().into_bitboards();
    let (roles_b, colors_b) = b.clone().into_bitboards();
    let mut differ = (colors_a.white ^ colors_b.white) | (colors_a.black ^ colors_b.black);
    for (x, y) in roles_a.iter().zip(roles_b.iter()) {
        differ |= *x ^ *y;
    }
    differ.into_iter().map(|_: Square| 1).sum()
}

#[cfg(test)]
mod tests {
    use partie_core::Ply;
    use proptest::prelude::*;

    use super::*;

    /// Any line over a position of a random game: a true one, or one with fields that
    /// belong to other moves.
    fn agree(variant: Variant, choices: &[u16], odd: u16) {
        let mut position = Position::start(variant);
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            let pick = |n: u16| moves[usize::from(n) % moves.len()];
            let m = pick(*choice);
            let other = if choice % 4 == 0 { pick(odd) } else { m };
            let mut after = position.clone();
            after.play_unchecked(m);
            let mut line = Style12::after_move(&position, Ply::Move(m), &after);
            match odd % 3 {
                0 => line.san = san::write(&position, Ply::Move(other)).into(),
                1 => line.verbose = Coordinates::write(&position, Ply::Move(other)),
                _ => line.san = line.san.replace(['x', '+', '='], "").into(),
            }
            let target = Target::of(&line);
            let found = one_move(&position, &target);
            if let Some(named) = named_twice(&position, &target) {
                let mut reached = position.clone();
                reached.play_unchecked(named);
                if target.is_shown_by(&reached) {
                    let found = found.expect("a move leads there");
                    assert_eq!((found.m, found.as_said), (named, true));
                    assert_eq!(found.after, reached);
                }
            }
            position = after;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        /// A move named by both fields equals the one found by a search of all moves.
        #[test]
        fn named_twice_is_found(choices in prop::collection::vec(any::<u16>(), 0..80), odd in any::<u16>()) {
            for variant in Variant::ALL {
                agree(variant, &choices, odd);
            }
        }
    }
}
