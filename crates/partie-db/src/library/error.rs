//! Errors of libraries.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

/// Result of work on a library.
pub type Result<T> = std::result::Result<T, LibraryError>;

/// Reason why a library cannot be read or changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum LibraryError {
    /// The folder has no manifest.
    NotALibrary(PathBuf),
    /// A library is to be made where something else is.
    NotEmpty(PathBuf),
    /// The library was made by a later version of the program.
    Newer {
        /// Folder of the library.
        folder: PathBuf,
        /// The format that its manifest names.
        format: u64,
    },
    /// Another program is changing the library.
    Locked(PathBuf),
    /// A file is not what was written.
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Description of the problem.
        why: String,
    },
    /// A file cannot be read or written.
    Io {
        /// Path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl LibraryError {
    pub(super) fn io(path: &Path, error: io::Error) -> LibraryError {
        match error.kind() {
            // Parquet's own errors, about content.
            io::ErrorKind::Other => {
                LibraryError::Damaged { path: path.to_owned(), why: error.to_string() }
            }
            _ => LibraryError::Io { path: path.to_owned(), error },
        }
    }

    pub(super) fn damaged(path: &Path, why: impl Into<String>) -> LibraryError {
        LibraryError::Damaged { path: path.to_owned(), why: why.into() }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::NotALibrary(folder) => write!(
                f,
                "{} is not a library of games; make one with `partie db init {0}`",
                folder.display()
            ),
            LibraryError::NotEmpty(folder) => write!(
                f,
                "{} exists and is not empty; a library is made in a new folder",
                folder.display()
            ),
            LibraryError::Newer { folder, format } => write!(
                f,
                "{} has format {format}, which a later version of partie wrote; this one reads up to {}",
                folder.display(),
                super::manifest::FORMAT
            ),
            LibraryError::Locked(folder) => write!(
                f,
                "{} is being changed by another program; wait until it has finished",
                folder.display()
            ),
            LibraryError::Damaged { path, why } => write!(
                f,
                "{} is damaged: {why}; `partie db check` says what can be mended",
                path.display()
            ),
            LibraryError::Io { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl error::Error for LibraryError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            LibraryError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
