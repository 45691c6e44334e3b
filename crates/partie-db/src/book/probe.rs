//! The moves of a position in a book.

use std::cmp::Reverse;

use partie_core::{
    Move, Ply, Position,
    moves::{san, uci},
    openings::{self, Opening},
    rules::polyglot_key,
};

use super::{entry::BookEntry, file::Book};

/// The moves of a position in a book.
#[derive(Clone, Debug, Default)]
pub struct Probed {
    /// Key of the position.
    pub key: u64,
    /// Legal moves, sorted by descending weight.
    pub moves: Vec<ProbedMove>,
    /// The entries whose moves are not legal in the position.
    pub illegal: Vec<BookEntry>,
}

/// A move that a book knows.
#[derive(Clone, Debug)]
pub struct ProbedMove {
    /// Entry of the book.
    pub entry: BookEntry,
    /// The move.
    pub played: Move,
    /// Its weight divided by the sum of the weights of all legal moves; 0 if that sum is 0.
    pub share: f64,
    /// The move in short algebraic notation.
    pub san: String,
    /// The move in UCI; castling is the king's move (`e1g1`), in Chess960 the king takes its rook.
    pub uci: String,
    /// The opening to which the move leads.
    pub opening: Option<Opening>,
}

impl Book {
    /// Looks up a position.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Probed {
        let mut probed = Probed { key: polyglot_key(position), ..Probed::default() };
        for entry in self.at(probed.key) {
            match entry.book_move.in_position(position) {
                Some(m) => probed.moves.push(ProbedMove::new(position, *entry, m)),
                None => probed.illegal.push(*entry),
            }
        }
        probed.moves.sort_by_key(|m| Reverse(m.entry.weight));
        let sum: f64 = probed.moves.iter().map(|m| f64::from(m.entry.weight)).sum();
        for m in &mut probed.moves {
            m.share = if sum > 0.0 { f64::from(m.entry.weight) / sum } else { 0.0 };
        }
        probed
    }
}

impl ProbedMove {
    fn new(position: &Position, entry: BookEntry, m: Move) -> ProbedMove {
        let ply = Ply::Move(m);
        let mut after = position.clone();
        after.play_unchecked(m);
        ProbedMove {
            entry,
            played: m,
            share: 0.0,
            san: san::write(position, ply),
            uci: uci::write(position, ply),
            opening: openings::at(&after),
        }
    }
}
