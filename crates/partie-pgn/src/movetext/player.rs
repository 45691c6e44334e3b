//! The state of a replay: the line being read, the results so far, and the action after a token.
//! Places in a game, as its move numbers name them.

use std::{num::NonZeroUsize, ops::Range};

use partie_core::{Move, Nag, NodeId, Outcome, Tree, moves::san::San, rules::fast::FastReader};

use crate::{
    board::{Before, Board},
    codes,
    fix::FixCollector,
    infer_variant::Choice,
    plies::Sink,
    token::{Token, TokenKind},
};
use partie_formats::{
    Code, Confidence, Diagnostic, Fix, Message, ReadOptions, Severity, database,
    ledger::{Claims, Part},
    message,
};

/// A place in a game: the number of plies before a move of the record's numbering, from 0.
pub(super) type Ordinal = i64;

/// Number of tokens of prose that are searched for the next move of the game.
pub(super) const PROSE_LOOKAHEAD: usize = 4096;

/// Returns the place of a side's move of a number.
pub(super) fn ordinal(number: i64, white: bool) -> Ordinal {
    2 * (number - 1) + i64::from(!white)
}

/// Returns true if a number can stand before the move of an ordinal: `12.` and `12...` before
/// Black's, `12.` before White's.
pub(super) fn stands_before(number: u32, dots: u8, at: Ordinal) -> bool {
    let number = i64::from(number);
    match dots {
        0 | 1 => ordinal(number, true) == at || ordinal(number, false) == at,
        _ => ordinal(number, false) == at,
    }
}

/// Counter of problems that share one diagnostic.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) count: u32,
    pub(super) first: Option<(Range<usize>, u32)>,
}

impl Tally {
    /// Counts a place.
    pub(crate) fn add(&mut self, span: &Range<usize>, ply: u32) {
        self.count += 1;
        self.first.get_or_insert_with(|| (span.clone(), ply));
    }

    /// Returns the diagnostic that check marks are missing, if they are.
    pub(crate) fn missing_checks(&self) -> Option<Diagnostic> {
        self.diagnostic(&codes::MISSING_CHECK, &message!("a check mark is missing"))
    }

    /// Returns the diagnostic that numbers are written in another form, if they are.
    pub(crate) fn nonstandard_numbers(&self) -> Option<Diagnostic> {
        self.diagnostic(
            &codes::NONSTANDARD_MOVE_NUMBER,
            &message!("a move number has another form"),
        )
    }

    /// Returns the diagnostic with the count, unless it is 0.
    pub(super) fn diagnostic(&self, code: &'static Code, words: &Message) -> Option<Diagnostic> {
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

/// Action after a token.
pub(super) enum Next {
    /// Continues after this many tokens, at least one, so that reading always advances.
    Past(NonZeroUsize),
    /// An illegal move, which can be played as it is written.
    Illegal(Move, San),
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

/// Two lines of moves with the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hint {
    /// Place in the game at which both lines begin.
    pub(super) from: Ordinal,
    /// Token with which the second line begins.
    pub(super) second: usize,
    /// Token with which the game continues if the second line is not the game's.
    pub(super) stop: Option<usize>,
}

/// Result of replaying a movetext.
#[derive(Debug)]
pub(crate) struct Played {
    /// The moves with their comments and NAGs; `None` when no tree is built.
    pub(crate) tree: Option<Tree>,
    /// Number of plies in the main line.
    pub(crate) plies: u32,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Number of diagnostics beyond the limit.
    pub(crate) more: usize,
    /// The first result at the end of the main line, and where it stands.
    pub(crate) result: Option<(Outcome, Range<usize>)>,
    /// Place from which on the main line could not be read.
    pub(crate) unread: Option<Range<usize>>,
    /// True if all words of the main line were moves in export format.
    pub(crate) canonical: bool,
    /// True if the main line stopped at a word that another variant or language might explain.
    pub(crate) stopped: bool,
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
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The last move of the line, or the node the line hangs from.
    pub(super) node: NodeId,
    pub(super) board: Box<Board>,
    /// The node before the last move, and the way back to its board.
    pub(super) before: Option<(NodeId, Before)>,
    /// Comments for the next move.
    pub(super) pending: Vec<String>,
    /// A variation has stood since the last move.
    pub(super) after_variation: bool,
    pub(super) moved: bool,
    /// Difference between the move numbers of the record and of the position.
    pub(super) shift: i64,
}

impl Frame {
    /// Begins a line that hangs from a node.
    pub(super) fn new(node: NodeId, board: Box<Board>, shift: i64) -> Frame {
        Frame {
            node,
            board,
            before: None,
            pending: Vec::new(),
            after_variation: false,
            moved: false,
            shift,
        }
    }

    /// Returns the node and the board before the last move.
    pub(super) fn before(&self) -> Option<(NodeId, Board)> {
        let (node, before) = self.before.as_ref()?;
        Some((*node, before.board(&self.board)))
    }
}

/// Memory of a replay, kept from game to game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    /// Boards that are not in use.
    #[expect(clippy::vec_box, reason = "a board comes from here and goes back without a copy")]
    boards: Vec<Box<Board>>,
    stack: Vec<Frame>,
    /// Moves of a run without their check mark, counted from its first one.
    pub(super) unmarked: Vec<usize>,
}

impl Buffers {
    /// Returns a copy of a board.
    pub(super) fn board(&mut self, board: &Board) -> Box<Board> {
        match self.boards.pop() {
            Some(mut copy) => {
                copy.copy(board);
                copy
            }
            None => Box::new(board.clone()),
        }
    }

    /// Takes a board that is not used any more.
    pub(super) fn free_board(&mut self, board: Box<Board>) {
        self.boards.push(board);
    }

    /// Takes the boards of a line that is not read any more.
    pub(super) fn free(&mut self, frame: Frame) {
        self.free_board(frame.board);
        if let Some((_, Before::Board(board))) = frame.before {
            self.free_board(board);
        }
    }

    /// Keeps the memory for the next game.
    pub(super) fn give_back(&mut self, mut stack: Vec<Frame>, frame: Frame) {
        for frame in stack.drain(..) {
            self.free(frame);
        }
        self.free(frame);
        self.stack = stack;
        // Few games need more.
        self.boards.truncate(64);
    }
}

/// Properties of all tokens of a text.
#[derive(Debug, Default)]
pub(super) struct TokenStats {
    /// Each `(` that is closed, by its token, with the token of its `)`; in this order.
    closes: Vec<(usize, usize)>,
    /// Number of words.
    pub(super) words: usize,
    /// Number of comments in braces.
    pub(super) comments: usize,
    /// True if any move has a number with a dot. Bare numbers, too, may be mixed with `9...` before
    /// moves of Black.
    pub(super) numbered: bool,
}

impl TokenStats {
    fn of(tokens: &[Token]) -> TokenStats {
        let mut stats = TokenStats::default();
        let mut open = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Word => stats.words += 1,
                TokenKind::Number { number: Some(_), dots: 1 | 2 } => stats.numbered = true,
                TokenKind::Open => open.push(i),
                TokenKind::Close => stats.closes.extend(open.pop().map(|open| (open, i))),
                // A tag cannot stand in a variation: open parentheses are not closed after it.
                TokenKind::Tag(_) => open.clear(),
                TokenKind::Comment { .. } => stats.comments += 1,
                _ => {}
            }
        }
        stats.closes.sort_unstable();
        stats
    }

    /// Returns the token that closes the parenthesis of a token.
    pub(super) fn close_of(&self, open: usize) -> Option<usize> {
        let nth = self.closes.binary_search_by_key(&open, |(open, _)| *open).ok()?;
        Some(self.closes[nth].1)
    }
}

/// A movetext that is being replayed.
pub(crate) struct Player<'a> {
    /// The text; empty until its bytes are checked to be UTF-8.
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) sink: Sink<'a>,
    pub(super) tokens: &'a [Token],
    pub(super) stats: TokenStats,
    pub(super) choice: &'a Choice,
    pub(super) options: &'a ReadOptions,
    pub(super) stack: Vec<Frame>,
    pub(super) buffers: &'a mut Buffers,
    pub(super) frame: Frame,
    pub(super) out: Played,
    /// Plies of the main line so far.
    pub(super) plies: u32,
    pub(super) number: Option<(Option<u32>, u8, Range<usize>)>,
    pub(super) missing_checks: Tally,
    pub(super) missing_numbers: Tally,
    pub(super) nonstandard_numbers: Tally,
    pub(super) nonstandard_spaces: Tally,
    pub(super) foreign_reported: bool,
    /// True if the number of the next move is a slip: the numbers after it continue without it.
    pub(super) slipped: bool,
    /// Sum of all jumps ahead in the numbers of the main line.
    pub(super) jumped: i64,
    /// The reader of moves, once it is needed.
    pub(super) reader: Option<FastReader>,
    /// The token before which an unclosed variation ends; else the number of tokens.
    pub(super) end: usize,
    /// Lines of moves that have the same numbers, from earlier readings.
    pub(super) hints: &'a [Hint],
    /// Tokens that are known to be prose after a node.
    pub(super) known_prose: Option<(NodeId, Range<usize>)>,
    /// Number of tokens that may still be looked at ahead for the end of prose.
    pub(super) lookahead: usize,
    /// The last token that is neither a comment nor a closing parenthesis, and the number of
    /// parentheses closed after it; computed when a variation holds a result.
    pub(super) ending: Option<(Option<usize>, usize)>,
    /// The diagnostic that was added last.
    pub(super) last: Last,
    /// Number of errors among the diagnostics that are kept.
    pub(super) errors: usize,
}

/// Last diagnostic that was emitted, even if it was beyond the limit.
#[derive(Clone, Copy)]
pub(super) struct Last {
    pub(super) code: &'static Code,
    pub(super) ply: Option<u32>,
    pub(super) kept: bool,
}

impl<'a> Player<'a> {
    /// Makes ready to play the text of some tokens from the start of a choice.
    pub(super) fn new(
        (text, bytes, tokens): (&'a str, &'a [u8], &'a [Token]),
        (board, buffers): (Board, &'a mut Buffers),
        choice: &'a Choice,
        options: &'a ReadOptions,
        gather: Gather,
        hints: &'a [Hint],
    ) -> Player<'a> {
        let board = buffers.board(&board);
        Player {
            text,
            bytes,
            sink: Sink::Nothing,
            tokens,
            stats: TokenStats::of(tokens),
            choice,
            options,
            stack: std::mem::take(&mut buffers.stack),
            buffers,
            frame: Frame::new(NodeId::ROOT, board, 0),
            out: Played {
                tree: None,
                plies: 0,
                diagnostics: Vec::new(),
                more: 0,
                result: None,
                unread: None,
                canonical: true,
                stopped: false,
                mainline: Vec::new(),
                stop: None,
                fixes: FixCollector::new(gather == Gather::Fixes),
                claims: Claims::new(gather == Gather::Claims),
            },
            plies: 0,
            number: None,
            missing_checks: Tally::default(),
            missing_numbers: Tally::default(),
            nonstandard_numbers: Tally::default(),
            nonstandard_spaces: Tally::default(),
            foreign_reported: false,
            slipped: false,
            jumped: 0,
            reader: None,
            end: tokens.len(),
            hints,
            known_prose: None,
            lookahead: PROSE_LOOKAHEAD * 4 + tokens.len() * 16,
            ending: None,
            last: Last { code: &codes::MORE, ply: None, kept: false },
            errors: 0,
        }
    }
}

impl Player<'_> {
    /// Returns a copy of the board of the line that is read.
    pub(super) fn board_here(&self) -> Board {
        (*self.frame.board).clone()
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &str {
        &self.text[range]
    }

    pub(super) fn emit(&mut self, code: &'static Code, span: Range<usize>, message: Message) {
        let ply = self.plies;
        self.push(Diagnostic::new(code, span, message).at_ply(ply.max(1)));
    }

    /// Reports a problem of the database that the game comes from. Returns false if an escaped line
    /// names none.
    pub(super) fn is_problem_of_database(&mut self, span: Range<usize>) -> bool {
        let Some(problem) = database::reported(self.slice(span.clone()), span.clone()) else {
            return false;
        };
        self.out.claims.reported(span, Part::Decoration, problem.code);
        self.push(problem);
        true
    }

    /// Adds a diagnostic, unless there are too many already. The error that stops the main
    /// line is always kept.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
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

    /// Adds a fix, if fixes are collected.
    pub(super) fn propose_fix(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        replacement: impl Into<String>,
        confidence: Confidence,
    ) {
        let ply = Some(self.plies.max(1));
        self.out.fixes.add(code, ply, span, replacement, confidence);
    }

    /// Keeps a part of the text as a comment, and reports the reason.
    pub(super) fn keep_as_comment(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: Message,
        (comment, confidence): (String, Confidence),
    ) {
        self.emit(code, span.clone(), message);
        self.out.claims.keep(span.clone(), code);
        self.fix_last(span, format!("{{{comment}}}"), confidence);
        self.add_comment(comment);
    }

    /// Leaves a part of the text out, and reports the reason.
    pub(super) fn leave_out(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        part: Part,
        message: Message,
    ) {
        self.emit(code, span.clone(), message);
        self.out.claims.reported(span.clone(), part, code);
        self.fix_last(span, String::new(), Confidence::Safe);
    }

    /// Takes a sign for a NAG of the last move, which the fix writes.
    pub(super) fn read_sign(&mut self, nag: Nag, text: &str, span: Range<usize>, fix: String) {
        self.emit(
            &codes::GLYPH,
            span.clone(),
            message!("expected ${nag}, but found the sign `{text}`", nag = nag.0, text),
        );
        self.out.claims.reported(span.clone(), Part::Nag, &codes::GLYPH);
        self.fix_last(span, fix, Confidence::Safe);
        self.add_nag(nag);
    }

    /// The fix of the diagnostic that was added last.
    pub(super) fn fix_last(
        &mut self,
        span: Range<usize>,
        replacement: String,
        confidence: Confidence,
    ) {
        let fix = Fix { span, replacement, confidence };
        let Last { code, ply, kept } = self.last;
        self.out.fixes.add_fix(code, ply, &fix);
        if kept && let Some(last) = self.out.diagnostics.last_mut() {
            last.fix = Some(fix);
        }
    }
}
