//! Parentheses: variations, remarks and clocks.

use partie_formats::text::unwrap_lines;
use std::{num::NonZeroUsize, ops::Range};

use partie_core::{Comment, CommentPlace, Nag, NodeId, moves::san::San};

use super::player::{Frame, Next, PROSE_LOOKAHEAD, Player, tokens_between};
use crate::{
    board::Board,
    codes,
    text::{full_stop, is_clock, long_clock, without_braces},
    token::TokenKind,
};
use partie_formats::{Confidence, Diagnostic, ledger::Part, message, steps};
use partie_scoresheet::is_mark;

/// End of a variation that is never closed.
enum End {
    /// The end of the game.
    OfGame,
    /// Before the token with which the game continues.
    Before(usize),
    /// A place between moves that fit neither the variation nor the game.
    Unknown,
}

impl Player<'_> {
    pub(super) fn open(&mut self, at: usize) -> Next {
        self.number = None;
        let span = self.tokens[at].span.clone();
        let Some(close) = self.stats.close_of(at) else {
            return self.open_without_end(at);
        };
        let inner = span.end..self.tokens[close].span.start;
        let whole = span.start..self.tokens[close].span.end;
        if self.tokens[at + 1..close].iter().all(|t| t.kind == TokenKind::Whitespace) {
            self.out.claims.rest(whole.clone(), Part::Decoration, Some(&codes::EMPTY_VARIATION));
            self.empty_variation(whole);
            return Next::from_to(at, close + 1);
        }
        let text = self.text;
        let short = if inner.len() < 32 { text[inner.clone()].trim() } else { "" };
        if self.short_remark(short, &whole) {
            return Next::from_to(at, close + 1);
        }
        if !self.has_moves(at + 1..close) {
            let only_comments = (at + 1..close).all(|i| {
                matches!(
                    self.tokens[i].kind,
                    TokenKind::Whitespace | TokenKind::Comment { .. } | TokenKind::LineComment
                )
            });
            if only_comments {
                self.emit(
                    &codes::EMPTY_VARIATION,
                    whole.clone(),
                    message!("these parentheses hold no moves; the comment in them was kept"),
                );
                let kept = self.slice(inner.clone()).to_owned();
                let code = Some(&codes::EMPTY_VARIATION);
                self.out.claims.rest(whole.clone(), Part::Decoration, code);
                self.fix_last(whole, kept, Confidence::Safe);
                for i in at + 1..close {
                    if self.tokens[i].kind != TokenKind::Whitespace {
                        self.token(i);
                    }
                }
                return Next::from_to(at, close + 1);
            }
            if self.takes_result(whole.clone(), close + 1) {
                return Next::from_to(at, close + 1);
            }
            let message = message!("these parentheses hold a remark and no moves");
            let kept = (format!("({})", self.remark(inner)), Confidence::Safe);
            self.keep_as_comment(&codes::PROSE_VARIATION, whole, message, kept);
            return Next::from_to(at, close + 1);
        }
        let limit = self.options.limits.nesting;
        let refused = if self.stack.len() >= limit {
            let message = message!(
                "variations are nested more than {limit} deep here; this one was kept as a comment",
                limit
            );
            Err((&codes::TOO_DEEP, message))
        } else {
            let message = message!(
                "a variation stands before the move it could replace; it was kept as a comment"
            );
            self.frame.before().ok_or((&codes::EARLY_VARIATION, message))
        };
        let (parent, board) = match refused {
            Ok(before) => before,
            Err((code, message)) => {
                let kept = (format!("({})", self.remark(inner)), Confidence::Likely);
                self.keep_as_comment(code, whole, message, kept);
                return Next::from_to(at, close + 1);
            }
        };
        self.out.claims.add(span, Part::Variation);
        let board = self.buffers.board(&board);
        self.enter(parent, board);
        Next::ONE
    }

    /// Reports empty parentheses.
    pub(super) fn empty_variation(&mut self, whole: Range<usize>) {
        let message = message!("nothing stands in these parentheses; they were left out");
        self.emit(&codes::EMPTY_VARIATION, whole.clone(), message);
        self.fix_last(whole, String::new(), Confidence::Safe);
    }

    /// Reads parentheses that stand for a comment or a glyph: a time, a mark, `(!)`.
    fn short_remark(&mut self, text: &str, whole: &Range<usize>) -> bool {
        if is_clock(text) {
            self.emit(
                &codes::CLOCK_COLUMN,
                whole.clone(),
                message!("the time ({text}) was read as the time taken for the move", text),
            );
            let command = format!("[%emt {}]", long_clock(text));
            self.out.claims.reported(whole.clone(), Part::Comment, &codes::CLOCK_COLUMN);
            self.fix_last(whole.clone(), format!("{{{command}}}"), Confidence::Safe);
            self.add_comment(command);
            return true;
        }
        if !self.frame.moved {
            return false;
        }
        if is_mark(text) {
            self.mark(text, whole.clone());
            return true;
        }
        let Some(nag) = Nag::from_glyph(text) else { return false };
        self.read_sign(nag, &format!("({text})"), whole.clone(), format!(" ${} ", nag.0));
        true
    }

    /// Returns true if some tokens contain moves, and not only words. Sentences may end with the
    /// name of a square, so full stops are allowed only after a move number.
    fn has_moves(&self, tokens: Range<usize>) -> bool {
        let mut numbered = None;
        tokens.map(|i| &self.tokens[i]).inspect(|_| steps::add(1)).any(|token| match token.kind {
            TokenKind::Number { .. } => {
                numbered.get_or_insert(true);
                false
            }
            TokenKind::Word => {
                let word = self.slice(token.span.clone());
                let stop = full_stop(word).filter(|_| numbered == Some(true));
                numbered.get_or_insert(false);
                let word = stop.map_or(word, |end| &word[..end]);
                San::parse(word, self.choice.language).is_some()
            }
            _ => false,
        })
    }

    /// A section of text as a comment can hold it.
    pub(super) fn remark(&self, range: Range<usize>) -> String {
        without_braces(&unwrap_lines(self.slice(range).trim()))
    }

    pub(super) fn enter(&mut self, parent: NodeId, board: Box<Board>) {
        let shift = self.frame.shift;
        let frame = Frame::new(parent, board, shift);
        let outer = std::mem::replace(&mut self.frame, frame);
        self.stack.push(outer);
    }

    /// Returns a parenthesis that is never closed: a variation to the end of the game if it begins
    /// with a move that fits, otherwise a stray sign.
    pub(super) fn open_without_end(&mut self, at: usize) -> Next {
        self.out.canonical = false;
        let span = self.tokens[at].span.clone();
        let first = (at + 1..self.tokens.len().min(at + 64))
            .find(|i| self.tokens[*i].kind == TokenKind::Word)
            .map(|i| self.slice(self.tokens[i].span.clone()));
        let fits = first.is_some_and(|word| {
            let san = San::parse(word, self.choice.language);
            san.is_some_and(|s| {
                self.frame.before().is_some_and(|(_, b)| s.resolve(&b.position()).is_ok())
                    && self.stack.len() < self.options.limits.nesting
            })
        });
        let end =
            if fits && self.stack.is_empty() { self.end_of_unclosed(at) } else { End::OfGame };
        if matches!(end, End::Unknown) {
            let message = message!(
                "this variation is never closed, and some of its moves fit neither it nor the game"
            );
            let unread = Diagnostic::new(&codes::NOT_A_MOVE, span, message);
            self.push(unread.at_ply(self.plies + 1));
            return Next::Stop;
        }
        let part = if fits { Part::Variation } else { Part::Decoration };
        self.out.claims.reported(span.clone(), part, &codes::OPEN_VARIATION);
        self.emit(
            &codes::OPEN_VARIATION,
            span,
            match end {
                End::Before(_) => {
                    message!("expected a closing parenthesis before the game continues")
                }
                _ => message!("expected a closing parenthesis, but the game ends without it"),
            },
        );
        let Some((parent, board)) = self.frame.before().filter(|_| fits) else {
            self.fix_last(self.tokens[at].span.clone(), String::new(), Confidence::Likely);
            return Next::ONE;
        };
        let board = self.buffers.board(&board);
        self.enter(parent, board);
        let End::Before(stop) = end else { return Next::ONE };
        let place = self.slice(0..self.tokens[stop].span.start).trim_end().len();
        self.fix_last(place..place, ")".to_owned(), Confidence::Likely);
        let tokens = std::mem::replace(&mut self.end, stop);
        let mut i = at + 1;
        while i < stop {
            i += match self.token(i) {
                Next::Past(tokens) => tokens.get(),
                Next::Stop => self.leave_variation(i).get(),
                Next::Illegal(m, san) => {
                    self.illegal_move(i, m, &san);
                    1
                }
            };
        }
        self.end = tokens;
        self.leave();
        self.number = None;
        Next::from_to(at, i)
    }

    /// Finds the end of the variation that begins with the token `at` and is never closed.
    fn end_of_unclosed(&mut self, at: usize) -> End {
        let Some((_, board)) = self.frame.before() else { return End::OfGame };
        let (plies, refused) = self.legal(board, at + 1, usize::MAX);
        if !refused {
            return End::OfGame;
        }
        let due = self.due_ordinal();
        let tokens = self.tokens;
        let (mut number, mut moves) = (None, 0);
        for (i, token) in tokens.iter().enumerate().skip(at + 1).take(PROSE_LOOKAHEAD) {
            match token.kind {
                TokenKind::Open | TokenKind::Close | TokenKind::Tag(_) => break,
                TokenKind::Number { number: Some(n), dots } => number = Some((n, dots, i)),
                TokenKind::Word if self.names_a_move(token.span.clone()) => {
                    let numbered = number.take();
                    let begins = numbered.map_or(i, |(_, _, at)| at);
                    let numbered = numbered.map(|(n, dots, _)| (n, dots));
                    if moves > 0
                        && self.is_legal_now(i)
                        && self.continues(i, due, numbered, true).is_some()
                        && !self.legal(self.board_here(), i, usize::MAX).1
                    {
                        return End::Before(begins);
                    }
                    if moves == plies {
                        break;
                    }
                    moves += 1;
                }
                _ => {}
            }
        }
        End::Unknown
    }

    pub(super) fn close(&mut self, span: Range<usize>) {
        self.number = None;
        if self.stack.is_empty() {
            let message = message!("this parenthesis closes nothing; it was left out");
            return self.leave_out(&codes::STRAY_CLOSE, span, Part::Decoration, message);
        }
        self.out.claims.add(span, Part::Variation);
        self.leave();
    }

    /// Returns to the line around a variation. Text kept from a variation without moves belongs to
    /// that line: there is no move to attach it to.
    pub(super) fn leave(&mut self) {
        let Some(outer) = self.stack.pop() else { return };
        if self.frame.moved {
            self.end_line();
            let inner = std::mem::replace(&mut self.frame, outer);
            self.buffers.free(inner);
            self.frame.after_variation = true;
        } else {
            let mut inner = std::mem::replace(&mut self.frame, outer);
            for comment in std::mem::take(&mut inner.pending) {
                self.add_comment(comment);
            }
            self.buffers.free(inner);
        }
    }

    /// Comments that wait for a move that does not come.
    pub(super) fn end_line(&mut self) {
        let pending = std::mem::take(&mut self.frame.pending);
        let Some(tree) = self.out.tree.as_mut().filter(|_| !pending.is_empty()) else { return };
        let place = CommentPlace::Last;
        let comments = &mut tree.annotations_mut(self.frame.node).comments;
        comments.extend(pending.into_iter().map(|text| Comment { text, place }));
    }

    /// Gives up a variation at a word; the rest of it becomes a comment. Returns the number
    /// of tokens that it has, the word among them.
    pub(super) fn leave_variation(&mut self, at: usize) -> NonZeroUsize {
        // The variation ends at the `)` that closes this depth.
        let mut depth = 0_usize;
        let mut end = self.end;
        for (i, token) in self.tokens.iter().enumerate().take(end).skip(at + 1) {
            steps::add(1);
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => {
                    end = i;
                    break;
                }
                TokenKind::Close => depth -= 1,
                TokenKind::Tag(_) => {
                    end = i;
                    break;
                }
                _ => {}
            }
        }
        let start = self.start_of_unread(at);
        let stop = self.tokens.get(end).map_or(self.text.len(), |t| t.span.start);
        let body = self.remark(start..stop);
        self.out.claims.rest(start..stop, Part::Kept, Some(&codes::BAD_VARIATION));
        self.propose_fix(
            &codes::BAD_VARIATION,
            start..stop,
            format!("{{{body}}}"),
            Confidence::Likely,
        );
        self.add_comment(body);
        tokens_between(at, end)
    }
}
