//! Changes of the text that mend what a finding tells only once, or tells of no place.

use std::ops::Range;

use partie_formats::{Code, Confidence, Diagnostic, Fix};

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remedy {
    /// The kind of finding that it mends.
    pub(crate) code: &'static Code,
    /// The main line's ply, from 1.
    pub(crate) ply: Option<u32>,
    /// What is replaced by what.
    pub(crate) fix: Fix,
}

/// The changes that are gathered while a game is read; none are when nobody asks.
#[derive(Debug, Default)]
pub(crate) struct Remedies {
    wanted: bool,
    all: Vec<Remedy>,
    /// The fixes of findings, also of those that are too many to be kept.
    of_findings: Vec<Remedy>,
}

impl Remedies {
    /// Gathers, or does not.
    pub(crate) const fn new(wanted: bool) -> Remedies {
        Remedies { wanted, all: Vec::new(), of_findings: Vec::new() }
    }

    /// Whether somebody asks.
    pub(crate) const fn wanted(&self) -> bool {
        self.wanted
    }

    /// One more.
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
            self.all.push(Remedy { code, ply, fix });
        }
    }

    /// Drops the changes of a kind.
    pub(crate) fn drop_code(&mut self, code: &'static Code) {
        self.all.retain(|remedy| remedy.code != code);
    }

    /// The fix of a finding.
    pub(crate) fn add_fix(&mut self, code: &'static Code, ply: Option<u32>, fix: &Fix) {
        if self.wanted {
            self.of_findings.push(Remedy { code, ply, fix: fix.clone() });
        }
    }

    /// All, and the fixes of some more findings.
    pub(crate) fn with<'a>(self, findings: impl Iterator<Item = &'a Diagnostic>) -> Vec<Remedy> {
        let mut all = self.all;
        all.extend(self.of_findings);
        all.extend(
            findings
                .filter_map(|d| d.fix.clone().map(|fix| Remedy { code: d.code, ply: d.ply, fix })),
        );
        all
    }
}
