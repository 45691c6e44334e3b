//! A value with the diagnostics of its reading.

use crate::{Diagnostic, Severity};

/// A value and its diagnostics. There is always a value: bad text is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The value that was read.
    pub value: T,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parsed<T> {
    /// Returns a value without diagnostics.
    pub const fn clean(value: T) -> Parsed<T> {
        Parsed { value, diagnostics: Vec::new() }
    }

    /// Returns the same diagnostics with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed { value: f(self.value), diagnostics: self.diagnostics }
    }

    /// Returns the worst severity found.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.diagnostics.iter().map(|d| d.severity).max()
    }

    /// Returns the value if there is no diagnostic of this severity or worse.
    ///
    /// # Errors
    ///
    /// Returns the diagnostics of this severity or worse.
    pub fn deny(self, severity: Severity) -> Result<T, Vec<Diagnostic>> {
        let denied: Vec<_> =
            self.diagnostics.into_iter().filter(|d| d.severity >= severity).collect();
        if denied.is_empty() { Ok(self.value) } else { Err(denied) }
    }
}
