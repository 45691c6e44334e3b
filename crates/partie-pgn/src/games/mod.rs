//! Streams of PGN and BPGN, read game by game. Both formats are split alike, and a stream may mix
//! them.

mod lend;

use std::{io, ops::Range, sync::Arc};

use crate::{
    fast::{self, Detail, Fast, FastResult},
    raw::{self, RawRecord},
    relocate::Relocate,
    split::GameSplitter,
    window::Window,
};
pub(crate) use lend::Lend;
pub use lend::{Converter, ViewEach, Views, convert, view, view_each};
use partie_formats::{Format, Limits, ReadOptions, Record, Retained, Severity, decode::Utf8Stream};

/// Reads games from a stream. A record's text goes from its game's first byte to the
/// next game's; together the records are the stream.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_pgn as pgn;
/// let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let games = pgn::read(text.as_bytes(), &ReadOptions::default());
/// let whites: Vec<_> = games
///     .map(|r| r.expect("memory does not fail").game().tags.get("White").map(str::to_owned))
///     .collect();
/// assert_eq!(whites, [Some("A".to_owned()), Some("B".to_owned())]);
/// ```
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Reader<R> {
    let fast = fast::accepts(options).then(Fast::default);
    Reader { cut: cut(source, &options.limits), options: options.clone(), fast }
}

/// An iterator over the games of a stream; made by [`read`].
#[derive(Debug)]
pub struct Reader<R> {
    pub(crate) cut: Cut<R>,
    options: ReadOptions,
    /// The reader by items alone, if the options allow it.
    fast: Option<Fast>,
}

impl<R: io::Read> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        if let Some(fast) = &mut self.fast
            && let Some(found) = self.cut.by_items(|t, last| fast.wanted(t, last, &self.options))
        {
            return Some(found.map(|found| self.cut.record(found, self.options.keep)));
        }
        self.by_tokens()
    }
}

impl<R: io::Read> Reader<R> {
    /// Reads the next game, which cannot be read by items alone as it stands.
    fn by_tokens(&mut self) -> Option<io::Result<Record>> {
        let Reader { cut, options, fast } = self;
        Some(cut.next()?.map(|raw| {
            raw.read_plain(options, |text| fast.as_mut()?.decoded(text, options).whole(text.len()))
        }))
    }

    /// Reads the next game for its diagnostics.
    pub(crate) fn check(&mut self) -> Option<io::Result<Checked>> {
        let Reader { cut, options, fast } = self;
        if let Some(fast) = fast
            && let Some(found) = cut.by_items(|t, last| fast.wanted(t, last, options))
        {
            return Some(found.map(|found| {
                if found.wanted.is_clean() {
                    let span = found.byte..found.byte + found.text.len() as u64;
                    return Checked::Clean { span };
                }
                Checked::Record(Box::new(cut.record(found, options.keep)))
            }));
        }
        Some(self.by_tokens()?.map(|record| Checked::Record(Box::new(record))))
    }
}

/// A game that was read for its diagnostics.
#[derive(Debug)]
pub enum Checked {
    /// The game has no diagnostics.
    Clean {
        /// Place of its text, in bytes of the stream from 0.
        span: Range<u64>,
    },
    /// The diagnostics of the game. Its text and moves are there if one of the diagnostics is as
    /// severe as was asked for.
    Record(Box<Record>),
}

impl Relocate for Checked {
    fn offset_by(&mut self, records: u64, lines: u64) {
        match self {
            Checked::Clean { .. } => {}
            Checked::Record(record) => record.offset_by(records, lines),
        }
    }
}

/// Checks the games of a stream. That takes less time than [`read`], because games are not built
/// unless they have a diagnostic of the severity `least` or worse. Diagnostics that are only notes
/// are left out unless `least` is [`Severity::Note`].
///
/// ```
/// use partie_formats::{ReadOptions, Severity};
/// use partie_pgn::{self as pgn, Checked};
/// let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e5 *\n";
/// let games = pgn::check(text.as_bytes(), &ReadOptions::default(), Severity::Error);
/// let mut errors = Vec::new();
/// for game in games {
///     if let Checked::Record(record) = game.expect("memory does not fail") {
///         let wrong = record.parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error);
///         errors.extend(wrong.map(|d| (record.number, record.place(d.span.start).line, d.code.id)));
///     }
/// }
/// assert_eq!(errors, [(2, 7, "PGN030")]);
/// ```
pub fn check<R: io::Read>(source: R, options: &ReadOptions, least: Severity) -> Checker<R> {
    Checker(read(source, &options.clone().keep(Retained::Diagnostics(least))))
}

/// An iterator over the games of a stream, read for their diagnostics; made by [`check`].
#[derive(Debug)]
pub struct Checker<R>(Reader<R>);

impl<R: io::Read> Iterator for Checker<R> {
    type Item = io::Result<Checked>;

    fn next(&mut self) -> Option<io::Result<Checked>> {
        self.0.check()
    }
}

/// Position at which reading begins in the middle of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Begin {
    /// The byte of the stream, from 0, at which a game begins.
    pub(crate) byte: u64,
    /// A buffer with the stream's bytes from `byte` on, and their number; the source continues after
    /// them.
    pub(crate) text: Option<(Arc<Vec<u8>>, usize)>,
    /// The encoding of the stream, if it was turned into UTF-8 before.
    pub(crate) decoding: Option<&'static str>,
}

/// Position that a reader has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    /// The byte of the stream, from 0, at which the next game begins.
    pub(crate) byte: u64,
    /// The games since it began.
    pub(crate) records: u64,
    /// The lines that have ended since it began.
    pub(crate) lines: u64,
}

/// Least number of bytes that are scanned for the end of a canonical game. Nearly all games are
/// shorter.
const NEAREST: usize = 32 << 10;

/// Cuts a stream into games without reading their moves, which is many times faster
/// than [`read`]. Each game can be read later ([`RawRecord::read`]).
///
/// ```
/// use partie_formats::Limits;
/// use partie_pgn as pgn;
/// let text = "[White \"A\"]\n\n1. e4 *\n\n1. d4 *\n";
/// let games = pgn::cut(text.as_bytes(), &Limits::default());
/// let texts: Vec<_> = games.map(|g| g.expect("memory does not fail").text).collect();
/// assert_eq!(texts, [&b"[White \"A\"]\n\n1. e4 *\n\n"[..], b"1. d4 *\n"]);
/// ```
pub fn cut<R: io::Read>(source: R, limits: &Limits) -> Cut<R> {
    cutting(Utf8Stream::new(source), limits)
}

fn cutting<R: io::Read>(source: Utf8Stream<R>, limits: &Limits) -> Cut<R> {
    Cut {
        source,
        longest: limits.game_bytes,
        window: Window::default(),
        splitter: GameSplitter::new(),
        near: usize::MAX,
        failed: None,
        ended: false,
        number: 0,
        byte: 0,
        line: 1,
        uncounted: 0,
        last_was_cr: false,
    }
}

/// An iterator over the texts of the games of a stream; made by [`cut`].
#[derive(Debug)]
pub struct Cut<R> {
    source: Utf8Stream<R>,
    /// The longest game, in bytes.
    longest: usize,
    /// The bytes read, from the start of the current game on.
    window: Window,
    /// Finds the end of the current game.
    splitter: GameSplitter,
    /// Number of bytes that are scanned for the end of a canonical game. Without this bound, games
    /// with unclosed comments would each be scanned to the end of the window.
    near: usize,
    /// Error of the source, to be returned after the games before it.
    failed: Option<io::Error>,
    ended: bool,
    number: u64,
    byte: u64,
    /// The line on which the first byte stands whose lines are not yet counted.
    line: u64,
    /// Number of the bytes given out last whose lines are not yet counted.
    uncounted: usize,
    last_was_cr: bool,
}

/// A game that was read by items alone.
struct ItemGame<W = Detail> {
    wanted: W,
    /// Byte offset in the stream, from 0.
    byte: u64,
    /// Place in the window, valid until more is read.
    text: Range<usize>,
}

/// Next part of a stream.
enum Next {
    /// A game of that many bytes, which are in the buffer.
    Game(usize),
    /// The beginning of a game that is too long, and how much was left out.
    Part(Vec<u8>, u64),
    /// End of the stream.
    End,
}

impl<R: io::Read> Cut<R> {
    /// Returns how far the reader has come.
    pub(crate) fn reached(&self) -> Reached {
        let lines = self.line - 1 + self.lines_in(self.uncounted());
        Reached { byte: self.byte, records: self.number, lines }
    }

    /// Returns the byte of the stream, from 0, at which the next game begins.
    pub(crate) const fn byte(&self) -> u64 {
        self.byte
    }

    /// Returns the place of the bytes whose lines are not yet counted.
    fn uncounted(&self) -> Range<usize> {
        let end = self.window.given_out();
        end - self.uncounted..end
    }

    /// Returns the number of line ends in bytes that were given out.
    fn lines_in(&self, place: Range<usize>) -> u64 {
        memchr::memchr_iter(b'\n', self.window.taken(place)).count() as u64
    }

    /// Counts the lines of the text read so far except for the last bytes. This is done for many
    /// games together, when their text is dropped or a line is needed.
    fn count_lines(&mut self, but: usize) {
        let mut place = self.uncounted();
        place.end -= but;
        self.line += self.lines_in(place);
        self.uncounted = but;
    }

    /// Restarts at another place of the stream, reusing its memory.
    pub(crate) fn begin_anew(&mut self, source: R, from: Begin) {
        let limits = Limits { game_bytes: self.longest, ..Limits::default() };
        let mut window = std::mem::take(&mut self.window);
        let mut cut = cutting(Utf8Stream::decoded(source, from.decoding), &limits);
        window.begin_anew(from.text);
        (cut.window, cut.byte) = (window, from.byte);
        *self = cut;
    }

    /// Drops text that is shared with other readers.
    pub(crate) fn let_go(&mut self) {
        self.count_lines(0);
        self.window.begin_anew(None);
    }

    /// Reads more. Returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.count_lines(0);
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.window.fill(&mut self.source),
        }
    }

    /// Reads the first bytes, which show the encoding.
    fn begin(&mut self) {
        if self.byte == 0 && self.number == 0 && self.window.bytes().is_empty() && !self.ended {
            match self.fill() {
                Ok(more) => self.ended = !more,
                Err(error) => self.failed = Some(error),
            }
        }
    }

    /// Finds the end of the next game. A game in the buffer is still to be taken out.
    fn find(&mut self) -> io::Result<Next> {
        let mut kept: Option<Vec<u8>> = None;
        let mut left_out = 0_u64;
        let longest = self.longest;
        loop {
            let game = self.window.bytes();
            let last = self.ended || self.failed.is_some();
            let end = self.splitter.find(game, last).or(self.ended.then_some(game.len()));
            if let Some(end) = end {
                return Ok(match kept {
                    Some(kept) => {
                        self.window.take(end);
                        Next::Part(kept, left_out + end as u64)
                    }
                    None if end == 0 => Next::End,
                    None if end > longest => {
                        // The same for any boundaries between the stream's pieces.
                        let text = game[..longest].to_vec();
                        self.window.take(end);
                        Next::Part(text, (end - longest) as u64)
                    }
                    None => Next::Game(end),
                });
            }
            let passed = self.splitter.passed();
            if kept.is_some() || passed > longest {
                // Too long: keep the beginning, then only look for the next game.
                left_out += passed as u64;
                if kept.is_none() {
                    kept = Some(game[..longest].to_vec());
                    left_out -= longest as u64;
                }
                self.splitter.forget(game, passed);
                self.window.take(passed);
            }
            match self.fill() {
                Ok(more) => self.ended = !more,
                // The available games come first.
                Err(error) if !last => self.failed = Some(error),
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns true if a text that was cut out holds a game.
    fn holds_game(text: &[u8], options: &ReadOptions) -> bool {
        let read = || RawRecord::new(1, 0, 1, text.to_vec()).read(options);
        !is_nothing(text) && raw::holds_game(text, read)
    }

    /// Counts the games that the stream still has, without copying them. An error of the
    /// source comes with the number of the games before it.
    ///
    /// ```
    /// use partie_formats::ReadOptions;
    /// use partie_pgn as pgn;
    /// let text = "[White \"A\"]\n\n1. e4 *\n\n1. d4 *\n";
    /// let options = ReadOptions::default();
    /// let (games, end) = pgn::cut(text.as_bytes(), &options.limits).count_games(&options);
    /// assert_eq!((games, end.is_ok()), (2, true));
    /// ```
    pub fn count_games(mut self, options: &ReadOptions) -> (u64, io::Result<()>) {
        let mut games = 0;
        loop {
            match self.find() {
                Ok(Next::End) => return (games, Ok(())),
                Ok(Next::Game(end)) => {
                    let game = &self.window.bytes()[..end];
                    let has_event = game.starts_with(b"[Event \"");
                    games += u64::from(has_event || Self::holds_game(game, options));
                    self.window.take(end);
                }
                Ok(Next::Part(text, _)) => games += u64::from(Self::holds_game(&text, options)),
                Err(error) => return (games, Err(error)),
            }
            self.splitter = GameSplitter::new();
        }
    }

    /// Reads the next game by items alone, if it can be.
    fn by_items<W>(
        &mut self,
        mut look: impl FnMut(&[u8], bool) -> FastResult<W>,
    ) -> Option<io::Result<ItemGame<W>>> {
        let mut wanted = None;
        match self.take_game(&mut |text, last| look(text, last).map(|made| wanted = Some(made)))? {
            Ok((byte, text)) => Some(Ok(ItemGame { wanted: wanted?, byte, text })),
            Err(error) => Some(Err(error)),
        }
    }

    /// Takes the next game out, if `look` takes it. Returns its byte offset in the stream, from 0,
    /// and its place in the window.
    fn take_game(
        &mut self,
        look: &mut dyn FnMut(&[u8], bool) -> FastResult<()>,
    ) -> Option<io::Result<(u64, Range<usize>)>> {
        let end = loop {
            let bytes = self.window.bytes();
            let seen = bytes.get(..self.near).unwrap_or(bytes);
            let all = seen.len() == bytes.len();
            match look(seen, self.ended && all) {
                FastResult::Game((), end) => {
                    self.near = self.near.saturating_mul(2);
                    break end;
                }
                FastResult::NeedMore if all && !self.ended => match self.fill() {
                    Ok(more) => self.ended = !more,
                    Err(e) => {
                        self.give_up();
                        return Some(Err(e));
                    }
                },
                FastResult::Fallback | FastResult::NeedMore => {
                    self.near = (seen.len() / 4).max(NEAREST);
                    return None;
                }
            }
        };
        let text = self.window.take(end);
        let byte = self.byte;
        self.byte += end as u64;
        // Games in export format begin with a tag, and their lines end with a line feed.
        self.last_was_cr = false;
        self.uncounted += end;
        self.number += 1;
        Some(Ok((byte, text)))
    }

    /// Returns the record of the game that was found last.
    fn record(&mut self, found: ItemGame, keep: Retained) -> Record {
        let ItemGame { wanted, byte, text } = found;
        self.count_lines(text.len());
        let whole = wanted.needs_text(keep);
        Record {
            number: self.number,
            format: Format::Pgn,
            byte,
            line: self.line,
            encoding: self.source.decoding().unwrap_or("UTF-8"),
            text: if whole { self.window.taken(text).to_vec() } else { Vec::new() },
            origins: Vec::new(),
            segments: Vec::new(),
            parsed: wanted.parsed(),
        }
    }

    /// Ends the reading.
    fn give_up(&mut self) {
        self.count_lines(0);
        self.ended = true;
        self.window.clear();
    }

    fn advance(&mut self, text: &[u8], left_out: u64) {
        // Lines of what was left out are not counted; the game is broken anyway.
        self.byte += text.len() as u64 + left_out;
        if memchr::memchr(b'\r', text).is_none() {
            let first = usize::from(self.last_was_cr && text.starts_with(b"\n"));
            self.line += (memchr::memchr_iter(b'\n', text).count() - first) as u64;
            self.last_was_cr &= text.is_empty();
            return;
        }
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

impl<R: io::Read> Iterator for Cut<R> {
    type Item = io::Result<RawRecord>;

    fn next(&mut self) -> Option<io::Result<RawRecord>> {
        self.count_lines(0);
        loop {
            let (text, left_out) = match self.find() {
                Ok(Next::Game(end)) => {
                    let text = self.window.bytes()[..end].to_vec();
                    self.window.take(end);
                    (text, 0)
                }
                Ok(Next::Part(text, left_out)) => (text, left_out),
                Ok(Next::End) => return None,
                Err(e) => {
                    self.give_up();
                    return Some(Err(e));
                }
            };
            self.splitter = GameSplitter::new();
            let (byte, line) = (self.byte, self.line);
            self.advance(&text, left_out);
            if is_nothing(&text) {
                continue;
            }
            self.number += 1;
            return Some(Ok(RawRecord {
                number: self.number,
                byte,
                line,
                text,
                left_out,
                decoding: self.source.decoding(),
            }));
        }
    }
}

/// Returns true if a text consists of spaces, escaped lines, and the bytes that old systems put at
/// the end of files (0x1A, 0xFF).
#[must_use]
pub fn is_nothing(text: &[u8]) -> bool {
    text.split(|b| matches!(b, b'\n' | b'\r')).all(|line| {
        line.starts_with(b"%")
            || line
                .trim_ascii()
                .iter()
                .all(|b| matches!(b, 0x00 | 0x1a | 0xff | 0xef | 0xbb | 0xbf | b' ' | b'>'))
    })
}
