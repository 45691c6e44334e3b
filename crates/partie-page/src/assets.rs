//! Files that pages load: scripts and style sheets, built from `web/`.

/// A file that pages load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name, such as `page.css`.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
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

assets! {
    "icon.svg" => "image/svg+xml",
    "page.css" => "text/css; charset=utf-8",
    "page.js" => "text/javascript; charset=utf-8",
    "viewer.js" => "text/javascript; charset=utf-8",
}

/// Returns the file of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Asset> {
    ALL.iter().find(|asset| asset.name == name)
}

impl Asset {
    /// Returns a number that changes with the content: browsers may keep a file under it for ever.
    #[must_use]
    pub fn version(&self) -> u32 {
        // FNV-1a: no more is needed to notice a new build.
        self.content
            .iter()
            .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
    }
}
