//! Imports of sources, each of which may continue an earlier one.

use std::io::{self, Read};

use super::{Added, LibraryWriter, Result, SourceContent, SourceEntry, beginning};
use crate::columns::Row;

impl SourceEntry {
    /// Returns the entry of a source before it is read.
    #[must_use]
    pub const fn unread(file: String, content: Option<SourceContent>) -> SourceEntry {
        SourceEntry { file, content, unpacked: None, games: 0, complete: false, missing: 0 }
    }

    /// Returns the earlier import that an import of this source continues: an import of the same
    /// bytes, of the same text packed in another way or not at all, or one that stopped after the
    /// beginning of the text.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be read.
    pub fn earlier<R: Read>(
        &self,
        sources: &[SourceEntry],
        text: impl FnOnce() -> io::Result<R>,
    ) -> io::Result<Option<SourceEntry>> {
        let same = sources.iter().find(|known| self.is_same_file(known));
        if same.is_some() || sources.is_empty() {
            return Ok(same.cloned());
        }
        let found = beginning(text()?, sources)?;
        let found = found.filter(|found| found.is_all || !found.source.complete);
        Ok(found.map(|found| found.source))
    }

    /// Returns true if this source's entry replaces the entry of an earlier import with other bytes
    /// that it continues.
    #[must_use]
    pub fn supersedes(&self, earlier: &SourceEntry) -> bool {
        !earlier.complete && !self.is_same_file(earlier)
    }
}

/// An import of a source.
#[derive(Debug)]
pub struct SourceImport {
    source: SourceEntry,
    /// Number of its games that are in the library from an earlier import.
    known: u64,
    /// Number of its games that were read.
    read: u64,
}

impl SourceImport {
    /// Begins an import after an earlier one of the same games.
    #[must_use]
    pub fn after(earlier: Option<&SourceEntry>, source: SourceEntry) -> SourceImport {
        SourceImport { source, known: earlier.map_or(0, |known| known.games), read: 0 }
    }

    /// Returns the name of the source.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.source.file
    }

    /// Adds the next game, unless the library has it ([`LibraryWriter::add_new`]); `keep_duplicates` is
    /// true to add it in any case. Returns `None` if an earlier import of the source got as far.
    ///
    /// # Errors
    ///
    /// If a file of the library cannot be read or written.
    pub fn add(
        &mut self,
        writer: &mut LibraryWriter,
        row: &Row,
        keep_duplicates: bool,
    ) -> Result<Option<Added>> {
        self.read += 1;
        if self.read <= self.known {
            return Ok(None);
        }
        if !keep_duplicates {
            return writer.add_new(self.file(), row).map(Some);
        }
        let is_full = writer.add(self.file(), row)?;
        Ok(Some(Added { repetition: None, is_full }))
    }

    /// Returns the entry for a source that was read so far or to its end.
    #[must_use]
    pub fn entry(&self, complete: bool, unpacked: Option<SourceContent>) -> SourceEntry {
        let games = self.read.max(self.known);
        SourceEntry { unpacked, games, complete, ..self.source.clone() }
    }
}
