//! FEN, EPD and JSON lines by tables that a chess player can read. What stands in
//! `testdata/<format>/valid` is written back byte for byte and has no diagnostics
//! worse than a note. In
//! `broken` the remark before a record begins with the codes of its diagnostics; a file of
//! JSON, which has no remarks, is named after its code.

use std::path::{Path, PathBuf};

use partie_core::NodeId;
use partie_formats::{Format, ReadOptions, Record, Severity, WriteOptions, epd, fen};
use partie_records::{dispatch, ndjson};

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root).expect(folder).map(|e| e.expect("entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

fn records(format: Format, path: &Path) -> Vec<Record> {
    let source = Box::new(std::fs::File::open(path).expect("file"));
    dispatch::read(format, source, &ReadOptions::default()).map(|r| r.expect("file")).collect()
}

#[test]
fn valid_records_are_written_back() {
    for (format, folder) in
        [(Format::Fen, "fen/valid"), (Format::Epd, "epd/valid"), (Format::Ndjson, "ndjson/valid")]
    {
        for path in files(folder) {
            let mut out = Vec::new();
            for record in records(format, &path) {
                let worst = record.parsed.worst().unwrap_or(Severity::Note);
                assert_eq!(worst, Severity::Note, "{} line {}", path.display(), record.line);
                let (game, options) = (record.game(), WriteOptions::default().remarks(true));
                let lossy = match format {
                    Format::Fen => fen::write(game, &options, &mut out),
                    Format::Epd => epd::write(game, &options, &mut out),
                    _ => ndjson::write_game(game, &options, &mut out),
                };
                let lost = lossy.expect("memory").lost;
                assert!(lost.is_empty(), "{lost:?}");
            }
            let text = std::fs::read(&path).expect("file");
            assert_eq!(
                String::from_utf8_lossy(&out),
                String::from_utf8_lossy(&text),
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn broken_records_have_the_diagnostics_before_them() {
    for (format, folder) in [(Format::Fen, "fen/broken"), (Format::Epd, "epd/broken")] {
        for path in files(folder) {
            for record in records(format, &path) {
                let comments = &record.game().tree.annotations(NodeId::ROOT).comments;
                let remark = comments.first().map_or("", |c| c.text.as_str());
                let (expected, _) = remark.split_once(':').expect("codes before a colon");
                let found: Vec<&str> =
                    record.parsed.diagnostics.iter().map(|d| d.code.id).collect();
                assert_eq!(found.join(" "), expected, "{} {remark}", path.display());
            }
        }
    }
    for path in files("ndjson/broken") {
        let records = records(Format::Ndjson, &path);
        let found: Vec<&str> =
            records.iter().flat_map(|r| r.parsed.diagnostics.iter().map(|d| d.code.id)).collect();
        let name = path.file_stem().expect("a name").to_string_lossy();
        assert_eq!(found, [name.as_ref()], "{}", path.display());
    }
}
