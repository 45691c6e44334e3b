//! Arrays and streams in the capsules of Arrow's C data interface, the only module with `unsafe` code.
//!
//! The rules are in <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>:
//! taking a structure out of a capsule moves it, and marks the one in the capsule as released.

use arrow_array::{
    ArrayRef, RecordBatchReader,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi},
    ffi_stream::FFI_ArrowArrayStream,
    make_array,
};
use arrow_schema::{ArrowError, Schema};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    ffi::c_str,
    prelude::*,
    types::PyCapsule,
};

const SCHEMA: &std::ffi::CStr = c_str!("arrow_schema");
const ARRAY: &std::ffi::CStr = c_str!("arrow_array");
const STREAM: &std::ffi::CStr = c_str!("arrow_array_stream");

pub(crate) fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Takes the arrays of an object: of an array, or of a stream of arrays.
pub(crate) fn arrays(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = pair.extract()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: the names say what the capsules hold; both are moved out once.
        let data = unsafe {
            let schema = FFI_ArrowSchema::from_raw(schema.as_ptr());
            from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), &schema)
        };
        return Ok(vec![make_array(data.map_err(failed)?)]);
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: the name says what the capsule holds; it is moved out once.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        return arrays_of_stream(&mut stream).map_err(failed);
    }
    let kind = object.get_type();
    Err(PyTypeError::new_err(format!(
        "expected an Arrow array, such as those of pyarrow and polars, or one value, not {kind}"
    )))
}

fn arrays_of_stream(stream: &mut FFI_ArrowArrayStream) -> Result<Vec<ArrayRef>, ArrowError> {
    let ended = |code: i32| match code {
        0 => Ok(()),
        code => Err(ArrowError::CDataInterface(format!("a stream of arrays failed ({code})"))),
    };
    let missing = || ArrowError::CDataInterface("the stream was read before".to_owned());
    let (get_schema, get_next) =
        (stream.get_schema.ok_or_else(missing)?, stream.get_next.ok_or_else(missing)?);
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, and the structures are empty.
    ended(unsafe { get_schema(stream, &raw mut schema) })?;
    let mut arrays = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        ended(unsafe { get_next(stream, &raw mut array) })?;
        if array.is_released() {
            return Ok(arrays);
        }
        // SAFETY: the stream says that its arrays have this schema.
        arrays.push(make_array(unsafe { from_ffi(array, &schema) }?));
    }
}

/// Puts an array into capsules.
pub(crate) fn array<'py>(
    py: Python<'py>,
    array: &ArrayRef,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(failed)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, array))
}

/// Puts a schema into a capsule.
pub(crate) fn schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(failed)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// Puts a stream into a capsule.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, STREAM)
}
