//! A game in the order in which it is printed.

use crate::{Boards, Game, NodeId};

/// Event of a walk in print order: a move, then its variations, then the continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalkEvent {
    /// A move.
    Move {
        /// Node of the move.
        node: NodeId,
        /// The boards before it.
        before: Boards,
        /// Depth of nested variations; 0 is the mainline.
        depth: usize,
    },
    /// A variation begins with the next move; the first has the depth 1.
    Open {
        /// Depth of the next move.
        depth: usize,
    },
    /// The line ends after this node; comments of [`CommentPlace::Last`] belong here.
    ///
    /// [`CommentPlace::Last`]: crate::CommentPlace::Last
    End {
        /// Last node of the line; never the root.
        node: NodeId,
    },
    /// The variation that was begun last ends.
    Close {
        /// Depth of its moves.
        depth: usize,
    },
}

/// The steps through a game; made by [`Game::walk`]. It holds the boards of the moves
/// at which it has to come back, never the whole game.
#[derive(Debug)]
pub struct Walk<'a> {
    game: &'a Game,
    stack: Vec<WalkEvent>,
}

impl Game {
    /// Walks through all moves with their variations, in print order. A move that cannot be
    /// played, and its descendants, are omitted.
    ///
    /// ```
    /// use partie_core::{Game, NodeId, Ply, Variant, walk::WalkEvent};
    /// let mut game = Game::new(Variant::Standard);
    /// let first = game.tree.add(NodeId::ROOT, Ply::Null);
    /// let other = game.tree.add(NodeId::ROOT, Ply::Null);
    /// let second = game.tree.add(first, Ply::Null);
    /// let moves: Vec<_> = game
    ///     .walk()
    ///     .filter_map(|step| match step {
    ///         WalkEvent::Move { node, depth, .. } => Some((node, depth)),
    ///         _ => None,
    ///     })
    ///     .collect();
    /// assert_eq!(moves, [(first, 0), (other, 1), (second, 0)]);
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        let first = self.tree.next(NodeId::ROOT).map(|node| WalkEvent::Move {
            node,
            before: self.start.clone(),
            depth: 0,
        });
        Walk { game: self, stack: first.into_iter().collect() }
    }
}

impl Iterator for Walk<'_> {
    type Item = WalkEvent;

    fn next(&mut self) -> Option<WalkEvent> {
        let step = self.stack.pop()?;
        if let WalkEvent::Move { node, before, depth } = &step {
            self.follow(*node, before, *depth);
        }
        Some(step)
    }
}

impl Walk<'_> {
    /// Pushes the moves after a move, the last first.
    fn follow(&mut self, node: NodeId, before: &Boards, depth: usize) {
        let tree = &self.game.tree;
        let mut after = before.clone();
        let legal = tree.ply(node).is_some_and(|ply| after.play(tree.board(node), ply).is_ok());
        self.stack.push(match tree.next(node).filter(|_| legal) {
            Some(next) => WalkEvent::Move { node: next, before: after, depth },
            None => WalkEvent::End { node },
        });
        // Variations are the children of the parent after the first.
        let Some(parent) = tree.parent(node).filter(|parent| tree.next(*parent) == Some(node))
        else {
            return;
        };
        let depth = depth + 1;
        let others: Vec<_> = tree.children(parent).skip(1).collect();
        for other in others.into_iter().rev() {
            self.stack.push(WalkEvent::Close { depth });
            self.stack.push(WalkEvent::Move { node: other, before: before.clone(), depth });
            self.stack.push(WalkEvent::Open { depth });
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Ply, Variant, moves::uci};

    fn add(game: &mut Game, parent: NodeId, text: &str) -> NodeId {
        let ply = uci::read(game.boards_at(parent).first(), text).expect(text).ply;
        game.tree.add(parent, ply)
    }

    /// 1. e4 e5 (1... c5 2. Nf3 (2. d4)) (1... e6) 2. Nc3
    pub(crate) fn game() -> Game {
        let mut game = Game::new(Variant::Standard);
        let e4 = add(&mut game, NodeId::ROOT, "e2e4");
        let e5 = add(&mut game, e4, "e7e5");
        let c5 = add(&mut game, e4, "c7c5");
        add(&mut game, c5, "g1f3");
        add(&mut game, c5, "d2d4");
        add(&mut game, e4, "e7e6");
        add(&mut game, e5, "b1c3");
        game
    }

    #[test]
    fn variations_stand_behind_the_move_beside_which_they_are_played() {
        let game = game();
        let mut text = String::new();
        for step in game.walk() {
            text += &match step {
                WalkEvent::Move { node, before, depth } => {
                    assert_eq!(before, game.boards_at(game.tree.parent(node).expect("a parent")));
                    let ply = game.tree.ply(node).expect("a move");
                    format!("{depth}{} ", uci::write(before.first(), ply))
                }
                WalkEvent::Open { depth } => format!("({depth} "),
                WalkEvent::Close { depth } => format!(") {depth} "),
                WalkEvent::End { .. } => "| ".to_owned(),
            };
        }
        assert_eq!(text, "0e2e4 0e7e5 (1 1c7c5 1g1f3 (2 2d2d4 | ) 2 | ) 1 (1 1e7e6 | ) 1 0b1c3 | ");
    }

    #[test]
    fn a_long_game_needs_no_deep_stack() {
        let mut game = Game::new(Variant::Standard);
        let mut node = NodeId::ROOT;
        for _ in 0..3000 {
            let beside = game.tree.add(node, Ply::Null);
            game.tree.add(node, Ply::Null);
            node = beside;
        }
        let moves = game.walk().filter(|s| matches!(s, WalkEvent::Move { .. })).count();
        assert_eq!(moves, 6000);
    }
}
