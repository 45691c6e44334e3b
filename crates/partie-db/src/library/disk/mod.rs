//! Changes that a library makes to its folder.
//!
//! All changes go through these functions, so that tests can make any of them fail, and can lose
//! changes that had not reached the disk. Reads do not go through them.

#[cfg(test)]
mod simulated;

use std::{
    fs::{self, File},
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

#[cfg(test)]
use simulated::make;
#[cfg(test)]
pub(super) use simulated::{CrashFate, Failure, Recording, made, record, repair};

/// A change of a folder or of a file in it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), expect(dead_code, reason = "tests look at changes"))]
enum Change<'a> {
    /// Makes an empty file.
    Create(&'a Path),
    /// Appends to a file that was made.
    Write(&'a Path, &'a [u8]),
    /// Brings the content of a file to the disk.
    Sync(&'a Path),
    Rename(&'a Path, &'a Path),
    Remove(&'a Path),
    MakeFolder(&'a Path),
    /// Brings the names in a folder to the disk.
    SyncFolder(&'a Path),
}

/// Makes a change.
#[cfg(not(test))]
fn make<T>(_: Change<'_>, change: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    change()
}

/// A file that is being written.
#[derive(Debug)]
pub(super) struct DiskFile {
    file: File,
    path: PathBuf,
}

impl DiskFile {
    /// Creates a file, or truncates an existing one.
    pub(super) fn create(path: &Path) -> io::Result<DiskFile> {
        let file = make(Change::Create(path), || File::create(path))?;
        Ok(DiskFile { file, path: path.to_owned() })
    }

    /// Waits until the content is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        make(Change::Sync(&self.path), || sync(&self.file))
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let change = Change::Write(&self.path, bytes);
        make(change, || self.file.write_all(bytes).map(|()| bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens an empty file, creating it if needed.
pub(super) fn open_empty(path: &Path) -> io::Result<File> {
    let open = || File::options().create(true).truncate(false).write(true).open(path);
    make(Change::Create(path), open)
}

/// Copies the content of a file, and waits until it is on the disk.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut file = DiskFile::create(to)?;
    io::copy(&mut BufReader::with_capacity(1 << 18, File::open(from)?), &mut file)?;
    file.sync()
}

/// Renames a file in its folder, and waits until the new name is on the disk. A file that has the
/// name is replaced.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    make(Change::Rename(from, to), || fs::rename(from, to))?;
    sync_folder(parent(to))
}

/// Removes a file.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    make(Change::Remove(path), || fs::remove_file(path))
}

/// Creates a folder and its missing parents, and waits until their names are on the disk.
pub(super) fn make_folders(path: &Path) -> io::Result<()> {
    let missing = path.ancestors().take_while(|path| !path.as_os_str().is_empty());
    let missing: Vec<&Path> = missing.take_while(|path| !path.is_dir()).collect();
    for path in missing.into_iter().rev() {
        make(Change::MakeFolder(path), || fs::create_dir(path))?;
        sync_folder(parent(path))?;
    }
    Ok(())
}

/// Returns the folder that a file is in.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the disk has the names of a folder's files.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems cannot open folders; there the names are on the disk with the files.
    if !cfg!(unix) {
        return Ok(());
    }
    make(Change::SyncFolder(folder), || match File::open(folder) {
        Ok(folder) => sync(&folder),
        // One may write to it, but not read it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    })
}

/// Waits until a file is on the disk. Tests have a disk of their own, and do not wait.
fn sync(file: &File) -> io::Result<()> {
    if cfg!(test) { Ok(()) } else { file.sync_all() }
}
