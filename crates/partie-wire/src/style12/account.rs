//! Accounts for each byte of a transcript's record.
//!
//! A record holds only lines that the recorder has used. Other lines of the transcript belong to
//! no game.

use std::ops::Range;

use super::{codes, field, find_tag, scan};
use partie_formats::{
    Code, Record, Severity,
    decode::lossy,
    ledger::{Account, Part, Span, comments},
};

/// Accounts for each byte of a record.
pub fn account(record: &Record) -> Account {
    let remarks: Vec<String> = comments(record.game()).map(str::to_owned).collect();
    let mut lines = Lines { record, remarks, spans: Vec::new() };
    let mut at = 0;
    for line in record.text.split_inclusive(|b| *b == b'\n') {
        let end = at + line.strip_suffix(b"\n").unwrap_or(line).len();
        lines.line(at..end);
        lines.push(end..at + line.len(), Part::Whitespace, None);
        at += line.len();
    }
    Account { spans: lines.spans, overlaps: Vec::new() }
}

struct Lines<'a> {
    record: &'a Record,
    remarks: Vec<String>,
    spans: Vec<Span>,
}

impl Lines<'_> {
    fn push(&mut self, bytes: Range<usize>, part: Part, code: Option<&'static Code>) {
        if !bytes.is_empty() {
            self.spans.push(Span { bytes, part, code });
        }
    }

    /// Adds fields, without the whitespace between them. Fields with a diagnostic that became a
    /// comment are kept text.
    fn fields(&mut self, range: Range<usize>, part_of: impl Fn(usize, &[u8]) -> Part) {
        let text = &self.record.text[..range.end];
        let mut at = range.start;
        let mut number = 1;
        while at < range.end {
            let plain = text[at..].iter().take_while(|b| scan::is_space(**b)).count();
            let other = if plain == 0 { scan::space(&text[at..]) } else { None };
            if let Some(length) = other.or((plain > 0).then_some(plain)) {
                let part = if plain > 0 { Part::Whitespace } else { Part::Decoration };
                self.push(at..at + length, part, None);
                at += length;
                continue;
            }
            let length = scan::word(&text[at..]).len();
            let (part, code) = match self.unread_field(at..at + length) {
                Some(code) => (Part::Kept, Some(code)),
                None => (part_of(number, &text[at..at + length]), None),
            };
            self.push(at..at + length, part, code);
            at += length;
            number += 1;
        }
    }

    /// Adds words that were kept as text, and the spaces around them.
    fn keep(&mut self, range: Range<usize>, code: &'static Code) {
        let bytes = &self.record.text[range.clone()];
        let start = range.end - bytes.trim_ascii_start().len();
        let end = start + bytes.trim_ascii().len();
        self.push(range.start..start, Part::Whitespace, None);
        self.push(start..end, Part::Kept, Some(code));
        self.push(end..range.end, Part::Whitespace, None);
    }

    fn line(&mut self, range: Range<usize>) {
        let bytes = &self.record.text[range.clone()];
        let words = lossy(bytes).trim().to_owned();
        if words.is_empty() {
            self.fields(range, |_, _| Part::Field);
        } else if let Some(code) = self.kept(&range, &words) {
            self.keep(range, code);
        } else if let Some((tag, _)) = find_tag(bytes) {
            let lead = range.start..range.start + tag.start;
            self.fields(lead, |_, _| Part::Decoration);
            self.fields(range.start + tag.start..range.end, |number, word| match number {
                field::WHITE | field::BLACK => Part::Tag,
                field::MOVE_NUMBER => Part::Number,
                field::SAN if word != b"none" => Part::Move,
                n if n > field::FLIP => Part::Decoration,
                _ => Part::Field,
            });
        } else if let Some(said) = self.said(bytes) {
            self.fields(range.start..range.start + said, |_, _| Part::Field);
            let end = range.start + bytes.trim_ascii_end().len();
            self.push(range.start + said..end, Part::Comment, None);
            self.push(end..range.end, Part::Whitespace, None);
        } else if is_listed_move(bytes) {
            let kept = self.unread_rows(&range);
            let end = kept.as_ref().map_or(range.end, |(start, _)| *start);
            self.fields(range.start..end, |number, word| match word {
                _ if number == 1 => Part::Number,
                [b'(', ..] => Part::Field,
                _ => Part::Move,
            });
            if let Some((start, code)) = kept {
                self.keep(start..range.end, code);
            }
        } else {
            self.fields(range, |_, word| match word {
                b"1-0" | b"0-1" | b"1/2-1/2" | b"*" => Part::Result,
                _ => Part::Field,
            });
        }
    }

    /// Returns the reason for which a line is kept as text, if it is.
    fn kept(&self, line: &Range<usize>, words: &str) -> Option<&'static Code> {
        let here = |span: &Range<usize>| span.start <= line.end && line.start <= span.end;
        let mut diagnostics = self.record.parsed.diagnostics.iter();
        let why = diagnostics.find(|d| d.severity > Severity::Repaired && here(&d.span))?;
        let unread = self.record.game().unread.as_deref().unwrap_or_default();
        let is_text = unread.contains(words) || self.remarks.iter().any(|r| r == words);
        is_text.then_some(why.code)
    }

    /// Returns the reason for which a field is kept as text, if it is.
    fn unread_field(&self, field: Range<usize>) -> Option<&'static Code> {
        let codes = [codes::TIME_NOT_READ.id, codes::BAD_FIELD.id];
        let mut diagnostics = self.record.parsed.diagnostics.iter();
        let why = diagnostics.find(|d| {
            let is_field = field.start <= d.span.start && d.span.end <= field.end;
            let is_in_words = d.span.start <= field.start && field.end <= d.span.end;
            codes.contains(&d.code.id) && is_field
                || d.code.id == codes::FURTHER_WORDS.id && is_in_words
        })?;
        let words = lossy(&self.record.text[why.span.clone()]);
        self.remarks.iter().any(|remark| *remark == words).then_some(why.code)
    }

    /// Returns the offset from which a row of a list of moves was kept as text, and the reason.
    fn unread_rows(&self, line: &Range<usize>) -> Option<(usize, &'static Code)> {
        let rows = [&codes::MOVE_NOT_READ, &codes::ROWS_MISSING, &codes::LIST_DISAGREES];
        let rows = rows.map(|code| code.id);
        let why = self.record.parsed.diagnostics.iter().find(|d| {
            rows.contains(&d.code.id) && d.span.start < line.end && line.start < d.span.end
        })?;
        Some((why.span.start.max(line.start), why.code))
    }

    /// Returns the offset in a line of words that became a comment.
    fn said(&self, line: &[u8]) -> Option<usize> {
        let colon = memchr::memmem::find(line, b": ")? + 2;
        let words = scan::plain_spaces(&scan::text(&line[colon..])).trim().to_owned();
        let is_said = |remark: &String| !words.is_empty() && remark.ends_with(&words);
        self.remarks.iter().any(is_said).then_some(colon)
    }
}

/// Returns true for a line such as `  1.  e4      (0:00)     e5      (0:01)`.
fn is_listed_move(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    digits > 0 && line[digits..].starts_with(b".")
}
