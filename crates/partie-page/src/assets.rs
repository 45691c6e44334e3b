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
    /// Its content; of a name in `.gz` it is compressed, and to be sent so.
    pub content: &'static [u8],
}

macro_rules! assets {
    ($($name:literal => $media_type:literal),* $(,)?) => {
        /// All files, by name.
        pub const ALL: &[Asset] = &[$(Asset {
            name: $name,
            media_type: $media_type,
            content: include_bytes!(concat!("../assets/", $name)),
        }),*];
    };
}

// A page that is made in a browser stands within one that has loaded them.
#[cfg(target_family = "wasm")]
assets! {}

#[cfg(not(target_family = "wasm"))]
assets! {
    "diagnostics-cs.toml.gz" => "application/toml",
    "diagnostics-de.toml.gz" => "application/toml",
    "diagnostics-fr.toml.gz" => "application/toml",
    "embed.js" => "text/javascript; charset=utf-8",
    "explorer.js" => "text/javascript; charset=utf-8",
    "icon.svg" => "image/svg+xml",
    "import.js" => "text/javascript; charset=utf-8",
    "language.js" => "text/javascript; charset=utf-8",
    "library.css" => "text/css; charset=utf-8",
    "page.css" => "text/css; charset=utf-8",
    "page.js" => "text/javascript; charset=utf-8",
    "partie.wasm.gz" => "application/wasm",
    "paste.css" => "text/css; charset=utf-8",
    "play-cs.js" => "text/javascript; charset=utf-8",
    "play-de.js" => "text/javascript; charset=utf-8",
    "play-en.js" => "text/javascript; charset=utf-8",
    "play-fr.js" => "text/javascript; charset=utf-8",
    "play.css" => "text/css; charset=utf-8",
    "play.js" => "text/javascript; charset=utf-8",
    "reader.js" => "text/javascript; charset=utf-8",
    "texts.js" => "text/javascript; charset=utf-8",
    "viewer.js" => "text/javascript; charset=utf-8",
    "words-cs.js" => "text/javascript; charset=utf-8",
    "words-de.js" => "text/javascript; charset=utf-8",
    "words-en.js" => "text/javascript; charset=utf-8",
    "words-fr.js" => "text/javascript; charset=utf-8",
}

/// The files that pages without a server load, beside the texts of their language.
pub const OF_SITES: [&str; 6] =
    ["embed.js", "icon.svg", "page.css", "page.js", "texts.js", "viewer.js"];

/// Returns the file of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Asset> {
    ALL.iter().find(|asset| asset.name == name)
}

/// Returns a number that changes with the content: browsers may keep a file under it for ever.
pub(crate) fn version(content: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(content);
    hasher.finish()
}
