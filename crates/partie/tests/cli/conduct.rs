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
        // The name says nothing here, the first bytes do; and parts may follow each other.
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
