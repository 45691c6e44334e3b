//! Moves in several blocks side by side, as on a paper scoresheet: numbers run down the page, and
//! each block continues the numbers of the one to its left. Two boards side by side have the same
//! numbers.

use std::ops::Range;

use super::{
    evidence::after_move,
    tokens::{Token, TokenKind},
    vocabulary::moves::is_mark,
};

/// A line with moves of several blocks, as ranges of tokens.
struct BlockRow {
    cells: Vec<(u32, Range<usize>)>,
    /// True if both sides' moves stand in each cell.
    is_full: bool,
    /// All tokens of the line.
    tokens: Range<usize>,
}

/// Kinds of blocks side by side.
#[derive(Clone, Copy, PartialEq)]
enum Kinds {
    /// The next block continues the one on its left.
    OneGame,
    /// Each block is a game.
    Boards,
    /// A row is missing, so that no block continues another.
    Torn,
}

/// Orders the tokens of blocks by their numbers. Of boards side by side it keeps the left
/// one, and returns the place of the first token of the others, or of blocks that do not continue one another.
pub(super) fn in_order(text: &str, body: Vec<Token>) -> (Vec<Token>, Option<Range<usize>>) {
    let found = groups(text, &body);
    if found.is_empty() {
        return (body, None);
    }
    let mut ordered = Vec::with_capacity(body.len());
    let (mut at, mut aside) = (0, None);
    for (kinds, rows) in found {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { continue };
        ordered.extend_from_slice(&body[at..first.tokens.start]);
        at = last.tokens.end;
        if kinds == Kinds::Torn {
            ordered.extend_from_slice(&body[first.tokens.start..at]);
            aside = aside.or_else(|| Some(body[first.cells.get(1)?.1.start].span.clone()));
            continue;
        }
        let columns = if kinds == Kinds::Boards { 1 } else { first.cells.len() };
        for column in 0..columns {
            for (_, cell) in rows.iter().filter_map(|row| row.cells.get(column)) {
                let moves = body[cell.clone()].iter();
                ordered.extend(moves.filter(|t| !matches!(t.kind, TokenKind::Result(_))).cloned());
                let end = body[cell.end - 1].span.end;
                ordered.push(Token { kind: TokenKind::Line, span: end..end });
            }
        }
        if kinds == Kinds::Boards {
            let other = first.cells.get(1).map(|(_, cell)| body[cell.start].span.clone());
            aside = aside.or(other);
        } else {
            let all = body[first.tokens.start..at].iter();
            ordered.extend(all.filter(|t| matches!(t.kind, TokenKind::Result(_))).cloned());
        }
    }
    ordered.extend_from_slice(&body[at..]);
    (ordered, aside)
}

/// Returns the places of blocks side by side in a text.
pub(super) fn rows(text: &str, body: &[Token]) -> Vec<Range<usize>> {
    let place = |tokens: Range<usize>| body[tokens.start].span.start..body[tokens.end - 1].span.end;
    let groups = groups(text, body).into_iter();
    groups
        .filter_map(|(_, rows)| Some(place(rows.first()?.tokens.start..rows.last()?.tokens.end)))
        .collect()
}

/// Finds the lines with blocks side by side.
fn groups(text: &str, body: &[Token]) -> Vec<(Kinds, Vec<BlockRow>)> {
    let mut found = Vec::new();
    let mut group: Vec<BlockRow> = Vec::new();
    let lines: Vec<(Range<usize>, Option<u32>)> = {
        let mut at = 0;
        let lines = body.split(|token| token.kind == TokenKind::Line).map(|line| {
            let start = at;
            at += line.len() + 1;
            let number = line.iter().find_map(|token| match token.kind {
                TokenKind::Number(n, _) => Some(n),
                _ => None,
            });
            (start..start + line.len(), number)
        });
        lines.filter(|(line, _)| !line.is_empty()).collect()
    };
    let counts_on = |i: usize| {
        let [(_, Some(n)), (_, Some(next))] = lines.get(i..i + 2).unwrap_or_default() else {
            return false;
        };
        n.checked_add(1) == Some(*next)
    };
    for (i, (tokens, _)) in lines.iter().enumerate() {
        // Only such lines make up a group.
        let counts = counts_on(i) || i > 0 && counts_on(i - 1);
        let row = counts.then(|| row(text, body, tokens.clone())).flatten();
        let follows = |row: &BlockRow| {
            let last = group.last().and_then(|last| last.cells.first());
            last.is_some_and(|(n, _)| row.cells[0].0 == n + 1)
                && group.first().is_some_and(|first| row.cells.len() <= first.cells.len())
        };
        if !row.as_ref().is_some_and(follows) {
            close(&mut group, &mut found);
        }
        let begins = |row: &BlockRow| !group.is_empty() || row.cells.len() > 1;
        group.extend(row.filter(begins));
    }
    close(&mut group, &mut found);
    found
}

/// Adds lines whose numbers show blocks side by side.
fn close(group: &mut Vec<BlockRow>, found: &mut Vec<(Kinds, Vec<BlockRow>)>) {
    let rows = std::mem::take(group);
    let column = |column: usize| rows.iter().map_while(move |row| row.cells.get(column));
    let columns = rows.first().map_or(0, |row| row.cells.len());
    let counts = |c: usize| {
        column(c).zip(column(c).skip(1)).all(|((n, _), (next, _))| *next == n + 1)
            && rows.iter().filter(|row| row.cells.len() > c).count() == column(c).count()
    };
    if rows.len() < 2 || columns < 2 || !(0..columns).all(counts) {
        return;
    }
    let first = |c: usize| column(c).next().map_or(0, |(n, _)| *n);
    let last = |c: usize| column(c).last().map_or(0, |(n, _)| *n);
    if (1..columns).all(|c| first(c) == last(c - 1) + 1) {
        found.push((Kinds::OneGame, rows));
    } else if rows[0].is_full && (1..columns).all(|c| first(c) == first(0) && column(c).count() > 1)
    {
        found.push((Kinds::Boards, rows));
    } else if rows.len() >= FEWEST_TORN && rows[0].is_full {
        found.push((Kinds::Torn, rows));
    }
}

/// Fewest rows of blocks that are known by their form alone.
const FEWEST_TORN: usize = 3;

/// Reads a line that consists of numbered moves.
fn row(text: &str, body: &[Token], tokens: Range<usize>) -> Option<BlockRow> {
    const MOST_MOVES: usize = 2;
    let mut cells: Vec<(u32, Range<usize>)> = Vec::new();
    let (mut moves, mut is_full) = (0, true);
    let mut at = tokens.start;
    while at < tokens.end {
        let word = &text[body[at].span.clone()];
        let mut next = at + 1;
        match body[at].kind {
            TokenKind::Number(n, 0..=2) => {
                is_full &= cells.is_empty() || moves == MOST_MOVES;
                cells.push((n, at..next));
                (moves, at) = (0, next);
                continue;
            }
            TokenKind::Word if !word.contains(char::is_alphanumeric) => {}
            TokenKind::Word if is_mark(word) && moves > 0 => {}
            TokenKind::Word => {
                next = after_move(text, body, at)?;
                moves += 1;
            }
            TokenKind::Nag(_) | TokenKind::Clock | TokenKind::Result(_) => {}
            _ => return None,
        }
        match cells.last_mut() {
            Some((_, cell)) if moves <= MOST_MOVES => cell.end = next,
            None if moves == 0 => {}
            _ => return None,
        }
        at = next;
    }
    is_full &= moves == MOST_MOVES;
    (!cells.is_empty()).then_some(BlockRow { cells, is_full, tokens })
}
