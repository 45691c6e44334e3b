//! How findings are told: options that all reading commands share.

use clap::{Args, ValueEnum};
use partie_formats::Severity;

use super::choices;

/// How findings are told.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(crate) struct Reporting {
    /// Tell findings of this level or worse (repaired)
    #[arg(long, value_name = "LEVEL", value_parser = choices::severity())]
    pub(crate) severity: Option<Severity>,

    /// Exit with 1 if there are findings of this level or worse
    ///
    /// Without this option, `check` complains about anything repaired or worse, and the
    /// other commands only about errors.
    #[arg(long, value_name = "LEVEL", value_parser = choices::severity())]
    pub(crate) deny: Option<Severity>,

    /// How findings are told
    #[arg(long, value_name = "FORM", value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,

    /// Short for --format json: one finding a line
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Show every finding, not only the first few of a kind in each file
    #[arg(long)]
    pub(crate) all: bool,

    /// Tell nothing but what could not be done; the exit status says the rest
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people, with the line in question
    Text,
    /// One diagnostic a line: place, code, message
    Concise,
    /// One JSON object a line
    Json,
    /// One SARIF 2.1.0 document
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

impl Reporting {
    /// The level from which on findings are told.
    pub(crate) fn severity(&self) -> Severity {
        self.severity.unwrap_or(Severity::Repaired)
    }

    /// The form of the report.
    pub(crate) fn form(&self) -> ReportFormat {
        if self.json { ReportFormat::Json } else { self.format }
    }
}
