//! The two suites of tests: `cargo test`, and the long one (`PARTIE_TEST_LONG=1`).
//!
//! `cargo test` needs nothing but the repository and takes minutes. The long suite
//! (`just test-long`) also reads the collections beside the repository, mutates, kills and plays
//! for longer, and begins its random numbers where a seed says. A test of the long suite
//! fails where its data is absent.
//!
//! A test that needs more than the repository has `#[ignore = "..."]` with the reason, so that
//! `cargo test` names it. The long suite runs it.

use std::path::{Path, PathBuf};

/// Returns true in the long suite.
#[must_use]
pub fn is_long() -> bool {
    std::env::var_os("PARTIE_TEST_LONG").is_some_and(|value| value != "0")
}

/// Returns `short`, or `long` in the long suite: the number of rounds of a test.
#[must_use]
pub fn rounds<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}

/// Returns the seed of a test's random numbers: `own`, in the long suite mixed with
/// `PARTIE_TEST_SEED`, which `.ci/long` takes from `PARTIE_SEED` or the date.
///
/// # Panics
///
/// If `PARTIE_TEST_SEED` is not a number.
#[must_use]
pub fn seed(own: u64) -> u64 {
    match std::env::var("PARTIE_TEST_SEED") {
        Ok(seed) if is_long() => {
            let seed: u64 = seed.parse().expect("PARTIE_TEST_SEED is a number");
            own ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
        _ => own,
    }
}

/// Returns a folder of the test data beside the repository: `../shared`, or the folder that
/// `PARTIE_TEST_CORPUS` names. Only tests of the long suite read it.
///
/// # Panics
///
/// If the folder is not there.
#[must_use]
pub fn shared(folder: &str) -> PathBuf {
    let root = std::env::var_os("PARTIE_TEST_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = root.join(folder);
    assert!(path.is_dir(), "no test data at {}; see CONTRIBUTING.md", path.display());
    path
}

/// Returns one in `step` of the numbers below `end`, or all of them in the long suite, for tests
/// with so many cases that trying each takes minutes.
pub fn one_in(step: usize, end: usize) -> impl Iterator<Item = usize> {
    (0..end).step_by(rounds(step, 1))
}
