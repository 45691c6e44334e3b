//! The half-moves of a game, and where on its line the board stands.
//!
//! Only the position on the board and the one before it are kept. Going back
//! replays the moves from the start.

use partie_core::{
    BoardId, Bughouse, ByColor, ByRole, Ply, Position, Variant, moves::san, rules::History,
};

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
    pub(super) fn go_on(&mut self, played: &Played) {
        self.before = Some(self.position.clone());
        played.again(&mut self.position);
    }
}
