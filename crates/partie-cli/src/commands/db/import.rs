//! `partie db import`: games into a library.

use std::{
    cell::RefCell,
    fmt,
    io::{self, BufRead as _, BufReader, Read as _},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use anyhow::Context as _;
use partie_db::{
    columns::Table,
    library::{
        Added, LibraryError, LibraryWriter, SOURCE_HEAD, SharedChecksum, SourceChecksum,
        SourceEntry, SourceImport, source_checksum,
    },
    query::Repetition,
};
use partie_formats::{Format, Severity, WriteOptions};

use super::pipe::Pipe;
use crate::{
    args::DbImportArguments,
    commands::{
        games::Games,
        messages::Messages,
        records::{InputBytes, Outcome, Run, Stream},
    },
    exit::Exit,
    input::{self, Input, Inputs, Source, Unreadable},
    progress::Progress,
    report::{count, grouped, visible},
};

pub(super) fn run(arguments: &DbImportArguments) -> anyhow::Result<Exit> {
    let DbImportArguments {
        library,
        files,
        commit_every,
        memory,
        again,
        keep_duplicates,
        reporting,
        reading,
    } = arguments;
    let messages = Messages::new(reporting, true);
    let mut inputs = input::expand(files, &reading.folders.globs);
    let absent: Vec<_> = inputs.iter().map_while(absent).collect();
    if !absent.is_empty() && absent.len() == inputs.len() && !library.exists() {
        for message in &absent {
            messages.failure(message);
        }
        return Ok(Exit::Failed);
    }
    let memory = usize::try_from(*memory).unwrap_or(usize::MAX);
    let mut writer = open_or_create(library)?.with_memory(memory);
    let earlier = (!again).then_some(&writer.manifest().sources[..]);
    let pipe = Pipe::among(&mut inputs, earlier.unwrap_or(&[]), library);
    let sources = Sources::of(&inputs, earlier, u64::MAX);
    let sources = Sources { pipe, keep_duplicates: *keep_duplicates, ..sources };
    let imported_before = sources.leave_out_known(&mut inputs);
    for note in &imported_before {
        messages.note(&format!("{note}; use --again to read it once more"));
    }
    if inputs.is_empty() && !imported_before.is_empty() {
        return Ok(Exit::Clean);
    }
    let undo_of =
        |writer: &LibraryWriter| writer.manifest().undo.as_ref().map(|undo| undo.edit.clone());
    let before = undo_of(&writer);
    let run = Run::new(Games::open(inputs, reading), reporting);
    let (outcome, added) = sources.import(&mut writer, run, *commit_every, &Watch::default())?;
    messages.summary(&outcome.tally);
    let games = count(writer.manifest().games(), "game");
    messages.note(&format!("{added}; {} now has {games}", library.display()));
    let undo = undo_of(&writer);
    if added.replacing > 0 && undo.as_deref() == Some(LibraryWriter::IMPORT) {
        messages.note("`partie db undo` brings the replaced records back");
        if let Some(edit) = before.filter(|edit| *edit != LibraryWriter::IMPORT) {
            messages.note(&format!("`partie db {edit}` can no longer be undone"));
        }
    }
    if writer.not_replaced() > 0 {
        let records = count(writer.not_replaced(), "record");
        messages.missing(&format!(
            "{records} not replaced, since files are damaged; see `partie db check`"
        ));
    }
    Ok(outcome.exit(reporting.denied(Severity::Error)))
}

/// Returns a message about an input that is not there.
pub(super) fn absent(input: &Result<Input, Unreadable>) -> Option<String> {
    match input {
        Ok(input) => {
            let error = input.path()?.metadata().err()?;
            Some(input.unreadable(error).message())
        }
        Err(unreadable) => Some(unreadable.message()),
    }
}

/// Opens a library to add to it, or creates it in an empty place.
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
pub(in crate::commands) struct Watch {
    /// Number of games that were read.
    pub(in crate::commands) games: Arc<AtomicU64>,
    /// True to end the import.
    pub(in crate::commands) cancelled: Arc<AtomicBool>,
}

/// Error of an import that was cancelled.
#[derive(Debug)]
pub(in crate::commands) struct Cancelled;

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
pub(in crate::commands) struct Sources {
    files: Vec<SourceFile>,
    /// True to import files that were imported before.
    again: bool,
    /// True to add games that the library has already.
    keep_duplicates: bool,
    /// The pipe among them.
    pipe: Option<Pipe>,
}

impl Sources {
    /// Compares inputs with the sources of earlier imports, unless files are imported again. At
    /// most `most` bytes of a packed file are decompressed.
    pub(in crate::commands) fn of(
        inputs: &Inputs,
        earlier: Option<&[SourceEntry]>,
        most: u64,
    ) -> Sources {
        let files = inputs.readable().map(|input| SourceFile::new(input, earlier, most)).collect();
        Sources { files, again: earlier.is_none(), keep_duplicates: false, pipe: None }
    }

    /// Removes inputs that were fully imported, under any name, and inputs that duplicate another
    /// one; returns a message for each.
    pub(in crate::commands) fn leave_out_known(&self, inputs: &mut Inputs) -> Vec<LeftOut> {
        let mut messages = Vec::new();
        let mut kept: Vec<&SourceFile> = Vec::new();
        inputs.retain(|input| {
            let name = input.name();
            let Some(file) = self.file(&name).filter(|_| !self.again) else { return true };
            if let Some(known) = self.known(&name).filter(|known| known.complete) {
                let SourceEntry { file: known, games, .. } = known;
                messages.push(LeftOut::Known { file: name, known, games });
                return false;
            }
            if let Some(same) = kept.iter().find(|same| same.has_content_of(file)) {
                let same = same.entry.file.clone();
                messages.push(LeftOut::Repeated { file: name, same });
                return false;
            }
            kept.push(file);
            true
        });
        messages
    }

    /// Returns the entry of an earlier import after which this one goes on.
    fn known(&self, name: &str) -> Option<SourceEntry> {
        match self.pipe(name) {
            Some(pipe) => pipe.known(),
            None => self.file(name)?.known.clone(),
        }
    }

    /// Returns the entry of an earlier import that this one replaces, other than an import of the
    /// same bytes.
    fn superseded(&self, name: &str) -> Option<SourceEntry> {
        match self.pipe(name) {
            Some(pipe) => pipe.superseded(),
            None => self.file(name)?.superseded(),
        }
    }

    fn pipe(&self, name: &str) -> Option<&Pipe> {
        self.pipe.as_ref().filter(|pipe| pipe.name == name)
    }

    /// Makes the games that were added a part of the library, with how far files were read.
    fn commit(
        &self,
        writer: &mut LibraryWriter,
        files: &mut [Importing],
        end: Option<&Outcome>,
    ) -> Result<(), LibraryError> {
        // If a file could not be read to its end, which one it was is not known.
        let complete = end.is_some_and(|outcome| outcome.failures.is_empty());
        // The last game of a text that broke off may have been cut, so no other text is known by it.
        let is_read = |at: usize| end.is_none() && at + 1 == files.len();
        let so_far: Vec<_> = files
            .iter()
            .enumerate()
            .map(|(at, file)| self.so_far(&file.import, complete, is_read(at)))
            .collect();
        let superseded: Vec<_> = files.iter().filter_map(|file| file.superseded.clone()).collect();
        // A pipe without a known content cannot be continued.
        let noted = so_far.iter().filter(|source| source.content.is_some() || end.is_some());
        writer.commit_instead(&superseded, &noted.cloned().collect::<Vec<_>>())?;
        for (file, source) in files.iter_mut().zip(so_far) {
            // More of a pipe is another content.
            file.superseded = Some(source).filter(|source| self.pipe(&source.file).is_some());
        }
        Ok(())
    }

    /// Returns the entry of a file that is being read, or was.
    fn so_far(&self, import: &SourceImport, complete: bool, is_read: bool) -> SourceEntry {
        let text = self.file(import.file()).and_then(|file| file.unpacked.borrow().clone());
        let text = text.filter(|text| is_read || text.has_ended());
        let source = import.entry(complete, text.map(|text| text.content()));
        match self.pipe(import.file()) {
            Some(pipe) => pipe.so_far(source),
            None => source,
        }
    }

    fn file(&self, name: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.entry.file == name)
    }

    /// Adds the games of a run over these inputs to a library. They are committed at the end, and
    /// before that in large batches, or a given number at a time. Returns how many there were, too.
    pub(in crate::commands) fn import(
        &self,
        writer: &mut LibraryWriter,
        run: Run<'_>,
        commit_every: Option<u64>,
        watch: &Watch,
    ) -> anyhow::Result<(Outcome, AddedGames)> {
        let mut added = AddedGames::default();
        // In their order; the last one is being read.
        let mut files: Vec<Importing> = Vec::new();
        let mut uncommitted = 0;
        let options = WriteOptions::default();
        let unpacked = |file: &str, text: InputBytes| match self.file(file) {
            Some(file) => file.unpacking(text),
            None => text,
        };
        let outcome = run.rows(
            Stream::Stderr { bar: true },
            (Table::Library, &options),
            unpacked,
            |file, row| {
                watch.check()?;
                if files.last().is_none_or(|last| last.import.file() != file)
                    && let Some(SourceFile { entry, .. }) = self.file(file)
                {
                    let import = SourceImport::after(self.known(file).as_ref(), entry.clone());
                    files.push(Importing { import, superseded: self.superseded(file) });
                }
                let Some(importing) = files.last_mut() else { return Ok(()) };
                watch.games.fetch_add(1, Relaxed);
                let new = importing.import.add(writer, row, self.keep_duplicates)?;
                let Some(Added { repetition, is_full }) = new else { return Ok(()) };
                added.count(repetition);
                uncommitted += 1;
                if is_full || commit_every.is_some_and(|games| uncommitted >= games) {
                    uncommitted = 0;
                    self.commit(writer, &mut files, None)?;
                }
                Ok(())
            },
        )?;
        // Reading may have ended for this reason.
        watch.check()?;
        self.commit(writer, &mut files, Some(&outcome))?;
        merge_small(writer)?;
        Ok((outcome, added))
    }
}

/// Numbers of games that an import read.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::commands) struct AddedGames {
    /// Games that became part of the library.
    pub(in crate::commands) added: u64,
    /// Among them, fuller records of games that were there already.
    pub(in crate::commands) replacing: u64,
    /// Games that were left out, since the library has them.
    pub(in crate::commands) known: u64,
    /// Among them, records that differ from those of the library.
    pub(in crate::commands) other: u64,
}

impl AddedGames {
    fn count(&mut self, repetition: Option<Repetition>) {
        let is_added = matches!(repetition, None | Some(Repetition::Fuller));
        *(if is_added { &mut self.added } else { &mut self.known }) += 1;
        match repetition {
            Some(Repetition::Fuller) => self.replacing += 1,
            Some(Repetition::Poorer) => self.other += 1,
            Some(Repetition::Equal) | None => {}
        }
    }
}

/// Writes the numbers as words: `5 games imported, 5,873 already there`.
impl fmt::Display for AddedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AddedGames { added, replacing, known, other } = *self;
        write!(f, "{} imported", count(added, "game"))?;
        if replacing > 0 {
            write!(f, " ({} instead of poorer records)", grouped(replacing))?;
        }
        if known > 0 {
            write!(f, ", {} already there", grouped(known))?;
        }
        if other > 0 {
            write!(f, " ({} in another record, which is kept)", grouped(other))?;
        }
        Ok(())
    }
}

/// Merges small segments after games were added.
pub(super) fn merge_small(writer: &mut LibraryWriter) -> anyhow::Result<()> {
    let merged = writer.merge_small();
    merged.context("the games were added, but small segments of the library cannot be merged")
}

/// A file that is not imported.
#[derive(Debug)]
pub(in crate::commands) enum LeftOut {
    /// It was imported before.
    Known {
        file: String,
        /// Its name at that time.
        known: String,
        /// Number of its games.
        games: u64,
    },
    /// It has the content of another one.
    Repeated { file: String, same: String },
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOut::Known { file, known, games } => {
                let [file, known] = [file, known].map(|name| visible(name));
                let other = if known == file { String::new() } else { format!(" as {known}") };
                write!(f, "{file} was imported before{other} ({})", count(*games, "game"))
            }
            LeftOut::Repeated { file, same } => {
                write!(f, "{} has the same content as {}", visible(file), visible(same))
            }
        }
    }
}

/// A file that is being imported.
struct Importing {
    import: SourceImport,
    /// The entry that its own replaces.
    superseded: Option<SourceEntry>,
}

/// A file from which games are imported.
struct SourceFile {
    input: Input,
    entry: SourceEntry,
    /// The earlier import after which this one goes on.
    known: Option<SourceEntry>,
    /// The most that is unpacked of it, in bytes.
    most: u64,
    packed: bool,
    /// Checksum of the first bytes of its text.
    head: Option<u32>,
    /// The text of a packed file as far as it was read.
    unpacked: RefCell<Option<SharedChecksum>>,
}

impl SourceFile {
    fn new(input: Input, earlier: Option<&[SourceEntry]>, most: u64) -> SourceFile {
        let file = input.name();
        let entry = SourceEntry::unread(file, None);
        let (packed, head, unpacked) = (false, None, RefCell::default());
        let mut file = SourceFile { input, entry, known: None, most, packed, head, unpacked };
        // A pipe must not be opened twice.
        let path = file.input.path().filter(|path| path.is_file());
        file.entry.content =
            path.and_then(|path| source_checksum(path).ok()).map(|read| read.content());
        if let Some(earlier) = earlier.filter(|_| file.entry.content.is_some()) {
            let text = || file.text().map(|text| text.reader);
            file.known = file.entry.earlier(earlier, text).ok().flatten();
            // The import reports why a file cannot be read.
            _ = file.look_at_head();
        }
        file
    }

    /// Returns the entry that its own replaces, other than an import of the same bytes.
    fn superseded(&self) -> Option<SourceEntry> {
        self.known.clone().filter(|known| self.entry.supersedes(known))
    }

    fn look_at_head(&mut self) -> Result<(), io::Error> {
        let Source { reader, packed, .. } = self.text()?;
        let mut head = Vec::new();
        reader.take(SOURCE_HEAD as u64).read_to_end(&mut head)?;
        let mut checksum = SourceChecksum::default();
        checksum.update(&head);
        (self.packed, self.head) = (packed, checksum.content().head_crc32);
        Ok(())
    }

    /// Opens its text.
    fn text(&self) -> Result<Source, io::Error> {
        let opened = self.input.open(&Progress::new(None, false), Some(Format::Pgn), 1);
        let source = opened
            .map_err(|unreadable| io::Error::new(unreadable.error.kind(), unreadable.error))?;
        Ok(Source { reader: Box::new(source.reader.take(self.most)), ..source })
    }

    /// Returns true if both have the same text, packed or not.
    fn has_content_of(&self, other: &SourceFile) -> bool {
        let texts = || Ok::<_, io::Error>((self.text()?.reader, other.text()?.reader));
        self.entry.is_same_file(&other.entry)
            || (self.packed || other.packed)
                && (self.head.is_some() && self.head == other.head)
                && texts().and_then(|(text, other)| is_same(text, other)).unwrap_or(false)
    }

    /// Returns its unpacked text, whose checksum becomes known as it is read.
    fn unpacking(&self, text: InputBytes) -> InputBytes {
        let checksum = SharedChecksum::default();
        *self.unpacked.borrow_mut() = Some(checksum.clone());
        Box::new(checksum.of(text))
    }
}

/// Returns true if two texts are the same.
fn is_same(text: InputBytes, other: InputBytes) -> io::Result<bool> {
    let (mut text, mut other) = (BufReader::new(text), BufReader::new(other));
    loop {
        let (bytes, others) = (text.fill_buf()?, other.fill_buf()?);
        let both = bytes.len().min(others.len());
        if both == 0 || bytes[..both] != others[..both] {
            return Ok(bytes.is_empty() && others.is_empty());
        }
        text.consume(both);
        other.consume(both);
    }
}
