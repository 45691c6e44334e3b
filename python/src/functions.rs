//! Functions over columns of stored moves and positions, for engines that pass Arrow arrays.

use std::{fmt, str::FromStr, sync::Arc};

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int32Array, Int64Array, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray,
    builder::StringBuilder,
    cast::AsArray as _,
    types::{Int32Type, Int64Type},
};
use arrow_schema::{ArrowError, DataType};
use partie_db::{
    query::ParseError,
    stored_moves::{self, Pattern, Target},
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use pyo3_arrow::{PyArray, PyChunkedArray, input::AnyArray};

/// What a function is called with and gives.
struct Function {
    name: &'static str,
    /// Names of the arguments with their types; the types are `code`, `text` and `int`.
    arguments: &'static [(&'static str, &'static str)],
    /// `int32`, `int64` or `text`.
    gives: &'static str,
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
    Function { name: "key", arguments: &[("fen", "text")], gives: "int64", call: Call::Key },
    Function {
        name: "plies",
        arguments: &[CODE],
        gives: "int32",
        call: Call::Number(|code| stored_moves::plies(code).map(|plies| plies as i32)),
    },
    Function {
        name: "san",
        arguments: &[CODE],
        gives: "text",
        call: Call::Text(stored_moves::san),
    },
    Function {
        name: "uci",
        arguments: &[CODE],
        gives: "text",
        call: Call::Text(stored_moves::uci),
    },
    Function {
        name: "reaches",
        arguments: &[CODE, ("fen", "text")],
        gives: "int32",
        call: Call::Reaches,
    },
    Function {
        name: "matches",
        arguments: &[CODE, ("pattern", "text")],
        gives: "int32",
        call: Call::Matches,
    },
    Function {
        name: "fen_at",
        arguments: &[CODE, PLY],
        gives: "text",
        call: Call::AtPly(stored_moves::fen_at),
    },
    Function {
        name: "material_at",
        arguments: &[CODE, PLY],
        gives: "text",
        call: Call::AtPly(stored_moves::material_at),
    },
    Function {
        name: "pawns_at",
        arguments: &[CODE, PLY],
        gives: "text",
        call: Call::AtPly(stored_moves::pawns_at),
    },
    Function {
        name: "eco",
        arguments: &[CODE],
        gives: "text",
        call: Call::Name(|code| stored_moves::opening(code).map(|opening| opening.code)),
    },
    Function {
        name: "opening",
        arguments: &[CODE],
        gives: "text",
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
    Each(ArrayRef),
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
        let chunks = value.extract::<AnyArray>()?.into_chunked_array()?;
        let (chunks, field) = chunks.into_inner();
        let parts: Vec<&dyn Array> = chunks.iter().map(AsRef::as_ref).collect();
        let array = match &parts[..] {
            [] => arrow_array::new_empty_array(field.data_type()),
            parts => arrow_select::concat::concat(parts).map_err(error)?,
        };
        Ok(Second::Each(array))
    }

    fn len(&self) -> Option<usize> {
        match self {
            Second::Each(array) => Some(array.len()),
            _ => None,
        }
    }

    /// Returns a part of it.
    fn slice(&self, start: usize, length: usize) -> Second {
        match self {
            Second::None => Second::None,
            Second::Text(text) => Second::Text(text.clone()),
            Second::Int(number) => Second::Int(*number),
            Second::Each(array) => Second::Each(array.slice(start, length)),
        }
    }
}

fn error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
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
    fn apply(&self, first: &dyn Array, second: &Second) -> Result<ArrayRef, ArrowError> {
        let cells = Cells::of(first).ok_or_else(|| self.wrong(0, first.data_type()))?;
        let rows = 0..first.len();
        Ok(match &self.call {
            Call::Key => {
                let keys = rows.map(|row| stored_moves::key(cells.text(row)?));
                Arc::new(keys.collect::<Int64Array>())
            }
            Call::Number(number) => {
                Arc::new(rows.map(|row| number(cells.get(row)?)).collect::<Int32Array>())
            }
            Call::Text(text) => {
                let mut texts = StringBuilder::new();
                rows.for_each(|row| texts.append_option(cells.get(row).and_then(text)));
                Arc::new(texts.finish())
            }
            Call::Name(name) => {
                let mut names = StringBuilder::new();
                rows.for_each(|row| names.append_option(cells.get(row).and_then(name)));
                Arc::new(names.finish())
            }
            Call::AtPly(text) => {
                let plies = self.plies(second)?;
                let mut texts = StringBuilder::new();
                for row in rows {
                    let ply = plies(row).and_then(|ply| u32::try_from(ply).ok());
                    texts.append_option(
                        cells.get(row).zip(ply).and_then(|(code, ply)| text(code, ply)),
                    );
                }
                Arc::new(texts.finish())
            }
            Call::Reaches => {
                self.search::<Target>(first.len(), &cells, second, Target::reached_by)?
            }
            Call::Matches => {
                self.search::<Pattern>(first.len(), &cells, second, Pattern::met_by)?
            }
        })
    }

    fn plies<'a>(
        &self,
        second: &'a Second,
    ) -> Result<Box<dyn Fn(usize) -> Option<i64> + 'a>, ArrowError> {
        match second {
            Second::Int(ply) => Ok(Box::new(|_| Some(*ply))),
            Second::Each(array) => {
                let array = arrow_cast::cast(array, &DataType::Int64)
                    .map_err(|_| self.wrong(1, array.data_type()))?;
                let plies = array.as_primitive::<Int64Type>().clone();
                Ok(Box::new(move |row| plies.is_valid(row).then(|| plies.value(row))))
            }
            Second::Text(_) => Err(self.wrong(1, &DataType::Utf8)),
            Second::None => Err(self.missing()),
        }
    }

    fn search<T: FromStr<Err = ParseError>>(
        &self,
        rows: usize,
        cells: &Cells<'_>,
        second: &Second,
        found: impl Fn(&T, &[u8]) -> Option<u32>,
    ) -> Result<ArrayRef, ArrowError> {
        let mut memo = Memo::<T> { last: None };
        let each = match second {
            Second::Text(text) => {
                // A mistake is said even where there are no rows.
                memo.get(text)?;
                None
            }
            Second::Each(array) => {
                Some(Cells::of(array).ok_or_else(|| self.wrong(1, array.data_type()))?)
            }
            Second::Int(_) => return Err(self.wrong(1, &DataType::Int64)),
            Second::None => return Err(self.missing()),
        };
        let mut plies = Int32Array::builder(rows);
        for row in 0..rows {
            let text = match (&each, second) {
                (Some(each), _) => each.text(row),
                (None, Second::Text(text)) => Some(&**text),
                _ => None,
            };
            let ply = match cells.get(row).zip(text) {
                Some((code, text)) => found(memo.get(text)?, code),
                None => None,
            };
            plies.append_option(ply.map(|ply| ply as i32));
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
    if let Some(one) = one_value(first)? {
        let second = Second::of(second)?;
        let made = py.detach(|| function.apply(&one, &second)).map_err(error)?;
        return value(py, &made);
    }
    let second = Second::of(second)?;
    let (chunks, is_one) = match first.extract::<AnyArray>()? {
        AnyArray::Array(array) => (vec![array.into_inner().0], true),
        stream => (stream.into_chunked_array()?.into_inner().0, false),
    };
    let rows: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    if let Some(length) = second.len().filter(|length| *length != rows) {
        return Err(PyValueError::new_err(format!(
            "{name}: the arguments have {rows} and {length} rows; give as many, or one value"
        )));
    }
    let made = py.detach(|| {
        let mut start = 0;
        let of_chunk = |chunk: &ArrayRef| {
            let part = second.slice(start, chunk.len());
            start += chunk.len();
            function.apply(chunk, &part)
        };
        chunks.iter().map(of_chunk).collect::<Result<Vec<_>, _>>()
    });
    let mut made = made.map_err(error)?;
    if is_one && let Some(array) = made.pop() {
        return PyArray::from_array_ref(array).into_pyobject(py).map(Bound::into_any);
    }
    let field = arrow_schema::Field::new("", function.data_type(), true);
    PyChunkedArray::try_new(made, Arc::new(field))?.into_pyobject(py).map(Bound::into_any)
}

impl Function {
    fn data_type(&self) -> DataType {
        match self.gives {
            "int32" => DataType::Int32,
            "int64" => DataType::Int64,
            _ => DataType::Utf8,
        }
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

/// Returns the only value of an array.
fn value<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(0) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Int32 => array.as_primitive::<Int32Type>().value(0).into_pyobject(py)?.into_any(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(0).into_pyobject(py)?.into_any(),
        _ => array.as_string::<i32>().value(0).into_pyobject(py)?.into_any(),
    })
}
