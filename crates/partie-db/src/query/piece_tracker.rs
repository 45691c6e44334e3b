//! The positions of a game, one after the other.

use partie_core::{
    Bitboard, Board, Boards, Color, Game, NodeId, Ply, Position, Role, Square,
    rules::pieces::{PieceTracker, kind},
};
use partie_formats::GameView;

/// Walks through the main line of a game, or all its lines, until `step` returns true; returns true
/// if it did. `step` sees every position with the ply that led to it, and a state of the line: a
/// variation begins with the state of the position where it branches off.
pub(super) fn walk<S: Clone>(
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

/// The squares of each kind of piece, and the empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PieceSets([Bitboard; 13]);

impl PieceSets {
    /// Returns the squares of a kind.
    #[inline]
    pub(super) const fn get(&self, kind: usize) -> Bitboard {
        self.0[kind]
    }
}

impl PieceTracker for PieceSets {
    fn of(board: &Board) -> PieceSets {
        let mut sets = PieceSets([!board.occupied(); 13]);
        for color in Color::ALL {
            for role in Role::ALL {
                sets.0[kind(color, role)] = board.by_color(color) & board.by_role(role);
            }
        }
        sets
    }

    #[inline]
    fn toggle(&mut self, kind: usize, square: Square) {
        self.0[kind].toggle(square);
    }
}

/// Goes through the boards of the main line of an orthodox game, with the sides to move, as
/// [`walk`] does. `None` if the game is of another kind.
#[inline]
pub(super) fn walk_boards<P: PieceTracker>(
    game: &impl GameView,
    mut step: impl FnMut(&P, Color) -> bool,
) -> Option<bool> {
    walk_moves(game, |pieces, us, _| step(pieces, us))
}

/// Walks through the boards as [`walk_boards`] does, each with the move made there; the last one
/// has none.
#[inline]
pub(super) fn walk_moves<P: PieceTracker>(
    game: &impl GameView,
    mut step: impl FnMut(&P, Color, Option<Ply>) -> bool,
) -> Option<bool> {
    let (mut pieces, mut us) = match game.start() {
        None => (P::of(&Board::default()), Color::White),
        Some(Boards::One(start)) if start.variant().is_orthodox() => {
            (P::of(start.board()), start.turn())
        }
        // Pieces come and go otherwise there.
        Some(_) => return None,
    };
    for (_, ply) in game.main_plies() {
        if step(&pieces, us, Some(ply)) {
            return Some(true);
        }
        pieces.play(us, ply)?;
        us = !us;
    }
    Some(step(&pieces, us, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{samples::sample, subject::Subject as _};

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

    #[test]
    fn boards_are_those_of_the_positions() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bd6 6. d3 Bg4 7. Be3 Qe7 8. h3 O-O-O *",
            "1. e4 f5 2. e5 d5 3. exd6 f4 4. -- fxg3 *",
            "1. e4 f5 2. e5 d5 3. exd6 f4 4. g4 fxg3 5. dxc7 gxh2 6. cxb8=N hxg1=Q *",
            "[FEN \"8/1k6/8/8/8/8/1K4p1/5B2 b - - 0 1\"]\n\n1... gxf1=N 2. Kc3 *",
            "[Variant \"Chess960\"]\n[FEN \"nrk4r/8/8/8/8/8/8/NRK4R w KQkq - 0 1\"]\n\n1. O-O O-O-O *",
        ] {
            let game = sample(text);
            let mut positions = Vec::new();
            walk(game.game(), false, (), |(), _, position| {
                positions.push((PieceSets::of(position.board()), position.turn()));
                false
            });
            positions.reverse();
            let found = walk_boards(game.game(), |board: &PieceSets, turn| {
                assert_eq!(positions.pop(), Some((board.clone(), turn)), "{text}");
                false
            });
            assert_eq!((found, positions.len()), (Some(false), 0), "{text}");
        }
        let other = sample("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *");
        assert_eq!(walk_boards(other.game(), |_: &PieceSets, _| true), None);
    }
}
