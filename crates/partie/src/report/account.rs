//! Prints the account of each byte of a record, as text or as JSON.
//!
//! On a terminal with colours, the text is coloured. Elsewhere a line of marks stands under each
//! line of the text, one mark for each character.

use std::fmt::Write as _;

use partie_formats::{
    Record,
    ledger::{Account, Part, Span},
};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthChar as _;

use super::visible::{decoded, name_label, visible};

/// Returns the mark, the colour (ANSI, select graphic rendition) and the description of a part.
const fn look(part: Part) -> (char, &'static str, &'static str) {
    match part {
        Part::Tag => ('t', "36", "tag"),
        Part::Number => ('#', "90", "move number"),
        Part::Move => ('m', "1", "move"),
        Part::Mark => ('+', "1;33", "mark of a move"),
        Part::Nag => ('$', "33", "NAG"),
        Part::Variation => ('(', "35", "variation"),
        Part::Comment => ('c', "32", "comment"),
        Part::Result => ('r', "1;34", "result"),
        Part::Field => ('f', "34", "field"),
        Part::Decoration => ('.', "2;90", "decoration, left out"),
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
    /// Two lines that say what the colours or marks mean.
    pub(crate) fn legend(self) -> String {
        let shown = Part::ALL.into_iter().filter(|part| *part != Part::Whitespace);
        let words = shown.map(|part| {
            let (mark, colour, meaning) = look(part);
            if self.colour { painted(meaning, colour) } else { format!("{mark} {meaning}") }
        });
        let words: Vec<_> = words.collect();
        let (first, second) = words.split_at(words.len() / 2);
        format!("{}\n{}\n", first.join("   "), second.join("   "))
    }

    /// Formats a record: its label, then its lines.
    pub(crate) fn record(self, file: &str, record: &Record, account: &Account) -> String {
        let mut out = format!("\n{}, game {}\n", visible(file), name_label(record));
        let places = record.places();
        let mut line = Line::default();
        for span in &account.spans {
            let text = decoded(record, &record.text[span.bytes.clone()]);
            let mut rest = text.as_str();
            while let Some(end) = rest.find(['\n', '\r']) {
                line.push(&rest[..end], span);
                let crlf = rest[end..].starts_with("\r\n");
                rest = &rest[end + 1 + usize::from(crlf)..];
                line.flush(self, places.of(line.start).line, &mut out);
                let left = rest.len();
                line.start = span.bytes.end.saturating_sub(left);
            }
            line.push(rest, span);
        }
        if !line.pieces.is_empty() {
            line.flush(self, places.of(line.start).line, &mut out);
        }
        out
    }
}

/// A line of text that is being put together.
#[derive(Default)]
struct Line {
    /// Start in the record's text, in bytes.
    start: usize,
    /// Pieces of the line, and their parts.
    pieces: Vec<(String, Part)>,
    /// Codes of the diagnostics for words kept as text.
    codes: Vec<&'static str>,
}

impl Line {
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

    fn flush(&mut self, form: AccountText, number: u64, out: &mut String) {
        let pieces = std::mem::take(&mut self.pieces);
        let codes = std::mem::take(&mut self.codes).join(" ");
        let _ = write!(out, "{number:>6} | ");
        if form.colour {
            for (text, part) in &pieces {
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
        for (text, part) in &pieces {
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

/// Formats a record's account as one JSON object. Offsets are bytes of the record's text, which
/// begins at `byte` of the file; `words_kept` counts the words that were not understood.
pub(crate) fn account_json(file: &str, record: &Record, account: &Account) -> Value {
    let span = |span: &Span| {
        let place = record.place(span.bytes.start);
        json!({
            "part": span.part.name(),
            "start": span.bytes.start,
            "end": span.bytes.end,
            "line": place.line,
            "column": place.column,
            "code": span.code.map(|code| code.id),
            "text": decoded(record, &record.text[span.bytes.clone()]),
        })
    };
    json!({
        "file": file,
        "game": record.number,
        "format": record.format.name(),
        "encoding": record.encoding,
        "line": record.line,
        "byte": record.byte,
        "words_kept": account.words_kept(&record.text),
        "spans": account.spans.iter().map(span).collect::<Vec<_>>(),
    })
}
