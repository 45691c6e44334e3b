//! Tables of reports on positions.

use std::collections::BTreeMap;

use partie_core::Color;
use partie_db::library::{
    Libraries, LineMove, PositionReport, ReportedGame, ReportedPlayer, Results, YearOfPosition,
};
use partie_formats::text::grouped;

use super::numbered;
use crate::{crosstable, report::Part, text_table::TextTable};

/// Most rows of the table of years.
const YEARS: usize = 16;

/// Returns the tables that have rows.
pub(super) fn parts(report: &PositionReport, libraries: Libraries<'_>) -> Vec<Part> {
    let mut parts = vec![moves(report), lines(report), years(report)];
    parts.extend(players(report));
    parts.extend(games(report, libraries));
    parts.extend([endings(report), orders(report)]);
    parts.retain(|part| !part.table.rows.is_empty());
    parts
}

/// Returns results as the cell of a bar.
fn shares(results: &Results) -> String {
    format!("{}/{}/{}", results.white, results.draws, results.black)
}

/// Returns a part of a whole in percent.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return String::new();
    }
    format!("{:.1}%", part as f64 * 100.0 / whole as f64)
}

fn score(results: &Results, color: Color) -> String {
    results.score(color).map_or(String::new(), |score| format!("{:.1}%", 100.0 * score))
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// Returns a heading, and how many there are if not all are shown.
fn of_all(heading: &str, shown: usize, all: u64) -> String {
    if (shown as u64) < all {
        format!("{heading} (top {shown} of {})", grouped(all))
    } else {
        heading.to_owned()
    }
}

fn moves(report: &PositionReport) -> Part {
    let all = report.results.games();
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("move", false);
    for heading in ["games", "share", "White", "draw", "Black"] {
        table.column(heading, true);
    }
    table.bars();
    for heading in ["Elo", "perf.", "last"] {
        table.column(heading, true);
    }
    table.optional("first game", false);
    for (played, first) in &report.moves {
        let results = &played.results;
        let percent = |part| share(part, results.finished());
        table.rows.push(vec![
            numbered(&report.position, std::slice::from_ref(&played.san)),
            grouped(results.games()),
            share(results.games(), all),
            percent(results.white),
            percent(results.draws),
            percent(results.black),
            shares(results),
            shown(played.average_rating),
            shown(played.performance),
            shown(played.last_played.map(|(year, _)| year)),
            first.as_ref().map_or(String::new(), game_name),
        ]);
    }
    Part { heading: "Moves".to_owned(), table, notes: Vec::new() }
}

fn lines(report: &PositionReport) -> Part {
    let table = line_rows(&report.lines, report.results.games(), None);
    let notes = if table.rows.is_empty() {
        Vec::new()
    } else {
        vec![
            "Score of White. Elo is the mean rating of the players who made the move. \
             Moves below 0.5% of the games, or of one game, are left out."
                .to_owned(),
        ]
    };
    Part { heading: "Main lines".to_owned(), table, notes }
}

/// Returns the table of a tree of lines: with the scores and opponents of a player who has a colour, else
/// with the scores of White and the ratings of the players who made the moves.
pub(crate) fn line_rows(lines: &[LineMove], all: u64, player: Option<Color>) -> TextTable {
    let color = player.unwrap_or(Color::White);
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("line", false);
    table.columns[0].tree = true;
    for heading in ["games", "share", "score"] {
        table.column(heading, true);
    }
    table.bars();
    table.column(if player.is_some() { "opponents" } else { "Elo" }, true);
    table.column("last", true);
    table.optional("opening", false);
    for line in lines {
        let results = &line.results;
        let dots = if line.after.turn().is_white() { "... " } else { ". " };
        let indent = "  ".repeat(line.depth - 1);
        let opening = line.opening.map(|o| format!("{} {}", o.code, o.name));
        table.rows.push(vec![
            format!("{indent}{}{dots}{}", line.number, line.san),
            grouped(results.games()),
            share(results.games(), all),
            score(results, color),
            shares(results),
            shown(match player {
                Some(color) if line.after.turn() != color => line.average_opponent_rating,
                _ => line.average_rating,
            }),
            shown(line.last_played.map(|(year, _)| year)),
            opening.unwrap_or_default(),
        ]);
    }
    table
}

/// Returns the years, or spans of several years if there are many.
fn years(report: &PositionReport) -> Part {
    let played = || report.years.iter().filter(|(_, year)| year.results.games() > 0);
    let count = |span: u16| {
        let mut all: Vec<u16> = played().map(|(year, _)| year / span).collect();
        all.dedup();
        all.len()
    };
    let mut spans = [1, 2, 5, 10, 20].into_iter();
    let span = spans.find(|span| count(*span) <= YEARS).unwrap_or(50);
    let first = played().next().map_or(0, |(year, _)| year / span * span);
    let mut rows: BTreeMap<u16, YearOfPosition> = BTreeMap::new();
    for (year, of) in report.years.iter().filter(|(year, _)| **year >= first) {
        let row = rows.entry(year / span * span).or_default();
        row.results += of.results;
        row.of_games += of.of_games;
    }
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column(if span == 1 { "year" } else { "years" }, false);
    for heading in ["games", "of all", "White", "draw", "Black", "score"] {
        table.column(heading, true);
    }
    table.bars();
    for (year, of) in rows.iter().filter(|(_, of)| of.results.games() > 0) {
        let results = &of.results;
        let percent = |part| share(part, results.finished());
        table.rows.push(vec![
            if span == 1 { year.to_string() } else { format!("{year}–{}", year + span - 1) },
            grouped(results.games()),
            share(results.games(), of.of_games),
            percent(results.white),
            percent(results.draws),
            percent(results.black),
            score(results, Color::White),
            shares(results),
        ]);
    }
    Part { heading: "Years".to_owned(), table, notes: Vec::new() }
}

fn players(report: &PositionReport) -> Vec<Part> {
    let sides = [Color::White, Color::Black].into_iter().enumerate();
    sides
        .flat_map(|(side, color)| {
            let name = color.fold_wb("White", "Black");
            let all = report.player_counts[side];
            let most = &report.players[side];
            let heading = of_all(&format!("Players of {name}, by games"), most.len(), all);
            let by_games = player_table(heading, most, color);
            // The same players in another order say nothing new.
            let others = most.len() as u64 == all;
            let heading = format!("Players of {name} with the highest ratings");
            let by_rating = player_table(heading, &report.strongest[side], color);
            [Some(by_games), Some(by_rating).filter(|_| !others)]
        })
        .flatten()
        .collect()
}

fn player_table(heading: String, players: &[ReportedPlayer], color: Color) -> Part {
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("player", false);
    for heading in
        ["games", "won", "drawn", "lost", "score", "highest", "opponents", "perf.", "last"]
    {
        table.column(heading, true);
    }
    for player in players {
        let Results { white, draws, black, .. } = player.results;
        let [won, lost] = color.fold_wb([white, black], [black, white]);
        table.rows.push(vec![
            player.name.clone(),
            grouped(player.results.games()),
            grouped(won),
            grouped(draws),
            grouped(lost),
            score(&player.results, color),
            shown(player.highest_rating),
            shown(player.opponents_rating),
            shown(player.performance),
            shown(Some(player.last_year).filter(|year| *year > 0)),
        ]);
    }
    Part { heading, table, notes: Vec::new() }
}

/// Returns the players and the year of a game.
pub(crate) fn game_name(game: &ReportedGame) -> String {
    let [white, black] =
        game.names.each_ref().map(|name| if name.is_empty() { "?" } else { name.as_str() });
    let year = game.date.map_or(String::new(), |date| format!(", {}", date.year()));
    format!("{white} – {black}{year}")
}

fn games(report: &PositionReport, libraries: Libraries<'_>) -> [Part; 2] {
    let lists = [
        ("Games with the highest ratings", &report.top_games),
        ("Newest games", &report.newest_games),
    ];
    lists.map(|(heading, games)| {
        let table = game_table(games, libraries, |game| numbered(&report.position, &game.moves));
        Part { heading: heading.to_owned(), table, notes: Vec::new() }
    })
}

/// Returns a table of games, the last column of which is written by a function.
pub(crate) fn game_table(
    games: &[ReportedGame],
    libraries: Libraries<'_>,
    moves: impl Fn(&ReportedGame) -> String,
) -> TextTable {
    let mut table = TextTable { fixed: 1, shortened: 2, ..TextTable::default() };
    table.column("game", true);
    table.column("date", false);
    table.column("players", false);
    table.column("Elo", false);
    table.column("result", false);
    table.column("moves", true);
    table.optional("continuation", false);
    for game in games {
        let [white, black] =
            game.names.each_ref().map(|name| if name.is_empty() { "?" } else { name.as_str() });
        let elo = |elo: u16| if elo > 0 { elo.to_string() } else { "–".to_owned() };
        let [white_elo, black_elo] = game.ratings.map(elo);
        table.rows.push(vec![
            libraries.game_name(game.number),
            game.date.map_or(String::new(), crosstable::date),
            format!("{white} – {black}"),
            if game.ratings == [0, 0] {
                String::new()
            } else {
                format!("{white_elo}, {black_elo}")
            },
            game.outcome.to_string(),
            game.plies.div_ceil(2).to_string(),
            moves(game),
        ]);
    }
    table
}

fn endings(report: &PositionReport) -> Part {
    let all = report.results.games();
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("ending", false);
    for heading in ["games", "share", "score"] {
        table.column(heading, true);
    }
    table.bars();
    for (ending, results) in &report.endings {
        table.rows.push(vec![
            ending.name().to_owned(),
            grouped(results.games()),
            share(results.games(), all),
            score(results, Color::White),
            shares(results),
        ]);
    }
    let note = format!(
        "{} of the games came to an ending: at most two pieces a side besides king and pawns, for \
         two moves. A game may come to several.",
        share(report.with_ending, all)
    );
    Part { heading: "Endings".to_owned(), table, notes: vec![note] }
}

fn orders(report: &PositionReport) -> Part {
    let mut table = TextTable { fixed: 1, ..TextTable::default() };
    table.column("moves", false);
    for heading in ["games", "share", "score"] {
        table.column(heading, true);
    }
    let all = report.results.games();
    // One order, or that of no moves, says nothing.
    for order in report.orders.iter().filter(|_| report.order_count > 1) {
        table.rows.push(vec![
            numbered(&partie_core::Position::default(), &order.moves),
            grouped(order.results.games()),
            share(order.results.games(), all),
            score(&order.results, Color::White),
        ]);
    }
    let heading = of_all("Orders of moves", table.rows.len(), report.order_count);
    Part { heading, table, notes: Vec::new() }
}
