//! Errors of libraries.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

/// The version of the folder's layout that this program writes.
pub(super) const FORMAT: u64 = 5;

/// Result of work on a library.
pub type Result<T> = std::result::Result<T, LibraryError>;

/// Reason why a library cannot be read or changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum LibraryError {
    /// The folder has no manifest.
    NotALibrary(PathBuf),
    /// The path is a file.
    NotAFolder(PathBuf),
    /// The folder for a new library is not empty.
    NotEmpty(PathBuf),
    /// A library is to be copied to a folder that holds another one, or a copy with changes of its own.
    NotACopy(PathBuf),
    /// A library is to be copied to itself, or its games added to itself.
    Itself(PathBuf),
    /// A library is given twice where several are asked as one.
    Twice(PathBuf),
    /// The library was made by a later version of the program.
    Newer {
        /// Folder of the library.
        folder: PathBuf,
        /// The format that its manifest names.
        format: u64,
    },
    /// Another program is changing the library.
    Locked(PathBuf),
    /// A file differs from the one written.
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
            io::ErrorKind::Other | io::ErrorKind::UnexpectedEof => {
                LibraryError::Damaged { path: path.to_owned(), why: error.to_string() }
            }
            _ => LibraryError::Io { path: path.to_owned(), error },
        }
    }

    /// Returns the same error once more, of a file that is read.
    pub(super) fn again(&self) -> LibraryError {
        match self {
            LibraryError::Io { path, error } => {
                LibraryError::Io { path: path.clone(), error: error.kind().into() }
            }
            LibraryError::Damaged { path, why } => LibraryError::damaged(path, why.clone()),
            other => LibraryError::damaged(Path::new(""), other.to_string()),
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
            LibraryError::NotAFolder(path) => {
                write!(f, "{} is a file; a library is a folder, name another", path.display())
            }
            LibraryError::NotEmpty(folder) => write!(
                f,
                "{} exists and is not empty; a library is made in a new folder",
                folder.display()
            ),
            LibraryError::NotACopy(folder) => write!(
                f,
                "{} is another library, or a copy that was changed since; copy to a new folder",
                folder.display()
            ),
            LibraryError::Itself(folder) => {
                write!(f, "{} is the library itself; name another", folder.display())
            }
            LibraryError::Twice(folder) => {
                write!(f, "{} is given twice; name each library once", folder.display())
            }
            LibraryError::Newer { folder, format } => write!(
                f,
                "{} has format {format}, which a later version of partie wrote; this one reads up to {}, use the later one",
                folder.display(),
                FORMAT
            ),
            LibraryError::Locked(folder) => write!(
                f,
                "{} is being changed by another program; wait until it has finished",
                folder.display()
            ),
            LibraryError::Damaged { path, why }
                if path.extension().is_some_and(|e| e == "json") =>
            {
                write!(
                    f,
                    "{} is damaged: {why}; `partie db check --rebuild` makes it anew from the games",
                    path.display()
                )
            }
            LibraryError::Damaged { path, why } => write!(
                f,
                "{} is damaged: {why}; `partie db check` says what can be mended",
                path.display()
            ),
            LibraryError::Io { path, error } => {
                let path = path.display();
                match error.kind() {
                    io::ErrorKind::NotFound => write!(
                        f,
                        "{path}: file not found; `partie db check` says what can be mended"
                    ),
                    io::ErrorKind::PermissionDenied => write!(
                        f,
                        "{path}: permission denied; a library's folder must be readable, and \
                         writable to change it"
                    ),
                    io::ErrorKind::StorageFull => write!(
                        f,
                        "{path}: {error}; the library is as it was, so make room and repeat"
                    ),
                    _ => write!(f, "{path}: {error}"),
                }
            }
        }
    }
}

/// The errors of the system are part of what is displayed.
impl error::Error for LibraryError {}
