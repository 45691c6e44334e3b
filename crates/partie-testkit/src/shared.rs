//! Test data beside the repository.

use std::path::{Path, PathBuf};

/// Returns a folder of the test data beside the repository. Without it a test has nothing to read
/// and says so.
///
/// `PARTIE_TEST_CORPUS` names another folder than `../shared`; with the value `required` a test
/// without its data fails.
///
/// # Panics
///
/// If the data are required and are not there.
#[must_use]
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
pub fn shared(folder: &str) -> Option<PathBuf> {
    let wanted = std::env::var("PARTIE_TEST_CORPUS").ok();
    let required = wanted.as_deref() == Some("required");
    let root = match wanted {
        Some(root) if !required => PathBuf::from(root),
        _ => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let root = root.join(folder);
    if root.is_dir() {
        return Some(root);
    }
    assert!(!required, "no test data at {}, and PARTIE_TEST_CORPUS requires them", root.display());
    println!("skipped: no test data at {}", root.display());
    None
}
