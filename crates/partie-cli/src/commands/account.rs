//! `partie check --account`: prints the meaning of each part of a text.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::{self, BufWriter, Read, Write},
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context as _, bail};
use partie_formats::{
    ReadOptions, Record, Severity, decode,
    ledger::{Account, Part},
};
use partie_records::{Outside, container::Layers};

use super::{
    games::Games,
    records::{Run, Stream},
};
use crate::{
    args::{CheckArguments, ReportFormat},
    commands::print_message,
    exit::Exit,
    report::{AccountJson, AccountText, count},
    terminal,
    visible::json_line,
};

/// Size of the buffer before the standard output, in bytes.
const BUFFER: usize = 128 << 10;

/// Error context for writing the account.
const WRITING: &str = "cannot write the annotated text";

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let CheckArguments { files, reporting, reading, .. } = arguments;
    let form = match reporting.form() {
        ReportFormat::Text => Some(AccountText { colour: terminal::colour(false) }),
        ReportFormat::Json => None,
        _ => bail!("`--account` supports only `--format text` and `--format json`"),
    };
    // The text itself is shown, not its diagnostics.
    let run = Run::new(Games::of(files, reading), reporting).silently();
    let options = reading.options();
    // JSON has no colours that could be stripped.
    let sink: Box<dyn Write> = match form {
        Some(_) => Box::new(anstream::stdout()),
        None => Box::new(io::stdout()),
    };
    let mut out = Printer {
        form,
        options: &options,
        out: BufWriter::with_capacity(BUFFER, sink),
        words: 0,
        remarks: false,
    };
    if let Some(form) = form {
        out.out.write_all(form.legend().as_bytes()).context(WRITING)?;
    }
    let open = RefCell::new(VecDeque::<Input>::new());
    let wrap = |file: &str, layers: Layers, source: Box<dyn Read + Send>| {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let tee = Tee { source, bytes: Arc::clone(&bytes) };
        let outside = Outside::new(layers);
        open.borrow_mut().push_back(Input { file: file.to_owned(), layers, bytes, outside });
        Box::new(tee) as Box<dyn Read + Send>
    };
    let outcome = run.every(Stream::Stdout, wrap, |record| {
        let mut open = open.borrow_mut();
        while open.len() > 1 {
            open.pop_front().map_or(Ok(()), |input| out.outside(&input))?;
        }
        let Some(input) = open.front_mut() else { return Ok(()) };
        input.outside.add(record);
        out.record(&input.file, record)
    })?;
    for input in open.into_inner() {
        out.outside(&input)?;
    }
    out.out.flush().context(WRITING)?;
    if !terminal::is_quiet() {
        let mut tally = outcome.tally.clone();
        tally.words_kept = out.words;
        let all = match (tally.records(), out.words) {
            (0, 0) if out.remarks => "; only remarks, no position".to_owned(),
            (0, 0) => "; no text".to_owned(),
            (0, words) => format!("; {} kept as text", count(words, "word")),
            (_, 0) => "; all text understood".to_owned(),
            _ => String::new(),
        };
        print_message(format_args!("{tally}{all}"));
    }
    Ok(outcome.exit(reporting.denied(Severity::Repaired)))
}

/// A file that is being read.
struct Input {
    file: String,
    layers: Layers,
    /// Bytes read from it so far.
    bytes: Arc<Mutex<Vec<u8>>>,
    outside: Outside,
}

/// A source whose bytes are kept: what is outside of all records is known only at its end.
struct Tee {
    source: Box<dyn Read + Send>,
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl Read for Tee {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.extend_from_slice(&buffer[..length]);
        Ok(length)
    }
}

/// Prints accounts as text or, without a form, as JSON.
struct Printer<'a, W: Write> {
    form: Option<AccountText>,
    options: &'a ReadOptions,
    out: W,
    /// Number of words kept as text.
    words: u64,
    /// True if there are remarks outside of all records.
    remarks: bool,
}

impl<W: Write> Printer<'_, W> {
    fn record(&mut self, file: &str, record: &Record) -> anyhow::Result<()> {
        let account = partie_records::account(record, self.options);
        self.words += account.words_kept(&record.text) as u64;
        let shown = match self.form {
            Some(form) => form.record(file, record, &account),
            None => json_line(&AccountJson::of(file, record, &account)) + "\n",
        };
        self.out.write_all(shown.as_bytes()).context(WRITING)
    }

    /// Prints the text of a file that is in no record.
    fn outside(&mut self, input: &Input) -> anyhow::Result<()> {
        let bytes = input.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = decode::as_utf8(&bytes);
        let spans = input.outside.spans(&stream);
        let account = Account { spans, overlaps: Vec::new() };
        self.words += account.words_kept(&stream) as u64;
        let spans = account.spans;
        self.remarks |= spans.iter().any(|span| span.part == Part::Comment);
        let Layers { format, .. } = input.layers;
        match self.form {
            _ if spans.is_empty() => Ok(()),
            Some(form) => self.out.write_all(form.outside(&input.file, &stream, &spans).as_bytes()),
            None => {
                let json = AccountJson::outside(&input.file, format, &stream, &spans);
                self.out.write_all((json_line(&json) + "\n").as_bytes())
            }
        }
        .context(WRITING)
    }
}
