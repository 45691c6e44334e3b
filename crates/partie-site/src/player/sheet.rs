//! The report on a player as a page, in the language of its reader.

use std::ops::ControlFlow;

use partie_core::Color;
use partie_db::{
    library::{Library, LibraryError, Problem},
    player::{PlayerGame, PlayerReport, Ranked, TimeBand, TimeUse},
    query::{Condition, Name, Query, TimeClass},
    statistics::Score,
};
use partie_page::{Cell, Column, Drawing, Search, Sheet, Table, Words, player_address};

use super::{FEW, span, title};
use crate::{chart::curve, words as page_words};

/// Number of openings, opponents and time controls.
const LISTED: usize = 20;

/// Returns the report on a player of a library for a page, `None` without games, and what kept some
/// of them from being read.
pub(crate) fn library_sheet(
    library: &Library,
    name: &str,
    words: &Words,
) -> Result<(Option<Sheet>, Vec<Problem>), String> {
    let wanted = Name::new(name, false).map_err(|error| error.to_string())?;
    let mut report = PlayerReport::default();
    let query = Query::new(vec![Condition::Player(wanted.clone())]);
    let problems = library.find_readable(&query, |game| {
        if let Some(game) = game.read(|view| PlayerGame::of(view, &wanted))? {
            report.add(&game);
        }
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    let problems = problems.map_err(|error| error.to_string())?;
    Ok((sheet_of(&report, LISTED, words, Some(name)), problems))
}

/// Returns a report for a page; `None` without games.
#[must_use]
pub fn sheet(report: &PlayerReport, words: &Words) -> Option<Sheet> {
    sheet_of(report, LISTED, words, None)
}

/// Returns a report with at most `listed` openings, opponents and time controls. If games can be
/// searched, openings link to the player's games.
pub(super) fn sheet_of(
    report: &PlayerReport,
    listed: usize,
    words: &Words,
    player: Option<&str>,
) -> Option<Sheet> {
    if report.games() == 0 {
        return None;
    }
    let drawing = |curve: &partie_db::player::RatingCurve| {
        let heading = match curve.speed {
            Some(speed) => format!("{} ({})", words.rating, page_words::speed(speed, words)),
            None => words.rating.clone(),
        };
        Drawing { svg: curve::svg(curve, &heading, |date| words.day(date)), heading }
    };
    let colors = Color::ALL
        .map(|color| (color.fold_wb(&words.white, &words.black).clone(), report.score_with(color)));
    let speeds = report.speeds().into_iter().map(|(name, score)| match name.parse::<TimeClass>() {
        Ok(speed) => (page_words::speed(speed, words).to_owned(), score),
        Err(_) => (name, score),
    });
    let controls = report.time_controls().into_iter();
    let controls = controls.map(|(written, score)| (page_words::time_control(&written), score));
    let ranked = [
        (&words.colour, &words.colour, colors.to_vec()),
        (&words.openings_white, &words.find_opening, report.openings(Color::White)),
        (&words.openings_black, &words.find_opening, report.openings(Color::Black)),
        (&words.opponents, &words.opponent, report.opponents()),
        (&words.topic_years, &words.year, report.years()),
        (&words.topic_speeds, &words.topic_speeds, speeds.collect()),
        (&words.topic_time_controls, &words.topic_time_controls, controls.collect()),
    ];
    let mut tables: Vec<Table> = ranked
        .into_iter()
        .filter(|(_, _, rows)| !rows.is_empty())
        .map(|(heading, column, rows)| {
            let most = if *heading == words.topic_years { usize::MAX } else { listed };
            let mut table = scores(heading, column, rows, most, words);
            for cell in table.rows.iter_mut().filter_map(|row| row.first_mut()) {
                if *heading == words.opponents {
                    cell.href = Some(player_address(&cell.text));
                } else if *column == words.find_opening {
                    // The codes of one name overlap those of other openings.
                    let name = cell.text.split_once(' ').map_or(&*cell.text, |(_, name)| name);
                    let opening = |player: &str| Search {
                        player: player.to_owned(),
                        opening: name.to_owned(),
                        ..Search::default()
                    };
                    cell.href = player.map(|player| opening(player).sorted_address("", 0));
                    cell.text = words.opening(&cell.text);
                }
            }
            table
        })
        .collect();
    tables.extend(time(report.time(), words));
    Some(Sheet {
        title: title(report).to_owned(),
        facts: facts(report, words),
        drawings: report.curves().iter().map(drawing).collect(),
        tables,
        ..Sheet::default()
    })
}

/// Numbers of all games, with their names.
fn facts(report: &PlayerReport, words: &Words) -> Vec<String> {
    let mut line = words.labelled(&words.games_count, words.grouped(report.games()));
    if let Some((first, last)) = report.dates() {
        line += &format!(" ({})", words.days(first, last));
    }
    let mut facts = vec![line];
    let score = report.score();
    if let Some(share) = score.percent() {
        let [won, drawn, lost] = [score.won, score.drawn, score.lost].map(|n| words.grouped(n));
        let share = words.percent(share, 1);
        let share = format!("{share} (+{won} ={drawn} −{lost})");
        facts.push(words.labelled(&words.score, share));
    }
    if score.open > 0 {
        facts.push(words.labelled(&words.no_result, words.grouped(score.open)));
    }
    if let Some((mean, performance)) = report.performance() {
        let mean = words.labelled(&words.mean_opponents, mean);
        facts.push(mean + "; " + &words.labelled(&words.performance, performance));
    }
    let names = report.spellings();
    if names.len() > 1 {
        let shown =
            names.iter().take(FEW).map(|(name, n)| format!("{name} ({})", words.grouped(*n)));
        let mut line = words.labelled(&words.spellings, shown.collect::<Vec<_>>().join("; "));
        if names.len() > FEW {
            line += &format!("; + {}", names.len() - FEW);
        }
        facts.push(line);
    }
    if report.both() > 0 {
        facts.push(words.labelled(&words.both_players, words.grouped(report.both())));
    }
    facts
}

fn scores(heading: &str, column: &str, rows: Ranked, most: usize, words: &Words) -> Table {
    let columns = [Column::new(column, false)].into_iter();
    let mut heading = heading.to_owned();
    if rows.len() > most {
        heading += &words.part_of(most as u64, rows.len() as u64);
    }
    let numbers = [&words.games, &words.won, &words.drawn, &words.lost, &words.score];
    let row = |(name, score): (String, Score)| {
        let numbers = [score.games(), score.won, score.drawn, score.lost];
        let numbers = numbers.map(|number| Cell::new(words.grouped(number)));
        let share = score.percent().map_or_else(String::new, |share| words.percent(share, 1));
        [Cell::new(name)].into_iter().chain(numbers).chain([Cell::new(share)]).collect()
    };
    Table {
        heading,
        columns: columns.chain(numbers.map(|word| Column::new(word, true))).collect(),
        rows: rows.into_iter().take(most).map(row).collect(),
        ..Table::default()
    }
}

/// Returns the use of time, if clocks are known.
fn time(time: &TimeUse, words: &Words) -> Option<Table> {
    if time.games == 0 {
        return None;
    }
    let row = |label: String, band: TimeBand| {
        let mean = band.milliseconds / i64::try_from(band.moves.max(1)).unwrap_or(1);
        let mean = span(mean).replace('.', &words.decimal);
        vec![Cell::new(label), Cell::new(words.grouped(band.moves)), Cell::new(mean)]
    };
    let bands = time.bands().filter(|band| band.moves > 0).map(|band| {
        let label = match band.last {
            Some(last) => format!("{}–{last}", band.first),
            None => format!("{} {}", words.from_move, band.first),
        };
        row(label, band)
    });
    let mut notes = vec![words.labelled(&words.with_clocks, words.grouped(time.games))];
    notes.extend(time.longest.as_ref().map(|think| {
        let dots = think.color.fold_wb(".", "...");
        let taken = span(think.milliseconds).replace('.', &words.decimal);
        let game = think.game(|date| words.day(date));
        words.labelled(&words.longest_thought, format!("{taken}, {}{dots} {game}", think.number))
    }));
    if time.judged > 0 {
        let share = time.short as f64 * 100.0 / time.judged as f64;
        notes.push(words.labelled(&words.short_of_time, words.percent(share, 1)));
    }
    for (word, number) in [
        (&words.lost_on_time, time.lost_on_time),
        (&words.won_on_time, time.won_on_time),
        (&words.impossible_clocks, time.impossible),
    ] {
        if number > 0 {
            notes.push(words.labelled(word, words.grouped(number)));
        }
    }
    Some(Table {
        heading: words.use_of_time.clone(),
        columns: vec![
            Column::new(&words.moves, false),
            Column::new(&words.number, true),
            Column::new(&words.mean, true),
        ],
        rows: bands.chain([row(words.all_moves.clone(), time.all())]).collect(),
        notes,
        ..Table::default()
    })
}
