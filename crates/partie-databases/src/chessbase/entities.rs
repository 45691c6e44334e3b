//! Files of players, tournaments and the like, whose entries have numbers.

use std::{borrow::Cow, io};

use super::signs::decode_name;
use crate::files::{Files, Part};

/// Number that stands in the head of such a file.
const MAGIC: [u8; 4] = 1_234_567_890_u32.to_le_bytes();

/// Bytes before an entry's data: its place in a tree by which the program searches.
const NODE: usize = 9;

/// Largest entry that is read.
const LARGEST: usize = 1 << 16;

/// A file of entries of one size.
pub(super) struct Entities {
    part: Part,
    start: u64,
    size: usize,
    count: u32,
}

impl Entities {
    /// Opens the file with an extension: its name if it is missing, or words on its damage.
    pub(super) fn open(
        files: &dyn Files,
        main: &str,
        extension: &str,
    ) -> io::Result<Result<Entities, String>> {
        let part = match Part::open(files, main, extension)? {
            Ok(part) => part,
            Err(missing) => return Ok(Err(format!("{missing} is missing"))),
        };
        let head = part.bytes(0, 28)?;
        let word = |at: usize| {
            head.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        };
        let size = word(12) as usize;
        if head.get(8..12) != Some(&MAGIC[..]) || size == 0 || size > LARGEST {
            return Ok(Err(format!("{}, byte 0: this is no file of names", part.name)));
        }
        // Newer files have more bytes in their head.
        let start = 28 + u64::from(word(24));
        Ok(Ok(Entities { part, start, size, count: word(0) }))
    }

    /// Reads the data of an entry; `None` if there is none.
    pub(super) fn get(&self, number: u32) -> io::Result<Option<Entity>> {
        if number >= self.count {
            return Ok(None);
        }
        let step = (self.size + NODE) as u64;
        let data =
            self.part.bytes(self.start + u64::from(number) * step + NODE as u64, self.size)?;
        Ok((data.len() == self.size).then_some(Entity(data)))
    }

    /// Name of the file.
    pub(super) fn name(&self) -> &str {
        &self.part.name
    }
}

/// The data of an entry.
pub(super) struct Entity(Vec<u8>);

impl Entity {
    /// Text that is ended by a zero within some bytes.
    pub(super) fn text(&self, at: usize, length: usize) -> Cow<'_, str> {
        text(self.0.get(at..at + length).unwrap_or_default())
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// A number of four bytes, the low one first.
    pub(super) fn number(&self, at: usize) -> u32 {
        self.0.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    }
}

/// Text up to a zero.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
    match decode_name(bytes[..end].trim_ascii()) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// Writes a date: five bits for the day, four for the month, the others for the year; 0 is unknown.
pub(super) fn date(number: u32) -> Option<String> {
    let (year, month, day) = (number >> 9 & 0xfff, number >> 5 & 15, number & 31);
    let part = |number: u32| if number == 0 { "??".to_owned() } else { format!("{number:02}") };
    (year != 0).then(|| format!("{year:04}.{}.{}", part(month), part(day)))
}
