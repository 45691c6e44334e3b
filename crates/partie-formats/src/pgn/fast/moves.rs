//! Playing the moves.

use std::{cell::Cell, hint::cold_path};

use partie_core::{
    Ply,
    rules::fast::{FastBoard, FastMove, FastState},
};

use super::{
    Tally,
    items::{Item, Sign, plain_steps},
};

/// Receives the moves as they are played, those of variations, too.
pub(super) trait Moves: Default {
    /// A move, played after the move before it.
    fn ply(&mut self, ply: FastMove);
    /// A move that is not written as the export format says.
    fn odd_ply(&mut self, ply: Ply);
    /// Forgets all moves: they are played once more.
    fn clear(&mut self);
    /// The canonical word of a nonstandard move.
    fn correct(&mut self, correction: Correction);
}

/// How a move is to be written that is written otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Correction {
    /// Its number among all moves, from 0.
    pub(super) number: usize,
    pub(super) how: How,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// With this check mark.
    Marked(u8),
    /// In these letters, the first one lowest.
    Written(u64),
}

impl Correction {
    /// The check mark of a move that has none, by the board behind it.
    pub(super) fn mark(number: usize, board: &FastBoard) -> Correction {
        let mark = if board.has_legal_move() { b'+' } else { b'#' };
        Correction { number, how: How::Marked(mark) }
    }

    /// Another word for a move, by the board before it.
    pub(super) fn word(number: usize, mut board: FastBoard, ply: Ply) -> Option<Correction> {
        let word = match ply {
            Ply::Move(m) => board.write(m)?,
            Ply::Null => u64::from_le_bytes(*b"--\0\0\0\0\0\0"),
        };
        Some(Correction { number, how: How::Written(word) })
    }
}

/// A movetext that was read to its end.
#[derive(Default)]
pub(super) struct Played {
    pub(super) board: FastBoard,
    /// How many moves the main line has.
    pub(super) plies: u32,
    pub(super) unmarked: Tally,
}

/// A line that waits for its variation to end.
struct Outer {
    board: FastBoard,
    last: Option<(FastMove, FastState)>,
}

/// Plays the moves of a movetext that was cut into items.
pub(super) fn play<M: Moves>(
    items: &[Item],
    start: Option<&FastBoard>,
    all: &mut M,
) -> Option<Played> {
    let mut board = start.copied().unwrap_or_default();
    // By value: what is kept of each move can stay in registers.
    let mut moves = std::mem::take(all);
    // The last move that has a variation, and how to take it back.
    let mut last: Option<(FastMove, FastState)> = None;
    let mut stack: Vec<Outer> = Vec::new();
    let mut plies = 0_u32;
    let mut unmarked = Tally::default();
    let mut at = 0;
    while let Some(item) = items.get(at) {
        let main = stack.is_empty();
        if item.plain_step().is_some() {
            // What stands between these moves, and is of no interest.
            let passed = Cell::new(0);
            let steps = plain_steps(&items[at..], &passed);
            let mut count = 0;
            board.play_all(steps, |ply| {
                moves.ply(ply);
                count += 1;
                if ply.unmarked {
                    cold_path();
                    let played = if main { count } else { 0 };
                    unmarked
                        .add(&items[at + count - 1 + passed.get()].span(), plies + played as u32);
                }
            })?;
            plies += if main { count } else { 0 } as u32;
            at += count;
            at += passed.get();
            continue;
        }
        match item.step() {
            Ok(step) => {
                let state = board.state();
                let ply = board.play(step)?;
                last = Some((ply, state));
                plies += u32::from(main);
                if ply.unmarked {
                    unmarked.add(&item.span(), plies);
                }
                moves.ply(ply);
            }
            Err(Sign::Open) => {
                let (ply, state) = last.take()?;
                stack.push(Outer { board, last: Some((ply, state)) });
                board.undo(ply, state);
            }
            Err(Sign::Close) => {
                Outer { board, last } = stack.pop()?;
            }
            Err(Sign::Nag(_) | Sign::Comment) => {}
            Err(Sign::OddMove | Sign::OddNumber | Sign::Empty | Sign::Brace | Sign::BadGlyph) => {
                return None;
            }
        }
        at += 1;
    }
    *all = moves;
    Some(Played { board, plies, unmarked })
}
