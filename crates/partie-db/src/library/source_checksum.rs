//! Checksums by which sources of games are known again.

/// Number of bytes at the beginning of a source that have a checksum of their own.
pub const SOURCE_HEAD: usize = 4096;

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

    /// Returns the number of bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the CRC-32 of all bytes.
    #[must_use]
    pub fn crc32(&self) -> u32 {
        self.crc32.clone().finalize()
    }

    /// Returns the CRC-32 of the first [`SOURCE_HEAD`] bytes.
    #[must_use]
    pub fn head(&self) -> u32 {
        self.head.clone().finalize()
    }
}
