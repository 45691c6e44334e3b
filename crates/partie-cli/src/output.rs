//! Outputs: standard output, or a file that appears only when complete.
//!
//! A file is written under a temporary name in its folder and takes its own name at the
//! end. So a job that fails leaves what was there before, and a file may even be
//! converted into itself (with `--force`).

use std::{
    collections::BTreeSet,
    fs::{self, File, TryLockError},
    io::{self, BufWriter, IsTerminal as _, Write},
    path::{Path, PathBuf, is_separator},
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, bail};
use partie_records::compression::Compression;
use tempfile::NamedTempFile;

use crate::{input::Input, interrupt::Unfinished, terminal, visible::VisibleWriter};

/// Permission to overwrite existing files only with `force`.
const BUFFER: usize = 128 << 10;

/// Files that may be overwritten.
#[derive(Clone, Debug, Default)]
pub(crate) struct Permission {
    force: bool,
    inputs: Vec<PathBuf>,
}

impl Permission {
    /// Nothing that exists may be overwritten, but with `force`.
    pub(crate) fn new(force: bool) -> Permission {
        Permission { force, inputs: Vec::new() }
    }

    /// With inputs, which are named in the refusal.
    pub(crate) fn reading(mut self, inputs: impl Iterator<Item = Input>) -> Permission {
        self.inputs = inputs.filter_map(|input| input.path()?.canonicalize().ok()).collect();
        self
    }

    /// Refuses a file that may not be overwritten.
    pub(crate) fn check(&self, path: &Path) -> anyhow::Result<()> {
        let Ok(existing) = path.canonicalize() else { return has_folder(path) };
        if existing.is_dir() {
            bail!("{} is a directory; expected a file", path.display());
        }
        if self.force {
            return Ok(());
        }
        if self.inputs.contains(&existing) {
            bail!(
                "{} is also an input; choose another name, or use --force to overwrite it",
                path.display()
            );
        }
        bail!("{} already exists; use --force to overwrite it", path.display())
    }
}

impl Permission {
    /// Refuses a target that must not be overwritten; the standard output and devices may be
    /// written to.
    pub(crate) fn check_target(&self, path: &Path) -> anyhow::Result<()> {
        let special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        if path.as_os_str() == "-" || special { Ok(()) } else { self.check(path) }
    }
}

/// Refuses a file in a folder that does not exist.
fn has_folder(path: &Path) -> anyhow::Result<()> {
    let (name, folder) = (path.display(), folder_of(path));
    if path.as_os_str().as_encoded_bytes().last().is_some_and(|b| is_separator(char::from(*b))) {
        bail!("{name} is a directory that does not exist; expected a file");
    }
    match folder.metadata() {
        Ok(found) if !found.is_dir() => {
            bail!("cannot write {name}: {} is not a directory", folder.display())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("cannot write {name}: the directory {} does not exist", folder.display())
        }
        // Other errors are reported by the system when the file is created.
        _ => Ok(()),
    }
}

/// The folder that a file lies in or will lie in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An output. It only counts as written after [`Output::finish`].
#[derive(Debug)]
pub(crate) struct Output {
    name: String,
    sink: Sink,
    is_terminal: bool,
}

#[derive(Debug)]
enum Sink {
    /// The standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A terminal, which the output must not control.
    Terminal(VisibleWriter<Box<dyn Write + Send>>),
    /// A device or a pipe, which cannot be replaced.
    Device(Packer<BufWriter<File>>),
    /// A file.
    File {
        packer: Packer<BufWriter<NamedTempFile>>,
        path: PathBuf,
        permission: Permission,
        guard: Unfinished,
    },
}

impl Output {
    /// Opens the file of a name, or the standard output for `-`. A file whose name ends
    /// in `.gz`, `.zst`, `.bz2` or `.xz` is packed.
    pub(crate) fn create(path: &Path, permission: &Permission) -> anyhow::Result<Output> {
        let name = path.display().to_string();
        if path.as_os_str() == "-" {
            let out = BufWriter::with_capacity(BUFFER, io::stdout());
            let is_terminal = terminal::is_terminal(false);
            let sink = if is_terminal {
                Sink::Terminal(VisibleWriter::new(Box::new(out)))
            } else {
                Sink::Stdout(out)
            };
            return Ok(Output { name: "standard output".to_owned(), sink, is_terminal });
        }
        let packing =
            path.extension().and_then(|e| e.to_str()).and_then(Compression::from_extension);
        let special = path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir());
        let sink = if special {
            let file = File::options().write(true).open(path).with_context(|| name.clone())?;
            let is_terminal = packing.is_none() && file.is_terminal();
            let file = BufWriter::with_capacity(BUFFER, file);
            if is_terminal {
                Sink::Terminal(VisibleWriter::new(Box::new(file)))
            } else {
                Sink::Device(Packer::new(file, packing).with_context(|| name.clone())?)
            }
        } else {
            permission.check(path)?;
            // A link keeps pointing to its file, which is the one to be replaced.
            let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            let (file, guard) = temporary(&path, &path)
                .with_context(|| format!("cannot write {}", path.display()))?;
            let file = BufWriter::with_capacity(BUFFER, file);
            let packer = Packer::new(file, packing).with_context(|| name.clone())?;
            Sink::File { packer, path, permission: permission.clone(), guard }
        };
        Ok(Output { name, sink, is_terminal: false })
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if it is the standard output.
    pub(crate) const fn is_stdout(&self) -> bool {
        matches!(self.sink, Sink::Stdout(_) | Sink::Terminal(_))
    }

    /// Returns true if the output is a terminal.
    pub(crate) const fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Returns the width of tables in characters: the terminal's, or as much as they need in a file
    /// or a pipe, unless `COLUMNS` is set for a pipe.
    pub(crate) fn table_width(&self) -> usize {
        match () {
            () if self.is_terminal() => terminal::width(),
            () if self.is_stdout() => terminal::columns().unwrap_or(usize::MAX),
            () => usize::MAX,
        }
    }

    /// Returns true if it is a file that will be put in its place at the end.
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self.sink, Sink::File { .. })
    }

    /// Writes the whole content of a file.
    pub(crate) fn write_whole(mut self, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.write_all(text.as_ref()).with_context(|| self.name.clone())?;
        self.finish()
    }

    /// Writes the remaining bytes, and gives the file its name.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let Output { name, sink, .. } = self;
        match sink {
            Sink::Stdout(mut out) => out.flush().context(name),
            Sink::Terminal(out) => out.finish().context(name),
            Sink::Device(packer) => packer.finish().and_then(|mut f| f.flush()).context(name),
            Sink::File { packer, path, permission, guard } => {
                let file = packer
                    .finish()
                    .and_then(|buffer| buffer.into_inner().map_err(io::IntoInnerError::into_error))
                    .with_context(|| name.clone())?;
                // The file must be complete on the disk before it replaces the old one.
                file.as_file().sync_all().with_context(|| name.clone())?;
                permission.check(&path)?;
                if let Ok(old) = path.metadata() {
                    rights::copy(&old, file.as_file()).with_context(|| name.clone())?;
                }
                file.persist(&path).map_err(|e| e.error).context(name)?;
                drop(guard);
                Ok(())
            }
        }
    }
}

/// Beginning and end of the names of temporary files.
const TEMPORARY: [&str; 2] = [".partie-", ".part"];

/// Creates a temporary file next to the file to be written. It has the permissions of `like` from
/// the start, and never more; if `like` does not exist, a new file's permissions. Runs lock their
/// files, and remove unlocked ones that earlier runs left.
pub(crate) fn temporary(beside: &Path, like: &Path) -> io::Result<(NamedTempFile, Unfinished)> {
    let (like, folder) = (like.metadata().ok(), folder_of(beside));
    remove_left_over(folder);
    Unfinished::make(|| {
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY[0]).suffix(TEMPORARY[1]);
        locked(|| rights::make(&mut builder, folder, like.as_ref()))
    })
}

/// Makes a temporary file that no other run removes.
fn locked(mut make: impl FnMut() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    loop {
        let file = make()?;
        match file.as_file().try_lock() {
            // Another run may have taken it for a leftover before it was locked.
            Ok(()) if file.path().exists() => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // Some file systems know no locks; files that are left over stay there.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// Removes temporary files that killed runs left in a folder: the unlocked ones. A folder is
/// checked once per run. Errors are ignored, because nothing depends on it.
fn remove_left_over(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.insert(folder.to_path_buf()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let [start, end] = TEMPORARY.map(str::as_bytes);
        let is_temporary =
            name.as_encoded_bytes().starts_with(start) && name.as_encoded_bytes().ends_with(end);
        if is_temporary
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Permissions of a file.
#[cfg(unix)]
mod rights {
    use std::{
        fs::{File, Metadata, Permissions},
        io,
        os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown},
        path::Path,
    };

    use tempfile::{Builder, NamedTempFile};

    /// Makes a temporary file with the rights of another. At first it has its owner's alone,
    /// because the new file's group may be another.
    pub(super) fn make(
        builder: &mut Builder<'_, '_>,
        folder: &Path,
        like: Option<&Metadata>,
    ) -> io::Result<NamedTempFile> {
        let mode = like.map_or(0o666, |like| like.mode() & 0o700);
        let file = builder.permissions(Permissions::from_mode(mode)).tempfile_in(folder)?;
        if let Some(like) = like {
            copy(like, file.as_file())?;
        }
        Ok(file)
    }

    /// Gives a file the owner, the group and the mode of another, as far as the system
    /// allows it. A group that is not the same gets no more than everybody has.
    pub(super) fn copy(like: &Metadata, file: &File) -> io::Result<()> {
        let mut mode = like.mode() & 0o7777;
        let made = file.metadata()?;
        let (uid, gid) = (like.uid(), like.gid());
        let owner = made.uid() == uid || fchown(file, Some(uid), None).is_ok();
        let group = made.gid() == gid || fchown(file, None, Some(gid)).is_ok();
        if !group {
            mode = mode & !0o070 | mode << 3 & mode & 0o070;
        }
        if !(owner && group) {
            mode &= 0o777;
        }
        file.set_permissions(Permissions::from_mode(mode))
    }
}

/// Permissions of a file.
#[cfg(not(unix))]
mod rights {
    use std::{
        fs::{File, Metadata},
        io,
        path::Path,
    };

    use tempfile::{Builder, NamedTempFile};

    /// Makes a temporary file, which has the rights that its folder gives.
    pub(super) fn make(
        builder: &mut Builder<'_, '_>,
        folder: &Path,
        _like: Option<&Metadata>,
    ) -> io::Result<NamedTempFile> {
        builder.tempfile_in(folder)
    }

    pub(super) fn copy(like: &Metadata, file: &File) -> io::Result<()> {
        file.set_permissions(like.permissions())
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(out) => out.write(buffer),
            Sink::Terminal(out) => out.write(buffer),
            Sink::Device(packer) => packer.write(buffer),
            Sink::File { packer, .. } => packer.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(out) => out.flush(),
            Sink::Terminal(out) => out.flush(),
            Sink::Device(packer) => packer.flush(),
            Sink::File { packer, .. } => packer.flush(),
        }
    }
}

/// Packs what is written, or passes it on.
enum Packer<W: Write> {
    Plain(W),
    Gzip(flate2::write::GzEncoder<W>),
    Zstd(zstd::stream::write::Encoder<'static, W>),
    Bzip2(bzip2::write::BzEncoder<W>),
    Xz(liblzma::write::XzEncoder<W>),
}

impl<W: Write> std::fmt::Debug for Packer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Packer")
    }
}

impl<W: Write> Packer<W> {
    fn new(out: W, packing: Option<Compression>) -> io::Result<Packer<W>> {
        // Levels are the defaults of the compressors' own programs.
        Ok(match packing {
            None => Packer::Plain(out),
            Some(Compression::Gzip) => {
                Packer::Gzip(flate2::write::GzEncoder::new(out, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => Packer::Zstd(zstd::stream::write::Encoder::new(out, 3)?),
            Some(Compression::Bzip2) => {
                Packer::Bzip2(bzip2::write::BzEncoder::new(out, bzip2::Compression::best()))
            }
            Some(Compression::Xz) => Packer::Xz(liblzma::write::XzEncoder::new(out, 6)),
        })
    }

    fn finish(self) -> io::Result<W> {
        match self {
            Packer::Plain(out) => Ok(out),
            Packer::Gzip(packer) => packer.finish(),
            Packer::Zstd(packer) => packer.finish(),
            Packer::Bzip2(packer) => packer.finish(),
            Packer::Xz(packer) => packer.finish(),
        }
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Packer::Plain(out) => out.write(buffer),
            Packer::Gzip(packer) => packer.write(buffer),
            Packer::Zstd(packer) => packer.write(buffer),
            Packer::Bzip2(packer) => packer.write(buffer),
            Packer::Xz(packer) => packer.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packer::Plain(out) => out.flush(),
            Packer::Gzip(packer) => packer.flush(),
            Packer::Zstd(packer) => packer.flush(),
            Packer::Bzip2(packer) => packer.flush(),
            Packer::Xz(packer) => packer.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("folder")
            .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("out.pgn");
        let mut output = Output::create(&path, &Permission::default()).expect("created");
        output.write_all(b"1. e4 *").expect("written");
        assert!(!path.exists());
        output.finish().expect("finished");
        assert_eq!(fs::read(&path).expect("read"), b"1. e4 *");

        let refused = Output::create(&path, &Permission::default()).expect_err("exists");
        assert!(refused.to_string().contains("--force"), "{refused}");
        let mut output = Output::create(&path, &Permission::new(true)).expect("created");
        output.write_all(b"1. d4 *").expect("written");
        drop(output);
        assert_eq!(fs::read(&path).expect("read"), b"1. e4 *");
        assert_eq!(files(folder.path()), ["out.pgn"]);
    }

    /// Another run that takes the file for a leftover has locked it, and will remove it.
    #[test]
    fn a_temporary_file_of_another_is_not_taken() {
        let folder = tempfile::tempdir().expect("folder");
        let mut others = Vec::new();
        let file = locked(|| {
            let file = NamedTempFile::new_in(folder.path())?;
            if others.is_empty() {
                let other = File::open(file.path())?;
                other.lock()?;
                others.push((other, file.path().to_path_buf()));
            }
            Ok(file)
        });
        assert_ne!(file.expect("a file").path(), others[0].1);
    }

    #[test]
    fn an_input_is_named_as_such() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pgn");
        fs::write(&path, "*").expect("written");
        let permission = Permission::new(false).reading([Input::File(path.clone())].into_iter());
        let other_way = folder.path().join(".").join("games.pgn");
        let refused = Output::create(&other_way, &permission).expect_err("an input");
        assert!(refused.to_string().contains("also an input"), "{refused}");
    }

    #[test]
    fn a_file_that_came_meanwhile_is_kept() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("out.pgn");
        let output = Output::create(&path, &Permission::default()).expect("created");
        fs::write(&path, "other").expect("written");
        assert!(output.finish().is_err());
        assert_eq!(fs::read(&path).expect("read"), b"other");
        assert_eq!(files(folder.path()), ["out.pgn"]);
    }

    #[test]
    fn the_extension_packs() {
        let folder = tempfile::tempdir().expect("folder");
        for extension in ["gz", "zst", "bz2", "xz"] {
            let path = folder.path().join(format!("out.pgn.{extension}"));
            let mut output = Output::create(&path, &Permission::default()).expect("created");
            output.write_all(b"1. e4 *").expect("written");
            output.finish().expect("finished");
            let bytes = fs::read(&path).expect("read");
            let packing = Compression::from_magic(&bytes).expect(extension);
            let mut text = String::new();
            packing.unpack(&bytes[..]).expect("memory").read_to_string(&mut text).expect("text");
            assert_eq!(text, "1. e4 *");
        }
    }
}
