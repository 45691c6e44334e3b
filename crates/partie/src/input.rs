//! Inputs and operations on them.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
};

use partie_databases::{Database, DatabaseKind, ReadAt, path_beside};
use partie_formats::{Converted, Format, ReadOptions, Record, Retained, WriteOptions};
use partie_pgn::{
    ViewedGame,
    parallel::{Batch, Checked, Games, Jobs},
    repair::{RepairOptions, can_repair},
};
#[cfg(feature = "db")]
use partie_records::peek;
use partie_records::{Opened, compression::uncompressed_name, dispatch, mend};

/// A file or stream with records of any format, compressed or not, and the options for reading it.
///
/// ```
/// use partie::{Format, Input, WriteOptions};
///
/// let input = Input::from_bytes("1. e4 e5 2. Nf3 *\n\n1. d4 *\n").threads(2);
/// let mut json = Vec::new();
/// for game in input.convert(Format::Ndjson, &WriteOptions::default())? {
///     json.extend(game?.text);
/// }
/// assert_eq!(json.iter().filter(|byte| **byte == b'\n').count(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Input {
    source: Box<dyn Read + Send>,
    path: PathBuf,
    format: Option<Format>,
    threads: usize,
    options: ReadOptions,
    /// True if the text is made of a database, whose problems stand in it.
    is_database: bool,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Input { path, format, threads, options, .. } = self;
        let mut debug = f.debug_struct("Input");
        debug.field("path", path).field("format", format).field("threads", threads);
        debug.field("options", options).finish_non_exhaustive()
    }
}

impl Input {
    /// Reads from a source.
    #[must_use]
    pub fn new(source: impl Read + Send + 'static) -> Input {
        Input {
            source: Box::new(source),
            path: PathBuf::new(),
            format: None,
            threads: 1,
            options: ReadOptions::default(),
            is_database: false,
        }
    }

    /// Opens a file, which may be the main one of a database of Scid or `ChessBase`. With the feature
    /// `db` it may also be a Parquet file of games.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Input> {
        let path = path.as_ref();
        let name = path.to_string_lossy();
        if let Some(kind) = DatabaseKind::of_name(&name) {
            let open = |extension: &str| -> io::Result<Box<dyn ReadAt>> {
                Ok(Box::new(File::open(path_beside(path, extension))?))
            };
            let text = Database::open(kind, &name, &open)?.into_text(1)?;
            let input = Input::new(text).path(path).format(Format::Pgn);
            return Ok(Input { is_database: true, ..input });
        }
        let input = Input::new(File::open(path)?).path(path);
        #[cfg(feature = "db")]
        return input.with_tables();
        #[cfg(not(feature = "db"))]
        return Ok(input);
    }

    /// Reads from memory.
    #[must_use]
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Input {
        Input::new(Cursor::new(bytes.into()))
    }

    /// Reads the games of a Parquet file as text.
    #[cfg(feature = "db")]
    fn with_tables(mut self) -> io::Result<Input> {
        let (magic, source) = peek(self.source, 4)?;
        self.source = Box::new(source);
        if magic == b"PAR1" {
            let (format, text) =
                partie_db::ParquetGames::open(File::open(&self.path)?)?.into_text();
            (self.source, self.format) = (Box::new(text), Some(format));
        }
        Ok(self)
    }

    /// Sets the path under which the source is known. Its extension helps to detect the format.
    #[must_use]
    pub fn path(mut self, path: impl Into<PathBuf>) -> Input {
        self.path = path.into();
        self
    }

    /// Sets the format instead of detecting it.
    #[must_use]
    pub fn format(mut self, format: Format) -> Input {
        self.format = Some(format);
        self
    }

    /// Sets the number of reading threads, by default 1. Records always come in the order of the
    /// source.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Input {
        self.threads = threads;
        self
    }

    /// Sets the options of reading.
    #[must_use]
    pub fn options(mut self, options: ReadOptions) -> Input {
        self.options = options;
        self
    }

    /// Reads the records. Text without a game is a record, too; see [`Record::holds_game`].
    ///
    /// # Errors
    ///
    /// If the source cannot be read, is an archive or holds no chess.
    pub fn records(self) -> io::Result<Records> {
        let (opened, options, jobs) = self.opened()?;
        let work = |batch: &mut Batch<_>, record| batch.made.push(record);
        let records = dispatch::map_batches(opened.layers, opened.reader, &options, jobs, work);
        Ok(Records(records.into_iter()))
    }

    /// Reads only the records with diagnostics. This is faster than reading all: such a record has
    /// its diagnostics and its text, but may lack its game.
    ///
    /// ```
    /// let input = partie::Input::from_bytes("1. e4 *\n\n[Event \"x\"]\n\n1. e4 e4 *\n");
    /// let mut lines = Vec::new();
    /// for record in input.check()? {
    ///     let record = record?;
    ///     let errors = record.diagnostics().filter(|(_, d)| d.severity == partie::Severity::Error);
    ///     lines.extend(errors.map(|(place, d)| (place.line, place.column, d.code.id)));
    /// }
    /// assert_eq!(lines, [(5, 7, "PGN030")]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Input::records`] does.
    pub fn check(self) -> io::Result<Records> {
        let (opened, options, jobs) = self.opened()?;
        let options = options.keep(Retained::Text);
        let work = |batch: &mut Batch<Record>, checked| match checked {
            Checked::Record(record) if !record.parsed.diagnostics.is_empty() => {
                batch.made.push(*record);
            }
            _ => {}
        };
        let records = dispatch::check_batches(opened.layers, opened.reader, &options, jobs, work);
        Ok(Records(records.into_iter()))
    }

    /// Lends each game to a function, which may change captured state. Canonical PGN games are not
    /// built as trees, so this is faster than reading them. Each item has the function's value and
    /// the record, whose game may be empty. One thread reads.
    ///
    /// ```
    /// use partie::{Input, view::GameView};
    ///
    /// let mut captures = 0;
    /// let games = Input::from_bytes("1. e4 d5 2. exd5 *\n\n1. d4 *\n").view(|game| {
    ///     let moves = game.main_plies().filter_map(|(_, ply)| ply.to_move());
    ///     captures += moves.filter(|m| m.is_capture()).count();
    /// })?;
    /// assert_eq!(games.count(), 2);
    /// assert_eq!(captures, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Input::records`] does.
    pub fn view<'a, T: 'a>(
        self,
        each: impl FnMut(&ViewedGame<'_>) -> T + 'a,
    ) -> io::Result<impl Iterator<Item = io::Result<(Record, T)>> + 'a> {
        let (opened, options, _) = self.opened()?;
        Ok(dispatch::view_each(opened.layers, opened.reader, &options, each))
    }

    /// Writes each record in a format, with a list of losses.
    ///
    /// # Errors
    ///
    /// Fails as [`Input::records`] does.
    pub fn convert(self, format: Format, writing: &WriteOptions) -> io::Result<Conversion> {
        let file = self.path.to_string_lossy().into_owned();
        let (opened, options, jobs) = self.opened()?;
        let work = |batch: &mut Batch<Converted>, record, lost| {
            let text = std::mem::take(&mut batch.text);
            batch.made.push(Converted { record, text, lost });
        };
        let layers = (opened.layers, format);
        let options = (&options, writing);
        let converted = dispatch::convert(layers, opened.reader, &file, options, jobs, work);
        Ok(Conversion(converted.into_iter()))
    }

    /// Repairs the text of the records. The concatenated texts of all steps are the repaired
    /// stream.
    ///
    /// ```
    /// use partie::{Input, mend::RepairOptions};
    ///
    /// let mut mended = Vec::new();
    /// for step in Input::from_bytes("1. e4 e5 2. nf3 *\n").mend(RepairOptions::default())? {
    ///     mended.extend(step?.text);
    /// }
    /// assert!(mended.ends_with(b"1. e4 e5 2. Nf3 *\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Input::records`] does, and with [`io::ErrorKind::Unsupported`] if records of the
    /// format can only be converted, not repaired.
    pub fn mend(self, options: RepairOptions) -> io::Result<mend::Mending> {
        let (opened, read, jobs) = self.opened()?;
        let format = opened.layers.format;
        if !can_repair(format) {
            let why = format!("{} cannot be mended; convert it", format.name());
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        mend::mend(opened.layers, opened.reader, options, &read, jobs)
    }

    fn opened(self) -> io::Result<(Opened, ReadOptions, Jobs)> {
        let Input { source, path, format, threads, mut options, is_database } = self;
        options.database_problems |= is_database;
        let name = uncompressed_name(&path);
        let opened = partie_records::open(source, name.as_deref(), format, threads)?;
        Ok((opened, options, Jobs::new(threads)))
    }
}

/// An iterator over records; made by [`Input::records`] and [`Input::check`]. Bad text is never an
/// `Err` but a diagnostic of its record; an `Err` comes from the source and is the last item.
#[derive(Debug)]
pub struct Records(Games<Record>);

impl Iterator for Records {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        self.0.next()
    }
}

/// An iterator over records that were written in another format; made by [`Input::convert`].
#[derive(Debug)]
pub struct Conversion(Games<Converted>);

impl Iterator for Conversion {
    type Item = io::Result<Converted>;

    fn next(&mut self) -> Option<io::Result<Converted>> {
        self.0.next()
    }
}
