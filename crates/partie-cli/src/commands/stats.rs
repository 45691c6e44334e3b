//! `partie stats`: a collection in numbers, drawn on the terminal or as a picture.

use std::{env, ops::ControlFlow, path::Path};

use partie_db::{
    library::{Libraries, Library},
    statistics::GameStatistics,
};
use partie_site::statistics::{Counted, Shown};
use serde_json::Value;

use super::{
    fold::{AskedGame, Fold, Needs},
    games::Games,
    messages::Messages,
};
use crate::{
    args::{StatsArguments, StatsFormat, StatsOptions},
    exit::Exit,
    output::{Output, Permission},
    report::count,
    terminal,
    visible::{json_line, visible},
};

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

/// Counts the games of libraries.
pub(super) fn of_library(arguments: &crate::args::DbStatsArguments) -> anyhow::Result<Exit> {
    use super::library_search::{print_problems, query};
    let crate::args::DbStatsArguments { libraries, options, conditions } = arguments;
    let libraries = Libraries::open(libraries)?;
    let query = query(conditions, &libraries)?;
    let drawings = Outputs::create(options, &Permission::new(options.force))?;
    let (mut survey, mut problems) = (GameStatistics::new(), Vec::new());
    for library in &libraries {
        let counted = Counted::of_library(library, query.as_ref(), options.tags_only);
        survey.append(counted.statistics, &visible(&library.name()));
        problems.extend(counted.problems);
    }
    let mut object = survey.json(options.top as usize);
    // What the reader found is not kept.
    for key in ["states", "diagnostics"] {
        object.as_object_mut().and_then(|object| object.remove(key));
    }
    let name = |library: &Library| {
        let folder = library.folder();
        folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
    };
    let names: Vec<String> = libraries.iter().map(name).collect();
    report(&survey, &object, options, drawings, &names.join(", "), Messages::words())?;
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
    Outputs { report, picture, page }: Outputs,
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
    let shown = Shown::of(survey, options.top as usize, options.language);
    let title = options.title.as_deref().unwrap_or(heading);
    let width = report.table_width();
    let in_place_of_report = [&options.svg, &options.html];
    let mut in_place_of_report = in_place_of_report.into_iter().flatten();
    let written = match options.format() {
        StatsFormat::Json => json_line(object) + "\n",
        // A chart on the standard output stands alone there.
        _ if in_place_of_report.any(|path| path.as_os_str() == "-") => String::new(),
        StatsFormat::Text => shown.text(width, !options.ascii && speaks_unicode()),
        StatsFormat::Html => shown.page(title),
        StatsFormat::Svg => shown.chart(title),
    };
    let has_games = !shown.is_empty();
    let picture = picture.filter(|_| has_games).map(|out| (out, shown.chart(title)));
    let page = page.filter(|_| has_games).map(|out| (out, shown.page(title)));
    let all = [(report, written)].into_iter().chain(picture).chain(page);
    all.into_iter().try_for_each(|(out, text)| out.write_whole(&text))
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
