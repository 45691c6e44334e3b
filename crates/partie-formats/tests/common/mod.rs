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
