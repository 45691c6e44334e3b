//! `partie log`: transcripts of an Internet Chess Server to games.

use partie_formats::{Format, Severity};

use super::{
    game_writer::GameWriter,
    games::Games,
    messages::Messages,
    records::{Run, Stream},
};
use crate::{args::LogArguments, exit::Exit, output::Permission};

pub(super) fn run(arguments: &LogArguments) -> anyhow::Result<Exit> {
    let LogArguments { files, target, writing, reporting, reading } = arguments;
    let read = Games::of(files, reading).in_format(Format::Style12);
    let permission = Permission::new(target.force).reading(read.readable());
    let mut games = GameWriter::new(target, writing, None, permission)?
        .live(read.is_live())
        .with_bughouse_beside()?;
    let stream = Stream::Stderr { bar: !games.on_terminal() };
    let outcome =
        Run::new(read, reporting).each(stream, |file, record| games.write(file, record))?;
    let messages = Messages::new(reporting, true);
    messages.summary(&outcome.tally);
    let complete = games.finish(messages)?;
    let exit = outcome.exit(reporting.denied(Severity::Error));
    Ok(if complete { exit } else { exit.max(Exit::Problems) })
}
