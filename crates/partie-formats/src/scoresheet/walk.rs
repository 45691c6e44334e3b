//! One reading of a text: its words as moves of one notation.
//!
//! Numbers are evidence. A number that is due leads to the next move; an earlier one begins a
//! sideline or repeats a move; one that is not due yet proves that a move is missing or was not
//! read, and ends the reading.

mod phrases;
mod stops;
mod words;

use std::{ops::Range, slice::Iter};

use partie_core::{
    Color, Move, Nag, Notation, Outcome, Ply, Position,
    moves::{NotRead, Reading, is_dash},
};

pub(super) use self::{
    phrases::{verdict_at, winning},
    words::Words,
};

use self::{
    phrases::{
        begins_paragraph, begins_sentence, begins_with_sign, ends_story, is_mark_or_stray,
        is_stray, joined, joined_word, with_punctuation,
    },
    stops::is_lettered,
};
use super::{
    account::Claimed,
    codes,
    evidence::{Slot, is_chess_word, is_piece_word, looks_like_move, may_be_move, resembles_move},
    ladder::{Ladder, begins_line},
    numbers::Numbers,
    spelled,
    tokens::{Kind, Token, tokens},
    vocabulary::moves::is_mark,
};
use crate::{Code, ledger};

/// A text with facts known before it is read.
#[derive(Clone, Copy)]
pub(super) struct Sheet<'a> {
    pub(super) text: &'a str,
    pub(super) body: &'a [Token],
    pub(super) ladder: &'a Ladder,
    pub(super) numbers: &'a Numbers,
    /// True if moves follow numbers.
    pub(super) numbered: bool,
    /// True if the first moves stand before the first number.
    pub(super) begins_bare: bool,
    /// First move, if the text begins in the middle of a game.
    pub(super) middle: Option<usize>,
    /// Receives the words that are read as moves of the notation.
    pub(super) read: &'a Words,
}

/// One reading of a text.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) plies: Vec<(Ply, Range<usize>)>,
    /// Remarks and prose: the number of plies before each, and its place.
    pub(super) remarks: Vec<(usize, Range<usize>)>,
    pub(super) sidelines: Vec<Sideline>,
    /// Numbers and signs of sidelines in parentheses.
    pub(super) inner: Vec<Token>,
    /// Stop of the reading before the end of the text.
    pub(super) stopped: Option<Stop>,
    /// Words for which one of several moves was chosen: the number of plies before each, and its
    /// place.
    pub(super) chosen: Vec<(usize, Range<usize>)>,
    /// Signs, and after how many plies.
    pub(super) nags: Vec<(usize, Nag)>,
    pub(super) result: Option<Outcome>,
    /// Place of the words that name the end.
    pub(super) verdict: Option<Range<usize>>,
    /// End of the game, if a result follows its moves.
    pub(super) end: Option<usize>,
    /// True if every word was a move: no other reading can be better.
    pub(super) complete: bool,
}

/// A line of moves beside the main line.
pub(super) struct Sideline {
    /// Number of plies of the game before it.
    pub(super) after: usize,
    pub(super) plies: Vec<(Ply, Range<usize>)>,
    /// Signs, each with the number of its plies before it.
    pub(super) nags: Vec<(usize, Nag)>,
    /// Remarks in it, each with the number of its plies before it.
    pub(super) remarks: Vec<(usize, Range<usize>)>,
    /// Sidelines in it.
    pub(super) inner: Vec<Sideline>,
    /// Number of plies of the main line that are read before it.
    pub(super) place: usize,
    pub(super) span: Range<usize>,
    /// The positions before each ply of it, and the last one.
    positions: Vec<Position>,
}

/// A line of play from which sidelines depart.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Number of plies of the game before it.
    after: usize,
    plies: &'a [(Ply, Range<usize>)],
    /// The positions before each ply of it, and the last one.
    positions: &'a [Position],
}

/// Reason and place of a stop before the end of the text.
pub(super) struct Stop {
    pub(super) span: Range<usize>,
    pub(super) word: String,
    pub(super) cause: Cause,
}

pub(super) enum Cause {
    /// A word in place of a move is not a playable move.
    Illegal,
    /// The word can be any of these moves.
    Ambiguous(Vec<Move>),
    /// Words stand in place of a move; the next number shows that there was one.
    Unread,
    /// A number proves that moves are missing.
    Missing,
}

impl Cause {
    pub(super) fn code(&self) -> &'static Code {
        match self {
            Cause::Illegal => &codes::ILLEGAL_MOVE,
            Cause::Ambiguous(_) => &codes::AMBIGUOUS,
            Cause::Unread => &codes::UNREAD_MOVE,
            Cause::Missing => &codes::MISSING_MOVE,
        }
    }
}

impl Walk {
    /// Returns the moves that the last word can be, if there are several.
    pub(super) fn open(&self) -> &[Move] {
        match &self.stopped {
            Some(Stop { cause: Cause::Ambiguous(moves), .. }) => moves,
            _ => &[],
        }
    }

    /// Reads a text. Where a word can be several moves, `choices` selects one.
    pub(super) fn of(
        sheet: Sheet<'_>,
        notation: Notation,
        start: &Position,
        choices: &[Move],
    ) -> Walk {
        let position = start.clone();
        let mut reader = Reader {
            sheet,
            notation,
            choices: choices.iter(),
            history: vec![position.clone()],
            position,
            due: !sheet.numbered || sheet.begins_bare,
            bare: !sheet.numbered || sheet.begins_bare,
            number: None,
            slot: None,
            doubled: false,
            prose: None,
            unread: None,
            out: Walk { complete: true, ..Walk::default() },
        };
        reader.run();
        let mut walk = reader.out;
        // Without a move of the main line beside it, a sideline would be the main line.
        let plies = walk.plies.len();
        for sideline in walk.sidelines.extract_if(.., |sideline| sideline.after >= plies) {
            walk.remarks.push((sideline.place, sideline.span));
        }
        walk
    }

    /// Returns the parts of the text that it has used.
    pub(super) fn claimed<'a>(&self, tags: &'a [Range<usize>], tokens: &'a [Token]) -> Claimed<'a> {
        let stop = match &self.stopped {
            Some(stop) => Some((stop.span.start, stop.cause.code())),
            None => self.end.map(|end| (end, &codes::PROSE)),
        };
        let mut moves: Vec<_> = self.plies.iter().map(|(_, span)| span.clone()).collect();
        let mut comments: Vec<_> = self.remarks.iter().map(|(_, span)| span.clone()).collect();
        let mut lines: Vec<&Sideline> = self.sidelines.iter().collect();
        while let Some(line) = lines.pop() {
            moves.extend(line.plies.iter().map(|(_, span)| span.clone()));
            comments.extend(line.remarks.iter().map(|(_, span)| span.clone()));
            lines.extend(&line.inner);
        }
        moves.sort_by_key(|span| span.start);
        let (inner, verdict) = (self.inner.clone(), self.verdict.clone());
        Claimed { tags, tokens, inner, moves, comments, verdict, stop }
    }
}

/// Deepest nesting of sidelines that is read.
const MOST_LEVELS: usize = 16;

/// Most words that may stand in place of moves that cannot be read.
const MOST_WORDS: usize = 3;

struct Reader<'a> {
    sheet: Sheet<'a>,
    notation: Notation,
    choices: Iter<'a, Move>,
    position: Position,
    /// Positions before each ply, and the last one.
    history: Vec<Position>,
    /// True if the next word must be a move: it follows its number or White's move directly.
    due: bool,
    /// True if no number has led to a move yet.
    bare: bool,
    /// A number whose move has not come yet.
    number: Option<Range<usize>>,
    /// The last number that led to a move.
    slot: Option<usize>,
    /// True if Black's last move had a number written as White's are: `1. e4 1. e5`.
    doubled: bool,
    prose: Option<Range<usize>>,
    /// Place of words where a move is due.
    unread: Option<usize>,
    out: Walk,
}

impl Reader<'_> {
    fn run(&mut self) {
        let Sheet { text, body, .. } = self.sheet;
        let mut at = 0;
        while let Some(token) = body.get(at) {
            crate::steps::add(1);
            if self.sheet.middle == Some(at) {
                self.flush();
                let (span, word) = (token.span.clone(), text[token.span.clone()].to_owned());
                self.stop(span, word, Cause::Missing);
                break;
            }
            at = match &token.kind {
                Kind::Line => Some(at + 1),
                Kind::Nag(nag) => self.sign(*nag, at),
                Kind::Remark if text[token.span.clone()].starts_with(['(', '[']) => {
                    self.brackets(token);
                    Some(at + 1)
                }
                Kind::Remark | Kind::Clock => {
                    self.flush();
                    self.out.remarks.push((self.out.plies.len(), token.span.clone()));
                    Some(at + 1)
                }
                Kind::Result(_) if self.is_no_end(at) => {
                    self.add_prose(&token.span);
                    Some(at + 1)
                }
                Kind::Result(outcome) => {
                    self.out.result.get_or_insert(*outcome);
                    if self.out.plies.is_empty() {
                        Some(at + 1)
                    } else {
                        self.end(*outcome, token.span.end)
                    }
                }
                Kind::Number(n, dots) => self.number(*n, *dots, at),
                Kind::Word => self.word(at),
            }
            .unwrap_or(body.len());
        }
        if self.out.stopped.is_none() && self.out.end.is_none() && !self.stops_unread() {
            self.flush();
        }
    }

    /// Ends the game at a place of the text.
    fn end(&mut self, outcome: Outcome, end: usize) -> Option<usize> {
        self.out.result = Some(outcome);
        if self.stops_unread() {
            return None;
        }
        self.flush();
        self.out.end = Some(end);
        None
    }

    fn stop(&mut self, span: Range<usize>, word: String, cause: Cause) -> Option<usize> {
        self.out.stopped = Some(Stop { span, word, cause });
        None
    }

    /// Keeps the gathered prose as a remark.
    fn flush(&mut self) {
        if let Some(range) = self.prose.take() {
            let span = with_punctuation(self.sheet.text, range);
            self.out.remarks.push((self.out.plies.len(), span));
        }
    }

    /// Adds a token to the prose, and the number before it that led to no move.
    fn add_prose(&mut self, span: &Range<usize>) {
        let number = self.number.take();
        let start = number.map_or(span.start, |number| number.start);
        self.prose = Some(match self.prose.take() {
            Some(range) => range.start..span.end,
            None => start..span.end,
        });
    }

    fn sign(&mut self, nag: Nag, at: usize) -> Option<usize> {
        let Sheet { text, body, .. } = self.sheet;
        let token = &body[at];
        let alone = text[..token.span.start].ends_with(char::is_whitespace);
        if let Some(outcome) = winning(nag)
            && alone
            && body[at + 1..].iter().all(|t| t.kind == Kind::Line)
            && !self.out.plies.is_empty()
        {
            return self.end(outcome, token.span.end);
        }
        if self.prose.is_some() {
            self.add_prose(&token.span);
        } else {
            self.out.nags.push((self.out.plies.len(), nag));
        }
        Some(at + 1)
    }

    /// Reads a remark in parentheses or brackets: a sideline if it begins with moves. Inside a
    /// sentence it belongs to the sentence.
    fn brackets(&mut self, token: &Token) {
        let mut tokens = Vec::new();
        let main = self.main_line();
        if let Some(sideline) = self.variation(&token.span, main, MOST_LEVELS, &mut tokens) {
            self.flush();
            self.out.sidelines.push(sideline);
            self.out.inner.extend(tokens);
        } else if self.prose.is_some() {
            self.add_prose(&token.span);
        } else {
            self.out.remarks.push((self.out.plies.len(), token.span.clone()));
        }
    }

    /// Reads a sideline in parentheses or brackets beside a line, with those nested in it; `out`
    /// receives its tokens that are not moves. Text after its moves is a remark.
    fn variation(
        &self,
        span: &Range<usize>,
        line: Line<'_>,
        levels: usize,
        out: &mut Vec<Token>,
    ) -> Option<Sideline> {
        let inner = span.start + 1..span.end - 1;
        let text = self.sheet.text.get(inner.clone()).filter(|_| self.sheet.numbered)?;
        let mut body = tokens(text);
        for token in &mut body {
            token.span = token.span.start + inner.start..token.span.end + inner.start;
        }
        let Some(Token { kind: Kind::Number(n, dots), .. }) = body.first() else { return None };
        let start = self.ply_of(*n, *dots)?;
        let known = line.after..line.after + line.positions.len();
        let (mut sideline, next) = self
            .sideline(line, &body, 0, start)
            .filter(|(found, _)| known.contains(&start) && !found.plies.is_empty())?;
        sideline.span = span.clone();
        let rest = body[next..].iter().find(|t| t.kind != Kind::Line);
        let rest = rest.map(|t| t.span.start..inner.start + text.trim_end().len());
        let is_mark = |t: &Token| is_mark(&self.sheet.text[t.span.clone()]);
        out.extend(body.into_iter().filter(|t| t.kind != Kind::Word || is_mark(t)));
        let remarks = std::mem::take(&mut sideline.remarks);
        for (after, remark) in remarks {
            let Sideline { after: begin, plies, positions, .. } = &sideline;
            let own = Line { after: *begin, plies, positions };
            let bracket = self.sheet.text[remark.clone()].starts_with(['(', '[']);
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

    /// Returns the ply that a number stands for; the first is 0.
    fn ply_of(&self, n: u32, dots: u8) -> Option<usize> {
        let first = self.history[0].fullmoves();
        let moves = usize::try_from(n.checked_sub(first)?).ok()?;
        // The game may begin with Black's move.
        let begun = usize::from(self.history[0].turn() == Color::Black);
        (moves * 2 + usize::from(dots > 1)).checked_sub(begun)
    }

    fn number(&mut self, n: u32, dots: u8, at: usize) -> Option<usize> {
        let Sheet { text, body, ladder, numbers, numbered, .. } = self.sheet;
        let span = &body[at].span;
        let word = &text[span.clone()];
        if self.notation == Notation::Iccf && dots == 0 && word.len() >= 4 {
            let reading = self.read_word(&self.position, word);
            if reading.is_ok_and(|reading| self.play(reading.ply, span.clone())) {
                self.prose = None;
            } else {
                self.out.complete = false;
            }
            return Some(at + 1);
        }
        if !numbered {
            return Some(at + 1);
        }
        if let Some(number) = self.number.take() {
            self.add_prose(&number);
        }
        let current = self.position.fullmoves();
        let black = self.position.turn() == Color::Black;
        // A number inside a sentence, when the main line's own still follows. White's may be
        // followed by Black's.
        let own = begins_line(body, at) && dots > 0 && !black;
        let in_sentence = self.prose.is_some() && numbers.in_sentence(at);
        let again = self.names_white_again(n, dots, at);
        let alternative = again && numbers.blacks_follows(n, at);
        if again && !alternative && self.is_prose_before() && self.is_move(at + 1) {
            let end = body[at + 1].span.end;
            return self.stop_at_words(span.start, end);
        }
        let aside = alternative
            || !own && ladder.comes_again(n, at)
            || n > 1 && is_lettered(text, body, at)
            || in_sentence && n == current && numbers.comes_again(n, dots, at);
        self.due = n == current && !aside;
        self.bare &= !(self.due || n < current);
        if let Some(start) = self.ply_of(n, dots)
            && (start < self.out.plies.len() || aside && start == self.out.plies.len())
            && let Some((sideline, next)) = self.sideline(self.main_line(), body, at, start)
        {
            let again = sideline.plies.is_empty();
            let blacks = start + 1 == self.out.plies.len() && black && dots < 2;
            let reached = sideline.after;
            let alone = body.get(next).is_none_or(|t| t.kind != Kind::Word);
            // `2. Nc6` may be Black's move, and so may the second `1. P-K4`.
            if !(blacks && (!again || alone) && self.due && self.is_move(at + 1)) {
                self.flush();
                if !again {
                    self.out.sidelines.push(sideline);
                }
                // After repeated moves, the next one follows.
                self.due = again && reached == self.out.plies.len() && black;
                return Some(next);
            }
        }
        if !self.due {
            let certain = !in_sentence || self.unread.is_some() || self.out.plies.is_empty();
            if n > current && certain && self.is_jump(dots, at) {
                return self.jump(span.clone());
            }
            self.due = self.bare;
            self.add_prose(span);
            return Some(at + 1);
        }
        let slot = Slot::of(text, body, at);
        let again = || numbers.comes_again(n, 1, at);
        let no_white = || slot.placeholder || self.is_in_blacks_column(at);
        if !black && slot.moves == 1 && no_white() && !again() {
            self.flush();
            let (start, word) = (span.start, text[span.clone()].to_owned());
            return self.stop(start..start + word.len(), word, Cause::Missing);
        }
        self.number = Some(span.clone());
        self.slot = Some(at);
        Some(at + 1)
    }

    /// Returns true if the number of White's last move recurs where Black's move is due, although
    /// Black's moves have no such numbers: it may lead to another move of White.
    fn names_white_again(&self, n: u32, dots: u8, at: usize) -> bool {
        let Sheet { body, numbers, .. } = self.sheet;
        let is_own = |at: usize| matches!(body[at].kind, Kind::Number(own, 0 | 1) if own == n);
        let doubled = match self.out.plies.len() {
            0 | 1 => numbers.is_doubled(n.saturating_add(1), at),
            _ => self.doubled,
        };
        dots < 2
            && n == self.position.fullmoves()
            && self.position.turn() == Color::Black
            && self.slot.is_some_and(is_own)
            && !self.out.plies.is_empty()
            && !doubled
    }

    /// Returns true if words stand before the next token.
    fn is_prose_before(&self) -> bool {
        let words =
            |prose: &Range<usize>| self.sheet.text[prose.clone()].contains(char::is_alphabetic);
        self.prose.as_ref().is_some_and(words)
    }

    /// Returns true if a word such as `ch` or `mate` belongs to the move before it, not to a
    /// sentence.
    fn is_mark_of_move(&self, at: usize) -> bool {
        let Sheet { text, body, .. } = self.sheet;
        let span = &body[at].span;
        if !is_mark(&text[span.clone()]) || self.out.plies.is_empty() || self.prose.is_some() {
            return false;
        }
        let goes_on = body.get(at + 1).is_some_and(|next| {
            let word = &text[next.span.clone()];
            next.kind == Kind::Word
                && text[span.end..next.span.start].chars().all(|c| c == ' ')
                && word.chars().count() > 2
                && word.chars().all(char::is_alphabetic)
                && !is_mark(word)
                && !may_be_move(word)
                && verdict_at(text, body, at + 1, self.position.turn()).is_none()
        });
        let is_word = text[span.clone()].chars().all(char::is_alphabetic);
        !(is_word && goes_on)
    }

    /// Returns true if a word is a legal move.
    fn is_move(&self, at: usize) -> bool {
        let Some(token) = self.sheet.body.get(at).filter(|t| t.kind == Kind::Word) else {
            return false;
        };
        self.read(&self.position, self.sheet.body, at, token).is_some()
    }

    fn main_line(&self) -> Line<'_> {
        Line { after: 0, plies: &self.out.plies, positions: &self.history }
    }

    /// Reads moves beside a line from a number on: those that differ from it, and the token after
    /// them. Returns `None` if there is no move.
    fn sideline(
        &self,
        line: Line<'_>,
        body: &[Token],
        at: usize,
        start: usize,
    ) -> Option<(Sideline, usize)> {
        let text = self.sheet.text;
        let is_whole = !std::ptr::eq(body, self.sheet.body);
        let mut position = line.positions.get(start.checked_sub(line.after)?)?.clone();
        let mut sideline = Sideline {
            after: start,
            plies: Vec::new(),
            nags: Vec::new(),
            remarks: Vec::new(),
            inner: Vec::new(),
            place: self.out.plies.len(),
            span: body[at].span.clone(),
            positions: vec![position.clone()],
        };
        let (mut next, mut end, mut numbered, mut moves) = (at + 1, at, true, 0);
        while let Some(token) = body.get(next) {
            crate::steps::add(1);
            match token.kind {
                Kind::Line => next += 1,
                Kind::Remark if is_whole => {
                    sideline.remarks.push((sideline.plies.len(), token.span.clone()));
                    next += 1;
                    end = next;
                }
                Kind::Nag(nag) if moves > 0 => {
                    sideline.nags.push((sideline.plies.len(), nag));
                    next += 1;
                    end = next;
                }
                Kind::Number(n, dots) => {
                    let fits = n == position.fullmoves()
                        && (dots > 1) == (position.turn() == Color::Black)
                        && moves > 0;
                    // The main line's own number looks the same.
                    let main = self.ply_of(n, dots) == Some(self.out.plies.len())
                        && !self.sheet.numbers.in_sentence(next)
                        && !self.sheet.numbers.comes_again(n, dots, next)
                        && std::ptr::eq(body, self.sheet.body);
                    if !fits || main {
                        break;
                    }
                    numbered = true;
                    next += 1;
                }
                Kind::Word if is_mark_or_stray(&text[token.span.clone()]) => next += 1,
                // After repeated moves, the main line continues.
                Kind::Word
                    if moves > 0
                        && sideline.plies.is_empty()
                        && start + moves == self.out.plies.len()
                        && std::ptr::eq(body, self.sheet.body) =>
                {
                    break;
                }
                Kind::Word if numbered || position.turn() == Color::Black => {
                    let Some((ply, span, after)) = self.read(&position, body, next, token) else {
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

    /// Reads a word, or several that make one move, in a position. Returns the move, its place, and
    /// the token after it.
    fn read(
        &self,
        position: &Position,
        body: &[Token],
        at: usize,
        token: &Token,
    ) -> Option<(Ply, Range<usize>, usize)> {
        let text = self.sheet.text;
        if let Some((end, next, reading)) = self.phrase(position, body, at) {
            return Some((reading.ok()?.ply, token.span.start..end, next));
        }
        let word = &joined_word(&text[token.span.clone()]);
        let is_read = may_be_move(word) && !begins_with_sign(word);
        let reading = is_read.then(|| self.read_word(position, word))?.ok()?;
        let is_null = reading.ply == Ply::Null;
        (!is_null).then(|| (reading.ply, token.span.clone(), at + 1))
    }

    /// Reads a word as a move of the notation.
    fn read_word(&self, position: &Position, word: &str) -> Result<Reading, NotRead> {
        self.sheet.read.add(word);
        self.notation.read(position, word)
    }

    /// Reads a move of several words, descriptive or spelled out. Returns its end, the token after
    /// it, and the move.
    fn phrase(
        &self,
        position: &Position,
        body: &[Token],
        at: usize,
    ) -> Option<(usize, usize, Result<Reading, NotRead>)> {
        let text = self.sheet.text;
        if let Notation::Descriptive(_) = self.notation
            && let Some(found) = joined(text, body, at, position)
        {
            return Some(found);
        }
        // The words before `2...` are a remark.
        let (next, reading) = spelled::read(text, body, at, position)?;
        let again = std::ptr::eq(body, self.sheet.body) && self.comes_again(at);
        (!again).then(|| (body[next - 1].span.end, next, reading))
    }

    fn play(&mut self, ply: Ply, span: Range<usize>) -> bool {
        if ply == Ply::Null || self.position.play(ply).is_err() {
            return false;
        }
        if self.position.turn() == Color::White {
            let plain = |at: usize| matches!(self.sheet.body[at].kind, Kind::Number(_, 0 | 1));
            self.doubled = self.number.is_some() && self.slot.is_some_and(plain);
        }
        self.history.push(self.position.clone());
        self.out.plies.push((ply, span));
        self.number = None;
        self.unread = None;
        true
    }

    fn word(&mut self, at: usize) -> Option<usize> {
        let Sheet { text, body, ladder, numbered, .. } = self.sheet;
        let token = &body[at];
        let word = &text[token.span.clone()];
        // Words below White's move are a remark if Black's has a line of its own.
        self.due &= !(numbered
            && begins_paragraph(text, body, at)
            && ladder.comes_again(self.position.fullmoves(), at));
        let trusted = self.due || self.bare;
        let phrase = if trusted { self.phrase(&self.position, body, at) } else { None };
        let is_phrase = phrase.is_some();
        let (end, next, reading) = match phrase {
            Some((end, next, reading)) => (end, next, Some(reading)),
            None => (token.span.end, at + 1, None),
        };
        let span = token.span.start..end;
        let candidate = joined_word(&text[span.clone()]).into_owned();
        if ledger::is_sign(word) || self.is_mark_of_move(at) {
            return Some(at + 1);
        }
        if is_stray(word) {
            // A picture cannot stand in place of a move.
            if self.prose.is_some() {
                self.add_prose(&token.span);
            } else {
                self.out.remarks.push((self.out.plies.len(), token.span.clone()));
            }
            return Some(at + 1);
        }
        let mut not_legal = false;
        let is_read = may_be_move(&candidate) && !begins_with_sign(&candidate);
        let ply = if is_phrase || trusted && is_read {
            match reading.unwrap_or_else(|| self.read_word(&self.position, &candidate)) {
                Ok(reading) => Some(reading.ply),
                Err(NotRead::Ambiguous(moves)) if self.due => {
                    let Some(m) = self.choices.next() else {
                        return self.stop(span, candidate, Cause::Ambiguous(moves));
                    };
                    self.out.chosen.push((self.out.plies.len(), span.clone()));
                    Some(Ply::Move(*m))
                }
                Err(NotRead::Illegal) => {
                    not_legal = is_phrase || candidate.contains(|c| c == 'x' || is_dash(c));
                    None
                }
                Err(_) => None,
            }
        } else {
            None
        };
        if let Some(ply) = ply {
            let before = self.out.plies.len();
            let prose = self.prose.take();
            if self.play(ply, span.clone()) {
                if let Some(prose) = prose {
                    self.out.remarks.push((before, with_punctuation(text, prose)));
                }
                // White's move is followed by Black's; Black's by a number.
                self.due = self.position.turn() == Color::Black || self.bare;
                return Some(next);
            }
            self.prose = prose;
        }
        self.out.complete = false;
        if !self.out.plies.is_empty()
            && let Some((end, outcome)) = verdict_at(text, body, at, self.position.turn())
            && !text[end..].starts_with('?')
            && (self.prose.is_none()
                || begins_sentence(text, token.span.start)
                || ends_story(text, body, at, end))
            && !ladder.goes_on(self.position.fullmoves(), at)
        {
            let verdict = token.span.start..end;
            self.flush();
            self.out.remarks.push((self.out.plies.len(), verdict.clone()));
            self.out.verdict = Some(verdict);
            return self.end(outcome, end);
        }
        // A word after its number that only looks like a move ends the reading: the same number
        // further on may belong to another line of play.
        let is_due = self.due && !self.bare;
        if self.bare && !self.out.plies.is_empty() && self.is_iccf(word) {
            return self.stop_at_iccf(span, candidate);
        }
        if is_due && (looks_like_move(word) || is_piece_word(word) || not_legal)
            || self.bare && (is_chess_word(word) || not_legal && !self.out.plies.is_empty())
        {
            self.flush();
            return self.stop(span, candidate, Cause::Illegal);
        }
        if (is_due || self.bare) && resembles_move(word) && !self.is_said_again(at) {
            self.flush();
            return self.stop(span, candidate, Cause::Unread);
        }
        if is_due {
            self.unread.get_or_insert(token.span.start);
        }
        self.due = self.bare;
        // The square of a move in words is no move of a pawn.
        self.add_prose(&span);
        Some(next)
    }
}
