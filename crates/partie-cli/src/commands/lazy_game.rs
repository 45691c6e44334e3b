//! A game of a large file, read only as far as is asked for.

use std::{cell::OnceCell, sync::Arc};

use partie_core::{Game, Outcome, Tags};
use partie_db::query::Subject;
use partie_formats::{Format, ReadOptions, Record};
use partie_pgn::{RawRecord, TagPlaces, parallel::Relocate, view::GameSink};

use crate::input::FileState;

/// A file that games come from, and how they are read.
#[derive(Debug, Default)]
pub(super) struct Origin {
    /// Name of the file.
    pub(super) file: Arc<str>,
    /// Index of the file, from 0.
    pub(super) input: usize,
    /// Options by which its games are read.
    pub(super) options: Arc<ReadOptions>,
    /// State of the file if its games can be read again where they stand.
    pub(super) plain: Option<FileState>,
    /// True if it is a database, whose text has lines that belong to no file of games.
    pub(super) is_database: bool,
}

/// Location of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameLocation {
    /// Number of its file, from 0.
    pub(super) input: u32,
    /// Number in the file, from 1.
    pub(super) number: u64,
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    /// Offset of the first byte, from 0.
    pub(super) byte: u64,
    /// Number of its bytes.
    pub(super) length: u64,
}

impl Relocate for GameLocation {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

/// A game of a file. Its tags and moves are read when they are first asked for.
pub(super) struct LazyGame {
    origin: Arc<Origin>,
    text: Text,
    format: OnceCell<Format>,
    tags: OnceCell<OwnTags>,
    record: OnceCell<Box<Record>>,
}

/// The tags of a text.
enum OwnTags {
    Places(TagPlaces),
    Read(Tags),
}

enum Text {
    Raw(RawRecord),
    Read(Box<Record>),
}

impl LazyGame {
    fn new(origin: Arc<Origin>, text: Text, format: Option<Format>) -> LazyGame {
        let format = format.map_or_else(OnceCell::new, OnceCell::from);
        LazyGame { origin, text, format, tags: OnceCell::new(), record: OnceCell::new() }
    }

    /// A game in the text of a PGN file, as it was cut out of it.
    pub(super) fn raw(raw: RawRecord, format: Option<Format>, origin: Arc<Origin>) -> LazyGame {
        LazyGame::new(origin, Text::Raw(raw), format)
    }

    /// A game that was read.
    pub(super) fn read(record: Record, origin: Arc<Origin>) -> LazyGame {
        LazyGame::new(origin, Text::Read(Box::new(record)), None)
    }

    /// Returns the game with another text, if it has a text of its own.
    pub(super) fn with_text(&self, text: Vec<u8>) -> Option<LazyGame> {
        let Text::Raw(raw) = &self.text else { return None };
        let mut raw = raw.clone();
        raw.text = text;
        Some(LazyGame::raw(raw, None, self.origin.clone()))
    }

    /// Returns the game with another record.
    pub(super) fn with_record(&self, record: Record) -> LazyGame {
        LazyGame::read(record, self.origin.clone())
    }

    /// Returns true if it was cut out of a stream of PGN or BPGN.
    pub(super) const fn is_cut(&self) -> bool {
        matches!(self.text, Text::Raw(_))
    }

    /// Returns true if its text was made of a database.
    pub(super) fn is_of_database(&self) -> bool {
        self.origin.is_database
    }

    /// The format of a game that was not cut out of a stream.
    pub(super) fn read_format(&self) -> Option<Format> {
        match &self.text {
            Text::Raw(_) => None,
            Text::Read(record) => Some(record.format),
        }
    }

    /// The number of its file, from 0.
    pub(super) fn input(&self) -> usize {
        self.origin.input
    }

    /// Returns its place.
    pub(super) fn place(&self) -> GameLocation {
        let (number, line, byte) = match &self.text {
            Text::Raw(raw) => (raw.number, raw.line, raw.byte),
            Text::Read(record) => (record.number, record.line, record.byte),
        };
        let (input, length) = (self.input() as u32, self.bytes().len() as u64);
        GameLocation { input, number, line, byte, length }
    }

    /// Returns true if it can be read again where it stands.
    pub(super) fn is_in_place(&self) -> bool {
        self.origin.plain.is_some()
    }

    /// Returns its format.
    pub(super) fn format(&self) -> Format {
        *self.format.get_or_init(|| match &self.text {
            Text::Raw(raw) => raw.format(&self.origin.options),
            Text::Read(record) => record.format,
        })
    }

    /// Returns its text.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.text {
            Text::Raw(raw) => &raw.text,
            Text::Read(record) => &record.text,
        }
    }

    /// Returns its offset in the file, in bytes from 0.
    pub(super) fn byte(&self) -> u64 {
        match &self.text {
            Text::Raw(raw) => raw.byte,
            Text::Read(record) => record.byte,
        }
    }

    /// The line of its file on which it begins, from 1.
    pub(super) fn line(&self) -> u64 {
        match &self.text {
            Text::Raw(raw) => raw.line,
            Text::Read(record) => record.line,
        }
    }

    /// The tags of a game that was cut out.
    fn own_tags(&self, raw: &RawRecord) -> &OwnTags {
        self.tags.get_or_init(|| match raw.tag_places(&self.origin.options) {
            Some(places) => OwnTags::Places(places),
            None => OwnTags::Read(raw.tags(&self.origin.options)),
        })
    }

    /// Returns the complete game, which is no longer needed here.
    pub(super) fn into_record(self) -> Record {
        match self.text {
            Text::Read(record) => *record,
            Text::Raw(raw) => {
                let read = self.record.into_inner();
                read.map_or_else(|| raw.read(&self.origin.options), |record| *record)
            }
        }
    }

    /// Returns the complete game with its diagnostics.
    pub(super) fn record(&self) -> &Record {
        match &self.text {
            Text::Read(record) => record,
            Text::Raw(raw) => {
                self.record.get_or_init(|| Box::new(raw.clone().read(&self.origin.options)))
            }
        }
    }
}

impl Relocate for LazyGame {
    fn offset_by(&mut self, records: u64, lines: u64) {
        match &mut self.text {
            Text::Raw(raw) => raw.offset_by(records, lines),
            Text::Read(record) => record.offset_by(records, lines),
        }
        if let Some(record) = self.record.get_mut() {
            record.offset_by(records, lines);
        }
    }
}

impl Subject for LazyGame {
    fn file(&self) -> &str {
        &self.origin.file
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let (places, tags) = match &self.text {
            Text::Read(record) => (None, Some(&record.game().tags)),
            Text::Raw(raw) => match self.own_tags(raw) {
                OwnTags::Places(places) => (Some(places.iter(&raw.text)), None),
                OwnTags::Read(tags) => (None, Some(tags)),
            },
        };
        places.into_iter().flatten().chain(tags.into_iter().flat_map(Tags::iter))
    }

    fn tag(&self, name: &str) -> Option<&str> {
        match &self.text {
            Text::Read(record) => record.game().tags.get(name),
            Text::Raw(raw) => match self.own_tags(raw) {
                OwnTags::Places(places) => places.get(&raw.text, name),
                OwnTags::Read(tags) => tags.get(name),
            },
        }
    }

    fn outcome(&self) -> Outcome {
        match &self.text {
            Text::Read(record) => record.game().outcome,
            Text::Raw(raw) => {
                let stated = raw.outcome(self.tag("Result"));
                stated.unwrap_or_else(|| self.record().game().outcome)
            }
        }
    }

    fn text(&self) -> &[u8] {
        self.bytes()
    }

    fn game(&self) -> &Game {
        self.record().game()
    }

    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        match (&self.text, self.record.get()) {
            // Nothing of the game is kept for later.
            (Text::Raw(raw), None) => raw.view(&self.origin.options, sink),
            _ => sink.make(self.game(), &mut Vec::new()),
        }
    }
}
