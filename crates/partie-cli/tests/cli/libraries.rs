//! Commands on several libraries, which answer as one with the games of all.

use serde_json::Value;

use crate::{
    db::many,
    run::{CLEAN, Folder, MESSY, RICH},
};

/// A folder with a library of all games, and three of some each.
fn libraries() -> Folder {
    let folder = Folder::new();
    let rated = |(elo, date, moves): (u32, &str, &str)| {
        format!(
            "[Event \"Open\"]\n[Date \"{date}\"]\n[White \"Novak, Jan\"]\n[Black \"Anderssen, A\"]\n\
             [WhiteElo \"{elo}\"]\n[BlackElo \"2400\"]\n\n{moves} 1/2-1/2\n\n"
        )
    };
    let games = [
        (2500, "2024.05.01", "1. d4 f5"),
        (2500, "1998", "1. d4 f5"),
        (2600, "2024.05.03", "1. e4 e5"),
        (2500, "2024.05.01", "1. e4 c5"),
    ];
    folder.write("one.pgn", many(11) + CLEAN + RICH);
    folder.write("two.pgn", games.map(rated).concat());
    folder.write("three.pgn", MESSY.to_owned() + CLEAN + &many(7));
    for command in
        ["one one.pgn", "two two.pgn", "three three.pgn", "all one.pgn two.pgn three.pgn"]
    {
        let done = folder.partie(&format!("db import {command} --keep-duplicates"));
        assert!(done.status < 2, "{done:?}");
    }
    folder
}

/// Replaces the names of games among several libraries by their numbers among all.
fn numbered(text: &str) -> String {
    let line = |line: &str| {
        for (name, before) in [("one:", 0), ("two:", 13), ("three:", 17)] {
            if let Some((own, rest)) = line.strip_prefix(name).and_then(|rest| rest.split_once(':'))
            {
                let own: u64 = own.parse().expect("a number");
                return format!("{}:{rest}\n", own + before);
            }
        }
        format!("{line}\n")
    };
    text.lines().map(line).collect()
}

#[test]
fn several_libraries_answer_as_one() {
    let folder = libraries();
    for command in [
        "find LIBRARY --list",
        "find LIBRARY --list --skip 10 -m 5",
        "find LIBRARY --player anderssen --list",
        "find LIBRARY --player anderssen",
        "find LIBRARY --fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR --list",
        "find LIBRARY --sort=-date -m 9 --list",
        "find LIBRARY --sort white,-elo --skip 3 --list",
        "find LIBRARY --sort=-date --result 1/2-1/2",
        "find LIBRARY -c",
        "find LIBRARY --white novak -c",
        "find LIBRARY --white nobody --list",
        "export LIBRARY",
        "export LIBRARY --event many -t fen",
        "explore LIBRARY --color never",
        "explore LIBRARY --colors never --ascii",
        "explore LIBRARY --colors never -n 30",
        "explore LIBRARY --json --top 1 -n 0",
        "explore LIBRARY --colors never e4 e5",
        "explore LIBRARY --colors never d4 --since 2000",
        "explore LIBRARY --colors never --player novak",
        "explore LIBRARY --colors never --player anderssen --black --mean-elo 2400.. -n 9",
        "explore LIBRARY --colors never --event open --time-control blitz",
        "explore LIBRARY --colors never h4",
        "explore LIBRARY --colors never rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
        "stats LIBRARY --tags-only",
        "stats LIBRARY --tags-only --json --player anderssen",
        "player LIBRARY anderssen",
        "player LIBRARY novak --json --date 2024..",
        "crosstable LIBRARY --event coffee",
        "crosstable LIBRARY --all-events --json",
    ] {
        let asked =
            |libraries| folder.partie(&format!("db {}", command.replace("LIBRARY", libraries)));
        let (expected, found) = (asked("all"), asked("one two three"));
        let text = if command.contains("--json") { found.stdout } else { numbered(&found.stdout) };
        assert_eq!(text, expected.stdout, "{command}");
        assert_eq!((found.status, &found.stderr), (expected.status, &expected.stderr), "{command}");
    }
    let list = folder.partie("db find ./two/ three --list --sort=-elo,date -m 2").stdout;
    let places: Vec<_> = list.lines().map(|line| line.split(": ").next()).collect();
    assert_eq!(places, [Some("two:3"), Some("two:2")]);
    let explored = folder.partie("db explore three two d4 --colors never").stdout;
    assert!(explored.contains("\ntwo:1: Novak, Jan 2500 – Anderssen, A 2400"), "{explored}");
}

#[test]
fn json_names_the_library_of_a_game() {
    let folder = libraries();
    let lines = |command: &str| -> Vec<Value> {
        let done = folder.partie(command);
        done.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    };
    let explored = &lines("db explore one two three --json d4")[0];
    let games = explored["topGames"].as_array().expect("games").iter();
    let games: Vec<_> = games.map(|game| (&game["library"], &game["id"])).take(2).collect();
    let id = |id: &str| Value::from(id);
    assert_eq!(games, [(&id("two"), &id("00000002")), (&id("two"), &id("00000001"))]);
    let one = &lines("db explore two --json d4")[0];
    assert!(one["topGames"][0].get("library").is_none(), "{one}");

    let games = lines("db export two three -t ndjson");
    let places = games.iter().map(|game| (game["library"].as_str(), game["game"].as_u64()));
    let places: Vec<_> = places.collect();
    assert_eq!(
        places[..5],
        [
            (Some("two"), Some(1)),
            (Some("two"), Some(2)),
            (Some("two"), Some(3)),
            (Some("two"), Some(4)),
            (Some("three"), Some(1)),
        ]
    );
    folder.write("again.ndjson", folder.partie("db export two three -t ndjson").stdout);
    let again = folder.partie("check again.ndjson");
    assert_eq!((again.status, &*again.stdout), (0, ""), "{again:?}");
    assert!(lines("db export two -t ndjson").iter().all(|game| game.get("library").is_none()));

    let longest = &lines("db stats two/ three --json")[0]["longest"]["place"];
    assert_eq!(longest, "three:1");
    let page = folder.partie("db stats two three --format html").stdout;
    assert!(page.contains("<title>two, three</title>"), "{page}");
}

#[test]
fn a_damaged_library_is_named_and_the_others_are_read() {
    let folder = libraries();
    let games = folder.path("two/games").read_dir().expect("a folder");
    let games = games.flatten().next().expect("a file").path();
    std::fs::write(&games, "damaged").expect("written");
    for command in
        ["find one two three --list", "explore one two three --colors never", "stats one two three"]
    {
        let found = folder.partie(&format!("db {command}"));
        assert_eq!(found.status, 2, "{command}: {found:?}");
        assert!(found.stderr.contains("two/games/"), "{command}: {found:?}");
        let expected = folder.partie(&format!("db {}", command.replace(" two", "")));
        assert_eq!(expected.status, 0, "{command}: {expected:?}");
        if command.starts_with("find") {
            assert_eq!(found.stdout, expected.stdout);
        }
    }
    let explored = folder.partie("db explore one two --json").stdout;
    let explored: Value = serde_json::from_str(&explored).expect("JSON");
    let file = explored["problems"][0]["file"].as_str().expect("a file");
    assert!(file.starts_with("two/"), "{file}");
}

#[test]
fn libraries_are_refused_with_words() {
    let folder = libraries();
    for (command, words) in [
        ("find one two one --list", "one is given twice; name each library once"),
        ("explore one ./one/ e4", "./one/ is given twice"),
        ("stats one none", "none is not a library of games"),
        ("explore one none e4", "expected moves such as e4 e5, or a FEN, but found none"),
        ("player one anderssen two", "anderssen is not a library of games"),
        ("export one two --positions out.parquet", "name one library"),
    ] {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!((done.status, &*done.stdout), (2, ""), "{command}: {done:?}");
        assert!(done.stderr.contains(words), "{command}: {}", done.stderr);
    }
    assert!(!folder.names().contains(&"out.parquet".to_owned()));
}
