//! Reads moves in every notation that they may be in, and takes the reading that plays furthest.

use std::{
    cmp::{Ordering, Reverse},
    ops::Range,
};

use partie_core::{Language, Move, Notation, Ply, Position, Role, moves::descriptive::Knight};

use super::{
    blocks,
    evidence::is_chess_word,
    header::notation_named,
    ladder::Ladder,
    numbers::Numbers,
    rest::stop_before_moves,
    rows::{self, Rows},
    tokens::{Token, TokenKind, tokens},
    walk::{self, Cause, ReadWords, Sheet, Stop, Walk},
};
use partie_formats::ReadOptions;

/// Moves of a text in one notation.
pub struct NotatedMoves {
    /// Notation in which the text was read.
    pub notation: Notation,
    /// Moves with their places in bytes of the text.
    pub plies: Vec<(Ply, Range<usize>)>,
    /// True if the reading reached the end of the text.
    pub whole: bool,
    /// Number of words for which one of several moves was chosen.
    pub chosen: usize,
}

/// Reads the main line of a text in the notation that gets furthest. Returns `None` if none
/// reads a move.
#[must_use]
pub fn moves(text: &str, start: &Position, notations: &[Notation]) -> Option<NotatedMoves> {
    let (notation, walk) = Best::of(text, tokens(text), start, notations).reading?;
    let Walk { plies, stopped, chosen, .. } = walk;
    let whole = stopped.is_none();
    (!plies.is_empty()).then_some(NotatedMoves { notation, plies, whole, chosen: chosen.len() })
}

/// A notation in which a text was read.
struct Known {
    notation: Notation,
    words: ReadWords,
    /// Number of plies that were read.
    plies: usize,
}

/// The reading of a text that plays furthest.
pub(super) struct Best {
    pub(super) reading: Option<(Notation, Walk)>,
    /// Notations that play as far, with other moves.
    pub(super) ties: Vec<Notation>,
    /// True if moves stand after their numbers.
    pub(super) numbered: bool,
}

impl Best {
    pub(super) fn of(
        text: &str,
        body: Vec<Token>,
        start: &Position,
        candidates: &[Notation],
    ) -> Best {
        let (body, other_board) = blocks::in_order(text, body);
        let mut best = Best::of_tokens(text, &body, start, candidates);
        let is_read =
            |rows: &Rows| best.reading.as_ref().is_some_and(|(_, walk)| rows.are_read_by(walk));
        if let Some(rows) = rows::of(text, &body, start).filter(|rows| !is_read(rows)) {
            let mut in_rows = Best::of_tokens(text, &rows.body, start, candidates);
            if let Some((_, walk)) = &mut in_rows.reading {
                rows.settle(text, walk);
            }
            if in_rows.is_better_than(&best, text, rows.gap()) {
                best = in_rows;
            }
        }
        if let (Some(span), Some((_, walk))) = (other_board, &mut best.reading)
            && walk.stopped.is_none()
        {
            let word = text[span.clone()].to_owned();
            walk.stopped = Some(Stop { span, word, cause: Cause::Unread });
        }
        best
    }

    /// Returns true if a reading of rows alone is better than a reading of the whole text: that one has
    /// other moves, or stops earlier, or goes on inside a sentence below the rows.
    fn is_better_than(&self, whole: &Best, text: &str, gap: Option<usize>) -> bool {
        let (Some((_, rows)), Some((_, whole))) = (&self.reading, &whole.reading) else {
            return self.reading.is_some();
        };
        if !rows.plies.iter().zip(&whole.plies).all(|(a, b)| a == b) {
            return true;
        }
        let next = whole.plies.get(rows.plies.len());
        if let Some(gap) = gap {
            // Below the rows that count, a reading that ends without a result is no evidence.
            return match next {
                Some((_, next)) => next.start >= gap && whole.stopped.is_some(),
                None => whole.stopped.is_none() && whole.end.is_none_or(|end| end >= gap),
            };
        }
        if let Some((_, next)) = next {
            let line = text[..next.start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
            return rows.stopped.is_none() && text[line..next.start].contains(char::is_alphabetic);
        }
        rows.plies.len() > whole.plies.len()
            || whole.stopped.is_some() && rows.stopped.is_none()
            || whole.misnumbered.len() > rows.misnumbered.len()
    }

    fn of_tokens(text: &str, body: &[Token], start: &Position, candidates: &[Notation]) -> Best {
        let first = start.fullmoves();
        let begins = |w: &[Token], is_number: fn(u32, u32) -> bool| {
            matches!(w[0].kind, TokenKind::Number(n, _) if is_number(n, first))
                && w[1].kind == TokenKind::Word
        };
        let begins_bare = !body.windows(2).any(|w| begins(w, |n, first| n == first));
        let goes_on = |w: &[Token]| {
            matches!(w[0].kind, TokenKind::Number(_, 1..))
                && begins(w, |n, first| n > first)
                && is_chess_word(&text[w[1].span.clone()])
        };
        let numbered = !begins_bare || body.windows(2).any(goes_on);
        let (ladder, numbers) = (Ladder::of(body), Numbers::of(text, body));
        let middle = if begins_bare && numbered { middle(text, body, first) } else { None };
        let mut best: Option<(Notation, Walk)> = None;
        let mut ties: Vec<Notation> = Vec::new();
        let mut known: Vec<Known> = Vec::new();
        for notation in candidates.iter().copied() {
            if let Some((n, walk)) = &mut best
                && let Some(same) =
                    known.iter_mut().find(|k| k.words.mean_the_same(k.notation, notation))
            {
                if same.notation == *n {
                    if rank(text, notation, walk) > rank(text, *n, walk) {
                        (same.notation, *n) = (notation, notation);
                        ties.clear();
                    }
                    continue;
                }
                if same.plies == 0 || same.plies < walk.plies.len() {
                    continue;
                }
            }
            // A text without a move reads the same in every notation in which it has none.
            let plays_no_move = |known: &Known| {
                matches!(known.notation, Notation::San(_) | Notation::Uci | Notation::Smith)
                    && known.words.found_no_move()
                    && known.words.fail_alike(start, known.notation, notation)
                    && !walk::reads_more(notation, text, body, start)
            };
            if known.iter().any(plays_no_move) {
                continue;
            }
            let words = ReadWords::default();
            let sheet = Sheet {
                text,
                body,
                ladder: &ladder,
                numbers: &numbers,
                numbered,
                begins_bare,
                middle,
                read: &words,
            };
            let read = |choices: &[Move]| Walk::of(sheet, notation, start, choices);
            let walk = decided(read, body.len());
            known.push(Known { notation, words, plies: walk.plies.len() });
            let rank = rank(text, notation, &walk);
            let better = best.as_ref().is_none_or(|(n, b)| rank > self::rank(text, *n, b));
            if better {
                // Another language may fit as well; what needs no language is certain.
                let done = walk.complete
                    && rank.2 == Reverse(0)
                    && notation.language().is_none_or(|l| l == Language::English);
                best = Some((notation, walk));
                ties.clear();
                if done {
                    break;
                }
            } else if let Some((n, b)) = &best
                && walk.plies.len() == b.plies.len()
                && !b.plies.is_empty()
                && walk.stopped.is_none() == b.stopped.is_none()
                && rank >= self::rank(text, *n, b)
                && !walk.plies.iter().zip(&b.plies).all(|(a, b)| a.0 == b.0)
            {
                ties.push(notation);
            }
        }
        if let Some((notation, walk)) = best.as_mut().filter(|_| numbered) {
            stop_before_moves(text, body, start, *notation, walk);
        }
        Best { reading: best, ties, numbered }
    }

    pub(super) fn plies(&self) -> usize {
        self.reading.as_ref().map_or(0, |(_, walk)| walk.plies.len())
    }
}

/// Returns the first move of a text that begins in the middle of a game: fewer moves stand before
/// its first number than that number says.
fn middle(text: &str, body: &[Token], first: u32) -> Option<usize> {
    const SLIPS: usize = 1;
    let is_move = |at: &usize| {
        body[*at].kind == TokenKind::Word && is_chess_word(&text[body[*at].span.clone()])
    };
    let leads =
        |at: &usize| matches!(body[*at].kind, TokenKind::Number(_, 1..)) && is_move(&(at + 1));
    let number = (0..body.len().saturating_sub(1)).find(leads)?;
    let TokenKind::Number(n, dots) = body[number].kind else { return None };
    let before = (n.checked_sub(first)? as usize) * 2 + usize::from(dots > 1);
    let moves = (0..number).filter(is_move).count();
    (moves > 0 && moves + SLIPS < before).then(|| (0..number).find(is_move))?
}

/// Ranks a reading: by its length, by whether it reaches the end, and by the number of words
/// that begin with the letter of a pawn, which is rarely written.
fn rank(text: &str, notation: Notation, walk: &Walk) -> (usize, bool, Reverse<usize>) {
    let pawn = match notation {
        Notation::San(language) | Notation::Long(language) => language.letter(Role::Pawn),
        _ => "",
    };
    let begins = |span: &Range<usize>| !pawn.is_empty() && text[span.clone()].starts_with(pawn);
    let pawns = walk.plies.iter().filter(|(_, span)| begins(span)).count();
    (walk.plies.len(), walk.stopped.is_none(), Reverse(pawns))
}

/// Readings to try, the likeliest first. A notation that the text names is the only one. Short
/// notation also reads the words of long notation.
pub(super) fn candidates(text: &str, options: &ReadOptions) -> Vec<Notation> {
    if let Some(notation) = notation_named(text) {
        return vec![options.language.map_or(notation, |l| notation.in_language(l))];
    }
    if let Some(language) = options.language {
        return vec![Notation::San(language)];
    }
    let mut list = vec![
        Notation::San(Language::English),
        Notation::Uci,
        Notation::Smith,
        Notation::Iccf,
        Notation::Descriptive(Knight::N),
    ];
    list.extend(Language::DISTINCT[1..].iter().copied().map(Notation::San));
    list
}

/// Greatest number of readings of a game that are tried to find the moves that were meant.
const MOST_READINGS: usize = 256;

/// Maximum number of words for this search, so that a book is not read again and again.
const MOST_WORDS: usize = 1 << 18;

/// Chooses among the moves that ambiguous words can mean: the move with which the game goes on
/// furthest, if there is one. `walk` gets the moves chosen so far, and reads a text of `words`
/// words once for each choice.
fn decided(walk: impl Fn(&[Move]) -> Walk, words: usize) -> Walk {
    let mut left = MOST_READINGS.min(MOST_WORDS / words.max(1));
    explore(&walk, &mut Vec::new(), &mut left).0
}

/// Returns the reading with some choices, and how far it goes with the best ones after them.
fn explore(
    walk: &impl Fn(&[Move]) -> Walk,
    choices: &mut Vec<Move>,
    left: &mut usize,
) -> (Walk, (usize, bool)) {
    let found = walk(choices);
    let reach = (found.plies.len(), found.stopped.is_none());
    let mut furthest = reach;
    let mut best = None;
    for m in found.open() {
        let Some(fewer) = left.checked_sub(1) else { return (found, reach) };
        *left = fewer;
        choices.push(*m);
        let (next, reach) = explore(walk, choices, left);
        choices.pop();
        match reach.cmp(&furthest) {
            Ordering::Greater => (furthest, best) = (reach, Some(next)),
            // It is ambiguous which one is meant.
            Ordering::Equal => best = None,
            Ordering::Less => {}
        }
    }
    (best.unwrap_or(found), furthest)
}
