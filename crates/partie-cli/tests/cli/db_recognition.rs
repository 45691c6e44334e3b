//! `partie db import`: games that the library has already.

use crate::run::Folder;

/// A game of a weekly file.
fn game(round: u32, more: &str) -> String {
    format!(
        "[Event \"Club Championship\"]\n[Site \"Prague\"]\n[Date \"2026.11.2{}\"]\n[Round \"{round}\"]\n\
         [White \"Dvorak, Petr\"]\n[Black \"Novak, Jan\"]\n[Result \"1-0\"]\n{more}\n\
         1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n",
        round % 10
    )
}

/// Files that overlap, one that is issued again with more in it, and an older one after it.
#[test]
fn weekly_files_overlap() {
    let folder = Folder::new();
    let week = |rounds: std::ops::RangeInclusive<u32>| -> String {
        rounds.map(|round| game(round, "")).collect()
    };
    folder.write("first.pgn", week(1..=4));
    folder.write("second.pgn", week(3..=6));
    folder.write("again.pgn", week(3..=4) + &game(5, "[WhiteElo \"2100\"]\n") + &game(6, ""));
    folder.write("older.pgn", week(5..=5) + &game(7, ""));
    let import = |file: &str| {
        let done = folder.partie(&format!("db import library {file}"));
        assert_eq!((done.status, done.stdout.as_str()), (0, ""), "{done:?}");
        done.stderr
    };
    for (file, said) in [
        ("first.pgn", "4 games imported; library now has 4 games"),
        ("second.pgn", "2 games imported, 2 already there; library now has 6 games"),
        (
            "again.pgn",
            "1 game imported (1 instead of poorer records), 3 already there; library now has 6 games\n\
             partie: `partie db undo` brings the replaced records back",
        ),
        (
            "older.pgn",
            "1 game imported, 1 already there (1 in another record, which is kept); library now has 7 games",
        ),
    ] {
        let stderr = import(file);
        assert!(stderr.contains(said), "{stderr}");
    }
    let list = |rating: &str| {
        let done = folder.partie(&format!("db find library -c --white-elo {rating}"));
        done.stdout.trim().to_owned()
    };
    assert_eq!(list("2100"), "1");
    assert_eq!(folder.partie("db check library").status, 0);
    let undone = folder.partie("db undo library").stderr;
    let back = "brought back the records that an import replaced, beside the new ones";
    assert!(undone.contains(&format!("{back}; library now has 8 games")), "{undone}");
    // What `dedupe` does is the same.
    let deduped = folder.partie("db dedupe library").stderr;
    assert!(deduped.contains("removed 1 of 8 games"), "{deduped}");
    assert_eq!(list("2100"), "1");
    // That can be undone until records are replaced again.
    folder.write("sites.pgn", game(1, "[BlackElo \"2200\"]\n"));
    let replaced = import("sites.pgn");
    assert!(replaced.contains("`partie db dedupe` can no longer be undone"), "{replaced}");
    // Both in one command.
    let both = folder.partie("db import other first.pgn second.pgn").stderr;
    assert!(both.contains("6 games imported, 2 already there; other now has 6 games"), "{both}");
    let all = folder.partie("db import all first.pgn second.pgn --keep-duplicates").stderr;
    assert!(all.contains("8 games imported; all now has 8 games"), "{all}");
}

/// An import that is stopped and goes on leaves out what an import in one piece leaves out.
#[test]
fn an_import_in_pieces_leaves_out_the_same() {
    let folder = Folder::new();
    let text: String = (1..=60).map(|number| game(number % 23, "")).collect();
    folder.write("games.pgn", &text);
    let rounds = |library: &str| folder.partie(&format!("db export {library}")).stdout;
    folder.partie("db import whole games.pgn");
    folder.partie("db import pieces games.pgn --commit-every 7");
    assert_eq!(rounds("pieces"), rounds("whole"));
    // Games 0 to 22, each once.
    assert_eq!(rounds("whole").matches("[Event ").count(), 23);
}
