//! The conditions of `grep` in the other commands, and old names of options.

use crate::run::{CLEAN, Folder, MESSY, RICH};

/// Each command takes only the games that meet conditions.
#[test]
fn every_command_that_reads_games_takes_conditions() {
    let folder = Folder::new();
    folder.write("all.pgn", format!("{CLEAN}{MESSY}\n{RICH}"));
    for command in ["head", "tail", "sample", "sort", "dedupe", "grep"] {
        let done = folder.partie(&format!("{command} all.pgn --black kieseritzky --date 1851"));
        assert_eq!((done.status, &*done.stdout), (0, CLEAN), "{command}: {}", done.stderr);
    }
    for (command, said) in [
        ("count all.pgn --since 1851-06 --until 1851", "1\n"),
        ("count all.pgn --by white --result 1-0 --speed blitz", ""),
        ("stats all.pgn --player novak --json", "\"games\":1"),
        ("convert all.pgn --plies 5..7", "Kieseritzky"),
        ("convert all.pgn --eco C30..C39 -t ndjson", "Kieseritzky"),
        ("convert all.pgn --plies 5..7 -o few.pgn", "1 game written to few.pgn"),
        ("convert all.pgn --plies 5..7 -o few.parquet", "1 game written to few.parquet"),
        ("book make all.pgn --white anderssen --min-games 1 -o few.bin", "1 game read"),
        ("merge all.pgn --moves 'e4 e5 f4'", "Kf1"),
        ("player anderssen all.pgn --date 1851", "1 game"),
        ("crosstable all.pgn --date 2024", "Novak"),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let quoted = command.split('\'').nth(1);
        let mut words: Vec<&str> = match quoted {
            Some(quoted) => {
                let before = command.split('\'').next().unwrap_or_default();
                before.split_whitespace().chain([quoted]).collect()
            }
            None => words,
        };
        words.retain(|word| !word.is_empty());
        let done = crate::run::ended(folder.command(crate::run::program()).args(words));
        let both = done.stdout.clone() + &done.stderr;
        assert!(both.contains(said), "{command}: {done:?}");
        assert!(!both.contains("Study"), "{command}: {done:?}");
    }
    assert_eq!(folder.partie("player anderssen all.pgn --date 1999").status, 1);
    folder.partie("db import library all.pgn -q");
    assert!(folder.partie("db player library anderssen --date 1851").stdout.contains("1 game"));
    assert_eq!(folder.partie("db player library anderssen --date 1999").status, 1);
    assert!(folder.partie("db crosstable library --date 2024").stdout.contains("Novak"));
    #[cfg(feature = "full")]
    {
        let book = folder.partie("render all.pgn --player novak -o few.pdf");
        assert!(book.stderr.contains("1 game in the book"), "{book:?}");
        let site = folder.partie("site build all.pgn --player anderssen -o site");
        assert!(site.stderr.contains("1 game written"), "{site:?}");
        for kind in ["svg", "html"] {
            let one = folder.partie(&format!("render all.pgn --player novak -t {kind}"));
            assert!(one.stdout.contains("Novak"), "{kind}: {one:?}");
            assert!(!one.stdout.contains("Anderssen"), "{kind}: {one:?}");
        }
    }
}

/// A command reports games that all fail the conditions.
#[test]
fn no_game_meets_the_conditions() {
    let folder = Folder::new();
    let mut commands = vec!["convert games.pgn", "convert games.pgn -t csv"];
    if cfg!(feature = "full") {
        commands.extend(["render games.pgn -t svg", "render games.pgn -o a.pdf"]);
        commands.push("render games.pgn -o a-{}.svg");
    }
    for command in commands {
        let done = folder.partie(&format!("{command} --player nobody"));
        assert_eq!((done.status, &*done.stdout), (1, ""), "{command}: {done:?}");
        assert!(done.stderr.contains("no game meets the conditions"), "{command}: {done:?}");
    }
    #[cfg(feature = "full")]
    {
        let done = folder.partie("render games.pgn --game 2 -t svg --player nobody");
        assert_eq!((done.status, &*done.stdout), (1, ""), "{done:?}");
        assert!(done.stderr.contains("game 2 does not meet the conditions"), "{done:?}");
    }
    // Of reports no empty file is left.
    for command in ["stats", "crosstable", "player anderssen"] {
        for file in ["a.html", "a.svg"] {
            if file == "a.svg" && command != "stats" {
                continue;
            }
            let done = folder.partie(&format!("{command} games.pgn --black nobody -o {file}"));
            assert_eq!(done.status, 1, "{command}: {done:?}");
            assert!(done.stderr.contains(&format!("{file} was not created")), "{done:?}");
            assert!(!folder.path(file).exists(), "{command}");
        }
    }
}

/// A sequence may say which games are wanted where games are printed.
#[test]
fn limits_of_sequences() {
    let folder = Folder::new();
    folder.partie("db import library games.pgn -q");
    let asked = |command: &[&str]| {
        let sequence = r#"{"pass": "", "limit": 1}"#;
        let words = command.iter().copied().chain(["--sequence", sequence]);
        crate::run::ended(folder.command(crate::run::program()).args(words))
    };
    for command in [&["grep", "games.pgn", "-c"][..], &["db", "find", "library", "-c"]] {
        assert_eq!(asked(command).stdout, "1\n", "{command:?}");
    }
    for command in
        [&["count", "games.pgn"][..], &["convert", "games.pgn"], &["db", "export", "library"]]
    {
        let done = asked(command);
        assert_eq!((done.status, &*done.stdout), (2, ""), "{command:?}");
        assert!(done.stderr.contains("`skip` and `limit` are for"), "{command:?}: {done:?}");
    }
}

/// One thread gives the same output as several.
#[test]
fn conditions_on_other_formats() {
    let folder = Folder::new();
    let lines = folder.partie("convert games.pgn messy.pgn -t ndjson").stdout;
    folder.write("all.jsonl", lines);
    let done = folder.partie("convert all.jsonl --player anderssen -t pgn");
    assert_eq!((done.status, &*done.stdout), (0, CLEAN));
    let third = folder.partie("convert all.jsonl --player novak -t ndjson").stdout;
    assert!(third.contains("Novak") && third.lines().count() == 1, "{third}");
}

/// Names that options had before still work.
#[test]
fn old_names_of_options() {
    let folder = Folder::new();
    folder.partie("db import library games.pgn -q");
    for (old, new) in [
        ("crosstable games.pgn --all --ascii", "crosstable games.pgn --all-events --ascii"),
        ("player anderssen games.pgn --format json", "player anderssen games.pgn --json"),
        ("count games.pgn --format json", "count games.pgn --json"),
        ("eco games.pgn --format json", "eco games.pgn --json"),
        ("diff games.pgn messy.pgn --format json", "diff games.pgn messy.pgn --json"),
        ("db info library --format json", "db info library --json"),
        ("show games.pgn --fen", "show games.pgn --print-fen"),
        ("show games.pgn --moves", "show games.pgn --movetext"),
        ("show games.pgn --all --ascii", "show games.pgn --every 1 --ascii"),
        ("show games.pgn --color always", "show games.pgn --colors always"),
        ("show games.pgn --speak --speak-lang cs", "show games.pgn --speak --language cs"),
        ("eco --list najdorf", "eco --known najdorf"),
        ("eco -l najdorf", "eco --known najdorf"),
        ("names games.pgn --level possible", "names games.pgn --level guess"),
        ("names games.pgn --level certain", "names games.pgn --level safe"),
        ("merge games.pgn --plies 2", "merge games.pgn --depth 2"),
        ("convert games.pgn --eco", "convert games.pgn --add-eco"),
        ("-q convert games.pgn --eco", "-q convert games.pgn --add-eco"),
        ("check games.pgn --variant chess", "check games.pgn --rules chess"),
        (
            "check games.pgn --fen 8/8/4k3/8/8/4K3/4P3/8",
            "check games.pgn --start 8/8/4k3/8/8/4K3/4P3/8",
        ),
        ("grep --player anderssen games.pgn -n 1", "grep --player anderssen games.pgn -m 1"),
        ("count games.pgn --by result -n 1", "count games.pgn --by result --top 1"),
        (
            "db explore library --player anderssen --white --color never",
            "db explore library --player anderssen --color white --colors never",
        ),
        (
            "db explore library --elo 2000.. --speed blitz",
            "db explore library --mean-elo 2000.. --time-control blitz",
        ),
        ("db explore library --since 1851 --until 1851", "db explore library --date 1851"),
        ("db explore library --since 1900", "db explore library --date 1851.. --since 1900"),
        ("db explore library --until 1850", "db explore library --date ..1900 --until 1850"),
        ("db explore library --moves 1 --games 1", "db explore library --top 1 -n 1"),
        ("convert games.pgn -t text", "convert games.pgn -t txt"),
        ("stats games.pgn --svg -", "stats games.pgn --format svg"),
        ("stats games.pgn --html -", "stats games.pgn --format html"),
    ] {
        let [old_done, new_done] = [old, new].map(|command| folder.partie(command));
        assert!(new_done.status < 2, "{new}: {new_done:?}");
        assert_eq!(
            (old_done.status, old_done.stdout, old_done.stderr),
            (new_done.status, new_done.stdout, new_done.stderr),
            "{old}, {new}"
        );
    }
}
