//! Opening, checking, converting and mending.

use std::{fs, io::Write as _, path::Path};

use partie::{Format, Input, OtherKind, WriteOptions, mend::RepairOptions, prelude::*};

const TEXT: &str =
    "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n% noted\n[White \"B\"]\n\n1. d4 d5 2. c4 1/2\n";

/// Numbers, lines and moves of the records of an input.
fn moves(input: Input) -> Vec<(u64, u64, String)> {
    let record = |record: Record| {
        let moves: Vec<_> = record.game().san_moves().collect();
        (record.number, record.line, moves.join(" "))
    };
    input.records().expect("chess").map(|found| record(found.expect("memory"))).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn bytes_readers_and_files_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    let packed = folder.path().join("games.pgn.gz");
    fs::write(&plain, TEXT).expect("written");
    fs::write(&packed, gzip(TEXT.as_bytes())).expect("written");
    let expected = moves(Input::from_bytes(TEXT));
    assert_eq!(expected, [(1, 1, "e4 e5 Nf3".to_owned()), (2, 6, "d4 d5 c4".to_owned())]);
    for threads in [1, 2, 3] {
        assert_eq!(moves(Input::new(TEXT.as_bytes()).threads(threads)), expected);
        assert_eq!(moves(Input::open(&plain).expect("a file").threads(threads)), expected);
        assert_eq!(moves(Input::open(&packed).expect("a file").threads(threads)), expected);
    }
    assert_eq!(partie::open(&packed).expect("a file").count(), 2);
}

#[test]
fn one_file_of_each_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "ipynb") {
            continue;
        }
        let records = partie::open(&path).expect("chess");
        let games = records.filter(|r| r.as_ref().is_ok_and(Record::holds_game)).count();
        assert!(games > 0, "{}", path.display());
        files += 1;
    }
    assert!(files >= 8, "{files}");
}

#[test]
fn what_is_no_chess_is_named() {
    let kind = |bytes: &[u8]| {
        let error = Input::from_bytes(bytes).records().expect_err("no chess");
        *error.get_ref().and_then(|e| e.downcast_ref::<OtherKind>()).expect("a kind")
    };
    assert_eq!(kind(b"PK\x03\x04\x14\0"), OtherKind::Archive("a ZIP archive"));
    assert_eq!(kind(b"%PDF-1.7\n"), OtherKind::Foreign("PDF document"));
}

#[test]
fn games_of_a_parquet_file() {
    use partie::parquet::{
        Writer,
        columns::{Batch, Row},
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.parquet");
    let mut batch = Batch::new();
    for record in Input::from_bytes(TEXT).records().expect("chess") {
        batch.push("x.pgn", &Row::of(&record.expect("memory"), &WriteOptions::default()));
    }
    let mut writer = Writer::new(fs::File::create(&path).expect("a file"), 1).expect("a writer");
    writer.write(batch).expect("written");
    writer.finish().expect("written");
    let games: Vec<_> = moves(Input::open(&path).expect("a table")).into_iter().collect();
    let expected = moves(Input::from_bytes(TEXT));
    let moves = |games: Vec<(u64, u64, String)>| {
        games.into_iter().map(|(number, _, moves)| (number, moves))
    };
    assert!(moves(games).eq(moves(expected)));
}

#[test]
fn converting_says_what_was_lost() {
    let text = "1. e4 (1. d4) e5 {good} *\n";
    let options = WriteOptions::default();
    let converted: Vec<_> = Input::from_bytes(text)
        .convert(Format::Fen, &options)
        .expect("chess")
        .map(|game| game.expect("memory"))
        .collect();
    assert_eq!(converted.len(), 1);
    assert!(!converted[0].lost.is_empty());
    for threads in [1, 2] {
        let input = Input::from_bytes(TEXT).threads(threads);
        let games = input.convert(Format::Pgn, &options).expect("chess");
        let texts: Vec<_> = games.map(|game| game.expect("memory").text).collect();
        assert!(texts.iter().all(|text| text.starts_with(b"[Event")), "a text for each game");
        let places = Input::from_bytes(TEXT).threads(threads).path("x.pgn");
        let json = places.convert(Format::Ndjson, &options).expect("chess").last();
        let json = String::from_utf8(json.expect("a game").expect("memory").text).expect("text");
        assert!(json.contains("\"line\":6") && json.contains("x.pgn"), "{json}");
    }
}

#[test]
fn mending_keeps_what_stands_between_games() {
    for threads in [1, 2] {
        let input = Input::from_bytes(TEXT).threads(threads);
        let mut steps = input.mend(RepairOptions::default()).expect("chess");
        let mut text = Vec::new();
        let mut changes = 0;
        for step in steps.by_ref() {
            let step = step.expect("memory");
            text.extend(step.text);
            changes += step.changes.len();
        }
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains("% noted\n") && text.contains("1. d4 d5 2. c4 1/2-1/2"), "{text}");
        assert!(changes > 0 && steps.has_changed() && steps.games() == 2);
    }
    let error = Input::from_bytes("{\"moves\":[]}\n").mend(RepairOptions::default());
    assert_eq!(error.expect_err("not mended").kind(), std::io::ErrorKind::Unsupported);
}
