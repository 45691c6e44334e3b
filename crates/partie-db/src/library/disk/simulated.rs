//! Simulated disks: one that fails, and one that loses unsynced changes in a crash.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use partie_testkit::random::Chance;

use super::{Change, parent};

thread_local! {
    /// The changes of this thread are recorded here, if they are to be.
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// Changes that are to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::library) enum Failure {
    /// None.
    Never,
    /// The change of this number, from 0.
    At(usize),
    /// The change of this number and all later ones.
    From(usize),
}

/// Changes that were made.
#[derive(Debug)]
pub(in crate::library) struct Recording {
    failure: Failure,
    /// Number of changes that were tried.
    pub(in crate::library) tried: usize,
    log: Vec<Made>,
}

/// A change that was made.
#[derive(Clone, Debug)]
enum Made {
    Create(PathBuf),
    Write(PathBuf, Vec<u8>),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    MakeFolder(PathBuf),
    SyncFolder(PathBuf),
}

impl Made {
    fn of(change: Change<'_>) -> Made {
        let own = Path::to_owned;
        match change {
            Change::Create(path) => Made::Create(own(path)),
            Change::Write(path, bytes) => Made::Write(own(path), bytes.to_owned()),
            Change::Sync(path) => Made::Sync(own(path)),
            Change::Rename(from, to) => Made::Rename(own(from), own(to)),
            Change::Remove(path) => Made::Remove(own(path)),
            Change::MakeFolder(path) => Made::MakeFolder(own(path)),
            Change::SyncFolder(path) => Made::SyncFolder(own(path)),
        }
    }
}

/// Records a function's changes, some of which fail.
pub(in crate::library) fn record<T>(failure: Failure, f: impl FnOnce() -> T) -> (T, Recording) {
    let recording = Recording { failure, tried: 0, log: Vec::new() };
    RECORDING.set(Some(recording));
    let done = f();
    (done, RECORDING.take().expect("it was set above"))
}

/// Returns the number of changes that were made until now, while they are recorded.
pub(in crate::library) fn made() -> usize {
    RECORDING.with_borrow(|recording| recording.as_ref().map_or(0, |recording| recording.log.len()))
}

/// Ends the failures.
pub(in crate::library) fn repair() {
    RECORDING.with_borrow_mut(|recording| {
        if let Some(recording) = recording {
            recording.failure = Failure::Never;
        }
    });
}

/// Makes a change, or fails.
pub(super) fn make<T>(change: Change<'_>, does: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    RECORDING.with_borrow_mut(|recording| {
        let Some(recording) = recording else { return does() };
        let number = recording.tried;
        recording.tried += 1;
        let fails = match recording.failure {
            Failure::Never => false,
            Failure::At(at) => number == at,
            Failure::From(first) => number >= first,
        };
        if fails {
            if let Change::Write(path, bytes) = change {
                // Some of it is written.
                let file = fs::File::options().append(true).open(path);
                let _ = file.and_then(|mut file| {
                    io::Write::write_all(&mut file, &bytes[..bytes.len() / 2])
                });
            }
            return Err(io::ErrorKind::StorageFull.into());
        }
        let done = does()?;
        recording.log.push(Made::of(change));
        Ok(done)
    })
}

/// Fate at a crash of changes that had not reached the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::library) enum CrashFate {
    /// All of them are lost.
    Nothing,
    /// None is lost.
    All,
    /// The later ones are lost, and of a write the second half.
    Half,
    /// Any of them are lost, by chance; where a write is missing before another, there are zeros.
    Some(u64),
}

/// A file of the simulated disk.
#[derive(Debug, Default)]
struct Content {
    synced: Vec<u8>,
    writes: Vec<Vec<u8>>,
}

/// A change of names that has not reached the disk.
#[derive(Debug)]
enum Name {
    Link(PathBuf, usize),
    Move(PathBuf, PathBuf, usize),
    Unlink(PathBuf),
    Folder(PathBuf),
}

impl Name {
    fn folder(&self) -> &Path {
        match self {
            Name::Link(path, _)
            | Name::Move(_, path, _)
            | Name::Unlink(path)
            | Name::Folder(path) => parent(path),
        }
    }
}

/// The files that have reached the disk.
#[derive(Debug, Default)]
struct OnDisk {
    files: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
}

impl OnDisk {
    fn apply(&mut self, name: Name) {
        match name {
            Name::Link(path, content) => {
                self.files.insert(path, content);
            }
            Name::Move(from, to, content) => {
                self.files.remove(&from);
                self.files.insert(to, content);
            }
            Name::Unlink(path) => {
                self.files.remove(&path);
            }
            Name::Folder(path) => {
                self.folders.insert(path);
            }
        }
    }
}

impl Recording {
    /// Returns the number of changes that were made.
    pub(in crate::library) const fn len(&self) -> usize {
        self.log.len()
    }

    /// Makes, at `copy`, the folder as the disk has it after a crash that follows the first `after`
    /// changes. `root` was the recorded folder; changes outside of it are ignored.
    pub(in crate::library) fn crash(
        &self,
        after: usize,
        kept: CrashFate,
        root: &Path,
        copy: &Path,
    ) {
        let mut contents: Vec<Content> = Vec::new();
        let mut names: BTreeMap<&Path, usize> = BTreeMap::new();
        let mut pending: Vec<Name> = Vec::new();
        let mut disk = OnDisk::default();
        for made in &self.log[..after] {
            match made {
                Made::Create(path) => {
                    contents.push(Content::default());
                    names.insert(path, contents.len() - 1);
                    pending.push(Name::Link(path.clone(), contents.len() - 1));
                }
                Made::Write(path, bytes) => contents[names[&**path]].writes.push(bytes.clone()),
                Made::Sync(path) => {
                    let content = &mut contents[names[&**path]];
                    content.synced.extend(content.writes.drain(..).flatten());
                }
                Made::Rename(from, to) => {
                    let content = names.remove(&**from).expect("a file that was made");
                    names.insert(to, content);
                    pending.push(Name::Move(from.clone(), to.clone(), content));
                }
                Made::Remove(path) => {
                    names.remove(&**path);
                    pending.push(Name::Unlink(path.clone()));
                }
                Made::MakeFolder(path) => pending.push(Name::Folder(path.clone())),
                Made::SyncFolder(folder) => {
                    let synced = pending.extract_if(.., |name| name.folder() == folder);
                    synced.for_each(|name| disk.apply(name));
                }
            }
        }
        let mut chance = Chance::new(if let CrashFate::Some(seed) = kept { seed } else { 0 });
        let half = pending.len() / 2;
        for (number, name) in pending.into_iter().enumerate() {
            let keep = match kept {
                CrashFate::Nothing => false,
                CrashFate::All => true,
                CrashFate::Half => number < half,
                CrashFate::Some(_) => chance.below(2) == 0,
            };
            if keep {
                disk.apply(name);
            }
        }
        let place = |path: &Path| copy.join(path.strip_prefix(root).expect("a path in the folder"));
        disk.files.retain(|path, _| path.starts_with(root));
        for folder in disk.folders.iter().filter(|path| path.starts_with(root)) {
            // One that lies in another which was lost is lost with it.
            let _ = fs::create_dir(place(folder));
        }
        for (path, content) in disk.files {
            let Content { mut synced, writes } = std::mem::take(&mut contents[content]);
            let last = writes.len();
            for (number, write) in writes.into_iter().enumerate() {
                match kept {
                    CrashFate::Nothing => {}
                    CrashFate::All => synced.extend(write),
                    CrashFate::Half if number + 1 < last => synced.extend(write),
                    CrashFate::Half => synced.extend_from_slice(&write[..write.len() / 2]),
                    CrashFate::Some(_) if chance.below(2) == 0 => synced.extend(write),
                    CrashFate::Some(_) => synced.resize(synced.len() + write.len(), 0),
                }
            }
            if place(parent(&path)).is_dir() {
                fs::write(place(&path), synced).expect("a disk");
            }
        }
    }
}
