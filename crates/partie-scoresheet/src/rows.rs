//! Rows of moves in a book: a line holds a number and its moves alone, and prose, diagrams and notes stand
//! in paragraphs of their own between the rows.
//!
//! Rows that count from the first move to the last one without a gap are the game, and the numbers in sentences
//! are not: a sideline in prose is not played because its number is due.

use std::{collections::HashSet, ops::Range};

use partie_core::{Color, Position};

use super::{
    evidence::{after_move, is_chess_word},
    tokens::{OPENING, Token, TokenKind},
    vocabulary::moves::is_mark,
    walk::{Cause, Stop, Walk, verdict_at},
};

/// Fewest numbers that must have rows.
const FEWEST_NUMBERS: usize = 4;

/// The tokens of a game in rows.
pub(super) struct Rows {
    /// Tokens of the rows, with all other paragraphs as remarks.
    pub(super) body: Vec<Token>,
    /// Number of moves in them.
    moves: usize,
    /// A misprinted number.
    misprint: Option<Misprint>,
    /// Number of a row that does not count on, if there is one; the body ends before it.
    gap: Option<Gap>,
}

/// Place of a number that does not count on, and the reason to stop there.
struct Gap {
    span: Range<usize>,
    /// True if the number occurred before.
    again: bool,
}

/// A misprinted number, and the number that was meant.
#[derive(Clone)]
pub(super) struct Misprint {
    pub(super) span: Range<usize>,
    pub(super) meant: u32,
    /// Number of plies before it.
    ply: usize,
}

impl Rows {
    fn of(rows: &[&Line], body: &[Token]) -> Rows {
        let moves = rows.iter().map(|row| row.moves).sum();
        Rows { body: Vec::with_capacity(body.len()), moves, misprint: None, gap: None }
    }

    /// Ends a reading of the rows where they do not count on, and at their misprinted number unless it goes on to
    /// the end: otherwise a move may be missing there, or the row belong elsewhere.
    pub(super) fn settle(&self, text: &str, walk: &mut Walk) {
        if let Some(Gap { span, again }) = self.gap.as_ref().filter(|_| walk.stopped.is_none()) {
            let word = text[span.clone()].to_owned();
            let cause = if *again { Cause::TwoLines } else { Cause::Missing };
            walk.stopped = Some(Stop { span: span.clone(), word, cause });
        }
        let Some(misprint) = self.misprint.as_ref() else { return };
        if walk.stopped.is_none() {
            walk.misprint = Some(misprint.clone());
        } else if walk.plies.len() > misprint.ply {
            walk.plies.truncate(misprint.ply);
            let Misprint { span, ply, .. } = misprint;
            walk.nags.retain(|(after, _)| after <= ply);
            walk.chosen.retain(|(after, _)| after < ply);
            walk.remarks.retain(|(after, remark)| after <= ply && remark.start < span.start);
            walk.sidelines.retain(|line| line.place <= *ply && line.span.start < span.start);
            walk.broken.retain(|place| place.start < span.start);
            (walk.result, walk.verdict, walk.end) = (None, None, None);
            let word = text[span.clone()].to_owned();
            walk.stopped = Some(Stop { span: span.clone(), word, cause: Cause::Missing });
        }
    }

    /// Returns the place of the row that does not count on.
    pub(super) fn gap(&self) -> Option<usize> {
        self.gap.as_ref().map(|gap| gap.span.start)
    }

    /// Returns true if a reading of the whole text has read the moves of the rows and no other ones.
    pub(super) fn are_read_by(&self, walk: &Walk) -> bool {
        let words = self.body.iter().filter(|token| token.kind == TokenKind::Word);
        let starts: HashSet<usize> = words.map(|token| token.span.start).collect();
        walk.stopped.is_none()
            && self.gap.is_none()
            && walk.misnumbered.is_empty()
            && walk.plies.len() == self.moves
            && walk.plies.iter().all(|(_, span)| starts.contains(&span.start))
    }
}

/// Finds the rows of a game that begins in a position, if they hold all of its moves.
pub(super) fn of(text: &str, body: &[Token], start: &Position) -> Option<Rows> {
    let blocks = blocks(text, body);
    let rows: Vec<&Line> = blocks
        .iter()
        .filter(|block| block.holds_rows)
        .flat_map(|block| block.lines.iter().filter(|line| line.moves > 0))
        .collect();
    if let Some(found) = under(body, &rows, start) {
        return Some(found);
    }
    let counted = count(&rows, start)?;
    let (mut found, mut ply) = (Rows::of(&rows, body), 0);
    let end = match rows.get(counted.len()) {
        Some(row) => {
            let number = &body[row.tokens.start];
            let again = match number.kind {
                TokenKind::Number(n, _) if n > start.fullmoves() => {
                    counted.iter().flatten().any(|(last, _)| *last == n)
                }
                _ => return None,
            };
            found.gap = Some(Gap { span: number.span.clone(), again });
            row.tokens.start
        }
        None => body.len(),
    };
    let mut numbers = counted.into_iter();
    for block in &blocks {
        if block.lines[0].tokens.start >= end {
            break;
        }
        if !block.holds_rows {
            let first = &body[block.lines.first()?.tokens.start];
            let last = &body[block.lines.last()?.tokens.end - 1];
            let span = first.span.start..last.span.end.max(first.span.end);
            found.body.push(Token { kind: TokenKind::Remark, span });
            found.body.push(line_end(last));
            continue;
        }
        for line in block.lines.iter().filter(|line| line.tokens.start < end) {
            let number = if line.moves > 0 { numbers.next()? } else { None };
            for (at, token) in body[line.tokens.clone()].iter().enumerate() {
                let mut token = token.clone();
                if let (TokenKind::Number(n, dots), Some((meant, color))) =
                    (&mut token.kind, number)
                {
                    if at > 0 && line.doubled != Some(line.tokens.start + at) {
                        continue;
                    }
                    if *n != meant && found.misprint.is_none() {
                        found.misprint = Some(Misprint { span: token.span.clone(), meant, ply });
                    }
                    let blacks = color == Color::Black || at > 0;
                    (*n, *dots) = (meant, if blacks { 3 } else { 1 });
                }
                found.body.push(token);
            }
            found.body.push(line_end(&body[line.tokens.end - 1]));
            ply += line.moves;
        }
    }
    Some(found)
}

/// Reads White's moves in one block and Black's in another below it, each with its own numbers.
fn under(body: &[Token], rows: &[&Line], start: &Position) -> Option<Rows> {
    let first = start.fullmoves();
    let second = rows.iter().skip(1).position(|row| row.number == Some(first))? + 1;
    let (white, black) = rows.split_at(second);
    let counts = |rows: &[&Line]| {
        let numbers = (first..).map(Some);
        rows.iter().zip(numbers).all(|(row, n)| row.number == n && row.moves == 1)
    };
    let pairs = white.len().checked_sub(black.len())?;
    if pairs > 1
        || !counts(white)
        || !counts(black)
        || start.turn() == Color::Black
        || black.len() < FEWEST_NUMBERS
    {
        return None;
    }
    let mut found = Rows::of(rows, body);
    for (n, row) in (first..).zip(white) {
        let black = black.get(usize::try_from(n - first).ok()?);
        for (row, dots) in [Some(row), black].into_iter().flatten().zip([1, 3]) {
            found.body.extend(body[row.tokens.clone()].iter().cloned().map(|mut token| {
                if let TokenKind::Number(_, own) = &mut token.kind {
                    *own = dots;
                }
                token
            }));
            found.body.push(line_end(&body[row.tokens.end - 1]));
        }
    }
    // Names between the blocks are kept as other words are.
    let end = rows.last()?.tokens.end;
    found.body.extend_from_slice(&body[end..]);
    Some(found)
}

fn line_end(last: &Token) -> Token {
    Token { kind: TokenKind::Line, span: last.span.end..last.span.end }
}

/// A paragraph.
struct Block {
    lines: Vec<Line>,
    /// True if it consists of rows.
    holds_rows: bool,
}

/// A line of a paragraph.
struct Line {
    tokens: Range<usize>,
    /// Number at its start.
    number: Option<u32>,
    /// True if dots say that its first move is Black's.
    blacks: bool,
    /// Number of moves in it, if it holds moves and nothing else.
    moves: usize,
    /// Token of the number before Black's move, if the row has two numbers.
    doubled: Option<usize>,
    /// Column of the first move.
    column: usize,
    /// True if it holds words that are no moves.
    is_note: bool,
    /// True if it holds a remark in brackets and nothing else.
    is_bracket: bool,
    /// True if it says how the game ended.
    ends: bool,
}

/// Cuts a text into paragraphs.
fn blocks(text: &str, body: &[Token]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut at, mut end) = (0, 0);
    for tokens in body.split(|token| token.kind == TokenKind::Line) {
        let range = at..at + tokens.len();
        at += tokens.len() + 1;
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
        let apart = first.span.start >= end
            && text[end..first.span.start].bytes().filter(|b| *b == b'\n').count() > 1;
        end = last.span.end;
        let line = line(text, body, range);
        match blocks.last_mut().filter(|_| !apart) {
            Some(block) => block.lines.push(line),
            None => blocks.push(Block { lines: vec![line], holds_rows: false }),
        }
    }
    let mut begun = false;
    for block in &mut blocks {
        block.holds_rows = holds_rows(block, begun);
        begun |= block.holds_rows;
    }
    let (mut below, mut is_over) = (false, false);
    for block in &mut blocks {
        // `Resigns.` may stand below an empty line; rows after it were not played.
        let is_verdict = below && block.lines.len() == 1 && block.lines[0].ends;
        block.holds_rows = !is_over && (block.holds_rows || is_verdict);
        below = block.holds_rows;
        is_over |= below && block.lines.iter().any(|line| line.ends);
    }
    blocks
}

/// Returns true if a paragraph consists of rows. Names may stand above the first row of the game, and
/// words on its end below a row.
fn holds_rows(block: &Block, begun: bool) -> bool {
    let Some(first) = block.lines.iter().position(|line| line.moves > 0) else { return false };
    let Some(last) = block.lines.iter().rposition(|line| line.moves > 0) else { return false };
    let notes = |lines: &[Line]| lines.iter().all(|line| line.is_note);
    let begins = match block.lines[first].number {
        Some(n) => !begun || n == 1,
        None => false,
    };
    (first == 0 || begins && notes(&block.lines[..first]))
        && block.lines[first..=last].iter().all(|line| line.moves > 0 || line.is_bracket)
        && block.lines.len() - last <= 2
        && notes(&block.lines[last + 1..])
}

/// Reads a line as a row of moves.
fn line(text: &str, body: &[Token], tokens: Range<usize>) -> Line {
    let mut line = Line {
        tokens: tokens.clone(),
        number: None,
        blacks: false,
        moves: 0,
        doubled: None,
        column: 0,
        is_note: false,
        is_bracket: false,
        ends: false,
    };
    let mut at = tokens.start;
    if let TokenKind::Number(n, dots) = body[at].kind {
        (line.number, line.blacks) = (Some(n), dots > 1);
        at += 1;
    }
    if let (Some(first), Some(moves)) = (body.get(at), moves(text, body, at..tokens.end, &mut line))
    {
        let start = text[..first.span.start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        line.column = text[start..first.span.start].chars().count();
        line.moves = moves;
    } else {
        line.number = None;
        line.ends = verdict_at(text, body, tokens.start, Color::White).is_some();
        line.is_note = tokens.clone().all(|at| {
            let word = &text[body[at].span.clone()];
            body[at].kind != TokenKind::Word
                || !is_chess_word(word) && after_move(text, body, at).is_none()
        });
        line.is_bracket = tokens.len() == 1
            && body[tokens.start].kind == TokenKind::Remark
            && text[body[tokens.start].span.clone()].starts_with(OPENING);
    }
    line
}

/// Counts the moves of a row, at most two; `None` if it holds anything else.
fn moves(text: &str, body: &[Token], tokens: Range<usize>, line: &mut Line) -> Option<usize> {
    let (mut at, mut moves) = (tokens.start, 0);
    while at < tokens.end {
        let word = &text[body[at].span.clone()];
        match body[at].kind {
            TokenKind::Nag(_) | TokenKind::Clock if moves > 0 => at += 1,
            TokenKind::Result(_) if moves > 0 => (line.ends, at) = (true, at + 1),
            TokenKind::Remark if moves > 0 && word.starts_with(OPENING) => at += 1,
            TokenKind::Number(n, _) if moves == 1 && line.number == Some(n) && !line.blacks => {
                line.doubled = Some(at);
                at += 1;
            }
            TokenKind::Word if moves > 0 && verdict_at(text, body, at, Color::White).is_some() => {
                line.ends = true;
                return Some(moves);
            }
            TokenKind::Word if is_mark(word) && moves > 0 => at += 1,
            TokenKind::Word if word.chars().all(|c| !c.is_alphanumeric()) => at += 1,
            TokenKind::Word => {
                let next = after_move(text, body, at).or_else(|| misprint(text, body, at, line));
                let Some(next) = next.filter(|_| moves < 2) else {
                    return (moves == 2 && is_remark(text, body, at..tokens.end)).then_some(moves);
                };
                // `17. P-B5, PxP` stands in a sentence.
                let before = text[..body[at].span.start].trim_end();
                if moves > 0 && before.ends_with([',', ';', ':']) {
                    return None;
                }
                moves += 1;
                at = next;
            }
            _ => return None,
        }
    }
    let is_alone = line.number.is_none() && moves != 1;
    (moves > 0 && !is_alone).then_some(moves)
}

/// Returns true if a word or two of praise follow a full stop or a sign.
fn is_remark(text: &str, body: &[Token], tokens: Range<usize>) -> bool {
    const MOST_WORDS: usize = 2;
    let before = text[..body[tokens.start].span.start].trim_end();
    let is_word = |token: &Token| {
        let word = &text[token.span.clone()];
        token.kind == TokenKind::Word && word.chars().all(char::is_alphabetic)
    };
    tokens.len() <= MOST_WORDS
        && before.ends_with(['.', '!', '?'])
        && body[tokens].iter().all(is_word)
}

/// Returns the token after a word alone in its column that was meant as a move: `BxKtQ`.
fn misprint(text: &str, body: &[Token], at: usize, line: &Line) -> Option<usize> {
    const LONGEST: usize = 10;
    line.number?;
    let span = &body[at].span;
    let word = &text[span.clone()];
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let begins =
        before.ends_with("  ") || before.ends_with('\t') || body[at - 1].kind != TokenKind::Word;
    let ends =
        after.starts_with("  ") || after.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    let is_meant = word.starts_with(|c: char| "KQRBNP".contains(c))
        && word[1..].contains(['-', 'x'])
        && word.len() <= LONGEST;
    (begins && (ends || after.is_empty()) && is_meant).then_some(at + 1)
}

/// Counts rows from the first move on, up to a gap: the number and the side of each, `None` for Black's move
/// without a number. Returns `None` if only a few rows count.
fn count(rows: &[&Line], start: &Position) -> Option<Vec<Option<(u32, Color)>>> {
    let mut due = Due { number: start.fullmoves(), color: start.turn(), white: 0 };
    let (mut found, mut misprints) = (Vec::with_capacity(rows.len()), 0);
    for (i, row) in rows.iter().enumerate() {
        if !due.fits(row) {
            // One number may be misprinted if the next row counts on.
            let next = rows.get(i + 1);
            let goes_on = next.is_some_and(|next| due.after(row).fits(next));
            misprints += 1;
            if i == 0 || misprints > 1 || !due.has_form(row) || !goes_on {
                break;
            }
        }
        found.push(row.number.map(|_| (due.number, due.color)));
        due = due.after(row);
    }
    let numbers = rows.iter().filter(|row| row.number.is_some() && !row.blacks).count();
    (due.number > start.fullmoves() && numbers >= FEWEST_NUMBERS).then_some(found)
}

/// The move that is due.
#[derive(Clone, Copy)]
struct Due {
    number: u32,
    color: Color,
    /// Column of White's last move.
    white: usize,
}

impl Due {
    /// Returns true if a row may hold the move; its number does not count.
    fn has_form(self, row: &Line) -> bool {
        let in_blacks_column = row.blacks || row.column > self.white;
        match self.color {
            Color::White => row.number.is_some() && !row.blacks,
            Color::Black => row.moves == 1 && in_blacks_column,
        }
    }

    fn fits(self, row: &Line) -> bool {
        self.has_form(row) && row.number.is_none_or(|n| n == self.number)
    }

    /// Returns the move that is due after a row.
    fn after(self, row: &Line) -> Due {
        if self.color == Color::White && row.moves == 1 {
            return Due { color: Color::Black, white: row.column, ..self };
        }
        Due { number: self.number.saturating_add(1), color: Color::White, ..self }
    }
}
