//! Batches to a file.

use std::{
    io::{self, Write},
    sync::Arc,
};

use parquet::{
    data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::{ParquetError, Result},
    file::writer::{SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter},
};
use partie_formats::columns::{Batch, Bytes, Column, Values};

use crate::schema;

/// Writes a Parquet file, one row group for each batch.
///
/// ```
/// use partie_db::Writer;
/// use partie_formats::{ReadOptions, WriteOptions, columns::{Batch, Row}, pgn};
/// let text = "[White \"Adams, Michael\"]\n\n1. e4 e5 *\n";
/// let mut batch = Batch::new();
/// for record in pgn::read(text.as_bytes(), &ReadOptions::default()) {
///     let record = record.expect("memory does not fail");
///     batch.push("games.pgn", &Row::of(&record, &WriteOptions::default()));
/// }
/// let mut writer = Writer::new(Vec::new())?;
/// writer.write(batch)?;
/// let file = writer.finish()?.out;
/// assert!(file.starts_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    games: u64,
}

impl<W: Write + Send> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Writer")
    }
}

/// A file that was written.
#[derive(Debug)]
pub struct Written<W> {
    /// Where it was written to.
    pub out: W,
    /// How many games it has.
    pub games: u64,
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn new(out: W) -> io::Result<Writer<W>> {
        Writer::begin(out).map_err(failure)
    }

    fn begin(out: W) -> Result<Writer<W>> {
        let properties = Arc::new(schema::properties()?);
        let file = SerializedFileWriter::new(out, schema::schema()?, properties)?;
        Ok(Writer { file, games: 0 })
    }

    /// Writes a batch; one without games is passed over.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&mut self, batch: Batch) -> io::Result<()> {
        if batch.is_empty() { Ok(()) } else { self.write_group(batch).map_err(failure) }
    }

    fn write_group(&mut self, batch: Batch) -> Result<()> {
        self.games += batch.len() as u64;
        let mut group = self.file.next_row_group()?;
        for column in batch.into_columns() {
            write_column(&mut group, column)?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn finish(self) -> io::Result<Written<W>> {
        // It writes what is still to be written.
        let out = self.file.into_inner().map_err(failure)?;
        Ok(Written { out, games: self.games })
    }
}

/// What `out` said, if it was the reason.
fn failure(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(why) => match why.downcast::<io::Error>() {
            Ok(why) => *why,
            Err(why) => io::Error::other(why),
        },
        error => io::Error::other(error),
    }
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: Column,
) -> Result<()> {
    let Column { valid, values, .. } = column;
    // A level for each row: whether it has a value.
    let levels: Vec<i16> = valid.iter().map(|valid| i16::from(*valid)).collect();
    let levels = (!levels.is_empty()).then_some(levels);
    match values {
        Values::Int32(values) => {
            let values = present(values, &valid);
            put::<Int32Type, W>(group, &values, levels.as_deref(), None)
        }
        Values::Int64(values) => {
            let values = present(values, &valid);
            put::<Int64Type, W>(group, &values, levels.as_deref(), None)
        }
        Values::Bytes(bytes) => {
            let values = present(arrays(bytes), &valid);
            put::<ByteArrayType, W>(group, &values, levels.as_deref(), None)
        }
        Values::Int32s { offsets, values } => {
            let (definition, repetition) = list_levels(&offsets, &values, &valid);
            let values: Vec<i32> = values.into_iter().flatten().collect();
            put::<Int32Type, W>(group, &values, Some(&definition), Some(&repetition))
        }
        Values::Pairs { offsets, names, values } => {
            let (definition, repetition) = pair_levels(&offsets);
            for texts in [names, values] {
                let texts = arrays(texts);
                put::<ByteArrayType, W>(group, &texts, Some(&definition), Some(&repetition))?;
            }
            Ok(())
        }
    }
}

/// The values of those rows that have one.
fn present<T>(values: Vec<T>, valid: &[bool]) -> Vec<T> {
    if valid.is_empty() {
        return values;
    }
    values.into_iter().zip(valid).filter_map(|(value, valid)| valid.then_some(value)).collect()
}

/// The same bytes, which stay in one piece.
fn arrays(bytes: Bytes) -> Vec<ByteArray> {
    let Bytes { offsets, bytes } = bytes;
    let all = ByteArray::from(bytes);
    let part = |ends: &[u32; 2]| {
        let [start, end] = *ends;
        all.slice(start as usize, (end - start) as usize)
    };
    offsets.array_windows().map(part).collect()
}

/// Definition levels (0: the list is null, 1: it is empty, 2: its element is null, 3: it is
/// a number) and repetition levels (0: the list begins, 1: it goes on).
fn list_levels(offsets: &[u32], values: &[Option<i32>], valid: &[bool]) -> (Vec<i16>, Vec<i16>) {
    let (mut definition, mut repetition) =
        (Vec::with_capacity(values.len()), Vec::with_capacity(values.len()));
    for (row, [start, end]) in offsets.array_windows().enumerate() {
        let list = &values[*start as usize..*end as usize];
        if list.is_empty() {
            let valid = valid.get(row).is_none_or(|valid| *valid);
            definition.push(i16::from(valid));
            repetition.push(0);
        }
        for (i, value) in list.iter().enumerate() {
            definition.push(2 + i16::from(value.is_some()));
            repetition.push(i16::from(i > 0));
        }
    }
    (definition, repetition)
}

/// Definition levels (0: no pairs, 1: a pair) and repetition levels.
fn pair_levels(offsets: &[u32]) -> (Vec<i16>, Vec<i16>) {
    let (mut definition, mut repetition) = (Vec::new(), Vec::new());
    for [start, end] in offsets.array_windows() {
        let pairs = end - start;
        definition.push(i16::from(pairs > 0));
        repetition.push(0);
        for _ in 1..pairs {
            definition.push(1);
            repetition.push(1);
        }
    }
    (definition, repetition)
}

/// Writes the values of the next column.
fn put<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definition: Option<&[i16]>,
    repetition: Option<&[i16]>,
) -> Result<()> {
    let missing = || ParquetError::General("there are more columns than fields".to_owned());
    let mut writer: SerializedColumnWriter<'_> = group.next_column()?.ok_or_else(missing)?;
    writer.typed::<T>().write_batch(values, definition, repetition)?;
    writer.close()
}
