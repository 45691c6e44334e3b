//! Files that are sent to the pages of a library.

use std::{
    collections::HashSet,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use partie_db::library::{ExplorerApi, LibraryWriter};
use partie_records::foreign::OtherKind;
use partie_server::pages::{
    GameImport, ImportDiagnostic, ImportEnd, ImportMessage, ImportProgress, ImportResult, SENT,
    SentFile, UnreadCause,
};

use crate::{
    args::{Reading, Reporting},
    commands::{
        db::import::{Cancelled, LeftOut, Sources, Watch},
        games::Games,
        records::{Listener, Outcome, Run},
    },
    input::{Input, Inputs, Unreadable},
    progress::Progress,
    report::{KeptDiagnostic, KeptDiagnostics, ReportStyle},
};

/// Number of unpacked bytes for each byte of a file beyond which it is taken for an attack.
const RATIO: u64 = 200;
/// Number of unpacked bytes that any file may have.
const UNPACKED: u64 = 1 << 30;
/// Age at which a file is no longer being sent, nor waits for others that are.
const OLD: Duration = Duration::from_hours(24);

/// Adds games of files that are sent to a library.
pub(super) struct LibraryImport {
    pub(super) api: Arc<ExplorerApi>,
    pub(super) folder: PathBuf,
    pub(super) most_bytes: u64,
}

impl GameImport for LibraryImport {
    fn folder(&self) -> &Path {
        &self.folder
    }

    fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    fn refusal(&self) -> Option<String> {
        match LibraryWriter::open(&self.folder) {
            Ok(_locked) => {
                remove_old(&self.folder);
                None
            }
            Err(error) => Some(error.to_string()),
        }
    }

    fn import(&self, files: &[SentFile], again: bool, progress: &ImportProgress) -> ImportResult {
        let mut result = ImportResult {
            files: files.iter().map(|file| file.name.clone()).collect(),
            ..ImportResult::default()
        };
        let diagnostics = KeptDiagnostics::default();
        let added = self.add(files, again, progress, &diagnostics, &mut result);
        if let Err(error) = added {
            result.end = ImportEnd::Failed;
            if error.is::<Cancelled>() {
                result.end = ImportEnd::Cancelled;
            } else {
                result.messages.push(ImportMessage::Other(format!("{error:#}")));
            }
            // Removes uncommitted files.
            drop(LibraryWriter::open(&self.folder));
        }
        // The pages show the new games from now on.
        if let Err(error) = self.api.refresh() {
            result.messages.push(ImportMessage::Other(error.to_string()));
        }
        let (kept, left_out) = diagnostics.take();
        result.diagnostics = kept.into_iter().map(shown).collect();
        result.left_out = left_out;
        result
    }
}

/// Returns a diagnostic for a page.
fn shown(kept: KeptDiagnostic) -> ImportDiagnostic {
    let KeptDiagnostic { file, line, column, diagnostic, excerpt } = kept;
    ImportDiagnostic { file, line, column, diagnostic, excerpt }
}

impl LibraryImport {
    fn add(
        &self,
        files: &[SentFile],
        again: bool,
        progress: &ImportProgress,
        diagnostics: &KeptDiagnostics,
        result: &mut ImportResult,
    ) -> anyhow::Result<()> {
        let mut writer = LibraryWriter::open(&self.folder)?;
        let before = writer.manifest().games();
        let mut rest: Vec<&SentFile> = files.iter().collect();
        let mut added = Ok(());
        while !rest.is_empty() && added.is_ok() {
            // Files are identified by name, so files of the same name are read one after the other.
            let mut names = HashSet::new();
            let now: Vec<_> = rest.extract_if(.., |file| names.insert(&file.name)).collect();
            added = add_distinct(&mut writer, &now, again, (progress, diagnostics), result);
        }
        let games = writer.manifest().games();
        // Some may have replaced others, and after an error they are not counted.
        let new = (result.added.end - result.added.start).max(games.saturating_sub(before));
        result.added = games + 1 - new.min(games)..games + 1;
        result.games = games;
        added
    }
}

/// Adds the games of files with distinct names.
fn add_distinct(
    writer: &mut LibraryWriter,
    files: &[&SentFile],
    again: bool,
    (progress, diagnostics): (&ImportProgress, &KeptDiagnostics),
    result: &mut ImportResult,
) -> anyhow::Result<()> {
    let mut inputs: Inputs = files
        .iter()
        .map(|SentFile { path, name }| Input::Sent { path: path.clone(), name: name.clone() })
        .collect();
    let largest = files.iter().filter_map(|file| file.path.metadata().ok()).map(|m| m.len());
    let most = largest.max().unwrap_or(0).saturating_mul(RATIO).max(UNPACKED);
    let earlier = (!again).then_some(&writer.manifest().sources[..]);
    let sources = Sources::of(&inputs, earlier, most);
    let left_out =
        sources.leave_out_known(&mut inputs).into_iter().map(|left_out| match left_out {
            LeftOut::Known { file, games, .. } => ImportMessage::Known { file, games },
            LeftOut::Repeated { file, same } => ImportMessage::Repeated { file, same },
        });
    result.messages.extend(left_out);
    if inputs.is_empty() {
        return Ok(());
    }
    let (reading, reporting) = (Reading::default(), Reporting::default());
    let cancelled = Arc::clone(&progress.cancelled);
    let listener = Listener {
        form: ReportStyle::Kept(diagnostics.clone()),
        progress: Progress::counted(Arc::clone(&progress.bytes)),
        wrap: Box::new(move |source| {
            Box::new(Unpacked { source, left: most, cancelled: Arc::clone(&cancelled) })
        }),
    };
    let watch =
        Watch { games: Arc::clone(&progress.games), cancelled: Arc::clone(&progress.cancelled) };
    let run = Run::new(Games::open(inputs, &reading), &reporting).heard_by(listener);
    let (outcome, added) = sources.import(writer, run, None, &watch)?;
    let Outcome { tally, failures, without_games, .. } = outcome;
    result.added.end += added.added;
    result.known += added.known;
    result.replacing += added.replacing;
    if !failures.is_empty() {
        result.end = ImportEnd::Failed;
    }
    result.messages.extend(failures.iter().map(unread));
    let without_games = without_games.into_iter();
    result
        .messages
        .extend(without_games.map(|(file, format)| ImportMessage::WithoutGames { file, format }));
    let read = [tally.clean, tally.repaired, tally.warnings, tally.broken];
    for (sum, read) in result.read.iter_mut().zip(read) {
        *sum += read;
    }
    result.words_kept += tally.words_kept;
    result.without_game += tally.without_game;
    Ok(())
}

/// Makes the message of a file that could not be read.
fn unread(failure: &Unreadable) -> ImportMessage {
    let (cause, detail) = match failure.other_kind() {
        Some(OtherKind::Foreign(what)) => (UnreadCause::Foreign, what.to_owned()),
        Some(OtherKind::Archive(_)) => (UnreadCause::Archive, String::new()),
        None if failure.error.kind() == io::ErrorKind::UnexpectedEof => {
            (UnreadCause::Truncated, String::new())
        }
        None => (UnreadCause::Other, failure.cause()),
    };
    ImportMessage::Unread { file: failure.name.clone(), cause, detail }
}

/// Removes files that a program which ended in the meantime did not.
pub(super) fn remove_old(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_sent = entry.file_name().to_string_lossy().starts_with(SENT);
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_sent && age().is_some_and(|age| age > OLD) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Reader of a file's decompressed bytes that limits their number and stops when the import is
/// cancelled.
struct Unpacked {
    source: Box<dyn Read + Send>,
    left: u64,
    cancelled: Arc<AtomicBool>,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancelled.load(Relaxed) {
            return Err(io::Error::other(Cancelled));
        }
        let read = self.source.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                return Err(io::Error::other(format!(
                    "it unpacks to more than {RATIO} times its size; unpack it first, and import it with `partie db import`"
                )));
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_must_not_unpack_to_anything() {
        let unpacked = |left| Unpacked {
            source: Box::new(io::repeat(b' ').take(1000)),
            left,
            cancelled: Arc::default(),
        };
        let read = |left| io::copy(&mut unpacked(left), &mut io::sink());
        assert_eq!(read(1000).expect("all of it"), 1000);
        assert!(read(999).is_err_and(|error| error.to_string().contains("200 times")));
        let mut cancelled = unpacked(1000);
        cancelled.cancelled.store(true, Relaxed);
        assert!(io::copy(&mut cancelled, &mut io::sink()).is_err());
    }

    #[test]
    fn files_of_programs_that_ended_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, age: Duration| {
            let path = folder.path().join(name);
            let file = fs::File::create(&path).expect("made");
            let then = std::time::SystemTime::now() - age;
            file.set_modified(then).expect("set");
            path
        };
        let old = write("upload-a", OLD * 2);
        let new = write("upload-b", Duration::ZERO);
        let other = write("manifest-00000001.json", OLD * 2);
        remove_old(folder.path());
        assert_eq!([old, new, other].map(|path| path.exists()), [false, true, true]);
    }
}
