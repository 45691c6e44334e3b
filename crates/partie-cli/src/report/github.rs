//! Diagnostics as workflow commands, which GitHub Actions shows at the lines of a change ("Workflow
//! commands for GitHub Actions", section "Setting an error message").

use partie_formats::{Diagnostic, Record, Severity};

use crate::visible::visible_lines;

/// Formats a diagnostic as `::error file=...,line=...,col=...::message`.
pub(super) fn command(file: &str, record: &Record, diagnostic: &Diagnostic) -> String {
    let start = record.place(diagnostic.span.start);
    let end = record.place(diagnostic.span.end);
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Repaired | Severity::Note => "notice",
    };
    let mut message = format!("game {}: {}", record.number, diagnostic.message);
    if let Some(fix) = &diagnostic.fix {
        message += &format!(" (fix, {}: `{}`)", fix.confidence.name(), fix.replacement);
    }
    format!(
        "::{kind} file={},line={},col={},endLine={},endColumn={},title={}::{}",
        property(file),
        start.line,
        start.column,
        end.line,
        end.column,
        property(&format!("{} {}", diagnostic.code.id, diagnostic.code.name)),
        data(&message),
    )
}

/// Escapes characters that would end the message or control a terminal.
fn data(text: &str) -> String {
    visible_lines(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes what would end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
