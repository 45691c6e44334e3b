//! Preparation against a player, in English.

use std::collections::BTreeSet;

use partie_core::{Color, Position};
use partie_db::{
    library::Libraries,
    player::{JudgedLine, Meeting, Preparation, PreparedSide},
};
use partie_formats::text::{count, grouped};

use crate::{
    chart::curve,
    crosstable, player,
    position::{game_table, line_rows, numbered},
    report::{Drawing, Part, Report},
    text_table::TextTable,
};

/// Years that have a column each.
const YEARS: usize = 8;

/// Reports on a player and the sides that are prepared for.
#[must_use]
pub fn report(
    preparation: &Preparation,
    sides: &[PreparedSide],
    rows: usize,
    libraries: Libraries<'_>,
    ascii: bool,
) -> Report {
    let own = preparation.report();
    let drawing = |(number, curve)| {
        let heading = curve::title(&curve);
        let svg = curve::svg(&curve, &heading, crosstable::date);
        let text = if number == 0 { curve::draw(&curve, ascii) } else { String::new() };
        Drawing { heading, svg, text }
    };
    let mut parts: Vec<Part> = sides.iter().flat_map(side_parts).collect();
    let start = Position::default();
    let newest = &preparation.newest()[..preparation.newest().len().min(rows)];
    let table = game_table(newest, libraries, |game| numbered(&start, &game.moves));
    parts.push(Part { heading: "Newest games".to_owned(), table, notes: Vec::new() });
    parts.extend(player::time(own));
    parts.retain(|part| !part.table.rows.is_empty());
    Report {
        title: format!("Preparation against {}", player::title(own)),
        facts: player::facts(own),
        boards: Vec::new(),
        drawings: own.curves().into_iter().enumerate().map(drawing).collect(),
        parts,
        notes: Vec::new(),
    }
}

fn side_parts(side: &PreparedSide) -> Vec<Part> {
    let name = side.color.fold_wb("White", "Black");
    let all = side.score.games();
    let mut notes = Vec::new();
    let reached = side.expected.reached().zip(side.expected.score());
    if let Some((reached, expected)) = reached {
        let of_player = |white: f64| 100.0 * side.color.fold_wb(white, 1.0 - white);
        notes.push(format!(
            "Scores {:.1}% in {} with both ratings; the ratings let expect {:.1}%.",
            of_player(reached),
            count(side.expected.games, "game"),
            of_player(expected)
        ));
    }
    let table = line_rows(&side.lines, all, Some(side.color));
    let mut parts = vec![Part { heading: format!("Lines with {name}"), table, notes }];
    parts.push(judged(&format!("Weak lines with {name}"), &side.weak, side.judged));
    parts.push(judged(&format!("Strong lines with {name}"), &side.strong, side.judged));
    parts.push(years(side, name));
    if let Some(meeting) = &side.meeting {
        parts.extend(meeting_parts(meeting, side.color, all));
    }
    parts
}

fn judged(heading: &str, lines: &[JudgedLine], all: u64) -> Part {
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("line", false);
    for heading in ["games", "score", "expected", "difference"] {
        table.column(heading, true);
    }
    table.column("±", true);
    "Two standard errors".clone_into(&mut table.columns[5].meaning);
    let start = Position::default();
    for line in lines {
        table.rows.push(vec![
            numbered(&start, &line.moves),
            grouped(line.games),
            format!("{:.1}%", 100.0 * line.reached),
            format!("{:.1}%", 100.0 * line.expected),
            format!("{:+.1}", 100.0 * (line.reached - line.expected)).replace('-', "−"),
            format!("{:.1}", 200.0 * line.error),
        ]);
    }
    let notes = if lines.is_empty() {
        Vec::new()
    } else {
        vec![format!(
            "Of {} of 5 games and more. By chance alone, about one in 40 lies further below what is \
             expected than ±, two standard errors; as many lie above.",
            count(all, "line")
        )]
    };
    Part { heading: heading.to_owned(), table, notes }
}

/// Returns the first moves by year; the first years share a column if there are many.
fn years(side: &PreparedSide, name: &str) -> Part {
    let all: BTreeSet<u16> =
        side.years.iter().flat_map(|(_, years)| years.keys().copied()).filter(|y| *y > 0).collect();
    let all: Vec<u16> = all.into_iter().collect();
    let own = &all[all.len().saturating_sub(YEARS)..];
    let (first, earlier) = (own.first().copied().unwrap_or(0), own.len() < all.len());
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("moves", false);
    table.column("games", true);
    if earlier {
        table.column(format!("before {first}"), true);
    }
    for year in own {
        table.column(year.to_string(), true);
    }
    let sum_of = |is: &dyn Fn(u16) -> bool| -> u64 {
        side.games_by_year.iter().filter(|(year, _)| is(**year)).map(|(_, games)| games).sum()
    };
    let cell = |games: u64, all: u64| match games {
        0 => "–".to_owned(),
        games => format!("{games} ({:.0}%)", games as f64 * 100.0 / all as f64),
    };
    let start = Position::default();
    for (moves, years) in &side.years {
        let own_sum = |is: &dyn Fn(u16) -> bool| -> u64 {
            years.iter().filter(|(year, _)| is(**year)).map(|(_, games)| games).sum()
        };
        let mut row = vec![numbered(&start, moves), grouped(years.values().sum())];
        if earlier {
            let is_before = |year: u16| year > 0 && year < first;
            row.push(cell(own_sum(&is_before), sum_of(&is_before)));
        }
        for year in own {
            let is_year = |other: u16| other == *year;
            row.push(cell(own_sum(&is_year), sum_of(&is_year)));
        }
        table.rows.push(row);
    }
    let heading = match side.color {
        Color::White => "First moves by year".to_owned(),
        Color::Black => format!("Answers with {name} by year"),
    };
    Part { heading, table, notes: Vec::new() }
}

/// Compares the player's moves, of `all` games with the colour, with a repertoire.
fn meeting_parts(meeting: &Meeting, color: Color, all: u64) -> [Part; 2] {
    let name = color.fold_wb("White", "Black");
    let table = line_rows(&meeting.played, all, Some(color));
    let played = Part {
        heading: format!("In the lines of the repertoire, with {name}"),
        table,
        notes: vec!["A line ends with the move that leaves the repertoire.".to_owned()],
    };
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("line", false);
    table.column("last move by", false);
    table.column("lines", true);
    "Lines of the repertoire that go on by it".clone_into(&mut table.columns[2].meaning);
    let start = Position::default();
    for line in &meeting.unmet {
        table.rows.push(vec![
            numbered(&start, &line.moves),
            if line.color == color { "the player" } else { "the repertoire" }.to_owned(),
            grouped(line.lines),
        ]);
    }
    let shown = meeting.unmet.len() as u64;
    let of_all = if shown < meeting.unmet_count {
        format!(" (top {shown} of {})", grouped(meeting.unmet_count))
    } else {
        String::new()
    };
    let unmet = Part {
        heading: format!("Lines of the repertoire never met with {name}{of_all}"),
        table,
        notes: Vec::new(),
    };
    [played, unmet]
}
