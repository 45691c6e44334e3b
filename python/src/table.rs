//! Streams of Arrow batches: games and positions of files and of libraries.

use std::{
    io,
    sync::{Arc, Mutex},
};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use partie_db::{
    columns::{Batch, Row, RowParts, Table},
    library::push_positions,
};
use partie_formats::{Format, ReadOptions, Record, Retained, WriteOptions};
use partie_pgn::parallel::{self, Jobs, Lending};
use partie_records::{container::Layers, dispatch};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyCapsule};

use crate::{
    capsule,
    columns::{chosen, record_batch, schema},
    reader::{Origin, options},
};

/// Number of rows of a batch of games, and of one of positions.
const GAMES: usize = 4096;
const POSITIONS: usize = 1 << 15;

/// Number of bytes at which a batch ends sooner.
const BYTES: usize = 16 << 20;

/// Makes a stream, as often as one is asked for.
type Make = Box<dyn Fn(Python<'_>) -> PyResult<Stream> + Send + Sync>;

/// A table that is read in batches when it is asked for: by polars, pandas, DuckDB, DataFusion,
/// pyarrow and everything else that reads Arrow's C stream interface.
#[pyclass(frozen, name = "Table", module = "partie")]
pub(crate) struct PyTable {
    schema: SchemaRef,
    make: Make,
}

impl PyTable {
    pub(crate) fn new(
        schema: SchemaRef,
        make: impl Fn(Python<'_>) -> PyResult<Stream> + Send + Sync + 'static,
    ) -> PyTable {
        PyTable { schema, make: Box::new(make) }
    }
}

#[pymethods]
impl PyTable {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // There is only one schema to give.
        let _ = requested_schema;
        capsule::stream(py, (self.make)(py)?)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.schema)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<partie.Table: {}>", self.columns().join(", "))
    }
}

/// Batches that are made one after the other.
pub(crate) struct Stream {
    schema: SchemaRef,
    /// True if threads that read ask Python, which the one that asks for batches may hold.
    asks_python: bool,
    next: Box<dyn FnMut() -> Option<Result<Batch, String>> + Send>,
}

impl Stream {
    pub(crate) fn new(
        schema: SchemaRef,
        next: impl FnMut() -> Option<Result<Batch, String>> + Send + 'static,
    ) -> Stream {
        Stream { schema, asks_python: false, next: Box::new(next) }
    }

    /// Lets go of Python while a batch is made, if the source is a file object.
    fn of_source(self, source: &Reopened) -> Stream {
        Stream { asks_python: matches!(source, Reopened::Once(_)), ..self }
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = &mut self.next;
        let batch = if self.asks_python { Python::attach(|py| py.detach(next))? } else { next()? };
        let batch = batch.map_err(ArrowError::ComputeError);
        Some(batch.and_then(|batch| record_batch(&self.schema, batch)))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> Arc<Schema> {
        self.schema.clone()
    }
}

/// A source that can be opened again, unless it is a file of Python's.
enum Reopened {
    Again(Py<PyAny>),
    Once(Mutex<Option<Py<PyAny>>>),
}

impl Reopened {
    fn of(source: &Bound<'_, PyAny>) -> Reopened {
        let source_of = source.clone().unbind();
        let again = !source.hasattr("read").unwrap_or(false);
        if again { Reopened::Again(source_of) } else { Reopened::Once(Mutex::new(Some(source_of))) }
    }

    fn open(&self, py: Python<'_>) -> PyResult<Origin> {
        match self {
            Reopened::Again(source) => Origin::of(source.bind(py)),
            Reopened::Once(source) => {
                let source = source.lock().ok().and_then(|mut source| source.take());
                let source = source.ok_or_else(|| {
                    PyValueError::new_err("a file object can be read once; give its path")
                })?;
                Origin::of(source.bind(py))
            }
        }
    }
}

/// Gives the next rows to a function; `None` at the end.
type NextRows = dyn FnMut(&mut dyn FnMut(Row)) -> Option<io::Result<()>> + Send;

/// Rows of a source, some at a time.
pub(crate) struct Rows(Box<NextRows>);

impl Rows {
    pub(crate) fn of(
        origin: Origin,
        format: Option<Format>,
        options: &ReadOptions,
        threads: usize,
        parts: RowParts,
    ) -> PyResult<Rows> {
        let options = options.clone().keep(Retained::OnlyDiagnostics);
        let opened = origin.open(format, threads)?;
        if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = opened.layers {
            let lending = Lending { moves: parts.needs_moves(), patient: true };
            let jobs = Jobs::new(threads);
            let mut read =
                parallel::ask(opened.reader, &options, jobs, lending, move |game, rows| {
                    rows.push(Row::of_lent(game, parts));
                });
            return Ok(Rows(Box::new(move |each| {
                Some(read.next()?.map(|rows| rows.made.drain(..).for_each(each)))
            })));
        }
        let whole = options.keep(Retained::Everything);
        let mut read = dispatch::games(opened.layers, opened.reader, &whole);
        Ok(Rows(Box::new(move |each| {
            let row = |record: &Record| {
                Row::of_game(record.game(), parts, &WriteOptions::default()).at(record)
            };
            Some(read.next()?.map(|record| each(row(&record))))
        })))
    }

    /// Gives the next rows to a function.
    pub(crate) fn next(&mut self, mut each: impl FnMut(Row)) -> Option<io::Result<()>> {
        (self.0)(&mut each)
    }
}

/// A table of the games of a source.
#[pyfunction]
#[pyo3(signature = (source, columns=None, *, byte_range=None, format=None, encoding=None, threads=1))]
pub(crate) fn table(
    source: &Bound<'_, PyAny>,
    columns: Option<Vec<String>>,
    byte_range: Option<(u64, u64)>,
    format: Option<&str>,
    encoding: Option<String>,
    threads: usize,
) -> PyResult<PyTable> {
    let (start, end) = byte_range.unwrap_or((0, u64::MAX));
    let empty = match &columns {
        None => Batch::of(Table::File),
        Some(names) => {
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            Batch::with_columns(&names).map_err(no_column)?
        }
    };
    let schema =
        columns.as_deref().map_or_else(|| Ok(schema(&empty)), |own| chosen(&empty, own))?;
    let parts = empty.row_parts();
    let format = format.map(crate::game::format).transpose()?;
    let (source, options, threads) = (Reopened::of(source), options(encoding)?, threads.max(1));
    Ok(PyTable::new(schema.clone(), move |py| {
        let mut origin = source.open(py)?;
        let begin = if byte_range.is_some() { origin.seek(start)? } else { 0 };
        let (name, options) = (origin.name.clone(), options.clone());
        let mut rows = py.detach(|| Rows::of(origin, format, &options, threads, parts))?;
        let mut batch = empty.clone();
        let mut has_ended = false;
        Ok(Stream::new(schema.clone(), move || {
            while !has_ended && batch.len() < GAMES && batch.size() < BYTES {
                let mut is_past = false;
                let push = |row: Row| {
                    let byte = row.byte + begin;
                    is_past |= byte >= end;
                    if (start..end).contains(&byte) {
                        batch.push(&name, &row.at_byte(byte));
                    }
                };
                match rows.next(push) {
                    Some(Ok(())) => has_ended = is_past,
                    Some(Err(error)) => return Some(Err(format!("{name}: {error}"))),
                    None => has_ended = true,
                }
            }
            (!batch.is_empty()).then(|| Ok(batch.take()))
        })
        .of_source(&source))
    }))
}

fn no_column(name: &str) -> PyErr {
    let all = partie_db::columns::FIELDS.iter().map(|field| field.name).collect::<Vec<_>>();
    PyValueError::new_err(format!(
        "there is no column `{name}`; there are {}, code and wide",
        all.join(", ")
    ))
}

/// A table of the positions of the main lines of a source.
#[pyfunction]
#[pyo3(signature = (source, *, format=None, encoding=None, threads=1))]
pub(crate) fn positions(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    encoding: Option<String>,
    threads: usize,
) -> PyResult<PyTable> {
    const NEEDED: [&str; 8] =
        ["variant", "fen", "plies", "code", "wide", "clocks", "evals", "mates"];
    let empty = Batch::of(Table::Positions);
    let schema = schema(&empty);
    let format = format.map(crate::game::format).transpose()?;
    let (source, options, threads) = (Reopened::of(source), options(encoding)?, threads.max(1));
    Ok(PyTable::new(schema.clone(), move |py| {
        let origin = source.open(py)?;
        let (name, options) = (origin.name.clone(), options.clone());
        let mut games = Batch::with_columns(&NEEDED).map_err(no_column)?;
        let parts = games.row_parts();
        let mut rows = py.detach(|| Rows::of(origin, format, &options, threads, parts))?;
        let mut batch = Batch::of(Table::Positions);
        let mut has_ended = false;
        Ok(Stream::new(schema.clone(), move || {
            while !has_ended && batch.len() < POSITIONS {
                let positions = |row: Row| {
                    games.push("", &row);
                    // Of games of two boards there are no rows.
                    push_positions(row.number, &games.take(), 0, &mut batch);
                };
                match rows.next(positions) {
                    Some(Ok(())) => {}
                    Some(Err(error)) => return Some(Err(format!("{name}: {error}"))),
                    None => has_ended = true,
                }
            }
            (!batch.is_empty()).then(|| Ok(batch.take()))
        })
        .of_source(&source))
    }))
}
