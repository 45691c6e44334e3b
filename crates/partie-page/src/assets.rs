//! Files that pages load: scripts and style sheets, built from `web/`.

use std::hash::Hasher as _;

use fnv::FnvHasher;

/// A file that pages load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name, such as `page.css`.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// The content; for a name in `.gz`, compressed, and sent as it is.
    pub content: &'static [u8],
}

/// Version of the reader for browsers that pages expect: the workspace's, and a number to raise
/// when the reader's answers change. Pages use the server if the reader has another version.
pub const READER_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", 4);

/// All files, by name.
pub const ALL: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The files that pages without a server load, beside the texts of their language.
pub const OF_SITES: [&str; 6] =
    ["embed.js", "icon.svg", "page.css", "page.js", "texts.js", "viewer.js"];

/// Returns the file of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Asset> {
    ALL.iter().find(|asset| asset.name == name)
}

/// Returns the reader for browsers, if it is there and has the version that pages expect.
#[must_use]
pub fn reader() -> Option<&'static Asset> {
    named("partie.wasm.gz").filter(|asset| is_reader(asset.content, READER_VERSION))
}

/// Returns true if this is the reader of a version, which `just wasm` writes into the header of gzip
/// (RFC 1952) as the name of the file that was compressed: `partie-0.1.0+1.wasm`.
fn is_reader(content: &[u8], version: &str) -> bool {
    const HAS_NAME: u8 = 8;
    let Some((header, rest)) = content.split_at_checked(10) else { return false };
    let name = rest.split(|byte| *byte == 0).next().unwrap_or_default();
    header[3] == HAS_NAME && name == format!("partie-{version}.wasm").as_bytes()
}

/// Returns the version in the address of a file, which changes with the content: browsers may keep the
/// file under it for ever.
#[must_use]
pub fn version(content: &[u8]) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(content);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::is_reader;

    #[test]
    fn a_reader_of_another_version_is_not_used() {
        let named = b"\x1f\x8b\x08\x08\0\0\0\0\x02\x03partie-0.1.0+1.wasm\0\xb3";
        assert!(is_reader(named, "0.1.0+1"));
        assert!(!is_reader(named, "0.1.0+10"));
        assert!(!is_reader(named, "0.2.0+1"));
        let nameless = b"\x1f\x8b\x08\0\0\0\0\0\x02\x03partie-0.1.0+1.wasm\0\xb3";
        assert!(!is_reader(nameless, "0.1.0+1"));
        assert!(!is_reader(b"\x1f\x8b", "0.1.0+1"));
    }
}
