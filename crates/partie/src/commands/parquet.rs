//! `partie convert --to parquet`: games as columns.

use anyhow::{Context as _, bail};
use partie_db::columns::{Batch, Table};
use partie_db::{Writer, Written};
use partie_formats::Severity;

use super::{
    losses::Losses,
    messages::Messages,
    records::{Run, Stream},
};
use crate::{
    args::ConvertArguments,
    decompress::Packing,
    exit::Exit,
    output::{Output, Permission},
    report::count,
};

/// Number of games that are encoded at a time: their columns stay in the processor's memory.
const GAMES: usize = 1 << 8;

pub(super) fn run(arguments: &ConvertArguments) -> anyhow::Result<Exit> {
    let ConvertArguments { files, target, split, add_eco, writing, reporting, reading, .. } =
        arguments;
    let run = Run::new(files, None, reading, reporting).meeting(&arguments.conditions)?;
    if split.is_some() {
        bail!("--split does not apply to Parquet, which is divided into row groups");
    }
    if add_eco.is_some() {
        bail!("--add-eco does not apply to Parquet; write the tags to PGN first");
    }
    let extension = target.output.extension().and_then(|e| e.to_str());
    if extension.and_then(Packing::from_extension).is_some() {
        bail!("Parquet is already compressed; use a name that ends in .parquet");
    }
    let permission = Permission::new(target.force).reading(run.readable());
    let out = Output::create(&target.output, &permission)?;
    if out.is_terminal() {
        bail!("refusing to write binary data to a terminal; use -o games.parquet");
    }
    let name = out.name().to_owned();
    let mut writer = Writer::new(out, run.threads()).with_context(|| name.clone())?;

    let mut losses = Losses::default();
    let mut batch = Batch::new();
    let options = writing.options();
    let outcome = run.rows(
        Stream::Stderr { bar: true },
        (Table::File, &options),
        |_, source| source,
        |file, row| {
            losses.add(&row.lost);
            batch.push(file, row);
            if batch.len() >= GAMES {
                writer.write(batch.take()).with_context(|| name.clone())?;
            }
            Ok(())
        },
    )?;
    let written = writer.write(batch).and_then(|()| writer.finish());
    let Written { out, games } = written.context(name)?;

    let messages = Messages::new(reporting, true);
    messages.summary(&outcome.tally);
    if games > 0 {
        out.finish()?;
    }
    let path = target.output.display();
    if games == 0 {
        messages.note(&format!("nothing to write; {path} was not created"));
    } else if target.output.as_os_str() != "-" {
        messages.note(&format!("{} written to {path}", count(games, "game")));
    }
    for line in losses.lines() {
        messages.loss(&line);
    }
    Ok(outcome.exit(reporting.deny.unwrap_or(Severity::Error)))
}
