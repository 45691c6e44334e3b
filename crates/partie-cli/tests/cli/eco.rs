//! `partie eco`.

use crate::run::{CLEAN, Folder};

#[test]
fn moves_in_any_notation() {
    let folder = Folder::new();
    for moves in [
        "e4 c5 Nf3 d6",
        "1.e4 c5 2.Nf3 d6",
        "1. e4 c5 2. Nf3 d6 *",
        "e2e4 c7c5 g1f3 d7d6",
        "e2-e4 c7-c5 Ng1-f3 d7-d6",
        "5254 3735 7163 4746",
        "P-K4 P-QB4 N-KB3 P-Q3",
        "e4 c5 Sf3 d6 --lang de",
        // By another order of moves.
        "Nf3 c5 e4 d6",
    ] {
        let done = folder.partie(&format!("eco {moves}"));
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{moves}");
        let head = "B50 Sicilian Defense: Modern Variations\n1. e4 c5 2. Nf3 d6\nAfter 2... d6 (ply 4 of 4).";
        assert!(done.stdout.starts_with(head), "{moves}: {}", done.stdout);
    }
}

#[test]
fn the_last_known_position_is_named() {
    let folder = Folder::new();
    let done = folder.partie("eco e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Rb1 Nc6");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(done.stdout);
    let done = folder.partie("eco --json e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Rb1 Nc6");
    insta::assert_snapshot!(done.stdout);
}

#[test]
fn faults_are_named() {
    let folder = Folder::new();
    for (typed, status) in [
        // What was played before has a name.
        ("eco e4 e5 Nf3 Nc6 Bb5 Ke6", 1),
        ("eco e5", 1),
        ("eco e4 c5 hello", 1),
        ("eco --json e5", 1),
        ("eco --list xyzzy", 1),
        ("eco --list --json xyzzy", 1),
        ("eco 4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1),
        ("eco 4k3/8/8/8/8/8/8/4K2X w K - 0 1", 2),
        ("eco gmaes.pgn", 2),
        ("eco none/games", 2),
        ("eco nothing", 2),
        ("eco", 2),
    ] {
        let done = folder.partie(typed);
        assert_eq!(done.status, status, "{typed}: {done:?}");
        assert_ne!(done.stderr, "", "{typed}");
    }
    let shown = ["eco e4 e5 Nf3 Nc6 Bb5 Ke6", "eco e5", "eco --list xyzzy", "eco gmaes.pgn"];
    let shown = shown.map(|typed| {
        let done = folder.partie(typed);
        format!("$ partie {typed}\n{}{}", done.stdout, done.stderr)
    });
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn positions() {
    let folder = Folder::new();
    let fen = "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3";
    let done = folder.partie(&format!("eco {fen}"));
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert!(
        done.stdout.starts_with("C33 King's Gambit Accepted\n1. e4 e5 2. f4 exf4\n"),
        "{done:?}"
    );
    // A file of positions has them without moves.
    folder.write("all.fen", format!("{fen}\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"));
    let done = folder.partie("eco all.fen");
    let lines: Vec<_> = done.stdout.lines().collect();
    assert!(lines[0].ends_with("C33 King's Gambit Accepted, to ply 0"), "{lines:?}");
    assert!(lines[1].ends_with("no known opening"), "{lines:?}");
}

#[test]
fn games_of_files() {
    let folder = Folder::new();
    let done = folder.partie("eco games.pgn archive");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(done.stdout);
    let done = folder.partie("eco games.pgn --json");
    insta::assert_snapshot!(done.stdout);
    // Bughouse has no openings, and tags are not asked.
    folder.write("tagged.pgn", format!("[ECO \"A00\"]\n{CLEAN}"));
    let done = folder.partie("eco bughouse.bpgn tagged.pgn sheet.txt session.log");
    insta::assert_snapshot!(done.stdout);
    // A pipe is read as it comes.
    let done = folder.fed("eco -", CLEAN.as_bytes());
    assert!(done.stdout.starts_with("1: Anderssen, Adolf"), "{done:?}");
    // Several threads number the games as one does.
    folder.write("many.pgn", CLEAN.repeat(9000));
    let [one, many] = ["-j1", "-j3"].map(|jobs| folder.partie(&format!("eco many.pgn {jobs}")));
    assert_eq!(one.stdout.lines().count(), 9000);
    assert!(one.stdout == many.stdout);
}

#[test]
fn the_table_is_searched() {
    let folder = Folder::new();
    let list = |wanted: &str| {
        let done = folder.partie(&format!("eco --list {wanted}"));
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{wanted}");
        done.stdout
    };
    let of_codes = list("B90..B92");
    assert!(of_codes.lines().count() > 3);
    assert!(
        of_codes.lines().all(|line| ["B90 ", "B91 ", "B92 "].iter().any(|c| line.starts_with(c)))
    );
    assert!(list("b9").contains(of_codes.as_str()));
    // Words are joined, in any spelling.
    assert!(list("najdorf variation").lines().all(|line| line.contains("Najdorf Variation")));
    assert_eq!(list("grunfeld"), list("Grünfeld"));
    assert!(list("").lines().count() > 600);
    let first = folder.partie("eco --list --json marshall attack");
    insta::assert_snapshot!(first.stdout);
}
