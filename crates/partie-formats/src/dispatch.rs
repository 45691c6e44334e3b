//! Reading and writing in a format that is known only at run time.

use std::io;

use crate::{
    Converted, Format, Keep, Lossy, ReadOptions, Record, WriteOptions, bpgn, epd, fen, ndjson,
    parallel::{self, Jobs, Placed},
    pgn, scoresheet, style12,
};

/// What was made of the records of a stream.
type Made<T> = Box<dyn Iterator<Item = io::Result<T>>>;

/// The records of a stream.
type Records<'a> = Box<dyn Iterator<Item = io::Result<Record>> + 'a>;

/// The records of a stream. Bad text is never an `Err`; an `Err` comes from the source
/// and ends the stream.
#[must_use]
pub fn read<'a>(
    format: Format,
    source: Box<dyn io::Read + 'a>,
    options: &ReadOptions,
) -> Records<'a> {
    match format {
        Format::Pgn => Box::new(pgn::read(source, options)),
        Format::Bpgn => Box::new(bpgn::read(source, options)),
        Format::Fen => Box::new(fen::read(source, options)),
        Format::Epd => Box::new(epd::read(source, options)),
        Format::Ndjson => Box::new(ndjson::read(source, options)),
        Format::Style12 => Box::new(style12::read(source, options)),
        Format::ChessGamePlayer => Box::new(scoresheet::cgp::read(source, options)),
        Format::Scoresheet => Box::new(scoresheet::read(source, options)),
    }
}

/// What some `work` makes of the records of a stream, in their order. PGN and BPGN are
/// read by several threads, which do the work, too; see [`parallel::read`].
#[must_use]
pub fn read_parallel<T: Placed + Send + 'static>(
    format: Format,
    source: Box<dyn io::Read + Send>,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(Record) -> T + Send + Sync + 'static,
) -> Made<T> {
    match format {
        Format::Pgn | Format::Bpgn => Box::new(parallel::read(source, options, jobs, work)),
        _ => Box::new(read(format, source, options).map(move |record| record.map(&work))),
    }
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

/// What some `work` makes of the records of a stream, each written in another format, in
/// their order; see [`read_parallel`] and [`write()`]. `file` is the name of the file.
/// Where a record can be written without the whole of its game, only as much of it is
/// kept as the options want ([`Keep`]).
#[must_use]
pub fn convert<T: Placed + Send + 'static>(
    (from, to): (Format, Format),
    source: Box<dyn io::Read + Send>,
    file: &str,
    options: (&ReadOptions, &WriteOptions),
    jobs: Jobs,
    work: impl Fn(Converted) -> T + Send + Sync + 'static,
) -> Made<T> {
    let (reading, writing) = options;
    if (from, to) == (Format::Pgn, Format::Pgn) {
        return Box::new(parallel::convert(source, options, jobs, work));
    }
    let reading = ReadOptions { keep: Keep::Everything, ..reading.clone() };
    let (writing, file) = (writing.clone(), file.to_owned());
    let work = move |record| {
        let mut text = Vec::new();
        let written = write(to, &record, &file, &writing, &mut text);
        // Memory does not fail.
        let lost = written.map(|lossy| lossy.lost).unwrap_or_default();
        work(Converted { record, text, lost })
    };
    if to == Format::Ndjson {
        // It tells where a record stands, which is known only when all before it are read.
        let records = read_parallel(from, source, &reading, jobs, |record| record);
        return Box::new(records.map(move |record| record.map(&work)));
    }
    read_parallel(from, source, &reading, jobs, work)
}
