//! Diagnostics that are kept as data, for a page.

use std::sync::{Arc, Mutex, PoisonError};

use partie_formats::{Diagnostic, Record};
use partie_server::pages::ImportDiagnostic;

use super::{FEW, excerpt::excerpt};

/// The most diagnostics that are kept.
const MOST: usize = 500;

/// Diagnostics that a report keeps for someone else.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptDiagnostics(Arc<Mutex<Vec<ImportDiagnostic>>>);

impl KeptDiagnostics {
    /// Keeps a diagnostic of a file, or counts it if there are several of its code.
    pub(super) fn add(&self, file: &str, record: &Record, diagnostic: &Diagnostic) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_like = |known: &ImportDiagnostic| {
            known.file == file && known.diagnostic.code.id == diagnostic.code.id
        };
        let like = all.iter().filter(|known| is_like(known)).count();
        if (like >= FEW || all.len() >= MOST)
            && let Some(last) = all.iter_mut().rfind(|known| is_like(known))
        {
            last.more += 1;
            return;
        }
        let place = record.place(diagnostic.span.start);
        let shown = excerpt(record, std::slice::from_ref(&diagnostic.span));
        let marked = shown.spans.into_iter().next().unwrap_or_default();
        let [before, at, after] = [0..marked.start, marked.clone(), marked.end..shown.text.len()];
        all.push(ImportDiagnostic {
            file: file.to_owned(),
            line: place.line,
            column: place.column,
            diagnostic: diagnostic.clone(),
            excerpt: [before, at, after].map(|part| shown.text[part].to_owned()),
            more: 0,
        });
    }

    /// Takes what was kept, in its order.
    pub(crate) fn take(&self) -> Vec<ImportDiagnostic> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;

    use super::*;

    #[test]
    fn the_first_of_each_code_are_kept_and_the_others_counted() {
        let text = "1. e4 e5 2. Ke3 *\n\n".repeat(FEW + 3);
        let kept = KeptDiagnostics::default();
        for file in ["a.pgn", "b.pgn"] {
            for record in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
                for diagnostic in &record.parsed.diagnostics {
                    kept.add(file, &record, diagnostic);
                }
            }
        }
        let of_moves = |found: &ImportDiagnostic| found.diagnostic.code.id == "PGN030";
        let found: Vec<_> = kept.take().into_iter().filter(of_moves).collect();
        assert_eq!(found.len(), 2 * FEW);
        assert_eq!(found[0].excerpt, ["1. e4 e5 2. ", "Ke3", " *"]);
        assert_eq!((found[1].line, found[1].column), (3, 13));
        let more: Vec<u64> = found.iter().map(|found| found.more).collect();
        assert_eq!(more.iter().sum::<u64>(), 6);
        assert_eq!([more[FEW - 1], more[2 * FEW - 1]], [3, 3]);
        assert!(kept.take().is_empty());
    }
}
