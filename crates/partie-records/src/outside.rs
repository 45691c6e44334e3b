//! Text outside of all records of a stream.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    container::{Container, Layers},
    recorder,
};
use partie_formats::ledger::{Part, Span};
use partie_formats::{Format, Record, decode::lossy};
use partie_wire::style12::Style12;

/// Length of the longest escape for a character: two numbers of JSON.
const LONGEST_ESCAPE: usize = 12;

/// Collects the places of a stream's records, and accounts for all other bytes.
///
/// ```
/// use partie_formats::{Format, ReadOptions, ledger::Part};
/// use partie_records::Outside;
/// use partie_pgn as pgn;
/// let stream = "\u{feff}1. e4 *\n";
/// let mut outside = Outside::new(Format::Pgn);
/// for record in pgn::read(stream.as_bytes(), &ReadOptions::default()) {
///     outside.add(&record.unwrap());
/// }
/// let spans = outside.spans(stream.as_bytes());
/// assert!(spans.iter().all(|span| span.part != Part::Unaccounted));
/// ```
#[derive(Clone, Debug)]
pub struct Outside {
    layers: Layers,
    /// Places of the records, in bytes of the stream.
    records: Vec<Range<u64>>,
    /// Places, in bytes of the stream, and text of the pieces of records that were unpacked.
    pieces: Vec<(u64, Vec<u8>)>,
    /// Starts of the lines of a transcript that make up its records.
    lines: BTreeSet<u64>,
}

impl Outside {
    /// Begins with no record of a stream, given its format or its container.
    #[must_use]
    pub fn new(layers: impl Into<Layers>) -> Outside {
        Outside {
            layers: layers.into(),
            records: Vec::new(),
            pieces: Vec::new(),
            lines: BTreeSet::new(),
        }
    }

    fn is_transcript(&self) -> bool {
        self.layers == Layers::from(Format::Style12)
    }

    fn is_log(&self) -> bool {
        self.layers.container == Some(Container::Log)
    }

    /// Adds a record of the stream.
    pub fn add(&mut self, record: &Record) {
        if self.is_transcript() || self.is_log() {
            self.lines.extend(record.origins.iter().map(|(_, place)| place.byte));
        } else if self.layers.container.is_some_and(Container::keeps_text) {
            let starts = record.origins.iter().map(|(start, _)| *start);
            let ends = starts.skip(1).chain([record.text.len()]);
            for ((start, place), end) in record.origins.iter().zip(ends) {
                self.pieces.push((place.byte, record.text[*start..end.max(*start)].to_vec()));
            }
        } else {
            let end = if record.origins.is_empty() {
                record.byte + record.text.len() as u64
            } else {
                record.place(record.text.len()).byte
            };
            self.records.push(record.byte..end);
        }
    }

    /// Returns the parts of the text outside of all records, in bytes of the stream. A stream in
    /// UTF-16 must be given as UTF-8.
    #[must_use]
    pub fn spans(&self, stream: &[u8]) -> Vec<Span> {
        let mut spans = Vec::new();
        for gap in self.gaps(stream) {
            let part = self.part(&stream[gap.clone()]);
            let mut at = gap.start;
            for line in stream[gap].split_inclusive(|b| *b == b'\n') {
                let end = at + line.len();
                let start = end - line.trim_ascii_start().len();
                let stop = at + line.trim_ascii_end().len();
                push(&mut spans, at..start, Part::Whitespace);
                let part = if part == Part::Outside {
                    of_line(&stream[start..stop.max(start)])
                } else {
                    part
                };
                push(&mut spans, start..stop, part);
                push(&mut spans, stop.max(start)..end, Part::Whitespace);
                at = end;
            }
        }
        spans
    }

    fn gaps(&self, stream: &[u8]) -> Vec<Range<usize>> {
        if self.is_transcript() {
            return recorder::unused(stream, &self.lines);
        }
        if self.is_log() {
            let lines = stream.split_inclusive(|b| *b == b'\n').scan(0, |at, line| {
                let start = std::mem::replace(at, *at + line.len());
                Some(start..*at)
            });
            let is_used = |line: &Range<usize>| {
                self.lines.range(line.start as u64..line.end as u64).next().is_some()
            };
            return lines.filter(|line| !is_used(line)).collect();
        }
        let offset = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX).min(stream.len());
        let mut records: Vec<_> =
            self.records.iter().map(|record| offset(record.start)..offset(record.end)).collect();
        for (i, (byte, text)) in self.pieces.iter().enumerate() {
            let start = offset(*byte);
            let next = self.pieces.get(i + 1).map_or(stream.len(), |(byte, _)| offset(*byte));
            let length = copied(&stream[start..], text, next.saturating_sub(start));
            records.push(start..start + length);
        }
        partie_formats::text::sort_spans(&mut records);
        let mut gaps = Vec::new();
        let mut at = 0;
        for record in records.into_iter().chain(std::iter::once(stream.len()..stream.len())) {
            if at < record.start {
                gaps.push(at..record.start);
            }
            at = at.max(record.end);
        }
        gaps
    }

    /// Returns the part that a gap is, apart from its whitespace.
    #[must_use]
    pub fn part(&self, bytes: &[u8]) -> Part {
        if self.layers.container.is_some() {
            return Part::Decoration;
        }
        let bare = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (nothing, part) = match self.layers.format {
            Format::Style12 => (true, Part::Outside),
            Format::Pgn | Format::Bpgn => (partie_pgn::games::is_nothing(bytes), Part::Decoration),
            // A file of remarks alone has no record that could keep them.
            Format::Fen | Format::Epd => (partie_formats::lines::is_remarks(bytes), Part::Comment),
            _ => (lossy(bare).trim().is_empty(), Part::Decoration),
        };
        if nothing { part } else { Part::Unaccounted }
    }
}

/// Returns the number of source bytes from which a piece of text was unpacked, given the distance
/// to the next piece: the bytes equal to the text, or one escape. Braces in a comment become
/// parentheses.
fn copied(source: &[u8], piece: &[u8], next: usize) -> usize {
    let is_same = |(source, piece): &(&u8, &u8)| {
        source == piece || matches!((source, piece), (b'{', b'(') | (b'}', b')'))
    };
    let same = source.iter().zip(piece).take_while(is_same).count();
    let is_escape = same == 0 && matches!(source.first(), Some(b'&' | b'\\'));
    if is_escape { next.min(LONGEST_ESCAPE) } else { same }
}

/// Returns the part that an unused line of a transcript is: a board in it would be lost.
fn of_line(line: &[u8]) -> Part {
    // The transport drops NUL, too.
    let line: Vec<u8> = line.iter().copied().filter(|b| *b != 0).collect();
    let board = Style12::parse(&line).is_some_and(|board| board.diagnostics.is_empty());
    if board { Part::Unaccounted } else { Part::Outside }
}

fn push(spans: &mut Vec<Span>, bytes: Range<usize>, part: Part) {
    if bytes.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.part == part && last.bytes.end == bytes.start => {
            last.bytes.end = bytes.end;
        }
        _ => spans.push(Span { bytes, part, code: None }),
    }
}
