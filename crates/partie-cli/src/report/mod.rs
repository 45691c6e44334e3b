//! Reports of diagnostics in several formats.
//!
//! Diagnostics are written as records arrive; only a count for each code is kept, so that
//! the memory of a report does not depend on the number of games.

mod account;
mod code_counts;
mod concise;
mod excerpt;
mod fingerprint;
mod github;
mod json;
mod kept;
#[cfg(test)]
mod samples;
mod sarif;
mod tally;
mod text;
mod visible;

use std::{borrow::Cow, collections::BTreeMap, io};

use partie_formats::{Code, Diagnostic, Format, ReadOptions, Record, Severity};
use partie_pgn::repair::{advice, stops_game};

pub(crate) use account::{AccountJson, AccountText};
pub(crate) use code_counts::CodeCounts;
pub(crate) use fingerprint::Fingerprints;
pub(crate) use kept::{KeptDiagnostic, KeptDiagnostics};
pub(crate) use partie_formats::text::{count, grouped};
pub(crate) use tally::Tally;
pub(crate) use text::TextReport;
pub(crate) use visible::{move_label, shortened, visible};

use crate::visible::json_line;

/// Number of diagnostics of one code that are shown as text per file before the rest is
/// counted.
const FEW: usize = 5;

/// Format of a report.
#[derive(Debug)]
pub(crate) enum ReportStyle {
    /// Not at all; they are counted only.
    Quiet,
    /// Readable text.
    Text {
        /// Draws them.
        text: TextReport,
        /// True to show all diagnostics instead of the first few of each code per file.
        all: bool,
    },
    /// One line a diagnostic.
    Concise,
    /// One JSON object a line.
    Json,
    /// One SARIF 2.1.0 document.
    Sarif(Fingerprints),
    /// Workflow commands of GitHub Actions.
    Github,
    /// Only how often each code occurs.
    CodeCounts {
        /// The counts so far.
        counts: CodeCounts,
        /// JSON objects.
        json: bool,
    },
    /// Lines of how often each code occurs, for messages at the end.
    Totals(CodeCounts),
    /// As data, the first few of each code per file.
    Kept(KeptDiagnostics),
}

/// Writes diagnostics and counts records.
#[derive(Debug)]
pub(crate) struct Report<W> {
    out: W,
    form: ReportStyle,
    /// Lowest severity that is shown; others are counted.
    threshold: Severity,
    /// Number of diagnostics of each code in the current file, for text.
    seen: BTreeMap<&'static str, (&'static Code, usize)>,
    tally: Tally,
    /// True if a SARIF result stands in the document already.
    begun: bool,
    /// Options to read games again that were not read to their end, to propose a fix.
    advice: Option<ReadOptions>,
}

impl<W: io::Write> Report<W> {
    /// Creates a report of diagnostics of a severity or higher.
    pub(crate) fn new(mut out: W, form: ReportStyle, threshold: Severity) -> io::Result<Report<W>> {
        if matches!(form, ReportStyle::Sarif(_)) {
            sarif::begin(&mut out)?;
        }
        let tally = Tally::default();
        Ok(Report {
            out,
            form,
            threshold,
            seen: BTreeMap::new(),
            tally,
            begun: false,
            advice: None,
        })
    }

    /// Adds what `fix` would do to the diagnostic at which a game stops.
    pub(crate) fn advising(self, options: ReadOptions) -> Report<W> {
        Report { advice: Some(options), ..self }
    }

    /// Returns true if the next diagnostic of a code is shown with its fix.
    fn shows_fix(&self, code: &Code) -> bool {
        match &self.form {
            ReportStyle::Text { all, .. } => {
                *all || self.seen.get(code.id).is_none_or(|(_, seen)| *seen < FEW)
            }
            ReportStyle::Json | ReportStyle::Sarif(_) | ReportStyle::Github => true,
            _ => false,
        }
    }

    /// Returns the lowest severity that is reported; `None` if none is.
    pub(crate) fn reported(&self) -> Option<Severity> {
        (!matches!(self.form, ReportStyle::Quiet)).then_some(self.threshold)
    }

    /// Counts records without reported diagnostics, by format and highest severity.
    pub(crate) fn count(&mut self, format: Format, worst: Option<Severity>, records: u64) {
        self.tally.count(format, worst, records);
    }

    /// Counts a record of a file as some games and writes its diagnostics. A record whose
    /// diagnostics were selected no longer says whether it holds a game.
    pub(crate) fn record(&mut self, file: &str, record: &Record, games: u64) -> io::Result<()> {
        self.tally.count(record.format, record.parsed.worst(), games);
        for diagnostic in &record.parsed.diagnostics {
            if diagnostic.severity < self.threshold {
                continue;
            }
            match &self.advice {
                Some(options) if self.shows_fix(diagnostic.code) => {
                    self.diagnose(file, record, &advised(record, diagnostic, options))?;
                }
                _ => self.diagnose(file, record, diagnostic)?,
            }
        }
        Ok(())
    }

    fn diagnose(&mut self, file: &str, record: &Record, diagnostic: &Diagnostic) -> io::Result<()> {
        match &mut self.form {
            ReportStyle::Quiet => Ok(()),
            ReportStyle::CodeCounts { counts, .. } | ReportStyle::Totals(counts) => {
                counts.add(diagnostic);
                Ok(())
            }
            ReportStyle::Concise => {
                writeln!(self.out, "{}", concise::line(file, record, diagnostic))
            }
            ReportStyle::Text { text, all } => {
                let (_, seen) = self.seen.entry(diagnostic.code.id).or_insert((diagnostic.code, 0));
                *seen += 1;
                if *all || *seen <= FEW {
                    writeln!(self.out, "{}\n", text.render(file, record, diagnostic))?;
                }
                Ok(())
            }
            ReportStyle::Json => {
                writeln!(self.out, "{}", json_line(&json::described(file, record, diagnostic)))
            }
            ReportStyle::Sarif(fingerprints) => {
                let separator = if self.begun { "," } else { "" };
                self.begun = true;
                let fingerprint = fingerprints.of(file, record, diagnostic);
                let result = sarif::result(file, record, diagnostic, &fingerprint);
                let result = json_line(&result);
                write!(self.out, "{separator}\n{result}")
            }
            ReportStyle::Github => {
                writeln!(self.out, "{}", github::command(file, record, diagnostic))
            }
            ReportStyle::Kept(kept) => {
                let (_, seen) = self.seen.entry(diagnostic.code.id).or_insert((diagnostic.code, 0));
                *seen += 1;
                kept.add(file, record, diagnostic, *seen <= FEW);
                Ok(())
            }
        }
    }

    /// Ends a file: reports the number of hidden diagnostics.
    pub(crate) fn end_of_file(&mut self) -> io::Result<()> {
        let seen = std::mem::take(&mut self.seen);
        if let ReportStyle::Sarif(fingerprints) = &mut self.form {
            fingerprints.end_of_file();
        }
        if let ReportStyle::Text { all: false, .. } = self.form {
            let mut hidden = false;
            for (id, (code, times)) in seen {
                if let Some(more @ 1..) = times.checked_sub(FEW) {
                    writeln!(
                        self.out,
                        "... and {more} more {id} ({}) in this file; --all shows them",
                        code.title
                    )?;
                    hidden = true;
                }
            }
            if hidden {
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    /// The records so far.
    pub(crate) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Passes on the text written so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the report. `failures` are messages about errors. Returns the records, and totals for
    /// messages.
    pub(crate) fn finish(mut self, failures: &[String]) -> io::Result<(Tally, Vec<String>)> {
        let mut totals = Vec::new();
        match &self.form {
            ReportStyle::Sarif(_) => sarif::end(&mut self.out, failures)?,
            ReportStyle::CodeCounts { counts, json: false } => counts.write(&mut self.out)?,
            ReportStyle::CodeCounts { counts, json: true } => counts.write_json(&mut self.out)?,
            ReportStyle::Totals(counts) => totals = counts.lines(),
            _ => {}
        }
        self.out.flush()?;
        Ok((self.tally, totals))
    }
}

/// Returns a diagnostic of a record, with what `fix` would do if the game is read no further.
pub(crate) fn advised<'a>(
    record: &Record,
    diagnostic: &'a Diagnostic,
    options: &ReadOptions,
) -> Cow<'a, Diagnostic> {
    if diagnostic.fix.is_some() || !stops_game(diagnostic) {
        return Cow::Borrowed(diagnostic);
    }
    match advice(record, options) {
        None => Cow::Borrowed(diagnostic),
        fix => Cow::Owned(Diagnostic { fix, ..diagnostic.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::{decode, diagnostic, message};

    use super::{samples::immortal, *};

    fn reported(form: ReportStyle, threshold: Severity, times: usize) -> String {
        let mut out = Vec::new();
        let mut report = Report::new(&mut out, form, threshold).expect("memory");
        for _ in 0..times {
            report.record("old games.pgn", &immortal(), 1).expect("memory");
        }
        report.end_of_file().expect("memory");
        report.finish(&["lost.pgn: not there".to_owned()]).expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    fn text(width: usize, all: bool) -> ReportStyle {
        ReportStyle::Text { text: TextReport::new(width, false), all }
    }

    #[test]
    fn text_form() {
        insta::assert_snapshot!(reported(text(80, false), Severity::Note, 1));
    }

    #[test]
    fn json_form() {
        insta::assert_snapshot!(reported(ReportStyle::Json, Severity::Note, 1));
    }

    #[test]
    fn github_form() {
        insta::assert_snapshot!(reported(ReportStyle::Github, Severity::Note, 1));
    }

    #[test]
    fn sarif_form() {
        let document = reported(ReportStyle::Sarif(Fingerprints::default()), Severity::Note, 2);
        let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
        let run = &document["runs"][0];
        assert_eq!(document["version"], "2.1.0");
        assert_eq!(run["results"].as_array().map(Vec::len), Some(6));
        assert_eq!(run["invocations"][0]["executionSuccessful"], false);
        insta::assert_snapshot!(format!("{:#}", run["results"][2]));
    }

    #[test]
    fn the_threshold_hides_what_is_less_bad() {
        assert_eq!(reported(ReportStyle::Json, Severity::Error, 1).lines().count(), 1);
        assert_eq!(reported(ReportStyle::Json, Severity::Warning, 1).lines().count(), 2);
        assert_eq!(reported(ReportStyle::Quiet, Severity::Note, 1), "");
    }

    #[test]
    fn the_same_code_is_shown_a_few_times_only() {
        let few = reported(text(80, false), Severity::Error, 9);
        assert_eq!(few.matches("error[TST001]").count(), FEW);
        assert!(few.ends_with(
            "... and 4 more TST001 (an illegal move) in this file; --all shows them\n\n"
        ));
        let all = reported(text(80, true), Severity::Error, 9);
        assert_eq!(all.matches("error[TST001]").count(), 9);
        assert!(!all.contains("--all"));
    }
    proptest::proptest! {
        /// Any diagnostic of any record can be reported, and no control character gets
        /// through.
        #[test]
        fn anything_can_be_reported(
            bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200),
            repeated in 1_usize..80,
            spans in proptest::array::uniform3((0_usize..16_200, 0_usize..300)),
            encoding in 0_usize..3,
            width in 0_usize..200,
        ) {
            let [span, related, fix] = spans.map(|(start, length)| start..start + length);
            let mut record = samples::record(&bytes.repeat(repeated), Vec::new());
            record.encoding = ["UTF-8", "UTF-8 and windows-1252", "windows-1251"][encoding];
            let words = String::from_utf8_lossy(&bytes).into_owned();
            record.parsed.diagnostics.push(
                diagnostic!(&samples::ILLEGAL, span, "{words}", words)
                    .related(related, message!("{words}", words))
                    .fix(fix, words.clone(), partie_formats::Confidence::Guess),
            );
            for form in [text(width, true), ReportStyle::Json, ReportStyle::Github, ReportStyle::Concise,
                ReportStyle::Sarif(Fingerprints::default())]
            {
                let mut out = Vec::new();
                let mut report = Report::new(&mut out, form, Severity::Note).expect("memory");
                report.record(&words, &record, 1).expect("memory");
                report.finish(&[]).expect("memory");
                let out = String::from_utf8(out).expect("UTF-8");
                let steering = out.chars().find(|c| decode::steers_terminal(*c) && !matches!(c, '\n' | '\t'));
                assert_eq!(steering, None, "{out}");
            }
        }
    }
}
