//! Reading of files, paths and bytes, game by game.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Cursor, Read, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use partie_db::{ParquetGames, library::SharedChecksum};
use partie_formats::{Format, ReadOptions, Record, decode::is_encoding};
use partie_pgn::{
    likely_start,
    parallel::{self, Batches, Jobs, Lending},
};
use partie_records::{
    Opened,
    compression::{Compression, MAGIC_LENGTH, uncompressed_name},
    container::Layers,
    dispatch, open, peek,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyMemoryView, PyString},
};

use crate::{
    game::{Kept, PyGame, keep},
    interrupt::Interrupt,
};

/// A Python object that is read: a path, bytes, or a file.
pub(crate) struct Origin {
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    /// The format, if it is known.
    format: Option<Format>,
    /// True for a Parquet file, whose games are read as text that is written of them.
    is_table: bool,
    /// Follows the unpacked text as it is read.
    checksum: Option<SharedChecksum>,
    source: Box<dyn Read + Send>,
}

impl Origin {
    pub(crate) fn of(source: &Bound<'_, PyAny>) -> PyResult<Origin> {
        if let Some(bytes) = bytes_of(source)? {
            return Origin::stream("<bytes>".to_owned(), Cursor::new(bytes));
        }
        if source.hasattr("read")? {
            let name = source.getattr("name").and_then(|name| name.extract::<String>());
            let name = name.unwrap_or_else(|_| "<stream>".to_owned());
            let file = source.clone().unbind();
            return Origin::stream(name, PythonFile { file, rest: Cursor::default() });
        }
        if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
            return Origin::at(source.extract()?);
        }
        let kind = source.get_type();
        Err(PyTypeError::new_err(format!("expected a path, bytes or a file, not {kind}")))
    }

    fn new(name: String, source: Box<dyn Read + Send>) -> Origin {
        Origin { name, path: None, format: None, is_table: false, checksum: None, source }
    }

    /// Reads bytes or a file object.
    fn stream(name: String, source: impl Read + Send + 'static) -> PyResult<Origin> {
        let (magic, source) = peek(source, 4).map_err(|error| named(&name, error))?;
        if magic == b"PAR1" {
            return Err(PyValueError::new_err(format!(
                "{name}: a Parquet file is read by its path, not from bytes or a file object"
            )));
        }
        Ok(Origin::new(name, Box::new(source)))
    }

    /// Opens a file.
    pub(crate) fn at(path: PathBuf) -> PyResult<Origin> {
        let name = path.to_string_lossy().into_owned();
        let opened = || {
            let (magic, source) = peek(File::open(&path)?, 4)?;
            let origin =
                Origin { path: Some(path.clone()), ..Origin::new(name.clone(), Box::new(source)) };
            if magic != b"PAR1" {
                return Ok(origin);
            }
            let (format, text) = ParquetGames::open(File::open(&path)?)?.into_text();
            Ok(Origin { source: Box::new(text), format: Some(format), is_table: true, ..origin })
        };
        opened().map_err(|error| named(&name, error))
    }

    /// Has a checksum follow the unpacked text.
    pub(crate) fn with_checksum(self, checksum: &SharedChecksum) -> Origin {
        Origin { checksum: Some(checksum.clone()), ..self }
    }

    /// Ends it when there is an interrupt.
    pub(crate) fn until(self, interrupt: &Interrupt) -> Origin {
        let source = Box::new(UntilInterrupt { source: self.source, interrupt: interrupt.clone() });
        Origin { source, ..self }
    }

    /// Passes over the bytes before a range, but for some games from which the reader finds out where
    /// the first game of the range begins. Returns the number of bytes that it passed over.
    pub(crate) fn seek(&mut self, start: u64) -> PyResult<u64> {
        let Some(path) = &self.path else { return Ok(0) };
        let head = peek(File::open(path)?, MAGIC_LENGTH)?.0;
        if self.is_table || Compression::from_magic(&head).is_some() {
            return Err(PyValueError::new_err(format!(
                "byte_range: {} is compressed, so no part of it can be read alone; read it whole",
                self.name
            )));
        }
        if start == 0 {
            return Ok(0);
        }
        let seek = || -> io::Result<(u64, File)> {
            let mut file = File::open(path)?;
            let mut before = BEFORE;
            loop {
                let from = start.saturating_sub(before);
                file.seek(SeekFrom::Start(from))?;
                let mut text = Vec::new();
                file.by_ref().take(start - from).read_to_end(&mut text)?;
                let begin = if from == 0 { Some(0) } else { likely_start(&text) };
                if let Some(begin) = begin {
                    let begin = from + begin as u64;
                    file.seek(SeekFrom::Start(begin))?;
                    return Ok((begin, file));
                }
                before *= 4;
            }
        };
        let (begin, file) = seek().map_err(|error| named(&self.name, error))?;
        self.source = Box::new(file);
        Ok(begin)
    }

    /// Opens it; the format is detected unless it is given.
    pub(crate) fn open(self, format: Option<Format>, threads: usize) -> PyResult<Opened> {
        // An open file has a name that says as much as a path.
        let path = self.path.as_deref().unwrap_or(Path::new(&self.name));
        let name = uncompressed_name(path);
        let mut opened = open(self.source, name.as_deref(), self.format.or(format), threads)
            .map_err(|error| named(&self.name, error))?;
        if let Some(checksum) = self.checksum {
            opened.reader = Box::new(checksum.of(opened.reader));
        }
        Ok(opened)
    }
}

/// Returns the bytes of an object that has them: `bytes`, `bytearray`, an array of NumPy.
fn bytes_of(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    // A file of `mmap` has bytes, too, but is read from its position.
    if source.hasattr("read")? {
        return Ok(None);
    }
    let Ok(view) = PyMemoryView::from(source) else { return Ok(None) };
    let bytes = view.call_method0("tobytes")?;
    Ok(Some(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
}

/// Returns an error with the name of its file; an exception of a file object as it is.
pub(crate) fn named(name: &str, error: io::Error) -> PyErr {
    let raised = error.get_ref().and_then(|inner| inner.downcast_ref::<PyErr>());
    if let Some(raised) = raised {
        return Python::attach(|py| raised.clone_ref(py));
    }
    if error.raw_os_error().is_some() {
        return io::Error::new(error.kind(), format!("{name}: {error}")).into();
    }
    PyValueError::new_err(format!("{name}: {error}"))
}

/// Number of bytes before a range that are read, too.
const BEFORE: u64 = 256 << 10;

/// A source whose reading fails after an interrupt.
struct UntilInterrupt {
    source: Box<dyn Read + Send>,
    interrupt: Interrupt,
}

impl Read for UntilInterrupt {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        self.source.read(buffer)
    }
}

/// A file object of Python.
struct PythonFile {
    file: Py<PyAny>,
    rest: Cursor<Vec<u8>>,
}

/// Number of bytes that are asked of a file object at a time.
const CHUNK: usize = 1 << 20;

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let next = Python::attach(|py| -> PyResult<Vec<u8>> {
            let chunk = self.file.bind(py).call_method1("read", (CHUNK,))?;
            if let Ok(text) = chunk.cast::<PyString>() {
                return Ok(text.to_str()?.as_bytes().to_vec());
            }
            chunk.extract()
        });
        self.rest = Cursor::new(next.map_err(io::Error::other)?);
        self.rest.read(buffer)
    }
}

/// Returns options of reading.
pub(crate) fn options(encoding: Option<String>) -> PyResult<ReadOptions> {
    if let Some(label) = encoding.as_deref().filter(|label| !is_encoding(label)) {
        return Err(PyValueError::new_err(format!(
            "encoding: expected a label such as utf-8, windows-1250, iso-8859-2 or cp852, but \
             found `{label}`"
        )));
    }
    Ok(ReadOptions::default().encoding(encoding))
}

/// Games of a source, one after the other.
enum Games {
    /// PGN, many games at a time.
    Fast(Batches<Kept>, VecDeque<Kept>, Arc<ReadOptions>),
    Records(Box<dyn Iterator<Item = io::Result<Record>> + Send>),
}

impl Games {
    fn next(&mut self) -> Option<io::Result<PyGame>> {
        match self {
            Games::Fast(batches, ready, options) => {
                while ready.is_empty() {
                    match batches.next()? {
                        Ok(batch) => ready.extend(batch.made.drain(..)),
                        Err(error) => return Some(Err(error)),
                    }
                }
                ready.pop_front().map(|kept| Ok(PyGame::of_kept(kept, options)))
            }
            Games::Records(records) => Some(records.next()?.map(PyGame::of_record)),
        }
    }
}

/// An iterator over the games of a source, made by `partie.read`.
#[pyclass(frozen, name = "Reader", module = "partie")]
pub(crate) struct PyReader {
    name: String,
    #[pyo3(get)]
    format: &'static str,
    games: Mutex<Games>,
}

/// Reads the games of a file of any format, compressed or not.
#[pyfunction]
#[pyo3(signature = (source, *, format=None, encoding=None, threads=1))]
pub(crate) fn read(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    encoding: Option<String>,
    threads: usize,
) -> PyResult<PyReader> {
    let options = options(encoding)?;
    let format = format.map(crate::game::format).transpose()?;
    let origin = Origin::of(source)?;
    let name = origin.name.clone();
    let threads = threads.max(1);
    py.detach(move || {
        let is_table = origin.is_table;
        let opened = origin.open(format, threads)?;
        let format = opened.layers.format;
        let format_name = if is_table { "parquet" } else { format.name() };
        let games = match opened.layers {
            Layers { container: None, format: Format::Pgn | Format::Bpgn } => {
                let (shared, jobs) = (Arc::new(options.clone()), Jobs::new(threads));
                let lending = Lending { moves: true, patient: true };
                let batches = parallel::ask(opened.reader, &options, jobs, lending, keep);
                Games::Fast(batches, VecDeque::new(), shared)
            }
            layers => Games::Records(dispatch::games(layers, opened.reader, &options)),
        };
        Ok(PyReader { name, format: format_name, games: Mutex::new(games) })
    })
}

#[pymethods]
impl PyReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        // The next game is mostly there.
        if let Ok(mut games) = self.games.try_lock()
            && let Games::Fast(_, ready, options) = &mut *games
            && let Some(kept) = ready.pop_front()
        {
            return Ok(Some(PyGame::of_kept(kept, options)));
        }
        py.check_signals()?;
        let next = py.detach(|| self.games.lock().unwrap_or_else(PoisonError::into_inner).next());
        next.transpose().map_err(|error| named(&self.name, error))
    }

    fn __repr__(&self) -> String {
        format!("<partie.Reader of {}, {}>", self.name, self.format)
    }
}

impl Origin {
    /// Returns the path or the name, the format if it is known, and the bytes.
    pub(crate) fn into_parts(self) -> (PathBuf, Option<Format>, Box<dyn Read + Send>) {
        (self.path.unwrap_or_else(|| self.name.into()), self.format, self.source)
    }
}
