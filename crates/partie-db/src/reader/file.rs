//! Parquet files that are read at any place.

use std::{
    fs::File,
    io::{self, Read},
    ops::Range,
    sync::{Arc, OnceLock},
};

use bytes::Bytes;
use parquet::{
    basic::Encoding,
    column::{
        page::Page,
        reader::{ColumnReaderImpl, get_column_reader, get_typed_column_reader},
    },
    data_type::DataType,
    errors::{ParquetError, Result},
    file::{
        metadata::{
            ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData, ParquetMetaDataBuilder,
            ParquetMetaDataReader, RowGroupMetaData,
        },
        page_index::column_index::ColumnIndexMetaData,
        reader::{ChunkReader, Length},
        statistics::Statistics,
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
    /// The footer.
    metadata: ParquetMetaData,
    /// First rows of the row groups, and after them the number of all rows.
    starts: Vec<u64>,
    /// The row groups with the places of their pages, each as the only one of a file. They are read
    /// when they are first asked for: a lookup needs few of many.
    places: Vec<OnceLock<Places>>,
    /// The same with the values of their pages. In the file they are far from the places.
    values: Vec<OnceLock<ParquetMetaData>>,
}

/// A row group with the places of its pages.
struct Places {
    /// As the only one of a file, with columns as if they were not packed.
    metadata: ParquetMetaData,
    /// True for each leaf that is packed with Zstandard.
    is_packed: Vec<bool>,
}

/// Returns the bytes at which a column begins and ends.
fn extent_of(column: &ColumnChunkMetaData) -> (i64, i64) {
    let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    (start, start.saturating_add(column.compressed_size()))
}

/// Returns true if all columns are in the file.
fn is_in_file(group: &RowGroupMetaData, length: u64) -> bool {
    group.columns().iter().all(|column| {
        let (start, end) = extent_of(column);
        start >= 0 && end >= start && u64::try_from(end).is_ok_and(|end| end <= length)
    })
}

/// Returns true if the pages of each column of a row group lie one after the other, in it and in
/// the file: readers rely on it.
fn has_pages_in_order(metadata: &ParquetMetaData) -> bool {
    metadata.row_groups().iter().enumerate().all(|(group, row_group)| {
        row_group.columns().iter().enumerate().all(|(leaf, column)| {
            let (start, end) = extent_of(column);
            let index = metadata.offset_index().and_then(|index| index.get(group)?.get(leaf));
            let (mut offset, mut row) = (start, -1);
            let pages = index.map_or(&[][..], |index| index.page_locations());
            let in_order = pages.iter().all(|page| {
                let is_after = page.offset >= offset && page.first_row_index > row;
                offset = page.offset.saturating_add(page.compressed_page_size.max(1).into());
                row = page.first_row_index;
                is_after
            });
            in_order && offset <= end && row <= row_group.num_rows()
        })
    })
}

fn damaged_footer() -> ParquetError {
    ParquetError::General("its footer is damaged".to_owned())
}

impl TableFile {
    /// Reads the footer of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a Parquet file.
    pub(crate) fn of(file: File) -> io::Result<TableFile> {
        let length = file.metadata()?.len();
        let file = Shared(Arc::new(FileAt { file, length }));
        let metadata = ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Skip)
            .parse_and_finish(&file)
            .map_err(failure)?;
        if !metadata.row_groups().iter().all(|group| is_in_file(group, length)) {
            return Err(failure(damaged_footer()));
        }
        let mut starts = vec![0];
        let mut rows = 0;
        for group in metadata.row_groups() {
            rows += u64::try_from(group.num_rows()).unwrap_or(0);
            starts.push(rows);
        }
        let places = metadata.row_groups().iter().map(|_| OnceLock::new()).collect();
        let values = metadata.row_groups().iter().map(|_| OnceLock::new()).collect();
        Ok(TableFile { file, metadata, starts, places, values })
    }

    /// Returns a row group with the places of its pages, as the only one of a file.
    fn places(&self, group: usize) -> Result<&Places> {
        if let Some(read) = self.places[group].get() {
            return Ok(read);
        }
        let read = self.read_index(group, |reader| {
            reader.with_offset_index_policy(PageIndexPolicy::Optional)
        })?;
        if !has_pages_in_order(&read) {
            return Err(damaged_footer());
        }
        let (metadata, is_packed) = super::pages::as_if_unpacked(read)?;
        Ok(self.places[group].get_or_init(|| Places { metadata, is_packed }))
    }

    /// Returns a row group with the values of its pages, as the only one of a file.
    fn values(&self, group: usize) -> Result<&ParquetMetaData> {
        if let Some(read) = self.values[group].get() {
            return Ok(read);
        }
        let read = self.read_index(group, |reader| {
            reader.with_column_index_policy(PageIndexPolicy::Optional)
        })?;
        Ok(self.values[group].get_or_init(|| read))
    }

    /// Reads an index of the pages of a row group.
    fn read_index(
        &self,
        group: usize,
        of: fn(ParquetMetaDataReader) -> ParquetMetaDataReader,
    ) -> Result<ParquetMetaData> {
        let alone = ParquetMetaDataBuilder::new(self.metadata.file_metadata().clone())
            .add_row_group(self.metadata.row_group(group).clone())
            .build();
        let reader = ParquetMetaDataReader::new_with_metadata(alone)
            .with_page_index_policy(PageIndexPolicy::Skip);
        let mut reader = of(reader);
        reader.read_page_indexes(&self.file)?;
        reader.finish()
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

    /// Starts reading a leaf of a row group from a row on.
    pub(crate) fn typed_column<T: DataType>(
        &self,
        group: usize,
        leaf: usize,
        row: usize,
    ) -> Result<ColumnReaderImpl<T>> {
        let Places { metadata, is_packed } = self.places(group)?;
        let chunk = metadata.row_group(0).column(leaf);
        let descriptor = chunk.column_descr_ptr();
        if descriptor.physical_type() != T::get_physical_type() {
            let name = descriptor.path().string();
            return Err(ParquetError::General(format!("the column `{name}` has another type")));
        }
        // The first page, which tells where the dictionary is, then stands for all pages before the one
        // with the row: their rows are passed over at once.
        let locations = metadata.offset_index().map(|index| index[0][leaf].page_locations());
        let locations = locations.filter(|pages| !pages.is_empty()).map(|pages| {
            let before = pages.partition_point(|page| page.first_row_index <= row as i64);
            let first = before.saturating_sub(1).max(1).min(pages.len());
            let mut locations = Vec::with_capacity(1 + pages.len() - first);
            locations.push(pages[0].clone());
            locations.extend_from_slice(&pages[first..]);
            locations
        });
        let (file, rows) = (Arc::new(self.file.clone()), self.rows_of(group));
        let pages = super::pages::pages(file, chunk, rows, locations, is_packed[leaf])?;
        let mut column = get_typed_column_reader::<T>(get_column_reader(descriptor, pages));
        column.skip_records(row)?;
        Ok(column)
    }

    /// Returns the different values of a text column in a row group, where the file has a list of them.
    pub(crate) fn texts_of(&self, group: usize, column: &str) -> Result<Option<Vec<String>>> {
        let leaf = self.leaf(column)?;
        let Places { metadata, is_packed } = self.places(group)?;
        let chunk = metadata.row_group(0).column(leaf);
        // Other values may stand in pages without the list.
        let encodings = chunk.page_encoding_stats_mask();
        let is_listed = encodings.is_some_and(|pages| pages.is_only(Encoding::RLE_DICTIONARY));
        if !is_listed || chunk.dictionary_page_offset().is_none() {
            return Ok(None);
        }
        let file = Arc::new(self.file.clone());
        let locations = metadata.offset_index().map(|index| index[0][leaf].page_locations());
        let rows = self.rows_of(group);
        let mut pages =
            super::pages::pages(file, chunk, rows, locations.cloned(), is_packed[leaf])?;
        let Some(Page::DictionaryPage { buf, num_values, .. }) = pages.get_next_page()? else {
            return Ok(None);
        };
        // Each is written after its length in four bytes.
        let (mut values, mut rest) = (Vec::new(), &*buf);
        for _ in 0..num_values {
            let Some((length, after)) = rest.split_first_chunk() else { return Ok(None) };
            let split = after.split_at_checked(u32::from_le_bytes(*length) as usize);
            let Some((value, after)) = split else { return Ok(None) };
            values.push(String::from_utf8_lossy(value).into_owned());
            rest = after;
        }
        Ok(Some(values))
    }

    /// Returns the rows of the pages in which a value may be, given the number of the leaf of a column
    /// of ascending numbers.
    pub(crate) fn pages_of(&self, leaf: usize, value: i64) -> Result<Range<u64>> {
        let mut lowest = Vec::with_capacity(self.groups());
        for group in 0..self.groups() {
            lowest.push(self.lowest(group, leaf)?);
        }
        let group_of = |groups: usize| groups.checked_sub(1);
        let until = lowest.partition_point(|lowest| *lowest <= value);
        let Some(last) = group_of(until) else { return Ok(0..0) };
        let end = self.row_after(last, leaf, |lowest| lowest <= value, 0)?;
        let first = match group_of(lowest.partition_point(|lowest| *lowest < value)) {
            // The page before may end with the value.
            Some(group) => self.row_after(group, leaf, |lowest| lowest < value, 1)?,
            None => 0,
        };
        // Values of a damaged file may be in no order.
        Ok(first..end.max(first))
    }

    /// Returns the lowest value of a column of ascending numbers in a row group.
    fn lowest(&self, group: usize, leaf: usize) -> Result<i64> {
        let lowest = match self.metadata.row_group(group).column(leaf).statistics() {
            Some(Statistics::Int64(values)) => values.min_opt().copied(),
            Some(Statistics::Int32(values)) => values.min_opt().map(|value| (*value).into()),
            _ => None,
        };
        match lowest {
            Some(lowest) => Ok(lowest),
            None => self.lowest_of_pages(group, leaf)?.first().ok_or_else(no_index),
        }
    }

    /// Returns the lowest values of the pages of a row group.
    fn lowest_of_pages(&self, group: usize, leaf: usize) -> Result<LowestValues<'_>> {
        match &self.values(group)?.column_index().ok_or_else(no_index)?[0][leaf] {
            ColumnIndexMetaData::INT64(index) => Ok(LowestValues::Int64(index.min_values())),
            ColumnIndexMetaData::INT32(index) => Ok(LowestValues::Int32(index.min_values())),
            _ => Err(no_index()),
        }
    }

    /// Returns the first row after the pages of a row group whose lowest values meet a condition, or
    /// after all of them but the last few.
    fn row_after(
        &self,
        group: usize,
        leaf: usize,
        meets: impl Fn(i64) -> bool,
        but: usize,
    ) -> Result<u64> {
        let pages = self.places(group)?.metadata.offset_index().ok_or_else(no_index)?;
        let count = match self.lowest_of_pages(group, leaf)? {
            LowestValues::Int64(values) => values.partition_point(|value| meets(*value)),
            LowestValues::Int32(values) => values.partition_point(|value| meets((*value).into())),
        };
        let page = pages[0][leaf].page_locations().get(count.saturating_sub(but));
        Ok(page.map_or(self.starts[group + 1], |page| {
            self.starts[group] + page.first_row_index as u64
        }))
    }
}

/// Lowest values of pages.
enum LowestValues<'a> {
    Int64(&'a [i64]),
    Int32(&'a [i32]),
}

impl LowestValues<'_> {
    /// Returns that of the first page.
    fn first(&self) -> Option<i64> {
        match self {
            LowestValues::Int64(values) => values.first().copied(),
            LowestValues::Int32(values) => values.first().map(|value| (*value).into()),
        }
    }
}

fn no_index() -> ParquetError {
    ParquetError::General("there is no page index".to_owned())
}

/// Reads numbers of a column without nulls; a run ends with its row group.
pub(crate) fn read_numbers<T: DataType>(
    file: &TableFile,
    column: &str,
    (row, count): (u64, usize),
) -> Result<Vec<T::T>> {
    let leaf = file.leaf(column)?;
    // The footer of a damaged file may name any number of rows.
    let mut values = Vec::with_capacity(count.min(1 << 20));
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
