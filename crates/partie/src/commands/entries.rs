//! Games of large files, one after the other, each read only as far as is asked for.

use std::{borrow::Cow, cell::OnceCell, ops::ControlFlow, sync::Arc};

use partie_core::{Game, Outcome, Tags};
use partie_formats::{
    Diagnostic, Format, RawRecord, ReadOptions, Record,
    container::Layers,
    dispatch,
    parallel::{self, Jobs, Placed},
    view::GameSink,
};

use super::voice::Voice;
use crate::{
    args::{Collection, Manner},
    exit::Exit,
    input::{self, Input, Inputs, Source, Unreadable},
    progress::Progress,
    query::Subject,
};

/// A game of a file. Its tags and moves are read when they are first asked for.
pub(super) struct Entry {
    /// The name of its file.
    pub(super) file: Arc<str>,
    /// The number of its file, from 0.
    pub(super) input: usize,
    text: Text,
    options: Arc<ReadOptions>,
    tags: OnceCell<Tags>,
    record: OnceCell<Box<Record>>,
}

enum Text {
    Raw(RawRecord),
    Read(Box<Record>),
}

impl Entry {
    /// A game in the text of a PGN file, as it was cut out of it.
    pub(super) fn raw(
        file: Arc<str>,
        input: usize,
        raw: RawRecord,
        options: Arc<ReadOptions>,
    ) -> Entry {
        let (tags, record) = (OnceCell::new(), OnceCell::new());
        Entry { file, input, text: Text::Raw(raw), options, tags, record }
    }

    fn read(file: Arc<str>, input: usize, record: Record, options: Arc<ReadOptions>) -> Entry {
        let text = Text::Read(Box::new(record));
        Entry { file, input, text, options, tags: OnceCell::new(), record: OnceCell::new() }
    }

    /// The same game with another text, if it has one of its own.
    pub(super) fn with_text(&self, text: Vec<u8>) -> Option<Entry> {
        let Text::Raw(raw) = &self.text else { return None };
        let mut raw = raw.clone();
        raw.text = text;
        Some(Entry::raw(self.file.clone(), self.input, raw, self.options.clone()))
    }

    /// The same game as another record.
    pub(super) fn with_record(&self, record: Record) -> Entry {
        Entry::read(self.file.clone(), self.input, record, self.options.clone())
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.text {
            Text::Raw(raw) => &raw.text,
            Text::Read(record) => &record.text,
        }
    }

    /// Where it begins in its file, in bytes from 0.
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

    /// Its format.
    pub(super) fn format(&self) -> Format {
        match &self.text {
            Text::Raw(raw) => raw.format(&self.options),
            Text::Read(record) => record.format,
        }
    }

    /// The whole game, with its findings.
    pub(super) fn record(&self) -> &Record {
        match &self.text {
            Text::Read(record) => record,
            Text::Raw(raw) => self.record.get_or_init(|| Box::new(raw.clone().read(&self.options))),
        }
    }

    /// Gives the game to a sink. Returns what the sink makes of it, and the diagnostics. Nothing of
    /// the game is kept for later.
    pub(super) fn viewed<S: GameSink>(&self, sink: &S) -> (S::Made, Cow<'_, [Diagnostic]>) {
        let record = match (&self.text, self.record.get()) {
            (Text::Read(record), _) | (_, Some(record)) => record,
            (Text::Raw(raw), None) => {
                let (made, diagnostics) = raw.view(&self.options, sink);
                return (made, diagnostics.into());
            }
        };
        let made = sink.make(record.game(), &mut Vec::new());
        (made, Cow::Borrowed(&record.parsed.diagnostics))
    }
}

impl Placed for Entry {
    fn move_behind(&mut self, records: u64, lines: u64) {
        match &mut self.text {
            Text::Raw(raw) => raw.move_behind(records, lines),
            Text::Read(record) => record.move_behind(records, lines),
        }
        if let Some(record) = self.record.get_mut() {
            record.move_behind(records, lines);
        }
    }
}

impl Subject for Entry {
    fn file(&self) -> &str {
        &self.file
    }

    fn tags(&self) -> &Tags {
        match &self.text {
            Text::Read(record) => &record.game().tags,
            Text::Raw(raw) => self.tags.get_or_init(|| raw.tags(&self.options)),
        }
    }

    fn outcome(&self) -> Outcome {
        match &self.text {
            Text::Read(record) => record.game().outcome,
            Text::Raw(raw) => raw.outcome(self.tags()),
        }
    }

    fn text(&self) -> &[u8] {
        self.bytes()
    }

    fn game(&self) -> &Game {
        self.record().game()
    }

    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        self.viewed(sink).0
    }
}

/// A game as bytes, to be laid aside; made by [`Entry::pack`].
pub(super) struct Parcel(pub(super) Vec<u8>);

/// The numbers before the text in a parcel: input, line, byte, format.
const HEAD: usize = 4 * 8;

impl Entry {
    /// The game as bytes, from which [`Entries::unpack`] makes it again.
    pub(super) fn pack(&self) -> Vec<u8> {
        let text = self.bytes();
        let mut parcel = Vec::with_capacity(HEAD + text.len());
        let format = match &self.text {
            Text::Raw(_) => u64::MAX,
            Text::Read(record) => {
                Format::ALL.iter().position(|f| *f == record.format).unwrap_or(0) as u64
            }
        };
        for number in [self.input as u64, self.line(), self.byte(), format] {
            parcel.extend_from_slice(&number.to_le_bytes());
        }
        parcel.extend_from_slice(text);
        parcel
    }
}

/// The inputs of a command.
pub(super) struct Entries {
    pub(super) inputs: Inputs,
    from: Option<Format>,
    options: Arc<ReadOptions>,
    quiet: bool,
    bar: bool,
    threads: usize,
}

/// A file that was opened.
struct Opened<'a> {
    file: &'a Arc<str>,
    /// Its number, from 0.
    number: usize,
    layers: Layers,
    reader: Box<dyn std::io::Read + Send>,
    /// By how many threads it is read.
    jobs: Jobs,
}

/// What came of reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// How many games were seen.
    pub(super) games: u64,
    /// How many inputs could not be read.
    pub(super) failures: usize,
}

impl Seen {
    /// The status of a command that has nothing to complain about but that there was
    /// nothing, or that something could not be read.
    pub(super) fn exit(self, nothing: bool) -> Exit {
        match (self.failures, nothing) {
            (1.., _) => Exit::Failed,
            (0, true) => Exit::Findings,
            (0, false) => Exit::Clean,
        }
    }
}

/// Returns true if games are cut out of a stream and read later.
fn is_cut(layers: Layers) -> bool {
    layers.container.is_none() && matches!(layers.format, Format::Pgn | Format::Bpgn)
}

impl Entries {
    /// The games of a collection.
    pub(super) fn new(collection: &Collection) -> Entries {
        Entries::of(&collection.files, &collection.manner)
    }

    /// The games of some files.
    pub(super) fn of(files: &[std::path::PathBuf], manner: &Manner) -> Entries {
        Entries {
            inputs: input::expand(files, &manner.folders.globs),
            from: manner.from,
            options: Arc::new(manner.options()),
            quiet: manner.quiet,
            bar: true,
            threads: manner.threads.number(),
        }
    }

    /// Shows no bar where games appear on the terminal.
    pub(super) fn bar(self, bar: bool) -> Entries {
        Entries { bar, ..self }
    }

    /// The same inputs for another reading, of which nothing is told any more.
    pub(super) fn silently(&self) -> Entries {
        Entries {
            inputs: self.readable().collect(),
            from: self.from,
            options: self.options.clone(),
            quiet: true,
            bar: false,
            threads: self.threads,
        }
    }

    /// Reads by one thread, because little may be wanted.
    pub(super) fn by_one_thread(self) -> Entries {
        Entries { threads: 1, ..self }
    }

    /// The inputs that can perhaps be read.
    pub(super) fn readable(&self) -> impl Iterator<Item = Input> {
        self.inputs.readable()
    }

    /// How the command speaks.
    pub(super) fn voice(&self) -> Voice {
        if self.quiet { Voice::Quiet } else { Voice::Words }
    }

    /// Hands on every game, until one breaks it off.
    pub(super) fn each(
        &self,
        mut each: impl FnMut(Entry) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Seen> {
        self.each_worked(|_| (), |entry, ()| each(entry))
    }

    /// Hands on every game, and what some `work` makes of it, until one breaks it off. The
    /// threads that read do the work, which does not know where the game stands; what
    /// they read for it of the game need not be read again.
    pub(super) fn each_worked<W: Send + 'static>(
        &self,
        work: impl Fn(&Entry) -> W + Send + Sync + 'static,
        mut each: impl FnMut(Entry, W) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Seen> {
        let work = Arc::new(move |entry: Entry| {
            let made = work(&entry);
            (entry, made)
        });
        self.each_file(|Opened { file, number, layers, reader, jobs }, seen| {
            for entry in self.games(layers, reader, jobs, file, number, &work) {
                match entry {
                    Ok((entry, made)) => {
                        seen.games += 1;
                        if each(entry, made)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    Err(error) => return Ok(ControlFlow::Continue(Err(error))),
                }
            }
            Ok(ControlFlow::Continue(Ok(())))
        })
    }

    /// Hands on how many games every file has, without a look at them.
    pub(super) fn each_number(&self, mut each: impl FnMut(&Arc<str>, u64)) -> anyhow::Result<Seen> {
        self.each_file(|Opened { file, number, layers, reader, jobs }, seen| {
            let (games, end) = if is_cut(layers) {
                partie_formats::pgn::cut(reader, &self.options.limits).count_games(&self.options)
            } else {
                let work = Arc::new(|entry: Entry| (entry, ()));
                let mut games = self.games(layers, reader, jobs, file, number, &work);
                let mut number = 0;
                let end = games.try_for_each(|game| game.map(|_| number += 1));
                (number, end)
            };
            seen.games += games;
            each(file, games);
            Ok(ControlFlow::Continue(end))
        })
    }

    /// Opens one file after the other. What is done with one says how the reading of it
    /// ended.
    fn each_file(
        &self,
        mut each: impl FnMut(
            Opened<'_>,
            &mut Seen,
        ) -> anyhow::Result<ControlFlow<(), std::io::Result<()>>>,
    ) -> anyhow::Result<Seen> {
        let progress = Progress::new(input::total_size(&self.inputs), self.bar && !self.quiet);
        let voice = self.voice();
        let mut seen = Seen::default();
        for (number, input) in self.inputs.iter().enumerate() {
            let opened = input.as_ref().map_err(Unreadable::message).and_then(|input| {
                let source =
                    input.open(&progress, self.from, self.threads).map_err(|e| e.message())?;
                Ok((input, source))
            });
            let (input, source) = match opened {
                Ok(opened) => opened,
                Err(message) => {
                    progress.aside(|| voice.failure(&message));
                    seen.failures += 1;
                    continue;
                }
            };
            let Source { reader, layers, .. } = source;
            let before = seen;
            let file: Arc<str> = input.name().into();
            let jobs = input.jobs(self.threads);
            match each(Opened { file: &file, number, layers, reader, jobs }, &mut seen)? {
                ControlFlow::Break(()) => return Ok(seen),
                ControlFlow::Continue(Ok(())) => {}
                ControlFlow::Continue(Err(error)) => {
                    let message = input.unreadable(error).message();
                    progress.aside(|| voice.failure(&message));
                    seen.failures += 1;
                }
            }
            if seen == before {
                progress.aside(|| voice.note(&input::without_games(&file, layers.format)));
            }
        }
        if let Some(files) = self.inputs.skipped() {
            progress.aside(|| voice.note(&files));
        }
        Ok(seen)
    }

    /// A game that was laid aside.
    pub(super) fn unpack(&self, Parcel(parcel): &Parcel) -> Option<std::io::Result<Entry>> {
        let (head, text) = parcel.split_at_checked(HEAD)?;
        let mut numbers = head.chunks_exact(8).map(|n| {
            let bytes: [u8; 8] = n.try_into().unwrap_or_default();
            u64::from_le_bytes(bytes)
        });
        let (input, line) = (numbers.next()? as usize, numbers.next()?);
        let (byte, format) = (numbers.next()?, numbers.next()?);
        let file: Arc<str> = self.inputs.get(input)?.as_ref().ok()?.name().into();
        let Some(format) = Format::ALL.get(format as usize) else {
            let raw = RawRecord::new(1, byte, line, text.to_vec());
            return Some(Ok(Entry::raw(file, input, raw, self.options.clone())));
        };
        let record = dispatch::read(*format, Box::new(text), &self.options).next()?;
        Some(record.map(|record| {
            Entry::read(file, input, Record { byte, line, ..record }, self.options.clone())
        }))
    }

    fn games<W: Send + 'static>(
        &self,
        layers: Layers,
        reader: Box<dyn std::io::Read + Send>,
        jobs: Jobs,
        file: &Arc<str>,
        input: usize,
        work: &Arc<impl Fn(Entry) -> (Entry, W) + Send + Sync + 'static>,
    ) -> Box<dyn Iterator<Item = std::io::Result<(Entry, W)>>> {
        let (file, options, work) = (file.clone(), self.options.clone(), work.clone());
        if is_cut(layers) {
            let limits = self.options.limits;
            let games = parallel::cut(reader, &limits, jobs, move |raw| {
                raw.holds_game(&options)
                    .then(|| work(Entry::raw(file.clone(), input, raw, options.clone())))
            });
            return Box::new(games.filter_map(Result::transpose));
        }
        let records = dispatch::games(layers, reader, &self.options);
        Box::new(records.map(move |record| {
            Ok(work(Entry::read(file.clone(), input, record?, options.clone())))
        }))
    }
}
