//! Files without chess are named, and not read.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use partie_testkit::suite;

use crate::run::{CLEAN, Folder};

/// A file's name, its beginning, and the message about it.
type Row = (&'static str, &'static [u8], &'static str);

const FOREIGN: [Row; 17] = [
    ("book.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF document"),
    ("board.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG picture"),
    ("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG picture"),
    ("film.gif", b"GIF89a\x01\0\x01\0", "GIF picture"),
    ("engine", b"\x7fELF\x02\x01\x01\0\0\0", "ELF program"),
    ("engine.exe", b"MZ\x90\0\x03\0\0\0", "Windows program"),
    ("games.db", b"SQLite format 3\0\x10\0", "SQLite database"),
    ("games.parquet", b"PAR1\x15\0\x15", "Parquet file"),
    ("games.cbh", b"\0\0\x2c\0\x2e\x01\0\0\0\x01", "no list of games of a ChessBase database"),
    ("games.si4", b"Scid.si\0\x01\x90", "no index of a Scid database"),
    (
        "games.bak",
        b"Scid.si\0\x01\x90",
        "a file of a Scid database, whose games are in several files",
    ),
    ("noise.pgn", b"\x01\x02\0\x03 1. e4", "binary data"),
    ("go.sgf", b"(;GM[1]FF[4]SZ[19];B[pd];W[dp])\n", "Go game (SGF)"),
    (
        "draughts.pdn",
        b"[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 1-1\n",
        "draughts game (PDN)",
    ),
    ("dam.pgn", b"[Event \"x\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n", "draughts game (PDN)"),
    ("xiangqi.pgn", b"[Game \"Chinese Chess\"]\n[Event \"x\"]\n\n1. C2=5 H8+7 *\n", "xiangqi game"),
    ("games.zip", b"PK\x03\x04\x14\0", "ZIP archive; extract it first"),
];

#[test]
fn what_is_not_chess_is_named_and_skipped() {
    let folder = Folder::new();
    for (name, bytes, what) in FOREIGN {
        folder.write(name, bytes);
        for command in
            ["check", "convert", "count", "head", "fix", "stats", "grep --player x", "show"]
        {
            let done = folder.partie(&format!("{command} {name}"));
            assert_eq!(done.status, 2, "{command} {name}: {done:?}");
            assert!(done.stderr.contains(what), "{command} {name}: {done:?}");
            assert!(
                done.stdout.is_empty() || done.stdout.starts_with('0'),
                "{command} {name}: {done:?}"
            );
        }
    }
    let check = folder.partie("check book.pdf games.pgn");
    assert_eq!(
        check.stderr,
        "partie: book.pdf: PDF document, skipped\n\
         partie: 2 files: 2 games read, all clean; 1 file could not be read\n"
    );
    // A format named by the user is always tried.
    let forced = folder.partie("check -f pgn xiangqi.pgn");
    assert!(forced.stderr.contains("1 game read"), "{forced:?}");
}

/// Texts without any move, tag or position.
const NO_GAME: [(&str, &str); 27] = [
    ("passwd", "root:x:0:0:root:/root:/bin/bash\nsys:x:3:3:sys:/dev:/usr/sbin/nologin\n"),
    ("notes.txt", "Shopping:\n* bread\n* milk\n1. go home\n2. have tea\n"),
    ("prose.pgn", "the quick brown fox\njumps over the lazy dog\n"),
    ("list.md", "# Plans\n\n* one\n* two (see below)\n"),
    ("script.sh", "case \"$1\" in\n  *) exit 1;;\nesac\n[ -f x ] && { echo; }\n"),
    ("style.css", "h1 { color: red }\n/* a remark */\np { margin: 1.5em }\n"),
    ("table.csv", "name,points\nAnna,1.5\nBert,0.5\n"),
    ("remark.pgn", "{only a remark}\n"),
    ("comment.pgn", "; only a remark\n"),
    ("data.json", "{\"name\": \"x\", \"items\": [1, 2, 3]}\n"),
    ("main.c", "int main(void) {\n  return 0; /* done */\n}\n"),
    ("empty.pgn", ""),
    ("theme.txt", "White: #ffffff\nBlack: #000000\n"),
    ("theme.yaml", "colors:\n  White: \"#ffffff\"\n  Black: rgb(0, 0, 0)\n"),
    ("palette.txt", "White: 255, 255, 255\nBlack: 0,0,0\n"),
    (
        "server.ndjson",
        "{\"level\":\"info\",\"msg\":\"started\"}\n{\"line\":3,\"tags\":{\"env\":\"x\"},\"result\":\"ok\"}\n",
    ),
    (
        "steps.txt",
        "~~~~~~~~\n  SUMMARY\n\n  1. Be sure that the cursor moves with the keys h j k l.\n\n  2. Be careful to leave: vim FILE <ENTER>\n\n  3. Na koniec:  :q!  <ENTER>\n",
    ),
    ("sums.adb", "   X := c2 -c3;\n   Last := X + c4;\n"),
    ("sum.c", "  x = c2 -c3;\n"),
    (
        "changelog",
        "foo (1.2-3) unstable; urgency=low\n\n  * New upstream release.\n  * Bump Standards to 3.9.3.\n\n -- A. Badger <a@b.org>  Sun, 01 Apr 2012 06:23:01 +0200\n",
    ),
    ("README.md", "* [Tutorial and reference](http://a.b/c).\n"),
    (
        "INSTALL",
        "To install it: * unpack it, and\n\n  1. cd into the folder.\n\n  2. Run ./configure.\n",
    ),
    ("HISTORY.md", "    1.00 Oct-7-1996\n        First release.\n"),
    (
        "freq.py",
        "#   A. Badger - port to Python\n1682,2260,2272,2544,2013,1843, 407, # 2224\n2427,3526,1877,3942, 431,1910, # 2416\n",
    ),
    ("versions.py", "        1.0.4b1\n        2.0b1pl0\n"),
    ("set.h", " * foo\n *       | ('\\u' hex hex)<br>\n"),
    (
        "keys.doc",
        "|[P|\t\t[P\t\t2  same as \"[p\"\n|[]|\t\t[]\t\t1  cursor N SECTIONS backward\n2.5 Commands starting with 'z'\t\t\t*z*\n",
    ),
];

#[test]
fn a_text_without_chess_is_no_game() {
    let folder = Folder::new();
    for (name, text) in NO_GAME {
        folder.write(name, text);
        for jobs in suite::rounds(&[2][..], &[1, 2]) {
            let check = folder.partie(&format!("check -j {jobs} {name}"));
            let is_named = check.stdout.is_empty() || check.stdout.contains("but found n");
            assert!(check.status == 1 && is_named, "{name}: {check:?}");
            let said = format!("partie: {name}: no games in this file: no tag, move or position");
            assert!(check.stderr.starts_with(&said), "{name}: {check:?}");
            assert!(check.stderr.ends_with("partie: 0 games read\n"), "{name}: {check:?}");
            for (command, stdout) in
                [("count", "0\n"), ("convert", ""), ("head", ""), ("count --by result", "")]
            {
                let done = folder.partie(&format!("{command} -j {jobs} {name}"));
                assert_eq!(
                    (done.status, done.stdout.as_str()),
                    (1, stdout),
                    "{command} {name}: {done:?}"
                );
            }
        }
        let fix = folder.partie(&format!("fix {name}"));
        assert_eq!(fix.status, 1, "{name}: {fix:?}");
        assert!(fix.stdout == text || fix.stdout.is_empty(), "{name}: {fix:?}");
        folder.partie(&format!("fix -i {name}"));
        assert_eq!(folder.read(name), text, "{name}");
    }
    // As much as the head shows, and more.
    let long = "all work and no play\n".repeat(20_000);
    folder.write("long.pgn", &long);
    assert_eq!(folder.partie("count long.pgn").stdout, "0\n");
    assert!(folder.partie("check -j 2 long.pgn").stderr.ends_with("0 games read\n"));
}

/// Files of other programs with some line that looks like chess: `testdata/not-chess`.
#[test]
fn files_of_other_programs_hold_no_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = files_in(&root.join("testdata/not-chess"));
    let own = ["Cargo.toml", "Cargo.lock", "clippy.toml", "deny.toml", "justfile", "COPYING"];
    files.extend(own.iter().map(|name| root.join(name)));
    let (folder, mut wrong) = (Folder::new(), String::new());
    for file in files.iter().step_by(suite::rounds(3, 1)) {
        let text = std::fs::read(file).expect("file");
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
        folder.write(name, &text);
        for (command, stdout) in [
            (format!("count {name}"), "0\n"),
            (format!("count -j 2 {name}"), "0\n"),
            (format!("convert {name}"), ""),
            ("count -".to_owned(), "0\n"),
            ("convert -".to_owned(), ""),
        ] {
            let done = folder.fed(&command, &text);
            if (done.status, done.stdout.as_str()) != (1, stdout) {
                let _ = writeln!(wrong, "{name}: {command}: {done:?}");
            }
        }
        for command in [format!("check {name}"), "check -".to_owned()] {
            let check = folder.fed(&command, &text);
            let said = check.stderr.contains("no games in this file");
            if check.status != 1 || !said || !check.stderr.ends_with("partie: 0 games read\n") {
                let _ = writeln!(wrong, "{name}: {command}: {check:?}");
            }
        }
    }
    assert!(files.len() >= 37, "{files:?}");
    assert!(wrong.is_empty(), "{wrong}");
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("folder");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    files
}

/// Texts with the smallest sign of a game are games.
#[test]
fn a_little_chess_is_a_game() {
    let folder = Folder::new();
    for text in [
        "*\n",
        "{only a remark} *\n",
        "1. e4\n",
        "[White \"A\"]\n",
        "words before\n[White \"A\"]\n",
        "1. e5 e4\n",
        "[Foo \"bar\"]\n\n1. e4 *\n",
        "[Foo \"bar\"]\n\n*\n",
        "[Foo \"bar\"]\n",
        "[whiteelo \"2000\"]\n",
        "> [White \"A\"]\n",
        "\u{feff}[White \"A\"]\n",
        "Dear all, he opened with\n1. e4 and won\n",
    ] {
        folder.write("a.pgn", text);
        assert_eq!(folder.partie("count a.pgn").stdout, "1\n", "{text}");
        let check = folder.partie("check a.pgn");
        assert!(check.stderr.contains("1 game read"), "{text}: {check:?}");
    }
}

#[test]
fn in_folders_only_known_extensions_are_read() {
    let folder = Folder::new();
    for name in [
        "a.pgn",
        "b.PGN",
        "c.pgn.orig",
        "d.html",
        "README",
        "sub/e.pgn",
        "sub/f.html",
        ".hidden.pgn",
        "sub/g.pgn",
        "x/h.pgn",
    ] {
        folder.write(&format!("all/{name}"), CLEAN);
    }
    let packed = zstd::encode_all(CLEAN.as_bytes(), 1).expect("packed");
    folder.write("all/i.pgn.zst", &packed);
    folder.write("all/j.html.zst", &packed);
    folder.write("all/.gitignore", "g.pgn\n/x/\n");
    let said = "5 files skipped by extension; use --glob to read them";
    let files = |globs: &str| {
        let count = folder.partie(&format!("count all {globs}"));
        let mut names: Vec<_> =
            count.stdout.lines().filter_map(|l| Some(l.split_once("all/")?.1.to_owned())).collect();
        names.sort();
        (names.join(" "), count.stderr)
    };
    assert_eq!(
        files(""),
        ("a.pgn b.PGN i.pgn.zst sub/e.pgn".to_owned(), format!("partie: {said}\n"))
    );
    assert_eq!(files("--glob *.html").0, "d.html sub/f.html");
    assert_eq!(files("--glob *.html --glob README").0, "README d.html sub/f.html");
    assert_eq!(files("--glob !sub/**").0, "a.pgn b.PGN i.pgn.zst");
    assert_eq!(files("--glob /sub/*").0, "sub/e.pgn sub/f.html");
    assert_eq!(files("--glob .hidden.pgn").0, "");
    let check = folder.partie("check all");
    assert_eq!(check.stderr, format!("partie: 4 files: 4 games read, all clean; {said}\n"));
    assert!(folder.partie("check all/sub/g.pgn all/.hidden.pgn").stderr.contains("2 games read"));
    for command in [
        "convert all -o all.pgn",
        "grep -c --player anderssen all",
        "stats all",
        "fix all -o x.pgn",
        "dedupe all -o y.pgn",
    ] {
        let done = folder.partie(command);
        assert!(done.stderr.contains(said), "{command}: {done:?}");
    }
    let nothing = folder.partie("show all --glob *.xyz");
    assert!(
        nothing.status == 2 && nothing.stderr.contains("9 files skipped by extension"),
        "{nothing:?}"
    );
    let bad = folder.partie("check all --glob a{b");
    assert!(bad.status == 2 && bad.stderr.contains("--glob"), "{bad:?}");
}

/// The files of a library are not inputs; the message names the command that reads it.
#[test]
fn a_library_is_no_folder_of_files() {
    let folder = Folder::new();
    folder.write("games.pgn", CLEAN);
    folder.partie("db import library games.pgn -q");
    let said = "partie: library: this is a library of games; search it by `partie db find library`, \
                or get its games by `partie db export library -o games.pgn`\n";
    for command in
        ["check library", "grep -c --player x library", "convert library -o x.pgn", "show library"]
    {
        let done = folder.partie(command);
        assert!(done.status == 2 && done.stderr.contains(said), "{command}: {done:?}");
    }
}

/// A folder without files is named, so that an empty report is no riddle.
#[test]
fn a_folder_without_files() {
    let folder = Folder::new();
    folder.write("empty/.hidden", "");
    for command in ["check", "convert", "stats", "count"] {
        let done = folder.partie(&format!("{command} empty"));
        assert!(done.stderr.contains("no files found"), "{command}: {done:?}");
    }
    let show = folder.partie("show empty");
    assert!(show.stderr.contains("no files to read in this directory\n"), "{show:?}");
}
