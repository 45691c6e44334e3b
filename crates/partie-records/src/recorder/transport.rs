//! Bytes to lines: telnet, line ends, and the formats of logs.

use std::collections::VecDeque;

use crate::hidden::begins_game;
use partie_formats::{Place, decode::lossy};
use partie_wire::telnet::{Filter, Item};

/// A line sent by a server, without its line end, and its place in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ServerLine {
    /// Bytes of the line.
    pub(super) bytes: Vec<u8>,
    /// Its beginning, or the beginning of the log's line that contained it.
    pub(super) place: Place,
}

/// Cuts a stream into the lines that the server sent.
///
/// Understood are the bytes themselves (as they came, or saved by a terminal), with the
/// marks `<<<CLIENT b'...'>>>` of what was sent in between; the log that xboard writes
/// with `-debug`; and the notes of a proxy (`S>  1.5 b'...'`, Python's spelling of
/// bytes). The first line that can be only one of them decides.
#[derive(Clone, Debug)]
pub(super) struct Transport {
    kept_as: KeptAs,
    stream: Lines,
    /// Lines of the server's bytes inside a log.
    inner: Lines,
    /// Lines of the stream that were just cut.
    cut: VecDeque<ServerLine>,
    ready: VecDeque<ServerLine>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptAs {
    Undecided,
    Bytes,
    XboardLog,
    ProxyNotes,
}

impl Transport {
    /// Lines longer than `limit` bytes are cut there; no line of a game is that long.
    pub(super) fn new(limit: usize) -> Transport {
        Transport {
            kept_as: KeptAs::Undecided,
            stream: Lines::new(limit),
            inner: Lines::new(limit),
            cut: VecDeque::new(),
            ready: VecDeque::new(),
        }
    }

    /// Receives bytes; packet boundaries change nothing.
    pub(super) fn receive(&mut self, bytes: &[u8]) {
        let mut lines = std::mem::take(&mut self.cut);
        self.stream.push(bytes, None, &mut lines);
        for line in lines.drain(..) {
            self.stream_line(line);
        }
        self.cut = lines;
    }

    /// Ends the stream: an incomplete line counts as a line.
    pub(super) fn finish(&mut self) {
        let mut lines = VecDeque::new();
        self.stream.finish(&mut lines);
        for line in lines {
            self.stream_line(line);
        }
        self.inner.finish(&mut self.ready);
    }

    /// Returns the next line.
    pub(super) fn next(&mut self) -> Option<ServerLine> {
        self.ready.pop_front()
    }

    /// Returns the first byte of the line that is not yet complete.
    pub(super) fn peek(&self) -> Option<u8> {
        match self.kept_as {
            KeptAs::Undecided | KeptAs::Bytes => self.stream.pending.first().copied(),
            KeptAs::XboardLog | KeptAs::ProxyNotes => self.inner.pending.first().copied(),
        }
    }

    fn stream_line(&mut self, line: ServerLine) {
        if self.kept_as == KeptAs::Undecided {
            self.kept_as = kept_as(&line.bytes);
        }
        match self.kept_as {
            KeptAs::Undecided | KeptAs::Bytes => {
                if !line.bytes.starts_with(b"<<<CLIENT ") {
                    self.ready.push_back(line);
                }
            }
            KeptAs::XboardLog => {
                if let Some(text) = line.bytes.strip_prefix(b"<ICS: ") {
                    let sent = octal(text);
                    self.inner.push(&sent, Some(line.place), &mut self.ready);
                } else if begins_game(&lossy(&line.bytes)) {
                    self.ready.push_back(line);
                }
            }
            KeptAs::ProxyNotes => {
                if let Some(sent) = proxy_note(&line.bytes) {
                    self.inner.push(&sent, Some(line.place), &mut self.ready);
                } else if begins_game(&lossy(&line.bytes)) {
                    self.ready.push_back(line);
                }
            }
        }
    }
}

fn kept_as(line: &[u8]) -> KeptAs {
    let has = |text: &[u8]| memchr::memmem::find(line, text).is_some();
    if line.starts_with(b"<ICS: ") {
        KeptAs::XboardLog
    } else if proxy_note(line).is_some() {
        KeptAs::ProxyNotes
    } else if line.starts_with(b"<<<CLIENT ")
        || line.starts_with(b"{Game ")
        || has(b"ics% ")
        || has(b"<12> ")
        || has(b"login:")
    {
        KeptAs::Bytes
    } else {
        KeptAs::Undecided
    }
}

/// Returns the bytes that a line such as `S>    1.847 b'...'` says the server sent.
fn proxy_note(line: &[u8]) -> Option<Vec<u8>> {
    let rest = line.strip_prefix(b"S>")?.trim_ascii_start();
    let digits = rest.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let rest = rest[digits..].trim_ascii_start().strip_prefix(b"b")?;
    let (quote @ (b'\'' | b'"'), rest) = rest.split_first()? else {
        return None;
    };
    let rest = rest.strip_suffix(&[*quote]).unwrap_or(rest);
    let mut out = Vec::with_capacity(rest.len());
    let mut at = 0;
    while at < rest.len() {
        partie_formats::steps::add(1);
        if rest[at] != b'\\' {
            out.push(rest[at]);
            at += 1;
            continue;
        }
        let (byte, length) = match rest.get(at + 1) {
            Some(b'n') => (b'\n', 2),
            Some(b'r') => (b'\r', 2),
            Some(b't') => (b'\t', 2),
            Some(b'x') => match rest.get(at + 2..at + 4).and_then(hexadecimal) {
                Some(byte) => (byte, 4),
                None => (b'\\', 1),
            },
            Some(other) => (*other, 2),
            None => (b'\\', 1),
        };
        out.push(byte);
        at += length;
    }
    Some(out)
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    let digit = |b: u8| (b as char).to_digit(16);
    Some((digit(digits[0])? * 16 + digit(digits[1])?) as u8)
}

/// Bytes that xboard wrote as `\012`. It leaves backslashes alone.
fn octal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        partie_formats::steps::add(1);
        if text[at] == b'\\'
            && let Some([a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7']) =
                text.get(at + 1..at + 4)
        {
            out.push((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'));
            at += 4;
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    out
}

/// Puts lines together out of bytes, without telnet's commands. Lines end with LF,
/// CR LF, LF CR (as FICS sends) or CR.
#[derive(Clone, Debug)]
struct Lines {
    limit: usize,
    telnet: Filter,
    pending: Vec<u8>,
    /// Beginning of the pending line.
    began: Place,
    /// The line of the next byte, and its offset.
    at: Place,
    /// The last byte was the LF that ended a line.
    after_line_feed: bool,
    /// The last byte was a CR that has ended a line unless an LF follows.
    after_return: bool,
}

const START: Place = Place { line: 1, column: 1, byte: 0 };

impl Lines {
    fn new(limit: usize) -> Lines {
        Lines {
            limit,
            telnet: Filter::default(),
            pending: Vec::new(),
            began: START,
            at: START,
            after_line_feed: false,
            after_return: false,
        }
    }

    /// Takes bytes, which stand at the next place of the stream or at the given one.
    fn push(&mut self, bytes: &[u8], place: Option<Place>, out: &mut VecDeque<ServerLine>) {
        if let Some(place) = place {
            self.at = place;
            if self.pending.is_empty() {
                self.began = place;
            }
        }
        let moves = place.is_none();
        let mut rest = bytes;
        while !rest.is_empty() {
            partie_formats::steps::add(1);
            if self.telnet.is_text() && !self.after_return && rest[0] > b'\r' && rest[0] < 0xff {
                let plain = memchr::memchr3(b'\n', b'\r', 0xff, rest).unwrap_or(rest.len());
                self.after_line_feed = false;
                self.text(&rest[..plain]);
                self.advance(plain, moves);
                rest = &rest[plain..];
                continue;
            }
            let byte = rest[0];
            rest = &rest[1..];
            // A lone CR ends its line before the byte that shows it to be alone.
            if self.after_return && !matches!(byte, b'\n' | b'\r' | 0) {
                self.after_return = false;
                self.end(out, moves);
            }
            self.advance(1, moves);
            self.byte(byte, out, moves);
        }
    }

    fn byte(&mut self, byte: u8, out: &mut VecDeque<ServerLine>, moves: bool) {
        if byte == b'\n' {
            // A line end also ends an unterminated negotiation.
            self.telnet = Filter::default();
            self.after_return = false;
            self.end(out, moves);
            self.after_line_feed = true;
            return;
        }
        match self.telnet.byte(byte) {
            Some(Item::Data(b'\r')) => {
                if !self.after_line_feed {
                    self.after_return = true;
                }
                if self.pending.is_empty() && !self.after_return {
                    self.began = self.at;
                }
            }
            Some(Item::Data(byte)) => self.text(&[byte]),
            Some(Item::Signal(_)) | None => {}
        }
        self.after_line_feed = false;
    }

    fn text(&mut self, bytes: &[u8]) {
        let room = self.limit.saturating_sub(self.pending.len());
        if memchr::memchr(0, bytes).is_none() {
            self.pending.extend_from_slice(&bytes[..bytes.len().min(room)]);
        } else {
            // Telnet sends CR NUL for a lone CR; a NUL has no meaning anywhere.
            self.pending.extend(bytes.iter().filter(|b| **b != 0).take(room));
        }
    }

    fn advance(&mut self, bytes: usize, moves: bool) {
        if moves {
            self.at.byte += bytes as u64;
        }
    }

    fn end(&mut self, out: &mut VecDeque<ServerLine>, moves: bool) {
        if moves {
            self.at.line += 1;
        }
        out.push_back(ServerLine { bytes: std::mem::take(&mut self.pending), place: self.began });
        self.began = self.at;
    }

    fn finish(&mut self, out: &mut VecDeque<ServerLine>) {
        if !self.pending.is_empty() {
            self.end(out, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(String, u64, u64)> {
        let mut transport = Transport::new(1000);
        transport.receive(bytes);
        transport.finish();
        std::iter::from_fn(|| transport.next())
            .map(|l| (String::from_utf8_lossy(&l.bytes).into_owned(), l.place.byte, l.place.line))
            .collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines(bytes).into_iter().map(|l| l.0).collect()
    }

    #[test]
    fn line_ends_of_all_kinds() {
        for text in ["a\n\rb\n\r", "a\r\nb\r\n", "a\nb", "a\rb\r", "a\r\r\nb", "a\r\0\nb\n"] {
            assert_eq!(texts(text.as_bytes()), ["a", "b"], "{text:?}");
        }
        assert_eq!(texts(b"a\n\r\n\rb"), ["a", "", "b"]);
        assert_eq!(texts(b"a\r\n\r\nb"), ["a", "", "b"]);
        assert_eq!(lines(b"ab\n\rcd\n\ref")[2], ("ef".into(), 8, 3));
    }

    #[test]
    fn telnet_leaves_no_trace() {
        assert_eq!(texts(b"\xff\xfb\x01pass\xff\xfc\x01word\n"), ["password"]);
        assert_eq!(texts(b"a\xff\xfa\x18junk\xff\xf0b\xff\xffc\n"), ["ab\u{fffd}c"]);
        assert_eq!(texts(b"a\xff\xfanever ended\nb\n"), ["a", "b"]);
    }

    #[test]
    fn logs_of_xboard_and_proxies() {
        let xboard = b"locale = C\n<ICS: \\012\\015fics% a\\b\\\n>ICS: c\\012\n<ICS: \\012\\015d\n";
        assert_eq!(texts(xboard), ["locale = C", "", "fics% a\\b\\", "d"]);
        let proxy = b"S>   1.5 b'\\n\\rit\\'s \\x07a'\nC>   1.6 b'x\\n'\nS> 2.0 b\"b\\\\\\n\"\n";
        assert_eq!(texts(proxy), ["", "it's \u{7}ab\\"]);
        assert_eq!(lines(proxy)[1].2, 1);
    }

    #[test]
    fn packets_change_nothing() {
        let text: &[u8] = b"S> 1.5 b'\\n\\rab\\xff\\xfb\\x01c\\r'\r\n\rS> 1.6 b'\\ndef\\n'\n";
        let whole = lines(text);
        for split in 0..text.len() {
            let mut transport = Transport::new(1000);
            transport.receive(&text[..split]);
            transport.receive(&text[split..]);
            transport.finish();
            let parts: Vec<_> = std::iter::from_fn(|| transport.next())
                .map(|l| {
                    (String::from_utf8_lossy(&l.bytes).into_owned(), l.place.byte, l.place.line)
                })
                .collect();
            assert_eq!(parts, whole, "split at {split}");
        }
    }
}
