//! Diagnostics as a SARIF document.
//!
//! Source: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS
//! Standard, 27 March 2020. The document is streamed: the rules first, then a result for
//! each diagnostic.

use std::{io, ops::Range};

use partie_formats::{Diagnostic, Record, Severity};
use partie_records::codes;
use serde_json::{Value, json};

use super::{json::described, visible::game_label};
use crate::visible::json_line;

/// The address of Partie's repository: `homepage` of `Cargo.toml`.
const HOME: &str = env!("CARGO_PKG_HOMEPAGE");

/// The file of the repository with a heading for each code; a test of `partie explain` writes it.
const CODES: &str = "docs/diagnostics.md";

/// The kind of fingerprint by which GitHub knows a diagnostic again.
const FINGERPRINT: &str = "primaryLocationLineHash";

/// The document up to the opening bracket of the results.
pub(super) fn begin(out: &mut impl io::Write) -> io::Result<()> {
    let rules: Vec<Value> = codes::all()
        .into_iter()
        .map(|code| {
            json!({
                "id": code.id,
                "name": code.name,
                "shortDescription": { "text": code.title },
                "fullDescription": { "text": code.explanation },
                "helpUri": format!("{HOME}/blob/HEAD/{CODES}#{}", code.id.to_lowercase()),
                "help": { "text": code.explanation, "markdown": code.explanation },
                "defaultConfiguration": { "level": level(code.severity) },
            })
        })
        .collect();
    let driver = json!({
        "name": env!("CARGO_BIN_NAME"),
        "informationUri": HOME,
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    write!(
        out,
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
         \"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\
         \"results\":["
    )
}

/// One result.
pub(super) fn result(
    file: &str,
    record: &Record,
    diagnostic: &Diagnostic,
    fingerprint: &str,
) -> Value {
    let artifact = json!({ "uri": uri(file) });
    let mut result = json!({
        "ruleId": diagnostic.code.id,
        "level": level(diagnostic.severity),
        "message": { "text": diagnostic.message.to_string() },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": artifact,
                "region": region(record, &diagnostic.span),
            },
            "logicalLocations": [{ "name": format!("game {}", game_label(record, diagnostic)) }],
        }],
        "partialFingerprints": { FINGERPRINT: fingerprint },
        "properties": described(file, record, diagnostic),
    });
    if let Some(related) = &diagnostic.related {
        result["relatedLocations"] = json!([{
            "physicalLocation": {
                "artifactLocation": artifact,
                "region": region(record, &related.span),
            },
            "message": { "text": related.message.to_string() },
        }]);
    }
    if let Some(fix) = &diagnostic.fix {
        result["fixes"] = json!([{
            "description": { "text": format!("confidence: {}", fix.confidence.name()) },
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": [{
                    "deletedRegion": region(record, &fix.span),
                    "insertedContent": { "text": fix.replacement },
                }],
            }],
        }]);
    }
    result
}

/// The rest of the document.
pub(super) fn end(out: &mut impl io::Write, failures: &[String]) -> io::Result<()> {
    let notifications: Vec<Value> = failures
        .iter()
        .map(|failure| json!({ "level": "error", "message": { "text": failure } }))
        .collect();
    let invocation = json!({
        "executionSuccessful": failures.is_empty(),
        "toolExecutionNotifications": notifications,
    });
    writeln!(out, "\n],\"invocations\":[{}]}}]}}", json_line(&invocation))
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Repaired | Severity::Note => "note",
    }
}

fn region(record: &Record, span: &Range<usize>) -> Value {
    let (from, to) = (record.place(span.start), record.place(span.end.max(span.start)));
    json!({
        "startLine": from.line,
        "startColumn": from.column,
        "endLine": to.line,
        "endColumn": to.column,
        "byteOffset": from.byte,
        "byteLength": to.byte - from.byte,
    })
}

/// Formats a file name as a relative or absolute URI reference (RFC 3986): everything but
/// unreserved characters and slashes is percent-encoded.
fn uri(file: &str) -> String {
    let mut uri = if file.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_uris() {
        assert_eq!(uri("games/old one.pgn"), "games/old%20one.pgn");
        assert_eq!(uri("/tmp/č:1.pgn"), "file:///tmp/%C4%8D%3A1.pgn");
    }
}
