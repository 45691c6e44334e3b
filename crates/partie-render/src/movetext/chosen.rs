//! Chooses diagrams as an editor would: about every ten moves, at points of interest.

use partie_core::{Comment, Game, Nag, NodeId, Ply, annotation::commands};

/// Minimum, maximum and target number of plies between diagrams.
const LEAST: usize = 16;
const MOST: usize = 28;
const USUAL: usize = 20;
/// Minimum number of plies after a diagram.
const REST: usize = 8;

/// Nodes of the main line whose positions deserve a diagram.
pub(super) fn nodes(game: &Game) -> Vec<NodeId> {
    let line: Vec<NodeId> = game.tree.mainline().collect();
    let mut chosen = Vec::new();
    // Number of plies played at the last diagram.
    let mut last = 0;
    while last + LEAST + REST <= line.len() {
        let most = (last + MOST).min(line.len() - REST);
        let weight = |played: &usize| {
            let off = played.abs_diff(last + USUAL) as i32;
            8 * interest(game, line[played - 1], line[*played]) - off
        };
        let Some(best) = (last + LEAST..=most).max_by_key(weight) else { break };
        chosen.push(line[best - 1]);
        last = best;
    }
    chosen
}

/// Scores the interest of the position after a move, given the next move.
fn interest(game: &Game, node: NodeId, next: NodeId) -> i32 {
    let tree = &game.tree;
    let takes = |node| tree.ply(node).and_then(Ply::to_move).is_some_and(|m| m.capture().is_some());
    let (now, then) = (tree.annotations(node), tree.annotations(next));
    // A diagram stands before the move that surprises.
    let surprise = then.nags.iter().any(|nag| matches!(nag.0, 1..=5));
    let blunder = now.nags.iter().any(|Nag(n)| matches!(n, 2 | 4));
    let explains = |comments: &[Comment]| comments.iter().any(|comment| words(comment) > 60);
    // Arrows and circles are only visible on diagrams.
    let drawn = game.node(node).marks().next().is_some();
    let discussed = tree.parent(next).is_some_and(|parent| tree.children(parent).nth(1).is_some());
    // Positions in the middle of an exchange are hard to read.
    let exchange = takes(node) && takes(next);
    3 * i32::from(surprise)
        + 3 * i32::from(drawn)
        + i32::from(blunder)
        + i32::from(explains(&now.comments))
        + i32::from(explains(&then.comments))
        + 2 * i32::from(discussed)
        - 3 * i32::from(exchange)
}

/// Number of bytes of a comment that are meant for human readers.
fn words(comment: &Comment) -> usize {
    comment.text.len() - commands(&comment.text).map(|command| command.span.len()).sum::<usize>()
}
