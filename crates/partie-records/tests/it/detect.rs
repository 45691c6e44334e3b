//! Every shared file is found to be what it is, with its name and, but for free text,
//! without it.

use partie_testkit::suite::shared;
use std::path::Path;

use partie_formats::Format;
use partie_records::detect::detect;

/// Folders and files whose extension is misleading or unknown.
const OTHERWISE: &[(&str, Format, &str)] = &[
    ("pgn-extract/test-WWepd-out.pgn", Format::Epd, "what pgn-extract wrote as EPD"),
    ("chs_long/", Format::ChessGamePlayer, "lists of pairs of squares"),
    ("derived/cgp_", Format::ChessGamePlayer, "texts for Chess Game Player"),
    ("tree-sitter/corpus_bughouse.txt", Format::Bpgn, "games in a list of test cases"),
    ("tree-sitter/corpus_", Format::Pgn, "games in a list of test cases"),
    ("tree-sitter/four_player.pgn4", Format::Pgn, "tags like those of PGN"),
    ("lichess_api/games-exportOneGame.pgn.yaml.txt", Format::Pgn, "a game in YAML"),
    ("mutated/columns_with_clock.txt", Format::Pgn, "a table of moves after tags"),
];

/// One move and a comment inside a comment, no tag: only the name says.
const ONLY_BY_NAME: &str = "pgn-extract/nested-comment.pgn";

fn expected(name: &str) -> Option<Format> {
    if let Some((_, format, _)) = OTHERWISE.iter().find(|(start, ..)| name.starts_with(start)) {
        return Some(*format);
    }
    match Path::new(name).extension()?.to_str()? {
        // Tables and reports about the files.
        "md" | "json" | "csv" | "err" => None,
        extension => extension.parse::<Format>().ok(),
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn every_shared_file() {
    let root = shared("testdata");
    let (mut wrong, mut looked_at, mut folders) = (Vec::new(), 0, vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
            let Some(expected) = expected(&name) else { continue };
            let bytes = std::fs::read(&path).expect("file");
            let named = detect(&bytes, Some(&name));
            let unnamed = detect(&bytes, None);
            // Without its name a free text may be taken for movetext.
            let free = expected == Format::Scoresheet || name == ONLY_BY_NAME;
            if named != expected || unnamed != expected && !free {
                wrong.push((name, expected, named, unnamed));
            }
            looked_at += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(looked_at > 500);
}

#[test]
fn names_and_extensions() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        for extension in format.extensions() {
            assert_eq!(extension.parse(), Ok(format), "{extension}");
        }
        assert!(!format.describe().is_empty());
    }
}
