//! One game of BPGN to a [`Game`].

use std::ops::Range;

use partie_core::{
    BoardId, Boards, Color, Comment, CommentPlace, Game, Language, NodeId, Outcome, Variant,
    moves::{CheckMark, NotRead, san::San, why},
};

use super::{clock, codes, termination};
use crate::{
    Code, Confidence, Diagnostic, Parsed, ReadOptions, decode,
    pgn::{
        result, tags,
        token::{self, Kind, Token},
    },
};

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::{ReadOptions, bpgn};
/// let game = bpgn::parse(b"1A. e4{180} 1B. d4{180} 1a. e5{179} *", &ReadOptions::default()).value;
/// assert_eq!(game.ply_count(), 3);
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let decoded = decode::decode(text, options.encoding.as_deref());
    let tokens = token::scan(&decoded.text);
    let mut findings = Vec::new();
    let section = tags::read(&decoded.text, &tokens, options, &mut findings);
    // The roster of PGN has White and Black; here four players take their place.
    // Its archives write dates with hyphens.
    let hyphens = section.tags.get("Date").is_some_and(|d| d.contains('-'));
    findings.retain(|d| {
        !(matches!(d.code.id, "PGN015" | "PGN018") || hyphens && d.code.id == "PGN016")
    });
    let mut game = Game::new(Variant::Bughouse);
    game.tags = section.tags.clone();
    let mut reader = Reader {
        text: &decoded.text,
        tokens: &tokens,
        options,
        boards: Boards::start(Variant::Bughouse),
        node: NodeId::ROOT,
        plies: 0,
        game,
        findings,
        result: None,
        label: None,
    };
    reader.run();
    reader.finish(section.outcome());
    let Reader { game, mut findings, .. } = reader;
    for d in &mut findings {
        let place = |r: &Range<usize>| decoded.byte_offset(r.start)..decoded.byte_offset(r.end);
        d.span = place(&d.span);
        if let Some(related) = &mut d.related {
            related.span = place(&related.span);
        }
        if let Some(fix) = &mut d.fix {
            fix.span = place(&fix.span);
        }
    }
    findings.sort_by_key(|d| d.span.start);
    findings.truncate(options.limits.diagnostics);
    Parsed { value: game, diagnostics: findings }
}

/// A number with its board, as `12a.`.
#[derive(Clone)]
struct Label {
    number: Option<u32>,
    board: BoardId,
    color: Color,
    span: Range<usize>,
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    options: &'a ReadOptions,
    boards: Boards,
    node: NodeId,
    plies: u32,
    game: Game,
    findings: Vec<Diagnostic>,
    result: Option<(Outcome, Range<usize>)>,
    label: Option<Label>,
}

impl Reader<'_> {
    fn finding(&mut self, code: &'static Code, span: Range<usize>, message: String) {
        self.findings.push(Diagnostic::new(code, span, message).at_ply(self.plies.max(1)));
    }

    fn run(&mut self) {
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            let span = token.span.clone();
            match &token.kind {
                Kind::Comment { closed } => {
                    let inner = &self.text[span.start + 1..span.end - usize::from(*closed)];
                    let words = inner.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.comment(words, span);
                }
                Kind::LineComment => {
                    let words = self.text[span.start + 1..span.end].trim().to_owned();
                    self.comment(words, span);
                }
                Kind::Word => {
                    if !self.word(span) {
                        self.stop(at);
                        return;
                    }
                }
                Kind::Number { number, .. } => {
                    // A bare number: the board letter may follow after a blank.
                    if let Some(label) = &mut self.label
                        && label.number.is_none()
                    {
                        label.number = *number;
                    }
                }
                Kind::Glyph
                | Kind::Nag(_)
                | Kind::Open
                | Kind::Close
                | Kind::Stray
                | Kind::Bracket => {
                    let words = self.text[span.clone()].to_owned();
                    self.prose(words, span);
                }
                Kind::Blank | Kind::Tag(_) | Kind::Escape => {}
            }
        }
    }

    fn comment(&mut self, words: String, span: Range<usize>) {
        let comment = Comment::after(words);
        let first = self.game.tree.annotations(self.node).comments.is_empty();
        let named = comment.text.starts_with("C:") || comment.text.starts_with("R:");
        if self.node != NodeId::ROOT
            && first
            && !named
            && clock(&comment).is_none()
            && termination(&comment.text).is_none()
        {
            self.finding(
                &codes::BAD_CLOCK,
                span,
                format!("expected the mover's clock in seconds, but found `{}`", comment.text),
            );
        }
        if comment.text.len() <= self.options.limits.text_bytes {
            self.game.tree.annotations_mut(self.node).comments.push(comment);
        }
    }

    fn prose(&mut self, words: String, span: Range<usize>) {
        self.finding(
            &codes::PROSE,
            span,
            format!("`{words}` stands outside a comment; it was kept as one"),
        );
        self.game.tree.annotations_mut(self.node).comments.push(Comment::after(words));
    }

    /// False if the game cannot be read on from this word.
    fn word(&mut self, span: Range<usize>) -> bool {
        let word = &self.text[span.clone()];
        if let Some(outcome) = result::from_spelling(word) {
            self.result.get_or_insert((outcome, span));
            return true;
        }
        if let Some((label, length)) = label(word) {
            self.label = Some(Label { span: span.start..span.start + length, ..label });
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
            self.findings.push(
                Diagnostic::new(
                    &codes::NO_BOARD,
                    span,
                    format!("expected a number with a board (12A. or 12a.) before `{word}`"),
                )
                .at_ply(ply),
            );
            return false;
        };
        let Some(san) = san else {
            self.findings.push(
                Diagnostic::new(
                    &codes::NOT_A_MOVE,
                    span,
                    format!("expected a move on board {}, but `{word}` is none", label.board),
                )
                .at_ply(ply)
                .expected(format!("a move on board {}", label.board), word),
            );
            return false;
        };
        let board = self.boards.board(label.board);
        if board.turn() != label.color {
            let side = if label.color.is_white() { "White" } else { "Black" };
            let message = format!(
                "the number names {side} on board {}, who is not to move there",
                label.board
            );
            self.findings
                .push(Diagnostic::new(&codes::WRONG_SIDE, label.span.clone(), message).at_ply(ply));
        }
        let board = self.boards.board(label.board);
        if let Some(number) = label.number
            && number != board.fullmoves()
        {
            let message = format!(
                "expected move number {} on board {}, but found {number}",
                board.fullmoves(),
                label.board
            );
            let letter = letter(label.board, board.turn());
            let right = format!("{}{letter}.", board.fullmoves());
            self.findings.push(
                Diagnostic::new(&codes::WRONG_NUMBER, label.span.clone(), message)
                    .at_ply(ply)
                    .expected(board.fullmoves().to_string(), number.to_string())
                    .fix(label.span.clone(), right, Confidence::Safe),
            );
        }
        let board = self.boards.board(label.board);
        let reading = match san.resolve(board) {
            Ok(reading) => reading,
            Err(error) => {
                let code = match error {
                    NotRead::Ambiguous(_) => &codes::AMBIGUOUS,
                    _ => &codes::ILLEGAL_MOVE,
                };
                let message = match &error {
                    NotRead::Illegal => format!(
                        "`{word}` on board {}: {}",
                        label.board,
                        why::why_illegal(board, &san)
                    ),
                    _ => format!("`{word}` on board {}: {error}", label.board),
                };
                self.findings.push(
                    Diagnostic::new(code, span, message)
                        .at_ply(ply)
                        .expected(format!("a legal move on board {}", label.board), word),
                );
                return false;
            }
        };
        if self.boards.play(label.board, reading.ply).is_err() {
            self.finding(
                &codes::ILLEGAL_MOVE,
                span,
                format!("`{word}` cannot be played on board {}", label.board),
            );
            return false;
        }
        self.plies = ply;
        if reading.mark == CheckMark::Check
            && let Boards::Two(pair) = &self.boards
            && pair.is_checkmate(label.board)
        {
            self.finding(&codes::MATE_MARK, span, format!("`{word}` is mate"));
        }
        self.node = self.game.tree.add_on(self.node, label.board, reading.ply);
        true
    }

    /// Keeps the rest as text, except the result at the end.
    fn stop(&mut self, at: usize) {
        let start = self.tokens[..at]
            .iter()
            .rev()
            .take_while(|t| {
                t.kind == Kind::Blank
                    || t.kind == Kind::Word && label(&self.text[t.span.clone()]).is_some()
            })
            .last()
            .map_or(self.tokens[at].span.start, |t| t.span.start);
        let mut end = self.text.len();
        let last =
            self.tokens.iter().rfind(|t| t.kind != Kind::Blank).filter(|t| t.span.start > start);
        if let Some(token) = last
            && let Some(outcome) = result::from_spelling(&self.text[token.span.clone()])
        {
            end = token.span.start;
            self.result = Some((outcome, token.span.clone()));
        }
        self.game.unread = Some(self.text[start..end].trim().to_owned());
    }

    fn finish(&mut self, told: Option<Outcome>) {
        self.game.outcome = match (&self.result, told) {
            (Some((found, span)), told) => {
                if let Some(told) = told
                    && told != *found
                {
                    let message = format!(
                        "the Result tag says {told}, but {found} stands behind the moves; it was taken"
                    );
                    self.findings.push(
                        Diagnostic::new(&codes::CONFLICT, span.clone(), message)
                            .at_ply(self.plies.max(1)),
                    );
                }
                *found
            }
            (None, told) => {
                let at = self.text.trim_end().len();
                let outcome = told.unwrap_or(Outcome::Unknown);
                self.findings.push(
                    Diagnostic::new(
                        &codes::MISSING_RESULT,
                        at..at,
                        format!("expected a result; {outcome} was taken"),
                    )
                    .at_ply(self.plies.max(1))
                    .fix(at..at, format!(" {outcome}"), Confidence::Safe),
                );
                outcome
            }
        };
        let comments = &self.game.tree.annotations(self.node).comments;
        let reason = comments
            .last()
            .filter(|c| c.place == CommentPlace::After)
            .and_then(|c| termination(&c.text));
        self.game.termination = reason.or_else(|| self.boards.end().map(|(_, t)| t));
    }
}

/// The letter of a board and a side.
pub(super) const fn letter(board: BoardId, color: Color) -> char {
    match (board, color) {
        (BoardId::A, Color::White) => 'A',
        (BoardId::A, Color::Black) => 'a',
        (BoardId::B, Color::White) => 'B',
        (BoardId::B, Color::Black) => 'b',
    }
}

/// A number with a board letter at the start of a word, and its length.
fn label(word: &str) -> Option<(Label, usize)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 6 {
        return None;
    }
    let (board, color) = match word.as_bytes().get(digits)? {
        b'A' => (BoardId::A, Color::White),
        b'a' => (BoardId::A, Color::Black),
        b'B' => (BoardId::B, Color::White),
        b'b' => (BoardId::B, Color::Black),
        _ => return None,
    };
    let dots = word[digits + 1..].bytes().take_while(|b| *b == b'.').count();
    if dots == 0 {
        return None;
    }
    let number = word[..digits].parse().ok();
    Some((Label { number, board, color, span: 0..0 }, digits + 1 + dots))
}

/// Whether a game's text is BPGN: it names the players of two boards, or its moves
/// are numbered by board.
#[must_use]
pub fn is_bpgn(text: &[u8]) -> bool {
    let head = &text[..text.len().min(4096)];
    memchr::memmem::find(head, b"[WhiteA ").is_some()
        || memchr::memmem::find_iter(head, b"1A").any(|i| {
            let before =
                i == 0 || head[i - 1].is_ascii_whitespace() || matches!(head[i - 1], b']' | b'}');
            before && head.get(i + 2) == Some(&b'.')
        })
}
