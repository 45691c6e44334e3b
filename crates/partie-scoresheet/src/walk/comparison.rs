//! Comparison of notations by the words that were read in one of them.

use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
};

use partie_core::{
    Notation, Position,
    moves::{NotRead, Reading, san::San},
};

/// Words that were read as moves of a notation.
#[derive(Debug, Default)]
pub(crate) struct ReadWords {
    read: RefCell<HashSet<String>>,
    /// True if one of them, or a move in words, was a move.
    found_move: Cell<bool>,
}

impl ReadWords {
    pub(super) fn add(&self, word: &str) {
        let mut words = self.read.borrow_mut();
        if !words.contains(word) {
            words.insert(word.to_owned());
        }
    }

    /// Takes note of the reading of a word, or of several.
    pub(super) fn note(&self, reading: &Result<Reading, NotRead>) {
        if !matches!(reading, Err(NotRead::NotAMove | NotRead::Illegal)) {
            self.found_move.set(true);
        }
    }

    /// Returns true if none was a move, so that each was read in the position of the start.
    pub(crate) fn found_no_move(&self) -> bool {
        !self.found_move.get()
    }

    /// Returns true if no word is a move in a position, and all fail for the same reason in two
    /// notations.
    pub(crate) fn fail_alike(&self, start: &Position, a: Notation, b: Notation) -> bool {
        let is_illegal = |notation: Notation, word: &str| match notation.read(start, word) {
            Err(NotRead::NotAMove) => Some(false),
            Err(NotRead::Illegal) => Some(true),
            _ => None,
        };
        self.read.borrow().iter().all(|word| {
            let own = is_illegal(a, word);
            own.is_some() && own == is_illegal(b, word)
        })
    }

    /// Returns true if all words mean the same in two notations, so that a text with no other words
    /// reads the same in both.
    pub(crate) fn mean_the_same(&self, a: Notation, b: Notation) -> bool {
        let (Notation::San(a), Notation::San(b)) = (a, b) else { return false };
        let action = |word: &str, language| San::parse(word, language).map(|san| san.action);
        self.read.borrow().iter().all(|word| action(word, a) == action(word, b))
    }
}
