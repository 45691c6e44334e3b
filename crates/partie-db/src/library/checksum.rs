//! Checksums of files, by which damage is seen and files are known again.

use std::{fs::File, io, path::Path};

use super::{
    error::{LibraryError, Result},
    source_checksum::SourceChecksum,
};

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

/// Returns the size and the CRC-32 of a source.
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
