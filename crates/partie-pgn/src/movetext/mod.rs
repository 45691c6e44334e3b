//! Replay of a game's movetext: tokens to a tree of legal moves.

mod annotate;
mod board;
mod doubt;
mod numbering;
mod report;
mod reread;
mod restart;
pub(crate) mod text;
mod variation;
mod word;

use partie_formats::text::is_nonstandard_whitespace;
use partie_formats::text::unwrap_lines;
use std::{num::NonZeroUsize, ops::Range};

use partie_core::{NodeId, Outcome, Tree, rules::fast::FastReader};

use super::{
    codes,
    fix::FixCollector,
    infer_variant::{Choice, looks_like_a_move},
    token::{Kind, Token},
    token_stats::TokenStats,
};
pub(crate) use annotate::{bad_glyph, nested_brace, pieces};
use board::Before;
pub(crate) use board::{Board, give_back, lend_reader};
use partie_formats::{
    Code, Confidence, Diagnostic, Fix, Message, ReadOptions, Severity,
    ledger::{Claims, Part},
    message, steps,
};
use partie_formats::{glued::unglue, result};
pub(crate) use report::{forgiven, null_move, wrong_number};
use reread::{Hint, Line};
pub(crate) use variation::empty_variation;
pub(crate) use word::PROSE_LOOKAHEAD;
pub(crate) use word::nonstandard_result;

/// Result of replaying a movetext.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) tree: Tree,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Number of diagnostics beyond the limit.
    pub(crate) more: usize,
    /// The first result at the end of the main line, and where it stands.
    pub(crate) result: Option<(Outcome, Range<usize>)>,
    /// Place from which on the main line could not be read.
    pub(crate) unread: Option<Range<usize>>,
    /// True if the main line stopped at a word that another variant or language might explain.
    pub(crate) stopped: bool,
    /// The last position of the main line.
    pub(crate) last: Option<Board>,
    /// The token of each move of the main line, and where reading stopped; gathered
    /// with the fixes.
    pub(crate) mainline: Vec<usize>,
    /// The token at which the main line stopped.
    pub(crate) stop: Option<usize>,
    /// Fixes of the text.
    pub(crate) fixes: FixCollector,
    /// Claims on the text of the tokens.
    pub(crate) claims: Claims,
}

/// A line that is being read: the main line or a variation.
pub(super) struct Frame {
    /// The last move of the line, or the node the line hangs from.
    node: NodeId,
    board: Board,
    /// The node before the last move, and the way back to its board.
    before: Option<(NodeId, Before)>,
    /// Comments for the next move.
    pending: Vec<String>,
    /// A variation has stood since the last move.
    after_variation: bool,
    moved: bool,
    /// Difference between the move numbers of the record and of the position.
    shift: i64,
}

impl Frame {
    /// Returns the node and the board before the last move.
    fn before(&self) -> Option<(NodeId, Board)> {
        let (node, before) = self.before.as_ref()?;
        Some((*node, before.board(&self.board)))
    }
}

/// Counter of something that is reported once, with its count.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    count: u32,
    first: Option<(Range<usize>, u32)>,
}

impl Tally {
    pub(crate) fn add(&mut self, span: &Range<usize>, ply: u32) {
        self.count += 1;
        self.first.get_or_insert_with(|| (span.clone(), ply));
    }

    /// Returns the diagnostic that check marks are missing, if they are.
    pub(crate) fn missing_checks(&self) -> Option<Diagnostic> {
        self.diagnostic(&codes::MISSING_CHECK, "a check mark is missing")
    }

    /// Returns the diagnostic that numbers are written in another form, if they are.
    pub(crate) fn nonstandard_numbers(&self) -> Option<Diagnostic> {
        self.diagnostic(&codes::ODD_NUMBER, "a move number has another form")
    }

    fn diagnostic(&self, code: &'static Code, words: &str) -> Option<Diagnostic> {
        let (span, ply) = self.first.clone()?;
        let message = match self.count {
            1 => message!("{problem} here", problem = words),
            count => message!(
                "{problem} here, and at {more} more places in this game",
                problem = words,
                more = count - 1
            ),
        };
        Some(Diagnostic::new(code, span, message).at_ply(ply.max(1)))
    }
}

pub(crate) struct Player<'a> {
    text: &'a str,
    tokens: &'a [Token],
    stats: &'a TokenStats,
    choice: &'a Choice,
    options: &'a ReadOptions,
    stack: Vec<Frame>,
    frame: Frame,
    out: Played,
    /// Plies of the main line so far.
    plies: u32,
    number: Option<(Option<u32>, u8, Range<usize>)>,
    missing_checks: Tally,
    missing_numbers: Tally,
    nonstandard_numbers: Tally,
    nonstandard_spaces: Tally,
    foreign_told: bool,
    /// True if the number of the next move is a slip: the numbers after it continue without it.
    slipped: bool,
    /// Sum of all jumps ahead in the numbers of the main line.
    jumped: i64,
    reader: FastReader,
    /// The token before which an unclosed variation ends; else the number of tokens.
    end: usize,
    /// Lines of moves that have the same numbers, from earlier readings.
    hints: &'a [Hint],
    /// Tokens that are known to be prose after a node.
    known_prose: Option<(NodeId, Range<usize>)>,
    /// Number of tokens that may still be looked at ahead for the end of prose.
    lookahead: usize,
    /// The last token that is neither a comment nor a closing parenthesis, and how many
    /// parentheses close after it; found when a variation holds a result.
    ending: Option<(Option<usize>, usize)>,
    /// The diagnostic that was added last.
    last: Last,
    /// Number of errors among the diagnostics that are kept.
    errors: usize,
}

/// Last diagnostic that was emitted, even if it was beyond the limit.
#[derive(Clone, Copy)]
struct Last {
    code: &'static Code,
    ply: Option<u32>,
    kept: bool,
}

/// Least number that, without a dot, may be a move in numeric notation.
pub(crate) const MAY_BE_MOVE: u32 = 1000;

/// Action after a token.
pub(super) enum Next {
    /// Goes on after so many tokens. There is always one, so reading never stands still.
    Past(NonZeroUsize),
    /// The line cannot be read any further.
    Stop,
}

impl Next {
    /// Goes on after one token.
    pub(super) const ONE: Next = Next::Past(NonZeroUsize::MIN);

    /// Goes on from the token `at` with a later one.
    pub(super) fn from_to(at: usize, next: usize) -> Next {
        Next::Past(tokens_between(at, next))
    }
}

/// Number of tokens from one up to a later one; at least the first itself.
pub(super) fn tokens_between(at: usize, next: usize) -> NonZeroUsize {
    debug_assert!(next > at, "reading goes forward");
    NonZeroUsize::new(next.saturating_sub(at)).unwrap_or(NonZeroUsize::MIN)
}

/// Output of a reading besides the game and the diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gather {
    /// Only the game and its diagnostics.
    Nothing,
    /// Fixes of the text.
    Fixes,
    /// Claims on the parts of the text.
    Claims,
}

/// Plays the movetext from the start of a choice.
pub(crate) fn play(
    text: &str,
    tokens: &[Token],
    stats: &TokenStats,
    choice: &Choice,
    options: &ReadOptions,
    gather: Gather,
) -> Played {
    let mut hints = Vec::new();
    loop {
        let fixes = gather == Gather::Fixes;
        let frame = Frame {
            node: NodeId::ROOT,
            board: Board::start(choice),
            before: None,
            pending: Vec::new(),
            after_variation: false,
            moved: false,
            shift: 0,
        };
        let mut player = Player {
            text,
            tokens,
            stats,
            choice,
            options,
            stack: Vec::new(),
            frame,
            out: Played {
                fixes: FixCollector::new(fixes),
                claims: Claims::new(gather == Gather::Claims),
                ..Played::default()
            },
            plies: 0,
            number: None,
            missing_checks: Tally::default(),
            missing_numbers: Tally::default(),
            nonstandard_numbers: Tally::default(),
            nonstandard_spaces: Tally::default(),
            foreign_told: false,
            slipped: false,
            jumped: 0,
            reader: lend_reader(),
            end: tokens.len(),
            hints: &hints,
            known_prose: None,
            lookahead: word::PROSE_LOOKAHEAD * 4 + tokens.len() * 16,
            ending: None,
            last: Last { code: &codes::MORE, ply: None, kept: false },
            errors: 0,
        };
        // Not every word is a move, and not every comment has a move of its own.
        let room = |count: usize| count.min(1 << 12);
        player.out.tree = Tree::with_capacity(room(stats.words), room(stats.comments));
        match player.run() {
            Ok(()) => return player.finish(),
            Err(hint) => {
                give_back(player.reader);
                hints.push(hint);
            }
        }
    }
}

impl Player<'_> {
    fn run(&mut self) -> Result<(), Hint> {
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            steps::add(1);
            if !self.hints.is_empty() {
                match self.line(at) {
                    Some(Line::Sideline(stop)) => {
                        at = self.keep_prose(at, stop);
                        continue;
                    }
                    Some(Line::Unknown) => {
                        self.stop(at);
                        return Ok(());
                    }
                    None => {}
                }
            }
            // Most of a game are spaces, numbers, and words that are well written.
            let done = match token.kind {
                Kind::Whitespace => self.is_plain_space(&token.span),
                Kind::Word => !self.must_judge(at) && self.play_at_speed(at),
                Kind::Number { number: Some(number), dots }
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
            }
        }
        Ok(())
    }

    fn slice(&self, range: Range<usize>) -> &str {
        &self.text[range]
    }

    fn emit(&mut self, code: &'static Code, span: Range<usize>, message: impl Into<Message>) {
        let ply = self.plies;
        self.push(Diagnostic::new(code, span, message).at_ply(ply.max(1)));
    }

    /// Adds a diagnostic, unless there are too many already. The error that stops the main
    /// line is always kept.
    fn push(&mut self, diagnostic: Diagnostic) {
        let limit = self.options.limits.diagnostics;
        let error = diagnostic.severity == Severity::Error;
        let more = error && (self.stack.is_empty() || self.errors < limit);
        self.last = Last {
            code: diagnostic.code,
            ply: diagnostic.ply,
            kept: more || self.out.diagnostics.len() < limit,
        };
        if let Some(fix) = &diagnostic.fix {
            self.out.fixes.add_fix(diagnostic.code, diagnostic.ply, fix);
        }
        if self.last.kept {
            self.errors += usize::from(error);
            self.out.diagnostics.push(diagnostic);
        } else {
            self.out.more += 1;
        }
    }

    fn token(&mut self, at: usize) -> Next {
        let Token { kind, span } = &self.tokens[at];
        let span = span.clone();
        match kind {
            Kind::Whitespace => self.blank(span),
            Kind::Tag(_) => {}
            Kind::Escape => {
                self.out.claims.reported(span.clone(), Part::Decoration, &codes::ESCAPE);
                self.emit(&codes::ESCAPE, span, "this line begins with % and was left out");
            }
            Kind::Comment { closed } => self.comment(span, *closed),
            Kind::LineComment => {
                let body = self.slice(span.start + 1..span.end).trim().to_owned();
                self.out.claims.add(span, Part::Comment);
                self.add_comment(body);
            }
            Kind::Bracket => {
                let body = unwrap_lines(self.slice(span.clone()));
                let body = text::without_braces(&body);
                self.emit(
                    &codes::BRACKET_TEXT,
                    span.clone(),
                    message!("`{body}` stands outside a comment; it was kept as one", body),
                );
                let replacement = format!("{{{body}}}");
                self.out.claims.keep(span.clone(), &codes::BRACKET_TEXT);
                self.fix_last(span, replacement, Confidence::Safe);
                self.add_comment(body);
            }
            Kind::Number { number: Some(MAY_BE_MOVE..), dots: 0 } => {
                return self.no_move(at, &self.text[span.clone()], &span, None);
            }
            // `3. 3 Nd4`: a move that lost its letter.
            Kind::Number { number: Some(_), dots: 0 }
                if matches!(self.number, Some((Some(_), 1.., _))) =>
            {
                return self.unread(&self.text[span.clone()], &span, None);
            }
            Kind::Number { number, dots } => {
                self.number = match self.number.take() {
                    // `44. ... Rf8`
                    Some((n, d, first)) if number.is_none() => {
                        Some((n, d.saturating_add(*dots), first.start..span.end))
                    }
                    _ => Some((*number, *dots, span)),
                };
            }
            Kind::Nag(number) => self.nag(*number, span),
            // `3. ? Nd4`: a move that the writer could not make out.
            Kind::Glyph
                if self.number.is_some()
                    && self.text[span.clone()].starts_with('?')
                    && self.end_of_prose(at).is_none() =>
            {
                return self.unread(&self.text[span.clone()], &span, None);
            }
            Kind::Glyph => self.glyph(span),
            Kind::Open => return self.open(at),
            Kind::Close => self.close(span),
            Kind::Stray => {
                let stray = self.slice(span.clone()).to_owned();
                self.emit(
                    &codes::STRAY,
                    span.clone(),
                    message!("`{stray}` belongs to nothing here; it was left out", stray),
                );
                self.out.claims.reported(span.clone(), Part::Decoration, &codes::STRAY);
                self.fix_last(span, String::new(), Confidence::Safe);
            }
            Kind::Word => return self.word(at),
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

    fn blank(&mut self, span: Range<usize>) {
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
            self.propose_fix(&codes::ODD_BLANKS, span, plain, Confidence::Safe);
        }
    }

    /// Adds a fix, if fixes are collected.
    fn propose_fix(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        replacement: impl Into<String>,
        confidence: Confidence,
    ) {
        let ply = Some(self.plies.max(1));
        self.out.fixes.add(code, ply, span, replacement, confidence);
    }

    /// The fix of the diagnostic that was added last.
    fn fix_last(&mut self, span: Range<usize>, replacement: String, confidence: Confidence) {
        let fix = Fix { span, replacement, confidence };
        let Last { code, ply, kept } = self.last;
        self.out.fixes.add_fix(code, ply, &fix);
        if kept && let Some(last) = self.out.diagnostics.last_mut() {
            last.fix = Some(fix);
        }
    }

    /// The main line cannot be read from this token on.
    fn stop(&mut self, at: usize) {
        self.out.stopped = true;
        self.out.stop = Some(at);
        // With dots after some of the numbers, those without would be none.
        if !self.stats.numbered {
            self.out.fixes.drop_code(&codes::ODD_NUMBER);
        }
        let start = self.number.take().map_or(self.tokens[at].span.start, |(_, _, s)| s.start);
        let mut end = self.text.len();
        // The result at the end is not part of what is unread, and prose after it neither.
        let last = (at + 1..self.tokens.len()).rev().find_map(|i| {
            let token = &self.tokens[i];
            let word = self.slice(token.span.clone());
            match token.kind {
                Kind::Word => match result::from_spelling(word) {
                    Some(outcome) => Some(Some((i, outcome))),
                    None if looks_like_a_move(word) => Some(None),
                    None => {
                        let glued = unglue(word, self.choice.language);
                        glued.is_some_and(|glued| glued.san.is_some()).then_some(None)
                    }
                },
                Kind::Number { dots: 1.., .. } | Kind::Open | Kind::Tag(_) => Some(None),
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
                    Next::Stop => {
                        let number = self.number.take().map(|(_, _, place)| place.start);
                        let rest = number.unwrap_or(self.tokens[at].span.start)..self.text.len();
                        self.out.claims.rest(rest.clone(), Part::Kept, Some(self.last.code));
                        let body = text::without_braces(&unwrap_lines(self.slice(rest).trim()));
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

    fn finish(mut self) -> Played {
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
        let told = [
            self.missing_checks.missing_checks(),
            self.nonstandard_numbers.nonstandard_numbers(),
            self.nonstandard_spaces
                .diagnostic(&codes::ODD_BLANKS, "an invisible or unusual space stands"),
        ];
        for diagnostic in told.into_iter().flatten() {
            self.push(diagnostic);
        }
        if let Some((span, ply)) = self.missing_numbers.first.clone() {
            let n = self.missing_numbers.count;
            let message = message!(
                "{count} of White's moves {verb} no number, first this one",
                count = n,
                verb = if n == 1 { "has" } else { "have" }
            );
            self.out
                .diagnostics
                .push(Diagnostic::new(&codes::MISSING_NUMBERS, span, message).at_ply(ply.max(1)));
        }
        give_back(self.reader);
        self.out.last = Some(self.frame.board);
        self.out
    }
}

/// Spaces without what shows nothing: odd spaces become plain ones, and what has no
/// width goes, unless it is all that parts two words.
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
