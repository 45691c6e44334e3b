//! The games of the inputs of a command, one after the other.
//!
//! Every command that goes through files does so by [`Games`]: it asks each game a question
//! ([`Games::ask`]), or reads with a report of diagnostics ([`Run`](super::records::Run)).

use std::{
    cell::RefCell, collections::BTreeMap, io::Read, ops::ControlFlow, path::PathBuf, sync::Arc,
};

use partie_db::query::{ParseError, Query};
use partie_formats::{Format, ReadOptions};
use partie_pgn::parallel::{self, Batches, Jobs};
use partie_records::{container::Layers, dispatch};

use super::{
    lazy_game::{LazyGame, Origin},
    messages::Messages,
    questions::{GameQuestion, Needs, QueriedGame, QuestionAdapter},
};
use crate::{
    args::{Collection, Conditions, Reading},
    exit::Exit,
    input::{self, Input, Inputs, Source, Unreadable},
    progress::Progress,
    terminal,
};

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

/// The inputs of a command, and how they are read.
pub(super) struct Games {
    pub(super) inputs: Inputs,
    /// Files that were opened, by their numbers.
    origins: RefCell<BTreeMap<usize, Arc<Origin>>>,
    /// The format of inputs, if it is known.
    from: Option<Format>,
    pub(super) options: Arc<ReadOptions>,
    pub(super) quiet: bool,
    bar: bool,
    pub(super) threads: usize,
    /// Conditions of the games that are handed on.
    pub(super) filter: Option<Arc<Query>>,
}

/// A question to the games that meet conditions.
struct Filtered<A> {
    filter: Option<Arc<Query>>,
    ask: A,
}

impl<A: GameQuestion> GameQuestion for Filtered<A> {
    type Answer = A::Answer;

    fn needs(&self) -> Needs {
        // The moves of games that do not meet conditions on tags are not read.
        self.filter.as_deref().map_or(self.ask.needs(), Needs::of)
    }

    fn tag_before_moves(&self) -> Option<&'static str> {
        self.ask.tag_before_moves()
    }

    fn is_patient(&self) -> bool {
        self.ask.is_patient()
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<A::Answer>) {
        if self.filter.as_ref().is_none_or(|filter| filter.answers(&game)) {
            self.ask.ask(game, answers);
        }
    }

    fn games(answer: &A::Answer) -> u64 {
        A::games(answer)
    }
}

/// A file that was opened.
pub(super) struct Opened<'a> {
    pub(super) input: &'a Input,
    pub(super) origin: Arc<Origin>,
    pub(super) layers: Layers,
    /// The first bytes.
    head: Vec<u8>,
    /// True if its bytes were packed.
    pub(super) packed: bool,
    pub(super) reader: Box<dyn Read + Send>,
    /// By how many threads it is read.
    pub(super) jobs: Jobs,
}

/// Messages about inputs as they are read.
pub(super) struct Pass {
    pub(super) progress: Progress,
    pub(super) messages: Messages,
    /// True if files that were skipped are named.
    pub(super) names_skipped: bool,
    /// Inputs that could not be read.
    pub(super) failures: Vec<Unreadable>,
    /// Inputs without games, and the formats that they were read as.
    pub(super) without_games: Vec<(String, Format)>,
}

impl Pass {
    pub(super) fn new(progress: Progress, messages: Messages) -> Pass {
        let (failures, without_games) = (Vec::new(), Vec::new());
        Pass { progress, messages, names_skipped: true, failures, without_games }
    }

    /// Reports an input that cannot be read.
    pub(super) fn fail(&mut self, failure: Unreadable) {
        self.progress.aside(|| self.messages.failure(&failure.message()));
        self.failures.push(failure);
    }

    fn note(&self, message: &str) {
        self.progress.aside(|| self.messages.note(message));
    }
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
        Exit::of_search(self.failures == 0, !nothing)
    }
}

/// End of the reading of a file: of all reading, or of this file alone, with true if it has games.
pub(super) type FileEnd = ControlFlow<(), bool>;

/// Returns true if games are cut out of a stream and read later.
fn is_cut(layers: Layers) -> bool {
    layers.container.is_none() && matches!(layers.format, Format::Pgn | Format::Bpgn)
}

/// Returns true if the first game of a file lacks a tag.
fn first_lacks(head: &[u8], tag: &str, options: &ReadOptions) -> bool {
    let mut games = partie_pgn::cut(head, &options.limits).flatten();
    let first = games.find(|raw| raw.holds_game(options));
    first.is_some_and(|raw| raw.tags(options).get(tag).is_none())
}

impl Games {
    /// The games of a collection that meet its conditions.
    pub(super) fn new(collection: &Collection) -> Result<Games, ParseError> {
        let Collection { files, conditions, reading } = collection;
        Games::of(files, reading).filtered(conditions, reading)
    }

    /// The games of some files.
    pub(super) fn of(files: &[PathBuf], reading: &Reading) -> Games {
        Games::open(input::expand(files, &reading.folders.globs), reading)
    }

    /// The games of inputs.
    pub(super) fn open(inputs: Inputs, reading: &Reading) -> Games {
        Games {
            inputs,
            origins: RefCell::default(),
            from: reading.from,
            options: Arc::new(reading.options()),
            quiet: terminal::is_quiet(),
            bar: true,
            threads: reading.threads.number(),
            filter: None,
        }
    }

    /// Reads inputs in a format, unless they were said to be in another.
    pub(super) fn in_format(self, format: Format) -> Games {
        Games { from: self.from.or(Some(format)), ..self }
    }

    /// Hands on only the games that meet conditions.
    pub(super) fn filtered(
        self,
        conditions: &Conditions,
        reading: &Reading,
    ) -> Result<Games, ParseError> {
        let filter = conditions.query(reading.lang)?.map(Arc::new);
        Ok(Games { filter, ..self })
    }

    /// Hands on only the games that answer a question.
    pub(super) fn meeting(self, query: Query) -> Games {
        Games { filter: Some(Arc::new(query)), ..self }
    }

    /// Returns true if the games may come as they are played.
    pub(super) fn is_live(&self) -> bool {
        self.readable().any(|input| input.is_stream())
    }

    /// Shows no bar where games appear on the terminal.
    pub(super) fn bar(self, bar: bool) -> Games {
        Games { bar, ..self }
    }

    /// Says nothing but errors.
    pub(super) fn quietly(self) -> Games {
        Games { quiet: true, ..self }
    }

    /// Returns the same inputs for another pass without messages.
    pub(super) fn silently(&self) -> Games {
        Games {
            inputs: self.readable().collect(),
            origins: RefCell::default(),
            from: self.from,
            options: self.options.clone(),
            quiet: true,
            bar: false,
            threads: self.threads,
            filter: self.filter.clone(),
        }
    }

    /// Reads by one thread, because little may be wanted.
    pub(super) fn by_one_thread(self) -> Games {
        Games { threads: 1, ..self }
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
        let ask = Arc::new(Filtered { filter: self.filter.clone(), ask });
        let mut games = 0;
        let failures = self.each_file(&mut |opened, pass| {
            let (input, file) = (opened.input, opened.origin.file.clone());
            let (before, mut answers) = (games, self.answers(opened, &ask));
            while let Some(batch) = answers.next() {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => {
                        pass.fail(input.unreadable(error));
                        break;
                    }
                };
                for answer in batch.made.drain(..) {
                    games += Filtered::<A>::games(&answer);
                    if each(&file, answer)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(games > before))
        })?;
        Ok(ReadSummary { games, failures })
    }

    fn answers<A: GameQuestion>(&self, opened: Opened<'_>, ask: &Arc<A>) -> Batches<A::Answer> {
        let Opened { origin, layers, head, reader, jobs, .. } = opened;
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
        let needs = match (ask.needs(), ask.tag_before_moves()) {
            // Where the first game lacks the tag, most do, and reading each by itself takes longer.
            (Needs::Tags, Some(tag)) if first_lacks(&head, tag, &options) => Needs::Moves,
            (needs, _) => needs,
        };
        if needs != Needs::Tags {
            let question = QuestionAdapter { ask, origin, needs };
            return parallel::ask(reader, &options, jobs, Arc::new(question));
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
        let ask = Arc::new(Filtered { filter: self.filter.clone(), ask: Whole });
        let mut all = 0;
        let failures = self.each_file(&mut |opened, pass| {
            let (input, file) = (opened.input, opened.origin.file.clone());
            let (games, end) = if is_cut(opened.layers) && self.filter.is_none() {
                let games = partie_pgn::cut(opened.reader, &self.options.limits);
                games.count_games(&self.options)
            } else {
                let mut games = self.answers(opened, &ask).into_iter();
                let mut number = 0;
                let end = games.try_for_each(|game| game.map(|_| number += 1));
                (number, end)
            };
            all += games;
            each(&file, games);
            if let Err(error) = end {
                pass.fail(input.unreadable(error));
            }
            Ok(ControlFlow::Continue(games > 0))
        })?;
        Ok(ReadSummary { games: all, failures })
    }

    /// Opens one file after the other. Returns the number of those that could not be read.
    fn each_file(
        &self,
        each: &mut dyn FnMut(Opened<'_>, &mut Pass) -> anyhow::Result<FileEnd>,
    ) -> anyhow::Result<usize> {
        let progress = Progress::new(input::total_size(&self.inputs), self.bar && !self.quiet);
        let mut pass = Pass::new(progress, self.messages());
        self.pass(&mut pass, each)?;
        Ok(pass.failures.len())
    }

    /// Opens one file after the other.
    pub(super) fn pass(
        &self,
        pass: &mut Pass,
        each: &mut dyn FnMut(Opened<'_>, &mut Pass) -> anyhow::Result<FileEnd>,
    ) -> anyhow::Result<()> {
        for (number, input) in self.inputs.iter().enumerate() {
            let opened = input.as_ref().map_err(Unreadable::clone).and_then(|input| {
                Ok((input, input.open(&pass.progress, self.from, self.threads)?))
            });
            let (input, source) = match opened {
                Ok(opened) => opened,
                Err(failure) => {
                    pass.fail(failure);
                    continue;
                }
            };
            let Source { reader, head, layers, packed, plain, .. } = source;
            let origin = Arc::new(Origin {
                file: input.name().into(),
                input: number,
                options: self.options.clone(),
                plain: plain.filter(|_| is_cut(layers)),
            });
            self.origins.borrow_mut().insert(number, origin.clone());
            let (file, jobs) = (origin.file.clone(), input.jobs(self.threads));
            let failures = pass.failures.len();
            match each(Opened { input, origin, layers, head, packed, reader, jobs }, pass)? {
                ControlFlow::Break(()) => return Ok(()),
                ControlFlow::Continue(true) => {}
                ControlFlow::Continue(false) => {
                    if pass.failures.len() == failures && self.filter.is_none() {
                        pass.note(&input::without_games(&file, layers.format));
                        pass.without_games.push((file.to_string(), layers.format));
                    }
                }
            }
        }
        if let Some(files) = self.inputs.skipped().filter(|_| pass.names_skipped) {
            pass.note(&files);
        }
        Ok(())
    }

    /// The file of a number, which was opened before.
    pub(super) fn origin(&self, input: usize) -> Option<Arc<Origin>> {
        self.origins.borrow().get(&input).cloned()
    }
}
