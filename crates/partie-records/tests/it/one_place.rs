//! Each place has at most one diagnostic.

use std::{collections::HashSet, fs, path::Path};

use partie_formats::{ReadOptions, Record};
use partie_pgn as pgn;
use partie_records::{detect, dispatch};

/// The diagnostics of a PGN game: code, severity, message.
fn reported(text: &str) -> Vec<String> {
    let parsed = pgn::parse(text.as_bytes(), &ReadOptions::default());
    let all = parsed.diagnostics.iter().filter(|d| d.code.id != "PGN015");
    all.map(|d| format!("{} {}", d.code.id, d.message)).collect()
}

#[test]
fn a_word_that_breaks_several_rules_is_reported_once() {
    const HEAD: &str = "[Event \"?\"]\n[Result \"*\"]\n\n";
    let promotion = "[FEN \"8/P6k/8/8/8/8/7p/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    for (head, moves, expected) in [
        // A long form without the sign of its capture.
        (HEAD, "1. e4 d5 2. e4d5 *", "PGN052 expected `exd5`, but found `e4d5` (also PGN049)"),
        (HEAD, "1. e4 d5 2. ed *", "PGN053 expected `exd5`, but found `ed` (also PGN049)"),
        (promotion, "1. a8(♕) *", "PGN043 expected `a8=Q`, but found `a8(♕)` (also PGN054)"),
        // The mark of check that is missing stands in what was expected.
        (
            "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n",
            "1. a8Q *",
            "PGN043 expected `a8=Q+`, but found `a8Q`",
        ),
        (
            HEAD,
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. e1-g1 *",
            "PGN055 expected `O-O`, but found `e1-g1` (also PGN052)",
        ),
        // One rule only.
        (HEAD, "1. e4 d5 2. e:d5 *", "PGN048 expected `exd5`, but found `e:d5`"),
    ] {
        assert_eq!(reported(&format!("{head}{moves}\n")), [expected], "{moves}");
    }
}

/// The fix is as sure as the least sure part of it.
#[test]
fn one_fix_for_all_that_is_odd() {
    let text = "[Event \"?\"]\n\n1. e4 e5 2. nf3 d5 3. n:e5 *\n";
    let parsed = pgn::parse(text.as_bytes(), &ReadOptions::default());
    let fixes: Vec<_> = parsed.diagnostics.iter().filter_map(|d| d.fix.as_ref()).collect();
    let words: Vec<_> =
        fixes.iter().map(|f| (f.replacement.as_str(), f.confidence.name())).collect();
    assert!(words.contains(&("Nf3", "likely")) && words.contains(&("Nxe5", "likely")), "{words:?}");
    assert!(!words.contains(&("Nxe5", "safe")), "{words:?}");
}

#[test]
fn no_place_of_the_samples_has_the_same_message_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("testdata"), root.join("fuzz/seeds")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let bytes = fs::read(&path).expect("a file");
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let format = detect::detect(&bytes, name.as_deref());
            let source = Box::new(std::io::Cursor::new(bytes));
            for record in dispatch::read(format, source, &ReadOptions::default()) {
                let record: Record = record.expect("memory");
                let mut seen = HashSet::new();
                for d in &record.parsed.diagnostics {
                    let new = seen.insert((d.span.start, d.span.end, d.message.to_string()));
                    assert!(new, "{}: {} twice: {}", path.display(), d.code.id, d.message);
                }
            }
        }
    }
    assert!(files > 50, "only {files} files");
}
