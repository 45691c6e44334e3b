//! Pipes from which games are imported: a pipe that was imported before is known again.

use std::{
    io::{self, BufReader, Cursor, Read, Seek as _},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use partie_db::library::{SOURCE_HEAD, SourceChecksum, SourceEntry};

use crate::input::{Input, Inputs, OpenedStream};

/// A pipe, and what it was found to begin with.
pub(super) struct Pipe {
    /// Its name.
    pub(super) name: String,
    read: SharedChecksum,
    begins_with: Option<Beginning>,
}

/// Checksum of the bytes that were read of a pipe.
type SharedChecksum = Arc<Mutex<SourceChecksum>>;

/// An earlier import of what a pipe begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Beginning {
    source: SourceEntry,
    /// True if nothing comes after it.
    is_all: bool,
}

impl Pipe {
    /// Opens the pipe among inputs, if there is one, and compares it with the sources of a library. With
    /// several pipes, one may have to be read before another is written, so they are left alone.
    pub(super) fn among(
        inputs: &mut Inputs,
        sources: &[SourceEntry],
        library: &Path,
    ) -> Option<Pipe> {
        let mut found = None;
        inputs.replace_stream(|input| {
            let read = SharedChecksum::default();
            let opened =
                input.open_raw().and_then(|(raw, _)| recognised(raw, &read, sources, library));
            let (reader, begins_with) = opened.map_err(|error| input.unreadable(error))?;
            found = Some(Pipe { name: input.name(), read, begins_with });
            Ok(Input::Opened(OpenedStream::new(input, reader)))
        });
        found
    }

    /// Returns the entry of the earlier import after which this one goes on, with the number of games to
    /// leave out.
    pub(super) fn known(&self) -> Option<SourceEntry> {
        let Beginning { source, is_all } = self.begins_with.clone()?;
        if !source.complete || is_all {
            return Some(source);
        }
        // What was taken for the end may have been that of a writer, in the middle of a game.
        Some(SourceEntry { games: source.games.saturating_sub(1), complete: false, ..source })
    }

    /// Returns the entry that this import replaces: that of an import which was stopped.
    pub(super) fn superseded(&self) -> Option<SourceEntry> {
        let source = &self.begins_with.as_ref()?.source;
        (!source.complete && source.file == self.name).then(|| source.clone())
    }

    /// Adds the checksum of what was read so far.
    pub(super) fn so_far(&self, source: SourceEntry) -> SourceEntry {
        source.known_by(&self.read.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Compares the beginning of a pipe with sources of earlier imports. Returns all bytes of the pipe
/// again; what was read to compare it is kept in a file meanwhile, since no game may be added before it
/// is known.
fn recognised(
    mut pipe: Box<dyn Read + Send>,
    read: &SharedChecksum,
    sources: &[SourceEntry],
    folder: &Path,
) -> io::Result<(Box<dyn Read + Send>, Option<Beginning>)> {
    let mut head = Vec::new();
    if sources.iter().any(|source| source.head_crc32.is_some()) {
        pipe.by_ref().take(SOURCE_HEAD as u64).read_to_end(&mut head)?;
    }
    let mut candidates: Vec<(u64, &SourceEntry)> = sources
        .iter()
        .filter(|source| source.may_begin(&head))
        .filter_map(|source| Some((source.bytes?, source)))
        .collect();
    candidates.sort_by_key(|(bytes, _)| *bytes);
    let mut pipe = Checked { source: Cursor::new(head).chain(pipe), read: Arc::clone(read) };
    if candidates.is_empty() {
        return Ok((Box::new(pipe), None));
    }
    let mut kept = tempfile::tempfile_in(folder)?;
    let (mut length, mut begins_with) = (0, None);
    for (bytes, source) in candidates {
        length += io::copy(&mut pipe.by_ref().take(bytes - length), &mut kept)?;
        if length < bytes {
            break;
        }
        if source.crc32 == Some(pipe.crc32()) {
            begins_with = Some((bytes, source));
        }
    }
    let mut next = Vec::new();
    let begins_with = match begins_with {
        Some((bytes, source)) => {
            if bytes == length {
                pipe.by_ref().take(1).read_to_end(&mut next)?;
            }
            let is_all = bytes == length && next.is_empty();
            Some(Beginning { source: source.clone(), is_all })
        }
        None => None,
    };
    kept.rewind()?;
    let reader = BufReader::new(kept).chain(Cursor::new(next)).chain(pipe);
    Ok((Box::new(reader), begins_with))
}

/// A source of which a checksum is kept.
struct Checked<R> {
    source: R,
    read: SharedChecksum,
}

impl<R> Checked<R> {
    fn crc32(&self) -> u32 {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).crc32()
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.source.read(buffer)?;
        self.read.lock().unwrap_or_else(PoisonError::into_inner).update(&buffer[..bytes]);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &[u8], complete: bool) -> SourceEntry {
        let mut checksum = SourceChecksum::default();
        checksum.update(text);
        let source = SourceEntry {
            file: "<stdin>".to_owned(),
            bytes: None,
            crc32: None,
            head_crc32: None,
            games: 7,
            complete,
        };
        source.known_by(&checksum)
    }

    #[test]
    fn a_pipe_is_read_as_it_is_and_known_by_its_beginning() {
        let folder = tempfile::tempdir().expect("a folder");
        let text: Vec<u8> = (0..20_000_u32).map(|n| ((n * n) >> 3) as u8).collect();
        let changed = |at: usize| {
            let mut text = text.clone();
            text[at] ^= 1;
            text
        };
        // Earlier imports; the pipe now, and how many bytes of it are known.
        for (earlier, pipe, known) in [
            (vec![], text.clone(), None),
            (vec![&text[..9000]], text.clone(), Some((9000, false))),
            (vec![&text[..100]], text.clone(), Some((100, false))),
            (vec![&text[..]], text.clone(), Some((20_000, true))),
            (vec![&text[..100]], text[..100].to_vec(), Some((100, true))),
            (vec![&text[..]], text[..9000].to_vec(), None),
            (vec![&text[..9000]], changed(8999), None),
            (vec![&text[..9000]], changed(9000), Some((9000, false))),
            (vec![&text[..]], changed(1), None),
            (
                vec![&text[..12_000], &text[..9000], &text[..]],
                changed(15_000),
                Some((12_000, false)),
            ),
            (vec![&text[..9000]], Vec::new(), None),
        ] {
            let sources: Vec<_> = earlier.iter().map(|text| entry(text, true)).collect();
            let read = SharedChecksum::default();
            let source = Box::new(Cursor::new(pipe.clone()));
            let (mut reader, begins_with) =
                recognised(source, &read, &sources, folder.path()).expect("a disk");
            let found = begins_with.map(|found| (found.source.bytes.unwrap_or(0), found.is_all));
            assert_eq!(found, known, "{} bytes", pipe.len());
            let mut again = Vec::new();
            reader.read_to_end(&mut again).expect("a disk");
            assert!(again == pipe, "{} bytes", pipe.len());
            let all = entry(&[], true).known_by(&read.lock().expect("no panic"));
            assert_eq!(all, entry(&pipe, true));
        }
    }
}
