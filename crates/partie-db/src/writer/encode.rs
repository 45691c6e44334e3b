//! Encoding of columns to the pages of a row group, in memory.

use std::{
    io, mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::columns::{Bytes, Column, ValueKind, Values};
use parquet::{
    column::{
        page::{CompressedPage, PageWriteSpec, PageWriter},
        writer::{ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer_mut},
    },
    data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::Result,
    file::{
        properties::WriterPropertiesPtr,
        writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite},
    },
    schema::types::ColumnDescPtr,
};

/// A column as Parquet counts them.
pub(crate) struct Leaf {
    pub(crate) number: usize,
    pub(crate) descriptor: ColumnDescPtr,
    pub(crate) properties: WriterPropertiesPtr,
}

impl Leaf {
    /// Returns the leaves of a file.
    pub(crate) fn all<W: io::Write + Send>(file: &SerializedFileWriter<W>) -> Vec<Leaf> {
        let leaf = |(number, descriptor): (usize, &ColumnDescPtr)| Leaf {
            number,
            descriptor: descriptor.clone(),
            properties: file.properties().clone(),
        };
        file.schema_descr().columns().iter().enumerate().map(leaf).collect()
    }
}

/// Returns the number of leaves of a column.
pub(crate) const fn leaves_of(kind: ValueKind) -> usize {
    match kind {
        ValueKind::Pairs => 2,
        _ => 1,
    }
}

/// A leaf of a row group that has ended.
pub(crate) struct Encoded {
    /// Number of the leaf column.
    pub(crate) leaf: usize,
    pub(crate) bytes: Vec<u8>,
    pub(crate) closed: ColumnCloseResult,
}

/// Writes the leaves of a row group, which has ended, to a file.
pub(crate) fn append_group<W: io::Write + Send>(
    file: &mut SerializedFileWriter<W>,
    leaves: Vec<Encoded>,
) -> Result<()> {
    let mut group = file.next_row_group()?;
    for Encoded { bytes, closed, .. } in leaves {
        let chunk = bytes.into();
        group.append_column(&chunk, closed)?;
        // By this the compiler knows the type of the chunk, which is of a crate of Parquet's own.
        ByteArray::new().set_data(chunk);
    }
    group.close()?;
    Ok(())
}

/// Encodes some leaves of a row group.
pub(crate) struct Encoder {
    leaves: Vec<Leaf>,
    /// Open column writers, one for each leaf; none if the row group is empty.
    open: Vec<OpenLeaf>,
}

/// A leaf that is being encoded.
pub(crate) struct OpenLeaf {
    writer: ColumnWriter<'static>,
    pages: Pages,
}

/// Pages of a leaf, one after the other, with their checksums.
#[derive(Clone, Default)]
struct Pages(Arc<Mutex<Vec<u8>>>);

impl Pages {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PageWriter for Pages {
    fn write_page(&mut self, page: CompressedPage) -> Result<PageWriteSpec> {
        let size = page.data().len();
        let mut sink = TrackedWrite::new(Vec::new());
        let mut spec = SerializedPageWriter::new(&mut sink).write_page(page)?;
        let written = sink.into_inner()?;
        let (header, data) = written.split_at(written.len() - size);
        let header = with_checksum(header, crc32fast::hash(data));
        let more = header.len() + size - written.len();
        spec.uncompressed_size += more;
        spec.compressed_size += more;
        spec.bytes_written += more as u64;
        let mut pages = self.lock();
        spec.offset = pages.len() as u64;
        pages.extend_from_slice(&header);
        pages.extend_from_slice(data);
        Ok(spec)
    }

    fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Adds the checksum of a page to its header, which readers verify and the crate of Parquet does not
/// write.
///
/// The header is a struct in Thrift's compact protocol. A field is a byte, with the number of fields
/// from the one before in its upper half and the type in its lower one, and a value. Fields 1 to 3,
/// the type and the sizes of the page, are numbers of 32 bits (type 5) and always there; the
/// checksum is field 4, and one of the fields 5 to 8 follows.
fn with_checksum(header: &[u8], crc32: u32) -> Vec<u8> {
    let mut ends = (0..header.len()).filter(|at| header[*at] & 0x80 == 0);
    // After each of the three first bytes a number ends with a byte below 128.
    let end = ends.nth(5).map_or(0, |last| last + 1);
    let (before, after) = header.split_at(end);
    let mut with = before.to_vec();
    with.push(1 << 4 | 5);
    let signed = crc32 as i32;
    let mut zigzag = (signed << 1 ^ signed >> 31) as u32;
    while zigzag >= 0x80 {
        with.push(zigzag as u8 | 0x80);
        zigzag >>= 7;
    }
    with.push(zigzag as u8);
    if let [next, rest @ ..] = after {
        with.push(next - (1 << 4));
        with.extend_from_slice(rest);
    }
    with
}

impl OpenLeaf {
    fn new(leaf: &Leaf) -> OpenLeaf {
        let pages = Pages::default();
        let (descriptor, properties) = (leaf.descriptor.clone(), leaf.properties.clone());
        let writer = get_column_writer(descriptor, properties, Box::new(pages.clone()));
        OpenLeaf { writer, pages }
    }

    /// Adds values, with their levels.
    pub(crate) fn put<T: DataType>(
        &mut self,
        values: &[T::T],
        definition: Option<&[i16]>,
        repetition: Option<&[i16]>,
    ) -> Result<()> {
        let writer = get_typed_column_writer_mut::<T>(&mut self.writer);
        writer.write_batch(values, definition, repetition)?;
        Ok(())
    }
}

impl Encoder {
    pub(crate) const fn new(leaves: Vec<Leaf>) -> Encoder {
        Encoder { leaves, open: Vec::new() }
    }

    /// Returns the leaves, to add values to each of them.
    pub(crate) fn leaves(&mut self) -> &mut [OpenLeaf] {
        if self.open.is_empty() {
            self.open = self.leaves.iter().map(OpenLeaf::new).collect();
        }
        &mut self.open
    }

    /// Adds the values of all columns whose leaves these are.
    pub(crate) fn write(&mut self, columns: Vec<Column>) -> Result<()> {
        let mut open = self.leaves().iter_mut();
        for column in columns {
            let leaves = open.by_ref().take(leaves_of(column.field.kind));
            write_column(leaves, column)?;
        }
        Ok(())
    }

    /// Ends the row group. Returns its leaves in their order.
    pub(crate) fn end(&mut self) -> Result<Vec<Encoded>> {
        let open = mem::take(&mut self.open).into_iter();
        let end = |(leaf, OpenLeaf { writer, pages }): (&Leaf, OpenLeaf)| {
            let closed = writer.close()?;
            let bytes = mem::take(&mut *pages.lock());
            Ok(Encoded { leaf: leaf.number, bytes, closed })
        };
        self.leaves.iter().zip(open).map(end).collect()
    }
}

fn write_column<'a>(
    mut leaves: impl Iterator<Item = &'a mut OpenLeaf>,
    column: Column,
) -> Result<()> {
    let Column { valid, values, .. } = column;
    // A level for each row: whether it has a value.
    let levels: Vec<i16> = valid.iter().map(|valid| i16::from(*valid)).collect();
    let levels = (!levels.is_empty()).then_some(&levels[..]);
    let Some(leaf) = leaves.next() else { return Ok(()) };
    match values {
        Values::Int32(values) => leaf.put::<Int32Type>(&present(values, &valid), levels, None),
        Values::Int64(values) => leaf.put::<Int64Type>(&present(values, &valid), levels, None),
        Values::Bytes(bytes) => leaf.put::<ByteArrayType>(&arrays(bytes, &valid), levels, None),
        Values::Int32s { offsets, values } => {
            let (definition, repetition) = list_levels(&offsets, &values, &valid);
            let values: Vec<i32> = values.into_iter().flatten().collect();
            leaf.put::<Int32Type>(&values, Some(&definition), Some(&repetition))
        }
        Values::Pairs { offsets, names, values } => {
            let (definition, repetition) = pair_levels(&offsets);
            for (leaf, texts) in std::iter::once(leaf).chain(leaves).zip([names, values]) {
                let texts = arrays(texts, &[]);
                leaf.put::<ByteArrayType>(&texts, Some(&definition), Some(&repetition))?;
            }
            Ok(())
        }
    }
}

/// Returns the values of the rows that have one.
fn present<T>(values: Vec<T>, valid: &[bool]) -> Vec<T> {
    if valid.is_empty() {
        return values;
    }
    values.into_iter().zip(valid).filter_map(|(value, valid)| valid.then_some(value)).collect()
}

/// Returns the bytes of the rows that have some, all in one buffer.
fn arrays(bytes: Bytes, valid: &[bool]) -> Vec<ByteArray> {
    let Bytes { offsets, bytes } = bytes;
    let all = ByteArray::from(bytes);
    let part = |(row, ends): (usize, &[u32; 2])| {
        let [start, end] = *ends;
        let has = valid.get(row).is_none_or(|has| *has);
        has.then(|| all.slice(start as usize, (end - start) as usize))
    };
    offsets.array_windows().enumerate().filter_map(part).collect()
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
