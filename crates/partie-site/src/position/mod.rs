//! Reports on positions, in English.

mod tables;

use partie_core::{Color, Date, Position};
use partie_db::{
    library::{Libraries, LineMove, PositionReport, Results, mean_moves},
    player::{RatingCurve, RatingPoint},
    query::PositionLine,
};
use partie_formats::{
    WriteOptions, fen,
    text::{count, grouped},
};

use crate::{
    chart::curve,
    crosstable,
    report::{Board, Drawing, Report},
};
pub(crate) use tables::{game_table, line_rows};

/// Number of boards after the first moves.
const BOARDS: usize = 4;

/// Fewest games of a year whose score is a point of the curve.
const ENOUGH: u64 = 10;

/// Reports on a position, which a line of moves leads to; games are named as those of libraries.
#[must_use]
pub fn report(
    report: &PositionReport,
    line: &PositionLine,
    libraries: Libraries<'_>,
    ascii: bool,
) -> Report {
    let name = match report.opening {
        Some(opening) => format!("{} {}", opening.code, opening.name),
        None if report.position == Position::default() => "Starting position".to_owned(),
        None => "Position without a name".to_owned(),
    };
    Report {
        title: name,
        facts: facts(report, line),
        boards: boards(report),
        drawings: drawings(report, ascii),
        parts: tables::parts(report, libraries),
        notes: Vec::new(),
    }
}

/// Returns the numbers of all games.
fn facts(report: &PositionReport, line: &PositionLine) -> Vec<String> {
    let results = report.results;
    let mut facts = Vec::new();
    if !line.plies.is_empty() {
        facts.push(numbered(&line.start, &san_of(line)));
    }
    facts.push(fen::position(&report.position, &WriteOptions::default()));
    let mut games = count(results.games(), "game");
    if report.of_games > 0 {
        let share = results.games() as f64 * 100.0 / report.of_games as f64;
        games += &format!(" of {} ({share:.1}%)", grouped(report.of_games));
    }
    if let Some((first, last)) = report.dates {
        games += &format!(", {}", crosstable::span(first, last));
    }
    if report.ended > 0 {
        games += &format!("; {} ended here", grouped(report.ended));
    }
    facts.push(games);
    if let Some(score) = results.score(Color::White) {
        let percent = |part: u64| part as f64 * 100.0 / results.finished() as f64;
        let mut line = format!(
            "White scores {:.1}%: won {:.1}%, drawn {:.1}%, lost {:.1}%",
            100.0 * score,
            percent(results.white),
            percent(results.draws),
            percent(results.black)
        );
        if results.unknown > 0 {
            line += &format!("; {} without a result", grouped(results.unknown));
        }
        facts.push(line);
    }
    let expected = report.expected;
    if let (Some(reached), Some(score)) = (expected.reached(), expected.score()) {
        let error = expected.error().map_or(String::new(), |e| format!(" ± {:.1}", 196.0 * e));
        facts.push(format!(
            "{} with both ratings: White scores {:.1}%{error}; the ratings let expect {:.1}%",
            count(expected.games, "game"),
            100.0 * reached,
            100.0 * score
        ));
    }
    if let [Some(white), Some(black)] = report.average_ratings {
        facts.push(format!("mean ratings: White {white}, Black {black}"));
    }
    let lengths = report.lengths;
    if let Some(mean) = lengths.mean() {
        let [white, drawn, black, _] = lengths.by_outcome.map(mean_moves);
        let parts = [("White wins", white), ("draws", drawn), ("Black wins", black)];
        let parts = parts.into_iter().filter_map(|(name, mean)| Some((name, mean?)));
        let parts: Vec<String> = parts.map(|(name, mean)| format!("{name} {mean:.0}")).collect();
        let mut line = format!("mean length {mean:.0} moves");
        if !parts.is_empty() {
            line += &format!(" ({})", parts.join(", "));
        }
        if lengths.short_draws > 0 {
            line += &format!("; {} in fewer than 20 moves", count(lengths.short_draws, "draw"));
        }
        facts.push(line);
    }
    if let Some(first) = &report.first_game {
        facts.push(format!("first game: {}", tables::game_name(first)));
    }
    facts
}

fn san_of(line: &PositionLine) -> Vec<String> {
    let mut position = line.start.clone();
    let mut words = Vec::new();
    for ply in &line.plies {
        words.push(partie_core::moves::san::write(&position, *ply));
        if position.play(*ply).is_err() {
            break;
        }
    }
    words
}

/// Writes moves from a position with their numbers: `3... a6 4. Ba4`.
pub(crate) fn numbered(position: &Position, moves: &[String]) -> String {
    let (mut turn, mut number) = (position.turn(), position.fullmoves());
    let mut text = String::new();
    for (at, san) in moves.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        match turn {
            Color::White => text += &format!("{number}. "),
            Color::Black if at == 0 => text += &format!("{number}... "),
            Color::Black => {}
        }
        text += san;
        number += u32::from(turn.is_black());
        turn = !turn;
    }
    text
}

/// Draws the popularity and the results by year.
fn drawings(report: &PositionReport, ascii: bool) -> Vec<Drawing> {
    let years = || report.years.iter().filter(|(_, year)| year.of_games > 0);
    let point = |year: u16, value: f64, games: u64| {
        let date = Date::of_month(year, 0)?;
        Some(RatingPoint { date, rating: value.round() as u32, games })
    };
    // Years before the first game of the position say nothing about it.
    let first = years().find(|(_, year)| year.results.games() > 0).map_or(0, |(year, _)| *year);
    let popularity = years().filter(|(year, of)| **year >= first && of.of_games >= ENOUGH);
    let popularity = popularity.filter_map(|(year, of)| {
        let share = of.results.games() as f64 * 1000.0 / of.of_games as f64;
        point(*year, share, of.results.games().max(1))
    });
    let score = |results: &Results| results.score(Color::White);
    let scores = years().filter(|(_, of)| of.results.finished() >= ENOUGH);
    let scores = scores
        .filter_map(|(year, of)| point(*year, 100.0 * score(&of.results)?, of.results.finished()));
    let draws = years().filter(|(_, of)| of.results.finished() >= ENOUGH);
    let draws = draws.filter_map(|(year, of)| {
        let share = of.results.draws as f64 / of.results.finished() as f64;
        point(*year, 100.0 * share, of.results.finished())
    });
    [
        ("Popularity by year (games of 1000)", popularity.collect::<Vec<_>>()),
        ("Score of White by year (%, years of 10 games and more)", scores.collect()),
        ("Draws by year (%, years of 10 games and more)", draws.collect()),
    ]
    .into_iter()
    .enumerate()
    .filter(|(_, (_, points))| points.len() > 2)
    .map(|(number, (heading, points))| {
        let curve = RatingCurve { speed: None, points };
        Drawing {
            heading: heading.to_owned(),
            svg: curve::svg(&curve, heading, crosstable::year),
            // Text has room for the first.
            text: if number == 0 { curve::draw(&curve, ascii) } else { String::new() },
        }
    })
    .collect()
}

/// Returns the position, and those after the most frequent lines.
fn boards(report: &PositionReport) -> Vec<Board> {
    let mut boards = vec![Board {
        position: report.position.clone(),
        last: None,
        is_flipped: false,
        is_large: true,
        caption: report.opening.map_or_else(String::new, |opening| opening.name.to_owned()),
    }];
    let all = report.results.games().max(1) as f64;
    for at in branch_ends(&report.lines).into_iter().take(BOARDS) {
        let line = &report.lines[at];
        let moves: Vec<String> =
            path(&report.lines, at).into_iter().map(|at| report.lines[at].san.clone()).collect();
        let games = line.results.games();
        let caption = format!(
            "{} ({}, {:.1}%)",
            numbered(&report.position, &moves),
            count(games, "game"),
            games as f64 * 100.0 / all
        );
        boards.push(Board {
            position: line.after.clone(),
            last: Some(line.uci.clone()),
            is_flipped: false,
            is_large: false,
            caption,
        });
    }
    boards
}

/// Returns the places of the moves that lead to a move of a tree, and its own.
pub(crate) fn path(lines: &[LineMove], at: usize) -> Vec<usize> {
    let mut path: Vec<usize> = std::iter::successors(Some(at), |at| lines[*at].parent).collect();
    path.reverse();
    path
}

/// Returns the main line of each first move, as far as most of the games went on by it, in the order of the
/// first moves.
fn branch_ends(lines: &[LineMove]) -> Vec<usize> {
    let first = (0..lines.len()).filter(|at| lines[*at].parent.is_none());
    first
        .map(|first| {
            let mut at = first;
            // The most frequent move comes next in the list.
            while let Some(next) = lines.get(at + 1).filter(|next| next.parent == Some(at))
                && 2 * next.results.games() >= lines[at].results.games()
            {
                at += 1;
            }
            at
        })
        .collect()
}
