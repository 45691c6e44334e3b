//! Bytes to text: which encoding, and where a character of the text stood in the bytes.
//!
//! Chess records come in UTF-8 with and without a byte order mark, in UTF-16 and UTF-32, and in
//! the 8-bit encodings of the countries they were typed in, mixed in one file and
//! sometimes in one game. [`decode`] works on one record; [`Utf8Stream`] turns a whole
//! UTF-16 or UTF-32 stream into UTF-8 before it is cut into records.

mod utf32;

use std::{borrow::Cow, cell::RefCell, collections::HashMap, io, ops::Range};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use self::utf32::Utf32;
use crate::{Code, Diagnostic, charset::Charset, message};

/// A text, and the way back to the bytes it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The decoded text.
    pub text: Cow<'a, str>,
    /// The encoding's name; `UTF-8 and windows-1252` where they mix.
    pub encoding: &'static str,
    /// Places after which text and bytes have drifted apart: (offset in the text,
    /// offset in the bytes), ascending. Between two places both advance alike.
    drift: Vec<(usize, usize)>,
}

impl<'a> Decoded<'a> {
    /// Returns the same text with some stretches replaced; the way back to the bytes stays right.
    /// The ranges ascend and do not overlap.
    #[must_use]
    pub fn with_replacements(self, replacements: &[(Range<usize>, &str)]) -> Decoded<'a> {
        if replacements.is_empty() {
            return self;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut drift = Vec::new();
        let mut at = 0;
        let mut old_drift = self.drift.iter().copied().peekable();
        for (range, replacement) in replacements
            .iter()
            .map(|(r, s)| (r.clone(), *s))
            .chain([(self.text.len()..self.text.len(), "")])
        {
            let begin = text.len();
            text.push_str(&self.text[at..range.start]);
            while let Some((old_text, old_byte)) = old_drift.next_if(|(t, _)| *t <= range.end) {
                if (at..=range.start).contains(&old_text) {
                    drift.push((begin + old_text - at, old_byte));
                }
            }
            text.push_str(replacement);
            drift.push((text.len(), self.byte_offset(range.end)));
            at = range.end;
        }
        Decoded { text: Cow::Owned(text), encoding: self.encoding, drift }
    }

    /// Returns a label with which [`decode`] reads any part of the bytes in the same way.
    #[must_use]
    pub fn label(&self) -> &'static str {
        if self.encoding == MIXED { "UTF-8" } else { self.encoding }
    }

    /// Returns the offset in the bytes of an offset in the text.
    #[must_use]
    pub fn byte_offset(&self, text_offset: usize) -> usize {
        match self.drift.partition_point(|(text, _)| *text <= text_offset) {
            0 => text_offset,
            n => {
                let (text, bytes) = self.drift[n - 1];
                bytes + (text_offset - text)
            }
        }
    }
}

/// Returns the diagnostic of a text that is not UTF-8, at its first such byte.
#[must_use]
pub fn eight_bit(bytes: &[u8], decoded: &Decoded<'_>, code: &'static Code) -> Option<Diagnostic> {
    let mixed = decoded.encoding == MIXED;
    (!decoded.encoding.starts_with("UTF-8") || mixed).then(|| {
        let span = if mixed {
            let at = bytes.utf8_chunks().next().map_or(0, |c| c.valid().len());
            at..at + 1
        } else {
            // Up to there text and bytes are the same.
            let at = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
            let first = decoded.text.get(at..).and_then(|text| text.chars().next());
            at..decoded.byte_offset(at + first.map_or(1, char::len_utf8))
        };
        let message = message!(
            "the text is not UTF-8; it was read as {encoding}",
            encoding = decoded.encoding
        );
        Diagnostic::new(code, span, message)
    })
}

/// The name of a mixture of UTF-8 and an 8-bit encoding.
const MIXED: &str = "UTF-8 and windows-1252";

/// Decodes one record. With no encoding given, valid UTF-8 is UTF-8; text in which
/// most non-ASCII bytes form UTF-8 is read as UTF-8 with single bytes of
/// Windows-1252 in between; everything else is guessed from its letters.
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], label: Option<&str>) -> Decoded<'a> {
    crate::steps::add(bytes.len());
    let forced = label.and_then(Charset::for_label);
    let utf8 = Charset::Web(UTF_8);
    if forced.is_none_or(|e| e == utf8)
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Decoded { text: Cow::Borrowed(text), encoding: "UTF-8", drift: Vec::new() };
    }
    match forced {
        Some(encoding) if encoding != utf8 => foreign(bytes, encoding),
        Some(_) => mixed(bytes),
        None => match likeliest(&foreign_words(bytes)) {
            Some(encoding) => foreign(bytes, encoding),
            None => mixed(bytes),
        },
    }
}

/// Returns the words that are not ASCII, each with the spaces around it: all that a text says
/// about its encoding.
fn foreign_words(bytes: &[u8]) -> Vec<u8> {
    let is_whitespace = |b: &u8| matches!(b, b' ' | b'\n' | b'\r' | b'\t');
    let (mut words, mut signs) = (Vec::new(), Vec::new());
    let mut end = 0;
    for i in beyond_ascii(bytes) {
        if i < end {
            continue;
        }
        let start = bytes[end..i].iter().rposition(is_whitespace).map_or(end, |n| end + n);
        end = bytes[i..].iter().position(is_whitespace).map_or(bytes.len(), |n| i + n + 1);
        let word = &bytes[start..end];
        if is_number_with_signs(word) { &mut signs } else { &mut words }.extend_from_slice(word);
    }
    if words.is_empty() { signs } else { words }
}

/// Returns true for a number with an ellipsis, a dash or a half of windows-1252, such as `12…`,
/// which says nothing about the language of a text.
fn is_number_with_signs(word: &[u8]) -> bool {
    let word = word.trim_ascii();
    let sign = |b: &u8| matches!(b, 0x85 | 0x96 | 0x97 | 0xbd);
    word.first().is_some_and(u8::is_ascii_digit)
        && word.iter().all(|b| sign(b) || b.is_ascii_digit() || b.is_ascii_punctuation())
}

/// Maximum length of a cached word, in bytes, and maximum number of cached words.
const REMEMBERED: (usize, usize) = (256, 1024);

thread_local! {
    /// Charsets inferred from words, since most games of a file share players with others.
    static ENCODINGS: RefCell<HashMap<Vec<u8>, Option<Charset>>> = RefCell::default();
}

/// Returns the likeliest 8-bit encoding of words; `None` if most of them are UTF-8.
fn likeliest(words: &[u8]) -> Option<Charset> {
    if words.len() > REMEMBERED.0 {
        return weigh(words);
    }
    ENCODINGS.with_borrow_mut(|encodings| {
        if let Some(encoding) = encodings.get(words) {
            return *encoding;
        }
        if encodings.len() >= REMEMBERED.1 {
            encodings.clear();
        }
        let encoding = weigh(words);
        encodings.insert(words.to_vec(), encoding);
        encoding
    })
}

fn weigh(words: &[u8]) -> Option<Charset> {
    let (sequences, strays) = utf8_sequences(words);
    (sequences <= strays).then(|| guess(words))
}

/// Converts bytes to UTF-8, replacing invalid sequences. Nearly all texts are valid, which is
/// checked faster than by [`String::from_utf8_lossy`].
pub fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Bytes as UTF-8, or else as windows-1252, one character a byte.
#[must_use]
pub fn utf8_or_western(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(
        |_| encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
        Cow::Borrowed,
    )
}

/// Returns true if a character controls a terminal or the direction of text: control characters
/// of Unicode (category Cc, with line ends and tabs), separators of lines and paragraphs, and
/// controls of bidirectional text (UAX #9, section 2).
#[must_use]
pub const fn steers_terminal(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// Returns true if [`decode`] knows an encoding by this label (of the Encoding Standard,
/// <https://encoding.spec.whatwg.org/#names-and-labels>, or `cp437`, `cp850`, `cp852`).
#[must_use]
pub fn is_encoding(label: &str) -> bool {
    Charset::for_label(label).is_some()
}

/// Russian piece letters (К, С, Л, Ф; р of the king, п) in encodings of Cyrillic.
const PIECES: [(&[u8], &Encoding); 3] = [
    (&[0xca, 0xd1, 0xcb, 0xd4, 0xef, 0xf0], encoding_rs::WINDOWS_1251),
    (&[0xeb, 0xf3, 0xec, 0xe6, 0xd0, 0xd2], encoding_rs::KOI8_R),
    (&[0x8a, 0x91, 0x8b, 0x94, 0xaf, 0xe0], encoding_rs::IBM866),
];

/// Place of the bishop's letter among them.
const BISHOP: usize = 1;

/// Returns the Cyrillic encoding in which nearly all letters right before a square are piece
/// letters. A general detector has too few letters to go by, and the letters of other words do not
/// count.
fn russian_moves(bytes: &[u8]) -> Option<&'static Encoding> {
    let letters: Vec<usize> =
        beyond_ascii(bytes).filter(|i| stands_before_square(&bytes[i + 1..])).collect();
    PIECES.into_iter().find_map(|(pieces, encoding)| {
        let is_piece = |i: &&usize| pieces.contains(&bytes[**i]);
        let moves = letters.iter().filter(is_piece).count();
        // The bishop's letter alone may be a quotation mark or a Greek king.
        let certain = letters.iter().filter(is_piece).any(|i| bytes[*i] != pieces[BISHOP]);
        (moves >= 2 && certain && moves * 10 >= letters.len() * 8).then_some(encoding)
    })
}

/// Returns true if a text continues like a move after its piece letter: a file or rank for
/// disambiguation, a capture sign, and a square.
fn stands_before_square(text: &[u8]) -> bool {
    let is_square = |at: usize| matches!(text.get(at..), Some([b'a'..=b'h', b'1'..=b'8', ..]));
    let marks = |at: usize| matches!(text.get(at), Some(b'x' | b':' | b'-'));
    (0..=2).any(|own| {
        let origin = text.get(..own).unwrap_or_default();
        let is_origin =
            origin.len() == own && origin.iter().all(|b| matches!(b, b'a'..=b'h' | b'1'..=b'8'));
        is_origin && is_square(own + usize::from(marks(own)))
    })
}

/// Returns the offsets of non-ASCII bytes; most texts have few.
fn beyond_ascii(bytes: &[u8]) -> impl Iterator<Item = usize> {
    const BLOCK: usize = 64;
    bytes.chunks(BLOCK).enumerate().filter(|(_, block)| !block.is_ascii()).flat_map(|(n, block)| {
        block.iter().enumerate().filter(|(_, b)| !b.is_ascii()).map(move |(i, _)| n * BLOCK + i)
    })
}

/// Guesses the encoding of words that are not UTF-8.
fn guess(bytes: &[u8]) -> Charset {
    russian_moves(bytes).map_or_else(|| Charset::guess(bytes), Charset::Web)
}

/// Counts the multi-byte UTF-8 sequences, and the bytes that belong to none.
fn utf8_sequences(bytes: &[u8]) -> (usize, usize) {
    let (mut sequences, mut strays) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        // Every non-ASCII character has one byte of this kind.
        sequences += chunk.valid().bytes().filter(|b| *b >= 0xc0).count();
        strays += chunk.invalid().len();
    }
    (sequences, strays)
}

fn mixed(bytes: &[u8]) -> Decoded<'_> {
    let mut text = String::with_capacity(bytes.len() + 16);
    let mut drift = Vec::new();
    let mut at = 0;
    let mut table = Table::new(Charset::Web(WINDOWS_1252));
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        for b in chunk.invalid() {
            text.push(table.character(&[*b]).0);
            at += 1;
            drift.push((text.len(), at));
        }
    }
    Decoded { text: Cow::Owned(text), encoding: MIXED, drift }
}

/// Decodes a text in an encoding that contains ASCII.
fn foreign(bytes: &[u8], encoding: Charset) -> Decoded<'_> {
    if let Charset::Web(wide) = encoding
        && !wide.is_ascii_compatible()
    {
        let (text, _, _) = wide.decode(bytes);
        return Decoded { text, encoding: wide.name(), drift: Vec::new() };
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    let mut drift = Vec::new();
    let mut table = Table::new(encoding);
    let mut at = 0;
    for i in beyond_ascii(bytes) {
        // A further byte of the last character.
        if i < at {
            continue;
        }
        text.push_str(str::from_utf8(&bytes[at..i]).unwrap_or_default());
        let (character, length) = table.character(&bytes[i..]);
        text.push(character);
        at = i + length;
        drift.push((text.len(), at));
    }
    text.push_str(str::from_utf8(&bytes[at..]).unwrap_or_default());
    Decoded { text: Cow::Owned(text), encoding: encoding.name(), drift }
}

/// Cache of an encoding's characters of one byte.
struct Table {
    encoding: Charset,
    characters: [Option<char>; 256],
}

impl Table {
    const fn new(encoding: Charset) -> Table {
        Table { encoding, characters: [None; 256] }
    }

    /// Decodes the first character of bytes, and returns its length.
    fn character(&mut self, bytes: &[u8]) -> (char, usize) {
        let known = &mut self.characters[usize::from(bytes[0])];
        if let Some(character) = known {
            return (*character, 1);
        }
        let (character, length) = self.encoding.character(bytes);
        if length == 1 && character != char::REPLACEMENT_CHARACTER {
            *known = Some(character);
        }
        (character, length)
    }
}

/// A stream that converts UTF-16 and UTF-32 to UTF-8; it recognises them by a byte order mark or by
/// their zero bytes. Other encodings pass unchanged. A UTF-8 byte order mark is passed on, so that
/// offsets stay the file's.
#[derive(Debug)]
pub struct Utf8Stream<R> {
    source: R,
    /// Decoded or passed bytes not yet read.
    ready: Vec<u8>,
    taken: usize,
    decoder: Option<Wide>,
    /// The encoding from which the text was decoded before.
    decoded: Option<&'static str>,
    started: bool,
    ended: bool,
}

impl<R: io::Read> Utf8Stream<R> {
    /// Wraps a source.
    pub const fn new(source: R) -> Utf8Stream<R> {
        Utf8Stream {
            source,
            ready: Vec::new(),
            taken: 0,
            decoder: None,
            decoded: None,
            started: false,
            ended: false,
        }
    }

    /// Wraps a source that is UTF-8 already, perhaps decoded from another encoding.
    pub fn decoded(source: R, encoding: Option<&'static str>) -> Utf8Stream<R> {
        Utf8Stream { started: true, decoded: encoding, ..Utf8Stream::new(source) }
    }

    /// Returns the encoding that is being decoded, once reading has begun; `None` for passing as
    /// is.
    #[must_use]
    pub fn decoding(&self) -> Option<&'static str> {
        self.decoder.as_ref().map(Wide::name).or(self.decoded)
    }

    fn start(&mut self) -> io::Result<()> {
        self.started = true;
        let mut head = vec![0; 64];
        let mut length = 0;
        while length < head.len() {
            match self.source.read(&mut head[length..]) {
                Ok(0) => break,
                Ok(n) => length += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        head.truncate(length);
        if let Some((mut decoder, mark)) = Wide::of(&head) {
            decoder.decode(&head[mark..], length == 0, &mut self.ready);
            self.decoder = Some(decoder);
        } else {
            self.ready = head;
        }
        Ok(())
    }
}

/// UTF-16 by its mark, or by zeros in every second byte; and the mark's length.
#[must_use]
pub fn utf16(head: &[u8]) -> Option<(&'static Encoding, usize)> {
    match head {
        [0xff, 0xfe, ..] => return Some((UTF_16LE, 2)),
        [0xfe, 0xff, ..] => return Some((UTF_16BE, 2)),
        _ => {}
    }
    memchr::memchr(0, head)?;
    let pairs = head.len() / 2;
    let zeros =
        |odd: usize| head.chunks_exact(2).filter(|p| p[odd] == 0 && p[1 - odd] != 0).count();
    if pairs < 4 {
        None
    } else if zeros(1) * 10 >= pairs * 9 {
        Some((UTF_16LE, 0))
    } else if zeros(0) * 10 >= pairs * 9 {
        Some((UTF_16BE, 0))
    } else {
        None
    }
}

/// Returns true if a file begins as UTF-16 or UTF-32 does, so that its text is decoded as a whole.
#[must_use]
pub fn is_wide(head: &[u8]) -> bool {
    wide_encoding(head).is_some()
}

/// Returns the name of the encoding of a file that begins as UTF-16 or UTF-32 does: `UTF-16LE`.
#[must_use]
pub fn wide_encoding(head: &[u8]) -> Option<&'static str> {
    Wide::of(head).map(|(wide, _)| wide.name())
}

/// Converts the beginning of a file to UTF-8 if it is UTF-16 or UTF-32.
#[must_use]
pub fn as_utf8(head: &[u8]) -> Cow<'_, [u8]> {
    let Some((mut decoder, mark)) = Wide::of(head) else { return head.into() };
    let mut text = Vec::new();
    decoder.decode(&head[mark..], true, &mut text);
    text.into()
}

/// A decoder of characters wider than a byte.
#[derive(Debug)]
enum Wide {
    Utf16(Box<encoding_rs::Decoder>),
    Utf32(Utf32),
}

impl Wide {
    /// Recognizes the encoding by the beginning of a stream; returns the length of its mark, too.
    fn of(head: &[u8]) -> Option<(Wide, usize)> {
        // The mark of UTF-32 begins with the mark of UTF-16.
        if let Some((utf32, mark)) = Utf32::of(head) {
            return Some((Wide::Utf32(utf32), mark));
        }
        let (encoding, mark) = utf16(head)?;
        Some((Wide::Utf16(Box::new(encoding.new_decoder_without_bom_handling())), mark))
    }

    fn name(&self) -> &'static str {
        match self {
            Wide::Utf16(decoder) => decoder.encoding().name(),
            Wide::Utf32(utf32) => utf32.name(),
        }
    }

    /// Appends bytes to a text; the last ones have none after them.
    fn decode(&mut self, input: &[u8], last: bool, out: &mut Vec<u8>) {
        match self {
            Wide::Utf16(decoder) => decode_some(decoder, input, last, out),
            Wide::Utf32(utf32) => utf32.decode(input, last, out),
        }
    }
}

fn decode_some(
    decoder: &mut encoding_rs::Decoder,
    mut input: &[u8],
    last: bool,
    out: &mut Vec<u8>,
) {
    loop {
        let room = decoder.max_utf8_buffer_length(input.len()).unwrap_or(64).max(16);
        let start = out.len();
        out.resize(start + room, 0);
        let (result, read, written, _) = decoder.decode_to_utf8(input, &mut out[start..], last);
        out.truncate(start + written);
        input = &input[read..];
        if result == encoding_rs::CoderResult::InputEmpty {
            return;
        }
    }
}

impl<R: io::Read> io::Read for Utf8Stream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.started {
            self.start()?;
        }
        loop {
            if self.taken < self.ready.len() {
                let n = buffer.len().min(self.ready.len() - self.taken);
                buffer[..n].copy_from_slice(&self.ready[self.taken..self.taken + n]);
                self.taken += n;
                return Ok(n);
            }
            if self.ended {
                return Ok(0);
            }
            let Some(decoder) = &mut self.decoder else {
                return self.source.read(buffer);
            };
            let mut raw = [0; 8192];
            let n = self.source.read(&mut raw)?;
            self.ended = n == 0;
            self.ready.clear();
            self.taken = 0;
            decoder.decode(&raw[..n], n == 0, &mut self.ready);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    /// Words in ASCII tell nothing about an encoding.
    #[test]
    fn foreign_words_tell_as_much_as_the_text() {
        let texts = [
            "[White \"Jiří Novák\"]\n[Black \"Šťastný, Luboš\"]\n\n1. e4 {dobrý tah} e5 *\n",
            "[White \"Müller, Jürgen\"]\n[Site \"Köln\"]\n\n1. d4 {schön groß} Nf6 1-0",
            "[White \"Иванов, Иван\"]\r\n\r\n1. e2-e4 {хороший ход} e7-e5 0-1\r\n",
            "1. Кf3 d5 2. Сg2 Лe8 3. Фd2",
            "[Event \"Göteborg 3º\"]\t[White \"Ağaoğlu\"]",
            "[Event \"Αθήνα\"]\n[White \"Ż. Łódź\"]",
            "€ 100 – “quotes” © 1999 ½-½",
        ];
        let mut decided = 0;
        for text in texts {
            for name in [
                "windows-1250",
                "windows-1251",
                "windows-1252",
                "koi8-r",
                "utf-8",
                "windows-1253",
                "windows-1254",
                "windows-1257",
                "iso-8859-2",
                "ibm866",
            ] {
                let encoding = Encoding::for_label(name.as_bytes()).expect("a label");
                let (bytes, _, lost) = encoding.encode(text);
                if lost {
                    continue;
                }
                for joined in
                    [bytes.to_vec(), [&b"Jos\xe9 and "[..], &bytes, b" na\xefve"].concat()]
                {
                    let words = foreign_words(&joined);
                    assert!(words.len() <= joined.len());
                    assert_eq!(weigh(&words), weigh(&joined), "{text} in {name}");
                    assert_eq!(likeliest(&words), weigh(&joined), "{text} in {name}");
                    assert_eq!(likeliest(&words), weigh(&joined), "{text} in {name}, again");
                    decided += 1;
                }
            }
        }
        assert!(decided > 30, "too few texts: {decided}");
    }

    #[test]
    fn offsets_lead_back_to_the_bytes() {
        let bytes = b"Ji\xf8\xed Nov\xe1k e4"; // Windows-1250
        let decoded = decode(bytes, Some("windows-1250"));
        assert_eq!(decoded.text, "Jiří Novák e4");
        let at = decoded.text.find("e4").expect("move");
        assert_eq!(decoded.byte_offset(at), bytes.len() - 2);
    }

    /// Names and words beside the moves do not hide the letters of the pieces.
    #[test]
    fn piece_letters_tell_the_encoding() {
        for text in [
            "Иванов, Пётр - Jones\n\n1. c4 c5 2. Кf3 g6 3. d4 cxd4 4. Кxd4 Кc6 5. e4 Фd7 6. Крd2",
            "Иванов - Петров 1:0, первый тур, Москва\n1. e4 e5 2. Кf3 Кc6 3. Сb5 a6",
            "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 {хороший ход}",
            "[White \"Ботвинник\"]\n1. Кg1-f3 Кg8-f6 2. Сc1:h6 Лf8-e8",
            "1. e4 e5 2. Кf3 Кc6",
        ] {
            for name in ["windows-1251", "koi8-r", "ibm866"] {
                let encoding = Encoding::for_label(name.as_bytes()).expect("a label");
                let (bytes, _, _) = encoding.encode(text);
                assert_eq!(decode(&bytes, None).text, text, "{name}");
            }
        }
        for text in [
            "Ñandú à d5, naïf; Être à e4, Ê",
            "Müller: König nach e4, Öffnung, fünf, für e5",
            "“e4” and ‘d4’, ‘e4’",
        ] {
            let (bytes, _, _) = WINDOWS_1252.encode(text);
            assert_eq!(decode(&bytes, None).text, text);
        }
    }

    #[test]
    fn stray_bytes_in_utf8() {
        let bytes = "Kovačević and Müller, G\u{fc}nther ".as_bytes();
        let mut bytes = bytes.to_vec();
        bytes.extend(b"M\xfcnchen e4");
        let decoded = decode(&bytes, None);
        assert_eq!(decoded.text, "Kovačević and Müller, Günther München e4");
        assert_eq!(decoded.encoding, MIXED);
        let at = decoded.text.find("e4").expect("move");
        assert_eq!(decoded.byte_offset(at), bytes.len() - 2);
    }

    #[test]
    fn replaced_stretches_keep_their_place() {
        let bytes = b"M\xfcller &quot;x&quot;<br />e4 \xe9 d5";
        let decoded = decode(bytes, Some("windows-1252"));
        let find = |what: &str| decoded.text.find(what).expect("there");
        let quote = find("&quot;");
        let second = quote + 7;
        let line = find("<br />");
        let decoded = decoded.clone().with_replacements(&[
            (quote..quote + 6, "\""),
            (second..second + 6, "\""),
            (line..line + 6, "\n"),
        ]);
        assert_eq!(decoded.text, "Müller \"x\"\ne4 é d5");
        for word in ["ller", "e4", "d5"] {
            let place = decoded.byte_offset(decoded.text.find(word).expect("there"));
            assert_eq!(&bytes[place..place + word.len()], word.as_bytes());
        }
    }

    /// A letter of an 8-bit encoding ends where the replaced sequence begins.
    #[test]
    fn what_is_replaced_begins_where_it_did() {
        for (bytes, replaced, expected) in [
            (&b"\xe9&#39;d"[..], "'", [0, 1, 6, 7]),
            (b"\xe9&#39;d", "", [0, 6, 6, 7]),
            (b"a&#39;\xe9", "'", [0, 1, 6, 7]),
        ] {
            let decoded = decode(bytes, Some("windows-1252"));
            let entity = decoded.text.find("&#39;").expect("there");
            let decoded = decoded.with_replacements(&[(entity..entity + 5, replaced)]);
            let first = decoded.text.chars().next().map_or(0, char::len_utf8);
            let places = [0, first, first + replaced.len(), decoded.text.len()];
            assert_eq!(places.map(|place| decoded.byte_offset(place)), expected, "{bytes:?}");
        }
    }

    #[test]
    fn utf32_streams() {
        let text = "[White \"Jiří 😀\"]\n1. e4 *\n".repeat(1000);
        for big in [false, true] {
            for mark in [false, true] {
                let units = mark.then_some('\u{feff}').into_iter().chain(text.chars());
                let units = units.map(u32::from);
                let mut bytes: Vec<u8> = units
                    .flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() })
                    .collect();
                assert!(is_wide(&bytes[..64]));
                assert!(as_utf8(&bytes[..64]).starts_with(b"[White"));
                let mut out = String::new();
                let mut stream = Utf8Stream::new(&bytes[..]);
                stream.read_to_string(&mut out).expect("text");
                assert_eq!(out, text);
                assert_eq!(stream.decoding(), Some(if big { "UTF-32BE" } else { "UTF-32LE" }));
                // Invalid characters, and incomplete ones, do not vanish.
                bytes.extend([0xff, 0xff, 0xff, 0xff, 0x41]);
                out.clear();
                Utf8Stream::new(&bytes[..]).read_to_string(&mut out).expect("text");
                assert_eq!(out.strip_prefix(&text), Some("\u{fffd}\u{fffd}"));
            }
        }
        // UTF-16 whose first character is NUL is none.
        assert!(utf16(b"\xff\xfe\0\0e\x004\0").is_some());
        assert!(Utf32::of(b"\xff\xfe\0\0e\x004\0").is_none());
    }

    #[test]
    fn utf16_streams() {
        let text = "[White \"Jiří\"]\n1. e4 *\n".repeat(1000);
        for big in [false, true] {
            for bom in [false, true] {
                let units = bom.then_some(0xfeff).into_iter().chain(text.encode_utf16());
                let bytes: Vec<u8> = units
                    .flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() })
                    .collect();
                let mut out = String::new();
                Utf8Stream::new(&bytes[..]).read_to_string(&mut out).expect("text");
                assert_eq!(out, text);
            }
        }
        let mut out = Vec::new();
        Utf8Stream::new(&b"plain"[..]).read_to_end(&mut out).expect("bytes");
        assert_eq!(out, b"plain");
    }
}
