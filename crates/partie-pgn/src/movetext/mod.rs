//! Replay of a game's movetext: tokens to a tree of legal moves.

mod annotate;
mod doubt;
mod join;
mod numbering;
mod player;
mod report;
mod reread;
mod run;
mod variation;
mod word;

use std::{cell::Cell, ops::Range, sync::LazyLock};

use super::{
    board::{Board, give_back},
    codes,
    infer_variant::{Choice, looks_like_a_move},
    lex::Items,
    plies::Sink,
    token::{MAY_BE_MOVE, Token, TokenKind},
};
use partie_core::{Language, Outcome, Position, Tree, Variant, rules::fast::FastBoard};
use partie_formats::{
    Confidence, Diagnostic, ReadOptions, Severity, glued::unglue, ledger::Part, message, result,
    steps, text::is_nonstandard_whitespace,
};
use player::{Hint, Next, Player};
use reread::LineMeaning;

pub(crate) use annotate::pieces;
pub(crate) use player::{Buffers, Gather, Played};

thread_local! {
    /// Memory for boards, kept from game to game.
    static BUFFERS: Cell<Buffers> = Cell::default();
}

/// Plays the movetext from the start of a choice.
pub(crate) fn play(
    text: &str,
    tokens: &[Token],
    choice: &Choice,
    options: &ReadOptions,
    gather: Gather,
) -> (Played, Board) {
    let mut hints = Vec::new();
    let board = Board::start(choice.variant, &choice.start);
    let mut buffers = BUFFERS.take();
    let played = loop {
        let start = (board.clone(), &mut buffers);
        let source = (text, text.as_bytes(), tokens);
        let mut player = Player::new(source, start, choice, options, gather, &hints);
        // Not every word is a move, and not every comment has a move of its own.
        let room = |count: usize| count.min(1 << 12);
        let (words, comments) = (player.stats.words, player.stats.comments);
        player.out.tree = Some(Tree::with_capacity(room(words), room(comments)));
        match player.read() {
            Ok(()) => {
                player.finish();
                let board = player.board_here();
                break (player.end(), board);
            }
            Err(hint) => {
                player.end();
                hints.push(hint);
            }
        }
    };
    BUFFERS.set(buffers);
    played
}

/// Items that were played without tokens.
pub(crate) struct PlayedItems {
    /// Number of plies in the main line.
    pub(crate) plies: u32,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The result, and its place.
    pub(crate) result: Option<(Outcome, Range<usize>)>,
}

/// Plays items from a board, the moves into a sink; the last board of the main line is returned in the
/// same place. `None` if they cannot be read without tokens.
pub(crate) fn play_items<'a>(
    text: &'a [u8],
    items: &'a Items,
    result: Option<&(Outcome, Range<usize>)>,
    (last, buffers): (&mut FastBoard, &'a mut Buffers),
    sink: Sink<'a>,
    options: &'a ReadOptions,
) -> Option<PlayedItems> {
    static ORTHODOX: LazyLock<Choice> = LazyLock::new(|| Choice {
        variant: Variant::Standard,
        language: Language::English,
        start: Position::start(Variant::Standard),
        ties: Vec::new(),
    });
    let (source, start) = (("", text, &[][..]), (Board::Fast(*last), buffers));
    let mut player = Player::new(source, start, &ORTHODOX, options, Gather::Nothing, &[]);
    player.sink = sink;
    let whole = player.items(items);
    if whole {
        player.take_result(result);
    }
    player.finish();
    let Player { out, buffers, stack, frame, .. } = player;
    let whole = match &*frame.board {
        Board::Fast(board) if whole && out.more == 0 => {
            *last = *board;
            true
        }
        _ => false,
    };
    buffers.give_back(stack, frame);
    let Played { plies, diagnostics, result, .. } = out;
    whole.then_some(PlayedItems { plies, diagnostics, result })
}

impl Player<'_> {
    /// Reads all tokens. Fails if they must be read again with a hint.
    fn read(&mut self) -> Result<(), Hint> {
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            steps::add(1);
            if !self.hints.is_empty() {
                match self.line(at) {
                    Some(LineMeaning::Sideline(stop)) => {
                        at = self.keep_prose(at, stop);
                        continue;
                    }
                    Some(LineMeaning::Unknown) => {
                        self.stop(at);
                        return Ok(());
                    }
                    None => {}
                }
            }
            // Most of a game are spaces, numbers, and words that are well written.
            let done = match token.kind {
                TokenKind::Whitespace => self.is_plain_space(&token.span),
                TokenKind::Word => !self.must_judge(at) && self.play_at_speed(at),
                TokenKind::Number { number: Some(number), dots }
                    if dots > 0 || number < MAY_BE_MOVE && self.number.is_none() =>
                {
                    self.number = Some((Some(number), dots, token.span.clone()));
                    true
                }
                _ => false,
            };
            if done {
                at += 1;
                continue;
            }
            match self.token(at) {
                Next::Past(tokens) => at += tokens.get(),
                Next::Stop if self.stack.is_empty() => {
                    if let Some(hint) = self.hint(at) {
                        return Err(hint);
                    }
                    self.stop(at);
                    return Ok(());
                }
                Next::Stop => at += self.leave_variation(at).get(),
                Next::Illegal(m, san) => {
                    if self.stack.is_empty()
                        && let Some(hint) = self.hint(at)
                    {
                        return Err(hint);
                    }
                    self.illegal_move(at, m, &san);
                    at += 1;
                }
            }
        }
        Ok(())
    }

    fn token(&mut self, at: usize) -> Next {
        let Token { kind, span } = &self.tokens[at];
        let span = span.clone();
        match kind {
            TokenKind::Whitespace => self.whitespace(span),
            TokenKind::Tag(_) => {}
            TokenKind::Escape
                if self.options.database_problems && self.is_problem_of_database(span.clone()) => {}
            TokenKind::Escape => {
                self.out.claims.reported(span.clone(), Part::Decoration, &codes::ESCAPE);
                self.emit(
                    &codes::ESCAPE,
                    span,
                    message!("this line begins with % and was left out"),
                );
            }
            TokenKind::Comment { closed } => self.comment(span, *closed),
            TokenKind::LineComment => {
                let body = self.slice(span.start + 1..span.end).trim().to_owned();
                self.report_hidden_moves(&span, &body);
                self.out.claims.add(span, Part::Comment);
                self.add_comment(body);
            }
            TokenKind::Bracket if self.takes_result(span.clone(), at + 1) => {}
            TokenKind::Bracket => {
                let body = self.remark(span.clone());
                let message =
                    message!("`{body}` stands outside a comment; it was kept as one", body);
                let kept = (body, Confidence::Safe);
                self.keep_as_comment(&codes::BRACKET_TEXT, span, message, kept);
            }
            TokenKind::Number { number: Some(MAY_BE_MOVE..), dots: 0 } => {
                return self.no_move(at, &self.text[span.clone()], &span, None);
            }
            // `3. 3 Nd4`: a move that lost its letter.
            TokenKind::Number { number: Some(_), dots: 0 }
                if matches!(self.number, Some((Some(_), 1.., _))) =>
            {
                return self.unread(&self.text[span.clone()], &span, None);
            }
            TokenKind::Number { number, dots } => {
                self.number = match self.number.take() {
                    // `44. ... Rf8`
                    Some((n, d, first)) if number.is_none() => {
                        Some((n, d.saturating_add(*dots), first.start..span.end))
                    }
                    _ => Some((*number, *dots, span)),
                };
            }
            TokenKind::Nag(number) => self.nag(*number, span),
            // `3. ? Nd4`: a move that the writer could not make out.
            TokenKind::Glyph
                if self.number.is_some()
                    && self.text[span.clone()].starts_with('?')
                    && self.end_of_prose(at).is_none() =>
            {
                return self.unread(&self.text[span.clone()], &span, None);
            }
            TokenKind::Glyph => self.glyph(span),
            TokenKind::Open => return self.open(at),
            TokenKind::Close => self.close(span),
            TokenKind::Stray => self.stray(span),
            TokenKind::Word => return self.word(at),
        }
        Next::ONE
    }

    /// Returns true if there is no whitespace other than ASCII.
    fn is_plain_space(&self, span: &Range<usize>) -> bool {
        let usual = |b: &u8| matches!(b, b' ' | 9..=13);
        match &self.text.as_bytes()[span.clone()] {
            [byte] => usual(byte),
            bytes => bytes.iter().all(usual),
        }
    }

    fn whitespace(&mut self, span: Range<usize>) {
        if self.is_plain_space(&span) {
            return;
        }
        let odd = self.slice(span.clone()).char_indices().find(|(i, c)| {
            // A byte order mark at the start and 0x1A or 0xFF at the end belong to files.
            is_nonstandard_whitespace(*c) && !(span.start + i == 0 || span.end == self.text.len())
        });
        if let Some((i, c)) = odd {
            let place = span.start + i;
            self.nonstandard_spaces.add(&(place..place + c.len_utf8()), self.plies);
            let plain = plain_spaces(self.slice(span.clone()));
            self.propose_fix(&codes::NONSTANDARD_WHITESPACE, span, plain, Confidence::Safe);
        }
    }

    /// Takes the result with which the items end.
    fn take_result(&mut self, result: Option<&(Outcome, Range<usize>)>) {
        let Some((outcome, place)) = result else { return };
        if place.len() == outcome.as_pgn().len() {
            self.out.result = Some((*outcome, place.clone()));
        } else if self.knows_text() {
            let text = self.text;
            self.result(*outcome, place.clone(), &text[place.clone()]);
        }
    }

    /// The main line cannot be read from this token on.
    fn stop(&mut self, at: usize) {
        self.out.stopped = true;
        self.out.stop = Some(at);
        // If only some numbers have dots, numbers without them do not count.
        if !self.stats.numbered {
            self.out.fixes.drop_code(&codes::NONSTANDARD_MOVE_NUMBER);
        }
        let start = self.start_of_unread(at);
        let mut end = self.text.len();
        // The result at the end is not part of what is unread, and prose after it neither.
        let last = (at + 1..self.tokens.len()).rev().find_map(|i| {
            let token = &self.tokens[i];
            let word = self.slice(token.span.clone());
            match token.kind {
                TokenKind::Word => match result::from_spelling(word) {
                    Some(outcome) => Some(Some((i, outcome))),
                    None if looks_like_a_move(word) => Some(None),
                    None => {
                        let glued = unglue(word, self.choice.language);
                        glued.is_some_and(|glued| glued.san.is_some()).then_some(None)
                    }
                },
                TokenKind::Number { dots: 1.., .. } | TokenKind::Open | TokenKind::Tag(_) => {
                    Some(None)
                }
                _ => None,
            }
        });
        if let Some((i, outcome)) = last.flatten() {
            let span = self.tokens[i].span.clone();
            end = span.start;
            if self.out.result.is_none() {
                self.out.claims.add(span.clone(), Part::Result);
                self.out.result = Some((outcome, span));
            } else {
                let text = self.text;
                self.result(outcome, span.clone(), &text[span]);
            }
            // What follows the result is read as usual.
            self.out.unread = Some(start..end);
            let mut at = i + 1;
            while at < self.tokens.len() {
                match self.token(at) {
                    Next::Past(tokens) => at += tokens.get(),
                    Next::Stop | Next::Illegal(..) => {
                        let rest = self.start_of_unread(at)..self.text.len();
                        self.out.claims.rest(rest.clone(), Part::Kept, Some(self.last.code));
                        let body = self.remark(rest);
                        self.add_comment(body);
                        break;
                    }
                }
            }
        }
        let code = self.out.diagnostics.iter().rfind(|d| d.severity == Severity::Error);
        let code = code.map_or(self.last.code, |d| d.code);
        self.out.claims.rest(start..end, Part::Kept, Some(code));
        self.out.unread = Some(start..end);
        self.report_games_after(at);
    }

    /// Ends all lines, and reports what is counted.
    fn finish(&mut self) {
        let open = self.stack.len();
        if open > 0 {
            let end = self.text.trim_end().len();
            self.propose_fix(
                &codes::OPEN_VARIATION,
                end..end,
                ")".repeat(open),
                Confidence::Likely,
            );
        }
        while !self.stack.is_empty() {
            self.leave();
        }
        self.end_line();
        if let Some(diagnostic) = self.missing_checks.missing_checks() {
            self.push(diagnostic);
        }
        if let Some(diagnostic) = self.nonstandard_numbers.nonstandard_numbers() {
            self.push(diagnostic);
        }
        let spaces = message!("an invisible or unusual space stands");
        let code = &codes::NONSTANDARD_WHITESPACE;
        if let Some(diagnostic) = self.nonstandard_spaces.diagnostic(code, &spaces) {
            self.push(diagnostic);
        }
        if let Some((span, ply)) = self.missing_numbers.first.clone() {
            let n = self.missing_numbers.count;
            let message = message!(
                "{count} of White's moves {verb} no number, first this one",
                count = n,
                verb = if n == 1 { message!("has") } else { message!("have") }
            );
            self.out
                .diagnostics
                .push(Diagnostic::new(&codes::MISSING_NUMBERS, span, message).at_ply(ply.max(1)));
        }
        self.out.plies = self.plies;
    }

    /// Gives back what is kept for other games. Returns what was read.
    fn end(self) -> Played {
        if let Some(reader) = self.reader {
            give_back(reader);
        }
        self.buffers.give_back(self.stack, self.frame);
        self.out
    }
}

/// Replaces nonstandard spaces by plain ones, and removes characters without width unless only they
/// separate two words.
fn plain_spaces(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter_map(|c| match c {
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
            _ if is_nonstandard_whitespace(c) => None,
            c => Some(c),
        })
        .collect();
    if plain.is_empty() { " ".to_owned() } else { plain }
}
