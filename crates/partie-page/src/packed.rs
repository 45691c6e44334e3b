//! Packed files of texts.

use std::io::Read as _;

use flate2::bufread::MultiGzDecoder;

/// The most bytes of an unpacked text.
const UNPACKED: u64 = 64 << 20;

/// Decompresses a gzip file. Other files are returned unchanged, as is a file that is damaged or
/// longer than 64 MB decompressed, for which the second value is true.
pub(crate) fn unpacked(file: Vec<u8>) -> (Vec<u8>, bool) {
    if !file.starts_with(b"\x1f\x8b") {
        return (file, false);
    }
    let mut text = Vec::new();
    match MultiGzDecoder::new(&file[..]).take(UNPACKED + 1).read_to_end(&mut text) {
        Ok(length) if length as u64 <= UNPACKED => (text, false),
        Ok(_) => (file, true),
        Err(_) => (file, false),
    }
}

/// Returns the name of a file as it is unpacked.
pub(crate) fn unpacked_name(name: &str) -> &str {
    name.strip_suffix(".gz").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn gzip_files_are_unpacked_whole_or_not_at_all() {
        let packed = gzip(b"1. e4 *\n");
        let whole = unpacked([&packed[..], &packed].concat());
        assert_eq!(whole, (b"1. e4 *\n1. e4 *\n".to_vec(), false));
        let torn = packed[..packed.len() - 3].to_vec();
        assert_eq!(unpacked(torn.clone()), (torn, false));
        let bomb = gzip(&vec![b' '; UNPACKED as usize + 1]);
        assert_eq!(unpacked(bomb.clone()), (bomb, true));
        assert_eq!(unpacked(b"1. d4 *".to_vec()), (b"1. d4 *".to_vec(), false));
        assert_eq!([unpacked_name("a.pgn.gz"), unpacked_name("a.pgn")], ["a.pgn"; 2]);
    }
}
