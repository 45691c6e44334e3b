//! Opening of streams of unknown format, compressed or not.

use std::io::{self, BufReader, Cursor, Read};

use partie_formats::Format;

use crate::{
    compression::{Compression, MAGIC_LENGTH},
    container::{self, Layers},
    detect,
    foreign::{OtherKind, archive, foreign},
};

/// Size of the read buffer, in bytes.
const BUFFER: usize = 128 << 10;

/// A stream that was opened.
pub struct Opened {
    /// The decompressed bytes, all of them.
    pub reader: Box<dyn Read + Send>,
    /// The first of the decompressed bytes; none if a format other than free text was given.
    pub head: Vec<u8>,
    /// Format of the records, and the container around them.
    pub layers: Layers,
    /// Compression of the bytes.
    pub compression: Option<Compression>,
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Opened { head, layers, compression, .. } = self;
        let head = String::from_utf8_lossy(head);
        let mut debug = f.debug_struct("Opened");
        debug.field("head", &head).field("layers", layers).field("compression", compression);
        debug.finish_non_exhaustive()
    }
}

/// Decompresses a stream and detects its format. With a given format, a slow stream does not block,
/// unless it is free text, whose layout is detected.
/// The file's name, without a compressor's extension, helps detection. With several threads,
/// decompression has its own.
///
/// ```
/// use partie_formats::{Format, ReadOptions};
/// use partie_records::{dispatch, open};
///
/// let stream = open(&b"[White \"A\"]\n\n1. e4 *\n"[..], None, None, 1)?;
/// assert_eq!(stream.layers.format, Format::Pgn);
/// let records = dispatch::read(stream.layers, stream.reader, &ReadOptions::default());
/// assert_eq!(records.count(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the source fails, or with [`OtherKind`] if the stream holds no chess or is an archive.
pub fn open(
    source: impl Read + Send + 'static,
    name: Option<&str>,
    format: Option<Format>,
    threads: usize,
) -> io::Result<Opened> {
    let (magic, source) = peek(source, MAGIC_LENGTH)?;
    if let Some(archive) = archive(&magic) {
        return Err(io::Error::other(OtherKind::Archive(archive)));
    }
    let compression = Compression::from_magic(&magic);
    let unpacked: Box<dyn Read + Send> = match compression {
        None => Box::new(source),
        Some(compression) => {
            compression.unpack_on(BufReader::with_capacity(BUFFER, source), threads)?
        }
    };
    let is_free = format.is_none_or(|format| format == Format::Scoresheet);
    let (head, unpacked) = peek(unpacked, if is_free { detect::HEAD } else { 0 })?;
    if let Some(what) = foreign(&head, name) {
        return Err(io::Error::other(OtherKind::Foreign(what)));
    }
    let layers = match format {
        None => container::layers(&head, name),
        Some(Format::Scoresheet) => container::layers_of_scoresheet(&head, name),
        Some(format) => format.into(),
    };
    Ok(Opened { reader: Box::new(unpacked), head, layers, compression })
}

/// Returns the first bytes of a source, and the whole source again.
///
/// # Errors
///
/// Fails if the source fails.
pub fn peek<R: Read>(mut source: R, length: usize) -> io::Result<(Vec<u8>, impl Read + use<R>)> {
    let mut head = Vec::new();
    source.by_ref().take(length as u64).read_to_end(&mut head)?;
    Ok((head.clone(), Cursor::new(head).chain(source)))
}
