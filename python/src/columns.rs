//! Columns of games as Arrow arrays.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, Date32Array, Int16Array, Int32Array, Int64Array, ListArray, MapArray,
    RecordBatch, StringArray, StructArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use partie_db::columns::{Batch, Bytes, Column, ValueKind, Values};
use pyo3::{PyResult, exceptions::PyValueError};

/// Returns the schema of a batch's columns.
pub(crate) fn schema(batch: &Batch) -> SchemaRef {
    let fields = batch.columns().iter().map(|column| {
        let field = column.field;
        Field::new(field.name, data_type(field.kind), field.nullable)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn data_type(kind: ValueKind) -> DataType {
    match kind {
        ValueKind::Int16 => DataType::Int16,
        ValueKind::Int32 => DataType::Int32,
        ValueKind::Int64 => DataType::Int64,
        ValueKind::Date => DataType::Date32,
        ValueKind::Text => DataType::Utf8,
        ValueKind::Bytes => DataType::Binary,
        ValueKind::Int32s => DataType::List(element()),
        ValueKind::Pairs => DataType::Map(entries(), false),
    }
}

fn element() -> Arc<Field> {
    Arc::new(Field::new("element", DataType::Int32, true))
}

fn pair() -> Fields {
    Fields::from(vec![
        Field::new("key", DataType::Utf8, false),
        Field::new("value", DataType::Utf8, false),
    ])
}

fn entries() -> Arc<Field> {
    Arc::new(Field::new("key_value", DataType::Struct(pair()), false))
}

/// Returns the schema of some of a batch's columns, in the order of their names.
pub(crate) fn chosen(batch: &Batch, names: &[String]) -> PyResult<SchemaRef> {
    let all = schema(batch);
    let mut fields: Vec<Arc<Field>> = Vec::new();
    for name in names {
        let Some((_, field)) = all.fields().find(name) else {
            let all = all.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>();
            return Err(PyValueError::new_err(format!(
                "there is no column `{name}`; there are {}",
                all.join(", ")
            )));
        };
        if fields.contains(field) {
            return Err(PyValueError::new_err(format!("column `{name}` is named twice")));
        }
        fields.push(field.clone());
    }
    if fields.is_empty() {
        return Err(PyValueError::new_err("columns: name at least one"));
    }
    Ok(Arc::new(Schema::new(fields)))
}

/// Moves the columns of a batch that a schema names into arrays.
pub(crate) fn record_batch(schema: &SchemaRef, batch: Batch) -> Result<RecordBatch, ArrowError> {
    let mut columns = batch.into_columns();
    let mut arrays = Vec::new();
    for field in schema.fields() {
        let found = columns.iter().position(|column| column.field.name == field.name());
        let found = found.ok_or_else(|| ArrowError::SchemaError(field.name().clone()))?;
        arrays.push(array(columns.swap_remove(found))?);
    }
    RecordBatch::try_new(schema.clone(), arrays)
}

fn array(column: Column) -> Result<ArrayRef, ArrowError> {
    let Column { field, values, valid, .. } = column;
    let nulls = field.nullable.then(|| NullBuffer::from(valid)).filter(|n| n.null_count() > 0);
    Ok(match values {
        Values::Int32(values) => match field.kind {
            ValueKind::Int16 => {
                let values: Vec<i16> = values.into_iter().map(|value| value as i16).collect();
                Arc::new(Int16Array::try_new(values.into(), nulls)?)
            }
            ValueKind::Date => Arc::new(Date32Array::try_new(values.into(), nulls)?),
            _ => Arc::new(Int32Array::try_new(values.into(), nulls)?),
        },
        Values::Int64(values) => Arc::new(Int64Array::try_new(values.into(), nulls)?),
        Values::Bytes(bytes) if field.kind == ValueKind::Text => Arc::new(text(bytes, nulls)?),
        Values::Bytes(Bytes { offsets, bytes: values }) => {
            Arc::new(BinaryArray::try_new(ends(offsets), values.into(), nulls)?)
        }
        Values::Int32s { offsets, values } => {
            let valid = BooleanBuffer::collect_bool(values.len(), |at| values[at].is_some());
            let missing = NullBuffer::new(valid);
            let values: Vec<i32> = values.into_iter().map(Option::unwrap_or_default).collect();
            let missing = Some(missing).filter(|missing| missing.null_count() > 0);
            let values = Arc::new(Int32Array::try_new(values.into(), missing)?);
            Arc::new(ListArray::try_new(element(), ends(offsets), values, nulls)?)
        }
        Values::Pairs { offsets, names, values } => {
            let columns: Vec<ArrayRef> =
                vec![Arc::new(text(names, None)?), Arc::new(text(values, None)?)];
            let pairs = StructArray::try_new(pair(), columns, None)?;
            Arc::new(MapArray::try_new(entries(), ends(offsets), pairs, nulls, false)?)
        }
    })
}

fn text(
    Bytes { offsets, bytes }: Bytes,
    nulls: Option<NullBuffer>,
) -> Result<StringArray, ArrowError> {
    StringArray::try_new(ends(offsets), Buffer::from_vec(bytes), nulls)
}

fn ends(offsets: Vec<u32>) -> OffsetBuffer<i32> {
    let offsets: Vec<i32> = offsets.into_iter().map(|offset| offset as i32).collect();
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}
