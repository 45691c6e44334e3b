//! Moves that are due and stand in the text after the last move of a reading.
//!
//! Words among the moves can be prose, and prose can hide a move: after a brace that never
//! closes, after a semicolon, after a stray word or a score. What goes on with the move and the
//! number that are due is the game, not prose.

use std::ops::Range;

use partie_core::{Color, Notation, Ply, Position};

use super::{
    evidence::{is_chess_word, may_be_move, resembles_move},
    numbers::is_in_sentence,
    tokens::{Token, TokenKind, is_figurine, tokens},
    walk::{Cause, Stop, Walk},
};
use partie_formats::misread::looks_misread;

/// Most tokens between Black's move and the number after it.
const MOST_BETWEEN: usize = 3;

/// Most words after the last move that may hide another one.
const MOST_WORDS: usize = 3;

/// Ends a reading at moves that are due after its last one but were not read.
pub(super) fn stop_before_moves(
    text: &str,
    body: &[Token],
    start: &Position,
    notation: Notation,
    walk: &mut Walk,
) {
    let Some((_, last)) = walk.plies.last() else { return };
    // Columns are not read in the order of the text.
    let in_order = body.is_sorted_by_key(|token| token.span.start);
    if !in_order || walk.stopped.is_some() || walk.verdict.is_some() {
        return;
    }
    let mut position = start.clone();
    if walk.plies.iter().any(|(ply, _)| position.play(*ply).is_err()) || position.end().is_some() {
        return;
    }
    let spans = walk.sidelines.iter().map(|line| &line.span);
    let read: Vec<&Range<usize>> = spans.filter(|span| span.end > last.end).collect();
    let after = body.partition_point(|token| token.span.start < last.end);
    let rest = opened(text, &body[after..], &read);
    let rest = Rest { text, tokens: &rest, position: &position, notation };
    let Some(at) = rest.numbered_move().or_else(|| rest.last_move()) else { return };
    // A remark ends at its first move.
    let at = body[after..]
        .iter()
        .find(|token| token.kind == TokenKind::Remark && token.span.contains(&at))
        .map_or(at, |token| token.span.start);
    if walk.end.is_some() || walk.result.is_none() {
        let last = body.iter().rfind(|token| token.kind != TokenKind::Line);
        walk.result = last.and_then(|token| match token.kind {
            TokenKind::Result(outcome) => Some(outcome),
            _ => None,
        });
    }
    end_at(at, text, walk);
}

/// Ends a reading at the move that is due if a cell beside the moves of a row holds it.
pub(super) fn stop_before_cells(
    text: &str,
    cells: &[Range<usize>],
    start: &Position,
    notation: Notation,
    walk: &mut Walk,
) {
    let Some((_, last)) = walk.plies.last() else { return };
    let mut position = start.clone();
    if walk.stopped.is_some() || walk.plies.iter().any(|(ply, _)| position.play(*ply).is_err()) {
        return;
    }
    let found = cells.iter().filter(|cell| cell.start >= last.end).find_map(|cell| {
        let words = tokens(&text[cell.clone()]);
        let rest =
            Rest { text: &text[cell.clone()], tokens: &words, position: &position, notation };
        let is_reply = position.turn() == Color::Black && words.len() == 1;
        let at = rest.numbered_move().or_else(|| is_reply.then(|| rest.last_move()).flatten())?;
        Some(cell.start + at)
    });
    if let Some(at) = found {
        end_at(at, text, walk);
    }
}

/// Ends a reading at a place after its last move, and drops the later part.
fn end_at(at: usize, text: &str, walk: &mut Walk) {
    walk.remarks.retain(|(_, remark)| remark.start < at);
    for (_, remark) in &mut walk.remarks {
        remark.end = remark.end.min(at);
    }
    walk.sidelines.retain(|sideline| sideline.span.start < at);
    walk.misnumbered.retain(|(_, span)| span.start < at);
    walk.broken.retain(|span| span.start < at);
    walk.end = None;
    let word = text[at..].split_whitespace().next().unwrap_or_default().to_owned();
    walk.stopped = Some(Stop { span: at..at + word.len(), word, cause: Cause::Unread });
}

/// Lists tokens outside sidelines and remarks. A remark that a semicolon begins is opened.
fn opened(text: &str, body: &[Token], read: &[&Range<usize>]) -> Vec<Token> {
    let mut list = Vec::new();
    for token in body {
        let word = &text[token.span.clone()];
        if read.iter().any(|span| span.contains(&token.span.start)) {
            continue;
        }
        match token.kind {
            TokenKind::Remark if word.starts_with(';') => {
                let start = token.span.start + 1;
                list.extend(tokens(&word[1..]).into_iter().map(|mut inner| {
                    inner.span = inner.span.start + start..inner.span.end + start;
                    inner
                }));
            }
            TokenKind::Remark | TokenKind::Line | TokenKind::Nag(_) | TokenKind::Clock => {}
            _ => list.push(Token { kind: token.kind.clone(), span: token.span.clone() }),
        }
    }
    list.retain(|token| !matches!(token.kind, TokenKind::Remark | TokenKind::Line));
    list
}

/// The tokens after the last move of a reading, and the position there.
struct Rest<'a> {
    text: &'a str,
    tokens: &'a [Token],
    position: &'a Position,
    notation: Notation,
}

impl Rest<'_> {
    /// Returns the place of a move that is due, with its number before it or the next one's after.
    fn numbered_move(&self) -> Option<usize> {
        let due = self.position.fullmoves();
        let black = self.position.turn() == Color::Black;
        (0..self.tokens.len()).find_map(|at| {
            let token = &self.tokens[at];
            if is_in_sentence(self.text, self.tokens, at) && !self.follows_figures(at) {
                return None;
            }
            match token.kind {
                TokenKind::Number(n, dots) if n == due && dots > 0 && (dots > 1) == black => {
                    self.played(self.position, at + 1)?;
                    Some(token.span.start)
                }
                TokenKind::Word => {
                    let after = self.played(self.position, at)?;
                    let leads = |next: usize| match self.tokens.get(next)?.kind {
                        TokenKind::Number(n, 1) if n == due + 1 => self.played(&after, next + 1),
                        _ => None,
                    };
                    let goes_on = if black {
                        (at + 1..=at + MOST_BETWEEN).find_map(leads).is_some()
                    } else {
                        self.follows_figures(at) && self.played(&after, at + 1).is_some()
                    };
                    goes_on.then_some(token.span.start)
                }
                _ => None,
            }
        })
    }

    /// Returns true if the word before a token is a number in Roman figures.
    fn follows_figures(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| {
            let word = &self.text[self.tokens[before].span.clone()];
            word.trim_end_matches('.').chars().all(|c| "IVXLC".contains(c))
        })
    }

    /// Returns the place of the only move after the last one, legal or damaged, if it ends the
    /// text or a result follows it.
    fn last_move(&self) -> Option<usize> {
        let end = self.tokens.iter().position(|token| matches!(token.kind, TokenKind::Result(_)));
        let tokens = &self.tokens[..end.unwrap_or(self.tokens.len())];
        let due = self.position.fullmoves();
        let number = tokens.iter().any(|t| matches!(t.kind, TokenKind::Number(n, 1..) if n == due));
        if self.position.turn() == Color::White && !number {
            return None;
        }
        let last = tokens.len().checked_sub(1)?;
        let words = tokens.iter().filter(|token| token.kind == TokenKind::Word).count();
        let token = &tokens[last];
        let word = &self.text[token.span.clone()];
        let damaged = words == 1 && token.kind == TokenKind::Word && is_damaged(word);
        let few = words <= MOST_WORDS;
        (damaged || few && self.played(self.position, last).is_some()).then_some(token.span.start)
    }

    /// Returns the position after a token, if it is a legal move.
    fn played(&self, position: &Position, at: usize) -> Option<Position> {
        let token = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
        let word = &self.text[token.span.clone()];
        let reading = may_be_move(word).then(|| self.notation.read(position, word))?.ok()?;
        let mut after = position.clone();
        (reading.ply != Ply::Null && after.play(reading.ply).is_ok()).then_some(after)
    }
}

/// Returns true if a word is a move that is not legal, was misread or breaks off.
fn is_damaged(word: &str) -> bool {
    let breaks_off = matches!(word.as_bytes(), [b'A'..=b'Z', b'a'..=b'h']);
    let has_square = word.chars().any(|c| c.is_ascii_digit()) && is_chess_word(word);
    breaks_off
        || has_square
        || resembles_move(word)
        || looks_misread(word)
        || word.starts_with(is_figurine) && word.chars().count() > 1
}
