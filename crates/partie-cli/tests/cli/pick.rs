//! `partie head`, `tail`, `sample` and `count`: games as they stand.

use crate::run::{BUGHOUSE, CLEAN, Folder, MESSY, RICH};

/// Games that look strange and must stay so.
const STRANGE: &[u8] =
    b"\xef\xbb\xbf[White \"M\xfcller\"]\r\n1.e4   e5 {never\r\nclosed 1-0\r\n\r\n\
    [Event \"?\"]\r\n\r\n1. Zz9 ** 0-1\r\n[Event \"no empty line\"]\r\n1. d4 *";

#[test]
fn all_of_a_file_is_the_file() {
    let folder = Folder::new();
    folder.write("strange.pgn", STRANGE);
    for name in ["games.pgn", "messy.pgn", "bughouse.bpgn", "strange.pgn"] {
        for command in ["head -n 100", "tail -n 100", "sample -n 100", "sample --fraction 1"] {
            folder.partie(&format!("{command} {name} -o copy --force"));
            assert_eq!(folder.read_bytes("copy"), folder.read_bytes(name), "{command} {name}");
        }
    }
}

#[test]
fn first_and_last() {
    let folder = Folder::new();
    folder.write("all.pgn", format!("{CLEAN}{MESSY}\n{RICH}"));
    for (arguments, expected) in [
        ("head -n 1 all.pgn", CLEAN.to_owned()),
        ("head -n 1 --skip 1 all.pgn", format!("{MESSY}\n")),
        ("head -1 all.pgn", CLEAN.to_owned()),
        ("head all.pgn --skip 1 -1", format!("{MESSY}\n")),
        ("tail -2 all.pgn", format!("{MESSY}\n{RICH}")),
        ("tail -n 1 all.pgn", RICH.to_owned()),
        ("tail -n 2 all.pgn", format!("{MESSY}\n{RICH}")),
        // The last game of a file may lack the empty line that must follow here.
        ("head -n 2 messy.pgn all.pgn", format!("{MESSY}\n{CLEAN}")),
        ("head -n 3 archive/ messy.pgn", format!("{CLEAN}{CLEAN}{MESSY}")),
    ] {
        let done = folder.partie(arguments);
        assert_eq!((done.status, done.stdout), (0, expected), "{arguments}");
        assert_eq!(done.stderr, "", "{arguments}");
    }
    for arguments in ["head -n 0 all.pgn", "tail -n 0 all.pgn", "head --skip 9 all.pgn"] {
        let done = folder.partie(arguments);
        assert_eq!((done.status, done.stdout.as_str()), (1, ""), "{arguments}");
    }
}

#[test]
fn into_another_form() {
    let folder = Folder::new();
    let fen = folder.partie("head -n 1 games.pgn -t fen");
    assert!(fen.stdout.ends_with("3 4\n") && fen.stdout.starts_with("rnb1kbnr/"), "{fen:?}");
    let stripped = folder.partie("tail -n 1 games.pgn --strip comments,clocks");
    assert!(stripped.stdout.contains("1. e4 e5 (1... c5 2. Nf3)"), "{stripped:?}");
    // The games of a transcript do not stand in one piece; they are written as games.
    let done = folder.partie("head -n 1 session.log");
    assert_eq!(done.stdout, folder.partie("log -q session.log").stdout);
    folder.write("end.fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n8/8/8/8/8/8/8/K1k5 w - -\n");
    assert_eq!(folder.partie("tail -n 1 end.fen").stdout, "8/8/8/8/8/8/8/K1k5 w - -\n");
}

#[test]
fn files_are_safe() {
    let folder = Folder::new();
    let done = folder.partie("head games.pgn -o archive/old.pgn");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("--force"), "{}", done.stderr);
    let done = folder.partie("head -n 1 games.pgn -o new.pgn");
    assert_eq!(done.stderr, "partie: 1 game written to new.pgn\n");
    assert_eq!(folder.read("new.pgn"), CLEAN);
    folder.write("empty.pgn", "");
    let done = folder.partie("head empty.pgn nothere.pgn -o none.pgn");
    assert_eq!(done.status, 2);
    insta::assert_snapshot!(done.stderr, @"
    partie: empty.pgn: no games in this file: no tag, move or position (read as pgn)
    partie: nothere.pgn: file not found
    partie: nothing to write; none.pgn was not created
    ");
    assert!(!folder.path("none.pgn").exists());
}

#[test]
fn by_chance() {
    let folder = Folder::new();
    let many: Vec<_> = (1..=200).map(|n| format!("[Round \"{n}\"]\n\n1. e4 *\n")).collect();
    folder.write("many.pgn", many.join("\n"));
    let rounds = |arguments: &str| -> Vec<u32> {
        let done = folder.partie(arguments);
        let values = done.stdout.lines().filter_map(|l| l.strip_prefix("[Round \""));
        values.map(|v| v.trim_end_matches("\"]").parse().expect("a number")).collect()
    };
    let sample = rounds("sample -n 10 many.pgn");
    assert_eq!(sample.len(), 10);
    assert!(sample.is_sorted());
    // This never changes: a seed written down repeats its sample.
    assert_eq!(sample, [19, 53, 54, 63, 64, 105, 106, 153, 158, 181]);
    assert_ne!(sample, rounds("sample -n 10 --seed 1 many.pgn"));
    let part = rounds("sample --fraction 0.25 many.pgn").len();
    assert!((30..70).contains(&part), "{part}");
    assert_eq!(folder.partie("sample --fraction 1.5 many.pgn").status, 2);
}

#[test]
fn numbers_of_games() {
    let folder = Folder::new();
    folder.write("all.pgn", format!("{CLEAN}{MESSY}\n{RICH}{CLEAN}"));
    for (arguments, expected) in [
        ("count all.pgn", "4\n"),
        ("count bughouse.bpgn", "1\n"),
        (
            "count archive/ all.pgn",
            "1  archive/more/older.pgn\n1  archive/old.pgn\n4  all.pgn\n6  in all\n",
        ),
        ("count all.pgn --by result", "3  1-0\n1  *\n"),
        ("count all.pgn --by year", "2  1851\n1  2024\n1  ?\n"),
        ("count all.pgn --by player --top 1", "2  Anderssen, Adolf\n"),
        ("count all.pgn --by eco --top 1", "2  C33\n"),
        ("count all.pgn --by opening --top 1", "2  King's Gambit Accepted: Bishop's Gambit\n"),
        ("count all.pgn --by ECO", "4  ?\n"),
        ("count all.pgn --by plies", "4  0-19\n"),
        (
            "count all.pgn --by Annotator --json",
            "{\"games\":4,\"files\":{\"all.pgn\":4},\"kinds\":{\"me\":1,\"?\":3}}\n",
        ),
    ] {
        let done = folder.partie(arguments);
        assert_eq!((done.status, done.stdout.as_str()), (0, expected), "{arguments}");
    }
    folder.write("empty.pgn", "\n");
    let none = folder.partie("count -q empty.pgn");
    assert_eq!((none.status, none.stdout.as_str(), none.stderr.as_str()), (1, "0\n", ""));
    let wrong = folder.partie("count all.pgn --by colour");
    assert!(wrong.status == 2 && wrong.stderr.contains("result, year"), "{wrong:?}");
    assert_eq!(folder.fed("count -", CLEAN.repeat(3).as_bytes()).stdout, "3\n");
    assert_eq!(folder.partie("count bughouse.bpgn --by WhiteA").stdout, "1  anna\n", "{BUGHOUSE}");
}
