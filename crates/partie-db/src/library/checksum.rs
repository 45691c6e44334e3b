//! Checksums of files, by which damage is seen and files are known again.

use std::{fs::File, io, path::Path};

use super::error::{LibraryError, Result};

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

/// Returns the checksum of a file from which games are imported.
///
/// # Errors
///
/// If it cannot be read.
pub fn source_checksum(path: &Path) -> Result<SourceChecksum> {
    let mut checksum = SourceChecksum::default();
    let read = File::open(path).and_then(|file| each_part(file, |part| checksum.update(part)));
    read.map_err(|error| LibraryError::io(path, error))?;
    Ok(checksum)
}

/// Returns the size of a file in bytes, and its CRC-32.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn checksum(path: &Path) -> Result<(u64, u32)> {
    let checksum = File::open(path).and_then(checksum_of);
    checksum.map_err(|error| LibraryError::io(path, error))
}

/// Returns the size and the CRC-32 of what is read.
pub(super) fn checksum_of(file: impl io::Read) -> io::Result<(u64, u32)> {
    let mut crc = crc32fast::Hasher::new();
    let mut bytes = 0;
    each_part(file, |part| {
        crc.update(part);
        bytes += part.len() as u64;
    })?;
    Ok((bytes, crc.finalize()))
}

fn each_part(mut file: impl io::Read, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            read => each(&buffer[..read]),
        }
    }
}
