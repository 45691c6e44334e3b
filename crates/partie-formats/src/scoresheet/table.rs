//! Games in the rows of a table: Markdown, CSV, columns separated by tabs.

use std::ops::Range;

use super::{
    dates::date,
    header::{Facts, eco, squeezed},
    heading::begins_with_move,
    pairing::is_name,
    vocabulary::{is_moves_column, tag},
};
use crate::pgn::result;

/// Contents of a table's columns, named by the row above it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    separator: char,
    tags: Vec<Option<&'static str>>,
}

/// Reads the row that names the columns: those of the moves and of at least one tag.
pub(super) fn columns(line: &str) -> Option<Columns> {
    ['|', '\t', ';', ','].into_iter().find_map(|separator| {
        let cells = cells(line, separator);
        let names: Vec<&str> = cells.iter().map(|cell| bare(&line[cell.clone()]).0).collect();
        let tags: Vec<_> = names.iter().map(|name| tag(name)).collect();
        let moves = names.iter().any(|name| is_moves_column(name));
        (moves && tags.iter().any(Option::is_some)).then_some(Columns { separator, tags })
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
    ["```", "~~~"].into_iter().any(|fence| {
        let info = line.trim_start_matches(&fence[..1]).trim();
        line.starts_with(fence) && !info.contains(char::is_whitespace) && !info.contains('`')
    })
}

/// Reads a row with moves in one of its cells. The other cells count if the columns have names,
/// or if exactly two cells can be names of players.
pub(super) fn row(line: &str, columns: Option<&Columns>) -> Option<Facts> {
    let separators = match columns {
        Some(columns) => vec![columns.separator],
        None => vec!['|', '\t', ';', ','],
    };
    separators.into_iter().find_map(|separator| cells_of_game(line, separator, columns))
}

fn cells_of_game(line: &str, separator: char, columns: Option<&Columns>) -> Option<Facts> {
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
    if filled < 3 || moves == 0 && matches!(separator, ',' | ';') {
        return None;
    }
    let mut facts = Facts { is_pairing: true, ..Facts::default() };
    let mut names: Vec<(Range<usize>, &str)> = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        let (words, at) = bare(&line[cell.clone()]);
        let span = cell.start + at..cell.start + at + words.len();
        let column = columns.and_then(|columns| columns.tags.get(i).copied().flatten());
        let outcome = result::from_spelling(&squeezed(words));
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
        } else if i == 0 && words.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            facts.consumed.push(span);
        } else if is_name(words, false) {
            names.push((span, words));
        }
    }
    match names[..] {
        [(ref white, w), (ref black, b)] if columns.is_none() => {
            facts.add("White", w, white.clone());
            facts.add("Black", b, black.clone());
        }
        _ => {}
    }
    // Marks between the cells, and quotes around them.
    let mut at = 0;
    for (i, cell) in cells.iter().enumerate() {
        let (words, begin) = bare(&line[cell.clone()]);
        facts.consumed.push(at..cell.start + begin);
        at = cell.start + begin + words.len();
        if i == moves && at < cell.end {
            facts.consumed.push(at..cell.end);
        }
    }
    facts.consumed.push(at..line.len());
    facts.consumed.retain(|span| !span.is_empty());
    facts.consumed.sort_by_key(|span| (span.start, span.end));
    Some(facts)
}

/// Splits a row into cells; separators in quotes do not count.
fn cells(line: &str, separator: char) -> Vec<Range<usize>> {
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
        let named = columns("White;Black;Opening;Moves");
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
