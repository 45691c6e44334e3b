//! Fixes collected while a game is read, also of diagnostics that are reported once for many places.

use std::ops::Range;

use partie_formats::{Code, Confidence, Diagnostic, Fix};

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProposedFix {
    /// Kind of diagnostic that it resolves.
    pub(crate) code: &'static Code,
    /// The main line's ply, from 1.
    pub(crate) ply: Option<u32>,
    /// The edit.
    pub(crate) fix: Fix,
}

/// Collects the fixes of a game while it is read, if the caller wants them.
#[derive(Debug, Default)]
pub(crate) struct FixCollector {
    wanted: bool,
    all: Vec<ProposedFix>,
    /// Fixes of diagnostics, including diagnostics beyond the limit.
    of_diagnostics: Vec<ProposedFix>,
}

impl FixCollector {
    /// Gathers, or does not.
    pub(crate) const fn new(wanted: bool) -> FixCollector {
        FixCollector { wanted, all: Vec::new(), of_diagnostics: Vec::new() }
    }

    /// Returns true if fixes are collected.
    pub(crate) const fn wanted(&self) -> bool {
        self.wanted
    }

    /// Adds a fix.
    pub(crate) fn add(
        &mut self,
        code: &'static Code,
        ply: Option<u32>,
        span: Range<usize>,
        replacement: impl Into<String>,
        confidence: Confidence,
    ) {
        if self.wanted {
            let fix = Fix { span, replacement: replacement.into(), confidence };
            self.all.push(ProposedFix { code, ply, fix });
        }
    }

    /// Drops the changes of a kind.
    pub(crate) fn drop_code(&mut self, code: &'static Code) {
        self.all.retain(|proposed| proposed.code != code);
    }

    /// The fix of a diagnostic.
    pub(crate) fn add_fix(&mut self, code: &'static Code, ply: Option<u32>, fix: &Fix) {
        if self.wanted {
            self.of_diagnostics.push(ProposedFix { code, ply, fix: fix.clone() });
        }
    }

    /// All, and the fixes of some more diagnostics.
    pub(crate) fn with<'a>(
        self,
        diagnostics: impl Iterator<Item = &'a Diagnostic>,
    ) -> Vec<ProposedFix> {
        let mut all = self.all;
        all.extend(self.of_diagnostics);
        all.extend(diagnostics.filter_map(|d| {
            d.fix.clone().map(|fix| ProposedFix { code: d.code, ply: d.ply, fix })
        }));
        all
    }
}
