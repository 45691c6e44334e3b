//! Messages on standard error other than diagnostics.

use std::{
    fmt::Display,
    io::{self, Write as _},
    path::Path,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use serde_json::json;

use crate::{
    args::{ReportFormat, Reporting},
    report::Tally,
    terminal::is_quiet,
    visible::{json_line, visible_lines},
};

/// True if a message was printed.
static SAID: AtomicBool = AtomicBool::new(false);

/// Records that the exit status needs no explanation, because something was printed or printing is
/// not allowed.
pub(crate) fn said() {
    SAID.store(true, Relaxed);
}

/// Prints that nothing was found, if the exit status says so and no message did.
pub(crate) fn explain_status() {
    if !SAID.load(Relaxed) {
        note("no games found");
    }
}

/// Prints a message that is no error, unless only errors are wanted.
pub(crate) fn note(message: impl Display) {
    if !is_quiet() {
        print_message(message);
    }
}

/// Prints a message. Errors of the stream are ignored. The message may hold names of files and
/// text from the input as they are.
pub(crate) fn print_message(message: impl Display) {
    said();
    let message = visible_lines(&message.to_string());
    let _ = writeln!(io::stderr(), "partie: {message}");
}

/// Style of messages. If diagnostics for programs go to standard error, no other text may
/// appear there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Messages {
    /// As text.
    Words,
    /// As text, but only errors.
    Quiet,
    /// As JSON objects, one per line.
    Json,
    /// Suppressed: the document of diagnostics has its own place for errors.
    Silent,
}

impl Messages {
    /// Selects the style for a command that reports diagnostics.
    pub(super) fn new(reporting: &Reporting, beside: bool) -> Messages {
        match reporting.form() {
            _ if is_quiet() => Messages::Quiet,
            ReportFormat::Json if beside => {
                said();
                Messages::Json
            }
            ReportFormat::Sarif if beside => {
                said();
                Messages::Silent
            }
            _ => Messages::Words,
        }
    }

    /// Selects the style for a command without diagnostics.
    pub(super) fn words() -> Messages {
        if is_quiet() { Messages::Quiet } else { Messages::Words }
    }

    /// Reports a failed operation.
    pub(super) fn failure(self, message: &str) {
        self.say("failure", message, true);
    }

    /// Reports content that is missing in the output.
    pub(super) fn missing(self, message: &str) {
        self.say("left_out", message, true);
    }

    /// Reports content that the output format cannot hold.
    pub(super) fn loss(self, message: &str) {
        self.say("lost", message, false);
    }

    /// Reports information.
    pub(super) fn note(self, message: &str) {
        self.say("note", message, false);
    }

    /// Reports that a file was not made, unless the games go to the standard output.
    pub(super) fn nothing_to_write(self, output: &Path) {
        if output.as_os_str() != "-" {
            self.note(&format!("nothing to write; {} was not created", output.display()));
        }
    }

    /// Reports the totals of the run.
    pub(super) fn summary(self, tally: &Tally) {
        match self {
            Messages::Words => print_message(tally),
            Messages::Json => object(&json!({ "summary": {
                "games": tally.records(),
                "clean": tally.clean,
                "repaired": tally.repaired,
                "doubtful": tally.warnings,
                "broken": tally.broken,
                "words_kept": tally.words_kept,
            }})),
            Messages::Quiet | Messages::Silent => {}
        }
    }

    fn say(self, kind: &str, message: &str, even_quiet: bool) {
        match self {
            Messages::Words if kind == "lost" => print_message(format_args!("lost: {message}")),
            Messages::Words => print_message(message),
            Messages::Quiet if even_quiet => print_message(message),
            Messages::Json => object(&json!({ kind: message })),
            Messages::Quiet | Messages::Silent => {}
        }
    }
}

fn object(object: &serde_json::Value) {
    let _ = writeln!(io::stderr(), "{}", json_line(object));
}
