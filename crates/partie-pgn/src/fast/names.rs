//! Recognition of tag names, with a cache.

use crate::{lex::Stop, names};

/// Meaning of a tag name for reading the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagMeaning {
    Event,
    Player,
    Result,
    Date,
    Variant,
    /// A tag whose game needs tokens.
    Fallback,
    Other,
}

/// Properties of a tag name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub(super) kind: TagMeaning,
    /// A number below 64 that names share only if it is [`SHARED`].
    pub(super) number: u8,
    /// The bit of a tag of the roster, or [`FEN`].
    pub(super) roster: u8,
}

/// The bit of the FEN tag.
pub(super) const FEN: u8 = 0x80;

/// Number shared by all names that are too long to be remembered, or beyond the capacity.
pub(super) const SHARED: u8 = 63;

/// Masks by the length of a name; each covers the name and the space after it.
const LOWEST: [u128; 16] = {
    let mut masks = [u128::MAX; 16];
    let mut i = 0;
    while i < 15 {
        masks[i] = (1 << (8 * (i + 1))) - 1;
        i += 1;
    }
    masks
};

/// Number of slots, two for each name that is remembered.
const SIZE: usize = 128;

/// A memory of names.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// The bytes of a name, the first one lowest, and what is known of it.
    places: Vec<(u128, Name)>,
    count: u8,
    /// The names of the last game in their order, each with a space after it, and how long
    /// it is: most games have the same ones.
    last: Vec<(u128, usize, Name)>,
    /// Number of times a name differed from the one in the game before.
    changes: u64,
}

impl Default for Names {
    fn default() -> Names {
        let nothing = Name { kind: TagMeaning::Other, number: SHARED, roster: 0 };
        Names { places: vec![(0, nothing); SIZE], count: 0, last: Vec::new(), changes: 0 }
    }
}

impl Names {
    /// Returns the name of a game's tag number `n`, from 0, at the start of a text, and its length
    /// in bytes.
    #[inline]
    pub(super) fn of(&mut self, text: &[u8], n: usize) -> Result<(Name, usize), Stop> {
        let Some(block) = text.first_chunk::<16>() else { return slow(text) };
        let bytes = u128::from_le_bytes(*block);
        if let Some((key, length, name)) = self.last.get(n)
            && (bytes ^ key) & LOWEST[length & 15] == 0
        {
            return Ok((*name, *length));
        }
        self.another(text, bytes, n)
    }

    /// Returns the name of a game's tag number `n`, from 0, and its length in bytes, if a tag
    /// begins at the start of a line and has the name that was there in the last game.
    #[inline]
    pub(super) fn same(&self, line: &[u8; 64], n: usize) -> Option<(Name, usize)> {
        let (key, length, name) = self.last.get(n)?;
        let bytes = u128::from_le_bytes(*line[1..].first_chunk()?);
        let same = (bytes ^ key) & LOWEST[length & 15] == 0;
        let canonical = same && line[0] == b'[' && line[(length + 2) & 63] == b'"';
        canonical.then_some((*name, *length))
    }

    /// Stays the same as long as games have the names of the game before them, or their
    /// first ones, in their order; unless there is a name that is not remembered.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns a name that differs from the last game's.
    #[inline(never)]
    fn another(&mut self, text: &[u8], bytes: u128, n: usize) -> Result<(Name, usize), Stop> {
        self.changes += 1;
        let length = space_of(bytes);
        if length == 0 || length >= 16 {
            return slow(text);
        }
        // A name ends with a letter; with a zero it would look like a shorter one.
        if bytes.to_le_bytes()[length - 1] == 0 {
            return slow(text);
        }
        let name = self.known(text, bytes, length)?;
        let last = (bytes & LOWEST[length], length, name);
        if n < self.last.len() {
            self.last[n] = last;
        } else if n == self.last.len() {
            self.last.push(last);
        }
        Ok((name, length))
    }

    fn known(&mut self, text: &[u8], bytes: u128, length: usize) -> Result<Name, Stop> {
        let key = bytes & ((1 << (8 * length)) - 1);
        let mixed = (key as u64 ^ (key >> 57) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (mixed >> 57) as usize & (SIZE - 1);
        loop {
            let (other, name) = self.places[place];
            if other == key {
                return Ok(name);
            }
            if other == 0 {
                break;
            }
            place = (place + 1) & (SIZE - 1);
        }
        let (mut name, found) = slow(text)?;
        if found == length && self.count < SHARED {
            name.number = self.count;
            self.count += 1;
            self.places[place] = (key, name);
        }
        if found == length { Ok(name) } else { Err(Stop::Fallback) }
    }
}

/// Returns the number of bytes, of 16, before the first space.
#[inline]
fn space_of(bytes: u128) -> usize {
    const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
    let other = bytes ^ (ONES * 0x20);
    // The lowest byte found is right, which is all that counts.
    let found = other.wrapping_sub(ONES) & !other & (ONES << 7);
    found.trailing_zeros() as usize / 8
}

/// Returns a name that is not remembered.
#[cold]
#[inline(never)]
fn slow(text: &[u8]) -> Result<(Name, usize), Stop> {
    let letters = text.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
    let length = letters.take(256).count();
    if length == text.len() {
        return Err(Stop::NeedMore);
    }
    if length == 0 || length > 255 {
        return Err(Stop::Fallback);
    }
    let name = str::from_utf8(&text[..length]).map_err(|_| Stop::Fallback)?;
    let kind = match name {
        "Event" => TagMeaning::Event,
        "White" | "Black" => TagMeaning::Player,
        "Result" => TagMeaning::Result,
        "Date" | "EventDate" | "UTCDate" => TagMeaning::Date,
        "WhiteA" | "WhiteB" | "BlackA" | "BlackB" | "Eingabe" => TagMeaning::Fallback,
        "Variant" => TagMeaning::Variant,
        // Known names in another case are mended.
        _ if names::canonical(name).is_some_and(|known| known != name) => TagMeaning::Fallback,
        _ => TagMeaning::Other,
    };
    let roster = partie_core::tags::ROSTER.iter().position(|n| *n == name).map_or(0, |i| 1_u8 << i);
    let roster = if name.eq_ignore_ascii_case("FEN") { FEN } else { roster };
    Ok((Name { kind, number: SHARED, roster }, length))
}
