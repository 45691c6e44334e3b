//! Reading and writing in a format that is known only at run time.

use std::io;

use crate::{
    Converted, Format, Keep, Lossy, ReadOptions, Record, WriteOptions, bpgn, epd, fen, ndjson, pgn,
    scoresheet, style12,
};

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

/// A record and what became of it in another format.
type Conversions<'a> = Box<dyn Iterator<Item = io::Result<Converted>> + 'a>;

/// The records of a stream, each written in another format; see [`read`] and [`write()`].
/// Where a record can be written without the whole of its game, only as much of it is
/// kept as the options want ([`Keep`]).
#[must_use]
pub fn convert<'a>(
    (from, to): (Format, Format),
    source: Box<dyn io::Read + 'a>,
    options: &ReadOptions,
    writing: &WriteOptions,
    file: &str,
) -> Conversions<'a> {
    if (from, to) == (Format::Pgn, Format::Pgn) {
        return Box::new(pgn::convert(source, options, writing));
    }
    let options = ReadOptions { keep: Keep::Everything, ..options.clone() };
    let (writing, file) = (writing.clone(), file.to_owned());
    Box::new(read(from, source, &options).map(move |record| {
        let (record, mut text) = (record?, Vec::new());
        let lost = write(to, &record, &file, &writing, &mut text)?.lost;
        Ok(Converted { record, text, lost })
    }))
}
