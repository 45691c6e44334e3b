//! Modes of new files and folders, on systems that have them.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// Sets the mode that a file gets if `options` create it. Without modes it has the rights that its
/// folder gives.
pub(crate) fn of_new_file(options: &mut OpenOptions, mode: u32) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options
}

/// Creates a folder and its missing parents, for the server's own user only (mode 0700).
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates a file, unless it exists, that only the server's own user can read and write (mode
/// 0600), like the files beside it.
pub(crate) fn create_private_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let file = of_new_file(options.append(true).create(true), 0o600).open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(file);
    Ok(())
}

/// Names the file in an error.
pub(crate) fn named(path: &Path, fault: &io::Error) -> io::Error {
    io::Error::new(fault.kind(), format!("{}: {fault}", path.display()))
}

/// Removes a file, if there is one.
pub(crate) fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => Err(fault),
        _ => Ok(()),
    }
}

/// Writes a file under another name first, so that it is whole under its own, and outlasts a power
/// cut.
pub(crate) fn write_whole(path: &Path, text: &[u8], mode: u32) -> io::Result<()> {
    let draft = path.with_extension("new");
    remove_file(&draft)?;
    let mut options = OpenOptions::new();
    let mut file = of_new_file(options.write(true).create_new(true), mode).open(&draft)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    // Elsewhere a folder cannot be opened.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}
