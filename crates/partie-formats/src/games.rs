//! A stream of PGN and BPGN, game by game: both are cut alike, and they mix.

use std::io::{self, Read as _};

use partie_core::Variant;

use crate::{
    Diagnostic, Format, ReadOptions, Record,
    bpgn::{label::is_bpgn, parse as bughouse_game},
    decode::Utf8Stream,
    pgn::{codes, cut::Cutter, resolve},
};

/// How much is read at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// Reads games from a stream. A record's text goes from its game's first byte to the
/// next game's; together the records are the stream.
///
/// ```
/// use partie_formats::{ReadOptions, pgn};
/// let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let games = pgn::read(text.as_bytes(), &ReadOptions::default());
/// let whites: Vec<_> = games
///     .map(|r| r.expect("memory does not fail").game().tags.get("White").map(str::to_owned))
///     .collect();
/// assert_eq!(whites, [Some("A".to_owned()), Some("B".to_owned())]);
/// ```
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Reader<R> {
    Reader {
        source: Utf8Stream::new(source),
        options: options.clone(),
        buffer: Vec::new(),
        start: 0,
        cutter: Cutter::new(),
        ended: false,
        number: 0,
        byte: 0,
        line: 1,
        last_was_cr: false,
    }
}

/// An iterator over the games of a stream; made by [`read`].
#[derive(Debug)]
pub struct Reader<R> {
    source: Utf8Stream<R>,
    options: ReadOptions,
    /// Bytes read and not yet given out.
    buffer: Vec<u8>,
    /// Where the current game begins in the buffer.
    start: usize,
    cutter: Cutter,
    ended: bool,
    number: u64,
    byte: u64,
    line: u64,
    last_was_cr: bool,
}

impl<R: io::Read> Reader<R> {
    /// Reads more; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.start > 0 && self.start >= self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let n = loop {
            match self.source.read(&mut self.buffer[length..]) {
                Ok(n) => break n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    self.buffer.truncate(length);
                    return Err(e);
                }
            }
        };
        self.buffer.truncate(length + n);
        Ok(n > 0)
    }

    /// The next game's bytes in the buffer, cut to the limit, and how much was left out.
    fn next_text(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let limit = self.options.limits.game_bytes;
        let mut kept: Option<Vec<u8>> = None;
        let mut left_out = 0;
        loop {
            let game = &self.buffer[self.start..];
            if let Some(end) = self.cutter.cut(game, self.ended) {
                let text = game[..end].to_vec();
                self.start += end;
                self.cutter = Cutter::new();
                return Ok(Some(match kept {
                    Some(kept) => (kept, left_out + text.len() as u64),
                    None => (text, 0),
                }));
            }
            if self.ended {
                let text = game.to_vec();
                self.start = self.buffer.len();
                self.cutter = Cutter::new();
                return Ok(match kept {
                    Some(kept) => Some((kept, left_out + text.len() as u64)),
                    None if text.is_empty() => None,
                    None => Some((text, 0)),
                });
            }
            if game.len() > limit {
                // Too long: keep the beginning, then only look for the next game.
                let passed = self.cutter.forget(game.len());
                let passed_text = &game[..passed];
                match kept {
                    None => {
                        let end = limit.min(passed);
                        kept = Some(passed_text[..end].to_vec());
                        left_out = (passed - end) as u64;
                    }
                    Some(_) => left_out += passed as u64,
                }
                self.start += passed;
            }
            self.ended = !self.fill()?;
        }
    }

    fn advance(&mut self, text: &[u8], left_out: u64) {
        // Lines of what was left out are not counted; the game is broken anyway.
        self.byte += text.len() as u64 + left_out;
        for b in text {
            match b {
                b'\n' if self.last_was_cr => {}
                b'\n' | b'\r' => self.line += 1,
                _ => {}
            }
            self.last_was_cr = *b == b'\r';
        }
    }
}

impl<R: io::Read> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            let (text, left_out) = match self.next_text() {
                Ok(Some(found)) => found,
                Ok(None) => return None,
                Err(e) => {
                    self.ended = true;
                    self.buffer.clear();
                    self.start = 0;
                    return Some(Err(e));
                }
            };
            let (byte, line) = (self.byte, self.line);
            self.advance(&text, left_out);
            if is_nothing(&text) {
                continue;
            }
            let bughouse =
                self.options.variant.is_none_or(|v| v == Variant::Bughouse) && is_bpgn(&text);
            let mut parsed = if bughouse {
                bughouse_game::parse(&text, &self.options)
            } else {
                resolve::parse(&text, &self.options)
            };
            if left_out > 0 {
                let end = text.len();
                parsed.diagnostics.push(Diagnostic::new(
                    &codes::TOO_LONG,
                    end..end,
                    format!(
                        "the game is longer than {} bytes; {left_out} bytes behind this place were left out",
                        self.options.limits.game_bytes
                    ),
                ));
            }
            self.number += 1;
            let encoding = self.source.decoding().unwrap_or_else(|| {
                crate::decode::decode(&text, self.options.encoding.as_deref()).encoding
            });
            return Some(Ok(Record {
                number: self.number,
                format: if bughouse { Format::Bpgn } else { Format::Pgn },
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

/// Whether a text holds no more than blanks, escaped lines, and the bytes that old
/// systems put at the end of files (0x1A, 0xFF).
fn is_nothing(text: &[u8]) -> bool {
    text.split(|b| matches!(b, b'\n' | b'\r')).all(|line| {
        line.starts_with(b"%")
            || line
                .trim_ascii()
                .iter()
                .all(|b| matches!(b, 0x00 | 0x1a | 0xff | 0xef | 0xbb | 0xbf | b' ' | b'>'))
    })
}
