//! The bytes of a stream that are in memory.

use std::{io, ops::Range, sync::Arc};

/// Greatest number of bytes that are read at once, if games are short.
const CHUNK: usize = 128 << 10;

/// The bytes of a stream that were read and not yet given out. They stand in memory of its
/// own, or in memory that others read, too.
#[derive(Debug, Default)]
pub(crate) struct Window {
    own: Vec<u8>,
    shared: Option<Arc<Vec<u8>>>,
    /// Offset of the first byte in the memory.
    start: usize,
    end: usize,
}

impl Window {
    fn memory(&self) -> &[u8] {
        self.shared.as_ref().map_or(&self.own, |shared| shared)
    }

    /// Returns the available bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.memory()[self.start..self.end]
    }

    /// Gives out a number of bytes: returns their place, valid until more is read.
    #[inline]
    pub(crate) const fn take(&mut self, length: usize) -> Range<usize> {
        let start = self.start;
        self.start += length;
        start..self.start
    }

    /// Returns the end of the bytes that were given out.
    pub(crate) const fn given_out(&self) -> usize {
        self.start
    }

    /// Returns the bytes of a place that was given out.
    #[inline]
    pub(crate) fn taken(&self, place: Range<usize>) -> &[u8] {
        &self.memory()[place]
    }

    /// Drops all bytes.
    pub(crate) const fn clear(&mut self) {
        self.start = self.end;
    }

    /// Restarts with a shared buffer and the number of its bytes, or without one.
    pub(crate) fn begin_anew(&mut self, text: Option<(Arc<Vec<u8>>, usize)>) {
        let (shared, end) = text.map_or((None, 0), |(text, end)| (Some(text), end));
        (self.shared, self.start, self.end) = (shared, 0, end);
    }

    /// Reads more. Returns false at the end.
    pub(crate) fn fill(&mut self, source: &mut impl io::Read) -> io::Result<bool> {
        let length = self.end - self.start;
        if let Some(shared) = self.shared.take() {
            let room = length.max(CHUNK);
            self.own.resize(room.max(self.own.len()), 0);
            self.own[..length].copy_from_slice(&shared[self.start..self.end]);
        } else if self.start > 0 {
            self.own.copy_within(self.start..self.end, 0);
        }
        (self.start, self.end) = (0, length);
        if self.own.len() - self.end < CHUNK / 2 {
            self.own.resize((2 * self.own.len()).max(CHUNK), 0);
        }
        loop {
            match source.read(&mut self.own[self.end..]) {
                Ok(n) => {
                    self.end += n;
                    return Ok(n > 0);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }
}
