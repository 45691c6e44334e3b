//! Games as a table, one row each: Parquet and CSV.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use anyhow::{Context as _, bail};
use partie_db::{
    Writer, Written,
    columns::{Batch, Column, Row, ValueKind},
};
use partie_formats::{Record, WriteOptions};
use serde_json::{Map, Value, json};

use super::{losses::Losses, messages::Messages};
use partie_records::compression::Compression;

use crate::{
    args::{TableFormat, Target, Writing},
    output::{Output, Permission},
    report::count,
};

/// Number of games that are encoded at a time: their columns stay in the processor's memory.
const GAMES: usize = 1 << 8;

/// Writes games as rows of a table.
pub(super) struct TableOutput {
    path: PathBuf,
    name: String,
    sink: Sink,
    options: WriteOptions,
    batch: Batch,
    /// True if the names of the columns were written.
    has_header: bool,
    losses: Losses,
    games: u64,
}

enum Sink {
    Parquet(Box<Writer<Output>>),
    Csv(Box<Output>),
}

impl TableOutput {
    /// Opens the table of a target, if it is a table.
    pub(super) fn create(
        target: &Target,
        writing: &Writing,
        permission: &Permission,
        threads: usize,
    ) -> anyhow::Result<Option<TableOutput>> {
        let Some(format) = target.table() else { return Ok(None) };
        let extension = target.output.extension().and_then(|e| e.to_str());
        if format == TableFormat::Parquet
            && extension.and_then(Compression::from_extension).is_some()
        {
            bail!("Parquet is already compressed; use a name that ends in .parquet");
        }
        let out = Output::create(&target.output, permission)?;
        let name = out.name().to_owned();
        let batch = Batch::new();
        let sink = match format {
            TableFormat::Parquet if out.is_terminal() => {
                bail!("refusing to write binary data to a terminal; use -o games.parquet")
            }
            TableFormat::Parquet => {
                Sink::Parquet(Box::new(Writer::new(out, threads).with_context(|| name.clone())?))
            }
            TableFormat::Csv => Sink::Csv(Box::new(out)),
        };
        let (path, options) = (target.output.clone(), writing.options());
        let losses = Losses::default();
        let (has_header, games) = (false, 0);
        Ok(Some(TableOutput { path, name, sink, options, batch, has_header, losses, games }))
    }

    /// Adds a game of a file.
    pub(super) fn add(&mut self, file: &str, record: &Record) -> anyhow::Result<()> {
        self.push(file, &Row::of(record, &self.options))
    }

    /// Adds a row.
    pub(super) fn push(&mut self, file: &str, row: &Row) -> anyhow::Result<()> {
        self.losses.add(&row.lost);
        self.batch.push(file, row);
        self.games += 1;
        if self.batch.len() >= GAMES { self.end_batch() } else { Ok(()) }
    }

    fn end_batch(&mut self) -> anyhow::Result<()> {
        let batch = self.batch.take();
        match &mut self.sink {
            Sink::Parquet(writer) => writer.write(batch),
            Sink::Csv(out) => {
                if !std::mem::replace(&mut self.has_header, true) {
                    let names = shown(&batch).map(|column| column.field.name.to_owned());
                    write_line(out, names).with_context(|| self.name.clone())?;
                }
                let line = |row| shown(&batch).map(move |column| text(column, row));
                (0..batch.len()).try_for_each(|row| write_line(out, line(row)))
            }
        }
        .with_context(|| self.name.clone())
    }

    /// Finishes the file, and reports the outcome.
    pub(super) fn finish(mut self, messages: Messages) -> anyhow::Result<()> {
        if self.games > 0 {
            self.end_batch()?;
        }
        let out = match self.sink {
            Sink::Csv(out) => *out,
            Sink::Parquet(writer) => {
                let Written { out, .. } = writer.finish().context(self.name)?;
                out
            }
        };
        if self.games == 0 {
            messages.nothing_to_write(&self.path);
        } else {
            out.finish()?;
            if self.path.as_os_str() != "-" {
                let games = count(self.games, "game");
                messages.note(&format!("{games} written to {}", self.path.display()));
            }
        }
        for line in self.losses.lines() {
            messages.loss(&line);
        }
        Ok(())
    }
}

/// Returns the columns shown in a text table: all but columns of bytes.
fn shown(batch: &Batch) -> impl Iterator<Item = &Column> {
    batch.columns().iter().filter(|column| column.field.kind != ValueKind::Bytes)
}

/// Returns a value as text, empty if there is none: lists and pairs as JSON.
fn text(column: &Column, row: usize) -> String {
    let missing = !column.has(row);
    match column.field.kind {
        _ if missing => String::new(),
        ValueKind::Int32s => json!(column.numbers(row)).to_string(),
        ValueKind::Pairs => {
            let pairs = column.pairs(row).map(|(name, value)| (name.to_owned(), json!(value)));
            match pairs.collect::<Map<String, Value>>() {
                pairs if pairs.is_empty() => String::new(),
                pairs => Value::Object(pairs).to_string(),
            }
        }
        ValueKind::Date => column.day(row).unwrap_or_default(),
        ValueKind::Text | ValueKind::Bytes => column.text(row).unwrap_or_default().to_owned(),
        _ => column.number(row).map(|number| number.to_string()).unwrap_or_default(),
    }
}

/// Writes a line of CSV (RFC 4180, with the line ends of Unix).
fn write_line(out: &mut Output, values: impl Iterator<Item = String>) -> io::Result<()> {
    let quoted = |value: String| {
        if value.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", value.replace('"', "\"\""))
        } else {
            value
        }
    };
    writeln!(out, "{}", values.map(quoted).collect::<Vec<_>>().join(","))
}
