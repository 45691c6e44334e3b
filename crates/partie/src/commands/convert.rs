//! `partie convert`: any format to any other.

use partie_formats::Severity;

use super::{
    games::Games,
    records::{Run, Stream},
    voice::Voice,
};
use crate::{args::ConvertArguments, exit::Exit, output::Permission};

pub(super) fn run(arguments: &ConvertArguments) -> anyhow::Result<Exit> {
    let Some(target) = arguments.target.text() else { return columns(arguments) };
    let ConvertArguments { files, split, writing, reporting, reading, start, .. } = arguments;
    let run = Run::new(files, None, reading, reporting).starting(start);
    let permission = Permission::new(target.force).reading(run.readable());
    let mut games = Games::new(&target, writing, *split, permission)?.live(run.is_live());
    let stream = Stream::Stderr { bar: !games.on_terminal() };
    let (format, options) = (games.format(), writing.options());
    let writing = (&options, games.is_split());
    let outcome = run.convert(stream, format, writing, |written| games.put_games(written))?;
    let voice = Voice::new(reporting, true);
    voice.summary(&outcome.tally);
    let complete = games.finish(voice)?;
    let exit = outcome.exit(reporting.deny.unwrap_or(Severity::Error));
    Ok(if complete { exit } else { exit.max(Exit::Findings) })
}

#[cfg(feature = "parquet")]
use super::parquet::run as columns;

#[cfg(not(feature = "parquet"))]
fn columns(_arguments: &ConvertArguments) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this partie was built without Parquet; `cargo install --path crates/partie --features \
         parquet` builds one with it"
    )
}
