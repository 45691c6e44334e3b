//! `partie fix`: mends the text of games.

mod change_report;
mod diff;
mod replay_buffer;

use std::{
    collections::HashSet,
    ffi::OsString,
    fs::File,
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use partie_core::{Game, Variant};
use partie_formats::{
    Confidence, Format, ReadOptions, Record, Retained, Severity, decode::Utf8Stream,
};
use partie_pgn as pgn;
use partie_pgn::{
    parallel::{Checked, Relocate},
    repair::{Change, Joiner, RepairOptions, Repaired, can_repair, repair},
};
use partie_records::{
    container::{self, Container, Layers},
    dispatch,
};

use self::{change_report::ChangeReport, diff::Diff};
use crate::{
    args::FixArguments,
    commands::{
        game_writer::{named_format, unpacked_extension},
        print_message,
    },
    exit::Exit,
    input::{self, Input, Unreadable},
    output::{self, Output, Permission},
    progress::Progress,
    report::decoded,
    terminal,
    visible::json_line,
};

/// State shared by all files of a run.
struct FixContext<'a> {
    arguments: &'a FixArguments,
    options: RepairOptions,
    read: ReadOptions,
    progress: Progress,
    counts: ChangeReport,
    report: Option<Output>,
    diff: Box<dyn Write>,
}

pub(super) fn run(arguments: &FixArguments) -> anyhow::Result<Exit> {
    let inputs = input::expand(&arguments.files, &arguments.reading.folders.globs);
    let readable = || inputs.readable();
    if arguments.in_place && readable().any(|i| i == Input::Stdin) {
        bail!("-i cannot replace standard input");
    }
    let permission = Permission::new(arguments.force).reading(readable());
    if let Some(report) = &arguments.report {
        own_place(report, arguments.output.as_deref(), readable())?;
    }
    if let Some(output) = &arguments.output {
        keeps_format(output, readable())?;
    }
    let mut shared = match &arguments.output {
        Some(path) => Some(Output::create(path, &permission)?),
        None if arguments.in_place || arguments.diff => None,
        None => Some(Output::create(Path::new("-"), &permission)?),
    };
    let report = match &arguments.report {
        Some(path) => Some(Output::create(path, &permission)?),
        None => None,
    };
    let on_stdout = shared.as_ref().is_some_and(Output::is_terminal) || arguments.diff;
    let bar = !terminal::is_quiet() && !on_stdout;
    let for_people = terminal::is_terminal(false) || terminal::colour(false);
    let mut job = FixContext {
        arguments,
        options: arguments.options(),
        read: arguments.reading.options(),
        progress: Progress::new(input::total_size(&inputs), bar),
        counts: ChangeReport::default(),
        report,
        // A patch keeps the bytes of its lines; only on a terminal are there colours.
        diff: if for_people {
            Box::new(io::BufWriter::new(anstream::stdout()))
        } else {
            Box::new(io::BufWriter::new(io::stdout()))
        },
    };
    let done = job.all(&inputs, shared.as_mut());
    if let Some(files) = inputs.skipped().filter(|_| !terminal::is_quiet()) {
        job.say(&files);
    }
    // Changes made before a failure are still reported.
    job.diff.flush().context("cannot write the diff")?;
    if let Some(report) = job.report.take() {
        report.finish()?;
    }
    let mut exit = done?;
    if let Some(out) = shared {
        out.finish()?;
    }
    drop(job.progress);
    if !terminal::is_quiet() {
        job.counts.summary(arguments.all);
    }
    let only_looking = arguments.diff && !arguments.in_place && arguments.output.is_none();
    if job.counts.broken + job.counts.no_games > 0
        || job.counts.games == 0
        || only_looking && job.counts.total() > 0
    {
        exit = exit.max(Exit::Problems);
    }
    Ok(exit)
}

impl FixContext<'_> {
    fn say(&self, message: &str) {
        self.progress.aside(|| print_message(message));
    }

    /// Mends all files, each that is to be replaced only once.
    fn all(
        &mut self,
        inputs: &[Result<Input, Unreadable>],
        mut shared: Option<&mut Output>,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let mut replaced = HashSet::new();
        for input in inputs {
            let done = match input {
                Ok(Input::File(path)) if self.arguments.in_place && !first(path, &mut replaced) => {
                    continue;
                }
                Ok(input) => self.file(input, shared.as_deref_mut())?,
                Err(unreadable) => {
                    self.say(&unreadable.message());
                    Exit::Failed
                }
            };
            exit = exit.max(done);
        }
        Ok(exit)
    }

    /// Mends one file.
    fn file(&mut self, input: &Input, shared: Option<&mut Output>) -> anyhow::Result<Exit> {
        let name = input.name();
        if let (true, Input::File(path)) = (self.arguments.in_place, input)
            && let Some(why) = self.kept(path)
        {
            self.say(&why);
            return Ok(Exit::Failed);
        }
        let reading = &self.arguments.reading;
        let source = match input.open(&self.progress, reading.from, reading.threads.number()) {
            Ok(source) => source,
            Err(unreadable) => {
                self.say(&unreadable.message());
                return Ok(Exit::Failed);
            }
        };
        let Layers { container, format } = source.layers;
        let table = source.is_table.then_some("a Parquet file");
        let outside = container.map(Container::describe).or(table);
        let outside = outside.filter(|_| self.arguments.in_place);
        self.counts.refused |= !can_repair(format) || outside.is_some();
        if let Some(outside) = outside {
            self.say(&format!(
                "{name}: the games stand in {outside}, which cannot be repaired in place; omit -i to write plain PGN"
            ));
            return Ok(Exit::Problems);
        }
        if !can_repair(format) {
            self.say(&format!(
                "{name}: read as {}, which cannot be repaired in place; use `partie convert` to write PGN",
                format.name()
            ));
            return Ok(Exit::Problems);
        }
        let reader: Box<dyn io::Read + Send> = match container {
            None => source.reader,
            Some(container) => match container::plain(container, source.reader) {
                Ok(text) => Box::new(io::Cursor::new(text)),
                Err(error) => return self.unreadable(input, Truncated(error).into()),
            },
        };
        let (recorded, buffer) = replay_buffer::record(Utf8Stream::new(reader));
        let jobs = input.jobs(self.arguments.reading.threads.number());
        let (options, read) = (self.options, self.read.clone());
        let checking = self.read.clone().keep(Retained::Text);
        let games = dispatch::check_batches(
            format,
            Box::new(recorded),
            &checking,
            jobs,
            move |batch, c| {
                batch.made.push(Mended::of(c, options, &read));
            },
        );
        let joiner = Joiner::new(self.options, &self.read);
        let old = OriginalSegment {
            shown: self.arguments.diff.then(String::new),
            ..OriginalSegment::default()
        };
        let written = Written { read: self.read.clone(), format, held: 0, games: 0 };
        let segments = Segments { buffer, joiner, old, written, changed: false };
        if let (true, Input::File(path)) = (self.arguments.in_place, input) {
            return self.replace(path, &name, games.into_iter(), segments);
        }
        let mut nothing = io::sink();
        let out: &mut dyn Write = match shared {
            Some(out) => out,
            None => &mut nothing,
        };
        match self.games(&name, games.into_iter(), segments, out) {
            Ok(_) => Ok(Exit::Clean),
            Err(e) => self.unreadable(input, e),
        }
    }

    /// Reports a file that could not be read in full; other errors end the run.
    fn unreadable(&self, input: &Input, error: anyhow::Error) -> anyhow::Result<Exit> {
        let error = error.downcast::<Truncated>()?;
        self.say(&input.unreadable(error.0).message());
        Ok(Exit::Failed)
    }

    /// Explains why a file must not be replaced: it is none, or its backup would be lost.
    fn kept(&self, path: &Path) -> Option<String> {
        if path.metadata().is_ok_and(|m| !m.is_file()) {
            let name = path.display();
            return Some(format!("{name}: -i can only replace regular files"));
        }
        let backup = beside(path, self.arguments.backup.as_ref()?);
        let refused = Permission::new(self.arguments.force).check(&backup).err()?;
        Some(format!("{}: not repaired: {refused}", path.display()))
    }

    /// Mends a file where it lies.
    fn replace(
        &mut self,
        path: &Path,
        name: &str,
        games: impl Iterator<Item = io::Result<Mended>>,
        segments: Segments,
    ) -> anyhow::Result<Exit> {
        let backup = self.arguments.backup.as_ref().map(|suffix| beside(path, suffix));
        let mut out = Output::create(path, &Permission::new(true))?;
        match self.games(name, games, segments, &mut out) {
            Ok(false) => return Ok(Exit::Clean),
            Ok(true) => {}
            Err(error) => return self.unreadable(&Input::File(path.to_path_buf()), error),
        }
        if let Some(backup) = backup {
            keep(path, &backup).with_context(|| backup.display().to_string())?;
        }
        out.finish()?;
        Ok(Exit::Clean)
    }

    /// Writes game after game and reports the changes. Returns true if anything changed.
    fn games(
        &mut self,
        name: &str,
        games: impl Iterator<Item = io::Result<Mended>>,
        mut segments: Segments,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let colour = terminal::colour(false);
        let looked_at = terminal::is_terminal(false) || colour;
        // The diff of this file is written in one piece with its header.
        let mut shown = Vec::new();
        let mut diff = Diff::new(&mut shown, name, colour, looked_at);
        let show = self.arguments.diff;
        let mut write = |old: &str, new: &[u8]| {
            out.write_all(new).context("cannot write the repaired text")?;
            if show {
                diff.add(old, &String::from_utf8_lossy(new)).context("cannot write the diff")?;
            }
            anyhow::Ok(())
        };
        let mut last: Option<Box<Record>> = None;
        for game in games {
            let (record, repaired) = match game.map_err(Truncated)? {
                Mended::Clean { span } => {
                    self.counts.games += 1;
                    let (done, changes) = segments.next_clean(span);
                    if let Some((old, new)) = done {
                        write(&old, new.as_bytes())?;
                    }
                    // The game had to be mended together with the record before it.
                    self.counts.changed += u64::from(!changes.is_empty());
                    if let Some(last) = &last {
                        self.tell_changes(name, last, &changes)?;
                    }
                    continue;
                }
                Mended::Record { record, repaired } => (record, repaired),
            };
            let Some(mut repaired) = repaired else {
                bail!(
                    "{name}: game {} exceeds the size limit and was not repaired; raise --max-game-bytes",
                    record.number
                );
            };
            if let Some((old, new)) = segments.next(&record, &mut repaired) {
                write(&old, new.as_bytes())?;
            }
            let Repaired { changes, left, .. } = repaired;
            let broken = left.iter().any(|d| d.severity == Severity::Error);
            let holds_game = record.holds_game();
            self.counts.games += u64::from(holds_game);
            self.counts.changed += u64::from(!changes.is_empty());
            self.counts.broken += u64::from(broken && holds_game);
            self.counts.no_games += u64::from(broken && !holds_game);
            self.tell_changes(name, &record, &changes)?;
            last = Some(record);
        }
        let End { old, new, changes, changed, written } = segments.finish();
        write(&old, &new)?;
        self.counts.written += written;
        if let Some(last) = last {
            self.tell_changes(name, &last, &changes)?;
        }
        if self.arguments.diff {
            diff.finish().context("cannot write the diff")?;
        }
        self.diff.write_all(&shown).context("cannot write the diff")?;
        Ok(changed)
    }

    /// Says what was changed in a record, on the screen and in the report.
    fn tell_changes(
        &mut self,
        name: &str,
        record: &Record,
        changes: &[Change],
    ) -> anyhow::Result<()> {
        let places = record.places();
        let placed = (record, &places);
        for change in changes {
            let words = self.counts.add(name, placed, change, self.arguments.all);
            if let Some(words) = words.filter(|_| !terminal::is_quiet()) {
                self.progress.aside(|| print_message(words));
            }
            if let Some(report) = &mut self.report {
                writeln!(report, "{}", json_line(&change_report::object(name, placed, change)))
                    .context("cannot write the report")?;
            }
        }
        Ok(())
    }
}

/// A game that was repaired on any thread.
enum Mended {
    /// Nothing is to be mended.
    Clean {
        /// The text of the game, in bytes of the stream from 0.
        span: Range<u64>,
    },
    Record {
        record: Box<Record>,
        /// `None` if the game is too long to be mended.
        repaired: Option<Repaired>,
    },
}

impl Mended {
    fn of(checked: Checked, options: RepairOptions, read: &ReadOptions) -> Mended {
        let mut record = match checked {
            Checked::Clean { span } => return Mended::Clean { span },
            Checked::Record(record) => record,
        };
        if is_cut(&record) {
            return Mended::Record { record, repaired: None };
        }
        let repaired = repair(&record, &options, read);
        if repaired.changes.is_empty() {
            // No change refers to its moves.
            record.parsed.value = Game::new(Variant::Standard);
        } else if record.format == Format::Pgn
            && repaired.changes.iter().any(|c| c.confidence > Confidence::Safe && c.ply.is_some())
        {
            // Move numbers depend on the start position.
            record.parsed.value = pgn::parse(&record.text, read).value;
        }
        Mended::Record { record, repaired: Some(repaired) }
    }
}

impl Relocate for Mended {
    fn offset_by(&mut self, records: u64, lines: u64) {
        if let Mended::Record { record, .. } = self {
            record.offset_by(records, lines);
        }
    }
}

/// A source that could not be read to its end.
#[derive(Debug)]
struct Truncated(io::Error);

impl std::fmt::Display for Truncated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Truncated {}

/// Text of a file, by segments that include the text between records.
struct Segments {
    buffer: replay_buffer::ReplayBuffer,
    joiner: Joiner,
    /// Original text of the segment that may still change.
    old: OriginalSegment,
    written: Written,
    changed: bool,
}

/// Counts the games of the mended text.
struct Written {
    read: ReadOptions,
    format: Format,
    /// Number of games read in the segment that may still change.
    held: u64,
    /// Number of games in the text before it.
    games: u64,
}

impl Written {
    /// Adds a segment. A repair may split one game in two, or find one in junk.
    fn add(&mut self, text: &[u8], changed: bool) {
        let read = std::mem::take(&mut self.held);
        self.games += if changed && matches!(self.format, Format::Pgn | Format::Bpgn) {
            pgn::cut(text, &self.read.limits).count_games(&self.read).0
        } else {
            read
        };
    }
}

/// End of a file: its last segment, the changes made at the end, and whether the file
/// changed.
struct End {
    old: String,
    new: Vec<u8>,
    changes: Vec<Change>,
    changed: bool,
    /// Number of games in the whole file as it is written.
    written: u64,
}

/// A segment as it was read.
#[derive(Default)]
struct OriginalSegment {
    bytes: Vec<u8>,
    /// The text in UTF-8, if it is to be shown.
    shown: Option<String>,
}

impl OriginalSegment {
    /// Adds bytes of a record, or of text that is UTF-8.
    fn push(&mut self, record: Option<&Record>, bytes: Vec<u8>) {
        if let Some(text) = &mut self.shown {
            match record {
                Some(record) => text.push_str(&decoded(record, &bytes)),
                None => text.push_str(&String::from_utf8_lossy(&bytes)),
            }
        }
        if self.bytes.is_empty() {
            self.bytes = bytes;
        } else {
            self.bytes.extend(bytes);
        }
    }

    /// Takes the segment out: its bytes, and its text if that is shown.
    fn take(&mut self) -> (Vec<u8>, String) {
        let text = self.shown.as_mut().map(std::mem::take).unwrap_or_default();
        (std::mem::take(&mut self.bytes), text)
    }
}

impl Segments {
    /// Adds a record. Returns the segment before it, old and new, once that is final.
    fn next(&mut self, record: &Record, repaired: &mut Repaired) -> Option<(String, String)> {
        let (between, text) = self.take(record.byte..record.byte + record.text.len() as u64);
        self.old.push(Some(record), between.clone());
        let one = self.joiner.holds_one_game() && between.is_empty();
        let new = self.joiner.add(&between, record, repaired);
        let done = new.map(|new| self.done(new, one));
        self.written.held += u64::from(record.holds_game());
        self.old.push(Some(record), text);
        done
    }

    /// Adds a game that stays as it was read. Returns the segment before it as [`Segments::next`]
    /// does, and the changes if the game had to be repaired together with it.
    fn next_clean(&mut self, span: Range<u64>) -> (Option<(String, String)>, Vec<Change>) {
        let (between, bytes) = self.take(span);
        self.old.push(None, between.clone());
        let text = match str::from_utf8(&bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
        };
        let mut unchanged = Repaired { faultless: true, ..Repaired::unchanged(text, Vec::new()) };
        let one = self.joiner.holds_one_game() && between.is_empty();
        let new = self.joiner.add_unchanged(&between, &mut unchanged);
        let done = new.map(|new| self.done(new, one));
        self.written.held += 1;
        self.old.push(None, bytes);
        (done, unchanged.changes)
    }

    /// Takes the bytes before the next record, and its own.
    fn take(&mut self, span: Range<u64>) -> (Vec<u8>, Vec<u8>) {
        (self.buffer.take_until(span.start), self.buffer.take_until(span.end))
    }

    /// Counts the text before a record, which is certain now and perhaps known to be one game, and
    /// gives it as it was read and as it is written.
    fn done(&mut self, new: String, one: bool) -> (String, String) {
        let (old, text) = self.old.take();
        let changed = old != new.as_bytes();
        self.changed |= changed;
        if one {
            self.written.held = 1;
        }
        self.written.add(new.as_bytes(), changed && !one);
        (text, new)
    }

    /// Gives out what is left at the end of the file.
    fn finish(mut self) -> End {
        let rest = self.buffer.take_rest();
        let (new, changes) = self.joiner.finish(&rest);
        let (mut old, mut text) = self.old.take();
        text.push_str(&String::from_utf8_lossy(&rest));
        old.extend(rest);
        let changed = old != new;
        self.written.add(&new, changed);
        let changed = changed || self.changed;
        End { old: text, new, changes, changed, written: self.written.games }
    }
}

/// Returns true if the end of the game was left out for its length.
fn is_cut(record: &Record) -> bool {
    record.parsed.diagnostics.iter().any(|d| matches!(d.code.id, "PGN004"))
}

/// Refuses a name that promises another format than that of the inputs, which `fix` keeps.
fn keeps_format(output: &Path, mut inputs: impl Iterator<Item = Input>) -> anyhow::Result<()> {
    let Some(extension) = unpacked_extension(output) else { return Ok(()) };
    let same =
        |input: Input| input.path().and_then(unpacked_extension).is_some_and(|e| e == extension);
    if inputs.any(same) || named_format(output)?.is_none_or(can_repair) {
        return Ok(());
    }
    bail!(
        "{}: fix keeps the format of its input (PGN, BPGN, FEN or EPD); run `partie convert` before or after it",
        output.display()
    )
}

/// Refuses a report that would take the place of games.
fn own_place(
    report: &Path,
    output: Option<&Path>,
    mut inputs: impl Iterator<Item = Input>,
) -> anyhow::Result<()> {
    if report.as_os_str() == "-" {
        return Ok(());
    }
    let place = place(report);
    if place.is_file()
        && inputs.any(|i| matches!(i, Input::File(path) if self::place(&path) == place))
    {
        bail!("{} is also an input; choose another name for the report", report.display());
    }
    if output.is_some_and(|output| self::place(output) == place)
        && !place.metadata().is_ok_and(|m| !m.is_file())
    {
        bail!("{} is also the output; choose another name for the report", report.display());
    }
    Ok(())
}

/// Resolves links to the location of a file that exists or will exist.
fn place(path: &Path) -> PathBuf {
    let folder = || {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(folder).unwrap_or_else(|| path.to_path_buf())
}

/// Returns true if a file was not named before, by any path.
fn first(path: &Path, seen: &mut HashSet<PathBuf>) -> bool {
    seen.insert(place(path))
}

/// Copies a file to its backup. An older backup is only replaced by a complete one.
fn keep(path: &Path, backup: &Path) -> io::Result<()> {
    let (mut copy, guard) = output::temporary(backup, path)?;
    io::copy(&mut File::open(path)?, &mut copy)?;
    copy.persist(backup).map_err(|e| e.error)?;
    drop(guard);
    Ok(())
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
