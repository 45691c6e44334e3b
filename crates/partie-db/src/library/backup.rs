//! Copies of libraries.

use std::{io, path::Path};

use super::{Library, LibraryError, LibraryWriter, Result, checksum::checksum, disk};

impl Library {
    /// Copies the library, and compares what was copied with its checksums. Of an earlier copy, files
    /// that are as they should be are kept. Returns the number of games that were copied: those of
    /// the library as it was when it was opened, or later if its segments are merged meanwhile.
    ///
    /// # Errors
    ///
    /// If the folder is that of the library or holds something else, a file cannot be read or
    /// written, or is damaged. The earlier copy stays as it was then.
    pub fn copy_to(&self, folder: &Path) -> Result<u64> {
        self.is_not_in(folder)?;
        let mut copied = self.copy_once(folder);
        let mut number = self.manifest().number;
        while let Err(LibraryError::Io { error, .. }) = &copied
            && error.kind() == io::ErrorKind::NotFound
        {
            let newest = Library::open(self.folder())?;
            if newest.manifest().number == number {
                break;
            }
            number = newest.manifest().number;
            copied = newest.copy_once(folder);
        }
        copied
    }

    fn copy_once(&self, folder: &Path) -> Result<u64> {
        let mut copy = match LibraryWriter::open(folder) {
            Err(LibraryError::NotALibrary(_)) => LibraryWriter::create(folder)?,
            opened => opened?,
        };
        let (known, own) = (copy.manifest(), self.manifest());
        let is_new = known.segments.is_empty() && known.sources.is_empty();
        if !is_new && (known.id != own.id || known.number > own.number) {
            return Err(LibraryError::NotACopy(folder.to_owned()));
        }
        let files = self.manifest().kept_segments().flat_map(|segment| &segment.files);
        for file in files {
            let to = folder.join(&file.path);
            let wanted = (file.bytes, file.crc32);
            if to.exists() && checksum(&to)? == wanted {
                continue;
            }
            let from = self.folder().join(&file.path);
            let new = to.with_extension("unfinished");
            disk::copy(&from, &new).map_err(|error| LibraryError::io(&from, error))?;
            if checksum(&new)? != wanted {
                return Err(LibraryError::damaged(&from, "its content is not what was written"));
            }
            disk::rename(&new, &to).map_err(|error| LibraryError::io(&to, error))?;
        }
        copy.replace(self.manifest())?;
        Ok(own.games())
    }
}
