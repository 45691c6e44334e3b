//! Main lines as the code of moves, and the keys of their positions.

use partie_core::{
    Boards, Ply, Position, Variant,
    rules::{PositionKey, replay::ReplayBoard},
};
use partie_formats::GameView;

/// A main line that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Coded {
    /// Its moves in the code, if they can be written in it.
    pub(super) code: Option<Vec<u8>>,
    /// Keys of its positions, the first one before the first move; none of games of two boards.
    pub(super) keys: Vec<PositionKey>,
}

/// Plays a main line ply by ply.
pub(super) struct Coder {
    /// `None` if the moves cannot be written in the code.
    board: Option<ReplayBoard>,
    code: Vec<u8>,
    keys: Vec<PositionKey>,
}

impl Coder {
    /// Begins with the start of a game.
    pub(super) fn new(game: &impl GameView) -> Coder {
        let board = ReplayBoard::of_start(game.start());
        let mut keys = Vec::with_capacity(128);
        keys.extend(board.as_ref().map(ReplayBoard::key));
        Coder { board, code: Vec::with_capacity(128), keys }
    }

    #[inline]
    pub(super) fn push(&mut self, ply: Ply) {
        let Some(board) = &mut self.board else { return };
        match board.encode(ply, &mut self.code) {
            Some(()) => self.keys.push(board.key()),
            None => self.board = None,
        }
    }

    /// Ends the main line of the game.
    pub(super) fn finish(self, game: &impl GameView) -> Coded {
        match game.start() {
            Some(Boards::Two(_)) => Coded::default(),
            _ if self.board.is_some() => Coded { code: Some(self.code), keys: self.keys },
            _ => Coded::by_rules(game),
        }
    }
}

impl Coded {
    fn by_rules(game: &impl GameView) -> Coded {
        let start = match game.start() {
            None => Position::start(Variant::Standard),
            Some(start) => start.first().clone(),
        };
        let mut keys = vec![PositionKey::of(&start)];
        keys.extend(game.positions().map(|(_, position)| PositionKey::of(&position)));
        Coded { code: None, keys }
    }
}
