//! Reading a board line.
//!
//! Nearly all lines are as servers write them: eight ranks of eight letters, single spaces,
//! numbers as a computer writes them, words in ASCII. [`FieldReader`] goes over the fields once and
//! reads such a field where it stands. Any other field is read by [`Lenient`], which says what
//! is wrong with it; the reader continues at the next field.

#![expect(
    clippy::inline_always,
    reason = "a line is read in one function, or every field costs a call and a copy"
)]

use std::{borrow::Cow, ops::Range};

use ascii::{AsAsciiStr, AsciiChar, AsciiStr};
use partie_core::{Board, ByColor, Color, File};

use super::{
    CastlingFlags, Relation, Style12, Tag, Taken, field,
    lenient::{Lenient, Number},
    ranks, scan,
};
use partie_formats::Parsed;

/// Returns the place and the spelling of the tag of a board line, if only what a server
/// or a copied text may put there stands before it.
#[inline]
#[must_use]
pub fn find_tag(line: &[u8]) -> Option<(Range<usize>, Tag)> {
    if line.starts_with(b"<12> ") { Some((0..4, Tag::Plain)) } else { find_any_tag(line) }
}

fn find_any_tag(line: &[u8]) -> Option<(Range<usize>, Tag)> {
    let span = scan::tag(line, "12")?;
    let tag = Tag::ALL.into_iter().find(|tag| tag.text().as_bytes() == &line[span.clone()])?;
    let ends = span.end == line.len() || scan::space(&line[span.end..]).is_some();
    ends.then_some((span, tag))
}

impl<'a> Style12<'a> {
    /// Reads a line, with or without its line end. `None` if it is not a board line; errors in a
    /// board line are diagnostics, whose spans are bytes of the line.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Parsed<Style12<'a>>> {
        let (span, tag) = find_tag(line)?;
        let end = line.len() - scan::space_after(&line[span.end..]);
        let mut lenient = Lenient::new(line, end);
        let (lead, quoted) = match &line[..span.start] {
            [] => (Cow::Borrowed(""), false),
            lead => (lenient.words(lead), lead.contains(&b'"')),
        };
        if tag != Tag::Plain {
            lenient.html_tag(span.clone(), tag);
        }
        let mut reader = FieldReader::new(&mut lenient, &line[..end], span.end);
        let board = reader.board();
        let turn = reader.turn();
        let double_push = reader.double_push();
        let castling = reader.castling();
        let halfmoves = reader.number(&Number::HALFMOVES) as i32;
        let game = reader.number(&Number::GAME).cast_unsigned();
        let white = reader.text(field::WHITE, "?");
        let black = reader.text(field::BLACK, "?");
        let relation = reader.relation();
        let initial = reader.number(&Number::INITIAL);
        let increment = reader.number(&Number::INCREMENT);
        let strength = ByColor {
            white: reader.number(&Number::WHITE_STRENGTH) as i32,
            black: reader.number(&Number::BLACK_STRENGTH) as i32,
        };
        let clock = ByColor {
            white: reader.number(&Number::WHITE_CLOCK),
            black: reader.number(&Number::BLACK_CLOCK),
        };
        let move_number = reader.number(&Number::MOVE_NUMBER) as u32;
        let verbose = reader.text(field::VERBOSE, "none");
        let taken = reader.taken();
        let san = reader.text(field::SAN, "none");
        let (flip, extra) = reader.flip_and_extra(quoted);
        let (unread, odd, diagnostics) = lenient.finish();
        let value = Style12 {
            lead,
            tag,
            board,
            turn,
            double_push,
            castling,
            halfmoves,
            game,
            white,
            black,
            relation,
            initial,
            increment,
            strength,
            clock,
            move_number,
            verbose,
            taken,
            san,
            flip,
            extra,
            unread,
            spelling: odd.then_some(Cow::Borrowed(line)),
        };
        Some(Parsed { value, diagnostics })
    }
}

/// The fields of a line that are not yet read.
///
/// No function that is not inlined borrows it, so that it stays in registers.
struct FieldReader<'l, 'a> {
    /// The line without the spaces at its end.
    line: &'a [u8],
    /// Bytes from the next field up to the first non-ASCII one. Empty at the end of the line, and
    /// if the separator before the field is not a single space.
    plain: &'a AsciiStr,
    /// Offset in the line at which `plain` ends.
    plain_end: usize,
    lenient: &'l mut Lenient<'a>,
}

impl<'l, 'a> FieldReader<'l, 'a> {
    /// Begins with the ranks, which stand after an offset.
    #[inline(always)]
    fn new(lenient: &'l mut Lenient<'a>, line: &'a [u8], at: usize) -> FieldReader<'l, 'a> {
        FieldReader { line, plain: <&AsciiStr>::default(), plain_end: at + 1, lenient }
    }

    /// Offset at which the field before the next one ends.
    #[inline(always)]
    fn at(&self) -> usize {
        self.plain_end - self.plain.len() - 1
    }

    /// Continues after a field that ends at an offset.
    #[inline(always)]
    fn continue_at(&mut self, at: usize) {
        self.plain = plain_after(self.line, at);
        self.plain_end = at + 1 + self.plain.len();
    }

    /// Has a field read leniently.
    #[inline(always)]
    fn leniently<T>(&mut self, read: impl FnOnce(&mut Lenient<'a>) -> T) -> T {
        self.lenient.start_at(self.at());
        let value = read(self.lenient);
        let at = self.lenient.at();
        self.plain = plain_after_lenient(self.line, at);
        self.plain_end = at + 1 + self.plain.len();
        value
    }

    #[inline(always)]
    fn board(&mut self) -> Board {
        let at = self.at();
        match self.line[at..].first_chunk().and_then(ranks::board) {
            Some(board) => {
                self.continue_at(at + 72);
                board
            }
            None => self.leniently(Lenient::board),
        }
    }

    #[inline(always)]
    fn turn(&mut self) -> Color {
        match *self.plain.as_bytes() {
            [side @ (b'W' | b'B'), b' ', ..] => {
                self.plain = &self.plain[2..];
                Color::from_white(side == b'W')
            }
            _ => self.leniently(Lenient::turn),
        }
    }

    #[inline(always)]
    fn double_push(&mut self) -> Option<File> {
        match *self.plain.as_bytes() {
            [b'-', b'1', b' ', ..] => {
                self.plain = &self.plain[3..];
                None
            }
            [file @ b'0'..=b'7', b' ', ..] => {
                self.plain = &self.plain[2..];
                Some(File::ALL[usize::from(file - b'0')])
            }
            _ => {
                let file = self.leniently(|l| l.number(&Number::DOUBLE_PUSH));
                File::ALL.get(usize::try_from(file).ok()?).copied()
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self) -> CastlingFlags {
        if let Some(eight) = self.plain.as_bytes().first_chunk()
            && let Some(flags) = castling(u64::from_le_bytes(*eight))
        {
            self.plain = &self.plain[8..];
            return flags;
        }
        self.leniently(Lenient::castling)
    }

    /// A number; as a computer spells it, most of the time.
    #[inline(always)]
    fn number(&mut self, field: &'static Number) -> i64 {
        if let Some((number, rest)) = short_number(self.plain) {
            self.plain = rest;
            return number.into();
        }
        if let Some((number, length)) = long_number(self.plain, field) {
            self.plain = &self.plain[length..];
            return number;
        }
        self.leniently(|l| l.number(field))
    }

    #[inline(always)]
    fn relation(&mut self) -> Relation {
        let (number, length) = match *self.plain.as_bytes() {
            [digit @ b'0'..=b'2', b' ', ..] => (i32::from(digit - b'0'), 2),
            [b'-', digit @ b'1'..=b'4', b' ', ..] => (-i32::from(digit - b'0'), 3),
            _ => return self.leniently(Lenient::relation),
        };
        self.plain = &self.plain[length..];
        Relation::from_number(number)
    }

    /// A word.
    #[inline(always)]
    fn text(&mut self, field: usize, neutral: &'static str) -> Cow<'a, str> {
        let bytes = self.plain.as_bytes();
        let ends = match bytes.first_chunk() {
            Some(sixteen) => scan::word_ends(sixteen),
            None => match self.line.get(..self.plain_end).and_then(<[u8]>::last_chunk) {
                Some(last) => scan::word_ends(last) >> (16 - bytes.len()),
                None => 0,
            },
        };
        let length = ends.trailing_zeros() as usize;
        let length = if length < 16 { length } else { scan::word(bytes).len() };
        if let Some((word, [AsciiChar::Space, rest @ ..])) =
            self.plain.as_slice().split_at_checked(length)
            && length != 0
        {
            self.plain = rest.into();
            return Cow::Borrowed(<&AsciiStr>::from(word).as_str());
        }
        self.leniently(|l| l.text(field, neutral))
    }

    #[inline(always)]
    fn taken(&mut self) -> Taken {
        match short_time(self.plain) {
            Some((taken, rest)) => {
                self.plain = rest;
                taken
            }
            None => self.leniently(Lenient::taken),
        }
    }

    /// The last field, and what servers may add to the format.
    #[inline(always)]
    fn flip_and_extra(&mut self, quoted: bool) -> (bool, Cow<'a, str>) {
        if self.plain_end == self.line.len() {
            match *self.plain.as_bytes() {
                [flip @ (b'0' | b'1')] => return (flip == b'1', Cow::Borrowed("")),
                [flip @ (b'0' | b'1'), b' ', ..] => {
                    return (flip == b'1', Cow::Borrowed(self.plain[2..].as_str()));
                }
                _ => {}
            }
        }
        self.lenient.start_at(self.at());
        self.lenient.flip_and_extra(quoted)
    }
}

/// Returns the bytes after a single space up to the first non-ASCII one.
#[inline(always)]
fn plain_after(line: &[u8], at: usize) -> &AsciiStr {
    let [b' ', rest @ ..] = &line[at..] else { return <&AsciiStr>::default() };
    // Multiples of 64 bytes are seen to be ASCII 64 at a time.
    let start = line.len().saturating_sub(rest.len().next_multiple_of(64));
    match line[start..].as_ascii_str() {
        Ok(plain) => &plain[plain.len() - rest.len()..],
        Err(_) => plain_start(rest),
    }
}

/// The same, not inlined.
#[cold]
#[inline(never)]
fn plain_after_lenient(line: &[u8], at: usize) -> &AsciiStr {
    plain_after(line, at)
}

#[cold]
#[inline(never)]
fn plain_start(bytes: &[u8]) -> &AsciiStr {
    match bytes.as_ascii_str() {
        Ok(plain) => plain,
        Err(e) => plain_start(&bytes[..e.valid_up_to()]),
    }
}

/// Reads the four flags, a space after each.
#[inline(always)]
fn castling(flags: u64) -> Option<CastlingFlags> {
    let set = flags ^ u64::from_le_bytes(*b"0 0 0 0 ");
    if set & !0x0001_0001_0001_0001 != 0 {
        return None;
    }
    let flag = |at: u32| set >> at & 1 == 1;
    Some(CastlingFlags {
        white_short: flag(0),
        white_long: flag(16),
        black_short: flag(32),
        black_long: flag(48),
    })
}

/// Reads a number of up to four digits and the space after it.
#[inline(always)]
fn short_number(plain: &AsciiStr) -> Option<(u32, &AsciiStr)> {
    let [a, b, c, d, e] = *plain.as_bytes().first_chunk()?;
    let first = digit(a)?;
    if b == b' ' {
        return Some((first, &plain[2..]));
    }
    let two = first * 10 + digit(b)?;
    if first == 0 {
        return None;
    }
    if c == b' ' {
        return Some((two, &plain[3..]));
    }
    if d == b' ' {
        return Some((two * 10 + digit(c)?, &plain[4..]));
    }
    if e == b' ' {
        return Some((two * 100 + digit(c)? * 10 + digit(d)?, &plain[5..]));
    }
    None
}

/// Reads a number of more digits, or a negative one, and the space after it.
#[inline(never)]
fn long_number(plain: &AsciiStr, field: &Number) -> Option<(i64, usize)> {
    let bytes = plain.as_bytes();
    let length = bytes.iter().position(|b| *b == b' ')?;
    match scan::number(&bytes[..length])? {
        (number, true) => field.range.contains(&number).then_some((number, length + 1)),
        _ => None,
    }
}

/// Reads `(m:ss)` or `(m:ss.mmm)` of less than an hour and the space after it.
#[inline(always)]
fn short_time(plain: &AsciiStr) -> Option<(Taken, &AsciiStr)> {
    let bytes = plain.as_bytes();
    let (minutes, rest) = match *bytes {
        [b'(', a, b':', ref rest @ ..] => (digit(a)?, rest),
        [b'(', a @ b'1'..=b'5', b, b':', ref rest @ ..] => (digit(a)? * 10 + digit(b)?, rest),
        _ => return None,
    };
    let [tens @ b'0'..=b'5', ones, ref rest @ ..] = *rest else { return None };
    let seconds = minutes * 60 + digit(tens)? * 10 + digit(ones)?;
    let (fraction, precise, rest) = match *rest {
        [b')', b' ', ref rest @ ..] => (0, false, rest),
        [b'.', a, b, c, b')', b' ', ref rest @ ..] => {
            (digit(a)? * 100 + digit(b)? * 10 + digit(c)?, true, rest)
        }
        _ => return None,
    };
    let milliseconds = seconds * 1000 + fraction;
    Some((Taken { milliseconds: milliseconds.into(), precise }, &plain[bytes.len() - rest.len()..]))
}

#[inline(always)]
fn digit(byte: u8) -> Option<u32> {
    let digit = u32::from(byte).wrapping_sub(u32::from(b'0'));
    (digit < 10).then_some(digit)
}

#[cfg(test)]
mod tests;
