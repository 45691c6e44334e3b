//! Items of the index of games.

use std::io;

use partie_core::{Color, Game, Outcome};
use partie_formats::{Code, database::codes};

use crate::{files::Part, found::Problems};

/// The index of a database.
pub(super) struct Index {
    pub(super) part: Part,
    /// Number of games that are in the file.
    pub(super) games: u64,
    /// Byte of the first entry.
    pub(super) start: u64,
    /// Number of bytes of an entry, at most [`MOST`].
    pub(super) size: usize,
    pub(super) decode: fn(&[u8]) -> Entry,
    pub(super) problems: Vec<(&'static Code, String)>,
    /// Words about the database.
    pub(super) notes: Vec<String>,
}

/// Most bytes of an entry.
const MOST: usize = 56;

impl Index {
    /// Reads the entry of a game, from 0.
    pub(super) fn entry(&self, game: u64) -> io::Result<Entry> {
        let mut bytes = [0; MOST];
        let bytes = &mut bytes[..self.size];
        self.part.read(bytes, self.start + game * self.size as u64)?;
        Ok((self.decode)(bytes))
    }
}

/// A game in the index.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// Place and length of its data among the moves.
    pub(super) offset: u64,
    pub(super) length: u32,
    pub(super) flags: u32,
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) event: u32,
    pub(super) site: u32,
    pub(super) round: u32,
    pub(super) result: u8,
    pub(super) eco: u16,
    pub(super) date: u32,
    pub(super) event_date: u32,
    /// Ratings and their types, White's first.
    pub(super) ratings: [(u16, u8); 2],
    pub(super) is_chess960: bool,
}

/// Letters of the flags from bit 3 on, in the order of the bits (`indexentry.h`).
const FLAGS: &str = "DWBMENPTKQ!?U123456";

/// Names of the types of ratings (`game.cpp`).
const RATINGS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF"];

impl Entry {
    /// Adds the tags that an entry has besides the names.
    pub(super) fn add_tags(&self, place: &str, game: &mut Game, problems: &mut Problems) {
        game.tags.push("Date", date(self.date));
        game.outcome = match self.result {
            1 => Outcome::Win(Color::White),
            2 => Outcome::Win(Color::Black),
            3 => Outcome::Draw,
            _ => Outcome::Unknown,
        };
        if self.result > 3 {
            let words = format!("{place}: the result {} has no meaning", self.result);
            problems.add(&codes::BROKEN_DATA, words);
        }
        game.tags.push("Result", game.outcome.as_pgn());
        for (side, (rating, kind)) in ["White", "Black"].into_iter().zip(self.ratings) {
            if rating == 0 {
                continue;
            }
            let name = RATINGS.get(usize::from(kind)).copied().unwrap_or_else(|| {
                let words =
                    format!("{place}: a rating has the unknown type {kind}; it was read as Elo");
                problems.add(&codes::BROKEN_DATA, words);
                RATINGS[0]
            });
            game.tags.push(format!("{side}{name}"), rating.to_string());
        }
        if let Some(eco) = eco(self.eco) {
            game.tags.push("ECO", eco);
        } else if self.eco != 0 {
            let words = format!("{place}: the number {} is no ECO code", self.eco);
            problems.add(&codes::BROKEN_DATA, words);
        }
        if self.event_date != 0 {
            game.tags.push("EventDate", date(self.event_date));
        }
        let is_set = |(bit, _): &(usize, char)| self.flags >> (bit + 3) & 1 == 1;
        let flags: String = FLAGS.chars().enumerate().filter(is_set).map(|(_, c)| c).collect();
        if flags.contains('D') {
            problems.add(&codes::DELETED, format!("{place}: marked as deleted"));
        }
        if !flags.is_empty() {
            game.tags.push("ScidFlags", flags);
        }
    }
}

/// Writes a date: five bits for the day, four for the month, the others for the year; 0 is unknown.
fn date(number: u32) -> String {
    let part = |number: u32, unknown: &str| match number {
        0 => unknown.to_owned(),
        number => format!("{number:0width$}", width = unknown.len()),
    };
    let (year, month, day) = (number >> 9, number >> 5 & 15, number & 31);
    format!("{}.{}.{}", part(year, "????"), part(month, "??"), part(day, "??"))
}

/// Writes an ECO code: 131 numbers for each of A00 to E99, from 1: the code alone, then `a`, `a1` to
/// `a4`, `b` and so on.
fn eco(number: u16) -> Option<String> {
    let number = number.checked_sub(1)?;
    let (code, more) = (number / 131, number % 131);
    let volume = char::from(b'A' + u8::try_from(code / 100).ok().filter(|volume| *volume < 5)?);
    let mut text = format!("{volume}{:02}", code % 100);
    if let Some(more) = more.checked_sub(1) {
        text.push(char::from(b'a' + (more / 5) as u8));
        if more % 5 > 0 {
            text += &(more % 5).to_string();
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_codes() {
        for (number, text) in [
            (1998 << 9 | 3 << 5 | 7, "1998.03.07"),
            (1998 << 9 | 3 << 5, "1998.03.??"),
            (850 << 9, "0850.??.??"),
            (0, "????.??.??"),
            (7, "????.??.07"),
        ] {
            assert_eq!(date(number), text);
        }
        for (number, text) in [
            (0, None),
            (1, Some("A00")),
            (2, Some("A00a")),
            (3, Some("A00a1")),
            (131, Some("A00z4")),
            (132, Some("A01")),
            (65500, Some("E99z4")),
            (65501, None),
            (65535, None),
        ] {
            assert_eq!(eco(number).as_deref(), text, "{number}");
        }
    }
}
