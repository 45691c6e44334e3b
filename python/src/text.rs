//! Texts that are checked, mended and converted.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
};

use partie::{
    Input,
    mend::{RepairOptions, Step},
};
use partie_db::{
    Writer,
    columns::{Batch, RowParts, Table},
};
use partie_formats::{Confidence, Format, ReadOptions, WriteOptions};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};

use crate::{
    game::{PyDiagnostic, format},
    interrupt::interruptible,
    reader::{Origin, named, options},
    table::Rows,
};

fn input(origin: Origin, format: Option<Format>, options: ReadOptions, threads: usize) -> Input {
    let (path, known, source) = origin.into_parts();
    let input = Input::new(source).path(path).options(options).threads(threads.max(1));
    match known.or(format) {
        Some(format) => input.format(format),
        None => input,
    }
}

/// Everything that is wrong with the records of a source.
#[pyfunction]
#[pyo3(signature = (source, *, format=None, encoding=None, threads=1))]
pub(crate) fn check(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    encoding: Option<String>,
    threads: usize,
) -> PyResult<Vec<PyDiagnostic>> {
    let format = format.map(self::format).transpose()?;
    let options = options(encoding)?;
    let origin = Origin::of(source)?;
    let name = origin.name.clone();
    interruptible(py, move |interrupt| {
        let failed = |error| named(&name, error);
        let mut found = Vec::new();
        let input = input(origin.until(interrupt), format, options, threads);
        for record in input.check().map_err(failed)? {
            found.extend(PyDiagnostic::all(&record.map_err(failed)?));
        }
        Ok(found)
    })
}

/// Records that were mended.
#[pyclass(frozen, name = "Fixed", module = "partie")]
pub(crate) struct PyFixed {
    text: Vec<u8>,
    /// Changes: the number of the game, the text before and the text after.
    #[pyo3(get)]
    changes: Vec<(u64, String, String)>,
}

#[pymethods]
impl PyFixed {
    /// The mended text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.text)
    }

    fn __repr__(&self) -> String {
        format!("<partie.Fixed: {} changes>", self.changes.len())
    }
}

/// Mends the records of a source: changes that are `safe`, `likely` or a `guess`.
#[pyfunction]
#[pyo3(signature = (source, *, level="safe", format=None, encoding=None, threads=1))]
pub(crate) fn fix(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    level: &str,
    format: Option<&str>,
    encoding: Option<String>,
    threads: usize,
) -> PyResult<PyFixed> {
    let level =
        Confidence::ALL.into_iter().find(|known| known.name() == level).ok_or_else(|| {
            PyValueError::new_err(format!("level: expected safe, likely or guess, not {level}"))
        })?;
    let format = format.map(self::format).transpose()?;
    let options = options(encoding)?;
    let origin = Origin::of(source)?;
    let name = origin.name.clone();
    interruptible(py, move |interrupt| {
        let failed = |error| named(&name, error);
        let (mut text, mut changes) = (Vec::new(), Vec::new());
        let mut number = 0;
        let mending = input(origin.until(interrupt), format, options, threads);
        let mending = mending.mend(RepairOptions::default().level(level)).map_err(failed)?;
        for mended in mending {
            let mended = mended.map_err(failed)?;
            text.extend_from_slice(&mended.text);
            if let Step::Record(record) = &mended.step {
                number = record.number;
            }
            let own = mended.changes.into_iter();
            changes.extend(own.map(|change| (number, change.before, change.after)));
        }
        Ok(PyFixed { text, changes })
    })
}

/// Records that were written in another format.
#[pyclass(frozen, name = "Converted", module = "partie")]
pub(crate) struct PyConverted {
    text: Vec<u8>,
    /// The number of games.
    #[pyo3(get)]
    games: u64,
    /// Losses of the format, each with the number of games that have it.
    #[pyo3(get)]
    lost: BTreeMap<String, u64>,
}

#[pymethods]
impl PyConverted {
    /// The text, unless it went to a file.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.text)
    }

    fn __repr__(&self) -> String {
        format!("<partie.Converted: {} games, {} kinds of loss>", self.games, self.lost.len())
    }
}

/// Writes the records of a source in another format, to a file or as text.
#[pyfunction]
#[pyo3(signature = (source, output=None, *, to=None, format=None, encoding=None, threads=1))]
pub(crate) fn convert(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    output: Option<PathBuf>,
    to: Option<&str>,
    format: Option<&str>,
    encoding: Option<String>,
    threads: usize,
) -> PyResult<PyConverted> {
    let extension = output.as_ref().and_then(|path| path.extension()?.to_str());
    let to = to.or(extension).ok_or_else(|| {
        PyValueError::new_err("to which format? give `to`, or an output with its extension")
    })?;
    let format = format.map(self::format).transpose()?;
    let options = options(encoding)?;
    let origin = Origin::of(source)?;
    let name = origin.name.clone();
    if to == "parquet" {
        let output = output.ok_or_else(|| {
            PyValueError::new_err("a Parquet file needs an output; for a table use partie.table")
        })?;
        return interruptible(py, |interrupt| {
            to_parquet(origin.until(interrupt), output, format, options, threads)
        });
    }
    let to = self::format(to)?;
    interruptible(py, move |interrupt| {
        let failed = |error| named(&name, error);
        let mut made = PyConverted { text: Vec::new(), games: 0, lost: BTreeMap::new() };
        let file = output.map(File::create).transpose().map_err(failed)?;
        let mut file = file.map(BufWriter::new);
        let source = input(origin.until(interrupt), format, options, threads);
        for converted in source.convert(to, &WriteOptions::default()).map_err(failed)? {
            let converted = converted.map_err(failed)?;
            made.games += u64::from(converted.record.holds_game());
            for loss in converted.lost {
                *made.lost.entry(loss.counted().0).or_default() += 1;
            }
            match &mut file {
                Some(file) => file.write_all(&converted.text).map_err(failed)?,
                None => made.text.extend_from_slice(&converted.text),
            }
        }
        if let Some(mut file) = file {
            file.flush().map_err(failed)?;
        }
        Ok(made)
    })
}

fn to_parquet(
    origin: Origin,
    output: PathBuf,
    format: Option<Format>,
    options: ReadOptions,
    threads: usize,
) -> PyResult<PyConverted> {
    let name = origin.name.clone();
    let failed = |error| named(&name, error);
    let mut made = PyConverted { text: Vec::new(), games: 0, lost: BTreeMap::new() };
    let mut rows = Rows::of(origin, format, &options, threads.max(1), RowParts::of(Table::File))?;
    let file = BufWriter::new(File::create(output).map_err(failed)?);
    let mut writer = Writer::new(file, threads.max(1)).map_err(failed)?;
    let mut batch = Batch::new();
    loop {
        let read = rows.next(|row| {
            made.games += 1;
            for loss in &row.lost {
                *made.lost.entry(loss.counted().0).or_default() += 1;
            }
            batch.push(&name, &row);
        });
        if batch.len() >= 1024 || read.is_none() {
            writer.write(batch.take()).map_err(failed)?;
        }
        match read {
            Some(read) => read.map_err(failed)?,
            None => break,
        }
    }
    writer.finish().map_err(failed)?.out.flush().map_err(failed)?;
    Ok(made)
}
