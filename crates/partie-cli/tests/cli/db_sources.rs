//! `partie db import`: files and pipes that are known again.

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::{
    db::{many, rounds},
    run::{Folder, program},
};

/// A pipe is identified by its beginning: a stopped import continues, and a finished one is not
/// repeated.
#[test]
fn a_pipe_is_imported_once() {
    let folder = Folder::new();
    let (text, all) = (many(3000), (1..=3000).collect::<Vec<_>>());
    let import = |text: &str, options: &str| {
        let done = folder.fed(&format!("db import library - {options}"), text.as_bytes());
        assert_eq!(done.status, 0, "{done:?}");
        done.stderr
    };
    // Killed while it waits for the rest of the pipe.
    let mut stopped = Command::new(program())
        .args(["db", "import", "library", "-", "-q", "--commit-every", "100"])
        .current_dir(folder.path("."))
        .stdin(Stdio::piped())
        .spawn()
        .expect("run");
    let mut pipe = stopped.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut pipe, &text.as_bytes()[..text.len() / 2]).expect("a reader");
    let sources = || {
        let info = folder.partie("db info library --json");
        let info: serde_json::Value = serde_json::from_str(&info.stdout).unwrap_or_default();
        info["sources"].as_array().cloned().unwrap_or_default()
    };
    let begun = (0..500).any(|_| {
        thread::sleep(Duration::from_millis(20));
        !sources().is_empty()
    });
    stopped.kill().and_then(|()| stopped.wait()).expect("a program");
    assert!(begun);
    let games = rounds(&folder).len();
    assert!(games < 3000 && games.is_multiple_of(100), "{games}");
    import(&text, "--commit-every 700");
    assert_eq!(rounds(&folder), all);
    assert_eq!(sources().len(), 1, "{:?}", sources());

    let again = import(&text, "");
    assert!(again.contains("<stdin> was imported before (3000 games)"), "{again}");
    folder.write("many.pgn", &text);
    let known = folder.partie("db import library many.pgn").stderr;
    assert!(known.contains("many.pgn was imported before as <stdin>"), "{known}");
    assert_eq!(rounds(&folder), all);
    // Another pipe of the same beginning; a longer one, before whose addition the last game may be cut.
    let other = text.replace("[Round \"2999\"]", "[Round \"2998\"]");
    assert!(import(&other, "").contains("1 game imported, 2999 already there"));
    assert!(import(&(text + &many(1)), "").contains("0 games imported, 2 already there"));
    assert!(import(&other, "--again").contains("0 games imported, 3000 already there"));
    assert!(import(&other, "--again --keep-duplicates").contains("3000 games imported"));
    assert_eq!(folder.partie("db check library").status, 0);
}

/// A file is known by its text, packed in any way or not.
#[test]
fn a_file_is_imported_once_packed_or_not() {
    let folder = Folder::new();
    let all: Vec<_> = (1..=3000).collect();
    folder.write("text.pgn", many(3000));
    for name in ["many.pgn", "many.pgn.gz", "many.pgn.zst", "many.pgn.bz2", "many.pgn.xz"] {
        assert_eq!(folder.partie(&format!("convert text.pgn -q -o {name}")).status, 0);
    }
    for (first, then) in [
        ("many.pgn", "many.pgn.bz2"),
        ("many.pgn.gz", "many.pgn"),
        ("many.pgn.zst", "many.pgn.gz"),
        ("many.pgn.xz", "many.pgn.zst"),
    ] {
        let _ = fs::remove_dir_all(folder.path("library"));
        assert_eq!(folder.partie(&format!("db import library {first}")).status, 0);
        let again = folder.partie(&format!("db import library {then}"));
        let known = format!("{then} was imported before as {first} (3000 games)");
        assert!(again.stderr.contains(&known), "{}", again.stderr);
        assert_eq!(rounds(&folder), all, "{first} {then}");
        // In one command, in either order.
        for (first, then) in [(first, then), (then, first)] {
            let _ = fs::remove_dir_all(folder.path("library"));
            let done = folder.partie(&format!("db import library {first} {then}"));
            let same = format!("{then} has the same content as {first}");
            assert!(done.stderr.contains(&same), "{}", done.stderr);
            assert_eq!(rounds(&folder), all, "{first} {then}");
        }
    }
    // The text of a packed file through a pipe.
    let _ = fs::remove_dir_all(folder.path("library"));
    folder.partie("db import library many.pgn.gz");
    let piped = folder.fed("db import library -", folder.read("many.pgn").as_bytes()).stderr;
    assert!(piped.contains("<stdin> was imported before as many.pgn.gz"), "{piped}");
    // Another text with the same beginning; a part of it was imported from a truncated file.
    folder.write("text.pgn", many(3000).replace("[Round \"2999\"]", "[Round \"2998\"]"));
    for name in ["other.pgn", "other.pgn.gz"] {
        folder.partie(&format!("convert text.pgn -q -o {name}"));
    }
    let whole = folder.read_bytes("other.pgn.gz");
    folder.write("torn.pgn.gz", &whole[..whole.len() / 2]);
    assert_eq!(folder.partie("db import library torn.pgn.gz").status, 2);
    let other = folder.partie("db import library other.pgn.gz").stderr;
    assert!(other.contains("already there"), "{other}");
    let known = folder.partie("db import library other.pgn").stderr;
    assert!(known.contains("other.pgn was imported before as other.pgn.gz"), "{known}");
}

/// An import of a packed file that was stopped goes on with the file packed in another way.
#[test]
fn a_stopped_import_of_a_packed_file_goes_on_with_another() {
    let folder = Folder::new();
    let all: Vec<_> = (1..=20_000).collect();
    folder.write("text.pgn", many(20_000));
    for name in ["many.pgn", "many.pgn.gz", "many.pgn.zst"] {
        assert_eq!(folder.partie(&format!("convert text.pgn -q -o {name}")).status, 0);
    }
    let sources = || {
        let info = folder.partie("db info library --json");
        let info: serde_json::Value = serde_json::from_str(&info.stdout).unwrap_or_default();
        info["sources"].as_array().cloned().unwrap_or_default()
    };
    for name in ["many.pgn.gz", "many.pgn", "many.pgn.zst"] {
        let before = sources();
        let mut stopped = Command::new(program())
            .args(["db", "import", "library", name, "-q", "--commit-every", "100"])
            .current_dir(folder.path("."))
            .spawn()
            .expect("run");
        let begun = (0..500).any(|_| {
            thread::sleep(Duration::from_millis(20));
            sources() != before
        });
        stopped.kill().and_then(|()| stopped.wait()).expect("a program");
        assert!(begun, "{name}");
        let (sources, games) = (sources(), rounds(&folder).len());
        assert_eq!(sources.len(), 1, "{sources:?}");
        assert_eq!((&sources[0]["file"], &sources[0]["games"]), (&name.into(), &games.into()));
        assert!(games < all.len(), "{name} was imported to its end before it was stopped");
    }
    assert_eq!(folder.partie("db import library many.pgn.gz").status, 0);
    assert_eq!(rounds(&folder), all);
    for name in ["many.pgn", "many.pgn.zst"] {
        let known = folder.partie(&format!("db import library {name}")).stderr;
        assert!(known.contains("was imported before as many.pgn.gz (20 000 games)"), "{known}");
    }
}
