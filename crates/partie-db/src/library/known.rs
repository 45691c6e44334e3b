//! Sources that are known again by the beginnings of their texts, packed or not.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek as _, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{SOURCE_HEAD, SourceChecksum, SourceContent, SourceEntry};

/// Checksum of the bytes that were read of a source.
#[derive(Clone, Debug, Default)]
pub struct SharedChecksum(Arc<Mutex<ReadSoFar>>);

#[derive(Debug, Default)]
struct ReadSoFar {
    checksum: SourceChecksum,
    /// True if the end of the source was read.
    ended: bool,
}

impl SharedChecksum {
    /// Returns the bytes of a source, which the checksum follows as they are read.
    #[must_use]
    pub fn of<R>(&self, source: R) -> Checked<R> {
        Checked { source, read: self.clone() }
    }

    /// Returns the content read so far.
    #[must_use]
    pub fn content(&self) -> SourceContent {
        self.so_far().checksum.content()
    }

    /// Returns true if the source was read to its end.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.so_far().ended
    }

    fn so_far(&self) -> MutexGuard<'_, ReadSoFar> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An earlier import of the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// Its entry.
    pub source: SourceEntry,
    /// True if the text ends after it.
    pub is_all: bool,
    /// True if it is the text of a packed source.
    pub is_unpacked: bool,
}

/// Compares the beginning of a text with sources of earlier imports; reads no more of it than they have.
///
/// # Errors
///
/// If the text cannot be read.
pub fn beginning(mut text: impl Read, sources: &[SourceEntry]) -> io::Result<Option<Beginning>> {
    let head = head(&mut text, sources)?;
    let candidates = candidates(sources, &head);
    let mut text = SharedChecksum::default().of(Cursor::new(head).chain(text));
    longest(&mut text, candidates, &mut io::sink())
}

/// Compares the beginning of a pipe with sources of earlier imports. Returns a reader of the whole
/// pipe; the bytes read for the comparison are kept in a file, since no game may be added before
/// the source is known.
///
/// # Errors
///
/// Fails if the pipe cannot be read, or the file cannot be created or written.
pub fn recognised(
    mut pipe: Box<dyn Read + Send>,
    read: &SharedChecksum,
    sources: &[SourceEntry],
    kept: impl FnOnce() -> io::Result<File>,
) -> io::Result<(Box<dyn Read + Send>, Option<Beginning>)> {
    let head = head(&mut pipe, sources)?;
    let candidates = candidates(sources, &head);
    let mut pipe = read.of(Cursor::new(head).chain(pipe));
    if candidates.is_empty() {
        return Ok((Box::new(pipe), None));
    }
    let mut kept = kept()?;
    let begins_with = longest(&mut pipe, candidates, &mut kept)?;
    kept.rewind()?;
    Ok((Box::new(BufReader::new(kept).chain(pipe)), begins_with))
}

/// The first bytes of a text, if a source has a checksum of its own.
fn head(text: &mut impl Read, sources: &[SourceEntry]) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    if sources.iter().flat_map(contents).any(|(content, _)| content.head_crc32.is_some()) {
        text.take(SOURCE_HEAD as u64).read_to_end(&mut head)?;
    }
    Ok(head)
}

/// The bytes of a source as stored, and, with true, after unpacking.
fn contents(source: &SourceEntry) -> impl Iterator<Item = (SourceContent, bool)> {
    let packed = source.content.map(|content| (content, false));
    packed.into_iter().chain(source.unpacked.map(|content| (content, true)))
}

/// A content that a text may begin with, true if it was unpacked, and its source.
type Candidate<'a> = (SourceContent, bool, &'a SourceEntry);

/// Returns sources that a text with these first bytes may begin with, the shortest first.
fn candidates<'a>(sources: &'a [SourceEntry], head: &[u8]) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<_> = sources
        .iter()
        .flat_map(|source| contents(source).map(move |(content, is)| (content, is, source)))
        .filter(|(content, ..)| content.may_begin(head))
        .collect();
    candidates.sort_by_key(|(content, ..)| content.bytes);
    candidates
}

/// Finds the longest content that a text begins with. The bytes read are written to `kept`.
fn longest<R: Read>(
    text: &mut Checked<R>,
    candidates: Vec<Candidate<'_>>,
    kept: &mut impl Write,
) -> io::Result<Option<Beginning>> {
    let (mut length, mut found) = (0, None);
    for (content, is_unpacked, source) in candidates {
        length += io::copy(&mut text.by_ref().take(content.bytes - length), kept)?;
        if length < content.bytes {
            break;
        }
        if content.crc32 == text.read.content().crc32 {
            found = Some((content.bytes, is_unpacked, source));
        }
    }
    let Some((bytes, is_unpacked, source)) = found else { return Ok(None) };
    let is_all = bytes == length && io::copy(&mut text.by_ref().take(1), kept)? == 0;
    Ok(Some(Beginning { source: source.clone(), is_all, is_unpacked }))
}

/// A source whose checksum is computed while it is read.
#[derive(Debug)]
pub struct Checked<R> {
    source: R,
    read: SharedChecksum,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.source.read(buffer)?;
        let mut read = self.read.so_far();
        read.checksum.update(&buffer[..bytes]);
        read.ended = bytes == 0 && !buffer.is_empty();
        drop(read);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &[u8], complete: bool) -> SourceEntry {
        let mut checksum = SourceChecksum::default();
        checksum.update(text);
        let content = Some(checksum.content());
        let file = "<stdin>".to_owned();
        SourceEntry { file, content, unpacked: None, games: 7, complete, missing: 0 }
    }

    #[test]
    fn a_pipe_is_read_as_it_is_and_known_by_its_beginning() {
        let text: Vec<u8> = (0..20_000_u32).map(|n| ((n * n) >> 3) as u8).collect();
        let changed = |at: usize| {
            let mut text = text.clone();
            text[at] ^= 1;
            text
        };
        // Earlier imports; the pipe now, and the number of its bytes that are known.
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
                recognised(source, &read, &sources, tempfile::tempfile).expect("a disk");
            let bytes = |found: &Beginning| found.source.content.expect("one").bytes;
            let found = begins_with.map(|found| (bytes(&found), found.is_all));
            assert_eq!(found, known, "{} bytes", pipe.len());
            let mut again = Vec::new();
            reader.read_to_end(&mut again).expect("a disk");
            assert!(again == pipe, "{} bytes", pipe.len());
            assert_eq!(Some(read.content()), entry(&pipe, true).content);
        }
    }
}
