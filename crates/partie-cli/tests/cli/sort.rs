//! `partie sort`.

use crate::run::{BUGHOUSE, CLEAN, Folder, MESSY, RICH};

#[test]
fn games_keep_their_bytes_and_find_their_places() {
    let folder = Folder::new();
    let messy = format!("{MESSY}\n");
    folder.write("all.pgn", format!("{RICH}{messy}{CLEAN}{BUGHOUSE}\n"));
    let bughouse = format!("{BUGHOUSE}\n");
    for (arguments, expected) in [
        ("", [CLEAN, &bughouse, &messy, RICH]),
        ("--by white", [CLEAN, &messy, RICH, &bughouse]),
        ("--by -white", [&messy, CLEAN, RICH, &bughouse]),
        ("--by white --reverse", [&messy, CLEAN, RICH, &bughouse]),
        ("--by result,-date", [&messy, &bughouse, CLEAN, RICH]),
        ("--by plies", [RICH, &bughouse, CLEAN, &messy]),
        ("--by Annotator", [RICH, &messy, CLEAN, &bughouse]),
        // A run for every game.
        ("--by plies --memory 1 --temporary .", [RICH, &bughouse, CLEAN, &messy]),
    ] {
        let done = folder.partie(&format!("sort all.pgn {arguments}"));
        assert_eq!((done.status, done.stdout), (0, expected.concat()), "{arguments}");
        assert_eq!(done.stderr, "", "{arguments}");
    }
}

#[test]
fn other_formats_and_failures() {
    let folder = Folder::new();
    folder.partie("convert -q games.pgn -o games.ndjson");
    let lines = folder.read("games.ndjson");
    let (first, second) = lines.split_once('\n').expect("two lines");
    for memory in ["1", "1M"] {
        let done = folder.partie(&format!("sort games.ndjson --by plies --memory {memory}"));
        assert_eq!(done.stdout, format!("{second}{first}\n"));
    }
    let done = folder.partie("sort --memory 1 --temporary nowhere games.pgn");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("--temporary"), "{}", done.stderr);
    let done = folder.partie("sort --by colour games.pgn");
    assert!(done.status == 2 && done.stderr.contains("date, white"), "{}", done.stderr);
    // A file may be sorted into itself.
    folder.write("own.pgn", format!("{RICH}{CLEAN}"));
    assert_eq!(folder.partie("sort own.pgn -o own.pgn").status, 2);
    assert_eq!(folder.partie("sort own.pgn -o own.pgn --force").status, 0);
    assert_eq!(folder.read("own.pgn"), format!("{CLEAN}{RICH}"));
}

#[test]
fn plain_and_packed_files_together() {
    let folder = Folder::new();
    folder.write("plain.pgn", format!("{RICH}{CLEAN}"));
    folder.write("other.pgn", format!("{CLEAN}{MESSY}\n\n{RICH}"));
    folder.partie("convert -q other.pgn -o unpacked.pgn");
    folder.partie("convert -q other.pgn -o packed.pgn.gz");
    for memory in ["1", "1M"] {
        let sort = |file: &str| {
            folder.partie(&format!("sort plain.pgn {file} --by plies,white --memory {memory}"))
        };
        let (one, other) = (sort("unpacked.pgn"), sort("packed.pgn.gz"));
        assert_eq!((one.status, one.stdout), (0, other.stdout), "{memory}");
    }
}
