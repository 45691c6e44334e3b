//! Ends a reading where a move is missing or cannot be read.

use std::ops::Range;

use partie_core::{Color, Notation, Outcome, Ply, moves::is_dash};

use super::{Cause, MOST_WORDS, Sheet, Stop, WordReader};
use crate::{
    evidence::{Slot, is_castling, is_chess_word, is_piece_word, looks_like_move, resembles_iccf},
    ladder::begins_line,
    tokens::{OPENING, Token, TokenKind, begins_with_number},
    vocabulary::{is_against, moves::is_mark},
};

impl WordReader<'_> {
    /// Returns true if a number that is not due yet proves that a move is missing: a move follows
    /// it, and the number that is due occurs nowhere. A row with both moves of a pair proves it
    /// even then, if its number occurs once.
    pub(super) fn is_jump(&self, n: u32, dots: u8, at: usize) -> bool {
        let Sheet { text, body, numbers, .. } = self.sheet;
        let word = body.get(at + 1).filter(|t| t.kind == TokenKind::Word);
        let is_move = word.is_some_and(|t| {
            let word = &text[t.span.clone()];
            looks_like_move(word) && word.chars().any(char::is_alphabetic)
                || is_castling(word)
                || is_piece_word(word)
                || self.is_iccf(word)
                || self.unread.is_some() && Slot::of(text, body, at).moves > 0
        });
        let is_row = || {
            begins_line(body, at)
                && !numbers.is_there(n, at)
                && Slot::of(text, body, at).moves == 2
                && body.get(at + 3).is_none_or(|t| t.kind == TokenKind::Line)
        };
        let still = numbers.is_there(self.position.fullmoves(), at) && !is_row();
        dots > 0 && is_move && !still
    }

    /// Ends the reading where a move is missing or could not be read.
    pub(super) fn jump(&mut self, number: Range<usize>) -> Option<usize> {
        let text = self.sheet.text;
        let Some(start) = self.unread else {
            let last = self.out.plies.len().saturating_sub(1);
            let number = if self.may_be_blacks() { self.take_back(last) } else { number };
            self.flush();
            return self.stop(number.clone(), text[number].to_owned(), Cause::Missing);
        };
        self.stop_at_words(start, number.start)
    }

    /// Ends the reading at words in place of a move.
    pub(super) fn stop_at_words(&mut self, start: usize, end: usize) -> Option<usize> {
        let words = self.sheet.text[start..end].trim_end();
        let few = words.split_whitespace().count() <= MOST_WORDS && !words.ends_with('.');
        let cause = if few { Cause::Unread } else { Cause::Missing };
        let word = words.split_whitespace().next().unwrap_or_default().to_owned();
        let has_words = |prose: &Range<usize>| {
            prose.start < start && self.sheet.text[prose.start..start].contains(char::is_alphabetic)
        };
        if let Some(prose) = self.prose.take().filter(has_words) {
            self.out.remarks.push((self.out.plies.len(), prose.start..start));
        }
        self.out.remarks.retain(|(_, remark)| remark.start < start);
        self.out.sidelines.retain(|sideline| sideline.span.start < start);
        self.stop(start..start + words.len(), word, cause)
    }

    /// Returns true if a bracket that is never closed opens a sideline: `(1... c5 2. Nf3`.
    pub(super) fn opens_sideline(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let rest = text[body[at].span.start..].strip_prefix(OPENING);
        let Some(rest) = rest.filter(|_| !self.out.plies.is_empty()) else { return false };
        let line = rest.lines().next().unwrap_or_default();
        let is_move = |word: &str| {
            let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            !word.starts_with(|c: char| c.is_ascii_digit()) && is_chess_word(word)
        };
        let mut words = line.split(['.', '…', ' ']).filter(|word| !word.is_empty());
        begins_with_number(line) && words.nth(1).is_some_and(is_move)
    }

    /// Returns true if the notation is ICCF and a word is a move in it, legal or misread.
    pub(super) fn is_iccf(&self, word: &str) -> bool {
        self.notation == Notation::Iccf && resembles_iccf(word)
    }

    /// Ends the reading at a word that resembles a move in ICCF notation.
    pub(super) fn stop_at_iccf(&mut self, span: Range<usize>, word: String) -> Option<usize> {
        let is_illegal = word.bytes().all(|b| b.is_ascii_digit());
        self.flush();
        self.stop(span, word, if is_illegal { Cause::Illegal } else { Cause::Unread })
    }

    /// Ends the reading if words stand between a number and its moves.
    pub(super) fn stops_unread(&mut self) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let (Some(start), Some(slot)) = (self.unread, self.slot) else { return false };
        let white = self.position.turn() == Color::White;
        if !white || Slot::of(text, body, slot).moves == 0 {
            return false;
        }
        let end = self.prose.as_ref().map_or(start, |prose| prose.end).max(start);
        self.stop_at_words(start, end);
        true
    }

    /// Returns true if White's last move may be Black's after another move of White.
    pub(super) fn may_be_blacks(&self) -> bool {
        let Some((_, span)) = self.out.plies.last() else { return false };
        let word = &self.sheet.text[span.clone()];
        let before = &self.history[self.history.len() - 2];
        before.turn() == Color::White
            && before.legal_moves().iter().any(|m| {
                let mut after = before.clone();
                after.play(Ply::Move(*m)).is_ok() && self.read_word(&after, word).is_ok()
            })
    }

    /// Takes back the moves from a ply on. Returns the place of the first of them or of its number.
    pub(super) fn take_back(&mut self, ply: usize) -> Range<usize> {
        let played = self.out.plies[ply].1.clone();
        let first = self.slots[ply].map_or(played, |at| self.sheet.body[at].span.clone());
        self.out.plies.truncate(ply);
        self.history.truncate(ply + 1);
        self.slots.truncate(ply);
        self.out.nags.retain(|(after, _)| *after <= ply);
        self.out.chosen.retain(|(after, _)| *after < ply);
        self.out.misnumbered.retain(|(after, _)| *after < ply);
        self.out.remarks.retain(|(_, remark)| remark.start < first.start);
        self.out.sidelines.retain(|sideline| sideline.span.start < first.start);
        self.out.broken.retain(|place| place.start < first.start);
        self.prose = self.prose.take().filter(|prose| prose.start < first.start);
        first
    }

    /// Takes moves back to where a second line of play begins, if one follows the place where the
    /// reading stopped: `14... Nd6 15. Nf3 h5) Bd6 15. b3`. Which of them was played is not known.
    pub(super) fn cut_back(&mut self) {
        let stop = self.out.stopped.as_ref();
        let Some(stop) = stop.filter(|stop| !matches!(stop.cause, Cause::Ambiguous(_))) else {
            return;
        };
        let Some((start, word)) = self.second_line(stop.span.start) else { return };
        let played = self.out.plies.get(start).map(|(ply, _)| *ply);
        let reading = self.read_word(&self.history[start], &self.sheet.text[word]);
        if !reading.is_ok_and(|reading| Some(reading.ply) != played) {
            return;
        }
        let first = self.take_back(start);
        let word = self.sheet.text[first.clone()].to_owned();
        self.out.stopped = Some(Stop { span: first, word, cause: Cause::TwoLines });
    }

    /// Finds the next number that is lower than the numbers before it, if it begins a line. Returns
    /// its first ply, which was played before, and the line's first move.
    fn second_line(&self, stop: usize) -> Option<(usize, Range<usize>)> {
        let Sheet { body, .. } = self.sheet;
        let mut last = self.out.plies.len();
        for (at, token) in body.iter().enumerate().filter(|(_, token)| token.span.start > stop) {
            let TokenKind::Number(n, dots) = token.kind else { continue };
            let Some(ply) = self.ply_of(n, dots) else { continue };
            if ply >= last {
                last = ply;
                continue;
            }
            let white = self.history.get(ply)?.turn() == Color::White;
            // Black's move may stand before White's number. Inside a line there are remarks.
            let (ply, word) = match at.checked_sub(1) {
                _ if begins_line(body, at) => (ply, at + 1),
                Some(before) if begins_line(body, before) && white => (ply.checked_sub(1)?, before),
                _ => return None,
            };
            let word = body.get(word).filter(|token| token.kind == TokenKind::Word)?;
            return (ply < self.out.plies.len()).then(|| (ply, word.span.clone()));
        }
        None
    }

    /// Returns true if the number of the expected move recurs, so that the word here is not that
    /// move, or if an unfinished word is inside a sentence.
    pub(super) fn is_said_again(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let is_word = |token: &Token| {
            let word = &text[token.span.clone()];
            token.kind == TokenKind::Word && word.chars().all(char::is_lowercase) && !is_mark(word)
        };
        let breaks_off = body[at].span.len() <= 2;
        self.comes_again(at) || breaks_off && body.get(at + 1).is_some_and(is_word)
    }

    /// Returns true if the word after a number stands below Black's move of the row above.
    pub(super) fn is_in_blacks_column(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let [.., (_, white), (_, black)] = &self.out.plies[..] else { return false };
        let Some(word) = body.get(at + 1).filter(|_| begins_line(body, at)) else { return false };
        let column = |place: usize| {
            let line = text[..place].rfind('\n').map_or(0, |end| end + 1);
            (line, text[line..place].chars().count())
        };
        let number = |at: usize| column(body[at].span.start).1;
        let aligned = self.slot.is_some_and(|slot| number(slot).abs_diff(number(at)) <= 1);
        let (white, black) = (column(white.start), column(black.start));
        let word = column(word.span.start);
        aligned && white.0 == black.0 && black.0 < word.0 && black.1 == word.1
    }

    /// Returns true if the number of the move that is due recurs.
    pub(super) fn comes_again(&self, at: usize) -> bool {
        let dots = if self.position.turn() == Color::Black { 3 } else { 1 };
        !self.bare && self.sheet.numbers.comes_again(self.position.fullmoves(), dots, at)
    }

    /// Returns true if a result among the moves does not end the game: a star that begins a line,
    /// is one of several or stands above the next line, or the result of another game, when the number that is due still follows.
    pub(super) fn is_no_end(&self, at: usize) -> bool {
        let Sheet { text, body, numbers, .. } = self.sheet;
        if self.out.plies.is_empty() || self.bare {
            return false;
        }
        let span = &body[at].span;
        let due = self.position.fullmoves();
        let dots = if self.position.turn() == Color::Black { 3 } else { 1 };
        if body[at].kind == TokenKind::Result(Outcome::Unknown) {
            let (before, after) = (&text[..span.start], &text[span.end..]);
            let several = before.trim_end_matches([' ', '\t']).ends_with('*')
                || after.trim_start_matches([' ', '\t']).starts_with('*');
            let item = begins_line(body, at)
                && body.get(at + 1).is_some_and(|t| t.kind != TokenKind::Line);
            let space = after.len() - after.trim_start().len();
            let same_paragraph = after[..space].matches('\n').count() == 1;
            let next = if dots == 3 { due + 1 } else { due };
            return (several || item || same_paragraph)
                && (numbers.comes_again(due, dots, at) || numbers.comes_again(next, 1, at))
                && !numbers.is_there(1, at);
        }
        let prose =
            self.prose.as_ref().and_then(|prose| text.get(prose.start..span.start)).unwrap_or("");
        if self.goes_on_to_result(at) {
            return true;
        }
        let names = prose.split_whitespace().any(|word| word.contains(is_dash) || is_against(word));
        names && numbers.comes_again(due, dots, at) && !numbers.is_there(1, at)
    }
}

impl WordReader<'_> {
    /// Returns true if the number that is due and its move follow a result, and the same result
    /// ends the text.
    fn goes_on_to_result(&self, at: usize) -> bool {
        let Sheet { body, .. } = self.sheet;
        let is_token = |t: &&Token| t.kind != TokenKind::Line;
        let same = body
            .iter()
            .rev()
            .find(is_token)
            .is_some_and(|last| last.kind == body[at].kind && last.span != body[at].span);
        let next = (at + 1..body.len()).find(|at| body[*at].kind != TokenKind::Line);
        let Some(number) = next.filter(|_| same) else { return false };
        match body[number].kind {
            TokenKind::Number(n, dots) => {
                self.ply_of(n, dots) == Some(self.out.plies.len()) && self.is_move(number + 1)
            }
            _ => false,
        }
    }
}
