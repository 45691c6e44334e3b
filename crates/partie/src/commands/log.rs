//! `partie log`: transcripts of an Internet Chess Server to games.

use partie_formats::{Format, Severity};

use super::{
    games::Games,
    records::{Run, Stream},
    voice::Voice,
};
use crate::{args::LogArguments, exit::Exit, output::Permission};

pub(super) fn run(arguments: &LogArguments) -> anyhow::Result<Exit> {
    let LogArguments { files, target, writing, reporting, reading } = arguments;
    let run = Run::new(files, Some(Format::Style12), reading, reporting);
    let permission = Permission::new(target.force).reading(run.readable());
    let mut games = Games::new(target, writing, None, permission)?
        .live(run.is_live())
        .with_bughouse_beside()?;
    let outcome = run.each(Stream::Stderr { bar: !games.on_terminal() }, |file, record| {
        games.write(file, record)
    })?;
    let voice = Voice::new(reporting, true);
    voice.summary(&outcome.tally);
    let complete = games.finish(voice)?;
    let exit = outcome.exit(reporting.deny.unwrap_or(Severity::Error));
    Ok(if complete { exit } else { exit.max(Exit::Findings) })
}
