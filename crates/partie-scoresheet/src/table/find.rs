//! Finds tables: consecutive lines whose cells hold moves, and what a row of them is.
//!
//! Rows are a list of moves if their numbers run and each holds at most two moves. A row with more
//! moves, which can be played from the start of a game, is a game, even if its number is another one.

use std::ops::Range;

use partie_core::{Color, Position, Variant};

use super::{Cell, Columns, Content, Rows, cell_of_game, header, is_ruling, read_cells};
use crate::{
    reading::{candidates, moves},
    tokens::{TokenKind, tokens},
};
use partie_formats::ReadOptions;

/// Moves of a numbered pair.
const PAIR: usize = 2;

/// Rows that are played to find out whether each begins a game.
const MOST_PLAYED: usize = 24;

/// Words of a row that are played for that.
const MOST_WORDS: usize = 8;

/// A table in a text.
#[derive(Debug)]
pub(crate) struct Table {
    /// Its rows, as lines from 0; rulings may stand between them.
    pub(crate) rows: Range<usize>,
    pub(crate) columns: Columns,
}

/// Finds the tables of a text.
pub(crate) fn tables(text: &str) -> Vec<Table> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut known = vec![false; lines.len()];
    let mut found: Vec<Table> = Vec::new();
    for separator in ['|', '\t', ';', ',', ' '] {
        let is_free = |(line, known): (&&str, &bool)| !known && !is_ruling(line);
        let rows: Vec<Option<TableRow>> = lines
            .iter()
            .zip(&known)
            .map(|line| is_free(line).then(|| TableRow::of(line.0, separator)).flatten())
            .collect();
        let mut at = 0;
        while at < lines.len() {
            partie_formats::steps::add(1);
            if rows[at].as_ref().is_none_or(|row| !row.may_hold_moves()) {
                at += 1;
                continue;
            }
            let above = lines[..at].iter().rposition(|line| !is_ruling(line));
            let named = above.filter(|above| !known[*above]);
            let named = named.and_then(|above| header(lines[above], separator));
            let named = named.filter(|named| separator != ' ' || named.tags.len() > 1);
            let is_row_one = rows[at].as_ref().is_some_and(|row| row.number == Some(1));
            let (columns, length) = block(&lines[at..], &rows[at..], separator, named);
            if let Some(columns) = columns {
                known[at..at + length].fill(true);
                found.push(Table { rows: at..at + length, columns });
            } else if length < MOST_PLAYED && !(separator == ' ' && is_row_one) {
                // The first line may be none of the rows, unless it has number 1.
                at += 1;
                continue;
            }
            at += length;
        }
    }
    found.sort_by_key(|table| table.rows.start);
    found
}

/// Returns true if rows of a text are games, or a list of moves that only a table holds.
#[must_use]
pub fn has_table(text: &str) -> bool {
    tables(text).iter().any(|table| table.rows.len() > 1)
}

/// A row of a table that may be one.
struct TableRow<'a> {
    line: &'a str,
    cells: Vec<Cell>,
    /// Number in its first cell.
    number: Option<u32>,
}

impl<'a> TableRow<'a> {
    fn of(line: &'a str, separator: char) -> Option<TableRow<'a>> {
        let label = line.split(' ').next().unwrap_or_default();
        let may_be_one = match separator {
            ' ' => label.contains(|c: char| c.is_ascii_digit() || c == '#'),
            // A column of its own needs no separator, but moves.
            ',' => line.contains(|c: char| c.is_ascii_digit() || ",-{(".contains(c)),
            _ => line.contains(separator),
        };
        if !may_be_one {
            return None;
        }
        let cells = read_cells(line, separator);
        let number = match cells.first()?.content {
            Content::Number(n) => Some(n),
            _ => None,
        };
        Some(TableRow { line, cells, number })
    }

    /// Returns the cells with moves: their places and numbers of moves.
    fn moves(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.cells.iter().enumerate().filter_map(|(i, cell)| match cell.content {
            Content::Moves(n) => Some((i, n)),
            _ => None,
        })
    }

    /// Returns true if one of its cells may be in the moves column of a table that begins with this
    /// row; the cell is empty for a game without moves.
    fn may_hold_moves(&self) -> bool {
        self.cells.iter().any(|cell| {
            matches!(cell.content, Content::Moves(_) | Content::Prose) || cell.at.is_empty()
        })
    }

    fn words(&self, cell: usize) -> &'a str {
        self.cells.get(cell).map_or("", |cell| &self.line[cell.at.clone()])
    }

    fn side(&self) -> Option<Color> {
        self.cells.iter().find_map(|cell| match cell.content {
            Content::Side(side) => Some(side),
            _ => None,
        })
    }
}

/// Finds the columns of the rows at the beginning; returns the number of lines of the table, or the
/// number of lines examined without finding one.
fn block(
    lines: &[&str],
    rows: &[Option<TableRow>],
    separator: char,
    named: Option<Columns>,
) -> (Option<Columns>, usize) {
    let list_rows = list_rows(rows);
    if let Some(columns) = list(&list_rows, separator, named.as_ref()) {
        return (Some(columns), list_rows.len());
    }
    let (game_rows, length) = game_rows(lines, rows, separator, named.as_ref());
    let columns = games(&game_rows, separator, named);
    let examined = if columns.is_some() { length } else { length.max(list_rows.len()).max(1) };
    (columns, examined)
}

/// Returns rows with at most two moves each, whose numbers do not go back.
fn list_rows<'a>(rows: &'a [Option<TableRow<'a>>]) -> Vec<&'a TableRow<'a>> {
    let mut found: Vec<&TableRow> = Vec::new();
    for row in rows {
        let Some(row) = row.as_ref().filter(|row| row.number.is_some()) else { break };
        let (cells, most) =
            row.moves().fold((0, 0), |(cells, most), (_, n)| (cells + 1, most.max(n)));
        let follows = found.last().is_none_or(|last| {
            row.number >= last.number && row.side().is_some() == last.side().is_some()
        });
        if cells == 0 || cells * most > PAIR || !follows {
            break;
        }
        found.push(row);
    }
    found
}

/// Reads rows that are a list of moves: a pair each, or one move each.
fn list(rows: &[&TableRow], separator: char, named: Option<&Columns>) -> Option<Columns> {
    let [first, _, ..] = rows else { return None };
    let has_sides = first.side().is_some();
    let pairs = rows.iter().any(|row| row.moves().map(|(_, n)| n).sum::<usize>() == PAIR);
    let kind = match (pairs, has_sides) {
        (true, true) => return None,
        (true, false) | (false, true) => Rows::Moves,
        (false, false) => Rows::Plies(first.number.filter(|n| *n <= 1)?),
    };
    // Words with spaces between them are read as they stand.
    let is_plain = separator == ' ' && kind == Rows::Moves && !has_sides;
    let header = named.and_then(|named| named.header.clone());
    (!is_plain && !are_games(rows)).then(|| Columns {
        separator,
        tags: Vec::new(),
        header,
        moves: None,
        counts: true,
        rows: kind,
    })
}

/// Returns true if rows of two moves each cannot continue one another, but each begins a game.
fn are_games(rows: &[&TableRow]) -> bool {
    let whole = |words: &str| plies(words).is_some_and(|(_, whole)| whole);
    let words = |row: &&TableRow| {
        let (cell, n) = row.moves().next()?;
        (n == PAIR).then(|| row.words(cell).to_owned())
    };
    let Some(cells) = rows.iter().take(MOST_PLAYED).map(words).collect::<Option<Vec<_>>>() else {
        return false;
    };
    !whole(&cells.join(" ")) && cells.iter().all(|cell| whole(cell))
}

/// Plays words from the start of a game: the number of plies, and whether that is all of them.
fn plies(words: &str) -> Option<(usize, bool)> {
    let position = Position::start(Variant::Standard);
    let line = moves(words, &position, &candidates("", &ReadOptions::default()))?;
    Some((line.plies.len(), line.whole))
}

/// Returns rows with the moves of a game in one cell, and their number of lines.
fn game_rows<'a>(
    lines: &[&str],
    rows: &'a [Option<TableRow<'a>>],
    separator: char,
    named: Option<&Columns>,
) -> (Vec<(usize, &'a TableRow<'a>)>, usize) {
    let (mut found, mut length) = (Vec::new(), 0);
    for (i, row) in rows.iter().enumerate() {
        let Some(row) = row else {
            if is_ruling(lines[i]) {
                continue;
            }
            break;
        };
        let cell = match named {
            Some(named) => named.cell_of_game(&row.cells),
            None => cell_of_game(&row.cells, separator),
        };
        let is_labelled =
            separator != ' ' || row.number.is_some() || row.cells[0].content == Content::Text;
        let Some(cell) = cell.filter(|_| is_labelled) else { break };
        found.push((cell, row));
        length = i + 1;
    }
    (found, length)
}

/// Finds the columns of rows that are a game each.
fn games(rows: &[(usize, &TableRow)], separator: char, named: Option<Columns>) -> Option<Columns> {
    let (_, first) = rows.first()?;
    let is_long = |(cell, row): &(usize, &TableRow)| matches!(row.cells[*cell].content, Content::Moves(n) if n > PAIR);
    let numbers: Option<Vec<u32>> = rows.iter().map(|(_, row)| row.number).collect();
    let runs = |from: u32, numbers: &[u32]| (from..).zip(numbers).all(|(n, own)| n == *own);
    let counts = numbers.as_deref().is_some_and(|n| runs(0, n) || runs(1, n));
    let is_no_count = numbers.as_deref().is_some_and(|n| !runs(n[0].max(1), n));
    if rows.iter().any(|(cell, row)| goes_on(row, *cell)) {
        return None;
    }
    // Number 1 begins a game, and the other rows go on with it.
    let is_one_game = numbers.as_deref().is_some_and(|n| n[0] == 1);
    if separator == ' ' && rows.iter().all(|(cell, row)| are_boards(row.words(*cell))) {
        return None;
    }
    // Without numbers and names, all rows must have the same cells.
    let is_even =
        || rows.len() > 1 && rows.iter().all(|(_, row)| row.cells.len() == first.cells.len());
    let is_known = match named.as_ref().filter(|named| named.moves.is_some()) {
        Some(named) if named.is_of_games() => true,
        Some(_) => rows.iter().any(is_long) || is_no_count,
        None => {
            (rows.iter().any(is_long) || is_no_count && !is_one_game)
                && (numbers.is_some() || is_even())
        }
    };
    let has_starts = named.as_ref().is_some_and(|named| named.tags.contains(&Some("FEN")));
    // Pairs with wide spaces between them may be rows of one game with a misprinted number.
    let all = separator == ' ' && named.is_none() && !rows.iter().any(is_long);
    if !is_known || !has_starts && !begin_games(rows, all) {
        return None;
    }
    let none = Columns {
        separator,
        tags: Vec::new(),
        header: None,
        moves: None,
        counts,
        rows: Rows::Games,
    };
    Some(Columns { counts, ..named.unwrap_or(none) })
}

/// Returns true if a row goes on with a game: `2. d4 exd4 3. Qxd4`, `3. ... Nf6`.
fn goes_on(row: &TableRow, cell: usize) -> bool {
    let Some(number) = row.number.filter(|n| *n > 1) else { return false };
    let words = row.words(cell);
    let mut numbers = tokens(words).into_iter().filter_map(|token| match token.kind {
        TokenKind::Number(n, 1..) => Some(n),
        _ => None,
    });
    let is_placeholder = |cell: &Cell| {
        let words = &row.line[cell.at.clone()];
        !words.is_empty() && words.chars().all(|c| matches!(c, '.' | '…'))
    };
    words.starts_with(['.', '…'])
        || row.cells.iter().any(is_placeholder)
        || numbers.next() == Some(number.saturating_add(1))
}

/// Returns true if wide spaces part the pairs of moves of a row: boards side by side.
fn are_boards(words: &str) -> bool {
    let cells = words.split("  ").flat_map(|cell| cell.split('\t')).map(str::trim);
    let mut pairs = cells.filter(|cell| !cell.is_empty()).map(|c| c.split_whitespace().count());
    words.contains("  ") && pairs.clone().count() > 1 && pairs.all(|n| n == PAIR)
}

/// Returns true if rows begin games: their moves can be played from the start at least as far as if
/// they continued the first row. Half of the rows are enough, unless `all` must, and further than that.
fn begin_games(rows: &[(usize, &TableRow)], all: bool) -> bool {
    let words = |(cell, row): &(usize, &TableRow)| -> String {
        let words = row.words(*cell).split_whitespace().take(MOST_WORDS);
        words.collect::<Vec<_>>().join(" ")
    };
    let [first, later @ ..] = rows else { return false };
    if later.is_empty() {
        return plies(&words(first)).is_some_and(|(_, whole)| whole);
    }
    let start = Position::start(Variant::Standard);
    let notations = candidates("", &ReadOptions::default());
    let mut end = start.clone();
    if let Some(line) = moves(first.1.words(first.0), &start, &notations) {
        for (ply, _) in line.plies {
            end.play(ply).ok();
        }
    }
    let played = |words: &str, from: &Position| {
        moves(words, from, &notations).map_or(0, |line| line.plies.len())
    };
    let later = || later.iter().map(words).filter(|words| !words.is_empty()).take(MOST_PLAYED);
    let begins = |words: &String| {
        let own = played(words, &start);
        let goes_on = played(words, &end);
        own > PAIR || own > goes_on || own > 0 && own == goes_on && !all
    };
    let enough = if all { 1 } else { 2 };
    later().filter(begins).count() * enough >= later().count()
}
