//! Databases of Scid: an index of games, their names, and their moves.
//!
//! Source of the formats: the files `codec_scid4.cpp`, `codec_scid5.h`, `bytebuf.h`, `namebase.h` and
//! `game.cpp` of Scid 5.0.2 (<https://github.com/benini/scid>).
//!
//! | file | Scid 4 | Scid 5 |
//! |---|---|---|
//! | `si` | header of 182 bytes, 47 bytes a game, high byte first | 56 bytes a game, low byte first |
//! | `sn` | sorted names, each without what it has in common with the one before | names in the order of their numbers |
//! | `sg` | tags, position, moves and comments of a game, at the place that the index names | the same |
//!
//! Scid 3 (`si3`) has the index of Scid 4 with entries of 46 bytes. Text has no declared encoding: it
//! is UTF-8, or else windows-1252.

mod game;
mod index;
mod index4;
mod index5;
mod names;
mod pieces;
#[cfg(test)]
mod tests;

use std::io;

use partie_formats::database::codes;

use crate::{
    files::{Files, Part},
    found::{Found, Records},
    kind::DatabaseKind,
};
use index::Index;
use names::{NameKind, Names};

/// A database of Scid.
struct Scid {
    index: Index,
    /// The names; the name of the file if it is missing.
    names: Result<Names, String>,
    /// The moves; the name of the file if it is missing.
    moves: Result<Part, String>,
}

pub(crate) fn open(
    kind: DatabaseKind,
    name: &str,
    files: &dyn Files,
) -> io::Result<impl Records + use<>> {
    let is_new = kind == DatabaseKind::Scid5;
    let version = if is_new {
        '5'
    } else {
        // si3 or si4.
        name.chars().last().filter(|version| *version == '3').unwrap_or('4')
    };
    let part = |letter: char| Part::open(files, name, &format!("s{letter}{version}"));
    let index = part('i')?.map_err(|_| io::Error::from(io::ErrorKind::NotFound))?;
    let index = if is_new { index5::open(index)? } else { index4::open(index)? };
    let names = match part('n')? {
        Ok(names) if is_new => Ok(names::read5(&names)?),
        Ok(names) => Ok(names::read4(&names)?),
        Err(missing) => Err(missing),
    };
    Ok(Scid { index, names, moves: part('g')? })
}

impl Scid {
    /// Adds what is said about the database, not about a game.
    fn describe(&self, found: &mut Found) {
        let problems = &mut found.problems;
        for (code, words) in &self.index.problems {
            problems.add(code, words.clone());
        }
        if let Ok(Names { damage: Some(damage), .. }) = &self.names {
            problems.add(&codes::BAD_NAME, damage.clone());
        }
        let notes = self.names.iter().flat_map(|names| &names.notes);
        for note in self.index.notes.iter().chain(notes) {
            problems.add(&codes::DATABASE_NOTES, note.clone());
        }
    }
}

impl Records for Scid {
    fn records(&self) -> u64 {
        self.index.games
    }

    fn name(&self) -> &str {
        &self.index.part.name
    }

    fn read(&self, index: u64) -> io::Result<Found> {
        let mut found = Found::new();
        if index == 0 {
            self.describe(&mut found);
        }
        let entry = self.index.entry(index)?;
        let place = format!("{}, game {}", self.name(), index + 1);
        let Found { game, problems } = &mut found;
        let names = [
            ("Event", NameKind::Event, entry.event),
            ("Site", NameKind::Site, entry.site),
            ("Round", NameKind::Round, entry.round),
            ("White", NameKind::Player, entry.white),
            ("Black", NameKind::Player, entry.black),
        ];
        if let Err(missing) = &self.names {
            problems.add(
                &codes::MISSING_FILE,
                format!("{missing} is missing: the names were not read"),
            );
        }
        for (tag, kind, number) in names {
            let name = self.names.as_ref().map(|names| names.get(kind, number));
            if let (Ok(None), Ok(names)) = (&name, &self.names) {
                let kind = tag.to_lowercase();
                let words = format!("{}: there is no name of {kind} {number}", names.file);
                problems.add(&codes::BAD_NAME, words);
            }
            // Scid 5 has an empty name where a game of PGN lacked the tag.
            let name = name.ok().flatten().filter(|name| !name.is_empty());
            game.tags.push(tag, name.as_deref().unwrap_or("?"));
        }
        entry.add_tags(&place, game, problems);
        let part = match &self.moves {
            Ok(part) => part,
            Err(missing) => {
                let words = format!("{missing} is missing: the moves were not read");
                problems.add(&codes::MISSING_FILE, words);
                return Ok(found);
            }
        };
        let data = part.bytes(entry.offset, entry.length as usize)?;
        if data.len() < entry.length as usize {
            let words = format!(
                "{}, byte {}: {} bytes of the game are announced, but the file ends at {}",
                part.name, entry.offset, entry.length, part.length
            );
            problems.add(&codes::OUTSIDE, words);
        }
        if !data.is_empty() {
            game::read(&data, (part, entry.offset), entry.is_chess960, game, problems);
        }
        Ok(found)
    }
}
