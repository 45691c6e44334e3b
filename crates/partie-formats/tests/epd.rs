//! EPD: the shared suites against python-chess, and writing what was read.

mod common;

use std::fmt::Write as _;

use partie_formats::{ReadOptions, WriteOptions, epd, fen};
use sha2::{Digest, Sha256};

/// Files of which python-chess parses other lines, and why.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "pychess/GetMated.epd",
        "`acn 1028 acd ; acn 1028`: python-chess refuses 16 lines with a missing semicolon",
    ),
    ("python-chess/giveaway-puzzles.epd", "antichess without kings: read with --variant antichess"),
    ("python-chess/suicide-dtm.epd", "antichess without kings: read with --variant antichess"),
    ("python-chess/suicide-dtz.epd", "antichess without kings: read with --variant antichess"),
    ("ethereal/fischer.epd", "python-chess does not parse perft lines"),
    ("ethereal/standard.epd", "python-chess does not parse perft lines"),
    ("pychess/frc_perftsuite.epd", "python-chess does not parse perft lines"),
    ("pychess/perftsuite.epd", "python-chess does not parse perft lines"),
    ("pychess/perftsuite2.epd", "python-chess does not parse perft lines"),
];

#[test]
fn python_chess_agrees() {
    let Some(root) = common::shared("testdata") else { return };
    let oracle = std::fs::read(root.join("ORACLE.json")).expect("oracle");
    let oracle: serde_json::Value = serde_json::from_slice(&oracle).expect("json");
    let mut agreed = 0;
    for (name, entry) in oracle["files"].as_object().expect("files") {
        if entry["kind"] != "epd" {
            continue;
        }
        let source = std::fs::File::open(root.join(name)).expect("file");
        let mut hash = Sha256::new();
        let mut lines = 0_u64;
        for record in epd::read(source, &ReadOptions::default()) {
            let record = record.expect("file");
            let full = fen::boards(&record.game().start, &WriteOptions::default());
            let four: Vec<_> = full.split(' ').take(4).collect();
            hash.update(four.join(" "));
            hash.update("\n");
            lines += 1;
            // What is written is read back as the same record.
            let value = epd::parse_record(&record.text, &ReadOptions::default()).value;
            let text = epd::record(&value, &WriteOptions::default());
            let again = epd::parse_record(text.as_bytes(), &ReadOptions::default()).value;
            assert_eq!(
                epd::record(&again, &WriteOptions::default()),
                text,
                "{name} line {}",
                record.line
            );
            assert_eq!(
                fen::position(&again.position, &WriteOptions::default()),
                fen::position(&value.position, &WriteOptions::default()),
                "{name} line {}",
                record.line
            );
        }
        let python = &entry["python_chess"];
        if OTHERWISE.iter().any(|(n, _)| n == name) {
            assert_eq!(python["positions"], lines, "{name}");
            continue;
        }
        let sha = hash.finalize().iter().fold(String::new(), |mut s, b| {
            write!(s, "{b:02x}").expect("string");
            s
        });
        assert_eq!(python["positions"], lines, "{name}");
        assert_eq!(python["sha256_epds"], sha, "{name}");
        agreed += 1;
    }
    println!("{agreed} files agree");
}
