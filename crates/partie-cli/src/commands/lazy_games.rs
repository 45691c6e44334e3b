//! The games of the files of a command, one after the other.

use std::{cell::RefCell, collections::BTreeMap, ops::ControlFlow, sync::Arc};

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
    args::{Collection, Reading},
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
    /// Conditions of the games that are handed on.
    filter: Option<Arc<Query>>,
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
struct Opened {
    origin: Arc<Origin>,
    layers: Layers,
    /// The first bytes.
    head: Vec<u8>,
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
        Exit::of_search(self.failures == 0, !nothing)
    }
}

/// End of the reading of a file: of all reading, or of this file alone.
type FileEnd = ControlFlow<(), std::io::Result<()>>;

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

impl LazyGames {
    /// The games of a collection that meet its conditions.
    pub(super) fn new(collection: &Collection) -> Result<LazyGames, ParseError> {
        let Collection { files, conditions, reading } = collection;
        let filter = conditions.query(reading.lang)?.map(Arc::new);
        Ok(LazyGames { filter, ..LazyGames::of(files, reading) })
    }

    /// Hands on only the games that answer a question.
    pub(super) fn meeting(self, query: Query) -> LazyGames {
        LazyGames { filter: Some(Arc::new(query)), ..self }
    }

    /// The games of some files.
    pub(super) fn of(files: &[std::path::PathBuf], reading: &Reading) -> LazyGames {
        LazyGames {
            inputs: input::expand(files, &reading.folders.globs),
            origins: RefCell::default(),
            from: reading.from,
            options: Arc::new(reading.options()),
            quiet: terminal::is_quiet(),
            bar: true,
            threads: reading.threads.number(),
            filter: None,
        }
    }

    /// Returns true if the games may come as they are played.
    pub(super) fn is_live(&self) -> bool {
        self.readable().any(|input| input.is_stream())
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
            filter: self.filter.clone(),
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
        let ask = Arc::new(Filtered { filter: self.filter.clone(), ask });
        self.each_file(&mut |opened, seen| {
            let file = opened.origin.file.clone();
            let mut answers = self.answers(opened, &ask);
            while let Some(batch) = answers.next() {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => return Ok(ControlFlow::Continue(Err(error))),
                };
                for answer in batch.made.drain(..) {
                    seen.games += Filtered::<A>::games(&answer);
                    if each(&file, answer)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(Ok(())))
        })
    }

    fn answers<A: GameQuestion>(&self, opened: Opened, ask: &Arc<A>) -> Batches<A::Answer> {
        let Opened { origin, layers, head, reader, jobs } = opened;
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
        self.each_file(&mut |opened, seen| {
            let file = opened.origin.file.clone();
            let (games, end) = if is_cut(opened.layers) && self.filter.is_none() {
                let games = partie_pgn::cut(opened.reader, &self.options.limits);
                games.count_games(&self.options)
            } else {
                let mut games = self.answers(opened, &ask).into_iter();
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
        each: &mut dyn FnMut(Opened, &mut ReadSummary) -> anyhow::Result<FileEnd>,
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
            let Source { reader, head, layers, plain, .. } = source;
            let before = seen;
            let origin = Arc::new(Origin {
                file: input.name().into(),
                input: number,
                options: self.options.clone(),
                plain: plain.filter(|_| is_cut(layers)),
            });
            self.origins.borrow_mut().insert(number, origin.clone());
            let (file, jobs) = (origin.file.clone(), input.jobs(self.threads));
            match each(Opened { origin, layers, head, reader, jobs }, &mut seen)? {
                ControlFlow::Break(()) => return Ok(seen),
                ControlFlow::Continue(Ok(())) => {}
                ControlFlow::Continue(Err(error)) => {
                    let message = input.unreadable(error).message();
                    progress.aside(|| messages.failure(&message));
                    seen.failures += 1;
                }
            }
            if seen == before && self.filter.is_none() {
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
