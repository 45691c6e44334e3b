//! A pasted text after reading.

use std::{borrow::Cow, io::Cursor};

use partie_formats::{
    Confidence, Diagnostic, Fix, ReadOptions, Record, Severity, decode, ledger::Part,
};
use partie_pgn::repair::{self, Joiner, RepairOptions};
use partie_records::{
    Outside, account,
    container::{self, Layers},
    dispatch,
    foreign::foreign,
};

use crate::{
    diagnostics::Localized,
    list::ListedGame,
    source::{self, SourceText},
    words::Words,
};

/// Maximum number of bytes of a text whose records are all shown, with the text between them.
const WHOLE: usize = 64 << 10;
/// Number of bytes by which a format is detected.
const HEAD: usize = 64 << 10;
/// The most diagnostics of a record that are listed.
const LISTED: usize = 200;
/// The most games that are listed.
const ROWS: usize = 200;

/// A parsed text.
#[derive(Debug)]
pub struct Reading {
    /// The text, in UTF-8 if it was in UTF-16 or UTF-32.
    pub(crate) bytes: Vec<u8>,
    /// Its encoding, if it was UTF-16 or UTF-32.
    pub(crate) wide: Option<&'static str>,
    /// The name of its file.
    pub(crate) name: Option<String>,
    pub(crate) layers: Layers,
    /// One row for each game, up to [`ROWS`].
    pub(crate) rows: Vec<ReadingRow>,
    /// Number of games.
    pub(crate) games: u64,
    /// Number of plies of all games, variations included.
    pub(crate) plies: usize,
    /// Number of the game that is played through, from 1.
    pub(crate) number: u64,
    /// Number of diagnostics of each severity.
    pub(crate) severities: [u64; 4],
    /// The records that are shown.
    pub(crate) shown: Vec<Record>,
    /// Index in `shown` of the game that is played through.
    pub(crate) chosen: Option<usize>,
    /// Number of words that were not understood, in the records that are shown.
    pub(crate) words_kept: usize,
    /// Text outside of all records, if all of them are shown.
    pub(crate) outside: Vec<String>,
    pub(crate) options: ReadOptions,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadingRow {
    pub(crate) game: ListedGame,
    /// Place and length of its text in the text as it was sent, in bytes; none if that was unpacked
    /// or decoded.
    pub(crate) place: Option<(u64, u64)>,
    /// The most severe diagnostic.
    pub(crate) severity: Option<Severity>,
}

/// A diagnostic in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark<'a> {
    /// Number of the record.
    pub(crate) record: u64,
    /// Index among the diagnostics of the record.
    pub(crate) index: usize,
    pub(crate) severity: Severity,
    pub(crate) code: &'static str,
    pub(crate) about: Localized<(&'a str, &'a str)>,
    pub(crate) message: Localized<String>,
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) fix: Option<Proposal>,
}

/// A mending that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    pub(crate) confidence: Confidence,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl Reading {
    /// Reads a text: of any format, detected by its beginning and the name of its file. `game` is the
    /// number of the game to show, from 1.
    ///
    /// # Errors
    ///
    /// Returns a description of the text if it is known to be something else.
    pub fn of(bytes: &[u8], name: Option<&str>, game: u64) -> Result<Reading, &'static str> {
        let wide = decode::wide_encoding(&bytes[..bytes.len().min(HEAD)]);
        let decoded = decode::as_utf8(bytes);
        let as_sent = matches!(decoded, Cow::Borrowed(_));
        let bytes = decoded.into_owned();
        let head = &bytes[..bytes.len().min(HEAD)];
        if let Some(other) = foreign(head, name) {
            return Err(other);
        }
        let layers = container::layers(head, name);
        let options = ReadOptions::default();
        let mut reading = Reading {
            wide,
            name: name.map(str::to_owned),
            layers,
            rows: Vec::new(),
            games: 0,
            plies: 0,
            number: 1,
            severities: [0; 4],
            shown: Vec::new(),
            chosen: None,
            words_kept: 0,
            outside: Vec::new(),
            bytes: Vec::new(),
            options,
        };
        let whole = bytes.len() <= WHOLE;
        let mut outside = Outside::new(layers);
        let source = Box::new(Cursor::new(&bytes[..]));
        for record in dispatch::read(layers, source, &reading.options) {
            // Memory does not fail.
            let Ok(record) = record else { break };
            let place = as_sent && layers.container.is_none() && record.origins.is_empty();
            reading.add(&record, place);
            let is_chosen = record.holds_game() && reading.games == game;
            if whole {
                outside.add(&record);
            }
            if whole || is_chosen || reading.shown.is_empty() {
                // A game asked for takes the place of the first one.
                if !whole {
                    reading.shown.clear();
                }
                if is_chosen || record.holds_game() && reading.chosen.is_none() {
                    reading.number = reading.games;
                    reading.chosen = Some(reading.shown.len());
                }
                reading.shown.push(record);
            }
        }
        for record in &reading.shown {
            reading.words_kept += account(record, &reading.options).words_kept(&record.text);
        }
        if whole {
            let spans = outside.spans(&bytes);
            let spans = spans.iter().filter(|span| span.part != Part::Whitespace);
            let text = spans.map(|span| decode::lossy(&bytes[span.bytes.clone()]).into_owned());
            reading.outside = text.collect();
        }
        reading.bytes = bytes;
        Ok(reading)
    }

    fn add(&mut self, record: &Record, place: bool) {
        for diagnostic in &record.parsed.diagnostics {
            self.severities[diagnostic.severity as usize] += 1;
        }
        if !record.holds_game() {
            return;
        }
        self.games += 1;
        self.plies += record.game().tree.len();
        if self.rows.len() == ROWS {
            return;
        }
        self.rows.push(ReadingRow {
            game: ListedGame::of(self.games, record.game()),
            place: place.then_some((record.byte, record.text.len() as u64)),
            severity: record.parsed.diagnostics.iter().map(|d| d.severity).max(),
        });
    }

    /// Returns the record that is played through.
    #[must_use]
    pub fn record(&self) -> Option<&Record> {
        self.shown.get(self.chosen?)
    }

    /// Returns the texts that are shown, divided into parts.
    pub(crate) fn sources(&self) -> Vec<SourceText> {
        let source = |record| SourceText::of(record, &account(record, &self.options));
        self.shown.iter().map(source).collect()
    }

    /// Returns the diagnostics of the records that are shown.
    pub(crate) fn remarks<'a>(&self, words: &'a Words) -> Vec<Remark<'a>> {
        let mut remarks = Vec::new();
        for record in &self.shown {
            let places = record.places();
            for (index, diagnostic) in record.parsed.diagnostics.iter().enumerate().take(LISTED) {
                let place = places.of(diagnostic.span.start);
                let proposal = self.fix(record, diagnostic).map(|fix| Proposal {
                    confidence: fix.confidence,
                    before: source::decoded(record, &record.text[fix.span.clone()]),
                    after: fix.replacement,
                });
                remarks.push(Remark {
                    record: record.number,
                    index,
                    severity: diagnostic.severity,
                    code: diagnostic.code.id,
                    about: words.code_text(diagnostic.code),
                    message: words.sentence(&diagnostic.message),
                    line: place.line,
                    column: place.column,
                    start: diagnostic.span.start,
                    end: diagnostic.span.end,
                    fix: proposal,
                });
            }
        }
        remarks.sort_by_key(|remark| (std::cmp::Reverse(remark.severity), remark.record));
        remarks
    }

    /// Returns the fix that a diagnostic of a record proposes, if the record stands in the text
    /// unchanged.
    fn fix(&self, record: &Record, diagnostic: &Diagnostic) -> Option<Fix> {
        if !self.is_editable(record) {
            return None;
        }
        let may_stop = repair::can_repair(record.format) && repair::stops_game(diagnostic);
        if diagnostic.fix.is_some() || !may_stop {
            return diagnostic.fix.clone();
        }
        repair::advice(record, &self.options)
    }

    fn is_editable(&self, record: &Record) -> bool {
        self.layers.container.is_none()
            && record.origins.is_empty()
            && self.offset(record.byte).is_some()
    }

    fn offset(&self, byte: u64) -> Option<usize> {
        usize::try_from(byte).ok().filter(|at| *at <= self.bytes.len())
    }

    /// Returns true if the text can be mended as a whole.
    #[must_use]
    pub fn can_mend(&self) -> bool {
        self.layers.container.is_none() && repair::can_repair(self.layers.format)
    }

    /// Returns the text with the mending that a diagnostic proposes, given by the number of the record
    /// and the index of the diagnostic; `None` if there is none.
    #[must_use]
    pub fn mended_at(&self, record: u64, index: usize) -> Option<Vec<u8>> {
        let record = self.shown.iter().find(|shown| shown.number == record)?;
        let fix = self.fix(record, record.parsed.diagnostics.get(index)?)?;
        let start = self.offset(record.byte)?;
        let mut bytes = self.bytes.clone();
        let span = start + fix.span.start..start + fix.span.end;
        let replacement = fix.replacement.into_bytes();
        bytes.get(span.clone())?;
        bytes.splice(span, replacement);
        Some(bytes)
    }

    /// Returns the text with all mendings that are at least as sure as a level.
    #[must_use]
    pub fn mended(&self, level: Confidence) -> Vec<u8> {
        let options = RepairOptions::default().level(level);
        let mut joiner = Joiner::new(options, &self.options);
        let mut out = Vec::new();
        let mut at = 0;
        let source = Box::new(Cursor::new(&self.bytes[..]));
        for record in dispatch::read(self.layers, source, &self.options).flatten() {
            let Some(start) = self.offset(record.byte).filter(|start| *start >= at) else { break };
            let mut repaired = repair::repair(&record, &options, &self.options);
            let before = joiner.add(&self.bytes[at..start], &record, &mut repaired);
            out.extend(before.unwrap_or_default().into_bytes());
            at = start + record.text.len();
        }
        out.extend(joiner.finish(&self.bytes[at..]).0);
        out
    }

    /// Returns true if all moves were read, and words beside them are kept as comments.
    pub(crate) fn keeps_words_only(&self) -> bool {
        let is_whole = |record: &Record| record.game().unread.is_none();
        self.words_kept > 0
            && self.plies > 0
            && self.severities[Severity::Error as usize] == 0
            && self.shown.iter().all(is_whole)
    }

    /// Returns true if the whole text was understood.
    pub(crate) fn is_understood(&self) -> bool {
        self.words_kept == 0
            && self.severities[Severity::Error as usize] == 0
            && self.severities[Severity::Warning as usize] == 0
    }
}
