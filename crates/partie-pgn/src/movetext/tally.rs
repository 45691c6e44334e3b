//! Counters of what is reported once.

use std::ops::Range;

use crate::codes;
use partie_formats::{Code, Diagnostic, Message, message};

/// Counter of problems that share one diagnostic.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(super) count: u32,
    pub(super) first: Option<(Range<usize>, u32)>,
}

impl Tally {
    /// Counts a place.
    pub(crate) fn add(&mut self, span: &Range<usize>, ply: u32) {
        self.count += 1;
        self.first.get_or_insert_with(|| (span.clone(), ply));
    }

    /// Returns the diagnostic that check marks are missing, if they are.
    pub(crate) fn missing_checks(&self) -> Option<Diagnostic> {
        self.diagnostic(&codes::MISSING_CHECK, &message!("a check mark is missing"))
    }

    /// Returns the diagnostic that numbers are written in another form, if they are.
    pub(crate) fn nonstandard_numbers(&self) -> Option<Diagnostic> {
        self.diagnostic(
            &codes::NONSTANDARD_MOVE_NUMBER,
            &message!("a move number has another form"),
        )
    }

    /// Returns the diagnostic with the count, unless it is 0.
    pub(super) fn diagnostic(&self, code: &'static Code, words: &Message) -> Option<Diagnostic> {
        let (span, ply) = self.first.clone()?;
        let message = match self.count {
            1 => message!("{problem} here", problem = words),
            count => message!(
                "{problem} here, and at {more} more places in this game",
                problem = words,
                more = count - 1
            ),
        };
        Some(Diagnostic::new(code, span, message).at_ply(ply.max(1)))
    }
}
