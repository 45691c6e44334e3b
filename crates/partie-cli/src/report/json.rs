//! Diagnostics as JSON, one object per line. Every object has every key; unknown values are null.

use partie_formats::{Diagnostic, Message, Record};
use serde_json::{Map, Value, json};

/// Formats a diagnostic.
///
/// Lines, columns (in characters), games and plies count from 1; bytes from 0, in the
/// unpacked file. `end_byte` is the first byte after the place.
pub(super) fn described(file: &str, record: &Record, diagnostic: &Diagnostic) -> Value {
    let start = record.place(diagnostic.span.start);
    let end = record.place(diagnostic.span.end);
    json!({
        "file": file,
        "game": record.number,
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": diagnostic.severity.name(),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "byte": start.byte,
        "end_byte": end.byte,
        "ply": diagnostic.ply,
        "message": diagnostic.message.to_string(),
        "values": values(&diagnostic.message),
        "expected": diagnostic.expected,
        "found": diagnostic.found,
        "related": diagnostic.related.as_ref().map(|related| {
            let start = record.place(related.span.start);
            json!({
                "line": start.line,
                "column": start.column,
                "byte": start.byte,
                "end_byte": record.byte + related.span.end as u64,
                "message": related.message.to_string(),
            })
        }),
        "fix": diagnostic.fix.as_ref().map(|fix| {
            let end = fix.span.end.min(record.text.len());
            json!({
                "byte": record.byte + fix.span.start as u64,
                "end_byte": record.byte + fix.span.end as u64,
                "text": record.decoded(&record.text[fix.span.start.min(end)..end]),
                "replacement": fix.replacement,
                "confidence": fix.confidence.name(),
            })
        }),
    })
}

/// Formats the values that a message names.
fn values(message: &Message) -> Map<String, Value> {
    let values = message.values().map(|(name, value)| {
        let value = match value {
            partie_formats::Value::Number(number) => json!(number),
            text => json!(text.to_string()),
        };
        (name.to_owned(), value)
    });
    values.collect()
}
