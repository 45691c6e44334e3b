//! One reading of a text: its words as moves of one notation.
//!
//! Numbers are evidence. The expected number leads to the next move; an earlier one begins a
//! sideline or repeats a move; a later one proves that a move is missing or was not read, and ends
//! the reading.

mod beside;
mod comparison;
mod moves;
mod phrases;
mod sidelines;
mod stops;
mod unnumbered;

use std::{ops::Range, slice::Iter};

use partie_core::{Color, Move, Nag, Notation, Outcome, Ply, Position};

pub(super) use self::{
    comparison::ReadWords,
    phrases::{verdict_at, winning},
};

use self::phrases::{is_lettered, with_punctuation};
use super::{
    account::Claimed,
    codes,
    evidence::{Slot, resembles_iccf},
    ladder::{Ladder, begins_line},
    numbers::Numbers,
    rows::Misprint,
    tokens::{OPENING, Token, TokenKind},
};
use partie_formats::Code;

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
    pub(super) read: &'a ReadWords,
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
    /// Signs, each with the number of plies before it.
    pub(super) nags: Vec<(usize, Nag)>,
    pub(super) result: Option<Outcome>,
    /// Place of the words that name the end.
    pub(super) verdict: Option<Range<usize>>,
    /// End of the game, if a result follows its moves.
    pub(super) end: Option<usize>,
    /// Numbers of White's before moves of Black, and the number of plies before each.
    pub(super) misnumbered: Vec<(usize, Range<usize>)>,
    /// A misprinted number that was read.
    pub(super) misprint: Option<Misprint>,
    /// Places in sidelines from which on they cannot be read.
    pub(super) broken: Vec<Range<usize>>,
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
    /// Words after its moves that are a move, too, but an illegal or misread one.
    broken: Option<Range<usize>>,
    /// The positions before each ply of it, and the last one.
    positions: Vec<Position>,
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
    /// Words in place of a move; the next number shows that there was one.
    Unread,
    /// A number proves that moves are missing.
    Missing,
    /// A number stands twice with different moves, and the game may go on after either.
    TwoLines,
}

impl Cause {
    pub(super) fn code(&self) -> &'static Code {
        match self {
            Cause::Illegal => &codes::ILLEGAL_MOVE,
            Cause::Ambiguous(_) => &codes::AMBIGUOUS,
            Cause::Unread => &codes::UNREAD_MOVE,
            Cause::Missing => &codes::MISSING_MOVE,
            Cause::TwoLines => &codes::TWO_LINES,
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
        let mut reader = WordReader {
            sheet,
            notation,
            choices: choices.iter(),
            history: vec![position.clone()],
            position,
            due: !sheet.numbered || sheet.begins_bare,
            bare: !sheet.numbered || sheet.begins_bare,
            unnumbered: 0,
            number: None,
            slot: None,
            slots: Vec::new(),
            reply: None,
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
        partie_formats::text::sort_spans(&mut moves);
        let (inner, verdict) = (self.inner.clone(), self.verdict.clone());
        Claimed { tags, tokens, inner, moves, comments, verdict, stop }
    }
}

/// Returns true if a notation may read more of a text than its words: moves of several words, or
/// numbers that are moves.
pub(super) fn reads_more(notation: Notation, text: &str, body: &[Token], start: &Position) -> bool {
    let is_move = |token: &Token| match token.kind {
        TokenKind::Number(_, 0) => token.span.len() >= 4,
        TokenKind::Word => resembles_iccf(&text[token.span.clone()]),
        _ => false,
    };
    match notation {
        Notation::Descriptive(_) => {
            let is_joined = |at: usize| phrases::joined(text, body, at, start).is_some();
            (0..body.len()).any(|at| body[at].kind == TokenKind::Word && is_joined(at))
        }
        Notation::Iccf => body.iter().any(is_move),
        _ => false,
    }
}

/// Deepest nesting of sidelines that is read.
const MOST_LEVELS: usize = 16;

/// Most words that may stand in place of moves that cannot be read.
const MOST_WORDS: usize = 3;

struct WordReader<'a> {
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
    /// Token up to which moves without numbers go on after a numbered pair.
    unnumbered: usize,
    /// A number whose move has not come yet.
    number: Option<Range<usize>>,
    /// The last number that led to a move.
    slot: Option<usize>,
    /// The number that stands before each ply, if there is one.
    slots: Vec<Option<usize>>,
    /// Black's move after a sentence that names other moves.
    reply: Option<usize>,
    /// True if Black's last move had a number written as White's are: `1. e4 1. e5`.
    doubled: bool,
    prose: Option<Range<usize>>,
    /// Place of words where a move is due.
    unread: Option<usize>,
    out: Walk,
}

impl WordReader<'_> {
    fn run(&mut self) {
        let Sheet { text, body, .. } = self.sheet;
        let mut at = 0;
        while let Some(token) = body.get(at) {
            partie_formats::steps::add(1);
            if self.sheet.middle == Some(at) {
                self.flush();
                let (span, word) = (token.span.clone(), text[token.span.clone()].to_owned());
                self.stop(span, word, Cause::Missing);
                break;
            }
            at = match &token.kind {
                TokenKind::Line => Some(at + 1),
                TokenKind::Nag(nag) => self.sign(*nag, at),
                TokenKind::Remark if text[token.span.clone()].starts_with(OPENING) => {
                    self.brackets(token);
                    Some(at + 1)
                }
                TokenKind::Remark | TokenKind::Clock => {
                    self.flush();
                    self.out.remarks.push((self.out.plies.len(), token.span.clone()));
                    Some(at + 1)
                }
                TokenKind::Result(_) if self.is_no_end(at) => {
                    self.add_prose(&token.span);
                    Some(at + 1)
                }
                TokenKind::Result(outcome) => {
                    self.out.result.get_or_insert(*outcome);
                    if self.out.plies.is_empty() {
                        Some(at + 1)
                    } else {
                        self.end(*outcome, token.span.end)
                    }
                }
                TokenKind::Number(n, dots) => self.number(*n, *dots, at),
                TokenKind::Word => self.word(at),
            }
            .unwrap_or(body.len());
        }
        if self.out.stopped.is_none() && self.out.end.is_none() && !self.stops_unread() {
            self.flush();
        }
        self.cut_back();
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
        // The next column of a table may begin above.
        if self.prose.as_ref().is_some_and(|prose| start < prose.start) {
            self.flush();
        }
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
            && body[at + 1..].iter().all(|t| t.kind == TokenKind::Line)
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
        let in_sentence = self.prose.is_some() && self.is_introduced(at);
        let again = self.names_white_again(n, dots, at);
        let alternative = again && numbers.blacks_follows(n, at);
        if again && !alternative && self.is_prose_before() && self.is_move(at + 1) {
            let end = body[at + 1].span.end;
            return self.stop_at_words(span.start, end);
        }
        let aside = alternative
            || self.is_set_aside(n, dots, at)
            || self.gives_way(n, dots, at)
            || !own && ladder.comes_again(n, at)
            || n > 1 && is_lettered(text, body, at)
            || in_sentence && n == current && numbers.comes_again(n, dots, at);
        self.due = n == current && !aside;
        self.bare &= !(self.due || n < current);
        if let Some(start) = self.ply_of(n, dots)
            && (start < self.out.plies.len() || aside && start == self.out.plies.len())
            && let Some((sideline, next)) = self.line_at(at, start, aside)
        {
            let repeats = sideline.plies.is_empty();
            let blacks = start + 1 == self.out.plies.len() && black && dots < 2;
            let alone = body.get(next).is_none_or(|t| t.kind != TokenKind::Word);
            // `2. Nc6` may be Black's move, and so may the second `1. P-K4`.
            if !(blacks && (!repeats || alone) && self.due && self.is_move(at + 1)) {
                return if repeats {
                    self.repeated(at, next, sideline.after)
                } else {
                    self.beside(sideline, at, next)
                };
            }
        }
        if !self.due {
            let certain = !in_sentence || self.unread.is_some() || self.out.plies.is_empty();
            if n > current && certain && self.is_jump(n, dots, at) {
                return self.jump(span.clone());
            }
            self.due = self.bare;
            self.add_prose(span);
            return Some(at + 1);
        }
        let slot = Slot::of(text, body, at);
        let recurs = || numbers.comes_again(n, 1, at);
        let no_white = || slot.placeholder || self.is_in_blacks_column(at);
        if !black && slot.moves == 1 && no_white() && !recurs() {
            self.flush();
            let (start, word) = (span.start, text[span.clone()].to_owned());
            return self.stop(start..start + word.len(), word, Cause::Missing);
        }
        if again {
            if slot.moves > 1 {
                self.flush();
                return self.stop(span.clone(), word.to_owned(), Cause::TwoLines);
            }
            self.out.misnumbered.push((self.out.plies.len(), span.clone()));
        }
        self.number = Some(span.clone());
        self.slot = Some(at);
        Some(at + 1)
    }

    /// Returns true if the number of White's last move recurs where Black's move is due, although
    /// Black's moves have no such numbers: it may lead to another move of White.
    fn names_white_again(&self, n: u32, dots: u8, at: usize) -> bool {
        let Sheet { body, numbers, .. } = self.sheet;
        let is_own = |at: usize| matches!(body[at].kind, TokenKind::Number(own, 0 | 1) if own == n);
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
}
