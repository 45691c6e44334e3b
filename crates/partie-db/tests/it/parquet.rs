//! Parquet files read back say what the columns said.

use std::io::{self, Write};

use parquet::{
    file::{
        metadata::RowGroupMetaData,
        reader::{FileReader, SerializedFileReader},
    },
    record::{Field, Row as Read},
};
use partie_db::Writer;
use partie_db::columns::{Batch, Column, Row, ValueKind};
use partie_formats::{ReadOptions, WriteOptions};
use partie_pgn as pgn;

const GAMES: &str = r#"[Event "Čeština"]
[Date "2024.01.??"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1851"]
[BlackElo "1790?"]
[Mood "good"]

1. e4 { [%eval 0.36] [%clk 0:03:00] } e5 2. Bc4 { [%eval #3] } 2... Nc6 1-0

[White "Ann"]

*

[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]

1. c7 Rd6+ 2. nonsense
"#;

fn batch(games: usize) -> Batch {
    let mut batch = Batch::new();
    let records = pgn::read(GAMES.as_bytes(), &ReadOptions::default());
    let rows: Vec<Row> =
        records.map(|record| Row::of(&record.expect("memory"), &WriteOptions::default())).collect();
    assert_eq!(rows.len(), 3);
    for row in rows.iter().cycle().take(games) {
        batch.push("games.pgn", row);
    }
    batch
}

/// Writes batches, with one thread and with several, which makes no difference.
fn written(batches: &[Batch]) -> Vec<u8> {
    let [file, same] = [1, 3].map(|threads| {
        let mut writer = Writer::new(Vec::new(), threads).expect("memory");
        for batch in batches {
            writer.write(batch.clone()).expect("memory");
        }
        let written = writer.finish().expect("memory");
        assert_eq!(written.games as usize, batches.iter().map(Batch::len).sum::<usize>());
        written.out
    });
    assert!(file == same, "several threads write another file");
    file
}

/// Returns the text that the file should have of a value.
fn expected(column: &Column, row: usize) -> String {
    if !column.has(row) {
        return "null".to_owned();
    }
    match column.field.kind {
        ValueKind::Int16 => format!("short {}", column.number(row).expect("a number")),
        ValueKind::Int32 => format!("int {}", column.number(row).expect("a number")),
        ValueKind::Date => format!("date {}", column.number(row).expect("a number")),
        ValueKind::Int64 => format!("long {}", column.number(row).expect("a number")),
        ValueKind::Text => format!("{:?}", column.text(row).expect("text")),
        ValueKind::Bytes => format!("{:?}", column.bytes(row).expect("bytes")),
        ValueKind::Int32s => {
            let list = column.numbers(row).expect("a list").iter();
            let value = |n: &Option<i32>| n.map_or("null".to_owned(), |n| format!("int {n}"));
            format!("{:?}", list.map(value).collect::<Vec<_>>())
        }
        ValueKind::Pairs => {
            let pairs = column.pairs(row).map(|(name, value)| format!("{name:?}: {value:?}"));
            format!("{:?}", pairs.collect::<Vec<_>>())
        }
    }
}

/// Returns the text that it has.
fn said(value: &Field) -> String {
    match value {
        Field::Null => "null".to_owned(),
        Field::Short(n) => format!("short {n}"),
        Field::Int(n) => format!("int {n}"),
        Field::Date(n) => format!("date {n}"),
        Field::Long(n) => format!("long {n}"),
        Field::Str(text) => format!("{text:?}"),
        Field::Bytes(bytes) => format!("{:?}", bytes.data()),
        Field::ListInternal(list) => {
            format!("{:?}", list.elements().iter().map(said).collect::<Vec<_>>())
        }
        Field::MapInternal(map) => {
            let pair = |(name, value)| format!("{}: {}", said(name), said(value));
            format!("{:?}", map.entries().iter().map(|(a, b)| pair((a, b))).collect::<Vec<_>>())
        }
        other => panic!("{other:?}"),
    }
}

fn assert_same(row: &Read, batch: &Batch, at: usize) {
    let read: Vec<_> = row.get_column_iter().collect();
    assert_eq!(read.len(), batch.columns().len());
    for ((name, value), column) in read.into_iter().zip(batch.columns()) {
        assert_eq!(name, column.field.name);
        assert_eq!(said(value), expected(column, at), "{name} of row {at}");
    }
}

#[test]
fn what_was_written_is_read() {
    let batches = [batch(3), Batch::new(), batch(1000)];
    let file = written(&batches);
    let reader = SerializedFileReader::new(bytes(&file)).expect("a Parquet file");
    assert_eq!(reader.num_row_groups(), 1);
    let rows: Vec<Read> =
        reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 1003);
    for (at, row) in rows.iter().enumerate() {
        let (batch, at) = if at < 3 { (&batches[0], at) } else { (&batches[2], at - 3) };
        assert_same(row, batch, at);
    }
}

#[test]
fn many_games_are_several_row_groups() {
    let batch = batch(32 << 10);
    let batches: Vec<_> = std::iter::repeat_n(batch, 5).collect();
    let reader = SerializedFileReader::new(bytes(&written(&batches))).expect("a Parquet file");
    let groups = reader.metadata().row_groups();
    let games: Vec<_> = groups.iter().map(RowGroupMetaData::num_rows).collect();
    assert_eq!(games, [128 << 10, 32 << 10]);
}

#[test]
fn a_file_of_no_games_is_one() {
    let reader = SerializedFileReader::new(bytes(&written(&[]))).expect("a Parquet file");
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
}

fn bytes(file: &[u8]) -> impl parquet::file::reader::ChunkReader + 'static {
    let mut temporary = tempfile::tempfile().expect("a file");
    temporary.write_all(file).expect("written");
    temporary
}

/// A disk that is full after this number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn why_it_could_not_be_written_is_said() {
    for (room, threads) in [(0, 1), (4, 2), (100, 1), (3000, 2)] {
        let done = Writer::new(Full(room), threads).and_then(|mut writer| {
            writer.write(batch(1000))?;
            writer.finish()
        });
        let error = done.err().expect("no room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{room}: {error}");
    }
}
