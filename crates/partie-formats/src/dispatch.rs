//! Reading and writing in a format that is known only at run time.

use std::io;

use crate::{
    Format, Keep, Loss, Lossy, ReadOptions, Record, WriteOptions, bpgn,
    container::{self, Layers},
    epd, fen, ndjson,
    parallel::{self, Batch, Batches, Checked, Jobs, Placed},
    pgn, scoresheet, style12,
};

/// What was made of the records of a stream.
type Made<T> = Box<dyn Iterator<Item = io::Result<T>>>;

/// The records of a stream.
type Records<'a> = Box<dyn Iterator<Item = io::Result<Record>> + 'a>;

/// Names the reader of a format, or of a container of it.
macro_rules! reader {
    ($layers:expr, $source:expr, $options:expr) => {
        match ($layers.container, $layers.format) {
            (Some(container), format) => {
                Box::new(container::read(container, format, $source, $options))
            }
            (None, Format::Pgn) => Box::new(pgn::read($source, $options)),
            (None, Format::Bpgn) => Box::new(bpgn::read($source, $options)),
            (None, Format::Fen) => Box::new(fen::read($source, $options)),
            (None, Format::Epd) => Box::new(epd::read($source, $options)),
            (None, Format::Ndjson) => Box::new(ndjson::read($source, $options)),
            (None, Format::Style12) => Box::new(style12::read($source, $options)),
            (None, Format::ChessGamePlayer) => Box::new(scoresheet::cgp::read($source, $options)),
            (None, Format::Scoresheet) => Box::new(scoresheet::read($source, $options)),
        }
    };
}

/// The records of a stream. Bad text is never an `Err`; an `Err` comes from the source
/// and ends the stream.
#[must_use]
pub fn read<'a>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + 'a>,
    options: &ReadOptions,
) -> Records<'a> {
    let layers = layers.into();
    reader!(layers, source, options)
}

/// Reads like [`read`], but only games: text between them, or without any, is left out.
#[must_use]
pub fn games<'a>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + 'a>,
    options: &ReadOptions,
) -> Records<'a> {
    let games = |record: &io::Result<Record>| record.as_ref().map_or(true, Record::holds_game);
    Box::new(read(layers, source, options).filter(games))
}

/// What some `work` makes of the records of a stream, in their order. PGN and BPGN are
/// read by several threads, which do the work, too; see [`parallel::read`].
#[must_use]
pub fn read_parallel<T: Placed + Send + 'static>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(Record) -> T + Send + Sync + 'static,
) -> Made<T> {
    let work = move |batch: &mut Batch<T>, record| batch.made.push(work(record));
    Box::new(gather(layers, source, options, jobs, work).into_iter())
}

/// Writes a record's game. `file` is the name of the file it was read from, for the
/// formats that say it.
///
/// # Errors
///
/// Those of `out`.
pub fn write(
    format: Format,
    record: &Record,
    file: &str,
    options: &WriteOptions,
    mut out: &mut dyn io::Write,
) -> io::Result<Lossy<()>> {
    let game = record.game();
    match format {
        Format::Pgn => pgn::write(game, options, &mut out),
        Format::Bpgn => bpgn::write(game, options, &mut out),
        Format::Fen => fen::write(game, options, &mut out),
        Format::Epd => epd::write(game, options, &mut out),
        Format::Style12 => style12::write(game, options, &mut out),
        Format::ChessGamePlayer => scoresheet::cgp::write(game, options, &mut out),
        Format::Scoresheet => scoresheet::write(game, options, &mut out),
        Format::Ndjson => ndjson::write(record, file, options, &mut out),
    }
}

/// As [`read_parallel`], but the `work` with each record adds to a batch what it makes of
/// it; see [`parallel::gather`].
#[must_use]
pub fn gather<T: Placed + Send + 'static>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Record) + Send + Sync + 'static,
) -> Batches<T> {
    let layers = layers.into();
    if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = layers {
        return parallel::gather(source, options, jobs, work);
    }
    let records: Box<dyn Iterator<Item = _> + Send> = reader!(layers, source, options);
    one_by_one(records, work)
}

/// Reads as [`gather`] does, but only for the diagnostics of records; see
/// [`parallel::gather_checked`].
#[must_use]
pub fn gather_checked<T: Placed + Send + 'static>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Checked) + Send + Sync + 'static,
) -> Batches<T> {
    let layers = layers.into();
    if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = layers {
        return parallel::gather_checked(source, options, jobs, work);
    }
    gather(layers, source, options, jobs, move |batch, record| {
        work(batch, Checked::Record(Box::new(record)));
    })
}

/// What one thread makes of records.
fn one_by_one<T: Placed>(
    mut records: impl Iterator<Item = io::Result<Record>> + Send + 'static,
    work: impl Fn(&mut Batch<T>, Record) + Send + 'static,
) -> Batches<T> {
    Batches::serial(move |batch| Some(records.next()?.map(|record| work(batch, record))))
}

/// What some `work` adds to batches of the records of a stream, each written in another
/// format, in their order; see [`parallel::convert`] and [`write()`]. `file` is the name of
/// the file. Where a record can be written without the whole of its game, only as much of
/// it is kept as the options want ([`Keep`]).
#[must_use]
pub fn convert<T: Placed + Send + 'static>(
    (from, to): (impl Into<Layers>, Format),
    source: Box<dyn io::Read + Send>,
    file: &str,
    options: (&ReadOptions, &WriteOptions),
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Record, Vec<Loss>) + Send + Sync + 'static,
) -> Batches<T> {
    let (reading, writing) = options;
    let from = from.into();
    if (from, to) == (Format::Pgn.into(), Format::Pgn) {
        return parallel::convert(source, options, jobs, work);
    }
    let reading = ReadOptions { keep: Keep::Everything, ..reading.clone() };
    let (writing, file) = (writing.clone(), file.to_owned());
    let work = move |batch: &mut Batch<T>, record: Record| {
        let written = write(to, &record, &file, &writing, &mut batch.text);
        // Memory does not fail.
        let lost = written.map(|lossy| lossy.lost).unwrap_or_default();
        work(batch, record, lost);
    };
    if to == Format::Ndjson {
        // It tells where a record stands, which is known only when all before it are read.
        let whole = |batch: &mut Batch<Record>, record| batch.made.push(record);
        return one_by_one(gather(from, source, &reading, jobs, whole).into_iter(), work);
    }
    gather(from, source, &reading, jobs, work)
}
