//! Opening of files, which is done nowhere else in this crate.

use std::{fs::File, io, path::Path};

use partie_formats::ReadOptions;

use crate::games::{Reader, read};

impl Reader<File> {
    /// Opens a file and reads its games.
    ///
    /// Nothing is decompressed: give [`read`] a decoder for that.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn from_path(path: impl AsRef<Path>, options: &ReadOptions) -> io::Result<Reader<File>> {
        Ok(read(File::open(path)?, options))
    }
}
