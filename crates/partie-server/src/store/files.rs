//! Finished games in monthly files, `games/2026-11.pgn` and `games/2026-11.bpgn` in the data
//! folder, for readers who prefer files to a database.
//!
//! A game is written after it was committed to the database. One thread writes. A game is appended
//! in one piece; if that fails, the file is cut back to where it ended, and the game is tried again
//! until the server ends. At startup an incomplete game at the end of a file, left by a crash, is
//! moved to another folder (`torn/2026-11.pgn`); then missing games of the database are added. A
//! failure to write is logged and counted; play goes on.

use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    fs,
    io::{self, BufRead as _, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use partie_ics::{Tick, category::Category, time::Zone};

use super::model::Game;
use crate::{
    metrics::Metrics,
    modes::{self, named},
};

/// The folder in the data folder.
pub const FOLDER: &str = "games";
/// The ending of a file of bughouse.
const BPGN: &str = ".bpgn";
/// The folder in the data folder for incomplete games left by a crash.
const TORN: &str = "torn";
/// Maximum number of games waiting for the disk.
const WAITING: usize = 4096;
/// The first and the longest pause after a failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(10));
/// Time limit for the last games on shutdown.
const PATIENCE: Duration = Duration::from_secs(10);
/// Number of bytes examined at a file's end; no game is longer.
const TAIL: u64 = 4 << 20;
/// The endings of a game, before the empty line.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// The way to the files.
#[derive(Debug)]
pub(super) struct Files {
    waiting: Option<SyncSender<GameText>>,
    writer: Option<JoinHandle<()>>,
    state: Arc<FilesState>,
    metrics: Arc<Metrics>,
}

/// State of the files, shared by both sides.
#[derive(Debug)]
struct FilesState {
    /// Number of the game up to which all are in the files.
    filed: AtomicI64,
    /// Set once a game could not be written: the next start adds it.
    incomplete: AtomicBool,
    /// Set at the end: what cannot be written now is not tried again.
    closing: AtomicBool,
}

impl FilesState {
    fn filed(&self, number: i64) {
        if !self.incomplete.load(Ordering::Relaxed) {
            self.filed.store(number, Ordering::Relaxed);
        }
    }
}

/// A game to be written.
#[derive(Debug)]
struct GameText {
    number: i64,
    /// Name of the file in the folder.
    file: String,
    /// The whole record and the empty line after it.
    text: String,
}

impl GameText {
    fn of(game: &Game) -> Self {
        let date = Tick(game.ended).pgn_date(Zone::UTC);
        let month = date.get(..7).unwrap_or_default().replace('.', "-");
        let bughouse = game.category == Category::Bughouse.name();
        let file = format!("{month}{}", if bughouse { BPGN } else { ".pgn" });
        Self { number: game.id, file, text: game.pgn.clone() }
    }
}

impl Files {
    /// Starts to write. All games up to the number `filed` are in the files.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start(folder: Folder, filed: i64, metrics: Arc<Metrics>) -> io::Result<Self> {
        let Folder { path, added, .. } = folder;
        metrics.games_filed.inc_by(added);
        let state = Arc::new(FilesState {
            filed: AtomicI64::new(filed),
            incomplete: AtomicBool::new(false),
            closing: AtomicBool::new(false),
        });
        let (waiting, games) = sync_channel(WAITING);
        let (counted, shared) = (Arc::clone(&metrics), Arc::clone(&state));
        let writer = thread::Builder::new()
            .name("games".to_owned())
            .spawn(move || write(&path, &games, &counted, &shared))?;
        Ok(Self { waiting: Some(waiting), writer: Some(writer), state, metrics })
    }

    /// Number of the game up to which all are in the files.
    pub(super) fn filed(&self) -> i64 {
        self.state.filed.load(Ordering::Relaxed)
    }

    /// Hands a game over; never waits.
    pub(super) fn add(&self, game: &Game) {
        let Some(waiting) = &self.waiting else { return };
        let lost = match waiting.try_send(GameText::of(game)) {
            Ok(()) => return,
            Err(TrySendError::Full(_)) => "too many games wait for the disk",
            Err(TrySendError::Disconnected(_)) => "the thread that writes games is gone",
        };
        tracing::error!("{lost}; until the next start a game is in the database only");
        self.state.incomplete.store(true, Ordering::Relaxed);
        self.metrics.games_not_filed.inc();
    }

    /// Writes what waits, and returns the number up to which all games are in the files.
    pub(super) fn close(&mut self) -> i64 {
        if !self.finish(PATIENCE) {
            tracing::error!("the last games could not be written in time");
        }
        self.filed()
    }

    fn finish(&mut self, limit: Duration) -> bool {
        self.waiting = None;
        let Some(writer) = self.writer.take() else { return true };
        self.state.closing.store(true, Ordering::Relaxed);
        writer.thread().unpark();
        let mut left = limit;
        let step = Duration::from_millis(5);
        while !writer.is_finished() {
            let Some(rest) = left.checked_sub(step) else { return false };
            left = rest;
            thread::sleep(step);
        }
        writer.join().is_ok()
    }
}

/// The last games are written even without an explicit close.
impl Drop for Files {
    fn drop(&mut self) {
        self.close();
    }
}

/// The folder of files at startup, before anything is written.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The numbers of the games in the files that were looked at.
    filed: BTreeMap<String, HashSet<String>>,
    /// Number of games that were missing.
    added: u64,
}

impl Folder {
    /// Makes the folder in the data folder, and mends its files.
    ///
    /// # Errors
    /// If the folder cannot be made or read, or a file not be mended.
    pub(super) fn open(data: &Path) -> io::Result<Self> {
        let folder = data.join(FOLDER);
        modes::create_private_folder(&folder).map_err(|fault| named(&folder, &fault))?;
        for entry in fs::read_dir(&folder).map_err(|fault| named(&folder, &fault))? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "pgn" || e == "bpgn") {
                mend(&path, &data.join(TORN)).map_err(|fault| named(&path, &fault))?;
            }
        }
        Ok(Self { path: folder, filed: BTreeMap::new(), added: 0 })
    }

    /// Appends the games of the database whose numbers are not in their files.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn add_missing(&mut self, games: &[Game]) -> io::Result<()> {
        for game in games {
            let GameText { number, file, text } = GameText::of(game);
            let path = self.path.join(&file);
            let filed = match self.filed.entry(file) {
                Entry::Occupied(filed) => filed.into_mut(),
                Entry::Vacant(filed) => {
                    filed.insert(numbers(&path).map_err(|fault| named(&path, &fault))?)
                }
            };
            // Both boards of bughouse have the same text, and in it the same number.
            if text.lines().find_map(number_of).is_none_or(|id| filed.insert(id.to_owned())) {
                append(&path, text.as_bytes()).map_err(|fault| named(&path, &fault))?;
                tracing::warn!(number, path = %path.display(), "a game of the database was missing");
                self.added += 1;
            }
        }
        Ok(())
    }
}

/// Returns the numbers of the games of a file; empty if it does not exist.
fn numbers(path: &Path) -> io::Result<HashSet<String>> {
    let mut file = match fs::File::open(path) {
        Ok(file) => io::BufReader::new(file),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(fault) => return Err(fault),
    };
    let (mut numbers, mut line) = (HashSet::new(), Vec::new());
    while file.read_until(b'\n', &mut line)? > 0 {
        let number = str::from_utf8(&line).ok().and_then(|line| number_of(line.trim_end()));
        numbers.extend(number.map(str::to_owned));
        line.clear();
    }
    Ok(numbers)
}

/// The number in a line with the tag `GameId`.
fn number_of(line: &str) -> Option<&str> {
    line.strip_prefix("[GameId \"")?.strip_suffix("\"]")
}

/// Writes games until no more can come.
fn write(folder: &Path, games: &Receiver<GameText>, metrics: &Metrics, state: &FilesState) {
    let mut last = String::new();
    while let Ok(GameText { number, file, text }) = games.recv() {
        // Both boards of bughouse have the same text, one after the other.
        if file.ends_with(BPGN) && text == last {
            state.filed(number);
            continue;
        }
        let path = folder.join(file);
        let mut pause = PAUSES.0;
        let filed = loop {
            let Err(fault) = append(&path, text.as_bytes()) else { break true };
            let path = path.display();
            if state.closing.load(Ordering::Relaxed) {
                tracing::error!(%fault, %path, "a game could not be written");
                break false;
            }
            if pause == PAUSES.0 {
                tracing::error!(%fault, %path, "a game cannot be written; trying again");
            }
            thread::park_timeout(pause);
            pause = (pause * 2).min(PAUSES.1);
        };
        if filed {
            state.filed(number);
            metrics.games_filed.inc();
        } else {
            state.incomplete.store(true, Ordering::Relaxed);
            metrics.games_not_filed.inc();
        }
        last = text;
    }
}

fn open_to_append(path: &Path) -> io::Result<fs::File> {
    modes::of_new_file(fs::OpenOptions::new().append(true).create(true), 0o600).open(path)
}

/// Appends a game entirely or not at all.
fn append(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = open_to_append(path)?;
    let end = file.metadata()?.len();
    let written = file.write_all(text).and_then(|()| file.sync_data());
    if written.is_err() {
        // A file that is open to be appended to cannot be cut everywhere. If even this fails, the
        // next start mends the file.
        let _ = fs::OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(end));
    }
    written
}

/// Moves an incomplete game at the end of a file, left by a crash, to another folder.
fn mend(path: &Path, folder: &Path) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().read(true).write(true).open(path)?;
    let length = file.metadata()?.len();
    let from = length.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(from))?;
    let mut tail = Vec::new();
    (&mut file).take(TAIL).read_to_end(&mut tail)?;
    let whole = match whole(&tail) {
        Some(whole) if whole == tail.len() => return Ok(()),
        Some(whole) => whole,
        None if from == 0 => 0,
        // A line this long is not ours, and stays.
        None => return Ok(()),
    };
    let torn = &tail[whole..];
    if !torn.is_empty() {
        let kept = folder.join(path.file_name().unwrap_or_default());
        tracing::warn!(
            path = %path.display(),
            bytes = torn.len(),
            kept = %kept.display(),
            "a game was cut short by a crash; what there is of it was put elsewhere"
        );
        modes::create_private_folder(folder)?;
        let mut keep = open_to_append(&kept)?;
        keep.write_all(torn)?;
        keep.sync_data()?;
        file.set_len(from + whole as u64)?;
        file.sync_data()?;
    }
    Ok(())
}

/// The end of the last whole game: after a result and an empty line.
fn whole(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = text[..end].windows(2).rposition(|pair| pair == b"\n\n") {
        let before = &text[..at];
        let word = before.rsplit(|b| matches!(b, b' ' | b'\n' | b'}')).next().unwrap_or_default();
        if RESULTS.contains(&word) {
            return Some(at + 2);
        }
        end = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 {A 1-0\nB} 2. Qh5 Ke7 3. Qxe5# {B checkmated}\n1-0\n\n";

    /// A crash at any byte of the last game leaves the whole games before it unchanged.
    #[test]
    fn what_was_torn_is_taken_off_and_kept() {
        let folder = std::env::temp_dir().join(format!("partie-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("folder");
        let path = folder.join("2026-11.pgn");
        let torn_folder = folder.join("torn");
        let kept_file = torn_folder.join("2026-11.pgn");
        for games in [0, 1, 2] {
            for cut in 0..GAME.len() {
                for zeros in [0, 5] {
                    let (torn, zeros) = (&GAME[..cut], "\0".repeat(zeros));
                    let _ = fs::remove_file(&kept_file);
                    fs::write(&path, GAME.repeat(games) + torn + &zeros).expect("write");
                    mend(&path, &torn_folder).expect("mended");
                    let left = fs::read_to_string(&path).expect("read");
                    assert_eq!(left, GAME.repeat(games), "{torn:?}");
                    let kept = fs::read_to_string(&kept_file).unwrap_or_default();
                    assert_eq!(kept, format!("{torn}{zeros}"));
                }
            }
        }
        fs::write(&path, GAME).expect("write");
        append(&path, GAME.as_bytes()).expect("appended");
        mend(&path, &torn_folder).expect("whole");
        assert_eq!(fs::read_to_string(&path).expect("read"), GAME.repeat(2));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
