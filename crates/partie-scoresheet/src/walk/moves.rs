//! Reads words as moves.

use std::ops::Range;

use partie_core::{
    Color, File, Move, Notation, Ply, Position, Square,
    moves::{NotRead, Reading, is_dash},
};

use super::{
    Cause, Sheet, WordReader,
    phrases::{
        apart, begins_paragraph, begins_sentence, begins_with_sign, ends_story, is_stray, joined,
        joined_word, verdict_at, with_punctuation,
    },
};
use crate::{
    evidence::{is_chess_word, is_piece_word, looks_like_move, may_be_move, resembles_move},
    spelled,
    tokens::{Token, TokenKind},
    vocabulary::moves::is_mark,
};
use partie_formats::ledger;

impl WordReader<'_> {
    pub(super) fn word(&mut self, at: usize) -> Option<usize> {
        let Sheet { text, body, ladder, numbered, .. } = self.sheet;
        let token = &body[at];
        let word = &text[token.span.clone()];
        // Words below White's move are a remark if Black's has a line of its own.
        self.due &= !(numbered
            && begins_paragraph(text, body, at)
            && ladder.comes_again(self.position.fullmoves(), at));
        self.due |= self.reply == Some(at) || self.goes_on_unnumbered(at);
        let trusted = self.due || self.bare;
        let phrase = if trusted { self.phrase(&self.position, body, at) } else { None };
        let is_phrase = phrase.is_some();
        let (end, next, reading) = match phrase {
            Some((end, next, reading)) => (end, next, Some(reading)),
            None => (token.span.end, at + 1, None),
        };
        let span = token.span.start..end;
        let candidate = joined_word(&text[span.clone()]).into_owned();
        let beside_pair = self.is_beside_pair(at);
        if self.is_second_reply(at) || beside_pair && self.is_other_reply(at) {
            self.flush();
            let first = self.take_back(self.out.plies.len() - 1);
            return self.stop(first.clone(), text[first].to_owned(), Cause::TwoLines);
        }
        if self.opens_sideline(at) || beside_pair {
            self.flush();
            return self.stop(token.span.clone(), word.to_owned(), Cause::TwoLines);
        }
        if ledger::is_sign(word) || self.is_mark_of_move(at) {
            return Some(at + 1);
        }
        if is_stray(word) {
            // A picture cannot stand in place of a move.
            if self.prose.is_some() {
                self.add_prose(&token.span);
            } else {
                self.out.remarks.push((self.out.plies.len(), token.span.clone()));
            }
            return Some(at + 1);
        }
        let mut not_legal = false;
        let is_read = may_be_move(&candidate) && !begins_with_sign(&candidate);
        let ply = if is_phrase || trusted && is_read {
            match reading.unwrap_or_else(|| self.read_word(&self.position, &candidate)) {
                Ok(reading) => Some(reading.ply),
                Err(NotRead::Ambiguous(moves))
                    if self.due && self.by_origin(&candidate, &moves).is_some() =>
                {
                    self.by_origin(&candidate, &moves).map(Ply::Move)
                }
                Err(NotRead::Ambiguous(moves)) if self.due => {
                    let Some(m) = self.choices.next() else {
                        return self.stop(span, candidate, Cause::Ambiguous(moves));
                    };
                    self.out.chosen.push((self.out.plies.len(), span.clone()));
                    Some(Ply::Move(*m))
                }
                Err(NotRead::Illegal) => {
                    not_legal = is_phrase || candidate.contains(|c| c == 'x' || is_dash(c));
                    None
                }
                Err(_) => None,
            }
        } else {
            None
        };
        if let Some(ply) = ply {
            let before = self.out.plies.len();
            let prose = self.prose.take();
            if self.play(ply, span.clone()) {
                if let Some(prose) = prose {
                    self.out.remarks.push((before, with_punctuation(text, prose)));
                }
                // White's move is followed by Black's; Black's by a number.
                self.due = self.position.turn() == Color::Black || self.bare;
                return Some(next);
            }
            self.prose = prose;
        }
        self.out.complete = false;
        if !self.out.plies.is_empty()
            && let Some((end, outcome)) = verdict_at(text, body, at, self.position.turn())
            && !text[end..].starts_with('?')
            && (self.prose.is_none()
                || begins_sentence(text, token.span.start)
                || ends_story(text, body, at, end))
            && !ladder.goes_on(self.position.fullmoves(), at)
        {
            let verdict = token.span.start..end;
            self.flush();
            self.out.remarks.push((self.out.plies.len(), verdict.clone()));
            self.out.verdict = Some(verdict);
            return self.end(outcome, end);
        }
        // A word after its number that only looks like a move ends the reading: the same number
        // further on may belong to another line of play.
        let is_due = self.due && !self.bare;
        if self.bare && !self.out.plies.is_empty() && self.is_iccf(word) {
            return self.stop_at_iccf(span, candidate);
        }
        if is_due && (looks_like_move(word) || is_piece_word(word) || not_legal)
            || self.bare && (is_chess_word(word) || not_legal && !self.out.plies.is_empty())
        {
            self.flush();
            return self.stop(span, candidate, Cause::Illegal);
        }
        if (is_due || self.bare) && resembles_move(word) && !self.is_said_again(at) {
            self.flush();
            return self.stop(span, candidate, Cause::Unread);
        }
        if is_due {
            self.unread.get_or_insert(token.span.start);
        }
        self.due = self.bare;
        // The square of a move in words is no move of a pawn.
        self.add_prose(&span);
        Some(next)
    }

    /// Returns the one of several moves whose piece began on the side that a descriptive move names:
    /// `QR-K7` after the rooks have met on one file.
    fn by_origin(&self, word: &str, moves: &[Move]) -> Option<Move> {
        let letters: String = word.chars().filter(|c| c.is_alphabetic()).take(3).collect();
        let is_named = matches!(self.notation, Notation::Descriptive(_))
            && matches!(letters.as_bytes(), [b'K' | b'Q', b'R' | b'N' | b'B' | b'K', ..])
            && self.history[0] == Position::default();
        let queenside = letters.starts_with('Q');
        let began = |m: &&Move| {
            let from = m.from().map(|from| self.origin(from));
            from.is_some_and(|from| (from.file() <= File::D) == queenside)
        };
        let mut fitting = moves.iter().filter(|_| is_named).filter(began);
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    }

    /// Returns the square on which a piece of the position began.
    fn origin(&self, mut square: Square) -> Square {
        for (ply, _) in self.out.plies.iter().rev() {
            match ply {
                Ply::Move(Move::Castle { king, rook }) => {
                    let file = if king.file() < rook.file() { File::F } else { File::D };
                    if square == Square::from_coords(file, king.rank()) {
                        square = *rook;
                    }
                }
                Ply::Move(m) if m.to() == square => square = m.from().unwrap_or(square),
                _ => {}
            }
        }
        square
    }

    pub(super) fn play(&mut self, ply: Ply, span: Range<usize>) -> bool {
        if ply == Ply::Null || self.position.play(ply).is_err() {
            return false;
        }
        if self.position.turn() == Color::White {
            let plain = |at: usize| matches!(self.sheet.body[at].kind, TokenKind::Number(_, 0 | 1));
            self.doubled = self.number.is_some() && self.slot.is_some_and(plain);
        }
        self.history.push(self.position.clone());
        self.out.plies.push((ply, span));
        self.slots.push(self.slot.filter(|_| self.number.is_some()));
        self.number = None;
        self.unread = None;
        true
    }

    /// Reads a word, or several that make one move, in a position. Returns the move, its place, and
    /// the token after it.
    pub(super) fn read(
        &self,
        position: &Position,
        body: &[Token],
        at: usize,
        token: &Token,
    ) -> Option<(Ply, Range<usize>, usize)> {
        let text = self.sheet.text;
        if let Some((end, next, reading)) = self.phrase(position, body, at) {
            return Some((reading.ok()?.ply, token.span.start..end, next));
        }
        let word = &joined_word(&text[token.span.clone()]);
        let is_read = may_be_move(word) && !begins_with_sign(word);
        let reading = is_read.then(|| self.read_word(position, word))?.ok()?;
        let is_null = reading.ply == Ply::Null;
        (!is_null).then(|| (reading.ply, token.span.clone(), at + 1))
    }

    /// Reads a word as a move of the notation.
    pub(super) fn read_word(&self, position: &Position, word: &str) -> Result<Reading, NotRead> {
        self.sheet.read.add(word);
        let reading = self.notation.read(position, word);
        self.sheet.read.note(&reading);
        reading
    }

    /// Reads a move of several words, descriptive, with its letters apart, or spelled out. Returns its
    /// end, the token after it, and the move.
    pub(super) fn phrase(
        &self,
        position: &Position,
        body: &[Token],
        at: usize,
    ) -> Option<(usize, usize, Result<Reading, NotRead>)> {
        let text = self.sheet.text;
        if let Notation::Descriptive(_) = self.notation
            && let Some(found) = joined(text, body, at, position)
        {
            self.sheet.read.note(&found.2);
            return Some(found);
        }
        if let Notation::San(language) = self.notation
            && let Some((next, reading)) = apart(text, body, at, (position, language))
        {
            self.sheet.read.note(&Ok(reading));
            return Some((body[next - 1].span.end, next, Ok(reading)));
        }
        // The words before `2...` are a remark.
        let (next, reading) = spelled::read(text, body, at, position)?;
        self.sheet.read.note(&reading);
        let again = std::ptr::eq(body, self.sheet.body) && self.comes_again(at);
        (!again).then(|| (body[next - 1].span.end, next, reading))
    }

    /// Returns true if a word is a legal move.
    pub(super) fn is_move(&self, at: usize) -> bool {
        let Some(token) = self.sheet.body.get(at).filter(|t| t.kind == TokenKind::Word) else {
            return false;
        };
        self.read(&self.position, self.sheet.body, at, token).is_some()
    }

    /// Returns true if a word such as `ch` or `mate` belongs to the move before it, not to a
    /// sentence.
    pub(super) fn is_mark_of_move(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let span = &body[at].span;
        if !is_mark(&text[span.clone()]) || self.out.plies.is_empty() || self.prose.is_some() {
            return false;
        }
        let goes_on = body.get(at + 1).is_some_and(|next| {
            let word = &text[next.span.clone()];
            next.kind == TokenKind::Word
                && text[span.end..next.span.start].chars().all(|c| c == ' ')
                && word.chars().count() > 2
                && word.chars().all(char::is_alphabetic)
                && !is_mark(word)
                && !may_be_move(word)
                && verdict_at(text, body, at + 1, self.position.turn()).is_none()
        });
        let is_word = text[span.clone()].chars().all(char::is_alphabetic);
        !(is_word && goes_on)
    }
}
