//! Parquet files of sorted numbers.

use std::{fs::File, io::BufWriter, path::Path, sync::Arc};

use parquet::{
    basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel},
    data_type::{Int32Type, Int64Type},
    errors::Result as ParquetResult,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::types::{ColumnPath, Type},
};

use super::{
    disk::DiskFile,
    error::{LibraryError, Result},
};
use crate::{
    reader::{TableFile, read_numbers},
    writer::{
        encode::{Encoder, Leaf, OpenLeaf, append_group},
        failure,
    },
};

/// Number of rows of a page, which a lookup decodes for each column.
const PAGE_ROWS: usize = 2048;

/// Number of rows of a row group.
const GROUP_ROWS: usize = 1 << 20;

/// A column of a number file.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberColumn {
    pub(super) name: &'static str,
    pub(super) kind: NumberKind,
}

/// Storage of a column's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    /// 64 bits, near each other.
    Int64,
    /// 64 bits, many of them equal to the one before.
    Runs64,
    /// 32 bits, near each other.
    Int32,
    /// 32 bits, many of them equal to the one before.
    Runs32,
    /// 16 bits, few of them different.
    Int16,
    /// 16 bits, in runs of the same sequences.
    Runs16,
}

impl NumberKind {
    /// Returns true if a number takes eight bytes in memory; otherwise it takes four.
    pub(super) const fn is_long(self) -> bool {
        matches!(self, NumberKind::Int64 | NumberKind::Runs64)
    }
}

/// Numbers of a column.
#[derive(Debug)]
pub(super) enum Numbers {
    Int64(Vec<i64>),
    Int32(Vec<i32>),
}

impl Numbers {
    /// Adds numbers. The caller chose a column that is wide enough.
    pub(super) fn extend(&mut self, added: impl Iterator<Item = i64>) {
        match self {
            Numbers::Int64(numbers) => numbers.extend(added),
            Numbers::Int32(numbers) => numbers.extend(added.map(|number| number as i32)),
        }
    }

    const fn len(&self) -> usize {
        match self {
            Numbers::Int64(numbers) => numbers.len(),
            Numbers::Int32(numbers) => numbers.len(),
        }
    }

    /// Moves the first of them to a leaf.
    fn encode(&mut self, count: usize, leaf: &mut OpenLeaf) -> ParquetResult<()> {
        match self {
            Numbers::Int64(numbers) => {
                leaf.put::<Int64Type>(&numbers[..count], None, None)?;
                numbers.drain(..count);
            }
            Numbers::Int32(numbers) => {
                leaf.put::<Int32Type>(&numbers[..count], None, None)?;
                numbers.drain(..count);
            }
        }
        Ok(())
    }
}

/// Reads numbers of a column, as [`read_numbers`] does.
pub(super) fn read_column(
    file: &TableFile,
    column: NumberColumn,
    rows: (u64, usize),
) -> ParquetResult<Vec<i64>> {
    if column.kind.is_long() {
        return read_numbers::<Int64Type>(file, column.name, rows);
    }
    let numbers = read_numbers::<Int32Type>(file, column.name, rows)?;
    Ok(numbers.into_iter().map(i64::from).collect())
}

/// Returns true if two files have the same rows, in any encoding.
pub(super) fn have_same_rows(columns: &[NumberColumn], paths: [&Path; 2]) -> Result<bool> {
    let open = |path: &Path| {
        let file = File::open(path).and_then(TableFile::of);
        file.map_err(|error| LibraryError::io(path, error))
    };
    let [one, other] = [open(paths[0])?, open(paths[1])?];
    if one.rows() != other.rows() {
        return Ok(false);
    }
    for column in columns {
        for row in (0..one.rows()).step_by(GROUP_ROWS) {
            let read = |file, path| {
                let read = read_column(file, *column, (row, GROUP_ROWS));
                read.map_err(|error| LibraryError::io(path, failure(error)))
            };
            if read(&one, paths[0])? != read(&other, paths[1])? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Writes a file of some columns, whose numbers a function adds at once.
pub(super) fn write_numbers(
    path: &Path,
    name: &str,
    columns: &[NumberColumn],
    add: impl FnOnce(&mut [Numbers]),
) -> Result<()> {
    let mut out = NumberWriter::create(path, name, columns)?;
    out.rows(add).map_err(|error| LibraryError::io(path, failure(error)))?;
    out.finish(path)
}

/// Writes rows of numbers to a Parquet file.
pub(super) struct NumberWriter {
    file: SerializedFileWriter<BufWriter<DiskFile>>,
    encoder: Encoder,
    /// Number of rows of the row group that were encoded.
    encoded: usize,
    /// Numbers that follow them.
    columns: Vec<Numbers>,
}

impl NumberWriter {
    /// Creates a file with some columns.
    pub(super) fn create(
        path: &Path,
        name: &str,
        columns: &[NumberColumn],
    ) -> Result<NumberWriter> {
        let file = DiskFile::create(path).map_err(|error| LibraryError::io(path, error))?;
        let begin = || -> ParquetResult<NumberWriter> {
            let mut properties = WriterProperties::builder()
                .set_created_by(concat!("partie ", env!("CARGO_PKG_VERSION")).to_owned())
                .set_data_page_row_count_limit(PAGE_ROWS)
                .set_write_batch_size(PAGE_ROWS)
                .set_statistics_enabled(EnabledStatistics::None)
                .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?));
            let mut fields = Vec::new();
            let mut numbers = Vec::new();
            for (at, column) in columns.iter().enumerate() {
                let path = ColumnPath::from(column.name);
                if at == 0 {
                    // By the lowest key of each page the page of a key is found.
                    properties = properties
                        .set_column_statistics_enabled(path.clone(), EnabledStatistics::Page);
                }
                let (physical, values) = if column.kind.is_long() {
                    (Physical::INT64, Numbers::Int64(Vec::new()))
                } else {
                    (Physical::INT32, Numbers::Int32(Vec::new()))
                };
                properties = match column.kind {
                    NumberKind::Int16 => properties,
                    NumberKind::Runs64 | NumberKind::Runs32 | NumberKind::Runs16 => {
                        properties.set_column_dictionary_enabled(path, false)
                    }
                    NumberKind::Int64 | NumberKind::Int32 => properties
                        .set_column_dictionary_enabled(path.clone(), false)
                        .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                        .set_column_compression(path, Compression::UNCOMPRESSED),
                };
                let is_short = matches!(column.kind, NumberKind::Int16 | NumberKind::Runs16);
                let logical = is_short.then(|| LogicalType::integer(16, true));
                let field = Type::primitive_type_builder(column.name, physical)
                    .with_repetition(Repetition::REQUIRED)
                    .with_logical_type(logical);
                fields.push(Arc::new(field.build()?));
                numbers.push(values);
            }
            let schema = Arc::new(Type::group_type_builder(name).with_fields(fields).build()?);
            let properties = Arc::new(properties.build());
            let file = SerializedFileWriter::new(BufWriter::new(file), schema, properties)?;
            let encoder = Encoder::new(Leaf::all(&file));
            Ok(NumberWriter { file, encoder, encoded: 0, columns: numbers })
        };
        begin().map_err(|error| LibraryError::io(path, failure(error)))
    }

    /// Adds rows, as many of each column; a group of them ends when it is large enough. Numbers of
    /// the columns are handed over by their places.
    pub(super) fn rows(&mut self, add: impl FnOnce(&mut [Numbers])) -> ParquetResult<()> {
        add(&mut self.columns);
        let rows = self.waiting();
        if self.encoded + rows >= GROUP_ROWS {
            self.end_group()
        } else {
            // The rows of a page must come together.
            self.encode(rows / PAGE_ROWS * PAGE_ROWS)
        }
    }

    /// Returns the number of rows that were added and not encoded.
    fn waiting(&self) -> usize {
        self.columns.first().map_or(0, Numbers::len)
    }

    fn encode(&mut self, rows: usize) -> ParquetResult<()> {
        self.encoded += rows;
        let mut leaves = self.columns.iter_mut().zip(self.encoder.leaves());
        leaves.try_for_each(|(numbers, leaf)| numbers.encode(rows, leaf))
    }

    fn end_group(&mut self) -> ParquetResult<()> {
        self.encode(self.waiting())?;
        self.encoded = 0;
        append_group(&mut self.file, self.encoder.end()?)
    }

    /// Ends the file, and waits until it is on the disk.
    pub(super) fn finish(mut self, path: &Path) -> Result<()> {
        let finish = || {
            if self.encoded + self.waiting() > 0 {
                self.end_group()?;
            }
            self.file.into_inner()
        };
        let file = finish().map_err(|error| LibraryError::io(path, failure(error)))?;
        let synced = file.into_inner().map_err(std::io::IntoInnerError::into_error);
        let synced = synced.and_then(|file| file.sync());
        synced.map_err(|error| LibraryError::io(path, error))
    }
}
