//! Compressed files, recognised by their first bytes and decompressed on the fly.
//!
//! Decompressing needs the feature `compression`; without it only the names are known.

#[cfg(feature = "compression")]
pub(crate) mod parallel;

use std::{
    io::{self, BufRead, Read},
    path::Path,
};

/// Compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// gzip, of any number of members (RFC 1952).
    Gzip,
    /// Zstandard, of any number of frames (RFC 8878).
    Zstd,
    /// bzip2, of any number of streams.
    Bzip2,
    /// xz, of any number of streams (The .xz File Format 1.2.1).
    Xz,
}

/// Number of bytes that identify the compression.
pub const MAGIC_LENGTH: usize = 6;

impl Compression {
    /// Returns the compression of a file that begins with some bytes.
    #[must_use]
    pub fn from_magic(head: &[u8]) -> Option<Compression> {
        match head {
            [0x1f, 0x8b, 0x08, ..] => Some(Compression::Gzip),
            // A skippable frame may stand before the first frame of data.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Some(Compression::Zstd)
            }
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Compression::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0x00, ..] => Some(Compression::Xz),
            _ => None,
        }
    }

    /// Returns the compression that a file extension names, without its dot.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Compression> {
        match extension.to_ascii_lowercase().as_str() {
            "gz" => Some(Compression::Gzip),
            "zst" => Some(Compression::Zstd),
            "bz2" => Some(Compression::Bzip2),
            "xz" => Some(Compression::Xz),
            _ => None,
        }
    }

    /// Returns the name that it has among programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
        }
    }

    /// Decompresses a source.
    ///
    /// # Errors
    ///
    /// If no memory is left for the decompression, or the feature `compression` is off.
    #[cfg(feature = "compression")]
    pub fn unpack<'a>(
        self,
        source: impl BufRead + Send + 'a,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        Ok(match self {
            Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
            Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(source)?),
            Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
            Compression::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(source)),
        })
    }

    /// Refuses to decompress a source, because the feature `compression` is off.
    ///
    /// # Errors
    ///
    /// Always.
    #[cfg(not(feature = "compression"))]
    pub fn unpack<'a>(self, _: impl BufRead + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
        let name = self.name();
        let why = format!("compressed with {name}, which needs the feature `compression`");
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }

    /// Decompresses a source on separate threads if `threads` allows; Zstandard frames are
    /// decompressed in parallel.
    ///
    /// # Errors
    ///
    /// Fails as [`Compression::unpack`] does, or if no thread can be started.
    pub fn unpack_on(
        self,
        source: impl BufRead + Send + 'static,
        threads: usize,
    ) -> io::Result<Box<dyn Read + Send>> {
        #[cfg(feature = "compression")]
        if threads > 1 {
            return Ok(match self {
                Compression::Zstd => Box::new(parallel::frames(source, threads)?),
                _ => Box::new(parallel::unpacked(self.unpack(source)?)?),
            });
        }
        #[cfg(not(feature = "compression"))]
        let _ = threads;
        self.unpack(source)
    }
}

/// Returns a file's name without a compressor's extension: `games.pgn` for `x/games.pgn.zst`.
#[must_use]
pub fn uncompressed_name(path: &Path) -> Option<String> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let name = match extension.and_then(Compression::from_extension) {
        Some(_) => path.file_stem(),
        None => path.file_name(),
    };
    Some(name?.to_string_lossy().into_owned())
}

#[cfg(all(test, feature = "compression"))]
mod tests {
    use std::io::Write as _;

    use super::*;

    const GAME: &[u8] = b"1. e4 e5 2. Nf3 *\n";

    fn gzip() -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(GAME).expect("memory");
        packer.finish().expect("memory")
    }

    fn bzip2() -> Vec<u8> {
        let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        packer.write_all(GAME).expect("memory");
        packer.finish().expect("memory")
    }

    fn xz() -> Vec<u8> {
        let mut packer = liblzma::write::XzEncoder::new(Vec::new(), 1);
        packer.write_all(GAME).expect("memory");
        packer.finish().expect("memory")
    }

    #[test]
    fn every_compression_in_several_parts() {
        let zstd = zstd::encode_all(GAME, 1).expect("memory");
        let parts = [
            (Compression::Gzip, gzip()),
            (Compression::Zstd, zstd),
            (Compression::Bzip2, bzip2()),
            (Compression::Xz, xz()),
        ];
        for (compression, part) in parts {
            assert_eq!(Compression::from_magic(&part), Some(compression));
            let file = [&part[..], &part[..]].concat();
            let mut text = Vec::new();
            compression
                .unpack(&file[..])
                .expect("memory")
                .read_to_end(&mut text)
                .expect("unpacked");
            assert_eq!(text, [GAME, GAME].concat(), "{compression:?}");

            let torn = &part[..part.len() - 3];
            let mut text = Vec::new();
            let end = compression.unpack(torn).expect("memory").read_to_end(&mut text);
            assert!(end.is_err(), "a torn {compression:?} file must not look whole");
        }
        assert_eq!(Compression::from_magic(GAME), None);
        assert_eq!(Compression::from_magic(b"BZ"), None);
        assert_eq!(Compression::from_magic(b""), None);
    }

    #[test]
    fn a_skippable_frame_first() {
        let mut file = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
        file.extend(zstd::encode_all(GAME, 1).expect("memory"));
        let compression = Compression::from_magic(&file).expect("zstd");
        let mut text = Vec::new();
        compression.unpack(&file[..]).expect("memory").read_to_end(&mut text).expect("unpacked");
        assert_eq!(text, GAME);
    }

    #[test]
    fn names() {
        let name = |path: &str| uncompressed_name(Path::new(path));
        assert_eq!(name("x/games.pgn.zst").as_deref(), Some("games.pgn"));
        assert_eq!(name("games.pgn").as_deref(), Some("games.pgn"));
    }
}
