//! Copies of libraries.

use std::path::Path;

use super::{Library, LibraryError, LibraryWriter, Result, disk, writer::checksum};

impl Library {
    /// Copies the library as it was when it was opened, and compares what was copied with its
    /// checksums. Of an earlier copy, files that are as they should be are kept.
    ///
    /// # Errors
    ///
    /// If the folder holds something else, a file cannot be read or written, or is damaged. The
    /// earlier copy stays as it was then.
    pub fn copy_to(&self, folder: &Path) -> Result<()> {
        let mut copy = match LibraryWriter::open(folder) {
            Err(LibraryError::NotALibrary(_)) => LibraryWriter::create(folder)?,
            opened => opened?,
        };
        let (known, own) = (copy.manifest(), self.manifest());
        let is_new = known.segments.is_empty() && known.sources.is_empty();
        if !is_new && (known.id != own.id || known.number > own.number) {
            return Err(LibraryError::NotEmpty(folder.to_owned()));
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
        copy.replace(self.manifest())
    }
}
