//! Checksums of files, by which damage is seen and files are known again.

use std::{fs::File, io, path::Path};

use super::error::{LibraryError, Result};

/// Returns the size of a file in bytes, and its CRC-32.
///
/// # Errors
///
/// If it cannot be read.
pub fn checksum(path: &Path) -> Result<(u64, u32)> {
    let checksum = File::open(path).and_then(checksum_of);
    checksum.map_err(|error| LibraryError::io(path, error))
}

/// Returns the size and the CRC-32 of what is read.
pub(super) fn checksum_of(mut file: impl io::Read) -> io::Result<(u64, u32)> {
    let mut crc = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 18];
    let mut bytes = 0;
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((bytes, crc.finalize())),
            read => {
                crc.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
}
