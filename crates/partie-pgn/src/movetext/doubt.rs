//! Moves that, judging by their numbers, may not belong to the game: alternatives, and moves
//! without a number.

use partie_core::moves::san::San;

use super::player::Player;
use crate::{
    codes,
    token::{Token, TokenKind},
};
use partie_formats::{Diagnostic, glued::unglue, message, result};
use partie_scoresheet::is_mark;

/// Tokens searched for the numbers around a sentence.
const NEAR: usize = 256;

/// A sentence about another move: its tokens.
pub(super) struct Alternative {
    /// The number of the move.
    pub(super) from: usize,
    /// The number or the move with which the game continues.
    pub(super) stop: usize,
}

impl Player<'_> {
    /// Returns true if the next move of the main line has a number of White's and is Black's.
    #[inline]
    pub(super) fn has_whites_number(&self) -> bool {
        matches!(&self.number, Some((Some(number), 0 | 1, _)) if i64::from(*number) == self.due())
            && self.stack.is_empty()
            && !self.frame.board.is_whites_turn()
    }

    /// Returns the token of the number before the token `at`, if no comment, sign or variation stands
    /// between them: these are in the game already.
    pub(super) fn number_right_before(&self, at: usize) -> Option<usize> {
        let (.., place) = self.number.as_ref()?;
        let number = self.tokens[..at].iter().rposition(|t| t.span.start == place.start)?;
        let is_apart = |token: &Token| {
            matches!(
                token.kind,
                TokenKind::Comment { .. }
                    | TokenKind::LineComment
                    | TokenKind::Nag(_)
                    | TokenKind::Open
                    | TokenKind::Close
            )
        };
        (!self.tokens[number..at].iter().any(is_apart)).then_some(number)
    }

    /// Takes the number before the token `at`; where the text begins that cannot be read from there
    /// on.
    pub(super) fn start_of_unread(&mut self, at: usize) -> usize {
        let first = self.number_right_before(at).unwrap_or(at);
        self.number = None;
        self.tokens[first].span.start
    }

    /// Finds the alternative to White's move that begins with the word `at`, as in
    /// `3. Nc3 3. d5 was also possible. 3... e6`: White's number stands twice, and Black's
    /// follows.
    #[cold]
    pub(super) fn alternative(&mut self, at: usize) -> Option<Alternative> {
        let (Some(number), dots, place) = self.number.clone()? else { return None };
        if !self.counts(dots) {
            return None;
        }
        let from = self.tokens[..at].iter().rposition(|t| t.span.start == place.start)?;
        let mut depth = 0_usize;
        let whites = self.tokens[..from].iter().rev().take(NEAR).find_map(|token| {
            match token.kind {
                TokenKind::Close => depth += 1,
                TokenKind::Open => depth = depth.saturating_sub(1),
                TokenKind::Number { number: Some(n), dots } if depth == 0 => {
                    return Some((n, dots));
                }
                _ => {}
            }
            None
        });
        if !matches!(whites, Some((n, 0 | 1)) if n == number) {
            return None;
        }
        let from = self.number_right_before(at).unwrap_or(at);
        // Each move of Black may have White's number.
        let next = self.due_ordinal() + 1;
        if self.fit(at + 1, next).is_exact() && self.is_legal_now(at) {
            return None;
        }
        if let Some(stop) = self.sure_end_of_prose(at) {
            return Some(Alternative { from, stop });
        }
        if let Some(stop) = self.rival(at, true) {
            return Some(Alternative { from, stop });
        }
        let mut last = None;
        for (i, token) in self.tokens.iter().enumerate().skip(at + 1).take(NEAR) {
            match token.kind {
                // What a variation belongs to is not known.
                TokenKind::Open | TokenKind::Close | TokenKind::Tag(_) => return None,
                TokenKind::Number { number: Some(n), dots } => {
                    last = Some((i, dots)).filter(|_| n == number);
                    last?;
                }
                TokenKind::Number { number: None, dots } => {
                    last = last.map(|(i, before): (_, u8)| (i, before.saturating_add(dots)));
                }
                TokenKind::Word => {
                    if let Some((stop, 2..)) = last.take()
                        && self.is_legal_now(i)
                    {
                        return Some(Alternative { from, stop });
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the end of a mail's signature, whose dashes are the word `at` and would be a null
    /// move in the middle of a game.
    #[cold]
    pub(super) fn signature(&self, at: usize) -> Option<usize> {
        let span = &self.tokens[at].span;
        let (before, after) = (self.slice(0..span.start), self.slice(span.end..self.text.len()));
        let before = before.trim_end_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with('\n');
        let alone = after.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        if !(begins && alone && self.number.is_none() && self.stack.is_empty()) {
            return None;
        }
        self.end_of_words(at)
    }

    /// Finds the end of a sentence about a move with which the text ends, such as `Nc3 was better`,
    /// where White's moves have numbers and this one has none.
    pub(super) fn last_remark(&self, at: usize) -> Option<usize> {
        let mut after =
            self.tokens[at + 1..].iter().filter(|token| token.kind != TokenKind::Whitespace);
        let next = after.next().filter(|token| token.kind == TokenKind::Word)?;
        let next = self.slice(next.span.clone());
        let is_word = next.starts_with(char::is_lowercase) && !is_mark(next);
        if !(is_word && self.names_a_move(self.tokens[at].span.clone())) {
            return None;
        }
        self.end_of_words(at)
    }

    /// Finds the end of the words after a token, if they end the game and none is a move.
    fn end_of_words(&self, at: usize) -> Option<usize> {
        let mut stop = at + 1;
        for (i, token) in self.tokens.iter().enumerate().skip(at + 1) {
            match token.kind {
                TokenKind::Whitespace => {}
                TokenKind::Tag(_) => break,
                TokenKind::Word
                    if result::from_spelling(self.slice(token.span.clone())).is_some() =>
                {
                    break;
                }
                TokenKind::Word if !self.names_a_move(token.span.clone()) => stop = i + 1,
                _ => return None,
            }
        }
        (stop > at + 1).then_some(stop)
    }

    /// Returns true if the dashes `at`, which would be a null move, belong to a sentence or to a
    /// comment of HTML.
    #[cold]
    pub(super) fn is_punctuation(&self, at: usize) -> bool {
        let shows = |token: &&Token| token.kind != TokenKind::Whitespace;
        let is = |token: Option<&Token>, wanted: fn(&str) -> bool| {
            token.is_some_and(|t| t.kind == TokenKind::Word && wanted(self.slice(t.span.clone())))
        };
        let is_word = |word: &str| word.chars().all(char::is_alphabetic) && !is_mark(word);
        is(self.tokens[..at].iter().rfind(shows), |word| word.ends_with("<!"))
            || is(self.tokens[at + 1..].iter().find(shows), is_word)
    }

    /// Returns true if the next move of the main line lacks the number that White's moves have.
    #[inline]
    pub(super) fn lacks_number(&self) -> bool {
        self.number.is_none()
            && self.plies > 0
            && self.stats.numbered
            && self.stack.is_empty()
            && self.frame.board.is_whites_turn()
    }

    /// Judges a move that lacks its number. Returns false if the numbers after it say that the
    /// game does not continue with it.
    pub(super) fn judge_unnumbered(&mut self, at: usize) -> bool {
        let now = self.due_ordinal();
        let fit = self.fit(at + 1, now + 1);
        let Some(named) = fit.named() else { return true };
        let word = self.tokens[at].span.clone();
        let (number, white) = (named / 2 + 1, named % 2 == 0);
        let text = self.slice(word.clone());
        let due = self.due();
        let message =
            if named == now && self.next_numbered(at).is_some_and(|i| self.is_legal_now(i)) {
                message!(
                    "expected number {due} before `{text}`, but found it before the next move",
                    due,
                    text
                )
            } else if named > now + 2 && white && fit.contradicts() {
                message!(
                    "expected number {due} before `{text}`, but the next number is {number}",
                    due,
                    text,
                    number
                )
            } else {
                return true;
            };
        let missing = Diagnostic::new(&codes::MISSING_MOVE, word.clone(), message)
            .expected(format!("move number {due}"), text.to_owned());
        self.push(missing.at_ply(self.plies + 1));
        false
    }

    /// Returns the word after the next number.
    fn next_numbered(&self, at: usize) -> Option<usize> {
        let after = |from: usize, wanted: fn(&TokenKind) -> bool| {
            let tokens = self.tokens.iter().enumerate().skip(from).take(NEAR);
            tokens.filter(|(_, token)| wanted(&token.kind)).map(|(i, _)| i).next()
        };
        let number = after(at + 1, |kind| matches!(kind, TokenKind::Number { .. }))?;
        after(number + 1, |kind| *kind == TokenKind::Word)
    }

    /// Finds a move that is legal instead of one in a sentence, as in `Better is d6. Nf6 4. d3`,
    /// after it and right before the next number. One with White's number needs no sentence.
    pub(super) fn rival(&self, at: usize, has_whites_number: bool) -> Option<usize> {
        let after = &self.tokens[at + 1..self.tokens.len().min(at + NEAR)];
        let is_number =
            |token: &Token| matches!(token.kind, TokenKind::Number { number: Some(_), .. });
        let between = &after[..after.iter().position(is_number)?];
        let last = between.iter().rposition(|token| token.kind == TokenKind::Word)?;
        let rival = at + 1 + last;
        let nested = |token: &Token| {
            matches!(token.kind, TokenKind::Open | TokenKind::Close | TokenKind::Tag(_))
        };
        let of_sentence =
            |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Number { .. });
        let ends = self.slice(self.tokens[at].span.clone()).ends_with(['.', ',', ';', ':']);
        let is_rival = (has_whites_number || ends || between[..last].iter().any(of_sentence))
            && !between.iter().any(nested)
            && self.is_legal_now(rival);
        is_rival.then_some(rival)
    }

    /// Returns true if a word is a move that is legal in the position reached.
    pub(super) fn is_legal_now(&self, at: usize) -> bool {
        let word = self.slice(self.tokens[at].span.clone());
        let san: Option<San> = unglue(word, self.choice.language).and_then(|glued| glued.san);
        san.is_some_and(|san| san.resolve(&self.frame.board.position()).is_ok())
    }
}
