//! The half-moves of a game, and where on its line the board stands.
//!
//! Only the position on the board and the one before it are kept. Going back
//! replays the moves from the start.

use partie_core::{
    BoardId, Bughouse, ByColor, ByRole, Color, Ply, Position, Variant, moves::san, rules::History,
};
use partie_wire::style12::Delta;

use super::Game;
use crate::time::Span;

/// The pieces that the sides hold in hand.
pub type Pockets = ByColor<ByRole<u8>>;

/// A half-move that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The half-move.
    pub ply: Ply,
    /// The half-move in SAN.
    pub san: String,
    /// The time it took.
    pub took: Span,
    /// The lag given back.
    pub lag: Span,
    /// Time left for both sides after it.
    pub left: ByColor<Span>,
    /// Pieces in hand after it, where the board alone does not determine them: in bughouse.
    pub pockets: Option<Pockets>,
}

impl Played {
    /// Plays a half-move on a board. `None` if it is not legal; the board is as it was then.
    #[must_use]
    pub fn on(
        board: &mut Position,
        ply: Ply,
        took: Span,
        lag: Span,
        left: ByColor<Span>,
    ) -> Option<Played> {
        let san = san::write(board, ply);
        board.play(ply).ok()?;
        Some(Played { ply, san, took, lag, left, pockets: None })
    }

    /// Plays it once more on the board on which it was played.
    pub fn again(&self, board: &mut Position) {
        // It was legal there.
        let _ = board.play(self.ply);
        if let Some(pockets) = self.pockets {
            *board = with_pockets(board, pockets);
        }
    }
}

/// A position of bughouse with other pieces in hand.
pub(super) fn with_pockets(position: &Position, pockets: Pockets) -> Position {
    let mut boards = Bughouse::new(position.clone(), Position::start(Variant::Bughouse));
    boards.set_pockets(BoardId::A, pockets);
    boards.board(BoardId::A).clone()
}

/// The position after all half-moves of a line.
#[must_use]
pub fn position_after(start: &Position, line: &[Played]) -> Position {
    Point::after(start, line).position
}

/// The repetitions and the counts of moves after a line.
pub(super) fn history(start: &Position, line: &[Played]) -> History {
    let mut history = History::new(start);
    let mut position = start.clone();
    for played in line {
        played.again(&mut position);
        history.push(&position);
    }
    history
}

/// A point of a line.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The position there.
    pub(super) position: Position,
    /// The position before the last half-move; none at the start.
    pub(super) before: Option<Position>,
}

impl Point {
    /// The start of a line.
    pub(super) fn start(start: &Position) -> Point {
        Point { position: start.clone(), before: None }
    }

    /// The point after all half-moves of a line.
    pub(super) fn after(start: &Position, line: &[Played]) -> Point {
        let mut point = Point::start(start);
        for played in line {
            point.go_on(played);
        }
        point
    }

    /// Moves on to the point after the next half-move.
    fn go_on(&mut self, played: &Played) {
        self.before = Some(self.position.clone());
        played.again(&mut self.position);
    }
}

impl Game {
    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.point.position
    }

    /// The last half-move on the board, and the position before it.
    pub(crate) fn last(&self) -> Option<(&Position, &Played)> {
        let played = self.line.get(self.at.checked_sub(1)?)?;
        Some((self.point.before.as_ref()?, played))
    }

    /// Puts the board to the point of the line after so many half-moves.
    pub(crate) fn go_to(&mut self, at: usize) {
        let at = at.min(self.line.len());
        if at < self.at {
            self.point = Point::start(&self.start);
            self.at = 0;
        }
        for played in &self.line[self.at..at] {
            self.point.go_on(played);
        }
        self.at = at;
    }

    /// Plays a legal move after the last one on the board; the former continuation is cut off.
    pub(crate) fn push(&mut self, ply: Ply, took: Span, lag: Span, left: ByColor<Span>) {
        let before = self.point.position.clone();
        let Some(played) = Played::on(&mut self.point.position, ply, took, lag, left) else {
            return;
        };
        self.point.before = Some(before);
        self.history.push(&self.point.position);
        self.line.truncate(self.at);
        self.line.push(played);
        self.at += 1;
    }

    /// The last half-moves were never played.
    pub(crate) fn forget(&mut self, plies: usize) {
        self.line.truncate(self.line.len().saturating_sub(plies));
        self.go_to(self.line.len());
        self.history = history(&self.start, &self.line);
    }

    /// Replaces what the sides hold.
    pub(crate) fn set_pockets(&mut self, pockets: Pockets) {
        self.point.position = with_pockets(&self.point.position, pockets);
        match self.at.checked_sub(1).and_then(|i| self.line.get_mut(i)) {
            Some(last) => last.pockets = Some(pockets),
            None => self.start = self.point.position.clone(),
        }
    }

    /// The last half-move as `<d1>` has it.
    pub(super) fn delta(&self) -> Option<Delta> {
        let (before, played) = self.last()?;
        let mover: Color = before.turn();
        Some(Delta {
            game: self.number.0.into(),
            ply: self.at as u32,
            san: played.san.clone(),
            smith: partie_core::moves::smith::write(before, played.ply),
            taken: played.took.0,
            remaining: played.left.get(mover).0,
            lag: played.lag.0,
        })
    }
}
