//! Tokens of one game's text.
//!
//! [`scan`] cuts a text into tokens that lie end to end: together they are the whole text. Tokens
//! are classified by their characters alone; whether a word is a move depends on the position.

pub(crate) mod kind;

use partie_formats::text::is_whitespace;
use std::ops::Range;

use partie_core::moves::language::figurine;

use super::nonstandard_tags::{bare_tag, broken_tag, has_bare_tag, respelled_tag};
pub(crate) use kind::is_name_byte;
pub use kind::{TagToken, Token, TokenKind, is_name};
use partie_formats::steps;

/// Least number that, without a dot, may be a move in numeric notation.
pub(crate) const MAY_BE_MOVE: u32 = 1000;

/// Cuts a text into tokens.
#[must_use]
pub fn scan(text: &str) -> Vec<Token> {
    scan_into(text, Vec::with_capacity(text.len() / 4))
}

/// Cuts a text into tokens, which take the place of others.
pub(crate) fn scan_into(text: &str, mut tokens: Vec<Token>) -> Vec<Token> {
    tokens.clear();
    let mut scanner = Scanner::new(text, tokens);
    while scanner.at < text.len() {
        scanner.token();
    }
    scanner.tokens
}

/// Tokenizes a text, passing each token to `is_last`, until that returns true.
pub(crate) fn scan_until(text: &str, mut is_last: impl FnMut(&Token) -> bool) {
    let mut scanner = Scanner::new(text, Vec::new());
    while scanner.at < text.len() {
        scanner.token();
        if scanner.tokens.last().is_some_and(&mut is_last) {
            return;
        }
    }
}

/// Cuts a text into tokens up to the moves, unless a line after them begins as a tag
/// does.
pub(crate) fn scan_tags(text: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(text, Vec::with_capacity(32));
    let mut tags = false;
    while scanner.at < text.len() {
        scanner.token();
        match scanner.tokens.last().map(|t| &t.kind) {
            Some(TokenKind::Tag(_)) => tags = true,
            Some(TokenKind::Number { .. } | TokenKind::Word) if tags => {
                let rest = &text.as_bytes()[scanner.at..];
                let tag = |i: usize| {
                    let rest = &rest[i..];
                    tag_name(rest).is_some() || broken_tag(rest).is_some()
                };
                let more = memchr::memchr_iter(b'[', rest).any(tag) || has_bare_tag(rest);
                if !more {
                    break;
                }
                return scan(text);
            }
            _ => {}
        }
    }
    scanner.tokens
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    /// The next end of a line, if it is not passed yet.
    line_end: usize,
    /// Offset before which no bracket closes.
    no_close: usize,
    /// Offset before which no quote closes a tag's value.
    no_quote: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, tokens: Vec<Token>) -> Scanner<'a> {
        Scanner { text, at: 0, tokens, line_end: 0, no_close: 0, no_quote: 0 }
    }
}

impl Scanner<'_> {
    #[inline]
    fn push(&mut self, kind: TokenKind, end: usize) {
        steps::add(end - self.at);
        self.tokens.push(Token { kind, span: self.at..end });
        self.at = end;
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn end_of_line(&self, from: usize) -> usize {
        memchr::memchr2(b'\n', b'\r', &self.text.as_bytes()[from..])
            .map_or(self.text.len(), |i| from + i)
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r')
    }

    /// Returns the character at a place where one begins.
    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// Returns the end of a run of characters: `narrow` classifies the ASCII ones, `wide` the
    /// others.
    fn end_of_run(
        &self,
        from: usize,
        narrow: impl Fn(u8) -> bool,
        wide: impl Fn(char) -> bool,
    ) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(byte) = bytes.get(at) {
            if byte.is_ascii() {
                if !narrow(*byte) {
                    break;
                }
                at += 1;
            } else {
                match self.char_at(at).filter(|c| wide(*c)) {
                    Some(c) => at += c.len_utf8(),
                    None => break,
                }
            }
        }
        at
    }

    fn whitespace(&mut self) {
        let end = self.end_of_run(
            self.at,
            |b| CLASSES[usize::from(b)] == Class::Whitespace,
            is_whitespace,
        );
        self.push(TokenKind::Whitespace, end);
    }

    fn glyph(&mut self) {
        let end = self.end_of_run(self.at, |b| matches!(b, b'!' | b'?'), is_wide_glyph);
        self.push(TokenKind::Glyph, end);
    }

    fn dots(&mut self) {
        let (dots, length) = dots(self.rest());
        self.push(TokenKind::Number { number: None, dots }, self.at + length);
    }

    fn token(&mut self) {
        let at = self.at;
        let bytes = self.text.as_bytes();
        let byte = bytes[at];
        match CLASSES[usize::from(byte)] {
            Class::Letter => {
                // Most words stand after another one and one space.
                if byte.is_ascii_uppercase()
                    && !matches!(bytes[..at], [.., b'!'..=b'~', b' '])
                    && let Some((tag, end)) = self.bare_tag()
                {
                    return self.push(TokenKind::Tag(tag), end);
                }
                // Most words are of ASCII alone and end with a space.
                let length = bytes[at..].iter().take_while(|b| is_plain(**b)).count();
                return match bytes.get(at + length).map(|b| CLASSES[usize::from(*b)]) {
                    None | Some(Class::Whitespace | Class::Stop) => {
                        self.push(TokenKind::Word, at + length);
                    }
                    _ => self.word(),
                };
            }
            Class::Digit => return self.word(),
            // `#12.` is a number.
            Class::Plain if byte == b'#' && is_number(&bytes[at + 1..]) => {
                return self.push(TokenKind::Stray, at + 1);
            }
            Class::Plain if !matches!(byte, b'%' | b'.' | b'\\') => return self.word(),
            Class::Whitespace => {
                let next = bytes.get(at + 1).map(|b| CLASSES[usize::from(*b)]);
                if matches!(next, Some(Class::Whitespace | Class::Wide)) {
                    return self.whitespace();
                }
                return self.push(TokenKind::Whitespace, at + 1);
            }
            Class::Wide => {
                return match self.char_at(at) {
                    Some(c) if is_whitespace(c) => self.whitespace(),
                    Some(c) if is_wide_glyph(c) => self.glyph(),
                    Some('…' | '·') => self.dots(),
                    _ => self.word(),
                };
            }
            _ => {}
        }
        match byte {
            b'%' if self.at_line_start() => self.push(TokenKind::Escape, self.end_of_line(at)),
            b'{' => match memchr::memchr(b'}', &self.text.as_bytes()[at..]) {
                Some(close) => self.push(TokenKind::Comment { closed: true }, at + close + 1),
                None => self.push(TokenKind::Comment { closed: false }, self.text.len()),
            },
            b';' => self.push(TokenKind::LineComment, self.end_of_line(at)),
            b'[' => self.bracket(),
            b'(' => self.push(TokenKind::Open, at + 1),
            b')' => self.push(TokenKind::Close, at + 1),
            b'}' | b']' | b',' | b'|' | b'\\' => self.push(TokenKind::Stray, at + 1),
            b'$' => {
                let digits = self.text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
                let number = self.text[at + 1..at + 1 + digits].parse().ok();
                self.push(TokenKind::Nag(number), at + 1 + digits);
            }
            b'!' | b'?' => self.glyph(),
            b'.' => self.dots(),
            _ => self.word(),
        }
    }

    /// Reads a tag pair at the start of a line that lacks its first bracket; also returns its end.
    fn bare_tag(&self) -> Option<(TagToken, usize)> {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        if !(matches!(before, "" | "\u{feff}") || before.ends_with(['\n', '\r'])) {
            return None;
        }
        let (tag, end) = bare_tag(&self.text.as_bytes()[self.at..])?;
        Some((tag.moved_by(self.at), self.at + end))
    }

    /// Returns true at the start of the line after a tag.
    fn is_among_tags(&self) -> bool {
        let mut before = self.tokens.iter().rev().map(|token| &token.kind);
        matches!(before.find(|kind| **kind != TokenKind::Whitespace), Some(TokenKind::Tag(_)))
    }

    fn bracket(&mut self) {
        if let Some((tag, end)) = TagToken::in_export_format(self.text.as_bytes(), self.at) {
            return self.push(TokenKind::Tag(tag), end);
        }
        // Where one value is never closed, the next ones on its line are not either.
        let longest = if self.at < self.no_quote { 256 } else { LONGEST_VALUE };
        let within = tag_within(self.text, self.at, longest);
        if !within.as_ref().is_some_and(|(tag, _)| tag.quote_closed && tag.bracket_closed)
            && let Some((tag, end)) = broken_tag(&self.text.as_bytes()[self.at..])
        {
            return self.push(TokenKind::Tag(tag.moved_by(self.at)), self.at + end);
        }
        if within.is_none()
            && self.at_line_start()
            && let Some((tag, end)) = respelled_tag(self.rest(), self.is_among_tags())
        {
            return self.push(TokenKind::Tag(tag.moved_by(self.at)), self.at + end);
        }
        if let Some((tag, end)) = within {
            if !tag.quote_closed && self.at >= self.no_quote {
                self.no_quote = self.end_of_line(self.at);
            }
            self.push(TokenKind::Tag(tag), end);
            return;
        }
        if self.at >= self.line_end {
            self.line_end = self.end_of_line(self.at);
        }
        let bytes = self.text.as_bytes();
        let near = |from: usize, to: usize| &bytes[from..to.min(from + LONGEST_VALUE)];
        let line = near(self.at, self.line_end);
        if self.at >= self.no_close {
            if let Some(close) = memchr::memchr(b']', line) {
                self.push(TokenKind::Bracket, self.at + close + 1);
                return;
            }
            self.no_close = self.at + line.len();
        }
        // A command may go over the end of a line, `[%clk` and its time on the next.
        if line.starts_with(b"[%") && line.len() < 64 {
            let rest = near(self.line_end, bytes.len().min(self.line_end + 64));
            let time = rest.trim_ascii_start();
            let length = time.iter().take_while(|b| !b"]\n[{(".contains(b)).count();
            if time.get(length) == Some(&b']') {
                let spaces = rest.len() - time.len();
                self.push(TokenKind::Bracket, self.line_end + spaces + length + 1);
                return;
            }
        }
        self.push(TokenKind::Stray, self.at + 1);
    }

    fn word(&mut self) {
        let at = self.at;
        let bytes = &self.text.as_bytes()[at..];
        let digits = match bytes[0] {
            b'0'..=b'9' => bytes.iter().take_while(|b| b.is_ascii_digit()).count(),
            _ => 0,
        };
        if digits > 0 && self.number(digits) {
            return;
        }
        let end = self.end_of_word();
        let word = &self.text[at..end];
        let bytes = word.as_bytes();
        let kind = if digits == bytes.len() && digits <= 4 && !is_castling_or_null(word) {
            TokenKind::Number { number: word.parse().ok(), dots: 0 }
        } else if bytes[0].is_ascii_alphanumeric() {
            TokenKind::Word
        } else if !word.starts_with(|c: char| c.is_alphanumeric() || c == '-')
            && partie_core::Nag::from_glyph(word).is_some()
            || matches!(word, "-+" | "--+" | "-/+")
        {
            TokenKind::Glyph
        } else {
            TokenKind::Word
        };
        self.push(kind, end);
    }

    /// Reads a move number with `digits` digits. Returns false if it is not one.
    fn number(&mut self, digits: usize) -> bool {
        let rest = self.rest();
        let (dots, length) = dots(&rest[digits..]);
        // `0.5-0.5` is a result; `5.0-0` is castling after its number.
        let fraction = dots == 1
            && digits == 1
            && rest.as_bytes().get(2).is_some_and(u8::is_ascii_digit)
            && ["0.5-0.5", "0.5–0.5", "0.5:0.5", "1.0-0.0", "0.0-1.0"]
                .iter()
                .any(|result| rest.starts_with(result));
        // Castling with full stops; no move has number 0.
        let castles = rest.starts_with("0.0") && !rest[1..].starts_with("..");
        let is_number = dots > 0 && digits <= 6 && !fraction && !castles;
        if is_number {
            let number = rest.bytes().take(digits).fold(0, |sum, b| sum * 10 + u32::from(b - b'0'));
            let end = self.at + digits + length;
            self.push(TokenKind::Number { number: Some(number), dots }, end);
        }
        is_number
    }

    fn end_of_word(&self) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while let Some(byte) = bytes.get(at) {
            match CLASSES[usize::from(*byte)] {
                Class::Letter | Class::Digit | Class::Plain => at += 1,
                Class::Wide => match self.char_at(at) {
                    Some(c) if at == self.at || !(is_whitespace(c) || is_wide_glyph(c)) => {
                        at += c.len_utf8();
                    }
                    _ => break,
                },
                Class::Opening => match self.promotion_in_brackets(at) {
                    Some(end) => at = end,
                    None => break,
                },
                Class::Whitespace | Class::Stop => break,
            }
        }
        at
    }

    /// A promotion in brackets belongs to the word: `e8(Q)`, `e8[D]`. Its end, if the
    /// bracket at a place is one.
    fn promotion_in_brackets(&self, at: usize) -> Option<usize> {
        if !self.text[self.at..at].ends_with(['1', '8']) {
            return None;
        }
        let mut tail = self.text[at + 1..].char_indices();
        let (_, letter) = tail.next()?;
        let (i, close) = tail.next()?;
        let piece = letter.is_alphabetic() || figurine(letter).is_some();
        (piece && matches!(close, ')' | ']')).then_some(at + 1 + i + 1)
    }
}

/// Class of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// An ASCII letter.
    Letter,
    /// An ASCII digit.
    Digit,
    /// Another part of a word.
    Plain,
    /// A space or another whitespace or control character.
    Whitespace,
    /// The end of a word.
    Stop,
    /// A bracket, which may belong to a word.
    Opening,
    /// A byte of a character that is not ASCII.
    Wide,
}

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0..=b' ' | 0x7f => Class::Whitespace,
            b'{' | b'}' | b';' | b']' | b')' | b'!' | b'?' | b'$' | b',' | b'|' => Class::Stop,
            b'(' | b'[' => Class::Opening,
            0x80.. => Class::Wide,
            b'0'..=b'9' => Class::Digit,
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            _ => Class::Plain,
        };
        byte += 1;
    }
    classes
}

/// Returns true if a byte is part of a word at any position in it.
fn is_plain(byte: u8) -> bool {
    matches!(CLASSES[usize::from(byte)], Class::Letter | Class::Digit | Class::Plain)
}

/// Exclamation and question marks that are one character.
const fn is_wide_glyph(c: char) -> bool {
    matches!(c, '‼' | '⁇' | '⁉' | '⁈')
}

/// Returns the number of dots at the start of a text (an ellipsis counts three), and their length
/// in bytes.
fn dots(text: &str) -> (u8, usize) {
    let plain = text.bytes().take_while(|b| *b == b'.').count();
    let mut count = u8::try_from(plain).unwrap_or(u8::MAX);
    let mut length = plain;
    if text.as_bytes().get(length).is_none_or(u8::is_ascii) {
        return (count, length);
    }
    for c in text[plain..].chars() {
        count = count.saturating_add(match c {
            '.' | '·' => 1,
            '…' => 3,
            _ => break,
        });
        length += c.len_utf8();
    }
    (count, length)
}

/// Length at which a value that is never closed is cut, in bytes; it also bounds the search for the
/// end.
pub(crate) const LONGEST_VALUE: usize = 1 << 16;

/// Returns true if a text begins with digits and a dot.
fn is_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    (1..5).contains(&digits) && text.get(digits) == Some(&b'.')
}

/// Returns the name of a tag that some bytes begin with, as `[Name "`, by its place in them. The
/// quote may be a smart one or an entity of HTML. Text need not be UTF-8.
#[must_use]
pub fn tag_name(bytes: &[u8]) -> Option<Range<usize>> {
    let spaces =
        |from: usize| bytes[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    if bytes.first() != Some(&b'[') {
        return None;
    }
    let start = 1 + spaces(1);
    let length = bytes[start..].iter().take(256).take_while(|b| is_name_byte(**b)).count();
    let end = start + length;
    let quote = &bytes[end..][spaces(end)..];
    let quoted = [
        &b"\""[..],
        b"&quot;",
        b"&#34;",
        "“".as_bytes(),
        "”".as_bytes(),
        "„".as_bytes(),
        "«".as_bytes(),
        b"\x93",
        b"\x84",
    ]
    .iter()
    .any(|q| quote.starts_with(q));
    (length > 0 && length < 256 && quoted).then_some(start..end)
}

const QUOTES: [char; 9] = ['"', '“', '”', '„', '‟', '″', '«', '»', '\u{1f}'];

/// Returns the quotes of a line that are not escaped, and where they stand.
fn unescaped_quotes(line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut escaped = false;
    line.char_indices().filter(move |(i, c)| {
        if std::mem::take(&mut escaped) {
            return false;
        }
        if *c == '\\' {
            // A backslash escapes a quote or a backslash; before `"]` at the very end
            // it is more likely a name such as `C:\`.
            let tail = &line[i + 1..];
            escaped = tail.starts_with('\\') || tail.starts_with('"') && !closes_line(&tail[1..]);
        }
        QUOTES.contains(c)
    })
}

/// Returns the tag pair that begins at `at` with `[` and has a value of at most `longest` bytes,
/// and its end. A tag differs from other text in brackets by a name followed by a quote.
fn tag_within(text: &str, at: usize, longest: usize) -> Option<(TagToken, usize)> {
    let rest = text.get(at + 1..)?;
    let name_start = at + 1 + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
    let name_length = text[name_start..].bytes().take_while(|b| is_name_byte(*b)).count();
    if name_length == 0 || name_length > 255 {
        return None;
    }
    let name = name_start..name_start + name_length;
    let gap = &text[name.end..];
    let after_gap = gap.trim_start_matches([' ', '\t']);
    let quote_at = name.end + (gap.len() - after_gap.len());
    let quote = after_gap.chars().next().filter(|c| QUOTES.contains(c))?;
    let value_start = quote_at + quote.len_utf8();
    let bytes = text.as_bytes();
    let near = &bytes[value_start..bytes.len().min(value_start + longest)];
    let line_end = memchr::memchr2(b'\n', b'\r', near).unwrap_or(near.len()) + value_start;
    let line_end = text.floor_char_boundary(line_end);
    let line = &text[value_start..line_end];
    // In a standard value only its own closing quote ends it.
    let mut plain = unescaped_quotes(line).filter(|(_, c)| *c == '"');
    let standard =
        quote == '"' && plain.next().is_some_and(|(i, _)| line[i + 1..].starts_with(']'));
    // The value ends at the first quote that a bracket follows.
    for (i, c) in unescaped_quotes(line).filter(|(_, c)| !standard || *c == '"') {
        let tail = &line[i + c.len_utf8()..];
        let spaces = tail.len() - tail.trim_start_matches([' ', '\t']).len();
        let closed = tail[spaces..].starts_with(']');
        if closed || tag_name(&tail.as_bytes()[spaces..]).is_some() {
            let tag = TagToken {
                plain_quotes: quote == '"' && c == '"',
                bracket_closed: closed,
                ..TagToken::new(name, value_start..value_start + i)
            };
            let end = value_start + i + c.len_utf8();
            return Some((tag, if closed { end + spaces + 1 } else { end }));
        }
    }
    // Not closed as it should be: the value ends with the line, or before the next tag.
    let stop = line
        .find(" [")
        .filter(|i| tag_name(&line.as_bytes()[i + 1..]).is_some())
        .unwrap_or(line.len());
    let mut value = line[..stop].trim_end();
    let mut bracket_closed = false;
    let mut quote_closed = false;
    let marks = value.trim_end_matches([',', ';']);
    if marks.ends_with([']', '}']) {
        value = marks;
    }
    if let Some(inner) = value.strip_suffix([']', '}']) {
        value = inner.trim_end();
        bracket_closed = true;
    }
    if let Some(inner) = value.strip_suffix(QUOTES) {
        value = inner;
        quote_closed = true;
    }
    let tag = TagToken {
        plain_quotes: quote == '"',
        quote_closed,
        bracket_closed,
        ..TagToken::new(name, value_start..value_start + value.len())
    };
    Some((tag, value_start + line[..stop].trim_end().len()))
}

fn closes_line(tail: &str) -> bool {
    tail.trim_start_matches([' ', '\t']).strip_prefix(']').is_some_and(|t| t.trim().is_empty())
}

/// Returns true if a word of digits is castling without dashes or a null move.
fn is_castling_or_null(word: &str) -> bool {
    matches!(word, "00" | "000" | "0000")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        scan(text)
            .iter()
            .filter(|t| t.kind != TokenKind::Whitespace)
            .map(|t| {
                let name = format!("{:?}", t.kind);
                let name = name.split([' ', '(']).next().unwrap_or_default().to_owned();
                format!("{name} {}", &text[t.span.clone()])
            })
            .collect()
    }

    #[test]
    fn movetext() {
        assert_eq!(
            kinds("1.e4 e5!? 2…Nf6 (2. d4 $14) {x} e8(Q)+ ± 1-0 ;end"),
            [
                "Number 1.",
                "Word e4",
                "Word e5",
                "Glyph !?",
                "Number 2…",
                "Word Nf6",
                "Open (",
                "Number 2.",
                "Word d4",
                "Nag $14",
                "Close )",
                "Comment {x}",
                "Word e8(Q)+",
                "Glyph ±",
                "Word 1-0",
                "LineComment ;end",
            ]
        );
        assert_eq!(
            kinds("0-0 0.5-0.5 12 -- 1/2"),
            ["Word 0-0", "Word 0.5-0.5", "Number 12", "Word --", "Word 1/2"]
        );
    }

    #[test]
    fn tags() {
        for (text, name, value) in [
            (r#"[White "Kasparov"]"#, "White", "Kasparov"),
            (r#"[ White  "Kasparov" ]"#, "White", "Kasparov"),
            (r#"[Event "The "best" game"]"#, "Event", r#"The "best" game"#),
            (r#"[A "b\""]"#, "A", r#"b\""#),
            (r#"[A "a \"] b"]"#, "A", r#"a \"] b"#),
            (r#"[Path "C:\"]"#, "Path", r"C:\"),
            ("[Site \"01\n[Date \"?\"]", "Site", "01"),
            ("[White “Foo”]", "White", "Foo"),
            (r#"[A "x" [B "y"]"#, "A", "x"),
            (r#"[A "x” [B "y"]"#, "A", "x"),
            (r#"[A "x”[B"]"#, "A", "x”[B"),
        ] {
            let (tag, _) = tag_within(text, 0, LONGEST_VALUE).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(&text[tag.name], name, "{text}");
            assert_eq!(&text[tag.value], value, "{text}");
        }
        for text in ["[%clk 1:00]", "[#]", "[pgn]", "[see \n\"x\"]", "[]", "["] {
            assert_eq!(tag_within(text, 0, LONGEST_VALUE), None, "{text}");
        }
    }
}
