//! Tables of moves with other columns, and tables with a game in each row.

use partie_core::{Color, Outcome, moves::san::San};
use partie_formats::result;
use partie_scoresheet::vocabulary;

use super::edit::{Edit, lines_of};
use crate::hidden;

/// Returns the cells of a line of a table: between bars, tabs, commas, or two spaces.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let bare = line.trim_matches(['|', '!']);
    let split: Vec<&str> = if line.contains("||") {
        bare.split("||").collect()
    } else if line.contains("!!") {
        bare.split("!!").collect()
    } else if line.starts_with('|') || line.matches('|').count() > 1 {
        bare.split('|').collect()
    } else if line.contains('\t') {
        line.split('\t').collect()
    } else {
        line.split("  ").filter(|cell| !cell.trim().is_empty()).collect()
    };
    split.into_iter().map(str::trim).collect()
}

/// Columns of a table of moves.
#[derive(Clone, Copy)]
struct Columns {
    count: usize,
    white: usize,
    black: usize,
}

/// Reads the heads of the columns.
fn heads(line: &str) -> Option<Columns> {
    let cells = cells(line);
    let find = |tag| cells.iter().position(|cell| vocabulary::tag(cell) == Some(tag));
    Some(Columns { count: cells.len(), white: find("White")?, black: find("Black")? })
}

fn is_move(cell: &str) -> bool {
    San::is_move(cell.trim_end_matches(['!', '?']))
}

/// Puts numbered moves in place of the rows of a table whose heads name the sides.
pub(super) fn columns(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut table: Option<(Columns, u32)> = None;
    for (place, line) in lines_of(text) {
        if let Some(found) = heads(line) {
            edits.push((place, "".into()));
            table = Some((found, 1));
            continue;
        }
        let is_frame = !line.trim().is_empty()
            && (line.trim().bytes().all(|b| b"{}|-+=! ".contains(&b)) || line.starts_with("{|"));
        let cells = cells(line);
        // A table without heads begins with the first move.
        if table.is_none()
            && line.starts_with('|')
            && let [number, white, ..] = &cells[..]
            && number.trim_end_matches('.') == "1"
            && is_move(white)
        {
            table = Some((Columns { count: cells.len(), white: 1, black: 2 }, 1));
        }
        if is_frame {
            edits.push((place, "".into()));
            continue;
        }
        let Some((columns, next)) = &mut table else { continue };
        // The last row may have no move of Black, and a table of a wiki no number in its head.
        let moved = |column: usize| cells.get(column).is_some_and(|cell| is_move(cell));
        let is_row = cells.len() <= columns.count && (moved(columns.white) || moved(columns.black));
        if is_row {
            let white = with_others(&cells, columns.white, columns.black);
            let black = with_others(&cells, columns.black, columns.white);
            edits.push((place, format!("{next}. {white} {black}").into()));
            *next += 1;
        }
    }
    if edits.len() < 3 { Vec::new() } else { edits }
}

/// Returns the move of a column, with the cells up to the other side's column as a comment: times,
/// evaluations.
fn with_others(cells: &[&str], column: usize, other: usize) -> String {
    let end = if other > column { other } else { cells.len() };
    let others = cells.get(column + 1..end).unwrap_or_default();
    commented(cells.get(column).copied().unwrap_or_default(), others)
}

/// Returns a text with others after it as a comment.
fn commented(text: &str, others: &[impl AsRef<str>]) -> String {
    let others = others.iter().map(|other| other.as_ref().trim()).filter(|other| !other.is_empty());
    let words = others.collect::<Vec<_>>().join(" ").replace(['{', '}'], "'");
    if words.is_empty() { text.to_owned() } else { format!("{text} {{{words}}}") }
}

/// Splits a row at commas outside quotes, or at tabs; returns the cells without quotes.
fn fields(line: &str) -> Vec<String> {
    let separator = if line.contains('\t') { '\t' } else { ',' };
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(field) = fields.last_mut() else { break };
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                field.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            c if c == separator && !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    fields
}

/// Puts games with tags in place of the rows of a table: players, result, moves in one cell or in a
/// cell each.
pub(super) fn rows(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (place, line) in lines_of(text).filter(|(_, line)| !line.trim().is_empty()) {
        match row(line) {
            Some(game) => edits.push((place, game.into())),
            // The head of the table is left out.
            None if edits.is_empty() && hidden::part_of_game(line.as_bytes()).is_none() => {
                edits.push((place, "".into()));
            }
            None => return Vec::new(),
        }
    }
    let games = edits.iter().filter(|(_, game)| !game.is_empty()).count();
    if games < 2 { Vec::new() } else { edits }
}

fn row(line: &str) -> Option<String> {
    /// Fewest moves in a row.
    const LEAST: usize = 4;
    let fields = fields(line);
    let first = fields.iter().position(|field| {
        let words: Vec<_> = field.split_whitespace().collect();
        let moves = words.iter().filter(|word| is_move(word)).count();
        moves > 0 && moves * 3 >= words.len()
    })?;
    let moves = fields[first..].join(" ");
    if moves.split_whitespace().filter(|word| is_move(word)).count() < LEAST {
        return None;
    }
    let facts = &fields[..first];
    let outcome = facts.iter().find_map(|field| result_of(field));
    let (names, others): (Vec<&String>, Vec<_>) = facts
        .iter()
        .filter(|field| result_of(field).is_none())
        .partition(|field| field.chars().any(char::is_alphabetic));
    let mut game = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.trim().replace(['"', '\\'], "'");
        game += &format!("[{name} \"{value}\"]\n");
    };
    // Other words than two names are kept, too.
    let (named, more) = names.split_at(if names.len() < 2 { 0 } else { 2 });
    for (name, value) in ["White", "Black"].into_iter().zip(named) {
        tag(name, value);
    }
    if let Some(outcome) = outcome {
        tag("Result", outcome.as_pgn());
    }
    let others = commented("", &[&others[..], more].concat());
    let ends = moves.split_whitespace().last().and_then(result::from_spelling).is_some();
    let ending = if ends { "" } else { outcome.unwrap_or(Outcome::Unknown).as_pgn() };
    Some(format!("{game}\n{others} {moves} {ending}\n"))
}

/// Reads a cell with a result: `1-0`, `draw`, or the winner's colour.
fn result_of(field: &str) -> Option<Outcome> {
    match field.trim() {
        // Written otherwise, it is a name.
        "white" => Some(Outcome::Win(Color::White)),
        "black" => Some(Outcome::Win(Color::Black)),
        field => vocabulary::outcome(field),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A first line with a game or a result is no head of a table.
    #[test]
    fn heads_of_tables() {
        let table = "Adams\tShort\t1-0\te4 e5 Nf3 Nc6\nMiles\tNunn\t0-1\td4 d5 c4 e6\n";
        let games = |head: &str| rows(&format!("{head}\n{table}")).len();
        assert_eq!(games("White\tBlack\tResult\tMoves"), 3);
        for head in ["1. e4 c5 2. Nf3 Black resigned.", "Oak\tElm\t1-0", "[Event \"Club\"]"] {
            assert_eq!(games(head), 0, "{head}");
        }
    }
}
