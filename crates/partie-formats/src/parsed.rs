//! A value with what was noticed while it was read.

use crate::{Diagnostic, Severity};

/// A value and its diagnostics. There is always a value: bad text is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// What was read.
    pub value: T,
    /// What was noticed, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parsed<T> {
    /// A value without findings.
    pub const fn clean(value: T) -> Parsed<T> {
        Parsed { value, diagnostics: Vec::new() }
    }

    /// The same findings with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed { value: f(self.value), diagnostics: self.diagnostics }
    }

    /// The worst severity found.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.diagnostics.iter().map(|d| d.severity).max()
    }

    /// The value, if nothing of a severity or worse was found.
    ///
    /// # Errors
    ///
    /// The findings of that severity or worse.
    pub fn deny(self, severity: Severity) -> Result<T, Vec<Diagnostic>> {
        let denied: Vec<_> =
            self.diagnostics.into_iter().filter(|d| d.severity >= severity).collect();
        if denied.is_empty() { Ok(self.value) } else { Err(denied) }
    }
}
