//! A position and the moves played in it, as lines of text.

use partie_core::{Color, Position, Square};
use partie_db::library::{Explored, ExploredGame, Libraries, Results};

use crate::{
    board::{
        BoardStyle, PieceGlyphs, StyledLine, draw,
        layout::{beside, padded},
        style::{StyledSpan, TextStyle},
    },
    report::{count, grouped, visible},
};

/// Columns of the table, and whether each is aligned to the right.
const COLUMNS: [(&str, bool); 10] = [
    ("move", false),
    ("games", true),
    ("White", true),
    ("draw", true),
    ("Black", true),
    ("", false),
    ("Elo", true),
    ("perf.", true),
    ("last", false),
    ("", false),
];

/// Number of the column with the bars.
const BARS: usize = 5;

/// Columns of a bar, and of one where there is little room.
const BAR: usize = 24;
const SMALL_BAR: usize = 10;

/// Columns that a page with large bars and names of openings takes, and one with small bars.
const WIDE: usize = 118;
const MEDIUM: usize = 94;

/// Appearance of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageStyle<'a> {
    pub(super) look: BoardStyle,
    /// The side at the bottom of the board.
    pub(super) below: Color,
    /// Number of the move that is marked in the table, from 0.
    pub(super) chosen: Option<usize>,
    /// Columns that there are.
    pub(super) columns: usize,
    /// Squares that are marked on the board.
    pub(super) last: &'a [Square],
}

/// Returns the board with the table of the moves beside it, and the games below.
pub(super) fn lines(
    libraries: Libraries<'_>,
    position: &Position,
    explored: &Explored,
    style: PageStyle<'_>,
) -> anyhow::Result<Vec<StyledLine>> {
    let board = draw(position, style.last, style.below, style.look);
    let mut lines = vec![plain(&opening(explored, position), TextStyle::Strong)];
    lines.push(plain(&totals(&explored.results), TextStyle::Plain));
    lines.push(Vec::new());
    lines.extend(table(explored, style));
    let mut lines = beside(vec![board, lines], 3);
    if !explored.top_games.is_empty() {
        lines.push(Vec::new());
        for game in &explored.top_games {
            lines.push(plain(&game_line(libraries, game)?, TextStyle::Plain));
        }
    }
    Ok(lines)
}

fn plain(text: &str, style: TextStyle) -> StyledLine {
    vec![StyledSpan::new(visible(text), style)]
}

fn opening(explored: &Explored, position: &Position) -> String {
    match explored.opening {
        Some(opening) => format!("{} {}", opening.code, opening.name),
        None if *position == Position::default() => "Starting position".to_owned(),
        None => "Position without a name".to_owned(),
    }
}

fn totals(results: &Results) -> String {
    let mut text = count(results.games(), "game");
    if let Some(score) = results.score(Color::White) {
        text += &format!(", White scored {:.1}%", 100.0 * score);
    }
    if results.unknown > 0 {
        text += &format!(", {} without a result", grouped(results.unknown));
    }
    text
}

/// Returns a line for each move, under a heading.
fn table(explored: &Explored, style: PageStyle<'_>) -> Vec<StyledLine> {
    let unicode = style.look.figures == PieceGlyphs::Unicode;
    if explored.moves.is_empty() {
        return Vec::new();
    }
    let bar_columns = match style.columns {
        ..MEDIUM => 0,
        MEDIUM..WIDE => SMALL_BAR,
        _ => BAR,
    };
    let mut rows = vec![COLUMNS.map(|(heading, _)| heading.to_owned())];
    for m in &explored.moves {
        let Results { white, draws, black, .. } = m.results;
        let percent = |part: u64| match m.results.finished() {
            0 => String::new(),
            all => format!("{}%", (100 * part + all / 2) / all),
        };
        let opening = m.opening.map_or(String::new(), |o| format!("{} {}", o.code, o.name));
        rows.push([
            m.san.clone(),
            grouped(m.results.games()),
            percent(white),
            percent(draws),
            percent(black),
            bar([white, draws, black], bar_columns, unicode),
            m.average_rating.map_or(String::new(), |rating| rating.to_string()),
            m.performance.map_or(String::new(), |performance| performance.to_string()),
            m.last_played.map_or(String::new(), |(year, _)| year.to_string()),
            opening,
        ]);
    }
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS.len()] = std::array::from_fn(width);
    let line = |(number, row): (usize, &[String; COLUMNS.len()])| {
        let style = match number.checked_sub(1) {
            None => TextStyle::Faint,
            Some(at) if style.chosen == Some(at) => TextStyle::Current,
            Some(_) => TextStyle::Plain,
        };
        let mut line = StyledLine::new();
        for (at, text) in row.iter().enumerate().filter(|(at, _)| *at != BARS || bar_columns > 0) {
            let (width, (_, right)) = (widths[at], COLUMNS[at]);
            let text = if right { format!("{text:>width$}") } else { format!("{text:<width$}") };
            line.push(StyledSpan::new(text + "  ", style));
        }
        padded(line, 0)
    };
    rows.iter().enumerate().map(line).collect()
}

/// Draws the shares of White, draws and Black.
fn bar(parts: [u64; 3], columns: usize, unicode: bool) -> String {
    let all: u64 = parts.iter().sum();
    if all == 0 {
        return " ".repeat(columns);
    }
    let signs = if unicode { ['█', '▒', '·'] } else { ['#', '=', '.'] };
    let mut bar = String::new();
    let (mut sum, mut drawn) = (0, 0);
    for (part, sign) in parts.into_iter().zip(signs) {
        sum += part;
        let end = ((sum * columns as u64 + all / 2) / all) as usize;
        bar.extend(std::iter::repeat_n(sign, end - drawn));
        drawn = end;
    }
    bar
}

fn game_line(libraries: Libraries<'_>, game: &ExploredGame) -> anyhow::Result<String> {
    let ExploredGame { number, summary, .. } = game;
    let names = libraries.names(*number)?.unwrap_or_default();
    let [white, black] = names.map(|name| if name.is_empty() { "?".to_owned() } else { name });
    let elo = |elo: u16| if elo > 0 { format!(" {elo}") } else { String::new() };
    let year = if summary.year > 0 { format!("  {}", summary.year) } else { String::new() };
    Ok(format!(
        "{}: {white}{} – {black}{}  {}{year}",
        libraries.game_name(*number),
        elo(summary.white_elo),
        elo(summary.black_elo),
        summary.outcome
    ))
}
