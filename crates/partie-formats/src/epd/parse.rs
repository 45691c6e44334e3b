//! Parsing of an EPD line to a position and its operations.

use std::{io, ops::Range};

use partie_core::{Game, Position, Variant};

use super::{Dialect, Epd, Operation, check, codes, operations, operations::PlacedOperation};
use crate::{
    Code, Diagnostic, Format, Message, Parsed, ReadOptions,
    fen::{
        self,
        reader::{self, Suffix},
    },
    ledger::{Account, Claims},
    lines::{self, Diagnostics, Line, Records},
    message,
};

/// Reads one record as a game of no moves.
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    parse_record(text, options).map(|epd| epd.to_game())
}

/// Reads one record: a line, or the lines of a perft suite, with the remarks before it.
/// Spans are in bytes of it.
///
/// ```
/// use partie_formats::{ReadOptions, epd};
/// let line = b"4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";";
/// let epd = epd::parse_record(line, &ReadOptions::default()).value;
/// assert_eq!(epd.operation("id").expect("an id").operands[0].text(), "castle");
/// assert_eq!(epd::record(&epd, &Default::default()), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";");
/// ```
#[must_use]
pub fn parse_record(text: &[u8], options: &ReadOptions) -> Parsed<Epd> {
    lines::parse(text, options, parse_text)
}

/// Accounts for each byte of a record.
pub fn account(bytes: &[u8], options: &ReadOptions) -> Account {
    lines::account(bytes, options, parse_text)
}

fn parse_text(text: &str, options: &ReadOptions, claims: &mut Claims) -> Parsed<Epd> {
    let sorted = lines::sort(text);
    let mut reader = EpdParser {
        text,
        variant: options.variant,
        epd: None,
        found: Vec::new(),
        unread: Vec::new(),
        diagnostics: Diagnostics::new(options.limits.diagnostics),
    };
    let in_lines = sorted.lines.iter().any(|l| Word::of(&text[l.clone()]).is_some());
    for line in &sorted.lines {
        if in_lines {
            reader.perft_line(line.clone());
        } else {
            reader.line(line.clone());
        }
    }
    if reader.epd.is_none() {
        reader.position(text.len()..text.len());
    }
    let mut epd = reader.epd.unwrap_or_else(|| Epd::new(Position::unread(Variant::Standard)));
    check::operands(&reader.found, &epd.position, &mut reader.diagnostics);
    epd.position = with_counters(epd.position, &reader.found);
    epd.operations = reader.found.into_iter().map(|found| found.operation).collect();
    epd.remarks = sorted.remarks;
    for (span, code) in &reader.unread {
        claims.keep(span.clone(), code);
    }
    lines::claim(text, claims);
    let unread: Vec<_> = reader.unread.into_iter().map(|(span, _)| text[span].trim()).collect();
    epd.unread = (!unread.is_empty()).then(|| unread.join("\n"));
    Parsed { value: epd, diagnostics: reader.diagnostics.in_order() }
}

/// Reads a stream of EPD, one record a line, or of perft suites in lines of their own.
/// Lines that begin with `#` or `%` are remarks on the record after them.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    lines::records(source, Format::Epd, options, kind, parse)
}

/// Classifies a line as the start of a record, part of one, or neither.
fn kind(line: &[u8]) -> Line {
    let line = line.trim_ascii();
    match std::str::from_utf8(line).ok().and_then(Word::of) {
        Some(Word::Id) => Line::Name,
        Some(Word::Epd) => Line::Second,
        Some(Word::Perft) => Line::More,
        None => lines::single(line),
    }
}

/// The first word of a line of a perft suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Id,
    Epd,
    Perft,
}

impl Word {
    fn of(line: &str) -> Option<Word> {
        match line.split_ascii_whitespace().next()? {
            "id" => Some(Word::Id),
            "epd" => Some(Word::Epd),
            "perft" => Some(Word::Perft),
            _ => None,
        }
    }
}

struct EpdParser<'a> {
    text: &'a str,
    variant: Option<Variant>,
    epd: Option<Epd>,
    found: Vec<PlacedOperation>,
    unread: Vec<(Range<usize>, &'static Code)>,
    diagnostics: Diagnostics,
}

impl EpdParser<'_> {
    /// A line that should be a record.
    fn line(&mut self, line: Range<usize>) {
        if self.epd.is_some() {
            self.foreign(line, &message!("the end of the record"));
        } else {
            self.position(line);
        }
    }

    /// Reads a position and the text after it.
    fn position(&mut self, line: Range<usize>) {
        // Hide the text after the line.
        let text = &self.text[..line.end];
        let fields = reader::scan(text, line.start, Suffix::Operations);
        let mut diagnostics = Vec::new();
        let read = reader::resolve(&fields, self.variant, &mut diagnostics);
        let mut epd = Epd::new(read.position);
        let nothing = fen::is_doubtful(&diagnostics);
        self.unread.extend(fen::unread(&diagnostics, nothing.then_some(&line)));
        for diagnostic in diagnostics {
            self.diagnostics.push(diagnostic);
        }
        if nothing {
            epd.position = Position::unread(epd.position.variant());
            self.epd = Some(epd);
            return;
        }
        let rest = &text[read.rest.clone()];
        let perft = rest.starts_with(';') && !rest.trim_start_matches(';').trim().is_empty();
        let found = operations::scan(text, read.rest.start, perft, &mut self.diagnostics);
        if perft {
            epd.dialect = Dialect::Perft;
            let at = read.rest.start;
            let message =
                message!("expected an operation, but found `;` and the counts of a perft suite");
            let diagnostic = Diagnostic::new(&codes::PERFT, at..at + 1, message);
            self.diagnostics.push(diagnostic.expected("an operation", ";"));
        } else if let Some(half) = fields.halfmoves {
            epd.dialect = Dialect::Fen;
            let end = fields.fullmoves.map_or(half.span().end, |full| full.span().end);
            if !found.is_empty() {
                let message = message!("expected an operation, but found the counters of a FEN");
                let diagnostic = Diagnostic::new(&codes::SIX_FIELDS, half.start..end, message);
                let counters = &text[half.start..end];
                self.diagnostics.push(diagnostic.expected("an operation", counters));
            }
        }
        self.found.extend(found);
        self.epd = Some(epd);
    }

    /// A line of `id`, `epd` or `perft`.
    fn perft_line(&mut self, line: Range<usize>) {
        let words = &self.text[line.clone()];
        let first = words.trim_start();
        let start = line.end - first.len();
        let word = Word::of(first);
        let length = first.find(|c: char| c.is_ascii_whitespace()).unwrap_or(first.len());
        let after = first[length..].trim_start();
        let rest = line.end - after.len()..line.end;
        match word {
            Some(Word::Id) if self.found.is_empty() && self.epd.is_none() => {
                let name = after.trim_matches('"');
                self.found.push(PlacedOperation {
                    operation: Operation::string("id", name),
                    place: start..start + length,
                    operands: vec![rest],
                });
            }
            Some(Word::Epd) if self.epd.is_none() => {
                self.position(rest);
                if let Some(epd) = &mut self.epd {
                    epd.dialect = Dialect::PerftLines;
                }
                let message =
                    message!("expected a position, but found `epd` and the lines of a perft suite");
                let diagnostic = Diagnostic::new(&codes::PERFT, start..start + length, message);
                self.diagnostics.push(diagnostic.expected("a position", "epd"));
            }
            Some(Word::Perft) => match after.split_ascii_whitespace().collect::<Vec<_>>()[..] {
                [depth, count] if depth.len() < 10 && depth.bytes().all(|b| b.is_ascii_digit()) => {
                    self.found.push(PlacedOperation {
                        operation: Operation::word(format!("D{depth}"), count),
                        place: start..start + length,
                        operands: std::iter::once(line.end - count.len()..line.end).collect(),
                    });
                }
                _ => self.foreign(line, &message!("`perft`, a depth and a count")),
            },
            _ => self.foreign(line, &message!("`id`, `epd` or `perft`, each in its place")),
        }
    }

    /// Records a line that belongs to no record.
    fn foreign(&mut self, line: Range<usize>, expected: &Message) {
        let text = self.text[line.clone()].trim();
        self.unread.push((line.clone(), &codes::FOREIGN_LINE));
        let found = fen::shortened(text);
        let message = message!("expected {expected}, but found `{found}`", expected, found);
        let diagnostic = Diagnostic::new(&codes::FOREIGN_LINE, line, message);
        self.diagnostics.push(diagnostic.expected(expected.to_string(), found));
    }
}

/// `hmvc` and `fmvn` are the counters of the position.
fn with_counters(position: Position, found: &[PlacedOperation]) -> Position {
    let number = |opcode: &str| {
        let found = found.iter().find(|f| f.operation.opcode == opcode)?;
        found.operation.operands.first()?.text().parse::<u32>().ok()
    };
    let (half, full) = (number("hmvc"), number("fmvn"));
    if half.is_none() && full.is_none() {
        return position;
    }
    let mut setup = position.setup();
    if let Some(half) = half {
        setup.halfmoves = half;
    }
    if let Some(full) = full.and_then(std::num::NonZeroU32::new) {
        setup.fullmoves = full;
    }
    let mode = position.castling_mode();
    Position::from_setup_with(position.variant(), setup, mode).0
}
