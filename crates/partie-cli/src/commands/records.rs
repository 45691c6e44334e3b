//! Reading with a report: the records of [`Games`] in order, with diagnostics reported as they occur.

use std::{
    io::{BufWriter, Read, Write},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use anyhow::Context as _;
use partie_core::Variant;
use partie_formats::{Format, Loss, ReadOptions, Record, Retained, Severity, WriteOptions};
use partie_pgn::{
    parallel::{Batch, Batches, Checked, Jobs, Relocate},
    view::GameSink,
};
use partie_records::{container::Layers, dispatch};

use partie_db::book::{GameTallies, TallySink};
use partie_db::columns::{Row, RowParts, RowSink, Table};
use partie_db::query::Query;

use super::{
    game_writer::Written,
    games::{Games, Opened, Pass},
    messages::Messages,
};
use crate::{
    args::{ReportFormat, Reporting},
    exit::Exit,
    input::{self, Unreadable},
    progress::Progress,
    report::{self, CodeCounts, Fingerprints, Report, ReportStyle, Tally},
    selection::{Codes, Selection},
    terminal,
};

/// Stream for diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// Diagnostics are the output.
    Stdout,
    /// Diagnostics accompany the output; a progress bar may be shown.
    Stderr {
        /// True if nothing else is on the terminal.
        bar: bool,
    },
}

/// Games that are read with a report of their diagnostics.
pub(super) struct Run<'a> {
    pub(super) games: Games,
    reporting: &'a Reporting,
    keep: Retained,
    selection: Selection,
    /// True to count codes instead of reporting diagnostics.
    statistics: bool,
    listener: Option<Listener>,
}

/// Unpacked bytes of an input.
pub(super) type InputBytes = Box<dyn Read + Send>;

/// Receiver of what a run reports, in place of the terminal.
pub(super) struct Listener {
    /// Form of the diagnostics.
    pub(super) form: ReportStyle,
    /// Counts the bytes of the inputs.
    pub(super) progress: Progress,
    /// Wraps the unpacked bytes of each input.
    pub(super) wrap: Box<dyn Fn(InputBytes) -> InputBytes>,
}

/// Selection of what is reported about records.
#[derive(Clone)]
struct DiagnosticFilter {
    /// Lowest severity of diagnostics that are reported.
    reported: Option<Severity>,
    /// Options with which the records are read, if words kept as text are counted.
    counting_words: Option<ReadOptions>,
}

impl DiagnosticFilter {
    /// Returns the worst severity of a record's diagnostics, and true if they are reported.
    fn judge(&self, record: &Record) -> (Option<Severity>, bool) {
        let worst = record.parsed.worst();
        (worst, self.reported.is_some_and(|severity| worst >= Some(severity)))
    }

    fn words_kept(&self, record: &Record) -> u64 {
        self.counting_words
            .as_ref()
            .map_or(0, |options| partie_records::words_kept(record, options) as u64)
    }
}

/// Receiver of the records of a file, with the text that was written of each.
type Each<'a> = &'a mut dyn FnMut(&str, &RecordSummary, &[u8]) -> anyhow::Result<()>;

/// Summary of a record, or of several equal ones.
struct RecordSummary {
    format: Format,
    variant: Variant,
    worst: Option<Severity>,
    /// Number of records.
    records: u64,
    /// The record, if needed.
    record: Option<Box<Record>>,
    /// True if a diagnostic is reported.
    reported: bool,
    /// Number of reportable diagnostics that were not selected.
    unselected: u64,
    /// Number of words that were not understood and were kept as text.
    words_kept: u64,
    /// End of its output in the batch's.
    end: usize,
    /// Losses in writing it.
    lost: Vec<Loss>,
    /// Its columns, if needed.
    row: Option<Box<Row>>,
    /// Its moves with their counts, if needed.
    tallies: Option<Box<GameTallies>>,
}

impl RecordSummary {
    /// A canonical game without diagnostics.
    const NOTHING: RecordSummary = RecordSummary {
        format: Format::Pgn,
        variant: Variant::Standard,
        worst: None,
        records: 1,
        record: None,
        reported: false,
        unselected: 0,
        words_kept: 0,
        end: 0,
        lost: Vec::new(),
        row: None,
        tallies: None,
    };

    /// Collects the report on a record. The record itself is kept if `wanted`, and always if it has
    /// diagnostics to report.
    fn of(record: Record, look: &DiagnosticFilter, wanted: bool) -> RecordSummary {
        let seen = RecordSummary::about(&record, look);
        let record = (wanted || seen.reported).then(|| Box::new(record));
        RecordSummary { record, ..seen }
    }

    /// Summarises the selected diagnostics; the others are dropped.
    fn selected(
        mut record: Record,
        codes: &Codes,
        least: Severity,
        look: &DiagnosticFilter,
    ) -> RecordSummary {
        let mut unselected = 0;
        // Games and words are counted regardless of the selection.
        let all = RecordSummary::about(&record, look);
        record.parsed.diagnostics.retain(|diagnostic| {
            let selected = codes.has(diagnostic.code);
            unselected += u64::from(!selected && diagnostic.severity >= least);
            selected
        });
        let (worst, reported) = look.judge(&record);
        RecordSummary {
            worst,
            reported,
            unselected,
            record: reported.then(|| Box::new(record)),
            ..all
        }
    }

    /// Summarises a record without keeping it.
    fn about(record: &Record, look: &DiagnosticFilter) -> RecordSummary {
        let (worst, reported) = look.judge(record);
        RecordSummary {
            records: u64::from(record.holds_game()),
            format: record.format,
            variant: record.game().variant,
            worst,
            reported,
            words_kept: look.words_kept(record),
            ..RecordSummary::NOTHING
        }
    }

    /// Adds it to others, together with the last of them if it is like it.
    fn join(self, seen: &mut Vec<RecordSummary>) {
        let plain = |seen: &RecordSummary| seen.record.is_none() && seen.lost.is_empty();
        // A text without a game is not written together with games.
        let kind = |seen: &RecordSummary| (seen.format, seen.variant, seen.worst, seen.records > 0);
        match seen.last_mut() {
            Some(last) if plain(last) && plain(&self) && kind(last) == kind(&self) => {
                last.records += self.records;
                last.unselected += self.unselected;
                last.words_kept += self.words_kept;
                last.end = self.end;
            }
            _ => seen.push(self),
        }
    }
}

impl Relocate for RecordSummary {
    fn offset_by(&mut self, records: u64, lines: u64) {
        if let Some(record) = &mut self.record {
            record.offset_by(records, lines);
        }
        if let Some(row) = &mut self.row {
            row.offset_by(records, lines);
        }
    }
}

/// Options of reading the records of a file for a report.
struct Look<'a> {
    options: &'a ReadOptions,
    filter: DiagnosticFilter,
    codes: Codes,
}

/// Outcome of a run.
pub(super) struct Outcome {
    /// The records.
    pub(super) tally: Tally,
    /// Inputs that could not be read.
    pub(super) failures: Vec<Unreadable>,
    /// Inputs without games, and the formats that they were read as.
    pub(super) without_games: Vec<(String, Format)>,
    /// Number of diagnostics that were not selected.
    pub(super) unselected: u64,
}

impl Outcome {
    /// Returns the exit status if diagnostics of this severity or higher are denied.
    pub(super) fn exit(&self, denied: Severity) -> Exit {
        if self.failures.is_empty() { self.tally.exit(denied) } else { Exit::Failed }
    }
}

impl<'a> Run<'a> {
    /// Reads games, and reports the diagnostics of their records.
    pub(super) fn new(games: Games, reporting: &'a Reporting) -> Run<'a> {
        Run {
            games,
            reporting,
            keep: Retained::Everything,
            selection: Selection::default(),
            statistics: false,
            listener: None,
        }
    }

    /// Reports nothing about records.
    pub(super) fn silently(self) -> Run<'a> {
        Run { games: self.games.quietly(), ..self }
    }

    /// Restricts the run to selected diagnostics; with `statistics` they are only counted.
    pub(super) fn select(self, selection: Selection, statistics: bool) -> Run<'a> {
        Run { selection, statistics, ..self }
    }

    /// Reports to a listener.
    pub(super) fn heard_by(self, listener: Listener) -> Run<'a> {
        Run { listener: Some(listener), ..self }
    }

    /// Restricts the run to diagnostics.
    fn for_diagnostics(self) -> Run<'a> {
        if self.games.filter.is_some() {
            // Conditions ask the whole game.
            return self;
        }
        // Without reports, records need not be kept; notes are kept if they count.
        let keep = if self.reporting.denied(Severity::Error) == Severity::Note {
            Retained::Diagnostics(Severity::Note)
        } else if self.games.quiet {
            Retained::OnlyDiagnostics
        } else {
            // Words kept as text are counted regardless of the report.
            Retained::Diagnostics(self.reporting.severity().min(Severity::Repaired))
        };
        Run { keep, ..self }
    }

    /// Reads everything. `each` gets every record with the name of its file; an error
    /// of `each` ends the run.
    pub(super) fn each(
        self,
        stream: Stream,
        mut each: impl FnMut(&str, &Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let filter = self.games.filter.clone();
        let batches = |Opened { layers, reader, jobs, .. }: Opened<'_>, look: Look<'_>| {
            let (filter, look, options) = (filter.clone(), look.filter, look.options);
            dispatch::map_batches(layers, reader, options, jobs, move |batch, record| {
                if is_taken(filter.as_deref(), &record) {
                    batch.made.push(RecordSummary::of(record, &look, true));
                }
            })
        };
        self.all(stream, &batches, &mut |file, seen, _| {
            let game = seen.record.as_deref().filter(|_| seen.records > 0);
            game.map_or(Ok(()), |record| each(file, record))
        })
    }

    /// Reads everything. `each` gets every record, also one without a game; `wrap` gets the
    /// source of each input with its name before it is read.
    pub(super) fn every(
        self,
        stream: Stream,
        wrap: impl Fn(&str, Layers, Box<dyn Read + Send>) -> Box<dyn Read + Send>,
        mut each: impl FnMut(&Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let batches = |Opened { origin, layers, reader, jobs, .. }: Opened<'_>, look: Look<'_>| {
            let source = wrap(&origin.file, layers, reader);
            let Look { options, filter: look, .. } = look;
            dispatch::map_batches(layers, source, options, jobs, move |batch, record| {
                batch.made.push(RecordSummary::of(record, &look, true));
            })
        };
        self.all(stream, &batches, &mut |_, seen, _| {
            seen.record.as_deref().map_or(Ok(()), &mut each)
        })
    }

    /// Reads everything for its diagnostics alone.
    pub(super) fn diagnostics(self, stream: Stream) -> anyhow::Result<Outcome> {
        let least = self.reporting.severity();
        let batches = |Opened { layers, reader, jobs, .. }: Opened<'_>, look: Look<'_>| {
            let Look { options, filter: look, codes } = look;
            dispatch::check_batches(layers, reader, options, jobs, move |batch, checked| {
                let seen = match checked {
                    Checked::Clean { .. } => RecordSummary::NOTHING,
                    Checked::Record(record) => {
                        RecordSummary::selected(*record, &codes, least, &look)
                    }
                };
                seen.join(&mut batch.made);
            })
        };
        self.for_diagnostics().all(stream, &batches, &mut |_, _, _| Ok(()))
    }

    /// Reads everything and writes each record in a format; `each` gets what was written,
    /// of several games at a time unless they are wanted `apart`.
    pub(super) fn convert(
        self,
        stream: Stream,
        to: Format,
        (writing, apart): (&WriteOptions, bool),
        mut each: impl FnMut(Written) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let filter = self.games.filter.clone();
        let batches = |Opened { origin, layers, reader, jobs, .. }: Opened<'_>, look: Look<'_>| {
            let (file, Look { options, filter: look, .. }) = (origin.file.clone(), look);
            if let Some(filter) = filter.clone() {
                let writing = writing.clone();
                return dispatch::map_batches(
                    layers,
                    reader,
                    options,
                    jobs,
                    move |batch, record| {
                        if !is_taken(Some(&filter), &record) {
                            return;
                        }
                        // Memory does not fail.
                        let lost = dispatch::write(to, &record, &file, &writing, &mut batch.text);
                        let lost = lost.map_or_else(|_| Vec::new(), |written| written.lost);
                        let end = batch.text.len();
                        let seen = RecordSummary::of(record, &look, false);
                        batch.made.push(RecordSummary { end, lost, ..seen });
                    },
                );
            }
            let options = (options, writing);
            dispatch::convert(
                (layers, to),
                reader,
                &file,
                options,
                jobs,
                move |batch, record, lost| {
                    let seen = RecordSummary {
                        end: batch.text.len(),
                        lost,
                        ..RecordSummary::of(record, &look, false)
                    };
                    if apart {
                        batch.made.push(seen);
                    } else {
                        seen.join(&mut batch.made);
                    }
                },
            )
        };
        self.for_diagnostics().all(
            stream,
            &batches,
            &mut |_, RecordSummary { variant, records, lost, .. }, text| {
                if *records == 0 {
                    return Ok(());
                }
                each(Written { variant: *variant, games: *records, text, lost })
            },
        )
    }

    /// Reads everything and makes a row of a table of each record; `each` gets it with the
    /// name of its file, and `unpacked` the text of each packed file before it is read.
    pub(super) fn rows(
        self,
        stream: Stream,
        (table, writing): (Table, &WriteOptions),
        unpacked: impl Fn(&str, InputBytes) -> InputBytes,
        mut each: impl FnMut(&str, &Row) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let filter = self.games.filter.clone();
        let batches = |opened: Opened<'_>, look: Look<'_>| {
            let Opened { origin, layers, packed, reader, jobs, .. } = opened;
            let source = if packed { unpacked(&origin.file, reader) } else { reader };
            let sink = RowSink { parts: RowParts::of(table), options: writing.clone() };
            let source = (layers, source);
            viewed(filter.as_ref(), source, look, jobs, sink, |seen, record, row| {
                seen.row = Some(Box::new(row.at(record)));
            })
        };
        self.for_diagnostics().all(stream, &batches, &mut |file, seen, _| {
            seen.row.as_deref().map_or(Ok(()), |row| each(file, row))
        })
    }

    /// Reads everything and counts the moves of each record; `each` gets the counts.
    pub(super) fn tallies(
        self,
        stream: Stream,
        sink: TallySink,
        mut each: impl FnMut(&GameTallies) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let filter = self.games.filter.clone();
        let batches = |Opened { layers, reader, jobs, .. }: Opened<'_>, look: Look<'_>| {
            viewed(filter.as_ref(), (layers, reader), look, jobs, sink, |seen, _, tallies| {
                seen.tallies = Some(Box::new(tallies));
            })
        };
        self.for_diagnostics().all(stream, &batches, &mut |_, seen, _| {
            seen.tallies.as_deref().map_or(Ok(()), &mut each)
        })
    }

    /// Reads everything. The threads that read make `batches` of what they see; `each` gets
    /// them one by one, with what was written.
    fn all(
        mut self,
        stream: Stream,
        batches: &dyn Fn(Opened<'_>, Look<'_>) -> Batches<RecordSummary>,
        each: Each<'_>,
    ) -> anyhow::Result<Outcome> {
        let beside = stream != Stream::Stdout;
        let bar = stream != Stream::Stderr { bar: false } && !self.games.quiet;
        let (messages, form, progress, wrap) = match self.listener.take() {
            None => {
                let progress = Progress::new(input::total_size(&self.games.inputs), bar);
                (Messages::new(self.reporting, beside), self.form(beside), progress, None)
            }
            Some(Listener { form, progress, wrap }) => {
                (Messages::Silent, form, progress, Some(wrap))
            }
        };
        let options = self.games.options.as_ref().clone();
        let mut report = Report::new(opened(beside), form, self.reporting.severity())
            .context(REPORTING)?
            .advising(options);
        let (mut unselected, mut words_kept) = (0, 0);
        // On a terminal, diagnostics must not wait in a buffer.
        let live = terminal::is_terminal(beside);
        let mut pass = Pass { names_skipped: beside, ..Pass::new(progress, messages) };
        self.games.pass(&mut pass, &mut |mut opened, pass| {
            let (input, name) = (opened.input, opened.origin.file.clone());
            if let Some(wrap) = &wrap {
                opened.reader = wrap(opened.reader);
            }
            let before = report.tally().records();
            let codes = self.selection.codes(Path::new(&*name));
            let options = opened.origin.options.as_ref().clone().keep(self.keep);
            let counting_words = (!self.games.quiet).then(|| options.clone());
            let filter = DiagnosticFilter { reported: report.reported(), counting_words };
            let look = Look { options: &options, filter, codes };
            let mut batches = batches(opened, look);
            while let Some(batch) = batches.next() {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => {
                        report.flush().context(REPORTING)?;
                        pass.fail(input.unreadable(error));
                        break;
                    }
                };
                let mut written = 0;
                let Pass { progress, .. } = &pass;
                progress.count_games(batch.made.iter().map(|seen| seen.records).sum());
                for seen in &batch.made {
                    unselected += seen.unselected;
                    words_kept += seen.words_kept;
                    if let Some(record) = seen.record.as_deref().filter(|_| seen.reported) {
                        progress
                            .aside(|| {
                                report.record(&name, record, seen.records)?;
                                if live || input.is_stream() { report.flush() } else { Ok(()) }
                            })
                            .context(REPORTING)?;
                    } else {
                        report.count(seen.format, seen.worst, seen.records);
                    }
                    each(&name, seen, &batch.text[written..seen.end])?;
                    written = seen.end;
                }
            }
            // Later messages belong after the diagnostics.
            let end = || report.end_of_file().and_then(|()| report.flush());
            pass.progress.aside(end).context(REPORTING)?;
            Ok(ControlFlow::Continue(report.tally().records() > before))
        })?;
        let Pass { progress, failures, without_games, .. } = pass;
        drop(progress);
        let said: Vec<_> = failures.iter().map(Unreadable::message).collect();
        let (mut tally, totals) = report.finish(&said).context(REPORTING)?;
        for line in totals {
            messages.note(&line);
        }
        (tally.words_kept, tally.is_filtered) = (words_kept, self.games.filter.is_some());
        Ok(Outcome { tally, failures, without_games, unselected })
    }

    fn form(&self, stderr: bool) -> ReportStyle {
        if self.games.quiet {
            return ReportStyle::Quiet;
        }
        if self.statistics {
            let json = self.reporting.form() == ReportFormat::Json;
            return ReportStyle::CodeCounts { counts: CodeCounts::default(), json };
        }
        match self.reporting.form() {
            ReportFormat::Concise => ReportStyle::Concise,
            // Beside other output, totals suffice.
            ReportFormat::Text if stderr && !self.reporting.all => {
                ReportStyle::Totals(CodeCounts::default())
            }
            ReportFormat::Text => ReportStyle::Text {
                text: report::TextReport::new(terminal::width(), terminal::colour(stderr)),
                all: self.reporting.all,
            },
            ReportFormat::Json => ReportStyle::Json,
            ReportFormat::Sarif => ReportStyle::Sarif(Fingerprints::default()),
            ReportFormat::Github => ReportStyle::Github,
        }
    }
}

/// Returns true if there are no conditions, or a record has a game that meets them.
fn is_taken(filter: Option<&Query>, record: &Record) -> bool {
    filter.is_none_or(|filter| record.holds_game() && filter.answers(record))
}

/// Gives the games of a stream that meet conditions to a sink; what it makes is put into their
/// summaries.
fn viewed<S: GameSink>(
    filter: Option<&Arc<Query>>,
    (layers, source): (Layers, Box<dyn Read + Send>),
    Look { options, filter: look, .. }: Look<'_>,
    jobs: Jobs,
    sink: S,
    put: impl Fn(&mut RecordSummary, &Record, S::Made) + Send + Sync + 'static,
) -> Batches<RecordSummary> {
    let summarise = move |batch: &mut Batch<RecordSummary>, record: Record, made: S::Made| {
        let mut seen = RecordSummary::about(&record, &look);
        if seen.records > 0 {
            put(&mut seen, &record, made);
        }
        seen.record = seen.reported.then(|| Box::new(record));
        batch.made.push(seen);
    };
    let Some(filter) = filter.cloned() else {
        return dispatch::view(layers, source, (options, options.keep), jobs, sink, summarise);
    };
    let options = options.clone().keep(Retained::Everything);
    dispatch::map_batches(layers, source, &options, jobs, move |batch, record| {
        if is_taken(Some(&filter), &record) {
            let made = sink.make(record.game(), &mut batch.text);
            summarise(batch, record, made);
        }
    })
}

/// Context of an error in writing the report.
const REPORTING: &str = "cannot write the diagnostics";

fn opened(stderr: bool) -> BufWriter<Box<dyn Write>> {
    BufWriter::new(if stderr { Box::new(anstream::stderr()) } else { Box::new(anstream::stdout()) })
}
