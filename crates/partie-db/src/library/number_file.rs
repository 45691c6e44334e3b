//! Parquet files of sorted numbers.

use std::{io::BufWriter, path::Path, sync::Arc};

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
use crate::writer::failure;

/// Number of rows of a page: what a lookup decodes of each column.
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
    /// 32 bits, near each other.
    Int32,
    /// 16 bits, few of them different.
    Int16,
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

    fn clear(&mut self) {
        match self {
            Numbers::Int64(numbers) => numbers.clear(),
            Numbers::Int32(numbers) => numbers.clear(),
        }
    }
}

/// Writes rows of numbers to a Parquet file.
pub(super) struct NumberWriter {
    file: SerializedFileWriter<BufWriter<DiskFile>>,
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
                .set_statistics_enabled(EnabledStatistics::Chunk)
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
                let (physical, bits, values) = match column.kind {
                    NumberKind::Int64 => (Physical::INT64, None, Numbers::Int64(Vec::new())),
                    NumberKind::Int32 => (Physical::INT32, None, Numbers::Int32(Vec::new())),
                    NumberKind::Int16 => (Physical::INT32, Some(16), Numbers::Int32(Vec::new())),
                };
                properties = match column.kind {
                    NumberKind::Int16 => properties,
                    NumberKind::Int64 | NumberKind::Int32 => properties
                        .set_column_dictionary_enabled(path.clone(), false)
                        .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                        .set_column_compression(path, Compression::UNCOMPRESSED),
                };
                let logical = bits.map(|bits| LogicalType::integer(bits, true));
                let field = Type::primitive_type_builder(column.name, physical)
                    .with_repetition(Repetition::REQUIRED)
                    .with_logical_type(logical);
                fields.push(Arc::new(field.build()?));
                numbers.push(values);
            }
            let schema = Arc::new(Type::group_type_builder(name).with_fields(fields).build()?);
            let properties = Arc::new(properties.build());
            let file = SerializedFileWriter::new(BufWriter::new(file), schema, properties)?;
            Ok(NumberWriter { file, columns: numbers })
        };
        begin().map_err(|error| LibraryError::io(path, failure(error)))
    }

    /// Adds rows, as many of each column; a group of them ends when it is large enough. Numbers of
    /// the columns are handed over by their places.
    pub(super) fn rows(&mut self, add: impl FnOnce(&mut [Numbers])) -> ParquetResult<()> {
        add(&mut self.columns);
        if self.columns.first().is_some_and(|column| column.len() >= GROUP_ROWS) {
            self.end_group()?;
        }
        Ok(())
    }

    fn end_group(&mut self) -> ParquetResult<()> {
        let mut group = self.file.next_row_group()?;
        for numbers in &mut self.columns {
            let Some(mut column) = group.next_column()? else { break };
            match numbers {
                Numbers::Int64(numbers) => {
                    column.typed::<Int64Type>().write_batch(numbers, None, None)?;
                }
                Numbers::Int32(numbers) => {
                    column.typed::<Int32Type>().write_batch(numbers, None, None)?;
                }
            }
            column.close()?;
            numbers.clear();
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file, and waits until it is on the disk.
    pub(super) fn finish(mut self, path: &Path) -> Result<()> {
        let finish = || {
            if self.columns.first().is_some_and(|column| column.len() > 0) {
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
