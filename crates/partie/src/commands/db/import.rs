//! `partie db import`: games into a library.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use anyhow::Context as _;
use partie_db::{
    columns::Table,
    library::{LibraryError, LibraryWriter, SourceEntry, source_checksum},
};
use partie_formats::{Severity, WriteOptions};

use super::pipe::Pipe;
use crate::{
    args::DbImportArguments,
    commands::{
        messages::Messages,
        records::{Outcome, Run, Stream},
    },
    exit::Exit,
    input::{self, Input, Inputs, Unreadable},
    report::{count, visible},
};

pub(super) fn run(arguments: &DbImportArguments) -> anyhow::Result<Exit> {
    let DbImportArguments { library, files, commit_every, again, reporting, reading, start } =
        arguments;
    let messages = Messages::new(reporting, true);
    let mut inputs = input::expand(files, &reading.folders.globs);
    let absent: Vec<_> = inputs.iter().map_while(absent).collect();
    if !absent.is_empty() && absent.len() == inputs.len() && !library.exists() {
        for message in &absent {
            messages.failure(message);
        }
        return Ok(Exit::Failed);
    }
    let mut writer = open_or_create(library)?;
    let earlier = if *again { &[] } else { &writer.manifest().sources[..] };
    let pipe = Pipe::among(&mut inputs, earlier, library);
    let sources = Sources { pipe, ..Sources::of(&inputs, *again) };
    let imported_before = sources.leave_out_known(&writer, &mut inputs);
    for note in &imported_before {
        messages.note(&format!("{note}; use --again to import it once more"));
    }
    if inputs.is_empty() && !imported_before.is_empty() {
        return Ok(Exit::Clean);
    }
    let before = writer.manifest().games();
    let run = Run::of(inputs, None, reading, reporting).starting(start);
    let outcome = sources.import(&mut writer, run, *commit_every, &Watch::default())?;
    messages.summary(&outcome.tally);
    let games = writer.manifest().games();
    messages.note(&format!(
        "{} imported; {} now has {}",
        count(games - before, "game"),
        library.display(),
        count(games, "game")
    ));
    Ok(outcome.exit(reporting.deny.unwrap_or(Severity::Error)))
}

/// Returns a message about an input that is not there.
fn absent(input: &Result<Input, Unreadable>) -> Option<String> {
    match input {
        Ok(input) => {
            let error = input.path()?.metadata().err()?;
            Some(input.unreadable(error).message())
        }
        Err(unreadable) => Some(unreadable.message()),
    }
}

/// Opens a library to add to it; it is made if nothing is there.
pub(super) fn open_or_create(folder: &Path) -> anyhow::Result<LibraryWriter> {
    match LibraryWriter::open(folder) {
        Err(LibraryError::NotALibrary(_)) => {
            LibraryWriter::create(folder).context("cannot make the library")
        }
        opened => Ok(opened?),
    }
}

/// Progress of an import, which other threads look at and may end.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Number of games that were read.
    pub(super) games: Arc<AtomicU64>,
    /// True to end the import.
    pub(super) cancelled: Arc<AtomicBool>,
}

/// Error of an import that was cancelled.
#[derive(Debug)]
pub(super) struct Cancelled;

impl std::fmt::Display for Cancelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the import was cancelled")
    }
}

impl std::error::Error for Cancelled {}

impl Watch {
    fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled.load(Relaxed) { Err(Cancelled) } else { Ok(()) }
    }
}

/// Files from which games are imported, as the library knows them again.
pub(super) struct Sources {
    entries: Vec<SourceEntry>,
    /// True to import files that were imported before.
    again: bool,
    /// The pipe among them.
    pipe: Option<Pipe>,
}

impl Sources {
    /// Looks at the beginnings of inputs.
    pub(super) fn of(inputs: &Inputs, again: bool) -> Sources {
        let entries = inputs.readable().map(|input| source_of(&input)).collect();
        Sources { entries, again, pipe: None }
    }

    /// Removes inputs that were imported to their end, under any name, and those whose content is that
    /// of another input; returns a message for each.
    pub(super) fn leave_out_known(
        &self,
        writer: &LibraryWriter,
        inputs: &mut Inputs,
    ) -> Vec<String> {
        let mut messages = Vec::new();
        let mut kept: Vec<&SourceEntry> = Vec::new();
        inputs.retain(|input| {
            let name = input.name();
            let Some(entry) = self.entry(&name).filter(|_| !self.again) else { return true };
            let shown = visible(&name);
            if let Some(known) = self.known(writer, &name).filter(|known| known.complete) {
                let other = match visible(&known.file) {
                    other if other == shown => String::new(),
                    other => format!(" as {other}"),
                };
                let games = count(known.games, "game");
                messages.push(format!("{shown} was imported before{other} ({games})"));
                return false;
            }
            if let Some(same) = kept.iter().find(|same| same.is_same_file(entry)) {
                messages.push(format!("{shown} has the same content as {}", visible(&same.file)));
                return false;
            }
            kept.push(entry);
            true
        });
        messages
    }

    /// Returns the entry of an earlier import after which this one goes on.
    fn known(&self, writer: &LibraryWriter, name: &str) -> Option<SourceEntry> {
        match self.pipe(name) {
            Some(pipe) => pipe.known(),
            None => writer.source(self.entry(name)?).filter(|_| !self.again).cloned(),
        }
    }

    fn pipe(&self, name: &str) -> Option<&Pipe> {
        self.pipe.as_ref().filter(|pipe| pipe.name == name)
    }

    /// Makes the games that were added a part of the library, with how far files were read.
    fn commit(
        &self,
        writer: &mut LibraryWriter,
        files: &[Importing],
        end: Option<&Outcome>,
        superseded: &mut Vec<SourceEntry>,
    ) -> Result<(), LibraryError> {
        // If a file could not be read to its end, which one it was is not known.
        let complete = end.is_some_and(|outcome| outcome.failures.is_empty());
        let (mut sources, mut stopped) = (Vec::new(), Vec::new());
        for file in files {
            let mut source = file.source(complete);
            if let Some(pipe) = self.pipe(&source.file) {
                source = pipe.so_far(source);
                stopped.extend(Some(source.clone()).filter(|_| !complete));
            }
            // A pipe of which nothing is known cannot be read again.
            if source.crc32.is_some() || end.is_some() {
                sources.push(source);
            }
        }
        let has_pipe = files.iter().any(|file| self.pipe(&file.source.file).is_some());
        writer.commit_instead(if has_pipe { superseded } else { &[] }, &sources)?;
        if has_pipe {
            *superseded = stopped;
        }
        Ok(())
    }

    fn entry(&self, name: &str) -> Option<&SourceEntry> {
        self.entries.iter().find(|entry| entry.file == name)
    }

    /// Adds the games of a run over these inputs to a library. They become part of it at the end, many
    /// of them before, or so many at a time.
    pub(super) fn import(
        &self,
        writer: &mut LibraryWriter,
        run: Run<'_>,
        commit_every: Option<u64>,
        watch: &Watch,
    ) -> anyhow::Result<Outcome> {
        // In their order; the last one is being read.
        let mut files: Vec<Importing> = Vec::new();
        let mut uncommitted = 0;
        let mut superseded: Vec<_> = self.pipe.iter().filter_map(Pipe::superseded).collect();
        let options = WriteOptions::default();
        let outcome =
            run.rows(Stream::Stderr { bar: true }, (Table::Library, &options), |file, row| {
                watch.check()?;
                if files.last().is_none_or(|last| last.source.file != file)
                    && let Some(source) = self.entry(file)
                {
                    let known = self.known(writer, file).map_or(0, |known| known.games);
                    files.push(Importing { source: source.clone(), known, read: 0 });
                }
                let Some(importing) = files.last_mut() else { return Ok(()) };
                watch.games.fetch_add(1, Relaxed);
                importing.read += 1;
                if importing.read <= importing.known {
                    return Ok(());
                }
                uncommitted += 1;
                if writer.add(file, row)? || commit_every.is_some_and(|games| uncommitted >= games)
                {
                    uncommitted = 0;
                    self.commit(writer, &files, None, &mut superseded)?;
                }
                Ok(())
            })?;
        // Reading may have ended for this reason.
        watch.check()?;
        self.commit(writer, &files, Some(&outcome), &mut superseded)?;
        merge_small(writer)?;
        Ok(outcome)
    }
}

/// Merges small segments after games were added.
pub(super) fn merge_small(writer: &mut LibraryWriter) -> anyhow::Result<()> {
    let merged = writer.merge_small();
    merged.context("the games were added, but small segments of the library cannot be merged")
}

/// A file that is being imported.
struct Importing {
    source: SourceEntry,
    /// Number of its games that are in the library from an earlier import.
    known: u64,
    /// Number of its games that were read.
    read: u64,
}

impl Importing {
    /// Returns its entry in the manifest.
    fn source(&self, complete: bool) -> SourceEntry {
        SourceEntry { games: self.read.max(self.known), complete, ..self.source.clone() }
    }
}

/// Returns what an input is known by.
fn source_of(input: &Input) -> SourceEntry {
    let source = SourceEntry {
        file: input.name(),
        bytes: None,
        crc32: None,
        head_crc32: None,
        games: 0,
        complete: false,
    };
    // A pipe must not be opened twice.
    let path = input.path().filter(|path| path.is_file());
    match path.and_then(|path| source_checksum(path).ok()) {
        Some(checksum) => source.known_by(&checksum),
        None => source,
    }
}
