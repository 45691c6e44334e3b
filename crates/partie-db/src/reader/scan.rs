//! Runs of rows as batches.

use std::{io, ops::Range, sync::Arc};

use parquet::{
    column::reader::ColumnReaderImpl,
    data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::{ParquetError, Result},
};

use super::TableFile;
use crate::{
    columns::{Batch, Bytes, COLUMNS, Column, ValueKind, Values},
    writer::failure,
};

/// Reads rows of some columns of a file, batch by batch.
pub(crate) struct Scan {
    file: Arc<TableFile>,
    /// Numbers of the columns among [`COLUMNS`], each with its first leaf.
    columns: Vec<(usize, usize)>,
    rows: Range<u64>,
    /// The columns of the row group that is being read.
    open: Vec<OpenColumn>,
    /// Number of its rows not yet read.
    left: usize,
}

/// A column that is being read.
enum OpenColumn {
    Int32(ColumnReaderImpl<Int32Type>),
    Int64(ColumnReaderImpl<Int64Type>),
    Bytes(ColumnReaderImpl<ByteArrayType>),
    Pairs(Box<[ColumnReaderImpl<ByteArrayType>; 2]>),
}

impl Scan {
    /// Starts with a range of rows of columns that are chosen by their numbers among [`COLUMNS`]. Those
    /// that tables of earlier versions do not have are left out if the file lacks them.
    pub(crate) fn new(
        file: Arc<TableFile>,
        columns: impl IntoIterator<Item = usize>,
        rows: Range<u64>,
    ) -> io::Result<Scan> {
        let leaf = |at: usize| Ok((at, file.leaf(COLUMNS[at].name)?));
        let has = |at: &usize| !COLUMNS[*at].is_later() || file.leaf(COLUMNS[*at].name).is_ok();
        let columns =
            columns.into_iter().filter(has).map(leaf).collect::<Result<_>>().map_err(failure)?;
        let rows = rows.start..rows.end.min(file.rows());
        Ok(Scan { file, columns, rows, open: Vec::new(), left: 0 })
    }

    /// Returns the next rows of one row group, at most `most`; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    pub(crate) fn next(&mut self, most: usize) -> io::Result<Option<Batch>> {
        self.read(most).map_err(failure)
    }

    /// Passes over all rows before one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub(crate) fn skip_to(&mut self, row: u64) -> io::Result<()> {
        let rows = row.saturating_sub(self.rows.start).min(self.rows.end - self.rows.start);
        self.rows.start += rows;
        if rows >= self.left as u64 {
            self.left = 0;
            return Ok(());
        }
        self.left -= rows as usize;
        self.open.iter_mut().try_for_each(|open| open.skip(rows as usize)).map_err(failure)
    }

    fn read(&mut self, most: usize) -> Result<Option<Batch>> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        if self.left == 0 {
            let (group, row) = self.file.find(self.rows.start);
            let open =
                |(at, leaf): &(usize, usize)| OpenColumn::new(&self.file, *at, group, *leaf, row);
            self.open = self.columns.iter().map(open).collect::<Result<_>>()?;
            self.left = self.file.rows_of(group) - row;
        }
        let rest = usize::try_from(self.rows.end - self.rows.start).unwrap_or(usize::MAX);
        let rows = most.min(self.left).min(rest);
        let columns = self.columns.iter().zip(&mut self.open);
        let columns = columns.map(|((at, _), open)| open.read(*at, rows)).collect::<Result<_>>()?;
        self.rows.start += rows as u64;
        self.left -= rows;
        Ok(Some(Batch::of_columns(rows, columns)))
    }
}

impl OpenColumn {
    fn new(
        file: &TableFile,
        at: usize,
        group: usize,
        leaf: usize,
        row: usize,
    ) -> Result<OpenColumn> {
        Ok(match COLUMNS[at].kind {
            ValueKind::Int16 | ValueKind::Int32 | ValueKind::Date | ValueKind::Int32s => {
                OpenColumn::Int32(file.typed_column(group, leaf, row)?)
            }
            ValueKind::Int64 => OpenColumn::Int64(file.typed_column(group, leaf, row)?),
            ValueKind::Text | ValueKind::Bytes => {
                OpenColumn::Bytes(file.typed_column(group, leaf, row)?)
            }
            ValueKind::Pairs => OpenColumn::Pairs(Box::new([
                file.typed_column(group, leaf, row)?,
                file.typed_column(group, leaf + 1, row)?,
            ])),
        })
    }

    fn skip(&mut self, rows: usize) -> Result<()> {
        match self {
            OpenColumn::Int32(reader) => reader.skip_records(rows)?,
            OpenColumn::Int64(reader) => reader.skip_records(rows)?,
            OpenColumn::Bytes(reader) => reader.skip_records(rows)?,
            OpenColumn::Pairs(both) => {
                both[0].skip_records(rows)?;
                both[1].skip_records(rows)?
            }
        };
        Ok(())
    }

    /// Reads the next rows of a column.
    fn read(&mut self, at: usize, rows: usize) -> Result<Column> {
        let mut column = Column::new(at);
        let field = column.field;
        match self {
            OpenColumn::Int32(reader) if field.kind == ValueKind::Int32s => {
                let Levels { values, definition, repetition } = Levels::read(reader, rows, true)?;
                let mut values = values.into_iter();
                let (mut offsets, mut list) = (Vec::with_capacity(rows + 1), Vec::new());
                for (definition, repetition) in definition.iter().zip(repetition) {
                    if repetition == 0 {
                        offsets.push(list.len() as u32);
                        column.valid.push(*definition > 0);
                    }
                    match definition {
                        0 | 1 => {}
                        2 => list.push(None),
                        _ => list.push(values.next()),
                    }
                }
                offsets.push(list.len() as u32);
                column.values = Values::Int32s { offsets, values: list };
            }
            OpenColumn::Int32(reader) => {
                let levels = Levels::read(reader, rows, field.nullable)?;
                column.values = Values::Int32(levels.spread(&mut column.valid));
            }
            OpenColumn::Int64(reader) => {
                let levels = Levels::read(reader, rows, field.nullable)?;
                column.values = Values::Int64(levels.spread(&mut column.valid));
            }
            OpenColumn::Bytes(reader) => {
                let levels = Levels::read(reader, rows, field.nullable)?;
                column.valid.extend(levels.definition.iter().map(|level| *level > 0));
                column.values = Values::Bytes(if column.valid.is_empty() {
                    bytes(levels.values.iter().map(Some))
                } else {
                    let mut values = levels.values.iter();
                    bytes(column.valid.iter().map(|has| if *has { values.next() } else { None }))
                });
            }
            OpenColumn::Pairs(both) => {
                let [names, values] = &mut **both;
                let names = Levels::read(names, rows, true)?;
                let values = Levels::read(values, rows, true)?;
                let mut offsets = Vec::with_capacity(rows + 1);
                let mut pairs = 0;
                for (definition, repetition) in names.definition.iter().zip(&names.repetition) {
                    if *repetition == 0 {
                        offsets.push(pairs);
                    }
                    pairs += u32::from(*definition > 0);
                }
                offsets.push(pairs);
                let texts = |texts: &[ByteArray]| bytes(texts.iter().map(Some));
                let (names, values) = (texts(&names.values), texts(&values.values));
                column.values = Values::Pairs { offsets, names, values };
            }
        }
        let read = column.rows();
        if read == rows {
            Ok(column)
        } else {
            let name = field.name;
            Err(ParquetError::EOF(format!("the column `{name}` has {read} rows of {rows}")))
        }
    }
}

/// Values of some rows with their levels.
struct Levels<T> {
    values: Vec<T>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl<T: Clone + Default> Levels<T> {
    fn read<D: DataType<T = T>>(
        reader: &mut ColumnReaderImpl<D>,
        rows: usize,
        levels: bool,
    ) -> Result<Levels<T>> {
        let mut read =
            Levels { values: Vec::new(), definition: Vec::new(), repetition: Vec::new() };
        let Levels { values, definition, repetition } = &mut read;
        reader.read_records(rows, levels.then_some(definition), Some(repetition), values)?;
        Ok(read)
    }

    /// Returns a value for each row, and notes which rows have one.
    fn spread(self, valid: &mut Vec<bool>) -> Vec<T> {
        if self.definition.is_empty() {
            return self.values;
        }
        valid.extend(self.definition.iter().map(|level| *level > 0));
        let mut values = self.values.into_iter();
        let value = |has: &bool| if *has { values.next() } else { None }.unwrap_or_default();
        valid.iter().map(value).collect()
    }
}

/// Puts texts in one piece; where there is none, it is empty.
fn bytes<'a>(arrays: impl Iterator<Item = Option<&'a ByteArray>>) -> Bytes {
    let mut all = Bytes::new();
    for array in arrays {
        all.push(array.map_or(b"", ByteArray::data));
    }
    all
}
