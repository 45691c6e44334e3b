//! Places of the move numbers of a text, inside and outside sentences.

use std::collections::HashMap;

use super::{
    evidence::{is_castling, looks_like_move},
    tokens::{Kind, Token},
};

/// Places of the move numbers of a text.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Tokens with a number, ascending; true if they are Black's, and true if they stand right
    /// after words of a sentence.
    places: HashMap<u32, Vec<(usize, bool, bool)>>,
    in_sentence: Vec<bool>,
}

impl Numbers {
    /// Finds the numbers of a text.
    pub(super) fn of(text: &str, body: &[Token]) -> Numbers {
        let mut numbers = Numbers { in_sentence: vec![false; body.len()], ..Numbers::default() };
        for (at, token) in body.iter().enumerate() {
            if let Kind::Number(n, dots) = token.kind {
                let inside = is_in_sentence(text, body, at);
                numbers.in_sentence[at] = inside;
                numbers.places.entry(n).or_default().push((at, dots > 1, inside));
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
        self.after(n, at).iter().any(|(_, black, inside)| *black == (dots > 1) && !inside)
    }

    /// Returns true if a number occurs anywhere after a token.
    pub(super) fn is_there(&self, n: u32, at: usize) -> bool {
        !self.after(n, at).is_empty()
    }

    fn after(&self, n: u32, at: usize) -> &[(usize, bool, bool)] {
        let places = self.places.get(&n).map_or(&[][..], Vec::as_slice);
        &places[places.partition_point(|(place, ..)| *place <= at)..]
    }
}

fn is_in_sentence(text: &str, body: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|i| &body[i]) else { return false };
    if before.kind != Kind::Word {
        return false;
    }
    let word = &text[before.span.clone()];
    let between = &text[before.span.end..body[at].span.start];
    let ends = between.contains(['.', ':', '!', '?', ';', '"', '”', '“']);
    let is_word = word.chars().all(char::is_alphabetic);
    is_word && !ends && !looks_like_move(word) && !is_castling(word)
}
