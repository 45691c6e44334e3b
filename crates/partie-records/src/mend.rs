//! Repairs a whole stream: its records in order, and the text between them.
//!
//! [`partie_pgn::repair`] repairs one record; this module joins the repaired records to a stream
//! that reads back as the same records, and that a second repair leaves unchanged.

use std::{error::Error, fmt, io, mem, ops::Range};

use partie_core::{Game, Variant};
use partie_formats::{Diagnostic, Format, ReadOptions, Record, Retained, decode::Utf8Stream};
use partie_pgn as pgn;
use partie_pgn::{
    parallel::{Checked, Games, Jobs, Relocate},
    repair::{Change, Joiner, RepairOptions, Repaired, can_mend, can_repair, repair},
};

use crate::{
    container::{self, Layers},
    dispatch,
    replay_buffer::{self, ReplayBuffer},
};

/// Mends the records of a stream on several threads. The records of a container come out of it, and
/// the games of formats that [`can_repair`] refuses become PGN, without the text between them. Formats
/// that [`can_mend`] refuses come back as they are.
///
/// ```
/// use partie_formats::{Format, ReadOptions};
/// use partie_pgn::{parallel::Jobs, repair::RepairOptions};
/// use partie_records::mend::mend;
///
/// let text = &b"1. e4 e5 2. nf3 *\n"[..];
/// let (options, read) = (RepairOptions::default(), ReadOptions::default());
/// let mut mended = Vec::new();
/// for part in mend(Format::Pgn, Box::new(text), options, &read, Jobs::new(1))? {
///     mended.extend(part?.text);
/// }
/// assert!(mended.ends_with(b"\n\n1. e4 e5 2. Nf3 *\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Errors of the source, if it has to be unpacked first.
pub fn mend(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    options: RepairOptions,
    read: &ReadOptions,
    jobs: Jobs,
) -> io::Result<Mending> {
    let Layers { container, format } = layers.into();
    let source: Box<dyn io::Read + Send> = match container {
        None => source,
        Some(container) => Box::new(io::Cursor::new(container::plain(container, source)?)),
    };
    let (recorded, buffer) = replay_buffer::record(Utf8Stream::new(source));
    let in_place = mended_format(format) == format;
    let checking = read.clone().keep(if in_place { Retained::Text } else { Retained::Everything });
    let reading = read.clone();
    let work = move |batch: &mut pgn::parallel::Batch<_>, checked| {
        batch.made.push(Repair::of(checked, options, &reading));
    };
    let games = dispatch::check_batches(format, Box::new(recorded), &checking, jobs, work);
    Ok(Mending {
        games: Some(games.into_iter()),
        buffer,
        output: Some(if in_place {
            Output::InPlace(Box::new(Joiner::new(options, read)))
        } else {
            Output::Pgn
        }),
        old: Original::default(),
        written: GameCounter {
            read: read.clone(),
            format: mended_format(format),
            held: 0,
            games: 0,
        },
        changed: false,
    })
}

/// Returns the format of a mended stream.
#[must_use]
pub const fn mended_format(format: Format) -> Format {
    if can_repair(format) || !can_mend(format) { format } else { Format::Pgn }
}

/// A step of mending a stream. The texts of all steps, one after the other, are the mended stream.
#[derive(Debug)]
pub struct Mended {
    /// Cause of the step.
    pub step: Step,
    /// Changes, with their places in the text of the last record that a step had.
    pub changes: Vec<Change>,
    /// Diagnostics that are left, with places in the mended record; of a record that became PGN, the
    /// errors, with places in the record as it was read.
    pub left: Vec<Diagnostic>,
    /// Text that is now final: of earlier records, or at the end the rest.
    pub text: Vec<u8>,
    /// The same part of the original stream; empty unless [`Mending::with_original`] is set.
    pub original: String,
}

/// Cause of a step of mending.
#[derive(Debug)]
pub enum Step {
    /// A game without diagnostics.
    Clean,
    /// A record, as it was read.
    Record(Box<Record>),
    /// The end of the stream.
    End,
}

/// A game that is too long to be mended; ends the mending as an [`io::Error`].
#[derive(Clone, Copy, Debug)]
pub struct TooLong {
    /// Number of the game in the stream, from 1.
    pub number: u64,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} exceeds the size limit and was not repaired", self.number)
    }
}

impl Error for TooLong {}

/// An iterator over the steps of mending a stream; made by [`mend`]. It ends with a
/// [`Step::End`].
#[derive(Debug)]
pub struct Mending {
    /// `None` after the end.
    games: Option<Games<Repair>>,
    buffer: ReplayBuffer,
    /// `None` after the end.
    output: Option<Output>,
    /// Original text of the segment that may still change.
    old: Original,
    written: GameCounter,
    changed: bool,
}

/// Making of the mended stream from its records.
#[derive(Debug)]
enum Output {
    /// The stream, with changes of its text.
    InPlace(Box<Joiner>),
    /// Games alone, in PGN.
    Pgn,
}

impl Mending {
    /// Returns the mended stream to be read, and hands on each step.
    pub fn into_read<F: FnMut(&Mended)>(self, seen: F) -> MendedText<F> {
        MendedText { mending: self, seen, text: io::Cursor::default() }
    }

    /// Makes the steps have the text as it was read, too.
    #[must_use]
    pub fn with_original(mut self) -> Mending {
        self.old.shown = Some(String::new());
        self
    }

    /// Returns true if the text so far differs from the input.
    #[must_use]
    pub const fn has_changed(&self) -> bool {
        self.changed
    }

    /// Returns the number of games in the repaired text so far. A repair may split one game in two,
    /// or find one in junk.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.written.games
    }

    /// Takes the bytes before the next record, and its own.
    fn take(&mut self, span: Range<u64>) -> (Vec<u8>, Vec<u8>) {
        (self.buffer.take_until(span.start), self.buffer.take_until(span.end))
    }

    fn record(
        &mut self,
        output: &mut Output,
        record: Box<Record>,
        mut repaired: Repaired,
    ) -> Mended {
        let (between, text) = self.take(record.byte..record.byte + record.text.len() as u64);
        self.old.push(Some(&record), between.clone());
        let Output::InPlace(joiner) = output else {
            self.old.push(Some(&record), text);
            let Repaired { changes, left, text, .. } = repaired;
            let (text, original) = self.done(Some(text), false);
            return Mended { step: Step::Record(record), changes, left, text, original };
        };
        let one = joiner.holds_one_game() && between.is_empty();
        let new = joiner.add(&between, &record, &mut repaired);
        let (text_before, original) = self.done(new, one);
        self.written.held += u64::from(record.holds_game());
        self.old.push(Some(&record), text);
        let Repaired { changes, left, .. } = repaired;
        Mended { step: Step::Record(record), changes, left, text: text_before, original }
    }

    /// Adds a game that stays as it was read, unless it has to be mended together with the text
    /// before it.
    fn clean(&mut self, output: &mut Output, span: Range<u64>) -> Mended {
        let Output::InPlace(joiner) = output else {
            unreachable!("games of other formats come as records")
        };
        let (between, bytes) = self.take(span);
        self.old.push(None, between.clone());
        let text = match str::from_utf8(&bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
        };
        let mut unchanged = Repaired::unchanged(text, Vec::new());
        unchanged.faultless = true;
        let one = joiner.holds_one_game() && between.is_empty();
        let new = joiner.add_unchanged(&between, &mut unchanged);
        let (text, original) = self.done(new, one);
        self.written.held += 1;
        self.old.push(None, bytes);
        let Repaired { changes, left, .. } = unchanged;
        Mended { step: Step::Clean, changes, left, text, original }
    }

    /// Counts the text before a record if that is certain now, and perhaps known to be one game.
    /// Gives it as it is written and as it was read.
    fn done(&mut self, new: Option<String>, one: bool) -> (Vec<u8>, String) {
        let Some(new) = new.map(String::into_bytes) else { return Default::default() };
        let (old, original) = self.old.take();
        let changed = old != new;
        self.changed |= changed;
        if one {
            self.written.held = 1;
        }
        self.written.add(&new, changed && !one);
        (new, original)
    }

    fn end(&mut self, output: Output) -> Mended {
        let rest = self.buffer.take_rest();
        let (text, changes) = match output {
            Output::InPlace(joiner) => joiner.finish(&rest),
            Output::Pgn => Default::default(),
        };
        let (mut old, mut original) = self.old.take();
        if self.old.shown.is_some() {
            original.push_str(&String::from_utf8_lossy(&rest));
        }
        old.extend(rest);
        let changed = old != text;
        self.written.add(&text, changed);
        self.changed |= changed;
        Mended { step: Step::End, changes, left: Vec::new(), text, original }
    }
}

impl Iterator for Mending {
    type Item = io::Result<Mended>;

    fn next(&mut self) -> Option<io::Result<Mended>> {
        let mut output = self.output.take()?;
        let Some(game) = self.games.as_mut()?.next() else { return Some(Ok(self.end(output))) };
        let mended = match game {
            Ok(Repair::Clean { span }) => self.clean(&mut output, span),
            Ok(Repair::Record { record, repaired: Some(repaired) }) => {
                self.record(&mut output, record, repaired)
            }
            Ok(Repair::Record { record, repaired: None }) => {
                return Some(Err(io::Error::other(TooLong { number: record.number })));
            }
            Err(error) => return Some(Err(error)),
        };
        self.output = Some(output);
        Some(Ok(mended))
    }
}

/// A mended stream that is read; made by [`Mending::into_read`].
#[derive(Debug)]
pub struct MendedText<F> {
    mending: Mending,
    seen: F,
    /// Text of the last step.
    text: io::Cursor<Vec<u8>>,
}

impl<F: FnMut(&Mended)> io::Read for MendedText<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            let Some(mended) = self.mending.next().transpose()? else { return Ok(0) };
            (self.seen)(&mended);
            self.text = io::Cursor::new(mended.text);
        }
    }
}

/// A game that was repaired on any thread.
#[derive(Debug)]
enum Repair {
    /// Nothing needs repair.
    Clean {
        /// The text of the game, in bytes of the stream from 0.
        span: Range<u64>,
    },
    Record {
        record: Box<Record>,
        /// `None` if the game is too long to be mended.
        repaired: Option<Repaired>,
    },
}

impl Repair {
    fn of(checked: Checked, options: RepairOptions, read: &ReadOptions) -> Repair {
        let mut record = match checked {
            Checked::Clean { span } => return Repair::Clean { span },
            Checked::Record(record) => record,
        };
        // The end of the game was left out.
        if record.parsed.diagnostics.iter().any(|d| *d.code == pgn::codes::TOO_LONG) {
            return Repair::Record { record, repaired: None };
        }
        let repaired = repair(&record, &options, read);
        if repaired.changes.is_empty() {
            // No change refers to its moves.
            record.parsed.value = Game::new(Variant::Standard);
        } else if record.format == Format::Pgn
            && repaired
                .changes
                .iter()
                .any(|c| c.confidence > partie_formats::Confidence::Safe && c.ply.is_some())
        {
            // Move numbers depend on the start position.
            record.parsed.value = pgn::parse(&record.text, read).value;
        }
        Repair::Record { record, repaired: Some(repaired) }
    }
}

impl Relocate for Repair {
    fn offset_by(&mut self, records: u64, lines: u64) {
        if let Repair::Record { record, .. } = self {
            record.offset_by(records, lines);
        }
    }
}

/// Counts the games of the mended text.
#[derive(Debug)]
struct GameCounter {
    read: ReadOptions,
    format: Format,
    /// Number of games read in the segment that may still change.
    held: u64,
    /// Number of games in the text before it.
    games: u64,
}

impl GameCounter {
    /// Adds a segment.
    fn add(&mut self, text: &[u8], changed: bool) {
        let read = mem::take(&mut self.held);
        self.games += if changed && matches!(self.format, Format::Pgn | Format::Bpgn) {
            pgn::cut(text, &self.read.limits).count_games(&self.read).0
        } else {
            read
        };
    }
}

/// A segment as it was read.
#[derive(Debug, Default)]
struct Original {
    bytes: Vec<u8>,
    /// The text in UTF-8, if it is to be shown.
    shown: Option<String>,
}

impl Original {
    /// Adds bytes of a record, or of text that is UTF-8.
    fn push(&mut self, record: Option<&Record>, bytes: Vec<u8>) {
        if let Some(text) = &mut self.shown {
            match record {
                Some(record) => text.push_str(&record.decoded(&bytes)),
                None => text.push_str(&String::from_utf8_lossy(&bytes)),
            }
        }
        if self.bytes.is_empty() {
            self.bytes = bytes;
        } else {
            self.bytes.extend(bytes);
        }
    }

    /// Takes the segment out: its bytes, and its text if that is shown.
    fn take(&mut self) -> (Vec<u8>, String) {
        let text = self.shown.as_mut().map(mem::take).unwrap_or_default();
        (mem::take(&mut self.bytes), text)
    }
}
