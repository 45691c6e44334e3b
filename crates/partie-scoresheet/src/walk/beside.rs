//! Decides which of two lines of play with the same number was played.

use partie_core::{Color, Ply, Position};

use super::{Cause, Sheet, Sideline, WordReader, phrases::is_lettered, sidelines::PlayedLine};
use crate::{
    evidence::{Slot, is_castling, is_chess_word, looks_like_move},
    ladder::begins_line,
    tokens::TokenKind,
    vocabulary::moves::is_mark,
};

/// Most tokens that are examined after a number for the sentence that its moves begin.
const LONGEST_LINE: usize = 32;

/// Most tokens of a sentence after moves in it.
const LONGEST_SENTENCE: usize = 64;

impl WordReader<'_> {
    /// Continues after a number and moves that repeat the game's moves up to a ply; `next` is the
    /// token after them. If only White's move is repeated, Black's follows, unless the words up to
    /// the next number make this doubtful.
    pub(super) fn repeated(&mut self, at: usize, next: usize, reached: usize) -> Option<usize> {
        let Sheet { text, body, .. } = self.sheet;
        self.flush();
        self.due = reached == self.out.plies.len() && self.position.turn() == Color::Black;
        // White's next move stands twice: in this sentence and in the game.
        let due = self.position.fullmoves();
        if !self.due
            && reached == self.out.plies.len()
            && self.is_in_sentence(at)
            && self.ply_of_token(next) == Some(reached)
            && self.sheet.numbers.is_doubled(due, at)
        {
            let number = body[next].span.clone();
            return self.stop(number.clone(), text[number].to_owned(), Cause::TwoLines);
        }
        if self.due && Slot::of(text, body, at).moves > 1 {
            let reply = body.get(next).and_then(|word| self.read(&self.position, body, next, word));
            let reply = reply.map(|(ply, ..)| ply);
            let is_other = |ply: Ply| reply.is_some_and(|reply| reply != ply);
            let slot = (next + 1..body.len())
                .take_while(|at| !matches!(body[*at].kind, TokenKind::Number(..)));
            let mut others = slot.filter(|at| body[*at].kind == TokenKind::Word);
            let following = self.position.fullmoves().saturating_add(1);
            let doubtful = self.is_due_after(next)
                || self.is_in_sentence(at) && self.sheet.numbers.is_doubled(following, at)
                || others.any(|at| {
                    self.read(&self.position, body, at, &body[at])
                        .is_some_and(|(ply, ..)| is_other(ply))
                });
            if doubtful {
                let number = body[at].span.clone();
                return self.stop(number.clone(), text[number].to_owned(), Cause::Missing);
            }
        }
        Some(next)
    }

    /// Adds a line beside the game and goes on after it, unless it may be the game itself.
    pub(super) fn beside(
        &mut self,
        mut line: Sideline,
        at: usize,
        mut next: usize,
    ) -> Option<usize> {
        let Sheet { text, body, numbers, .. } = self.sheet;
        let plies = self.out.plies.len();
        let (turn, due) = (self.position.turn(), self.position.fullmoves());
        let dots = if turn == Color::Black { 3 } else { 1 };
        let is_named = self.is_in_sentence(at) || is_lettered(text, body, at);
        let start = self.ply_of_token(at).unwrap_or(line.after);
        if line.after < plies {
            let following = (next..body.len()).find(|at| body[*at].kind != TokenKind::Line);
            let mut goes_on = following.is_some_and(|at| self.ply_of_token(at) == Some(plies));
            let last = next.saturating_sub(1);
            let number =
                following.filter(|_| goes_on).or_else(|| numbers.next_outside(due, dots, last));
            // Black's own number does not continue a line that breaks off after White's move.
            let may_be_either = !is_named || goes_on && turn == Color::White;
            if let Some(number) = number
                && may_be_either
                && line.after + line.plies.len() == plies
            {
                let main = self.reach(&self.position, number);
                let beside = line.positions.last().map_or(0, |last| self.reach(last, number));
                let between = &text[line.span.end..body[number].span.start];
                let parted = is_named && main > 0 && between.contains(['.', ';', ')']);
                if beside > 0 && !parted && main <= beside {
                    let breaks = !is_named || between.contains(['\n', '\r']);
                    if !goes_on || main == beside && breaks {
                        return self.two_lines(line.after);
                    }
                    (line, next) = self.sideline(self.main_line(), body, at, start, true)?;
                    goes_on = false;
                }
            }
            let resumes = goes_on || numbers.comes_again(due, dots, next.saturating_sub(1));
            if !resumes && (!is_named || self.is_in_doubt(line.after)) {
                return self.two_lines(line.after);
            }
        }
        self.flush();
        self.out.broken.extend(line.broken.take());
        self.reply = self.reply_after(line.span.end, next);
        self.out.sidelines.push(line);
        self.due = false;
        Some(next)
    }

    /// Reads moves from a number on that repeat the game's moves or differ from them. A sentence
    /// that repeats the last move continues with another line if the game's own move follows it.
    pub(super) fn line_at(
        &self,
        at: usize,
        start: usize,
        aside: bool,
    ) -> Option<(Sideline, usize)> {
        let plies = self.out.plies.len();
        let main = self.main_line();
        let may_recur = self.is_in_sentence(at) || self.position.turn() == Color::Black;
        if !aside && start < plies && may_recur {
            let whole = self.sideline(main, self.sheet.body, at, start, true);
            let differs = |(line, next): &(Sideline, usize)| {
                let is_line = self.is_in_sentence(at) || line.plies.len() > 1;
                line.after >= plies
                    && !line.plies.is_empty()
                    && is_line
                    && (self.is_in_sentence(at) && self.is_due_after(*next)
                        || self.reply_after(line.span.end, *next).is_some())
            };
            if let Some(found) = whole.filter(differs) {
                return Some(found);
            }
        }
        // After a different move of White, Black's number belongs to the game.
        let found = self.sideline(main, self.sheet.body, at, start, aside && start == plies)?;
        if aside && found.0.plies.is_empty() {
            return self.sideline(main, self.sheet.body, at, start, true);
        }
        Some(found)
    }

    /// Returns true if a number of Black's that is due leads to another line than Black's own move
    /// after it.
    pub(super) fn gives_way(&self, n: u32, dots: u8, at: usize) -> bool {
        let plies = self.out.plies.len();
        let recurs = || self.sheet.numbers.is_doubled(n.saturating_add(1), at);
        if dots < 2 || n != self.position.fullmoves() || !(recurs() || self.is_in_sentence(at)) {
            return false;
        }
        let read = self.sideline(self.main_line(), self.sheet.body, at, plies, true);
        read.is_some_and(|(line, next)| {
            (line.plies.len() > 1 || self.is_in_sentence(at))
                && self.reply_after(line.span.end, next).is_some()
        })
    }

    /// Returns true if the number that is due is the next one outside sentences.
    fn is_due_after(&self, next: usize) -> bool {
        let Sheet { body, numbers, .. } = self.sheet;
        let is_number = |at: &usize| matches!(body[*at].kind, TokenKind::Number(..));
        let mut rest = (next..body.len()).take(LONGEST_SENTENCE).filter(is_number);
        let number = rest.find(|at| !numbers.in_sentence(*at));
        number.is_some_and(|at| {
            self.ply_of_token(at) == Some(self.out.plies.len()) && !self.is_subject(at)
        })
    }

    /// Returns Black's move that stands alone in a sentence or at the start of a line, after
    /// moves in a sentence and right before the next number or the end.
    fn reply_after(&self, end: usize, next: usize) -> Option<usize> {
        let Sheet { text, body, .. } = self.sheet;
        if self.position.turn() == Color::White {
            return None;
        }
        let following = self.position.fullmoves().saturating_add(1);
        let rest = body[next..].iter().take(LONGEST_SENTENCE);
        let number = next
            + rest
                .take_while(|t| !matches!(t.kind, TokenKind::Number(..) | TokenKind::Result(_)))
                .count();
        let is_next = body.get(number).is_none_or(|token| match token.kind {
            TokenKind::Number(n, dots) => n == following && dots < 2,
            _ => true,
        });
        let is_reply = |at: &usize| {
            let start = body[*at].span.start;
            let before = text[end..start].trim_end_matches([' ', '\t']);
            let mut rest =
                body[*at + 1..number].iter().skip_while(|t| matches!(t.kind, TokenKind::Nag(_)));
            let alone = rest.clone().next().is_some_and(|t| t.kind == TokenKind::Line)
                && before.ends_with(['\n', '\r']);
            body[*at].kind == TokenKind::Word
                && before.ends_with(['.', '!', '?', ';', '"', '\n', '\r'])
                && (alone || rest.all(|t| matches!(t.kind, TokenKind::Line | TokenKind::Remark)))
                && self.is_move(*at)
        };
        (next..number).find(is_reply).filter(|_| is_next)
    }

    fn is_in_sentence(&self, at: usize) -> bool {
        self.is_introduced(at) || self.is_subject(at)
    }

    /// Returns true if words or a colon stand right before a number.
    pub(super) fn is_introduced(&self, at: usize) -> bool {
        let Sheet { text, body, numbers, .. } = self.sheet;
        let follows_colon = || text[..body[at].span.start].trim_end().ends_with(':');
        numbers.in_sentence(at) || follows_colon()
    }

    /// Ends the reading before moves that may not have been played.
    fn two_lines(&mut self, ply: usize) -> Option<usize> {
        let first = self.take_back(ply);
        self.flush();
        self.stop(first.clone(), self.sheet.text[first].to_owned(), Cause::TwoLines)
    }

    /// Returns true if the moves of the game from a ply on stand in a sentence.
    fn is_in_doubt(&self, ply: usize) -> bool {
        let slot = self.slots[..=ply].iter().rev().copied().flatten().next();
        slot.is_some_and(|slot| self.is_in_sentence(slot))
    }

    /// Returns true if a sentence begins with a number that is due and its moves, and the number
    /// occurs once more with another move, from which the numbers go on.
    pub(super) fn is_set_aside(&self, n: u32, dots: u8, at: usize) -> bool {
        let Sheet { text, body, numbers, .. } = self.sheet;
        let is_due = n == self.position.fullmoves()
            && (dots > 1) == (self.position.turn() == Color::Black)
            && !self.out.plies.is_empty();
        let Some(other) = numbers.next_outside(n, dots, at).filter(|_| is_due) else {
            return false;
        };
        let word = |at: usize| {
            body.get(at + 1).filter(|t| t.kind == TokenKind::Word).map(|t| &text[t.span.clone()])
        };
        let before = text[..body[other].span.start].trim_end();
        (begins_line(body, other) || before.ends_with('.'))
            && word(at).is_some_and(|own| word(other).is_some_and(|other| other != own))
            && numbers.times(n.saturating_add(1), other) == 1
            && self.is_subject(at)
            && !self.is_subject(other)
    }

    /// Returns true if the moves after a number begin a sentence: `4. d4 exd4 was usual`.
    fn is_subject(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let mut end = None;
        for token in body[at + 1..].iter().take(LONGEST_LINE) {
            let word = &text[token.span.clone()];
            match token.kind {
                TokenKind::Number(..) | TokenKind::Nag(_) => {}
                TokenKind::Word
                    if is_chess_word(word) || looks_like_move(word) || is_castling(word) =>
                {
                    end = Some(token.span.end);
                }
                TokenKind::Word if is_mark(word) => {}
                TokenKind::Word => {
                    let spaces =
                        |end| text[end..token.span.start].trim_matches(['!', '?', ' ']).is_empty();
                    return word.starts_with(char::is_lowercase) && end.is_some_and(spaces);
                }
                _ => return false,
            }
        }
        false
    }

    /// Returns the number of plies that can be played in a position from a number on.
    fn reach(&self, position: &Position, at: usize) -> usize {
        let after = self.out.plies.len();
        let line = PlayedLine { after, plies: &[], positions: std::slice::from_ref(position) };
        let read = self.sideline(line, self.sheet.body, at, after, true);
        read.map_or(0, |(line, _)| line.plies.len())
    }

    /// Returns the ply for which a token is the number.
    fn ply_of_token(&self, at: usize) -> Option<usize> {
        match self.sheet.body.get(at)?.kind {
            TokenKind::Number(n, dots) => self.ply_of(n, dots),
            _ => None,
        }
    }
}
