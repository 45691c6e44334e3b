//! Signs and results that are glued to moves and to each other, through every command that
//! plays moves: each one ends, and keeps all moves.

use crate::run::Folder;

const SIGNS: [&str; 26] = [
    "", "=", "∞", "~", "⩲", "+=", "+/=", "=+", "±", "+/-", "∓", "-/+", "+-", "-+", "--", "○", "→",
    "⇆", "∆", "⌓", "N", "...", "…", ".", "–", "—",
];
const RESULTS: [&str; 9] =
    ["1-0", "0-1", "1/2-1/2", "½-½", "0.5-0.5", "1:0", "1–0", "*", "1-01/2-1/2"];
const SPACES: [&str; 3] = ["", " ", "!"];

/// A game for every sign, result and what stands between them.
fn games() -> String {
    let mut text = String::new();
    for sign in SIGNS {
        for result in RESULTS {
            for space in SPACES {
                let number = text.len();
                text.push_str(&format!(
                    "[Event \"{number}\"]\n\n1. e4 e5 2. d4 exd4{sign}{space}{result}\n\n"
                ));
            }
        }
    }
    text
}

#[test]
fn every_command_ends() {
    let folder = Folder::new();
    let text = games();
    folder.write("glued.pgn", &text);
    let count = SIGNS.len() * RESULTS.len() * SPACES.len();
    for command in [
        "check glued.pgn",
        "check --format json glued.pgn",
        "convert glued.pgn -o pgn.pgn",
        "convert glued.pgn -t ndjson -o games.ndjson",
        "convert glued.pgn -t text -o sheets.txt",
        "convert -f text glued.pgn -t pgn -o text.pgn",
        "fix --level guess glued.pgn -o fixed.pgn",
        "stats glued.pgn",
        "dedupe glued.pgn -o deduped.pgn",
        "diff glued.pgn pgn.pgn",
        "show glued.pgn",
        "count glued.pgn",
        "sort --by plies glued.pgn -o sorted.pgn",
        "grep --position */*/*/*/???pP???/*/*/* glued.pgn -c",
        #[cfg(feature = "full")]
        "render glued.pgn -o book.html",
    ] {
        let ended = folder.partie(command);
        assert!(matches!(ended.status, 0 | 1), "{command}: {}", ended.stderr);
    }
    // Every game keeps its four plies.
    let plies = folder.read("games.ndjson");
    let kept = plies.lines().filter(|line| line.contains("\"plies\":4")).count();
    assert_eq!(kept, count);
    for file in ["pgn.pgn", "fixed.pgn", "sorted.pgn"] {
        let found = folder.partie(&format!("grep --plies 4..4 -c {file}"));
        assert_eq!(found.stdout.trim(), count.to_string(), "{file}: {}", found.stderr);
    }
}

/// Each alone, as it was found.
#[test]
fn one_game_from_a_pipe() {
    for word in ["exd4...1/2-1/2", "exd4…1/2-1/2", "exd4∞1/2-1/2", "exd4+/-1/2-1/2"] {
        let input = format!("1. e4 e5 2. d4 {word}\n");
        for command in ["check -", "convert -", "fix -", "show -", "stats -"] {
            let ended = Folder::new().fed(command, input.as_bytes());
            assert!(matches!(ended.status, 0 | 1), "{command} {word}: {}", ended.stderr);
        }
        let written = Folder::new().fed("convert -", input.as_bytes()).stdout;
        assert!(written.contains("2. d4 exd4") && written.contains("1/2-1/2\n"), "{written}");
    }
}
