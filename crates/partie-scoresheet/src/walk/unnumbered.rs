//! Moves without numbers after a numbered pair: `1. e4 e5 Nf3 Nc6 3. Bb5`.

use partie_core::Color;

use super::{Sheet, WordReader, phrases::begins_paragraph};
use crate::{
    evidence::is_chess_word,
    ladder::begins_line,
    tokens::{Token, TokenKind},
    vocabulary::moves::is_mark,
};

impl WordReader<'_> {
    /// Returns true if a word is one of the moves without numbers that continue the game.
    pub(super) fn goes_on_unnumbered(&mut self, at: usize) -> bool {
        if at >= self.unnumbered
            && let Some(end) = self.end_of_unnumbered(at)
        {
            self.unnumbered = end;
        }
        at < self.unnumbered
    }

    /// Returns the token after moves that stand without numbers after both moves of a numbered
    /// pair, if they lead to the number that is due after them. In a text with a single number,
    /// they may lead to its end.
    fn end_of_unnumbered(&self, at: usize) -> Option<usize> {
        let Sheet { text, body, .. } = self.sheet;
        let last = self.last_of_pair()?;
        // A glued word is read before its token ends.
        let before = body.partition_point(|t| t.span.start < last).min(at)..at;
        let is_between = |t: &Token| matches!(t.kind, TokenKind::Nag(_) | TokenKind::Line);
        if !body[before.clone()].iter().all(is_between) || begins_paragraph(text, body, at) {
            return None;
        }
        let (mut position, mut moves, mut next) = (self.position.clone(), 0, at);
        while let Some(token) = body.get(next) {
            match token.kind {
                TokenKind::Word if is_mark(&text[token.span.clone()]) => next += 1,
                TokenKind::Word => {
                    let (ply, _, after) = self.read(&position, body, next, token)?;
                    position.play(ply).ok()?;
                    moves += 1;
                    next = after;
                }
                TokenKind::Number(n, dots) => {
                    let due = self.out.plies.len() + moves;
                    return (self.ply_of(n, dots) == Some(due)).then_some(next);
                }
                TokenKind::Result(_) => break,
                _ => next += 1,
            }
        }
        // Wide spaces part boards side by side.
        let is_line = body[before].iter().all(|t| t.kind != TokenKind::Line)
            && !text[last..body[at].span.start].contains("  ")
            && !text[last..body[at].span.start].contains('\t');
        (is_line && self.out.plies.len() == PAIR && moves > 1).then_some(next)
    }

    /// Returns true if a move stands right after both moves of a numbered pair, and no sentence
    /// begins with it: `1. e4 e5 c5 2. Nf3`.
    pub(super) fn is_beside_pair(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let word = |token: &Token| is_chess_word(&text[token.span.clone()]);
        let Some(last) = self.last_of_pair().filter(|_| word(&body[at])) else { return false };
        let before = body[..at].iter().rfind(|t| !matches!(t.kind, TokenKind::Nag(_)));
        if before.is_none_or(|t| t.span.end != last) {
            return false;
        }
        let is_other = |t: &&Token| !matches!(t.kind, TokenKind::Line | TokenKind::Nag(_));
        body[at + 1..].iter().find(is_other).is_none_or(|next| match next.kind {
            TokenKind::Word => word(next),
            TokenKind::Number(..) | TokenKind::Result(_) => true,
            _ => false,
        })
    }

    /// Returns true if a word on the next line is another move that Black could have played instead
    /// of the last one, right before a number: `1. e4`, `1... e5` and `c5 2. Nf3`.
    pub(super) fn is_second_reply(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let token = &body[at];
        let follows =
            body.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::Number(..)));
        let Some(last) = self.last_of_pair().filter(|_| follows && begins_line(body, at)) else {
            return false;
        };
        let line_ends = text[last..token.span.start].matches('\n').count();
        line_ends == 1 && is_chess_word(&text[token.span.clone()]) && self.is_other_reply(at)
    }

    /// Returns true if a word is a move that could have been played instead of the last one.
    pub(super) fn is_other_reply(&self, at: usize) -> bool {
        let Some((reply, _)) = self.out.plies.last() else { return false };
        let before = &self.history[self.history.len() - 2];
        let Sheet { body, .. } = self.sheet;
        self.read(before, body, at, &body[at]).is_some_and(|(ply, ..)| ply != *reply)
    }

    /// Returns the end of Black's move if both moves of a numbered pair have just been read.
    fn last_of_pair(&self) -> Option<usize> {
        let is_over = self.sheet.numbered
            && !self.due
            && !self.bare
            && self.prose.is_none()
            && self.position.turn() == Color::White;
        let (_, last) = self.out.plies.last().filter(|_| is_over)?;
        Some(last.end)
    }
}

/// Number of moves in a pair.
const PAIR: usize = 2;
