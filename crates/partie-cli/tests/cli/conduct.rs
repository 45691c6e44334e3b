//! Conduct of the program among other programs and files.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::Stdio,
};

use partie_testkit::suite;

use crate::run::{BUGHOUSE, CLEAN, Ended, Folder, MESSY, RICH, program};

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new();
    folder.write("out.pgn", "mine");
    for output in ["out.pgn", "archive/old.pgn", "./archive/../archive/old.pgn", "archive"] {
        let done = folder.partie(&format!("convert archive/old.pgn -o {output}"));
        assert_eq!(done.status, 2, "{output}");
        assert_eq!(done.stderr.lines().count(), 1, "nothing else is done: {}", done.stderr);
    }
    assert_eq!(folder.read("out.pgn"), "mine");
    assert_eq!(folder.read("archive/old.pgn"), CLEAN);

    assert_eq!(folder.partie("convert archive/old.pgn -o out.pgn --force").status, 0);
    assert_eq!(folder.read("out.pgn"), CLEAN);
    // Even a file made of itself is never half.
    folder.write("self.pgn", MESSY);
    folder.partie("convert self.pgn -o self.pgn --force");
    assert!(folder.read("self.pgn").contains("4. O-O Nf6"));
}

#[test]
fn an_input_that_fails_leaves_the_rest_written() {
    let folder = Folder::new();
    let done = folder.partie("convert nothere.pgn archive/old.pgn -o out.pgn");
    assert_eq!(done.status, 2);
    assert_eq!(folder.read("out.pgn"), CLEAN);
}

#[test]
fn packed_in_and_out() {
    let folder = Folder::new();
    for extension in ["gz", "zst", "bz2", "xz"] {
        let packed = format!("packed.pgn.{extension}");
        assert_eq!(folder.partie(&format!("convert archive/old.pgn -o {packed}")).status, 0);
        let bytes = folder.read_bytes(&packed);
        assert!(!bytes.starts_with(b"[Event"));
        // The first bytes decide, not the name; and parts may be concatenated.
        folder.write("nameless", [&bytes[..], &bytes[..]].concat());
        let done = folder.partie("convert nameless");
        assert_eq!((done.status, done.stdout), (0, CLEAN.repeat(2)), "{extension}");
        let fed = folder.fed("convert -", &bytes);
        assert_eq!((fed.status, fed.stdout.as_str()), (0, CLEAN), "{extension}");
    }
}

#[test]
fn a_closed_pipe_is_no_reason_to_complain() {
    let folder = Folder::new();
    folder.write("many.pgn", MESSY.repeat(5000));
    for arguments in [
        &["check", "--json", "many.pgn"][..],
        &["check", "--all", "many.pgn"],
        &["check", "--format", "sarif", "many.pgn"],
        &["convert", "-q", "many.pgn"],
        &["explain", "--json"],
        &["completions", "bash"],
    ] {
        let mut child = folder
            .command(program())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut first = String::new();
        let mut stdout = BufReader::with_capacity(16, child.stdout.take().expect("a pipe"));
        stdout.read_line(&mut first).expect("a line");
        drop(stdout);
        let done = Ended::from(child.wait_with_output().expect("ended"));
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn a_live_stream_is_reported_as_it_comes() {
    let folder = Folder::new();
    let mut child = folder
        .command(program())
        .args(["convert", "-f", "pgn", "-q", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    // The games after the first end it; the input stays open.
    stdin.write_all(CLEAN.repeat(10).as_bytes()).expect("fed");
    stdin.flush().expect("fed");
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_line(&mut text).expect("a line");
        sender.send(text.clone()).expect("heard");
        stdout.read_to_string(&mut text).expect("the rest");
        sender.send(text).expect("heard");
    });
    let patience = std::time::Duration::from_mins(2);
    let first = receiver.recv_timeout(patience).expect("a game before the input ends");
    assert_eq!(first, "[Event \"Coffee house\"]\n");
    drop(stdin);
    assert_eq!(receiver.recv_timeout(patience).expect("all games"), CLEAN.repeat(10));
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

/// However many threads read, every command says and writes the same.
#[test]
fn any_number_of_threads() {
    let folder = Folder::new();
    let broken = "[Event \"open\"]\n\n1. e4 {never closed\n\n[Site \"?\"]\n\n1. d4 d5\n\n";
    let part = format!("{CLEAN}{MESSY}\n{RICH}\n{BUGHOUSE}\n{broken}1. c4 c5 *\n\n1. b3 0-1\n\n");
    // Some stretches of the reader's, and then some.
    folder.write("many.pgn", format!("{}{}", CLEAN.repeat(2500), part.repeat(200)));
    folder.write("more.pgn", part.replace("e4", "d4").repeat(120));
    folder.partie("head -n 9999999 many.pgn -o many.pgn.zst");
    folder.partie("head -n 9999999 many.pgn -o many.pgn.gz");
    let frames = folder.read_bytes("many.pgn.zst").repeat(3);
    folder.write("frames.pgn.zst", frames);
    for command in [
        "check many.pgn more.pgn",
        "check --json --severity note many.pgn.zst",
        "check frames.pgn.zst nothere.pgn more.pgn",
        "convert many.pgn",
        "convert many.pgn.gz -t ndjson",
        "convert more.pgn -t fen",
        "convert frames.pgn.zst -t bpgn",
        "fix many.pgn",
        "fix --diff --all more.pgn nothere.pgn archive",
        "fix many.pgn --max-game-bytes 400",
        "count many.pgn more.pgn --by white",
        "grep many.pgn --line e4 --list",
        "stats many.pgn.gz --json",
        "sort more.pgn --by round",
        "dedupe many.pgn more.pgn",
        "diff many.pgn more.pgn",
        "names more.pgn",
        "tail -n 3 many.pgn",
        "sample -n 5 many.pgn",
    ] {
        let one = folder.partie(&format!("{command} -j 1"));
        assert!(one.stdout.len() + one.stderr.len() > 20, "{command}: {}", one.stderr);
        for threads in suite::rounds(&[3][..], &[2, 5]) {
            let several = folder.partie(&format!("{command} -j {threads}"));
            assert_eq!(several.status, one.status, "{command}");
            assert!(several.stderr == one.stderr, "{command}: {}", several.stderr);
            assert!(several.stdout == one.stdout, "{command}, {threads} threads");
        }
    }
}

#[test]
#[cfg(unix)]
fn devices_are_written_to_not_replaced() {
    let folder = Folder::new();
    let done = folder.partie("convert archive/old.pgn -o /dev/null");
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert_eq!(folder.partie("convert archive/old.pgn -o /dev/full").status, 2);
}

/// Commands whose output is games or files count diagnostics, and say how to see them.
#[test]
fn diagnostics_are_counted_outside_of_check() {
    let folder = Folder::new();
    folder.write("many.pgn", crate::run::MESSY.repeat(30));
    for command in [
        "convert many.pgn -o out.pgn",
        "convert many.pgn -o out.parquet",
        "book make many.pgn --min-games 1 -o out.bin",
        "db import library many.pgn",
    ] {
        let done = folder.partie(command);
        assert!(done.stderr.lines().count() < 8, "{command}: {}", done.stderr);
        assert!(done.stderr.contains("30  PGN"), "{command}: {}", done.stderr);
        assert!(done.stderr.contains("--all or `partie check`"), "{command}: {}", done.stderr);
    }
    let all = folder.partie("convert many.pgn -o all.pgn --all").stderr;
    assert_eq!(all.matches("error[PGN").count(), 30, "{all}");
    let fixed = folder.partie("fix many.pgn -o fixed.pgn").stderr;
    assert!(fixed.lines().count() < 10 && fixed.contains("use --all to list"), "{fixed}");

    let copies = crate::run::CLEAN.repeat(40);
    folder.write("copies.pgn", copies);
    let done = folder.partie("dedupe copies.pgn -o once.pgn");
    let note = "removed 39 of 40 games (39 same); use --all to list them";
    assert!(done.stderr.contains(note) && done.stderr.lines().count() == 2, "{}", done.stderr);
    let all = folder.partie("dedupe copies.pgn -o again.pgn --all").stderr;
    assert_eq!(all.matches("is the same as").count(), 39, "{all}");
}

/// Every command accepts -q, and then only prints errors.
#[test]
fn every_command_can_be_quiet() {
    let folder = Folder::new();
    folder.write("messy-too.pgn", MESSY);
    assert_eq!(folder.partie("db import library games.pgn messy.pgn -q").stderr, "");
    for command in [
        "check games.pgn messy.pgn",
        "fix messy.pgn -o a.pgn",
        "convert messy.pgn -o b.pgn",
        "convert games.pgn -o b.parquet",
        "grep --player nobody games.pgn",
        "dedupe games.pgn archive/ -o c.pgn",
        "diff games.pgn messy.pgn",
        "show games.pgn",
        "merge games.pgn -o d.pgn",
        "names games.pgn --map e.tsv",
        "stats games.pgn",
        "crosstable games.pgn --event coffee",
        "player nobody games.pgn",
        "book make games.pgn --min-games 1 -o f.bin",
        "book probe f.bin a4 a5",
        "eco h4 a5 h5",
        "db find library --player anderssen -o g.pgn",
        "db export library -o h.pgn",
        "db explore library",
        "db player library nobody",
        "db crosstable library --event coffee",
        "db stats library",
        "db backup library copy",
        "db merge other library",
        "db dedupe library",
        "db check library",
    ] {
        let done = folder.partie(&format!("{command} -q"));
        assert_eq!(done.stderr, "", "{command}");
        assert!(done.status < 2, "{command}: {}", done.status);
    }
}

/// A status of 1 has a word on one of the streams.
#[test]
fn no_status_of_1_without_a_word() {
    let folder = Folder::new();
    assert_eq!(folder.partie("db import library games.pgn -q").status, 0);
    for command in [
        "grep --player nobody games.pgn",
        "grep --player nobody games.pgn --list",
        "grep --player nobody games.pgn -o out.pgn",
        "db find library --player nobody",
        "db find library --player nobody --list",
        "db export library --player nobody",
        "db stats library --player nobody --json",
        "player nobody games.pgn",
        "db player library nobody",
        "head -n 0 games.pgn",
        "eco rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1",
    ] {
        let done = folder.partie(command);
        assert_eq!(done.status, 1, "{command}");
        assert!(done.stderr.starts_with("partie: "), "{command}: {done:?}");
    }
}

/// A report is no text in a file of another kind.
#[test]
fn reports_are_not_written_into_files_of_other_kinds() {
    let folder = Folder::new();
    let game = "[Event \"Open\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n\n1. e4 1-0\n";
    folder.write("games.pgn", game);
    folder.partie("db import library games.pgn -q");
    for command in [
        "crosstable games.pgn",
        "player anna games.pgn",
        "stats games.pgn",
        "db crosstable library",
        "db player library anna",
        "db stats library",
    ] {
        let done = folder.partie(&format!("{command} -o out.png"));
        let said = "partie: out.png: `.png` is not a format of reports; use one of txt, html";
        assert!(done.status == 2 && done.stderr.contains(said), "{command}: {done:?}");
        assert!(!folder.path("out.png").exists(), "{command}");
        let packed = folder.partie(&format!("{command} -o out.png.gz"));
        assert!(packed.status == 2 && packed.stderr.contains("`.png`"), "{command}: {packed:?}");
        for (name, format) in [("out.txt", ""), ("out.data", "--json"), ("out.html.gz", "")] {
            let done = folder.partie(&format!("{command} -o {name} {format} --force"));
            assert_eq!((done.status, folder.path(name).exists()), (0, true), "{command}: {done:?}");
        }
    }
}

/// Without a terminal and `COLUMNS`, tables are as wide as they need to be; files always are.
#[test]
fn files_and_pipes_have_whole_tables() {
    let folder = Folder::new();
    let mut games = String::new();
    for number in 1..=40 {
        games += &format!(
            "[Event \"Long\"]\n[Round \"{number}\"]\n[White \"Aleksandrova-Wolkowska, Anna\"]\n\
             [Black \"Bohatirchuk-Znosko, Boleslav\"]\n\n1. e4 e5 1-0\n\n"
        );
    }
    folder.write("long.pgn", games);
    let lines = |text: &str| text.lines().filter(|line| line.contains("Anna")).count();
    let mut command = folder.command(program());
    command.args(["crosstable", "long.pgn", "--ascii"]).env_remove("COLUMNS");
    let piped = crate::run::ended(&mut command).stdout;
    assert_eq!(lines(&piped), 1, "{piped}");
    assert!(piped.lines().any(|line| line.len() > 100), "{piped}");
    folder.partie("crosstable long.pgn --ascii -o table.txt");
    assert_eq!(folder.read("table.txt"), piped);
    // A pipe is as wide as asked for.
    let narrow = folder.partie("crosstable long.pgn --ascii").stdout;
    assert!(narrow.lines().count() > piped.lines().count(), "{narrow}");
}

/// Errors are in words for users, and say what to do.
#[test]
fn errors_say_what_to_do() {
    let folder = Folder::new();
    for (command, says, not) in [
        ("head -n x games.pgn", "'--games <N>': expected a whole number", "digit"),
        ("show games.pgn --ply=x", "'--ply <N>': expected a whole number", "digit"),
        ("show games.pgn --no-such", "unexpected argument '--no-such'", "tip: to pass"),
        ("show games.pgn --no-cordinates", "tip: a similar argument exists", "tip: to pass"),
        ("player games.pgn", "partie player NAME games.pgn", "digit"),
        ("check games.pgn --select NOPE", "see `partie explain`", "did you mean"),
        ("merge games.pgn -o x.txt", "holds no variations", "written"),
        ("merge games.pgn -t fen", "holds no variations", "written"),
    ] {
        let done = folder.partie(command);
        assert_eq!((done.status, &*done.stdout), (2, ""), "{command}: {done:?}");
        assert!(done.stderr.contains(says) && !done.stderr.contains(not), "{command}: {done:?}");
    }
    #[cfg(feature = "full")]
    {
        let done = folder.partie("render games.pgn -o x.docx");
        assert!(done.stderr.contains(".svg, .png, .gif, .html or .pdf"), "{done:?}");
    }
    // The number of the requested game is known.
    assert_eq!(folder.partie("show games.pgn -g 1").stderr, "");
    assert!(folder.partie("show games.pgn").stderr.contains("use --game N for another"));
    // Dates of eight digits have one reading.
    folder.write("date.pgn", CLEAN.replace("1851.06.21", "18510621"));
    assert_eq!(folder.partie("fix date.pgn -q").stdout.matches("1851.06.21").count(), 1);
    assert!(folder.partie("check date.pgn").stderr.contains("1 repaired"));
}
