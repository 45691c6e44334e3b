//! Tag pairs in export format, one a line.

use partie_scoresheet::{dates, vocabulary};
use std::{ops::Range, str::Utf8Error};

use partie_core::{Outcome, Variant};
use wide::u8x16;

use super::names::{FEN, Name, Names, SHARED, TagMeaning};
use crate::{
    bitmask::{below, equal},
    infer_variant,
    lex::{Stop, is_foreign, line_end_at},
    tags, token,
};
use partie_formats::{ReadOptions, Severity};

/// Places of a tag's name and value, in bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTag {
    name: (u32, u32),
    value: (u32, u32),
    kind: TagMeaning,
    /// The value has bytes that need a second look.
    nonstandard: bool,
}

impl RawTag {
    pub(super) fn name(&self) -> Range<usize> {
        self.name.0 as usize..self.name.1 as usize
    }

    pub(super) fn value(&self) -> Range<usize> {
        self.value.0 as usize..self.value.1 as usize
    }

    /// Returns true if the tag may affect the variant or the start position.
    pub(super) fn may_tell_start(&self, text: &[u8]) -> bool {
        let name = &text[self.name()];
        matches!(self.kind, TagMeaning::Event | TagMeaning::Variant)
            || name.eq_ignore_ascii_case(b"FEN")
            || name.eq_ignore_ascii_case(b"SetUp")
    }

    /// Returns true if games with such a tag need tokens.
    pub(super) fn needs_fallback(&self) -> bool {
        self.kind == TagMeaning::Fallback
    }

    /// Returns true if the value contains quotes.
    #[inline]
    pub(super) fn is_quoted(&self, text: &[u8]) -> bool {
        self.nonstandard && text[self.value()].contains(&b'"')
    }
}

/// The tags at the start of a text, up to the empty line after them.
#[derive(Clone, Debug, Default)]
pub(super) struct TagLines {
    pub(super) all: Vec<RawTag>,
    names: Names,
    /// The roster's tags that are there, a bit for each; and [`FEN`].
    roster: u8,
    /// The numbers of all names, a bit for each.
    seen: u64,
    /// Some value needs a second look.
    pub(super) nonstandard: bool,
    /// Bare quotes stand in a value.
    pub(super) quoted: bool,
    /// Value of the last Event tag, and whether it names a variant.
    event: (Vec<u8>, bool),
}

impl TagLines {
    /// Returns true if there is a FEN tag.
    pub(super) const fn has_fen(&self) -> bool {
        self.roster & FEN != 0
    }

    /// Returns true if all values are UTF-8.
    #[cold]
    pub(super) fn are_utf8(&self, text: &[u8]) -> bool {
        self.all.iter().all(|tag| !tag.nonstandard || str::from_utf8(&text[tag.value()]).is_ok())
    }

    /// Reads the tags; says where the moves begin.
    pub(super) fn read(&mut self, text: &[u8], options: &ReadOptions) -> Result<usize, Stop> {
        let place = |offset: usize| u32::try_from(offset).map_err(|_| Stop::Fallback);
        self.all.clear();
        self.roster = 0;
        self.nonstandard = false;
        self.quoted = false;
        // A set of names, a bit for each that is remembered.
        let mut seen = 0_u64;
        let mut at = self.canonical_lines(text, 0, options, &mut seen);
        while *text.get(at).ok_or(Stop::NeedMore)? == b'[' {
            if self.all.len() >= options.limits.tags {
                return Err(Stop::Fallback);
            }
            let name = at + 1;
            let (Name { kind, number, roster }, length) =
                self.names.of(&text[name..], self.all.len())?;
            let quote = name + length;
            expect(text, quote, b" \"")?;
            let value = quote + 2;
            let (mut length, mut nonstandard) = value_length(&text[value..])?;
            let canonical = text[value + length..].starts_with(b"\"]\n");
            if !canonical && expect(text, value + length, b"\"]").is_err() {
                (length, nonstandard) = (quoted_length(&text[value..])?, true);
                self.quoted = true;
            }
            let end = value + length;
            // Longer values are cut; how long they are then is said where tokens are read.
            if length > options.limits.text_bytes.min(token::LONGEST_VALUE / 2) {
                return Err(Stop::Fallback);
            }
            let bit = 1 << number;
            // At a text's very end a name is not scanned up, and shares its bit.
            let perhaps = seen & bit != 0 || number == SHARED;
            if perhaps && self.all.iter().any(|t| text[t.name()] == text[name..quote]) {
                return Err(Stop::Fallback);
            }
            seen |= bit;
            self.roster |= roster;
            self.nonstandard |= nonstandard;
            // If the last place fits, so do all places before it.
            let last = place(end)?;
            let (name, value) = ((name as u32, quote as u32), (value as u32, last));
            self.all.push(RawTag { name, value, kind, nonstandard });
            at = end + 2 + if canonical { 1 } else { line_end_at(text, end + 2)? };
            at = self.canonical_lines(text, at, options, &mut seen);
        }
        self.seen = seen;
        if self.all.is_empty() || self.all.len() >= options.limits.tags {
            return Err(Stop::Fallback);
        }
        // That an empty line is missing before the moves is worth a note.
        let moves_follow = text[at].is_ascii_digit() && !options.keep.wants(Severity::Note);
        if moves_follow { Ok(at) } else { Ok(at + line_end_at(text, at)?) }
    }

    /// Reads lines from a place on as long as they have the names of the last game's, and
    /// short canonical values; returns the offset after them.
    fn canonical_lines(
        &mut self,
        text: &[u8],
        start: usize,
        options: &ReadOptions,
        seen: &mut u64,
    ) -> usize {
        /// Number of bytes that are scanned at once. No line that is accepted is longer.
        const WINDOW: usize = 64;
        /// The longest value that is taken.
        const LONGEST: usize = 32;
        let mut at = start;
        if options.limits.text_bytes < LONGEST || text.len() > u32::MAX as usize {
            return at;
        }
        while let Some(window) = text.get(at..).and_then(<[u8]>::first_chunk::<WINDOW>) {
            let Some((Name { kind, number, roster }, name)) =
                self.names.same(window, self.all.len())
            else {
                break;
            };
            let begin = name + 3;
            let block = |from: usize| window.get(from..)?.first_chunk::<16>().map(special);
            let Some(mut found) = block(begin) else { break };
            let mut length = 0;
            if found == 0 {
                length = 16;
                found = block(begin + 16).unwrap_or(0);
            }
            length += found.trailing_zeros() as usize;
            let end = begin + length;
            let bit = 1 << number;
            if found == 0 || *seen & bit != 0 || window.get(end..end + 3) != Some(b"\"]\n") {
                break;
            }
            *seen |= bit;
            self.roster |= roster;
            let place = |offset: usize| (at + offset) as u32;
            self.all.push(RawTag {
                name: (place(1), place(1 + name)),
                value: (place(begin), place(end)),
                kind,
                nonstandard: false,
            });
            at += end + 3;
        }
        at
    }

    /// Returns a key that two games share only if their tags have the same names in the same order,
    /// if it is known.
    pub(super) fn layout(&self) -> Option<(u64, usize)> {
        let known = self.seen & 1 << SHARED == 0;
        known.then(|| (self.names.changes(), self.all.len()))
    }

    /// Looks at the values. `None` if they say that the game is not orthodox chess.
    pub(super) fn judge(&mut self, text: &[u8]) -> Option<Verdict> {
        let mut verdict =
            Verdict { noted: self.roster & 0x7f != 0x7f, nonstandard: false, result: None };
        let mut variant = false;
        let mut event: &[u8] = b"";
        for tag in &self.all {
            let bytes = &text[tag.value()];
            if tag.nonstandard {
                let value = str::from_utf8(bytes).ok()?;
                if value.bytes().any(|b| b < b' ' || b == 0x7f)
                    || value.contains(QUOTES)
                    || value.contains(['<', '>'])
                    || is_foreign(value)
                {
                    return None;
                }
                // Letters may have been encoded twice.
                verdict.nonstandard |= !value.is_ascii() || value.contains('"');
            }
            match tag.kind {
                TagMeaning::Other => {}
                TagMeaning::Event => event = bytes,
                TagMeaning::Player => verdict.noted |= is_turned_round(bytes),
                TagMeaning::Result => verdict.result = Some(tag.value()),
                TagMeaning::Date => verdict.nonstandard |= !is_date(bytes),
                TagMeaning::Variant if !variant && bytes == b"Standard" => variant = true,
                TagMeaning::Variant => {
                    let value = str::from_utf8(bytes).ok()?;
                    if variant || value.trim().parse::<Variant>().ok() != Some(Variant::Standard) {
                        return None;
                    }
                    variant = true;
                }
                TagMeaning::Fallback => return None,
            }
        }
        if !variant {
            if self.event.0 != event {
                let value = str::from_utf8(event).ok()?;
                self.event = (event.to_vec(), infer_variant::variant_in(value).is_some());
            }
            if self.event.1 {
                return None;
            }
        }
        Some(verdict)
    }
}

/// Returns true if a name is in the wrong order.
#[inline]
fn is_turned_round(name: &[u8]) -> bool {
    // That takes several words and no comma.
    let has = |byte| match name.first_chunk::<16>() {
        Some(block) if equal(u8x16::new(*block), byte).to_bitmask() != 0 => true,
        Some(_) => name[16..].contains(&byte),
        None => name.contains(&byte),
    };
    has(b' ') && !has(b',') && str::from_utf8(name).is_ok_and(tags::is_turned_round)
}

fn is_date(value: &[u8]) -> bool {
    dates::is_date(value) || value.is_empty() || value == b"?"
}

/// Returns the length of a value up to its closing quote, and true if it contains non-ASCII bytes,
/// control characters or markup signs.
#[inline]
fn value_length(text: &[u8]) -> Result<(usize, bool), Stop> {
    let mut rest = text;
    let mut nonstandard = false;
    while let Some(block) = rest.first_chunk::<16>() {
        let special = special(block);
        if special == 0 {
            rest = &rest[16..];
            continue;
        }
        let first = special.trailing_zeros() as usize % 16;
        match block[first] {
            b'"' => return Ok((text.len() - rest.len() + first, nonstandard)),
            b'\\' | b'\n' => return Err(Stop::Fallback),
            _ => nonstandard = true,
        }
        rest = &rest[first + 1..];
    }
    let at = text.len() - rest.len();
    match memchr::memchr3(b'"', b'\\', b'\n', &text[at..]) {
        Some(length) if text[at + length] == b'"' => Ok((at + length, true)),
        Some(_) => Err(Stop::Fallback),
        None => Err(Stop::NeedMore),
    }
}

/// Returns the length of a value that contains quotes: up to the quote before the only bracket of
/// its line.
#[cold]
#[inline(never)]
fn quoted_length(text: &[u8]) -> Result<usize, Stop> {
    let line = &text[..memchr::memchr(b'\n', text).ok_or(Stop::NeedMore)?];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let value = line.strip_suffix(b"\"]").ok_or(Stop::Fallback)?;
    let strange = |b: &u8| matches!(b, b'[' | b']' | b'\\' | b';' | b'\r');
    if value.starts_with(b"\"") || value.iter().any(strange) {
        Err(Stop::Fallback)
    } else {
        Ok(value.len())
    }
}

/// Returns a bit for each of 16 bytes that ends a value or needs a closer look.
#[inline]
fn special(block: &[u8; 16]) -> u32 {
    let bytes = u8x16::new(*block);
    // What is no ASCII is below all others.
    let special = below(bytes, b' ')
        | equal(bytes, 0x7f)
        // `"` and `&`, `<` and `>` differ in one bit each.
        | equal(bytes | u8x16::splat(4), b'&')
        | equal(bytes | u8x16::splat(2), b'>')
        | equal(bytes, b'[')
        | equal(bytes, b'\\');
    special.to_bitmask()
}

/// Checks that these bytes stand at an offset.
#[inline]
fn expect(text: &[u8], at: usize, wanted: &[u8]) -> Result<(), Stop> {
    let found = text.get(at..).unwrap_or_default();
    if found.starts_with(wanted) {
        Ok(())
    } else if found.len() < wanted.len() && wanted.starts_with(found) {
        Err(Stop::NeedMore)
    } else {
        Err(Stop::Fallback)
    }
}

/// Summary of the tags.
pub(super) struct Verdict {
    /// Some tag has a note.
    pub(super) noted: bool,
    /// Some tag may have a diagnostic above a note.
    pub(super) nonstandard: bool,
    /// Place of the value of the Result tag.
    result: Option<Range<usize>>,
}

impl Verdict {
    /// Returns another result in the Result tag than the one found after the moves, and its place.
    /// Fails if the tag is not UTF-8.
    pub(super) fn stated(
        &mut self,
        text: &[u8],
        found: Option<Outcome>,
    ) -> Result<Option<(Outcome, Range<usize>)>, Utf8Error> {
        let Some(place) = self.result.take() else { return Ok(None) };
        let bytes = &text[place.clone()];
        if found.is_some_and(|found| found.as_pgn().as_bytes() == bytes) {
            return Ok(None);
        }
        let value = str::from_utf8(bytes)?;
        self.nonstandard |= Outcome::from_pgn(value).is_none();
        let stated = vocabulary::outcome(value).filter(|stated| Some(*stated) != found);
        Ok(stated.map(|stated| (stated, place)))
    }
}

/// Quotes that end a value as well.
const QUOTES: [char; 7] = ['“', '”', '„', '‟', '″', '«', '»'];
