//! Places of the move numbers of a text, inside and outside sentences.

use std::collections::HashMap;

use super::{
    evidence::{is_castling, looks_like_move},
    tokens::{Token, TokenKind},
};

/// Places of the move numbers of a text.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Last token with each number.
    last: HashMap<u32, usize>,
    /// Last token with each number outside sentences; true if the number is Black's.
    last_outside: HashMap<(u32, bool), usize>,
    /// Tokens with each number, in order; true if the number is Black's.
    places: HashMap<(u32, bool), Vec<usize>>,
    in_sentence: Vec<bool>,
}

impl Numbers {
    /// Finds the numbers of a text.
    pub(super) fn of(text: &str, body: &[Token]) -> Numbers {
        let mut numbers = Numbers { in_sentence: vec![false; body.len()], ..Numbers::default() };
        for (at, token) in body.iter().enumerate() {
            if let TokenKind::Number(n, dots) = token.kind {
                let inside = is_in_sentence(text, body, at);
                numbers.in_sentence[at] = inside;
                numbers.last.insert(n, at);
                numbers.places.entry((n, dots > 1)).or_default().push(at);
                if !inside {
                    numbers.last_outside.insert((n, dots > 1), at);
                }
            }
        }
        numbers
    }

    /// Returns true if a number stands right after a word of its sentence that is not a move.
    pub(super) fn in_sentence(&self, at: usize) -> bool {
        self.in_sentence.get(at).copied().unwrap_or(false)
    }

    /// Returns true if the same number of the same side recurs outside sentences.
    pub(super) fn comes_again(&self, n: u32, dots: u8, at: usize) -> bool {
        self.last_outside.get(&(n, dots > 1)).is_some_and(|last| *last > at)
    }

    /// Returns true if a number occurs anywhere after a token.
    pub(super) fn is_there(&self, n: u32, at: usize) -> bool {
        self.last.get(&n).is_some_and(|last| *last > at)
    }

    /// Returns the next place of a number of a side outside sentences.
    pub(super) fn next_outside(&self, n: u32, dots: u8, at: usize) -> Option<usize> {
        self.after((n, dots > 1), at).find(|place| !self.in_sentence(*place))
    }

    /// Returns how often a number of White's occurs after a token.
    pub(super) fn times(&self, n: u32, at: usize) -> usize {
        self.after((n, false), at).count()
    }

    /// Returns true if `n...` follows a token before number `n + 1` does.
    pub(super) fn blacks_follows(&self, n: u32, at: usize) -> bool {
        let next = self.after((n.saturating_add(1), false), at).next();
        self.after((n, true), at).next().is_some_and(|own| next.is_none_or(|next| own < next))
    }

    /// Returns true if a number of White's stands twice before the next one does, as where both
    /// sides' moves have numbers of their own: `2. Nf3 2. Nc6 3. Bb5`.
    pub(super) fn is_doubled(&self, n: u32, at: usize) -> bool {
        let next = self.after((n.saturating_add(1), false), at).next();
        self.after((n, false), at).nth(1).is_some_and(|own| next.is_none_or(|next| own < next))
    }

    /// Lists the places of a number after a token.
    fn after(&self, number: (u32, bool), at: usize) -> impl Iterator<Item = usize> + '_ {
        let places = self.places.get(&number).map_or(&[][..], Vec::as_slice);
        places[places.partition_point(|place| *place <= at)..].iter().copied()
    }
}

/// Returns true if a token stands right after a word of its sentence that is not a move.
pub(super) fn is_in_sentence(text: &str, body: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|i| &body[i]) else { return false };
    if before.kind != TokenKind::Word {
        return false;
    }
    let word = &text[before.span.clone()];
    let between = &text[before.span.end..body[at].span.start];
    let ends = between.contains(['.', ':', '!', '?', ';', '"', '”', '“']);
    let is_word = word.chars().all(char::is_alphabetic);
    is_word && !ends && !looks_like_move(word) && !is_castling(word)
}
