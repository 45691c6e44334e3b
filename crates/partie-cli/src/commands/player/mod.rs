//! `partie player`: the games of one player, from files or a library ([`sections`], [`curve`]).

mod curve;
mod sections;
#[cfg(feature = "full")]
pub(super) mod sheet;

use std::{fmt::Write as _, io::Write as _, ops::ControlFlow, sync::Arc};

use anyhow::Context as _;
use partie_db::{
    library::Library,
    player::{PlayerGame, PlayerReport},
    query::{Condition, Name, Query},
};

use super::{
    crosstable::table,
    fold::{Fold, Needs},
    games::{Games, ReadSummary},
    html,
    messages::Messages,
    note,
    text_table::in_ascii,
};
use crate::{
    args::{PlayerArguments, PlayerOptions, Presentation, PresentationFormat},
    exit::Exit,
    output::{Output, Permission},
    report::visible,
    terminal,
    visible::json_line,
};

pub(super) fn run(arguments: &PlayerArguments) -> anyhow::Result<Exit> {
    let PlayerArguments { name, report: options, presentation, collection } = arguments;
    let name = Name::new(name, false)?;
    report(&Games::new(collection)?, name, options, presentation)
}

/// Reports on a player of a library.
pub(super) fn of_library(arguments: &crate::args::DbPlayerArguments) -> anyhow::Result<Exit> {
    let crate::args::DbPlayerArguments { library, name, report: options, presentation, conditions } =
        arguments;
    let name = Name::new(name, false)?;
    let library = Library::open(library)?;
    let entries = in_library(library.into(), &name).filtered(conditions, None)?;
    report(&entries, name, options, presentation)
}

fn report(
    entries: &Games,
    name: Name,
    options: &PlayerOptions,
    presentation: &Presentation,
) -> anyhow::Result<Exit> {
    let permission = Permission::new(presentation.force).reading(entries.readable());
    let out = Output::create(presentation.path()?, &permission)?;
    let (report, seen) = collect(entries, name)?;
    write(&report, options, presentation, out)?;
    Ok(seen.exit(report.games() == 0))
}

/// The games of a player of a library.
fn in_library(library: Arc<Library>, name: &Name) -> Games {
    Games::of_library(library, Query::new(vec![Condition::Player(name.clone())]))
}

/// Collects the games of a player.
pub(super) fn collect(entries: &Games, name: Name) -> anyhow::Result<(PlayerReport, ReadSummary)> {
    // The moves of other players' games are not read.
    let own = Fold::new(Needs::Tags, move |game, games: &mut Vec<_>| {
        games.extend(PlayerGame::of(&game, &name).map(|game| ((), game)));
    });
    let mut report = PlayerReport::default();
    let seen = entries.ask(own, |_, ((), game)| {
        report.add(&game);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((report, seen))
}

fn write(
    report: &PlayerReport,
    options: &PlayerOptions,
    presentation: &Presentation,
    mut out: Output,
) -> anyhow::Result<()> {
    let most = options.top as usize;
    let text = match presentation.format() {
        PresentationFormat::Json => json_line(&report.json(most)) + "\n",
        _ if report.games() == 0 => {
            note("no games of this player");
            Messages::words().nothing_to_write(&presentation.output);
            return Ok(());
        }
        #[cfg(feature = "full")]
        _ if presentation.language.is_some() => {
            translated(report, most, presentation, out.table_width()).unwrap_or_default()
        }
        PresentationFormat::Text => {
            text(report, most, terminal::ascii(presentation.ascii), out.table_width())
        }
        PresentationFormat::Html => page(report, most),
    };
    let name = out.name().to_owned();
    out.write_all(text.as_bytes()).context(name)?;
    out.finish()
}

/// Returns the report in the requested language.
#[cfg(feature = "full")]
fn translated(
    report: &PlayerReport,
    most: usize,
    presentation: &Presentation,
    width: usize,
) -> Option<String> {
    let words = partie_page::Words::of(presentation.language?);
    let sheet = sheet::sheet_of(report, most, words, None)?;
    super::report_sheet::written(&[sheet], words, presentation, width)
}

fn text(report: &PlayerReport, most: usize, ascii: bool, width: usize) -> String {
    let mut out = format!("{}\n", visible(sections::title(report)));
    for fact in sections::facts(report) {
        let _ = writeln!(out, "{}", visible(&fact));
    }
    for section in sections::sections(report, most) {
        let _ = write!(out, "\n{}\n{}", section.title, section.table.draw(width));
        for note in section.notes {
            let _ = writeln!(out, "{}", visible(&note));
        }
    }
    if let Some(curve) = report.curves().first() {
        let _ = write!(out, "\n{}\n{}", curve::title(curve), curve::draw(curve, ascii));
    }
    if ascii { in_ascii(&out) } else { out }
}

fn page(report: &PlayerReport, most: usize) -> String {
    let title = sections::title(report);
    let mut body = html::element("h1", "", title);
    for fact in sections::facts(report) {
        body += &html::element("p", "", &fact);
    }
    for curve in report.curves() {
        body += &html::element("h2", "", &curve::title(&curve));
        body += &curve::svg(&curve, &curve::title(&curve), table::date);
    }
    for section in sections::sections(report, most) {
        body += &html::element("h2", "", &section.title);
        body += &html::table(&section.table);
        for note in section.notes {
            body += &html::element("p", "note", &note);
        }
    }
    html::page(title, &body)
}
