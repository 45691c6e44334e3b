//! Functions over columns of stored moves and positions, for engines that pass Arrow arrays.

use std::{fmt, str::FromStr, sync::Arc};

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int32Array, Int64Array, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray,
    cast::AsArray as _,
    types::{self, Int32Type, Int64Type},
};
use arrow_schema::{ArrowError, DataType};
use partie_db::{
    query::ParseError,
    stored_moves::{self, Pattern, Target},
};
use pyo3::{
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::{PyBytes, PyCapsule},
};

use crate::capsule::{self, failed};

/// What a function is called with and gives.
struct Function {
    name: &'static str,
    /// Names of the arguments with their types; the types are `code`, `text` and `int`.
    arguments: &'static [(&'static str, &'static str)],
    call: Call,
}

/// How a function is computed. Each gives null for null.
enum Call {
    Key,
    Number(fn(&[u8]) -> Option<i32>),
    Text(fn(&[u8]) -> Option<String>),
    Name(fn(&[u8]) -> Option<&'static str>),
    AtPly(fn(&[u8], u32) -> Option<String>),
    Reaches,
    Matches,
}

const CODE: (&str, &str) = ("code", "code");
const PLY: (&str, &str) = ("ply", "int");

/// All functions. `partie/arrow.py` says what they mean.
static FUNCTIONS: &[Function] = &[
    Function { name: "key", arguments: &[("fen", "text")], call: Call::Key },
    Function {
        name: "plies",
        arguments: &[CODE],
        call: Call::Number(|code| stored_moves::plies(code).map(|plies| plies as i32)),
    },
    Function { name: "san", arguments: &[CODE], call: Call::Text(stored_moves::san) },
    Function { name: "uci", arguments: &[CODE], call: Call::Text(stored_moves::uci) },
    Function { name: "reaches", arguments: &[CODE, ("fen", "text")], call: Call::Reaches },
    Function { name: "matches", arguments: &[CODE, ("pattern", "text")], call: Call::Matches },
    Function { name: "fen_at", arguments: &[CODE, PLY], call: Call::AtPly(stored_moves::fen_at) },
    Function {
        name: "material_at",
        arguments: &[CODE, PLY],
        call: Call::AtPly(stored_moves::material_at),
    },
    Function {
        name: "pawns_at",
        arguments: &[CODE, PLY],
        call: Call::AtPly(stored_moves::pawns_at),
    },
    Function {
        name: "eco",
        arguments: &[CODE],
        call: Call::Name(|code| stored_moves::opening(code).map(|opening| opening.code)),
    },
    Function {
        name: "opening",
        arguments: &[CODE],
        call: Call::Name(|code| stored_moves::opening(code).map(|opening| opening.name)),
    },
];

/// A column of texts or bytes in one of the layouts of Arrow.
enum Cells<'a> {
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    Text(&'a StringArray),
    LargeText(&'a LargeStringArray),
    TextView(&'a StringViewArray),
    Null,
}

impl<'a> Cells<'a> {
    fn of(array: &'a dyn Array) -> Option<Cells<'a>> {
        Some(match array.data_type() {
            DataType::Binary => Cells::Binary(array.as_binary()),
            DataType::LargeBinary => Cells::LargeBinary(array.as_binary()),
            DataType::BinaryView => Cells::BinaryView(array.as_binary_view()),
            DataType::Utf8 => Cells::Text(array.as_string()),
            DataType::LargeUtf8 => Cells::LargeText(array.as_string()),
            DataType::Utf8View => Cells::TextView(array.as_string_view()),
            DataType::Null => Cells::Null,
            _ => return None,
        })
    }

    fn get(&self, row: usize) -> Option<&'a [u8]> {
        match self {
            Cells::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Cells::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Cells::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Cells::Text(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Cells::LargeText(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Cells::TextView(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Cells::Null => None,
        }
    }

    fn text(&self, row: usize) -> Option<&'a str> {
        std::str::from_utf8(self.get(row)?).ok()
    }
}

/// The second argument of a function: one value for all rows, or one for each.
enum Second {
    None,
    Text(String),
    Int(i64),
    Each(Vec<ArrayRef>),
}

impl Second {
    fn of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Second> {
        let Some(value) = value else { return Ok(Second::None) };
        if let Ok(text) = value.extract::<String>() {
            return Ok(Second::Text(text));
        }
        if let Ok(number) = value.extract::<i64>() {
            return Ok(Second::Int(number));
        }
        Ok(Second::Each(capsule::arrays(value)?))
    }

    fn len(&self) -> Option<usize> {
        match self {
            Second::Each(arrays) => Some(arrays.iter().map(|array| array.len()).sum()),
            _ => None,
        }
    }
}

/// Words that are read from a text once, while rows have the same text.
struct Memo<T> {
    last: Option<(String, T)>,
}

impl<T: FromStr<Err = ParseError>> Memo<T> {
    fn get(&mut self, text: &str) -> Result<&T, ArrowError> {
        if self.last.as_ref().is_none_or(|(known, _)| known != text) {
            let read = text.parse().map_err(|why: ParseError| {
                ArrowError::InvalidArgumentError(format!("`{text}`: {why}"))
            })?;
            self.last = Some((text.to_owned(), read));
        }
        Ok(&self.last.as_ref().expect("just read").1)
    }
}

impl Function {
    /// Computes a value for each row of the arrays.
    fn apply(&self, first: &[ArrayRef], second: &Second) -> Result<ArrayRef, ArrowError> {
        let mut cells = Vec::new();
        for array in first {
            let column = Cells::of(array).ok_or_else(|| self.wrong(0, array.data_type()))?;
            cells.extend((0..array.len()).map(|row| column.get(row)));
        }
        let texts = |text: &dyn Fn(&[u8]) -> Option<String>| -> ArrayRef {
            Arc::new(cells.iter().map(|cell| text((*cell)?)).collect::<StringArray>())
        };
        Ok(match &self.call {
            Call::Key => {
                let key =
                    |cell: &Option<&[u8]>| stored_moves::key(std::str::from_utf8((*cell)?).ok()?);
                Arc::new(cells.iter().map(key).collect::<Int64Array>())
            }
            Call::Number(number) => {
                Arc::new(cells.iter().map(|cell| number((*cell)?)).collect::<Int32Array>())
            }
            Call::Text(text) => texts(text),
            Call::Name(name) => {
                Arc::new(cells.iter().map(|cell| name((*cell)?)).collect::<StringArray>())
            }
            Call::AtPly(text) => {
                let plies = self.plies(second, cells.len())?;
                let at = |(cell, ply): (&Option<&[u8]>, Option<i64>)| {
                    text((*cell)?, u32::try_from(ply?).ok()?)
                };
                Arc::new(cells.iter().zip(plies).map(at).collect::<StringArray>())
            }
            Call::Reaches => self.search::<Target>(&cells, second, Target::reached_by)?,
            Call::Matches => self.search::<Pattern>(&cells, second, Pattern::met_by)?,
        })
    }

    fn plies(&self, second: &Second, rows: usize) -> Result<Vec<Option<i64>>, ArrowError> {
        let arrays = match second {
            Second::Int(ply) => return Ok(vec![Some(*ply); rows]),
            Second::Each(arrays) => arrays,
            Second::Text(_) => return Err(self.wrong(1, &DataType::Utf8)),
            Second::None => return Err(self.missing()),
        };
        let mut plies = Vec::with_capacity(rows);
        for array in arrays {
            macro_rules! read {
                ($($kind:ident $native:ident)*) => {
                    match array.data_type() {
                        $(DataType::$kind => {
                            let array = array.as_primitive::<types::$native>();
                            plies.extend(array.iter().map(|ply| i64::try_from(ply?).ok()));
                        })*
                        DataType::Null => plies.extend((0..array.len()).map(|_| None)),
                        other => return Err(self.wrong(1, other)),
                    }
                };
            }
            read!(
                Int8 Int8Type Int16 Int16Type Int32 Int32Type Int64 Int64Type
                UInt8 UInt8Type UInt16 UInt16Type UInt32 UInt32Type UInt64 UInt64Type
            );
        }
        Ok(plies)
    }

    fn search<T: FromStr<Err = ParseError>>(
        &self,
        cells: &[Option<&[u8]>],
        second: &Second,
        found: impl Fn(&T, &[u8]) -> Option<u32>,
    ) -> Result<ArrayRef, ArrowError> {
        let mut memo = Memo::<T> { last: None };
        let ply = |ply: Option<u32>| ply.map(|ply| ply as i32);
        let arrays = match second {
            Second::Text(text) => {
                // A mistake is said even where there are no rows.
                let wanted = memo.get(text)?;
                let plies = cells.iter().map(|cell| ply(found(wanted, (*cell)?)));
                return Ok(Arc::new(plies.collect::<Int32Array>()));
            }
            Second::Each(arrays) => arrays,
            Second::Int(_) => return Err(self.wrong(1, &DataType::Int64)),
            Second::None => return Err(self.missing()),
        };
        let (mut plies, mut rest) = (Int32Array::builder(cells.len()), cells.iter());
        for array in arrays {
            let texts = Cells::of(array).ok_or_else(|| self.wrong(1, array.data_type()))?;
            for (row, cell) in (0..array.len()).zip(rest.by_ref()) {
                let found = match cell.zip(texts.text(row)) {
                    Some((code, text)) => found(memo.get(text)?, code),
                    None => None,
                };
                plies.append_option(ply(found));
            }
        }
        Ok(Arc::new(plies.finish()))
    }

    fn wrong(&self, argument: usize, found: &dyn fmt::Display) -> ArrowError {
        let (name, kind) = self.arguments[argument.min(self.arguments.len() - 1)];
        let expected = match kind {
            "code" => "bytes, as in the column `code` of a library",
            "text" => "text",
            _ => "a whole number",
        };
        ArrowError::InvalidArgumentError(format!(
            "{}: `{name}` must be {expected}, not {found}",
            self.name
        ))
    }

    fn missing(&self) -> ArrowError {
        let (name, _) = self.arguments[self.arguments.len() - 1];
        ArrowError::InvalidArgumentError(format!("{}: `{name}` is missing", self.name))
    }
}

/// Calls a function by its name on an array, a stream of arrays, or one value.
#[pyfunction]
#[pyo3(signature = (name, first, second=None))]
pub(crate) fn call<'py>(
    py: Python<'py>,
    name: &str,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = FUNCTIONS.iter().find(|function| function.name == name);
    let function =
        function.ok_or_else(|| PyValueError::new_err(format!("there is no function `{name}`")))?;
    let one = one_value(first)?;
    let second = Second::of(second)?;
    let arrays = match &one {
        Some(one) => vec![one.clone()],
        None => capsule::arrays(first)?,
    };
    let rows: usize = arrays.iter().map(|array| array.len()).sum();
    if let Some(length) = second.len().filter(|length| *length != rows) {
        return Err(PyValueError::new_err(format!(
            "{name}: the arguments have {rows} and {length} rows; give as many, or one value"
        )));
    }
    let made = py.detach(|| function.apply(&arrays, &second)).map_err(failed)?;
    if one.is_some() {
        return value(py, &made, 0);
    }
    PyArray(made).into_pyobject(py).map(Bound::into_any)
}

/// An array of values or nulls, as functions over arrays give it.
#[pyclass(frozen, sequence, name = "Array", module = "partie")]
pub(crate) struct PyArray(ArrayRef);

#[pymethods]
impl PyArray {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // There is only one type to give.
        let _ = requested_schema;
        capsule::array(py, &self.0)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        if row >= self.0.len() {
            return Err(PyIndexError::new_err(format!("row {row} of {}", self.0.len())));
        }
        value(py, &self.0, row)
    }

    fn __repr__(&self) -> String {
        format!("<partie.Array of {} values, {}>", self.0.len(), self.0.data_type())
    }
}

/// Returns an array of a value that stands by itself.
fn one_value(value: &Bound<'_, PyAny>) -> PyResult<Option<ArrayRef>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(Arc::new(BinaryArray::from_vec(vec![bytes.as_bytes()]))));
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(Some(Arc::new(StringArray::from(vec![text]))));
    }
    Ok(value.is_none().then(|| arrow_array::new_null_array(&DataType::Null, 1)))
}

/// Returns a value of an array.
fn value<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Int32 => {
            array.as_primitive::<Int32Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Int64 => {
            array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()
        }
        _ => array.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
    })
}
