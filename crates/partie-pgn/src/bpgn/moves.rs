//! The moves of a game: numbers with their boards, and what follows them.

use std::ops::Range;

use partie_core::{
    BoardId, Boards, Comment, Language,
    moves::{CheckMark, NotRead, Reading, illegal_reason, san::San},
};

use super::{
    codes,
    label::{Label, label, letter},
    parse::BpgnParser,
};
use crate::{codes as pgn_codes, token::TokenKind};
use partie_formats::{Confidence, Diagnostic, ledger::Part, message, result};

impl BpgnParser<'_> {
    /// False if the game cannot be read on from this word.
    pub(super) fn word(&mut self, span: Range<usize>) -> bool {
        let word = &self.text[span.clone()];
        if let Some(outcome) = result::from_spelling(word) {
            self.claims.add(span.clone(), Part::Result);
            match &self.result {
                None => self.result = Some((outcome, span)),
                Some((first, _)) if *first == outcome => {}
                Some(_) => {
                    let word = word.to_owned();
                    let message = message!(
                        "a second result, `{word}`, stands here; it was kept as a comment",
                        word
                    );
                    self.emit(&pgn_codes::SECOND_RESULT, span, message);
                    let comments = &mut self.game.tree.annotations_mut(self.node).comments;
                    comments.push(Comment::after(word));
                }
            }
            return true;
        }
        if let Some((label, length)) = label(word) {
            let place = span.start..span.start + length;
            if !word[..length].ends_with('.') {
                self.push(
                    Diagnostic::new(
                        &codes::MISSING_DOT,
                        place.clone(),
                        message!("expected `{word}.`, but found `{word}`", word),
                    )
                    .at_ply(self.plies + 1)
                    .fix(place.end..place.end, ".", Confidence::Safe),
                );
            }
            self.claims.add(place.clone(), Part::Number);
            self.label = Some(Label { span: place, ..label });
            if length == word.len() {
                return true;
            }
            return self.play(span.start + length..span.end);
        }
        self.play(span)
    }

    fn play(&mut self, span: Range<usize>) -> bool {
        let word = self.text[span.clone()].to_owned();
        let san = San::parse(&word, Language::English);
        let ply = self.plies + 1;
        let Some(label) = self.label.take() else {
            if san.is_none() && !word.bytes().any(|b| b.is_ascii_digit()) {
                self.prose(word, span);
                return true;
            }
            self.push(
                Diagnostic::new(
                    &codes::NO_BOARD,
                    span,
                    message!("expected a number with a board (12A. or 12a.) before `{word}`", word),
                )
                .at_ply(ply),
            );
            return false;
        };
        let Some(san) = san else {
            self.push(
                Diagnostic::new(
                    &codes::NOT_A_MOVE,
                    span,
                    message!(
                        "expected a move on board {board}, but `{word}` is none",
                        board = label.board,
                        word
                    ),
                )
                .at_ply(ply)
                .expected(format!("a move on board {}", label.board), word),
            );
            return false;
        };
        self.check_label(&label);
        let board = self.boards.board(label.board);
        let reading = match san.resolve(board) {
            Ok(reading) => reading,
            Err(error) => {
                let (code, reason) = match &error {
                    NotRead::Ambiguous(_) => (&codes::AMBIGUOUS, error.message()),
                    NotRead::Illegal => {
                        (&codes::ILLEGAL_MOVE, illegal_reason::illegal_reason(board, &san))
                    }
                    NotRead::NotAMove => (&codes::ILLEGAL_MOVE, error.message()),
                };
                let message = message!(
                    "`{word}` on board {board}: {reason}",
                    word,
                    board = label.board,
                    reason
                );
                self.push(
                    Diagnostic::new(code, span, message)
                        .at_ply(ply)
                        .expected(format!("a legal move on board {}", label.board), word),
                );
                return false;
            }
        };
        if self.boards.play(label.board, reading.ply).is_err() {
            let message =
                message!("`{word}` cannot be played on board {board}", word, board = label.board);
            self.push(Diagnostic::new(&codes::ILLEGAL_MOVE, span, message).at_ply(ply));
            return false;
        }
        self.plies = ply;
        self.claims.add(span.clone(), Part::Move);
        self.check_mark(&word, label.board, &reading, span);
        self.node = self.game.tree.add_on(self.node, label.board, reading.ply);
        true
    }

    fn check_label(&mut self, label: &Label) {
        let board = self.boards.board(label.board);
        let (turn, number) = (board.turn(), board.fullmoves());
        let ply = self.plies + 1;
        if turn != label.color {
            let message = message!(
                "the number names {side} on board {board}, who is not to move there",
                side = label.color,
                board = label.board
            );
            self.push(Diagnostic::new(&codes::WRONG_SIDE, label.span.clone(), message).at_ply(ply));
        }
        if let Some(found) = label.number
            && found != number
        {
            let message = message!(
                "expected move number {number} on board {board}, but found {found}",
                number,
                board = label.board,
                found
            );
            let right = format!("{number}{}.", letter(label.board, turn));
            self.push(
                Diagnostic::new(&codes::WRONG_NUMBER, label.span.clone(), message)
                    .at_ply(ply)
                    .expected(number.to_string(), found.to_string())
                    .fix(label.span.clone(), right, Confidence::Safe),
            );
        }
    }

    /// Compares the mark after a move with the boards after it.
    fn check_mark(&mut self, word: &str, board: BoardId, reading: &Reading, span: Range<usize>) {
        let Boards::Two(pair) = &self.boards else { return };
        match (reading.mark, pair.is_checkmate(board)) {
            (CheckMark::Check, true) => {
                self.emit(&codes::MATE_MARK, span, message!("`{word}` is mate", word));
            }
            (CheckMark::Mate, false) => {
                let reason = if pair.board(board).is_checkmate() {
                    message!("a piece from the partner could still help")
                } else {
                    message!("there is a way out")
                };
                self.emit(
                    &codes::FALSE_MATE,
                    span,
                    message!("`{word}` is not mate: {reason}", word, reason),
                );
            }
            _ => {}
        }
    }

    /// Keeps the rest as text, except the result at the end.
    pub(super) fn stop(&mut self, at: usize) {
        let start = self.tokens[..at]
            .iter()
            .rev()
            .take_while(|t| {
                t.kind == TokenKind::Whitespace
                    || t.kind == TokenKind::Word && label(&self.text[t.span.clone()]).is_some()
            })
            .last()
            .map_or(self.tokens[at].span.start, |t| t.span.start);
        let mut end = self.text.len();
        let last = self
            .tokens
            .iter()
            .rfind(|t| t.kind != TokenKind::Whitespace)
            .filter(|t| t.span.start > start);
        if let Some(token) = last
            && let Some(outcome) = result::from_spelling(&self.text[token.span.clone()])
        {
            end = token.span.start;
            self.claims.add(token.span.clone(), Part::Result);
            self.result = Some((outcome, token.span.clone()));
        }
        let code = self.last_error().unwrap_or(&codes::NOT_A_MOVE);
        self.claims.rest(start..end, Part::Kept, Some(code));
        self.game.unread = Some(self.text[start..end].trim().to_owned());
    }
}
