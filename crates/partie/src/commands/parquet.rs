//! `partie convert --to parquet`: games as columns.

use std::{
    io,
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

use anyhow::{Context as _, anyhow, bail};
use partie_db::{Writer, Written};
use partie_formats::{Severity, columns::Batch};

use super::{
    losses::Losses,
    records::{Run, Stream},
    voice::Voice,
};
use crate::{
    args::ConvertArguments,
    decompress::Packing,
    exit::Exit,
    output::{Output, Permission},
    report::count,
};

/// How many games are a row group at most, and how many bytes. Two row groups are in
/// memory: one that is gathered, one that is written.
const GAMES: usize = 128 << 10;
const BYTES: usize = 64 << 20;

pub(super) fn run(arguments: &ConvertArguments) -> anyhow::Result<Exit> {
    let ConvertArguments { files, target, split, writing, reporting, reading, start } = arguments;
    let run = Run::new(files, None, reading, reporting).starting(start);
    if split.is_some() {
        bail!("--split is for formats of text; a Parquet file has its games in groups already");
    }
    let extension = target.output.extension().and_then(|e| e.to_str());
    if extension.and_then(Packing::from_extension).is_some() {
        bail!("a Parquet file is packed inside; give a name that ends in .parquet");
    }
    let permission = Permission::new(target.force).reading(run.readable());
    let out = Output::create(&target.output, &permission)?;
    if out.is_terminal() {
        bail!("this is nothing for a terminal; give the name of a file: -o games.parquet");
    }
    let name = out.name().to_owned();
    let (batches, received) = mpsc::sync_channel(0);
    let writing_thread = thread::spawn(move || write(out, &received));

    let mut losses = Losses::default();
    let mut batch = Batch::new();
    let options = writing.options();
    let outcome = run.rows(Stream::Stderr { bar: true }, &options, |file, row| {
        losses.add(&row.lost);
        batch.push(file, row);
        if batch.len() >= GAMES || batch.size() >= BYTES {
            send(&batches, std::mem::take(&mut batch))?;
        }
        Ok(())
    });
    // Why nothing is received any more, the other thread says.
    let sent = outcome.and_then(|outcome| send(&batches, batch).map(|()| outcome));
    drop(batches);
    let written = writing_thread.join().map_err(|_| anyhow!("cannot write {name}"))?;
    let Written { out, games } = written.context(name)?;
    let outcome = sent?;

    let voice = Voice::new(reporting, true);
    voice.summary(&outcome.tally);
    if games > 0 {
        out.finish()?;
    }
    let path = target.output.display();
    if games == 0 {
        voice.note(&format!("nothing to write; {path} was not made"));
    } else if target.output.as_os_str() != "-" {
        voice.note(&format!("{} written to {path}", count(games, "game")));
    }
    for line in losses.lines() {
        voice.loss(&line);
    }
    Ok(outcome.exit(reporting.deny.unwrap_or(Severity::Error)))
}

fn send(batches: &SyncSender<Batch>, batch: Batch) -> anyhow::Result<()> {
    batches.send(batch).map_err(|_| anyhow!("nothing can be written any more"))
}

/// Writes batches as they come. The file ends where no more can come.
fn write(out: Output, batches: &Receiver<Batch>) -> io::Result<Written<Output>> {
    let mut writer = Writer::new(out)?;
    for batch in batches {
        writer.write(batch)?;
    }
    writer.finish()
}
