//! Parsing of one BPGN game to a [`Game`].

use std::ops::Range;

use partie_core::{Boards, Comment, CommentPlace, Game, Nag, NodeId, Outcome, Variant};

use super::{codes, label::Label, reason::termination};
use crate::{
    codes as pgn_codes, movetext,
    tags::{self, TagSection},
    token::{self, Token, TokenKind},
};
use partie_formats::{
    Code, Confidence, Diagnostic, Message, Parsed, ReadOptions, Severity, decode, fen,
    ledger::{Account, Claims, Part},
    lines, message,
    text::unwrap_lines,
};

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_pgn::bpgn;
/// let game = bpgn::parse(b"1A. e4{180} 1B. d4{180} 1a. e5{179} *", &ReadOptions::default()).value;
/// assert_eq!(game.ply_count(), 3);
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let decoded = decode::decode(text, options.encoding.as_deref());
    let (mut parsed, _) = parse_text(&decoded.text, options, Claims::default());
    lines::in_bytes(&mut parsed.diagnostics, &decoded);
    parsed.diagnostics.extend(decode::eight_bit(text, &decoded, &codes::EIGHT_BIT));
    partie_formats::diagnostic::sort(&mut parsed.diagnostics);
    parsed
}

/// Accounts for each byte of a game's text.
#[must_use]
pub fn account(bytes: &[u8], options: &ReadOptions) -> Account {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let (_, claims) = parse_text(&decoded.text, options, Claims::new(true));
    claims.account(&decoded, bytes.len())
}

fn parse_text(text: &str, options: &ReadOptions, claims: Claims) -> (Parsed<Game>, Claims) {
    let tokens = token::scan(text);
    let mut diagnostics = Vec::new();
    let section = tags::read(text, &tokens, options, &mut diagnostics);
    // The roster of PGN has White and Black; here four players take their place.
    // Its archives write dates with hyphens.
    let hyphens = section.tags.get("Date").is_some_and(|d| d.contains('-'));
    diagnostics.retain(|d| {
        !(matches!(d.code.id, "PGN015" | "PGN018") || hyphens && d.code.id == "PGN016")
    });
    let start = start(&section, &mut diagnostics);
    let mut game = Game::from_boards(Variant::Bughouse, start.clone());
    game.tags = section.tags.clone();
    let mut reader = BpgnParser {
        text,
        tokens: &tokens,
        options,
        boards: start,
        node: NodeId::ROOT,
        plies: 0,
        game,
        diagnostics,
        more: 0,
        result: None,
        label: None,
        claims,
    };
    section.claim(&tokens, &mut reader.claims);
    reader.run();
    reader.game.tree.annotations_mut(NodeId::ROOT).comments.extend(section.comments(text));
    reader.finish(section.outcome());
    let BpgnParser { game, mut diagnostics, more, claims, .. } = reader;
    partie_formats::diagnostic::sort(&mut diagnostics);
    if more > 0 {
        let end = text.len();
        let message = message!("{more} more diagnostics in this game are not listed", more);
        diagnostics.push(Diagnostic::new(&pgn_codes::MORE, end..end, message));
    }
    (Parsed { value: game, diagnostics }, claims)
}

/// Returns the start of both boards: the standard one unless a FEN tag names another.
fn start(section: &TagSection, diagnostics: &mut Vec<Diagnostic>) -> Boards {
    let standard = || Boards::start(Variant::Bughouse);
    let Some(text) =
        section.tags.get_ignoring_case("FEN").filter(|f| !matches!(f.trim(), "" | "?"))
    else {
        return standard();
    };
    let span = section.place("FEN").unwrap_or(0..0);
    let parsed = fen::parse_boards(text, Some(Variant::Bughouse));
    for d in parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note) {
        let code =
            if d.severity == Severity::Error { &codes::BAD_FEN } else { &pgn_codes::MENDED_FEN };
        diagnostics.push(Diagnostic::new(code, span.clone(), d.message.clone()));
    }
    parsed.value
}

pub(super) struct BpgnParser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    options: &'a ReadOptions,
    pub(super) boards: Boards,
    pub(super) node: NodeId,
    pub(super) plies: u32,
    pub(super) game: Game,
    diagnostics: Vec<Diagnostic>,
    /// Number of diagnostics beyond the limit.
    more: u64,
    pub(super) result: Option<(Outcome, Range<usize>)>,
    /// The number and board that the next move belongs to.
    pub(super) label: Option<Label>,
    /// Claims on the text of the tokens.
    pub(super) claims: Claims,
}

impl BpgnParser<'_> {
    pub(super) fn emit(&mut self, code: &'static Code, span: Range<usize>, message: Message) {
        let ply = self.plies.max(1);
        self.push(Diagnostic::new(code, span, message).at_ply(ply));
    }

    /// Returns the code of the last error, which stops the reading.
    pub(super) fn last_error(&self) -> Option<&'static Code> {
        self.diagnostics.iter().rfind(|d| d.severity == Severity::Error).map(|d| d.code)
    }

    /// Adds a diagnostic, unless there are too many already; errors are always kept.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let full = self.diagnostics.len() >= self.options.limits.diagnostics;
        if full && diagnostic.severity < Severity::Error {
            self.more += 1;
        } else {
            self.diagnostics.push(diagnostic);
        }
    }

    fn run(&mut self) {
        let pairs = pairs(self.tokens);
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            partie_formats::steps::add(1);
            let span = token.span.clone();
            match &token.kind {
                TokenKind::Comment { closed } => self.comment(span, *closed),
                TokenKind::LineComment => {
                    let words = self.text[span.start + 1..span.end].trim().to_owned();
                    self.claims.add(span.clone(), Part::Comment);
                    self.add_comment(words, span);
                }
                TokenKind::Word => {
                    if !self.word(span) {
                        self.stop(at);
                        return;
                    }
                }
                TokenKind::Number { number, .. } => {
                    self.claims.add(span, Part::Number);
                    // A bare number: the board letter may follow after a space.
                    if let Some(label) = &mut self.label
                        && label.number.is_none()
                    {
                        label.number = *number;
                    }
                }
                TokenKind::Glyph => {
                    let nag = Nag::from_glyph(&self.text[span.clone()]);
                    self.nag(nag, span);
                }
                TokenKind::Nag(number) => {
                    let nag = number.and_then(|n| u8::try_from(n).ok()).map(Nag);
                    self.nag(nag, span);
                }
                TokenKind::Open => {
                    let close = pairs.binary_search_by_key(&at, |p| p.0).ok().map(|i| pairs[i].1);
                    at = self.variation(at, close);
                }
                TokenKind::Close | TokenKind::Stray | TokenKind::Bracket => {
                    let words = self.text[span.clone()].to_owned();
                    self.prose(words, span);
                }
                TokenKind::Escape => {
                    let code = &pgn_codes::ESCAPE;
                    self.claims.reported(span.clone(), Part::Decoration, code);
                    let message = message!("this line begins with % and was left out");
                    self.emit(code, span, message);
                }
                TokenKind::Whitespace | TokenKind::Tag(_) => {}
            }
            at += 1;
        }
    }

    fn comment(&mut self, span: Range<usize>, closed: bool) {
        self.claims.add(span.clone(), Part::Comment);
        let inner = &self.text[span.start + 1..span.end - usize::from(closed)];
        let words = unwrap_lines(inner);
        let brace = inner.find('{').map(|i| span.start + 1 + i);
        if !closed {
            self.emit(
                &pgn_codes::OPEN_COMMENT,
                span.start..span.start + 1,
                message!("expected a closing brace, but the game ends inside this comment"),
            );
        } else if let Some(place) = brace {
            self.emit(
                &pgn_codes::NESTED_BRACE,
                place..place + 1,
                message!("a brace opens inside a comment; braces do not nest"),
            );
        }
        self.add_comment(words, span);
    }

    fn add_comment(&mut self, words: String, span: Range<usize>) {
        let limit = self.options.limits.text_bytes;
        if words.len() > limit {
            self.emit(
                &pgn_codes::TEXT_TOO_LONG,
                span,
                message!(
                    "the comment is longer than {limit} bytes and was cut into several",
                    limit
                ),
            );
            let comments = &mut self.game.tree.annotations_mut(self.node).comments;
            comments.extend(movetext::pieces(&words, limit).map(Comment::after));
            return;
        }
        let comment = Comment::after(words);
        let text = comment.text.trim();
        let first = self.game.tree.annotations(self.node).comments.is_empty();
        let named = text.starts_with("C:") || text.starts_with("R:");
        if self.node != NodeId::ROOT
            && first
            && !named
            && comment.clock().is_none()
            && termination(text).is_none()
        {
            let message =
                message!("expected the mover's clock in seconds, but found `{text}`", text);
            self.emit(&codes::BAD_CLOCK, span, message);
        }
        self.game.tree.annotations_mut(self.node).comments.push(comment);
    }

    fn nag(&mut self, nag: Option<Nag>, span: Range<usize>) {
        if let Some(nag) = nag.filter(|_| self.node != NodeId::ROOT) {
            self.claims.add(span, Part::Nag);
            self.game.tree.annotations_mut(self.node).add_nag(nag);
        } else {
            let words = self.text[span.clone()].to_owned();
            self.prose(words, span);
        }
    }

    /// Keeps a variation as a comment and gives the last token of it. One that is never
    /// closed is a stray sign.
    fn variation(&mut self, open: usize, close: Option<usize>) -> usize {
        let last = close.unwrap_or(open);
        let span = self.tokens[open].span.start..self.tokens[last].span.end;
        let words = unwrap_lines(&self.text[span.clone()]).replace('{', "(").replace('}', ")");
        if close.is_none() {
            self.prose(words, span);
            return last;
        }
        // A tag inside it has been read all the same.
        self.claims.rest(span.clone(), Part::Kept, Some(&codes::VARIATION));
        self.emit(
            &codes::VARIATION,
            span,
            message!("a variation stands here; it was kept as a comment"),
        );
        self.game.tree.annotations_mut(self.node).comments.push(Comment::after(words));
        last
    }

    pub(super) fn prose(&mut self, words: String, span: Range<usize>) {
        self.claims.keep(span.clone(), &codes::PROSE);
        self.emit(
            &codes::PROSE,
            span,
            message!("`{words}` stands outside a comment; it was kept as one", words),
        );
        self.game.tree.annotations_mut(self.node).comments.push(Comment::after(words));
    }

    fn finish(&mut self, stated: Option<Outcome>) {
        self.game.outcome = match (self.result.take(), stated) {
            (Some((found, span)), stated) => {
                if let Some(stated) = stated
                    && stated != found
                {
                    let message = message!(
                        "the Result tag says {stated}, but {found} stands after the moves; it was taken",
                        stated = stated,
                        found
                    );
                    self.emit(&codes::CONFLICT, span, message);
                }
                found
            }
            (None, stated) => {
                let at = self.text.trim_end().len();
                let outcome = stated.unwrap_or(Outcome::Unknown);
                let ply = self.plies.max(1);
                self.push(
                    Diagnostic::new(
                        &codes::MISSING_RESULT,
                        at..at,
                        message!("expected a result; {outcome} was taken", outcome),
                    )
                    .at_ply(ply)
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
        // After an illegal move the reason stands in what was not read.
        let unread = self.game.unread.as_deref().and_then(|text| {
            let (_, comment) = text.trim_end().strip_suffix('}')?.rsplit_once('{')?;
            termination(comment)
        });
        let stated = if self.game.unread.is_some() { unread } else { reason };
        self.game.termination = stated.or_else(|| self.boards.end().map(|(_, t)| t));
    }
}

/// Returns the parentheses that belong together, as token numbers, by the opening one.
fn pairs(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(i),
            TokenKind::Close => pairs.extend(open.pop().map(|o| (o, i))),
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}
