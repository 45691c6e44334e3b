//! Packed files, recognised by their first bytes and unpacked on the fly.

use std::io::{self, BufRead, Read};

/// Compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
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
pub(crate) const MAGIC_LENGTH: usize = 6;

impl Packing {
    /// The packing of a file that begins with some bytes.
    pub(crate) fn from_magic(head: &[u8]) -> Option<Packing> {
        match head {
            [0x1f, 0x8b, 0x08, ..] => Some(Packing::Gzip),
            // A skippable frame may stand before the first frame of data.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Some(Packing::Zstd)
            }
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Packing::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0x00, ..] => Some(Packing::Xz),
            _ => None,
        }
    }

    /// The packing of a file extension, without its dot.
    pub(crate) fn from_extension(extension: &str) -> Option<Packing> {
        match extension.to_ascii_lowercase().as_str() {
            "gz" => Some(Packing::Gzip),
            "zst" => Some(Packing::Zstd),
            "bz2" => Some(Packing::Bzip2),
            "xz" => Some(Packing::Xz),
            _ => None,
        }
    }

    /// Unpacks a source.
    pub(crate) fn unpack<'a>(
        self,
        source: impl BufRead + Send + 'a,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        Ok(match self {
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
            Packing::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(source)?),
            Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
            Packing::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(source)),
        })
    }
}

/// Names an archive that cannot be read as a stream.
pub(crate) fn archive(head: &[u8]) -> Option<&'static str> {
    match head {
        [b'P', b'K', 3, 4, ..] => Some("a ZIP archive"),
        [b'7', b'z', 0xbc, 0xaf, ..] => Some("a 7-Zip archive"),
        [b'R', b'a', b'r', b'!', ..] => Some("a RAR archive"),
        _ => None,
    }
}

#[cfg(test)]
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
    fn every_packing_in_several_parts() {
        let zstd = zstd::encode_all(GAME, 1).expect("memory");
        let parts = [
            (Packing::Gzip, gzip()),
            (Packing::Zstd, zstd),
            (Packing::Bzip2, bzip2()),
            (Packing::Xz, xz()),
        ];
        for (packing, part) in parts {
            assert_eq!(Packing::from_magic(&part), Some(packing));
            let file = [&part[..], &part[..]].concat();
            let mut text = Vec::new();
            packing.unpack(&file[..]).expect("memory").read_to_end(&mut text).expect("unpacked");
            assert_eq!(text, [GAME, GAME].concat(), "{packing:?}");

            let torn = &part[..part.len() - 3];
            let mut text = Vec::new();
            let end = packing.unpack(torn).expect("memory").read_to_end(&mut text);
            assert!(end.is_err(), "a torn {packing:?} file must not look whole");
        }
        assert_eq!(Packing::from_magic(GAME), None);
        assert_eq!(Packing::from_magic(b"BZ"), None);
        assert_eq!(Packing::from_magic(b""), None);
    }

    #[test]
    fn a_skippable_frame_first() {
        let mut file = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
        file.extend(zstd::encode_all(GAME, 1).expect("memory"));
        let packing = Packing::from_magic(&file).expect("zstd");
        let mut text = Vec::new();
        packing.unpack(&file[..]).expect("memory").read_to_end(&mut text).expect("unpacked");
        assert_eq!(text, GAME);
    }
}
