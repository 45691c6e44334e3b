//! What is said on the standard error stream besides findings.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

use serde_json::json;

use crate::{
    args::{ReportFormat, Reporting},
    report::Tally,
    visible::{json_line, visible_lines},
};

/// Prints a message. Errors of the stream are ignored. The message may hold names of files and
/// text from the input as they are.
pub(crate) fn tell(message: impl Display) {
    let message = visible_lines(&message.to_string());
    let _ = writeln!(io::stderr(), "partie: {message}");
}

/// How a command speaks. Where findings for machines go to the standard error stream,
/// nothing else may break their form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// In words.
    Words,
    /// In words, but only of what went wrong.
    Quiet,
    /// As JSON objects, one a line.
    Json,
    /// Not at all: the findings' document has a place for what went wrong.
    Silent,
}

impl Voice {
    /// The voice of a command whose findings stand on the standard output or beside.
    pub(super) fn new(reporting: &Reporting, beside: bool) -> Voice {
        match reporting.form() {
            _ if reporting.quiet => Voice::Quiet,
            ReportFormat::Json if beside => Voice::Json,
            ReportFormat::Sarif if beside => Voice::Silent,
            _ => Voice::Words,
        }
    }

    /// Something that could not be done.
    pub(super) fn failure(self, message: &str) {
        self.say("failure", message, true);
    }

    /// Something that is missing in the result.
    pub(super) fn missing(self, message: &str) {
        self.say("left_out", message, true);
    }

    /// Something that the result does not hold.
    pub(super) fn loss(self, message: &str) {
        self.say("lost", message, false);
    }

    /// Something worth knowing.
    pub(super) fn note(self, message: &str) {
        self.say("note", message, false);
    }

    /// What was read.
    pub(super) fn summary(self, tally: &Tally) {
        match self {
            Voice::Words => tell(tally),
            Voice::Json => object(&json!({ "summary": {
                "games": tally.records(),
                "clean": tally.clean,
                "repaired": tally.repaired,
                "doubtful": tally.warnings,
                "broken": tally.broken,
                "words_kept": tally.words_kept,
            }})),
            Voice::Quiet | Voice::Silent => {}
        }
    }

    fn say(self, kind: &str, message: &str, even_quiet: bool) {
        match self {
            Voice::Words if kind == "lost" => tell(format_args!("lost: {message}")),
            Voice::Words => tell(message),
            Voice::Quiet if even_quiet => tell(message),
            Voice::Json => object(&json!({ kind: message })),
            Voice::Quiet | Voice::Silent => {}
        }
    }
}

fn object(object: &serde_json::Value) {
    let _ = writeln!(io::stderr(), "{}", json_line(object));
}
