//! `partie fix`: mends the text of games.

mod diff;

use std::{
    collections::HashSet,
    ffi::OsString,
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use partie_formats::{ReadOptions, Record};
use partie_pgn::repair::{Change, RepairOptions, can_mend, can_repair};
use partie_records::{
    container::{Container, Layers},
    mend::{Mended, Mending, Step, TooLong, mend},
};

use self::diff::Diff;
use crate::{
    args::FixArguments,
    commands::{
        change_report::{self, ChangeReport},
        game_writer::{named_format, unpacked_extension},
        print_message,
    },
    exit::Exit,
    input::{self, Input, Unreadable},
    output::{self, Output, Permission},
    progress::Progress,
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
        || arguments.deny.is_some_and(|level| job.counts.at_least(level) > 0)
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
        if source.is_database {
            let what = source.table.unwrap_or_default();
            self.say(&format!(
                "{name}: this is {what}, which cannot be repaired; `partie convert` writes its games as PGN"
            ));
            self.counts.refused = true;
            return Ok(Exit::Problems);
        }
        let Layers { container, format } = source.layers;
        let outside = container.map(Container::describe).or(source.table);
        let in_place = can_repair(format);
        self.counts.rewritten |= !in_place || outside.is_some();
        let freed = outside.filter(|_| !self.arguments.in_place);
        let outside = outside.filter(|_| self.arguments.in_place);
        let wants_place = self.arguments.in_place || self.arguments.diff;
        let refused = !in_place && (wants_place || !can_mend(format));
        self.counts.refused |= refused || outside.is_some();
        if let Some(outside) = outside {
            self.say(&format!(
                "{name}: the games stand in {outside}, which cannot be repaired in place; omit -i to write plain PGN"
            ));
            return Ok(Exit::Problems);
        }
        if refused {
            self.say(&format!(
                "{name}: read as {}, which cannot be repaired in place; {} to write its games as PGN",
                format.name(),
                if can_mend(format) { "omit -i and --diff" } else { "use `partie convert`" },
            ));
            return Ok(Exit::Problems);
        }
        if !in_place && !terminal::is_quiet() {
            self.say(&format!("{name}: read as {}; its games are written as PGN", format.name()));
        }
        if let Some(freed) = freed.filter(|_| in_place && !terminal::is_quiet()) {
            let plain = format.name().to_ascii_uppercase();
            self.say(&format!(
                "{name}: the games stand in {freed}; they are written as plain {plain}"
            ));
        }
        let jobs = input.jobs(reading.threads.number());
        let mending = match mend(source.layers, source.reader, self.options, &self.read, jobs) {
            Ok(mending) if self.arguments.diff => mending.with_original(),
            Ok(mending) => mending,
            Err(error) => return self.unreadable(input, Truncated(error).into()),
        };
        if let (true, Input::File(path)) = (self.arguments.in_place, input) {
            return self.replace(path, &name, mending);
        }
        let mut nothing = io::sink();
        let out: &mut dyn Write = match shared {
            Some(out) => out,
            None => &mut nothing,
        };
        match self.games(&name, mending, out) {
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
    fn replace(&mut self, path: &Path, name: &str, mending: Mending) -> anyhow::Result<Exit> {
        let backup = self.arguments.backup.as_ref().map(|suffix| beside(path, suffix));
        let mut out = Output::create(path, &Permission::new(true))?;
        match self.games(name, mending, &mut out) {
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

    /// Writes the games in order and reports the changes. Returns true if anything changed.
    fn games(
        &mut self,
        name: &str,
        mut mending: Mending,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let colour = terminal::colour(false);
        let looked_at = terminal::is_terminal(false) || colour;
        // The diff of this file is written in one piece with its header.
        let mut shown = Vec::new();
        let mut diff = Diff::new(&mut shown, name, colour, looked_at);
        let show = self.arguments.diff;
        let mut last: Option<Box<Record>> = None;
        for mended in mending.by_ref() {
            let Mended { step, changes, left, text, original } = match mended {
                Ok(mended) => mended,
                Err(error) => match error.get_ref().and_then(|e| e.downcast_ref::<TooLong>()) {
                    Some(too_long) => bail!("{name}: {too_long}; raise --max-game-bytes"),
                    None => return Err(Truncated(error).into()),
                },
            };
            out.write_all(&text).context("cannot write the repaired text")?;
            if show {
                let text = String::from_utf8_lossy(&text);
                diff.add(&original, &text).context("cannot write the diff")?;
            }
            self.counts.step(&step, !changes.is_empty(), &left);
            if let Step::Record(record) = step {
                last = Some(record);
            }
            if let Some(last) = &last {
                self.tell_changes(name, last, &changes)?;
            }
        }
        self.counts.written += mending.games();
        if self.arguments.diff {
            diff.finish().context("cannot write the diff")?;
        }
        self.diff.write_all(&shown).context("cannot write the diff")?;
        Ok(mending.has_changed())
    }

    /// Reports the changes of a record on the screen and in the report.
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

/// A source that could not be read to its end.
#[derive(Debug)]
struct Truncated(io::Error);

impl std::fmt::Display for Truncated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Truncated {}

/// Refuses an output name whose extension names a format other than the inputs', which `fix` keeps.
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
