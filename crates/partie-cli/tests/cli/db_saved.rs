//! `partie db save` and `saved`, and commands with `--saved`.

use crate::{http::Served, run::Folder};

/// Makes a library of six games with saved searches.
fn library() -> Folder {
    let folder = Folder::new();
    let game = |round: u32| {
        let white = ["Dvorak, Petr", "Novak, Jan"][round as usize % 2];
        let result = ["1-0", "0-1", "1/2-1/2"][round as usize % 3];
        format!(
            "[Event \"Club ch\"]\n[Site \"Prague\"]\n[Date \"2026.11.2{round}\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"Svoboda, Eva\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
        )
    };
    folder.write("games.pgn", (1..=6).map(game).collect::<String>());
    folder.partie("db import library games.pgn");
    folder.partie("db save library novak --player novak");
    folder.partie("db save library decided --result 1-0 --result 0-1");
    folder
}

#[test]
fn searches_are_listed_replaced_and_deleted() {
    let folder = library();
    let steps = [
        ("saved library", 0, "novak: --player novak\ndecided: --result 1-0 --result 0-1\n", ""),
        ("saved library novak", 0, "--player novak\n", ""),
        (
            "saved library novak --json",
            0,
            "{\"name\":\"novak\",\"options\":\"--player novak\"}\n",
            "",
        ),
        (
            "saved library nowak",
            2,
            "",
            "library: no saved search `nowak`; did you mean `novak`? there are novak, decided",
        ),
        (
            "save library novak --white novak",
            2,
            "",
            "library has a saved search `novak`; use --force to replace it",
        ),
        ("save library novak --white novak --force", 0, "", "replaced `novak`: --white novak"),
        ("save library other", 2, "", "no condition given; use one such as --player NAME"),
        ("save library -- -x", 2, "", "no condition given; use one such as --player NAME"),
        ("saved library decided --delete", 0, "", "deleted the saved search `decided`"),
        (
            "find library --saved decided --list",
            2,
            "",
            "library: no saved search `decided`; there are novak",
        ),
        ("saved library", 0, "novak: --white novak\n", ""),
    ];
    for (command, status, stdout, message) in steps {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!((&*done.stdout, done.status), (stdout, status), "{command}: {}", done.stderr);
        let said = done.stderr.trim_end().strip_prefix("partie: ").unwrap_or(&done.stderr);
        assert_eq!(said, message, "{command}");
    }
}

#[test]
fn commands_take_saved_searches() {
    let folder = library();
    for (command, output) in [
        ("find library --saved novak -c", "3\n"),
        ("find library --saved novak --saved decided -c", "2\n"),
        ("find library --saved novak --result 0-1 -c", "1\n"),
        ("find library --saved novak --result 0-1 --any -c", "4\n"),
        ("find library --saved novak --invert -c", "3\n"),
        ("find library --saved novak --max-count 1 -c", "1\n"),
    ] {
        let done = folder.partie(&format!("db {command}"));
        assert_eq!((&*done.stdout, &*done.stderr), (output, ""), "{command}");
    }
    let exported = folder.partie("db export library --saved novak");
    assert_eq!(exported.stdout.matches("[White \"Novak, Jan\"]").count(), 3);
    assert_eq!(exported.stdout.matches("[White ").count(), 3);
    let counted = |command: &str| -> serde_json::Value {
        let done = folder.partie(&format!("db {command}"));
        serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{command}: {}", done.stderr))
    };
    let explored = counted("explore library --saved decided --json");
    assert_eq!(
        (&explored["white"], &explored["black"], &explored["draws"]),
        (&2.into(), &2.into(), &0.into())
    );
    assert_eq!(counted("stats library --saved novak --json")["games"], 3);
    assert_eq!(counted("player library svoboda --saved novak --json")["games"], 3);
    let table = folder.partie("db crosstable library --saved novak");
    assert!(table.stdout.contains("Novak") && !table.stdout.contains("Dvorak"), "{}", table.stdout);
    let removed = folder.partie("db remove library --saved novak --result 0-1");
    assert!(removed.stderr.contains("removed 1 of 6 games"), "{}", removed.stderr);
    let restored = folder.partie("db restore library --saved novak");
    assert!(restored.stderr.contains("restored 1 game"), "{}", restored.stderr);
    let set = folder.partie("db set library --saved novak Label=mine");
    assert!(set.stderr.contains("changed 3 games"), "{}", set.stderr);
}

#[test]
fn pages_list_saved_searches() {
    let folder = library();
    let served = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    let page = served.get("/games");
    assert!(page.contains("<a href=\"/games?saved=novak\" dir=\"auto\">novak</a>"), "{page}");
    let rows = |page: &str| page.matches("<td class=\"result\">").count();
    assert_eq!(rows(&page), 6);
    for (address, games) in [
        ("/games?saved=novak", 3),
        ("/games?saved=novak&result=0-1", 1),
        ("/games?saved=novak&sort=-date", 3),
    ] {
        let page = served.get(address);
        assert_eq!(rows(&page), games, "{address}: {page}");
        assert!(page.contains("name=\"saved\" value=\"novak\""), "{address}: {page}");
    }
    // A search that becomes another one is answered anew.
    folder.partie("db save library novak --white dvorak --result 1-0 --force");
    assert_eq!(rows(&served.get("/games?saved=novak")), 1);
    let unknown = served.get("/games?saved=nowak");
    assert!(unknown.contains("no such saved search; there are novak, decided"), "{unknown}");
    assert!(served.get("/statistics?saved=novak").contains("name=\"saved\" value=\"novak\""));
}
