//! Tables of moves with other columns, and tables with a game in each row.

use partie_core::moves::san::San;
use partie_formats::result;

use super::edit::{Edit, lines_of};

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
    const WHITE: [&str; 8] =
        ["white", "weiß", "weiss", "bílý", "blancs", "bianco", "blancas", "белые"];
    const BLACK: [&str; 8] =
        ["black", "schwarz", "černý", "noirs", "nero", "negras", "czarne", "чёрные"];
    let cells = cells(line);
    let find =
        |names: &[&str]| cells.iter().position(|cell| names.contains(&&*cell.to_lowercase()));
    Some(Columns { count: cells.len(), white: find(&WHITE)?, black: find(&BLACK)? })
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
        let white = cells.get(columns.white).filter(|cell| is_move(cell));
        let black = cells.get(columns.black).filter(|cell| is_move(cell));
        let is_row = cells.len() <= columns.count && (white.is_some() || black.is_some());
        if is_row {
            let white = white.map_or("", |cell| *cell);
            let black = black.map_or("", |cell| *cell);
            edits.push((place, format!("{next}. {white} {black}").into()));
            *next += 1;
        }
    }
    if edits.len() < 3 { Vec::new() } else { edits }
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
            None if edits.is_empty() => edits.push((place, "".into())),
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
    let is_name = |field: &&String| {
        field.chars().any(char::is_alphabetic) && result::from_spelling(field).is_none()
    };
    let outcome = facts.iter().find_map(|field| result_of(field));
    let mut names = facts.iter().filter(|field| is_name(field) && result_of(field).is_none());
    let mut game = String::new();
    if let (Some(white), Some(black)) = (names.next(), names.next()) {
        let tag = |name: &str, value: &str| {
            format!("[{name} \"{}\"]\n", value.trim().replace(['"', '\\'], "'"))
        };
        game += &tag("White", white);
        game += &tag("Black", black);
    }
    let ending = outcome.map_or("", |outcome| outcome.as_pgn());
    if !ending.is_empty() {
        game += &format!("[Result \"{ending}\"]\n");
    }
    let stated = moves.split_whitespace().last().and_then(result::from_spelling).is_some();
    let ending = if stated {
        ""
    } else if ending.is_empty() {
        "*"
    } else {
        ending
    };
    Some(format!("{game}\n{moves} {ending}\n"))
}

/// Reads a cell with a result: `1-0`, or the winner's colour.
fn result_of(field: &str) -> Option<partie_core::Outcome> {
    use partie_core::{Color, Outcome};
    result::from_spelling(field.trim()).or_else(|| match &*field.trim().to_lowercase() {
        "white" => Some(Outcome::Win(Color::White)),
        "black" => Some(Outcome::Win(Color::Black)),
        "draw" | "drawn" | "remis" => Some(Outcome::Draw),
        _ => None,
    })
}
