//! Streams read line by line, for formats whose records are lines.
//!
//! A record is one line, or a few that belong together. Remarks (lines that begin with `#` or `%`)
//! belong to the record after them, or at the end of the stream to the last record, so that no text
//! of a file is lost.

use std::{
    io::{self, Read as _},
    ops::Range,
};

use partie_core::Game;

use crate::{
    Diagnostic, Format, Parsed, ReadOptions, Record,
    decode::{self, Decoded, Utf8Stream},
    epd::codes::EIGHT_BIT as EPD_EIGHT_BIT,
    fen::codes::EIGHT_BIT as FEN_EIGHT_BIT,
    ledger::{Account, Claims, Part},
};

/// Number of bytes that are read at once.
const CHUNK: usize = 64 << 10;

/// Role of a line among the records around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// An empty line, between records or inside one.
    Empty,
    /// A remark: it belongs to the record after it.
    Remark,
    /// A record, or its first line.
    First,
    /// The second line of a record whose first was [`Line::Name`].
    Second,
    /// A name, to which a second line belongs.
    Name,
    /// One more line of the record before it.
    More,
}

/// Space, remark, or a record of its own.
#[must_use]
pub fn single(line: &[u8]) -> Line {
    match line.trim_ascii() {
        [] => Line::Empty,
        [b'#' | b'%', ..] => Line::Remark,
        _ => Line::First,
    }
}

/// Turns the lines of a stream into records.
pub fn records<R: io::Read>(
    source: R,
    format: Format,
    options: &ReadOptions,
    kind: fn(&[u8]) -> Line,
    parse: fn(&[u8], &ReadOptions) -> Parsed<Game>,
) -> Records<R> {
    Records {
        source: Utf8Stream::new(source),
        format,
        options: options.clone(),
        kind,
        parse,
        buffer: Vec::new(),
        start: 0,
        searched: 0,
        ended: false,
        byte: 0,
        line: 1,
        number: 0,
        record: None,
        between: None,
    }
}

/// Some lines and where they begin.
#[derive(Debug)]
struct Lines {
    text: Vec<u8>,
    byte: u64,
    line: u64,
    /// A name stands here that waits for its second line.
    named: bool,
    /// True if the line holds more than spaces.
    content: bool,
}

impl Lines {
    fn push(&mut self, more: &Lines) {
        self.text.extend_from_slice(&more.text);
    }

    /// Without the empty lines and the line end after.
    fn trimmed(mut self) -> Lines {
        let end = self.text.trim_ascii_end().len();
        self.text.truncate(end);
        self
    }
}

/// An iterator over the records of a stream of lines. LF, CR LF and CR end a line. A
/// line longer than the limit of a game is cut there, and the rest is a record of its own.
#[derive(Debug)]
pub struct Records<R> {
    source: Utf8Stream<R>,
    format: Format,
    options: ReadOptions,
    kind: fn(&[u8]) -> Line,
    parse: fn(&[u8], &ReadOptions) -> Parsed<Game>,
    buffer: Vec<u8>,
    start: usize,
    /// Number of bytes after `start` without a line end.
    searched: usize,
    ended: bool,
    byte: u64,
    line: u64,
    number: u64,
    /// The record that may still grow.
    record: Option<Lines>,
    /// Space lines and remarks after it.
    between: Option<Lines>,
}

impl<R: io::Read> Records<R> {
    /// Returns the next line with its end.
    fn next_line(&mut self) -> io::Result<Option<Lines>> {
        loop {
            crate::steps::add(1);
            let pending = &self.buffer[self.start..];
            let found =
                memchr::memchr2(b'\n', b'\r', &pending[self.searched..]).map(|i| self.searched + i);
            let limit = self.options.limits.game_bytes.max(1);
            let (length, cut) = match found {
                Some(i) if i >= limit => (limit, true),
                // CR may be the first half of CR LF that is not all there yet.
                Some(i) if pending[i] == b'\r' && i + 1 == pending.len() && !self.ended => {
                    self.searched = i;
                    self.fill()?;
                    continue;
                }
                Some(i) => (if pending[i..].starts_with(b"\r\n") { i + 2 } else { i + 1 }, false),
                None if pending.len() > limit => (limit, true),
                None if self.ended && pending.is_empty() => return Ok(None),
                None if self.ended => (pending.len(), false),
                None => {
                    self.searched = pending.len();
                    self.fill()?;
                    continue;
                }
            };
            let mut text = pending[..length].to_vec();
            let (mut byte, line) = (self.byte, self.line);
            if byte == 0 && text.starts_with(b"\xef\xbb\xbf") {
                text.drain(..3);
                byte = 3;
            }
            self.byte += length as u64;
            self.line += u64::from(!cut);
            self.start += length;
            self.searched = 0;
            return Ok(Some(Lines { text, byte, line, named: false, content: true }));
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 && self.start >= self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.source.read(&mut self.buffer[length..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        self.ended = read? == 0;
        Ok(())
    }

    /// Takes one more line in; gives the record that it ends.
    fn take(&mut self, mut line: Lines) -> Option<Lines> {
        let mut kind = (self.kind)(&line.text);
        let size = |lines: &Option<Lines>| lines.as_ref().map_or(0, |l| l.text.len());
        let together = size(&self.record) + size(&self.between) + line.text.len();
        if together > self.options.limits.game_bytes && kind != Line::Empty {
            kind = Line::First;
        }
        let named = self.record.as_ref().is_some_and(|r| r.named);
        let grows = kind == Line::More || kind == Line::Second && named;
        match kind {
            Line::Empty | Line::Remark => {
                line.content = kind == Line::Remark;
                match &mut self.between {
                    Some(between) if between.content || self.record.is_some() => {
                        between.content |= line.content;
                        between.push(&line);
                    }
                    between => *between = Some(line),
                }
                None
            }
            _ if grows && self.record.is_some() => {
                if let Some(record) = &mut self.record {
                    if let Some(between) = self.between.take() {
                        record.push(&between);
                    }
                    record.push(&line);
                    record.named = false;
                }
                None
            }
            _ => {
                let mut next = line;
                if let Some(between) = self.between.take().filter(|b| b.content) {
                    next = Self::with_remarks(between, &next);
                }
                next.named = kind == Line::Name;
                self.record.replace(next)
            }
        }
    }

    /// Prepends the remarks between two records to the second one, without the empty lines before
    /// them.
    fn with_remarks(between: Lines, record: &Lines) -> Lines {
        let mut text = between.text;
        let (mut byte, mut line) = (between.byte, between.line);
        let whitespace = text.len() - text.trim_ascii_start().len();
        line += line_ends(&text[..whitespace]);
        byte += whitespace as u64;
        text.drain(..whitespace);
        text.extend_from_slice(&record.text);
        Lines { text, byte, line, named: record.named, content: true }
    }

    fn finish(&mut self, lines: Lines) -> Record {
        let lines = lines.trimmed();
        let mut parsed = (self.parse)(&lines.text, &self.options);
        self.number += 1;
        let decoded = decode::decode(&lines.text, self.options.encoding.as_deref());
        let code = match self.format {
            Format::Fen => Some(&FEN_EIGHT_BIT),
            Format::Epd => Some(&EPD_EIGHT_BIT),
            // JSON is always UTF-8.
            _ => None,
        };
        if let Some(note) = code.and_then(|code| decode::eight_bit(&lines.text, &decoded, code)) {
            parsed.diagnostics.insert(0, note);
            crate::diagnostic::sort(&mut parsed.diagnostics);
        }
        let encoding = self.source.decoding().unwrap_or(decoded.encoding);
        Record {
            number: self.number,
            format: self.format,
            byte: lines.byte,
            line: lines.line,
            encoding,
            text: lines.text,
            origins: Vec::new(),
            segments: Vec::new(),
            parsed,
        }
    }
}

/// Counts the line ends of a text.
fn line_ends(text: &[u8]) -> u64 {
    let ends = |(i, b): &(usize, &u8)| match b {
        b'\n' => true,
        b'\r' => text.get(i + 1) != Some(&b'\n'),
        _ => false,
    };
    text.iter().enumerate().filter(ends).count() as u64
}

impl<R: io::Read> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            match self.next_line() {
                Ok(Some(line)) => {
                    if let Some(record) = self.take(line) {
                        return Some(Ok(self.finish(record)));
                    }
                }
                Ok(None) => {
                    let mut last = self.record.take()?;
                    if let Some(between) = self.between.take().filter(|b| b.content) {
                        last.push(&between);
                    }
                    return Some(Ok(self.finish(last)));
                }
                Err(e) => {
                    self.ended = true;
                    self.buffer.clear();
                    self.start = 0;
                    self.searched = 0;
                    return Some(Err(e));
                }
            }
        }
    }
}

/// The text of a record, sorted into remarks and other lines.
#[derive(Debug, Default)]
pub struct Sorted {
    /// The words of the remarks, without their signs, parted by spaces.
    pub remarks: String,
    /// Places of the other lines, without their ends.
    pub lines: Vec<Range<usize>>,
}

/// Sorts the lines of a record.
#[must_use]
pub fn sort(text: &str) -> Sorted {
    let mut sorted = Sorted::default();
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let range = at..at + line.trim_ascii_end().len();
        at += line.len();
        match single(line.as_bytes()) {
            Line::Empty => {}
            Line::Remark => {
                let sign = |c: char| matches!(c, '#' | '%') || c.is_whitespace();
                let words = line.trim_start_matches(sign).trim_end();
                if !words.is_empty() {
                    if !sorted.remarks.is_empty() {
                        sorted.remarks.push(' ');
                    }
                    sorted.remarks.push_str(words);
                }
            }
            _ => sorted.lines.push(range),
        }
    }
    sorted
}

/// Claims remarks as comments; other lines are fields unless the record's format claims them.
pub fn claim(text: &str, claims: &mut Claims) {
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let start = at + line.len() - line.trim_ascii_start().len();
        let words = start..start + line.trim_ascii().len();
        at += line.len();
        match single(line.as_bytes()) {
            Line::Empty => {}
            Line::Remark if is_bare(line) => claims.add(words, Part::Decoration),
            Line::Remark => claims.add(words, Part::Comment),
            _ => claims.rest(words, Part::Field, None),
        }
    }
}

/// Returns true if all lines are remarks or empty.
#[must_use]
pub fn is_remarks(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes.split(|b| matches!(b, b'\n' | b'\r'));
    lines.all(|line| matches!(single(line), Line::Empty | Line::Remark))
}

/// Returns true if a remark has no words.
fn is_bare(line: &str) -> bool {
    line.trim_matches(|c: char| matches!(c, '#' | '%') || c.is_whitespace()).is_empty()
}

/// Diagnostics up to a limit.
#[derive(Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    limit: usize,
}

impl Diagnostics {
    /// Returns an empty list that takes at most `limit` diagnostics.
    #[must_use]
    pub const fn new(limit: usize) -> Diagnostics {
        Diagnostics { list: Vec::new(), limit }
    }

    /// Adds one, unless there are too many already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < self.limit {
            self.list.push(diagnostic);
        }
    }

    /// Returns all of them in the order of the text.
    #[must_use]
    pub fn in_order(mut self) -> Vec<Diagnostic> {
        crate::diagnostic::sort(&mut self.list);
        self.list
    }
}

/// Parses the text of a record.
pub type ParseText<T> = fn(&str, &ReadOptions, &mut Claims) -> Parsed<T>;

/// Parses a record by its text. Spans are in bytes of the record.
pub fn parse<T>(bytes: &[u8], options: &ReadOptions, text: ParseText<T>) -> Parsed<T> {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let mut parsed = text(&decoded.text, options, &mut Claims::default());
    in_bytes(&mut parsed.diagnostics, &decoded);
    parsed
}

/// Accounts for each byte of a record by its text.
pub fn account<T>(bytes: &[u8], options: &ReadOptions, text: ParseText<T>) -> Account {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let mut claims = Claims::new(true);
    let _ = text(&decoded.text, options, &mut claims);
    claims.account(&decoded, bytes.len())
}

/// Diagnostics in a decoded text as diagnostics in its bytes.
pub fn in_bytes(diagnostics: &mut [Diagnostic], decoded: &Decoded<'_>) {
    replace(diagnostics, |span| decoded.byte_offset(span.start)..decoded.byte_offset(span.end));
}

/// Diagnostics in a part of a text as diagnostics in the whole.
pub fn shift(diagnostics: &mut [Diagnostic], start: usize) {
    replace(diagnostics, |span| start + span.start..start + span.end);
}

fn replace(diagnostics: &mut [Diagnostic], place: impl Fn(&Range<usize>) -> Range<usize>) {
    for d in diagnostics {
        d.span = place(&d.span);
        if let Some(fix) = &mut d.fix {
            fix.span = place(&fix.span);
        }
        if let Some(related) = &mut d.related {
            related.span = place(&related.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str, limit: usize, kind: fn(&[u8]) -> Line) -> Vec<(u64, u64, String)> {
        let mut options = ReadOptions::default();
        options.limits.game_bytes = limit;
        let parse =
            |_: &[u8], _: &ReadOptions| Parsed::clean(Game::new(partie_core::Variant::Standard));
        records(source.as_bytes(), Format::Fen, &options, kind, parse)
            .map(|r| r.expect("memory"))
            .map(|r| (r.line, r.byte, String::from_utf8(r.text).expect("text")))
            .collect()
    }

    fn check(source: &str, expected: &[(u64, u64, &str)]) {
        let found = texts(source, 1 << 20, single);
        let found: Vec<_> = found.iter().map(|(l, b, t)| (*l, *b, t.as_str())).collect();
        assert_eq!(found, expected, "{source:?}");
        for (_, byte, text) in expected {
            assert!(source[usize::try_from(*byte).expect("small")..].starts_with(text));
        }
    }

    #[test]
    fn remarks_belong_to_the_next_record() {
        check("a\nb\r\nc\rd", &[(1, 0, "a"), (2, 2, "b"), (3, 5, "c"), (4, 7, "d")]);
        check("\n\na\n\n\nb\n", &[(3, 2, "a"), (6, 6, "b")]);
        check("\n# x\n\na\n", &[(2, 1, "# x\n\na")]);
        check("a\r\n\r\n# x\r\nb", &[(1, 0, "a"), (3, 5, "# x\r\nb")]);
        check("a\n\n% end\n\n", &[(1, 0, "a\n\n% end")]);
        check("\u{feff}a\nb", &[(1, 3, "a"), (2, 5, "b")]);
        check("# only a remark\n", &[]);
        check("", &[]);
    }

    #[test]
    fn a_long_line_is_cut_but_not_lost() {
        let found = texts("0123456789\nab\n", 4, single);
        let found: Vec<_> = found.iter().map(|(l, b, t)| (*l, *b, t.as_str())).collect();
        assert_eq!(found, [(1, 0, "0123"), (1, 4, "4567"), (1, 8, "89"), (2, 11, "ab")]);
    }
}
