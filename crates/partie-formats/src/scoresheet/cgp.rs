//! The text import of "Chess Game Player": twelve rules, and what they leave open.
//!
//! A move is two squares with `-`, `x` or `X` between them, whatever else stands around;
//! castling is `0-0`, `o-o`, `0-0-0`, `o-o-o`; a promotion's piece stands in any bracket
//! right behind the square, in English or Czech letters; `++` right behind a square is
//! mate and ends reading; text in braces and behind `;` is no part of the game. Source:
//! the import format of the program, in Czech, twelve numbered rules.
//!
//! What the rules leave open: a pair counts only if it is legal. A pair with nothing
//! else between its squares that is not legal is a mistake and ends the game; a pair
//! with words between is prose. `0-0` is not taken out of `0-0-0` or `10-0`.

use std::{io, ops::Range};

use partie_core::{
    CastlingSide, Comment, Game, Move, NodeId, Outcome, Ply, Position, Role, Square, Variant,
};

use super::{Records, codes, cut, free};
use crate::{Code, Confidence, Diagnostic, Format, Parsed, ReadOptions, decode};

/// Reads the games of a text.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    Records {
        source: Some(source),
        options: options.clone(),
        format: Format::ChessGamePlayer,
        ready: Vec::new().into_iter(),
    }
}

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::{ReadOptions, scoresheet::cgp};
/// let text = "…d2…….-….d4…….D7…-d5 … {lepší e2-e4} c2 x … C4";
/// let game = cgp::parse(text.as_bytes(), &ReadOptions::default()).value;
/// assert_eq!(game.ply_count(), 3);
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let decoded = decode::decode(text, options.encoding.as_deref());
    let mut reader = Reader {
        text: &decoded.text,
        options,
        game: Game::new(options.variant.unwrap_or(Variant::Standard)),
        position: Position::start(options.variant.unwrap_or(Variant::Standard)),
        node: NodeId::ROOT,
        plies: 0,
        out: Vec::new(),
    };
    reader.run();
    let Reader { mut game, mut out, position, .. } = reader;
    free::read_headers(&decoded.text, &mut game);
    if let Some((outcome, termination)) = position.end() {
        if game.outcome == Outcome::Unknown {
            game.outcome = outcome;
        }
        game.termination = Some(termination);
    }
    for d in &mut out {
        d.span = decoded.byte_offset(d.span.start)..decoded.byte_offset(d.span.end);
        if let Some(fix) = &mut d.fix {
            fix.span = decoded.byte_offset(fix.span.start)..decoded.byte_offset(fix.span.end);
        }
    }
    Parsed { value: game, diagnostics: out }
}

/// What the text holds besides words.
enum Item {
    Square(Square, Range<usize>),
    Mark,
    Castle(CastlingSide, Range<usize>),
    Remark(Range<usize>),
}

struct Reader<'a> {
    text: &'a str,
    options: &'a ReadOptions,
    game: Game,
    position: Position,
    node: NodeId,
    plies: u32,
    out: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn run(&mut self) {
        let items = self.items();
        let mut at = 0;
        while at < items.len() {
            match &items[at] {
                Item::Remark(span) => {
                    self.remark(span.clone());
                    at += 1;
                }
                Item::Mark => at += 1,
                Item::Castle(side, span) => {
                    let Some(m) = self.position.castling_moves(*side).first().copied() else {
                        let message = format!("`{}` is not legal here", &self.text[span.clone()]);
                        self.stop(&codes::BAD_CASTLING, span.clone(), message);
                        return;
                    };
                    self.play(m);
                    if self.check_marks(span.end, span) {
                        return;
                    }
                    at += 1;
                }
                Item::Square(from, from_span) => {
                    // The target is the next square, with a mark and perhaps remarks before it.
                    let mut mark = false;
                    let mut remarks = Vec::new();
                    let mut target = None;
                    for (i, item) in items.iter().enumerate().skip(at + 1) {
                        match item {
                            Item::Mark => mark = true,
                            Item::Remark(span) => remarks.push(span.clone()),
                            Item::Square(to, span) => {
                                target = Some((i, *to, span.clone()));
                                break;
                            }
                            Item::Castle(..) => break,
                        }
                    }
                    let Some((index, to, to_span)) = target.filter(|_| mark) else {
                        at += 1;
                        continue;
                    };
                    let promotion = self.promotion(&to_span);
                    if let Some(m) =
                        self.legal(*from, to, promotion.as_ref().map(|(role, _)| *role))
                    {
                        for span in remarks {
                            self.remark(span);
                        }
                        self.played(m, promotion.as_ref(), &to_span);
                        let end = promotion.map_or(to_span.end, |(_, span)| span.end);
                        if self.check_marks(end, &(from_span.start..to_span.end)) {
                            return;
                        }
                        at = index + 1;
                    } else if self.is_tight(from_span.end..to_span.start) {
                        let span = from_span.start..to_span.end;
                        let message = format!(
                            "expected a legal move, but {from}-{to} is none: {}",
                            self.why(*from, to)
                        );
                        self.stop(&codes::BAD_PAIR, span, message);
                        return;
                    } else {
                        at += 1;
                    }
                }
            }
        }
    }

    /// The squares, marks, castlings and remarks of the text.
    fn items(&mut self) -> Vec<Item> {
        let text = self.text;
        let bytes = text.as_bytes();
        let mut items = Vec::new();
        let mut line_start = 0;
        let mut at = 0;
        while at < bytes.len() {
            let c = bytes[at];
            match c {
                b'\n' | b'\r' => {
                    at += 1;
                    line_start = at;
                }
                b'#' if at == line_start && cut::is_heading(&bytes[at..]) => {
                    at = text[at..].find(['\n', '\r']).map_or(bytes.len(), |i| at + i);
                }
                b';' => {
                    let end = text[at..].find(['\n', '\r']).map_or(bytes.len(), |i| at + i);
                    items.push(Item::Remark(at..end));
                    at = end;
                }
                b'{' if !is_promotion_bracket(bytes, at) => {
                    let close = text[at..].find('}').map(|i| at + i + 1);
                    if close.is_none() {
                        self.out.push(Diagnostic::new(
                            &codes::OPEN_COMMENT,
                            at..at + 1,
                            "expected a closing brace, but the text ends inside this remark",
                        ));
                    }
                    let end = close.unwrap_or(bytes.len());
                    items.push(Item::Remark(at..end));
                    at = end;
                }
                _ => {
                    if let Some((side, end)) = castling(bytes, at) {
                        items.push(Item::Castle(side, at..end));
                        at = end;
                    } else if let Some(square) = square(text, at) {
                        items.push(Item::Square(square, at..at + 2));
                        at += 2;
                    } else {
                        let length = text[at..].chars().next().map_or(1, char::len_utf8);
                        if is_mark(&text[at..at + length]) {
                            items.push(Item::Mark);
                        }
                        at += length;
                    }
                }
            }
        }
        items
    }

    fn remark(&mut self, span: Range<usize>) {
        let text = self.text[span].trim_start_matches(['{', ';']).trim_end_matches('}').trim();
        if !text.is_empty() {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            self.game.tree.annotations_mut(self.node).comments.push(Comment::after(text));
        }
    }

    /// The piece in a bracket right behind a square.
    fn promotion(&self, to: &Range<usize>) -> Option<(Role, Range<usize>)> {
        let rest = &self.text[to.end..];
        let mut chars = rest.chars();
        let open = chars.next().filter(|c| matches!(c, '(' | '[' | '{' | '<'))?;
        let letter = chars.next()?;
        let close = chars.next().filter(|c| matches!(c, ')' | ']' | '}' | '>'))?;
        let length = open.len_utf8() + letter.len_utf8() + close.len_utf8();
        let role = match letter.to_ascii_uppercase() {
            'Q' | 'D' => Role::Queen,
            'R' | 'V' => Role::Rook,
            'B' | 'S' => Role::Bishop,
            'N' | 'J' | 'K' => Role::Knight,
            _ => return None,
        };
        Some((role, to.end..to.end + length))
    }

    fn legal(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let piece = self.position.piece_at(from).filter(|p| p.color == self.position.turn())?;
        let moves = self.position.candidates(piece.role, to);
        let from_here = || moves.iter().filter(|m| m.from() == Some(from)).copied();
        if from_here().any(partie_core::Move::is_promotion) {
            let wanted = promotion.unwrap_or(Role::Queen);
            return from_here().find(|m| m.promotion() == Some(wanted));
        }
        let plain = from_here().find(|m| !m.is_castle());
        plain.or_else(|| {
            // The king's two steps are castling, too.
            (piece.role == Role::King)
                .then(|| {
                    [CastlingSide::KingSide, CastlingSide::QueenSide]
                        .into_iter()
                        .filter(|s| self.position.castling_goal(from, *s) == to)
                        .find_map(|s| self.position.castling_moves(s).first().copied())
                })
                .flatten()
        })
    }

    fn played(&mut self, m: Move, promotion: Option<&(Role, Range<usize>)>, to: &Range<usize>) {
        self.play(m);
        if m.is_promotion() {
            match promotion {
                None => {
                    let at = to.end;
                    self.finding(
                        Diagnostic::new(
                            &codes::MISSING_PROMOTION,
                            to.clone(),
                            "expected a piece in brackets behind the square; a queen was taken",
                        )
                        .fix(at..at, "(Q)", Confidence::Likely),
                    );
                }
                Some((_, span)) if self.text[span.clone()].contains(['K', 'k']) => {
                    self.finding(Diagnostic::new(
                        &codes::KNIGHT_K,
                        span.clone(),
                        "K was read as a knight",
                    ));
                }
                Some(_) => {}
            }
        }
    }

    fn finding(&mut self, d: Diagnostic) {
        if self.out.len() < self.options.limits.diagnostics {
            self.out.push(d.at_ply(self.plies.max(1)));
        }
    }

    fn play(&mut self, m: Move) {
        self.position.play_unchecked(m);
        self.node = self.game.tree.add(self.node, Ply::Move(m));
        self.plies += 1;
    }

    /// Looks at the signs right behind a move; true if reading ends here.
    fn check_marks(&mut self, end: usize, span: &Range<usize>) -> bool {
        if !self.text[end..].starts_with("++") {
            return false;
        }
        if self.position.is_checkmate() {
            let rest = self.text[end + 2..].trim();
            if !rest.is_empty() {
                let kept = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                self.game.tree.annotations_mut(self.node).comments.push(Comment::after(kept));
            }
            return true;
        }
        let is = if self.position.is_check() { "check only" } else { "no check" };
        let message = format!("++ means mate here, but `{}` is {is}", &self.text[span.clone()]);
        self.finding(Diagnostic::new(&codes::NOT_MATE, span.start..end + 2, message));
        if self.options.double_check {
            return false;
        }
        let rest = self.text[end + 2..].trim();
        if !rest.is_empty() {
            self.game.unread = Some(rest.to_owned());
        }
        true
    }

    /// Whether nothing but marks, blanks and a piece letter stands between two squares.
    fn is_tight(&self, between: Range<usize>) -> bool {
        let mut letters = 0;
        self.text[between].chars().all(|c| {
            if c.is_alphabetic() && !is_mark(c.encode_utf8(&mut [0; 4])) {
                letters += 1;
                letters <= 1
            } else {
                c == ' ' || is_mark(c.encode_utf8(&mut [0; 4]))
            }
        })
    }

    fn why(&self, from: Square, to: Square) -> String {
        match self.position.piece_at(from) {
            None => format!("{from} is empty"),
            Some(piece) if piece.color != self.position.turn() => {
                let side = if piece.color.is_white() { "White" } else { "Black" };
                format!("the piece on {from} is {side}'s, who is not to move")
            }
            Some(piece) => {
                let letter = piece.role.upper_char();
                let text = format!("{letter}{from}-{to}");
                partie_core::moves::san::San::parse(&text, partie_core::Language::English)
                    .map_or_else(
                        || "the piece cannot go there".to_owned(),
                        |san| partie_core::moves::why::why_illegal(&self.position, &san),
                    )
            }
        }
    }

    fn stop(&mut self, code: &'static Code, span: Range<usize>, message: String) {
        let rest = self.text[span.start..].trim();
        self.game.unread = Some(rest.to_owned());
        self.out.push(Diagnostic::new(code, span, message).at_ply(self.plies + 1));
    }
}

fn is_mark(text: &str) -> bool {
    matches!(text, "-" | "x" | "X" | "–" | "—" | "−" | "‐" | "‑" | "×" | ":")
}

/// `e8{Q}`: a brace that is a promotion's bracket and opens no remark.
fn is_promotion_bracket(bytes: &[u8], at: usize) -> bool {
    at >= 2
        && matches!(bytes[at - 1], b'1' | b'8')
        && matches!(bytes[at - 2], b'a'..=b'h' | b'A'..=b'H')
        && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(at + 2) == Some(&b'}')
}

/// A square that stands alone, with one piece letter before it at most.
fn square(text: &str, at: usize) -> Option<Square> {
    let bytes = text.as_bytes();
    let pair = bytes.get(at..at + 2)?;
    if !matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']) {
        return None;
    }
    let mut before = text[..at].chars().rev();
    // A capital x between the squares is a mark, not a letter of a word.
    let is_letter = |c: char| c.is_alphabetic() && !is_mark(c.encode_utf8(&mut [0; 4]));
    if before.next().is_some_and(|c| {
        is_letter(c) && before.next().is_some_and(|c| c.is_alphanumeric() && is_letter(c))
    }) {
        return None;
    }
    let behind = text[at + 2..].chars().next();
    if behind.is_some_and(|c| c.is_ascii_digit() || c.is_alphabetic() && !matches!(c, 'x' | 'X')) {
        return None;
    }
    Square::from_ascii(&pair.to_ascii_lowercase()).ok()
}

/// Castling that stands alone, and its end.
fn castling(bytes: &[u8], at: usize) -> Option<(CastlingSide, usize)> {
    let sign = |i: usize| bytes.get(i).is_some_and(|b| matches!(b, b'0' | b'o' | b'O'));
    let dash = |i: usize| bytes.get(i) == Some(&b'-');
    if !sign(at) || !dash(at + 1) || !sign(at + 2) {
        return None;
    }
    if at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'-') {
        return None;
    }
    let (side, end) = if dash(at + 3) && sign(at + 4) {
        (CastlingSide::QueenSide, at + 5)
    } else {
        (CastlingSide::KingSide, at + 3)
    };
    let behind = bytes.get(end);
    (!behind.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'-')).then_some((side, end))
}

/// Writes a game in this form; see the module's rules.
///
/// # Errors
///
/// When the output fails.
pub fn write(
    game: &Game,
    options: &crate::WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<crate::Lossy<()>> {
    super::write::write_cgp(game, options, out)
}
