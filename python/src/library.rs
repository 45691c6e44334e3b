//! Libraries of games.

use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use partie_core::Color;
use partie_db::{
    columns::{Batch, RowParts, Table},
    library::{
        ExploreFilter, ExploreLimits, Library, LibraryError, LibraryWriter, SharedChecksum,
        SourceEntry, SourceImport, Speed, explored_as_json, push_positions, source_checksum,
    },
    query::{Name, Query, QueryOptions, SortKey, YearMonth, likely_position, place},
};
use partie_formats::{ReadOptions, Record};
use pyo3::{
    exceptions::{PyFileNotFoundError, PyIndexError, PyValueError},
    prelude::*,
    sync::MutexExt as _,
    types::{PyDict, PyInt, PyString},
};

use crate::{
    columns::{chosen, schema},
    game::PyGame,
    interrupt::{Interrupt, interruptible},
    reader::{Origin, named},
    table::{PyTable, Rows, Stream},
};

/// A library of games in a folder, as it was when it was opened.
#[pyclass(frozen, name = "Library", module = "partie")]
pub(crate) struct PyLibrary {
    folder: PathBuf,
    library: Arc<Library>,
}

fn failed(error: LibraryError) -> PyErr {
    match error {
        LibraryError::NotALibrary(_) => PyFileNotFoundError::new_err(format!(
            "{error}; in Python, Library(path, create=True) makes it"
        )),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Returns an error of an argument.
fn wrong(argument: &str, error: &dyn std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{argument}: {error}"))
}

/// Returns a number that must not be negative.
fn from_zero(argument: &str, number: i128) -> PyResult<u64> {
    let wrong = |_| wrong(argument, &format!("expected a number from 0, but found {number}"));
    number.try_into().map_err(wrong)
}

/// Number of rows that are read together.
const ROWS: usize = 4096;

/// Adds words of a condition: a text, a number, or several of them.
fn push_words(
    name: &str,
    value: &Bound<'_, PyAny>,
    words: &mut Vec<(String, String)>,
) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    if value.is_instance_of::<PyDict>() {
        return Err(wrong(name, &"expected a text, a number or a list of them, not a dict"));
    }
    if !value.is_instance_of::<PyString>() && value.hasattr("__iter__")? {
        return value.try_iter()?.try_for_each(|value| push_words(name, &value?, words));
    }
    words.push((name.to_owned(), value.str()?.to_string()));
    Ok(())
}

/// Returns the query of keyword arguments. `where_` is `where`, which is a word of Python.
fn query(conditions: Option<&Bound<'_, PyDict>>) -> PyResult<Query> {
    let (mut words, mut options) = (Vec::new(), QueryOptions::default());
    for (name, value) in conditions.into_iter().flatten() {
        let name: String = name.extract()?;
        match &*name {
            "regex" => options.regex = value.extract()?,
            "any" => options.any = value.extract()?,
            "invert" => options.inverted = value.extract()?,
            "variations" => options.variations = value.extract()?,
            "either_colour" => options.either_colour = value.extract()?,
            "for_" => options.lasting = value.extract()?,
            name => push_words(name.trim_end_matches('_'), &value, &mut words)?,
        }
    }
    let words = words.iter().map(|(name, text)| (&**name, &**text));
    Query::of_words(words, &options).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Games of a library that meet some conditions; made by `Library.find`.
#[pyclass(frozen, name = "Found", module = "partie")]
pub(crate) struct PyFound(Mutex<Finding>);

struct Finding {
    library: Arc<Library>,
    query: Query,
    /// Numbers of the games, if they were sorted.
    sorted: Option<std::vec::IntoIter<u64>>,
    /// Games that were read.
    ready: std::collections::VecDeque<Record>,
    /// Number of the last game that was looked at.
    after: u64,
    has_ended: bool,
    skip: u64,
    left: u64,
    together: usize,
}

impl Finding {
    fn read(&mut self) -> Result<(), LibraryError> {
        let (most, mut read, mut last) = (self.together, Vec::new(), self.after);
        self.together = (2 * most).min(1024);
        if let Some(sorted) = &mut self.sorted {
            for number in sorted.by_ref().take(most) {
                let game = self.library.with_game(number, |game| game.record())?;
                read.extend(game);
            }
            self.has_ended = read.len() < most;
        } else {
            let mut skip = self.skip;
            let problems = self.library.find_readable_after::<LibraryError>(
                self.after,
                &self.query,
                |game| {
                    last = game.number;
                    if skip > 0 {
                        skip -= 1;
                    } else {
                        read.push(game.record()?);
                    }
                    let is_enough = read.len() >= most;
                    Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                },
            )?;
            if let Some(problem) = problems.first() {
                let (path, why) = (problem.path.clone(), problem.what.clone());
                return Err(LibraryError::Damaged { path, why });
            }
            self.has_ended = read.len() < most;
            (self.skip, self.after) = (skip, last);
        }
        self.ready.extend(read);
        Ok(())
    }
}

#[pymethods]
impl PyFound {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        // Another thread may wait for Python while it reads.
        let mut found = self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        if found.left == 0 {
            return Ok(None);
        }
        if found.ready.is_empty() && !found.has_ended {
            let found = &mut *found;
            interruptible(py, |interrupt| {
                found.query.stop = Some(interrupt.flag());
                found.read().map_err(failed)
            })?;
        }
        found.left -= 1;
        Ok(found.ready.pop_front().map(PyGame::of_record))
    }
}

#[pymethods]
impl PyLibrary {
    /// Opens a library; ``create=True`` makes it if nothing is there.
    #[new]
    #[pyo3(signature = (path, *, create=false))]
    fn new(path: PathBuf, create: bool) -> PyResult<PyLibrary> {
        if create && !Library::is_at(&path) {
            drop(LibraryWriter::create(&path).map_err(failed)?);
        }
        let library = Arc::new(Library::open(&path).map_err(failed)?);
        Ok(PyLibrary { folder: path, library })
    }

    /// The folder.
    #[getter]
    fn path(&self) -> PathBuf {
        self.folder.clone()
    }

    fn __len__(&self) -> usize {
        self.library.manifest().games() as usize
    }

    /// A game by its number, from 1.
    fn __getitem__(&self, py: Python<'_>, number: &Bound<'_, PyInt>) -> PyResult<PyGame> {
        // There is no game of number 0.
        let one = number.extract().unwrap_or(0);
        let found = py.detach(|| self.library.with_game(one, |game| game.record()));
        let found = found.map_err(failed)?.map(PyGame::of_record);
        let last = self.library.manifest().last_game;
        found.ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there is no game {number}; the last one has number {last}"
            ))
        })
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<PyFound> {
        self.find(py, None, 0, None, None)
    }

    fn __repr__(&self) -> String {
        format!("<partie.Library {}, {} games>", self.folder.display(), self.__len__())
    }

    /// The games that meet all conditions, in the order of their numbers or sorted.
    #[pyo3(signature = (*, sort=None, skip=0, limit=None, **conditions))]
    fn find(
        &self,
        py: Python<'_>,
        sort: Option<&Bound<'_, PyAny>>,
        skip: i128,
        limit: Option<i128>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyFound> {
        let (query, skip) = (query(conditions)?, from_zero("skip", skip)?);
        let mut words = Vec::new();
        sort.map_or(Ok(()), |sort| push_words("sort", sort, &mut words))?;
        let sort = words.iter().map(|(_, word)| word.parse::<SortKey>());
        let sort = sort.collect::<Result<Vec<_>, _>>().map_err(|error| wrong("sort", &error))?;
        let mut found = Finding {
            library: self.library.clone(),
            query,
            sorted: None,
            ready: std::collections::VecDeque::new(),
            after: 0,
            has_ended: false,
            skip,
            left: limit.map_or(Ok(u64::MAX), |limit| from_zero("limit", limit))?,
            together: 64,
        };
        if !sort.is_empty() {
            let mut numbers = interruptible(py, |interrupt| {
                let mut places = Vec::new();
                found.query.stop = Some(interrupt.flag());
                let read = self.library.find::<LibraryError>(&found.query, |game| {
                    places.push((game.read(|view| place(view, &sort, false))?, game.number));
                    Ok(ControlFlow::Continue(()))
                });
                read.map_err(failed)?;
                places.sort_unstable();
                Ok(places.into_iter().map(|(_, number)| number).collect::<Vec<u64>>())
            })?;
            let skip = usize::try_from(skip).unwrap_or(usize::MAX).min(numbers.len());
            found.sorted = Some(numbers.split_off(skip).into_iter());
        }
        Ok(PyFound(Mutex::new(found)))
    }

    /// The number of games that meet all conditions.
    #[pyo3(signature = (**conditions))]
    fn count(&self, py: Python<'_>, conditions: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        let mut query = query(conditions)?;
        interruptible(py, |interrupt| {
            query.stop = Some(interrupt.flag());
            let mut games = 0;
            let counted = self.library.find::<LibraryError>(&query, |_| {
                games += 1;
                Ok(ControlFlow::Continue(()))
            });
            counted.map_err(failed).map(|()| games)
        })
    }

    /// What was played in a position, in the shape of lichess' opening explorer.
    #[pyo3(signature = (position=None, *, since=None, until=None, speeds=None, player=None, color=None,
        event=None, titled=false, moves=12, games=4))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        position: Option<&str>,
        since: Option<&str>,
        until: Option<&str>,
        speeds: Option<Vec<String>>,
        player: Option<&str>,
        color: Option<&str>,
        event: Option<&str>,
        titled: bool,
        moves: usize,
        games: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let text = position.unwrap_or(start);
        let position = likely_position(text)
            .map_err(|error| wrong("position", &format!("`{text}` is {error}")))?;
        let month = |argument: &str, text: Option<&str>, default: u8| {
            let read = text.map(str::parse::<YearMonth>).transpose();
            let found = text.unwrap_or_default();
            let read =
                read.map_err(|error| wrong(argument, &format!("{error}, but found `{found}`")))?;
            Ok::<_, PyErr>(read.map(|m| (m.year, m.month.unwrap_or(default))))
        };
        let name = |argument: &str, text: Option<&str>| {
            let name = text.map(|text| Name::new(text, false)).transpose();
            name.map_err(|error| wrong(argument, &error))
        };
        let color = match color {
            None => None,
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(other) => {
                return Err(wrong("color", &format!("expected white or black, not {other}")));
            }
        };
        let speeds = speeds.map(|speeds| {
            let known = Speed::ALL.iter().map(|speed| speed.name()).collect::<Vec<_>>().join(", ");
            let unknown = |error| wrong("speeds", &format!("{error}; there are {known}"));
            speeds.iter().map(|word| word.parse().map_err(unknown)).collect()
        });
        let filter = ExploreFilter {
            since: month("since", since, 1)?,
            until: month("until", until, 12)?,
            speeds: speeds.transpose()?,
            player: name("player", player)?.map(|name| (name, color)),
            event: name("event", event)?,
            titled,
            ..ExploreFilter::default()
        };
        let limits = ExploreLimits {
            moves,
            top_games: games,
            recent_games: 0,
            history: false,
            unfinished: false,
        };
        let library = &*self.library;
        let object = py.detach(|| {
            let explored = library.explore(&position, &filter, limits);
            explored_as_json(library, &position, explored)
        });
        let text = object.map_err(failed)?.to_string();
        py.import("json")?.call_method1("loads", (text,))
    }

    /// A table of the library: ``games``, or ``positions`` for all positions of all main lines.
    #[pyo3(signature = (name="games", columns=None))]
    fn table(&self, name: &str, columns: Option<Vec<String>>) -> PyResult<PyTable> {
        match name {
            "games" => self.games(columns),
            "positions" => self.positions(columns),
            other => {
                Err(PyValueError::new_err(format!("there are games and positions, not {other}")))
            }
        }
    }

    /// The files of the library, as its manifest lists them; others in its folder do not count.
    #[pyo3(signature = (kind="games"))]
    fn files(&self, kind: &str) -> PyResult<Vec<PathBuf>> {
        if !matches!(
            kind,
            "games" | "positions" | "tails" | "rollup" | "digests" | "players" | "words"
        ) {
            let kinds = "there are games, positions, tails, rollup, digests, players and words";
            return Err(PyValueError::new_err(format!("{kinds}, not {kind}")));
        }
        if kind == "games" && !self.library.has_all_columns() {
            return Err(PyValueError::new_err(format!(
                "{} has files of an earlier version, which lack columns; run `partie db upgrade` or \
                 call upgrade()",
                self.folder.display()
            )));
        }
        Ok(self.library.files(kind))
    }

    /// Writes files of earlier versions anew, and returns the library with them.
    fn upgrade(&self, py: Python<'_>) -> PyResult<PyLibrary> {
        py.detach(|| LibraryWriter::open(&self.folder)?.upgrade()).map_err(failed)?;
        PyLibrary::new(self.folder.clone(), false)
    }

    /// Adds the games of another library, and returns the library with them.
    fn merge(&self, py: Python<'_>, other: &PyLibrary) -> PyResult<PyLibrary> {
        let other = other.library.clone();
        let merge = || LibraryWriter::open(&self.folder)?.add_library(&other);
        py.detach(merge).map_err(failed)?;
        PyLibrary::new(self.folder.clone(), false)
    }

    /// Adds the games of files, and returns the library with them. A file that was imported to its
    /// end is skipped, under any name, and games that the library has already are left out, unless
    /// `keep_duplicates` is true.
    #[pyo3(signature = (*sources, threads=1, keep_duplicates=false))]
    fn add(
        &self,
        py: Python<'_>,
        sources: Vec<Bound<'_, PyAny>>,
        threads: usize,
        keep_duplicates: bool,
    ) -> PyResult<PyLibrary> {
        let mut writer = LibraryWriter::open(&self.folder).map_err(failed)?;
        let how = (threads.max(1), keep_duplicates);
        for source in &sources {
            let origin = Origin::of(source)?;
            interruptible(py, |interrupt| import(interrupt, &mut writer, origin, how))?;
        }
        py.detach(|| writer.merge_small()).map_err(failed)?;
        drop(writer);
        PyLibrary::new(self.folder.clone(), false)
    }
}

/// Adds the games of a source, but those that an earlier import of it added.
fn import(
    interrupt: &Interrupt,
    writer: &mut LibraryWriter,
    origin: Origin,
    (threads, keep_duplicates): (usize, bool),
) -> PyResult<()> {
    let (name, path) = (origin.name.clone(), origin.path.clone());
    let content = path.as_deref().and_then(|path| source_checksum(path).ok());
    let source = SourceEntry::unread(name.clone(), content.map(|checksum| checksum.content()));
    let text = |path: &Path| {
        let opened = Origin::at(path.to_owned()).and_then(|origin| origin.open(None, 1));
        opened.map(|opened| opened.reader).map_err(io::Error::other)
    };
    let sources = &writer.manifest().sources;
    let earlier = path.map(|path| source.earlier(sources, || text(&path))).transpose();
    let earlier = earlier.map_err(|error| named(&name, error))?.flatten();
    if earlier.as_ref().is_some_and(|known| known.complete) {
        return Ok(());
    }
    let superseded: Vec<_> = earlier.iter().filter(|e| source.supersedes(e)).cloned().collect();
    let is_noted = source.content.is_some();
    let mut import = SourceImport::after(earlier.as_ref(), source);
    let text = SharedChecksum::default();
    let origin = origin.until(interrupt).with_checksum(&text);
    let parts = RowParts::of(Table::Library);
    let mut rows = Rows::of(origin, None, &ReadOptions::default(), threads, parts)?;
    let commit = |writer: &mut LibraryWriter, import: &SourceImport, complete: bool| {
        let noted = Some(import.entry(complete, Some(text.content()))).filter(|_| is_noted);
        writer.commit_instead(&superseded, noted.as_slice()).map_err(failed)
    };
    loop {
        if interrupt.is_set() {
            return commit(writer, &import, false);
        }
        let mut added = Ok(false);
        let read = rows.next(|row| {
            if let Ok(was_full) = added {
                let new = import.add(writer, &row, keep_duplicates);
                added = new.map(|new| was_full || new.is_some_and(|new| new.is_full));
            }
        });
        let is_full = added.map_err(failed)?;
        match read {
            Some(Ok(())) if is_full => commit(writer, &import, false)?,
            Some(Ok(())) => {}
            Some(Err(_)) if interrupt.is_set() => {}
            Some(Err(error)) => return Err(named(&name, error)),
            None => break,
        }
    }
    commit(writer, &import, true)
}

impl PyLibrary {
    fn games(&self, columns: Option<Vec<String>>) -> PyResult<PyTable> {
        let all = Batch::of(Table::Library);
        let schema =
            columns.as_deref().map_or_else(|| Ok(schema(&all)), |own| chosen(&all, own))?;
        let (columns, library) = (columns.unwrap_or_default(), self.library.clone());
        Ok(PyTable::new(schema.clone(), move |_| {
            let names: Vec<&str> = columns.iter().map(|name| &**name).collect();
            let mut batches = library.batches(&names, ROWS).map_err(failed)?;
            Ok(Stream::new(schema.clone(), move || {
                Some(batches.next()?.map_err(|error| error.to_string()))
            }))
        }))
    }

    fn positions(&self, columns: Option<Vec<String>>) -> PyResult<PyTable> {
        const NEEDED: [&str; 9] =
            ["id", "variant", "fen", "plies", "code", "wide", "clocks", "evals", "mates"];
        let all = Batch::of(Table::Positions);
        let schema =
            columns.as_deref().map_or_else(|| Ok(schema(&all)), |own| chosen(&all, own))?;
        let library = self.library.clone();
        Ok(PyTable::new(schema.clone(), move |_| {
            let mut games = library.batches(&NEEDED, 256).map_err(failed)?;
            Ok(Stream::new(schema.clone(), move || {
                let own = match games.next()? {
                    Ok(own) => own,
                    Err(error) => return Some(Err(error.to_string())),
                };
                let mut batch = Batch::of(Table::Positions);
                for row in 0..own.len() {
                    let number = own.column("id").and_then(|ids| ids.number(row)).unwrap_or(0);
                    push_positions(number as u64, &own, row, &mut batch);
                }
                Some(Ok(batch))
            }))
        }))
    }
}
