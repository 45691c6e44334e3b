//! A stream line by line, for the formats whose records are lines.

use std::io::{self, Read as _};

use crate::{Format, Parsed, ReadOptions, Record, decode::Utf8Stream};

/// How much is read at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// Turns each line that is not skipped into a record.
pub(crate) fn records<R: io::Read>(
    source: R,
    format: Format,
    options: &ReadOptions,
    skip: fn(&[u8]) -> bool,
    parse: fn(&[u8], &ReadOptions) -> Parsed<partie_core::Game>,
) -> Records<R> {
    Records {
        source: Utf8Stream::new(source),
        format,
        options: options.clone(),
        skip,
        parse,
        buffer: Vec::new(),
        start: 0,
        searched: 0,
        ended: false,
        byte: 0,
        line: 0,
        number: 0,
    }
}

/// An iterator over the records of a stream of lines. LF, CR LF and CR end a line. A
/// line longer than the limit of a game is cut there, and the rest is a line of its own.
#[derive(Debug)]
pub struct Records<R> {
    source: Utf8Stream<R>,
    format: Format,
    options: ReadOptions,
    skip: fn(&[u8]) -> bool,
    parse: fn(&[u8], &ReadOptions) -> Parsed<partie_core::Game>,
    buffer: Vec<u8>,
    start: usize,
    /// How far behind `start` no line end was found.
    searched: usize,
    ended: bool,
    byte: u64,
    line: u64,
    number: u64,
}

impl<R: io::Read> Records<R> {
    /// The next line without its end, its byte and its number.
    fn next_line(&mut self) -> io::Result<Option<(Vec<u8>, u64, u64)>> {
        loop {
            let pending = &self.buffer[self.start..];
            let found =
                memchr::memchr2(b'\n', b'\r', &pending[self.searched..]).map(|i| self.searched + i);
            let limit = self.options.limits.game_bytes;
            let (length, end) = match found {
                // CR may be the first half of CR LF that is not all there yet.
                Some(i) if pending[i] == b'\r' && i + 1 == pending.len() && !self.ended => {
                    self.searched = i;
                    self.fill()?;
                    continue;
                }
                Some(i) => (i, if pending[i..].starts_with(b"\r\n") { i + 2 } else { i + 1 }),
                None if pending.len() > limit => (limit, limit),
                None if self.ended && pending.is_empty() => return Ok(None),
                None if self.ended => (pending.len(), pending.len()),
                None => {
                    self.searched = pending.len();
                    self.fill()?;
                    continue;
                }
            };
            let line = pending[..length].to_vec();
            let byte = self.byte;
            self.byte += end as u64;
            self.line += 1;
            self.start += end;
            self.searched = 0;
            return Ok(Some((line, byte, self.line)));
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
}

impl<R: io::Read> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            let (mut text, mut byte, line) = match self.next_line() {
                Ok(found) => found?,
                Err(e) => {
                    self.ended = true;
                    self.buffer.clear();
                    self.start = 0;
                    return Some(Err(e));
                }
            };
            if line == 1 && text.starts_with(b"\xef\xbb\xbf") {
                text.drain(..3);
                byte += 3;
            }
            if (self.skip)(&text) {
                continue;
            }
            let parsed = (self.parse)(&text, &self.options);
            self.number += 1;
            let encoding = self.source.decoding().unwrap_or_else(|| {
                crate::decode::decode(&text, self.options.encoding.as_deref()).encoding
            });
            return Some(Ok(Record {
                number: self.number,
                format: self.format,
                byte,
                line,
                encoding,
                text,
                origins: Vec::new(),
                parsed,
            }));
        }
    }
}

/// Whether a line holds nothing, or a remark that begins with `#` or `%`.
pub(crate) fn is_empty_or_remark(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || matches!(line[0], b'#' | b'%')
}
