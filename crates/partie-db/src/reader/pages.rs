//! Pages of columns that are packed with Zstandard.
//!
//! The Parquet crate makes a compressor and a decompressor for each column of a row group that is
//! read, which takes longer than to unpack a page. Here it is given such columns as if they were not
//! packed, and their pages are unpacked by one decompressor for each thread.

use std::{cell::RefCell, io, sync::Arc};

use bytes::Bytes;
use parquet::{
    basic::Compression,
    column::page::{Page, PageMetadata, PageReader},
    errors::{ParquetError, Result},
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaData},
        page_index::offset_index::PageLocation,
        reader::ChunkReader,
        serialized_reader::SerializedPageReader,
    },
};
use zstd::{bulk::Decompressor, zstd_safe::get_frame_content_size};

/// Returns the row group of a file of one, with columns as if they were not packed, and true for each
/// leaf that is packed.
pub(super) fn as_if_unpacked(read: ParquetMetaData) -> Result<(ParquetMetaData, Vec<bool>)> {
    let mut is_packed = Vec::new();
    let mut builder = read.into_builder();
    for group in builder.take_row_groups() {
        let mut group = group.into_builder();
        let unpacked = group.take_columns().into_iter().map(|chunk| {
            let is_zstd = matches!(chunk.compression(), Compression::ZSTD(_));
            is_packed.push(is_zstd);
            if is_zstd {
                chunk.into_builder().set_compression(Compression::UNCOMPRESSED).build()
            } else {
                Ok(chunk)
            }
        });
        let unpacked = unpacked.collect::<Result<_>>()?;
        builder = builder.add_row_group(group.set_column_metadata(unpacked).build()?);
    }
    Ok((builder.build(), is_packed))
}

/// Reads the pages of a column of a row group [as if it was not packed](as_if_unpacked), which has `rows`
/// rows; `locations` are the pages' places if they are known.
pub(super) fn pages<R: ChunkReader + 'static>(
    file: Arc<R>,
    chunk: &ColumnChunkMetaData,
    rows: usize,
    locations: Option<Vec<PageLocation>>,
    is_packed: bool,
) -> Result<Box<dyn PageReader>> {
    let pages = SerializedPageReader::new(file, chunk, rows, locations)?;
    Ok(if is_packed { Box::new(UnpackedPages(pages)) } else { Box::new(pages) })
}

struct UnpackedPages<R: ChunkReader>(SerializedPageReader<R>);

impl<R: ChunkReader> Iterator for UnpackedPages<R> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl<R: ChunkReader> PageReader for UnpackedPages<R> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(mut page) = self.0.get_next_page()? else { return Ok(None) };
        match &mut page {
            Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => {
                *buf = unpacked(buf, 0)?;
            }
            Page::DataPageV2 {
                buf,
                is_compressed,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => {
                if *is_compressed {
                    // The levels before the values are never packed.
                    let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                    *buf = unpacked(buf, usize::try_from(levels)?)?;
                }
            }
        }
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.0.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.0.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.0.at_record_boundary()
    }
}

thread_local! {
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Unpacks the bytes of a page from an offset on, and returns them after those before it.
fn unpacked(page: &Bytes, offset: usize) -> Result<Bytes> {
    let damaged = || ParquetError::General("a page is damaged".to_owned());
    let (first, packed) = page.split_at_checked(offset).ok_or_else(damaged)?;
    let mut bytes = first.to_vec();
    if !packed.is_empty() {
        let failed = |error: io::Error| ParquetError::General(error.to_string());
        match get_frame_content_size(packed).map_err(|_| damaged())? {
            Some(size) => {
                // As pages' headers give their sizes.
                let size = i32::try_from(size).ok().and_then(|size| usize::try_from(size).ok());
                let mut unpacked = Vec::with_capacity(size.ok_or_else(damaged)?);
                DECOMPRESSOR
                    .with_borrow_mut(|decompressor| -> io::Result<usize> {
                        let decompressor = match decompressor {
                            Some(decompressor) => decompressor,
                            none => none.insert(Decompressor::new()?),
                        };
                        decompressor.decompress_to_buffer(packed, &mut unpacked)
                    })
                    .map_err(failed)?;
                if offset == 0 {
                    return Ok(unpacked.into());
                }
                bytes.append(&mut unpacked);
            }
            None => zstd::stream::copy_decode(packed, &mut bytes).map_err(failed)?,
        }
    }
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_unpacked() {
        let text = b"d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 h6 ".repeat(40);
        let packed = zstd::bulk::compress(&text, 1).expect("memory");
        let page = |offset: usize, packed: &[u8]| {
            unpacked(&Bytes::from([&text[..offset], packed].concat()), offset)
        };
        for offset in [0, 3] {
            let expected = [&text[..offset], &text[..]].concat();
            assert_eq!(page(offset, &packed).expect("a page"), expected);
            // Other writers do not say how long it is.
            let streamed = zstd::stream::encode_all(&*text, 1).expect("memory");
            assert_eq!(get_frame_content_size(&streamed).ok(), Some(None));
            assert_eq!(page(offset, &streamed).expect("a page"), expected);
            assert_eq!(page(offset, &[]).expect("no values"), text[..offset]);
            assert!(page(offset, &packed[..packed.len() / 2]).is_err());
            assert!(page(offset, b"1. e4 e5").is_err());
        }
        assert!(unpacked(&Bytes::from_static(b"ab"), 3).is_err());
    }
}
