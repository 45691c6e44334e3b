//! Accounts for the words of a text. Words that no part of the reader claimed are kept as comments.

use std::ops::Range;

use super::{
    heading::begins_with_move,
    tokens::{OPENING, Token, TokenKind},
    vocabulary::moves::is_mark,
};
use crate::codes;
use partie_formats::{
    Code, Diagnostic,
    decode::Decoded,
    ledger::{Account, Claims, Part},
    message,
};

/// Parts of a text that a reading has used; places are in bytes of the text.
#[derive(Debug, Default)]
pub(super) struct Claimed<'a> {
    /// Facts in the lines around the moves, and marks of lists and tables.
    pub(super) tags: &'a [Range<usize>],
    /// Tokens of the text.
    pub(super) tokens: &'a [Token],
    /// Numbers and signs of sidelines in parentheses.
    pub(super) inner: Vec<Token>,
    /// Places of the moves, ascending.
    pub(super) moves: Vec<Range<usize>>,
    /// Comments: remarks in brackets, clocks, and prose.
    pub(super) comments: Vec<Range<usize>>,
    /// Words that say how the game ended; they are a comment, too.
    pub(super) verdict: Option<Range<usize>>,
    /// Place and reason of the stop: after it, no text could be read or belongs to the game.
    pub(super) stop: Option<(usize, &'static Code)>,
}

impl Claimed<'_> {
    /// Adds the parts to a ledger.
    pub(super) fn claim(&self, text: &str, claims: &mut Claims) {
        let move_at = |at: usize| {
            let next = self.moves.partition_point(|m| m.end <= at);
            self.moves.get(next).filter(|m| m.contains(&at))
        };
        let is_clock = |span: &Range<usize>| {
            let found = self.tokens.binary_search_by_key(&span.start, |t| t.span.start);
            found.is_ok_and(|i| self.tokens[i].kind == TokenKind::Clock)
        };
        for span in self.tags {
            // In texts with moves anywhere, moves are found there, too.
            claims.rest(span.clone(), Part::Tag, None);
        }
        for span in &self.moves {
            claims.add(span.clone(), Part::Move);
        }
        if let Some(span) = &self.verdict {
            claims.rest(span.clone(), Part::Result, None);
        }
        for span in &self.comments {
            let words = &text[span.clone()];
            // Moves in parentheses that could not be played were not understood.
            let moves = words.strip_prefix(OPENING).is_some_and(begins_with_move);
            if (words.starts_with(['{', ';', '<']) || words.starts_with(OPENING) && !moves)
                || is_clock(span)
            {
                // A line above the moves may be one, too.
                claims.rest(span.clone(), Part::Comment, None);
            } else {
                claims.rest(span.clone(), Part::Kept, Some(&codes::PROSE));
            }
        }
        let words = |at: &usize| text[*at..].contains(char::is_alphanumeric);
        if let Some((at, code)) = self.stop.filter(|(at, _)| words(at)) {
            claims.rest(at..text.len(), Part::Kept, Some(code));
        }
        let mut others: Vec<usize> =
            self.tags.iter().chain(&self.comments).map(|span| span.start).collect();
        others.sort_unstable();
        // Marks of tables are no tokens, but stand between them.
        let adjoins = |end: usize, start: usize| {
            let next = others.partition_point(|other| *other < end);
            others.get(next).is_none_or(|other| *other >= start)
                && text.get(end..start).is_some_and(|t| !t.contains(char::is_alphanumeric))
        };
        // End of the last move and its signs, if only spaces follow it.
        let mut end = None;
        for token in self.tokens.iter().chain(&self.inner) {
            if let Some(place) = move_at(token.span.start) {
                end = Some(place.end);
                continue;
            }
            let word = &text[token.span.clone()];
            let part = match token.kind {
                TokenKind::Number(..) => Part::Number,
                TokenKind::Result(_) => Part::Result,
                TokenKind::Nag(_) => Part::Nag,
                TokenKind::Word
                    if is_mark(word) && end.is_some_and(|end| adjoins(end, token.span.start)) =>
                {
                    Part::Mark
                }
                TokenKind::Line => continue,
                _ => {
                    end = None;
                    continue;
                }
            };
            let goes_on = end.is_some() && matches!(part, Part::Nag | Part::Mark);
            end = goes_on.then_some(token.span.end);
            claims.rest(token.span.clone(), part, None);
        }
    }

    /// Returns unclaimed words, with the text between them.
    pub(super) fn left_over(&self, text: &str) -> Vec<Range<usize>> {
        let mut claims = Claims::new(true).of_words();
        self.claim(text, &mut claims);
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut goes_on = false;
        for span in claims.settle(text).spans {
            match span.part {
                Part::Unaccounted => {
                    match found.last_mut().filter(|_| goes_on) {
                        Some(last) => last.end = span.bytes.end,
                        None => found.push(span.bytes),
                    }
                    goes_on = true;
                }
                Part::Whitespace | Part::Decoration | Part::Number => {}
                _ => goes_on = false,
            }
        }
        found
    }
}

/// Unclaimed words of a text: neither moves nor any other known part.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct UnclaimedWords {
    /// Place of the first of them.
    first: Range<usize>,
    words: usize,
}

impl UnclaimedWords {
    /// Collects the unclaimed words of a decoded text; the place is in bytes of the text.
    pub(super) fn of(text: &str, account: &Account) -> UnclaimedWords {
        let mut kept = UnclaimedWords::default();
        for span in account.spans.iter().filter(|span| span.part == Part::Kept) {
            if span.code == Some(&codes::PROSE) {
                let words = text[span.bytes.clone()].split_whitespace().count();
                kept.join(&UnclaimedWords { first: span.bytes.clone(), words }, 0);
            }
        }
        kept
    }

    /// Takes all words of a text of `length` bytes.
    pub(super) fn all(text: &str, length: usize) -> UnclaimedWords {
        UnclaimedWords { first: 0..length, words: text.split_whitespace().count() }
    }

    /// Adds the words of another text, which begins `by` bytes later.
    pub(super) fn join(&mut self, other: &UnclaimedWords, by: usize) {
        if self.words == 0 {
            self.first = other.first.start + by..other.first.end + by;
        }
        self.words += other.words;
    }

    /// Converts the place to bytes of the text before decoding.
    pub(super) fn in_bytes(mut self, decoded: &Decoded<'_>) -> UnclaimedWords {
        self.first = decoded.byte_offset(self.first.start)..decoded.byte_offset(self.first.end);
        self
    }

    /// Returns one diagnostic for all words of a text that are not moves.
    pub(super) fn diagnostic(self) -> Option<Diagnostic> {
        let message = match self.words {
            0 => return None,
            1 => message!("1 word is not a move; it was kept as a comment"),
            count => message!("{count} words are not moves; they were kept as comments", count),
        };
        Some(Diagnostic::new(&codes::PROSE, self.first, message))
    }
}
