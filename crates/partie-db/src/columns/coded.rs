//! Main lines as the code of moves, and the keys of their positions.

use partie_core::{
    BoardId, Boards, Ply, Position, Variant,
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
    /// Plays the main line of a game, whose plies are given.
    pub(super) fn of(game: &impl GameView, plies: &[(BoardId, Ply)]) -> Coded {
        match game.start() {
            Some(Boards::Two(_)) => Coded::default(),
            start => encoded(start, plies).unwrap_or_else(|| Coded::by_rules(game)),
        }
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

/// Writes a main line in the code. `None` if its moves cannot be written in it.
fn encoded(start: Option<&Boards>, plies: &[(BoardId, Ply)]) -> Option<Coded> {
    let mut board = ReplayBoard::of_start(start)?;
    // Some moves of queens take two bytes.
    let mut code = Vec::with_capacity(plies.len() + plies.len() / 8);
    let mut keys = Vec::with_capacity(plies.len() + 1);
    keys.push(board.key());
    for (_, ply) in plies {
        board.encode(*ply, &mut code)?;
        keys.push(board.key());
    }
    Some(Coded { code: Some(code), keys })
}
