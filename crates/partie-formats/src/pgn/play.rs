//! Playing the moves of a game: tokens to a tree of legal moves.

use std::ops::Range;

use partie_core::{
    Color, Comment, CommentPlace, Nag, NodeId, Outcome, Ply, Position, Tree,
    moves::{
        CheckMark, NotRead, Quirks, Reading,
        san::{self, San},
    },
};

use super::{
    choose::{Choice, looks_like_a_move},
    codes, result,
    token::{Kind, Token},
};
use crate::{Code, Confidence, Diagnostic, ReadOptions, Severity};

/// What came out of the movetext.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) tree: Tree,
    pub(crate) findings: Vec<Diagnostic>,
    /// The first result at the end of the main line, and where it stands.
    pub(crate) result: Option<(Outcome, Range<usize>)>,
    /// From where the main line could not be read.
    pub(crate) unread: Option<Range<usize>>,
    /// Whether the main line stopped at a word that another reading might understand.
    pub(crate) stopped: bool,
    /// The last position of the main line.
    pub(crate) last: Option<Position>,
}

/// A line that is being read: the main line or a variation.
struct Frame {
    /// The last move of the line, or the node the line hangs from.
    node: NodeId,
    position: Position,
    /// The node and the position before the last move.
    before: Option<(NodeId, Position)>,
    /// Comments for the next move.
    pending: Vec<String>,
    /// A variation has stood since the last move.
    after_variation: bool,
    moved: bool,
    /// What must be added to the position's move number to get the record's.
    shift: i64,
}

/// Things that are told once with their count.
#[derive(Default)]
struct Tally {
    count: u32,
    first: Option<(Range<usize>, u32)>,
}

impl Tally {
    fn add(&mut self, span: &Range<usize>, ply: u32) {
        self.count += 1;
        self.first.get_or_insert_with(|| (span.clone(), ply));
    }
}

pub(crate) struct Player<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// For each `(` the token of its `)`.
    closes: Vec<Option<usize>>,
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
    odd_numbers: Tally,
    odd_blanks: Tally,
    foreign_told: bool,
    numbered: bool,
}

/// What the reader does after a word.
enum Next {
    /// Goes on with this token.
    At(usize),
    /// The line cannot be read any further.
    Stop,
}

/// Plays the movetext from the start of a choice.
pub(crate) fn play(text: &str, tokens: &[Token], choice: &Choice, options: &ReadOptions) -> Played {
    let frame = Frame {
        node: NodeId::ROOT,
        position: choice.start.clone(),
        before: None,
        pending: Vec::new(),
        after_variation: false,
        moved: false,
        shift: 0,
    };
    let mut player = Player {
        text,
        tokens,
        closes: matching(tokens),
        choice,
        options,
        stack: Vec::new(),
        frame,
        out: Played::default(),
        plies: 0,
        number: None,
        missing_checks: Tally::default(),
        missing_numbers: Tally::default(),
        odd_numbers: Tally::default(),
        odd_blanks: Tally::default(),
        foreign_told: false,
        numbered: tokens
            .iter()
            .any(|t| matches!(t.kind, Kind::Number { number: Some(_), dots: 1.. })),
    };
    player.run();
    player.finish()
}

/// For each opening parenthesis its closing one.
fn matching(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closes = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(i),
            Kind::Close => {
                if let Some(o) = open.pop() {
                    closes[o] = Some(i);
                }
            }
            // A tag cannot stand in a variation: whatever was open is not closed behind it.
            Kind::Tag(_) => open.clear(),
            _ => {}
        }
    }
    closes
}

impl Player<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            match self.token(at) {
                Next::At(next) => at = next,
                Next::Stop if self.stack.is_empty() => {
                    self.stop(at);
                    return;
                }
                Next::Stop => at = self.leave_variation(at),
            }
        }
    }

    fn slice(&self, range: Range<usize>) -> &str {
        &self.text[range]
    }

    fn finding(&mut self, code: &'static Code, span: Range<usize>, message: impl Into<String>) {
        let ply = self.plies;
        self.out.findings.push(Diagnostic::new(code, span, message).at_ply(ply.max(1)));
    }

    fn token(&mut self, at: usize) -> Next {
        let Token { kind, span } = &self.tokens[at];
        let span = span.clone();
        match kind {
            Kind::Blank => {
                let odd = self.slice(span.clone()).char_indices().find(|(i, c)| {
                    // A byte order mark at the start and 0x1A or 0xFF at the end belong to files.
                    super::token::is_odd_blank(*c)
                        && !(span.start + i == 0 || span.end == self.text.len())
                });
                if let Some((i, c)) = odd {
                    let place = span.start + i;
                    self.odd_blanks.add(&(place..place + c.len_utf8()), self.plies);
                }
            }
            Kind::Tag(_) => {}
            Kind::Escape => self.finding(&codes::ESCAPE, span, "this line begins with % and was left out"),
            Kind::Comment { closed } => self.comment(span, *closed),
            Kind::LineComment => {
                let body = self.slice(span.start + 1..span.end).trim().to_owned();
                self.add_comment(body);
            }
            Kind::Bracket => {
                let body = self.slice(span.clone()).to_owned();
                self.finding(
                    &codes::BRACKET_TEXT,
                    span.clone(),
                    format!("`{body}` stands outside a comment; it was kept as one"),
                );
                let replacement = format!("{{{body}}}");
                self.fix_last(span, replacement, Confidence::Safe);
                self.add_comment(body);
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
            Kind::Glyph => self.glyph(span),
            Kind::Open => return self.open(at),
            Kind::Close => self.close(span),
            Kind::Stray => {
                let stray = self.slice(span.clone()).to_owned();
                self.finding(&codes::STRAY, span.clone(), format!("`{stray}` belongs to nothing here; it was left out"));
                self.fix_last(span, String::new(), Confidence::Safe);
            }
            Kind::Word => return self.word(at),
        }
        Next::At(at + 1)
    }

    fn fix_last(&mut self, span: Range<usize>, replacement: String, confidence: Confidence) {
        if let Some(last) = self.out.findings.last_mut() {
            last.fix = Some(crate::Fix { span, replacement, confidence });
        }
    }

    // ---- comments and annotations

    fn comment(&mut self, span: Range<usize>, closed: bool) {
        let inner = span.start + 1..span.end - usize::from(closed);
        let mut body = unwrap_lines(self.slice(inner.clone()));
        if !closed {
            self.finding(
                &codes::OPEN_COMMENT,
                span.start..span.start + 1,
                "expected a closing brace, but the game ends inside this comment",
            );
        } else if let Some(i) = self.slice(inner.clone()).find('{') {
            let place = inner.start + i;
            self.finding(&codes::NESTED_BRACE, place..place + 1, "a brace opens inside a comment; braces do not nest");
        }
        let limit = self.options.limits.text_bytes;
        if body.len() > limit {
            body.truncate(body.floor_char_boundary(limit));
            self.finding(&codes::TEXT_TOO_LONG, span, format!("the comment is longer than {limit} bytes and was cut"));
        }
        self.add_comment(body);
    }

    fn add_comment(&mut self, text: String) {
        let frame = &mut self.frame;
        if frame.after_variation || !frame.moved && !self.stack.is_empty() {
            frame.pending.push(text);
        } else {
            self.out.tree.annotations_mut(frame.node).comments.push(Comment::after(text));
        }
    }

    fn add_nag(&mut self, nag: Nag) -> bool {
        if !self.frame.moved {
            return false;
        }
        let nags = &mut self.out.tree.annotations_mut(self.frame.node).nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
        true
    }

    fn nag(&mut self, number: Option<u32>, span: Range<usize>) {
        let text = self.slice(span.clone()).to_owned();
        match number.and_then(|n| u8::try_from(n).ok()) {
            Some(n) => {
                if !self.add_nag(Nag(n)) {
                    self.early_nag(span, text);
                }
            }
            None => {
                self.finding(
                    &codes::BAD_NAG,
                    span,
                    format!("expected $ and a number from 0 to 255, but found `{text}`; it was kept as a comment"),
                );
                self.add_comment(text);
            }
        }
    }

    fn early_nag(&mut self, span: Range<usize>, text: String) {
        self.finding(
            &codes::EARLY_NAG,
            span,
            format!("`{text}` stands before any move; it was kept as a comment"),
        );
        self.add_comment(text);
    }

    fn glyph(&mut self, span: Range<usize>) {
        let text = self.slice(span.clone()).to_owned();
        let Some(nag) = Nag::from_glyph(&text) else {
            // `!!!` or `?!?`: an exclamation that the standard has no number for.
            self.finding(
                &codes::BAD_NAG,
                span,
                format!("`{text}` is none of ! ? !! ?? !? ?!; it was kept as a comment"),
            );
            self.add_comment(text);
            return;
        };
        if nag.suffix() != Some(&text) {
            self.finding(
                &codes::GLYPH,
                span.clone(),
                format!("expected ${}, but found the sign `{text}`", nag.0),
            );
            self.fix_last(span.clone(), format!(" ${} ", nag.0).trim_end().to_owned(), Confidence::Safe);
        }
        if !self.add_nag(nag) {
            self.early_nag(span, text);
        }
    }

    // ---- variations

    fn open(&mut self, at: usize) -> Next {
        self.number = None;
        let span = self.tokens[at].span.clone();
        let Some(close) = self.closes[at] else {
            return self.open_without_end(at);
        };
        let inner = span.end..self.tokens[close].span.start;
        let whole = span.start..self.tokens[close].span.end;
        let body = unwrap_lines(self.slice(inner.clone()).trim());
        if body.is_empty() {
            self.finding(&codes::EMPTY_VARIATION, whole.clone(), "nothing stands in these parentheses; they were left out");
            self.fix_last(whole, String::new(), Confidence::Safe);
            return Next::At(close + 1);
        }
        if is_clock(&body) {
            self.finding(
                &codes::CLOCK_COLUMN,
                whole.clone(),
                format!("the time ({body}) was read as the time taken for the move"),
            );
            let command = format!("[%emt {}]", long_clock(&body));
            self.fix_last(whole, format!("{{{command}}}"), Confidence::Safe);
            self.add_comment(command);
            return Next::At(close + 1);
        }
        let has_moves = (at + 1..close).any(|i| {
            self.tokens[i].kind == Kind::Word
                && San::parse(self.slice(self.tokens[i].span.clone()), self.choice.language).is_some()
        });
        if !has_moves {
            let only_comments = (at + 1..close)
                .all(|i| matches!(self.tokens[i].kind, Kind::Blank | Kind::Comment { .. } | Kind::LineComment));
            if only_comments {
                self.finding(&codes::EMPTY_VARIATION, whole.clone(), "these parentheses hold no moves; the comment in them was kept");
                for i in at + 1..close {
                    if self.tokens[i].kind != Kind::Blank {
                        self.token(i);
                    }
                }
                return Next::At(close + 1);
            }
            self.finding(&codes::PROSE_VARIATION, whole.clone(), "these parentheses hold a remark and no moves");
            let comment = without_braces(&body);
            self.fix_last(whole, format!("{{({comment})}}"), Confidence::Safe);
            self.add_comment(format!("({comment})"));
            return Next::At(close + 1);
        }
        if self.stack.len() >= self.options.limits.nesting {
            self.finding(
                &codes::TOO_DEEP,
                whole,
                format!("variations are nested more than {} deep here; this one was kept as a comment", self.options.limits.nesting),
            );
            let comment = without_braces(&body);
            self.add_comment(format!("({comment})"));
            return Next::At(close + 1);
        }
        let Some((parent, position)) = self.frame.before.clone() else {
            self.finding(&codes::EARLY_VARIATION, whole, "a variation stands before the move it could replace; it was kept as a comment");
            let comment = without_braces(&body);
            self.add_comment(format!("({comment})"));
            return Next::At(close + 1);
        };
        self.enter(parent, position);
        Next::At(at + 1)
    }

    fn enter(&mut self, parent: NodeId, position: Position) {
        let shift = self.frame.shift;
        let frame = Frame {
            node: parent,
            position,
            before: None,
            pending: Vec::new(),
            after_variation: false,
            moved: false,
            shift,
        };
        let outer = std::mem::replace(&mut self.frame, frame);
        self.stack.push(outer);
    }

    /// A parenthesis that is never closed: a variation to the end of the game if it
    /// begins with a move that fits, otherwise a stray sign.
    fn open_without_end(&mut self, at: usize) -> Next {
        let span = self.tokens[at].span.clone();
        let first = (at + 1..self.tokens.len())
            .find(|i| self.tokens[*i].kind == Kind::Word)
            .map(|i| self.slice(self.tokens[i].span.clone()));
        let fits = first.is_some_and(|word| {
            let san = San::parse(word, self.choice.language);
            san.is_some_and(|s| {
                self.frame.before.as_ref().is_some_and(|(_, p)| s.resolve(p).is_ok())
                    && self.stack.len() < self.options.limits.nesting
            })
        });
        self.finding(&codes::OPEN_VARIATION, span, "expected a closing parenthesis, but the game ends without it");
        if fits && let Some((parent, position)) = self.frame.before.clone() {
            self.enter(parent, position);
        }
        Next::At(at + 1)
    }

    fn close(&mut self, span: Range<usize>) {
        self.number = None;
        if self.stack.is_empty() {
            self.finding(&codes::STRAY_CLOSE, span.clone(), "this parenthesis closes nothing; it was left out");
            self.fix_last(span, String::new(), Confidence::Safe);
            return;
        }
        self.end_line();
        if let Some(outer) = self.stack.pop() {
            self.frame = outer;
            self.frame.after_variation = true;
        }
    }

    /// Comments that wait for a move that does not come.
    fn end_line(&mut self) {
        let pending = std::mem::take(&mut self.frame.pending);
        if pending.is_empty() {
            return;
        }
        // A variation of which nothing could be read hangs its words on the move before.
        let place = CommentPlace::Last;
        let comments = &mut self.out.tree.annotations_mut(self.frame.node).comments;
        comments.extend(pending.into_iter().map(|text| Comment { text, place }));
    }

    /// Gives up a variation at a token; the rest of it becomes a comment.
    fn leave_variation(&mut self, at: usize) -> usize {
        // The variation ends at the `)` that closes this depth.
        let mut depth = 0_usize;
        let mut end = self.tokens.len();
        for (i, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => {
                    end = i;
                    break;
                }
                Kind::Close => depth -= 1,
                Kind::Tag(_) => {
                    end = i;
                    break;
                }
                _ => {}
            }
        }
        let start = self.number.take().map_or(self.tokens[at].span.start, |(_, _, s)| s.start);
        let stop = self.tokens.get(end).map_or(self.text.len(), |t| t.span.start);
        let body = without_braces(&unwrap_lines(self.slice(start..stop).trim()));
        self.add_comment(body);
        if end == self.tokens.len() {
            return end;
        }
        end
    }

    // ---- words

    fn word(&mut self, at: usize) -> Next {
        let span = self.tokens[at].span.clone();
        let word = self.slice(span.clone()).to_owned();
        if let Some(outcome) = result::from_spelling(&word) {
            self.result(outcome, span, &word);
            return Next::At(at + 1);
        }
        match San::parse(&word, self.choice.language) {
            Some(san) => match san.resolve(&self.frame.position) {
                Ok(reading) => {
                    self.play_move(reading, &span, at);
                    Next::At(at + 1)
                }
                Err(error) => self.no_move(at, &word, &span, Some((san, error))),
            },
            None => self.strange_word(at, &word, &span),
        }
    }

    /// A word that is no move as it stands.
    fn strange_word(&mut self, at: usize, word: &str, span: &Range<usize>) -> Next {
        // A result or a sign without a blank before it.
        if let Some((end, outcome)) = result::glued(word)
            && let Some(san) = San::parse(&word[..end], self.choice.language)
        {
            return match san.resolve(&self.frame.position) {
                Ok(reading) => {
                    let place = span.start + end..span.end;
                    self.play_move(reading, &(span.start..span.start + end), at);
                    self.finding(&codes::GLUED_RESULT, place.clone(), "expected a blank between the last move and the result");
                    self.fix_last(place.start..place.start, " ".to_owned(), Confidence::Safe);
                    self.result(outcome, place, outcome.as_pgn());
                    Next::At(at + 1)
                }
                Err(error) => self.no_move(at, word, span, Some((san, error))),
            };
        }
        if let Some((end, nag)) = glued_glyph(word)
            && let Some(san) = San::parse(&word[..end], self.choice.language)
            && let Ok(reading) = san.resolve(&self.frame.position)
        {
            let place = span.start + end..span.end;
            self.play_move(reading, &(span.start..span.start + end), at);
            self.finding(&codes::GLYPH, place.clone(), format!("expected ${}, but found the sign `{}`", nag.0, &word[end..]));
            self.fix_last(place, format!(" ${}", nag.0), Confidence::Safe);
            self.add_nag(nag);
            return Next::At(at + 1);
        }
        // A move number without dot or blank: `12Nf3`.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if (1..=3).contains(&digits)
            && let Some(san) = San::parse(&word[digits..], self.choice.language)
            && let Ok(reading) = san.resolve(&self.frame.position)
        {
            let place = span.start..span.start + digits;
            self.number = Some((word[..digits].parse().ok(), 0, place));
            self.play_move(reading, &(span.start + digits..span.end), at);
            return Next::At(at + 1);
        }
        let low = word.to_lowercase();
        if self.frame.moved
            && matches!(
                low.as_str(),
                "e.p." | "ep" | "e.p" | "ep." | "ch" | "ch." | "+" | "++" | "#" | "dis" | "dis." | "dbl" | "mate" | "mat" | "matt"
                    | "check" | "checkmate"
            )
        {
            self.finding(&codes::DETACHED_MARK, span.clone(), format!("`{word}` was read as a mark of the move before"));
            self.fix_last(span.clone(), String::new(), Confidence::Safe);
            return Next::At(at + 1);
        }
        if word == "N" && self.frame.moved {
            self.finding(&codes::GLYPH, span.clone(), "expected $146, but found the sign `N`");
            self.fix_last(span.clone(), "$146".to_owned(), Confidence::Safe);
            self.add_nag(Nag(146));
            return Next::At(at + 1);
        }
        self.no_move(at, word, span, None)
    }

    fn result(&mut self, outcome: Outcome, span: Range<usize>, word: &str) {
        self.number = None;
        if !self.stack.is_empty() {
            // An unclosed variation may have swallowed the end of the game.
            let last = self.tokens.iter().rposition(|t| {
                !matches!(t.kind, Kind::Blank | Kind::Comment { .. } | Kind::LineComment | Kind::Close)
            });
            let at_end = last.is_some_and(|i| self.tokens[i].span == span);
            let closed = last.is_some_and(|i| {
                self.tokens[i..].iter().filter(|t| t.kind == Kind::Close).count() >= self.stack.len()
            });
            if !at_end || closed {
                self.finding(&codes::RESULT_IN_VARIATION, span, format!("`{word}` stands in a variation; it was kept as a comment"));
                self.add_comment(word.to_owned());
                return;
            }
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
            self.finding(&codes::SECOND_RESULT, span.clone(), format!("a second result, `{word}`, stands here; the first was taken"));
            if let Some(last) = self.out.findings.last_mut() {
                last.related = Some(crate::Related { span: first, message: "the first result is given here".to_owned() });
            }
            self.fix_last(span, String::new(), Confidence::Likely);
            return;
        }
        if word != outcome.as_pgn() {
            self.finding(&codes::ODD_RESULT, span.clone(), format!("expected `{}`, but found `{word}`", outcome.as_pgn()));
            self.fix_last(span.clone(), outcome.as_pgn().to_owned(), Confidence::Safe);
        }
        self.out.result = Some((outcome, span));
    }

    fn play_move(&mut self, reading: Reading, span: &Range<usize>, at: usize) {
        let mainline = self.stack.is_empty();
        if mainline {
            self.plies += 1;
        }
        self.check_number(span);
        let before = self.frame.position.clone();
        if self.frame.position.play(reading.ply).is_err() {
            // Only a null move can fail here: the side to move is in check.
            self.finding(&codes::ILLEGAL_MOVE, span.clone(), "a side in check cannot pass");
            if mainline {
                self.plies -= 1;
            }
            self.frame.pending.push(self.slice(span.clone()).to_owned());
            return;
        }
        self.report(reading, &before, span);
        let node = self.out.tree.add(self.frame.node, reading.ply);
        let pending = std::mem::take(&mut self.frame.pending);
        if !pending.is_empty() {
            let place = CommentPlace::Before;
            let comments = &mut self.out.tree.annotations_mut(node).comments;
            comments.extend(pending.into_iter().map(|text| Comment { text, place }));
        }
        self.frame.before = Some((self.frame.node, before));
        self.frame.node = node;
        self.frame.moved = true;
        self.frame.after_variation = false;
        let _ = at;
    }

    fn check_number(&mut self, span: &Range<usize>) {
        let frame = &mut self.frame;
        let white = frame.position.turn() == Color::White;
        let Some((number, dots, place)) = self.number.take() else {
            if white && self.stack.is_empty() {
                self.missing_numbers.add(span, self.plies);
            }
            return;
        };
        let text = &self.text[place.clone()];
        let usual = match (white, dots) {
            (true, 1) | (false, 3) => !text.contains('…'),
            _ => false,
        };
        if !usual || number.is_none() {
            self.odd_numbers.add(&place, self.plies);
        }
        let expected = i64::from(frame.position.fullmoves()) + frame.shift;
        if let Some(number) = number
            && i64::from(number) != expected
        {
            // Black's `1. e4 2. e5` counts plies; it is reported like any other.
            frame.shift += i64::from(number) - expected;
            let right = format!("{expected}{}", if white { "." } else { "..." });
            let message = format!("expected move number {expected}, but found {number}");
            self.out.findings.push(
                Diagnostic::new(&codes::WRONG_NUMBER, place.clone(), message)
                    .at_ply(self.plies.max(1))
                    .expected(expected.to_string(), number.to_string())
                    .fix(place, right, Confidence::Safe),
            );
        }
    }

    /// What was forgiven in a move, as findings.
    fn report(&mut self, reading: Reading, before: &Position, span: &Range<usize>) {
        let Reading { ply, quirks, mark } = reading;
        let after = &self.frame.position;
        let is_check = after.is_check();
        let true_mark = if is_check || before.variant() != partie_core::Variant::Standard {
            san::check_mark(after)
        } else {
            ""
        };
        let ends = true_mark == "#";
        if mark == CheckMark::None {
            if !true_mark.is_empty() && ply != Ply::Null {
                self.missing_checks.add(span, self.plies);
            }
        } else if true_mark.is_empty() || mark == CheckMark::Mate && !ends {
            let found = if mark == CheckMark::Mate { "mate" } else { "check" };
            let truth = if is_check { "it is only check" } else { "it is none" };
            self.finding(&codes::WRONG_CHECK, span.clone(), format!("the record marks {found}, but {truth}"));
        } else if mark == CheckMark::Check && ends {
            self.missing_checks.add(span, self.plies);
        }
        if ply == Ply::Null {
            let severity = if self.stack.is_empty() { Severity::Warning } else { Severity::Note };
            self.finding(&codes::NULL_MOVE, span.clone(), "a null move: the side to move passes");
            if let Some(last) = self.out.findings.last_mut() {
                last.severity = severity;
            }
        }
        let foreign = self.choice.language != partie_core::Language::English;
        if foreign && !self.foreign_told && ply.to_move().is_some_and(|m| m.role() != partie_core::Role::Pawn && !m.is_castle()) {
            self.foreign_told = true;
            self.finding(
                &codes::FOREIGN_LETTERS,
                span.clone(),
                format!("the piece letters of this game are those of the language `{}`", self.choice.language.code()),
            );
        }
        if quirks.is_empty() {
            return;
        }
        let found = self.slice(span.clone()).to_owned();
        let clean = san::write(before, ply);
        for (quirk, code) in QUIRKS {
            if quirks.contains(*quirk) {
                let ply_number = self.plies.max(1);
                self.out.findings.push(
                    Diagnostic::new(code, span.clone(), format!("expected `{clean}`, but found `{found}`"))
                        .at_ply(ply_number)
                        .expected(clean.clone(), found.clone())
                        .fix(span.clone(), clean.clone(), confidence(*quirk)),
                );
            }
        }
    }

    /// A word where a move should stand and none can be played.
    fn no_move(&mut self, at: usize, word: &str, span: &Range<usize>, read: Option<(San, NotRead)>) -> Next {
        if read.is_none() && !looks_like_a_move(word) && !self.is_torn_move(at, word)
            && let Some(next) = self.prose(at)
        {
            return next;
        }
        let side = match self.frame.position.turn() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let number = i64::from(self.frame.position.fullmoves()) + self.frame.shift;
        let (code, message) = match &read {
            _ if self.frame.position.end().is_some() && self.frame.position.legal_moves().is_empty() => {
                (&codes::AFTER_END, format!("the game is over before `{word}`"))
            }
            None => (
                &codes::NOT_A_MOVE,
                format!("expected {side}'s move {number}, but `{word}` is no move"),
            ),
            Some((_, NotRead::Ambiguous(moves))) => {
                let list: Vec<_> = moves.iter().map(|m| Ply::Move(*m).to_string()).collect();
                (&codes::AMBIGUOUS, format!("`{word}` can be {}", list.join(" or ")))
            }
            Some((san, _)) => (
                &codes::ILLEGAL_MOVE,
                format!(
                    "`{word}` is not legal at {side}'s move {number}: {}",
                    partie_core::moves::why::why_illegal(&self.frame.position, san)
                ),
            ),
        };
        let in_variation = !self.stack.is_empty();
        let ply = if in_variation { self.plies.max(1) } else { self.plies + 1 };
        let code = if in_variation { &codes::BAD_VARIATION } else { code };
        let mut finding = Diagnostic::new(code, span.clone(), message)
            .at_ply(ply)
            .expected(format!("{side}'s move {number}"), word);
        if let Some((_, NotRead::Ambiguous(moves))) = &read
            && let [first, ..] = moves.as_slice()
        {
            finding = finding.fix(span.clone(), san::write(&self.frame.position, Ply::Move(*first)), Confidence::Guess);
        } else if let Some((san, NotRead::Illegal)) = &read
            && let Some(near) = partie_core::moves::why::nearest(&self.frame.position, san).first()
        {
            finding = finding.fix(span.clone(), san::write(&self.frame.position, Ply::Move(*near)), Confidence::Guess);
        }
        self.out.findings.push(finding);
        Next::Stop
    }

    /// The beginning of a move at the very end of the text, as `63. Kx`.
    fn is_torn_move(&self, at: usize, word: &str) -> bool {
        let b = word.as_bytes();
        let torn = matches!(b, [b'K' | b'Q' | b'R' | b'B' | b'N'] | [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h' | b'x'])
            || matches!(b, [b'a'..=b'h'] | [b'a'..=b'h', b'x'] | [b'O', b'-'] | [b'O', b'-', b'O', b'-']);
        torn && self.tokens[at + 1..].iter().all(|t| t.kind == Kind::Blank)
    }

    /// Words that are no moves, up to where the game goes on. `None` if it does not
    /// go on although moves follow.
    fn prose(&mut self, at: usize) -> Option<Next> {
        let mut depth = 0_usize;
        let mut first_legal = None;
        let mut moves_follow = false;
        let mut number = None;
        let mut end = self.tokens.len();
        let expected = i64::from(self.frame.position.fullmoves()) + self.frame.shift;
        for (i, token) in self.tokens.iter().enumerate().skip(at) {
            match &token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => {
                    end = i;
                    break;
                }
                Kind::Close => depth -= 1,
                Kind::Tag(_) => {
                    end = i;
                    break;
                }
                Kind::Number { number: n, dots } if *dots > 0 => number = *n,
                Kind::Word if depth == 0 => {
                    let word = self.slice(token.span.clone());
                    if result::from_spelling(word).is_some() {
                        end = i;
                        break;
                    }
                    let word = result::glued(word).map_or(word, |(end, _)| &word[..end]);
                    if let Some(san) = San::parse(word, self.choice.language) {
                        moves_follow = true;
                        if san.resolve(&self.frame.position).is_ok() {
                            if number.is_some_and(|n| i64::from(n) == expected) {
                                first_legal = Some(i);
                                break;
                            }
                            first_legal.get_or_insert(i);
                            if !self.numbered {
                                break;
                            }
                        }
                    }
                    number = None;
                }
                _ => {}
            }
        }
        let stop = match first_legal {
            // The number before the move is not prose.
            Some(i) => self.tokens[at..i]
                .iter()
                .rposition(|t| !matches!(t.kind, Kind::Blank | Kind::Number { dots: 1.., .. }))
                .map_or(i, |r| at + r + 1),
            None if moves_follow => return None,
            None => end,
        };
        // Comments, variations and signs inside the prose stay what they are.
        let mut i = at;
        while i < stop {
            let from = i;
            while i < stop
                && !matches!(
                    self.tokens[i].kind,
                    Kind::Comment { .. } | Kind::LineComment | Kind::Open | Kind::Escape | Kind::Nag(_)
                )
            {
                i += 1;
            }
            let range = self.tokens[from].span.start..self.tokens[i - usize::from(i > from)].span.end;
            let body = unwrap_lines(self.slice(range.clone()).trim());
            if i > from && !body.is_empty() {
                self.finding(&codes::PROSE, range.clone(), format!("`{}` stands outside a comment; it was kept as one", shorten(&body)));
                let comment = without_braces(&body);
                self.fix_last(range, format!("{{{comment}}} "), Confidence::Likely);
                self.add_comment(comment);
            }
            if i < stop {
                // One token that stands for itself, or a whole variation.
                if self.tokens[i].kind == Kind::Open {
                    return Some(Next::At(i));
                }
                if let Next::At(next) = self.token(i) {
                    i = next;
                }
            }
        }
        self.number = None;
        Some(Next::At(stop))
    }

    // ---- the end

    /// The main line cannot be read from this token on.
    fn stop(&mut self, at: usize) {
        self.out.stopped = true;
        let start = self.number.take().map_or(self.tokens[at].span.start, |(_, _, s)| s.start);
        let mut end = self.text.len();
        // The result at the end is not part of what is unread.
        let last = self.tokens.iter().rposition(|t| {
            !matches!(t.kind, Kind::Blank | Kind::Comment { .. } | Kind::LineComment | Kind::Escape)
        });
        if let Some(i) = last.filter(|i| *i > at)
            && self.tokens[i].kind == Kind::Word
            && let Some(outcome) = result::from_spelling(self.slice(self.tokens[i].span.clone()))
        {
            let span = self.tokens[i].span.clone();
            end = span.start;
            if self.out.result.is_none() {
                self.out.result = Some((outcome, span.clone()));
            }
            // What follows the result is read as usual.
            let rest = i + 1;
            self.out.unread = Some(start..end);
            let mut at = rest;
            while at < self.tokens.len() {
                match self.token(at) {
                    Next::At(next) => at = next,
                    Next::Stop => break,
                }
            }
        }
        self.out.unread = Some(start..end);
    }

    fn finish(mut self) -> Played {
        while let Some(outer) = self.stack.pop() {
            self.end_line();
            self.frame = outer;
            self.frame.after_variation = true;
        }
        self.end_line();
        for (tally, code, words) in [
            (&self.missing_checks, &codes::MISSING_CHECK, "a check mark is missing"),
            (&self.odd_numbers, &codes::ODD_NUMBER, "a move number has another form"),
            (&self.odd_blanks, &codes::ODD_BLANKS, "an invisible or unusual blank stands"),
        ] {
            if let Some((span, ply)) = tally.first.clone() {
                let message = match tally.count {
                    1 => format!("{words} here"),
                    n => format!("{words} here, and at {} more places in this game", n - 1),
                };
                self.out.findings.push(Diagnostic::new(code, span, message).at_ply(ply.max(1)));
            }
        }
        if let Some((span, ply)) = self.missing_numbers.first.clone() {
            let n = self.missing_numbers.count;
            let message = format!("{n} of White's moves {} no number, first this one", if n == 1 { "has" } else { "have" });
            self.out.findings.push(Diagnostic::new(&codes::MISSING_NUMBERS, span, message).at_ply(ply.max(1)));
        }
        self.out.last = Some(self.frame.position);
        self.out
    }
}

const QUIRKS: &[(Quirks, &Code)] = &[
    (Quirks::ZERO_CASTLING, &codes::ZERO_CASTLING),
    (Quirks::ODD_CASTLING, &codes::ODD_CASTLING),
    (Quirks::LOWERCASE_PIECE, &codes::LOWERCASE_PIECE),
    (Quirks::ODD_PROMOTION, &codes::ODD_PROMOTION),
    (Quirks::MISSING_PROMOTION, &codes::MISSING_PROMOTION),
    (Quirks::EN_PASSANT_MARK, &codes::EN_PASSANT_MARK),
    (Quirks::ODD_CHECK_MARK, &codes::ODD_CHECK_MARK),
    (Quirks::OVER_DISAMBIGUATED, &codes::OVER_DISAMBIGUATED),
    (Quirks::ODD_CAPTURE_SIGN, &codes::ODD_CAPTURE),
    (Quirks::MISSING_CAPTURE_SIGN, &codes::MISSING_CAPTURE),
    (Quirks::FALSE_CAPTURE_SIGN, &codes::FALSE_CAPTURE),
    (Quirks::PAWN_LETTER, &codes::PAWN_LETTER),
    (Quirks::LONG_FORM, &codes::LONG_FORM),
    (Quirks::MISSING_RANK, &codes::MISSING_RANK),
    (Quirks::FIGURINE, &codes::FIGURINE),
    (Quirks::CASTLING_AS_KING_MOVE, &codes::KING_MOVE_CASTLING),
    (Quirks::ODD_NULL, &codes::ODD_NULL),
    (Quirks::BARE_DROP, &codes::BARE_DROP),
    (Quirks::LOOKALIKES, &codes::LOOKALIKES),
    (Quirks::MISSING_FILE, &codes::MISSING_FILE),
];

fn confidence(quirk: Quirks) -> Confidence {
    if quirk == Quirks::MISSING_PROMOTION || quirk == Quirks::FALSE_CAPTURE_SIGN || quirk == Quirks::LOWERCASE_PIECE {
        Confidence::Likely
    } else {
        Confidence::Safe
    }
}

/// A sign at the end of a word, as `Kh1+-`, and where it begins.
fn glued_glyph(word: &str) -> Option<(usize, Nag)> {
    word.char_indices()
        .skip(2)
        .filter(|(i, _)| word.len() - i <= 6)
        .find_map(|(i, _)| Some((i, Nag::from_glyph(&word[i..])?)))
}

/// A text on one line: line ends with the blanks around them become one blank.
fn unwrap_lines(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for (i, line) in text.split(['\n', '\r']).enumerate() {
        let line = if i == 0 { line } else { line.trim_start_matches([' ', '\t']) };
        if i > 0 {
            let kept = out.trim_end_matches([' ', '\t']).len();
            out.truncate(kept);
            if !line.is_empty() && !out.is_empty() || i > 0 && out.is_empty() && !line.is_empty() {
                out.push(' ');
            }
        }
        out.push_str(line);
    }
    if text.ends_with(['\n', '\r']) {
        out.push(' ');
    }
    out
}

/// A text that can stand in a comment: its braces become parentheses.
fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((i, _)) => format!("{}...", &text[..i]),
        None => text.to_owned(),
    }
}

/// `0:14`, `1:02:03`, `0:00.751`.
fn is_clock(text: &str) -> bool {
    text.contains(':')
        && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.'))
        && partie_core::time::clock_milliseconds(text).is_some()
}

/// A clock with its hours.
fn long_clock(text: &str) -> String {
    match text.matches(':').count() {
        1 => match text.split_once(':') {
            Some((minutes, seconds)) => format!("0:{minutes:0>2}:{seconds}"),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}
