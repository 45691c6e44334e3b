//! Main lines as the code of moves, and the keys of their positions.

use partie_core::{
    Boards, Position, Variant,
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

impl Coded {
    /// Plays the main line of a game.
    pub(super) fn of(game: &impl GameView) -> Coded {
        let start = game.start();
        if matches!(start, Some(Boards::Two(_))) {
            return Coded::default();
        }
        let coded = ReplayBoard::of_start(start).and_then(|board| Coded::by_code(game, board));
        coded.unwrap_or_else(|| Coded::by_rules(game))
    }

    fn by_code(game: &impl GameView, mut board: ReplayBoard) -> Option<Coded> {
        let mut code = Vec::with_capacity(128);
        let mut keys = Vec::with_capacity(128);
        keys.push(board.key());
        for (_, ply) in game.main_plies() {
            board.encode(ply, &mut code)?;
            keys.push(board.key());
        }
        Some(Coded { code: Some(code), keys })
    }

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
