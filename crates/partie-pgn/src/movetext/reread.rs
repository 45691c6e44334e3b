//! Numbers that go back: two lines of moves have the same numbers, and one of them is not the
//! game's, so that reading starts again with a hint about them; or games were run together, and move
//! number 1 after other moves begins another one.

use std::ops::Range;

use partie_core::Position;

use super::player::{Hint, Ordinal, Player, ordinal};
use crate::{
    board::Board,
    codes,
    token::{Token, TokenKind},
};
use partie_formats::{Confidence, Diagnostic, message, result, steps};

/// Plies that must be legal from the start position for move number 1 to begin another game.
const LEGAL_OPENING: u32 = 4;

/// Times that a game is read again.
const MOST: usize = 8;

/// Tokens searched for a number.
const NEAR: usize = 256;

/// Tokens that are played to find out whether a line is the game's.
const TRIED: usize = 64;

/// Meaning of the moves from a token on.
pub(super) enum LineMeaning {
    /// Moves of a sideline, up to a token.
    Sideline(usize),
    /// The moves have no known meaning.
    Unknown,
}

impl Player<'_> {
    /// Returns the reason to read the game again, for a main line that cannot be read from the
    /// token `at` on.
    #[cold]
    pub(super) fn hint(&mut self, at: usize) -> Option<Hint> {
        if self.hints.len() >= MOST || self.plies == 0 {
            return None;
        }
        let place = self.number.as_ref().map(|(_, _, place)| place.start);
        let second = place.and_then(|start| self.token_at(start, at)).unwrap_or(at);
        let from = self.said(second)?;
        if from >= self.due_ordinal() {
            return None;
        }
        let (second, from) = self.earlier(second, from);
        if from < 1 {
            return None;
        }
        let stop = match self.number {
            Some(_) => self.sure_end_of_prose(at).filter(|stop| !self.follows_move(*stop)),
            None => None,
        };
        let hint = Hint { from, second, stop };
        (!self.hints.contains(&hint)).then_some(hint)
    }

    /// Returns the number right before the moves that end before a token, and the place that it
    /// names, if it agrees with the place of the token; else the token as it is.
    fn earlier(&self, second: usize, from: Ordinal) -> (usize, Ordinal) {
        let mut moves = 0;
        for (i, token) in self.tokens[..second].iter().enumerate().rev().take(8) {
            match token.kind {
                TokenKind::Whitespace => {}
                TokenKind::Word if self.names_a_move(token.span.clone()) => moves += 1,
                TokenKind::Number { number: Some(n), dots } if moves > 0 => {
                    let said = ordinal(i64::from(n), dots < 2);
                    if said + moves == from {
                        return (i, said);
                    }
                    break;
                }
                _ => break,
            }
        }
        (second, from)
    }

    /// Returns true if a move is the last word before a token and on the same line, so that another
    /// line of moves is unlikely to begin between the two.
    pub(super) fn follows_move(&self, at: usize) -> bool {
        let after = match &self.tokens[at] {
            Token { kind: TokenKind::Whitespace, .. } => at + 1,
            _ => at,
        };
        let before = self.tokens[..after].iter().rev().find(|token| match token.kind {
            TokenKind::Whitespace => self.slice(token.span.clone()).contains(['\n', '\r']),
            TokenKind::Number { .. } => false,
            _ => true,
        });
        before.is_some_and(|t| t.kind == TokenKind::Word && self.names_a_move(t.span.clone()))
    }

    /// Returns the token of the main line that begins at a place, before another one.
    fn token_at(&self, start: usize, before: usize) -> Option<usize> {
        self.tokens[..before].iter().rposition(|token| token.span.start == start)
    }

    /// Returns the place in the game that the next number names for a token.
    fn said(&self, at: usize) -> Option<Ordinal> {
        let (mut moves, mut number, mut depth) = (0, None, 0_usize);
        for token in self.tokens.iter().skip(at).take(NEAR) {
            steps::add(1);
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Tag(_) => return None,
                TokenKind::Number { number: Some(n), dots } if depth == 0 && self.counts(dots) => {
                    number = Some((n, dots));
                }
                TokenKind::Number { number: None, dots } if depth == 0 => {
                    number = number.map(|(n, before): (u32, u8)| (n, before.saturating_add(dots)));
                }
                TokenKind::Word if depth == 0 => {
                    if let Some((n, dots)) = number {
                        return Some(ordinal(i64::from(n), dots < 2) - moves);
                    }
                    let word = self.slice(token.span.clone());
                    if result::from_spelling(word).is_some() {
                        return None;
                    }
                    moves += i64::from(self.names_a_move(token.span.clone()));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the meaning of the moves from the token `at` on, if a hint has one.
    pub(super) fn line(&mut self, at: usize) -> Option<LineMeaning> {
        if !self.stack.is_empty() || self.number.is_some() {
            return None;
        }
        let Token { kind: TokenKind::Word | TokenKind::Number { number: Some(_), .. }, .. } =
            self.tokens[at]
        else {
            return None;
        };
        let due = self.due_ordinal();
        for Hint { from, second, stop } in self.hints {
            if *second == at
                && let Some(stop) = stop
            {
                return Some(LineMeaning::Sideline(*stop));
            }
            if *from == due && at < *second {
                let board = self.board_here();
                if let Some(stop) = stop
                    && !self.legal(board.clone(), *second, stop - second).1
                {
                    continue;
                }
                match self.legal(board, *second, TRIED) {
                    (0, _) => {}
                    (_, false) if self.fit(*second, *from).is_right() => {
                        return Some(LineMeaning::Sideline(*second));
                    }
                    _ => {
                        self.report_twice(at, *second);
                        return Some(LineMeaning::Unknown);
                    }
                }
            }
        }
        None
    }

    fn report_twice(&mut self, at: usize, second: usize) {
        let word = self.slice(self.tokens[at].span.clone()).trim_end().to_owned();
        let message = message!(
            "from `{word}` on, two lines of moves have the same numbers, and neither is known to be \
             the game's",
            word
        );
        let span = self.tokens[at].span.clone();
        let mut twice = Diagnostic::new(&codes::MISSING_MOVE, span, message);
        twice.related = Some(partie_formats::Related {
            span: self.tokens[second].span.clone(),
            message: message!("the second line begins here"),
        });
        self.push(twice.at_ply(self.plies + 1));
    }

    /// Returns true if the moves from a token on can open a game.
    pub(super) fn opens_game(&mut self, at: usize) -> bool {
        let variant = self.choice.variant;
        let board = Board::start(variant, &Position::start(variant));
        self.legal_from(board, at) >= LEGAL_OPENING
    }

    /// Reports that a number begins another game, with the empty line that would separate it.
    pub(super) fn report_game(&mut self, number: Range<usize>) {
        let before = self.slice(0..number.start).trim_end().len();
        let separates = self.slice(number.clone()).starts_with("1.");
        let fix = if separates {
            (before..number.start, "\n\n".to_owned())
        } else {
            (before..number.end, "\n\n1.".to_owned())
        };
        let message = message!("move number 1 begins another game here");
        let game = Diagnostic::new(&codes::SECOND_GAME, number, message);
        self.push(game.at_ply(self.plies + 1));
        self.fix_last(fix.0, fix.1, Confidence::Likely);
    }

    /// Reports the games that begin after the token at which the main line stopped.
    pub(super) fn report_games_after(&mut self, stop: usize) {
        let begins_game = |token: &Token| {
            matches!(token.kind, TokenKind::Number { number: Some(1), dots: 0 | 1 })
        };
        let Some(last) = self.tokens.iter().rposition(begins_game) else { return };
        let (mut depth, mut moves, mut after_move) = (0_usize, 1, true);
        for at in stop + 1..=last {
            let Token { kind, span } = &self.tokens[at];
            match kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Word if depth == 0 => {
                    after_move = self.names_a_move(span.clone());
                    moves += u32::from(after_move);
                }
                TokenKind::Number { number: Some(1), dots: dots @ (0 | 1) }
                    if depth == 0
                        && after_move
                        && moves > 1
                        && self.counts(*dots)
                        && self.opens_game(at + 1) =>
                {
                    self.report_game(span.clone());
                    moves = 0;
                }
                _ => {}
            }
        }
    }
}
