//! Parquet files that are read at any place.

use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
};

use bytes::Bytes;
use parquet::{
    column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader, get_typed_column_reader},
    data_type::DataType,
    errors::{ParquetError, Result},
    file::{
        metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader},
        page_index::column_index::ColumnIndexMetaData,
        reader::{ChunkReader, Length},
        serialized_reader::SerializedPageReader,
    },
    schema::types::SchemaDescriptor,
};

use crate::writer::failure;

/// A file whose parts are read by their offsets, by many threads at once.
struct FileAt {
    file: File,
    length: u64,
}

impl FileAt {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        #[cfg(unix)]
        {
            std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
        }
        #[cfg(windows)]
        {
            let mut at = 0;
            while at < buffer.len() {
                let from = offset + at as u64;
                match std::os::windows::fs::FileExt::seek_read(&self.file, &mut buffer[at..], from)?
                {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    read => at += read,
                }
            }
            Ok(())
        }
    }
}

impl Length for FileAt {
    fn len(&self) -> u64 {
        self.length
    }
}

/// Bytes of a file from an offset on, read some at a time.
struct FromOffset {
    file: Arc<FileAt>,
    at: u64,
}

impl Read for FromOffset {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.file.length.saturating_sub(self.at);
        let length = buffer.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
        self.file.read_exact_at(&mut buffer[..length], self.at)?;
        self.at += length as u64;
        Ok(length)
    }
}

/// Returns the content of a file, whose own offset stays as it is.
pub(crate) fn contents(file: &File) -> io::Result<impl Read + use<>> {
    let (file, length) = (file.try_clone()?, file.metadata()?.len());
    Ok(FromOffset { file: Arc::new(FileAt { file, length }), at: 0 })
}

/// The same, shared with the readers of its pages.
#[derive(Clone)]
struct Shared(Arc<FileAt>);

impl Length for Shared {
    fn len(&self) -> u64 {
        self.0.length
    }
}

impl ChunkReader for Shared {
    type T = io::BufReader<FromOffset>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(io::BufReader::new(FromOffset { file: self.0.clone(), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if start.saturating_add(length as u64) > self.0.length {
            return Err(ParquetError::EOF(format!("{length} bytes at {start} end after the file")));
        }
        let mut buffer = vec![0; length];
        self.0.read_exact_at(&mut buffer, start)?;
        Ok(buffer.into())
    }
}

/// A Parquet file that is open for reading.
pub(crate) struct TableFile {
    file: Shared,
    metadata: ParquetMetaData,
    /// First rows of the row groups, and after them the number of all rows.
    starts: Vec<u64>,
}

/// Returns true if the pages of each column lie one after the other, in it and in the file: readers
/// rely on it.
fn has_pages_in_order(metadata: &ParquetMetaData, length: u64) -> bool {
    metadata.row_groups().iter().enumerate().all(|(group, row_group)| {
        row_group.columns().iter().enumerate().all(|(leaf, column)| {
            let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let end = start.saturating_add(column.compressed_size());
            let index = metadata.offset_index().and_then(|index| index.get(group)?.get(leaf));
            let (mut offset, mut row) = (start, 0);
            let pages = index.map_or(&[][..], |index| index.page_locations());
            let in_order = pages.iter().all(|page| {
                let is_after = page.offset >= offset && page.first_row_index >= row;
                offset = page.offset.saturating_add(page.compressed_page_size.max(1).into());
                row = page.first_row_index;
                is_after
            });
            let ends = start >= 0 && offset <= end && row <= row_group.num_rows();
            in_order && ends && u64::try_from(end).is_ok_and(|end| end <= length)
        })
    })
}

impl TableFile {
    /// Reads the footer and the page index of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a Parquet file.
    pub(crate) fn of(file: File) -> io::Result<TableFile> {
        let length = file.metadata()?.len();
        let file = Shared(Arc::new(FileAt { file, length }));
        let metadata = ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Optional)
            .parse_and_finish(&file)
            .map_err(failure)?;
        if !has_pages_in_order(&metadata, length) {
            return Err(failure(ParquetError::General("its footer is damaged".to_owned())));
        }
        let mut starts = vec![0];
        let mut rows = 0;
        for group in metadata.row_groups() {
            rows += u64::try_from(group.num_rows()).unwrap_or(0);
            starts.push(rows);
        }
        Ok(TableFile { file, metadata, starts })
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the schema.
    pub(crate) fn schema(&self) -> &SchemaDescriptor {
        self.metadata.file_metadata().schema_descr()
    }

    /// Returns the number of row groups.
    pub(crate) fn groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    /// Returns the row group that a row is in, and the number of the row there, from 0.
    pub(crate) fn find(&self, row: u64) -> (usize, usize) {
        let group = self.starts.partition_point(|start| *start <= row).saturating_sub(1);
        (group, (row - self.starts[group]) as usize)
    }

    /// Returns the number of rows of a row group.
    pub(crate) fn rows_of(&self, group: usize) -> usize {
        (self.starts[group + 1] - self.starts[group]) as usize
    }

    /// Returns the number of the first leaf of a column.
    pub(crate) fn leaf(&self, column: &str) -> Result<usize> {
        let columns = self.metadata.file_metadata().schema_descr().columns();
        let is_it = |path: &[String]| path.first().is_some_and(|root| root == column);
        let leaf = columns.iter().position(|leaf| is_it(leaf.path().parts()));
        leaf.ok_or_else(|| ParquetError::General(format!("there is no column `{column}`")))
    }

    /// Starts reading a leaf of a row group.
    pub(crate) fn column(&self, group: usize, leaf: usize) -> Result<ColumnReader> {
        let row_group = self.metadata.row_group(group);
        let chunk = row_group.column(leaf);
        let pages = self.metadata.offset_index().map(|index| index[group][leaf].page_locations());
        let pages = pages.filter(|pages| !pages.is_empty()).cloned();
        let rows = self.rows_of(group);
        let reader = SerializedPageReader::new(Arc::new(self.file.clone()), chunk, rows, pages)?;
        Ok(get_column_reader(chunk.column_descr_ptr(), Box::new(reader)))
    }

    /// Starts reading a leaf of a row group from a row on.
    pub(crate) fn typed_column<T: DataType>(
        &self,
        group: usize,
        leaf: usize,
        row: usize,
    ) -> Result<ColumnReaderImpl<T>> {
        let column = self.column(group, leaf)?;
        let descriptor = self.metadata.row_group(group).column(leaf).column_descr_ptr();
        if descriptor.physical_type() != T::get_physical_type() {
            let name = descriptor.path().string();
            return Err(ParquetError::General(format!("the column `{name}` has another type")));
        }
        let mut column = get_typed_column_reader::<T>(column);
        column.skip_records(row)?;
        Ok(column)
    }

    /// Returns the lowest values of the pages of a column of ascending numbers, and the rows with
    /// which the pages begin.
    pub(crate) fn fences(&self, column: &str) -> Result<Vec<(i64, u64)>> {
        let leaf = self.leaf(column)?;
        if self.groups() == 0 {
            return Ok(Vec::new());
        }
        let missing = || ParquetError::General("there is no page index".to_owned());
        let pages = self.metadata.offset_index().ok_or_else(missing)?;
        let values = self.metadata.column_index().ok_or_else(missing)?;
        let mut fences = Vec::new();
        for group in 0..self.groups() {
            let rows = pages[group][leaf].page_locations().iter();
            let rows = rows.map(|page| self.starts[group] + page.first_row_index as u64);
            match &values[group][leaf] {
                ColumnIndexMetaData::INT64(index) => {
                    fences.extend(index.min_values().iter().copied().zip(rows));
                }
                ColumnIndexMetaData::INT32(index) => {
                    fences.extend(index.min_values().iter().map(|value| (*value).into()).zip(rows));
                }
                _ => return Err(missing()),
            }
        }
        Ok(fences)
    }
}

/// Reads numbers of a column without nulls; a run ends with its row group.
pub(crate) fn read_numbers<T: DataType>(
    file: &TableFile,
    column: &str,
    (row, count): (u64, usize),
) -> Result<Vec<T::T>> {
    let leaf = file.leaf(column)?;
    let mut values = Vec::with_capacity(count);
    let mut row = row;
    while values.len() < count && row < file.rows() {
        let (group, first) = file.find(row);
        let mut reader = file.typed_column::<T>(group, leaf, first)?;
        let wanted = (count - values.len()).min(file.rows_of(group) - first);
        let (read, ..) = reader.read_records(wanted, None, None, &mut values)?;
        if read == 0 {
            return Err(ParquetError::EOF(format!("the column `{column}` ends early")));
        }
        row += read as u64;
    }
    Ok(values)
}
