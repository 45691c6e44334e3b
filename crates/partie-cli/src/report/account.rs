//! Prints the account of each byte of a record, as text or as JSON.
//!
//! On a terminal with colours, the text is coloured. Elsewhere a line of marks stands under each
//! line of the text, one mark for each character.

use std::{borrow::Cow, fmt::Write as _};

use partie_formats::{
    Format, Record, decode,
    ledger::{Account, Part, Span},
};
use serde::Serialize;
use unicode_width::UnicodeWidthChar as _;

use super::visible::{name_label, visible};

/// Returns the mark, the colour (ANSI, select graphic rendition) and the description of a part.
const fn look(part: Part) -> (char, &'static str, &'static str) {
    match part {
        Part::Tag => ('t', "36", "tag"),
        Part::Number => ('#', "90", "move number"),
        Part::Move => ('m', "1", "move"),
        Part::Mark => ('+', "1;33", "move annotation"),
        Part::Nag => ('$', "33", "NAG"),
        Part::Variation => ('(', "35", "variation"),
        Part::Comment => ('c', "32", "comment"),
        Part::Result => ('r', "1;34", "result"),
        Part::Field => ('f', "34", "field"),
        Part::Decoration => ('.', "2;90", "decoration, dropped"),
        Part::Outside => ('o', "2", "outside of games, dropped"),
        Part::Whitespace => (' ', "0", "whitespace"),
        Part::Kept => ('?', "30;43", "not understood, kept as text"),
        Part::Unaccounted => ('!', "97;41", "unaccounted for"),
    }
}

/// Prints accounts, in colour or with marks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccountText {
    pub(crate) colour: bool,
}

impl AccountText {
    /// Returns a legend of the colours or marks.
    pub(crate) fn legend(self) -> String {
        let shown = Part::ALL.into_iter().filter(|part| *part != Part::Whitespace);
        let words = shown.map(|part| {
            let (mark, colour, meaning) = look(part);
            if self.colour { painted(meaning, colour) } else { format!("{mark} {meaning}") }
        });
        let words: Vec<_> = words.collect();
        words.chunks(5).map(|line| line.join("   ") + "\n").collect()
    }

    /// Formats a record: its label, then its lines.
    pub(crate) fn record(self, file: &str, record: &Record, account: &Account) -> String {
        let mut out = format!("\n{}, game {}\n", visible(file), name_label(record));
        let places = record.places();
        let show = |line: AccountLine| line.show(self, places.of(line.start).line, &mut out);
        lines(&record.text, &account.spans, |bytes| record.decoded(bytes), show);
        out
    }

    /// Formats the text of a file that is in no record, without its empty lines; empty if there is
    /// none.
    pub(crate) fn outside(self, file: &str, stream: &[u8], spans: &[Span]) -> String {
        let mut out = String::new();
        let mut places = LineIndex::of(stream);
        let show = |line: AccountLine| {
            if line.pieces.iter().any(|(_, part)| *part != Part::Whitespace) {
                line.show(self, places.of_offset(line.start).0, &mut out);
            }
        };
        lines(stream, spans, plain, show);
        if !out.is_empty() {
            out.insert_str(0, &format!("\n{}, outside of games\n", visible(file)));
        }
        out
    }
}

/// Goes over the lines of a text; spans that lie apart are on lines of their own.
fn lines<'a>(
    text: &'a [u8],
    spans: &[Span],
    decoded: impl Fn(&'a [u8]) -> Cow<'a, str>,
    mut show: impl FnMut(AccountLine),
) {
    let mut line = AccountLine::default();
    let mut end = 0;
    for span in spans {
        if span.bytes.start != end {
            let begun = std::mem::replace(&mut line, AccountLine::at(span.bytes.start));
            if !begun.pieces.is_empty() {
                show(begun);
            }
        }
        end = span.bytes.end;
        let mut at = span.bytes.start;
        while let Some(length) = text[at..end].iter().position(|b| matches!(b, b'\n' | b'\r')) {
            line.push(&decoded(&text[at..at + length]), span);
            let crlf = text[at + length..end].starts_with(b"\r\n");
            at += length + 1 + usize::from(crlf);
            show(std::mem::replace(&mut line, AccountLine::at(at)));
        }
        line.push(&decoded(&text[at..end]), span);
    }
    if !line.pieces.is_empty() {
        show(line);
    }
}

/// Text of a file outside of its records.
fn plain(bytes: &[u8]) -> Cow<'_, str> {
    decode::decode(bytes, None).text
}

/// Lines and columns of ascending offsets in a file.
struct LineIndex<'a> {
    stream: &'a [u8],
    line_end: u8,
    /// The last offset, its line and the number of characters before it on that line.
    known: (usize, u64, u64),
}

impl LineIndex<'_> {
    fn of(stream: &[u8]) -> LineIndex<'_> {
        let line_end = if stream.contains(&b'\n') { b'\n' } else { b'\r' };
        LineIndex { stream, line_end, known: (0, 1, 0) }
    }

    /// The line and the column of an offset, from 1.
    fn of_offset(&mut self, at: usize) -> (u64, u64) {
        let (known, mut line, mut characters) = self.known;
        let mut start = known;
        for i in memchr::memchr_iter(self.line_end, &self.stream[known..at]) {
            (line, characters, start) = (line + 1, 0, known + i + 1);
        }
        characters += plain(&self.stream[start..at]).chars().count() as u64;
        self.known = (at, line, characters);
        (line, characters + 1)
    }
}

/// A line of text that is being put together.
#[derive(Default)]
struct AccountLine {
    /// Start in the record's text, in bytes.
    start: usize,
    /// Pieces of the line, and their parts.
    pieces: Vec<(String, Part)>,
    /// Codes of the diagnostics for words kept as text.
    codes: Vec<&'static str>,
}

impl AccountLine {
    fn at(start: usize) -> AccountLine {
        AccountLine { start, ..AccountLine::default() }
    }

    fn push(&mut self, text: &str, span: &Span) {
        if text.is_empty() {
            return;
        }
        self.pieces.push((visible(text), span.part));
        let code = span.code.filter(|code| {
            span.part == Part::Kept && self.codes.last().is_none_or(|last| *last != code.id)
        });
        self.codes.extend(code.map(|code| code.id));
    }

    fn show(&self, form: AccountText, number: u64, out: &mut String) {
        let AccountLine { pieces, codes, .. } = self;
        let codes = codes.join(" ");
        let _ = write!(out, "{number:>6} | ");
        if form.colour {
            for (text, part) in pieces {
                match part {
                    Part::Whitespace => out.push_str(text),
                    part => out.push_str(&painted(text, look(*part).1)),
                }
            }
            if !codes.is_empty() {
                let _ = write!(out, "  {}", painted(&codes, "31"));
            }
            out.push('\n');
            return;
        }
        let mut marks = String::new();
        for (text, part) in pieces {
            out.push_str(text);
            let width: usize = text.chars().filter_map(char::width).sum();
            marks.extend(std::iter::repeat_n(look(*part).0, width));
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
        if !codes.is_empty() {
            let _ = write!(marks, "   {codes}");
        }
        if !marks.trim_end().is_empty() {
            let _ = writeln!(out, "{:>6} | {}", "", marks.trim_end());
        }
    }
}

fn painted(text: &str, colour: &str) -> String {
    format!("\x1b[{colour}m{text}\x1b[0m")
}

/// The account of a record, or of the text outside of all records, as JSON. Offsets are bytes of
/// the record's text, which begins at `byte` of the file, or of the file.
#[derive(Debug, Serialize)]
pub(crate) struct AccountJson<'a> {
    file: &'a str,
    game: Option<u64>,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    line: u64,
    byte: u64,
    /// Number of words that were not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_kept: Option<usize>,
    spans: Vec<SpanJson<'a>>,
}

#[derive(Debug, Serialize)]
struct SpanJson<'a> {
    part: &'static str,
    start: usize,
    end: usize,
    line: u64,
    column: u64,
    code: Option<&'static str>,
    text: Cow<'a, str>,
}

impl<'a> AccountJson<'a> {
    /// Accounts for a record.
    pub(crate) fn of(file: &'a str, record: &'a Record, account: &Account) -> AccountJson<'a> {
        let places = record.places();
        let span = |span: &Span| {
            let place = places.of(span.bytes.start);
            SpanJson {
                part: span.part.name(),
                start: span.bytes.start,
                end: span.bytes.end,
                line: place.line,
                column: place.column,
                code: span.code.map(|code| code.id),
                text: record.decoded(&record.text[span.bytes.clone()]),
            }
        };
        AccountJson {
            file,
            game: Some(record.number),
            format: record.format.name(),
            encoding: Some(record.encoding),
            line: record.line,
            byte: record.byte,
            words_kept: Some(account.words_kept(&record.text)),
            spans: account.spans.iter().map(span).collect(),
        }
    }

    /// Accounts for the text of a file that is in no record.
    pub(crate) fn outside(
        file: &'a str,
        format: Format,
        stream: &'a [u8],
        spans: &[Span],
    ) -> AccountJson<'a> {
        let mut places = LineIndex::of(stream);
        let span = |span: &Span| {
            let (line, column) = places.of_offset(span.bytes.start);
            SpanJson {
                part: span.part.name(),
                start: span.bytes.start,
                end: span.bytes.end,
                line,
                column,
                code: None,
                text: plain(&stream[span.bytes.clone()]),
            }
        };
        AccountJson {
            file,
            game: None,
            format: format.name(),
            encoding: None,
            line: 1,
            byte: 0,
            words_kept: None,
            spans: spans.iter().map(span).collect(),
        }
    }
}
