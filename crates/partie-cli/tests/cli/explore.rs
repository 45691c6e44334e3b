//! `partie db explore` and `partie db stats`: what was played in the games of a library.

use crate::{
    db::many,
    run::{Folder, program},
};

#[test]
fn positions_are_explored() {
    let folder = Folder::new();
    folder.write("many.pgn", many(8));
    folder.partie("db import library many.pgn");
    let done = folder.partie("db explore library --color never --ascii --games 1");
    assert_eq!(done.status, 0, "{done:?}");
    assert!(done.stdout.contains("8 games, White scored 100.0%"), "{}", done.stdout);
    let line = |san: &str| done.stdout.lines().any(|line| line.contains(&format!("  {san} ")));
    assert!(line("e4") && line("d4") && line("c4"), "{}", done.stdout);
    // By another order of moves.
    let json = folder.partie("db explore library --json Nf3 Nc6 e4 e5");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&object["white"], &object["moves"][0]["uci"]), (&2.into(), &"f1b5".into()));
    assert_eq!(object["moves"][0]["opening"]["eco"], "C60");
    #[cfg(feature = "full")]
    {
        let walked = folder.partie("db explore library --tui");
        assert!(walked.stderr.contains("--tui requires a terminal"), "{}", walked.stderr);
    }
    for (arguments, status, words) in [
        ("--since 2023-12 --until 2024", 0, "8 games"),
        ("--since 2024-01 --until 2024-01", 0, "8 games"),
        ("--since 2024-02", 1, "0 games"),
        ("--until 2023-12", 1, "0 games"),
        ("--since 2000-13", 2, "expected a year or a month, such as 2000 or 2000-05"),
        ("--until may", 2, "expected a year or a month, such as 2000 or 2000-05"),
    ] {
        let done = folder.partie(&format!("db explore library --color never {arguments}"));
        assert_eq!(done.status, status, "{arguments}: {done:?}");
        assert!((done.stdout + &done.stderr).contains(words), "{arguments}");
    }
    folder.write(
        "rated.pgn",
        "[Date \"2024.05.01\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. d4 f5 1-0\n\n\
         [Date \"1998\"]\n[WhiteElo \"2520\"]\n[BlackElo \"2400\"]\n\n1. d4 f5 1/2-1/2\n",
    );
    folder.partie("db import rated rated.pgn -q");
    let rated = folder.partie("db explore rated --color never --ascii");
    let row = rated.stdout.lines().find(|line| line.contains("  d4 ")).expect("a row");
    // A score of 75% is worth 193 points.
    assert!(row.contains("  2510   2593  2024  "), "{}", rated.stdout);
    assert!(rated.stdout.contains("  Elo  perf.  last"), "{}", rated.stdout);
    let none = folder.partie("db explore library --color never a3 a6 a4");
    assert_eq!(none.status, 1, "{none:?}");
    for (words, why) in [
        ("e4 e5 Ke3", "Ke3"),
        ("hello", "expected moves"),
        ("8/8/8/8/8/8/8/8 w - -", "invalid FEN"),
    ] {
        let mut arguments = vec!["db", "explore", "library"];
        arguments.extend(words.split(' '));
        let done = folder.command(program()).args(arguments).output().expect("run");
        assert_eq!(done.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&done.stderr).contains(why), "{done:?}");
    }
}

/// Moves are in the order of the numbers that are shown.
#[test]
fn games_without_a_result_count_where_they_are_shown() {
    let folder = Folder::new();
    let games = [("d4", "1-0", 1), ("e4", "0-1", 2), ("d4", "*", 4), ("c4", "*", 3)];
    let text = games.map(|(san, result, games)| format!("1. {san} {result}\n\n").repeat(games));
    folder.write("some.pgn", text.concat());
    folder.partie("db import library some.pgn -q");
    let sans = |options: &str| {
        let done = folder.partie(&format!("db explore library --color never --games 0 {options}"));
        assert_eq!(done.status, 0, "{done:?}");
        let words = done.stdout.split_whitespace().map(str::to_owned);
        words.filter(|word| ["c4", "d4", "e4"].contains(&&**word)).collect::<Vec<_>>()
    };
    assert_eq!(sans(""), ["d4", "c4", "e4"]);
    assert_eq!(sans("--moves 2"), ["d4", "c4"]);
    let json = folder.partie("db explore library --json --moves 2");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let moves = object["moves"].as_array().expect("moves");
    assert_eq!(moves.iter().map(|made| &made["san"]).collect::<Vec<_>>(), ["e4", "d4"]);
}

#[test]
fn a_library_is_counted_as_its_files() {
    let folder = Folder::new();
    folder.write("many.pgn", many(50));
    folder.partie("db import library many.pgn games.pgn -q --commit-every 20");
    let object = |command: &str| -> serde_json::Value {
        serde_json::from_str(&folder.partie(command).stdout).expect("JSON")
    };
    for (files, conditions) in [
        ("many.pgn games.pgn", ""),
        ("games.pgn", "--event many -v"),
        ("many.pgn", "--event many"),
        ("many.pgn games.pgn", "--tags-only"),
    ] {
        let tags_only = if conditions == "--tags-only" { conditions } else { "" };
        let mut expected = object(&format!("stats --json {files} {tags_only}"));
        let mut found = object(&format!("db stats library --json {conditions}"));
        // The reader has no diagnostics for a stored game.
        for key in ["states", "diagnostics"] {
            expected.as_object_mut().expect("an object").remove(key);
        }
        if tags_only.is_empty() {
            let place = found["longest"]["place"].take();
            assert!(place.as_str().is_some_and(|place| place.starts_with("library:")), "{place}");
            expected["longest"]["place"].take();
        }
        assert_eq!(found, expected, "{conditions}");
    }
    let done = folder.partie("db stats library --ascii --html page.html --svg library.svg");
    assert_eq!((done.status, &*done.stderr), (0, ""), "{done:?}");
    assert!(done.stdout.starts_with("52 games, ") && done.stdout.contains("\nPlayers"), "{done:?}");
    assert!(folder.read("page.html").contains("<h1 dir=\"auto\">library</h1>"));
    assert!(folder.read("library.svg").contains("<title>library</title>"));
    let again = folder.partie("db stats library --svg library.svg");
    assert!(again.status == 2 && again.stderr.contains("--force"), "{again:?}");
    let none = folder.partie("db stats library --player nobody");
    assert_eq!((none.status, &*none.stdout), (1, "0 games\n"), "{none:?}");
}
