//! Lines of moves beside the main line: in brackets, in sentences, and after numbers that occur
//! again.

use std::ops::Range;

use partie_core::{Color, Ply, Position};

use super::{MOST_LEVELS, Sideline, WordReader, phrases::is_mark_or_stray};
use crate::{
    evidence::{is_chess_word, looks_like_move, resembles_move},
    tokens::{OPENING, Token, TokenKind, inside, tokens},
    vocabulary::moves::is_mark,
};

/// Most plies of a line without brackets that is read where the main line could continue.
const MOST_PLIES: usize = 64;

/// Parts of sidelines in brackets beside their moves.
#[derive(Default)]
pub(super) struct Inside {
    /// Numbers and signs.
    tokens: Vec<Token>,
    /// Places from which on they cannot be read.
    broken: Vec<Range<usize>>,
}

/// A line of play from which sidelines depart.
#[derive(Clone, Copy)]
pub(super) struct PlayedLine<'a> {
    /// Number of plies of the game before it.
    pub(super) after: usize,
    pub(super) plies: &'a [(Ply, Range<usize>)],
    /// The positions before each ply of it, and the last one.
    pub(super) positions: &'a [Position],
}

impl WordReader<'_> {
    /// Reads a remark in parentheses or brackets: a sideline if it begins with moves. Inside a
    /// sentence it belongs to the sentence.
    pub(super) fn brackets(&mut self, token: &Token) {
        let mut inside = Inside::default();
        let main = self.main_line();
        let sideline = self.variation(&token.span, main, MOST_LEVELS, &mut inside);
        self.out.broken.append(&mut inside.broken);
        if let Some(sideline) = sideline {
            self.flush();
            self.out.sidelines.push(sideline);
            self.out.inner.append(&mut inside.tokens);
        } else if self.prose.is_some() {
            self.add_prose(&token.span);
        } else {
            self.out.remarks.push((self.out.plies.len(), token.span.clone()));
        }
    }

    /// Reads a sideline in parentheses or brackets, including nested ones; `out` receives the text
    /// that is not moves. Text after its moves is a remark.
    pub(super) fn variation(
        &self,
        span: &Range<usize>,
        line: PlayedLine<'_>,
        levels: usize,
        out: &mut Inside,
    ) -> Option<Sideline> {
        let inner = inside(self.sheet.text, span).filter(|_| self.sheet.numbered)?;
        let text = &self.sheet.text[inner.clone()];
        let mut body = tokens(text);
        for token in &mut body {
            token.span = token.span.start + inner.start..token.span.end + inner.start;
        }
        let Some(Token { kind: TokenKind::Number(n, dots), .. }) = body.first() else {
            return None;
        };
        let start = self.ply_of(*n, *dots)?;
        let known = line.after..line.after + line.positions.len();
        if !known.contains(&start) {
            return None;
        }
        let Some((mut sideline, next)) = self.sideline(line, &body, 0, start, true) else {
            out.broken.extend(body.get(1).filter(|t| self.is_meant(t)).map(|t| t.span.clone()));
            return None;
        };
        let rest = body[next..].iter().position(|t| t.kind != TokenKind::Line).map(|i| next + i);
        // A number that does not fit leads to a move that was not read.
        let numbered = |at: usize| match (&body[at].kind, body.get(at + 1)) {
            (TokenKind::Number(..), Some(word)) if self.is_meant(word) => Some(word.span.clone()),
            _ => None,
        };
        out.broken.extend(sideline.broken.take().or_else(|| rest.and_then(numbered)));
        if sideline.plies.is_empty() {
            return None;
        }
        sideline.span = span.clone();
        let rest = rest.map(|at| body[at].span.start..inner.start + text.trim_end().len());
        let is_mark = |t: &Token| is_mark(&self.sheet.text[t.span.clone()]);
        out.tokens.extend(body.into_iter().filter(|t| t.kind != TokenKind::Word || is_mark(t)));
        let remarks = std::mem::take(&mut sideline.remarks);
        for (after, remark) in remarks {
            let Sideline { after: begin, plies, positions, .. } = &sideline;
            let own = PlayedLine { after: *begin, plies, positions };
            let bracket = self.sheet.text[remark.clone()].starts_with(OPENING);
            let levels = levels.checked_sub(1).filter(|_| bracket);
            match levels.and_then(|levels| self.variation(&remark, own, levels, out)) {
                Some(line) => sideline.inner.push(line),
                None => sideline.remarks.push((after, remark)),
            }
        }
        let plies = sideline.plies.len();
        sideline.remarks.extend(rest.map(|rest| (plies, rest)));
        Some(sideline)
    }

    /// Returns true if a sentence ends between two places, or a line if Black's move has no number
    /// later.
    fn ends_sentence(&self, end: usize, start: usize) -> bool {
        let between = &self.sheet.text[end..start];
        between.contains('.')
            || self.position.turn() == Color::Black && between.contains(['\n', '\r']) && {
                let at = self.sheet.body.partition_point(|t| t.span.start < start);
                !self.sheet.numbers.comes_again(self.position.fullmoves(), 3, at)
            }
    }

    /// Returns true if a word is a move, legal or misread.
    fn is_meant(&self, token: &Token) -> bool {
        let word = &self.sheet.text[token.span.clone()];
        token.kind == TokenKind::Word
            && (is_chess_word(word)
                || resembles_move(word)
                || looks_like_move(word) && word.starts_with(char::is_alphabetic)
                || self.is_iccf(word))
    }

    /// Returns the ply that a number stands for; the first is 0.
    pub(super) fn ply_of(&self, n: u32, dots: u8) -> Option<usize> {
        let first = self.history[0].fullmoves();
        let moves = usize::try_from(n.checked_sub(first)?).ok()?;
        // The game may begin with Black's move.
        let begun = usize::from(self.history[0].turn() == Color::Black);
        (moves * 2 + usize::from(dots > 1)).checked_sub(begun)
    }

    pub(super) fn main_line(&self) -> PlayedLine<'_> {
        PlayedLine { after: 0, plies: &self.out.plies, positions: &self.history }
    }

    /// Reads a sideline from a number on. Returns the moves that differ from the line, and the
    /// token after them; `None` if there is no move. The sideline ends where the main line may
    /// continue, unless it is read `whole`.
    pub(super) fn sideline(
        &self,
        line: PlayedLine<'_>,
        body: &[Token],
        at: usize,
        start: usize,
        whole: bool,
    ) -> Option<(Sideline, usize)> {
        let text = self.sheet.text;
        let is_inside = !std::ptr::eq(body, self.sheet.body);
        let mut position = line.positions.get(start.checked_sub(line.after)?)?.clone();
        let mut sideline = Sideline {
            after: start,
            plies: Vec::new(),
            nags: Vec::new(),
            remarks: Vec::new(),
            inner: Vec::new(),
            place: self.out.plies.len(),
            span: body[at].span.clone(),
            broken: None,
            positions: vec![position.clone()],
        };
        let (mut next, mut end, mut numbered, mut moves) = (at + 1, at, true, 0);
        while let Some(token) = body.get(next).filter(|_| is_inside || !whole || moves < MOST_PLIES)
        {
            partie_formats::steps::add(1);
            match token.kind {
                TokenKind::Line => next += 1,
                TokenKind::Remark if is_inside => {
                    sideline.remarks.push((sideline.plies.len(), token.span.clone()));
                    next += 1;
                    end = next;
                }
                TokenKind::Nag(nag) if moves > 0 => {
                    sideline.nags.push((sideline.plies.len(), nag));
                    next += 1;
                    end = next;
                }
                TokenKind::Number(n, dots) => {
                    let fits = n == position.fullmoves()
                        && (dots > 1) == (position.turn() == Color::Black)
                        && moves > 0;
                    // The main line's own number looks the same.
                    let main = self.ply_of(n, dots) == Some(self.out.plies.len())
                        && !self.sheet.numbers.in_sentence(next)
                        && !self.sheet.numbers.comes_again(n, dots, next)
                        && !whole;
                    if !fits || main {
                        break;
                    }
                    numbered = true;
                    next += 1;
                }
                TokenKind::Word if is_mark_or_stray(&text[token.span.clone()]) => next += 1,
                // After repeated moves, the main line continues.
                TokenKind::Word
                    if moves > 0
                        && sideline.plies.is_empty()
                        && start + moves == self.out.plies.len()
                        && !whole =>
                {
                    break;
                }
                TokenKind::Word
                    if !is_inside
                        && !numbered
                        && self.ends_sentence(sideline.span.end, token.span.start) =>
                {
                    break;
                }
                TokenKind::Word if numbered || position.turn() == Color::Black => {
                    let Some((ply, span, after)) = self.read(&position, body, next, token) else {
                        // In a sentence, a square is no move of a pawn.
                        let is_word = is_inside || token.span.len() > 2;
                        sideline.broken =
                            Some(token.span.clone()).filter(|_| is_word && self.is_meant(token));
                        break;
                    };
                    let same = sideline.plies.is_empty()
                        && line
                            .plies
                            .get(start - line.after + moves)
                            .is_some_and(|(p, _)| *p == ply);
                    if position.play(ply).is_err() {
                        break;
                    }
                    moves += 1;
                    if same {
                        sideline.after += 1;
                        sideline.positions.clear();
                    } else {
                        sideline.plies.push((ply, span.clone()));
                    }
                    sideline.positions.push(position.clone());
                    sideline.span.end = span.end;
                    numbered = false;
                    next = after;
                    end = next;
                }
                _ => break,
            }
        }
        (moves > 0).then_some((sideline, end))
    }
}
