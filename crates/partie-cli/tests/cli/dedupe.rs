//! `partie dedupe`.

use crate::run::{CLEAN, Folder, MESSY};

/// CLEAN as another hand would have written it, with a comment.
fn annotated() -> String {
    CLEAN
        .replace("Anderssen, Adolf", "Adolf Anderssen")
        .replace("[Date \"1851.06.21\"]", "[Date \"1851.??.??\"]")
        .replace("2. f4", "2. f4 {The King's Gambit.}")
}

/// CLEAN broken off before its end.
fn unfinished() -> String {
    CLEAN.replace(" 4. Kf1 1-0", " *").replace("[Result \"1-0\"]", "[Result \"*\"]")
}

#[test]
fn the_richest_record_is_kept() {
    let folder = Folder::new();
    let others = CLEAN.replace("Anderssen, Adolf", "Steinitz, Wilhelm");
    folder.write("all.pgn", format!("{CLEAN}{MESSY}\n{}{CLEAN}{others}", annotated()));
    let done = folder.partie("dedupe all.pgn --all");
    assert_eq!(done.stdout, format!("{MESSY}\n{}{others}", annotated()));
    assert_eq!(done.status, 0);
    insta::assert_snapshot!(done.stderr, @"
    all.pgn:1: Anderssen, Adolf – Kieseritzky, Lionel  1-0  Coffee house, London, 1851.06.21
        is the same as all.pgn:21
    all.pgn:31: Anderssen, Adolf – Kieseritzky, Lionel  1-0  Coffee house, London, 1851.06.21
        is the same as all.pgn:21
    partie: removed 2 of 5 games (2 same)
    ");
    let done = folder.partie(
        "dedupe -q all.pgn archive -o once.pgn --removed twice.pgn --report twice.json --json",
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert_eq!(folder.read("twice.pgn"), CLEAN.repeat(4));
    let report = folder.read("twice.json");
    assert_eq!(report.lines().count(), 4);
    let first: serde_json::Value =
        serde_json::from_str(report.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["line"], &first["kept"]["line"]), (&1.into(), &21.into()));
    // What is single stays as it is.
    let again = folder.partie("dedupe once.pgn -q");
    assert_eq!(again.stdout, folder.read("once.pgn"));
}

#[test]
fn beginnings_of_games() {
    let folder = Folder::new();
    let worthy = unfinished().replace("2. f4", "2. f4 {worth keeping}");
    let another_year = unfinished().replace("1851.06.21", "1852.06.21");
    let all = [&unfinished(), CLEAN, &another_year, &worthy];
    folder.write("all.pgn", all.concat());
    let done = folder.partie("dedupe -q --contained all.pgn");
    assert_eq!(done.stdout, [CLEAN, &another_year, &worthy].concat());
    // The two of the same moves are one game, the one with the comment.
    let plain = folder.partie("dedupe -q all.pgn");
    assert_eq!(plain.stdout, [CLEAN, &another_year, &worthy].concat());
    folder.write("two.pgn", [&unfinished(), CLEAN].concat());
    let done = folder.partie("dedupe --contained two.pgn --all");
    assert_eq!(done.stdout, CLEAN);
    assert!(done.stderr.contains("is the beginning of two.pgn:11"), "{}", done.stderr);
}

/// A game as it was first published, and as it was corrected.
#[test]
fn corrected_games() {
    let folder = Folder::new();
    let game = |tags: &str, moves: &str, result: &str| {
        format!(
            "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n{tags}\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let names = "[White \"Ann Bell\"]\n[Black \"Cole, Dan\"]\n";
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
    let other = moves.replace("6. Re1", "6. Qe2");
    let first = game(names, moves, "1-0");
    for (later, corrects) in [
        (game(names, moves, "0-1"), true),
        (game(names, &other, "1-0"), true),
        (game(names, &format!("{moves} 9. h3 Nb8"), "1-0"), true),
        (game(&names.replace("Ann Bell", "BELL, Ann"), &other, "1/2-1/2"), true),
        (game(&names.replace("Ann", "Eve"), &other, "1-0"), false),
        (game(names, &other, "1-0").replace("2024.05.01", "2024.05.02"), false),
        (game(names, &other, "1-0").replace("[Round \"1\"]", "[Round \"2\"]"), false),
        (game(names, &moves.replace("e4 e5 2. Nf3 Nc6 3. Bb5 a6", "d4 d5 2. c4 c6"), "1-0"), false),
    ] {
        folder.write("all.pgn", first.clone() + &later);
        assert_eq!(folder.partie("dedupe -q all.pgn").stdout, first.clone() + &later);
        let done = folder.partie("dedupe --corrected all.pgn --all");
        let kept = if corrects { later.clone() } else { first.clone() + &later };
        assert_eq!(done.stdout, kept, "{}", done.stderr);
        assert_eq!(done.stderr.contains("is corrected by all.pgn:"), corrects, "{}", done.stderr);
    }
    // A record without a result corrects none.
    folder.write("all.pgn", first.clone() + &game(names, &other, "*"));
    let done = folder.partie("dedupe --corrected all.pgn --json");
    assert_eq!(done.stdout, first);
    assert!(done.stderr.contains("\"reason\":\"corrected\""), "{}", done.stderr);
    {
        folder.partie("db import library all.pgn");
        let done = folder.partie("db dedupe library --corrected --all");
        assert!(done.stdout.contains("\n    is corrected by 1\n"), "{done:?}");
        folder.write("first.pgn", &first);
        let converted = folder.partie("convert first.pgn").stdout;
        assert_eq!(folder.partie("db export library").stdout, converted);
        assert_eq!(folder.partie("db undo library").status, 0);
        assert_eq!(folder.partie("db find library --player ann -c").stdout, "2\n");
    }
}

#[test]
fn games_of_others_are_never_left_out() {
    let folder = Folder::new();
    let others = CLEAN.replace("Anderssen, Adolf", "Steinitz, Wilhelm");
    let nameless = CLEAN.replace("Anderssen, Adolf", "?").replace("Kieseritzky, Lionel", "?");
    let annotated = nameless.replace("2. f4", "2. f4 {The King's Gambit.}");
    // A record without names fits both, but may stand for neither.
    for all in [[CLEAN, &annotated, &others], [&annotated, &others, CLEAN]] {
        folder.write("all.pgn", all.concat());
        assert_eq!(folder.partie("dedupe -q all.pgn").stdout, all.concat());
    }
    folder.write("all.pgn", [CLEAN, &nameless, &others].concat());
    assert_eq!(folder.partie("dedupe -q all.pgn").stdout, [CLEAN, &others].concat());
    // A beginning of a beginning that ended otherwise.
    let lost = unfinished().replace("3. Bc4 Qh4+ *", "0-1").replace("\"*\"", "\"0-1\"");
    let all = [&lost, &unfinished(), CLEAN];
    folder.write("all.pgn", all.concat());
    let done = folder.partie("dedupe -q --contained all.pgn");
    assert_eq!(done.stdout, [&lost, CLEAN].concat());
    // No more is known about an opening.
    let opening = "1. e4 e5 2. f4 *\n\n";
    folder.write("all.pgn", [opening, CLEAN].concat());
    let done = folder.partie("dedupe -q --contained all.pgn");
    assert_eq!(done.stdout, [opening, CLEAN].concat());
}

#[test]
fn what_cannot_be_done() {
    let folder = Folder::new();
    let done = folder.fed("dedupe -", CLEAN.as_bytes());
    assert!(done.status == 2 && done.stderr.contains("reads its inputs twice"), "{done:?}");
    for option in ["-o", "--removed", "--report"] {
        let done = folder.partie(&format!("dedupe games.pgn {option} archive/old.pgn"));
        assert!(done.status == 2 && done.stderr.contains("--force"), "{option}: {done:?}");
    }
    assert_eq!(folder.read("archive/old.pgn"), CLEAN);
    let done = folder.partie("dedupe games.pgn nothere.pgn -q");
    assert_eq!(done.status, 2);
    assert_eq!(done.stdout, folder.read("games.pgn"));
}
