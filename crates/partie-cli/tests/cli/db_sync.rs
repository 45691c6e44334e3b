//! `partie db sync`: a library in line with files that were corrected.

use crate::run::{Ended, Folder};

/// The games of a club's file, each of its round; what is replaced in the text, with what.
fn club(rounds: std::ops::RangeInclusive<u32>, changed: &[(&str, &str)]) -> String {
    let game = |round: u32| {
        format!(
            "[Event \"Club ch\"]\n[Site \"Prague\"]\n[Date \"2026.11.{round:02}\"]\n[Round \"{round}\"]\n\
             [White \"Novak, Jan\"]\n[Black \"Svoboda, Eva\"]\n[Result \"1-0\"]\n\n\
             1. e4 e5 2. Nf3 Nc6 {{round {round}}} 1-0\n\n"
        )
    };
    let text: String = rounds.map(game).collect();
    changed.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn numbers(done: &Ended) -> Vec<&str> {
    done.stdout.lines().filter_map(|line| line.split_once(": ")).map(|(number, _)| number).collect()
}

/// Returns the messages after the totals of reading.
fn messages(done: &Ended) -> Vec<&str> {
    let lines = done.stderr.lines().filter_map(|line| line.strip_prefix("partie: "));
    lines.filter(|line| ![" game read", " games read"].iter().any(|of| line.contains(of))).collect()
}

/// A text, a command, its status and messages, and the numbers of the games afterwards.
type Step<'a> = (String, &'a str, i32, &'a [&'a str], &'a [&'a str]);

#[test]
fn a_file_that_grows_and_is_corrected() {
    let folder = Folder::new();
    let undo = "`partie db undo` takes it back";
    let steps: [Step<'_>; 11] = [
        (
            club(1..=4, &[]),
            "sync library games.pgn",
            0,
            &["4 read, 4 new, 0 corrected, 0 unchanged; library now has 4 games", undo],
            &["1", "2", "3", "4"],
        ),
        (
            club(1..=4, &[]),
            "sync library games.pgn",
            0,
            &["games.pgn unchanged (4 games)"],
            &["1", "2", "3", "4"],
        ),
        (
            club(1..=5, &[("round 2", "round two"), ("2026.11.04", "2026.11.05")]),
            "sync library games.pgn --dry-run",
            0,
            &["5 read, 1 new, 2 corrected, 2 unchanged; nothing was changed"],
            &["1", "2", "3", "4"],
        ),
        (
            club(1..=5, &[("round 2", "round two"), ("2026.11.04", "2026.11.05")]),
            "sync library games.pgn",
            0,
            &[
                "5 read, 1 new, 2 corrected, 2 unchanged; library now has 5 games",
                undo,
                "`partie db sync` can no longer be undone",
            ],
            &["1", "2", "3", "4", "5"],
        ),
        (
            club(2..=5, &[("round 2", "round two"), ("2026.11.04", "2026.11.05")]),
            "sync library ./games.pgn",
            0,
            &[
                "4 read, 0 new, 0 corrected, 4 unchanged, 1 no longer in the file; library now has 5 games",
            ],
            &["1", "2", "3", "4", "5"],
        ),
        (
            club(2..=5, &[("round 2", "round two"), ("2026.11.04", "2026.11.05")]),
            "sync library games.pgn",
            0,
            &["1 game of the library no longer in games.pgn", "games.pgn unchanged (4 games)"],
            &["1", "2", "3", "4", "5"],
        ),
        (
            club(2..=5, &[("round 2", "round two"), ("2026.11.04", "2026.11.05")]),
            "sync library games.pgn --remove",
            0,
            &[
                "4 read, 0 new, 0 corrected, 4 unchanged, 1 no longer in the file and set aside; library now has 4 games",
                undo,
                "`partie db sync` can no longer be undone",
            ],
            &["2", "3", "4", "5"],
        ),
        (
            String::new(),
            "sync library games.pgn --remove=100",
            1,
            &[
                "games.pgn: no games in this file: no tag, move or position (read as pgn)",
                "no game of games.pgn was set aside, since there is no game in it",
                "0 read, 0 new, 0 corrected, 0 unchanged, 4 no longer in the file; library now has 4 games",
            ],
            &["2", "3", "4", "5"],
        ),
        (
            club(5..=5, &[]),
            "sync library games.pgn --remove",
            1,
            &[
                "no game of games.pgn was set aside, since 3 of 4 games are missing; --remove=100 does",
                "1 read, 0 new, 0 corrected, 1 unchanged, 3 no longer in the file; library now has 4 games",
            ],
            &["2", "3", "4", "5"],
        ),
        (
            club(5..=5, &[]),
            "sync library games.pgn --remove=100",
            0,
            &[
                "1 read, 0 new, 0 corrected, 1 unchanged, 3 no longer in the file and set aside; library now has 1 game",
                undo,
                "`partie db sync` can no longer be undone",
            ],
            &["5"],
        ),
        (
            club(5..=5, &[]),
            "undo library",
            0,
            &["took `partie db sync` back; library now has 4 games"],
            &["2", "3", "4", "5"],
        ),
    ];
    for (at, (text, command, status, expected, games)) in steps.into_iter().enumerate() {
        folder.write("games.pgn", text);
        let done = folder.partie(&format!("db {command}"));
        assert_eq!(messages(&done), expected, "{at}: {command}");
        assert_eq!(done.status, status, "{at}: {command}");
        assert_eq!(numbers(&folder.partie("db find library --list")), games, "{at}: {command}");
    }
    let check = folder.partie("db check library");
    assert_eq!(check.status, 0, "{}", check.stderr);
}

#[test]
fn what_would_change_is_listed() {
    let folder = Folder::new();
    folder.write("games.pgn", club(1..=3, &[]));
    folder.partie("db import library games.pgn");
    folder
        .write("games.pgn", club(2..=4, &[("round 2", "round two"), ("2026.11.03", "2026.11.13")]));
    let listed = folder.partie("db sync library games.pgn --dry-run");
    assert_eq!(
        listed.stdout,
        "corrected 2: Novak, Jan – Svoboda, Eva  1-0  Club ch, Prague, 2026.11.02\n    \
         other comments, NAGs or variations\n\
         corrected 3: Novak, Jan – Svoboda, Eva  1-0  Club ch, Prague, 2026.11.13\n    \
         Date: 2026.11.03 → 2026.11.13\n\
         new: Novak, Jan – Svoboda, Eva  1-0  Club ch, Prague, 2026.11.04\n\
         no longer in the file 1: Novak, Jan – Svoboda, Eva  1-0  Club ch, Prague, 2026.11.01\n"
    );
}

#[test]
fn sources_have_names() {
    let folder = Folder::new();
    folder.write("a.pgn", club(1..=2, &[]));
    folder.write("b.pgn", club(3..=4, &[]));
    folder.partie("db import library a.pgn b.pgn");
    // Under another name.
    folder.write("a-2.pgn", club(1..=3, &[("round 1", "one")]));
    let done = folder.partie("db sync library a-2.pgn --source a.pgn");
    assert_eq!(
        messages(&done)[0],
        "3 read, 0 new, 1 corrected, 1 unchanged, 1 already there; library now has 4 games"
    );
    // In another folder.
    folder.write("sub/b.pgn", club(3..=5, &[]));
    let done = folder.partie("db sync library sub/b.pgn");
    assert_eq!(
        messages(&done)[0],
        "3 read, 1 new, 0 corrected, 2 unchanged; library now has 5 games"
    );
    // Of another name, and imported from another folder.
    folder.write("far/c.pgn", club(6..=7, &[]));
    folder.partie("db import far/library far/c.pgn");
    folder.write("c-2.pgn", club(6..=8, &[]));
    let done = folder.partie("db sync far/library c-2.pgn --source c.pgn");
    assert_eq!(
        messages(&done)[0],
        "3 read, 1 new, 0 corrected, 2 unchanged; far/library now has 3 games"
    );
    for (command, message) in [
        ("sync library a.pgn b.pgn --source x", "--source names one file; there are 2"),
        (
            "sync library b.pgn sub/b.pgn",
            "b.pgn and sub/b.pgn are both b.pgn; give --source to one alone",
        ),
        ("sync library -", "<stdin> is known by no name; give it one with --source"),
    ] {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!((messages(&done), done.status), (vec![message], 2), "{command}");
    }
    // A pipe.
    let text = club(3..=5, &[("round 4", "four")]);
    let done = folder.fed("db sync library - --source b.pgn", text.as_bytes());
    assert_eq!(
        messages(&done)[0],
        "3 read, 0 new, 1 corrected, 2 unchanged; library now has 5 games"
    );
    // A file that is not there.
    let done = folder.partie("db sync library none.pgn --remove");
    assert_eq!(done.status, 2, "{}", done.stderr);
    assert_eq!(numbers(&folder.partie("db find library --list")).len(), 5);
}
