//! The diagnostic codes of this format.

use crate::Code;

/// All of them, by id.
pub const ALL: &[&Code] = &[];
