//! Reads the pairs of squares of a text as moves.

use std::{iter, ops::Range};

use partie_core::{
    CastlingSide, Color, Comment, Game, Move, NodeId, Outcome, Ply, Position, Role, Square,
};

use super::{
    items::{Item, NamedSquare, items, role},
    sheet::Sheet,
};
use crate::{
    account::{Claimed, UnclaimedWords},
    build, codes, free,
    front::Front,
    heading,
    squares::{is_letter, is_mark},
    start::Start,
    tokens::TokenKind,
    vocabulary::verdict,
    walk::winning,
};
use partie_formats::{
    Code, Confidence, Diagnostic, Message, Parsed, ReadOptions, decode, diagnostic,
    fen::shortened,
    ledger::{self, Claims, Part},
    message,
};

/// Parses like [`parse`](super::parse), and returns the kept words unreported.
pub(crate) fn parse_bytes(text: &[u8], options: &ReadOptions) -> (Parsed<Game>, UnclaimedWords) {
    let decoded = decode::decode(text, options.encoding.as_deref());
    let (mut parsed, kept) = parse_text(&decoded.text, options, &mut Claims::default());
    for d in &mut parsed.diagnostics {
        d.span = decoded.byte_offset(d.span.start)..decoded.byte_offset(d.span.end);
        if let Some(fix) = &mut d.fix {
            fix.span = decoded.byte_offset(fix.span.start)..decoded.byte_offset(fix.span.end);
        }
    }
    (parsed, kept.in_bytes(&decoded))
}

/// Parses a decoded text like [`parse_bytes`], and claims its parts.
pub(crate) fn parse_text(
    text: &str,
    options: &ReadOptions,
    claims: &mut Claims,
) -> (Parsed<Game>, UnclaimedWords) {
    let front = Front::of(text, None);
    let mut found = Vec::new();
    let mut start = Start::of(text, &front, options, &mut found);
    let chess960 = start.chess960.take().map(|position| Start { position, chess960: None });
    let masked = front.without_start(text);
    let headings = heading::has_moves(text);
    let sheet = Sheet::of(&masked);
    let readings = iter::once(&start).chain(&chess960).flat_map(|start| {
        let modes = if headings { &[false, true][..] } else { &[false] };
        modes.iter().map(|headings| PairReader::read(&sheet, start, options, *headings))
    });
    let furthest = readings.reduce(|best, next| if next.plies > best.plies { next } else { best });
    let Some(mut reader) = furthest else {
        return (Parsed::clean(start.game()), UnclaimedWords::default());
    };
    let mut words = Claims::new(true).of_words();
    reader.keep_prose(&front.consumed, &mut words);
    let PairReader { mut game, mut out, position, .. } = reader;
    out.append(&mut found);
    front.tell(text, &mut game);
    if let Some((outcome, termination)) = position.end() {
        if game.outcome == Outcome::Unknown {
            game.outcome = outcome;
        }
        game.termination = Some(termination);
    }
    front.check(text, &mut game, &mut out);
    let mut kept = UnclaimedWords::default();
    if game.tree.is_empty()
        && game.tags.is_empty()
        && game.outcome == Outcome::Unknown
        && game.unread.is_none()
    {
        out.push(free::no_game(text));
        game.unread = Some(text.trim().to_owned());
        claims.rest(0..text.len(), Part::Kept, Some(&codes::NO_GAME));
    } else {
        claims.append(words.clone(), 0);
        kept = UnclaimedWords::of(text, &words.settle(text));
    }
    partie_formats::diagnostic::sort(&mut out);
    (Parsed { value: game, diagnostics: out }, kept)
}

struct PairReader<'a> {
    sheet: &'a Sheet<'a>,
    text: &'a str,
    /// Number of the first move.
    first: u32,
    options: &'a ReadOptions,
    game: Game,
    position: Position,
    node: NodeId,
    plies: u32,
    /// Places of the moves, in parts, and the node of each.
    moves: Vec<(Range<usize>, NodeId)>,
    remarks: Vec<Range<usize>>,
    /// Place from which on all text is kept, and why.
    stop: Option<(usize, &'static Code)>,
    /// Squares that look like a move and were skipped, and the number of plies before them.
    skipped: Option<(Range<usize>, u32)>,
    out: Vec<Diagnostic>,
}

/// Two squares that may be a move.
struct Pair<'i> {
    from: &'i NamedSquare,
    to: &'i NamedSquare,
    gap: Gap,
    remarks: Vec<Range<usize>>,
    /// The item after the target.
    next: usize,
}

/// Text between two squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// The mark is missing.
    Nothing,
    /// A mark, a piece letter, and signs such as dots.
    Tight,
    /// Words and a mark on one line.
    Words,
    /// A mark somewhere in the text.
    Far,
}

/// Greatest distance in bytes from a first square to a target with letters joined to it.
const LONGEST_GAP: usize = 64;

/// Result of reading a pair of squares.
enum PairResult {
    Played,
    Passed,
    /// Passed over with its target, as a move that is mentioned.
    Aside,
    End,
}

/// Agreement of a number with the move after it.
enum Ahead {
    No,
    /// The pair jumps ahead, but the number that is due follows.
    Aside,
    /// The pair jumps ahead, and reading ends there.
    End,
}

impl<'a> PairReader<'a> {
    /// Reads a text from a position on, with its headings if `headings` is true.
    fn read(
        sheet: &'a Sheet<'a>,
        start: &Start,
        options: &'a ReadOptions,
        headings: bool,
    ) -> PairReader<'a> {
        let text = sheet.text;
        let mut reader = PairReader {
            sheet,
            text,
            first: start.numbered(&sheet.tokens).fullmoves(),
            options,
            game: start.game(),
            position: start.position.clone(),
            node: NodeId::ROOT,
            plies: 0,
            moves: Vec::new(),
            remarks: Vec::new(),
            stop: None,
            skipped: None,
            out: Vec::new(),
        };
        let items = items(text, headings, &mut reader.out);
        if start.position.problem().is_none() {
            reader.run(&items);
            reader.report_skipped();
        } else if let Some(at) = items.iter().find_map(Item::move_start) {
            // The diagnostic is placed at the start position, from which no move can be played.
            reader.stop = Some((at, &codes::START));
            reader.game.unread = Some(text[at..].trim().to_owned());
        }
        reader
    }

    fn run(&mut self, items: &[Item]) {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            partie_formats::steps::add(1);
            at += 1;
            match item {
                Item::Remark(span) => self.remark(span.clone()),
                Item::Mark { .. } => {}
                Item::SpacedCastle(side, span) => {
                    // A score is written like this, too.
                    if !self.position.castling_moves(*side).is_empty() {
                        self.skip(span.clone());
                    }
                }
                Item::Castle { side, span, tail } => {
                    match self.ahead(span.start) {
                        Ahead::No => {}
                        Ahead::Aside => continue,
                        Ahead::End => return,
                    }
                    let Some(m) = self.position.castling_moves(*side).first().copied() else {
                        let message =
                            message!("`{word}` is not legal here", word = &self.text[span.clone()]);
                        self.stop(&codes::BAD_CASTLING, span.clone(), message);
                        return;
                    };
                    self.play(m);
                    self.moves.push((span.clone(), self.node));
                    self.report_glued(span, tail);
                    if self.check_marks(span.end, span) {
                        return;
                    }
                }
                Item::Square(from) => {
                    if let Some(word) = self.sheet.misread(&from.span) {
                        let found = &self.text[word.clone()];
                        let message = message!("expected a legal move, but found `{found}`", found);
                        self.stop(&codes::BAD_PAIR, word, message);
                        return;
                    }
                    let Some(pair) = self.pair(items, from, at) else { continue };
                    match self.read_pair(&pair) {
                        PairResult::Played | PairResult::Aside => at = pair.next,
                        PairResult::Passed => {}
                        PairResult::End => return,
                    }
                }
            }
        }
    }

    /// Returns the pair of a square and the next one, with a mark and perhaps remarks between them.
    /// `next` is the item after the first square.
    fn pair<'i>(&self, items: &'i [Item], from: &'i NamedSquare, next: usize) -> Option<Pair<'i>> {
        let (mut mark, mut in_word) = (false, true);
        let mut remarks = Vec::new();
        for (i, item) in items.iter().enumerate().skip(next) {
            match item {
                Item::Mark { in_word: inside } => {
                    mark = true;
                    in_word &= inside;
                }
                Item::Remark(span) => remarks.push(span.clone()),
                Item::Square(to) => {
                    let between = from.span.end..to.span.start;
                    if from.is_alone() && !to.is_alone() && between.len() > LONGEST_GAP {
                        continue;
                    }
                    let gap = match self.gap(between.clone()) {
                        Gap::Words if in_word => Gap::Far,
                        gap => gap,
                    };
                    // Text glued to letters is a square only next to a mark.
                    let glued = if to.in_word {
                        let between = &self.text[between];
                        between.starts_with(is_mark) && !between.contains(char::is_whitespace)
                    } else {
                        to.tail.is_empty() || matches!(gap, Gap::Tight | Gap::Nothing)
                    };
                    if glued {
                        let pair = Pair { from, to, gap, remarks, next: i + 1 };
                        return (mark || gap == Gap::Nothing).then_some(pair);
                    }
                    if !from.is_alone() {
                        return None;
                    }
                }
                Item::Castle { .. } | Item::SpacedCastle(..) => return None,
            }
        }
        None
    }

    fn read_pair(&mut self, pair: &Pair) -> PairResult {
        let Pair { from, to, gap, remarks, .. } = pair;
        let promotion = self.promotion(&to.span);
        let span = from.span.start..to.span.end;
        let is_far = !from.is_alone() && *gap == Gap::Far;
        let legal = self.legal(from.square, to.square, promotion.as_ref().map(|p| p.role));
        let is_move = legal.is_some() && !is_far || *gap == Gap::Tight && from.is_alone();
        if is_move {
            match self.ahead(span.start) {
                Ahead::No => {}
                Ahead::Aside => return PairResult::Aside,
                Ahead::End => return PairResult::End,
            }
        }
        if let Some(m) = legal.filter(|_| !is_far) {
            for remark in remarks {
                self.remark(remark.clone());
            }
            self.played(m, promotion.as_ref(), &to.span);
            let end = promotion.as_ref().map_or(to.span.end, |p| p.span.end);
            self.place(pair, end);
            if *gap == Gap::Nothing {
                let d = diagnostic!(
                    &codes::MISSING_MARK,
                    span.clone(),
                    "expected a mark between {square} and {to}",
                    square = from.square,
                    to = to.square
                );
                let place = from.span.end..from.span.end;
                self.emit(d.fix(place, "-", Confidence::Safe));
            } else if !from.is_alone() {
                self.report_glued_word(span.clone());
            }
            self.report_glued(&span, &to.tail);
            let end = promotion.map_or(to.span.end, |p| p.span.end);
            return if self.check_marks(end, &span) { PairResult::End } else { PairResult::Played };
        }
        if *gap == Gap::Tight && from.is_alone() && !to.in_word {
            let message = message!(
                "expected a legal move, but {square}-{to} is none: {reason}",
                square = from.square,
                to = to.square,
                reason = self.why(from.square, to.square)
            );
            self.stop(&codes::BAD_PAIR, span, message);
            return PairResult::End;
        }
        if *gap != Gap::Far {
            self.skip(span);
        }
        PairResult::Passed
    }

    /// Compares the number before a move with the expected one. A number that jumps ahead proves
    /// that a move is missing or was not read, unless the expected number follows.
    fn ahead(&mut self, at: usize) -> Ahead {
        let Sheet { text, tokens, numbers } = self.sheet;
        let (Some(token), Some((last, _))) = (self.sheet.token_at(at), self.moves.last()) else {
            return Ahead::No;
        };
        let Some(number) = tokens[..token].iter().rposition(|token| token.kind != TokenKind::Line)
        else {
            return Ahead::No;
        };
        let TokenKind::Number(n, 1..) = tokens[number].kind else { return Ahead::No };
        let begun = u32::from(self.game.start.first().turn() == Color::Black);
        let due = self.first.saturating_add(self.plies.saturating_add(begun) / 2);
        if n <= due {
            return Ahead::No;
        }
        let black = self.position.turn() == Color::Black && numbers.in_sentence(number);
        if numbers.is_there(due, number) || black && numbers.is_there(due.saturating_add(1), number)
        {
            return Ahead::Aside;
        }
        // Squares after the number do not come before it.
        let between = last.end..tokens[number].span.start;
        if let Some((span, _)) = self.skipped.take_if(|(span, _)| between.contains(&span.start)) {
            let words = text[span.start..tokens[number].span.start].trim_end();
            let place = span.start..span.start + words.len();
            let words = shortened(words);
            let message = message!(
                "expected a move after {plies} plies, but found `{words}`",
                plies = self.plies,
                words
            );
            self.stop(&codes::UNREAD_MOVE, place, message);
        } else {
            let span = tokens[number].span.clone();
            let found = &text[span.clone()];
            let message = message!(
                "a move is missing after {plies} plies, before `{found}`",
                plies = self.plies,
                found
            );
            self.stop(&codes::MISSING_MOVE, span, message);
        }
        Ahead::End
    }

    /// Notes the place of a move: its squares and the letters glued to them. Words between the
    /// squares are prose.
    fn place(&mut self, pair: &Pair, end: usize) {
        let Pair { from, to, gap, .. } = pair;
        let letters = |at: usize| self.text[..at].trim_end_matches(is_letter).len();
        let rest = &self.text[end..];
        let glued = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
        let belongs = to.tail.is_empty() && glued.chars().all(is_letter);
        let end = end + if belongs { glued.len() } else { 0 };
        let start = if from.in_word { from.span.start } else { letters(from.span.start) };
        // Castling may be glued before it.
        let start = start.max(self.moves.last().map_or(0, |(last, _)| last.end));
        if matches!(gap, Gap::Nothing | Gap::Tight) {
            self.moves.push((start..end, self.node));
        } else {
            let target = if to.in_word { to.span.start } else { letters(to.span.start) };
            self.moves.push((start..from.span.end, self.node));
            self.moves.push((target.max(from.span.end)..end, self.node));
        }
    }

    /// Keeps words that are neither moves nor remarks as comments; `tags` are the places of words
    /// that became tags.
    fn keep_prose(&mut self, tags: &[Range<usize>], claims: &mut Claims) {
        let mut claimed = Claimed {
            inner: Vec::new(),
            tags,
            tokens: &self.sheet.tokens,
            moves: self.moves.iter().map(|(span, _)| span.clone()).collect(),
            comments: self.remarks.clone(),
            verdict: None,
            stop: self.stop,
        };
        let left_over = claimed.left_over(self.text);
        if let Some(span) = left_over.last().filter(|span| ledger::is_sign(&self.text[span.end..]))
            && self.moves.last().is_some_and(|(last, _)| last.end <= span.start)
            && self.stop.is_none()
        {
            let words = self.text[span.clone()].split(|c: char| !c.is_alphanumeric());
            let words = words.filter(|word| !word.is_empty());
            if let Some(outcome) = verdict(words, self.position.turn()) {
                self.game.outcome = outcome;
                claimed.verdict = Some(span.clone());
            }
        }
        for span in left_over {
            let before = self.moves.partition_point(|(ply, _)| ply.start < span.start);
            let node = before.checked_sub(1).map_or(NodeId::ROOT, |i| self.moves[i].1);
            let words = build::remark_words(&self.text[span.clone()]);
            claimed.comments.push(span);
            if !ledger::is_sign(&words) {
                self.game.tree.annotations_mut(node).comments.push(Comment::after(words));
            }
        }
        self.signs(&claimed);
        claimed.claim(self.text, claims);
    }

    /// Turns the signs after moves into NAGs, and a sign at the end of the text into a result.
    fn signs(&mut self, claimed: &Claimed<'_>) {
        let end = self.stop.map_or(self.text.len(), |(at, _)| at);
        for (i, token) in claimed.tokens.iter().enumerate() {
            let TokenKind::Nag(nag) = token.kind else { continue };
            let at = token.span.start;
            let before = self.moves.partition_point(|(ply, _)| ply.start < at);
            let Some((_, node)) = before.checked_sub(1).map(|i| &self.moves[i]) else { continue };
            if at >= end || claimed.comments.iter().any(|comment| comment.contains(&at)) {
                continue;
            }
            let alone = self.text[..at].ends_with(char::is_whitespace);
            let last = claimed.tokens[i + 1..].iter().all(|t| t.kind == TokenKind::Line);
            match winning(nag).filter(|_| alone && last) {
                Some(outcome) => self.game.outcome = outcome,
                None => self.game.tree.annotations_mut(*node).add_nag(nag),
            }
        }
    }

    fn remark(&mut self, span: Range<usize>) {
        self.remarks.push(span.clone());
        let text = build::remark_words(&self.text[span]);
        if !text.is_empty() {
            self.game.tree.annotations_mut(self.node).comments.push(Comment::after(text));
        }
    }

    /// Returns the piece right after a square: in a bracket, or as in `e8=Q` and `e8Q`.
    fn promotion(&self, to: &Range<usize>) -> Option<Promotion> {
        let rest = &self.text[to.end..];
        let mut chars = rest.chars();
        let first = chars.next()?;
        let (letter, bracket) = match first {
            '(' | '[' | '{' | '<' => (chars.next()?, true),
            '=' | '/' => (chars.next()?, false),
            letter => (letter, false),
        };
        let role = role(letter)?;
        let end = to.end + rest.len() - chars.as_str().len();
        let after = chars.next();
        if bracket {
            let close = after.filter(|c| matches!(c, ')' | ']' | '}' | '>'))?;
            return Some(Promotion { role, bracket, span: to.end..end + close.len_utf8() });
        }
        let alone = !after.is_some_and(char::is_alphanumeric);
        alone.then_some(Promotion { role, bracket, span: to.end..end })
    }

    fn legal(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let piece = self.position.piece_at(from).filter(|p| p.color == self.position.turn())?;
        let moves = self.position.moves_to(piece.role, to);
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

    fn played(&mut self, m: Move, promotion: Option<&Promotion>, to: &Range<usize>) {
        self.play(m);
        if !m.is_promotion() {
            return;
        }
        let Some(Promotion { span, bracket, .. }) = promotion else {
            let at = to.end;
            self.emit(
                Diagnostic::new(
                    &codes::MISSING_PROMOTION,
                    to.clone(),
                    message!("expected a piece in brackets after the square; a queen was taken"),
                )
                .fix(at..at, "(Q)", Confidence::Likely),
            );
            return;
        };
        let letter = self.text[span.clone()].trim_matches(|c: char| !c.is_alphabetic());
        if !bracket {
            let message = message!("expected the piece in brackets, but found `{letter}`", letter);
            let fix = format!("({letter})");
            self.emit(Diagnostic::new(&codes::BARE_PROMOTION, span.clone(), message).fix(
                span.clone(),
                fix,
                Confidence::Safe,
            ));
        }
        if letter.eq_ignore_ascii_case("K") {
            self.emit(Diagnostic::new(
                &codes::KNIGHT_K,
                span.clone(),
                message!("K was read as a knight"),
            ));
        }
    }

    /// Reports letters glued after a move.
    fn report_glued(&mut self, span: &Range<usize>, tail: &Range<usize>) {
        if tail.is_empty() {
            return;
        }
        let message = message!(
            "expected a space after `{word}`, but found `{found}`",
            word = &self.text[span.clone()],
            found = &self.text[tail.clone()]
        );
        let d = Diagnostic::new(&codes::GLUED, span.start..tail.end, message);
        self.emit(d.fix(tail.start..tail.start, " ", Confidence::Safe));
    }

    /// Reports a move whose first square is part of a word.
    fn report_glued_word(&mut self, span: Range<usize>) {
        let message =
            message!("`{word}` was read out of a longer word", word = &self.text[span.clone()]);
        self.emit(Diagnostic::new(&codes::GLUED, span, message));
    }

    /// Notes what looks like a move but is passed over.
    fn skip(&mut self, span: Range<usize>) {
        match &mut self.skipped {
            // The target of one pair is the source of the next.
            Some((last, _)) if span.start < last.end => last.end = last.end.max(span.end),
            _ => {
                self.report_skipped();
                self.skipped = Some((span, self.plies));
            }
        }
    }

    fn report_skipped(&mut self) {
        let Some((span, plies)) = self.skipped.take() else { return };
        let words = shortened(&self.text[span.clone()]);
        let message = message!("expected a legal move, but found `{words}`", words);
        if self.out.len() < self.options.limits.diagnostics {
            self.out.push(Diagnostic::new(&codes::SKIPPED, span, message).at_ply(plies + 1));
        }
    }

    fn emit(&mut self, d: Diagnostic) {
        if self.out.len() < self.options.limits.diagnostics {
            self.out.push(d.at_ply(self.plies.max(1)));
        }
    }

    fn play(&mut self, m: Move) {
        self.position.play_unchecked(m);
        self.node = self.game.tree.add(self.node, Ply::Move(m));
        self.plies += 1;
    }

    /// Looks at the signs right after a move; true if reading ends here.
    fn check_marks(&mut self, end: usize, span: &Range<usize>) -> bool {
        if !self.text[end..].starts_with("++") {
            return false;
        }
        if self.position.is_checkmate() {
            let rest = self.text[end + 2..].trim();
            self.stop = Some((end + 2, &codes::PROSE));
            if !rest.is_empty() {
                let kept = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                self.game.tree.annotations_mut(self.node).comments.push(Comment::after(kept));
            }
            return true;
        }
        let is =
            if self.position.is_check() { message!("check only") } else { message!("no check") };
        let message = message!(
            "++ means mate here, but `{word}` is {fact}",
            word = &self.text[span.clone()],
            fact = is
        );
        self.emit(Diagnostic::new(&codes::NOT_MATE, span.start..end + 2, message));
        if self.options.double_check {
            return false;
        }
        let rest = self.text[end + 2..].trim();
        self.stop = Some((end + 2, &codes::PROSE));
        if !rest.is_empty() {
            self.game.unread = Some(rest.to_owned());
        }
        true
    }

    /// Classifies the text between two squares.
    fn gap(&self, between: Range<usize>) -> Gap {
        let between = &self.text[between];
        if between.is_empty() {
            return Gap::Nothing;
        }
        let is_line = !between.contains(['\n', '\r']);
        let Some((before, after)) = between.split_once(is_mark) else { return Gap::Far };
        let is_sign = |c: char| !c.is_alphanumeric() || is_mark(c);
        let letters: String = after.chars().filter(|c| !is_sign(*c)).take(3).collect();
        let piece = letters.chars().all(is_letter)
            && (letters.chars().count() <= 1 || letters.to_lowercase() == "кр");
        let signs = before.chars().all(is_sign);
        match (is_line, piece && signs) {
            (true, true) => Gap::Tight,
            (true, false) => Gap::Words,
            (false, _) => Gap::Far,
        }
    }

    fn why(&self, from: Square, to: Square) -> Message {
        match self.position.piece_at(from) {
            None => message!("{square} is empty", square = from),
            Some(piece) if piece.color != self.position.turn() => {
                message!(
                    "the piece on {square} is {side}'s, who is not to move",
                    square = from,
                    side = piece.color
                )
            }
            Some(piece) => {
                let letter = piece.role.upper_char();
                let text = format!("{letter}{from}-{to}");
                partie_core::moves::san::San::parse(&text, partie_core::Language::English)
                    .map_or_else(
                        || message!("the piece cannot go there"),
                        |san| {
                            partie_core::moves::illegal_reason::illegal_reason(&self.position, &san)
                        },
                    )
            }
        }
    }

    /// Ends the game at what cannot be read, with the letter before its squares.
    fn stop(&mut self, code: &'static Code, span: Range<usize>, message: Message) {
        let start = self.text[..span.start].trim_end_matches(is_letter).len();
        let start = start.max(self.moves.last().map_or(0, |(last, _)| last.end));
        let rest = self.text[start..].trim();
        self.stop = Some((start, code));
        self.game.unread = Some(rest.to_owned());
        self.out.push(Diagnostic::new(code, span, message).at_ply(self.plies + 1));
    }
}

/// A promotion's piece, as it stands after a square.
struct Promotion {
    role: Role,
    /// True if it stands in a bracket.
    bracket: bool,
    span: Range<usize>,
}
