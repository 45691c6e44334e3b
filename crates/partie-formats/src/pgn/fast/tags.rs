//! Tag pairs, one a line.

use std::ops::Range;

use partie_core::{Outcome, Variant};

use super::items::is_foreign;
use crate::{
    ReadOptions,
    pgn::{choose, result, tags},
};

/// Where a tag's name and value stand, in bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTag {
    name: (u32, u32),
    value: (u32, u32),
}

impl RawTag {
    pub(super) fn name(&self) -> Range<usize> {
        self.name.0 as usize..self.name.1 as usize
    }

    pub(super) fn value(&self) -> Range<usize> {
        self.value.0 as usize..self.value.1 as usize
    }
}

/// Why reading ended early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The text ends before the game.
    More,
    /// Something is written in another way.
    Unusual,
}

/// Reads the tags at the start of a text up to the empty line behind them; says where
/// the moves begin.
pub(super) fn read(
    text: &[u8],
    found: &mut Vec<RawTag>,
    options: &ReadOptions,
) -> Result<usize, Stop> {
    let place = |offset: usize| u32::try_from(offset).map_err(|_| Stop::Unusual);
    let mut at = 0;
    while *text.get(at).ok_or(Stop::More)? == b'[' {
        let name = at + 1;
        let letters = text[name..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
        let quote = name + letters.take(256).count();
        expect(text, quote, b" \"")?;
        if quote == name || quote - name > 255 {
            return Err(Stop::Unusual);
        }
        let value = quote + 2;
        let length = memchr::memchr3(b'"', b'\\', b'\n', &text[value..]).ok_or(Stop::More)?;
        let end = value + length;
        expect(text, end, b"\"]")?;
        if length > options.limits.text_bytes {
            return Err(Stop::Unusual);
        }
        found.push(RawTag {
            name: (place(name)?, place(quote)?),
            value: (place(value)?, place(end)?),
        });
        at = end + 2 + line_end_at(text, end + 2)?;
    }
    if found.is_empty() || found.len() >= options.limits.tags {
        return Err(Stop::Unusual);
    }
    Ok(at + line_end_at(text, at)?)
}

/// Whether these bytes stand at a place.
fn expect(text: &[u8], at: usize, wanted: &[u8]) -> Result<(), Stop> {
    let found = text.get(at..).unwrap_or_default();
    if found.starts_with(wanted) {
        Ok(())
    } else if found.len() < wanted.len() && wanted.starts_with(found) {
        Err(Stop::More)
    } else {
        Err(Stop::Unusual)
    }
}

fn line_end_at(text: &[u8], at: usize) -> Result<usize, Stop> {
    match text.get(at..) {
        None | Some([] | [b'\r']) => Err(Stop::More),
        Some(rest) => line_end(rest).ok_or(Stop::Unusual),
    }
}

/// The length of the line end at the start of a text.
pub(super) fn line_end(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// What tags tell at a glance.
pub(super) struct Verdict {
    /// Something about them is worth a second look.
    pub(super) odd: bool,
}

/// The roster, each tag a bit.
fn roster_bit(name: &str) -> u8 {
    partie_core::tags::ROSTER.iter().position(|n| *n == name).map_or(0, |i| 1 << i)
}

/// Looks at the tags. `None` if they say that the game is not orthodox chess from the
/// initial position with this result, or if a name occurs twice.
pub(super) fn judge(text: &str, tags: &[RawTag], outcome: Outcome) -> Option<Verdict> {
    let mut odd = false;
    let mut roster = 0;
    let mut event = "";
    let mut variant = false;
    // A set of names, one bit for many of them: two that share a bit are compared.
    let mut seen = 0_u64;
    for (i, tag) in tags.iter().enumerate() {
        let (name, value) = (&text[tag.name()], &text[tag.value()]);
        let bytes = name.as_bytes();
        let hash = bytes.len() * 7
            + usize::from(bytes[0]) * 5
            + usize::from(bytes[bytes.len() - 1]) * 3
            + usize::from(bytes[bytes.len() / 2]);
        let bit = 1_u64 << (hash % 64);
        if seen & bit != 0 && tags[..i].iter().any(|other| text[other.name()] == *name) {
            return None;
        }
        seen |= bit;
        if !value.bytes().all(|b| (b' '..0x7f).contains(&b)) {
            if value.bytes().any(|b| b < b' ' || b == 0x7f) || value.contains(QUOTES) {
                return None;
            }
            // Letters may have been encoded twice.
            odd = true;
        }
        let second_look = |b: &u8| matches!(b, b'<' | b'&' | b'[' | b'>');
        if value.as_bytes().iter().any(second_look) && is_foreign(value) {
            return None;
        }
        roster |= roster_bit(name);
        match name {
            "Event" => event = value,
            "White" | "Black" => odd |= tags::is_turned_round(value),
            "Result" if result::from_spelling(value.trim()).is_some_and(|told| told != outcome) => {
                return None;
            }
            "Result" => odd |= Outcome::from_pgn(value).is_none(),
            "Date" | "EventDate" | "UTCDate" => {
                odd |= !(value.is_empty() || value == "?" || tags::is_date(value));
            }
            "WhiteA" | "WhiteB" | "BlackA" | "BlackB" | "Eingabe" => return None,
            _ if name.eq_ignore_ascii_case("FEN") => return None,
            _ if name.eq_ignore_ascii_case("Variant") => {
                if variant || Variant::from_name(value.trim()) != Some(Variant::Standard) {
                    return None;
                }
                variant = true;
            }
            _ => {}
        }
    }
    if !variant && choose::variant_in(event).is_some() {
        return None;
    }
    Some(Verdict { odd: odd || roster != 0x7f })
}

/// Quotes that end a value as well.
const QUOTES: [char; 7] = ['“', '”', '„', '‟', '″', '«', '»'];
