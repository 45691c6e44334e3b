//! The index of Scid 5: `si5`.

use std::io;

use partie_formats::database::codes;

use super::index::{Entry, Index};
use crate::{files::Part, found::with_first_game};

/// Number of bytes of an entry.
const SIZE: usize = 56;

pub(super) fn open(part: Part) -> io::Result<Index> {
    let (games, rest) = (part.length / SIZE as u64, part.length % SIZE as u64);
    let mut problems = Vec::new();
    if rest > 0 {
        let words = format!(
            "{}, byte {}: the entry of game {} ends early",
            part.name,
            part.length - rest,
            games + 1
        );
        problems.push((&codes::CUT_INDEX, words));
    }
    let problems = with_first_game(problems, games)?;
    Ok(Index { part, games, start: 0, size: SIZE, decode, problems, notes: Vec::new() })
}

fn decode(bytes: &[u8]) -> Entry {
    let word = |number: usize| {
        let at = 4 * number;
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
    };
    let low = |number: usize, bits: u32| word(number) & ((1 << bits) - 1);
    let types = word(11) >> 16;
    let rating =
        |number: usize, shift: u32| ((word(number) >> 20) as u16, (types >> shift & 7) as u8);
    Entry {
        white: low(0, 28),
        black: low(1, 28),
        event: low(2, 28),
        site: word(3),
        is_chess960: word(4) >> 31 == 1,
        round: low(4, 31),
        ratings: [rating(5, 5), rating(6, 2)],
        date: low(5, 20),
        event_date: low(6, 20),
        flags: low(7, 22),
        length: word(8) >> 15,
        offset: u64::from(low(8, 15)) << 32 | u64::from(word(9)),
        result: (types & 3) as u8,
        eco: word(11) as u16,
    }
}
