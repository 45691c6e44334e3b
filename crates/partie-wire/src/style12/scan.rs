//! Small readers and writers of bytes that all lines of a chess server share.

use std::{borrow::Cow, ops::Range};

use partie_formats::{ToValue, Value, message};

/// Spaces and what control bytes a server may send among them (block mode's end).
pub(crate) const fn is_space(byte: u8) -> bool {
    byte <= b' '
}

/// The length of the space at the start of some bytes: ASCII's, Unicode's, HTML's, and the
/// no-break space of 8-bit encodings.
pub(crate) fn space(bytes: &[u8]) -> Option<usize> {
    match *bytes.first()? {
        byte if is_space(byte) => Some(1),
        b'&' => {
            let html = HTML_SPACES.into_iter().find(|s| bytes.starts_with(s.as_bytes()));
            html.map(str::len)
        }
        0..0x80 => None,
        byte => match first_character(bytes) {
            Some(c) => {
                let zero_width = matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}');
                (zero_width || c.is_whitespace()).then_some(c.len_utf8())
            }
            None => (byte == 0xa0).then_some(1),
        },
    }
}

/// The first character, if some bytes begin with one in UTF-8.
fn first_character(bytes: &[u8]) -> Option<char> {
    bytes[..bytes.len().min(4)].utf8_chunks().next()?.valid().chars().next()
}

/// The length of the first character, or of a byte that is none.
fn character_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(0x80..) => first_character(bytes).map_or(1, char::len_utf8),
        _ => 1,
    }
}

const HTML_SPACES: [&str; 5] = ["&nbsp;", "&#160;", "&#xa0;", "&#xA0;", "&nbsp"];

/// A space in words.
pub(crate) fn space_name(space: &[u8]) -> Value {
    match std::str::from_utf8(space) {
        Ok("\u{a0}") | Err(_) => message!("a no-break space").to_value(),
        Ok("\t") => message!("a tab").to_value(),
        Ok(html) if html.starts_with('&') => html.to_value(),
        Ok(other) => format!("U+{:04X}", other.chars().next().map_or(0, u32::from)).to_value(),
    }
}

/// The bytes without spaces of any kind around them.
#[must_use]
pub fn trimmed(mut bytes: &[u8]) -> &[u8] {
    while let Some(length) = space(bytes) {
        bytes = &bytes[length..];
    }
    &bytes[..bytes.len() - space_after(bytes)]
}

/// Returns the bytes before the first space of any kind.
pub(crate) fn word(bytes: &[u8]) -> &[u8] {
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        if is_letter(*byte) {
            end += 1;
        } else if space(&bytes[end..]).is_some() {
            break;
        } else {
            end += character_length(&bytes[end..]);
        }
    }
    &bytes[..end]
}

/// Returns the number of bytes of whitespace at the end.
pub(crate) fn space_after(bytes: &[u8]) -> usize {
    let spaces = bytes.iter().rev().take_while(|b| is_space(**b)).count();
    // Only the spaces of HTML and Unicode end with such bytes.
    if !matches!(bytes[..bytes.len() - spaces].last(), Some(b';' | b'p' | 0x80..)) {
        return spaces;
    }
    all_space_after(bytes)
}

#[cold]
fn all_space_after(bytes: &[u8]) -> usize {
    let (mut at, mut end) = (0, 0);
    while at < bytes.len() {
        if let Some(length) = space(&bytes[at..]) {
            at += length;
        } else {
            at += character_length(&bytes[at..]);
            end = at;
        }
    }
    bytes.len() - end
}

/// The text with a plain space for every space of Unicode or HTML.
#[must_use]
pub fn plain_spaces(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let length = space(rest.as_bytes()).unwrap_or(0);
        plain.push(if length > 1 { ' ' } else { first });
        rest = &rest[length.max(first.len_utf8())..];
    }
    Cow::Owned(plain)
}

/// The fields of a line, separated by spaces.
pub(crate) struct Fields<'a> {
    line: &'a [u8],
    /// Start of the field read last.
    start: usize,
    /// End of the field read last.
    pub(crate) at: usize,
    /// True if anything but single spaces stood before the fields read.
    pub(crate) odd: bool,
    /// The first space between fields that is none of ASCII.
    pub(crate) odd_space: Option<Range<usize>>,
}

impl<'a> Fields<'a> {
    /// The fields from an offset on.
    pub(crate) fn new(line: &'a [u8], at: usize) -> Fields<'a> {
        Fields { line, start: at, at, odd: false, odd_space: None }
    }

    /// The bytes after the field read last.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.line[self.at.min(self.line.len())..]
    }

    /// The place of the field read last.
    pub(crate) const fn place(&self) -> Range<usize> {
        self.start..self.at
    }

    #[cold]
    fn next_of_any(&mut self) -> Option<&'a [u8]> {
        let mut start = self.at;
        while let Some(length) = space(&self.line[start..]) {
            if self.line[start] > b' ' {
                self.odd_space.get_or_insert(start..start + length);
            }
            start += length;
        }
        self.odd |= start != self.at + 1 || self.line[self.at] != b' ';
        let word = word(&self.line[start..]);
        if word.is_empty() {
            return None;
        }
        (self.start, self.at) = (start, start + word.len());
        Some(word)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        // Most fields are letters of ASCII between single spaces.
        if let [b' ', rest @ ..] = self.rest() {
            let length = letters(rest);
            if length > 0 && rest.get(length).is_none_or(|byte| is_space(*byte)) {
                self.start = self.at + 1;
                self.at = self.start + length;
                return Some(&rest[..length]);
            }
        }
        self.next_of_any()
    }
}

/// Returns the number of ASCII letters at the start, counted eight at a time; `&` is not one.
#[inline]
fn letters(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    let Some(eight) = bytes.first_chunk() else {
        return bytes.iter().take_while(|byte| is_letter(**byte)).count();
    };
    let word = u64::from_le_bytes(*eight);
    let spaces = word.wrapping_sub(ONES * u64::from(b'!')) & !word;
    let others = word ^ (ONES * u64::from(b'&'));
    let ends = (spaces | word | others.wrapping_sub(ONES) & !others) & (ONES << 7);
    match ends.trailing_zeros() as usize / 8 {
        8 => 8 + bytes[8..].iter().take_while(|byte| is_letter(**byte)).count(),
        length => length,
    }
}

const fn is_letter(byte: u8) -> bool {
    matches!(byte, b'!'..=b'%' | b'\''..=0x7f)
}

/// Returns the number of fields of a text; as many as `Fields` gives.
pub(crate) fn count_fields(text: &[u8]) -> usize {
    if !text.is_ascii() || memchr::memchr(b'&', text).is_some() {
        return Fields::new(text, 0).count();
    }
    let first = text.first().is_some_and(|byte| !is_space(*byte));
    let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
    usize::from(first) + pairs.filter(|(one, next)| is_space(**one) && !is_space(**next)).count()
}

/// A whole number, and whether it is spelled as a computer would spell it.
pub(crate) fn number(field: &[u8]) -> Option<(i64, bool)> {
    let (negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, field),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value: i64 = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    let canonical = (digits[0] != b'0' || digits.len() == 1) && !(negative && value == 0);
    Some((if negative { -value } else { value }, canonical))
}

/// A number of some type, however it is spelled.
#[must_use]
pub fn parse_number<T: TryFrom<i64>>(text: &str) -> Option<T> {
    number(text.as_bytes()).and_then(|(n, _)| T::try_from(n).ok())
}

/// Text in UTF-8, or else in windows-1252, one character a byte.
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    partie_formats::decode::utf8_or_western(bytes)
}

/// Returns true if only what may stand before a server's line stands there: control bytes,
/// prompts (`fics% `), block mode's numbers, quotation marks and other signs of the
/// text around.
pub(crate) fn is_junk(lead: &[u8]) -> bool {
    trimmed(lead).split(|b| *b <= b' ' || *b == 0x7f).all(|token| {
        token.is_empty()
            || token.ends_with(b"%")
            || token.iter().all(u8::is_ascii_digit)
            || token.iter().all(|b| matches!(b, b'"' | b'\'' | b'>' | b'*' | b'-') || *b >= 0x80)
    })
}

/// Returns the place of a tag such as `<b1>`, in any of the spellings of copied HTML, if only what
/// a server may put there stands before it.
pub(super) fn tag(line: &[u8], name: &str) -> Option<Range<usize>> {
    memchr::memchr2_iter(b'<', b'&', line).find_map(|at| {
        let opened = ["<", "&lt;", "&lt"].iter().find_map(|open| {
            line[at..].strip_prefix(open.as_bytes())?.strip_prefix(name.as_bytes())
        });
        let rest = opened?;
        let rest = rest.strip_prefix(b">").or_else(|| rest.strip_prefix(b"&gt;"))?;
        is_junk(&line[..at]).then(|| at..line.len() - rest.len())
    })
}

/// Appends a number.
pub(crate) fn push_unsigned(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends the last digits of a number, with zeros in front.
pub(crate) fn push_digits<const WIDTH: usize>(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [b'0'; WIDTH];
    for digit in digits.iter_mut().rev() {
        *digit += (number % 10) as u8;
        number /= 10;
    }
    out.extend_from_slice(&digits);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spaces_of_all_kinds() {
        for (text, length) in [
            (" a", Some(1)),
            ("\ta", Some(1)),
            ("\u{a0}a", Some(2)),
            ("\u{2009}a", Some(3)),
            ("\u{3000}a", Some(3)),
            ("\u{feff}a", Some(3)),
            ("&nbsp;a", Some(6)),
            ("&nbsp a", Some(5)),
            ("&lt;", None),
            ("é", None),
            ("â", None),
            ("", None),
        ] {
            assert_eq!(space(text.as_bytes()), length, "{text:?}");
        }
        assert_eq!(space(b"\xa0B"), Some(1));
        assert_eq!(trimmed("\u{a0}&nbsp; B\u{2003} ".as_bytes()), b"B");
        assert_eq!(trimmed("à".as_bytes()), "à".as_bytes());
        assert_eq!(plain_spaces("a\u{a0}b&nbsp;c é"), "a b c é");
    }

    proptest! {
        #[test]
        fn fields_are_counted(text in "([ -%\\n\u{80}\u{a0}\u{3000}]|&nbsp;|&lt;){0,200}") {
            let fields = Fields::new(text.as_bytes(), 0);
            prop_assert_eq!(count_fields(text.as_bytes()), fields.count());
        }
    }
}
