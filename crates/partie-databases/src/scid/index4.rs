//! The index of Scid 3 and 4: `si3`, `si4`.

use std::io;

use partie_formats::{database::codes, decode};

use super::index::{Entry, Index};
use crate::{files::Part, found::with_first_game};

/// Beginning of the file.
const MAGIC: &[u8] = b"Scid.si\0";

/// Number of bytes of the header before the names of flags, and of one of the six names.
const HEADER: usize = 128;
const FLAG: usize = 9;

/// Numbers of bytes of an entry of Scid 3 and 4.
const ENTRIES: [usize; 2] = [46, 47];

pub(super) fn open(part: Part) -> io::Result<Index> {
    let header = part.bytes(0, HEADER + 6 * FLAG)?;
    if !header.starts_with(MAGIC) || header.len() < HEADER {
        return Err(io::Error::other("this is no index of a Scid database"));
    }
    let version = u16::from_be_bytes([header[8], header[9]]);
    if !(300..=400).contains(&version) {
        let words = format!(
            "version {version} of Scid's format is not read; open it with Scid and save it again"
        );
        return Err(io::Error::other(words));
    }
    let is_old = version < 400;
    let start = if is_old { HEADER } else { HEADER + 6 * FLAG };
    let size = ENTRIES[usize::from(!is_old)];
    let announced = u64::from(u32::from_be_bytes([0, header[14], header[15], header[16]]));
    let room = part.length.saturating_sub(start as u64);
    let there = room / size as u64;
    let mut problems = Vec::new();
    if there < announced {
        let words = format!(
            "{}, byte {}: {announced} games are announced, but the file ends after {there}",
            part.name, part.length
        );
        problems.push((&codes::CUT_INDEX, words));
    } else if room > announced * size as u64 {
        let words = format!(
            "{}, byte {}: {announced} games are announced, but more bytes follow; they were not read",
            part.name,
            start as u64 + announced * size as u64
        );
        problems.push((&codes::BROKEN_DATA, words));
    }
    let problems = with_first_game(problems, there.min(announced))?;
    let text = |bytes: &[u8]| {
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        decode::utf8_or_western(&bytes[..end]).trim().to_owned()
    };
    let mut notes = Vec::new();
    let description = text(&header[20..HEADER]);
    if !description.is_empty() {
        notes.push(format!("{}: the database describes itself as: {description}", part.name));
    }
    let flags = header[HEADER..].chunks_exact(FLAG).filter(|_| !is_old);
    let named: Vec<_> = flags
        .map(text)
        .zip(1..)
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, number)| format!("{number} is {name}"))
        .collect();
    if !named.is_empty() {
        notes.push(format!("{}: names of flags in ScidFlags: {}", part.name, named.join(", ")));
    }
    let games = announced.min(there);
    let decode = if is_old { decode_old } else { decode };
    Ok(Index { part, games, start: start as u64, size, decode, problems, notes })
}

/// Decodes an entry of Scid 3, which has no byte for long games and more flags.
fn decode_old(bytes: &[u8]) -> Entry {
    let mut new = [0; ENTRIES[1]];
    new[..6].copy_from_slice(&bytes[..6]);
    new[7..].copy_from_slice(&bytes[6..]);
    decode(&new)
}

fn decode(bytes: &[u8]) -> Entry {
    let one = |at: usize| u32::from(bytes[at]);
    let two = |at: usize| one(at) << 8 | one(at + 1);
    let four = |at: usize| two(at) << 16 | two(at + 2);
    let (more, players, others) = (one(6), one(9), one(14));
    let dates = four(25);
    let rating = |at: usize| ((two(at) & 0xfff) as u16, (two(at) >> 12) as u8);
    Entry {
        offset: four(0).into(),
        length: (more & 0x80) << 9 | two(4),
        flags: (more & 0x3f) << 16 | two(7),
        white: (players & 0xf0) << 12 | two(10),
        black: (players & 0x0f) << 16 | two(12),
        event: (others & 0xe0) << 11 | two(15),
        site: (others & 0x1c) << 14 | two(17),
        round: (others & 0x03) << 16 | two(19),
        result: (two(21) >> 12) as u8,
        eco: two(23) as u16,
        date: dates & 0xf_ffff,
        event_date: event_date(dates >> 20, dates & 0xf_ffff),
        ratings: [rating(29), rating(31)],
        is_chess960: false,
    }
}

/// Computes the event's date, whose year is stored as its distance from the game's: 1 is three years
/// before, 4 the same year, and 0 no date.
fn event_date(stored: u32, date: u32) -> u32 {
    let distance = stored >> 9 & 7;
    let year = (distance + (date >> 9)).saturating_sub(4);
    if distance == 0 { 0 } else { year << 9 | stored & 0x1ff }
}
