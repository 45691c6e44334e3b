//! What the integration tests share.

use std::path::{Path, PathBuf};

/// A folder of the shared test data beside the repository, if it is there. The
/// tests that use it say so when they have nothing to read.
#[must_use]
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(folder);
    if root.is_dir() {
        return Some(root);
    }
    println!("skipped: no test data at {}", root.display());
    None
}

/// All PGN files of the shared test data, by name; none if they are not there.
#[allow(dead_code, reason = "each test binary uses its part of this")]
pub(crate) fn pgn_files() -> Vec<PathBuf> {
    let Some(root) = shared("testdata") else { return Vec::new() };
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
