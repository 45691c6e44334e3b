//! `partie convert`: any format to any other.

use partie_formats::{Format, Severity};

use super::{
    game_writer::GameWriter,
    messages::Messages,
    opening_tags::OpeningTags,
    parquet,
    records::{Run, Stream},
};
use crate::{args::ConvertArguments, exit::Exit, output::Permission};

pub(super) fn run(arguments: &ConvertArguments) -> anyhow::Result<Exit> {
    let Some(target) = arguments.target.text() else { return parquet::run(arguments) };
    let ConvertArguments { files, split, add_eco, writing, reporting, reading, .. } = arguments;
    let run = Run::new(files, None, reading, reporting).meeting(&arguments.conditions)?;
    let permission = Permission::new(target.force).reading(run.readable());
    let mut games = GameWriter::new(&target, writing, *split, permission)?.live(run.is_live());
    let stream = Stream::Stderr { bar: !games.on_terminal() };
    let (format, options) = (games.format(), writing.options());
    let writing = (&options, games.is_split());
    // The place of a record, which JSON gives, is known when all before it were read.
    let one_by_one = run.is_filtered() && format == Format::Ndjson;
    let mut openings = add_eco.map(OpeningTags::new);
    let outcome = match &mut openings {
        None if one_by_one => run.each(stream, |file, record| games.write(file, record))?,
        None => run.convert(stream, format, writing, |written| games.put_games(written))?,
        Some(openings) => {
            run.each(stream, |file, record| games.write(file, &openings.named(record)))?
        }
    };
    let messages = Messages::new(reporting, true);
    messages.summary(&outcome.tally);
    if let Some(openings) = openings {
        openings.report(messages);
    }
    let complete = games.finish(messages)?;
    let exit = outcome.exit(reporting.deny.unwrap_or(Severity::Error));
    Ok(if complete { exit } else { exit.max(Exit::Problems) })
}
