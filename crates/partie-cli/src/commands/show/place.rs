//! Selection of the positions to show.

use partie_core::{Boards, Color, Game, NodeId};

use crate::args::{MoveNumber, PositionChoice};

/// Returns the nodes of the requested positions, in the order of the game; at least one.
/// The `Err` describes a position that does not exist.
pub(super) fn chosen(game: &Game, place: &PositionChoice) -> Result<Vec<NodeId>, String> {
    if place.all {
        return Ok(every(game, 1));
    }
    if let Some(step) = place.every {
        return Ok(every(game, usize::try_from(step).unwrap_or(usize::MAX)));
    }
    let node = match (place.ply, place.move_number) {
        (Some(ply), _) => at_ply(game, ply)?,
        (None, Some(number)) => at_move(game, number)?,
        (None, None) => game.tree.mainline_end(),
    };
    Ok(vec![node])
}

/// Returns the start, the position after every `step` plies, and the end.
pub(in crate::commands) fn every(game: &Game, step: usize) -> Vec<NodeId> {
    let line: Vec<_> = std::iter::once(NodeId::ROOT).chain(game.tree.mainline()).collect();
    let last = line.len() - 1;
    line.into_iter()
        .enumerate()
        .filter(|(ply, _)| ply % step == 0 || *ply == last)
        .map(|(_, node)| node)
        .collect()
}

/// Returns the node after the first `ply` plies of the main line.
pub(in crate::commands) fn at_ply(game: &Game, ply: usize) -> Result<NodeId, String> {
    std::iter::once(NodeId::ROOT)
        .chain(game.tree.mainline())
        .nth(ply)
        .ok_or_else(|| format!("ply {ply} does not exist; the last is {}", game.ply_count()))
}

/// The node of a numbered move of the main line.
pub(in crate::commands) fn at_move(game: &Game, wanted: MoveNumber) -> Result<NodeId, String> {
    let mut last = None;
    let bughouse = matches!(game.start, Boards::Two(_));
    for (node, number) in numbered(game) {
        let same = if bughouse {
            number.letter == wanted.letter || wanted.letter == 'w' && number.letter == 'A'
        } else {
            number.letter == wanted.letter.to_ascii_lowercase()
        };
        if same && number.number == wanted.number {
            return Ok(node);
        }
        last = Some(number);
    }
    let MoveNumber { number, letter } = wanted;
    Err(match last {
        Some(last) => {
            format!(
                "move {number}{letter} does not exist; the last is {}{}",
                last.number, last.letter
            )
        }
        None => format!("move {number}{letter} does not exist; the game has no moves"),
    })
}

/// The main line with the numbers of its moves.
fn numbered(game: &Game) -> impl Iterator<Item = (NodeId, MoveNumber)> + '_ {
    let mut boards = game.start.clone();
    let bughouse = matches!(game.start, Boards::Two(_));
    game.tree.mainline().map_while(move |node| {
        let id = game.tree.board(node);
        let position = boards.board(id);
        let letter = match (bughouse, position.turn()) {
            (false, color) => color.char(),
            (true, Color::White) => {
                if id.index() == 0 {
                    'A'
                } else {
                    'B'
                }
            }
            (true, Color::Black) => {
                if id.index() == 0 {
                    'a'
                } else {
                    'b'
                }
            }
        };
        let number = MoveNumber { number: position.fullmoves(), letter };
        boards.play(id, game.tree.ply(node)?).ok()?;
        Some((node, number))
    })
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;
    use partie_pgn::bpgn;

    use super::*;

    fn at(game: &Game, number: u32, letter: char) -> Result<usize, String> {
        let node = at_move(game, MoveNumber { number, letter })?;
        Ok(game.tree.mainline().take_while(|n| *n != node).count() + 1)
    }

    #[test]
    fn moves_by_number() {
        let text = b"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n\n9... Kd7 10. O-O Kd6 *";
        let game = pgn::parse(text, &ReadOptions::default()).value;
        assert_eq!(at(&game, 9, 'b'), Ok(1));
        assert_eq!(at(&game, 10, 'w'), Ok(2));
        assert_eq!(at(&game, 10, 'B'), Ok(3));
        assert_eq!(at(&game, 9, 'w'), Err("move 9w does not exist; the last is 10b".to_owned()));
        assert_eq!(at_ply(&game, 4), Err("ply 4 does not exist; the last is 3".to_owned()));
        assert_eq!(every(&game, 2).len(), 3);
        assert_eq!(every(&game, 100).len(), 2);
    }

    #[test]
    fn moves_of_bughouse() {
        let text = b"[WhiteA \"a\"]\n\n1A. e4 1B. d4 1b. d5 1a. e5 2B. Nf3 *";
        let game = bpgn::parse(text, &ReadOptions::default()).value;
        for (number, letter, ply) in
            [(1, 'A', 1), (1, 'w', 1), (1, 'B', 2), (1, 'b', 3), (1, 'a', 4), (2, 'B', 5)]
        {
            assert_eq!(at(&game, number, letter), Ok(ply), "{number}{letter}");
        }
    }
}
