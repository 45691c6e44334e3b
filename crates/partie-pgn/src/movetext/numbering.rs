//! Move numbers as evidence: a number that jumps ahead shows that a move is missing.

use partie_formats::misread::looks_misread;
use std::ops::Range;

use partie_core::{Color, Ply, Position, ToValue};

use super::player::{Ordinal, PROSE_LOOKAHEAD, Player, ordinal, stands_before};
use crate::{
    board::{Board, give_back, lend_reader},
    codes,
    infer_variant::{WordPlayed, looks_like_a_move, play_word},
    token::{Token, TokenKind},
};
use partie_formats::{
    Diagnostic,
    glued::{Glued, unglue},
    message, result, steps,
};

/// Minimum number of legal plies from a number that jumps ahead to the end of the game that proves
/// the numbers wrong: with moves missing, no game stays legal for so long.
const LEGAL_RENUMBERED: u32 = 20;

/// Numbers that are compared when the meaning of a number is in doubt.
const COMPARED: u32 = 4;

/// Meaning of a number that is not the one due.
enum Meaning {
    /// A slip: the numbers after it continue as if it had been right.
    Slip,
    /// The record counts plies, or began with another number.
    Counting,
    /// The numbers continue from it, and all moves to the end of the game are legal.
    Renumbered,
    /// A move is missing before it.
    Missing,
    /// Another game begins.
    Restart,
}

/// Fit of the numbers after a place.
#[derive(Default)]
pub(super) struct Fit {
    right: u32,
    wrong: u32,
    /// True if the first of them is right or, where it is wrong, the next of the same side.
    first: Option<bool>,
    same_side: bool,
    /// True if the first of them is right and has the dots of its side.
    exact: bool,
    /// Place that the first of them names.
    named: Ordinal,
}

impl Fit {
    /// Returns the place that the first number names, if there is a number.
    pub(super) fn named(&self) -> Option<Ordinal> {
        self.first.map(|_| self.named)
    }

    /// Returns true if the first number is wrong, and most of the others are.
    pub(super) fn contradicts(&self) -> bool {
        self.first == Some(false) && self.wrong > self.right
    }

    /// Returns true if none of the numbers is wrong, and the first one has the dots of its side.
    pub(super) fn is_exact(&self) -> bool {
        self.exact && self.is_right()
    }

    /// Returns true if none of the numbers is wrong.
    pub(super) fn is_right(&self) -> bool {
        self.wrong == 0
    }

    /// Returns true if the next number is right or, without one, if the move's own `number` is.
    pub(super) fn confirms(&self, number: bool) -> bool {
        self.first.unwrap_or(number)
    }

    /// Returns true if the next number, right or wrong, stands before a move of the side due.
    pub(super) fn keeps_sides(&self) -> bool {
        self.first.is_none() || self.same_side
    }
}

impl Player<'_> {
    /// Returns the number of the move due, as the record counts.
    pub(super) fn due(&self) -> i64 {
        i64::from(self.frame.board.fullmoves()) + self.frame.shift
    }

    /// Returns the ordinal of the move due.
    pub(super) fn due_ordinal(&self) -> Ordinal {
        ordinal(self.due(), self.frame.board.is_whites_turn())
    }

    /// Returns true if a number is evidence: without a dot, only where others have none.
    pub(super) fn counts(&self, dots: u8) -> bool {
        dots > 0 || !self.stats.numbered
    }

    /// Returns true if the number before the next move of the main line contradicts it.
    #[inline]
    pub(super) fn number_contradicts(&self) -> bool {
        let Some((Some(number), dots, _)) = &self.number else { return false };
        let canonical =
            i64::from(*number) == self.due() && (*dots < 2 || !self.frame.board.is_whites_turn());
        !canonical && self.stack.is_empty() && self.counts(*dots)
    }

    /// Returns true if the meaning of the number before the word `at` is in doubt.
    #[inline]
    pub(super) fn must_judge(&self, at: usize) -> bool {
        self.stack.is_empty()
            && (self.number.is_some() || self.frame.board.is_whites_turn() && self.stats.numbered)
            && (self.number_contradicts()
                || self.has_whites_number()
                || self.lacks_number()
                || self.stands_alone(at))
    }

    /// Judges a number that contradicts the move due, which the token `at` names. Returns
    /// false if the main line cannot go on here.
    pub(super) fn judge_number(&mut self, at: usize) -> bool {
        let Some((Some(number), dots, place)) = self.number.clone() else { return true };
        let due = self.due();
        match self.meaning(at, number, dots) {
            Meaning::Counting => true,
            Meaning::Slip => {
                self.slipped = true;
                true
            }
            Meaning::Renumbered => {
                let message = message!(
                    "expected move number {due}, but found {number}, and the numbers go on from \
                     there",
                    due,
                    number
                );
                let jump = Diagnostic::new(&codes::NUMBER_JUMP, place, message)
                    .expected(due.to_string(), number.to_string());
                self.push(jump.at_ply(self.plies + 1));
                let ahead = i64::from(number) - due;
                self.frame.shift += ahead;
                self.jumped += ahead;
                true
            }
            Meaning::Missing => {
                let side = Color::from_white(self.frame.board.is_whites_turn()).to_value();
                let written = self.slice(place.clone()).trim_end().to_owned();
                let message = if self.plies == 0 {
                    message!(
                        "the game begins with number `{written}`, but no FEN tag says where",
                        written
                    )
                } else {
                    message!(
                        "expected {side}'s move {due}, but found number `{written}`",
                        side,
                        due,
                        written
                    )
                };
                let missing = Diagnostic::new(&codes::MISSING_MOVE, place, message)
                    .expected(format!("{side}'s move {due}"), written);
                self.push(missing.at_ply(self.plies + 1));
                false
            }
            Meaning::Restart => {
                self.report_game(place);
                false
            }
        }
    }

    /// Returns true if White's next move, the token `at`, is alone before the next number and may
    /// be Black's: one of the two moves is missing, and it is unknown which.
    #[inline]
    pub(super) fn stands_alone(&self, at: usize) -> bool {
        // Nearly always Black's move follows.
        if let Some(
            [Token { kind: TokenKind::Whitespace, .. }, Token { kind: TokenKind::Word, .. }],
        ) = self.tokens.get(at + 1..at + 3)
        {
            return false;
        }
        let follows = |kind: &TokenKind| {
            !matches!(
                kind,
                TokenKind::Whitespace
                    | TokenKind::Comment { .. }
                    | TokenKind::LineComment
                    | TokenKind::Nag(_)
            )
        };
        let next = self.tokens[at + 1..].iter().take(8).find(|token| follows(&token.kind));
        let Some(TokenKind::Number { number: Some(next), dots: 0 | 1 }) = next.map(|t| &t.kind)
        else {
            return false;
        };
        self.may_be_blacks(at, i64::from(*next))
    }

    #[cold]
    fn may_be_blacks(&self, at: usize, next: i64) -> bool {
        let due = self.due();
        let fits = match self.number {
            None => self.stats.numbered,
            Some((Some(number), 0 | 1, _)) => i64::from(number) == due,
            Some(_) => false,
        };
        if next != due + 1 || !fits || !self.frame.board.is_whites_turn() {
            return false;
        }
        let mut position = self.frame.board.position().into_owned();
        let word = self.slice(self.tokens[at].span.clone());
        let legal = |position: &Position| {
            let glued = unglue(word, self.choice.language);
            glued.and_then(|glued| glued.san).is_some_and(|san| san.resolve(position).is_ok())
        };
        let whites = legal(&position);
        whites && position.play(Ply::Null).is_ok() && legal(&position)
    }

    /// Judges a move that stands alone. Returns false if one of the two moves is missing.
    pub(super) fn judge_lone_move(&mut self, at: usize) -> bool {
        // The next number may be a slip.
        let now = self.due_ordinal();
        let (slip, missing) = (self.fit(at + 1, now + 1), self.fit(at + 1, now + 2));
        if slip.right >= missing.right {
            return true;
        }
        let due = self.due();
        let span = self.tokens[at].span.clone();
        let word = self.slice(span.clone()).to_owned();
        let message = message!(
            "expected two moves with number {due}, but found only `{word}`, which may be either \
             side's",
            due,
            word
        );
        let missing = Diagnostic::new(&codes::MISSING_MOVE, span, message)
            .expected(format!("two moves with number {due}"), word);
        self.push(missing.at_ply(self.plies + 1));
        false
    }

    fn meaning(&mut self, at: usize, number: u32, dots: u8) -> Meaning {
        let (due, white) = (self.due(), self.frame.board.is_whites_turn());
        let start = &self.choice.start;
        if self.plies == 0 && *start != Position::start(self.choice.variant) {
            return Meaning::Counting;
        }
        // `1. e4 2. e5 3. Nf3`
        if !white && dots < 2 && number == self.plies + 1 && self.next_number(at) == number + 1 {
            return Meaning::Counting;
        }
        let said = ordinal(i64::from(number), dots < 2);
        let now = ordinal(due, white);
        let (slip, jump) = (self.fit(at + 1, now + 1), self.fit(at + 1, said + 1));
        let nearest = slip.first.cmp(&jump.first).then(slip.right.cmp(&jump.right));
        // `3. d4 cxd4 5. Nc3 a6 4. Nxd4 Nf6`: the moves are not in their order.
        let swapped = said > now && slip.first == Some(false) && slip.named <= now;
        if !swapped && nearest.then(jump.wrong.cmp(&slip.wrong)).is_gt() {
            return Meaning::Slip;
        }
        let opening = said == 0 && self.plies > 1;
        if opening && self.opens_game(at) {
            return Meaning::Restart;
        }
        // A missing move leaves a number that is too high by one; a number that has occurred
        // before is no sign of it.
        let least = if said < now { 1 } else { LEGAL_RENUMBERED };
        let even = (said - now) % 2 == 0 && said != now + 2;
        if even && self.legal_to_the_end(at).is_some_and(|plies| plies >= least) {
            let goes_on = jump.first == Some(true) || said > now;
            return if goes_on { Meaning::Renumbered } else { Meaning::Slip };
        }
        Meaning::Missing
    }

    /// Returns the number before the next move but one; 0 if there is none.
    fn next_number(&self, at: usize) -> u32 {
        self.tokens[at + 1..]
            .iter()
            .take(8)
            .find_map(|token| match token.kind {
                TokenKind::Number { number, .. } => Some(number.unwrap_or(0)),
                TokenKind::Word => Some(0),
                _ => None,
            })
            .unwrap_or(0)
    }

    /// Compares the numbers of the line from a token on with the numbers that its moves should have
    /// if `next` is the ordinal of the next move.
    pub(super) fn fit(&mut self, from: usize, next: Ordinal) -> Fit {
        let mut fit = Fit::default();
        let mut at = next;
        let mut pending: Option<(u32, u8)> = None;
        let nested = !self.stack.is_empty();
        let mut depth = 0_usize;
        let most = PROSE_LOOKAHEAD.min(self.lookahead);
        let mut seen = 0;
        for token in self.tokens.iter().skip(from).take(most) {
            seen += 1;
            match &token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 && nested => break,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Tag(_) => break,
                _ if depth > 0 => {}
                TokenKind::Number { number: Some(n), dots } if self.counts(*dots) => {
                    pending = Some((*n, *dots));
                }
                TokenKind::Number { number: None, dots } => {
                    if let Some((_, before)) = &mut pending {
                        *before = before.saturating_add(*dots);
                    }
                }
                TokenKind::Word => {
                    let word = self.slice(token.span.clone());
                    if result::from_spelling(word).is_some() {
                        break;
                    }
                    let Some(ends) = self.is_move(word, pending.is_some()) else { continue };
                    if let Some((number, dots)) = pending.take() {
                        let right = stands_before(number, dots, at);
                        if fit.first.is_none() {
                            let said = ordinal(i64::from(number), dots < 2);
                            fit.first = Some(right);
                            fit.named = said;
                            fit.exact = said == at;
                            fit.same_side = right || (said - at) % 2 == 0;
                        }
                        fit.right += u32::from(right);
                        fit.wrong += u32::from(!right);
                        if fit.right + fit.wrong == COMPARED {
                            break;
                        }
                    }
                    at += 1;
                    if ends {
                        break;
                    }
                }
                _ => {}
            }
        }
        self.lookahead -= seen.min(self.lookahead);
        steps::add(seen);
        fit
    }

    /// Returns `None` if a word does not stand for a move, read or not; else whether a result is
    /// glued to it. A word right after a number stands for a move.
    pub(super) fn is_move(&self, word: &str, numbered: bool) -> Option<bool> {
        let glued = unglue(word, self.choice.language);
        let ends = glued.as_ref().is_some_and(Glued::has_result);
        let moves = glued.is_some_and(|glued| glued.san.is_some())
            || looks_like_a_move(word)
            || looks_misread(word)
            || numbered;
        moves.then_some(ends)
    }

    /// Returns true if a word stands for a move by its looks alone.
    pub(super) fn names_a_move(&self, range: Range<usize>) -> bool {
        self.is_move(self.slice(range), false).is_some()
    }

    /// Counts the plies of the main line from a token on, if all of them are legal.
    fn legal_to_the_end(&mut self, at: usize) -> Option<u32> {
        let (plies, refused) = self.legal(self.board_here(), at, usize::MAX);
        (!refused).then_some(plies)
    }

    /// Returns true if more of the game is legal from a position and a token on than from another
    /// token on as it stands. Returns `None` if the two do not differ.
    pub(super) fn goes_further(
        &mut self,
        (after, at): (Position, usize),
        alone: usize,
    ) -> Option<bool> {
        let mut board = self.board_here();
        let (alone, alone_refused) = self.legal(board.clone(), alone, usize::MAX);
        board.set(after);
        let (joined, joined_refused) = self.legal(board, at, usize::MAX);
        match (joined_refused, alone_refused) {
            (true, true) => Some(joined + 1 > alone).filter(|_| (joined + 1).abs_diff(alone) > 4),
            (false, false) => None,
            (_, alone) => Some(alone),
        }
    }

    /// Counts the legal plies on a board from a token on.
    pub(super) fn legal_from(&mut self, board: Board, at: usize) -> u32 {
        self.legal(board, at, 64).0
    }

    /// Plays the main line from a token on. Returns the number of legal plies, and true if an
    /// illegal move ends them.
    pub(super) fn legal(&mut self, mut board: Board, at: usize, most: usize) -> (u32, bool) {
        let mut reader = lend_reader();
        let nested = !self.stack.is_empty();
        let (mut plies, mut refused, mut depth, mut seen) = (0, false, 0_usize, 0);
        for token in self.tokens.iter().skip(at).take(self.lookahead.min(most)) {
            seen += 1;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 && nested => break,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Tag(_) => break,
                TokenKind::Word if depth == 0 => {
                    let word = self.slice(token.span.clone());
                    if result::from_spelling(word).is_some() {
                        break;
                    }
                    match play_word(&mut board, &mut reader, word, self.choice.language) {
                        WordPlayed::Read(Ply::Move(m)) if word.contains('x') && !m.is_capture() => {
                            refused = true;
                            break;
                        }
                        WordPlayed::Canonical | WordPlayed::Read(_) => plies += 1,
                        WordPlayed::Prose if !looks_misread(word) => {}
                        WordPlayed::Prose | WordPlayed::Refused => {
                            refused = true;
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
        give_back(reader);
        self.lookahead -= seen.min(self.lookahead);
        steps::add(seen);
        (plies, refused)
    }
}
