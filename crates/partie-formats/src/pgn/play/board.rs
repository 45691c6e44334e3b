//! The board on which a line is played.

use std::{borrow::Cow, cell::RefCell};

use partie_core::{
    Color, Outcome, Position, Termination,
    rules::fast::{FastBoard, FastMove, FastReader},
};

use crate::pgn::fast;

thread_local! {
    static READER: RefCell<FastReader> = RefCell::new(FastReader::new());
}

/// A position of a line. Orthodox games are played at speed as long as their moves are
/// written well; all rules are asked about the others, and then it goes on at speed.
#[derive(Clone, Debug)]
pub(crate) enum Board {
    /// Orthodox chess.
    Fast(FastBoard),
    /// All else.
    Full(Position),
}

impl Board {
    /// The board of a position, at speed if possible.
    pub(super) fn at_speed(position: Position) -> Board {
        FastBoard::from_position(&position).map_or(Board::Full(position), Board::Fast)
    }

    /// The position, with all rules.
    pub(super) fn position(&self) -> Cow<'_, Position> {
        match self {
            Board::Fast(board) => Cow::Owned(board.to_position()),
            Board::Full(position) => Cow::Borrowed(position),
        }
    }

    /// Goes on from a position in the way of the line so far.
    pub(super) fn set(&mut self, position: Position) {
        *self = match self {
            Board::Fast(_) => Board::at_speed(position),
            Board::Full(_) => Board::Full(position),
        }
    }

    /// Whether White is to move.
    pub(super) fn is_whites_turn(&self) -> bool {
        match self {
            Board::Fast(board) => matches!(board.turn(), Color::White),
            Board::Full(position) => matches!(position.turn(), Color::White),
        }
    }

    /// The number of the move about to be made, from 1.
    pub(super) fn fullmoves(&self) -> u32 {
        match self {
            Board::Fast(board) => board.fullmoves(),
            Board::Full(position) => position.fullmoves(),
        }
    }

    /// The result and its reason if the position itself ends the game.
    pub(crate) fn end(&self) -> Option<(Outcome, Termination)> {
        match self {
            Board::Fast(board) => fast::end(board),
            Board::Full(position) => position.end(),
        }
    }

    /// Plays a move at speed, and gives the board before it. `None` and nothing done if
    /// the word is not exactly how PGN writes a legal move.
    pub(super) fn play(&mut self, word: &str) -> Option<(FastMove, FastBoard)> {
        let Board::Fast(board) = self else { return None };
        let key = key(word)?;
        let before = *board;
        let played = READER.with_borrow_mut(|reader| reader.play(board, key));
        if played.is_none() {
            *board = before;
        }
        played.map(|ply| (ply, before))
    }
}

/// The bytes of a word, the first one lowest, if they are few.
fn key(word: &str) -> Option<u64> {
    let bytes = word.as_bytes();
    if bytes.len() > 8 {
        return None;
    }
    Some(bytes.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte)))
}
