//! The tokens of one game's text.
//!
//! [`scan`] cuts a text into tokens that lie end to end: together they are the text,
//! whatever it holds. Nothing is judged here but what the characters alone can tell;
//! whether a word is a move is for the position to say.

use std::ops::Range;

use partie_core::moves::language::figurine;

/// A piece of text, by bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blanks, line ends, and characters that show nothing.
    Blank,
    /// A tag pair.
    Tag(TagToken),
    /// A line that begins with `%`.
    Escape,
    /// `{...}`.
    Comment {
        /// Whether the closing brace is there.
        closed: bool,
    },
    /// `;` to the end of the line.
    LineComment,
    /// `[...]` on one line that is no tag.
    Bracket,
    /// A move number with its dots, or dots alone.
    Number {
        /// The number, if digits stand there.
        number: Option<u32>,
        /// How many dots; an ellipsis counts three.
        dots: u8,
    },
    /// `$` and digits.
    Nag(Option<u32>),
    /// `!`, `?`, `±`, `+-` and the like.
    Glyph,
    /// A word: a move, a result, or prose.
    Word,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A character that belongs nowhere: a stray brace or bracket, a comma.
    Stray,
}

/// The parts of a tag pair. Spans are in bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagToken {
    /// The name.
    pub name: Range<usize>,
    /// The value, between the quotes and not yet unescaped.
    pub value: Range<usize>,
    /// Whether both quotes are `"`.
    pub plain_quotes: bool,
    /// Whether the closing quote is there.
    pub quote_closed: bool,
    /// Whether the closing bracket is there.
    pub bracket_closed: bool,
}

/// Whether a character shows nothing or separates words.
#[must_use]
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_odd_blank(c)
}

/// Blanks that are not blanks of ASCII: non-breaking, zero-width, marks, control characters.
#[must_use]
pub fn is_odd_blank(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}' | '\u{a0}' | '\u{ad}' | '\u{2000}'..='\u{200f}'
        | '\u{202a}'..='\u{202f}' | '\u{205f}'..='\u{2064}' | '\u{3000}' | '\u{feff}' | '\u{fffd}')
}

/// Cuts a text into tokens.
#[must_use]
pub fn scan(text: &str) -> Vec<Token> {
    Scanner::new(text, text.len() / 4).run()
}

/// Cuts a text into tokens up to the moves, unless a line behind them begins as a tag
/// does.
pub(crate) fn scan_tags(text: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(text, 32);
    let mut tags = false;
    while let Some(c) = scanner.rest().chars().next() {
        scanner.token(c);
        match scanner.tokens.last().map(|t| &t.kind) {
            Some(Kind::Tag(_)) => tags = true,
            Some(Kind::Number { .. } | Kind::Word) if tags => {
                let rest = &text.as_bytes()[scanner.at..];
                let more = memchr::memchr_iter(b'[', rest).any(|i| tag_name(&rest[i..]).is_some());
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
    /// Up to here no bracket closes.
    no_close: usize,
    /// Up to here no quote closes a tag's value.
    no_quote: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, room: usize) -> Scanner<'a> {
        let tokens = Vec::with_capacity(room);
        Scanner { text, at: 0, tokens, line_end: 0, no_close: 0, no_quote: 0 }
    }
}

impl Scanner<'_> {
    fn run(mut self) -> Vec<Token> {
        while let Some(c) = self.text[self.at..].chars().next() {
            self.token(c);
        }
        self.tokens
    }

    fn push(&mut self, kind: Kind, end: usize) {
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

    fn token(&mut self, c: char) {
        let at = self.at;
        match c {
            _ if is_blank(c) => {
                let end = self.rest().find(|c| !is_blank(c)).map_or(self.text.len(), |i| at + i);
                self.push(Kind::Blank, end);
            }
            '%' if self.at_line_start() => self.push(Kind::Escape, self.end_of_line(at)),
            '{' => match memchr::memchr(b'}', &self.text.as_bytes()[at..]) {
                Some(close) => self.push(Kind::Comment { closed: true }, at + close + 1),
                None => self.push(Kind::Comment { closed: false }, self.text.len()),
            },
            ';' => self.push(Kind::LineComment, self.end_of_line(at)),
            '[' => self.bracket(),
            '(' => self.push(Kind::Open, at + 1),
            ')' => self.push(Kind::Close, at + 1),
            '}' | ']' | ',' | '|' | '\\' => self.push(Kind::Stray, at + 1),
            '$' => {
                let digits = self.text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
                let number = self.text[at + 1..at + 1 + digits].parse().ok();
                self.push(Kind::Nag(number), at + 1 + digits);
            }
            '!' | '?' | '‼' | '⁇' | '⁉' | '⁈' => {
                let end = self
                    .rest()
                    .find(|c| !matches!(c, '!' | '?' | '‼' | '⁇' | '⁉' | '⁈'))
                    .map_or(self.text.len(), |i| at + i);
                self.push(Kind::Glyph, end);
            }
            '.' | '…' | '·' => {
                let (dots, length) = dots(self.rest());
                self.push(Kind::Number { number: None, dots }, at + length);
            }
            _ => self.word(),
        }
    }

    fn bracket(&mut self) {
        // Where one value is never closed, the next ones on its line are not either.
        let longest = if self.at < self.no_quote { 256 } else { LONGEST_VALUE };
        if let Some((tag, end)) = tag_within(self.text, self.at, longest) {
            if !tag.quote_closed && self.at >= self.no_quote {
                self.no_quote = self.end_of_line(self.at);
            }
            self.push(Kind::Tag(tag), end);
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
                self.push(Kind::Bracket, self.at + close + 1);
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
                let blanks = rest.len() - time.len();
                self.push(Kind::Bracket, self.line_end + blanks + length + 1);
                return;
            }
        }
        self.push(Kind::Stray, self.at + 1);
    }

    fn word(&mut self) {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (dots, length) = dots(&rest[digits..]);
            // `0.5-0.5` is a result; `5.0-0` is castling behind its number.
            let fraction = dots == 1
                && ["0.5-0.5", "0.5–0.5", "0.5:0.5", "1.0-0.0", "0.0-1.0"]
                    .iter()
                    .any(|result| rest.starts_with(result));
            let castling = rest.starts_with("0-0") || rest.starts_with("0–0");
            if dots > 0 && digits <= 6 && !fraction && !castling {
                let number = rest[..digits].parse().ok();
                self.push(Kind::Number { number, dots }, self.at + digits + length);
                return;
            }
        }
        let mut end = rest.len();
        let mut chars = rest.char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            let stops = is_blank(c)
                || matches!(c, '{' | '}' | ';' | ']' | ')' | '!' | '?' | '$' | ',' | '|')
                || matches!(c, '‼' | '⁇' | '⁉' | '⁈');
            if stops && i > 0 {
                end = i;
                break;
            }
            if matches!(c, '(' | '[') && i > 0 {
                // A promotion in brackets belongs to the word: `e8(Q)`, `e8[D]`.
                let tail = &rest[i + 1..];
                let letter = tail.chars().next();
                let close = letter.and_then(|l| tail[l.len_utf8()..].chars().next());
                let after_last_rank = rest[..i].ends_with(['1', '8']);
                if after_last_rank
                    && letter.is_some_and(|c| c.is_alphabetic() || figurine(c).is_some())
                    && matches!(close, Some(')' | ']'))
                {
                    chars.next();
                    chars.next();
                    continue;
                }
                end = i;
                break;
            }
        }
        let word = &rest[..end];
        let kind = if digits == word.len() && digits <= 4 && word != "0000" {
            Kind::Number { number: word.parse().ok(), dots: 0 }
        } else if !word.starts_with(|c: char| c.is_alphanumeric() || c == '-')
            && partie_core::Nag::from_glyph(word).is_some()
            || matches!(word, "-+" | "--+" | "-/+")
        {
            Kind::Glyph
        } else {
            Kind::Word
        };
        self.push(kind, self.at + word.len());
    }
}

/// How many dots a text begins with (an ellipsis counts three), and their bytes.
fn dots(text: &str) -> (u8, usize) {
    let mut count: u8 = 0;
    let mut length = 0;
    for c in text.chars() {
        count = count.saturating_add(match c {
            '.' | '·' => 1,
            '…' => 3,
            _ => break,
        });
        length += c.len_utf8();
    }
    (count, length)
}

/// Where a value that is never closed is cut, in bytes; it also bounds the search for the end.
const LONGEST_VALUE: usize = 1 << 16;

/// The name of a tag that some bytes begin with, as `[Name "`, by its place in them.
/// The quote may be a smart one or an entity of HTML. Text need not be UTF-8.
#[must_use]
pub fn tag_name(bytes: &[u8]) -> Option<Range<usize>> {
    let blanks =
        |from: usize| bytes[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    if bytes.first() != Some(&b'[') {
        return None;
    }
    let start = 1 + blanks(1);
    let length = bytes[start..].iter().take(256).take_while(|b| is_name_byte(**b)).count();
    let end = start + length;
    let quote = &bytes[end..][blanks(end)..];
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

const fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'?' | b'.')
}

const QUOTES: [char; 9] = ['"', '“', '”', '„', '‟', '″', '«', '»', '\u{1f}'];

/// A tag pair that begins at `at` with `[`, and its end. What tells a tag from other
/// text in brackets is a name followed by a quote.
#[must_use]
pub fn tag_at(text: &str, at: usize) -> Option<(TagToken, usize)> {
    tag_within(text, at, LONGEST_VALUE)
}

/// A tag pair whose value has at most so many bytes.
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
    // The value ends at the first quote that a bracket follows.
    let mut escaped = false;
    for (i, c) in line.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        if c == '\\' {
            // A backslash escapes a quote or a backslash; before `"]` at the very end
            // it is more likely a name such as `C:\`.
            let tail = &line[i + 1..];
            escaped = tail.starts_with('\\') || tail.starts_with('"') && !closes_line(&tail[1..]);
        } else if QUOTES.contains(&c) {
            let tail = &line[i + c.len_utf8()..];
            let blanks = tail.len() - tail.trim_start_matches([' ', '\t']).len();
            let closed = tail[blanks..].starts_with(']');
            if closed || tag_name(&tail.as_bytes()[blanks..]).is_some() {
                let tag = TagToken {
                    name,
                    value: value_start..value_start + i,
                    plain_quotes: quote == '"' && c == '"',
                    quote_closed: true,
                    bracket_closed: closed,
                };
                let end = value_start + i + c.len_utf8();
                return Some((tag, if closed { end + blanks + 1 } else { end }));
            }
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
    if let Some(inner) = value.strip_suffix(']') {
        value = inner.trim_end();
        bracket_closed = true;
    }
    if let Some(inner) = value.strip_suffix(QUOTES) {
        value = inner;
        quote_closed = true;
    }
    let tag = TagToken {
        name,
        value: value_start..value_start + value.len(),
        plain_quotes: quote == '"',
        quote_closed,
        bracket_closed,
    };
    Some((tag, value_start + line[..stop].trim_end().len()))
}

fn closes_line(tail: &str) -> bool {
    tail.trim_start_matches([' ', '\t']).strip_prefix(']').is_some_and(|t| t.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        scan(text)
            .iter()
            .filter(|t| t.kind != Kind::Blank)
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
        ] {
            let (tag, _) = tag_at(text, 0).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(&text[tag.name], name, "{text}");
            assert_eq!(&text[tag.value], value, "{text}");
        }
        for text in ["[%clk 1:00]", "[#]", "[pgn]", "[see \n\"x\"]", "[]", "["] {
            assert_eq!(tag_at(text, 0), None, "{text}");
        }
    }
}
