//! Checksums by which sources of games are known again.

/// Number of bytes at the beginning of a source that have a checksum of their own.
pub const SOURCE_HEAD: usize = 4096;

/// Content of a source: it is known by its size and its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceContent {
    /// Number of bytes.
    pub bytes: u64,
    /// CRC-32 of these bytes.
    pub crc32: u32,
    /// CRC-32 of the first [`SOURCE_HEAD`] of them; the first versions kept none.
    pub head_crc32: Option<u32>,
}

impl SourceContent {
    /// Returns true if it is the same content.
    #[must_use]
    pub fn is(&self, other: &SourceContent) -> bool {
        (self.bytes, self.crc32) == (other.bytes, other.crc32)
    }

    /// Returns true if a text may begin with this content: the first [`SOURCE_HEAD`] bytes of the text
    /// are the same.
    #[must_use]
    pub fn may_begin(&self, head: &[u8]) -> bool {
        let bytes = self.bytes.try_into().unwrap_or(usize::MAX);
        let own = head.get(..bytes.min(SOURCE_HEAD)).filter(|own| !own.is_empty());
        own.is_some_and(|own| self.head_crc32 == Some(crc32fast::hash(own)))
    }
}

/// Checksum of a source as far as it was read.
#[derive(Clone, Debug, Default)]
pub struct SourceChecksum {
    bytes: u64,
    crc32: crc32fast::Hasher,
    head: crc32fast::Hasher,
}

impl SourceChecksum {
    /// Adds bytes that were read.
    pub fn update(&mut self, bytes: &[u8]) {
        let head = SOURCE_HEAD.saturating_sub(self.bytes.try_into().unwrap_or(usize::MAX));
        self.head.update(&bytes[..head.min(bytes.len())]);
        self.crc32.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Returns the content that was read.
    #[must_use]
    pub fn content(&self) -> SourceContent {
        SourceContent {
            bytes: self.bytes,
            crc32: self.crc32.clone().finalize(),
            head_crc32: Some(self.head.clone().finalize()),
        }
    }
}
