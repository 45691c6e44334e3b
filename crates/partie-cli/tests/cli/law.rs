//! The law of the ledger over all files of these tests: the account of a file covers it, only
//! understood text is clean, and in the long suite all commands see the same games.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
};

use partie_formats::decode;
use partie_records::container;
use partie_testkit::suite;
use serde_json::Value;

use crate::run::{Folder, ended, program};

/// Largest file that is read, in bytes: the others are more of the same.
const LARGEST: u64 = 64 << 10;

const CHESS: [&str; 9] = ["pgn", "fen", "epd", "bpgn", "txt", "log", "ndjson", "jsonl", "lichess"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let known = path.extension().and_then(|e| e.to_str()).is_some_and(|e| CHESS.contains(&e));
        match entry.metadata() {
            Ok(data) if data.is_dir() => files(&path, found),
            Ok(data) if data.is_file() && known && data.len() <= LARGEST => found.push(path),
            _ => {}
        }
    }
}

/// Checks the accounts of all files of chess in a folder.
pub(crate) fn hold(folder: &Path) {
    let mut found = Vec::new();
    files(folder, &mut found);
    found.retain(|path| path.to_str().is_some_and(|name| !name.contains('\n')) && is_new(path));
    found.sort();
    if found.is_empty() {
        return;
    }
    if suite::is_long() {
        crate::counts::hold_together(&found);
    }
    let mut command = Command::new(program());
    let done = ended(command.args(["check", "--account", "--format", "json"]).args(&found));
    let objects: Vec<Value> = done
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect();
    for path in &found {
        let name = path.to_str().expect("a name");
        let of = |object: &&Value| object["file"].as_str() == Some(name);
        let objects: Vec<&Value> = objects.iter().filter(of).collect();
        if let Err(why) = file(path, &objects)
            && !(objects.is_empty() && is_skipped(path))
        {
            panic!("{name}: {why}");
        }
        let kept = |object: &&Value| object["words_kept"].as_u64() > Some(0);
        if objects.iter().any(kept) {
            let checked = ended(Command::new(program()).arg("check").arg(path));
            assert!(!checked.stderr.contains("all clean"), "{name}: {}", checked.stderr);
        }
    }
}

/// Returns true if no file with this extension and these bytes was held to the law before.
fn is_new(path: &PathBuf) -> bool {
    static KNOWN: Mutex<BTreeSet<(OsString, Vec<u8>)>> = Mutex::new(BTreeSet::new());
    let extension = path.extension().unwrap_or_default().to_owned();
    fs::read(path).is_ok_and(|text| KNOWN.lock().expect("no panic").insert((extension, text)))
}

/// Returns true if a file is reported not to be chess.
fn is_skipped(path: &Path) -> bool {
    ended(Command::new(program()).arg("check").arg(path)).stderr.contains("skipped")
}

/// The law of one file.
fn file(path: &Path, objects: &[&Value]) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|e| e.to_string())?;
    let text = decode::as_utf8(&bytes);
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or(0)).unwrap_or(0);
    let mut pieces = Vec::new();
    let mut transcript = false;
    for object in objects {
        let spans = object["spans"].as_array().ok_or("no spans")?;
        let byte = number(&object["byte"]);
        transcript |= object["format"] == "style12";
        let mut at = 0;
        for span in spans {
            let (start, end) = (number(&span["start"]), number(&span["end"]));
            let in_a_game = object["game"].is_u64();
            if in_a_game && start != at || start >= end || start < at {
                return Err(format!("a gap or an overlap before {span}"));
            }
            at = end;
            if span["part"] == "unaccounted" {
                return Err(format!("vanished: {span}"));
            }
            pieces.push((byte + start, byte + end));
        }
    }
    // Lines of a transcript lie apart, and what is unpacked has other bytes.
    let name = path.file_name().and_then(|name| name.to_str());
    let stream = objects.is_empty() && text.trim_ascii().is_empty();
    if stream || transcript || container::layers(&text, name).container.is_some() {
        return Ok(());
    }
    pieces.sort_unstable();
    let mut at = 0;
    for (start, end) in pieces {
        if start != at {
            return Err(format!("bytes {at} to {start} are in no account, or in two"));
        }
        at = end;
    }
    if at < text.len() {
        return Err(format!("bytes from {at} on are in no account"));
    }
    Ok(())
}

#[test]
fn of_examples_and_test_data() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["examples", "testdata/pgn", "testdata/bpgn", "testdata/fen", "testdata/epd"] {
        hold(&root.join(folder));
    }
    for folder in ["testdata/ndjson", "testdata/scoresheet", "testdata/sessions"] {
        hold(&root.join(folder));
    }
}

/// Text outside of all records has an account of its own.
#[test]
fn of_what_stands_outside_of_games() {
    let folder = Folder::new();
    folder.write("remarks.fen", "# one\n# two\n");
    folder.write("prose.txt", "Nothing but prose.\n");
    let done = folder.partie("check --account session.log");
    assert!(done.stdout.contains("\nsession.log, outside of games\n"), "{}", done.stdout);
    assert!(done.stdout.contains("| Cecil(1700) tells you: hi\n"), "{}", done.stdout);
    let done = folder.partie("check --account remarks.fen");
    assert!(done.stdout.contains("     2 | # two\n       | ccccc\n"), "{}", done.stdout);
    let said = "partie: 0 games read; only remarks, no position\n";
    assert!(done.stderr.ends_with(said), "{}", done.stderr);
    let done = folder.partie("check --account prose.txt");
    assert!(done.stdout.contains("| Nothing but prose.\n       | ?????"), "{}", done.stdout);
    let said = "partie: 0 games read; 3 words kept as text\n";
    assert!(done.stderr.ends_with(said), "{}", done.stderr);
}
