//! Copies of libraries.

use std::{io, path::Path};

use super::{Library, LibraryError, LibraryWriter, Result, checksum::checksum, disk};

impl Library {
    /// Copies the library and verifies the copy by its checksums. Valid files of an earlier copy
    /// are kept. Returns the number of copied games. The copy has the state of the library when it
    /// was opened, or a later one if its segments are merged meanwhile.
    ///
    /// # Errors
    ///
    /// Fails if the folder is the library's own or holds other files, or if a file cannot be read
    /// or written or is damaged. An earlier copy then stays unchanged.
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
        let is_new = known.kept_segments().next().is_none() && known.sources.is_empty();
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
        copy.copy_searches(self)?;
        copy.replace(self.manifest())?;
        Ok(own.games())
    }
}
