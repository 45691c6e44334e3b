//! `partie db remove`, `restore`, `set` and `edit`: changes of single games.

use crate::run::{Ended, Folder, ended, program};

/// Makes a library of five games in a folder.
fn library() -> Folder {
    let folder = Folder::new();
    let game = |round: u32| {
        let white = ["Dvorak, Petr", "Novak, Jan"][round as usize % 2];
        format!(
            "[Event \"Club ch\"]\n[Site \"Prague\"]\n[Date \"2026.11.2{round}\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"Svoboda, Eva\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
        )
    };
    folder.write("games.pgn", (1..=5).map(game).collect::<String>());
    assert_eq!(folder.partie("db import library games.pgn").status, 0);
    folder
}

/// Returns the numbers of the games that a command lists.
fn numbers(done: &Ended) -> Vec<&str> {
    done.stdout.lines().filter_map(|line| line.split_once(": ")).map(|(number, _)| number).collect()
}

/// A command, its status and message, and the games of the library and those that were removed after
/// it.
type Step<'a> = (&'a str, i32, &'a str, &'a [&'a str], &'a [&'a str]);

#[test]
fn removed_games_come_back_with_their_numbers() {
    let folder = library();
    let steps: [Step<'_>; 10] = [
        (
            "remove library",
            2,
            "no game is given; name games by their numbers or by conditions",
            &["1", "2", "3", "4", "5"],
            &[],
        ),
        (
            "remove library 7",
            2,
            "library: there is no game 7; `partie db find --list` prints the numbers",
            &["1", "2", "3", "4", "5"],
            &[],
        ),
        (
            "remove library --player zukertort",
            1,
            "no such game; nothing was removed",
            &["1", "2", "3", "4", "5"],
            &[],
        ),
        (
            "remove library 2..3 --dry-run",
            0,
            "would remove 2 of 5 games",
            &["1", "2", "3", "4", "5"],
            &[],
        ),
        (
            "remove library 2..3",
            0,
            "removed 2 of 5 games; `partie db undo` takes it back, `partie db restore` brings removed games back later",
            &["1", "4", "5"],
            &["2", "3"],
        ),
        (
            "remove library 4.. --white dvorak",
            0,
            "removed 1 of 3 games; `partie db undo` takes it back, `partie db restore` brings removed games back later",
            &["1", "5"],
            &["2", "3", "4"],
        ),
        (
            "restore library 3..4",
            0,
            "restored 2 games; library now has 4 games",
            &["1", "3", "4", "5"],
            &["2"],
        ),
        (
            "undo library",
            0,
            "took `partie db restore` back; library now has 2 games",
            &["1", "5"],
            &["2", "3", "4"],
        ),
        (
            "restore library 4 --delete",
            0,
            "deleted 1 game that had been removed",
            &["1", "5"],
            &["2", "3"],
        ),
        (
            "restore library",
            0,
            "restored 2 games; library now has 4 games",
            &["1", "2", "3", "5"],
            &[],
        ),
    ];
    for (command, status, said, left, removed) in steps {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!(
            (done.status, &*done.stderr),
            (status, &*format!("partie: {said}\n")),
            "{command}"
        );
        assert_eq!(numbers(&folder.partie("db find library --list")), left, "{command}");
        assert_eq!(numbers(&folder.partie("db restore library --list")), removed, "{command}");
        assert_eq!(folder.partie("db check library").status, 0, "{command}");
    }
    // Games that are added have new numbers.
    assert_eq!(folder.partie("db import library --again --keep-duplicates games.pgn").status, 0);
    let list = folder.partie("db find library --list");
    assert_eq!(numbers(&list), ["1", "2", "3", "5", "6", "7", "8", "9", "10"]);
}

#[test]
fn tags_are_set() {
    let folder = library();
    let steps = [
        ("set library 1 2", 2, "no tag is given; name one with its value, such as Round=3"),
        (
            "set library Round=3",
            2,
            "no game is given; name games by their numbers or by conditions",
        ),
        (
            "set library 1 FEN=x",
            2,
            "FEN says how the moves are read; change it together with them by `partie db edit`",
        ),
        ("set library 1 Result=won", 2, "`won` is no result; use 1-0, 0-1, 1/2-1/2 or *"),
        ("set library 1 2 Round=7 --dry-run", 0, "would change 2 games"),
        (
            "set library 1 2 Round=1",
            0,
            "changed 1 game; 1 had these values already; `partie db undo` takes it back",
        ),
        ("set library 1 2 Round=1", 0, "nothing to change; 2 had these values already"),
        (
            "set library --white novak Site= Label=gift",
            0,
            "changed 3 games; `partie db undo` takes it back",
        ),
        ("set library 5 Result=1/2-1/2", 0, "changed 1 game; `partie db undo` takes it back"),
    ];
    for (command, status, said) in steps {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!(
            (done.status, &*done.stderr),
            (status, &*format!("partie: {said}\n")),
            "{command}"
        );
    }
    let found = |conditions: &str| {
        let list = folder.partie(&format!("db find library --list {conditions}"));
        numbers(&list).join(" ")
    };
    assert_eq!(found("--tag Label=gift"), "1 3 5");
    assert_eq!(found("--site prague"), "2 4");
    assert_eq!(found("--result draw"), "5");
    assert_eq!(found("--tag Round=1"), "1 2");
    let text = folder.partie("db find library --result draw").stdout;
    assert!(text.ends_with("1. e4 e5 2. Nf3 1/2-1/2\n\n"), "{text}");
    assert_eq!(folder.partie("db check library").status, 0);
}

#[test]
fn a_game_is_edited_as_pgn() {
    let folder = library();
    let text = folder.partie("db find library --tag Round=2").stdout;
    folder.write("better.pgn", text.replace("2. Nf3", "2. Nf3 Nc6 {at once}"));
    folder.write("worse.pgn", text.replace("2. Nf3", "2. Qh7 Nc6"));
    folder.write("two.pgn", text.repeat(2));
    let edit = |file: &str, status: i32, said: &str| {
        let done = folder.partie(&format!("db edit library 2 --with {file}"));
        assert_eq!(done.status, status, "{done:?}");
        assert!(done.stderr.ends_with(&format!("partie: {said}\n")), "{}", done.stderr);
    };
    edit("two.pgn", 1, "game 2 was not changed");
    edit("worse.pgn", 1, "game 2 was not changed");
    edit("better.pgn", 0, "changed game 2; `partie db undo` takes it back");
    edit("better.pgn", 0, "game 2 is as before");
    assert_eq!(numbers(&folder.partie("db find library --list --text once")), ["2"]);
    assert_eq!(numbers(&folder.partie("db find library --list")), ["1", "2", "3", "4", "5"]);
    assert_eq!(folder.partie("db check library").status, 0);
    edit("worse.pgn --as-read", 0, "changed game 2; `partie db undo` takes it back");
    assert_eq!(folder.partie("db undo library").status, 0);
    assert_eq!(numbers(&folder.partie("db find library --list --text once")), ["2"]);
    assert_eq!(folder.partie("db edit library 9 --with better.pgn").status, 2);
}

/// The editor is what EDITOR names; what it saved stays if the game has errors.
#[cfg(unix)]
#[test]
fn an_editor_changes_a_game() {
    let folder = library();
    let edit = |editor: &str| {
        let mut command = folder.command(program());
        command.args(["db", "edit", "library", "3"]).env("EDITOR", editor).env_remove("VISUAL");
        ended(&mut command)
    };
    let done = edit("sed -i s/Nf3/Nc3/");
    assert_eq!(
        (done.status, &*done.stderr),
        (0, "partie: changed game 3; `partie db undo` takes it back\n")
    );
    let done = edit("true");
    assert_eq!((done.status, &*done.stderr), (0, "partie: game 3 is as before\n"));
    for (editor, said) in [
        ("false", "the editor `false` ended with exit status: 1"),
        ("no-such-editor -x", "cannot run the editor `no-such-editor -x`"),
        (" ", "no editor is set"),
    ] {
        let done = edit(editor);
        assert_eq!(done.status, 2);
        assert!(done.stderr.contains(said), "{}", done.stderr);
    }
    let done = edit("sed -i s/Nc3/Nc4/");
    assert_eq!(done.status, 1);
    let kept =
        done.stderr.split("what you wrote is in ").nth(1).and_then(|rest| rest.split(';').next());
    let kept = kept.expect("a path");
    assert!(std::fs::read_to_string(kept).expect("a file").contains("2. Nc4"));
    std::fs::remove_file(kept).expect("a file");
}

/// A change is not undone to damaged files, and `check` looks at those that only `undo` needs.
#[test]
fn damaged_files_of_an_undo_are_named() {
    let folder = library();
    assert_eq!(folder.partie("db set library 1 Round=9").status, 0);
    let before = "library/games/000001.parquet";
    let bytes = folder.read_bytes(before);
    folder.write(before, &bytes[..bytes.len() - 1]);
    let checked = folder.partie("db check library");
    let named = format!(
        "{before}: it has {} bytes instead of {}; only `undo` needs it, and `partie db undo --forget` \
         deletes it\n",
        bytes.len() - 1,
        bytes.len()
    );
    assert_eq!((checked.status, checked.stdout), (1, named));
    assert_eq!(folder.partie("db undo library").status, 2);
    assert_eq!(numbers(&folder.partie("db find library --list --tag Round=9")), ["1"]);
    assert_eq!(folder.partie("db undo library --forget").status, 0);
    assert_eq!(folder.partie("db check library").status, 0);
}

/// Removed games that cannot be read are moved away, so that others can be removed.
#[test]
fn damaged_removed_games_are_moved_away() {
    let folder = library();
    assert_eq!(folder.partie("db remove library 2 4").status, 0);
    assert_eq!(folder.partie("db set library 1 Round=9").status, 0);
    let name = folder.names_in("library/removed").remove(0);
    let path = format!("library/removed/{name}");
    let bytes = folder.read_bytes(&path);
    folder.write(&path, &bytes[..bytes.len() - 1]);
    let checked = folder.partie("db check library");
    let remedy = "`partie db check --rebuild` moves it away, and its games cannot be restored";
    assert_eq!(checked.status, 1);
    assert!(checked.stdout.contains(remedy), "{checked:?}");
    assert_eq!(folder.partie("db remove library 3").status, 2);
    let rebuilt = folder.partie("db check library --rebuild");
    let kept = format!("library/unreadable-removed-{name}");
    let said = format!("partie: removed games that cannot be read are in {kept}\n");
    assert_eq!((rebuilt.status, rebuilt.stderr), (1, said));
    assert_eq!(folder.read_bytes(&kept), bytes[..bytes.len() - 1]);
    assert_eq!(folder.partie("db check library").status, 0);
    assert_eq!(folder.partie("db remove library 3").status, 0);
    assert_eq!(numbers(&folder.partie("db restore library --list")), ["3"]);
    assert_eq!(folder.partie("db undo library").status, 0);
    assert_eq!(numbers(&folder.partie("db find library --list")), ["1", "3", "5"]);
}

/// Names what is not there, and what may be done.
#[test]
fn messages_name_what_is_not_there() {
    let folder = library();
    assert_eq!(folder.partie("db remove library 2").status, 0);
    for (command, status, said) in [
        (
            "remove library 2",
            2,
            "library: there is no game 2; it was removed; `partie db restore` brings it back",
        ),
        ("restore library 1", 2, "library: game 1 is in the library, it was not removed"),
        (
            "restore library 9",
            2,
            "library: there is no game 9; `partie db find --list` prints the numbers",
        ),
        ("remove library 8..9", 1, "no such game; nothing was removed"),
        ("set library 1 result=won", 2, "`won` is no result; use 1-0, 0-1, 1/2-1/2 or *"),
        (
            "set library 1 fen=x",
            2,
            "FEN says how the moves are read; change it together with them by `partie db edit`",
        ),
        ("set library 1 round=7", 0, "changed 1 game; `partie db undo` takes it back"),
        ("edit library 1 --with none.pgn", 2, "none.pgn: file not found"),
    ] {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!(
            (done.status, &*done.stderr),
            (status, &*format!("partie: {said}\n")),
            "{command}"
        );
    }
    assert_eq!(numbers(&folder.partie("db find library --list --tag Round=7")), ["1"]);
}

/// Names of all four players of bughouse are replaced in the text of the game, too.
#[test]
fn names_of_bughouse_are_replaced() {
    let folder = library();
    assert_eq!(folder.partie("db import library bughouse.bpgn -q").status, 0);
    folder.write("bughouse.tsv", "player\tanna\tAnna X.\nplayer\tdora\tDora Y.\n");
    let named = folder.partie("db names library --apply bughouse.tsv");
    assert!(named.stderr.contains("replaced 2 spellings"), "{named:?}");
    let exported = || folder.partie("db export library --tag WhiteA -t bpgn").stdout;
    let text = exported();
    assert!(
        text.contains("[WhiteA \"Anna X.\"]") && text.contains("[BlackB \"Dora Y.\"]"),
        "{text}"
    );
    assert!(text.contains("1A. e4{179.5}"), "{text}");
    assert_eq!(folder.partie("db check library").status, 0);
    assert_eq!(folder.partie("db undo library").status, 0);
    assert!(exported().contains("[WhiteA \"anna\"]"));
}
