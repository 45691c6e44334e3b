//! The moves that a replay plays, as its callers keep them.

use partie_core::{
    Ply,
    rules::fast::{FastBoard, FastMove},
};

/// Destination of moves played without a tree, including moves of variations.
pub(crate) enum Sink<'a> {
    /// Discards the moves.
    Nothing,
    /// Keeps how to write the moves that are written otherwise.
    Corrections(&'a mut Vec<Correction>),
    /// Keeps all moves.
    Plies(&'a mut Plies),
}

impl Sink<'_> {
    /// Returns true if the canonical words of nonstandard moves are kept.
    pub(crate) const fn keeps_corrections(&self) -> bool {
        !matches!(self, Sink::Nothing)
    }

    /// Takes a move, played after the move before it.
    pub(crate) fn ply(&mut self, ply: FastMove) {
        if let Sink::Plies(plies) = self {
            plies.ply(ply);
        }
    }

    /// Takes a move that is not written as the export format says.
    pub(crate) fn nonstandard_ply(&mut self, ply: Ply) {
        if let Sink::Plies(plies) = self {
            plies.nonstandard.push((plies.count, ply));
            plies.ply(FastMove::default());
        }
    }

    /// Takes the canonical word of a nonstandard move.
    pub(crate) fn correct(&mut self, correction: Correction) {
        match self {
            Sink::Nothing => {}
            Sink::Corrections(corrections) => corrections.push(correction),
            Sink::Plies(plies) => plies.corrections.push(correction),
        }
    }
}

/// Keeps all moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plies {
    /// The moves, and room for more.
    all: Vec<FastMove>,
    count: usize,
    /// Moves that were not played on the board, with their numbers among all, from 0.
    nonstandard: Vec<(usize, Ply)>,
    pub(crate) corrections: Vec<Correction>,
}

impl Plies {
    /// Returns a move by its number among all, from 0.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Ply {
        if !self.nonstandard.is_empty()
            && let Some(ply) = self.nonstandard(number)
        {
            return ply;
        }
        Ply::Move(self.all[number].into())
    }

    /// Returns a move if it was not played on the board.
    #[cold]
    fn nonstandard(&self, number: usize) -> Option<Ply> {
        let at = self.nonstandard.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.nonstandard[at].1)
    }

    /// Returns the moves, if all were played on the board.
    pub(crate) fn canonical(&self) -> &[FastMove] {
        if self.nonstandard.is_empty() { &self.all[..self.count] } else { &[] }
    }

    /// Returns the number of moves.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Forgets all moves but the first ones.
    pub(crate) const fn truncate(&mut self, count: usize) {
        self.count = count;
    }

    /// Takes a move.
    #[inline]
    pub(crate) fn ply(&mut self, ply: FastMove) {
        // The loop that plays stays small without the growing of a vector.
        match self.all.get_mut(self.count) {
            Some(place) => *place = ply,
            None => self.make_room(ply),
        }
        self.count += 1;
    }

    /// Forgets all moves.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.nonstandard.clear();
        self.corrections.clear();
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, ply: FastMove) {
        self.all.resize((2 * self.count).max(128), FastMove::default());
        self.all[self.count] = ply;
    }
}

/// Spelling of a move whose text is not canonical SAN.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correction {
    /// Its number among all moves, from 0.
    pub(crate) number: usize,
    pub(crate) how: How,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// The word, with this check mark.
    Marked(u8),
    /// The canonical SAN, with the first letter in the lowest byte.
    Written(u64),
}

impl Correction {
    /// Returns the check mark of a move that has none, by the board after it.
    pub(crate) fn mark(number: usize, board: &FastBoard) -> Correction {
        let mark = if board.has_legal_move() { b'+' } else { b'#' };
        Correction { number, how: How::Marked(mark) }
    }

    /// Returns another word for a move, by the board before it.
    pub(crate) fn word(number: usize, mut board: FastBoard, ply: Ply) -> Option<Correction> {
        let word = match ply {
            Ply::Move(m) => board.write(m)?,
            Ply::Illegal(_) => return None,
            Ply::Null => u64::from_le_bytes(*b"--\0\0\0\0\0\0"),
        };
        Some(Correction { number, how: How::Written(word) })
    }
}
