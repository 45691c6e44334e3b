//! A game rewritten while it is walked through.

use crate::{BoardId, Boards, Game, NodeId, Ply, Tree, tree::Annotations};

/// A move of a game that is being [transformed](Game::transform), or its start.
#[derive(Debug)]
pub struct TransformStep<'a> {
    /// Node of the move.
    pub node: NodeId,
    /// The move, and its board; `None` at the start.
    pub played: Option<(BoardId, Ply)>,
    /// The boards before the move.
    pub before: &'a Boards,
    /// Depth of nested variations; 0 is the main line.
    pub depth: usize,
    /// Comments and NAGs of the move, to be changed.
    pub annotations: &'a mut Annotations,
}

/// Decision about a move of a game that is being [transformed](Game::transform).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// Keeps the move.
    Keep,
    /// Removes the move and all moves after it, with their variations.
    Remove,
    /// Keeps the move and removes all moves after it.
    End,
}

impl Game {
    /// Walks through the start and all moves in print order, and lets a function change their
    /// comments and NAGs and decide which moves to keep. Returns the removed parts, each as a tree.
    /// Ids of kept moves stay valid. The function does not see moves that cannot be played, nor the
    /// moves after them.
    ///
    /// ```
    /// use partie_core::{Comment, Game, NodeId, Variant, moves::san, transform::Transform};
    ///
    /// let mut game = Game::new(Variant::Standard);
    /// for word in ["e4", "d4", "c4"] {
    ///     let ply = san::read(game.start.first(), word)?.ply;
    ///     let node = game.tree.add(NodeId::ROOT, ply);
    ///     game.tree.annotations_mut(node).comments.push(Comment::after(word));
    /// }
    /// // Without variations and comments, except for 1. c4.
    /// let removed = game.transform(|step| {
    ///     if step.annotations.comments.iter().any(|comment| comment.text == "c4") {
    ///         return Transform::Keep;
    ///     }
    ///     step.annotations.comments.clear();
    ///     if step.depth > 0 { Transform::Remove } else { Transform::Keep }
    /// });
    /// assert_eq!((game.tree.len(), game.tree.all_comments().count(), removed.len()), (2, 1, 1));
    /// # Ok::<(), partie_core::moves::NotRead>(())
    /// ```
    pub fn transform(
        &mut self,
        mut decide: impl FnMut(TransformStep<'_>) -> Transform,
    ) -> Vec<Tree> {
        let mut removed = Vec::new();
        // The next step last; whether a move continued its line when that was walked through.
        let mut stack = vec![(NodeId::ROOT, self.start.clone(), 0, false)];
        while let Some((node, before, depth, continues)) = stack.pop() {
            let tree = &mut self.tree;
            let played = tree.ply(node).map(|ply| (tree.board(node), ply));
            let mut after = before.clone();
            let legal = played.is_none_or(|(board, ply)| after.play(board, ply).is_ok());
            // Variations come right after the move that they replace.
            let parent = tree.parent(node).filter(|_| continues);
            let others: Vec<_> =
                parent.into_iter().flat_map(|p| tree.children(p).skip(1)).collect();
            let line = stack.len();
            let others = others.into_iter().rev();
            stack.extend(others.map(|other| (other, before.clone(), depth + 1, false)));
            if !legal {
                continue;
            }
            let mut none = Annotations::default();
            let annotations = tree.annotations_or(node, &mut none);
            let step = TransformStep { node, played, before: &before, depth, annotations };
            let decision = decide(step);
            if none != Annotations::default() {
                *tree.annotations_mut(node) = none;
            }
            match decision {
                Transform::Keep => {}
                Transform::Remove => removed.push(tree.remove(node)),
                Transform::End => removed.push(tree.truncate(node)),
            }
            if decision == Transform::Keep {
                let next = tree.next(node).map(|next| (next, after, depth, true));
                stack.splice(line..line, next);
            }
        }
        removed.retain(|tree| !tree.is_empty());
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{moves::uci, walk::tests::game};

    /// Lists the moves, with their depths, that [`transform`] shows when `decision` applies to
    /// moves called `name`.
    fn shown(game: &mut Game, name: &str, decision: Transform) -> (String, usize) {
        let mut text = String::new();
        let removed = game.transform(|step| {
            let Some((board, ply)) = step.played else { return Transform::Keep };
            let uci = uci::write(step.before.board(board), ply);
            text.push_str(&format!("{}{uci} ", step.depth));
            if uci == name { decision } else { Transform::Keep }
        });
        (text, removed.iter().map(Tree::len).sum())
    }

    #[test]
    fn every_move_is_shown_once_in_print_order() {
        let all = "0e2e4 0e7e5 1c7c5 1g1f3 2d2d4 1e7e6 0b1c3 ";
        let mut kept = game();
        assert_eq!(shown(&mut kept, "", Transform::Keep), (all.to_owned(), 0));
        assert_eq!(kept, game());

        let mut cut = game();
        let without_line = "0e2e4 0e7e5 1c7c5 1g1f3 2d2d4 1e7e6 ";
        assert_eq!(shown(&mut cut, "e7e5", Transform::End), (without_line.to_owned(), 1));
        assert_eq!(cut.tree.len(), 6);

        // The first variation of a removed move becomes the line.
        let mut removed = game();
        assert_eq!(shown(&mut removed, "e7e5", Transform::Remove), (without_line.to_owned(), 2));
        assert_eq!(removed.ply_count(), 3);
    }
}
