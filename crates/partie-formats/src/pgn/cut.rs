//! Finding whole games in a stream of PGN.
//!
//! A small state machine goes over the bytes and says where the next game begins.
//! It knows tags, comments, variations, results and move numbers by their looks only,
//! so that a broken game ends where the next one begins, whatever is wrong in it:
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

use partie_core::tags::ROSTER;

use super::{
    odd_tags::{self, bare_tag, broken_tag},
    token::tag_name,
};

/// How far a decision may look ahead, in bytes.
const LOOKAHEAD: usize = odd_tags::LONGEST;

/// How much text behind a result, or of marks of quoted mail, may belong to the next
/// game, in bytes.
const FOREWORD: usize = 1 << 20;

/// The state of the search within one game.
#[derive(Debug, Default)]
pub(crate) struct Cutter {
    /// Where the search goes on, in bytes from the game's start.
    at: usize,
    mode: Mode,
    /// Nothing but blanks (and quoting marks) since the last line end.
    line_start: bool,
    /// Start of the line, also after a line break of HTML; `None` if it was forgotten.
    line: Option<usize>,
    /// Where the marks of quoted mail begin that stand before this place on its line.
    quoted: Option<usize>,
    /// An empty line, or the start of the text, since the last thing seen.
    empty_line: bool,
    /// Hashes of the tag names seen.
    names: Vec<u64>,
    moves: bool,
    /// True if a move number from 2 to 9 has occurred among the moves.
    beyond_one: bool,
    result: bool,
    depth: u32,
    /// A result stood in a parenthesis, which nobody writes: it was never closed.
    inner_result: bool,
    /// Where the text after a result begins.
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

impl Cutter {
    pub(crate) fn new() -> Cutter {
        Cutter { line_start: true, empty_line: true, line: Some(0), ..Cutter::default() }
    }

    /// Where the next game begins, in bytes from the start of `game`; `None` if not
    /// within these bytes. `game` must be the bytes of earlier calls and more; at the
    /// end of the stream `last` is true.
    pub(crate) fn cut(&mut self, game: &[u8], last: bool) -> Option<usize> {
        let limit = if last { game.len() } else { game.len().saturating_sub(LOOKAHEAD) };
        while self.at < limit {
            crate::steps::add(1);
            match self.mode {
                Mode::Outside => {
                    if let Some(cut) = self.outside(game) {
                        return Some(cut);
                    }
                }
                Mode::Comment => {
                    let found = memchr::memchr2(b'}', b'\n', &game[self.at..limit]);
                    let end = found.map_or(limit, |i| self.at + i);
                    let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\r');
                    self.line_start &= game[self.at..end].iter().all(is_space);
                    self.at = end + usize::from(found.is_some());
                    if found.is_some() && game[end] == b'}' {
                        self.mode = Mode::Outside;
                        self.line_start = false;
                    } else if found.is_some() {
                        let after_empty_line = std::mem::replace(&mut self.line_start, true);
                        self.quoted = None;
                        if self.tags_follow(game, after_empty_line) {
                            return Some(self.at);
                        }
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
                        let before = &game[..self.at + i];
                        self.at += i;
                        if game[self.at] == b']' {
                            self.at += 1;
                            if !before.ends_with(b"\"") || before.ends_with(b"\\\"") {
                                continue;
                            }
                        }
                        self.mode = Mode::Outside;
                    }
                },
            }
        }
        None
    }

    /// Returns true if a new game's tags begin here, on a line inside an open comment: the tag
    /// `Event`; or, after an empty line, a tag of the roster or two lines of tags.
    fn tags_follow(&self, game: &[u8], after_empty_line: bool) -> bool {
        let window = &game[self.at..game.len().min(self.at + LOOKAHEAD)];
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
        let window = &game[at..game.len().min(at + LOOKAHEAD)];
        match window[0] {
            b'\n' | b'\r' => {
                let crlf = window.starts_with(b"\r\n");
                self.empty_line |= self.line_start;
                self.line_start = true;
                self.quoted = None;
                self.at += if crlf { 2 } else { 1 };
                self.line = Some(self.at);
            }
            b' ' | b'\t' | 0x0b | 0x0c | 0x1a | 0xa0 => self.at += 1,
            _ if wide_blank(window) > 0 => self.at += wide_blank(window),
            // Quoted mail, and `<br>` for a line end.
            b'>' | b'|' if self.line_start => {
                if self.marks().is_none() {
                    self.quoted = Some(at);
                }
                self.at += 1;
            }
            b'<' => self.html(window),
            b'%' if self.line == Some(at) || matches!(game[at - 1], b'\n' | b'\r') => {
                // An escaped line is not an empty line.
                self.line_start = false;
                self.mode = Mode::Line;
                self.at += 1;
            }
            b'{' => {
                self.thing(at);
                self.mode = Mode::Comment;
                self.at += 1;
            }
            b';' => {
                self.thing(at);
                self.mode = Mode::Line;
                self.at += 1;
            }
            b'(' => {
                self.thing(at);
                self.depth += 1;
                self.at += 1;
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.at += 1;
            }
            b'[' => return self.bracket(window),
            _ => return self.word(window),
        }
        None
    }

    fn html(&mut self, window: &[u8]) {
        let end = end_of_element(window);
        if end.is_some() && is_line_break(window) {
            self.empty_line |= self.line_start;
            self.line_start = true;
            self.quoted = None;
            self.line = Some(self.at + end.unwrap_or(1));
        }
        self.at += end.unwrap_or(1);
    }

    /// Where a game begins whose first thing stands at `at`: marks of quoted mail before
    /// it belong to it.
    fn first_of_line(&self, at: usize) -> usize {
        self.marks().unwrap_or(at)
    }

    /// Where the marks of quoted mail begin behind which nothing stands yet.
    fn marks(&self) -> Option<usize> {
        self.quoted.filter(|at| self.line_start && self.at - at <= FOREWORD)
    }

    /// Where the text begins that will belong to the next game.
    fn foreword(&self) -> Option<usize> {
        self.after_result.filter(|at| self.at - at <= FOREWORD)
    }

    /// Something other than a tag or a move stands here.
    fn thing(&mut self, at: usize) {
        if self.result && self.foreword().is_none() && self.line_start && self.empty_line {
            self.after_result = Some(self.first_of_line(at));
        }
        self.line_start = false;
        self.empty_line = false;
    }

    fn bracket(&mut self, window: &[u8]) -> Option<usize> {
        let at = self.at;
        let Some(name) = tag_name(window) else {
            if let Some((tag, end)) = broken_tag(window) {
                return self.tag(&window[tag.name], end);
            }
            self.thing(at);
            self.at += 1;
            return None;
        };
        // Skip the value: its braces and words mean nothing here.
        let rest = &window[name.end..];
        let line_end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let line = &rest[..line_end.unwrap_or(rest.len())];
        let close = end_of_value(line).map(|i| name.end + i);
        let broken = || broken_tag(window).map(|(_, end)| end);
        // Another tag may follow an unclosed one on its line.
        let next_tag = || line[1..].windows(2).position(|w| w == b" [").map(|i| name.end + i + 2);
        let close = close.or_else(broken).or_else(next_tag);
        let end = close.unwrap_or(name.end + line.len().max(1));
        let cut = self.tag(&window[name], end);
        if cut.is_none() && close.is_none() && line_end.is_none() {
            self.mode = Mode::Value;
        }
        cut
    }

    /// Handles a tag pair of `length` bytes.
    fn tag(&mut self, name: &[u8], length: usize) -> Option<usize> {
        let hash = fnv(name);
        let again = self.names.contains(&hash);
        let begins = self.moves || self.result || again && (self.empty_line || name == b"Event");
        if begins {
            return Some(self.foreword().unwrap_or(self.first_of_line(self.at)));
        }
        if !again && self.names.len() < 4096 {
            self.names.push(hash);
        }
        self.line_start = false;
        self.empty_line = false;
        self.at += length;
        None
    }

    fn word(&mut self, window: &[u8]) -> Option<usize> {
        let at = self.at;
        if self.line_start
            && let Some((tag, end)) = bare_tag(window)
        {
            return self.tag(&window[tag.name], end);
        }
        let length = window
            .iter()
            .enumerate()
            .position(|(i, b)| {
                b.is_ascii_whitespace()
                    || matches!(b, b'{' | b'}' | b';' | b'(' | b')' | b'[' | b']' | b'<')
                    || !b.is_ascii() && wide_blank(&window[i..]) > 0
            })
            .unwrap_or(window.len())
            .max(1);
        let word = &window[..length];
        self.at += length;
        if is_result(word) {
            if self.depth == 0 {
                if self.result && self.line_start && self.empty_line {
                    // A game of nothing but its result.
                    return Some(self.foreword().unwrap_or(self.first_of_line(at)));
                }
                self.result = true;
            } else {
                self.inner_result = true;
            }
            self.line_start = false;
            self.empty_line = false;
            return None;
        }
        if self.moves && !self.result && !self.empty_line {
            // Among moves, only a line that counts from 1 again matters.
            if self.line_start && self.beyond_one && self.depth == 0 && is_number_one(word, window)
            {
                return Some(self.first_of_line(at));
            }
            self.beyond_one |= matches!(word, [b'2'..=b'9', b'.', ..]);
            self.line_start = false;
            return None;
        }
        if is_move_like(word) {
            let first_again = self.moves
                && self.empty_line
                && (self.depth == 0 || self.inner_result)
                && is_number_one(word, window);
            if self.result && self.depth == 0 || first_again {
                return Some(self.foreword().unwrap_or(self.first_of_line(at)));
            }
            self.moves = true;
            self.beyond_one |= matches!(word, [b'2'..=b'9', b'.', ..]);
            self.line_start = false;
            self.empty_line = false;
            return None;
        }
        // At the start of a game `%` would escape the line.
        self.thing(if word[0] == b'%' { self.line.unwrap_or(at) } else { at });
        None
    }
}

/// Where a tag of HTML ends that stands here on one line; `None` if there is none.
fn end_of_element(text: &[u8]) -> Option<usize> {
    let named = text.get(1).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'/' | b'!'));
    let inner = |b: &&u8| !matches!(b, b'\n' | b'\r' | b'(' | b'[' | b'{');
    let end = text.iter().take(64).take_while(inner).position(|b| *b == b'>')?;
    named.then_some(end + 1)
}

/// Whether a tag of HTML stands here that ends a line.
pub(super) fn is_line_break(text: &[u8]) -> bool {
    let Some(end) = end_of_element(text) else { return false };
    let inner = &text[1..end - 1];
    let name = inner.split(|b| b.is_ascii_whitespace() || *b == b'/').find(|name| !name.is_empty());
    name.is_some_and(|name| [&b"br"[..], b"p", b"div"].iter().any(|n| name.eq_ignore_ascii_case(n)))
}

/// Where a tag's value ends, with its bracket, given what stands behind the name on its line;
/// `None` if it is not closed.
fn end_of_value(line: &[u8]) -> Option<usize> {
    let open = line.iter().position(|b| !b.is_ascii_whitespace())?;
    // Behind the quote that opens; an entity or a smart quote is longer.
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
    // Somebody may have quoted within the value: then the last thing on the line closes it.
    let ends = line.trim_ascii_end();
    let last = ends.ends_with(b"\"]").then_some(ends.len()).filter(|end| *end > value + 1);
    match (first, last) {
        (Some(first), Some(last)) if !line[first..last].contains(&b'[') => Some(last),
        (first, last) => first.or(last),
    }
}

/// Returns true if a line is a tag pair and nothing else.
fn is_tag_line(line: &[u8]) -> bool {
    let Some(name) = tag_name(line) else { return false };
    let value = &line[name.end..];
    end_of_value(value).is_some_and(|end| value[end..].trim_ascii().is_empty())
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3))
}

/// How many bytes a blank beyond ASCII has that stands here in UTF-8; 0 if there is none.
fn wide_blank(text: &[u8]) -> usize {
    match text {
        // Non-breaking blank; blanks of all widths; the narrow and the ideographic one.
        [0xc2, 0xa0, ..] => 2,
        [0xe2, 0x80, 0x80..=0x8b | 0xaf, ..] | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Whether a word is a result, in PGN's or in another usual spelling.
pub(crate) fn is_result(word: &[u8]) -> bool {
    // 0xc2 begins `½`.
    if !matches!(word[0], b'0' | b'1' | b'*' | b'+' | b'-' | b'(' | 0xc2) {
        return false;
    }
    std::str::from_utf8(word).is_ok_and(|w| super::result::from_spelling(w).is_some())
}

/// Whether a word can only be a move or a move number. Words of prose must not pass.
fn is_move_like(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits > 0 && word.get(digits) == Some(&b'.') {
        return true;
    }
    // Bughouse's number with its board, as `12a.`.
    if digits > 0
        && matches!(word.get(digits), Some(b'A' | b'a' | b'B' | b'b'))
        && word.get(digits + 1) == Some(&b'.')
    {
        return true;
    }
    let castling = matches!(word, [b'O' | b'0' | b'o', b'-', b'O' | b'0' | b'o', ..]);
    // A file letter, then a rank, behind at most a piece letter and a few signs.
    let square = word.len() <= 12
        && word.windows(2).take(6).any(|w| matches!(w, [b'a'..=b'h', b'1'..=b'8']))
        && word.iter().all(|b| {
            b.is_ascii_digit()
                || matches!(
                    b,
                    b'a'..=b'h'
                        | b'x'
                        | b':'
                        | b'-'
                        | b'+'
                        | b'#'
                        | b'='
                        | b'!'
                        | b'?'
                        | b'@'
                        | b'.'
                        | b'K'
                        | b'Q'
                        | b'R'
                        | b'B'
                        | b'N'
                        | b'P'
                )
                || matches!(
                    b,
                    b'k' | b'q'
                        | b'r'
                        | b'n'
                        | b'S'
                        | b'T'
                        | b'L'
                        | b'D'
                        | b'C'
                        | b'F'
                        | b'J'
                        | b'V'
                )
        });
    castling || square
}

/// Whether this is move number 1 of White.
fn is_number_one(word: &[u8], window: &[u8]) -> bool {
    match word {
        [b'1', b'.', b'.', ..] => false,
        [b'1', b'.'] => !window[2..].trim_ascii_start().starts_with(b"."),
        [b'1', b'.', ..] => true,
        _ => false,
    }
}

impl Cutter {
    /// How many bytes of the game are not needed any more to find the next one.
    pub(crate) fn passed(&self) -> usize {
        // The byte before this place may still be looked at.
        let looked = self.at.saturating_sub(1);
        [self.foreword(), self.marks()].into_iter().flatten().fold(looked, usize::min)
    }

    /// Forgets as many bytes as were passed, or fewer; of a game that is too long only the
    /// search for the next one goes on. What it finds does not depend on what it forgets.
    pub(crate) fn forget(&mut self, passed: usize) {
        let behind = |at: usize| at - passed;
        (self.after_result, self.quoted) = (self.foreword().map(behind), self.marks().map(behind));
        self.line = self.line.and_then(|line| line.checked_sub(passed));
        self.at -= passed;
    }
}
