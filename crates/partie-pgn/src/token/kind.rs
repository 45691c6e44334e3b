//! Kinds of tokens, and the parts of a tag.

use std::ops::Range;

/// A piece of text, by bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Place in bytes of the text.
    pub span: Range<usize>,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Spaces, line ends, and invisible characters.
    Whitespace,
    /// A tag pair.
    Tag(TagToken),
    /// A line that begins with `%`.
    Escape,
    /// A comment in braces, `{...}`.
    Comment {
        /// True if the closing brace is there.
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
        /// Number of dots; an ellipsis counts three.
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
    /// Place of the name.
    pub name: Range<usize>,
    /// The value, between the quotes and not yet unescaped.
    pub value: Range<usize>,
    /// True if both quotes are `"`.
    pub plain_quotes: bool,
    /// True if the closing quote is there.
    pub quote_closed: bool,
    /// True if the closing bracket is there.
    pub bracket_closed: bool,
    /// True if the pair is in export format, with plain ASCII in its value.
    pub canonical: bool,
}

impl TagToken {
    /// Makes a tag pair with its quotes and brackets, whose value has not been looked at.
    pub(crate) const fn new(name: Range<usize>, value: Range<usize>) -> TagToken {
        TagToken {
            name,
            value,
            plain_quotes: true,
            quote_closed: true,
            bracket_closed: true,
            canonical: false,
        }
    }

    /// Returns a tag pair in its most common form, `[Name "value"]`, whose value needs no special
    /// handling.
    pub(crate) fn in_export_format(bytes: &[u8], at: usize) -> Option<(TagToken, usize)> {
        /// Longer values are looked at with more care.
        const LONGEST: usize = 255;
        let name = at + 1;
        let letters = bytes[name..].iter().take(LONGEST);
        let end = name + letters.take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let value = end + 2;
        if end == name || !bytes[end..].starts_with(b" \"") {
            return None;
        }
        let near = &bytes[value..bytes.len().min(value + LONGEST)];
        let length = memchr::memchr(b'"', near)?;
        let plain = |b: &u8| (b' '..0x7f).contains(b) && *b != b'\\';
        if !near[length..].starts_with(b"\"]") || !near[..length].iter().all(plain) {
            return None;
        }
        let tag = TagToken::new(name..end, value..value + length);
        Some((TagToken { canonical: true, ..tag }, value + length + 2))
    }

    /// Moves the places of a tag pair by `by` bytes.
    pub(super) fn moved_by(self, by: usize) -> TagToken {
        let moved = |span: Range<usize>| span.start + by..span.end + by;
        TagToken { name: moved(self.name), value: moved(self.value), ..self }
    }
}

/// Returns true if a tag of this name is read as one, even if the name is nonstandard.
pub fn is_name(name: &str) -> bool {
    (1..256).contains(&name.len()) && name.bytes().all(is_name_byte)
}

/// Returns true if a byte can stand in the name of a tag.
pub(crate) const fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'?' | b'.')
}
