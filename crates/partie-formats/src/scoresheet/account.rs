//! What became of the words of a text, and what is to be kept since nobody claimed it.

use std::ops::Range;

use super::{
    heading::begins_with_move,
    tokens::{Kind, MARKS, Token},
};
use crate::{
    Code, Diagnostic,
    decode::Decoded,
    ledger::{Account, Claims, Part},
    scoresheet::codes,
};

/// What a reading has made of a text; places are in bytes of it.
#[derive(Debug, Default)]
pub(super) struct Claimed<'a> {
    /// What the lines above the moves say, and marks of lists and tables.
    pub(super) tags: &'a [Range<usize>],
    /// The tokens of the text.
    pub(super) tokens: &'a [Token],
    /// Numbers and signs of sidelines in parentheses.
    pub(super) inner: Vec<Token>,
    /// The moves, ascending.
    pub(super) moves: Vec<Range<usize>>,
    /// What became comments: remarks in brackets, clocks, and prose.
    pub(super) comments: Vec<Range<usize>>,
    /// Words that say how the game ended; they are a comment, too.
    pub(super) verdict: Option<Range<usize>>,
    /// From where on nothing could be read, or nothing belongs to the game any more.
    pub(super) stop: Option<(usize, &'static Code)>,
}

impl Claimed<'_> {
    /// Says so to a ledger.
    pub(super) fn claim(&self, text: &str, claims: &mut Claims) {
        let is_move = |at: usize| {
            let next = self.moves.partition_point(|m| m.end <= at);
            self.moves.get(next).is_some_and(|m| m.contains(&at))
        };
        let is_clock = |span: &Range<usize>| {
            let found = self.tokens.binary_search_by_key(&span.start, |t| t.span.start);
            found.is_ok_and(|i| self.tokens[i].kind == Kind::Clock)
        };
        for span in self.tags {
            // Moves are found there, too, in texts where they may stand anywhere.
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
            let moves = words.strip_prefix(['(', '[']).is_some_and(begins_with_move);
            if words.starts_with(['{', '(', '[', ';', '<']) && !moves || is_clock(span) {
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
        for token in self.tokens.iter().chain(&self.inner).filter(|t| !is_move(t.span.start)) {
            let word = &text[token.span.clone()];
            let part = match token.kind {
                Kind::Number(..) => Part::Number,
                Kind::Result(_) => Part::Result,
                Kind::Nag(_) => Part::Nag,
                Kind::Word if MARKS.contains(&word.to_lowercase().as_str()) => Part::Mark,
                _ => continue,
            };
            claims.rest(token.span.clone(), part, None);
        }
    }

    /// Words that nobody has claimed, with what stands between them.
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

/// The words of a text that are no moves and say nothing else.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Kept {
    /// Where the first of them stand.
    first: Range<usize>,
    words: usize,
}

impl Kept {
    /// Those of a decoded text; the place is in bytes of it.
    pub(super) fn of(text: &str, account: &Account) -> Kept {
        let mut kept = Kept::default();
        for span in account.spans.iter().filter(|span| span.part == Part::Kept) {
            if span.code == Some(&codes::PROSE) {
                let words = text[span.bytes.clone()].split_whitespace().count();
                kept.join(&Kept { first: span.bytes.clone(), words }, 0);
            }
        }
        kept
    }

    /// All words of a text of so many bytes.
    pub(super) fn all(text: &str, length: usize) -> Kept {
        Kept { first: 0..length, words: text.split_whitespace().count() }
    }

    /// Adds those of another text, which stands further on by so many bytes.
    pub(super) fn join(&mut self, other: &Kept, by: usize) {
        if self.words == 0 {
            self.first = other.first.start + by..other.first.end + by;
        }
        self.words += other.words;
    }

    /// The same, with the place in bytes of the text that was decoded.
    pub(super) fn in_bytes(mut self, decoded: &Decoded<'_>) -> Kept {
        self.first = decoded.byte_offset(self.first.start)..decoded.byte_offset(self.first.end);
        self
    }

    /// Says once of a text that it has words which are no moves.
    pub(super) fn diagnostic(self) -> Option<Diagnostic> {
        let message = match self.words {
            0 => return None,
            1 => "1 word is no move; it was kept as a comment".to_owned(),
            n => format!("{n} words are no moves; they were kept as comments"),
        };
        Some(Diagnostic::new(&codes::PROSE, self.first, message))
    }
}
