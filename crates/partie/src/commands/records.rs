//! What all commands that read games have in common: one input after the other, one
//! record after the other, findings told as they come.

use std::{
    io::{self, BufWriter, Read, Write},
    path::PathBuf,
};

use anyhow::Context as _;
use partie_formats::{
    Converted, Format, Keep, ReadOptions, Record, Severity, WriteOptions, detect, dispatch,
    parallel::Jobs,
};

#[cfg(feature = "parquet")]
use partie_formats::{columns::Row, parallel::Placed};

use super::{games::Written, voice::Voice};
use crate::{
    args::{Reading, ReportFormat, Reporting},
    exit::Exit,
    input::{self, Input, Source, Unreadable},
    progress::Progress,
    report::{self, Form, Report, Tally, visible},
    terminal,
};

/// Where findings are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// Findings are the result.
    Stdout,
    /// Findings stand beside the result; a bar may stand there, too.
    Stderr {
        /// Whether nothing else is on the terminal.
        bar: bool,
    },
}

/// The inputs of a run, and how they are read.
pub(super) struct Run<'a> {
    pub(super) inputs: Vec<Result<Input, Unreadable>>,
    reading: &'a Reading,
    reporting: &'a Reporting,
    /// The format of inputs that say nothing about theirs.
    fixed: Option<Format>,
    keep: Keep,
}

/// What was found out about a record.
struct Seen<W> {
    format: Format,
    worst: Option<Severity>,
    /// Something of it is told.
    told: bool,
    made: W,
}

impl<W> Seen<W> {
    /// What there is to say of a record, and whether something of it is told: findings of
    /// a severity or worse are.
    fn of(record: &Record, told: Option<Severity>, made: W) -> (bool, Seen<W>) {
        let (format, worst) = (record.format, record.parsed.worst());
        let told = told.is_some_and(|severity| worst >= Some(severity));
        (told, Seen { format, worst, told, made })
    }
}

/// A row, and its record if that is told.
#[cfg(feature = "parquet")]
struct RowOf {
    row: Row,
    told: Option<Box<Record>>,
}

#[cfg(feature = "parquet")]
impl Placed for RowOf {
    fn move_behind(&mut self, records: u64, lines: u64) {
        self.row.move_behind(records, lines);
        self.told.move_behind(records, lines);
    }
}

/// An input that was opened, and how it is read.
struct Opened<'a> {
    format: Format,
    /// Its name.
    file: &'a str,
    source: Box<dyn Read + Send>,
    options: &'a ReadOptions,
    jobs: Jobs,
    /// From which severity on findings are told.
    told: Option<Severity>,
}

/// What is made of the records of an input.
type Items<W> = Box<dyn Iterator<Item = io::Result<(Option<Box<Record>>, Seen<W>)>>>;

/// What came of a run.
pub(super) struct Outcome {
    /// The records.
    pub(super) tally: Tally,
    /// How many inputs could not be read.
    pub(super) failures: usize,
}

impl Outcome {
    /// The exit status, if findings of a severity or worse are denied.
    pub(super) fn exit(&self, denied: Severity) -> Exit {
        if self.failures > 0 { Exit::Failed } else { self.tally.exit(denied) }
    }
}

impl<'a> Run<'a> {
    /// The inputs of some arguments; all of them of a format, or each of its own.
    pub(super) fn new(
        files: &[PathBuf],
        fixed: Option<Format>,
        reading: &'a Reading,
        reporting: &'a Reporting,
    ) -> Run<'a> {
        let fixed = reading.from.or(fixed);
        Run { inputs: input::expand(files), reading, reporting, fixed, keep: Keep::Everything }
    }

    /// The same run, of which nothing is wanted but findings.
    fn for_findings(self) -> Run<'a> {
        // Who is told nothing needs no games to be shown.
        let keep = if self.reporting.quiet {
            Keep::OnlyFindings
        } else {
            Keep::Findings(self.reporting.severity)
        };
        Run { keep, ..self }
    }

    /// The inputs that can perhaps be read.
    pub(super) fn readable(&self) -> impl Iterator<Item = Input> {
        self.inputs.iter().filter_map(|input| input.as_ref().ok().cloned())
    }

    /// Whether the games may come as they are played.
    pub(super) fn is_live(&self) -> bool {
        self.readable().any(|input| input == Input::Stdin)
    }

    /// By how many threads the inputs are read.
    pub(super) fn threads(&self) -> usize {
        self.reading.threads.number()
    }

    /// Reads everything. `each` gets every record with the name of its file; an error
    /// of `each` ends the run.
    pub(super) fn each(
        self,
        stream: Stream,
        mut each: impl FnMut(&str, &Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let items = |Opened { format, source, options, jobs, told, .. }: Opened| {
            dispatch::read_parallel(format, source, options, jobs, move |record| {
                let (_, seen) = Seen::of(&record, told, ());
                (Some(Box::new(record)), seen)
            })
        };
        self.all(stream, items, |file, record, ()| {
            record.map_or(Ok(()), |record| each(file, record))
        })
    }

    /// Reads everything for its findings, which are all that is wanted.
    pub(super) fn findings(self, stream: Stream) -> anyhow::Result<Outcome> {
        let items = |Opened { format, source, options, jobs, told, .. }: Opened| {
            dispatch::read_parallel(format, source, options, jobs, move |record| {
                let (worth, seen) = Seen::of(&record, told, ());
                (worth.then(|| Box::new(record)), seen)
            })
        };
        self.for_findings().all(stream, items, |_, _, ()| Ok(()))
    }

    /// Reads everything and writes each record in a format; `each` gets what was written.
    pub(super) fn convert(
        self,
        stream: Stream,
        to: Format,
        writing: &WriteOptions,
        mut each: impl FnMut(Written) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let items = |Opened { format, file, source, options, jobs, told }: Opened| {
            let options = (options, writing);
            dispatch::convert((format, to), source, file, options, jobs, move |converted| {
                let Converted { record, text, lost } = converted;
                let text = Written { variant: record.game().variant, text, lost };
                let (worth, seen) = Seen::of(&record, told, text);
                (worth.then(|| Box::new(record)), seen)
            })
        };
        self.for_findings().all(stream, items, |_, _, text| each(text))
    }

    /// Reads everything and makes a row of columns of each record; `each` gets it with the
    /// name of its file.
    #[cfg(feature = "parquet")]
    pub(super) fn rows(
        self,
        stream: Stream,
        writing: &WriteOptions,
        mut each: impl FnMut(&str, Row) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let items = |Opened { format, source, options, jobs, told, .. }: Opened| {
            let writing = writing.clone();
            let seen = dispatch::read_parallel(format, source, options, jobs, move |record| {
                let (worth, seen) = Seen::of(&record, told, ());
                let told = worth.then(|| Box::new(record.clone()));
                (RowOf { row: Row::of(record, &writing), told }, seen)
            });
            let apart = |(RowOf { row, told }, seen): (RowOf, Seen<()>)| {
                let Seen { format, worst, told: worth, made: () } = seen;
                (told, Seen { format, worst, told: worth, made: row })
            };
            Box::new(seen.map(move |seen| seen.map(apart))) as Items<Row>
        };
        self.all(stream, items, |file, _, row| each(file, row))
    }

    /// Reads everything. The threads that read make `items` of the records, each with the
    /// record itself if `each` wants it, and at any rate if something of it is told.
    fn all<W>(
        self,
        stream: Stream,
        items: impl Fn(Opened<'_>) -> Items<W>,
        mut each: impl FnMut(&str, Option<&Record>, W) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let beside = stream != Stream::Stdout;
        let voice = Voice::new(self.reporting, beside);
        let bar = stream != Stream::Stderr { bar: false } && !self.reporting.quiet;
        let progress = Progress::new(input::total_size(&self.inputs), bar);
        let out = opened(beside);
        let mut report =
            Report::new(out, self.form(beside), self.reporting.severity).context(TELLING)?;
        let mut failures = Vec::new();
        let options = ReadOptions { keep: self.keep, ..self.reading.options() };
        // Where somebody waits for each finding, it must not wait in a buffer.
        let live = terminal::is_terminal(beside);
        let (threads, told) = (self.threads(), report.told());

        for input in &self.inputs {
            let read = input.as_ref().map_err(Unreadable::message).and_then(|input| {
                let source = input
                    .open(&progress, self.fixed.is_none(), threads)
                    .map_err(|e| e.message())?;
                let format = self.format(input, &source);
                Ok((input, format, source))
            });
            let (input, format, source) = match read {
                Ok(read) => read,
                Err(message) => {
                    progress.aside(|| voice.failure(&message));
                    failures.push(message);
                    continue;
                }
            };
            let name = input.name();
            let before = (report.tally().records(), failures.len());
            let jobs = input.jobs(threads);
            let source = source.reader;
            let file = name.as_str();
            let opened = Opened { format, file, source, options: &options, jobs, told };
            for seen in items(opened) {
                let (record, seen) = match seen {
                    Ok(seen) => seen,
                    Err(error) => {
                        let message = input.unreadable(error).message();
                        report.flush().context(TELLING)?;
                        progress.aside(|| voice.failure(&message));
                        failures.push(message);
                        break;
                    }
                };
                let record = record.as_deref();
                if let Some(record) = record.filter(|_| seen.told) {
                    progress
                        .aside(|| {
                            report.record(&name, record)?;
                            if live || *input == Input::Stdin { report.flush() } else { Ok(()) }
                        })
                        .context(TELLING)?;
                } else {
                    report.count(seen.format, seen.worst);
                }
                each(&name, record, seen.made)?;
            }
            // What is said next belongs behind what was found.
            progress
                .aside(|| report.end_of_file().and_then(|()| report.flush()))
                .context(TELLING)?;
            if (report.tally().records(), failures.len()) == before {
                let (name, format) = (visible(&name), format.name());
                progress.aside(|| {
                    voice.note(&format!("{name}: no games in this file (read as {format})"));
                });
            }
        }
        drop(progress);
        let tally = report.finish(&failures).context(TELLING)?;
        Ok(Outcome { tally, failures: failures.len() })
    }

    fn format(&self, input: &Input, source: &Source) -> Format {
        self.fixed.unwrap_or_else(|| detect::detect(&source.head, input.unpacked_name().as_deref()))
    }

    fn form(&self, stderr: bool) -> Form {
        if self.reporting.quiet {
            return Form::Quiet;
        }
        match self.reporting.form() {
            ReportFormat::Text => Form::Text {
                text: report::Text::new(terminal::width(), terminal::colour(stderr)),
                all: self.reporting.all,
            },
            ReportFormat::Json => Form::Json,
            ReportFormat::Sarif => Form::Sarif,
            ReportFormat::Github => Form::Github,
        }
    }
}

/// What was being done if the report itself cannot be written.
const TELLING: &str = "cannot write the findings";

fn opened(stderr: bool) -> BufWriter<Box<dyn Write>> {
    BufWriter::new(if stderr { Box::new(anstream::stderr()) } else { Box::new(anstream::stdout()) })
}
