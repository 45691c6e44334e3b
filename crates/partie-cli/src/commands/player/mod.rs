//! `partie player`: the games of one player, from files or a library ([`sections`], [`curve`]).

mod curve;
mod sections;
#[cfg(feature = "full")]
pub(super) mod sheet;

use std::{fmt::Write as _, io::Write as _, ops::ControlFlow};

use anyhow::Context as _;
use partie_db::{
    player::{PlayerGame, PlayerReport},
    query::{Name, Query},
};

use super::{
    crosstable::table,
    games::Games,
    html,
    messages::Messages,
    note,
    questions::{GameQuestion, Needs, QueriedGame},
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
    let entries = Games::new(collection)?;
    let permission = Permission::new(presentation.force).reading(entries.readable());
    let out = Output::create(presentation.path()?, &permission)?;
    let mut report = PlayerReport::default();
    let seen = entries.ask(TakePlayerGames(name), |_, ((), game)| {
        if let Some(game) = game {
            report.add(&game);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    write(&report, options, presentation, out)?;
    Ok(seen.exit(report.games() == 0))
}

/// Collects the games of a player of a library, and what kept some of them from being read.
fn collect(
    library: &partie_db::library::Library,
    name: &Name,
    conditions: Option<&Query>,
) -> anyhow::Result<(PlayerReport, Vec<partie_db::library::Problem>)> {
    use partie_db::query::Condition;
    let mut report = PlayerReport::default();
    let query = Query::new(vec![Condition::Player(name.clone())]);
    let problems = library.find_readable(&query, |game| {
        let taken = game.read(|view| {
            let meets = conditions.is_none_or(|conditions| conditions.answers(view));
            meets.then(|| PlayerGame::of(view, name)).flatten()
        })?;
        if let Some(game) = taken {
            report.add(&game);
        }
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    Ok((report, problems))
}

/// Reports on a player of a library.
pub(super) fn of_library(arguments: &crate::args::DbPlayerArguments) -> anyhow::Result<Exit> {
    use partie_db::library::Library;
    let crate::args::DbPlayerArguments { library, name, report: options, presentation, conditions } =
        arguments;
    let name = Name::new(name, false)?;
    let library = Library::open(library)?;
    let permission = Permission::new(presentation.force);
    let out = Output::create(presentation.path()?, &permission)?;
    let (report, problems) = collect(&library, &name, conditions.query(None)?.as_ref())?;
    write(&report, options, presentation, out)?;
    Ok(Exit::of_search(super::library_search::print_problems(&problems, false), report.games() > 0))
}

/// Takes what a report needs of the games of a player.
struct TakePlayerGames(Name);

impl GameQuestion for TakePlayerGames {
    type Answer = ((), Option<PlayerGame>);

    fn needs(&self) -> Needs {
        // The moves of other players' games are not read.
        Needs::Tags
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<Self::Answer>) {
        answers.push(((), PlayerGame::of(&game, &self.0)));
    }
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
