//! Number of occurrences of each code.

use std::{cmp::Reverse, collections::BTreeMap, io};

use partie_formats::{Code, Diagnostic};
use serde_json::json;

use super::grouped;

/// The most codes that messages name.
const MOST: usize = 10;

/// Hint to see diagnostics that were only counted.
const SEEN_BY: &str = "use --all or `partie check` to see where they are";

/// Counts of diagnostics by their code.
#[derive(Debug, Default)]
pub(crate) struct CodeCounts {
    counts: BTreeMap<&'static str, Count>,
}

#[derive(Debug)]
struct Count {
    code: &'static Code,
    diagnostics: u64,
    with_fix: u64,
}

impl CodeCounts {
    pub(super) fn add(&mut self, diagnostic: &Diagnostic) {
        let code = diagnostic.code;
        let new = Count { code, diagnostics: 0, with_fix: 0 };
        let count = self.counts.entry(code.id).or_insert(new);
        count.diagnostics += 1;
        count.with_fix += u64::from(diagnostic.fix.is_some());
    }

    /// The counts, the highest first; equal ones in the order of their codes.
    fn sorted(&self) -> Vec<&Count> {
        let mut counts: Vec<_> = self.counts.values().collect();
        counts.sort_by_key(|count| Reverse(count.diagnostics));
        counts
    }

    /// Writes one code a line in columns; `*` marks codes with fixes.
    pub(super) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let counts = self.sorted();
        let width = counts.first().map_or(0, |count| grouped(count.diagnostics).len());
        for Count { code, diagnostics, with_fix } in counts {
            let fix = if *with_fix > 0 { "[*]" } else { "[ ]" };
            let (number, severity) = (grouped(*diagnostics), code.severity.name());
            writeln!(out, "{number:>width$}  {}  {fix}  {severity:<8}  {}", code.id, code.title)?;
        }
        Ok(())
    }

    /// Returns the most frequent codes, one a line, and how to see the diagnostics.
    pub(super) fn lines(&self) -> Vec<String> {
        let counts = self.sorted();
        let width = counts.first().map_or(0, |count| grouped(count.diagnostics).len());
        let line = |Count { code, diagnostics, .. }: &&Count| {
            let (number, severity) = (grouped(*diagnostics), code.severity.name());
            format!("{number:>width$}  {}  {severity:<8}  {}", code.id, code.title)
        };
        let mut lines: Vec<String> = counts.iter().take(MOST).map(line).collect();
        match counts.len() {
            0 => {}
            1..=MOST => lines.push(SEEN_BY.to_owned()),
            all => lines.push(format!("and {} more codes; {SEEN_BY}", all - MOST)),
        }
        lines
    }

    /// Writes one JSON object a line.
    pub(super) fn write_json(&self, out: &mut impl io::Write) -> io::Result<()> {
        for Count { code, diagnostics, with_fix } in self.sorted() {
            let object = json!({
                "code": code.id,
                "name": code.name,
                "severity": code.severity.name(),
                "title": code.title,
                "count": diagnostics,
                "with_fix": with_fix,
            });
            writeln!(out, "{object}")?;
        }
        Ok(())
    }
}
