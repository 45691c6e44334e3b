//! Modes of new files and folders, on systems that have them.

use std::{
    fs::{DirBuilder, OpenOptions},
    io,
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

/// Makes a folder, and those above it, for the user who runs the server alone (mode 0700).
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
