//! Comments, NAGs and signs.

use partie_formats::text::unwrap_lines;
use std::ops::Range;

use partie_core::{Comment, Nag, moves::san::San};

use super::player::{Player, stands_before};
use crate::{
    codes, layout,
    text::CUT,
    token::{self, TokenKind},
};
use partie_formats::{Confidence, ledger::Part, message};

/// Splits a text into pieces no longer than a limit; a single character may exceed it.
pub(crate) fn pieces(text: &str, limit: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.floor_char_boundary(limit).max(first.len_utf8());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

impl Player<'_> {
    pub(super) fn comment(&mut self, span: Range<usize>, closed: bool) {
        self.out.claims.add(span.clone(), Part::Comment);
        let inner = span.start + 1..span.end - usize::from(closed);
        if self.slice(inner.clone()).starts_with(CUT) {
            let message = message!(
                "these moves were not read when the game was repaired; the game is cut here"
            );
            self.emit(&codes::CUT_GAME, span.clone(), message);
        }
        let body = unwrap_lines(self.slice(inner.clone()));
        if !closed {
            self.emit(
                &codes::OPEN_COMMENT,
                span.start..span.start + 1,
                message!("expected a closing brace, but the game ends inside this comment"),
            );
            let end = span.start + self.slice(span.clone()).trim_end().len();
            if self.continues_in(inner.clone()) {
                let place = inner.start..inner.start;
                let cut = format!("{CUT} ");
                self.propose_fix(&codes::OPEN_COMMENT, place, cut, Confidence::Likely);
            }
            self.propose_fix(&codes::OPEN_COMMENT, end..end, "}", Confidence::Likely);
        } else if let Some(i) = memchr::memchr(b'{', &self.text.as_bytes()[inner.clone()]) {
            self.nested_brace(inner.start + i);
        }
        if let Some(diagnostic) = layout::mojibake(&body, inner) {
            self.push(diagnostic.at_ply(self.plies.max(1)));
        }
        let limit = self.options.limits.text_bytes;
        if body.len() > limit {
            self.emit(
                &codes::TEXT_TOO_LONG,
                span,
                message!(
                    "the comment is longer than {limit} bytes and was cut into several",
                    limit
                ),
            );
            for piece in pieces(&body, limit) {
                self.add_comment(piece.to_owned());
            }
            return;
        }
        self.add_comment(body);
    }

    /// Reports that a brace opens inside a comment.
    pub(super) fn nested_brace(&mut self, at: usize) {
        let message = message!("a brace opens inside a comment; braces do not nest");
        self.emit(&codes::NESTED_BRACE, at..at + 1, message);
    }

    /// Returns true if the moves in a comment may be the game's: the next number is among them.
    fn continues_in(&self, inner: Range<usize>) -> bool {
        let due = self.due_ordinal();
        let text = self.slice(inner);
        let mut number = None;
        token::scan(text).iter().any(|token| match token.kind {
            TokenKind::Number { number: Some(n), dots: dots @ 1.. } => {
                number = Some((n, dots));
                false
            }
            TokenKind::Word => number.take().is_some_and(|(n, dots)| {
                let names_move = self.is_move(&text[token.span.clone()], false).is_some();
                names_move && [due, due + 1].iter().any(|at| stands_before(n, dots, *at))
            }),
            _ => false,
        })
    }

    /// Reports a comment right behind a move if the game could go on with its first two words: a
    /// semicolon may part moves.
    pub(super) fn report_hidden_moves(&mut self, span: &Range<usize>, body: &str) {
        let is_apart = self.slice(0..span.start).ends_with(char::is_whitespace);
        if is_apart || !self.stack.is_empty() || self.plies == 0 {
            return;
        }
        let mut position = self.frame.board.position().into_owned();
        let mut words = body.split(|c: char| c.is_whitespace() || c == ';');
        let goes_on = (0..2).all(|_| {
            let read = words.next().and_then(|word| San::parse(word, self.choice.language));
            read.and_then(|san| san.resolve(&position).ok())
                .is_some_and(|reading| position.play(reading.ply).is_ok())
        });
        if goes_on {
            let message = message!(
                "moves stand behind a semicolon, with which a comment begins; they were not played"
            );
            self.emit(&codes::COMMENTED_MOVES, span.clone(), message);
        }
    }

    pub(super) fn add_comment(&mut self, text: String) {
        let Some(tree) = &mut self.out.tree else { return };
        let frame = &mut self.frame;
        if frame.after_variation || !frame.moved && !self.stack.is_empty() {
            frame.pending.push(text);
        } else {
            let comments = &mut tree.annotations_mut(frame.node).comments;
            if comments.is_empty() {
                // Few moves have several.
                comments.reserve_exact(1);
            }
            comments.push(Comment::after(text));
        }
    }

    pub(super) fn add_nag(&mut self, nag: Nag) -> bool {
        if !self.frame.moved {
            return false;
        }
        if let Some(tree) = &mut self.out.tree {
            tree.annotations_mut(self.frame.node).add_nag(nag);
        }
        true
    }

    pub(super) fn nag(&mut self, number: Option<u32>, span: Range<usize>) {
        if let Some(n) = number.and_then(|n| u8::try_from(n).ok()) {
            if self.add_nag(Nag(n)) {
                self.out.claims.add(span, Part::Nag);
            } else {
                let text = self.slice(span.clone()).to_owned();
                self.early_nag(span, text);
            }
        } else {
            let text = self.slice(span.clone()).to_owned();
            let message = message!(
                "expected $ and a number from 0 to 255, but found `{text}`; it was kept as a comment",
                text
            );
            self.keep_as_comment(&codes::BAD_NAG, span, message, (text, Confidence::Safe));
        }
    }

    fn early_nag(&mut self, span: Range<usize>, text: String) {
        let message = message!("`{text}` stands before any move; it was kept as a comment", text);
        self.keep_as_comment(&codes::EARLY_NAG, span, message, (text, Confidence::Safe));
    }

    pub(super) fn glyph(&mut self, span: Range<usize>) {
        let text = self.text;
        let text = &text[span.clone()];
        let Some(nag) = Nag::from_glyph(text) else {
            // `?!?`: an exclamation that the standard has no number for.
            let message = message!(
                "`{glyph}` is none of ! ? !! ?? !? ?!; it was kept as a comment",
                glyph = text
            );
            self.emit(&codes::BAD_NAG, span.clone(), message);
            self.fix_last(span.clone(), format!(" {{{text}}}"), Confidence::Safe);
            self.out.claims.keep(span, &codes::BAD_NAG);
            self.add_comment(text.to_owned());
            return;
        };
        if nag.suffix() != Some(text) {
            self.emit(
                &codes::GLYPH,
                span.clone(),
                message!("expected ${nag}, but found the sign `{text}`", nag = nag.0, text),
            );
            // The digits of a following result would be read as the NAG's.
            let digit = self.text.as_bytes().get(span.end).is_some_and(u8::is_ascii_digit);
            let space = if digit { " " } else { "" };
            self.fix_last(span.clone(), format!(" ${}{space}", nag.0), Confidence::Safe);
        }
        if self.add_nag(nag) {
            self.out.claims.add(span, Part::Nag);
        } else {
            self.early_nag(span, text.to_owned());
        }
    }
}
