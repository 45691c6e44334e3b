//! Reports on players.

#[cfg(feature = "pages")]
mod sheet;

use partie_core::{Color, time::ClockTime};
use partie_db::{
    player::{PlayerReport, Ranked, TimeBand},
    statistics::Score,
};
use partie_formats::text::{count, grouped};

use crate::{
    chart::curve,
    crosstable,
    report::{Drawing, Part, Report},
    text_table::TextTable,
};
#[cfg(feature = "pages")]
pub(crate) use sheet::library_sheet;
#[cfg(feature = "pages")]
pub use sheet::sheet;

/// Reports on a player in a language of the pages or in English, with at most `most` openings, opponents and
/// time controls.
#[must_use]
pub fn report(report: &PlayerReport, most: usize, ascii: bool, language: Option<&str>) -> Report {
    #[cfg(feature = "pages")]
    if let Some(words) = language.map(partie_page::Words::of) {
        let sheet = sheet::sheet_of(report, most, words, None);
        return sheet.map_or_else(Report::default, Report::from);
    }
    let _ = language;
    let drawing = |(number, curve)| {
        let heading = curve::title(&curve);
        let svg = curve::svg(&curve, &heading, crosstable::date);
        // Text has room for the first.
        let text = if number == 0 { curve::draw(&curve, ascii) } else { String::new() };
        Drawing { heading, svg, text }
    };
    Report {
        title: title(report).to_owned(),
        facts: facts(report),
        boards: Vec::new(),
        drawings: report.curves().into_iter().enumerate().map(drawing).collect(),
        parts: parts(report, most),
        notes: Vec::new(),
    }
}

/// The most names that the head of the report lists.
const FEW: usize = 6;

/// Returns the name of the player, in the spelling of most games.
pub(crate) fn title(report: &PlayerReport) -> &str {
    report.spellings().first().map_or("", |(name, _)| *name)
}

/// Returns the numbers of all games.
pub(crate) fn facts(report: &PlayerReport) -> Vec<String> {
    let mut line = count(report.games(), "game");
    if let Some((first, last)) = report.dates() {
        line += &format!(", {}", crosstable::span(first, last));
    }
    let score = report.score();
    if let Some(percent) = score.percent() {
        line += &format!(
            ", scores {percent:.1}% ({} won, {} drawn, {} lost)",
            grouped(score.won),
            grouped(score.drawn),
            grouped(score.lost)
        );
    }
    if score.open > 0 {
        line += &format!(", {} without a result", grouped(score.open));
    }
    let mut facts = vec![line];
    facts.extend(report.performance().map(|(mean, performance)| {
        format!("mean rating of the opponents {mean}, performance {performance}")
    }));
    let names = report.spellings();
    if names.len() > 1 {
        let shown = names.iter().take(FEW).map(|(name, games)| format!("{name} ({games})"));
        let mut line = format!("names: {}", shown.collect::<Vec<_>>().join("; "));
        if names.len() > FEW {
            line += &format!(" and {} more", names.len() - FEW);
        }
        facts.push(line);
    }
    if report.both() > 0 {
        let games = count(report.both(), "game");
        facts.push(format!("{games} between two players of the name, counted for White"));
    }
    facts
}

/// Returns the tables that have rows, with at most `most` openings, opponents and time controls.
fn parts(report: &PlayerReport, most: usize) -> Vec<Part> {
    let colors = Color::ALL
        .map(|color| (color.fold_wb("White", "Black").to_owned(), report.score_with(color)));
    let all = usize::MAX;
    let mut parts: Vec<Part> = [
        ("Colours", colors.to_vec(), all),
        ("Openings with White", report.openings(Color::White), most),
        ("Openings with Black", report.openings(Color::Black), most),
        ("Opponents", report.opponents(), most),
        ("Years", report.years(), all),
        ("Speeds", report.speeds(), all),
        ("Time controls", report.time_controls(), most),
    ]
    .into_iter()
    .filter(|(_, rows, _)| !rows.is_empty())
    .map(|(title, rows, most)| scores(title, rows, most))
    .collect();
    parts.extend(time(report));
    parts
}

fn scores(title: &str, rows: Ranked, most: usize) -> Part {
    let title = if rows.len() > most {
        format!("{title} (top {most} of {})", rows.len())
    } else {
        title.to_owned()
    };
    let mut table = TextTable { fixed: 1, shortened: 0, ..TextTable::default() };
    table.column("", false);
    for heading in ["games", "won", "drawn", "lost", "score"] {
        table.column(heading, true);
    }
    let row = |(name, score): (String, Score)| {
        let numbers = [score.games(), score.won, score.drawn, score.lost].map(grouped);
        let percent = score.percent().map_or(String::new(), |percent| format!("{percent:.1}%"));
        [name].into_iter().chain(numbers).chain([percent]).collect()
    };
    table.rows = rows.into_iter().take(most).map(row).collect();
    Part { heading: title, table, notes: Vec::new() }
}

/// Returns the use of time, if clocks are known.
pub(crate) fn time(report: &PlayerReport) -> Option<Part> {
    let time = report.time();
    if time.games == 0 {
        return None;
    }
    let mut table = TextTable { fixed: 1, shortened: 0, ..TextTable::default() };
    table.column("", false);
    table.column("times", true);
    table.column("mean", true);
    let row = |label: String, band: TimeBand| {
        let mean = band.milliseconds / i64::try_from(band.moves.max(1)).unwrap_or(1);
        vec![label, grouped(band.moves), span(mean)]
    };
    for band in time.bands().filter(|band| band.moves > 0) {
        let label = match band.last {
            Some(last) => format!("moves {}–{last}", band.first),
            None => format!("moves from {}", band.first),
        };
        table.rows.push(row(label, band));
    }
    table.rows.push(row("all".to_owned(), time.all()));
    let mut notes = vec![format!("Clocks in {}.", count(time.games, "game"))];
    notes.extend(time.longest.as_ref().map(|think| {
        let dots = think.color.fold_wb(".", "...");
        format!(
            "Longest thought: {} at move {}{dots} against {}.",
            span(think.milliseconds),
            think.number,
            think.game(crosstable::date)
        )
    }));
    if time.judged > 0 {
        let percent = time.short as f64 * 100.0 / time.judged as f64;
        notes.push(format!(
            "Short of time (less than a tenth left): {percent:.1}% of {}.",
            count(time.judged, "move")
        ));
    }
    if time.lost_on_time + time.won_on_time > 0 {
        notes.push(format!(
            "On time: {} lost, {} won.",
            count(time.lost_on_time, "game"),
            grouped(time.won_on_time)
        ));
    }
    if time.impossible > 0 {
        let clocks = count(time.impossible, "clock");
        notes.push(format!("Not counted: {clocks} with more time than there can be."));
    }
    Some(Part { heading: "Use of time".to_owned(), table, notes })
}

/// Returns a time as `4.2 s`, or as on a clock from a minute on.
fn span(milliseconds: i64) -> String {
    match milliseconds {
        ..60_000 => format!("{:.1} s", milliseconds as f64 / 1000.0),
        _ => ClockTime(milliseconds / 1000 * 1000).to_string(),
    }
}
