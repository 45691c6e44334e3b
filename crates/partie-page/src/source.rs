//! A record's text, with the meaning of each part and the places of its diagnostics.

use partie_formats::{Diagnostic, Record, Severity, decode, ledger::Account};

/// The most bytes of a text that are shown.
pub(crate) const SHOWN: usize = 64 << 10;

/// A record's text for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceText {
    /// Number of the record, from 1.
    pub(crate) number: u64,
    /// The text in pieces, end to end.
    pub(crate) pieces: Vec<Piece>,
    /// Number of bytes that were left out at its end.
    pub(crate) left_out: usize,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The text.
    pub(crate) text: String,
    /// Name of the part; empty for whitespace.
    pub(crate) part: &'static str,
    /// The most severe diagnostic at this place.
    pub(crate) severity: Option<Severity>,
    /// Index of the diagnostic that begins here.
    pub(crate) begins: Option<usize>,
}

impl SourceText {
    /// Divides a record's text by its account and its diagnostics.
    pub(crate) fn of(record: &Record, account: &Account) -> SourceText {
        let text = &record.text;
        let diagnostics = &record.parsed.diagnostics;
        let end = cut(text, SHOWN);
        let mut bounds: Vec<usize> = account.spans.iter().map(|span| span.bytes.start).collect();
        let places: Vec<_> = diagnostics.iter().map(|diagnostic| place(text, diagnostic)).collect();
        bounds.extend(places.iter().flat_map(|place| [place.start, place.end]));
        bounds.push(0);
        bounds.retain(|at| *at < end);
        bounds.push(end);
        bounds.sort_unstable();
        bounds.dedup();
        let mut pieces: Vec<Piece> = Vec::new();
        let mut spans = account.spans.iter().peekable();
        for bound in bounds.windows(2) {
            let (start, stop) = (bound[0], bound[1]);
            while spans.next_if(|span| span.bytes.end <= start).is_some() {}
            let part = spans.peek().filter(|span| span.bytes.start <= start);
            let part = part.map_or("outside", |span| span.part.name());
            let covers =
                |place: &&std::ops::Range<usize>| place.start <= start && stop <= place.end;
            let at = places.iter().zip(diagnostics).filter(|(place, _)| covers(place));
            let severity = at.map(|(_, diagnostic)| diagnostic.severity).max();
            let begins = places.iter().position(|place| place.start == start && stop <= place.end);
            let part = if part == "whitespace" { "" } else { part };
            pieces.push(Piece {
                text: decoded(record, &text[start..stop]),
                part,
                severity,
                begins,
            });
        }
        SourceText { number: record.number, pieces, left_out: text.len() - end }
    }
}

/// The place of a diagnostic; at least one character, where there is one.
fn place(text: &[u8], diagnostic: &Diagnostic) -> std::ops::Range<usize> {
    let start = diagnostic.span.start.min(text.len());
    let end = diagnostic.span.end.clamp(start, text.len());
    if start < end {
        return start..end;
    }
    let next = text[start..].iter().skip(1).position(|b| b & 0xc0 != 0x80);
    start..next.map_or(text.len(), |n| start + 1 + n)
}

/// The most bytes of a text up to a number of them that end with a character of UTF-8.
fn cut(text: &[u8], most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    (0..=most).rev().find(|at| text[*at] & 0xc0 != 0x80).unwrap_or(most)
}

/// Bytes of a record as text, in the encoding in which the record was read.
pub(crate) fn decoded(record: &Record, bytes: &[u8]) -> String {
    let label = if record.encoding.starts_with("UTF-") { "UTF-8" } else { record.encoding };
    decode::decode(bytes, Some(label)).text.into_owned()
}
