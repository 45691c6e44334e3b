//! Diagnostics one a line, as editors and other programs read them from compilers.

use partie_formats::{Diagnostic, Record};

use super::visible;

/// One diagnostic as `file:line:column: CODE message`; line and column from 1.
pub(super) fn line(file: &str, record: &Record, diagnostic: &Diagnostic) -> String {
    let place = record.place(diagnostic.span.start);
    let (file, message) = (visible(file), visible(&diagnostic.message.to_string()));
    format!("{file}:{}:{}: {} {message}", place.line, place.column, diagnostic.code.id)
}
