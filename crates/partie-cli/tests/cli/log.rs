//! `partie log`.

use crate::run::{BUGHOUSE_SESSION, Folder, SESSION};

#[test]
fn a_session_becomes_a_game() {
    let folder = Folder::new();
    let done = folder.partie("log session.log");
    assert_eq!(done.status, 0, "{}", done.stderr);
    for words in ["[White \"Ann\"]", "[WhiteElo \"1500\"]", "1. e4 ", "e5 ", "0:02:58", "1-0\n"] {
        assert!(done.stdout.contains(words), "no {words}: {}", done.stdout);
    }
    assert_eq!(done.stderr, "partie: 1 game read, all clean\n");
    let bare = folder.partie("log session.log --strip clocks,comments");
    assert!(bare.stdout.ends_with("\n\n1. e4 e5 1-0\n\n"), "{}", bare.stdout);
    // With any file name, and through a pipe.
    let fed = folder.fed("log -", SESSION.as_bytes());
    assert_eq!((fed.status, fed.stdout), (0, done.stdout));
}

#[test]
fn bughouse_goes_beside() {
    let folder = Folder::new();
    folder.write("both.log", format!("{SESSION}{BUGHOUSE_SESSION}"));
    let done = folder.partie("log both.log -o games.pgn");
    assert_eq!(done.status, 2, "games.pgn is there already");
    let done = folder.partie("log both.log -o new.pgn");
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(folder.read("new.pgn").contains("Bob resigns"));
    let bughouse = folder.read("new.bpgn");
    assert!(bughouse.contains("1A. e4") && bughouse.contains("Dora"), "{bughouse}");
    assert!(!folder.read("new.pgn").contains("Dora"));

    // No output is begun that could not be finished.
    let again = folder.partie("log both.log -o ./new.pgn.gz");
    assert_eq!(again.status, 0);
    assert!(folder.path("new.bpgn.gz").exists());
    folder.write("other.bpgn", "mine");
    let refused = folder.partie("log both.log -o other.pgn");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("other.bpgn already exists"), "{}", refused.stderr);
    assert!(!folder.path("other.pgn").exists());
}

#[test]
fn bughouse_alone_and_on_the_standard_output() {
    let folder = Folder::new();
    folder.write("both.log", format!("{SESSION}{BUGHOUSE_SESSION}"));
    let pgn = folder.partie("log both.log");
    assert_eq!(pgn.status, 1);
    assert!(pgn.stderr.contains("1 game not written") && pgn.stderr.contains("-t bpgn"));
    assert!(!pgn.stdout.contains("Dora"));
    let bpgn = folder.partie("log both.log -t bpgn");
    assert_eq!(bpgn.status, 1);
    assert!(bpgn.stdout.contains("1A. e4") && bpgn.stderr.contains("-t pgn"), "{bpgn:?}");
}

#[test]
fn diagnostics_name_the_line_of_the_transcript() {
    let folder = Folder::new();
    // A board that no move leads to, after lines that belong to no game.
    let board = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4";
    let odd = "<12> r-bqk--- pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP R-BQK-NR W -1";
    let talk = "Cecil(1700) tells you: hello\r\n".repeat(100);
    let text = SESSION.replace(board, odd).replace("Cecil(1700) tells you: hi\r\n", &talk);
    let line = text.lines().position(|l| l.starts_with(odd)).expect("the board") + 1;
    folder.write("gap.log", &text);
    let done = folder.partie("check --json gap.log");
    assert_eq!(done.status, 1, "{}", done.stderr);
    let lines: Vec<u64> = done
        .stdout
        .lines()
        .map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON")["line"].as_u64())
        .map(|l| l.expect("a line"))
        .collect();
    assert!(lines.contains(&(line as u64)), "{line} is not among {lines:?}: {}", done.stdout);
}
