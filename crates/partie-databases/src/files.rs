//! The files of a database, read at any place.

use std::{
    ffi::OsStr,
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// A file that is read at any place, by many threads at once.
pub trait ReadAt: Send + Sync {
    /// Reads some bytes at an offset, from 0; 0 at the end.
    ///
    /// # Errors
    ///
    /// Fails if the medium fails.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Returns the number of bytes.
    ///
    /// # Errors
    ///
    /// Fails if the medium fails.
    fn length(&self) -> io::Result<u64>;
}

impl ReadAt for File {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::read_at(self, buffer, offset);
        #[cfg(windows)]
        return std::os::windows::fs::FileExt::seek_read(self, buffer, offset);
        #[cfg(not(any(unix, windows)))]
        return Err(io::Error::from(io::ErrorKind::Unsupported));
    }

    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }
}

impl ReadAt for Vec<u8> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..)).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }

    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }
}

/// The files beside each other that are a database.
pub trait Files {
    /// Opens the file with an extension, in lower case and without a dot.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::NotFound`] if there is none, or another error of the medium.
    fn open(&self, extension: &str) -> io::Result<Box<dyn ReadAt>>;
}

impl<F: Fn(&str) -> io::Result<Box<dyn ReadAt>>> Files for F {
    fn open(&self, extension: &str) -> io::Result<Box<dyn ReadAt>> {
        self(extension)
    }
}

/// A file of a database with its name.
pub(crate) struct Part {
    /// Name for messages.
    pub(crate) name: String,
    file: Box<dyn ReadAt>,
    /// Number of bytes when it was opened.
    pub(crate) length: u64,
}

impl Part {
    /// Opens the file with an extension; `None` if there is none. `name` is that of the main file.
    pub(crate) fn open(
        files: &dyn Files,
        name: &str,
        extension: &str,
    ) -> io::Result<Result<Part, String>> {
        let name = beside(name, extension);
        match files.open(extension) {
            Ok(file) => {
                let length = file.length()?;
                Ok(Ok(Part { name, file, length }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Err(name)),
            Err(error) => Err(io::Error::other(format!("{name}: {error}"))),
        }
    }

    /// Fills a buffer from an offset on as far as the file goes; returns the number of bytes.
    pub(crate) fn read(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            let at = offset.saturating_add(filled as u64);
            match self.file.read_at(&mut buffer[filled..], at) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// Reads bytes at a place; fewer if the file ends before.
    pub(crate) fn bytes(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let there = self.length.saturating_sub(offset).min(length as u64);
        let mut buffer = vec![0; usize::try_from(there).unwrap_or(0)];
        let read = self.read(&mut buffer, offset)?;
        buffer.truncate(read);
        Ok(buffer)
    }

    /// Returns a stream of the bytes from an offset on.
    pub(crate) fn stream(&self, offset: u64) -> io::BufReader<FromOffset<'_>> {
        io::BufReader::with_capacity(64 << 10, FromOffset { part: self, at: offset })
    }
}

/// Returns the path of a file beside the main one, in the letter case of its extension.
///
/// ```
/// use std::path::Path;
/// use partie_databases::path_beside;
/// assert_eq!(path_beside(Path::new("a/CLUB.CBH"), "cbg"), Path::new("a/CLUB.CBG"));
/// ```
#[must_use]
pub fn path_beside(main: &Path, extension: &str) -> PathBuf {
    let is_capital = |old: &OsStr| !old.to_string_lossy().bytes().any(|b| b.is_ascii_lowercase());
    if main.extension().is_some_and(is_capital) {
        return main.with_extension(extension.to_ascii_uppercase());
    }
    main.with_extension(extension)
}

/// Name of the file with another extension, in the letter case of the main one.
pub(crate) fn beside(main: &str, extension: &str) -> String {
    let (stem, old) = main.rsplit_once('.').unwrap_or((main, ""));
    let shouted = !old.is_empty() && !old.bytes().any(|b| b.is_ascii_lowercase());
    let extension = if shouted { extension.to_ascii_uppercase() } else { extension.to_owned() };
    format!("{stem}.{extension}")
}

/// Bytes of a file from an offset on.
pub(crate) struct FromOffset<'a> {
    part: &'a Part,
    at: u64,
}

impl io::Read for FromOffset<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.part.read(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}
