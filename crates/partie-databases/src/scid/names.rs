//! Names of players, events, sites and rounds: `sn4`, `sn5`.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use partie_formats::decode;

use crate::files::Part;

/// A kind of name, in the order of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Player,
    Event,
    Site,
    Round,
}

/// Number of kinds of names.
const KINDS: usize = 4;

/// Kind of a name of Scid 5 that is about the database.
const ABOUT: u64 = 4;

/// Most bytes of all names. Names that share their beginnings take less in a file, so that a damaged
/// file could ask for much more memory than it has bytes.
const MOST: usize = 1 << 30;

/// Most bytes of a name.
const LONGEST: u64 = 64 << 10;

/// All names of a database, by their numbers.
#[derive(Default)]
pub(super) struct Names {
    /// Name of the file.
    pub(super) file: String,
    text: Vec<u8>,
    /// Start and length in the text.
    places: [Vec<(u32, u32)>; KINDS],
    /// The reason why there are not all of them.
    pub(super) damage: Option<String>,
    /// Words about the database.
    pub(super) notes: Vec<String>,
}

/// Place of a number that has no name.
const ABSENT: (u32, u32) = (u32::MAX, 0);

impl Names {
    /// Returns the name of a number.
    pub(super) fn get(&self, kind: NameKind, number: u32) -> Option<Cow<'_, str>> {
        let place = self.places[kind as usize].get(number as usize);
        let (start, length) = *place.filter(|place| **place != ABSENT)?;
        let start = start as usize;
        self.text.get(start..start + length as usize).map(decode::utf8_or_western)
    }

    /// Adds a name under a number. Returns false if there is no room.
    fn add(&mut self, kind: usize, number: usize, name: &[u8]) -> bool {
        if self.text.len() + name.len() > MOST {
            return false;
        }
        let places = &mut self.places[kind];
        if places.len() <= number {
            places.resize(number + 1, ABSENT);
        }
        places[number] = (self.text.len() as u32, name.len() as u32);
        self.text.extend_from_slice(name);
        true
    }
}

/// A source that counts its bytes.
struct Counted<R> {
    source: R,
    at: u64,
}

impl<R: Read> Counted<R> {
    /// Reads a number of some bytes, the high one first; `None` at the end.
    fn number(&mut self, bytes: usize) -> io::Result<Option<usize>> {
        let mut buffer = [0; 4];
        let read = self.fill(&mut buffer[4 - bytes..])?;
        Ok(read.then(|| u32::from_be_bytes(buffer) as usize))
    }

    /// Fills a buffer; false at the end.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<bool> {
        match self.source.read_exact(buffer) {
            Ok(()) => {
                self.at += buffer.len() as u64;
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Reads the names of Scid 4: for each its number, how often it is used, its length, the number of
/// bytes that it has in common with the one before, and the others.
pub(super) fn read4(part: &Part) -> io::Result<Names> {
    let mut names = Names { file: part.name.clone(), ..Names::default() };
    let mut source = Counted { source: part.stream(0), at: 0 };
    let cut = |at: u64| Some(format!("{}, byte {at}: the file ends early", part.name));
    let mut header = [0; 36];
    if !source.fill(&mut header)? || !header.starts_with(b"Scid.sn\0") {
        names.damage = Some(format!("{}, byte 0: this is no file of names", part.name));
        return Ok(names);
    }
    let three = |at: usize| u32::from_be_bytes([0, header[at], header[at + 1], header[at + 2]]);
    for kind in 0..KINDS {
        let count = three(12 + 3 * kind) as usize;
        let number_size = if count >= 1 << 16 { 3 } else { 2 };
        let uses_size = match three(24 + 3 * kind) {
            65536.. => 3,
            256.. => 2,
            _ => 1,
        };
        let mut name: Vec<u8> = Vec::new();
        for i in 0..count {
            let at = source.at;
            let mut next = |bytes| source.number(bytes);
            let (Some(number), Some(_)) = (next(number_size)?, next(uses_size)?) else {
                names.damage = cut(at);
                return Ok(names);
            };
            let (Some(length), Some(same)) = (next(1)?, if i > 0 { next(1)? } else { Some(0) })
            else {
                names.damage = cut(at);
                return Ok(names);
            };
            // Each name takes some bytes, so a number above the file's length is damage, too.
            let is_beyond = number >= count || number as u64 >= part.length;
            if same > length || same > name.len() || is_beyond {
                names.damage = Some(format!("{}, byte {at}: a damaged name", part.name));
                return Ok(names);
            }
            name.resize(length, 0);
            if !source.fill(&mut name[same..])? {
                names.damage = cut(at);
                return Ok(names);
            }
            if !names.add(kind, number, &name) {
                names.damage = Some(format!("{}, byte {at}: too many names", part.name));
                return Ok(names);
            }
        }
    }
    Ok(names)
}

/// Reads the names of Scid 5: for each a number of its length and its kind, seven bits a byte and the
/// low ones first, and the name.
pub(super) fn read5(part: &Part) -> io::Result<Names> {
    let mut names = Names { file: part.name.clone(), ..Names::default() };
    let mut source = Counted { source: part.stream(0), at: 0 };
    let mut name = Vec::new();
    loop {
        let at = source.at;
        let (mut head, mut shift) = (0, 0);
        loop {
            let Some(byte) = source.number(1)? else {
                if shift > 0 {
                    names.damage = Some(format!("{}, byte {at}: the file ends early", part.name));
                }
                return Ok(names);
            };
            head |= (byte as u64 & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 || shift > 56 {
                break;
            }
        }
        let (kind, length) = (head & 7, head >> 3);
        if kind > ABOUT || length > LONGEST {
            names.damage = Some(format!("{}, byte {at}: a damaged name", part.name));
            return Ok(names);
        }
        name.resize(length as usize, 0);
        if !source.fill(&mut name)? {
            names.damage = Some(format!("{}, byte {at}: the file ends early", part.name));
            return Ok(names);
        }
        if kind == ABOUT {
            names.note(&name);
            continue;
        }
        let (kind, number) = (kind as usize, names.places[kind as usize].len());
        if !names.add(kind, number, &name) {
            names.damage = Some(format!("{}, byte {at}: too many names", part.name));
            return Ok(names);
        }
    }
}

impl Names {
    /// Keeps words about the database: a key, and its value directly after it. A later value stands in
    /// place of an earlier one.
    fn note(&mut self, entry: &[u8]) {
        let entry = decode::utf8_or_western(entry);
        let keys = ["description", "flag1", "flag2", "flag3", "flag4", "flag5", "flag6"];
        let Some(key) = keys.into_iter().find(|key| entry.starts_with(key)) else { return };
        let value = entry[key.len()..].trim();
        let head = match key.strip_prefix("flag") {
            Some(number) => format!("{}: the flag {number} in ScidFlags is named: ", self.file),
            None => format!("{}: the database describes itself as: ", self.file),
        };
        self.notes.retain(|note| !note.starts_with(&head));
        if !value.is_empty() {
            self.notes.push(head + value);
        }
    }
}
