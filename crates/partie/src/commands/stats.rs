//! `partie stats`: a collection in numbers.

use std::{
    env,
    io::{BufWriter, Write as _},
    ops::ControlFlow,
};

use anyhow::Context as _;

use super::entries::{Entries, Entry};
use crate::{
    args::StatsArguments,
    exit::Exit,
    output::{Output, Permission},
    query::Subject as _,
    report::count,
    survey::{Played, PlayedSink, Survey, bars, svg},
    terminal,
    visible::{json_line, visible},
};

pub(super) fn run(arguments: &StatsArguments) -> anyhow::Result<Exit> {
    let StatsArguments { top, tags_only, svg, title, force, ascii, json, collection } = arguments;
    let entries = Entries::new(collection);
    let permission = Permission::new(*force).reading(entries.readable());
    let picture = svg.as_ref().map(|path| Output::create(path, &permission)).transpose()?;
    let mut survey = Survey::new();
    let only_tags = *tags_only;
    let work = move |entry: &Entry| {
        entry.tags();
        (!only_tags).then(|| {
            let (lengths, diagnostics) = entry.viewed(&PlayedSink);
            Played::new(lengths, entry.format(), &diagnostics)
        })
    };
    let seen = entries.each_worked(work, |entry, moves| {
        survey.add_tags(&entry);
        if let Some(moves) = moves {
            let place = || format!("{}:{}", visible(&entry.file), entry.line());
            survey.add_moves(place, &moves);
        }
        Ok(ControlFlow::Continue(()))
    })?;

    let most = *top as usize;
    let mut out = BufWriter::new(anstream::stdout());
    if *json {
        writeln!(out, "{}", json_line(&survey.json(most)))?;
    } else if svg.as_ref().is_none_or(|path| path.as_os_str() != "-") {
        for line in survey.summary() {
            writeln!(out, "{line}")?;
        }
        let style = bars::Style { width: terminal::width(), blocks: !*ascii && speaks_unicode() };
        for section in survey.sections(most) {
            write!(out, "\n{}", bars::draw(&section, style))?;
        }
    }
    out.flush()?;
    drop(out);
    if let Some(mut picture) = picture
        && survey.games() > 0
    {
        let name = picture.name().to_owned();
        let title = title.clone().unwrap_or_else(|| heading(&entries));
        let drawn = svg::draw(&title, &survey.summary(), &survey.sections(most));
        picture.write_all(drawn.as_bytes()).context(name)?;
        picture.finish()?;
    }
    Ok(seen.exit(survey.games() == 0))
}

/// The names of the inputs, if they are few.
fn heading(entries: &Entries) -> String {
    let names: Vec<_> = entries.readable().map(|i| i.unpacked_name()).collect();
    match names.as_slice() {
        [Some(name)] => name.clone(),
        [Some(one), Some(other)] => format!("{one} and {other}"),
        [None] => "Games".to_owned(),
        files => count(files.len() as u64, "file"),
    }
}

/// Whether the locale promises a terminal for more than ASCII. Where nothing is said it
/// is taken for a modern one.
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
