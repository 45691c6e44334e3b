//! `partie player`: the games of one player, from files or a library.

use std::ops::ControlFlow;

use partie_db::{
    library::{Libraries, Library},
    player::{PlayerGame, PlayerReport},
    query::{Condition, Name, Query},
};
use partie_site::player;

use super::{
    fold::{Fold, Needs},
    games::{Games, ReadSummary},
    messages::Messages,
    note,
    reports::written,
};
use crate::{
    args::{PlayerArguments, PlayerOptions, Presentation, PresentationFormat},
    exit::Exit,
    output::{Output, Permission},
    terminal,
    visible::json_line,
};

pub(super) fn run(arguments: &PlayerArguments) -> anyhow::Result<Exit> {
    let PlayerArguments { name, report: options, presentation, collection } = arguments;
    let name = Name::new(name, false)?;
    report(&Games::new(collection)?, name, options, presentation)
}

/// Reports on a player of libraries.
pub(super) fn of_library(arguments: &crate::args::DbPlayerArguments) -> anyhow::Result<Exit> {
    let crate::args::DbPlayerArguments {
        libraries,
        name,
        report: options,
        presentation,
        conditions,
    } = arguments;
    let name = Name::new(name, false)?;
    let libraries = Libraries::open(libraries)?;
    let query = super::library_search::query(conditions, &libraries)?;
    let entries = in_libraries(libraries, &name);
    let entries = match query {
        Some(query) => entries.meeting(query),
        None => entries,
    };
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

/// The games of a player of libraries.
fn in_libraries(libraries: Vec<Library>, name: &Name) -> Games {
    Games::of_libraries(libraries, Query::new(vec![Condition::Player(name.clone())]))
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
    out: Output,
) -> anyhow::Result<()> {
    let most = options.top as usize;
    let text = match presentation.format() {
        PresentationFormat::Json => (json_line(&report.json(most)) + "\n").into_bytes(),
        _ if report.games() == 0 => {
            note("no games of this player");
            Messages::words().nothing_to_write(&presentation.output);
            return Ok(());
        }
        _ => {
            let ascii = terminal::ascii(presentation.ascii);
            let report = player::report(report, most, ascii, presentation.language);
            written(&[report], presentation, &out)?
        }
    };
    out.write_whole(&text)
}
