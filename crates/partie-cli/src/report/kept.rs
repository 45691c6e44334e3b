//! Diagnostics that are kept as data, for a page.

use std::sync::{Arc, Mutex, PoisonError};

use partie_formats::{Diagnostic, Record};

use super::excerpt::excerpt;

/// The most diagnostics that are kept.
const MOST: usize = 500;

/// A diagnostic that is kept.
#[derive(Clone, Debug)]
pub(crate) struct KeptDiagnostic {
    pub(crate) file: String,
    /// Line and column of its place, from 1.
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) diagnostic: Diagnostic,
    /// The text before its place, at it and after it.
    pub(crate) excerpt: [String; 3],
}

/// Diagnostics that a report keeps for another part of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptDiagnostics(Arc<Mutex<KeptList>>);

#[derive(Debug, Default)]
struct KeptList {
    diagnostics: Vec<KeptDiagnostic>,
    left_out: u64,
}

impl KeptDiagnostics {
    /// Keeps a diagnostic of a file if it is one of the first of its code, or counts it.
    pub(super) fn add(&self, file: &str, record: &Record, diagnostic: &Diagnostic, is_early: bool) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_early || kept.diagnostics.len() >= MOST {
            kept.left_out += 1;
            return;
        }
        let place = record.place(diagnostic.span.start);
        let shown = excerpt(record, std::slice::from_ref(&diagnostic.span));
        let marked = shown.spans.into_iter().next().unwrap_or_default();
        let [before, at, after] = [0..marked.start, marked.clone(), marked.end..shown.text.len()];
        kept.diagnostics.push(KeptDiagnostic {
            file: file.to_owned(),
            line: place.line,
            column: place.column,
            diagnostic: diagnostic.clone(),
            excerpt: [before, at, after].map(|part| shown.text[part].to_owned()),
        });
    }

    /// Takes the stored diagnostics, in order, and the number of the others.
    pub(crate) fn take(&self) -> (Vec<KeptDiagnostic>, u64) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let KeptList { diagnostics, left_out } = std::mem::take(&mut *kept);
        (diagnostics, left_out)
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::{ReadOptions, Severity};

    use super::{
        super::{FEW, Report, ReportStyle},
        *,
    };

    #[test]
    fn the_first_of_each_code_and_file_are_kept_and_the_others_counted() {
        let text = "1. e4 e5 2. Ke3 *\n\n".repeat(FEW + 3);
        let kept = KeptDiagnostics::default();
        let form = ReportStyle::Kept(kept.clone());
        let mut report = Report::new(Vec::new(), form, Severity::Error).expect("memory");
        let files = MOST / FEW + 1;
        for file in 0..files {
            for record in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
                report.record(&format!("{file}.pgn"), &record, 1).expect("memory");
            }
            report.end_of_file().expect("memory");
        }
        let (found, left_out) = kept.take();
        assert_eq!((found.len(), left_out as usize), (MOST, files * (FEW + 3) - MOST));
        assert_eq!(found[0].excerpt, ["1. e4 e5 2. ", "Ke3", " *"]);
        assert_eq!((found[1].line, found[1].column), (3, 13));
        assert_eq!((&*found[FEW].file, found[FEW].line), ("1.pgn", 1));
    }
}
