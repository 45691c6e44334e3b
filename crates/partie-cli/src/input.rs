//! Inputs: files, directories with their contents, standard input.

use std::{
    ffi::OsStr,
    fmt,
    fs::{self, File},
    io::{self, Read},
    ops::Deref,
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use ignore::{
    WalkBuilder,
    overrides::{Override, OverrideBuilder},
};
use partie_databases::{Database, DatabaseKind, ReadAt, path_beside};
use partie_db::ParquetGames;
use partie_formats::{Format, decode};
use partie_pgn::parallel::Jobs;
use partie_records::{
    Opened,
    compression::{MAGIC_LENGTH, uncompressed_name},
    container::Layers,
    foreign::{self, OtherKind},
    peek,
};

use crate::{
    progress::Progress,
    report::{count, visible},
};

/// Number of bytes used to recognise UTF-16 and UTF-32.
const DECODED_BY: usize = 64;

/// A file of fewer bytes is read sooner than threads are started.
const SMALL: u64 = 128 << 10;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The standard input, `-`.
    Stdin,
    /// A file.
    File(PathBuf),
    /// An uploaded file, under its name on the sender's machine.
    Sent {
        /// The path under which it is kept.
        path: PathBuf,
        /// Its name.
        name: String,
    },
    /// A stream that was opened already.
    Opened(OpenedStream),
}

/// A stream that was opened already, and can be read once.
#[derive(Clone)]
pub(crate) struct OpenedStream {
    input: Box<Input>,
    reader: Arc<Mutex<Option<Box<dyn Read + Send>>>>,
}

impl OpenedStream {
    /// An input, and its bytes.
    pub(crate) fn new(input: Input, reader: Box<dyn Read + Send>) -> OpenedStream {
        OpenedStream { input: Box::new(input), reader: Arc::new(Mutex::new(Some(reader))) }
    }

    fn take(&self) -> io::Result<Box<dyn Read + Send>> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        reader.ok_or_else(|| io::Error::other("a pipe can be read only once"))
    }
}

impl fmt::Debug for OpenedStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OpenedStream").field(&self.input).finish()
    }
}

impl PartialEq for OpenedStream {
    fn eq(&self, other: &OpenedStream) -> bool {
        Arc::ptr_eq(&self.reader, &other.reader)
    }
}

impl Eq for OpenedStream {}

/// A file or folder that could not be opened or read.
#[derive(Clone, Debug)]
pub(crate) struct Unreadable {
    /// Name of the input.
    pub(crate) name: String,
    /// Cause of the failure.
    pub(crate) error: Arc<io::Error>,
}

impl Unreadable {
    /// Returns the message for the error.
    pub(crate) fn message(&self) -> String {
        format!("{}: {}", visible(&self.name), self.cause())
    }

    /// Returns the cause in words.
    pub(crate) fn cause(&self) -> String {
        plain(&self.error)
    }

    /// Returns the reason why the content is not read, if it is of another kind.
    pub(crate) fn other_kind(&self) -> Option<OtherKind> {
        other_kind(&self.error)
    }
}

fn other_kind(error: &io::Error) -> Option<OtherKind> {
    error.get_ref()?.downcast_ref().copied()
}

/// Returns an error and its causes on one line.
pub(crate) fn error_line(error: &anyhow::Error) -> String {
    let words = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref().map_or_else(|| cause.to_string(), plain)
    };
    error.chain().map(words).collect::<Vec<_>>().join(": ")
}

/// An error of the system without its number.
fn plain(error: &io::Error) -> String {
    if let Some(OtherKind::Foreign(what)) = other_kind(error)
        && !foreign::is_database(what)
    {
        return format!("{what}, skipped");
    }
    match error.kind() {
        io::ErrorKind::NotFound => "file not found".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::UnexpectedEof => "unexpected end of file; it may be truncated".to_owned(),
        _ => error.to_string(),
    }
}

/// Inputs that arguments name.
#[derive(Debug)]
pub(crate) struct Inputs {
    all: Vec<Result<Input, Unreadable>>,
    /// Number of files in folders that were skipped.
    pub(crate) skipped: u64,
}

impl Deref for Inputs {
    type Target = [Result<Input, Unreadable>];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

impl IntoIterator for Inputs {
    type Item = Result<Input, Unreadable>;
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl FromIterator<Input> for Inputs {
    fn from_iter<I: IntoIterator<Item = Input>>(inputs: I) -> Inputs {
        Inputs { all: inputs.into_iter().map(Ok).collect(), skipped: 0 }
    }
}

impl Inputs {
    /// Returns the inputs that may be readable.
    pub(crate) fn readable(&self) -> impl Iterator<Item = Input> {
        self.iter().filter_map(|input| input.as_ref().ok().cloned())
    }

    /// Keeps the inputs that a function accepts, and the unreadable ones.
    pub(crate) fn retain(&mut self, mut wanted: impl FnMut(&Input) -> bool) {
        self.all.retain(|input| input.as_ref().map_or(true, &mut wanted));
    }

    /// Replaces the input that is a stream, if only one is.
    pub(crate) fn replace_stream(
        &mut self,
        other: impl FnOnce(Input) -> Result<Input, Unreadable>,
    ) {
        let is_stream =
            |input: &&mut Result<Input, Unreadable>| input.as_ref().is_ok_and(Input::is_stream);
        let mut streams = self.all.iter_mut().filter(is_stream);
        if let (Some(stream), None) = (streams.next(), streams.next())
            && let Ok(input) = stream
        {
            *stream = other(input.clone());
        }
    }

    /// Returns a message about skipped files, or that there are no files at all.
    pub(crate) fn skipped(&self) -> Option<String> {
        if self.skipped == 0 && self.all.is_empty() {
            return Some("no files found".to_owned());
        }
        let files = count(self.skipped, "file");
        (self.skipped > 0).then(|| format!("{files} skipped by extension; use --glob to read them"))
    }
}

/// Expands arguments to inputs: `-` is the standard input; a folder stands for all files in and
/// below it with a known extension or a name that matches `globs`, in the order of their names.
/// Hidden files and folders (`.git`), files in a `.gitignore`, pipes, sockets and devices are left
/// out unless they are named themselves.
pub(crate) fn expand(arguments: &[PathBuf], globs: &[String]) -> Inputs {
    let mut inputs = Inputs { all: Vec::new(), skipped: 0 };
    for argument in arguments {
        if argument.as_os_str() == "-" {
            inputs.all.push(Ok(Input::Stdin));
        } else if partie_db::library::Library::is_at(argument) {
            inputs.all.push(Err(a_library(argument)));
        } else if argument.is_dir() {
            walk(argument, globs, &mut inputs);
        } else {
            inputs.all.push(Ok(Input::File(argument.clone())));
        }
    }
    inputs
}

/// Rejects a library: its files are not game files.
fn a_library(folder: &Path) -> Unreadable {
    let name = displayed(folder);
    let what = format!(
        "this is a library of games; search it by `partie db find {name}`, or get its games by \
         `partie db export {name} -o games.pgn`"
    );
    Unreadable { name, error: Arc::new(io::Error::other(what)) }
}

fn walk(folder: &Path, globs: &[String], inputs: &mut Inputs) {
    let wanted = globs_in(folder, globs);
    let mut walk = WalkBuilder::new(folder);
    // The user's Git settings must not change what is read.
    walk.git_global(false).require_git(false).sort_by_file_name(OsStr::cmp);
    for entry in walk.build() {
        match entry {
            Ok(entry) if entry.file_type().is_none_or(|kind| kind.is_dir()) => {}
            // A pipe or socket found in a directory may never have a writer.
            Ok(entry) if entry.path().metadata().is_ok_and(|found| !found.is_file()) => {}
            Ok(entry) => {
                let input = Input::File(entry.into_path());
                if input.is_wanted(wanted.as_ref()) {
                    inputs.all.push(Ok(input));
                } else if !input.is_part_of_database() {
                    inputs.skipped += 1;
                }
            }
            Err(error) => inputs.all.push(Err(untrodden(error, folder))),
        }
    }
}

/// Matches paths in a folder against the globs; `None` if there are none.
fn globs_in(folder: &Path, globs: &[String]) -> Option<Override> {
    let mut wanted = OverrideBuilder::new(folder);
    for glob in globs {
        wanted.add(glob).ok()?;
    }
    (!globs.is_empty()).then(|| wanted.build().ok()).flatten()
}

/// Describes a folder that could not be walked.
fn untrodden(error: ignore::Error, folder: &Path) -> Unreadable {
    let mut name = displayed(folder);
    let mut inner = &error;
    while let ignore::Error::WithDepth { err, .. } | ignore::Error::WithPath { err, .. } = inner {
        if let ignore::Error::WithPath { path, .. } = inner {
            name = displayed(path);
        }
        inner = err;
    }
    let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
    Unreadable { name, error: Arc::new(error) }
}

/// A path for reports, without `.` among its parts.
pub(crate) fn displayed(path: &Path) -> String {
    let plain: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    if plain.as_os_str().is_empty() { path } else { &plain }.display().to_string()
}

/// The size of all inputs in bytes, if it is known of every one. Of a database it is not known how much
/// text it has.
pub(crate) fn total_size(inputs: &[Result<Input, Unreadable>]) -> Option<u64> {
    inputs
        .iter()
        .map(|input| match input {
            Ok(input) if input.database().is_some() => None,
            Ok(input) => {
                input.path()?.metadata().ok().filter(fs::Metadata::is_file).map(|m| m.len())
            }
            Err(_) => Some(0),
        })
        .sum()
}

/// Returns a message that a file has no games, and why.
pub(crate) fn without_games(name: &str, format: Format) -> String {
    let why = match format {
        // A transcript says what it is.
        Format::Style12 => "",
        // Remarks belong to a position that follows.
        Format::Fen | Format::Epd => ": no position",
        _ => ": no tag, move or position",
    };
    format!("{}: no games in this file{why} (read as {})", visible(name), format.name())
}

/// An opened input.
pub(crate) struct Source {
    /// Reader of all decompressed bytes.
    pub(crate) reader: Box<dyn Read + Send>,
    /// The first of the unpacked bytes; none if the format was given.
    pub(crate) head: Vec<u8>,
    /// The format and the container of its records.
    pub(crate) layers: Layers,
    /// True if its bytes were packed.
    pub(crate) packed: bool,
    /// Description of a table or database, whose games were written as this text.
    pub(crate) table: Option<&'static str>,
    /// True if it is a database, whose problems stand in the text.
    pub(crate) is_database: bool,
    /// State of the file if its bytes can be read again at any offset.
    pub(crate) plain: Option<FileState>,
}

/// State of a file, by which changes are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    length: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    /// Returns the state of a regular file.
    pub(crate) fn of(file: &File) -> Option<FileState> {
        let found = file.metadata().ok().filter(fs::Metadata::is_file)?;
        Some(FileState { length: found.len(), modified: found.modified().ok() })
    }
}

impl Input {
    /// The name that reports use: the path without `./`.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::File(path) => displayed(path),
            Input::Sent { name, .. } => name.clone(),
            Input::Opened(stream) => stream.input.name(),
        }
    }

    /// The path of the file; `None` for the standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Input::Stdin => None,
            Input::File(path) | Input::Sent { path, .. } => Some(path),
            Input::Opened(stream) => stream.input.path(),
        }
    }

    /// Returns the file's name without a compressor's extension: `games.pgn` for `games.pgn.zst`.
    pub(crate) fn unpacked_name(&self) -> Option<String> {
        match self {
            Input::Stdin => None,
            Input::File(path) => uncompressed_name(path),
            Input::Sent { name, .. } => uncompressed_name(Path::new(name)),
            Input::Opened(stream) => stream.input.unpacked_name(),
        }
    }

    /// Returns true if a file in a folder is read: it matches a glob, or has an extension of a
    /// format.
    fn is_wanted(&self, globs: Option<&Override>) -> bool {
        let Input::File(path) = self else { return true };
        let matched = globs.map(|globs| globs.matched(path, false));
        if let Some(matched) = matched.filter(|matched| !matched.is_none()) {
            return matched.is_whitelist();
        }
        let name = self.unpacked_name().unwrap_or_default();
        name.rsplit_once('.').is_some_and(|(_, end)| end.parse::<Format>().is_ok())
            || self.database().is_some()
    }

    /// Returns the kind of database of which it is the main file.
    fn database(&self) -> Option<(DatabaseKind, &Path)> {
        let Input::File(path) = self else { return None };
        let kind = DatabaseKind::of_name(path.file_name()?.to_str()?)?;
        Some((kind, path))
    }

    /// Returns true if it belongs to a database whose main file is beside it.
    fn is_part_of_database(&self) -> bool {
        let Some(path) = self.path() else { return false };
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let kind = DatabaseKind::of_part(name);
        kind.is_some_and(|kind| {
            kind.main_extensions().iter().any(|main| path_beside(path, main).exists())
        })
    }

    /// Opens it and detects its format, unless that is given: then a slow stream is not waited
    /// for. A compressed file is unpacked by other threads, if there may be several. A file that is
    /// known to hold no chess is not opened.
    pub(crate) fn open(
        &self,
        progress: &Progress,
        from: Option<Format>,
        threads: usize,
    ) -> Result<Source, Unreadable> {
        // Slow input must not wait for a full chunk.
        let threads = if self.is_stream() { 1 } else { self.jobs(threads).threads };
        self.try_open(progress, from, threads).map_err(|error| self.unreadable(error))
    }

    /// Returns true if it comes as it is written and only once: the standard input, a pipe.
    pub(crate) fn is_stream(&self) -> bool {
        self.path().is_none_or(|path| {
            path.metadata().is_ok_and(|found| {
                let found = found.file_type();
                !found.is_file() && !found.is_dir()
            })
        })
    }

    /// Number of threads worth using for this input, at most `threads`.
    pub(crate) fn jobs(&self, threads: usize) -> Jobs {
        // The games of a database are in other files.
        let small = self.database().is_none()
            && self.path().is_some_and(|path| {
                path.metadata().is_ok_and(|file| file.is_file() && file.len() < SMALL)
            });
        Jobs::new(if small { 1 } else { threads })
    }

    /// An error that came while reading.
    pub(crate) fn unreadable(&self, error: io::Error) -> Unreadable {
        Unreadable { name: self.name(), error: Arc::new(error) }
    }

    /// Opens its bytes, as they are. Of a file that can be read again, the state comes with them.
    pub(crate) fn open_raw(&self) -> io::Result<(Box<dyn Read + Send>, Option<FileState>)> {
        if let Input::Opened(stream) = self {
            return Ok((stream.take()?, None));
        }
        let Some(path) = self.path() else { return Ok((Box::new(io::stdin()), None)) };
        let file = File::open(path)?;
        let state = FileState::of(&file);
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok((Box::new(file), state))
    }

    fn try_open(
        &self,
        progress: &Progress,
        from: Option<Format>,
        threads: usize,
    ) -> io::Result<Source> {
        if let Some((kind, path)) = self.database() {
            return database((kind, path), progress, threads);
        }
        if self.is_part_of_database() {
            return Err(io::Error::other(OtherKind::Foreign(foreign::DATABASE)));
        }
        let (raw, state) = self.open_raw()?;
        let raw = progress.watch(raw);
        let (magic, raw) = peek(raw, MAGIC_LENGTH)?;
        if magic.starts_with(b"PAR1")
            && let (Some(_), Some(path)) = (state, self.path())
        {
            return parquet(&File::open(path)?);
        }
        let name = self.unpacked_name();
        let opened = partie_records::open(raw, name.as_deref(), from, threads)?;
        let Opened { reader, head, layers, compression } = opened;
        // Without a head it is not known whether the text is decoded as a whole.
        let as_it_is = from.is_none() && compression.is_none();
        let as_it_is = as_it_is && !decode::is_wide(&head[..head.len().min(DECODED_BY)]);
        let plain = state.filter(|_| as_it_is);
        let packed = compression.is_some();
        Ok(Source { reader, head, layers, packed, table: None, is_database: false, plain })
    }
}

/// Opens a database, whose games are converted to text.
fn database(
    (kind, path): (DatabaseKind, &Path),
    progress: &Progress,
    threads: usize,
) -> io::Result<Source> {
    let open = |extension: &str| -> io::Result<Box<dyn ReadAt>> {
        Ok(Box::new(File::open(path_beside(path, extension))?))
    };
    let text = Database::open(kind, &displayed(path), &open)?.into_text(threads)?;
    Ok(Source {
        reader: Box::new(progress.watch(text)),
        head: Vec::new(),
        layers: Format::Pgn.into(),
        packed: true,
        table: Some(kind.describe()),
        is_database: true,
        plain: None,
    })
}

/// Opens a Parquet file of games, which are converted to text.
fn parquet(file: &File) -> io::Result<Source> {
    let games = ParquetGames::open(file.try_clone()?)
        .map_err(|error| io::Error::other(format!("Parquet file without games: {error}")))?;
    let (format, text) = games.into_text();
    Ok(Source {
        reader: Box::new(text),
        head: Vec::new(),
        layers: format.into(),
        packed: true,
        table: Some("a Parquet file"),
        is_database: false,
        plain: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_in_name_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["b.pgn", "a.pgn", "c/2.pgn", "c/1.pgn", "d.pgn", ".hidden/x.pgn", ".y.pgn"] {
            let path = at(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "*").expect("written");
        }
        #[cfg(unix)]
        {
            use std::os::unix::{fs::symlink, net::UnixListener};
            symlink(folder.path(), at("c/loop")).expect("link");
            UnixListener::bind(at("b2.pgn")).expect("a socket");
            symlink("/dev/null", at("b3.pgn")).expect("link");
        }
        let found: Vec<_> = expand(&[folder.path().to_path_buf()], &[]).readable().collect();
        let expected = ["a.pgn", "b.pgn", "c/1.pgn", "c/2.pgn", "d.pgn"];
        assert_eq!(found, expected.map(|name| Input::File(at(name))));
    }
}
