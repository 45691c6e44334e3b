//! The positions of a game, one after the other.

use partie_core::{Boards, Game, NodeId, Ply, Position};

/// Goes through the main line of a game, or all its lines, until `step` says that it has
/// seen enough; says whether it did. `step` sees every position with the ply that led to
/// it, and a state that belongs to the line: at a variation it is that of the position
/// where the variation begins.
pub(crate) fn walk<S: Clone>(
    game: &Game,
    variations: bool,
    mut state: S,
    mut step: impl FnMut(&mut S, Option<Ply>, &Position) -> bool,
) -> bool {
    let start = game.start.clone();
    if step(&mut state, None, start.first()) {
        return true;
    }
    if let Boards::Two(boards) = &start
        && step(&mut state, None, boards.board(partie_core::BoardId::B))
    {
        return true;
    }
    let mut lines = vec![(NodeId::ROOT, start, state)];
    while let Some((mut node, mut boards, mut state)) = lines.pop() {
        while let Some(next) = game.tree.next(node) {
            if variations {
                for child in game.tree.children(node).skip(1) {
                    let (mut boards, mut state) = (boards.clone(), state.clone());
                    if play(game, child, &mut boards, &mut state, &mut step) {
                        return true;
                    }
                    lines.push((child, boards, state));
                }
            }
            if play(game, next, &mut boards, &mut state, &mut step) {
                return true;
            }
            node = next;
        }
    }
    false
}

fn play<S>(
    game: &Game,
    node: NodeId,
    boards: &mut Boards,
    state: &mut S,
    step: &mut impl FnMut(&mut S, Option<Ply>, &Position) -> bool,
) -> bool {
    let Some(ply) = game.tree.ply(node) else { return false };
    let board = game.tree.board(node);
    match (boards as &mut Boards, ply) {
        // The moves of a tree are legal.
        (Boards::One(position), Ply::Move(m)) => position.play_unchecked(m),
        (boards, ply) => {
            if boards.play(board, ply).is_err() {
                return false;
            }
        }
    }
    step(state, Some(ply), boards.board(board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Subject as _, samples::sample};

    #[test]
    fn every_line_in_its_order() {
        let game = sample("1. e4 (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 2. Nf3 *");
        let lines = |variations| {
            let mut ends = Vec::new();
            walk(game.game(), variations, 0, |depth, _, position| {
                ends.push((*depth, position.fullmoves()));
                *depth += 1;
                false
            });
            ends.sort_unstable();
            ends
        };
        assert_eq!(lines(false), [(0, 1), (1, 1), (2, 2), (3, 2)]);
        assert_eq!(
            lines(true),
            [(0, 1), (1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2), (3, 2), (3, 2)]
        );
    }
}
