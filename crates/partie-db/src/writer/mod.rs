//! Writing batches to a Parquet file.

pub(crate) mod encode;
mod lanes;
pub(crate) mod schema;

use std::{
    io::{self, Write},
    sync::Arc,
};

use parquet::{
    errors::{ParquetError, Result},
    file::writer::SerializedFileWriter,
};

use crate::columns::{Batch, Table};
use encode::{Leaf, append_group};
use lanes::Lanes;

/// Number of bytes at which a row group ends. Only encoded bytes are in memory.
const BYTES: usize = 64 << 20;

/// Returns the number of rows at which a row group ends. Engines divide the files of a library among
/// their threads and machines by row groups, so these are small.
const fn rows_of(table: Table) -> usize {
    match table {
        Table::File | Table::Positions => 128 << 10,
        Table::Library => 15 << 10,
    }
}

/// Writes a Parquet file. Batches are encoded as they arrive; the batch that fills a row group ends
/// it.
///
/// ```
/// use partie_db::Writer;
/// use partie_formats::{ReadOptions, WriteOptions};
/// use partie_db::columns::{Batch, Row};
/// use partie_pgn as pgn;
/// let text = "[White \"Adams, Michael\"]\n\n1. e4 e5 *\n";
/// let mut batch = Batch::new();
/// for record in pgn::read(text.as_bytes(), &ReadOptions::default()) {
///     let record = record.expect("memory does not fail");
///     batch.push("games.pgn", &Row::of(&record, &WriteOptions::default()));
/// }
/// let mut writer = Writer::new(Vec::new(), 1)?;
/// writer.write(batch)?;
/// let file = writer.finish()?.out;
/// assert!(file.starts_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    table: Table,
    lanes: Lanes,
    /// Number of games in the row group that is being encoded, and of bytes.
    group: (usize, usize),
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
    /// The output that the file was written to.
    pub out: W,
    /// Number of games in the file.
    pub games: u64,
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file. `threads` threads encode the columns; with one, the caller's thread does.
    ///
    /// # Errors
    ///
    /// Fails if writing to `out` fails or a thread cannot be started.
    pub fn new(out: W, threads: usize) -> io::Result<Writer<W>> {
        Writer::of(Table::File, out, threads)
    }

    /// Begins a file of batches of a table, as [`Writer::new`] does.
    ///
    /// # Errors
    ///
    /// Fails if writing to `out` fails or a thread cannot be started.
    pub fn of(table: Table, out: W, threads: usize) -> io::Result<Writer<W>> {
        Writer::begin(table, out, threads).map_err(failure)
    }

    fn begin(table: Table, out: W, threads: usize) -> Result<Writer<W>> {
        let properties = Arc::new(schema::properties(table)?);
        let file = SerializedFileWriter::new(out, schema::schema(table)?, properties)?;
        let lanes = Lanes::new(table, Leaf::all(&file), threads)?;
        Ok(Writer { file, table, lanes, group: (0, 0), games: 0 })
    }

    /// Writes a batch, best of some hundred games.
    ///
    /// # Errors
    ///
    /// Fails if writing to `out` fails.
    pub fn write(&mut self, batch: Batch) -> io::Result<()> {
        self.games += batch.len() as u64;
        let (games, bytes) = &mut self.group;
        *games += batch.len();
        *bytes += batch.size();
        let is_full = *games >= rows_of(self.table) || *bytes >= BYTES;
        let encoded = self.lanes.write(batch.into_columns());
        encoded.and_then(|()| if is_full { self.end_group() } else { Ok(()) }).map_err(failure)
    }

    /// Writes the row group to the file.
    fn end_group(&mut self) -> Result<()> {
        self.group = (0, 0);
        append_group(&mut self.file, self.lanes.end()?)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Fails if writing to `out` fails.
    pub fn finish(mut self) -> io::Result<Written<W>> {
        if self.group.0 > 0 {
            self.end_group().map_err(failure)?;
        }
        // Writes the remaining bytes.
        let out = self.file.into_inner().map_err(failure)?;
        Ok(Written { out, games: self.games })
    }
}

/// Converts a Parquet error to its I/O error.
pub(crate) fn failure(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(why) => match why.downcast::<io::Error>() {
            Ok(why) => *why,
            Err(why) => io::Error::other(why),
        },
        error => io::Error::other(error),
    }
}
