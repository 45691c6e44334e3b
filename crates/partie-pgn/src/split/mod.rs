//! Splitting a stream of PGN into games.
//!
//! A small state machine scans the bytes for the beginning of the next game. It recognises tags,
//! comments, variations, results and move numbers by appearance only, so that any broken game ends
//! where the next one begins:
//!
//! * a tag after movetext begins a game; so does a second `Event`, and any tag name
//!   that comes again after an empty line;
//! * moves after a result begin a game;
//! * after an empty line, move 1 begins a game if moves precede it; without one, if it
//!   begins a line and the moves had reached another number;
//! * `[Event "` at the start of a line begins a game even inside a comment that was
//!   never closed; so do a tag of the seven-tag roster and two lines of tags after an
//!   empty line.
//!
//! Text between a result and the next game's first tag or move belongs to the next game.
//!
//! Most bytes cannot matter: [`blocks`] skips them, lines of tags and movetext, 64 bytes
//! at a time. [`boundary`] knows boundaries that need no state.

mod blocks;
mod boundary;

use std::ops::Range;

use partie_core::tags::ROSTER;

use super::{
    nonstandard_tags::{self, bare_tag, broken_tag, respelled_tag},
    token::tag_name,
};
use partie_formats::result::from_spelling;

pub use boundary::likely_start;
pub(crate) use boundary::{AfterResult, after_result, last_boundary};

/// Number of bytes that a decision may look ahead.
const LOOKAHEAD: usize = nonstandard_tags::LONGEST;

/// Most text after a result, or marks of quoted mail, that may belong to the next game, in
/// bytes.
const FOREWORD: usize = 1 << 20;

/// Finds the end of one game.
#[derive(Debug, Default)]
pub(crate) struct GameSplitter {
    /// Offset at which the search continues, from the game's start.
    at: usize,
    mode: Mode,
    /// True if only whitespace and quote marks follow the last line end.
    line_start: bool,
    /// Start of the line, also after a line break of HTML; `None` if it was forgotten.
    line: Option<usize>,
    /// Start of the marks of quoted mail that stand before this place on its line.
    quoted: Option<usize>,
    /// True if an empty line, or the start of the text, precedes the last element.
    empty_line: bool,
    /// Hashes of the tag names seen.
    names: Vec<u64>,
    /// Lines of tags that were skipped, whose names are still to be hashed.
    skipped: Range<usize>,
    moves: bool,
    /// True if a move number from 2 to 9 has occurred among the moves.
    beyond_one: bool,
    result: bool,
    depth: u32,
    /// A result stood in a parenthesis. Nobody writes that, so the parenthesis was never closed.
    inner_result: bool,
    /// Start of the text after a result.
    after_result: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Outside,
    Comment,
    Line,
    /// A tag's value whose end was not near.
    Value,
}

/// Returns the valid UTF-8 at the start of a text.
fn valid(text: &[u8]) -> &str {
    text.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

impl GameSplitter {
    pub(crate) fn new() -> GameSplitter {
        let start = GameSplitter::default();
        GameSplitter { line_start: true, empty_line: true, line: Some(0), ..start }
    }

    /// Finds where the next game begins, in bytes from the start of `game`; `None` if not
    /// within these bytes. `game` must be the bytes of earlier calls and more; at the end of
    /// the stream `last` is true.
    pub(crate) fn find(&mut self, game: &[u8], last: bool) -> Option<usize> {
        let limit = if last { game.len() } else { game.len().saturating_sub(LOOKAHEAD) };
        while self.at < limit {
            let found = if self.is_in_movetext() {
                self.movetext(game, limit)
            } else {
                self.step(game, limit)
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Passes one element. Returns the start of the next game, if it is known now.
    fn step(&mut self, game: &[u8], limit: usize) -> Option<usize> {
        partie_formats::steps::add(1);
        match self.mode {
            Mode::Outside => return self.outside(game),
            Mode::Comment => {
                let found = memchr::memchr2(b'}', b'\n', &game[self.at..limit]);
                let end = found.map_or(limit, |i| self.at + i);
                let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\r');
                self.line_start &= game[self.at..end].iter().all(is_space);
                self.at = limit.min(end + 1);
                if found.is_some() && game[end] == b'}' {
                    self.mode = Mode::Outside;
                    self.line_start = false;
                } else if found.is_some() {
                    let after_empty_line = std::mem::replace(&mut self.line_start, true);
                    self.quoted = None;
                    return self.tags_follow(game, after_empty_line).then_some(self.at);
                }
            }
            Mode::Line => match memchr::memchr2(b'\n', b'\r', &game[self.at..limit]) {
                None => self.at = limit,
                Some(i) => {
                    self.at += i;
                    self.mode = Mode::Outside;
                }
            },
            Mode::Value => match memchr::memchr3(b']', b'\n', b'\r', &game[self.at..limit]) {
                None => self.at = limit,
                Some(i) => {
                    self.at += i;
                    let before = &game[..self.at];
                    let bracket = game[self.at] == b']';
                    let quoted = before.ends_with(b"\"") && !before.ends_with(b"\\\"");
                    self.at += usize::from(bracket);
                    if quoted || !bracket {
                        self.mode = Mode::Outside;
                    }
                }
            },
        }
        None
    }

    /// Returns true if a new game's tags begin here, on a line inside an open comment: the tag
    /// `Event`; or, after an empty line, a tag of the roster or two lines of tags.
    fn tags_follow(&self, game: &[u8], after_empty_line: bool) -> bool {
        let window = window(game, self.at);
        let Some(name) = tag_name(window) else { return false };
        let name = &window[name];
        if !after_empty_line {
            return name == b"Event";
        }
        ROSTER.iter().any(|known| known.as_bytes() == name)
            || window.split(|b| *b == b'\n').take(2).filter(|line| is_tag_line(line)).count() == 2
    }

    fn outside(&mut self, game: &[u8]) -> Option<usize> {
        let at = self.at;
        let window = window(game, at);
        match window[0] {
            b'\n' | b'\r' => {
                self.at += if window.starts_with(b"\r\n") { 2 } else { 1 };
                self.end_line();
            }
            b' ' | b'\t' | 0x0b | 0x0c | 0x1a | 0xa0 => self.at += 1,
            _ if wide_space(window) > 0 => self.at += wide_space(window),
            // Quoted mail, and `<br>` for a line end.
            b'>' | b'|' if self.line_start => {
                if self.marks().is_none() {
                    self.quoted = Some(at);
                }
                self.at += 1;
            }
            b'<' => {
                self.at += end_of_element(window).unwrap_or(1);
                if is_line_break(window) {
                    self.end_line();
                }
            }
            b'%' if self.line == Some(at) || matches!(game[at - 1], b'\n' | b'\r') => {
                // An escaped line is not an empty line.
                self.line_start = false;
                self.mode = Mode::Line;
                self.at += 1;
            }
            sign @ (b'{' | b';' | b'(') => {
                self.thing(at);
                match sign {
                    b'{' => self.mode = Mode::Comment,
                    b';' => self.mode = Mode::Line,
                    _ => self.depth += 1,
                }
                self.at += 1;
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.at += 1;
            }
            b'[' => return self.bracket(game, window),
            _ => return self.word(game, window),
        }
        None
    }

    /// Begins a line here.
    fn end_line(&mut self) {
        self.empty_line |= self.line_start;
        self.line_start = true;
        self.quoted = None;
        self.line = Some(self.at);
    }

    /// Returns the start of a game whose first element is at `at`: before the quote marks of mail
    /// on its line.
    fn first_of_line(&self, at: usize) -> usize {
        self.marks().unwrap_or(at)
    }

    /// Start of the quote marks of mail, if only these stand on the line so far.
    fn marks(&self) -> Option<usize> {
        self.quoted.filter(|at| self.line_start && self.at - at <= FOREWORD)
    }

    /// Start of the text that will belong to the next game.
    fn foreword(&self) -> Option<usize> {
        self.after_result.filter(|at| self.at - at <= FOREWORD)
    }

    /// Begins the next game at the text after this one's result, or else at `at`.
    fn split_at(&self, at: usize) -> Option<usize> {
        self.foreword().or_else(|| Some(self.first_of_line(at)))
    }

    /// Notes an element other than a tag or a move.
    fn thing(&mut self, at: usize) {
        if self.result && self.foreword().is_none() && self.line_start && self.empty_line {
            self.after_result = Some(self.first_of_line(at));
        }
        self.on_line();
    }

    /// Notes any element: neither this line nor the one before is empty.
    const fn on_line(&mut self) {
        self.line_start = false;
        self.empty_line = false;
    }

    fn bracket(&mut self, game: &[u8], window: &[u8]) -> Option<usize> {
        if !self.moves && !self.result && self.tag_lines(game) {
            return None;
        }
        let Some(name) = tag_name(window) else {
            if let Some((tag, end)) = broken_tag(window) {
                return self.tag(game, &window[tag.name], end);
            }
            if self.line_start
                && (self.empty_line || !self.moves && !self.result)
                && let Some((tag, end)) = respelled_tag(valid(window), !self.names.is_empty())
            {
                return self.tag(game, &window[tag.name], end);
            }
            self.thing(self.at);
            self.at += 1;
            return None;
        };
        // Skip the value: its braces and words have no meaning.
        let rest = &window[name.end..];
        let line_end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let line = &rest[..line_end.unwrap_or(rest.len())];
        let close = end_of_value(line).map(|i| name.end + i);
        let broken = || broken_tag(window).map(|(_, end)| end);
        // Another tag may follow an unclosed one on its line.
        let next_tag = || line[1..].windows(2).position(|w| w == b" [").map(|i| name.end + i + 2);
        let close = close.or_else(broken).or_else(next_tag);
        let end = close.unwrap_or(name.end + line.len().max(1));
        let found = self.tag(game, &window[name], end);
        if found.is_none() && close.is_none() && line_end.is_none() {
            self.mode = Mode::Value;
        }
        found
    }

    /// Handles a tag pair of `length` bytes.
    fn tag(&mut self, game: &[u8], name: &[u8], length: usize) -> Option<usize> {
        if self.moves || self.result {
            return self.split_at(self.at);
        }
        self.hash_skipped(game);
        if !self.add_name(name) && (self.empty_line || name == b"Event") {
            return self.split_at(self.at);
        }
        self.on_line();
        self.at += length;
        None
    }

    /// Remembers a tag name. Returns false if it was seen before.
    fn add_name(&mut self, name: &[u8]) -> bool {
        // FNV-1a.
        let hash = name.iter().fold(0xcbf2_9ce4_8422_2325, |hash, b| {
            (hash ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3)
        });
        let new = !self.names.contains(&hash);
        if new && self.names.len() < 4096 {
            self.names.push(hash);
        }
        new
    }

    /// Remembers the names of the tags that were skipped.
    fn hash_skipped(&mut self, game: &[u8]) {
        for line in game[std::mem::take(&mut self.skipped)].split(|b| *b == b'\n') {
            if let Some(name) = tag_name(line) {
                self.add_name(&line[name]);
            }
        }
    }

    fn word(&mut self, game: &[u8], window: &[u8]) -> Option<usize> {
        let at = self.at;
        if self.line_start
            && let Some((tag, end)) = bare_tag(window)
        {
            return self.tag(game, &window[tag.name], end);
        }
        let ends = |(i, b): (usize, &u8)| {
            ends_word(*b)
                || !b.is_ascii()
                    && (wide_space(&window[i..]) > 0
                        // The non-breaking space of an 8-bit encoding.
                        || *b == 0xa0 && i > 0 && window[i - 1].is_ascii())
        };
        let length = window.iter().enumerate().position(ends).unwrap_or(window.len()).max(1);
        let word = &window[..length];
        self.at += length;
        let (line_start, empty_line) = (self.line_start, self.empty_line);
        if is_result(word) {
            if self.depth > 0 {
                self.inner_result = true;
            } else if self.result && line_start && empty_line {
                // A game that consists of a result.
                return self.split_at(at);
            } else {
                self.result = true;
            }
            self.on_line();
            // Most often the next game's tag follows.
            return match after_result(game, self.at) {
                AfterResult::Tag(at) if self.result && self.foreword().is_none() => Some(at),
                _ => None,
            };
        }
        if self.moves && !self.result && !empty_line {
            // Among moves, only a line that counts from 1 again matters.
            let counts_again = line_start && self.beyond_one && self.depth == 0;
            if counts_again && is_number_one(word, window) {
                return Some(self.first_of_line(at));
            }
        } else if is_move_like(word) {
            let first_again = self.moves
                && empty_line
                && (self.depth == 0 || self.inner_result)
                && is_number_one(word, window);
            if self.result && self.depth == 0 || first_again {
                return self.split_at(at);
            }
            self.moves = true;
        } else {
            // At the start of a game `%` would escape the line.
            self.thing(if word[0] == b'%' { self.line.unwrap_or(at) } else { at });
            return None;
        }
        self.beyond_one |= matches!(word, [b'2'..=b'9', b'.', ..]);
        self.on_line();
        None
    }

    /// Number of bytes of the game that are not needed any more to find the next one.
    pub(crate) fn passed(&self) -> usize {
        // The byte before this place may still be looked at.
        let looked = self.at.saturating_sub(1);
        [self.foreword(), self.marks()].into_iter().flatten().fold(looked, usize::min)
    }

    /// Forgets as many bytes as were passed, or fewer; of a game that is too long only the
    /// search for the next one goes on. What it finds does not depend on what it forgets.
    pub(crate) fn forget(&mut self, game: &[u8], passed: usize) {
        self.hash_skipped(game);
        let rest_of = |at: usize| at - passed;
        (self.after_result, self.quoted) =
            (self.foreword().map(rest_of), self.marks().map(rest_of));
        self.line = self.line.and_then(|line| line.checked_sub(passed));
        self.at -= passed;
    }
}

/// Returns the bytes from a place on that a decision may look at.
fn window(game: &[u8], at: usize) -> &[u8] {
    &game[at..game.len().min(at + LOOKAHEAD)]
}

/// Returns where a tag of HTML ends that stands here on one line.
fn end_of_element(text: &[u8]) -> Option<usize> {
    let named = text.get(1).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'/' | b'!'));
    let inner = |b: &&u8| !matches!(b, b'\n' | b'\r' | b'(' | b'[' | b'{');
    let end = text.iter().take(64).take_while(inner).position(|b| *b == b'>')?;
    named.then_some(end + 1)
}

/// Returns true if a tag of HTML stands here that ends a line.
pub(super) fn is_line_break(text: &[u8]) -> bool {
    let Some(end) = end_of_element(text) else { return false };
    let inner = &text[1..end - 1];
    let name = inner.split(|b| b.is_ascii_whitespace() || *b == b'/').find(|name| !name.is_empty());
    name.is_some_and(|name| [&b"br"[..], b"p", b"div"].iter().any(|n| name.eq_ignore_ascii_case(n)))
}

/// Returns where a tag's value ends, with its bracket, given the text after the name on its
/// line; `None` if it is not closed.
fn end_of_value(line: &[u8]) -> Option<usize> {
    let open = line.iter().position(|b| !b.is_ascii_whitespace())?;
    // After the quote that opens; an entity or a smart quote is longer.
    let value = open + 1;
    let entity = line[open] == b'&';
    let is_close = |i: usize| {
        let before = &line[value..i];
        match &line[i..] {
            [b'"', b']', ..] => !before.ends_with(b"\\"),
            [b';', b']', ..] if entity => before.ends_with(b"&quot") || before.ends_with(b"&#34"),
            _ => false,
        }
    };
    let first = (value..line.len()).find(|i| is_close(*i)).map(|i| i + 2);
    // The value may contain quotes: then the last quote on the line closes it.
    let ends = line.trim_ascii_end();
    let last = ends.ends_with(b"\"]").then_some(ends.len()).filter(|end| *end > value + 1);
    match (first, last) {
        (Some(first), Some(last)) if !line[first..last].contains(&b'[') => Some(last),
        (first, last) => first.or(last),
    }
}

/// Returns true if a line consists of a tag pair.
fn is_tag_line(line: &[u8]) -> bool {
    let Some(name) = tag_name(line) else { return false };
    let value = &line[name.end..];
    end_of_value(value).is_some_and(|end| value[end..].trim_ascii().is_empty())
}

/// Length of a UTF-8 space beyond ASCII that stands here, in bytes; 0 if there is none.
fn wide_space(text: &[u8]) -> usize {
    match text {
        // Non-breaking space; spaces of all widths; the narrow and the ideographic one.
        [0xc2, 0xa0, ..] => 2,
        [0xe2, 0x80, 0x80..=0x8b | 0xaf, ..] | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Returns true if a byte ends the word before it.
const fn ends_word(b: u8) -> bool {
    b.is_ascii_whitespace() || matches!(b, b'{' | b'}' | b';' | b'(' | b')' | b'[' | b']' | b'<')
}

/// Returns true if a word is a result, in PGN's or in another common spelling.
fn is_result(word: &[u8]) -> bool {
    // 0xc2 begins `½` in UTF-8, and 0xbd is this character in most 8-bit encodings. Of spellings in
    // ASCII each has a star, a slash, or a dash or colon.
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
        || matches!(word[0], b'0' | b'1' | b'+' | b'-' | b'(' | 0xc2 | 0xbd)
            && word.iter().any(|b| matches!(b, b'/' | b'-' | b':' | 0x80..))
            && match str::from_utf8(word) {
                Ok(word) => from_spelling(word).is_some(),
                Err(_) => from_spelling(&word.iter().copied().map(char::from).collect::<String>())
                    .is_some(),
            }
}

/// Returns true if a word can only be a move or a move number. Words of prose must not pass.
fn is_move_like(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    // Bughouse's number has its board, as `12a.`.
    let number = matches!(word[digits..], [b'.', ..] | [b'A' | b'a' | b'B' | b'b', b'.', ..]);
    let castling = matches!(word, [b'O' | b'0' | b'o', b'-', b'O' | b'0' | b'o', ..]);
    // A file letter, then a rank, after at most a piece letter and a few signs.
    let square = || {
        word.len() <= 12
            && word.windows(2).take(6).any(|w| matches!(w, [b'a'..=b'h', b'1'..=b'8']))
            && word
                .iter()
                .all(|b| b.is_ascii_digit() || b"abcdefghx:-+#=!?@.KQRBNPkqrnSTLDCFJV".contains(b))
    };
    digits > 0 && number || castling || square()
}

/// Returns true if this is move number 1 of White.
fn is_number_one(word: &[u8], window: &[u8]) -> bool {
    match word {
        [b'1', b'.', b'.', ..] => false,
        [b'1', b'.'] => !window[2..].trim_ascii_start().starts_with(b"."),
        [b'1', b'.', ..] => true,
        _ => false,
    }
}
