//! Games of large files, one after the other, each read only as far as is asked for.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    ops::ControlFlow,
    sync::Arc,
};

use partie_core::{Game, Outcome, Tags};
use partie_db::query::Subject;
use partie_formats::{Diagnostic, Format, ReadOptions, Record};
use partie_pgn::{
    RawRecord, TagPlaces,
    parallel::{self, Batches, Jobs, Relocate},
    view::GameSink,
};
use partie_records::{container::Layers, dispatch};

use super::{
    messages::Messages,
    questions::{GameLocation, GameQuestion, Needs, QueriedGame, QuestionAdapter},
};
use crate::{
    args::{Collection, CollectionReading},
    exit::Exit,
    input::{self, FileState, Input, Inputs, Source, Unreadable},
    progress::Progress,
};

/// A file that games come from, and how they are read.
#[derive(Debug)]
pub(super) struct Origin {
    /// Name of the file.
    pub(super) file: Arc<str>,
    /// Index of the file, from 0.
    pub(super) input: usize,
    options: Arc<ReadOptions>,
    /// State of the file if its games can be read again where they stand.
    pub(super) plain: Option<FileState>,
}

impl Origin {
    /// The options by which its games are read.
    pub(super) fn options(&self) -> &ReadOptions {
        &self.options
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
            Text::Raw(raw) => raw.outcome(self.tag("Result")),
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

impl QueriedGame for LazyGame {
    fn place(&self) -> GameLocation {
        let (number, line, byte) = match &self.text {
            Text::Raw(raw) => (raw.number, raw.line, raw.byte),
            Text::Read(record) => (record.number, record.line, record.byte),
        };
        let (input, length) = (self.input() as u32, self.bytes().len() as u64);
        GameLocation { input, number, line, byte, length }
    }

    fn is_in_place(&self) -> bool {
        self.origin.plain.is_some()
    }

    fn format(&self) -> Format {
        *self.format.get_or_init(|| match &self.text {
            Text::Raw(raw) => raw.format(&self.origin.options),
            Text::Read(record) => record.format,
        })
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.record().parsed.diagnostics
    }

    fn into_lazy_game(self) -> LazyGame {
        self
    }
}

/// Keeps games as they are.
struct Whole;

impl GameQuestion for Whole {
    type Answer = LazyGame;

    fn needs(&self) -> Needs {
        Needs::Tags
    }

    fn is_patient(&self) -> bool {
        false
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<LazyGame>) {
        answers.push(game.into_lazy_game());
    }
}

/// The inputs of a command.
pub(super) struct LazyGames {
    pub(super) inputs: Inputs,
    /// Files that were opened, by their numbers.
    origins: RefCell<BTreeMap<usize, Arc<Origin>>>,
    from: Option<Format>,
    options: Arc<ReadOptions>,
    quiet: bool,
    bar: bool,
    threads: usize,
}

/// A file that was opened.
struct Opened {
    origin: Arc<Origin>,
    layers: Layers,
    reader: Box<dyn std::io::Read + Send>,
    /// By how many threads it is read.
    jobs: Jobs,
}

/// Outcome of reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadSummary {
    /// Number of games read.
    pub(super) games: u64,
    /// Number of inputs that could not be read.
    pub(super) failures: usize,
}

impl ReadSummary {
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

impl LazyGames {
    /// The games of a collection.
    pub(super) fn new(collection: &Collection) -> LazyGames {
        LazyGames::of(&collection.files, &collection.manner)
    }

    /// The games of some files.
    pub(super) fn of(files: &[std::path::PathBuf], manner: &CollectionReading) -> LazyGames {
        LazyGames {
            inputs: input::expand(files, &manner.folders.globs),
            origins: RefCell::default(),
            from: manner.from,
            options: Arc::new(manner.options()),
            quiet: manner.quiet,
            bar: true,
            threads: manner.threads.number(),
        }
    }

    /// Shows no bar where games appear on the terminal.
    pub(super) fn bar(self, bar: bool) -> LazyGames {
        LazyGames { bar, ..self }
    }

    /// Returns the same inputs for another pass without messages.
    pub(super) fn silently(&self) -> LazyGames {
        LazyGames {
            inputs: self.readable().collect(),
            origins: RefCell::default(),
            from: self.from,
            options: self.options.clone(),
            quiet: true,
            bar: false,
            threads: self.threads,
        }
    }

    /// Reads by one thread, because little may be wanted.
    pub(super) fn by_one_thread(self) -> LazyGames {
        LazyGames { threads: 1, ..self }
    }

    /// The inputs that can perhaps be read.
    pub(super) fn readable(&self) -> impl Iterator<Item = Input> {
        self.inputs.readable()
    }

    /// Returns the style of messages.
    pub(super) fn messages(&self) -> Messages {
        if self.quiet { Messages::Quiet } else { Messages::Words }
    }

    /// Hands on every game, until one breaks it off.
    pub(super) fn each(
        &self,
        mut each: impl FnMut(LazyGame) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<ReadSummary> {
        self.ask(Whole, |_, entry| each(entry))
    }

    /// Asks every game a question, and hands on the answers with the names of the files, until one
    /// breaks it off. The threads that read answer.
    pub(super) fn ask<A: GameQuestion>(
        &self,
        ask: A,
        mut each: impl FnMut(&Arc<str>, A::Answer) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<ReadSummary> {
        let ask = Arc::new(ask);
        self.each_file(|opened, seen| {
            let file = opened.origin.file.clone();
            let mut answers = self.answers(opened, &ask);
            while let Some(batch) = answers.next() {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => return Ok(ControlFlow::Continue(Err(error))),
                };
                for answer in batch.made.drain(..) {
                    seen.games += A::games(&answer);
                    if each(&file, answer)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(Ok(())))
        })
    }

    fn answers<A: GameQuestion>(&self, opened: Opened, ask: &Arc<A>) -> Batches<A::Answer> {
        let Opened { origin, layers, reader, jobs } = opened;
        let (ask, options) = (ask.clone(), self.options.clone());
        if !is_cut(layers) {
            return dispatch::map_batches(
                layers,
                reader,
                &self.options,
                jobs,
                move |batch, record| {
                    if record.holds_game() {
                        ask.ask(LazyGame::read(record, origin.clone()), &mut batch.made);
                    }
                },
            );
        }
        if ask.needs() != Needs::Tags {
            return parallel::ask(
                reader,
                &options,
                jobs,
                Arc::new(QuestionAdapter { ask, origin }),
            );
        }
        let (limits, patient) = (self.options.limits, ask.is_patient());
        parallel::cut_batches(reader, &limits, jobs, patient, move |batch, raw| {
            if raw.holds_game(&options) {
                ask.ask(LazyGame::raw(raw, None, origin.clone()), &mut batch.made);
            }
        })
    }

    /// Hands on how many games every file has, without a look at them.
    pub(super) fn each_number(
        &self,
        mut each: impl FnMut(&Arc<str>, u64),
    ) -> anyhow::Result<ReadSummary> {
        self.each_file(|opened, seen| {
            let file = opened.origin.file.clone();
            let (games, end) = if is_cut(opened.layers) {
                let games = partie_pgn::cut(opened.reader, &self.options.limits);
                games.count_games(&self.options)
            } else {
                let mut games = self.answers(opened, &Arc::new(Whole)).into_iter();
                let mut number = 0;
                let end = games.try_for_each(|game| game.map(|_| number += 1));
                (number, end)
            };
            seen.games += games;
            each(&file, games);
            Ok(ControlFlow::Continue(end))
        })
    }

    /// Opens one file after the other. What is done with one says how the reading of it
    /// ended.
    fn each_file(
        &self,
        mut each: impl FnMut(
            Opened,
            &mut ReadSummary,
        ) -> anyhow::Result<ControlFlow<(), std::io::Result<()>>>,
    ) -> anyhow::Result<ReadSummary> {
        let progress = Progress::new(input::total_size(&self.inputs), self.bar && !self.quiet);
        let messages = self.messages();
        let mut seen = ReadSummary::default();
        for (number, input) in self.inputs.iter().enumerate() {
            let opened = input.as_ref().map_err(Unreadable::message).and_then(|input| {
                let source =
                    input.open(&progress, self.from, self.threads).map_err(|e| e.message())?;
                Ok((input, source))
            });
            let (input, source) = match opened {
                Ok(opened) => opened,
                Err(message) => {
                    progress.aside(|| messages.failure(&message));
                    seen.failures += 1;
                    continue;
                }
            };
            let Source { reader, layers, plain, .. } = source;
            let before = seen;
            let origin = Arc::new(Origin {
                file: input.name().into(),
                input: number,
                options: self.options.clone(),
                plain: plain.filter(|_| is_cut(layers)),
            });
            self.origins.borrow_mut().insert(number, origin.clone());
            let (file, jobs) = (origin.file.clone(), input.jobs(self.threads));
            match each(Opened { origin, layers, reader, jobs }, &mut seen)? {
                ControlFlow::Break(()) => return Ok(seen),
                ControlFlow::Continue(Ok(())) => {}
                ControlFlow::Continue(Err(error)) => {
                    let message = input.unreadable(error).message();
                    progress.aside(|| messages.failure(&message));
                    seen.failures += 1;
                }
            }
            if seen == before {
                progress.aside(|| messages.note(&input::without_games(&file, layers.format)));
            }
        }
        if let Some(files) = self.inputs.skipped() {
            progress.aside(|| messages.note(&files));
        }
        Ok(seen)
    }

    /// The file of a number, which was opened before.
    pub(super) fn origin(&self, input: usize) -> Option<Arc<Origin>> {
        self.origins.borrow().get(&input).cloned()
    }
}
