//! The games of the inputs of a command, one after the other.
//!
//! Every command that goes through files does so by [`Games`]: it folds the games ([`Games::fold`], and
//! [`Games::ask`] for a result of each), or reads with a report of diagnostics ([`Run`](super::records::Run)).

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, Read},
    ops::ControlFlow,
    path::PathBuf,
    sync::Arc,
};

use partie_core::Language;
use partie_db::{
    library::{Library, Problem},
    query::{ParseError, Query},
};
use partie_formats::{Format, ReadOptions};
use partie_pgn::parallel::{self, Batches, Jobs, Lending, Relocate};
use partie_records::{container::Layers, dispatch};

use super::{
    fold::{AskedGame, Fold, Lent, Needs},
    lazy_game::{LazyGame, Origin},
    library_search::print_problems,
    mended::Mender,
    messages::Messages,
};
use crate::{
    args::{Collection, Conditions, Reading},
    exit::Exit,
    input::{self, Input, Inputs, Source, Unreadable},
    progress::Progress,
    terminal,
};

/// The inputs of a command, or a library, and how they are read.
pub(super) struct Games {
    /// Libraries in place of inputs, and the question for their games.
    libraries: Option<(Vec<Library>, Query)>,
    pub(super) inputs: Inputs,
    /// Files that were opened, by their numbers.
    origins: RefCell<BTreeMap<usize, Arc<Origin>>>,
    /// The format of inputs, if it is known.
    from: Option<Format>,
    pub(super) options: Arc<ReadOptions>,
    pub(super) quiet: bool,
    /// Messages in place of the usual ones.
    own_messages: Option<Messages>,
    bar: bool,
    pub(super) threads: usize,
    /// Conditions of the games that are handed on.
    pub(super) filter: Option<Arc<Query>>,
    /// Mends inputs before they are read.
    mender: Option<Mender>,
}

/// State of a fold over games that stand together.
#[derive(Default)]
struct Part<S> {
    /// Number of the games.
    games: u64,
    state: S,
}

/// States of games that stand together, of which there is one at most.
type Parts<S> = Vec<Part<S>>;

impl<S: Relocate> Relocate for Part<S> {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.state.offset_by(records, lines);
    }
}

/// Keeps games as they are.
fn whole() -> Fold<impl Fn(AskedGame<'_>, &mut Vec<LazyGame>) + Send + Sync + 'static> {
    let keep = |game: AskedGame<'_>, games: &mut Vec<_>| games.push(game.keep());
    Fold { patient: false, ..Fold::new(Needs::Tags, keep) }
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
    /// Number of threads that read it.
    pub(super) jobs: Jobs,
}

/// The games of a stream, one after the other.
pub(super) type LazyGames = Box<dyn Iterator<Item = io::Result<LazyGame>> + Send>;

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
#[derive(Debug, Default)]
pub(super) struct ReadSummary {
    /// Number of games read.
    pub(super) games: u64,
    /// Inputs that could not be read.
    pub(super) failures: Vec<Unreadable>,
    /// Reasons why games of a library could not be read.
    pub(super) problems: Vec<Problem>,
}

impl ReadSummary {
    /// The status of a command that has nothing to complain about but that there was
    /// nothing, or that something could not be read.
    pub(super) fn exit(&self, nothing: bool) -> Exit {
        let is_readable = print_problems(&self.problems, false);
        Exit::of_search(is_readable && self.failures.is_empty(), !nothing)
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
        Games::of(files, reading).filtered(conditions, reading.lang)
    }

    /// The games of some files.
    pub(super) fn of(files: &[PathBuf], reading: &Reading) -> Games {
        Games::open(input::expand(files, &reading.folders.globs), reading)
    }

    /// The games of inputs.
    pub(super) fn open(inputs: Inputs, reading: &Reading) -> Games {
        Games {
            libraries: None,
            inputs,
            origins: RefCell::default(),
            from: reading.from,
            options: Arc::new(reading.options()),
            quiet: terminal::is_quiet(),
            own_messages: None,
            bar: true,
            threads: reading.threads.number(),
            filter: None,
            mender: None,
        }
    }

    /// The games of libraries that answer a query.
    pub(super) fn of_libraries(libraries: Vec<Library>, query: Query) -> Games {
        let games = Games::open(std::iter::empty().collect(), &Reading::default());
        Games { libraries: Some((libraries, query)), ..games }
    }

    /// Reads inputs in a format, unless they were said to be in another.
    pub(super) fn in_format(self, format: Format) -> Games {
        Games { from: self.from.or(Some(format)), ..self }
    }

    /// Hands on only the games that meet conditions.
    pub(super) fn filtered(
        self,
        conditions: &Conditions,
        language: Option<Language>,
    ) -> Result<Games, ParseError> {
        let filter = conditions.query(language)?.map(Arc::new);
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

    /// Says something else than usual about inputs.
    pub(super) fn saying(self, messages: Messages) -> Games {
        Games { own_messages: Some(messages), ..self }
    }

    /// Returns the same inputs for another pass without messages.
    pub(super) fn silently(&self) -> Games {
        Games {
            libraries: None,
            inputs: self.readable().collect(),
            origins: RefCell::default(),
            from: self.from,
            options: self.options.clone(),
            quiet: true,
            own_messages: None,
            bar: false,
            threads: self.threads,
            filter: self.filter.clone(),
            mender: self.mender.clone(),
        }
    }

    /// Mends inputs before they are read.
    pub(super) fn mended(self, mender: Option<Mender>) -> Games {
        Games { mender, ..self }
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
        let usual = if self.quiet { Messages::Quiet } else { Messages::Words };
        self.own_messages.unwrap_or(usual)
    }

    /// Hands on every game, until one breaks it off.
    pub(super) fn each(
        &self,
        mut each: impl FnMut(LazyGame) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<ReadSummary> {
        self.ask(whole(), |_, entry| each(entry))
    }

    /// Returns the games of a stream that is read elsewhere, one after the other.
    pub(super) fn in_stream(
        &self,
        (origin, layers): (Arc<Origin>, Layers),
        reader: Box<dyn Read + Send>,
    ) -> LazyGames {
        let jobs = Jobs::new(1);
        let parts =
            Games::parts((origin, layers, Vec::new()), reader, jobs, &self.in_parts(whole()));
        Box::new(parts.into_iter().flat_map(|part| {
            let (games, error) = match part {
                Ok(part) => (part.state, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            games.into_iter().map(Ok).chain(error)
        }))
    }

    /// Asks every game a question, and hands on the answers with the names of the files, until one
    /// breaks it off. The threads that read answer.
    pub(super) fn ask<A: Relocate + Send + 'static>(
        &self,
        fold: Fold<impl Fn(AskedGame<'_>, &mut Vec<A>) + Send + Sync + 'static>,
        mut each: impl FnMut(&Arc<str>, A) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<ReadSummary> {
        self.fold(fold, |file, answers: Vec<A>| {
            for answer in answers {
                if each(file, answer)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Adds the games that meet the conditions to states, and merges these, each with the name of its
    /// file, until one breaks it off. The threads that read add.
    pub(super) fn fold<S: Default + Relocate + Send + 'static>(
        &self,
        fold: Fold<impl Fn(AskedGame<'_>, &mut S) + Send + Sync + 'static>,
        mut merge: impl FnMut(&Arc<str>, S) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<ReadSummary> {
        let parts = self.in_parts(fold);
        if let Some((libraries, query)) = &self.libraries {
            return in_libraries(libraries, query, &parts, merge);
        }
        let mut games = 0;
        let failures = self.each_file(&mut |opened, pass| {
            let (input, file) = (opened.input, opened.origin.file.clone());
            let Opened { origin, layers, head, reader, jobs, .. } = opened;
            let mut parts = Games::parts((origin, layers, head), reader, jobs, &parts);
            let before = games;
            while let Some(batch) = parts.next() {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => {
                        pass.fail(input.unreadable(error));
                        break;
                    }
                };
                for part in batch.made.drain(..) {
                    games += part.games;
                    if merge(&file, part.state)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(games > before))
        })?;
        Ok(ReadSummary { games, failures, ..ReadSummary::default() })
    }

    /// A fold over the games that meet the conditions, which counts them.
    fn in_parts<S: Default, F: Fn(AskedGame<'_>, &mut S)>(
        &self,
        Fold { needs, tag_before_moves, patient, add }: Fold<F>,
    ) -> Fold<Arc<impl Fn(AskedGame<'_>, &mut Parts<S>) + use<S, F>>> {
        // The moves of games that do not meet conditions on tags are not read.
        let needs = self.filter.as_deref().map_or(needs, Needs::of);
        let filter = self.filter.clone();
        let add = move |game: AskedGame<'_>, parts: &mut Parts<S>| {
            if filter.as_ref().is_none_or(|filter| filter.answers(&game)) {
                if parts.is_empty() {
                    parts.push(Part::default());
                }
                parts[0].games += 1;
                add(game, &mut parts[0].state);
            }
        };
        Fold { needs, tag_before_moves, patient, add: Arc::new(add) }
    }

    /// Folds the games of a file.
    fn parts<S: Relocate + Send + 'static>(
        (origin, layers, head): (Arc<Origin>, Layers, Vec<u8>),
        reader: Box<dyn Read + Send>,
        jobs: Jobs,
        fold: &Fold<Arc<impl Fn(AskedGame<'_>, &mut Parts<S>) + Send + Sync + 'static>>,
    ) -> Batches<Part<S>> {
        let (add, options) = (fold.add.clone(), origin.options.clone());
        if !is_cut(layers) {
            return dispatch::map_batches(layers, reader, &options, jobs, move |batch, record| {
                if record.holds_game() {
                    let game = LazyGame::read(record, origin.clone());
                    add(AskedGame::Own(game), &mut batch.made);
                }
            });
        }
        let patient = fold.patient;
        let needs = match (fold.needs, fold.tag_before_moves) {
            // Where the first game lacks the tag, most do, and reading each by itself takes longer.
            (Needs::Tags, Some(tag)) if first_lacks(&head, tag, &options) => Needs::Moves,
            (needs, _) => needs,
        };
        if needs != Needs::Tags {
            let lending = Lending { moves: needs == Needs::Moves, patient };
            return parallel::ask(reader, &options, jobs, lending, move |game, parts| {
                add(AskedGame::Lent(Lent::new(game, &origin)), parts);
            });
        }
        let limits = options.limits;
        parallel::cut_batches(reader, &limits, jobs, patient, move |batch, raw| {
            if raw.holds_game(&options) {
                let game = LazyGame::raw(raw, None, origin.clone());
                add(AskedGame::Own(game), &mut batch.made);
            }
        })
    }

    /// Hands on how many games every file has, without a look at them.
    pub(super) fn each_number(
        &self,
        mut each: impl FnMut(&Arc<str>, u64),
    ) -> anyhow::Result<ReadSummary> {
        let whole = self.in_parts(whole());
        let mut all = 0;
        let failures = self.each_file(&mut |opened, pass| {
            let (input, file) = (opened.input, opened.origin.file.clone());
            let (games, end) = if is_cut(opened.layers) && self.filter.is_none() {
                let games = partie_pgn::cut(opened.reader, &self.options.limits);
                games.count_games(&self.options)
            } else {
                let Opened { origin, layers, head, reader, jobs, .. } = opened;
                let parts = Games::parts((origin, layers, head), reader, jobs, &whole);
                let mut parts = parts.into_iter();
                let mut number = 0;
                let end = parts.try_for_each(|part| part.map(|part| number += part.games));
                (number, end)
            };
            all += games;
            each(&file, games);
            if let Err(error) = end {
                pass.fail(input.unreadable(error));
            }
            Ok(ControlFlow::Continue(games > 0))
        })?;
        Ok(ReadSummary { games: all, failures, ..ReadSummary::default() })
    }

    /// Opens one file after the other. Returns the unreadable ones.
    fn each_file(
        &self,
        each: &mut dyn FnMut(Opened<'_>, &mut Pass) -> anyhow::Result<FileEnd>,
    ) -> anyhow::Result<Vec<Unreadable>> {
        let progress = Progress::new(input::total_size(&self.inputs), self.bar && !self.quiet);
        let mut pass = Pass::new(progress, self.messages());
        self.pass(&mut pass, each)?;
        Ok(pass.failures)
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
            let Source { mut reader, head, mut layers, packed, mut plain, is_database, .. } =
                source;
            if let Some(mender) = &self.mender {
                let (name, jobs) = (input.name(), input.jobs(self.threads));
                let (read, source) = (&self.options, (layers, reader));
                match mender.mended(&name, source, read, jobs, &pass.progress) {
                    Ok(mended) => (layers, reader) = mended,
                    Err(error) => {
                        pass.fail(input.unreadable(error));
                        continue;
                    }
                }
                plain = None;
            }
            let origin = Arc::new(Origin {
                file: input.name().into(),
                input: number,
                options: if is_database {
                    Arc::new((*self.options).clone().database_problems(true))
                } else {
                    self.options.clone()
                },
                plain: plain.filter(|_| is_cut(layers)),
                is_database,
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

/// Number of games of a library that are merged together.
const TOGETHER: u64 = 1000;

/// Folds the games of libraries.
fn in_libraries<S: Default>(
    libraries: &[Library],
    query: &Query,
    fold: &Fold<Arc<impl Fn(AskedGame<'_>, &mut Parts<S>)>>,
    mut merge: impl FnMut(&Arc<str>, S) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<ReadSummary> {
    let mut read = ReadSummary::default();
    for library in libraries {
        let folder: Arc<str> = library.name().into();
        let (mut parts, mut flow) = (Vec::new(), ControlFlow::Continue(()));
        let mut merged = |parts: &mut Parts<S>, together: u64| {
            if parts.first().is_none_or(|part| part.games < together) {
                return Ok(ControlFlow::Continue(()));
            }
            let part = parts.remove(0);
            read.games += part.games;
            flow = merge(&folder, part.state)?;
            anyhow::Ok(flow)
        };
        let problems = library.find_readable(query, |game| {
            game.read(|view| (fold.add)(AskedGame::Stored(view), &mut parts))?;
            merged(&mut parts, if fold.patient { TOGETHER } else { 1 })
        })?;
        let _ = merged(&mut parts, 1)?;
        read.problems.extend(problems);
        if flow.is_break() {
            break;
        }
    }
    Ok(read)
}
