//! `partie stats`: a collection in numbers, drawn on the terminal ([`bars`]) or as a picture
//! ([`svg`]).

mod bars;
mod svg;
mod terms;

use std::{env, io::Write as _, ops::ControlFlow, path::Path};

use anyhow::Context as _;
use partie_db::statistics::{GameStatistics, Lengths, LongestGame, Section};
use serde_json::Value;

use super::{
    fold::{AskedGame, Fold, Needs},
    games::Games,
    html,
    messages::Messages,
    text_table::{TextTable, in_ascii},
};
use crate::{
    args::{StatsArguments, StatsFormat, StatsOptions},
    exit::Exit,
    output::{Output, Permission},
    report::count,
    terminal,
    visible::{json_line, visible},
};

use terms::{ENGLISH, Terms};

pub(super) fn run(arguments: &StatsArguments) -> anyhow::Result<Exit> {
    let StatsArguments { options, collection } = arguments;
    let entries = Games::new(collection)?;
    let permission = Permission::new(options.force).reading(entries.readable());
    let drawings = Outputs::create(options, &permission)?;
    let mut survey = GameStatistics::new();
    let seen = entries.fold(statistics(options.tags_only), |file, later| {
        survey.append(later, &visible(file));
        Ok(ControlFlow::Continue(()))
    })?;
    let object = survey.json(options.top as usize);
    report(&survey, &object, options, drawings, &heading(&entries), entries.messages())?;
    Ok(seen.exit(survey.games() == 0))
}

/// Counts the games of a library.
pub(super) fn of_library(arguments: &crate::args::DbStatsArguments) -> anyhow::Result<Exit> {
    use super::{counted::Counted, library_search::print_problems};
    let crate::args::DbStatsArguments { library: folder, options, conditions } = arguments;
    let query = conditions.query(None)?;
    let library = partie_db::library::Library::open(folder)?;
    let drawings = Outputs::create(options, &Permission::new(options.force))?;
    let Counted { statistics, problems } =
        Counted::of_library(&library, query.as_ref(), options.tags_only);
    let mut survey = GameStatistics::new();
    survey.append(statistics, &visible(&folder.display().to_string()));
    let mut object = survey.json(options.top as usize);
    // What the reader found is not kept.
    for key in ["states", "diagnostics"] {
        object.as_object_mut().and_then(|object| object.remove(key));
    }
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    report(&survey, &object, options, drawings, &name, Messages::words())?;
    Ok(Exit::of_search(print_problems(&problems, false), survey.games() > 0))
}

/// Outputs of a run: the report, and files with a chart beside it.
struct Outputs {
    report: Output,
    picture: Option<Output>,
    page: Option<Output>,
}

impl Outputs {
    fn create(options: &StatsOptions, permission: &Permission) -> anyhow::Result<Outputs> {
        let create = |path: &Path| Output::create(path, permission);
        let picture = options.svg.as_deref().map(create).transpose()?;
        let page = options.html.as_deref().map(create).transpose()?;
        Ok(Outputs { report: create(options.path()?)?, picture, page })
    }
}

/// Writes statistics and the files with a chart; `object` is their JSON.
fn report(
    survey: &GameStatistics,
    object: &Value,
    options: &StatsOptions,
    outputs: Outputs,
    heading: &str,
    messages: Messages,
) -> anyhow::Result<()> {
    if survey.games() == 0 {
        for path in [&options.svg, &options.html].into_iter().flatten() {
            messages.nothing_to_write(path);
        }
        if matches!(options.format(), StatsFormat::Html | StatsFormat::Svg) {
            messages.nothing_to_write(&options.output);
            return Ok(());
        }
    }
    let top = options.top as usize;
    #[cfg(feature = "full")]
    if let Some(words) = options.language.map(partie_page::Words::of) {
        let (grouped, percent) =
            (|number| words.grouped(number), |number, digits| words.percent(number, digits));
        let shown = translated(survey, top, words, (&grouped, &percent));
        return write(&shown, object, options, outputs, heading);
    }
    let lines = summary(survey);
    let shown = Shown { lines, sections: survey.sections(top), terms: ENGLISH };
    write(&shown, object, options, outputs, heading)
}

/// Writes what is shown.
fn write(
    shown: &Shown<'_>,
    object: &Value,
    options: &StatsOptions,
    Outputs { report, picture, page }: Outputs,
    heading: &str,
) -> anyhow::Result<()> {
    let title = options.title.as_deref().unwrap_or(heading);
    let width = report.table_width();
    let in_place_of_report = [&options.svg, &options.html];
    let mut in_place_of_report = in_place_of_report.into_iter().flatten();
    let written = match options.format() {
        StatsFormat::Json => json_line(object) + "\n",
        // A chart on the standard output stands alone there.
        _ if in_place_of_report.any(|path| path.as_os_str() == "-") => String::new(),
        StatsFormat::Text => shown.text(width, options.ascii),
        StatsFormat::Html => shown.page(title),
        StatsFormat::Svg => shown.chart(title),
    };
    let has_games = !shown.sections.is_empty();
    let picture = picture.filter(|_| has_games).map(|out| (out, shown.chart(title)));
    let page = page.filter(|_| has_games).map(|out| (out, shown.page(title)));
    for (mut out, text) in [(report, written)].into_iter().chain(picture).chain(page) {
        let name = out.name().to_owned();
        out.write_all(text.as_bytes()).context(name)?;
        out.finish()?;
    }
    Ok(())
}

/// Statistics in words of a language.
struct Shown<'a> {
    lines: Vec<String>,
    sections: Vec<Section>,
    terms: Terms<'a>,
}

/// Returns statistics in a language of the pages, which writes numbers so.
#[cfg(feature = "full")]
fn translated<'a>(
    survey: &GameStatistics,
    top: usize,
    words: &'a partie_page::Words,
    (grouped, percent): (terms::Grouped<'a>, terms::Percent<'a>),
) -> Shown<'a> {
    use super::full::statistics_words::{facts, headings, label};
    let facts = facts(survey, words).into_iter();
    let mut lines: Vec<String> = facts.map(|(name, value)| words.labelled(&name, value)).collect();
    if let Some(LongestGame { plies, line, file }) =
        survey.lengths().and_then(|lengths| lengths.longest.as_ref())
    {
        let moves = plies.div_ceil(2);
        let unit = words.moves_unit(moves as usize);
        lines.push(words.labelled(&words.longest_game, format!("{moves} {unit} ({file}:{line})")));
    }
    let mut sections = survey.sections(top);
    for section in &mut sections {
        section.title = headings(section, words).0;
        for row in &mut section.rows {
            row.label = label(section.topic, row, words);
        }
    }
    let terms = Terms {
        language: &words.code,
        games: &words.games,
        share: "%",
        scores: [&words.white, &words.score],
        captions: [&words.white_score, &words.score],
        grouped,
        percent,
    };
    Shown { lines, sections, terms }
}

impl Shown<'_> {
    /// Returns a section for each line of text, with bars.
    fn text(&self, width: usize, ascii: bool) -> String {
        let style = bars::BarStyle { width, blocks: !ascii && speaks_unicode() };
        let mut text = self.lines.iter().fold(String::new(), |text, line| text + line + "\n");
        for section in &self.sections {
            text += "\n";
            text += &bars::draw(section, style, self.terms);
        }
        if style.blocks { text } else { in_ascii(&text) }
    }

    fn chart(&self, title: &str) -> String {
        svg::draw(title, &self.lines, &self.sections, self.terms)
    }

    /// Returns a web page with the chart, and with its numbers in tables.
    fn page(&self, title: &str) -> String {
        let terms = self.terms;
        let mut body = html::element("h1", "", title);
        for line in &self.lines {
            body += &html::element("p", "", line);
        }
        body += &svg::draw("", &[], &self.sections, terms);
        for section in &self.sections {
            let mut table = TextTable { fixed: 1, ..TextTable::default() };
            table.column("", false);
            table.column(terms.games, true);
            table.column(terms.share, true);
            table.column("", false);
            for row in &section.rows {
                let number = (terms.grouped)(row.number);
                let cells = [number, terms.share_of(section, row), terms.note(section, row)];
                table.rows.push(std::iter::once(row.label.clone()).chain(cells).collect());
            }
            body += &html::element("h2", "", &section.title);
            body += &html::table(&table);
        }
        html::page_in(terms.language, title, &body)
    }
}

/// The collection in a few lines.
fn summary(survey: &GameStatistics) -> Vec<String> {
    let mut lines = vec![count(survey.games(), "game")];
    if let Some(Lengths { plies, longest, .. }) = survey.lengths() {
        let mean = *plies as f64 / 2.0 / survey.games().max(1) as f64;
        let plies = count(*plies, "ply").replace("plys", "plies");
        lines[0] += &format!(", {plies}, {mean:.1} moves on average");
        if let Some(LongestGame { plies, line, file }) = longest {
            lines.push(format!("longest game: {} moves ({file}:{line})", plies.div_ceil(2)));
        }
    }
    if let Some((first, last)) = survey.dates() {
        lines.push(format!("played from {first} to {last}"));
    }
    lines.extend(survey.average_elo().map(|mean| format!("average rating {mean}")));
    lines
}

/// Counts games.
pub(super) fn statistics(
    tags_only: bool,
) -> Fold<impl Fn(AskedGame<'_>, &mut GameStatistics) + Send + Sync + 'static> {
    let needs = if tags_only { Needs::Tags } else { Needs::Game };
    Fold::new(needs, move |game, statistics: &mut GameStatistics| {
        statistics.add_tags(&game);
        if !tags_only {
            statistics.add_moves(&game, game.place().line, game.diagnostics());
        }
    })
}

/// The names of the inputs, if they are few.
fn heading(entries: &Games) -> String {
    let names: Vec<_> = entries.readable().map(|i| i.unpacked_name()).collect();
    match names.as_slice() {
        [Some(name)] => name.clone(),
        [Some(one), Some(other)] => format!("{one} and {other}"),
        [None] => "Games".to_owned(),
        files => count(files.len() as u64, "file"),
    }
}

/// Returns true if the locale's terminal can show more than ASCII. Without a locale, a modern
/// terminal is assumed.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8") || locale.starts_with("c.")
    }) && env::var("TERM").is_ok_and(|term| term != "dumb") | !terminal::is_terminal(false)
}
