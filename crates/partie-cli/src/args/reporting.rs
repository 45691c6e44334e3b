//! Options for reporting diagnostics, shared by all commands that read.

use clap::{Args, ValueEnum};
use partie_formats::Severity;

use super::choices;

/// Options for reporting diagnostics.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Diagnostics")]
pub(crate) struct Reporting {
    /// Report diagnostics of this severity or higher [default: repaired]
    #[arg(long, value_name = "LEVEL", value_parser = choices::severity())]
    pub(crate) severity: Option<Severity>,

    /// Exit with 1 if there are diagnostics of this severity or higher
    ///
    /// The default is repaired for `check`, and error for the other commands.
    #[arg(long, value_name = "LEVEL", value_parser = choices::denied())]
    pub(crate) deny: Option<Denied>,

    /// Format of the report on diagnostics
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// List everything, not only totals or the first few: here, each diagnostic
    #[arg(long)]
    pub(crate) all: bool,
}

/// Events that the exit status reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    /// Diagnostics of this severity or higher.
    Severity(Severity),
    /// Repairs that are guesses.
    Guess,
}

/// Output format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Readable text with the offending line
    #[default]
    Text,
    /// One diagnostic per line: location, code, message
    Concise,
    /// One JSON object per line
    Json,
    /// One SARIF 2.1.0 document
    Sarif,
    /// GitHub Actions annotations
    Github,
}

impl Reporting {
    /// Returns the lowest severity that is reported.
    pub(crate) fn severity(&self) -> Severity {
        self.severity.unwrap_or(Severity::Repaired)
    }

    /// Returns the lowest severity that the exit status reports, which is `usual` if none was named.
    pub(crate) fn denied(&self, usual: Severity) -> Severity {
        match self.deny {
            Some(Denied::Severity(severity)) => severity,
            Some(Denied::Guess) | None => usual,
        }
    }

    /// Returns true if the exit status reports guesses.
    pub(crate) fn denies_guesses(&self) -> bool {
        self.deny == Some(Denied::Guess)
    }

    /// Returns the output format.
    pub(crate) fn form(&self) -> ReportFormat {
        if self.json { ReportFormat::Json } else { self.format }
    }
}
