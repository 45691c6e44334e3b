//! Comparison of notations by the words that were read in one of them.

use std::{cell::RefCell, collections::HashSet};

use partie_core::{Notation, moves::san::San};

/// Words that were read as moves of a notation.
#[derive(Debug, Default)]
pub(in crate::scoresheet) struct Words(RefCell<HashSet<String>>);

impl Words {
    pub(super) fn add(&self, word: &str) {
        let mut words = self.0.borrow_mut();
        if !words.contains(word) {
            words.insert(word.to_owned());
        }
    }

    /// Returns true if all words mean the same in two notations, so that a text with no other words
    /// reads the same in both.
    pub(in crate::scoresheet) fn mean_the_same(&self, a: Notation, b: Notation) -> bool {
        let (Notation::San(a), Notation::San(b)) = (a, b) else { return false };
        let action = |word: &str, language| San::parse(word, language).map(|san| san.action);
        self.0.borrow().iter().all(|word| action(word, a) == action(word, b))
    }
}
