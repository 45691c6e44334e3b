//! Reading and writing in a format that is known only at run time.

use crate::style12;
use partie_pgn::ViewedGame;
use std::{io, ops::Range};

use partie_core::{Boards, Language, NodeId, Notation, Position};

use crate::{
    container::{self, Layers},
    hidden, ndjson,
};
use partie_formats::{
    Diagnostic, Format, GameView, Loss, Lossy, Message, ReadOptions, Record, Retained,
    WriteOptions, epd, fen,
    ledger::{Part, Span},
    message,
};
use partie_pgn as pgn;
use partie_pgn::{
    bpgn,
    parallel::{self, Batch, Batches, Checked, Jobs, Relocate},
    view::GameSink,
};
use partie_scoresheet::codes;

/// The records of a stream.
type Records<'a> = Box<dyn Iterator<Item = io::Result<Record>> + Send + 'a>;

/// Names the reader of a format, or of a container of it.
macro_rules! reader {
    ($layers:expr, $source:expr, $options:expr) => {
        match ($layers.container, $layers.format) {
            (Some(container), format) => {
                Box::new(container::read(container, format, $source, $options))
            }
            (None, Format::Pgn) => {
                let said = |mut record: io::Result<Record>| {
                    record.iter_mut().for_each(say_remarks);
                    record
                };
                Box::new(pgn::read($source, $options).map(said))
            }
            (None, Format::Bpgn) => Box::new(bpgn::read($source, $options)),
            (None, Format::Fen) => Box::new(fen::read($source, $options)),
            (None, Format::Epd) => Box::new(epd::read($source, $options)),
            (None, Format::Ndjson) => Box::new(ndjson::read($source, $options)),
            (None, Format::Style12) => Box::new(style12::read($source, $options)),
            (None, Format::ChessGamePlayer) => {
                let records = partie_scoresheet::cgp::read($source, $options);
                Box::new(Said { records, options: $options.clone() })
            }
            (None, Format::Scoresheet) => {
                let records = partie_scoresheet::read($source, $options);
                Box::new(Said { records, options: $options.clone() })
            }
        }
    };
}

/// Returns the records of a stream. Bad text is never an `Err`; an `Err` comes from the source and
/// ends the stream.
#[must_use]
pub fn read<'a>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send + 'a>,
    options: &ReadOptions,
) -> Records<'a> {
    let layers = layers.into();
    reader!(layers, source, options)
}

/// Reads like [`read`], but looks for no games among the words of free text and in comments.
pub(crate) fn read_plain<'a>(
    layers: Layers,
    source: Box<dyn io::Read + Send + 'a>,
    options: &ReadOptions,
) -> Records<'a> {
    match layers {
        Layers { container: None, format: Format::ChessGamePlayer } => {
            Box::new(partie_scoresheet::cgp::read(source, options))
        }
        Layers { container: None, format: Format::Scoresheet } => {
            Box::new(partie_scoresheet::read(source, options))
        }
        Layers { container: None, format: Format::Pgn } => Box::new(pgn::read(source, options)),
        layers => read(layers, source, options),
    }
}

/// Reads like [`read`], but only games: text between them, or without any, is left out.
#[must_use]
pub fn games<'a>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send + 'a>,
    options: &ReadOptions,
) -> Records<'a> {
    let games = |record: &io::Result<Record>| record.as_ref().map_or(true, Record::holds_game);
    Box::new(read(layers, source, options).filter(games))
}

/// Writes a record's game. `file` is the name of its source, for formats that contain it.
///
/// # Errors
///
/// Fails if writing to `out` fails.
pub fn write(
    format: Format,
    record: &Record,
    file: &str,
    options: &WriteOptions,
    mut out: &mut dyn io::Write,
) -> io::Result<Lossy<()>> {
    if format == Format::Ndjson {
        return ndjson::write(record, file, options, &mut out);
    }
    write_game(format, record.game(), options, &mut out)
}

/// Writes a game in a format; in ndjson without a record's place.
///
/// # Errors
///
/// Fails if writing to `out` fails.
pub fn write_game(
    format: Format,
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    match format {
        Format::Pgn => pgn::write(&game.to_game(), options, out),
        Format::Bpgn => bpgn::write(&game.to_game(), options, out),
        Format::Fen => fen::write(game, options, out),
        Format::Epd => epd::write(game, options, out),
        Format::Style12 => style12::write(&game.to_game(), options, out),
        Format::ChessGamePlayer => partie_scoresheet::cgp::write(&game.to_game(), options, out),
        Format::Scoresheet => partie_scoresheet::write(game, options, out),
        Format::Ndjson => ndjson::write_game(game, options, out),
    }
}

/// Writes games in a format; in ndjson, only the fields of the games themselves.
#[derive(Debug)]
pub(crate) struct FormatSink {
    pub(crate) format: Format,
    pub(crate) options: WriteOptions,
}

impl GameSink for FormatSink {
    type Made = Vec<Loss>;

    fn needs_moves(&self) -> bool {
        self.format != Format::Pgn || self.options.notation != Notation::San(Language::English)
    }

    fn make(&self, game: &impl GameView, mut text: &mut Vec<u8>) -> Vec<Loss> {
        match self.format {
            Format::Pgn => return pgn::append_pgn(game, &self.options, text),
            Format::Ndjson => {
                ndjson::append_fields(game, &self.options, text);
                return Vec::new();
            }
            _ => {}
        }
        // Memory does not fail.
        let written = write_game(self.format, game, &self.options, &mut text);
        written.map(|lossy| lossy.lost).unwrap_or_default()
    }
}

/// Applies `work` to the records of a stream, and returns batches of the results in order. PGN and
/// BPGN are read by several threads, which also do the work; see [`parallel::map_batches`].
#[must_use]
pub fn map_batches<T: Relocate + Send + 'static>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Record) + Send + Sync + 'static,
) -> Batches<T> {
    let layers = layers.into();
    if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = layers {
        let work = move |batch: &mut Batch<T>, mut record: Record| {
            say_remarks(&mut record);
            work(batch, record);
        };
        return parallel::map_batches(source, options, jobs, work);
    }
    let records: Box<dyn Iterator<Item = _> + Send> = reader!(layers, source, options);
    one_by_one(records, work)
}

/// Reads as [`map_batches`] does, but only for the diagnostics of records; see
/// [`parallel::check_batches`].
#[must_use]
pub fn check_batches<T: Relocate + Send + 'static>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Checked) + Send + Sync + 'static,
) -> Batches<T> {
    let layers = layers.into();
    if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = layers {
        let work = move |batch: &mut Batch<T>, mut checked: Checked| {
            if let Checked::Record(record) = &mut checked {
                say_remarks(record);
            }
            work(batch, checked);
        };
        return parallel::check_batches(source, options, jobs, work);
    }
    map_batches(layers, source, options, jobs, move |batch, record| {
        work(batch, Checked::Record(Box::new(record)));
    })
}

/// Applies `work` to the records of a stream on one thread.
fn one_by_one<T: Relocate>(
    mut records: impl Iterator<Item = io::Result<Record>> + Send + 'static,
    work: impl Fn(&mut Batch<T>, Record) + Send + 'static,
) -> Batches<T> {
    Batches::serial(move |batch| Some(records.next()?.map(|record| work(batch, record))))
}

/// Writes each record of a stream in another format and applies `work`, which adds its results to
/// batches in the order of the records; see [`parallel::view`] and [`write()`]. `file` is the name
/// of the file. Where a record can be written without its whole game, only as much is kept as the
/// options say ([`Retained`]).
#[must_use]
pub fn convert<T: Relocate + Send + 'static>(
    (from, to): (impl Into<Layers>, Format),
    source: Box<dyn io::Read + Send>,
    file: &str,
    options: (&ReadOptions, &WriteOptions),
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Record, Vec<Loss>) + Send + Sync + 'static,
) -> Batches<T> {
    let (reading, writing) = options;
    let from = from.into();
    let (sink, file) = (FormatSink { format: to, options: writing.clone() }, file.to_owned());
    if to == Format::Ndjson {
        // It gives a record's place, which is known only when all before it are read.
        let whole = |batch: &mut Batch<_>, record, _| {
            let end = batch.text.len();
            batch.made.push((record, end));
        };
        let every = reading.clone().keep(Retained::Everything);
        let mut games = view(from, source, (&every, reading.keep), jobs, sink, whole);
        return Batches::serial(move |batch| {
            Some(games.next()?.map(|games| {
                let mut start = 0;
                for (record, end) in games.made.drain(..) {
                    let fields = &games.text[start..end];
                    ndjson::append_record(&record, &file, fields, &mut batch.text);
                    start = end;
                    work(batch, record, Vec::new());
                }
            }))
        });
    }
    view(from, source, (reading, reading.keep), jobs, sink, work)
}

/// Lends the games of a stream to a function; see [`partie_pgn::view_each`].
pub fn view_each<'a, T: 'a>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send + 'a>,
    options: &ReadOptions,
    mut each: impl FnMut(&ViewedGame<'_>) -> T + 'a,
) -> Box<dyn Iterator<Item = io::Result<(Record, T)>> + 'a> {
    let layers = layers.into();
    if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = layers {
        return Box::new(pgn::view_each(source, options, each));
    }
    let whole = options.clone().keep(Retained::Everything);
    Box::new(read(layers, source, &whole).map(move |record| {
        let record = record?;
        let made = each(&record.game().into());
        Ok((record, made))
    }))
}

/// Gives the records of a stream to a sink; see [`parallel::view`].
#[must_use]
pub fn view<S: GameSink, T: Relocate + Send + 'static>(
    layers: impl Into<Layers>,
    source: Box<dyn io::Read + Send>,
    (options, shown): (&ReadOptions, Retained),
    jobs: Jobs,
    sink: S,
    work: impl Fn(&mut Batch<T>, Record, S::Made) + Send + Sync + 'static,
) -> Batches<T> {
    let layers = layers.into();
    if let Layers { container: None, format: Format::Pgn | Format::Bpgn } = layers {
        return parallel::view(source, (options, shown), jobs, sink, work);
    }
    let whole = options.clone().keep(Retained::Everything);
    map_batches(layers, source, &whole, jobs, move |batch, record| {
        let made = sink.make(record.game(), &mut batch.text);
        work(batch, record, made);
    })
}

/// Message on words that are a game.
const HIDDEN: Message =
    message!("these words would be a game if they stood alone; they were kept as a comment");

/// Fewest plies of words that are a game if they stand alone.
const LEAST: usize = 2;

/// The records of free text, each with a diagnostic on words in it that would be a game if they stood
/// alone.
struct Said<I> {
    records: I,
    options: ReadOptions,
}

impl<I: Iterator<Item = io::Result<Record>>> Iterator for Said<I> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        let mut record = self.records.next()?;
        if let Ok(record) = &mut record {
            say(record, &self.options);
        }
        Some(record)
    }
}

/// Reports the words before and after the moves of a record that would be a game if they stood alone.
fn say(record: &mut Record, options: &ReadOptions) {
    let is_prose = |d: &Diagnostic| *d.code == codes::PROSE;
    if !record.parsed.diagnostics.iter().any(is_prose) {
        return;
    }
    let account = partie_scoresheet::account(record, options);
    let is_move = |span: &&Span| matches!(span.part, Part::Move | Part::Result);
    let mut moves = account.spans.iter().filter(is_move).map(|span| span.bytes.clone());
    let first = moves.next().unwrap_or(record.text.len()..record.text.len());
    let last = moves.next_back().unwrap_or_else(|| first.clone());
    for range in [0..first.start, last.end..record.text.len()] {
        let inside = |span: &&Span| {
            span.part == Part::Kept
                && range.start <= span.bytes.start
                && span.bytes.end <= range.end
        };
        // Text after an error is reported with it.
        let mut kept = account.spans.iter().filter(inside).peekable();
        let is_prose = kept.peek().is_some() && kept.all(|span| span.code == Some(&codes::PROSE));
        let mut places = account.spans.iter().filter(inside).map(|span| span.bytes.clone());
        let (Some(first), true) = (places.next(), is_prose) else { continue };
        let start = first.start;
        let range = start..places.next_back().map_or(first.end, |last| last.end);
        if is_game(&record.text[range.clone()], &record.game().start) {
            let line = record.text[start..].split(|b| *b == b'\n').next().unwrap_or_default();
            let end = (start + line.trim_ascii_end().len()).min(range.end);
            record.parsed.diagnostics.push(Diagnostic::new(&codes::HIDDEN, start..end, HIDDEN));
        }
    }
    partie_formats::diagnostic::sort(&mut record.parsed.diagnostics);
}

/// Reports a comment before or after the moves of a record that is a record of another format: JSON, a
/// table, or lines of PGN in the text of a document.
pub(crate) fn say_comments(record: &mut Record) {
    let tree = &record.parsed.value.tree;
    let ends = [NodeId::ROOT, tree.mainline_end()];
    let comments = ends.iter().flat_map(|node| &tree.annotations(*node).comments);
    let known = &record.parsed.value.start;
    let found = comments.map(|comment| comment.text.as_str()).find(|text| {
        let braced = format!("{{{text}}}");
        let mut brackets = text.match_indices('[').map(|(i, _)| &text.as_bytes()[i..]);
        brackets.any(|tag| pgn::token::tag_name(tag).is_some())
            || !hidden::games(text.as_bytes()).is_empty()
            || (text.starts_with('|') || crate::detect::is_json(&braced, None))
                && is_game(braced.as_bytes(), known)
    });
    let mut places = games_in_braces(&record.text);
    if let Some(text) = found.filter(|_| places.is_empty()) {
        let line = text.lines().next().unwrap_or_default().as_bytes();
        let start = memchr::memmem::find(&record.text, line).unwrap_or(0);
        places.push(start..(start + line.len()).min(record.text.len()));
    }
    if !places.is_empty() {
        let hidden = |place| Diagnostic::new(&codes::HIDDEN, place, HIDDEN);
        record.parsed.diagnostics.extend(places.into_iter().map(hidden));
        partie_formats::diagnostic::sort(&mut record.parsed.diagnostics);
    }
}

/// Reports a comment in front that is the table of a wiki, if it holds a game.
fn say_table(record: &mut Record) {
    let end = memchr::memchr(b'}', &record.text).map_or(record.text.len(), |at| at + 1);
    if is_game(&record.text[..end], &record.game().start) {
        let line = memchr::memchr(b'\n', &record.text).unwrap_or(end).min(end);
        record.parsed.diagnostics.push(Diagnostic::new(&codes::HIDDEN, 0..line, HIDDEN));
        partie_formats::diagnostic::sort(&mut record.parsed.diagnostics);
    }
}

/// Returns the places of games in the comments of a text of PGN: of each the first line.
fn games_in_braces(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for open in memchr::memchr_iter(b'{', text) {
        let start = open + 1;
        let length = memchr::memchr2(b'}', b'{', &text[start..]);
        let comment = &text[start..length.map_or(text.len(), |length| start + length)];
        found.extend(hidden::games(comment).into_iter().map(|game| {
            let line = comment[game.clone()].split(|b| *b == b'\n').next().unwrap_or_default();
            let start = start + game.start;
            start..start + line.trim_ascii_end().len()
        }));
    }
    found
}

/// Reports a text of PGN that has only comments, if they are a record of another format, and the table
/// of a wiki, which begins with a brace.
fn say_remarks(record: &mut Record) {
    if record.text.starts_with(b"{|") {
        say_table(record);
    } else if !record.holds_game() {
        say_comments(record);
    }
}

/// Returns true if a text holds a game by itself: some moves, or a position other than `known`.
fn is_game(text: &[u8], known: &Boards) -> bool {
    if !text.iter().any(u8::is_ascii_digit) && !text.contains(&b'/') {
        return false;
    }
    let layers = container::layers(text, None);
    let options = ReadOptions::default();
    let mut records = read_plain(layers, Box::new(text), &options);
    records.any(|record| {
        record.is_ok_and(|record| {
            let game = record.game();
            let is_start = |start: &Position| *start == Position::start(start.variant());
            let is_known = game.start == *known || is_start(game.start.first());
            GameView::ply_count(game) >= LEAST || !game.start.is_unread() && !is_known
        })
    })
}
