//! Games in the rows of a table: Markdown, CSV, columns separated by tabs.

mod find;

use std::ops::Range;

use partie_core::Color;

pub use self::find::has_table;
pub(super) use self::find::{Table, tables};
use super::{
    dates::date,
    evidence::is_chess_word,
    facts::{Facts, eco, squeezed},
    heading::begins_with_move,
    pairing::is_name,
    tokens::{TokenKind, tokens},
    vocabulary::{is_game, is_moves_column, moves::is_mark, side, tag},
};
use partie_formats::result;

/// Layout of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    separator: char,
    /// Tags that the row above names.
    tags: Vec<Option<&'static str>>,
    /// The row above, if it names the columns.
    header: Option<String>,
    /// Column of the moves, if named.
    moves: Option<usize>,
    /// True if the first column counts the rows from 0 or 1.
    counts: bool,
    rows: Rows,
}

/// Contents of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rows {
    /// Rows that are games.
    Games,
    /// A numbered pair of moves, or a numbered move and its side.
    Moves,
    /// A move; the first has this number.
    Plies(u32),
}

/// A cell of a row without the quotes around it.
#[derive(Debug)]
struct Cell {
    at: Range<usize>,
    content: Content,
}

/// Contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Content {
    Number(u32),
    Side(Color),
    /// Rows of this many moves, with only numbers, signs and remarks beside them. Numbers begin
    /// with 1.
    Moves(usize),
    /// Text with moves in it.
    Prose,
    /// Other text, or empty.
    Text,
}

impl Columns {
    /// Returns true if a line is the header row.
    pub(super) fn is_header(&self, line: &str) -> bool {
        self.header.as_deref() == Some(line)
    }

    /// Returns true if all rows belong to one game.
    pub(super) fn is_list(&self) -> bool {
        self.rows != Rows::Games
    }

    /// Returns true if the columns are named like a list of games.
    fn is_of_games(&self) -> bool {
        let words = self.header.as_deref().unwrap_or_default();
        let first = cells(words, self.separator).into_iter().next();
        let first = first.map_or("", |cell| bare(&words[cell]).0);
        self.tags.iter().any(Option::is_some) || is_game(first) || first.eq_ignore_ascii_case("id")
    }

    /// Returns the cell of a row that holds the moves of a game.
    fn cell_of_game(&self, cells: &[Cell]) -> Option<usize> {
        if self.rows != Rows::Games {
            return None;
        }
        let Some(cell) = self.moves else { return cell_of_game(cells, self.separator) };
        let is_empty = cells.get(cell)?.at.is_empty();
        if cells.len() == 1 {
            return matches!(cells[0].content, Content::Moves(_)).then_some(0);
        }
        let has_moves = matches!(cells[cell].content, Content::Moves(_) | Content::Prose);
        (is_empty || has_moves).then_some(cell)
    }

    /// Reads a row of a list of moves.
    pub(super) fn list_row(&self, line: &str) -> Option<Facts> {
        let cells = read_cells(line, self.separator);
        let Content::Number(n) = cells.first()?.content else { return None };
        let number = match self.rows {
            Rows::Games => return None,
            Rows::Moves => {
                let is_black = |cell: &Cell| cell.content == Content::Side(Color::Black);
                (n, if cells.iter().any(is_black) { 3 } else { 1 })
            }
            Rows::Plies(first) => {
                let before = n.checked_sub(first)?;
                (before / 2 + 1, if before % 2 == 1 { 3 } else { 1 })
            }
        };
        let mut facts = Facts { number: Some((cells[0].at.start, number)), ..Facts::default() };
        let mut at = 0;
        for (i, cell) in cells.iter().enumerate() {
            facts.consumed.push(at..cell.at.start);
            at = cell.at.end;
            match cell.content {
                Content::Side(_) => facts.consumed.push(cell.at.clone()),
                Content::Number(_) if i == 0 => {}
                Content::Moves(_) => {}
                _ => facts.kept.push(cell.at.clone()),
            }
        }
        facts.consumed.push(at..line.len());
        facts.consumed.retain(|span| !span.is_empty());
        facts.kept.retain(|span| !span.is_empty());
        Some(facts)
    }
}

/// Returns the only cell of a row that holds the moves of a game from the first one on.
fn cell_of_game(cells: &[Cell], separator: char) -> Option<usize> {
    let moves = |cell: &Cell| match cell.content {
        Content::Moves(n) => n,
        _ => 0,
    };
    let mut found: Vec<usize> = (0..cells.len()).filter(|i| moves(&cells[*i]) > 0).collect();
    // `g1` may be the name of a row.
    if found.len() == 2 && found[0] == 0 && moves(&cells[0]) == 1 && moves(&cells[found[1]]) > 1 {
        found.remove(0);
    }
    let [cell] = found[..] else { return None };
    // A clause with moves is no cell.
    let is_clause = matches!(separator, ',' | ';' | ' ')
        && cells.iter().any(|cell| cell.content == Content::Prose);
    (cells.len() > 1 && !is_clause).then_some(cell)
}

/// Reads the header row, which names the column of the moves or the columns of tags.
fn header(line: &str, separator: char) -> Option<Columns> {
    let cells = cells(line, separator);
    let names: Vec<&str> = cells.iter().map(|cell| bare(&line[cell.clone()]).0).collect();
    let named = |name: &&str| match *name {
        "FEN" | "fen" => Some("FEN"),
        name => tag(&name.replace('_', " ")),
    };
    let tags: Vec<_> = names.iter().map(named).collect();
    let moves = names.iter().position(|name| is_moves_column(name));
    let known = tags.iter().flatten().count();
    let is_other = |name: &&str| name.len() > LONGEST_NAME || is_chess_word(name);
    let is_header = (moves.is_some() || known > 1) && !names.iter().any(is_other);
    is_header.then(|| Columns {
        separator,
        tags,
        header: Some(line.to_owned()),
        moves,
        counts: false,
        rows: Rows::Games,
    })
}

/// Longest name of a column, in bytes.
const LONGEST_NAME: usize = 40;

/// Splits a row into cells, and reads each.
fn read_cells(line: &str, separator: char) -> Vec<Cell> {
    let cells = cells(line, separator).into_iter().map(|cell| {
        let (words, start) = bare(&line[cell.clone()]);
        let start = cell.start + start;
        Cell { at: start..start + words.len(), content: content(words) }
    });
    cells.collect()
}

fn content(words: &str) -> Content {
    let digits = words.strip_suffix(['.', ')']).unwrap_or(words);
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        return digits.parse().map_or(Content::Text, Content::Number);
    }
    let side = match words {
        "w" | "W" => Some(Color::White),
        "b" | "B" => Some(Color::Black),
        _ => side(words),
    };
    if let Some(side) = side {
        return Content::Side(side);
    }
    let first = words.trim_start_matches(|c: char| c.is_ascii_digit() || ".)… ".contains(c));
    let first = first.split_whitespace().next().unwrap_or_default();
    let first = first.trim_end_matches(['!', '?', '+', '#', ',', ';', '.']);
    if !is_chess_word(first) && !first.starts_with(['{', '(']) {
        return if has_moves(words) { Content::Prose } else { Content::Text };
    }
    let (mut moves, mut begins) = (0, None);
    for token in tokens(words) {
        partie_formats::steps::add(1);
        let word = &words[token.span];
        match token.kind {
            TokenKind::Number(n, dots) => {
                begins.get_or_insert(n == 1 && dots < 2 && moves == 0);
            }
            TokenKind::Word if is_chess_word(word) => moves += 1,
            TokenKind::Word if !is_mark(word) => return Content::Prose,
            _ => {}
        }
    }
    match (moves, begins) {
        (0, _) => Content::Text,
        (n, None | Some(true)) => Content::Moves(n),
        (_, Some(false)) => Content::Prose,
    }
}

fn has_moves(words: &str) -> bool {
    words.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.len() > 1 && is_chess_word(word)
    })
}

/// Returns true if a line separates the rows of a table, such as `|---|:--:|`.
pub(super) fn is_ruling(line: &str) -> bool {
    line.contains('|')
        && line.contains("--")
        && line.chars().all(|c| c.is_whitespace() || "|-:+=".contains(c))
}

/// Returns true if a line is a fence of Markdown, with at most a word for its language.
pub(super) fn is_fence(line: &str) -> bool {
    ["```", "~~~"].into_iter().filter(|fence| line.starts_with(fence)).any(|fence| {
        let info = line.trim_start_matches(&fence[..1]).trim();
        !info.contains(char::is_whitespace) && !info.contains('`')
    })
}

/// Reads a row with a game in one of its cells. The other cells count if the columns have names,
/// or if exactly two cells can be names of players. Outside of tables the game must have numbers.
pub(super) fn row(line: &str, columns: Option<&Columns>) -> Option<Facts> {
    match columns {
        Some(columns) => {
            let moves = columns.cell_of_game(&read_cells(line, columns.separator))?;
            Some(game(line, columns.separator, moves, Some(columns)))
        }
        None => ['|', '\t', ';', ','].into_iter().find_map(|separator| {
            let moves = numbered_cell(line, separator)?;
            Some(game(line, separator, moves, None))
        }),
    }
}

/// Returns the only cell of a line that begins with number 1 and a move.
fn numbered_cell(line: &str, separator: char) -> Option<usize> {
    if !line.contains('1') || line.matches(separator).nth(1).is_none() {
        return None;
    }
    let cells = cells(line, separator);
    let has_moves = |cell: &Range<usize>| {
        let words = bare(&line[cell.clone()]).0;
        let other = words
            .strip_prefix('1')
            .is_none_or(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        !other && begins_with_move(words)
    };
    let moves: Vec<usize> = (0..cells.len()).filter(|i| has_moves(&cells[*i])).collect();
    let [moves] = moves[..] else { return None };
    // A line of a longer game, `1. e4 e5 | 13. h5 Qg5`.
    let goes_on = |cell: &Range<usize>| begins_with_move(bare(&line[cell.clone()]).0);
    if (0..cells.len()).any(|i| i != moves && goes_on(&cells[i])) {
        return None;
    }
    let filled = cells.iter().filter(|cell| !line[(*cell).clone()].trim().is_empty()).count();
    let is_row = filled >= 3 && (moves > 0 || !matches!(separator, ',' | ';'));
    is_row.then_some(moves)
}

/// Reads the cells around a game's moves.
fn game(line: &str, separator: char, moves: usize, columns: Option<&Columns>) -> Facts {
    let cells = read_cells(line, separator);
    let mut facts = Facts { is_pairing: true, ..Facts::default() };
    let mut names: Vec<(Range<usize>, &str)> = Vec::new();
    let mut at = 0;
    for (i, cell) in cells.iter().enumerate() {
        let span = cell.at.clone();
        let words = &line[span.clone()];
        // Marks between the cells, and quotes around them.
        facts.consumed.push(at..span.start);
        at = span.end;
        let column = columns.and_then(|columns| columns.tags.get(i).copied().flatten());
        let outcome = result::from_spelling(&squeezed(words));
        let is_count = i == 0 && matches!(cell.content, Content::Number(_));
        if i == moves || words.is_empty() {
        } else if let Some(outcome) = outcome.filter(|_| facts.outcome.is_none()) {
            facts.outcome = Some(outcome);
            facts.outcome_at = span.clone();
            facts.consumed.push(span);
        } else if let Some(name) = column.filter(|name| *name != "Result") {
            let day = (name == "Date").then(|| date(words)).flatten();
            facts.add(name, day.as_deref().unwrap_or(words), span);
        } else if let Some(day) = date(words) {
            facts.add("Date", &day, span);
        } else if let Some(code) = eco(words) {
            facts.add("ECO", code, span);
        } else if is_count && columns.is_none_or(|columns| columns.counts) {
            facts.consumed.push(span);
        } else if is_name(words, false) && columns.is_none_or(|columns| columns.header.is_none()) {
            names.push((span, words));
        } else {
            facts.kept.push(span);
        }
    }
    facts.consumed.push(at..line.len());
    match names[..] {
        [(ref white, w), (ref black, b)] => {
            facts.add("White", w, white.clone());
            facts.add("Black", b, black.clone());
        }
        _ => facts.kept.extend(names.into_iter().map(|(span, _)| span)),
    }
    partie_formats::text::sort_spans(&mut facts.kept);
    facts.consumed.retain(|span| !span.is_empty());
    partie_formats::text::sort_spans(&mut facts.consumed);
    facts
}

/// Splits a row into cells; separators in quotes do not count.
fn cells(line: &str, separator: char) -> Vec<Range<usize>> {
    if separator == ' ' {
        return labelled(line);
    }
    let mut cells = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (i, c) in line.char_indices() {
        if c == '"' && separator != '|' {
            quoted = !quoted;
        } else if c == separator && !quoted {
            cells.push(start..i);
            start = i + c.len_utf8();
        }
    }
    cells.push(start..line.len());
    // The edges of a row of Markdown.
    let is_edge = |cell: &Range<usize>| line[cell.clone()].trim().is_empty();
    if let [first, .., last] = &cells[..]
        && separator == '|'
        && is_edge(first)
        && is_edge(last)
    {
        cells.pop();
        cells.remove(0);
    }
    cells
}

/// Splits a line at its first spaces: a label, perhaps a side, and the rest.
fn labelled(line: &str) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut at = 0;
    while let Some(space) = line[at..].find(' ').map(|i| at + i) {
        let is_side = matches!(content(&line[at..space]), Content::Side(_));
        if cells.len() > 1 || cells.len() == 1 && !is_side {
            break;
        }
        cells.push(at..space);
        at = line.len() - line[space..].trim_start_matches(' ').len();
    }
    cells.push(at..line.len());
    cells
}

/// Removes quotes and spaces around a cell; returns where the rest begins.
fn bare(cell: &str) -> (&str, usize) {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '"' | '`');
    let words = cell.trim_start_matches(is_around);
    (words.trim_end_matches(is_around), cell.len() - words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        let named = header("White;Black;Opening;Moves", ';');
        for (line, columns, found) in [
            ("| Adams | Short | 1. e4 e5 |", None, "White Adams, Black Short"),
            ("\"Adams\",\"Short\",\"1. e4 e5\"", None, "White Adams, Black Short"),
            ("Adams;Short;Spanish;1. e4 e5", named.as_ref(), "White Adams, Black Short"),
            ("Adams | Short | Spanish | 1. e4 e5", None, ""),
            ("White opened, surprisingly, 1. e4 e5", None, ""),
            ("1. e4 e5, 2. Nf3 Nc6", None, "none"),
        ] {
            let text = row(line, columns).map_or("none".to_owned(), |facts| {
                let words: Vec<_> =
                    facts.tags.iter().map(|(tag, value)| format!("{tag} {value}")).collect();
                words.join(", ")
            });
            assert_eq!(text, found, "{line}");
        }
    }
}
