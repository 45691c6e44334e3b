//! `partie db import`: games into a library.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use partie_db::{
    columns::Table,
    library::{LibraryError, LibraryWriter, SourceEntry},
};
use partie_formats::{Severity, WriteOptions};

use crate::{
    args::DbImportArguments,
    commands::{
        messages::Messages,
        records::{Run, Stream},
    },
    exit::Exit,
    input::{self, Input},
    report::count,
};

/// Number of bytes by whose checksum a file is known again.
const HEAD: u64 = 64 << 10;

/// A file that is being imported.
struct Importing {
    source: SourceEntry,
    /// Number of its games that are in the library from an earlier import.
    known: u64,
    /// Number of its games that were read.
    read: u64,
}

pub(super) fn run(arguments: &DbImportArguments) -> anyhow::Result<Exit> {
    let DbImportArguments { library, files, commit_every, again, reporting, reading, start } =
        arguments;
    let mut writer = open_or_create(library)?;
    let messages = Messages::new(reporting, true);
    // A file that was imported to its end is not read.
    let mut wanted: Vec<PathBuf> = Vec::new();
    for input in &input::expand(files, &reading.folders.globs)[..] {
        let Ok(input) = input else { continue };
        let known = writer.source(&source_of(input)).filter(|_| !again);
        match (known, input) {
            (Some(source), _) if source.complete => {
                let (name, games) = (input.name(), count(source.games, "game"));
                messages.note(&format!(
                    "{name} was imported before ({games}); use --again to import it once more"
                ));
            }
            (_, Input::Stdin) => wanted.push("-".into()),
            (_, Input::File(path)) => wanted.push(path.clone()),
        }
    }
    if wanted.is_empty() {
        return Ok(Exit::Clean);
    }
    let before = writer.manifest().games();
    let run = Run::new(&wanted, None, reading, reporting).starting(start);
    // In their order; the last one is being read.
    let mut files: Vec<Importing> = Vec::new();
    let mut uncommitted = 0;
    let options = WriteOptions::default();
    let outcome =
        run.rows(Stream::Stderr { bar: true }, (Table::Library, &options), |file, row| {
            if files.last().is_none_or(|last| last.source.file != file) {
                files.push(Importing::new(&writer, file, *again));
            }
            let Some(importing) = files.last_mut() else { return Ok(()) };
            importing.read += 1;
            if importing.read <= importing.known {
                return Ok(());
            }
            uncommitted += 1;
            if writer.add(file, row)? || commit_every.is_some_and(|games| uncommitted >= games) {
                uncommitted = 0;
                // A pipe cannot be read again.
                let files = files.iter().filter(|file| file.source.head_crc32.is_some());
                writer.commit(&files.map(|file| file.source(false)).collect::<Vec<_>>())?;
            }
            Ok(())
        })?;
    // If a file could not be read to its end, which one it was is not known.
    let complete = outcome.failures == 0;
    writer.commit(&files.iter().map(|file| file.source(complete)).collect::<Vec<_>>())?;
    writer.merge_small()?;
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

/// Opens a library to add to it; it is made if nothing is there.
pub(super) fn open_or_create(folder: &Path) -> anyhow::Result<LibraryWriter> {
    match LibraryWriter::open(folder) {
        Err(LibraryError::NotALibrary(_)) => {
            LibraryWriter::create(folder).context("cannot make the library")
        }
        opened => Ok(opened?),
    }
}

impl Importing {
    fn new(writer: &LibraryWriter, file: &str, again: bool) -> Importing {
        let source = source_of(&if file == Input::Stdin.name() {
            Input::Stdin
        } else {
            Input::File(file.into())
        });
        let source = SourceEntry { file: file.to_owned(), ..source };
        let known = writer.source(&source).filter(|_| !again).map_or(0, |source| source.games);
        Importing { source, known, read: 0 }
    }

    /// Returns its entry in the manifest.
    fn source(&self, complete: bool) -> SourceEntry {
        SourceEntry { games: self.read.max(self.known), complete, ..self.source.clone() }
    }
}

/// Returns what an input is known by.
fn source_of(input: &Input) -> SourceEntry {
    let mut source = SourceEntry {
        file: input.name(),
        bytes: None,
        head_crc32: None,
        games: 0,
        complete: false,
    };
    if let Input::File(path) = input
        && let Ok(file) = File::open(path)
        && let Ok(metadata) = file.metadata()
        && metadata.is_file()
    {
        let mut head = Vec::new();
        if file.take(HEAD).read_to_end(&mut head).is_ok() {
            source.bytes = Some(metadata.len());
            source.head_crc32 = Some(partie_db::library::crc32(&head));
        }
    }
    source
}
