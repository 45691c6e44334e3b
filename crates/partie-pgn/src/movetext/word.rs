//! Words of the movetext: moves, results, marks and prose.

use partie_formats::misread::looks_misread;
use partie_formats::text::unwrap_lines;
use std::{borrow::Cow, ops::Range};

use partie_core::{
    Color, Nag, Outcome, Ply, Position, Role, ToValue,
    message::any_of,
    moves::{
        NotRead, Quirks, illegal_reason,
        language::figurine,
        san::{Action, San},
    },
};

use super::{
    doubt::Alternative,
    numbering::Fit,
    player::{Next, Ordinal, PROSE_LOOKAHEAD, Player, ordinal, stands_before},
};
use crate::{
    codes,
    infer_variant::looks_like_a_move,
    text::{shorten, without_braces},
    token::{Token, TokenKind},
};
use partie_formats::{
    Confidence, Diagnostic,
    glued::{Glued, GluedPart, unglue},
    ledger, message, result, steps,
};
use partie_scoresheet::{is_mark, vocabulary};

/// Tokens that are played after a sentence to find out whether the game continues there.
const NEAR: usize = 48;

/// Maximum number of moves of an unmarked sideline.
const LONGEST_SIDELINE: i64 = 12;

impl Player<'_> {
    pub(super) fn word(&mut self, at: usize) -> Next {
        let span = self.tokens[at].span.clone();
        let text = self.text;
        let word = &text[span.clone()];
        if word == "--"
            && let Some(stop) = self.signature(at)
        {
            return Next::from_to(at, self.keep_prose(at, stop));
        }
        if self.lacks_number()
            && let Some(stop) = self.last_remark(at)
        {
            return Next::from_to(at, self.keep_prose(at, stop));
        }
        if word == "--" && self.is_punctuation(at) {
            return self.no_move(at, word, &span, None);
        }
        if self.has_whites_number()
            && let Some(Alternative { from, stop }) = self.alternative(at)
        {
            if self.follows_move(stop) {
                return self.unread(word, &span, None);
            }
            let kept = self.keep_prose(from, stop);
            return Next::from_to(at, kept);
        }
        if self.number_contradicts()
            && self.names_a_move(span.clone())
            && result::from_spelling(word).is_none()
            && !self.judge_number(at)
            || self.stack.is_empty() && self.stands_alone(at) && !self.judge_lone_move(at)
            || self.lacks_number()
                && self.names_a_move(span.clone())
                && result::from_spelling(word).is_none()
                && !self.judge_unnumbered(at)
        {
            return Next::Stop;
        }
        if self.play_at_speed(at) {
            return Next::ONE;
        }
        if let Some(outcome) = result::from_spelling(word) {
            self.result(outcome, span, word);
            return Next::ONE;
        }
        if self.is_torn_at_hyphen(at)
            && let Some(next) = self.joined_move(at)
        {
            return next;
        }
        match San::parse(word, self.choice.language) {
            // A file that says `null` holds no game, and nobody passes after the end of one.
            Some(san)
                if san.action == Action::Null
                    && (self.plies == 0 && self.number.is_none() || self.out.result.is_some())
                    && word.chars().all(char::is_alphabetic) =>
            {
                self.no_move(at, word, &span, None)
            }
            Some(san) => {
                let position = self.frame.board.position();
                match san.resolve(&position) {
                    Ok(reading) => {
                        self.play_move(reading, &span, at);
                        Next::ONE
                    }
                    Err(error) => {
                        let position = position.into_owned();
                        if let Some(next) = self.joined_move(at) {
                            return next;
                        }
                        self.no_move(at, word, &span, Some((&san, &error, &position)))
                    }
                }
            }
            None => self.strange_word(at, word, &span),
        }
    }

    /// Returns a word that is no move as it stands.
    pub(super) fn strange_word(&mut self, at: usize, word: &str, span: &Range<usize>) -> Next {
        let canonical = std::mem::replace(&mut self.out.canonical, false);
        // After a move, `N` is also the sign of a novelty.
        let novelty = word == "N" && self.frame.moved && self.number.is_none();
        if !novelty && let Some(next) = self.joined_move(at) {
            return next;
        }
        if let Some(next) = self.split_move(at, word, span) {
            return next;
        }
        // A move number without dot or space: `12Nf3`.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        // After a number digits are no second one, but a letter misread: `26. 8e2`.
        let unnumbered = ((1..=3).contains(&digits) && self.number.is_none()).then_some(digits);
        for start in [Some(0), unnumbered].into_iter().flatten() {
            if let Some(glued) = unglue(&word[start..], self.choice.language)
                && let Some(next) = self.glued(at, &glued, &word[..start], span)
            {
                return next;
            }
        }
        if self.frame.moved && is_mark(word) && !self.is_in_sentence(at) {
            self.mark(word, span.clone());
            return Next::ONE;
        }
        if word == "N" && self.frame.moved {
            self.read_sign(Nag(146), word, span.clone(), "$146".to_owned());
            return Next::ONE;
        }
        let next = self.no_move(at, word, span, None);
        // The word at which the main line stops is not part of it.
        self.out.canonical = canonical && matches!(next, Next::Stop);
        next
    }

    /// Returns true for a word of letters before another one that is not a mark of a move.
    fn is_in_sentence(&self, at: usize) -> bool {
        let is_word =
            |word: &str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        let [word, whitespace, next] = self.tokens.get(at..at + 3).unwrap_or_default() else {
            return false;
        };
        let rest = self.slice(next.span.clone());
        is_word(self.slice(word.span.clone()))
            && (&whitespace.kind, &next.kind) == (&TokenKind::Whitespace, &TokenKind::Word)
            && is_word(rest)
            && !is_mark(rest)
    }

    /// Returns the token and the text of the square that belongs to a separate piece letter, as
    /// in `N c3`.
    fn split_off(&self, at: usize, letter: &str) -> Option<(&Token, &str)> {
        let mut letters = letter.chars();
        let sign = letters.next().and_then(figurine).filter(|_| letters.as_str().is_empty());
        let (role, length) = match sign {
            Some(role) => (role, letter.len()),
            None => self.choice.language.role_at(letter)?,
        };
        let [space, square] = self.tokens.get(at + 1..at + 3)? else { return None };
        let rest = self.slice(square.span.clone()).trim_end_matches('.');
        let split = (sign.is_some() || role != Role::Pawn)
            && length == letter.len()
            && (&space.kind, &square.kind) == (&TokenKind::Whitespace, &TokenKind::Word)
            && rest.starts_with(|c| matches!(c, 'a'..='h' | '1'..='8' | 'x'));
        split.then_some((square, rest))
    }

    /// Returns true if the letters of pieces stand apart in this text, and `N` is no sign of a novelty:
    /// more than one letter does, or no knight's move is written in one word.
    fn sets_letters_apart(&self) -> bool {
        let (mut apart, mut glued) = (0, false);
        for at in 0..self.tokens.len() {
            if self.tokens[at].kind != TokenKind::Word {
                continue;
            }
            let word = self.slice(self.tokens[at].span.clone());
            if self.split_off(at, word).is_some() {
                apart += 1;
            }
            if apart > 1 {
                return true;
            }
            glued |= word.len() > 2 && word.starts_with('N') && San::is_move(word);
        }
        !glued
    }

    /// Plays a move whose letter stands apart. Returns `None` if the word is not such a letter.
    fn split_move(&mut self, at: usize, letter: &str, span: &Range<usize>) -> Option<Next> {
        let (square, rest) = self.split_off(at, letter)?;
        let whole = span.start..square.span.end;
        let language = self.choice.language;
        let position = self.frame.board.position().into_owned();
        let resolved = |text: &str| {
            San::parse(text.trim_end_matches(['.', '…']), language)?.resolve(&position).ok()
        };
        let (reading, alone) = (resolved(&format!("{letter}{rest}")), resolved(rest));
        // After a move, `N` is also the sign of a novelty.
        let novelty = letter == "N" && self.frame.moved && self.number.is_none();
        let joined = match reading {
            Some(reading) if novelty && alone.is_some() => {
                let mut after = position.clone();
                after.play(reading.ply).ok()?;
                // If the moves do not tell them apart, the letters of other pieces do.
                let further = self.goes_further((after, at + 3), at + 2);
                further.or_else(|| self.sets_letters_apart().then_some(true))
            }
            Some(_) => Some(true),
            None => Some(false),
        };
        match reading {
            _ if novelty && joined == Some(false) => None,
            Some(mut reading) if joined == Some(true) => {
                reading.quirks.insert(Quirks::SPACES);
                self.play_move(reading, &whole, at);
                Some(Next::from_to(at, at + 3))
            }
            _ => Some(self.unread(letter, span, None)),
        }
    }

    /// Plays a separated word: a move after its number, then the text glued to it. `None` if no
    /// part of it can be played.
    fn glued(
        &mut self,
        at: usize,
        glued: &Glued<'_>,
        number: &str,
        span: &Range<usize>,
    ) -> Option<Next> {
        let text = self.text;
        let start = span.start + number.len();
        // `*. Bb5`: a number that was misread, not a result.
        if glued.has_result() && glued.has_full_stop() && self.move_follows(at) {
            return Some(self.unread(&text[span.clone()], span, None));
        }
        if let Some(san) = &glued.san {
            let position = self.frame.board.position().into_owned();
            match san.resolve(&position) {
                Ok(reading) => {
                    if !number.is_empty() {
                        self.out.claims.add(span.start..start, ledger::Part::Number);
                        self.number = Some((number.parse().ok(), 0, span.start..start));
                    }
                    let stem = start..start + glued.stem.len();
                    self.play_move(reading, &stem, at);
                }
                // A move and a result: that is no word of a sentence.
                Err(error) if number.is_empty() && glued.has_result() => {
                    let word = &text[span.clone()];
                    return Some(self.no_move(at, word, span, Some((san, &error, &position))));
                }
                Err(_) => return None,
            }
        } else if !(number.is_empty() && self.frame.moved && glued.has_result()) {
            return None;
        }
        for (place, part) in &glued.parts {
            self.glued_part(*part, start + place.start..start + place.end);
        }
        Some(Next::ONE)
    }

    /// Returns true if a move is the next word.
    fn move_follows(&self, at: usize) -> bool {
        let next = self.tokens[at + 1..].iter().find(|token| token.kind != TokenKind::Whitespace);
        next.is_some_and(|t| t.kind == TokenKind::Word && self.names_a_move(t.span.clone()))
    }

    /// A part of a word after its move.
    fn glued_part(&mut self, part: GluedPart, place: Range<usize>) {
        let text = self.text;
        let written = &text[place.clone()];
        match part {
            GluedPart::Sign(nag) => {
                self.read_sign(nag, written, place, format!(" ${}", nag.0));
            }
            GluedPart::FullStop => {
                let message = match written {
                    "." => message!("a full stop stands after the move; it was left out"),
                    _ => message!("full stops stand after the move; they were left out"),
                };
                self.leave_out(&codes::FULL_STOP, place, ledger::Part::Decoration, message);
            }
            GluedPart::Dash => self.stray(place),
            GluedPart::Result(outcome) => {
                self.emit(
                    &codes::GLUED_RESULT,
                    place.clone(),
                    message!("expected a space between the last move and the result"),
                );
                // Apart from its move it would end the game before others.
                if !self.stack.is_empty() || self.is_last(&place) {
                    self.fix_last(place.start..place.start, " ".to_owned(), Confidence::Safe);
                }
                self.result(outcome, place, written);
            }
        }
    }

    /// Takes a mark that stands apart from its move.
    pub(super) fn mark(&mut self, word: &str, whole: Range<usize>) {
        let message = message!("`{word}` was read as a mark of the move before", word);
        self.leave_out(&codes::DETACHED_MARK, whole, ledger::Part::Mark, message);
    }

    /// Leaves out what belongs to nothing.
    pub(super) fn stray(&mut self, place: Range<usize>) {
        let stray = self.slice(place.clone());
        let message = message!("`{stray}` belongs to nothing here; it was left out", stray);
        self.leave_out(&codes::STRAY, place, ledger::Part::Decoration, message);
    }

    /// Returns true if a place is in the last word of the game.
    fn is_last(&mut self, place: &Range<usize>) -> bool {
        let (last, _) = self.ending();
        last.is_some_and(|i| {
            let token = &self.tokens[i].span;
            token.start <= place.start && place.end <= token.end
        })
    }

    pub(super) fn result(&mut self, outcome: Outcome, span: Range<usize>, word: &str) {
        self.number = None;
        self.out.claims.add(span.clone(), ledger::Part::Result);
        if !self.stack.is_empty() {
            // An unclosed variation may have swallowed the end of the game.
            let (_, closing) = self.ending();
            let at_end = self.is_last(&span);
            let closed = closing >= self.stack.len();
            if !at_end || closed {
                self.emit(
                    &codes::RESULT_IN_VARIATION,
                    span.clone(),
                    message!("`{word}` stands in a variation; it was kept as a comment", word),
                );
                self.fix_last(span, format!("{{{word}}}"), Confidence::Safe);
                self.add_comment(word.to_owned());
                return;
            }
            self.propose_fix(
                &codes::OPEN_VARIATION,
                span.start..span.start,
                format!("{} ", ")".repeat(self.stack.len())),
                Confidence::Likely,
            );
            while !self.stack.is_empty() {
                self.end_line();
                if let Some(outer) = self.stack.pop() {
                    self.frame = outer;
                    self.frame.after_variation = true;
                }
            }
        }
        if let Some((_, first)) = &self.out.result {
            let first = first.clone();
            self.emit(
                &codes::SECOND_RESULT,
                span.clone(),
                message!("a second result, `{word}`, stands here; the first was taken", word),
            );
            if self.last.kept
                && let Some(last) = self.out.diagnostics.last_mut()
            {
                last.related = Some(partie_formats::Related {
                    span: first,
                    message: message!("the first result is given here"),
                });
            }
            let same = self.out.result.as_ref().is_some_and(|(o, _)| *o == outcome);
            let kept = if same { String::new() } else { format!("{{{word}}}") };
            self.fix_last(span, kept, Confidence::Likely);
            if !same {
                self.add_comment(word.to_owned());
            }
            return;
        }
        if word != outcome.as_pgn() {
            let expected = outcome.as_pgn();
            let message = message!("expected `{expected}`, but found `{word}`", expected, word);
            self.emit(&codes::NONSTANDARD_RESULT, span.clone(), message);
            self.fix_last(span.clone(), expected.to_owned(), Confidence::Safe);
        }
        self.out.result = Some((outcome, span));
    }

    /// Takes a text as the result if it only states one, after all moves and before the token
    /// `next`. Returns false for any other text.
    pub(super) fn takes_result(&mut self, span: Range<usize>, next: usize) -> bool {
        let is_remark = |token: &Token| {
            matches!(
                token.kind,
                TokenKind::Whitespace | TokenKind::Comment { .. } | TokenKind::LineComment
            )
        };
        let open = self.plies > 0 && self.stack.is_empty() && self.out.result.is_none();
        if !open || !self.tokens[next..].iter().all(is_remark) {
            return false;
        }
        let text = self.text;
        let mut span = span.start..span.start + text[span.clone()].trim_end().len();
        // The first digit of `1 : 0` was taken for a number.
        if let Some((_, 0, number)) = &self.number
            && text[number.end..span.start].trim().is_empty()
        {
            span.start = number.start;
        }
        let turn = Color::from_white(self.frame.board.is_whites_turn());
        let Some(outcome) = vocabulary::stated_outcome(&text[span.clone()], turn) else {
            return false;
        };
        self.result(outcome, span.clone(), &text[span]);
        true
    }

    /// Returns the last token that is neither a comment nor a closing parenthesis, and the number
    /// of parentheses closed after it.
    fn ending(&mut self) -> (Option<usize>, usize) {
        let tokens = self.tokens;
        *self.ending.get_or_insert_with(|| {
            let last = tokens.iter().rposition(|t| {
                !matches!(
                    t.kind,
                    TokenKind::Whitespace
                        | TokenKind::Comment { .. }
                        | TokenKind::LineComment
                        | TokenKind::Close
                )
            });
            let others = &tokens[last.map_or(0, |i| i + 1)..];
            steps::add(others.len() + 1);
            (last, others.iter().filter(|t| t.kind == TokenKind::Close).count())
        })
    }

    /// Returns a word where a move should stand and none can be played.
    pub(super) fn no_move(
        &mut self,
        at: usize,
        word: &str,
        span: &Range<usize>,
        read: Option<(&San, &NotRead, &Position)>,
    ) -> Next {
        let stem = unglue(word, self.choice.language).map_or(word, |glued| glued.stem);
        if read.is_none()
            && !looks_like_a_move(stem)
            && (self.stats.numbered || !looks_misread(stem))
            && !is_numeric_move(word)
            && !holds_moves(word)
            && !self.is_torn_move(at, word)
            && let Some(next) = self.prose(at)
        {
            return next;
        }
        if self.options.keep_illegal
            && let Some((san, NotRead::Illegal, position)) = read
            && let Some(m) = san.as_written(position)
        {
            return Next::Illegal(m, *san);
        }
        self.unread(word, span, read)
    }

    /// Reports a word that stands for a move and cannot be played.
    pub(super) fn unread(
        &mut self,
        word: &str,
        span: &Range<usize>,
        read: Option<(&San, &NotRead, &Position)>,
    ) -> Next {
        let side = Color::from_white(self.frame.board.is_whites_turn()).to_value();
        let number = i64::from(self.frame.board.fullmoves()) + self.frame.shift;
        let position = match read {
            Some((_, _, position)) => Cow::Borrowed(position),
            None => Cow::Owned(self.frame.board.position().into_owned()),
        };
        let (code, message) = match read {
            _ if position.end().is_some() && !position.has_legal_move() => {
                (&codes::AFTER_END, message!("the game is over before `{word}`", word))
            }
            None => (
                &codes::NOT_A_MOVE,
                message!(
                    "expected {side}'s move {number}, but `{word}` is no move",
                    side,
                    number,
                    word
                ),
            ),
            Some((_, NotRead::Ambiguous(moves), _)) => {
                let moves = any_of(moves.iter().map(|m| Ply::Move(*m)));
                (&codes::AMBIGUOUS, message!("`{word}` can be {moves}", word, moves))
            }
            Some((san, _, _)) => (
                &codes::ILLEGAL_MOVE,
                message!(
                    "`{word}` is not legal at {side}'s move {number}: {reason}",
                    word,
                    side,
                    number,
                    reason = illegal_reason::illegal_reason(&position, san)
                ),
            ),
        };
        let in_variation = !self.stack.is_empty();
        let ply = if in_variation { self.plies.max(1) } else { self.plies + 1 };
        let code = if in_variation { &codes::BAD_VARIATION } else { code };
        let diagnostic = Diagnostic::new(code, span.clone(), message)
            .at_ply(ply)
            .expected(format!("{side}'s move {number}"), word);
        self.push(diagnostic);
        Next::Stop
    }

    /// Returns true for the beginning of a move at the very end of the game, as `63. Kx`, or
    /// before a hyphen, as `6. B-`.
    pub(super) fn is_torn_move(&self, at: usize, word: &str) -> bool {
        let hyphened =
            word.strip_suffix('-').filter(|stem| stem.starts_with(['K', 'Q', 'R', 'B', 'N']));
        let torn = matches!(
            hyphened.unwrap_or(word).as_bytes(),
            [b'K' | b'Q' | b'R' | b'B' | b'N' | b'a'..=b'h']
                | [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h' | b'x']
                | [b'a'..=b'h', b'x']
                | [b'O', b'-']
                | [b'O', b'-', b'O', b'-']
        );
        let ends = |token: &Token| {
            token.kind == TokenKind::Whitespace
                || token.kind == TokenKind::Word
                    && result::from_spelling(self.slice(token.span.clone())).is_some()
        };
        torn && (hyphened.is_some() || self.tokens[at + 1..].iter().all(ends))
    }

    /// Words that are no moves, up to where the game goes on. `None` if it does not
    /// go on although moves follow.
    pub(super) fn prose(&mut self, at: usize) -> Option<Next> {
        let stop = match self
            .known_prose
            .clone()
            .filter(|(node, tokens)| *node == self.frame.node && tokens.contains(&at))
        {
            Some((_, tokens)) => tokens.end,
            None => self.end_of_prose(at)?,
        };
        self.known_prose = Some((self.frame.node, at..stop));
        Some(Next::from_to(at, self.keep_prose(at, stop)))
    }

    /// Returns the token with which the game goes on after the word `at`, which is no move. It is
    /// always a later one.
    pub(super) fn end_of_prose(&mut self, at: usize) -> Option<usize> {
        self.search(at, false)
    }

    /// Finds the end of prose at which moves and numbers fit.
    pub(super) fn sure_end_of_prose(&mut self, at: usize) -> Option<usize> {
        self.search(at, true)
    }

    fn search(&mut self, at: usize, sure: bool) -> Option<usize> {
        let most = PROSE_LOOKAHEAD.min(self.lookahead);
        let (end, seen) = self.search_end_of_prose(at, at + 1 + most, sure);
        self.lookahead -= seen.min(self.lookahead);
        steps::add(seen);
        end
    }

    /// Searches for the end of prose up to a token: a legal move that the numbers confirm, and, to
    /// be `sure`, the moves after it, too. Also returns the number of tokens searched.
    fn search_end_of_prose(
        &mut self,
        at: usize,
        limit: usize,
        sure: bool,
    ) -> (Option<usize>, usize) {
        let mut depth = 0_usize;
        // Moves between the word and the one with which the game continues. A word right after
        // a number stands for a move.
        let word = self.slice(self.tokens[at].span.clone());
        let misread = looks_misread(word);
        let mut skipped = self.number.is_some() || misread;
        let mut moves_follow = false;
        let mut number = None;
        let limit = self.end.min(limit);
        let nested = !self.stack.is_empty();
        let mut end = limit;
        let mut seen = 0;
        let due = self.due_ordinal();
        let position = self.frame.board.position().into_owned();
        let tokens = self.tokens;
        // The first place at which the game may continue, with moves or numbers that do not fit.
        let mut first = None;
        for (i, token) in tokens.iter().enumerate().take(limit).skip(at + 1) {
            seen += 1;
            match &token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 && nested => {
                    end = i;
                    break;
                }
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Tag(_) => {
                    end = i;
                    break;
                }
                TokenKind::Number { number: Some(n), dots } if self.counts(*dots) => {
                    if sure && i64::from(*n) > self.due() + LONGEST_SIDELINE {
                        break;
                    }
                    number = Some((*n, *dots));
                }
                TokenKind::Number { number: None, dots } => {
                    number = number.map(|(n, before): (u32, u8)| (n, before.saturating_add(*dots)));
                }
                TokenKind::Word if depth == 0 => {
                    let word = &self.text[token.span.clone()];
                    if result::from_spelling(word).is_some() {
                        end = i;
                        break;
                    }
                    let glued = unglue(word, self.choice.language);
                    let san = glued.as_ref().and_then(|glued| glued.san);
                    // The second dash of a remark.
                    if number.is_none() && san.is_some_and(|san| san.action == Action::Null) {
                        continue;
                    }
                    if glued.as_ref().is_some_and(|g| g.san.is_none() && g.has_result()) {
                        end = i;
                        break;
                    }
                    let numbered = number.take();
                    if let Some(san) = san {
                        // White's number before Black's move proves nothing.
                        let proven = numbered.is_some_and(|(_, dots)| due % 2 == 0 || dots > 1);
                        if san.resolve(&position).is_ok()
                            && let Some(fit) = self.continues(i, due, numbered, skipped)
                            && (proven || self.rival(i, numbered.is_some()).is_none())
                        {
                            let found = self.before_number(at, i);
                            if fit.is_exact()
                                || fit.is_right() && !self.legal(self.board_here(), i, NEAR).1
                            {
                                return (Some(found), seen);
                            }
                            first.get_or_insert(found);
                        }
                        (skipped, moves_follow) = (true, true);
                    } else if numbered.is_some() || self.names_a_move(token.span.clone()) {
                        (skipped, moves_follow) = (true, true);
                    }
                }
                _ => {}
            }
        }
        let stop = (!moves_follow && !misread).then_some(end);
        (if sure { None } else { first.or(stop) }, seen)
    }

    /// Compares the numbers after the move of a token, which may have a number, if they say that
    /// the game continues with it. If moves would be `skipped`, the numbers must match exactly.
    pub(super) fn continues(
        &mut self,
        at: usize,
        due: Ordinal,
        numbered: Option<(u32, u8)>,
        skipped: bool,
    ) -> Option<Fit> {
        let exact = numbered.is_some_and(|(n, dots)| stands_before(n, dots, due));
        match numbered {
            // Such a number is judged when the move is played.
            Some((n, dots)) if !exact => {
                let same_side = (ordinal(i64::from(n), dots < 2) - due) % 2 == 0;
                (!skipped && same_side).then(Fit::default)
            }
            _ => {
                let fit = self.fit(at + 1, due + 1);
                // A number after a move that has none may name this very move.
                let named_later = numbered.is_none() && fit.named() == Some(due);
                let fits = if skipped { fit.confirms(exact) } else { fit.keeps_sides() };
                (!named_later && fits).then_some(fit)
            }
        }
    }

    /// Returns the first token after prose that is the number of a move, or the move itself.
    fn before_number(&self, at: usize, found: usize) -> usize {
        let words = self.tokens[at + 1..found].iter().rposition(|token| match token.kind {
            TokenKind::Whitespace => false,
            TokenKind::Number { dots, .. } => !self.counts(dots),
            _ => true,
        });
        words.map_or(at + 1, |r| at + 1 + r + 1)
    }

    /// Keeps the words of some tokens as comments. Returns the token after them, which may be an
    /// earlier one than `stop`: a variation.
    pub(super) fn keep_prose(&mut self, at: usize, stop: usize) -> usize {
        self.out.canonical = false;
        // Comments, variations and signs inside the prose stay what they are.
        let mut i = at;
        while i < stop {
            let from = i;
            while i < stop
                && !matches!(
                    self.tokens[i].kind,
                    TokenKind::Comment { .. }
                        | TokenKind::LineComment
                        | TokenKind::Open
                        | TokenKind::Escape
                        | TokenKind::Nag(_)
                )
            {
                i += 1;
            }
            let range =
                self.tokens[from].span.start..self.tokens[i - usize::from(i > from)].span.end;
            let body = unwrap_lines(self.slice(range.clone()).trim());
            if i > from && !body.is_empty() && !self.takes_result(range.clone(), i) {
                self.emit(
                    &codes::PROSE,
                    range.clone(),
                    message!(
                        "`{word}` stands outside a comment; it was kept as one",
                        word = shorten(&body)
                    ),
                );
                let comment = without_braces(&body);
                self.out.claims.rest(range.clone(), ledger::Part::Kept, Some(&codes::PROSE));
                let end = range.start + self.slice(range.clone()).trim_end().len();
                let written = format!("{{{comment}}} ");
                self.fix_last(range.start..end, written, Confidence::Likely);
                self.add_comment(comment);
            }
            if i < stop {
                // One token that stands for itself, or a whole variation.
                if self.tokens[i].kind == TokenKind::Open {
                    break;
                }
                self.token(i);
                i += 1;
            }
        }
        if i >= stop {
            self.number = None;
        }
        i
    }
}

/// Returns true if a word consists of several moves without spaces, such as `e4e52.Nf3Nc6`.
fn holds_moves(word: &str) -> bool {
    let is_square = |pair: &&[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let plain = |b: u8| b.is_ascii_alphanumeric() || b".-+#=!?*/x:".contains(&b);
    word.bytes().all(plain) && word.as_bytes().windows(2).filter(is_square).count() > 2
}

/// Returns true if a word may be a move of correspondence chess, as `5254`.
fn is_numeric_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.bytes().all(|b| matches!(b, b'1'..=b'8'))
}
