//! Positions of a game, requested one after the other.

use std::cell::RefCell;

use partie_core::{Boards, Game, NodeId};

/// Remembers the last positions, so that the next one is a move away and a whole game is
/// gone through in one walk.
#[derive(Debug, Default)]
pub(crate) struct Replay(RefCell<[Option<(NodeId, Boards)>; 2]>);

impl Replay {
    /// The boards after the move of a node.
    pub(crate) fn at(&self, game: &Game, node: NodeId) -> Boards {
        let mut kept = self.0.borrow_mut();
        let known = |wanted: NodeId| {
            kept.iter().flatten().find(|(n, _)| *n == wanted).map(|(_, boards)| boards.clone())
        };
        if let Some(boards) = known(node) {
            return boards;
        }
        let step = || {
            let (parent, ply) = (game.tree.parent(node)?, game.tree.ply(node)?);
            let mut boards = known(parent)?;
            boards.play(game.tree.board(node), ply).ok().map(|()| boards)
        };
        let boards = step().unwrap_or_else(|| game.boards_at(node));
        kept.swap(0, 1);
        kept[1] = Some((node, boards.clone()));
        boards
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;

    #[test]
    fn positions_in_any_order() {
        let text = b"1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 *";
        let game = pgn::parse(text, &ReadOptions::default()).value;
        let replay = Replay::default();
        let nodes: Vec<_> = game.tree.mainline().collect();
        let back = nodes.iter().rev().flat_map(|n| game.tree.children(*n));
        for node in nodes.iter().copied().chain(back).chain([NodeId::ROOT]) {
            assert_eq!(replay.at(&game, node), game.boards_at(node));
        }
    }
}
