//! Imports of files into a collection, one at a time.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Instant,
};

use partie_page::{ImportEnd, ImportMessage, ImportResult};
use tempfile::NamedTempFile;

/// Prefix of the names of files while they are kept.
pub const SENT: &str = "upload-";

/// A collection that takes games of files.
pub trait GameImport: Send + Sync {
    /// Returns the folder in which files are kept until their games have been read. Their names
    /// begin with [`SENT`].
    fn folder(&self) -> &Path;

    /// Returns the most bytes of the files of an import.
    fn most_bytes(&self) -> u64;

    /// Returns the reason why no games can be added now, as displayed.
    fn refusal(&self) -> Option<String>;

    /// Adds the games of files; with `again` also of files that were imported before.
    fn import(&self, files: &[SentFile], again: bool, progress: &ImportProgress) -> ImportResult;
}

/// A file that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentFile {
    /// The path under which it is kept.
    pub path: PathBuf,
    /// The name that it has with its sender.
    pub name: String,
}

/// Progress of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportProgress {
    /// Number of bytes of the files that were read.
    pub bytes: Arc<AtomicU64>,
    /// Number of games that were read.
    pub games: Arc<AtomicU64>,
    /// True to end it.
    pub cancelled: Arc<AtomicBool>,
}

/// An import that is running.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) progress: ImportProgress,
    /// Names of its files that have arrived or arrive.
    pub(super) names: Vec<String>,
    /// Number of bytes that have arrived.
    pub(super) arrived: u64,
    /// Start of reading, after all files have arrived.
    pub(super) since: Option<Instant>,
}

#[derive(Default)]
pub(super) struct Now {
    pub(super) running: Option<Running>,
    pub(super) last: Option<Arc<ImportResult>>,
}

/// Imports of a collection.
#[derive(Clone)]
pub(super) struct Imports {
    pub(super) collection: Arc<dyn GameImport>,
    now: Arc<Mutex<Now>>,
}

impl Imports {
    pub(super) fn new(collection: Arc<dyn GameImport>) -> Imports {
        Imports { collection, now: Arc::default() }
    }

    pub(super) fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an import, unless another one is running.
    pub(super) fn begin(&self) -> Option<Slot> {
        let mut now = self.now();
        if now.running.is_some() {
            return None;
        }
        let progress = ImportProgress::default();
        let running =
            Running { progress: progress.clone(), names: Vec::new(), arrived: 0, since: None };
        now.running = Some(running);
        Some(Slot { imports: self.clone(), progress })
    }
}

/// The place of the import that is running. It is free when this is dropped.
pub(super) struct Slot {
    pub(super) imports: Imports,
    progress: ImportProgress,
}

impl Slot {
    pub(super) fn update(&self, change: impl FnOnce(&mut Running)) {
        if let Some(running) = &mut self.imports.now().running {
            change(running);
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.progress.cancelled.load(Relaxed)
    }

    /// Adds the games of files that have arrived.
    pub(super) fn read(&self, files: &[UploadedFile], again: bool) {
        self.update(|running| running.since = Some(Instant::now()));
        let sent: Vec<_> = files.iter().map(|kept| kept.sent.clone()).collect();
        self.end(self.imports.collection.import(&sent, again, &self.progress));
    }

    /// Keeps the result for the page.
    fn end(&self, result: ImportResult) {
        self.imports.now().last = Some(Arc::new(result));
    }

    /// Keeps the reason why files were not taken, which a browser that is still sending may not read.
    pub(super) fn refuse(&self, end: ImportEnd, why: Option<&str>) {
        let mut files = Vec::new();
        self.update(|running| files.clone_from(&running.names));
        let messages = why.map(|why| ImportMessage::Other(why.to_owned())).into_iter().collect();
        self.end(ImportResult { files, end, messages, ..ImportResult::default() });
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if thread::panicking() {
            self.refuse(ImportEnd::Failed, Some("an error of the program"));
        }
        self.imports.now().running = None;
    }
}

/// A file that has arrived. It is removed when this is dropped.
pub(super) struct UploadedFile {
    sent: SentFile,
    pub(super) bytes: u64,
    _file: NamedTempFile,
}

impl UploadedFile {
    pub(super) fn new(file: NamedTempFile, name: String, bytes: u64) -> UploadedFile {
        UploadedFile { sent: SentFile { path: file.path().to_owned(), name }, bytes, _file: file }
    }
}
