//! Games set aside: by their location, or with their text.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::ControlFlow,
    sync::Arc,
};

use anyhow::{Context as _, bail};
use partie_formats::{Format, Record};
use partie_pgn::{RawRecord, parallel::Relocate};
use partie_records::dispatch;

use super::{
    fold::AskedGame,
    games::Games,
    lazy_game::{GameLocation, LazyGame, Origin},
};
use crate::input::{FileState, Input};

/// A game that was set aside.
pub(super) enum DeferredGame {
    /// Location of a game that can be read again.
    Location(GameLocation),
    /// Text of a game whose file is compressed or cannot be read twice.
    Game(Box<LazyGame>),
}

impl DeferredGame {
    /// Keeps as little of a game as it takes to have it again.
    pub(super) fn of(game: AskedGame<'_>) -> DeferredGame {
        if game.is_in_place() {
            DeferredGame::Location(game.place())
        } else {
            DeferredGame::Game(Box::new(game.keep()))
        }
    }
}

impl Relocate for DeferredGame {
    fn offset_by(&mut self, records: u64, lines: u64) {
        match self {
            DeferredGame::Location(place) => place.offset_by(records, lines),
            DeferredGame::Game(entry) => entry.offset_by(records, lines),
        }
    }
}

/// The numbers at the start of a packed game: input, line, byte, and the length of a game in its
/// place or the format of another.
const HEAD: usize = 4 * 8;

/// Flag in place of the length of a game that is packed with its text.
const WITH_TEXT: u64 = 1 << 63;

impl DeferredGame {
    /// The game as bytes.
    pub(super) fn pack(&self) -> Vec<u8> {
        let (place, last, text) = match self {
            DeferredGame::Location(place) => (*place, place.length, &[][..]),
            DeferredGame::Game(entry) => {
                // Of a game that was cut out the format is found again.
                let format = entry
                    .read_format()
                    .and_then(|format| Format::ALL.iter().position(|f| *f == format));
                let format = format.map_or(0, |format| format as u64 + 1);
                (entry.place(), WITH_TEXT | format, entry.bytes())
            }
        };
        let mut bytes = Vec::with_capacity(HEAD + text.len());
        for number in [u64::from(place.input), place.line, place.byte, last] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(text);
        bytes
    }

    /// A packed game; none if the bytes are none.
    fn unpack(entries: &Games, bytes: &[u8]) -> Option<io::Result<DeferredGame>> {
        let (head, text) = bytes.split_at_checked(HEAD)?;
        let mut numbers = head.chunks_exact(8).map(|n| {
            let bytes: [u8; 8] = n.try_into().unwrap_or_default();
            u64::from_le_bytes(bytes)
        });
        let (input, line) = (numbers.next()? as u32, numbers.next()?);
        let (byte, last) = (numbers.next()?, numbers.next()?);
        if last & WITH_TEXT == 0 {
            return Some(Ok(DeferredGame::Location(GameLocation {
                input,
                number: 1,
                line,
                byte,
                length: last,
            })));
        }
        let origin = entries.origin(input as usize)?;
        let format = (last & !WITH_TEXT).checked_sub(1);
        let Some(format) = format.and_then(|format| Format::ALL.get(format as usize)) else {
            let raw = RawRecord::new(1, byte, line, text.to_vec());
            return Some(Ok(DeferredGame::Game(Box::new(LazyGame::raw(raw, None, origin)))));
        };
        let record = dispatch::read(*format, Box::new(text), &origin.options).next()?;
        Some(record.map(|record| {
            DeferredGame::Game(Box::new(LazyGame::read(Record { byte, line, ..record }, origin)))
        }))
    }
}

/// Reads deferred games again.
pub(super) struct Rereader<'a> {
    entries: &'a Games,
    /// File that was read last.
    open: Option<(Arc<Origin>, File)>,
    text: Vec<u8>,
}

/// Number of bytes between two games that are read together rather than passed over.
const GAP: u64 = 4 << 10;

/// Number of bytes that are read at a time, unless a game is longer.
const PIECE: u64 = 1 << 20;

/// Number of bytes of games that are read again together.
pub(super) const TOGETHER: u64 = 8 << 20;

impl<'a> Rereader<'a> {
    /// Reads games of these inputs.
    pub(super) fn new(entries: &'a Games) -> Rereader<'a> {
        Rereader { entries, open: None, text: Vec::new() }
    }

    /// Reads packed games again, in their order.
    pub(super) fn each_packed(
        &mut self,
        packed: impl Iterator<Item = anyhow::Result<Vec<u8>>>,
        mut each: impl FnMut(&LazyGame) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (mut kept, mut bytes) = (Vec::new(), 0);
        for packed in packed {
            let Some(next) = DeferredGame::unpack(self.entries, &packed?) else { continue };
            let next = next?;
            bytes += match &next {
                DeferredGame::Location(place) => place.length,
                DeferredGame::Game(entry) => entry.bytes().len() as u64,
            };
            kept.push(next);
            if bytes > TOGETHER {
                self.all(std::mem::take(&mut kept))?.iter().try_for_each(&mut each)?;
                bytes = 0;
            }
        }
        self.all(kept)?.iter().try_for_each(&mut each)
    }

    /// Reads games again, in the order of their places, and returns them in their own.
    pub(super) fn all(&mut self, kept: Vec<DeferredGame>) -> anyhow::Result<Vec<LazyGame>> {
        let mut games: Vec<Option<LazyGame>> = Vec::with_capacity(kept.len());
        let mut places = Vec::with_capacity(kept.len());
        for (number, kept) in kept.into_iter().enumerate() {
            match kept {
                DeferredGame::Game(entry) => games.push(Some(*entry)),
                DeferredGame::Location(place) => {
                    games.push(None);
                    places.push((place, number));
                }
            }
        }
        places.sort_unstable_by_key(|(place, _)| (place.input, place.byte));
        let mut rest = places.as_slice();
        while let Some((first, _)) = rest.first() {
            let near = rest.iter().scan(first.byte, |end, (place, _)| {
                let near = place.input == first.input
                    && place.byte.saturating_sub(*end) <= GAP
                    && place.byte - first.byte < PIECE;
                *end = place.byte + place.length;
                near.then_some(*end)
            });
            let (number, end) = near.fold((0, first.byte), |(n, last), end| (n + 1, last.max(end)));
            let (group, after) = rest.split_at(number);
            rest = after;
            let origin = self.read(first.input, first.byte, end)?;
            for (place, number) in group {
                let start = (place.byte - first.byte) as usize;
                let text = self.text[start..start + place.length as usize].to_vec();
                let raw = RawRecord::new(place.number, place.byte, place.line, text);
                games[*number] = Some(LazyGame::raw(raw, None, origin.clone()));
            }
        }
        Ok(games.into_iter().flatten().collect())
    }

    /// Reads bytes of a file again.
    fn read(&mut self, input: u32, start: u64, end: u64) -> anyhow::Result<Arc<Origin>> {
        let input = input as usize;
        if self.open.as_ref().is_none_or(|(origin, _)| origin.input != input) {
            self.open = Some(self.reopen(input)?);
        }
        let Some((origin, file)) = &mut self.open else { bail!(CHANGED) };
        self.text.resize((end - start) as usize, 0);
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut self.text));
        read.with_context(|| origin.file.to_string())?;
        Ok(origin.clone())
    }

    fn reopen(&self, input: usize) -> anyhow::Result<(Arc<Origin>, File)> {
        let (Some(Ok(Input::File(path))), Some(origin)) =
            (self.entries.inputs.get(input), self.entries.origin(input))
        else {
            bail!(CHANGED)
        };
        let file = File::open(path).with_context(|| origin.file.to_string())?;
        if FileState::of(&file) != origin.plain {
            bail!(CHANGED);
        }
        Ok((origin, file))
    }
}

impl Games {
    /// Reads the wanted games, whose places are known, once more, without messages. Games are
    /// numbered over all files, from 0.
    pub(super) fn each_again(
        &self,
        places: &[GameLocation],
        wanted: impl Fn(u32) -> bool,
        mut each: impl FnMut(u32, &LazyGame) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let in_place = |place: &GameLocation| {
            self.origin(place.input as usize).is_some_and(|origin| origin.plain.is_some())
        };
        if places.chunk_by(|a, b| a.input == b.input).all(|places| in_place(&places[0])) {
            let mut rereader = Rereader::new(self);
            let mut first = 0;
            let near = |a: &GameLocation, b: &GameLocation| {
                a.input == b.input && a.byte / PIECE == b.byte / PIECE
            };
            for piece in places.chunk_by(near) {
                let numbers: Vec<_> =
                    (first..first + piece.len() as u32).filter(|n| wanted(*n)).collect();
                let kept =
                    numbers.iter().map(|n| DeferredGame::Location(places[*n as usize])).collect();
                for (number, entry) in numbers.iter().zip(rereader.all(kept)?) {
                    each(*number, &entry)?;
                }
                first += piece.len() as u32;
            }
            return Ok(());
        }
        let mut number = 0;
        let again = self.silently().each(|entry| {
            if wanted(number) {
                each(number, &entry)?;
            }
            number += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        if again.games != places.len() as u64 {
            bail!(CHANGED);
        }
        Ok(())
    }
}

/// Warns of files that are not as they were.
pub(super) const CHANGED: &str =
    "the files changed while they were being read; the output is not reliable";
