//! Facts about a text that are known before it is read.

use std::ops::Range;

use crate::{
    evidence::resembles_move,
    numbers::Numbers,
    squares::{begins_with_pair, is_mark},
    tokens::{Token, TokenKind, is_figurine, tokens},
};

/// A text with facts known before it is read.
pub(super) struct Sheet<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) numbers: Numbers,
}

impl Sheet<'_> {
    pub(super) fn of(text: &str) -> Sheet<'_> {
        let tokens = tokens(text);
        let numbers = Numbers::of(text, &tokens);
        Sheet { text, tokens, numbers }
    }

    /// Returns the index of the token that holds a place.
    pub(super) fn token_at(&self, at: usize) -> Option<usize> {
        self.tokens.partition_point(|token| token.span.start <= at).checked_sub(1)
    }

    /// Returns the word around a square if it is a misread move, such as `h2-hS`, or breaks off,
    /// as `h2-h` does, and `h2-` before a number.
    pub(super) fn misread(&self, square: &Range<usize>) -> Option<Range<usize>> {
        let at = self.token_at(square.start)?;
        let token = &self.tokens[at];
        let word = &self.text[token.span.clone()];
        if token.kind != TokenKind::Word || token.span.end < square.end {
            return None;
        }
        let is_misread = || {
            // `Bf1c` breaks off, too.
            (word.contains(is_mark) || word.ends_with(|c| matches!(c, 'a'..='h')))
                && resembles_move(word)
                && !begins_with_pair(word.trim_start_matches(is_figurine))
        };
        let ends = || {
            let after = &self.text[square.end..token.span.end];
            let next = self.tokens[at + 1..].iter().find(|token| token.kind != TokenKind::Line);
            after.starts_with(is_mark)
                && after.chars().count() == 1
                && next.is_some_and(|next| matches!(next.kind, TokenKind::Number(_, 1..)))
        };
        (is_misread() || ends()).then(|| token.span.clone())
    }
}
