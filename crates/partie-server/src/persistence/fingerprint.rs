//! Numbers by which rows that have not changed are known.

use std::hash::{DefaultHasher, Hash, Hasher as _};

/// Returns a hash of stored data; never 0.
pub(super) fn number(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish().max(1)
}
