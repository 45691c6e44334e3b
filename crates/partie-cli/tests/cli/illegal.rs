//! Illegal moves that are kept: in text, JSON, tables, libraries and on the board.

use crate::run::{Folder, ended, program};

/// In the first game Black castles with a king that has moved; in the second Black leaves the king in
/// check, nobody notices, and the game goes on.
const RAPID: &str = "[Event \"Rapid\"]\n[Site \"?\"]\n[Date \"2025.01.02\"]\n[Round \"1\"]\n[White \"Ash\"]\n\
    [Black \"Birch\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 Ke7 3. Bc4 Ke8 4. O-O Nf6 5. d3 Bc5 6. c3 O-O (6... h5 7. Ng6) 7. d4\n\
    exd4 1-0\n\n\
    [Event \"Rapid\"]\n[Site \"?\"]\n[Date \"2025.01.02\"]\n[Round \"2\"]\n[White \"Birch\"]\n\
    [Black \"Ash\"]\n[Result \"0-1\"]\n\n\
    1. e4 e5 2. Qh5 Nc6 3. Qxe5+ a6 4. Bc4 Qe7 5. Qxe7+ Kxe7 0-1\n";

const KEPT: [&str; 2] = [
    "1. e4 e5 2. Nf3 Ke7 3. Bc4 Ke8 4. O-O Nf6 5. d3 Bc5 6. c3 O-O {illegal} (6... h5 {7. Ng6}) 7. d4 exd4 1-0",
    "1. e4 e5 2. Qh5 Nc6 3. Qxe5+ a6 {illegal} 4. Bc4+ Qe7 5. Qxe7+ Kxe7 0-1",
];

/// Returns the moves of the games of a text of PGN, each in a line.
fn moves(pgn: &str) -> Vec<String> {
    let paragraphs = pgn.split("\n\n").filter(|part| part.starts_with("1."));
    paragraphs.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn every_output_bears_them() {
    let folder = Folder::new();
    folder.write("rapid.pgn", RAPID);
    let broken = folder.partie("check rapid.pgn --format json");
    assert_eq!((broken.status, broken.stdout.matches("PGN030").count()), (1, 2), "{broken:?}");
    let kept = folder.partie("check rapid.pgn --keep-illegal --format json");
    assert_eq!((kept.status, kept.stdout.matches("PGN110").count()), (1, 2), "{kept:?}");
    assert!(!kept.stdout.contains("PGN030"), "{kept:?}");

    assert_eq!(moves(&folder.partie("convert rapid.pgn --keep-illegal").stdout), KEPT);
    let fixed = folder.partie("fix rapid.pgn --keep-illegal --all -o fixed.pgn");
    assert_eq!(fixed.status, 0, "{fixed:?}");
    let again = folder.partie("fix fixed.pgn --keep-illegal");
    assert_eq!(again.stdout, folder.read("fixed.pgn"));

    folder.partie("convert rapid.pgn --keep-illegal -o rapid.ndjson");
    let json = folder.read("rapid.ndjson");
    assert!(json.contains("\"a6\",\"Bc4+\",\"Qe7\"") && json.contains("\"plies\":14"), "{json}");
    assert_eq!(moves(&folder.partie("convert rapid.ndjson --keep-illegal").stdout), KEPT);

    folder.partie("db import library rapid.pgn --keep-illegal");
    assert_eq!(moves(&folder.partie("db export library").stdout), KEPT);
    assert_eq!(folder.partie("db check library").status, 0);
    let found = ended(
        folder.command(program()).args(["db", "find", "library", "--moves", "* exd4", "--count"]),
    );
    assert_eq!(found.stdout.trim(), "1", "{found:?}");

    let shown = folder.partie("show rapid.pgn --keep-illegal --ply 12 --print-fen");
    let after = "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 1 7";
    assert_eq!(shown.stdout.trim(), after, "{shown:?}");
}

/// JSON of other programs: the move is marked, and contradictions are still found.
#[test]
fn json_of_other_programs() {
    let folder = Folder::new();
    folder.write("web.ndjson", "{\"moves\": \"e4 e5 Ke3 a6 Kd4\", \"result\": \"*\"}\n");
    let read = folder.partie("convert web.ndjson --keep-illegal -t pgn");
    assert_eq!(moves(&read.stdout), ["1. e4 e5 2. Ke3 {illegal} 2... a6 3. Kd4 {illegal} *"]);
    let broken = folder.partie("convert web.ndjson -t pgn");
    assert!(broken.stdout.contains("{Not read: Ke3 a6 Kd4}"), "{broken:?}");
}

/// The game ends as without the option where it is not clear which piece moves.
#[test]
fn unclear_moves() {
    let folder = Folder::new();
    folder.write("unclear.pgn", "1. e4 e5 2. Nd5 a6 *\n");
    let done = folder.partie("fix unclear.pgn --keep-illegal");
    assert_eq!(done.status, 1);
    assert!(done.stdout.ends_with("1. e4 e5 {Not read: 2. Nd5 a6} *\n"), "{done:?}");
}
