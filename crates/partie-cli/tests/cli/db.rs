//! `partie db`: libraries as their users see them.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use partie_testkit::suite;

#[cfg(feature = "full")]
use crate::http::Served;
use crate::run::{Folder, program};

/// Many short games, each identified by its round.
pub(crate) fn many(games: usize) -> String {
    use std::fmt::Write as _;
    let lines = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1. d4 d5 2. c4 e6",
        "1. e4 c5 2. Nf3 {a comment} d6 3. d4 cxd4",
        "1. c4 $1 e5 (1... c5) 2. g3",
    ];
    let mut text = String::new();
    for game in 1..=games {
        let moves = lines[game % lines.len()];
        let _ = writeln!(
            text,
            "[Event \"Many\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"{game}\"]\n[White \"A\"]\n\
             [Black \"B\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n"
        );
    }
    text
}

#[test]
fn games_go_in_and_come_out() {
    let folder = Folder::new();
    let done = folder.partie("db init library");
    assert_eq!((done.status, done.stdout.as_str(), done.stderr.as_str()), (0, "", ""));
    let done = folder.partie("db import library games.pgn bughouse.bpgn");
    assert_eq!((done.status, done.stdout.as_str()), (0, ""), "{done:?}");
    assert!(done.stderr.contains("3 games imported; library now has 3 games"), "{}", done.stderr);

    let again = folder.partie("db import library games.pgn");
    assert_eq!(again.status, 0);
    assert!(again.stderr.contains("games.pgn was imported before (2 games)"), "{}", again.stderr);

    // A file is known by its content, not by its name.
    folder.write("copy.pgn", folder.read("games.pgn"));
    folder.write("third.pgn", folder.read("games.pgn"));
    let copy = folder.partie("db import library copy.pgn");
    let known = "copy.pgn was imported before as games.pgn (2 games)";
    assert!(copy.stderr.contains(known), "{}", copy.stderr);
    let twice = folder.partie("db import other copy.pgn third.pgn");
    let known = "third.pgn has the same content as copy.pgn";
    assert!(twice.stderr.contains(known), "{}", twice.stderr);
    assert!(twice.stderr.contains("other now has 2 games"), "{}", twice.stderr);
    // Of the same length, after many others.
    folder.write("many.pgn", many(4000));
    folder.partie("db import other many.pgn");
    folder.write("many.pgn", many(4000).replace("[Round \"3999\"]", "[Round \"3998\"]"));
    let corrected = folder.partie("db import other many.pgn");
    let new = "1 game imported, 3999 already there; other now has 4003 games";
    assert!(corrected.stderr.contains(new), "{}", corrected.stderr);
    let twice = folder.partie("db import other games.pgn --again --keep-duplicates");
    assert!(twice.stderr.contains("2 games imported; other now has 4005 games"), "{twice:?}");

    let converted = folder.partie("convert games.pgn");
    let all = folder.partie("db export library -o all.pgn");
    assert_eq!(all.status, 0, "{all:?}");
    assert_eq!(folder.read("all.pgn"), converted.stdout);
    assert_eq!(folder.read("all.bpgn"), folder.partie("convert bughouse.bpgn -t bpgn").stdout);

    let info = folder.partie("db info library");
    assert!(info.stdout.starts_with("Games      3\n"), "{}", info.stdout);
    let info: serde_json::Value =
        serde_json::from_str(&folder.partie("db info library --json").stdout).expect("JSON");
    assert_eq!(info["games"], 3);
    let check = folder.partie("db check library");
    assert_eq!((check.status, check.stdout.as_str()), (0, ""), "{check:?}");
    assert!(check.stderr.contains("3 games verified"), "{}", check.stderr);
}

/// Positions come back in every format as they are converted from their file.
#[test]
fn positions_of_files_without_tags_come_out_as_they_went_in() {
    let folder = Folder::new();
    let (atomic, from_position) = ("[Variant \"Atomic\"]", "[Variant \"From Position\"]");
    let game = |variant| {
        format!(
            "{variant}\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n"
        )
    };
    folder.write("some.pgn", [atomic, from_position, ""].map(game).concat());
    folder.write(
        "some.fen",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\n\
         4k3/8/8/8/8/8/4P3/4K3[Q] w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 3+1 0 1\n\
         1r2k1r1/8/8/8/8/8/4P3/1R2K1R1 w KQkq - 0 1\n4k3/8/8/8/8/8/4P3/8 w - - 0 1\n",
    );
    folder.write("some.epd", "# remark\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n");
    for name in ["some.pgn", "some.fen", "some.epd"] {
        folder.partie(&format!("db import {name}.library {name} -q"));
        for format in ["pgn", "fen", "epd"] {
            let converted = folder.partie(&format!("convert {name} -q -t {format}"));
            let exported = folder.partie(&format!("db export {name}.library -q -t {format}"));
            assert_eq!(exported.stdout, converted.stdout, "{name} {format}");
            assert_eq!(exported.stdout.contains("[Variant"), format == "pgn" && name != "some.epd");
        }
        let own = &name["some.".len()..];
        let exported = folder.partie(&format!("db export {name}.library -q -t {own}"));
        folder.write("again", exported.stdout);
        let games = |file: &str| {
            let done = folder.partie(&format!("convert {file} --from {own} -q -t ndjson"));
            let games = done.stdout.lines().map(|line| {
                let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
                (game["variant"].clone(), game["start_fen"].clone(), game["final_fen"].clone())
            });
            games.collect::<Vec<_>>()
        };
        assert_eq!(games("again"), games(name));
    }
}

#[test]
fn games_are_found_as_grep_finds_them() {
    let folder = Folder::new();
    folder.partie("db import library games.pgn");
    for condition in [
        ["--result", "1-0"],
        ["--white-elo", "1.."],
        ["--moves", "e4 e5 f4"],
        ["--material", "KQ.. vs KQ.."],
        ["--text", "Anderssen"],
        ["--plies", "1.."],
        ["--eco", "C33"],
        ["--fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"],
        ["--fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"],
        ["--fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b"],
        ["--fen", "8/8/8/8/8/8/8/8"],
        ["--where", "plies > 20 and result <> '1/2-1/2'"],
        ["--where", "eco like 'C%' and year < 1900"],
        ["--where", "fen is null and reason is null and unread is null"],
        ["--where", "reason = 'checkmate' or fen like '4k3%' or unread like '%!%'"],
        ["--sequence", r#"{"sequence": [{"white-move": "O-O"}, {"captured": "Q"}]}"#],
        ["--sequence", r#"{"streak": [{"moved": "Q"}, {"result-type": "mate"}]}"#],
        ["--sequence", r#"{"pass": "", "skip": 1, "limit": 1}"#],
        ["--ends", "checkmate"],
        ["--ends", "repetition"],
        ["--comment", "king"],
        ["--clock", "..60"],
        ["--white-clock", "1:00..2:00"],
        ["--black-clock", "0:00.."],
        ["--material", "KQ.. vs KR.."],
        ["--position", "*/*/*/*/*/*/*/*K? w"],
        ["--moves", "e4 * Nf3"],
    ] {
        let run = |command: &[&str]| {
            let mut program = folder.command(program());
            let done = program.args(command).args(condition).output().expect("run");
            (done.status.code(), String::from_utf8(done.stdout).expect("UTF-8"))
        };
        let grep = run(&["grep", "games.pgn", "-c"]);
        assert_eq!(run(&["db", "find", "library", "-c"]), grep, "{condition:?}");
    }
    let list = folder.partie("db find library --list --player anderssen -m 1");
    assert!(list.stdout.starts_with("1: Anderssen"), "{}", list.stdout);
    folder.write("many.pgn", many(50));
    assert_eq!(folder.partie("db import library many.pgn -q").status, 0);
    let sorted = folder.partie("db find library --event many --sort=-round --list --skip 2 -m 3");
    let numbers: Vec<&str> = sorted.stdout.lines().filter_map(|l| l.split(':').next()).collect();
    // Two games stand before them.
    assert_eq!(numbers, ["50", "49", "48"], "{sorted:?}");
    let by_number = folder
        .command(program())
        .args(["db", "find", "library", "--list", "--where"])
        .arg("id between 9 and 10")
        .output()
        .expect("run");
    let list = String::from_utf8(by_number.stdout).expect("UTF-8");
    let numbers: Vec<_> = list.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(numbers, ["9", "10"]);
    let skipped = folder.partie("db find library -c --player anderssen --skip 1");
    let all = folder.partie("db find library -c --player anderssen");
    let number = |text: &str| text.trim().parse::<u64>().expect("a number");
    assert_eq!(number(&skipped.stdout) + 1, number(&all.stdout));
    // Of all games, too.
    for (arguments, expected) in [
        ("--list --sort=-date,-round -m 2", &["52", "51"][..]),
        ("--list --sort=-date,-round -m 2 --skip 2", &["50", "49"]),
        ("--list --skip 50", &["51", "52"]),
        ("-c", &["52"]),
    ] {
        let done = folder.partie(&format!("db find library {arguments}"));
        let first: Vec<_> = done.stdout.lines().filter_map(|l| l.split(':').next()).collect();
        assert_eq!((done.status, &*first), (0, expected), "{arguments}: {done:?}");
    }
    assert_eq!(folder.partie("db find library -m 1").stdout, crate::run::CLEAN);
    let none = folder.partie("db find library");
    assert_eq!(none.status, 2);
    assert!(none.stderr.contains("no condition given"), "{}", none.stderr);
}

#[test]
fn what_is_no_library_is_said_so() {
    let folder = Folder::new();
    for (command, why) in [
        ("db info nowhere", "nowhere is not a library of games; make one with `partie db init"),
        ("db init archive", "archive exists and is not empty"),
        ("db import archive games.pgn", "archive exists and is not empty"),
        ("db import library missing.pgn absent.pgn", "missing.pgn: file not found"),
        ("db find games.pgn -c --plies 1..", "games.pgn is a file; a library is a folder"),
        ("db import games.pgn messy.pgn", "games.pgn is a file; a library is a folder"),
        ("db init games.pgn", "games.pgn is a file; a library is a folder"),
    ] {
        let done = folder.partie(command);
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{command}");
        assert!(done.stderr.contains(why), "{command}: {}", done.stderr);
    }
    assert!(!folder.path("library").exists());
}

#[test]
fn a_damaged_file_is_named_and_an_index_mended() {
    let folder = Folder::new();
    folder.write("many.pgn", many(50));
    folder.partie("db import library many.pgn");
    let index = folder.path("library/positions/000001.parquet");
    let whole = fs::read(&index).expect("a file");
    let mut damaged = whole.clone();
    damaged[whole.len() / 3] ^= 1;
    fs::write(&index, &damaged).expect("a disk");
    let check = folder.partie("db check library");
    assert_eq!(check.status, 1, "{check:?}");
    assert!(check.stdout.contains("positions/000001.parquet: its content"), "{}", check.stdout);
    let rebuilt = folder.partie("db check library --rebuild");
    assert_eq!(rebuilt.status, 0, "{rebuilt:?}");
    assert_eq!(folder.partie("db check library").status, 0);
    assert_eq!(fs::read(folder.path("library/positions/000002.parquet")).expect("a file"), whole);

    // A library is no copy of itself.
    for command in ["db backup library library", "db merge library library"] {
        let done = folder.partie(command);
        assert_eq!(done.status, 2, "{command}: {done:?}");
        assert!(done.stderr.contains("library is the library itself"), "{command}: {done:?}");
    }

    // Of games there is no second copy.
    let games = folder.path("library/games/000002.parquet");
    let mut damaged = fs::read(&games).expect("a file");
    damaged[20] ^= 1;
    fs::write(&games, &damaged).expect("a disk");
    let check = folder.partie("db check library --rebuild");
    assert_eq!(check.status, 1, "{check:?}");
    assert!(check.stdout.contains("games/000002.parquet"), "{}", check.stdout);
}

/// If one of several segments lost a file, the others are still read.
#[test]
fn a_missing_file_is_named_and_the_rest_read() {
    let folder = Folder::new();
    folder.write("many.pgn", many(30));
    folder.partie("db import library many.pgn -q --commit-every 10");
    fs::remove_file(folder.path("library/games/000002.parquet")).expect("a file");
    let named = "library/games/000002.parquet: the file is missing";
    let left_out = "games are left out; `partie db check` says what can be mended";
    for (command, out) in [
        ("db find library -c --round 1..", "20\n"),
        ("db player library A", "20 games"),
        ("db crosstable library --all", "match, 2 players"),
        ("db export library", "[Round \"30\"]"),
        ("db explore library --color never --ascii", "20 games"),
        ("db export library --positions all.parquet", ""),
        ("db stats library", "20 games"),
        ("db stats library --round 1..", "20 games"),
    ] {
        let command = command.replace("--round 1..", "--tag Round>0");
        let done = folder.partie(&command);
        assert_eq!(done.status, 2, "{command}: {done:?}");
        assert!(done.stdout.contains(out), "{command}: {}", done.stdout);
        assert!(done.stderr.contains(named) && done.stderr.contains(left_out), "{}", done.stderr);
    }
    let check = folder.partie("db check library");
    assert_eq!((check.status, check.stdout.trim()), (1, named));
    // All games or none go into another library or a copy.
    for command in ["db merge other library", "db backup library copy"] {
        let done = folder.partie(command);
        assert_eq!(done.status, 2, "{done:?}");
        assert!(done.stderr.contains("games/000002.parquet: file not found"), "{}", done.stderr);
        assert!(folder.partie(&format!("db export {}", &command[9..14])).stdout.is_empty());
    }

    // Without its index, games are read instead.
    folder.partie("db import second many.pgn -q --commit-every 10");
    fs::remove_file(folder.path("second/positions/000002.parquet")).expect("a file");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    let done = folder.partie(&format!("db find second -c --fen {fen}"));
    assert_eq!((done.status, done.stdout.trim()), (2, "15"), "{done:?}");
    assert!(done.stderr.contains("its games were read instead"), "{}", done.stderr);
    assert_eq!(folder.partie("db check second --rebuild").status, 0);
    let done = folder.partie(&format!("db find second -c --fen {fen}"));
    assert_eq!((done.status, done.stdout.trim()), (0, "15"), "{done:?}");
}

/// Reading needs no right to write.
#[test]
#[cfg(unix)]
fn a_library_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    folder.partie("db import library games.pgn -q");
    let rights = |mode| {
        for name in ["library", "library/lock", "library/games", "library/positions"] {
            let rights = fs::Permissions::from_mode(mode);
            fs::set_permissions(folder.path(name), rights).expect("own files");
        }
    };
    rights(0o555);
    let may_write = fs::write(folder.path("library/file"), "").is_ok();
    assert_eq!(folder.partie("db find library -c --plies 1..").stdout, "2\n");
    assert_eq!(folder.partie("db explore library --json e4").status, 0);
    assert_eq!(folder.partie("db check library").status, 0);
    let refused = folder.partie("db import library messy.pgn -q");
    rights(0o755);
    // The superuser may write everywhere.
    if !may_write {
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains("permission denied; a library's folder"), "{refused:?}");
    }
}

#[test]
fn positions_are_written_as_a_table() {
    let folder = Folder::new();
    folder.partie("db import library games.pgn bughouse.bpgn -q");
    let done = folder.partie("db export library --positions all.parquet");
    assert_eq!(done.status, 0, "{done:?}");
    assert!(done.stderr.contains("12 positions of 2 games written to all.parquet"), "{done:?}");
    assert!(done.stderr.contains("left out: 1 game of bughouse"), "{}", done.stderr);
    assert!(folder.read_bytes("all.parquet").starts_with(b"PAR1"));
    // The conditions of a search apply.
    let some = folder.partie("db export library --positions some.parquet --player anderssen");
    assert!(some.stderr.contains("8 positions of 1 game "), "{some:?}");
    assert_eq!(folder.partie("db export library --player anderssen").stdout, crate::run::CLEAN);
    for (arguments, status, why) in [
        ("--positions all.parquet", 2, "all.parquet already exists; use --force"),
        ("--positions -", 2, "a table of positions is written to a file"),
        ("--positions all.parquet.gz", 2, "Parquet is already compressed"),
        ("--positions new.parquet -o all.pgn", 2, "cannot be used with"),
        ("--positions new.parquet --player nobody", 1, "new.parquet was not created"),
    ] {
        let done = folder.partie(&format!("db export library {arguments}"));
        assert_eq!(done.status, status, "{arguments}: {done:?}");
        assert!(done.stderr.contains(why), "{arguments}: {}", done.stderr);
    }
    assert!(!folder.path("new.parquet").exists());
}

#[test]
fn libraries_are_copied_and_put_together() {
    let folder = Folder::new();
    folder.write("many.pgn", many(50));
    folder.partie("db import library many.pgn -q");
    folder.partie("db import other games.pgn -q");
    let copied = folder.partie("db backup library copy");
    assert_eq!(copied.status, 0, "{copied:?}");
    assert!(copied.stderr.contains("50 games copied to copy"), "{}", copied.stderr);
    let same = |one: &str, other: &str| {
        let export = |name: &str| folder.partie(&format!("db export {name}")).stdout;
        assert_eq!(export(one), export(other));
    };
    same("library", "copy");

    let merged = folder.partie("db merge library other");
    assert!(merged.stderr.contains("2 games added; library now has 52 games"), "{merged:?}");
    assert_eq!(folder.partie("db check library").status, 0);
    assert!(folder.partie("db find library --list --player anderssen").stdout.starts_with("51: "));
    let again = folder.partie("db backup library copy");
    assert_eq!(again.status, 0, "{again:?}");
    same("library", "copy");
    assert_eq!(folder.partie("db check copy").status, 0);

    // Another library is no earlier copy.
    let refused = folder.partie("db backup other copy");
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("copy is another library, or a copy that was changed"),
        "{}",
        refused.stderr
    );
    same("library", "copy");
    // A damaged file is not copied.
    let games = folder.path("library/games/000001.parquet");
    let mut damaged = fs::read(&games).expect("a file");
    damaged[20] ^= 1;
    fs::write(&games, &damaged).expect("a disk");
    let refused = folder.partie("db backup library second");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("games/000001.parquet is damaged"), "{}", refused.stderr);
}

/// The rounds of the games of a library, in their order.
pub(crate) fn rounds(folder: &Folder) -> Vec<usize> {
    let done = folder.partie("db export library");
    assert_eq!(done.status, 0, "{done:?}");
    let rounds = done.stdout.lines().filter_map(|line| line.strip_prefix("[Round \""));
    rounds.map(|round| round.trim_end_matches("\"]").parse().expect("a number")).collect()
}

/// Runs a command again and again and kills it at any moment between the first one and its end.
/// `before` makes ready for a whole run; after each time that it was
/// killed, `then` is given the number of it.
#[expect(clippy::print_stdout, reason = "the number of kills is of interest")]
fn kill(folder: &Folder, arguments: &[&str], before: impl Fn(), mut then: impl FnMut(u64)) {
    let kills = suite::rounds(3, 20);
    before();
    let start = Instant::now();
    assert_eq!(folder.partie(&arguments.join(" ")).status, 0);
    let whole = start.elapsed().as_micros() as u64;
    before();
    let mut killed = 0;
    for kill in 0..kills {
        let mut command = folder.command(program());
        let mut running = command.args(arguments).stderr(Stdio::null()).spawn().expect("run");
        thread::sleep(Duration::from_micros(kill * 7919 % (whole * 5 / 4)));
        let _ = running.kill();
        killed += u64::from(running.wait().expect("a status").code().is_none());
        then(kill);
    }
    println!("{arguments:?}: {killed} of {kills} runs were killed");
}

/// Killed imports leave the committed games, and continue from there.
#[test]
fn an_import_that_is_killed_goes_on() {
    let folder = Folder::new();
    let games = 4000;
    folder.write("many.pgn", many(games));
    let mut committed = 0;
    let import = ["db", "import", "library", "many.pgn", "-q", "--commit-every", "100"];
    let remove = || _ = fs::remove_dir_all(folder.path("library"));
    kill(&folder, &import, remove, |kill| {
        if folder.partie("db info library").status == 2 {
            // Not even begun, which the next one does.
            assert_eq!(committed, 0);
            return;
        }
        let found = rounds(&folder);
        assert!(found.len() >= committed, "{} of {committed}, kill {kill}", found.len());
        assert!(found.len().is_multiple_of(100) || found.len() == games, "{}", found.len());
        assert_eq!(found, (1..=found.len()).collect::<Vec<_>>());
        committed = found.len();
        if kill % 10 == 9 {
            let check = folder.partie("db check library");
            assert_eq!(check.status, 0, "kill {kill}: {check:?}");
        }
        if committed == games {
            remove();
            committed = 0;
        }
    });
    assert_eq!(folder.partie("db import library many.pgn -q").status, 0);
    assert_eq!(rounds(&folder), (1..=games).collect::<Vec<_>>());
    assert_eq!(folder.partie("db check library").status, 0);
}

/// A library is added to another with all or none of its games, whenever the program is killed.
#[test]
fn a_merge_that_is_killed_adds_all_or_nothing() {
    let folder = Folder::new();
    folder.write("many.pgn", many(1200));
    folder.write("few.pgn", many(300));
    // Of many segments, which are merged when they have been added.
    folder.partie("db import many many.pgn -q --commit-every 100");
    folder.partie("db import few few.pgn -q");
    let restore = || {
        let _ = fs::remove_dir_all(folder.path("library"));
        folder.partie("db import library few.pgn -q");
    };
    let mut before = 300;
    kill(&folder, &["db", "merge", "library", "many", "few"], restore, |kill| {
        let found = rounds(&folder);
        let added = found.len() - before;
        assert!([0, 1200, 1500].contains(&added), "{added} games added, kill {kill}");
        let library = |games| 1..=games;
        let expected = library(300).chain(library(1200)).chain(library(300));
        // More may have been added earlier.
        assert!(found.into_iter().zip(expected).all(|(found, expected)| found == expected));
        before += added;
        if kill % 10 == 9 {
            let check = folder.partie("db check library");
            assert_eq!(check.status, 0, "kill {kill}: {check:?}");
        }
        if added > 0 {
            restore();
            before = 300;
        }
    });
    assert_eq!(folder.partie("db check library").status, 0);
}

/// A file appears when it is complete, whenever an export is killed, and the library stays.
#[test]
fn an_export_that_is_killed_leaves_no_half_file() {
    let folder = Folder::new();
    folder.write("many.pgn", many(4000));
    folder.partie("db import library many.pgn -q");
    for [option, out] in [["-o", "all.pgn"], ["--positions", "all.parquet"]] {
        let export = ["db", "export", "library", "--force", option, out];
        assert_eq!(folder.partie(&export.join(" ")).status, 0);
        let whole = folder.read_bytes(out);
        let library = folder.names_in("library/games");
        kill(
            &folder,
            &export,
            || {},
            |kill| {
                let path = folder.path(out);
                assert!(!path.exists() || folder.read_bytes(out) == whole, "kill {kill}");
                let unfinished =
                    folder.names().into_iter().filter(|name| name.starts_with(".partie-"));
                let gone = if kill % 2 == 0 { Some(out.to_owned()) } else { None };
                for name in unfinished.chain(gone) {
                    let _ = fs::remove_file(folder.path(&name));
                }
                assert_eq!(folder.names_in("library/games"), library);
            },
        );
    }
    assert_eq!(folder.partie("db check library").status, 0);
}

/// A truncated file is not recorded as complete, and is not read twice.
#[test]
fn a_file_that_breaks_off_is_not_complete() {
    let folder = Folder::new();
    folder.write("many.pgn", many(2000));
    assert_eq!(folder.partie("convert many.pgn -q -o broken.pgn.gz").status, 0);
    let whole = folder.read_bytes("broken.pgn.gz");
    folder.write("broken.pgn.gz", &whole[..whole.len() / 2]);
    let number_of_games = || {
        let info = folder.partie("db info library --json").stdout;
        let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
        assert_eq!(info["sources"][0]["complete"], false, "{info}");
        info["games"].as_u64().expect("a number")
    };
    let done = folder.partie("db import library broken.pgn.gz games.pgn -q");
    assert_eq!(done.status, 2, "{done:?}");
    let games = number_of_games();
    assert!((3..2002).contains(&games), "{games}");
    for command in ["", "--commit-every 10"] {
        let again =
            folder.partie(&format!("db import library broken.pgn.gz games.pgn -q {command}"));
        assert_eq!(again.status, 2, "{again:?}");
        assert_eq!(number_of_games(), games);
    }
    assert_eq!(folder.partie("db check library").status, 0);
}

/// A disk that takes no more ends the import with an error, and the library is as before.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_the_library_as_it_was() {
    let folder = Folder::new();
    folder.write("few.pgn", many(100));
    folder.write("many.pgn", many(4000));
    assert_eq!(folder.partie("db import library few.pgn").status, 0);
    let before = rounds(&folder);
    // Blocks of 1024 bytes that a file may have.
    for blocks in [0, 1, 2, 5, 10] {
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{}' db import library many.pgn -q",
            program().display()
        );
        let done = folder.command(Path::new("bash")).args(["-c", &script]).output().expect("bash");
        assert_eq!(done.status.code(), Some(2), "{blocks}: {done:?}");
        assert!(!done.stderr.is_empty());
        assert_eq!(rounds(&folder), before, "{blocks}");
        assert_eq!(folder.partie("db check library").status, 0, "{blocks}");
    }
    assert_eq!(folder.partie("db import library many.pgn -q").status, 0);
    assert_eq!(rounds(&folder), (1..=4000).collect::<Vec<_>>());
}

/// The explorer over HTTP, asked as its clients ask.
#[test]
#[cfg(feature = "full")]
fn the_explorer_answers_over_http() {
    let folder = Folder::new();
    folder.write("many.pgn", many(8));
    folder.partie("db import library many.pgn");
    let served = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    let request = |head: &str| served.request(head);
    let get = |path: &str| served.get(path);

    let answer = get("/lichess?play=e2e4,e7e5&topGames=1");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("access-control-allow-origin: *"), "{answer}");
    assert!(answer.contains("\"white\":2,\"draws\":0,\"black\":0"), "{answer}");
    assert!(answer.contains("\"uci\":\"g1f3\",\"san\":\"Nf3\""), "{answer}");
    let player = get("/player?player=a&color=white");
    assert!(player.contains("application/x-ndjson") && player.contains("\"queuePosition\":0"));
    assert!(get("/masters").contains("\"topGames\":["));
    let pgn = get("/masters/pgn/00000001");
    assert!(pgn.contains("[Round \"1\"]"), "{pgn}");
    for (path, status) in [
        ("/masters/pgn/0000000x", "404"),
        ("/masters/pgn/x", "400"),
        ("/lichess?fen=nonsense", "400"),
        ("/lichess?play=e2e5", "400"),
        ("/player", "400"),
        ("/nothing", "404"),
    ] {
        let answer = get(path);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
    }
    let options = request("OPTIONS /lichess HTTP/1.1\r\nOrigin: http://example.org\r\n");
    assert!(options.starts_with("HTTP/1.1 204"), "{options}");
    assert!(options.contains("access-control-allow-headers: Authorization"), "{options}");

    // Games that are added are seen.
    folder.write("more.pgn", many(12));
    folder.partie("db import library more.pgn");
    let grown = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(50));
        get("/lichess").contains("\"white\":12,")
    });
    assert!(grown);
}

/// Files are sent to the pages, as programs send them.
#[test]
#[cfg(feature = "full")]
fn games_are_added_over_http() {
    let folder = Folder::new();
    folder.write("many.pgn", many(8));
    folder.partie("db import library many.pgn");
    let arguments = ["db", "serve", "library", "--listen", "127.0.0.1:0"];
    let send_all = |served: &Served, files: &[(&str, &str)]| {
        let part = |(name, text): &(&str, &str)| {
            format!(
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n"
            )
        };
        let body = files.iter().map(part).collect::<String>() + "--x--\r\n";
        let head = format!(
            "POST /import HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {}\r\n",
            body.len()
        );
        served.send(&head, body.as_bytes())
    };
    let send = |served: &Served, name: &str, text: &str| send_all(served, &[(name, text)]);
    let ended = |served: &Served| {
        (0..400)
            .find_map(|_| {
                thread::sleep(Duration::from_millis(25));
                Some(served.get("/import")).filter(|page| !page.contains("data-running"))
            })
            .expect("an end")
    };
    let served = Served::start(&folder, &arguments);
    assert!(
        send(&served, "a.pgn", "1. e4 *").starts_with("HTTP/1.1 404"),
        "not without the option"
    );
    drop(served);

    let served = Served::start(&folder, &[&arguments[..], &["--allow-import"]].concat());
    let moved = send(&served, "../c/more.pgn", "[White \"New\"]\n\n1. e4 e5 2. Ke3 *\n");
    assert!(moved.starts_with("HTTP/1.1 303"), "{moved}");
    let page = ended(&served);
    assert!(
        page.contains("PGN030") && page.contains("more.pgn</bdi>, line 3, column 13"),
        "{page}"
    );
    assert!(page.contains("<dt>Games in the library</dt><dd>9</dd>"), "{page}");
    assert!(served.get("/games?player=new").contains("/games/9"));
    assert!(served.get("/statistics").contains("<dd>9</dd>"));
    assert!(served.get("/lichess?play=e2e4,e7e5").contains("\"recentGames\""));
    // What holds no game is said.
    send(&served, "words.pgn", "hello");
    assert!(ended(&served).contains("words.pgn</bdi>: no games in this file"));
    let sources = folder.partie("db info library").stdout;
    assert!(sources.contains("more.pgn (1)") && !sources.contains("/c/"), "{sources}");
    // Files of one name from several folders; one was imported before.
    let (first, second) = ("[White \"A\"]\n\n1. d4 *\n", "[White \"B\"]\n\n1. c4 *\n");
    send(&served, "x/games.pgn", first);
    assert!(ended(&served).contains("<dt>Games in the library</dt><dd>10</dd>"));
    send_all(&served, &[("x/games.pgn", first), ("y/games.pgn", second), ("z/games.pgn", second)]);
    let page = ended(&served);
    assert_eq!(
        page.matches("games.pgn</bdi>: was imported before (Games: 1)").count(),
        2,
        "{page}"
    );
    assert!(page.contains("<dt>Games in the library</dt><dd>11</dd>"), "{page}");
    let left = std::fs::read_dir(folder.path("library")).expect("a folder").flatten();
    let left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with("upload"));
    assert_eq!(left.count(), 0);
}

#[test]
fn two_at_once() {
    let folder = Folder::new();
    folder.write("many.pgn", many(4000));
    folder.partie("db init library");
    // One that waits for its input holds the library.
    let mut first = Command::new(program())
        .args(["db", "import", "library", "-"])
        .current_dir(folder.path("."))
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("run");
    let refused = (0..200).any(|_| {
        thread::sleep(Duration::from_millis(20));
        let second = folder.partie("db import library games.pgn");
        second.status == 2 && second.stderr.contains("is being changed by another program")
    });
    // Readers are not held up.
    let info = folder.partie("db info library");
    let _ = first.kill();
    let _ = first.wait();
    assert!(refused);
    assert_eq!(info.status, 0);
}

/// Duplicates are removed as `dedupe` removes them from files, names are replaced as by `names`,
/// and both can be undone, also after games were added.
#[test]
fn edits_are_taken_back() {
    let folder = Folder::new();
    let games = folder.read("games.pgn");
    let twice = games.replace("Kieseritzky", "Kieseritzki") + "\n" + &games;
    folder.write("twice.pgn", format!("{games}\n{twice}"));
    folder.write("more.pgn", "[White \"New\"]\n[Black \"Newer\"]\n\n1. d4 d5 2. c4 *\n");
    assert_eq!(folder.partie("db import library twice.pgn -q --keep-duplicates").status, 0);
    let exported = |name: &str| {
        assert_eq!(folder.partie(&format!("db export library -o {name} --force")).status, 0);
        folder.read(name)
    };
    let before = exported("before.pgn");
    assert_eq!(folder.partie("db undo library").status, 2);

    let dry = folder.partie("db dedupe library --dry-run");
    assert_eq!(dry.status, 0);
    assert!(dry.stderr.contains("would remove 4 of 6 games"), "{}", dry.stderr);
    assert!(dry.stdout.contains("\n    is the same as "), "{}", dry.stdout);
    assert_eq!(exported("dry.pgn"), before);
    let done = folder.partie("db dedupe library --json");
    let first = done.stdout.lines().next().expect("a line");
    let first: serde_json::Value = serde_json::from_str(first).expect("JSON");
    assert_eq!(first["reason"], "same");
    assert_eq!(folder.partie("convert twice.pgn -o all.pgn -q").status, 0);
    assert_eq!(folder.partie("dedupe all.pgn -o once.pgn -q").status, 0);
    assert_eq!(exported("deduped.pgn"), folder.read("once.pgn"));
    assert_eq!(folder.partie("db check library").status, 0);
    let explored = folder.partie("db explore library --json").stdout;
    let explored: serde_json::Value = serde_json::from_str(&explored).expect("JSON");
    // The other game has no result.
    assert_eq!(explored["topGames"].as_array().map(Vec::len), Some(1), "{explored}");

    assert_eq!(folder.partie("db import library more.pgn -q").status, 0);
    let copied = folder.partie("db backup library copy");
    assert_eq!(copied.status, 0, "{copied:?}");
    let undone = folder.partie("db undo library");
    assert!(undone.stderr.contains("library now has 7 games"), "{}", undone.stderr);
    let more = folder.partie("convert more.pgn").stdout;
    assert_eq!(exported("undone.pgn"), format!("{before}{more}"));
    assert_eq!(folder.partie("db check library").status, 0);
    assert_eq!(folder.partie("db undo copy").status, 0, "a copy can be undone, too");
    assert_eq!(folder.partie("db check copy").status, 0);

    folder.write("map.tsv", "player\tKieseritzki, Lionel\tKieseritzky, Lionel\nplayer\tNew\tOld\n");
    // An edit without changes leaves the previous one to undo.
    assert_eq!(folder.partie("db dedupe library -q").status, 0);
    folder.write("none.tsv", "player\tNobody\tSomebody\n");
    let nothing = folder.partie("db names library --apply none.tsv");
    assert!(nothing.stderr.contains("no spelling was replaced"), "{}", nothing.stderr);
    let undone = folder.partie("db undo library");
    assert!(undone.stderr.contains("took `partie db dedupe` back"), "{}", undone.stderr);
    let suggested = folder.partie("db names library");
    assert_eq!(suggested.stdout, folder.partie("names undone.pgn").stdout);
    let named = folder.partie("db names library --apply map.tsv");
    assert_eq!(named.status, 0, "{named:?}");
    assert!(named.stderr.contains("player New → Old: 1 time"), "{}", named.stderr);
    assert_eq!(folder.partie("names undone.pgn --apply map.tsv -o named.pgn -q").status, 0);
    assert_eq!(exported("renamed.pgn"), folder.read("named.pgn"));
    assert_eq!(folder.partie("db find library --white Old -c").stdout, "1\n");
    let forgotten = folder.partie("db undo library --forget");
    assert_eq!(forgotten.status, 0, "{forgotten:?}");
    assert_eq!(folder.partie("db undo library").status, 2);
    assert_eq!(exported("last.pgn"), folder.read("named.pgn"));
    assert_eq!(folder.partie("db check library").status, 0);
}
