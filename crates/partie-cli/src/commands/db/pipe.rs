//! A pipe among the inputs, which is known again by its beginning.

use std::path::Path;

use partie_db::library::{Beginning, SharedChecksum, SourceEntry, recognised};

use crate::input::{Input, Inputs, OpenedStream};

/// A pipe, and the known sources that it begins with.
pub(super) struct Pipe {
    /// Its name.
    pub(super) name: String,
    read: SharedChecksum,
    begins_with: Option<Beginning>,
}

impl Pipe {
    /// Opens the pipe among inputs, if there is exactly one, and compares it with the sources of a
    /// library. Several pipes are left alone, since one may have to be read before another is
    /// written.
    pub(super) fn among(
        inputs: &mut Inputs,
        sources: &[SourceEntry],
        library: &Path,
    ) -> Option<Pipe> {
        let mut found = None;
        inputs.replace_stream(|input| {
            let read = SharedChecksum::default();
            let opened = input.open_raw().and_then(|(raw, _)| {
                recognised(raw, &read, sources, || tempfile::tempfile_in(library))
            });
            let (reader, begins_with) = opened.map_err(|error| input.unreadable(error))?;
            found = Some(Pipe { name: input.name(), read, begins_with });
            Ok(Input::Opened(OpenedStream::new(input, reader)))
        });
        found
    }

    /// Returns the entry of the earlier import after which this one goes on, with the number of games to
    /// leave out.
    pub(super) fn known(&self) -> Option<SourceEntry> {
        let Beginning { source, is_all, .. } = self.begins_with.clone()?;
        if !source.complete || is_all {
            return Some(source);
        }
        // The supposed end may have come from a writer in the middle of a game.
        Some(SourceEntry { games: source.games.saturating_sub(1), complete: false, ..source })
    }

    /// Returns the entry of the stopped import that this one replaces.
    pub(super) fn superseded(&self) -> Option<SourceEntry> {
        let Beginning { source, is_unpacked, .. } = self.begins_with.as_ref()?;
        let is_same = *is_unpacked || source.file == self.name;
        (!source.complete && is_same).then(|| source.clone())
    }

    /// Adds the checksum of the bytes read so far.
    pub(super) fn so_far(&self, source: SourceEntry) -> SourceEntry {
        SourceEntry { content: Some(self.read.content()), ..source }
    }
}
